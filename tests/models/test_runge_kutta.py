#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runge-Kutta methods: their orders, of steps and of the dense output; error against tolerance; what
is done about stiff motions."""

import math

import harness

EXACT = "tolerances: {relative: 1e-13, absolute: 1e-14}"
ROWS = 97  # a prime, so that few rows stand at the end of a step

STIFF = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  A: {{type: point_mass, mass: 1, initial: {{position: [1, 0], velocity: [0, 0]}}}}
  B: {{type: point_mass, mass: 1, initial: {{position: [2, 0], velocity: [0, 0]}}}}
joints:
  rod: {{type: distance, marker_i: ground, marker_j: A, length: 1}}
forces:
  tie: {{type: spring_damper, marker_i: A, marker_j: B, stiffness: {stiffness}, damping: {damping},
         free_length: 1}}
analyses:
  run: {{type: dynamics, duration: 2, output_step: 0.01, integrator: {{{integrator}}}}}
outputs: {{x: B.x, y: B.y}}
"""

COMET = """mbs: 1
space: planar
parameters: {m: 1 kg, mu: 1.32712440018e20 m^3/s^2, far: 5e12 m, e: 0.9995, v: sqrt(mu/far*(1 - e))}
bodies:
  comet: {type: point_mass, mass: m, initial: {position: [far, 0], velocity: [0, v]}}
forces:
  sun: {type: force, marker: comet, vector: [-m*mu*comet.x/r^3, -m*mu*comet.y/r^3]}
analyses:
  orbit: {type: dynamics, duration: 3e9, output_step: 3e7}
outputs: {x: comet.x, y: comet.y}
"""


class TestOrders(harness.MotionTest):
    """Fixed steps against the same motion at a tolerance of 1e-13."""

    def run_with(self, case, words):
        model, analysis, duration = case
        path = harness.SOURCE / "models" / "examples" / model
        return self.motion(path, "--set", f"analyses.{analysis}.duration={duration} s",
                           "--set", f"analyses.{analysis}.output_step={duration / ROWS!r} s",
                           "--set", f"analyses.{analysis}.integrator={{method: runge_kutta, {words}}}")

    def errors(self, case, order, counts):
        """Errors of the position at the end, and at all rows."""
        exact = self.run_with(case, EXACT)
        for count in counts:
            found = self.run_with(case, f"order: {order}, step: {case[2] / count!r}")
            apart = [max(abs(found[c][k] - exact[c][k]) for c in "xyz")
                     for k in range(len(exact["t"]))]
            yield apart[-1], max(apart)

    def look(self, case, order, counts):
        """Slopes of the lines of least squares through the logarithms, at the end and inside."""
        errors = list(self.errors(case, order, counts))
        x = [-math.log(count) for count in counts]
        middle = sum(x) / len(x)
        slopes = []
        for y in zip(*errors):
            print(" ".join(f"{error:.2e}" for error in y))
            slopes.append(sum((a - middle) * math.log(b) for a, b in zip(x, y))
                          / sum((a - middle) ** 2 for a in x))
        print(f"order {order}: {slopes[0]:.3f} at the end, {slopes[1]:.3f} at all rows")
        return slopes

    TOP = ("symmetric_top_slow.yaml", "steady", 0.1)
    PENDULUM = ("spatial_pendulum.yaml", "swing", 1)

    def test_order_5(self):
        for case, counts in ((self.TOP, (160, 200, 240, 280, 320, 400, 480, 560)),
                             (self.PENDULUM, (20, 24, 28, 32, 40, 48, 56, 64, 80))):
            for slope in self.look(case, 5, counts):
                self.assertAlmostEqual(slope, 5, delta=0.1)

    def test_order_8(self):
        """The top spins fast, so that the error of the steps outweighs the dense output's."""
        case = (*self.TOP[:2], 0.2)
        for slope in self.look(case, 8, (48, 56, 64, 72, 80, 88, 96, 104, 112)):
            self.assertAlmostEqual(slope, 8, delta=0.1)

    COUNTS = (8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24)

    def test_dense_output_of_order_8(self):
        """Rows inside the steps are less exact than the steps: each is read from its own step, a
        polynomial of order seven, whose error goes with the eighth power."""
        self.assertAlmostEqual(self.look(self.PENDULUM, 8, self.COUNTS)[1], 8, delta=0.1)
        for end, inside in self.errors(self.PENDULUM, 8, self.COUNTS):
            self.assertGreater(inside, 4 * end)


class TestTolerances(harness.MotionTest):
    """A tighter tolerance gives a smaller error: three exceptions in a hundred are allowed."""

    LADDER = [10 ** (-k / 2) for k in range(6, 23)]
    CASES = (("examples/double_pendulum.yaml", "fall", ("upper_angle", "lower_angle")),
             ("examples/spatial_pendulum.yaml", "swing", ("x", "y", "z")),
             ("examples/symmetric_top.yaml", "dance", ("x", "y", "z")),
             ("founding/driven_pendulum.yaml", "ida", ("x", "y", "angle")))

    def error(self, exact, found, channels):
        channels = [c for c in channels if c in exact] or [c for c in exact if c != "t"][:2]
        return harness.difference(exact, found, channels)

    def test_error_follows(self):
        steps = wrong = 0
        for model, analysis, channels in self.CASES:
            path = harness.SOURCE / "models" / model
            exact = self.motion(path, *harness.integrator(analysis, 1e-12, "method: runge_kutta"))
            for order in (5, 8):
                kind = f"method: runge_kutta, order: {order}"
                errors = [self.error(exact, self.motion(
                    path, "--accept-inaccurate", *harness.integrator(analysis, tolerance, kind)), channels)
                          for tolerance in self.LADDER]
                print(model, order, " ".join(f"{error:.1e}" for error in errors))
                steps += len(errors) - 1
                wrong += sum(not b < a for a, b in zip(errors, errors[1:]))
                # and it stays in proportion: eight decades of tolerance are worth six of error
                self.assertLess(errors[-1], 1e-6 * errors[0])
        print(f"{wrong} of {steps}")
        self.assertGreaterEqual(steps, 100)
        self.assertLessEqual(wrong, 0.03 * steps)


class TestStiffness(harness.MotionTest):
    def run_of(self, stiffness, damping, integrator="method: auto", status=0):
        text = STIFF.format(stiffness=stiffness, damping=damping, integrator=integrator)
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, status, run.story())
        return run

    def test_not_stiff(self):
        integrator = self.run_of(1e2, 1).analysis()["integrator"]
        self.assertEqual(integrator["method"], "runge_kutta")
        self.assertIn("no stiffness", integrator["choice"])

    def test_auto_goes_on_with_ida(self):
        """Left within some twenty steps, and the motion is the same."""
        run = self.run_of(8e5, 3e4)
        integrator = run.analysis()["integrator"]
        self.assertEqual((integrator["method"], integrator["formulation"]), ("ida", "index_1"))
        self.assertRegex(integrator["choice"], r"^auto: ida \(index_1\) from t = 0\.00\d+ s on, ")
        self.assertLess(run.analysis()["steps"], 2000)
        asked = self.run_of(8e5, 3e4, "method: runge_kutta")
        apart = harness.difference(run.table(), asked.table(), ("x", "y"))
        print(f"{run.analysis()['steps']} and {asked.analysis()['steps']} steps, apart by {apart:.2g}")
        self.assertLess(apart, 1e-4)

    def test_who_asked_is_warned(self):
        run = self.run_of(8e5, 3e4, "method: runge_kutta")
        self.assertRegex(run.err, r"warning\[W-INT-011\]: the motion is stiff from t = 0\.00\d+ s on")
        self.assertRegex(run.err, r"it took \d+ steps")
        self.assertGreater(run.analysis()["steps"], 5000)
        self.assertNotIn("W-INT-011", self.run_of(1e2, 1, "method: runge_kutta").err)

    def test_fixed_steps_that_are_not_stable(self):
        """A fixed step has no error test that would show it: the friction of a block that comes to
        rest has rates of 4e4 1/s, and its force was wrong by a quarter without a word."""
        model = harness.SOURCE / "models" / "examples" / "friction_block.yaml"
        for order, step, stable in ((5, 2e-4, False), (5, 5e-5, True), (8, 5e-5, True)):
            run = self.scratch.run(model, "--set", "analyses.throw.integrator={method: runge_kutta, "
                                                   f"order: {order}, step: {step}}}")
            self.assertIn(run.status, (0, 6), run.story())
            self.assertEqual("W-INT-011" not in run.err, stable, run.story())
            if not stable:
                self.assertRegex(run.err, r"the fixed step of runge_kutta, 0\.0002 s, is too long from t = 0\.4")
        # k = 1e4 N/m between 1 kg that hangs on a rod and 1 kg: 100 to 141 1/s
        for words, stable in (("method: symplectic, step: 0.025", False), ("method: symplectic, step: 0.01", True),
                              ("method: symplectic, order: 4, step: 0.012", True),
                              ("method: runge_kutta, order: 5, step: 0.04", False),
                              ("method: runge_kutta, order: 5, step: 0.01", True),
                              ("method: hht, step: 0.04", True)):
            run = self.scratch.run(self.scratch.model(STIFF.format(stiffness=1e4, damping=0, integrator=words)))
            self.assertEqual("W-INT-011" not in run.err, stable, (words, run.story()))

    def test_short_steps_that_are_the_motion_s_own(self):
        """Near its sun a comet needs steps of 1e-5 of those far away, and nothing is stiff there.
        Place after 1.4 orbits by Kepler's equation; the passage magnifies errors 1e4 times."""
        text = COMET.replace("r^3", "(comet.x^2 + comet.y^2)^1.5")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 0, run.story())
        self.assertEqual(run.analysis()["integrator"]["method"], "runge_kutta")
        self.assertLess(run.analysis()["steps"], 200)
        mu, far, e = 1.32712440018e20, 5e12, 0.9995
        a = far / (1 + e)
        mean = math.pi + math.sqrt(mu / a) / a * 3e9
        anomaly = mean
        for _ in range(50):
            anomaly -= (anomaly - e * math.sin(anomaly) - mean) / (1 - e * math.cos(anomaly))
        x, y = -a * (math.cos(anomaly) - e), -a * math.sqrt(1 - e * e) * math.sin(anomaly)
        table = run.table()
        self.assertLess(math.hypot(table["x"][-1] - x, table["y"][-1] - y), 1e-3 * far)

    def test_fast_oscillation_comes_back(self):
        """With little damping, ida would follow the oscillation with steps a tenth as long: where stability holds the
        steps down it is tried, and left again; without damping that is never so."""
        for stiffness, damping, words in ((1e9, 1e4, "cost less"), (1e7, 0, "no stiffness was found")):
            integrator = self.run_of(stiffness, damping, "tolerances: {relative: 1e-5}").analysis()["integrator"]
            self.assertEqual(integrator["method"], "runge_kutta", integrator["choice"])
            self.assertIn(words, integrator["choice"])

    def test_formulation_means_ida(self):
        integrator = self.run_of(1e2, 1, "formulation: explicit").analysis()["integrator"]
        self.assertEqual((integrator["method"], integrator["formulation"]), ("ida", "explicit"))


if __name__ == "__main__":
    harness.main()
