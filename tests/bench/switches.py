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
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import campaign
from report import MBSRUN, ROOT

sys.path.insert(0, str(ROOT / "tests/models"))
import passages  # noqa: E402


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
        for method in campaign.METHODS:
            text = model.text(method)
            fault = passages.fault(model, run(pathlib.Path(name), text))
            found.append((kind, method, fault))
            if fault and keep:
                pathlib.Path(keep, f"{kind}_{method}_{seed}.yaml").write_text(f"# {fault}\n{text}", encoding="utf-8")
    return found


if __name__ == "__main__":
    campaign.run("switches", "Switches", __doc__, passages.KINDS, 10000, judge)
