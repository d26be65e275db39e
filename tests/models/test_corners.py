#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Couplers and curves that bend or jump with the motion: located, passed as the limit of rounded
corners, which does no work, or refused by name."""

import math

import harness

METHODS = ("method: runge_kutta", "method: ida, formulation: ggl", "method: ida, formulation: index_1",
           "method: ida, formulation: explicit", "method: newmark, step: 1e-2, beta: 0.3025, gamma: 0.6",
           "method: generalized_alpha, step: 1e-2")

WHEELS = """mbs: 1
space: planar
parameters: {{I1: 0.5, I2: 0.2, w: 2, n1: 1.5, n2: 4}}
bodies:
  a: {{type: rigid, mass: 1, inertia: I1, initial: {{position: [0, 0], angle_rate: w}}}}
  b: {{type: rigid, mass: 1, inertia: I2, initial: {{position: [1, 0], angle_rate: n1*w}}}}
joints:
  pa: {{type: revolute, marker_i: ground, marker_j: a}}
  pb: {{type: revolute, body_i: ground, body_j: b, at: [1, 0]}}
couplers:
  gear: {{type: coordinate, relation: "{relation}"}}
{more}analyses:
  run: {{type: {analysis}, duration: 2, output_step: 0.05{integrator}}}
outputs: {{a: pa.angle, b: pb.angle, wa: pa.angle_rate, wb: pb.angle_rate, drift: energy.drift}}
"""
TWO_RATIOS = "pb.angle - if(pa.angle < 1.31, n1*pa.angle, n1*1.31 + n2*(pa.angle - 1.31))"


class TestRatio(harness.MotionTest):
    """Two wheels on fixed axles whose ratio changes at an angle: the kinetic energy stays."""

    def model(self, relation=TWO_RATIOS, more="", analysis="dynamics", integrator=""):
        text = WHEELS.format(relation=relation, more=more, analysis=analysis, integrator=integrator)
        return self.scratch.model(text)

    def test_closed_form(self):
        before, behind = 0.5 + 1.5**2 * 0.2, 0.5 + 4**2 * 0.2
        t0, w = 1.31 / 2, 2 * math.sqrt(before / behind)
        for words in METHODS:
            run = self.scratch.run(self.model(integrator=f", integrator: {{{words}}}"))
            self.assertEqual(run.status, 0, run.story())
            located = run.analysis()["events"]["located"]
            self.assertEqual([event["of"] for event in located], ["couplers.gear.relation"], words)
            self.assertAlmostEqual(located[0]["t"], t0, delta=1e-12, msg=words)
            rows = run.table()
            for k, t in enumerate(rows["t"]):
                late = t > t0
                self.assertAlmostEqual(rows["wa"][k], w if late else 2, delta=1e-10, msg=words)
                self.assertAlmostEqual(rows["wb"][k], 4 * w if late else 3, delta=1e-10, msg=words)
                angle = 1.31 + w * (t - t0) if late else 2 * t
                self.assertAlmostEqual(rows["a"][k], angle, delta=1e-10, msg=words)
                self.assertLessEqual(abs(rows["drift"][k]), 1e-10, words)

    def test_table_of_lines(self):
        """The same ratio as a table of straight lines."""
        before, behind = 0.5 + 1.5**2 * 0.2, 0.5 + 4**2 * 0.2
        t0, w = 1.31 / 2, 2 * math.sqrt(before / behind)
        more = "functions: {ratio: {type: table, x: [-1, 1.31, 20], y: [-1.5, 1.965, 76.725]}}\n"
        for words in METHODS:
            run = self.scratch.run(self.model("pb.angle - ratio(pa.angle)", more,
                                              integrator=f", integrator: {{{words}}}"))
            self.assertEqual(run.status, 0, run.story())
            located = run.analysis()["events"]["located"]
            self.assertEqual([event["of"] for event in located], ["couplers.gear.relation"], words)
            self.assertAlmostEqual(located[0]["t"], t0, delta=1e-12, msg=words)
            rows = run.table()
            self.assertAlmostEqual(rows["wa"][-1], w, delta=1e-10, msg=words)
            self.assertAlmostEqual(rows["wb"][-1], 4 * w, delta=1e-10, msg=words)
            self.assertLessEqual(max(abs(drift) for drift in rows["drift"]), 1e-10, words)

    def test_and_back(self):
        """A torsional spring drives the wheels over the corner and back: the energy stays for all
        passages, and the swing has the period of two half swings in closed form."""
        more = "forces: {spring: {type: coordinate_force, joint: pa, value: -3*(pa.angle - 1.31)}}\n"
        run = self.scratch.run(self.model(more=more), "--set", "analyses.run.duration=20")
        self.assertEqual(run.status, 0, run.story())
        times = [event["t"] for event in run.analysis()["events"]["located"]]
        k, m1, m2 = 3, 0.5 + 1.5**2 * 0.2, 0.5 + 4**2 * 0.2
        half = [math.pi * math.sqrt(m / k) for m in (m2, m1)]
        self.assertGreaterEqual(len(times), 8)
        for number, (first, second) in enumerate(zip(times, times[1:])):
            self.assertAlmostEqual(second - first, half[number % 2], delta=1e-5)
        # coordinate_force from an expression counts as work, so that the ledger must close
        self.assertLessEqual(max(abs(d) for d in run.table()["drift"]), 1e-4)

    def test_driven(self):
        """What a motor turns at a given rate jumps with the ratio; the motor does the work."""
        more = "motions: {motor: {joint: pa, law: w*t}}\n"
        for analysis in ("dynamics", "kinematics"):
            run = self.scratch.run(self.model(more=more, analysis=analysis))
            self.assertEqual(run.status, 0, run.story())
            located = run.analysis()["events"]["located"]
            self.assertAlmostEqual(located[0]["energy"], 0.5 * 0.2 * 2**2 * (4**2 - 1.5**2), delta=1e-11)
            rows = run.table()
            for t, rate, drift in zip(rows["t"], rows["wb"], rows["drift"]):
                self.assertAlmostEqual(rate, 8 if t > 0.655 else 3, delta=1e-10)
                self.assertLessEqual(abs(drift), 1e-10)

    def refuse(self, expected, **model):
        run = self.scratch.run(self.model(**model))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn(expected, run.err)

    def test_refusals(self):
        self.refuse('error[E-MOT-002]: the law of coupler "gear" jumps by -0.25 at t = 0.655 s',
                    relation="pb.angle - n1*pa.angle - if(pa.angle < 1.31, 0, 0.25)")
        self.refuse("after its corner the mechanism is locked against it",
                    more="  twin: {type: coordinate, relation: pb.angle - n1*pa.angle}\n")
        self.refuse("the velocities would have to jump at this time",
                    relation="pb.angle - n1*pa.angle - max(0, t - 1)")
        self.refuse('the law of coupler "gear" jumps by', relation="pb.angle - n1*pa.angle*if(t < 1, 1, 2)")


class TestCrease(harness.MotionTest):
    """Three equal masses on slides, c = max(0, a + b): a point on two planes that meet in an edge.
    It goes straight on either, and the angle with the edge is the same on both."""

    def run_with(self, law, start=0):
        text = f"""mbs: 1
space: planar
bodies:
  A: {{type: rigid, mass: 2, inertia: 1, initial: {{position: [0, 0], velocity: [1.5, 0]}}}}
  B: {{type: rigid, mass: 2, inertia: 1, initial: {{position: [0, 1], velocity: [0.3, 0]}}}}
  C: {{type: rigid, mass: 2, inertia: 1, initial: {{position: [{start!r}, 2]}}}}
joints:
  a: {{type: prismatic, body_i: ground, body_j: A, at: [0, 0], axis: [1, 0]}}
  b: {{type: prismatic, body_i: ground, body_j: B, at: [0, 1], axis: [1, 0]}}
  c: {{type: prismatic, body_i: ground, body_j: C, at: [0, 2], axis: [1, 0]}}
couplers:
  edge: {{type: coordinate, relation: "C_x - {law}"}}
analyses:
  run: {{type: dynamics, duration: 1, output_step: 0.1, initial: project,
        integrator: {{tolerances: {{relative: 1e-9, absolute: 1e-12}}}}}}
outputs: {{va: A.vx, vb: B.vx, vc: C.vx}}
""".replace("C_x", "c.displacement")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 0, run.story())
        return run

    def test_closed_form(self):
        run = self.run_with("max(0, a.displacement + b.displacement - 1)")
        rows = run.table()
        along = (1.5 - 0.3) / 2          # of a, less that of b: along the edge nothing turns
        across = (1.5 + 0.3) / 2 / math.sqrt(3)
        self.assertAlmostEqual(run.analysis()["events"]["located"][0]["t"], 1 / 1.8, delta=1e-12)
        for name, value in (("va", across + along), ("vb", across - along), ("vc", 2 * across)):
            self.assertAlmostEqual(rows[name][-1], value, delta=1e-12, msg=name)

    def test_limit_of_rounded(self):
        """The same from a rounded corner, sum/2 + sqrt(sum^2 + r^2)/2, as its radius goes to zero."""
        sharp = self.run_with("max(0, a.displacement + b.displacement - 1)").table()
        misses = []
        for radius in (1e-2, 1e-3):
            s = "(a.displacement + b.displacement - 1)"
            start = (-1 + math.sqrt(1 + radius**2)) / 2
            rows = self.run_with(f"({s} + sqrt({s}^2 + {radius}^2))/2", start).table()
            misses.append(max(abs(rows[name][-1] - sharp[name][-1]) for name in ("va", "vb", "vc")))
        print(misses)
        self.assertLessEqual(misses[1], 1e-5)
        self.assertGreater(misses[0] / misses[1], 30)


CAM = """mbs: 1
space: planar
functions:
  rim: {{type: table, interpolation: {kind}, x: [0, 60 deg, 150 deg, 200 deg, 290 deg, 360 deg],
        y: [50 mm, 52 mm, 70 mm, 69 mm, 55 mm, {last}]}}
bodies:
  cam: {{type: rigid, mass: 1, inertia: 0.01, initial: {{position: [0, 0], angle: 0}}}}
  rod: {{type: rigid, mass: 0.4, inertia: 0.001, initial: {{position: [0, 0.26]}},
        markers: {{tip: {{position: [0, -0.2]}}}}}}
joints:
  shaft: {{type: revolute, marker_i: ground, marker_j: cam}}
  guide: {{type: prismatic, body_i: ground, body_j: rod, at: [0, 0], axis: [0, 1]}}
  rim_joint: {{type: point_on_curve, marker_i: cam, marker_j: rod.tip, radius: rim(angle)}}
motions: {{motor: {{joint: shaft, law: -3*t}}}}
analyses: {{run: {{type: {analysis}, duration: 5, output_step: 0.05, initial: project}}}}
outputs: {{y: rod.tip.y, off: "rod.tip.y - rim(mod(pi/2 + 3*t, 2*pi))", drift: energy.drift}}
"""


class TestCam(harness.MotionTest):
    """Tables in polar form over whole turns: their points, and the axis from which the angle counts,
    are located, and the follower stays on the table."""

    def test_tables(self):
        knots = [math.radians(x) for x in (60, 150, 200, 290, 360)]
        first, last = math.pi / 2, math.pi / 2 + 15
        angles = sorted(k + 2 * math.pi * n for k in knots for n in range(4)
                        if first < k + 2 * math.pi * n < last)
        for kind in ("akima", "pchip", "linear"):
            for analysis in ("dynamics", "kinematics"):
                text = CAM.format(kind=kind, last="50 mm", analysis=analysis)
                run = self.scratch.run(self.scratch.model(text))
                self.assertEqual(run.status, 0, run.story())
                located = run.analysis()["events"]["located"]
                self.assertEqual(len(located), len(angles))
                for event, angle in zip(located, angles):
                    self.assertAlmostEqual(event["t"], (angle - first) / 3, delta=1e-9)
                rows = run.table()
                self.assertLessEqual(max(abs(off) for off in rows["off"]), 1e-10)
                self.assertLessEqual(max(abs(drift) for drift in rows["drift"]), 1e-5)

    def test_corner_at_the_axis(self):
        """A natural spline whose ends meet at an angle: the one corner of each turn."""
        text = CAM.format(kind="cubic", last="50 mm", analysis="kinematics")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 0, run.story())
        times = [event["t"] for event in run.analysis()["events"]["located"]]
        expected = [(2 * math.pi * n - math.pi / 2) / 3 for n in (1, 2)]
        self.assertEqual(len(times), 2)
        for t, exact in zip(times, expected):
            self.assertAlmostEqual(t, exact, delta=1e-9)

    def test_open_table(self):
        text = CAM.format(kind="cubic", last="51 mm", analysis="dynamics")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn('E-MOT-002]: the law of joint "rim_joint" jumps by', run.err)


WIRE = """mbs: 1
space: planar
gravity: [0, -9.81]
functions: {{wire: {{type: table, outside: {outside}, x: [-3, -1, 0, 1.5, 3], y: [3, 0.7, 0, 0.4, 2]}}}}
bodies: {{bead: {{type: point_mass, mass: 2, initial: {{position: [-2, 1.85], velocity: {velocity}}}}}}}
joints: {{on: {{type: point_on_curve, marker_i: ground, marker_j: bead, y: wire(x)}}}}
analyses: {{run: {{type: dynamics, duration: 10, output_step: 0.05, integrator: {{{words}}}}}}}
outputs: {{off: bead.y - wire(bead.x), drift: energy.drift}}
"""


class TestBead(harness.MotionTest):
    """A bead slides without friction on a wire of straight pieces: uniform acceleration on each,
    and its speed stays at the bends."""

    X, Y = (-3, -1, 0, 1.5, 3), (3, 0.7, 0, 0.4, 2)

    def bends(self, count):
        """Times at the bends, piece by piece, from rest at x = -2."""
        t, x, v, piece, times = 0, -2.0, 0, 0, []
        while len(times) < count:
            length = math.hypot(self.X[piece + 1] - self.X[piece], self.Y[piece + 1] - self.Y[piece])
            a = -9.81 * (self.Y[piece + 1] - self.Y[piece]) / length
            per_x = length / (self.X[piece + 1] - self.X[piece])
            ends = []
            for step in (0, 1):
                c = (x - self.X[piece + step]) * per_x
                root = v * v - 2 * a * c
                for sign in (-1, 1):
                    if root >= 0:
                        ends.append(((-v + sign * math.sqrt(root)) / a, step))
            spent, step = min(end for end in ends if end[0] > 1e-9)
            x, v, t, piece = self.X[piece + step], v + a * spent, t + spent, piece + 2 * step - 1
            times.append(t)
        return times

    def test_closed_form(self):
        expected = self.bends(14)
        for words, delta in (("method: runge_kutta", 1e-10), ("method: ida, tolerances: {relative: 1e-10}", 1e-8),
                             ("method: generalized_alpha, step: 1e-2", 1e-10)):
            text = WIRE.format(outside="error", velocity="[0, 0]", words=words)
            run = self.scratch.run(self.scratch.model(text))
            self.assertEqual(run.status, 0, run.story())
            times = [event["t"] for event in run.analysis()["events"]["located"]][:14]
            misses = [abs(t - exact) for t, exact in zip(times, expected)]
            print(f"{words}: bends off by {max(misses):.2g} s")
            self.assertLessEqual(max(misses), delta, words)
            rows = run.table()
            self.assertLessEqual(max(abs(off) for off in rows["off"]), 1e-11)
            self.assertLessEqual(max(abs(drift) for drift in rows["drift"]), 100 * delta)

    def test_end_of_the_wire(self):
        text = WIRE.format(outside="error", velocity="[-10, 11.5]", words="method: auto")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn('E-NUM-003]: table "wire" has no value at x = -3', run.err)
        self.assertIn('"wire(x)" in joints.on.y', run.err)

    def test_end_while_driven(self):
        """Geometry alone: the table's end is told, not a dead point."""
        text = WHEELS.format(relation="pb.angle - ratio(pa.angle)", analysis="kinematics", integrator="",
                             more="functions: {ratio: {type: table, x: [-1, 1.31, 2], y: [-1.5, 1.965, 5]}}\n"
                                  "motions: {motor: {joint: pa, law: w*t}}\n")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn('E-NUM-003]: table "ratio" has no value at x = 2', run.err)

    def test_roller_at_a_corner(self):
        text = WIRE.format(outside="error", velocity="[0, 0]", words="method: auto")
        text = text.replace("wire(x)}", "0.3*abs(x), offset: 0.1}").replace("[-2, 1.85]", "[-1, 0.4044]")
        text = text.replace("output_step: 0.05", "output_step: 0.05, initial: project")
        run = self.scratch.run(self.scratch.model("\n".join(
            line for line in text.splitlines() if not line.startswith(("functions", "outputs")))))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn("its roller is at a corner of the curve, which it cannot pass", run.err)


if __name__ == "__main__":
    harness.main()
