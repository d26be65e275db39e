#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does auto choose the right integrator? Its cost on the shipped models over that of the best choice.

usage: ./dev bench auto [--require] [--record] [MODEL ...]

Every analysis that leaves the method to auto is run by auto at its own tolerances. Each other choice
is given the loosest tolerance, on a ladder of steps of the square root of ten, from which on its
error is no larger than auto's. Compared are callgrind's counts of instructions of the analysis
(rows, audit and checks are in all of them). The error is the largest over all rows and channels,
each divided by its own size, against the motion by Runge-Kutta at a relative tolerance of 1e-12
(1e-11 or 1e-10 where round-off at singular poses refuses it; that all of them give this motion is the matter of tests/models/test_formulations.py).

  --require  exit status 1 when auto costs more than 1.5 times the best choice anywhere
  --record   write the section of tests/bench/RESULTS.md
"""
import argparse
import csv
import pathlib
import sys
import tempfile

import report
from report import MBSRUN, ROOT, die

ALLOWED = 1.5
NEAR = 1.05  # of the best: not in the table
KINDS = {"explicit": "method: ida, formulation: explicit", "index_1": "method: ida, formulation: index_1",
         "order 5": "method: runge_kutta, order: 5", "order 8": "method: runge_kutta, order: 8"}
TINY = 1e-9  # channels smaller than this are noise


class Case:
    def __init__(self, model, analysis, folder):
        self.model, self.analysis = model, analysis
        self.folder = pathlib.Path(folder) / f"{model.stem}_{analysis}"

    def command(self, words=None, relative=None, absolute=None):
        line = [MBSRUN, self.model, "-o", self.folder, "--force", "--analysis", self.analysis]
        if words is not None:
            line += ["--set", f"analyses.{self.analysis}.integrator={{{words}, tolerances: "
                              f"{{relative: {relative:.4e}, absolute: {absolute:.4e}}}}}"]
        return line

    def run(self, *setting):
        """The summary of the analysis and its rows; None when it failed."""
        status = report.subprocess.run([str(w) for w in self.command(*setting)], capture_output=True,
                                       env=report.ENVIRONMENT, check=False).returncode
        if status not in (0, 6):
            return None
        summary = report.read_json((self.folder / "summary.json").read_text(encoding="utf-8"))
        with open(self.folder / f"{self.analysis}.csv", newline="", encoding="utf-8") as file:
            rows = [[float(word or "nan") for word in row] for row in list(csv.reader(file))[1:]]
        return summary["analyses"][self.analysis], rows

    def count(self, *setting):
        return report.instructions(self.command(*setting), "dynamics_run*", (0, 6))


def apart(rows, exact):
    """Largest difference over all channels, each divided by its size."""
    worst = 0.0
    for k in range(1, len(exact[0])):
        size = max(abs(row[k]) for row in exact)
        if size > TINY:
            worst = max(worst, max(abs(a[k] - b[k]) for a, b in zip(rows, exact)) / size)
    return worst


def cheapest(case, words, ratio, error, exact):
    """The loosest tolerance from which on the error is at most that, and the count there."""
    found = None
    for k in range(24, 5, -1):  # 1e-12 to 1e-3
        relative = 10 ** (-k / 2)
        done = case.run(words, relative, max(relative * ratio, 1e-14))
        if done is None or not apart(done[1], exact) <= error:
            break
        found = relative
    if found is None:
        return None, None
    return found, case.count(words, found, max(found * ratio, 1e-14))


def look(case):
    own = case.run()
    if own is None:
        die(f"{case.model} failed")
    integrator = own[0]["integrator"]
    relative, absolute = integrator["relative_tolerance"], integrator["absolute_tolerance"]
    ratio = absolute / relative
    # 40 windows pass their singular poses only where round-off leaves them room
    for tightest in (1e-12, 1e-11, 1e-10):
        exact = case.run(KINDS["order 8"], tightest, tightest / 100)
        if exact is not None:
            break
    else:
        die(f"{case.model} has no reference")
    error = apart(own[1], exact[1])
    row = {"case": f"{case.model.stem} {case.analysis}", "error": error,
           "auto": case.count(), "method": integrator["method"]}
    # "auto: explicit, since ..": the file asks for ida, and leaves the formulation alone to auto
    asked = integrator["choice"].split()[1].rstrip(",") in KINDS
    for name, words in KINDS.items():
        left = not asked or words.startswith("method: ida")
        row[name] = cheapest(case, words, ratio, error, exact[1]) if left else (None, None)
    counts = [row[name][1] for name in KINDS if row[name][1]]
    row["ratio"] = row["auto"] / min(counts) if counts else None
    return row


def cases(chosen, folder):
    models = [pathlib.Path(m).resolve() for m in chosen] or sorted((ROOT / "models").glob("*/*.yaml"))
    for model in models:
        with tempfile.TemporaryDirectory() as scratch:
            # a few steps tell which analyses there are
            report.subprocess.run([str(MBSRUN), str(model), "-o", scratch, "--force", "--max-steps",
                                   "10"], capture_output=True, check=False, env=report.ENVIRONMENT)
            summary = report.read_json(
                (pathlib.Path(scratch) / "summary.json").read_text(encoding="utf-8"))
        for name, analysis in summary["analyses"].items():
            if (analysis["type"] == "dynamics"
                    and (analysis["integrator"]["choice"] or "").startswith("auto")):
                yield Case(model, name, folder)


def table(rows):
    lines = ["| model, analysis | error of auto | auto, M | " + " | ".join(f"{k}, M (tolerance)"
             for k in KINDS) + " | auto / best |", "|---" * (4 + len(KINDS)) + "|"]
    for row in rows:
        cells = [row["case"], f"{row['error']:.1e}", f"{row['auto'] / 1e6:.2f} ({row['method']})"]
        cells += [f"{row[k][1] / 1e6:.2f} ({row[k][0]:.0e})" if row[k][1] else "not reached"
                  for k in KINDS]
        cells.append(f"{row['ratio']:.2f}" if row["ratio"] else "alone")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--require", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(options.models, folder):
            rows.append(look(case))
            print(table(rows[-1:]).splitlines()[2], file=sys.stderr, flush=True)
    apart = [row for row in rows if not row["ratio"] or row["ratio"] > NEAR]
    text = table(apart) + (f"\n\nThe other {len(rows) - len(apart)} are at most {NEAR} times the best.")
    worst = max((row["ratio"] or 0 for row in rows), default=0)
    text += (f"\n\nLargest ratio: {worst:.2f} (required: at most {ALLOWED}). Millions of instructions "
             "of the analysis at equal accuracy; order 5 and 8 are runge_kutta, explicit and index_1 ida.")
    print(text)
    if options.record:
        report.put_section("auto", "## What auto chooses\n\nWritten by `./dev bench auto --record`.\n\n"
                           + text)
    return int(options.require and worst > ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
