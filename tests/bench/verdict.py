#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Is the audit's verdict right? Random good models must be told nothing, wrong ones must be told.

usage: ./dev bench verdict [--models N] [--first K] [--jobs J] [--record] [--keep DIR]

Each model is drawn: pendula and chains, four-bars, sliders, masses on nets of springs, tops and free
bodies, things that fall, bounce, rub, are driven or rest, of sizes from a millimetre to a kilometre,
masses from a gram to tons, by several methods and tolerances. It runs as it is, and again at a
relative tolerance of 1e-11 (1e-12) by another method as truth. The error is the largest difference
of a position over what the largest one ranges over; two such truths agree to 1e-5 of it.

  good   an error below 1e-4: no warning, no `inaccurate`; each that is told counts as false
  wrong  an error of 0.1 or more: `inaccurate`, a warning, or a failure; each that is ok counts as missed

A second table takes the same models by fixed steps and loose tolerances, good ones and bad ones.

  --models N  so many of the first table, a third of it in the second (default 1000)
  --first K   the number of the first one
  --jobs J    processes at a time (default 2)
  --record    write the section of tests/bench/RESULTS.md
  --keep DIR  leave the models of false and missed verdicts there
"""
import argparse
import concurrent.futures
import csv
import json
import math
import pathlib
import random
import subprocess
import tempfile

import report
from report import MBSRUN

FAMILIES = ("chain", "four_bar", "slider", "net", "top", "flight", "bounce", "rub", "driven", "rest", "stiff", "cart")
GOOD, WRONG = 1e-4, 0.1
PLAIN = ("", "", "", "method: runge_kutta", "method: ida", "tolerances: {relative: 1e-9}",
         "tolerances: {relative: 1e-11}", "method: ida, tolerances: {relative: 1e-9}")
ROUGH = ("method: symplectic, step: H", "method: runge_kutta, step: H", "method: runge_kutta, order: 5, step: H",
         "method: newmark, step: H", "method: hht, step: H", "method: generalized_alpha, step: H",
         "method: newmark, gamma: 0.5, beta: 0.25, projection: velocity, step: H",
         "tolerances: {relative: 1e-2}", "tolerances: {relative: 1e-4}", "method: ida, tolerances: {relative: 1e-3}",
         "method: generalized_alpha, tolerances: {relative: 1e-4}")
TRUTHS = ("method: runge_kutta, tolerances: {relative: 1e-11}", "tolerances: {relative: 1e-12}")


class Draw:
    """A model in the making: sizes L [m], M [kg], g [m/s^2] and the time scale T [s]."""

    def __init__(self, number):
        self.random = random.Random(f"verdict {number}")
        self.family = FAMILIES[number % len(FAMILIES)]
        r = self.random
        self.L, self.M = 10 ** r.uniform(-3, 3), 10 ** r.uniform(-3, 3)
        self.g = 9.81 if r.random() < 0.7 else 10 ** r.uniform(-2, 2)
        self.T = math.sqrt(self.L / self.g)
        self.planar, self.bodies, self.joints, self.forces, self.more = True, {}, {}, {}, ""
        self.seen, self.angle_seen = [], []
        getattr(self, self.family)(r)
        self.duration = self.T * 10 ** r.uniform(0, 1.3)

    def length(self, low=0.3, high=1.0):
        return self.L * self.random.uniform(low, high)

    def mass(self):
        return self.M * 10 ** self.random.uniform(-1, 1)

    def spring(self, i, j, frequency, free=None, damping=0.0):
        k = self.M * frequency ** 2
        self.forces[f"s{len(self.forces)}"] = (f"{{type: spring_damper, marker_i: {i}, marker_j: {j}, stiffness: {k!r}, "
                                               f"damping: {damping * self.M * frequency!r}, "
                                               f"free_length: {free if free is not None else self.length()!r}}}")

    def rod(self, name, x, y, angle, length):
        m = self.mass()
        cx, cy = x + length / 2 * math.cos(angle), y + length / 2 * math.sin(angle)
        self.bodies[name] = (f"{{type: rigid, mass: {m!r}, inertia: {m * length ** 2 / 12!r}, "
                             f"initial: {{position: [{cx!r}, {cy!r}], angle: {angle!r}}}, "
                             f"markers: {{a: {{position: [{-length / 2!r}, 0]}}, b: {{position: [{length / 2!r}, 0]}}}}}}")
        self.seen.append(name)
        return x + length * math.cos(angle), y + length * math.sin(angle)

    def start(self, name, rate):
        """The rate of a body at the start."""
        self.bodies[name] = self.bodies[name].replace("}, markers", f", angle_rate: {rate!r}}}, markers")

    def point(self, name, x, y, vx=0.0, vy=0.0, mass=None):
        self.bodies[name] = (f"{{type: point_mass, mass: {mass or self.mass()!r}, "
                             f"initial: {{position: [{x!r}, {y!r}], velocity: [{vx!r}, {vy!r}]}}}}")
        self.seen.append(name)

    # ---- families

    def chain(self, r):
        x = y = 0.0
        for k in range(r.randint(1, 4)):
            x, y = self.rod(f"r{k}", x, y, r.uniform(-math.pi / 2 - 0.6, -math.pi / 2 + 0.6), self.length())
            before = "ground" if k == 0 else f"r{k - 1}.b"
            self.joints[f"pin{k}"] = f"{{type: revolute, marker_i: {before}, marker_j: r{k}.a}}"
        if r.random() < 0.5:
            self.spring("ground", f"r{k}.b", r.uniform(0.5, 20) / self.T, damping=r.choice((0, 0.1)))

    def four_bar(self, r):
        a, b, c = 0.3 * self.L, self.L, 0.8 * self.L
        d, turn = 0.9 * self.L, r.uniform(0.3, 2.5)
        x, y = self.rod("crank", 0.0, 0.0, turn, a)
        reach = math.hypot(d - x, y)
        at_tip = math.atan2(-y, d - x)
        inner = math.acos((b ** 2 + reach ** 2 - c ** 2) / (2 * b * reach))
        u, v = self.rod("coupler", x, y, at_tip + inner, b)
        self.rod("rocker", d, 0.0, math.atan2(v, u - d), math.hypot(u - d, v))
        self.more += f"ground: {{markers: {{far: {{position: [{d!r}, 0]}}}}}}\n"
        for name, i, j in (("p0", "ground", "crank.a"), ("p1", "crank.b", "coupler.a"), ("p2", "coupler.b", "rocker.b"),
                           ("p3", "ground.far", "rocker.a")):
            self.joints[name] = f"{{type: revolute, marker_i: {i}, marker_j: {j}}}"
        self.start("crank", r.uniform(3, 10) / self.T)

    def slider(self, r):
        turn = r.uniform(0.3, 2.8)
        a, b = 0.3 * self.L, self.L
        x, y = self.rod("crank", 0.0, 0.0, turn, a)
        u, _ = self.rod("rod", x, y, -math.asin(y / b), b)
        m = self.mass()
        self.bodies["piston"] = f"{{type: rigid, mass: {m!r}, inertia: {m * a ** 2!r}, initial: {{position: [{u!r}, 0]}}}}"
        self.seen.append("piston")
        self.start("crank", r.uniform(3, 10) / self.T)
        self.joints |= {"p0": "{type: revolute, marker_i: ground, marker_j: crank.a}",
                        "p1": "{type: revolute, marker_i: crank.b, marker_j: rod.a}",
                        "p2": "{type: revolute, marker_i: rod.b, marker_j: piston}",
                        "p3": "{type: prismatic, marker_i: ground, marker_j: piston}"}
        if r.random() < 0.5:
            self.spring("ground", "piston", r.uniform(0.5, 5) / self.T, damping=r.choice((0, 0.2)))

    def net(self, r):
        count = r.randint(2, 5)
        for k in range(count):
            self.point(f"P{k}", self.L * (k + 1), self.length(-0.3, 0.3), *(self.L / self.T * r.uniform(-1, 1) for _ in "xy"))
            self.spring("ground" if k == 0 else f"P{k - 1}", f"P{k}", r.uniform(1, 30) / self.T, damping=r.choice((0, 0.05)))
        self.spring("ground", f"P{count - 1}", r.uniform(1, 10) / self.T)

    def top(self, r):
        self.planar = False
        m, l = self.mass(), self.length()
        I, J = m * l ** 2 * r.uniform(0.1, 0.3), m * l ** 2 * r.uniform(0.05, 0.15)
        tilt, spin = r.uniform(0.1, 1.2), r.uniform(2, 60) / self.T
        self.bodies["top"] = (f"{{type: rigid, mass: {m!r}, inertia: {{xx: {I!r}, yy: {I!r}, zz: {J!r}}}, "
                              f"initial: {{position: [0, {-l * math.sin(tilt)!r}, {l * math.cos(tilt)!r}], "
                              f"orientation: {{axis_angle: {{axis: [1, 0, 0], angle: {tilt!r}}}}}, "
                              f"angular_velocity: [0, {-spin * math.sin(tilt)!r}, {spin * math.cos(tilt)!r}]}}, "
                              f"markers: {{tip: {{position: [0, 0, {-l!r}]}}}}}}")
        self.joints["ball"] = "{type: spherical, marker_i: ground, marker_j: top.tip}"
        self.seen.append("top")

    def flight(self, r):
        self.point("P", 0.0, 0.0, *(self.L / self.T * r.uniform(-3, 3) for _ in "xy"))
        if r.random() < 0.6:
            self.forces["air"] = f"{{type: force, marker: P, vector: [\"-{self.M / self.T * r.uniform(0.01, 1)!r}*P.vx\", 0]}}"

    def bounce(self, r):
        self.point("P", 0.0, self.length(), self.L / self.T * r.uniform(0, 1), mass=self.M)
        k = self.M * (r.uniform(10, 300) / self.T) ** 2
        self.forces["floor"] = f"{{type: force, marker: P, vector: [0, \"max(0, -{k!r}*P.y)\"]}}"

    def rub(self, r):
        m = self.M
        self.bodies["block"] = (f"{{type: rigid, mass: {m!r}, inertia: {m * self.L ** 2!r}, "
                                f"initial: {{position: [0, 0], velocity: [{self.L / self.T * r.uniform(0.5, 3)!r}, 0]}}}}")
        self.joints["slide"] = "{type: prismatic, marker_i: ground, marker_j: block}"
        self.forces["rub"] = f"{{type: friction, joint: slide, kinetic: {r.uniform(0.1, 0.8)!r}, transition_speed: {1e-3 * self.L / self.T!r}, overlap: {self.L!r}}}"
        self.seen.append("block")
        self.spring("ground", "block", r.uniform(0.5, 5) / self.T, free=repr(self.length()))

    def driven(self, r):
        x, y = self.rod("crank", 0.0, 0.0, 0.0, 0.4 * self.L)
        self.rod("arm", x, y, r.uniform(-2.5, -0.5), self.length())
        w = r.uniform(1, 8) / self.T
        self.joints |= {"p0": "{type: revolute, marker_i: ground, marker_j: crank.a}",
                        "p1": "{type: revolute, marker_i: crank.b, marker_j: arm.a}"}
        self.more += f"motions: {{drive: {{joint: p0, law: \"{r.uniform(0.3, 2)!r}*(1 - cos({w!r}*t))\"}}}}\n"

    def rest(self, r):
        k = self.M * (10 ** r.uniform(0, 3) / self.T) ** 2
        off = r.choice((0.0, 1e-12, 1e-6)) * self.L
        self.point("P", 0.0, -self.L - self.M * self.g / k + off, mass=self.M)
        self.forces["s"] = (f"{{type: spring_damper, marker_i: ground, marker_j: P, stiffness: {k!r}, free_length: {self.L!r}, "
                            f"damping: {r.choice((0, 0.1)) * math.sqrt(k * self.M)!r}}}")

    def stiff(self, r):
        self.rod("bar", 0.0, 0.0, r.uniform(-2.5, -0.5), self.L)
        self.joints["pin"] = "{type: revolute, marker_i: ground, marker_j: bar.a}"
        fast = 10 ** r.uniform(2, 4) / self.T
        self.bodies["end"] = "{type: point_mass, mass: %r, initial: {position: [%s]}}" % (
            self.M, ", ".join(self.bar_end()))
        self.seen.append("end")
        self.forces["bush"] = (f"{{type: spring_damper, marker_i: ground, marker_j: end, stiffness: {self.M * fast ** 2!r}, "
                               f"damping: {self.M * fast * r.uniform(0.2, 2)!r}, free_length: {self.L!r}}}")

    def bar_end(self):
        angle = self.random.uniform(-2.5, -0.5)
        return repr(self.L * math.cos(angle)), repr(self.L * math.sin(angle))

    def cart(self, r):
        m = self.mass()
        self.bodies["cart"] = f"{{type: rigid, mass: {m!r}, inertia: {m * self.L ** 2!r}}}"
        self.joints["slide"] = "{type: prismatic, marker_i: ground, marker_j: cart}"
        self.seen.append("cart")
        self.rod("pole", 0.0, 0.0, r.uniform(-2.5, -0.5), self.L)
        self.joints["pin"] = "{type: revolute, marker_i: cart, marker_j: pole.a}"
        self.forces["push"] = (f"{{type: force, marker: cart, vector: [\"{self.M * self.g * r.uniform(0.1, 1)!r}"
                               f"*sin({r.uniform(0.5, 10) / self.T!r}*t)\", 0]}}")

    # ---- the file

    def text(self, words):
        gravity = f"[0, {-self.g!r}]" if self.planar else f"[0, 0, {-self.g!r}]"
        section = lambda name, items: f"{name}:\n" + "".join(f"  {k}: {v}\n" for k, v in items.items()) if items else ""
        axes = "xy" if self.planar else "xyz"
        outputs = ", ".join(f"{b}_{k}: {b}.{k}" for b in self.seen for k in axes)
        return (f"mbs: 1\nspace: {'planar' if self.planar else 'spatial'}\ngravity: {gravity}\n{self.more}"
                + section("bodies", self.bodies) + section("joints", self.joints) + section("forces", self.forces)
                + f"analyses: {{run: {{type: dynamics, duration: {self.duration!r}, output_step: {self.duration / 200!r}, "
                f"integrator: {{{words}}}}}}}\noutputs: {{{outputs}}}\n")


def run(folder, text, name):
    """(exit status, told, table or None)."""
    path, out = folder / f"{name}.yaml", folder / name
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([MBSRUN, "run", path, "-o", out, "--force", "--max-steps", "300000", "--time-limit", "30"],
                          capture_output=True, text=True, check=False)
    table = None
    if done.returncode in (0, 10) and (out / "run.csv").exists():
        with open(out / "run.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        table = [[float(x) for x in row] for row in rows[1:]]
    told = "W-AUDIT-002" in done.stderr
    return done.returncode, told, table, done.stderr


def difference(a, b, size):
    """The largest difference of two tables, row by row; they may end early."""
    return [max((abs(x - y) for x, y in zip(p[1:], q[1:])), default=0.0) / size for p, q in zip(a, b)]


def examine(number, rough):
    """(family, words, kind, status, told, error, text)."""
    draw = Draw(number)
    pick = random.Random(f"way {number}")
    words = pick.choice(ROUGH if rough else PLAIN)
    if draw.family == "rub" and "method: runge_kutta" not in words and rough:
        words = "tolerances: {relative: 1e-3}"
    words = words.replace("H", repr(draw.duration / 10 ** pick.uniform(1, 4)))
    text = draw.text(words)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        status, told, table, err = run(folder, text, "model")
        if status not in (0, 10):
            return draw.family, words, "refused", status, told, math.nan, text, err
        truths = [run(folder, draw.text(w), f"truth{k}")[2] for k, w in enumerate(TRUTHS)]
    if any(t is None or len(t) < 2 for t in truths):
        return draw.family, words, "no truth", status, told, math.nan, text, err
    columns = list(zip(*truths[0]))[1:]
    size = max(max(c) - min(c) for c in columns)
    size = max(size, 1e-6 * draw.L)  # smaller ones are hardly told by absolute tolerances of 1e-9
    apart = difference(truths[0], truths[1], size)
    rows = next((k for k, d in enumerate(apart) if d > 1e-5), len(apart))
    if rows < len(apart):
        return draw.family, words, "no truth", status, told, math.nan, text, err
    error = max(difference(table, truths[1], size), default=0.0)
    error = error if math.isfinite(error) else math.inf
    kind = "good" if error < GOOD else "wrong" if error >= WRONG else "between"
    return draw.family, words, kind, status, told, error, text, err


def campaign(arguments, rough):
    counts = {key: 0 for key in ("good", "between", "wrong", "refused", "no truth", "false", "false inaccurate", "missed",
                                 "overstated")}
    count = arguments.models // 3 if rough else arguments.models
    numbers = range(arguments.first, arguments.first + count)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for number, found in zip(numbers, pool.map(lambda n: examine(n, rough), numbers)):
            family, words, kind, status, told, error, text, err = found
            counts[kind] += 1
            false = kind == "good" and (told or status == 10)
            missed = kind == "wrong" and status == 0 and not told
            overstated = kind == "between" and status == 10 and error < 0.02
            counts["false"] += false
            counts["false inaccurate"] += kind == "good" and status == 10
            counts["missed"] += missed
            counts["overstated"] += overstated
            if false or missed or overstated or (kind == "refused" and arguments.verbose):
                what = "false" if false else "missed" if missed else kind if kind == "refused" else "overstated"
                lines = [x for x in err.splitlines() if "AUDIT" in x or "error" in x]
                print(f"{number}: {what}: {family}, {words or 'auto'}: error {error:.2g}: {' '.join(lines)[:230]}",
                      flush=True)
                if arguments.keep:
                    pathlib.Path(arguments.keep, f"{what}_{number}.yaml").write_text(text, encoding="utf-8")
    return counts


def main():
    parser = argparse.ArgumentParser(usage="see the head of verdict.py", description=__doc__)
    parser.add_argument("--models", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    if arguments.keep:
        pathlib.Path(arguments.keep).mkdir(parents=True, exist_ok=True)
    lines = ["## The audit's verdict", "", f"Written by `./dev bench verdict --record`. {arguments.models} random models of "
             f"{len(FAMILIES)} families, by error control as people ask for it, and a third as many by fixed steps (a tenth to a ten-thousandth "
             "of the duration) and loose tolerances. Good: off by less than 1e-4 of what the motion ranges over; wrong: by a "
             "tenth or more; without truth: chaotic, two runs at 1e-11 and 1e-12 differ by 1e-5.", "",
             "| | good | told something | inaccurate | wrong | of them ok | between | inaccurate below 0.02 | refused, failed | "
             "without truth |", "|---|---|---|---|---|---|---|---|---|---|"]
    for name, rough in (("error control", False), ("fixed steps, loose tolerances", True)):
        c = campaign(arguments, rough)
        lines.append(f"| {name} | {c['good']} | {c['false']} | {c['false inaccurate']} | {c['wrong']} | {c['missed']} | "
                     f"{c['between']} | {c['overstated']} | {c['refused']} | {c['no truth']} |")
        print(lines[-1], flush=True)
    if arguments.record:
        report.put_section("verdict", "\n".join(lines))


if __name__ == "__main__":
    main()
