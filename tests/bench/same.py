#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does this build do what another one does? Random mechanisms, each by three ways of solving, and every
refused file.

usage: ./dev bench same BINARY [--models N] [--first K] [--jobs J] [--keep DIR] [--record]

Results that agree to the byte are the same. Otherwise, for a run with error control at a relative
tolerance of 1e-10 (rules: two motions are the same within three times the larger estimate of their
errors, which is the difference to the same run at 1e-9, and within 1e-6 of the size):

  status    exit status and the codes of all messages
  start     accelerations of the first row, within 1e-12 of the largest or of 9.81 m/s^2
  motion    places and angles of all rows
  events    their names, in order, and their times in the same sense
  messages  of every file in tests/bad, word by word

With a fixed step the motion has to agree within 1e-9 of the size. Motions that magnify a difference of
1e-9 to more than 1e-6 of the size are counted as chaotic and not compared.

  BINARY      the other mbsrun
  --models N  so many mechanisms (default 2000)
  --first K   the number of the first one
  --jobs J    processes at a time (default 2)
  --keep DIR  leave the models that differ there
  --record    write the section of tests/bench/RESULTS.md
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import mechanisms
import report
from report import MBSRUN, ROOT

FORMULATIONS = ("explicit", "index_1", "baumgarte", "ggl")
WAYS = ("", "method: runge_kutta", "method: runge_kutta, order: 5", "method: newmark", "method: hht",
        "method: generalized_alpha") + tuple(f"method: ida, formulation: {name}" for name in FORMULATIONS)
FIXED = ("method: runge_kutta, step: H", "method: symplectic, step: H, order: 4", "method: hht, step: H",
         "method: newmark, gamma: 0.5, beta: 0.25, projection: velocity, step: H",
         "method: generalized_alpha, step: H")
ORDER_2 = ("newmark", "hht", "generalized_alpha", "baumgarte")  # at 1e-10 these take too many steps
FINE, COARSE = 1e-10, 1e-9
LARGEST, START = 1e-6, 1e-12


class Run:
    """What one binary makes of one model: status, codes, header, rows, events, raw bytes."""

    def __init__(self, binary, folder, text):
        folder.mkdir()
        (folder / "model.yaml").write_text(text, encoding="utf-8")
        done = subprocess.run([binary, "run", "model.yaml", "-o", "out", "--force", "--quiet", "--max-steps", "20000",
                               "--time-limit", "10"], cwd=folder, capture_output=True, text=True, check=False)
        self.status, self.codes = done.returncode, sorted(re.findall(r"\[([EW]-[A-Z]+-\d+)\]", done.stderr))
        self.events, self.rows, self.header, self.raw = [], [], [], b""
        tables = sorted((folder / "out").glob("run*.csv")) if (folder / "out").exists() else []
        if tables:
            self.raw = tables[0].read_bytes()
            table = list(csv.reader(self.raw.decode().splitlines()))
            self.header, self.rows = table[0], [[float(x or "nan") for x in row] for row in table[1:]]
            analyses = json.loads((folder / "out/summary.json").read_text(encoding="utf-8"))["analyses"]
            events = analyses["run"].get("events") or {}
            self.events = [(e.get("event") or e.get("of"), e["t"]) for e in events.get("located", [])]

    def column(self, name):
        return [row[self.header.index(name)] for row in self.rows]


def apart(a, b):
    """The largest difference of places and angles of all rows, by the range of their kind."""
    if a.header != b.header or len(a.rows) != len(b.rows):
        return math.inf
    worst = 0.0
    for words in (("x", "y", "z"), ("angle",)):
        names = [n for n in a.header if n.rsplit("_", 1)[-1] in words]
        if names:
            columns = [a.column(name) for name in names]
            size = max(max(map(abs, c)) for c in columns) or 1.0
            far = max(abs(x - y) for name, c in zip(names, columns) for x, y in zip(c, b.column(name)))
            worst = max(worst, far / size) if math.isfinite(far) else math.inf
    return worst


def start_apart(a, b, least):
    """The largest difference of accelerations in the first row, over the largest one or `least`."""
    names = [n for n in a.header if n.rsplit("_", 1)[-1] in ("ax", "ay", "az")]
    if not names or not a.rows or not b.rows:
        return 0.0
    largest = max(least, *(abs(a.column(n)[0]) for n in names))
    return max(abs(a.column(n)[0] - b.column(n)[0]) for n in names) / largest


def compare(folder, draw, words, binary):
    """The first difference of the two builds by one way, "same", "bytes" or "chaotic"."""
    fixed = "step: H" in words
    words = words.replace("H", repr(draw.duration / 400))
    fine = f"tolerances: {{relative: {FINE}}}"
    if any(name in words for name in ORDER_2):
        fine = "tolerances: {relative: 1e-7}"
    text = draw.text(words if fixed else ", ".join(filter(None, (words, fine))))
    a, b = Run(binary, folder / "a", text), Run(MBSRUN, folder / "b", text)
    if (a.status, a.codes) != (b.status, b.codes):
        return f"status {a.status} {a.codes} and {b.status} {b.codes}"
    if a.raw == b.raw and a.events == b.events:
        return "bytes"
    found = start_apart(a, b, draw.L / draw.T ** 2)
    if found > START:
        return f"start {found:.1e}"
    limit = 1e-9
    if not fixed:
        coarse = text.replace(fine, fine.replace("1e-10", "1e-9").replace("1e-07", "1e-06").replace("1e-7", "1e-6"))
        growth = max(apart(Run(which, folder / name, coarse), run)
                     for which, name, run in ((binary, "c", a), (MBSRUN, "d", b)))
        if growth > LARGEST * (1 if FINE == 1e-10 and "1e-7" not in fine else 1e3):
            return "chaotic"
        limit = max(3 * growth, 1e-11)
    far = apart(a, b)
    if far > limit:
        return f"motion {far:.1e}, allowed {limit:.1e}"
    if [e[0] for e in a.events] != [e[0] for e in b.events]:
        return f"events {a.events[:4]} and {b.events[:4]}"
    late = max((abs(x[1] - y[1]) / draw.duration for x, y in zip(a.events, b.events)), default=0.0)
    return f"events late by {late:.1e}" if late > max(1e-9, limit) else "same"


def examine(number, binary, keep):
    draw = mechanisms.Mechanism(number)
    pick = random.Random(f"ways {number}")
    ways = pick.sample(WAYS, 2) + [pick.choice(FIXED)]
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        for k, words in enumerate(ways):
            folder = pathlib.Path(scratch, str(k))
            folder.mkdir()
            verdict = compare(folder, draw, words, binary)
            found.append((words, verdict))
            if keep and verdict not in ("same", "bytes", "chaotic"):
                pathlib.Path(keep).mkdir(parents=True, exist_ok=True)
                pathlib.Path(keep, f"{number}_{k}.yaml").write_bytes((folder / "a/model.yaml").read_bytes())
    return found


def messages(binary):
    """Names of the refused files of which the two builds say different words."""
    def said(which, path):
        return subprocess.run([which, "check", path], cwd=ROOT / "tests/bad", capture_output=True, text=True,
                              check=False, errors="replace").stderr
    names = sorted(path.name for path in (ROOT / "tests/bad").glob("*.yaml"))
    return len(names), [name for name in names if said(binary, name) != said(MBSRUN, name)]


def main():
    parser = argparse.ArgumentParser(usage="see the head of same.py", description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--models", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    binary = str(pathlib.Path(arguments.binary).resolve())
    counts, different = collections.Counter(), 0
    numbers = range(arguments.first, arguments.first + arguments.models)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for number, found in zip(numbers, pool.map(lambda n: examine(n, binary, arguments.keep), numbers)):
            for words, verdict in found:
                known = verdict in ("same", "bytes", "chaotic")
                counts[verdict if known else verdict.split()[0]] += 1
                different += not known
                if not known:
                    print(f"{number}, {words or 'auto'}: {verdict}", flush=True)
    files, other = messages(binary)
    for name in other:
        print(f"tests/bad/{name}: other words")
    line = (f"{arguments.models} mechanisms, {sum(counts.values())} runs by each: "
            + ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
            + f"; {files} refused files, {len(other)} in other words")
    print(line)
    if arguments.record:
        report.put_section("same", "## This build and another\n\nWritten by `./dev bench same BINARY --record`, "
                           f"revision {report.revision()}. {line}.\n")
    return 1 if different or other else 0


if __name__ == "__main__":
    sys.exit(main())
