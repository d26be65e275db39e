#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Do bodies that meet hit each other, and leave as they must? Random places, speeds and restitutions.

usage: ./dev bench impacts [--models N] [--seed S] [--jobs J] [--keep DIR] [--record]

  billiards  two balls, an event on the distance of their centres less the diameter, head on or beside
  posts      a puck against a round post, a contact force
  cradles    balls in line that touch, one to three of them come in
  stops      the functions impact and bistop over places, speeds, exponents and damping, at 1e-11
  powers     forces like a power, 1.1 to 2.5, of what lies beyond a place or a time, 1 to 12 passages, default tolerances
Truth: closed forms; for stops Runge and Kutta with a thousand steps inside the stop. Each model runs by
runge_kutta and by ida. Exit status 1 when a final speed is wrong.

  --models N   in all (1,000)
  --keep DIR   leave the models that are wrong there
  --record     write the section of tests/bench/RESULTS.md
"""
import csv
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import campaign
from report import MBSRUN, ROOT

sys.path.insert(0, str(ROOT / "tests/models"))
import stops  # noqa: E402

METHODS = {"runge_kutta": "method: runge_kutta", "ida": "method: ida"}

BILLIARDS = """mbs: 1
space: planar
bodies:
  A: {{type: point_mass, mass: {ma!r}, initial: {{position: [0, {off!r}], velocity: [{v!r}, 0]}}}}
  B: {{type: point_mass, mass: {mb!r}, initial: {{position: [{far!r}, 0]}}}}
events:
  hit: {{when: "hypot(B.x-A.x, B.y-A.y) - {d!r}", direction: falling,
        impact: {{marker_i: A, marker_j: B, restitution: {e!r}}}}}
analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: 0.1}}}}
outputs: {{v0: A.vx, v1: A.vy, v2: B.vx, v3: B.vy}}
"""
POST = """mbs: 1
space: planar
ground: {{markers: {{post: {{position: [{far!r}, 0]}}}}}}
bodies: {{puck: {{type: point_mass, mass: 0.1, initial: {{position: [0, 0], velocity: [{v!r}, 0]}}}}}}
forces: {{hit: {{type: contact, marker_i: ground.post, marker_j: puck, radius_i: 0.03, radius_j: 0.04,
         stiffness: 1e6, exponent: 1.5}}}}
analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: 0.1}}}}
outputs: {{v0: puck.vx}}
"""
STOP = """mbs: 1
space: planar
bodies: {{P: {{type: point_mass, mass: 1, initial: {{position: [{x!r}, 0], velocity: [{v!r}, 0]}}}}}}
forces: {{F: {{type: force, marker: P, vector: ["{force}", 0]}}}}
analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: {duration!r}}}}}
outputs: {{v0: P.vx}}
"""


def billiards(chance):
    """A has the share (ma - e mb)/(ma + mb) of its speed along the line of centres left."""
    d, far, v = 0.0572, chance.uniform(0.3, 5), chance.choice((0.7, 3.0, 11.0))
    off = chance.choice((0.0, 0.03, 0.05, chance.uniform(0, 0.057)))
    ma, mb, e = chance.choice(((0.2, 0.2), (0.2, 0.5), (1.0, 0.1))) + (chance.choice((0.95, 1.0, 0.3)),)
    n = (math.sqrt(d * d - off * off) / d, -off / d)
    push = (1 + e) * v * n[0] * ma * mb / (ma + mb)
    truth = [v - push / ma * n[0], -push / ma * n[1], push / mb * n[0], push / mb * n[1]]
    text = BILLIARDS.format(ma=ma, mb=mb, off=off, v=v, far=far, d=d, e=e, duration=far / v + chance.uniform(0.1, 3))
    return text, truth, 1e-7 * v, ""


def posts(chance):
    far, v = chance.uniform(0.5, 8), chance.choice((5.0, 2.0, 20.0))
    text = POST.format(far=far, v=v, duration=far / v + chance.uniform(0.1, 2))
    return text, [-v], 1e-3 * v, ""


def cradles(chance):
    count = chance.randint(2, 10)
    incoming, v = chance.randint(1, min(3, count - 1)), chance.choice((1.0, 0.3, 4.0))
    speeds = [v] * incoming + [0.0] * (count - incoming)
    far = chance.choice((None, (incoming - 1, chance.uniform(0.01, 0.1 * v))))
    text = stops.row_of_balls(speeds, far=far, x0=chance.choice((0.0, chance.uniform(-100, 100))))
    return text, speeds[::-1], 1e-9 * v, ""


def elastic_stops(chance):
    e, c = chance.choice((1, 1.2, 1.5, 2, 2.2, 3)), chance.choice((0, 1, 10, 100, 500))
    k, d = 10 ** chance.uniform(4, 8), chance.choice((1e-3, 1e-4, 1e-2))
    v, x = -chance.choice((1.0, 0.3, 3.0)), chance.uniform(0.55, 1.5)
    truth = stops.rebound(-v, k, e, c, d)
    name = chance.choice(("impact(P.x, P.vx, 0.5, ", "bistop(P.x, P.vx, 0.5, 3, "))
    # leaves after at most about the time of a half wave, and as long again where damping holds it
    inside = 8 * (abs(v) ** (1 - e) / k) ** (1 / (1 + e)) * max(1, abs(v) / max(truth, 1e-3))
    text = STOP.format(x=x, v=v, force=f"{name}{k!r}, {e}, {c}, {d})", duration=(x - 0.5) / -v + inside)
    return text, [truth], 3e-5 * abs(v), ", tolerances: {relative: 1e-11, absolute: 1e-13}"


def powers(chance):
    force, x, v, duration, _, speed, _ = stops.power_law(chance)
    return STOP.format(x=x, v=v, force=force, duration=duration), [speed], 1e-4 * max(abs(v), abs(speed)), ""


FAMILIES = {"billiards": billiards, "posts": posts, "cradles": cradles, "stops": elastic_stops, "powers": powers}


def speeds_of(folder, text, integrator):
    (folder / "model.yaml").write_text(text, encoding="utf-8")
    command = [MBSRUN, "run", folder / "model.yaml", "-o", folder / "results", "--force", "--quiet", "--time-limit", "60",
               "--set", f"analyses.run.integrator={{{integrator}}}"]
    child = subprocess.run(command, capture_output=True, text=True, check=False)
    if child.returncode != 0:
        return None, f"status {child.returncode}: {child.stderr.splitlines()[0] if child.stderr else ''}"
    with open(folder / "results/run.csv", newline="", encoding="utf-8") as file:
        last = list(csv.DictReader(file))[-1]
    return [float(last[name]) for name in sorted((n for n in last if n[0] == "v"), key=lambda n: int(n[1:]))], None


def judge(job):
    """(family, method, fault or None) of a seed."""
    seed, family, keep = job
    text, truth, allowed, more = FAMILIES[family](random.Random(seed))
    found = []
    with tempfile.TemporaryDirectory() as name:
        for method, words in METHODS.items():
            speeds, fault = speeds_of(pathlib.Path(name), text, words + more)
            if fault is None and max(abs(a - b) for a, b in zip(speeds, truth)) > allowed:
                fault = f"{speeds} instead of {truth}"
            found.append((family, method, fault))
            if fault and keep:
                pathlib.Path(keep, f"{family}_{method}_{seed}.yaml").write_text(f"# {fault}\n{text}", encoding="utf-8")
    return found


if __name__ == "__main__":
    campaign.run("impacts", "Impacts", __doc__, FAMILIES, 1000, judge)
