#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a page costs: its size, making it, opening it, a frame of it; and a run without one.

usage: ./dev bench page [--runs N] [--record]

Three pages: A01; 100 bodies that tumble in space with 1000 rows and 40 channels; a chain of 400 rods
with 1001 rows. CPU by pairs of processes in turn, medians of N (default 40). Chromium draws in software;
the script of a frame is timed with the calls of WebGL taken out.

  --record   write tests/bench/page.json and the section of tests/bench/RESULTS.md
"""
import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile

import report
from report import A01, MBSRUN, ROOT, die

sys.path.insert(0, str(ROOT / "tests/report"))
sys.path.insert(0, str(ROOT / "tests/cli"))


def models(folder):
    """{name: path} of the three."""
    from test_page import TUMBLING
    channels = "\n".join(f"  {what}_{k}: body_{k}.{what}" for k in range(1, 21) for what in ("x", "qw"))
    many, chain = folder / "many.yaml", folder / "chain.yaml"
    many.write_text(TUMBLING.replace("OUTPUTS", channels))
    text = (ROOT / "models/examples/chain.yaml").read_text()
    text = text.replace("duration: 1 s, output_step: 0.01 s", "duration: 4 s, output_step: 0.004 s")
    text = re.sub(r"\bN: .*", "N: 400", text[:text.index("checks:")], count=1)
    chain.write_text(text)
    return {"A01": A01, "100 bodies in space": many, "chain of 400": chain}


def cpu(runs, *commands):
    """Medians of user and system time, ms."""
    samples = [[] for _ in commands]
    for which, user, system, _, _, _, status in report.spawn(runs, *commands):
        if status != 0:
            die(f"{' '.join(map(str, commands[which]))}: exit status {status}")
        samples[which].append(1e3 * (user + system))
    return [statistics.median(column) for column in samples]


def browser(folders):
    done = subprocess.run(["node", str(ROOT / "tests/bench/page.mjs"), "--root", str(ROOT), "--binary",
                           str(MBSRUN), "--pages", ",".join(folders)], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        report.say(f"no browser: {(done.stdout + done.stderr).strip()[-300:]}")
        return [{} for _ in folders]
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(prog="./dev bench page", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    import pathlib
    conditions = report.conditions()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages = models(folder)
        sizes, folders = {}, []
        for k, (title, model) in enumerate(pages.items()):
            out = folder / f"out{k}"
            subprocess.run([str(MBSRUN), "run", str(model), "-o", str(out), "--report", "-q"], check=True)
            sizes[title] = (out / "report.html").stat().st_size
            folders.append(str(out))
        out = str(folder / "timed")
        base = [str(MBSRUN), str(A01), "-o", out, "-q"]
        bare, plain, whole = cpu(options.runs, [*base, "--no-motion"], base, [*base, "--report"])
        counts = [report.instructions([MBSRUN, A01, "-o", out, *more])
                  for more in (["--no-motion"], [], ["--report"])]
        opened = dict(zip(pages, browser(folders)))
    values = {"name": "page", "conditions": conditions, "runs": options.runs, "bytes": sizes,
              "cpu_ms": {"without motion": bare, "as usual": plain, "with a page": whole},
              "instructions": dict(zip(("without motion", "as usual", "with a page"), counts)),
              "browser": {title: {key: value for key, value in row.items() if key != "folder"}
                          for title, row in opened.items()}}
    report.write_json("page", values, options.record)
    lines = ["| page | kB | ready, ms | script of a frame, ms: median, nine of ten |", "|---|---|---|---|"]
    for title, size in sizes.items():
        row = opened[title]
        frame = f"{row['frame_ms']:.2f}, {row['frame_90_ms']:.2f}" if row else ""
        lines.append(f"| {title} | {size / 1000:.1f} | {row.get('ready_ms', '')} | {frame} |")
    table = "\n".join(lines)
    text = f"""{table}

CPU of A01 as a process: {bare:.2f} ms with `--no-motion`, {plain:.2f} ms as usual, {whole:.2f} ms with `--report`
(instructions {", ".join(f"{count:,}" if count else "not counted" for count in counts)})."""
    if options.record:
        report.put_section("page", f"## Pages\n\n`./dev bench page --record`\n\n"
                           f"{report.conditions_text(conditions)}\n{text}\n")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
