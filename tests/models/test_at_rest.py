#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A mechanism at rest, or in steady motion, is not accused: the scales of its audit are then round-off, and round-off
is no fault. 500 random ones, 1e-9 to 1e9 in size and in mass, near the origin and far from it, at rest, sliding or
turning steadily. Truth: they stay as they are. Where the computed motion itself leaves its place, the audit has to say so."""

import math
import random

import harness
import kinds

MODELS, EVERY_DAY = 500, 40
STRAYS = 1e-6      # of its size: what has gone further is no longer at rest, and may be told
FAR = 1e-3         # of its size: what has gone further has to be told
FEW = 0.01         # of the models may stray: error control takes long steps of what is at rest
GRAVITY = 9.81


def numbers(values):
    return "[" + ", ".join(repr(float(value)) for value in values) + "]"


class Mechanism:
    """Random sizes, and a plane or space to stand in: x to the right, z upwards (y in the plane)."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.length, self.mass = (10 ** self.chance.uniform(-9, 9) for _ in range(2))
        self.planar = self.chance.random() < 0.4
        swing = 10 * math.sqrt(self.length / GRAVITY)
        self.duration = min(self.chance.choice([1.0, swing, 10 ** self.chance.uniform(-2, 2)]), 100 * swing)
        self.gravity = self.chance.choice([GRAVITY, GRAVITY, 0])
        self.arm = self.chance.uniform(0.2, 1) * self.length
        self.anchor = [self.length * self.chance.uniform(-1, 1) * self.chance.choice([0, 1, 1, 100]) for _ in range(3)]
        rate = 10 ** self.chance.uniform(-2, 1) / max(self.duration, 1e-3)
        self.rate = rate if self.chance.random() < 0.5 else 0.0
        self.heavy = self.mass * self.chance.uniform(0.1, 1)
        self.inertia = self.heavy * self.length**2 * self.chance.uniform(0.05, 1)

    def at(self, x, z):
        x, y, z = self.anchor[0] + x, self.anchor[1], self.anchor[2] + z
        return numbers([x, z] if self.planar else [x, y, z])

    def along(self, x, z=0.0):
        return numbers([x, z] if self.planar else [x, 0, z])

    def axis(self):
        return "" if self.planar else ", axis: [0, 1, 0]"

    def body(self, x, z, more="", mass=None):
        inertia = repr(self.inertia) if self.planar else (
            f"{{xx: {self.inertia!r}, yy: {1.1 * self.inertia!r}, zz: {1.05 * self.inertia!r}}}")
        return f"{{type: rigid, mass: {mass or self.heavy!r}, inertia: {inertia}, initial: {{position: {self.at(x, z)}{more}}}}}"

    def turning(self):
        return f", angle_rate: {self.rate!r}" if self.planar else f", angular_velocity: [0, {self.rate!r}, 0]"

    def hinge(self, x, z, i="ground", j="b"):
        return f"{{type: revolute, body_i: {i}, body_j: {j}, at: {self.at(x, z)}{self.axis()}}}"

    # One method for each kind: the lines of its elements.

    def door(self):
        """Hinges along the weight, in space: one, or two of which one is redundant."""
        self.planar = False
        spin = f", angular_velocity: [0, 0, {self.rate!r}]"
        joints = [f"h{k}: {{type: revolute, body_i: ground, body_j: b, at: {self.at(0, k * self.arm)}, axis: [0, 0, 1]}}"
                  for k in range(self.chance.choice([1, 2]))]
        lines = [f"bodies: {{b: {self.body(self.arm, 0, spin)}}}", f"joints: {{{', '.join(joints)}}}"]
        if self.rate == 0:
            stiffness = self.inertia / self.duration**2
            lines.append(f"forces: {{closer: {{type: torsional_spring_damper, joint: h0, stiffness: {stiffness!r}}}}}")
        return lines

    def hanging(self):
        self.rate = 0
        return [f"bodies: {{b: {self.body(0, -self.arm)}}}", f"joints: {{h: {self.hinge(0, 0)}}}"]

    def on_spring(self):
        self.rate = 0
        stiffness = self.heavy * GRAVITY / (0.1 * self.length)
        damping = stiffness * self.duration / 100
        return [f"bodies: {{b: {{type: point_mass, mass: {self.heavy!r}, initial: {{position: {self.at(0, -self.arm)}}}}}}}",
                f"ground: {{markers: {{o: {{position: {self.at(0, 0)}}}}}}}",
                f"forces: {{s: {{type: spring_damper, marker_i: ground.o, marker_j: b, stiffness: {stiffness!r}, damping: "
                f"{damping!r}, free_length: {self.arm - self.heavy * self.gravity / stiffness!r}}}}}"]

    def slide(self):
        speed = self.rate * self.length
        return [f"bodies: {{b: {self.body(self.arm, 0, f', velocity: {self.along(speed)}')}}}",
                f"joints: {{h: {{type: prismatic, body_i: ground, body_j: b, at: {self.at(0, 0)}, axis: {self.along(1)}}}}}"]

    def wheel(self):
        return [f"bodies: {{b: {self.body(0, 0, self.turning())}}}", f"joints: {{h: {self.hinge(0, 0)}}}"]

    def free(self):
        self.gravity = 0
        speed = self.rate * self.length
        return [f"bodies: {{b: {self.body(0, 0, f'{self.turning()}, velocity: {self.along(speed, speed)}')}}}"]

    def gears(self):
        other = self.heavy * self.chance.uniform(0.01, 1)
        return [f"bodies: {{b: {self.body(0, 0, self.turning())}, d: {self.body(self.arm, 0, mass=other)}}}",
                f"joints: {{h: {self.hinge(0, 0)}, k: {self.hinge(self.arm, 0, j='d')}}}",
                "couplers: {g: {type: gear, joint_1: h, joint_2: k, teeth_1: 2, teeth_2: 3}}"]

    def plumb(self):
        """Points on rods below each other."""
        self.rate = 0
        points = [f"p{k}: {{type: point_mass, mass: {self.heavy / (k + 1)!r}, initial: {{position: {self.at(0, -(k + 1) * self.arm)}}}}}"
                  for k in range(3)]
        rods = [f"r{k}: {{type: distance, marker_i: {f'p{k - 1}' if k else 'ground.o'}, marker_j: p{k}, length: {self.arm!r}}}" for k in range(3)]
        return [f"bodies: {{{', '.join(points)}}}", f"ground: {{markers: {{o: {{position: {self.at(0, 0)}}}}}}}", f"joints: {{{', '.join(rods)}}}"]

    def balanced(self):
        """A body on the pin of another that is fixed."""
        self.rate = 0
        other = self.heavy * self.chance.uniform(0.01, 1)
        return [f"bodies: {{b: {self.body(0, 0)}, d: {self.body(self.arm, 0, mass=other)}}}",
                f"joints: {{h: {{type: fixed, body_i: ground, body_j: b, at: {self.at(0, 0)}}}, k: {self.hinge(self.arm, 0, 'b', 'd')}}}"]

    def frame(self):
        """A parallelogram that hangs: a closed loop."""
        self.rate = 0
        bar, a = self.length, self.arm
        return [f"bodies: {{b: {self.body(0, -a / 2)}, c: {self.body(bar / 2, -a)}, d: {self.body(bar, -a / 2)}}}",
                f"joints: {{h: {self.hinge(0, 0)}, i: {self.hinge(0, -a, 'b', 'c')}, j: {self.hinge(bar, -a, 'c', 'd')}, k: {self.hinge(bar, 0, j='d')}}}"]

    def mounted(self):
        """On a bushing that carries the weight by what it gives way."""
        self.rate = 0
        stiffness = self.heavy * GRAVITY / (0.1 * self.length)
        turn = stiffness * self.length**2
        sizes = f"stiffness: {numbers([stiffness] * 2)}, angular_stiffness: {turn!r}" if self.planar else (
            f"stiffness: {numbers([stiffness] * 3)}, angular_stiffness: {numbers([turn] * 3)}")
        return [f"bodies: {{b: {self.body(0, -self.heavy * self.gravity / stiffness)}}}", f"ground: {{markers: {{o: {{position: {self.at(0, 0)}}}}}}}",
                f"forces: {{m: {{type: bushing, marker_i: ground.o, marker_j: b, {sizes}}}}}"]

    def text(self):
        make = self.chance.choice([self.door, self.hanging, self.on_spring, self.slide, self.wheel, self.free, self.gears, self.plumb,
                                   self.balanced, self.frame, self.mounted])
        lines = make()
        gravity = [0, -self.gravity] if self.planar else [0, 0, -self.gravity]
        return make.__name__, "\n".join([
            "mbs: 1", f"space: {'planar' if self.planar else 'spatial'}", f"gravity: {gravity}", *lines,
            f"analyses: {{run: {{type: dynamics, duration: {self.duration!r}, output_step: {self.duration / 20!r}}}}}", ""])


class TestAtRest(harness.MotionTest):
    @kinds.sampled
    def test_nothing_is_accused(self):
        strayed, taken = 0, kinds.some(range(MODELS), EVERY_DAY)
        for seed in taken:
            mechanism = Mechanism(seed)
            kind, text = mechanism.text()
            with self.subTest(seed=seed, kind=kind):
                run = self.scratch.run(self.scratch.model(text))
                self.assertIn(run.status, (0, 10), f"{text}\n{run.story()}")
                way = self.way(run, mechanism)
                strayed += way > STRAYS
                accused = run.status == 10 or "AUDIT" in run.err
                self.assertFalse(accused and way <= STRAYS, f"{text}\n{run.story()}")
                self.assertFalse(way > FAR and not accused, f"{text}\n{run.story()}")
        print(strayed, "of", len(taken), "strayed")
        self.assertLessEqual(strayed, FEW * len(taken) + 1)

    def way(self, run, mechanism):
        """How far what is at rest has left its place, beside its size."""
        if mechanism.rate != 0:
            return 0
        places = [column for name, column in run.table().items() if name.rsplit(".", 1)[-1] in ("x", "y", "z")]
        return max(abs(value - column[0]) for column in places for value in column) / mechanism.length


if __name__ == "__main__":
    harness.main()
