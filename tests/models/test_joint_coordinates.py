#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Motions in joint coordinates against the same in absolute ones: random open mechanisms and the shipped
trees. The two share the forces and nothing else of the equations of motion: no constraint, no saddle point
and no projection stands in the recursion. What it does not take is refused with the element that is the
reason. tests/derivatives/test_tree.c proves the recursion itself."""

import math
import re
import unittest

import harness
import kinds
from open_mechanisms import OpenMechanism

TIGHT = "method: runge_kutta, tolerances: {relative: 1e-13, absolute: 1e-13}"
JOINT = "coordinates: joint, " + TIGHT
WITHIN = 1e-10     # of the scale of length: the worst of 1,000 misses by 8.1e-11
RANDOM = 1000
TELLING = (5, 26, 68, 70, 1430)  # turns beyond one, signs of Euler parameters, a switch beside a motion
SHIPPED = {"billiard_ball": "run", "biped_foot": "step", "bouncing_ball_in_space": "run", "driven_pendulum_spatial": "ida",
           "free_rigid_body": "flight", "gyroscope": "motion", "puma_560_falling": "fall", "six_axis_arm": "run",
           "symmetric_top": "dance", "symmetric_top_fast": "steady", "symmetric_top_slow": "steady", "ten_balls": "run",
           "tippe_top": "run"}
PENDULUM = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
accept: [loose_bodies, unused_markers]
bodies:
  rod: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.01}, initial: {position: [0.5, 0, 0]}}
  box: {type: rigid, mass: 2, inertia: {xx: 0.2, yy: 0.3, zz: 0.4}, initial: {position: [1, 1, 0]}}
joints:
  pin: {type: revolute, body_i: ground, body_j: rod, at: [0, 0, 0], axis: [0, 1, 0]}
analyses: {run: {type: dynamics, duration: 1, output_step: 0.05, integrator: {coordinates: joint}}}
outputs: {x: rod.x, z: rod.z, angle: pin.angle}
"""


def positions(table):
    return [channel for channel in table if channel.endswith(("_x", "_y", "_z")) and "_j" not in channel]


def accelerations(table):
    return [channel for channel in table if channel.endswith(("_ax", "_ay", "_az"))]


class TestWitness(harness.MotionTest):
    def both(self, model, *arguments):
        return [self.good(model, *arguments, "--set", f"analyses.run.integrator={{{words}}}").table()
                for words in ("coordinates: absolute, " + TIGHT, JOINT)]

    @kinds.sampled
    def test_random(self):
        for number in (*TELLING, *kinds.some(range(RANDOM), 8)):
            drawn = OpenMechanism(number)
            with self.subTest(number=number):
                model = self.scratch.model(drawn.text("method: runge_kutta"), f"m{number}.yaml")
                absolute, joint = self.both(model)
                joint["t"] = [min(absolute["t"], key=lambda near, t=t: abs(near - t)) for t in joint["t"]]
                self.assertLess(harness.difference(absolute, joint, positions(joint)), WITHIN * drawn.L)
                weight = 9.81 * drawn.M
                for least, part, channels in ((9.81, 1e-11, accelerations(joint)),
                                              (weight, 1e-10, [one for one in joint if one.startswith("force_")]),
                                              (weight * drawn.L, 1e-10, [one for one in joint if one.startswith("torque_")])):
                    first = [[motion[channel][0] for channel in channels] for motion in (absolute, joint)]
                    largest = max([least, *map(abs, first[0])])
                    for a, b in zip(*first):
                        self.assertLess(abs(a - b), part * largest)

    @kinds.sampled
    def test_shipped(self):
        """Every shipped tree in space and all of its outputs, relative to their largest values; round-off is none."""
        for name, analysis in kinds.some(sorted(SHIPPED.items()), 5):
            with self.subTest(name=name):
                model = harness.SOURCE / "models" / "examples" / (name + ".yaml")
                absolute, joint = (
                    self.motion(model, "--set", f"analyses.{analysis}.integrator={{{words}}}")
                    for words in ("coordinates: absolute, " + TIGHT, JOINT))
                for channel in absolute:
                    size = max(map(abs, absolute[channel]))
                    if size > 1e-8:
                        self.assertLess(harness.difference(absolute, joint, [channel]), 2e-9 * size, channel)


class TestStiff(harness.MotionTest):
    def test_handed_over(self):
        """auto leaves the stiff part to ida, which moves the bodies, and tells both."""
        stiff = PENDULUM.replace("analyses:", """forces:
  damper: {type: spring_damper, marker_i: ground, marker_j: box, stiffness: 1, damping: 1e6, free_length: 1}
analyses:""")
        run = self.good(self.scratch.model(stiff))
        integrator = run.analysis()["integrator"]
        self.assertEqual(integrator["method"], "ida", run.story())
        self.assertNotIn("coordinates", integrator)
        absolute = self.good(self.scratch.model(stiff.replace("{coordinates: joint}", "{method: ida}")))
        self.assertLess(harness.difference(run.table(), absolute.table(), ["x", "z"]), 1e-5)

    def test_told(self):
        run = self.good(self.scratch.model(PENDULUM), "-v")
        self.assertEqual(run.analysis()["integrator"]["coordinates"], "joint")
        self.assertIn("joint coordinates", run.err)


class TestAuto(harness.MotionTest):
    BOX, LOOP = "  box: ", "  weld: {type: fixed, body_i: rod, body_j: ground, at: [0, 0, 0]}\n"

    def test_chooses(self):
        """joint where less than half of the velocities are free, absolute by name where the mechanism is no tree."""
        both = PENDULUM.replace(", integrator: {coordinates: joint}", "")
        alone = both.replace(both[both.index(self.BOX):both.index("joints:")], "")
        loop = alone.replace("analyses:", self.LOOP + "analyses:")
        ball = alone.replace("revolute", "spherical").replace(", axis: [0, 1, 0]", "").replace(", angle: pin.angle", "")
        half = "  absolute coordinates, since at least half of the velocities are free"
        for text, form, why in ((alone, "joint", "  joint coordinates: 1 velocity without constraints"),
                                (ball, None, half),
                                (both, None, half),
                                (loop, None, '  absolute coordinates, since joint "pin" is part of a loop')):
            model = self.scratch.model(text)
            run = self.scratch.run(model, "--accept-inaccurate")
            self.assertEqual(run.analysis()["integrator"].get("coordinates"), form, run.story())
            self.assertIn(why, harness.execute([str(harness.BINARY), "explain", str(model)], model.parent).out.splitlines())
            for method in ("ida", "runge_kutta"):
                stated = text.replace("output_step: 0.05", f"output_step: 0.05, integrator: {{method: {method}}}")
                integrator = self.scratch.run(self.scratch.model(stated), "--accept-inaccurate").analysis()["integrator"]
                self.assertEqual(integrator.get("coordinates"), form if method == "runge_kutta" else None)

    def test_planar_is_silent(self):
        explained = harness.execute([str(harness.BINARY), "explain", str(harness.SOURCE / "models/examples/double_pendulum.yaml")], harness.SOURCE).out
        self.assertNotIn("absolute coordinates", explained)


class TestCrossCheck(harness.MotionTest):
    def test_both_forms(self):
        """Whichever form moves the run, the other one is a witness; loops have one form only."""
        labels = {"absolute": ["runge_kutta", "ida, explicit", "ida, index_1", "ida, ggl", "runge_kutta, joint"],
                  "joint": ["runge_kutta, joint", "ida, explicit", "ida, index_1", "ida, ggl", "runge_kutta"]}
        for form, wanted in labels.items():
            run = self.good(self.scratch.model(PENDULUM.replace(": joint", f": {form}")), "--cross-check")
            self.assertEqual([line.split("  ")[1].strip() for line in run.err.splitlines()
                              if re.match("  (ida|runge_kutta)", line)], wanted, run.story())


class TestTurns(harness.MotionTest):
    def test_counted(self):
        """A hinge that goes round ten times counts its turns, and the event in the middle does not forget them."""
        spun = (PENDULUM.replace("axis: [0, 1, 0]}", "axis: [0, 1, 0], initial: {rate: 62.8}}")
                .replace("gravity: [0, 0, -9.81]", "gravity: [0, 0, 0]")
                .replace("analyses:", "events:\n  half: {when: t - 0.5, impulse: {marker: box, vector: [1, 0, 0]}}\nanalyses:"))
        table = self.good(self.scratch.model(spun)).table()
        self.assertAlmostEqual(table["angle"][-1], 62.8, delta=1e-6)
        self.assertTrue(all(abs(a - 62.8 * t) < 1e-5 for a, t in zip(table["angle"], table["t"])))


SPIN = """mbs: 1
space: spatial
bodies:
  disc: {type: rigid, mass: 1, inertia: {xx: 0.6, yy: 0.6, zz: 1}}
  top: {type: rigid, mass: 1, inertia: {xx: 0.3, yy: 0.3, zz: 0.5}, initial: {position: [0, 0, 1]}}
joints:
  shaft: {type: revolute, body_i: ground, body_j: disc, at: [0, 0, 0], axis: [0, 0, 1]}
  pin: {type: revolute, body_i: disc, body_j: top, at: [0, 0, 1], axis: [0, 0, 1]}
gauges: {between: {marker_i: top, marker_j: disc, count: true}}
forces:
  drive: {type: torque, marker: disc, vector: [0, 0, "%(size)r*%(shape)s"]}
  brake: {type: torque, marker: top, vector: [0, 0, "-0.5*%(size)r*%(shape)s"]}
analyses: {run: {type: dynamics, duration: 2 s, output_step: 0.1 s, integrator: {coordinates: joint, %(words)s}}}
outputs: {disc: shaft.angle, top: pin.angle, between: between.angle_z}
"""
SHAPES = {"1": lambda t: t**2/2, "(t/(1 s))^2": lambda t: t**4/12, "cos(2*t/(1 s))": lambda t: (1 - math.cos(2*t))/4}


class TestSpinUp(harness.MotionTest):
    """The angles of a joint are polynomials where torques are, and a step of any length integrates them: their turns must
    be counted all the same, from rest and where the spin is reversed."""

    def test_counted(self):
        for shape, angle in SHAPES.items():
            for size in (0.3, 20.0, 900.0):
                for words in ("tolerances: {relative: 0.01}", "tolerances: {relative: 1e-4}", "method: auto",
                              "method: runge_kutta, order: 5", "tolerances: {relative: 1e-11}"):
                    with self.subTest(shape=shape, size=size, words=words):
                        table = self.good(self.scratch.model(SPIN % {"shape": shape, "size": size, "words": words})).table()
                        for t, disc, top, between in zip(table["t"], table["disc"], table["top"], table["between"]):
                            true = size*angle(t)
                            self.assertLess(max(abs(disc - true), abs(top + 2*true), abs(between - 2*true)), 0.1)

    def test_fixed_steps(self):
        """Nothing can shorten a step of fixed length that loses turns; the same spin without a change is counted."""
        words = "method: runge_kutta, step: 0.5 s"
        run = self.scratch.run(self.scratch.model(SPIN % {"shape": "1", "size": 100.0, "words": words}))
        self.assertEqual(run.status, 4)
        self.assertIn("E-INT-014", run.err)
        slow = self.good(self.scratch.model(SPIN % {"shape": "1", "size": 1.0, "words": words})).table()
        self.assertAlmostEqual(slow["top"][-1], -4, delta=1e-9)


class TestRefused(harness.MotionTest):
    CASES = (
        ("joints:", "joints:\n  rod_2: {type: distance, marker_i: ground, marker_j: box, length: 1.4142135623730951}",
         'joint "rod_2" does not leave a sequence'),
        ("joints:", "joints:\n  again: {type: revolute, body_i: ground, body_j: rod, at: [0, 0, 0], axis: [0, 1, 0]}",
         '" is part of a loop'),
        ("analyses:", "motions:\n  push: {marker: box, component: x, law: 1 + t}\nanalyses:", 'motion "push" is a constraint'),
        ("analyses:", "motions:\n  turn: {joint: pin, law: t}\n  again: {joint: pin, law: t}\nanalyses:",
         'motion "again" prescribes what another motion'),
        ("analyses:", "forces:\n  rub: {type: friction, joint: pin, kinetic: 0.2, radius: 0.1, "
         "transition_speed: 0.01}\nanalyses:", 'force "rub" depends on the reaction'),
    )

    def test_told(self):
        for old, new, words in self.CASES:
            with self.subTest(words=words):
                run = self.scratch.run(self.scratch.model(PENDULUM.replace(old, new, 1)))
                self.assertEqual(run.status, 3, run.story())
                self.assertIn("E-SCHEMA-011", run.err)
                self.assertIn(words, run.err)
                self.assertRegex(run.err, r"model\.yaml:\d+:\d+: error")

    def test_method(self):
        run = self.scratch.run(self.scratch.model(PENDULUM.replace("coordinates: joint", "coordinates: joint, method: ida")))
        self.assertEqual(run.status, 3, run.story())
        self.assertRegex(run.err, re.compile("coordinates.*method", re.S))


if __name__ == "__main__":
    assert unittest
    harness.main()
