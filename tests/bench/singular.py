#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Do runs pass singular poses? N-four-bar mechanisms over windows, tolerances and methods.

usage: ./dev bench singular [--ida] [--record]

Every run lasts 10 s and meets ten poses in which all bars lie in one line. Counted are the runs that end
early, those that leave the parallelogram's branch (tests/models/four_bars.py has the exact motion), and
those that the audit calls inaccurate, with the smallest of their errors.
The absolute tolerance is the default (a hundredth of the relative one) or equal to it.

  --ida      the formulations of ida, too: most of their runs end early, each after up to 3 s
  --record   write the section of tests/bench/RESULTS.md
"""
import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import report
from report import MBSRUN, ROOT, die

sys.path.insert(0, str(ROOT / "tests/models"))
import four_bars  # noqa: E402

WINDOWS = (1, 2, 4, 10)
METHODS = {"auto": "method: auto", "runge_kutta, order 8": "method: runge_kutta, order: 8",
           "runge_kutta, order 5": "method: runge_kutta, order: 5"}
IDA = {f"ida, {name}": f"method: ida, formulation: {name}" for name in ("index_1", "explicit", "ggl")}
FINE = [10 ** (-k / 2) for k in range(8, 19)]
COARSE = [10 ** -k for k in range(4, 10)]


def run(folder, windows, words, relative, absolute):
    """(status of the analysis, left the branch, error at the end)."""
    tolerances = f"tolerances: {{relative: {relative!r}" + (f", absolute: {absolute!r}}}" if absolute else "}")
    model = folder / "model.yaml"
    model.write_text(four_bars.model(windows, f"{{{words}, {tolerances}}}", output_step=0.05), encoding="utf-8")
    command = [MBSRUN, "run", model, "-o", folder / "results", "--force", "--quiet", "--time-limit", "3"]
    status = subprocess.run(command, capture_output=True, check=False).returncode
    if status not in (0, 4, 9, 10):
        die(f"{command} ended with {status}")
    analysis = json.loads((folder / "results/summary.json").read_text())["analyses"]["turn"]
    with open(folder / "results" / ("turn.csv" if status in (0, 10) else "turn.partial.csv"), newline="") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    x, y = four_bars.exact(windows, rows[-1]["t"])
    error = math.hypot(rows[-1]["x"] - x, rows[-1]["y"] - y)
    return analysis["status"], max(abs(row["parallel"]) for row in rows) > 0.01, error


def campaign(folder, words, grid, equal):
    early = wrong = count = 0
    worst = 0.0  # error over relative tolerance, of the runs that are ok
    told = []
    for windows in WINDOWS:
        for relative in grid:
            status, left, error = run(folder, windows, words, relative, relative if equal else None)
            count, early, wrong = count + 1, early + (status not in ("ok", "inaccurate")), wrong + left
            if status == "inaccurate":
                told.append(error)
            elif status == "ok":
                worst = max(worst, error / relative)
    return f"{early} / {wrong} of {count}, {worst:.0f}" + (f", told {len(told)} from {min(told):.2g} m" if told else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ida", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    lines = ["## Singular poses", "", "Written by `./dev bench singular --record`. N-four-bars, N = 1, 2, 4, 10, "
             "10 s: runs that end early / that leave the branch, of all; largest error at the end over the "
             "relative tolerance [m] of those that are ok; those told to be inaccurate, with their smallest error.", "",
             "| method | absolute = relative / 100 | absolute = relative |", "|---|---|---|"]
    with tempfile.TemporaryDirectory() as name:
        for method, words in {**METHODS, **(IDA if options.ida else {})}.items():
            grid = FINE if method in METHODS else COARSE
            cells = [campaign(pathlib.Path(name), words, grid, equal) for equal in (False, True)]
            lines.append(f"| {method} | {cells[0]} | {cells[1]} |")
            print(lines[-1], flush=True)
    if options.record:
        report.put_section("singular", "\n".join(lines))


if __name__ == "__main__":
    main()
