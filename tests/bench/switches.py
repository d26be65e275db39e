#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Is no switch passed unseen? Random motions with 1 to 100 passages in steps without a bound.

usage: ./dev bench switches [--models N] [--seed S] [--jobs J] [--record]

Kinds of forces and events as in tests/models/passages.py, whose truth is a sequence of closed forms; each
model runs by runge_kutta and by ida. Counted are the models whose final place or speed, number of passages
or times of events are not those of the truth. Exit status 1 when there is one.

  --models N   in all (10,000)
  --kind K     this kind alone
  --keep DIR   leave the models that are wrong there
  --record     write the section of tests/bench/RESULTS.md
"""
import argparse
import concurrent.futures
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import report
from report import MBSRUN, ROOT

sys.path.insert(0, str(ROOT / "tests/models"))
import passages  # noqa: E402

METHODS = ("runge_kutta", "ida")


def run(folder, text):
    (folder / "model.yaml").write_text(text, encoding="utf-8")
    command = [MBSRUN, "run", folder / "model.yaml", "-o", folder / "results", "--force", "--quiet", "--time-limit", "60"]
    status = subprocess.run(command, capture_output=True, check=False).returncode
    if status != 0:
        return status, None, None
    with open(folder / "results/run.csv", newline="", encoding="utf-8") as file:
        last = {key: float(value) for key, value in list(csv.DictReader(file))[-1].items()}
    return status, json.loads((folder / "results/summary.json").read_text()), last


def judge(job):
    """(kind, method, fault or None) of a seed."""
    seed, kind, keep = job
    model = passages.draw(random.Random(seed), kind)
    found = []
    with tempfile.TemporaryDirectory() as name:
        for method in METHODS:
            text = model.text(method)
            fault = passages.fault(model, run(pathlib.Path(name), text))
            found.append((kind, method, fault))
            if fault and keep:
                pathlib.Path(keep, f"{kind}_{method}_{seed}.yaml").write_text(f"# {fault}\n{text}", encoding="utf-8")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", choices=passages.KINDS)
    parser.add_argument("--keep")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    kinds = [arguments.kind] if arguments.kind else passages.KINDS
    jobs = [(arguments.seed * 1000003 + k, kinds[k % len(kinds)], arguments.keep) for k in range(arguments.models)]
    tally = {kind: {method: [0, 0] for method in METHODS} for kind in kinds}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done, found in enumerate(pool.map(judge, jobs)):
            for kind, method, fault in found:
                tally[kind][method][0] += 1
                tally[kind][method][1] += fault is not None
                if fault:
                    print(f"{kind}, {method}, seed {jobs[done][0]}: {fault}", flush=True)
            if (done + 1) % 500 == 0:
                print(f"... {done + 1} of {len(jobs)} models", file=sys.stderr, flush=True)
    lines = ["| kind | models | wrong by runge_kutta | by ida |", "|---|---|---|---|"]
    lines += [f"| {kind} | {tally[kind]['runge_kutta'][0]} | " + " | ".join(str(tally[kind][m][1]) for m in METHODS) + " |"
              for kind in kinds]
    print("\n".join(lines))
    wrong = sum(tally[kind][method][1] for kind in kinds for method in METHODS)
    print(f"{wrong} of {2 * len(jobs)} runs wrong")
    if arguments.record:
        report.put_section("switches", "\n".join(
            ["## Switches", "", f"`./dev bench switches --models {arguments.models} --seed {arguments.seed}`: {wrong} of {2 * len(jobs)} runs "
             "wrong.", "", *lines]))
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
