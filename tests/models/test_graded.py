#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Eigenvalues of mechanisms graded over up to 24 orders of magnitude, against exact ones.

test_graded.py --binary MBSRUN --source ROOT
"""

import csv
import json
import math
import random

import graded
import harness
import kinds

EVERY_DAY = 60
UNIT = 2.0 ** -53
TIMES = 1000  # of what rounding forces: a stated error is no larger


def own_values(run, labels=("true", "neutral", "not determined", "frozen")):
    """[(value, error, label)] of the mechanism's own."""
    with open(run.directory / "modes.eigenvalues.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(complex(float(row["re"]), float(row["im"])), float(row["error"]), row["label"]) for row in rows
            if row["label"] in labels]


def pairs(exact, found):
    """Exact values and those found, nearest by ratio; what is or may be zero with the least exact ones."""
    left, matched = sorted(exact, key=abs), []
    for value, error, label in sorted(found, key=lambda one: (one[2] == "true", abs(one[0]))):
        if label != "true":
            best = 0
        else:
            best = min(range(len(left)), key=lambda k: abs(left[k] - value) / max(abs(left[k]), abs(value)))
        matched.append((left.pop(best), value, error, label))
    return matched


class TestGraded(harness.MotionTest):
    def case(self, number, case):
        text, *_ = graded.FAMILIES[case["family"]](case["numbers"])
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 0, run.story())
        exact = [complex(*z) for z in case["values"]] + [0j] * case["zeros"]
        found = own_values(run)
        self.assertEqual(len(found), len(exact), run.story())
        unknown = 0
        for true, value, error, label in pairs(exact, found):
            what = f"case {number}, {case['family']} {case['numbers']}: {true} is {value} +- {error}, {label}"
            self.assertLessEqual(abs(true - value), error, what)
            if label == "not determined":
                unknown += 1
            else:
                self.assertEqual(label, "neutral" if true == 0 else "true", what)
            if label == "true":  # numbers of elements force some roundings of the value
                self.assertLessEqual(error, TIMES * self.forced(case, true), what)
        self.verdict(case, exact, found, run)
        return len(exact), unknown

    def forced(self, case, true):
        """What stands in rows of its own: roundings of the value. Of a square that is a difference (of a
        spring and gravity, of what a force along a rod and a spring give) those of what it is left of."""
        numbers, roundings = case["numbers"], 4 * UNIT
        if case["family"] == "balanced":
            return roundings * max(abs(true), numbers["k"] / (numbers["inertia"] + numbers["m"] / 4) / abs(true))
        if case["family"] == "loaded":
            return roundings * abs(true) / numbers["stretch"]
        if case["family"] == "rods":  # entries of joints by their largest
            return 4 * roundings * abs(true)
        if case["family"] == "chain":  # the places of the last are known to so many roundings of a length
            return len(numbers["m"]) * roundings * abs(true)
        if case["family"] == "ziegler":
            return 16 * roundings * max(abs(complex(*z)) for z in case["values"])
        return roundings * abs(true)

    def verdict(self, case, exact, found, run):
        """Right, or none."""
        said = run.analysis("modes")["linearize"]["stability"]
        least = max([error for value, error, _ in found if value != 0], default=0)
        growth = max(z.real for z in exact)
        if said == "unstable":
            self.assertGreater(growth, 0, case)
        elif said == "neutral":
            self.assertTrue(case["zeros"] > 0 and growth <= 0, case)
        elif said == "asymptotically stable":
            self.assertLess(growth, 0, case)
        elif said == "stable, some modes undamped":
            self.assertTrue(case["zeros"] == 0 and growth <= 0 and growth >= -least, case)
        else:
            self.assertEqual(said, "stability not determined")

    @kinds.sampled
    def test_graded_mechanisms(self):
        listed = json.loads((harness.SOURCE / "tests/models/data/graded.json").read_text(encoding="utf-8"))
        self.assertEqual(len(listed), 300)
        values = unknown = 0
        for number, case in kinds.some(list(enumerate(listed)), EVERY_DAY):
            with self.subTest(case=number):
                some, open_ones = self.case(number, case)
                values, unknown = values + some, unknown + open_ones
        self.assertLess(unknown, 0.05 * values)


class TestAlone(harness.MotionTest):
    """Mechanisms one by one, against closed forms."""

    def modes(self, text, *more):
        run = self.scratch.run(self.scratch.model(text + "".join(more)))
        return run, own_values(run)

    def test_soft_beside_stiff(self):
        """Two masses on a soft spring, with a stiff one between them."""
        case = {"along": "along", "m": [1, 1], "k": [1e-2, 1e12], "c": [0, 0]}
        text, *_ = graded.chain(case)
        run, found = self.modes(text)
        self.assertEqual(run.status, 0, run.story())
        soft = min((value for value, _, label in found if label == "true"), key=abs)
        # both masses on the soft spring: w^2 = 0.01/2 (1 - 0.01/(4e12) ..)
        self.assertAlmostEqual(abs(soft) / (0.005 ** 0.5), 1, 13)

    def test_light_column(self):
        """Ziegler's column without inertia of its bodies: 3 s^2 + .. of the quadratic in s = z^2."""
        for inertia in (1e-9, 1e-11, 1e-14, 1e-28):
            for beside in (False, True):
                case = {"m": 2, "n": 1, "inertia": inertia, "force": 2.5, "k": 1, "c": 0}
                text, M, _, K, _ = graded.ziegler(case)
                text = self.beside(text) if beside else text  # it hides nothing
                run, found = self.modes(text)
                self.assertEqual(run.status, 0, run.story())
                a = M[0][0] * M[1][1] - M[0][1] * M[1][0]
                b = M[0][0] * K[1][1] + M[1][1] * K[0][0] - M[0][1] * (K[0][1] + K[1][0])
                c = K[0][0] * K[1][1] - K[0][1] * K[1][0]
                square = (-b + (b * b - 4 * a * c + 0j) ** 0.5) / (2 * a)
                for exact in (square ** 0.5, -square ** 0.5):
                    value, error, label = min(found, key=lambda one: abs(one[0] - exact))  # pylint: disable=cell-var-from-loop
                    self.assertLess(abs(value - exact), 1e-14)
                    self.assertEqual(label, "true")
                    self.assertLess(error, 1e-12)
                self.assertEqual(run.analysis("modes")["linearize"]["stability"], "unstable")

    def test_balance_by_accident(self):
        """A spring as strong as gravity: zero, or the root of a rounding. Nothing is claimed."""
        text, *_ = graded.balanced({"m": 0.3, "inertia": 0.1, "k": 0.3 * graded.GRAVITY / 2})
        run, found = self.modes(text, 'checks: {two: {eigenvalues: "not determined", count: 2}}\n')
        self.assertEqual(run.status, 0, run.story())
        self.assertEqual([label for _, _, label in found], ["not determined"] * 2)
        self.assertIn("W-LIN-007", run.err)
        self.assertIn("2 eigenvalues are not determined", run.err)
        self.assertEqual(run.analysis("modes")["linearize"]["stability"], "stability not determined")
        for check in ("eigenvalues: neutral, count: 2", 'eigenvalues: "true", count: 2', "eigenvalues: neutral",
                      "eigenvalue: [0, 0], within: 1e-9"):
            run, _ = self.modes(text, f"checks: {{it: {{{check}}}}}\n")
            self.assertEqual(run.status, 6, run.story())
            self.assertIn("E-CHECK-002", run.err)
        for check in ("eigenvalues: neutral, count: 3", "eigenvalue: [1, 0], within: 1e-9"):  # whatever they are
            run, _ = self.modes(text, f"checks: {{it: {{{check}}}}}\n")
            self.assertEqual(run.status, 6, run.story())
            self.assertIn("E-CHECK-001", run.err)

    APART = ("  apart: {type: point_mass, mass: 1, initial: {position: [0, 5]}}\njoints:",
             "forces:\n  far: {type: spring_damper, marker_i: ground, marker_j: apart, stiffness: 1e14, free_length: 5}")

    def beside(self, text):
        """The same with a mass on a very stiff spring, that nothing couples to it."""
        return text.replace("joints:", self.APART[0]).replace("forces:", self.APART[1])

    def test_blocks_have_their_own_verdicts(self):
        """A damped column without symmetry dies out; a mass beside it swings and stays aside where it is put."""
        text, *_ = graded.ziegler({"m": 2, "n": 1, "inertia": 0.01, "force": 1.0, "k": 1, "c": 0.3})
        run, found = self.modes(text)
        self.assertEqual(run.analysis("modes")["linearize"]["stability"], "asymptotically stable")
        run, both = self.modes(self.beside(text))
        self.assertEqual([label for _, _, label in both].count("neutral"), 2)
        self.assertEqual(run.analysis("modes")["linearize"]["stability"], "neutral")
        for value, error, label in found:
            self.assertEqual(label, "true")
            self.assertLessEqual(min(abs(value - other) for other, _, _ in both), 2 * error)

    def test_soft_beside_rounding(self):
        """Two bodies held by a loaded spring are known to its rounding; a soft one elsewhere is not theirs."""
        run, found = self.modes("""mbs: 1
space: planar
bodies:
  a: {type: rigid, mass: 0.004, inertia: 3e-6, initial: {position: [-0.886, 0.552]}, markers: {m: {position: [0.688, 0.572]}}}
  b: {type: rigid, mass: 5943, inertia: 1e-4, initial: {position: [-0.227, 1.464], angle: -2.223}, markers: {m: {position: [-0.271, 0.655]}}}
  soft: {type: point_mass, mass: 4, initial: {position: [10, 0]}}
ground: {markers: {wall: {position: [8, 0]}}}
forces:
  stiff: {type: spring_damper, marker_i: a.m, marker_j: b.m, stiffness: 6e11, free_length: 0.6751380824772225, preload: 3}
  weak: {type: spring_damper, marker_i: ground.wall, marker_j: soft, stiffness: 4e-6, free_length: 2}
analyses: {modes: {type: linearize}}
""")
        self.assertEqual(run.status, 0, run.story())
        value, error, label = min(found, key=lambda one: abs(one[0] - 1e-3j))
        self.assertIn(label, ("true", "frozen"))
        self.assertLess(abs(value - 1e-3j), 1e-17)
        self.assertLess(error, 1e-16)

    def test_far_from_the_origin(self):
        """The same mechanism elsewhere, every place exact there, too: the same values, within their errors."""
        draw = random.Random(5)
        for _ in range(4):
            whole = [[draw.randint(-2 ** 20, 2 ** 20) / 2 ** 20 for _ in range(2)] for _ in range(6)]
            lengths = [math.dist(whole[k], whole[k + 2]) for k in range(4)]
            sets = []
            for shift in (0, 2 ** 10, 2 ** 20):
                x = [[shift + a for a in place] for place in whole]
                run, found = self.modes(f"""mbs: 1
space: planar
ground: {{markers: {{g: {{position: {x[4]}}}, h: {{position: {x[5]}}}}}}}
bodies:
  a: {{type: point_mass, mass: 3, initial: {{position: {x[0]}}}}}
  b: {{type: point_mass, mass: 0.02, initial: {{position: {x[1]}}}}}
  c: {{type: point_mass, mass: 50, initial: {{position: {x[2]}}}}}
  d: {{type: point_mass, mass: 1, initial: {{position: {x[3]}}}}}
forces:
  ac: {{type: spring_damper, marker_i: a, marker_j: c, stiffness: 7e6, damping: 1, free_length: {lengths[0]!r}}}
  bd: {{type: spring_damper, marker_i: b, marker_j: d, stiffness: 3, free_length: {lengths[1]!r}}}
  cg: {{type: spring_damper, marker_i: c, marker_j: ground.g, stiffness: 0.4, free_length: {lengths[2]!r}}}
  dh: {{type: spring_damper, marker_i: d, marker_j: ground.h, stiffness: 9e3, damping: 2e-3, free_length: {lengths[3]!r}}}
analyses: {{modes: {{type: linearize}}}}
""")
                self.assertEqual(run.status, 0, run.story())
                self.assertNotIn("frozen", [label for _, _, label in found])
                sets.append(sorted((one for one in found if one[2] == "true"), key=lambda one: (abs(one[0]), one[0].imag)))
            for other in sets[1:]:
                self.assertEqual(len(other), len(sets[0]))
                for near, far in zip(sets[0], other):
                    self.assertLessEqual(abs(near[0] - far[0]), near[1] + far[1])
                    self.assertGreater(far[1], near[1])

    def test_unbalanced_beside_stiff(self):
        """A horizontal pendulum falls, whatever spring stands beside it: the state is no equilibrium."""
        text = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  rod: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.5, 0]}, markers: {top: {position: [-0.5, 0]}}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: rod.top}
forces:
  none: {type: torsional_spring_damper, joint: hinge, damping: 1}
analyses: {modes: {type: linearize}}
"""
        mount = """mbs: 1
space: spatial
bodies: {a: {type: rigid, mass: 2, inertia: {xx: 1, yy: 1, zz: 1}, initial: {position: [0, 0, 0]}}}
ground: {markers: {g: {position: [0, 0, 0], orientation: {axis_angle: {axis: [1, 2, 3], angle: 0.7}}}}}
forces: {f: {type: bushing, marker_i: ground.g, marker_j: a, stiffness: [1e12, 2, 1], angular_stiffness: [1, 1, 1]}}
analyses: {modes: {type: linearize}}
"""  # twisted about its soft axes
        for model in (text, self.beside(text), mount):
            run, _ = self.modes(model)
            self.assertEqual(run.status, 0, run.story())
            self.assertIn("W-LIN-004", run.err)
            self.assertEqual(run.analysis("modes")["linearize"]["stability"], "not examined")

    def test_check_below_the_error(self):
        """c/J of a damped disc is known to its rounding."""
        text, *_ = graded.disc({"m": 1, "inertia": 0.1, "wheel": 0.2, "light": 1e-9, "c": 1})
        fast = -1e9 * (1 + 1e-9 / (0.1 + 0.25 + 0.2))  # to first order
        for within, status, code in (("1e-3", 0, ""), ("1e-8", 6, "E-CHECK-002")):
            run, _ = self.modes(text, f"checks: {{fast: {{eigenvalue: [{fast!r}, 0], within: {within}}}}}\n")
            self.assertEqual(run.status, status, run.story())
            self.assertIn(code, run.err)
        self.assertIn("known only to", run.err)


if __name__ == "__main__":
    harness.main()
