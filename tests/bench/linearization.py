#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Seed 004: 10,000 linearizations of the 3D pendulum, beside a program written by hand on LAPACK.

usage: ./dev bench linearization [--pairs N] [--require] [--record]

Alternating pairs of processes (default 21). Each execution of either does the whole work: terms,
null space, all eigenvalues by QZ with vectors, residuals, angles and labels. CPU time of the
executions alone, by the process's own clock; both on the same LAPACK.

  --require  exit status 1 beyond 0.2 s, beyond a ratio of 2, or beyond an error of 1e-13
  --record   write tests/bench/linearization.json and the section of tests/bench/RESULTS.md
"""
import argparse
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

import report
from report import BUILD, ROOT, die, spread

MODEL = ROOT / "models/founding/linearization_pendulum.yaml"
EXACT = 3.1320919526731650539
EXECUTIONS, CPU_LIMIT, RATIO_LIMIT, ERROR_LIMIT = 10000, 0.2, 2.0, 1e-13


def by_hand():
    program = BUILD / "tests/bench/lapack_pendulum"
    result = subprocess.run([str(program), str(EXECUTIONS)], capture_output=True, text=True, check=False,
                            env=report.ENVIRONMENT)
    if result.returncode != 0:
        die(f"{program} failed")
    seconds, error, _ = result.stdout.split()
    return float(seconds), float(error)


def by_mbsrun(folder):
    summary = report.mbsrun(MODEL, folder, "--repeat", str(EXECUTIONS))
    found = summary["analyses"]["linearization"]["linearize"]["repeat"]
    with open(pathlib.Path(folder) / "linearization.eigenvalues.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["label"] == "true"]
    if found["executions"] != EXECUTIONS or len(rows) != 4:
        die("mbsrun did not do the work")
    error = math.sqrt(sum(float(row["re"]) ** 2 + (abs(float(row["im"])) - EXACT) ** 2 for row in rows))
    return found["cpu_s"], error


def measure(pairs):
    hand, own = [], []
    with tempfile.TemporaryDirectory() as folder:
        by_hand()
        by_mbsrun(folder)
        for k in range(pairs):
            if k % 2:
                own.append(by_mbsrun(folder))
                hand.append(by_hand())
            else:
                hand.append(by_hand())
                own.append(by_mbsrun(folder))
    return hand, own


def main():
    parser = argparse.ArgumentParser(prog="./dev bench linearization", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=21)
    parser.add_argument("--require", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.pairs < 1:
        parser.error("--pairs wants a positive number")
    conditions = report.conditions()
    hand, own = measure(options.pairs)
    ratio = spread([a[0] / b[0] for a, b in zip(own, hand)])
    values = {"name": "linearization", "conditions": conditions, "pairs": options.pairs,
              "executions": EXECUTIONS, "ratio": ratio,
              "mbsrun": {"cpu_s": spread([a for a, _ in own]), "error": max(e for _, e in own)},
              "by_hand": {"cpu_s": spread([a for a, _ in hand]), "error": max(e for _, e in hand)}}
    report.write_json("linearization", values, options.record)
    lines = ["| program | CPU s, median (quartiles) | norm-2 error of the true eigenvalues |", "|---|---|---|"]
    for name, key in (("mbsrun", "mbsrun"), ("C and LAPACK by hand", "by_hand")):
        times = values[key]["cpu_s"]
        lines.append(f"| {name} | {times['median']:.4f} ({times['lower_quartile']:.4f} to "
                     f"{times['upper_quartile']:.4f}) | {values[key]['error']:.1e} |")
    text = (f"{EXECUTIONS:,} executions of seed 004's linearization, {options.pairs} alternating pairs.\n\n"
            + "\n".join(lines)
            + f"\n\n**Median ratio {ratio['median']:.2f}** (quartiles {ratio['lower_quartile']:.2f} to "
              f"{ratio['upper_quartile']:.2f}; required: at most {RATIO_LIMIT:g}, and at most "
              f"{CPU_LIMIT:g} s).")
    if options.record:
        report.put_section("linearization", "## Linearization of a 3D pendulum\n\n`./dev bench linearization "
                           f"--record`\n\n{report.conditions_text(conditions)}\n{text}\n")
    print(text)
    good = (ratio["median"] <= RATIO_LIMIT and values["mbsrun"]["cpu_s"]["median"] <= CPU_LIMIT
            and values["mbsrun"]["error"] <= ERROR_LIMIT)
    return 1 if options.require and not good else 0


if __name__ == "__main__":
    sys.exit(main())
