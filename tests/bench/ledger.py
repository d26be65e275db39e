#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Is the energy ledger as exact as the motion? Drift of energy and work on the shipped models.

usage: ./dev bench ledger [--record] [MODEL ...]

Every dynamics analysis of a model with forces or motions runs at relative tolerances 1e-4 to 1e-12 with
its output step o, with 25 o where the duration allows it, and with o/25: there the stretches over which
work is summed are so short that the drift at the ends of steps is the motion's own. Reported are the
largest ratio of the drift to that of o/25 (wanted: at most 10), and the largest change that 25 o makes (at
most 2). Drifts below 1e-13 of the energies are round-off and left out.

  --record   write the section of tests/bench/RESULTS.md
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import tempfile

import report
from report import MBSRUN, ROOT

TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12)
ROUND_OFF = 1e-13


def drift(folder, model, name, relative, step):
    """(drift at the ends of steps, energies it is compared with); None where a run does not end."""
    out = pathlib.Path(folder) / f"{model.stem}_{name}_{relative}_{step}"
    at = f"analyses.{name}.integrator"
    block = f"{{relative: {relative!r}}}"
    # what the file does not have yet is set as a whole
    ways = ([f"{at}.tolerances.relative={relative!r}"], [f"{at}.tolerances={block}"],
            [f"{at}={{tolerances: {block}}}"]) if relative else ([],)
    for way in ways:
        words = [f"analyses.{name}.output_step={step!r}", *way]
        status = subprocess.run([MBSRUN, "run", model, "-o", out, "--quiet", "--max-output-size", "4000M", "--time-limit", "60",
                                 *(part for word in words for part in ("--set", word))], capture_output=True, check=False).returncode
        if status not in (2, 3):
            break
    try:
        analysis = json.loads((out / "summary.json").read_text())["analyses"][name]
    except (OSError, KeyError):
        return None
    for path in out.glob("*.csv"):
        path.unlink()
    if analysis["status"] not in ("ok", "inaccurate"):
        return None
    audit = analysis["audit"]
    return audit["energy_drift_steps"], max(audit["energy_scale"], abs(audit["energy_work"]))


def look(folder, model):
    """Rows (model, analysis, tolerance, drift, own, ratio, change) of one model."""
    with tempfile.TemporaryDirectory(dir=folder) as first:
        done = subprocess.run([MBSRUN, "run", model, "-o", f"{first}/out", "--quiet", "--time-limit", "60"],
                              capture_output=True, check=False)
        if done.returncode not in (0, 6, 10):
            return []
        summary = json.loads(pathlib.Path(f"{first}/out/summary.json").read_text())
    rows = []
    for name, analysis in summary["analyses"].items():
        if analysis["type"] != "dynamics" or not analysis["audit"]["energy_work"]:
            continue
        duration = analysis["duration"]
        step = duration / max(1, analysis["rows"] - 1)
        fixed = "step" in analysis["integrator"]
        for relative in ((None,) if fixed else TOLERANCES):
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                here = drift(scratch, model, name, relative, step)
                coarse = drift(scratch, model, name, relative, min(25 * step, duration))
                own = drift(scratch, model, name, relative, step / 25)
            if None in (here, coarse, own) or own[0] < ROUND_OFF * own[1]:
                continue
            rows.append((model.stem, name, relative, here[0], own[0], here[0] / own[0],
                         max(coarse[0] / here[0], here[0] / coarse[0]) if here[0] and coarse[0] else 1.0))
    return rows


def main():
    parser = argparse.ArgumentParser(usage="see the head of ledger.py", description=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    models = [pathlib.Path(model).resolve() for model in options.models] or sorted((ROOT / "models").glob("*/*.yaml"))
    rows = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda model: look(folder, model), models):
            for row in found:
                print("%-28s %-10s %-6s %9.2e %9.2e %7.2f %7.2f" % (*row[:2], row[2] or "fixed", *row[3:]), flush=True)
            rows += found
    ratio, change = max(rows, key=lambda row: row[5]), max(rows, key=lambda row: row[6])
    text = "\n".join((
        "## Ledger", "", f"Written by `./dev bench ledger --record` at revision {report.revision()}. Drift at the ends of steps beside that with 25 times "
        "as many rows, and what a 25th of the rows changes.", "", "| | figure | where |", "|---|---|---|",
        f"| largest drift over the motion's own | {ratio[5]:.2f} | {ratio[0]} {ratio[1]} at {ratio[2]} |",
        f"| largest change by output_step x 25 | {change[6]:.2f} | {change[0]} {change[1]} at {change[2]} |",
        f"| runs | {len(rows)} | {len({row[0] for row in rows})} models |"))
    print(text)
    if options.record:
        report.put_section("ledger", text)


if __name__ == "__main__":
    main()
