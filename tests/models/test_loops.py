#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Random loops of rods and points, brought towards a pose where all rods lie in one line: accelerations
against the same equations in rational numbers.

A loop of points x_k (masses m_k) with distances l_k between neighbours and to two points of the ground:
    m a + J' lambda = f,  J a = -2 sum (v_i - v_j)^2/2,  row k of J: (x_i - x_j)' at i, -(x_i - x_j)' at j.
Its coordinates are doubles as written, so that fractions solve it exactly; nothing of the program's way is
used. sigma, the distance of a row from the span of the others in the norm of the masses over its own length,
is the root of the last pivot over S.
"""

import itertools
import math
import random
from fractions import Fraction

import harness
import kinds

EPS = 2.0 ** -52
PLAIN = 1e-3


def solve(G, b):
    """G x = b in fractions, with the pivots."""
    n = len(b)
    G, b = [row[:] for row in G], b[:]
    pivots = []
    for k in range(n):
        pivots.append(G[k][k])
        for i in range(k + 1, n):
            factor = G[i][k] / G[k][k]
            if factor:
                for j in range(k, n):
                    G[i][j] -= factor * G[k][j]
                b[i] -= factor * b[k]
    for k in reversed(range(n)):
        b[k] = (b[k] - sum(G[k][j] * b[j] for j in range(k + 1, n))) / G[k][k]
    return b, pivots


class Loop:
    """points: those of the rods in turn; the first and the last one stand on the ground."""

    def __init__(self, points, masses, forces, rate, chance):
        self.masses, self.forces = masses, forces
        self.points = [(Fraction(x), Fraction(y)) for x, y in points]
        n = len(masses)
        self.rows = []  # per rod: {coordinate: entry}
        for k in range(n + 1):
            (x0, y0), (x1, y1) = self.points[k], self.points[k + 1]
            row = {}
            for point, sign in ((k - 1, -1), (k, 1)):
                if 0 <= point < n:
                    row[2 * point], row[2 * point + 1] = sign * (x1 - x0), sign * (y1 - y0)
            self.rows.append(row)
        self.velocities = self.velocity(rate, chance)

    def product(self, one, other):
        return sum(value * other[k] / Fraction(self.masses[k // 2]) for k, value in one.items() if k in other)

    def gram(self):
        return [[self.product(a, b) for b in self.rows] for a in self.rows]

    def velocity(self, rate, chance):
        """The multiple of the loop's only freedom in which the fastest point has this rate, as doubles."""
        n = len(self.masses)
        trial = [Fraction(chance.uniform(-1, 1)) for _ in range(2 * n)]
        rest = [sum(value * trial[k] for k, value in row.items()) for row in self.rows]
        share, _ = solve(self.gram(), rest)
        free = [trial[k] - sum(row.get(k, 0) * s for row, s in zip(self.rows, share)) / Fraction(self.masses[k // 2])
                for k in range(2 * n)]
        largest = max(map(abs, free))
        return [float(rate * v / largest) for v in free]

    def truth(self):
        """(accelerations, sigma, B). B is what rounding allows: J in its last digits, beside which a sigma of it is
        zero, leaves eps |a|/sigma; what the rods carry, which grows as 1/sigma, eps of that. Above p = sigma^2 = 1e-3, where nothing is
        refined, factors lose eps/p."""
        n = len(self.masses)
        v = [Fraction(x) for x in self.velocities]
        f = [Fraction(x) / Fraction(self.masses[k // 2]) for k, x in enumerate(self.forces)]
        right = []
        for k, row in enumerate(self.rows):
            ends = [(v[2 * p], v[2 * p + 1]) if 0 <= p < n else (0, 0) for p in (k - 1, k)]
            bias = (ends[1][0] - ends[0][0]) ** 2 + (ends[1][1] - ends[0][1]) ** 2
            right.append(sum(value * f[i] for i, value in row.items()) + bias)
        G = self.gram()
        share, pivots = solve(G, right)
        a = [f[k] - sum(row.get(k, 0) * s for row, s in zip(self.rows, share)) / Fraction(self.masses[k // 2])
             for k in range(2 * n)]
        sigma = math.sqrt(min(pivot / G[k][k] for k, pivot in enumerate(pivots)))
        pushes = max(abs(float(s)) * max(abs(float(value)) / self.masses[k // 2] for k, value in row.items())
                     for row, s in zip(self.rows, share))
        size = max(abs(float(x)) for x in a)
        plain = (size + pushes) / sigma ** 2 if sigma ** 2 > PLAIN else 0
        return [float(x) for x in a], sigma, EPS * (size / sigma + pushes + plain)

    def model(self):
        n = len(self.masses)

        def number(x):
            return repr(float(x))

        last = self.points[-1]
        bodies = "".join(
            f"  p{k}: {{type: point_mass, mass: {self.masses[k]!r}, initial: {{position: [{number(self.points[k + 1][0])}, "
            f"{number(self.points[k + 1][1])}], velocity: [{self.velocities[2 * k]!r}, {self.velocities[2 * k + 1]!r}]}}}}\n"
            for k in range(n))
        ends = ["ground"] + [f"p{k}" for k in range(n)] + ["ground.far"]
        joints = "".join(
            f"  rod{k}: {{type: distance, marker_i: {ends[k]}, marker_j: {ends[k + 1]}, length: "
            f"{length(self.points[k], self.points[k + 1])!r}}}\n" for k in range(n + 1))
        forces = "".join(f"  push{k}: {{type: force, marker: p{k}, vector: [{self.forces[2 * k]!r}, "
                         f"{self.forces[2 * k + 1]!r}]}}\n" for k in range(n))
        outputs = "".join(f"  ax{k}: p{k}.ax\n  ay{k}: p{k}.ay\n" for k in range(n))
        return (f"mbs: 1\nspace: planar\nbodies:\n{bodies}ground: {{markers: {{far: {{position: [{number(last[0])}, "
                f"{number(last[1])}]}}}}}}\njoints:\n{joints}forces:\n{forces}analyses:\n  run: {{type: dynamics, "
                f"duration: 1e-9, output_step: 1e-9}}\noutputs:\n{outputs}")


def length(one, other):
    square = (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
    root = math.sqrt(square)
    for _ in range(3):  # Newton in fractions: right to the last digit
        root = float((Fraction(root) + square / Fraction(root)) / 2)
    return root


def can_leave(arms):
    """Whether motions lead away from the line: the distance of the ends has neither its maximum there (all arms
    forward) nor its minimum (one forward), where a loop is locked for good."""
    forward = sum(arm * sum(arms) > 0 for arm in arms)
    return 2 <= forward < len(arms) and abs(sum(arms)) > 0.2


class Family:
    """Points at random places along the x axis, and off it by `bend` times random numbers: all rods lie in one
    line at 0."""

    def __init__(self, seed, count):
        self.chance = random.Random(seed)
        draw = self.chance.uniform
        arms = []
        while not can_leave(arms):
            arms = [self.chance.choice((1, 1, -1)) * draw(0.5, 1.5) for _ in range(count + 1)]
        self.along = [sum(arms[:k]) for k in range(count + 2)]
        self.off = [0.0] + [draw(0.3, 1) * self.chance.choice((-1, 1)) for _ in range(count)] + [0.0]
        self.masses = [round(draw(0.5, 3), 3) for _ in range(count)]
        self.forces = [round(draw(-1, 1), 3) for _ in range(2 * count)]

    def loop(self, bend, rate):
        return Loop([(x, bend * y) for x, y in zip(self.along, self.off)], self.masses, self.forces, rate,
                    random.Random(1))

    def bend_of(self, sigma):
        """Where the loop is so far from losing rank."""
        low, high = 1e-16, 1.0
        for _ in range(60):
            middle = math.sqrt(low * high)
            if self.loop(middle, 0).truth()[1] > sigma:
                high = middle
            else:
                low = middle
            if high / low < 1 + 1e-9:
                break
        return high


# either side of what changes the way in which accelerations are found, p = sigma^2 = 1e-3 and 1e-8
BORDERS = [math.sqrt(p) * (1 + side) for p in (1e-3, 1e-8) for side in (-1e-3, 1e-3)]


class TestLoops(harness.MotionTest):
    def check(self, family, sigma, parts):
        bend = family.bend_of(sigma)
        for rate in (0.0, sigma):  # rates that leave accelerations of the same size
            loop = family.loop(bend, rate)
            a, found, allowed = loop.truth()
            run = self.scratch.run(self.scratch.model(loop.model()))
            table = run.table(partial=run.status != 0)
            told = [table[f"a{axis}{k}"][0] for k in range(len(family.masses)) for axis in "xy"]
            off = max(abs(x - y) for x, y in zip(a, told))
            self.worst = max(self.worst, off / allowed)
            self.assertLess(off, parts * allowed, (sigma, found, rate, max(map(abs, a)), run.story()))

    @kinds.sampled
    def test_towards_the_pose(self):
        """Down to 1e-12: measured are at most 0.33 B, allowed 1."""
        for count, seed in kinds.some(itertools.product((2, 3, 6), range(4)), 2):
            self.worst = 0.0
            family = Family(seed, count)
            for k in range(1, 13):
                self.check(family, 10.0 ** -k, 1)
            print(f"{count} points, seed {seed}: {self.worst:.2g} B")

    def test_borders(self):
        """Both sides of each border are as right, so that no integrator sees a jump."""
        for count in (2, 4):
            for seed in range(10, 14):
                self.worst = 0.0
                for sigma in BORDERS:
                    self.check(Family(seed, count), sigma, 1)
                print(f"{count} points, seed {seed}: {self.worst:.2g} B at the borders")


if __name__ == "__main__":
    harness.main()
