#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Singular poses on the way: passed on the branch on which the motion came, named with time, rank and
joints; and branches that only come near each other are told from branches that cross."""

import math
import re

import four_bars
import harness


def tolerances(relative, rest="method: auto"):
    return f"{{{rest}, tolerances: {{relative: {relative:.3g}}}}}"


class TestFourBars(harness.MotionTest):
    """Everything in one line, twice in a turn: one degree of freedom becomes N + 1."""

    def campaign(self, windows, method, grid):
        for k in grid:
            relative = 10 ** (-k / 2)
            with self.subTest(windows=windows, relative=relative):
                text = four_bars.model(windows, tolerances(relative, method), output_step=0.05)
                run = self.good(self.scratch.model(text))
                table = run.table()
                self.assertLess(max(map(abs, table["parallel"])), 1e-8, "the parallelogram's branch")
                x, y = four_bars.exact(windows, 10)
                error = math.hypot(table["x"][-1] - x, table["y"][-1] - y)
                self.assertLess(error, 1000 * relative)
                if relative < 1.1e-9:
                    self.assertLess(error, 1e-6)
                self.assertEqual(run.analysis()["singular_poses"]["count"], 10)

    def test_auto(self):
        for windows in (1, 2, 4, 10):
            self.campaign(windows, "method: auto", range(9, 20, 2))

    def test_order_5(self):
        for windows in (1, 2):
            self.campaign(windows, "method: runge_kutta, order: 5", range(10, 19, 4))

    def test_ida_is_carried_over(self):
        """ida cannot step over a pose: Runge-Kutta's steps do, and it goes on behind."""
        for formulation in ("index_1", "explicit", "ggl", "baumgarte"):
            for relative in (1e-6, 1e-8, 1e-10):
                words = f"method: ida, formulation: {formulation}"
                text = four_bars.model(2, tolerances(relative, words), output_step=0.05)
                run = self.good(self.scratch.model(text))
                table, analysis = run.table(), run.analysis()
                self.assertLess(max(map(abs, table["parallel"])), 1e-8, "the parallelogram's branch")
                x, y = four_bars.exact(2, 10)
                error = math.hypot(table["x"][-1] - x, table["y"][-1] - y)
                self.assertLess(error, 30000 * relative, (formulation, relative))
                self.assertEqual(analysis["singular_poses"]["count"], 10)
                self.assertEqual(analysis["integrator"]["method"], "ida")
                self.assertIn("over singular poses by runge_kutta", analysis["integrator"]["choice"])

    def test_tight_tolerances(self):
        """At 1e-12 an absolute tolerance of 1e-14 for the rates of what only shifts is less than the
        round-off of the others' rates, which the loop magnifies."""
        for windows in (1, 2, 4):
            for formulation in ("explicit", "index_1", "ggl"):
                with self.subTest(windows=windows, formulation=formulation):
                    words = f"method: ida, formulation: {formulation}"
                    text = four_bars.model(windows, tolerances(1e-12, words), output_step=0.05)
                    run = self.good(self.scratch.model(text))
                    self.assertEqual(run.analysis()["integrator"]["absolute_tolerance"], 1e-13)
                    self.assertLess(run.analysis()["steps"], 15000)
                    table = run.table()
                    x, y = four_bars.exact(windows, 10)
                    error = math.hypot(table["x"][-1] - x, table["y"][-1] - y)
                    print(f"{windows} {formulation}: {error:.3g}")
                    self.assertLess(error, 1e-7)
        words = "{method: ida, formulation: ggl, tolerances: {relative: 1e-12, absolute: 1e-14}}"
        run = self.scratch.run(self.scratch.model(four_bars.model(1, words, output_step=0.05)))
        self.assertEqual(run.status, 4, run.story())
        self.assertEqual(run.analysis()["failure"]["code"], "E-INT-001", run.story())
        self.assertRegex(run.err, r"hint: the tolerance of its values, 1\.?\d?e-14, is close to the round-off of other values there, which reach [45]")

    def test_too_many_windows_for_the_tolerance(self):
        run = self.scratch.run(harness.SOURCE / "models/iftomm/a02_four_bar_n40.yaml", "--set",
                               "analyses.turn.integrator={method: ida, formulation: explicit, "
                               "tolerances: {relative: 1e-12}}")
        self.assertEqual(run.status, 4, run.story())
        self.assertEqual(run.analysis()["failure"]["code"], "E-SING-002", run.story())
        told = float(re.search(r"singular pose at about t = (\S+) s", run.err).group(1))
        self.assertLess(min(abs(told - t) for t in four_bars.flat_times(40, 10)), 1e-3)
        self.assertIn("hint: looser tolerances", run.err)

    def test_cross_check(self):
        """Every formulation of ida confirms the motion, poses and all."""
        model = harness.SOURCE / "models" / "iftomm" / "a02_four_bar_n2.yaml"
        run = self.good(model, "--cross-check")
        report = run.analysis()["cross_check"]
        self.assertEqual((report["compared"], report["same"]), (3, True))
        self.assertEqual([method["method"] for method in report["methods"]],
                         ["runge_kutta", "ida, explicit", "ida, index_1", "ida, ggl"])

    def test_poses_are_named(self):
        for windows in (1, 2, 4):
            run = self.good(self.scratch.model(four_bars.model(windows)))
            poses = run.analysis()["singular_poses"]
            times = four_bars.flat_times(windows, 10)
            self.assertEqual(poses["count"], len(times))
            for pose, t in zip(poses["poses"], times):
                self.assertEqual(pose["rank_lost"], windows)
                self.assertAlmostEqual(pose["t"], t, delta=2e-5)
            self.assertEqual(sorted(poses["joints"]), four_bars.joints(windows))
            codes = [w["code"] for w in run.analysis()["warnings"]]
            self.assertEqual(codes, ["W-SING-001"])
            self.assertRegex(run.err, r"warning\[W-SING-001\]: the motion passes through singular poses at t = 0\.7")

    def test_ends_soon_behind_a_pose(self):
        """The last step, cut at the end, still has the pose in the widest gap of its nodes."""
        for windows, number, behind in ((1, 2, 1e-3), (2, 0, 3e-3), (1, 5, 0.01), (2, 2, 0.02)):
            end = four_bars.flat_times(windows, 10)[number] + behind
            run = self.good(self.scratch.model(four_bars.model(windows, duration=end, output_step=0.05)))
            self.assertEqual(run.analysis()["singular_poses"]["count"], number + 1, (windows, behind))

    def test_nothing_is_named_without_one(self):
        text = four_bars.model(2, duration=0.6)
        self.assertNotIn("singular_poses", self.good(self.scratch.model(text)).analysis())


class TestFlatStart(harness.MotionTest):
    """The same mechanisms from a pose in one line, with velocities of the parallelogram's branch: the
    rows do not say there which way the accelerations are. Truth: one angle, by Runge and Kutta."""

    def text(self, windows, rate, integrator):
        lines = ["mbs: 1", "space: planar", "gravity: [0, -9.81]", "ground:", "  markers:"]
        for i in range(windows + 1):
            lines.append(f"    A{i}: {{position: [{i}, 0]}}")
        lines.append("bodies:")
        for i in range(windows + 1):
            lines.append(f"  crank{i}: {{type: rigid, mass: 1, inertia: 1/12, markers: {{low: {{position: [0, "
                         "-0.5]}, top: {position: [0, 0.5]}}, initial: "
                         f"{{position: [{i + 0.5}, 0], angle: -90 deg, angle_rate: {rate}, velocity: [0, {rate / 2}]}}}}")
        for i in range(windows):
            lines.append(f"  bar{i}: {{type: rigid, mass: 1, inertia: 1/12, markers: {{left: {{position: [-0.5, 0]}},"
                         " right: {position: [0.5, 0]}}, initial: "
                         f"{{position: [{i + 1.5}, 0], angle_rate: 0, velocity: [0, {rate}]}}}}")
        lines.append("joints:")
        for i in range(windows + 1):
            lines.append(f"  A{i}: {{type: revolute, marker_i: ground.A{i}, marker_j: crank{i}.low}}")
        for i in range(windows):
            lines.append(f"  L{i}: {{type: revolute, marker_i: crank{i}.top, marker_j: bar{i}.left}}")
            lines.append(f"  R{i + 1}: {{type: revolute, marker_i: crank{i + 1}.top, marker_j: bar{i}.right}}")
        lines.append("analyses: {turn: {type: dynamics, duration: 10, output_step: 0.05, integrator: "
                     + integrator + "}}")
        lines.append("outputs: {phi: crank0.angle + pi/2, parallel: "
                     f"crank{windows}.angle - crank0.angle}}")
        return "\n".join(lines) + "\n"

    def truth(self, windows, rate, substeps=20):
        """Angles at the rows, and how often sin(phi) passed zero behind the start."""
        push = 9.81 * ((windows + 1) / 2 + windows) / ((windows + 1) / 3 + windows)
        phi, h, angles, passed = 0.0, 0.05 / substeps, [0.0], 0
        for _ in range(200):
            for _ in range(substeps):
                before = phi
                k1, l1 = rate, -push * math.cos(phi)
                k2, l2 = rate + h / 2 * l1, -push * math.cos(phi + h / 2 * k1)
                k3, l3 = rate + h / 2 * l2, -push * math.cos(phi + h / 2 * k2)
                k4, l4 = rate + h * l3, -push * math.cos(phi + h * k3)
                phi += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
                rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
                passed += before != 0 and math.floor(before / math.pi) != math.floor(phi / math.pi)
            angles.append(phi)
        return angles, passed

    def test_motion(self):
        for windows, rate, words, allowed in ((1, 3.0, "{}", 1e-5), (1, 7.0, "{}", 1e-5), (2, 3.0, "{}", 1e-5),
                                              (3, 7.0, "{}", 1e-5), (2, 7.0, "{method: ida}", 2e-3),
                                              (3, 3.0, "{tolerances: {relative: 1e-9}}", 1e-7),
                                              (2, 7.0, "{method: runge_kutta, order: 5}", 1e-5)):
            angles, passed = self.truth(windows, rate)
            run = self.scratch.run(self.scratch.model(self.text(windows, rate, words)))
            self.assertEqual(run.status, 0, run.story())
            self.assertIn("W-DOF-003", run.err)
            table = run.table()
            self.assertLess(max(map(abs, table["parallel"])), 1e-8, (windows, rate, words))
            self.assertLess(max(abs(a - b) for a, b in zip(table["phi"], angles)), allowed, (windows, words))
            self.assertEqual(run.analysis()["singular_poses"]["count"], passed, (windows, rate, words))


RODS = """mbs: 1
space: planar
gravity: {gravity}
bodies:
  a: {{type: point_mass, mass: 1, initial: {{position: [1, 0]}}}}
  b: {{type: point_mass, mass: 1, initial: {{position: [{b}, 0]}}}}
ground: {{markers: {{far: {{position: [{far}, 0]}}}}}}
joints:
  p: {{type: distance, marker_i: ground, marker_j: a, length: 1}}
  q: {{type: distance, marker_i: a, marker_j: b, length: 1}}
  r: {{type: distance, marker_i: ground.far, marker_j: b, length: 1}}
analyses: {{fall: {{type: dynamics, duration: 1}}}}
outputs: {{x: a.x, y: a.y}}
"""


class TestPushedOffTheBranches(harness.MotionTest):
    """Three rods at rest in one line, stretched (nothing can leave) or folded (either end may turn,
    not both): gravity asks for what no branch has, reactions would be infinite."""

    def test_named(self):
        for b, far in ((2, 3), (0, 1)):
            run = self.scratch.run(self.scratch.model(RODS.format(gravity="[0, -9.81]", b=b, far=far)))
            self.assertEqual(run.status, 4, run.story())
            self.assertIn("error[E-SING-002]: the mechanism starts at rest at a singular pose", run.err)
            self.assertIn("W-DOF-003", run.err)

    def test_nothing_pushes(self):
        for b, far in ((2, 3), (0, 1)):
            for gravity in ("[0, 0]", "[-9.81, 0]"):
                run = self.scratch.run(self.scratch.model(RODS.format(gravity=gravity, b=b, far=far)))
                self.assertEqual(run.status, 0, run.story())
                self.assertLessEqual(max(abs(y) for y in run.table()["y"]), 1e-12)


class TestForcedBranch(harness.MotionTest):
    """Unlike masses, mass centres beside the bars and a spring push towards the other branches: at the
    poses the multipliers have a pole, and yet the motion is smooth. Truth: one angle, by Runge and
    Kutta."""

    CRANKS = ((1, 0.5, 0.02), (2, 0.3, -0.05), (0.5, 0.7, 0.1))  # mass, centre along and across
    BARS = ((1, 0.2), (3, 0.75))
    STIFFNESS, FREE, END = 30.0, 0.5, (2.5, 0.3)

    def text(self, relative):
        lines = ["mbs: 1", "space: planar", "gravity: [0, -9.81]",
                 "ground: {markers: {P: {position: [2.5, 0.3]}, A1: {position: [1, 0]},"
                 " A2: {position: [2, 0]}}}", "bodies:"]
        for i, (mass, along, across) in enumerate(self.CRANKS):
            rate = ", angle_rate: -1" if i == 0 else ""
            lines.append(f"  crank{i}: {{type: rigid, mass: {mass}, inertia: 0.1, center_of_mass: [{along},"
                         f" {across}], initial: {{position: [{i}, 0], angle: pi/2{rate}}},"
                         " markers: {top: {position: [1, 0]}}}")
        for i, (mass, along) in enumerate(self.BARS):
            lines.append(f"  bar{i}: {{type: rigid, mass: {mass}, inertia: 0.2, center_of_mass: [{along}, 0.1],"
                         f" initial: {{position: [{i}, 1]}}, markers: {{right: {{position: [1, 0]}}}}}}")
        lines.append("joints:")
        for i in range(3):
            ground = f"ground.A{i}" if i else "ground"
            lines.append(f"  A{i}: {{type: revolute, marker_i: {ground}, marker_j: crank{i}}}")
        for i in range(2):
            lines.append(f"  L{i}: {{type: revolute, marker_i: crank{i}.top, marker_j: bar{i}}}")
            lines.append(f"  R{i}: {{type: revolute, marker_i: crank{i + 1}.top, marker_j: bar{i}.right}}")
        lines.append(f"forces: {{s: {{type: spring_damper, marker_i: crank0.top, marker_j: ground.P,"
                     f" stiffness: {self.STIFFNESS}, free_length: {self.FREE}}}}}")
        lines.append("analyses: {turn: {type: dynamics, duration: 10, output_step: 0.05, integrator: "
                     + tolerances(relative) + "}}")
        lines.append("outputs: {phi: crank0.angle, parallel: crank2.angle - crank0.angle}")
        return "\n".join(lines) + "\n"

    def acceleration(self, phi):
        c, s = math.cos(phi), math.sin(phi)
        mass = sum(0.1 + m * (a * a + b * b) for m, a, b in self.CRANKS) + sum(m for m, _ in self.BARS)
        pull = 9.81 * (sum(m * (a * c - b * s) for m, a, b in self.CRANKS) + sum(m * c for m, _ in self.BARS))
        x, y = c - self.END[0], s - self.END[1]
        length = math.hypot(x, y)
        spring = self.STIFFNESS * (length - self.FREE) * (y * c - x * s) / length
        return -(pull + spring) / mass

    def truth(self, substeps=25):
        phi, rate, h = math.pi / 2, -1.0, 0.05 / substeps
        angles = [phi]
        for _ in range(200):
            for _ in range(substeps):
                k1, l1 = rate, self.acceleration(phi)
                k2, l2 = rate + h / 2 * l1, self.acceleration(phi + h / 2 * k1)
                k3, l3 = rate + h / 2 * l2, self.acceleration(phi + h / 2 * k2)
                k4, l4 = rate + h * l3, self.acceleration(phi + h * k3)
                phi += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
                rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
            angles.append(phi)
        return angles

    def test_motion(self):
        truth = self.truth()
        for relative, allowed in ((1e-6, 2e-4), (1e-8, 2e-6), (1e-9, 2e-7)):
            run = self.good(self.scratch.model(self.text(relative)))
            table = run.table()
            error = max(abs(a - b) for a, b in zip(table["phi"], truth))
            print(f"relative {relative:g}: off by {error:.3g} rad")
            self.assertLess(error, allowed)
            self.assertLess(max(map(abs, table["parallel"])), 1e-8)
            self.assertGreater(run.analysis()["singular_poses"]["count"], 5)


class TestNearMiss(harness.MotionTest):
    """A coupler too long by a little: branches no longer cross, they come near and turn."""

    def run_of(self, longer, **more):
        text = four_bars.model(1, duration=3, longer=longer, output_step=0.05)
        return self.scratch.run(self.scratch.model(text), **more)

    def test_turns_onto_the_other_branch(self):
        ends = []
        for longer in (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10):
            run = self.run_of(longer)
            self.assertEqual(run.status, 0, run.story())
            table = run.table()
            self.assertLess(max(map(abs, table["energy"])), 2e-5, longer)
            self.assertGreater(max(map(abs, table["parallel"])), 1, "the cranks turn against each other")
            self.assertNotIn("singular_poses", run.analysis())
            ends.append((longer, table["x"][-1]))
        # the turn's size, and with it the change of the end, goes with the root of the length
        limit = ends[-1][1]
        for longer, end in ends[:-2]:
            self.assertLess(abs(end - limit), 2 * math.sqrt(longer))

    def test_too_near_to_tell_ends_by_name(self):
        for longer in (1e-11, 1e-12):
            run = self.run_of(longer)
            self.assertEqual(run.status, 4, run.story())
            self.assertEqual(run.analysis()["failure"]["code"], "E-SING-002")
            self.assertIn("cannot be passed", run.err)

    def test_round_off_is_no_difference(self):
        run = self.run_of(1e-14)
        self.assertEqual(run.status, 0, run.story())
        self.assertEqual(run.analysis()["singular_poses"]["count"], 3)


if __name__ == "__main__":
    harness.main()
