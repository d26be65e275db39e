#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Are narrow pulses in quiet stretches met? Bells of force in time and in place.

usage: ./dev bench pulses [--places N] [--record]

A mass of 1 kg is pushed by 10 N exp(-((u - c)/s)^2) for 10 s, u being the time, or the place of the mass
itself, which then comes at 1 m/s. The width 2 s is 1e-4 to 1e-1 of the run, its place c is drawn. The
velocity at the end has a closed form. A result is right within 1e-4 of it at the default tolerances, 1e-8
at a relative tolerance of 1e-11; one that is wrong must not be called ok.

  --places N  so many places of each width (default 200)
  --record    write the section of tests/bench/RESULTS.md
"""
import argparse
import csv
import json
import math
import pathlib
import random
import subprocess
import tempfile

import report
from report import MBSRUN, die

DURATION, FORCE = 10.0, 10.0
WIDTHS = (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)
# name: words of the integrator, allowed error
WAYS = {"auto": ("", 1e-4), "auto, 1e-11": ("tolerances: {relative: 1e-11}", 1e-8),
        "runge_kutta, order 5": ("method: runge_kutta, order: 5", 1e-4),
        "ida": ("method: ida", 1e-4), "newmark, fixed step": ("method: newmark, step: 0.01", 1e-1)}
MODEL = """mbs: 1
space: planar
gravity: [0, 0]
bodies: {{P: {{type: point_mass, mass: 1, initial: {{velocity: [{speed}, 0]}}}}}}
forces: {{F: {{type: force, marker: P, vector: ["{force}*exp(-(({at} - {place!r})/{s!r})^2)", 0]}}}}
analyses: {{run: {{type: dynamics, duration: 10, output_step: 0.1, integrator: {{{words}}}}}}}
outputs: {{v: P.vx}}
"""


def truth(kind, place, s, end):
    """The impulse, or the work, of the whole bell between 0 and the end."""
    bell = FORCE * s * math.sqrt(math.pi) / 2 * (math.erf((end - place) / s) + math.erf(place / s))
    return bell if kind == "time" else math.sqrt(1 + 2 * bell)


def run(folder, kind, place, s, words):
    """(status, velocity at the end, steps)."""
    model = folder / "model.yaml"
    at = "t" if kind == "time" else "P.x/(1 m)"
    model.write_text(MODEL.format(speed=0 if kind == "time" else 1, force=FORCE, at=at, place=place, s=s,
                                  words=words), encoding="utf-8")
    command = [MBSRUN, "run", model, "-o", folder / "results", "--force", "--quiet"]
    status = subprocess.run(command, capture_output=True, check=False).returncode
    if status not in (0, 4, 9, 10):
        die(f"{command} ended with {status}")
    analysis = json.loads((folder / "results/summary.json").read_text())["analyses"]["run"]
    if status in (4, 9):
        return status, math.nan, analysis["steps"]
    with open(folder / "results/run.csv", newline="") as file:
        return status, float(list(csv.DictReader(file))[-1]["v"]), analysis["steps"]


def campaign(folder, kind, words, allowed, places):
    """Cells of a row of the table: wrong/of them called ok, for each width; steps and worst error."""
    cells, steps, worst = [], [], 0.0
    for width in WIDTHS:
        draw = random.Random(f"{kind} {width}")
        wrong = silent = 0
        for _ in range(places):
            s = width * DURATION / 2
            place = draw.uniform(0.15, 0.85) * DURATION
            status, v, count = run(folder, kind, place, s, words)
            exact = truth(kind, place, s, DURATION if kind == "time" else math.inf)
            error = abs(v - exact) / max(1.0, exact)
            right = error <= allowed
            wrong += not right
            silent += status == 0 and not right
            steps.append(count)
            worst = max(worst, error if right else 0)
        cells.append(f"{wrong}/{silent}")
    return cells + [f"{sum(steps) / len(steps):.0f}", f"{worst:.1e}"]


def main():
    parser = argparse.ArgumentParser(usage="see the head of pulses.py", description=__doc__)
    parser.add_argument("--places", type=int, default=200)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    lines = ["## Pulses", "", f"Written by `./dev bench pulses --record` at revision {report.revision()}. Bells of 10 N in time and in place, width as part of "
             f"the run of 10 s, {arguments.places} places each: wrong ones / those of them that are called ok; "
             "steps; largest error of the right ones.", "",
             "| | " + " | ".join(f"{width:g}" for width in WIDTHS) + " | steps | error |",
             "|---|" + "---|" * (len(WIDTHS) + 2)]
    with tempfile.TemporaryDirectory() as scratch:
        for kind in ("time", "place"):
            for name, (words, allowed) in WAYS.items():
                cells = campaign(pathlib.Path(scratch), kind, words, allowed, arguments.places)
                lines.append(f"| in {kind}, {name} | " + " | ".join(cells) + " |")
                print(lines[-1], flush=True)
    if arguments.record:
        report.put_section("pulses", "\n".join(lines))


if __name__ == "__main__":
    main()
