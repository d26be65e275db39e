#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The formulations of the equations, and methods with none of them in common, give the same motion,
which is the right one."""

import harness

# Comes to rest: on a vertical rod vy is zero where the rod holds the bob, and changes its sign there.
COMES_TO_REST = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bob: {type: point_mass, mass: 1, initial: {position: [0.3, -0.95393920141694564], velocity: [0, 0]}}
joints:
  rod: {type: distance, marker_i: ground, marker_j: bob, length: 1}
forces:
  air: {type: force, marker: bob, vector: ["-2*bob.vx*abs(bob.vx) - 3*bob.vx", "-2*bob.vy*abs(bob.vy) - 3*bob.vy"]}
analyses: {run: {type: dynamics, duration: 20, output_step: 0.1, integrator: {METHOD}}}
outputs: {x: bob.x}
"""
# Nothing moves, and but for round-off nothing pulls: multipliers have no size of their own.
AT_REST = """mbs: 1
space: planar
bodies:
  a: {type: rigid, mass: 0.3, inertia: 1e-5, initial: {position: [-0.0046, -0.0031], angle: 1.1078}}
  b: {type: rigid, mass: 0.8, inertia: 2e-5, initial: {position: [0.0012, 0.015], angle: 0.498}}
joints:
  rail: {type: point_on_line, body_i: ground, body_j: a, at: [-0.0127, -0.0063], axis: [-0.4079, -0.913]}
  pin: {type: revolute, body_i: a, body_j: b, at: [-0.00555, 0.01856]}
  again: {type: prismatic, body_i: a, body_j: b, at: [0.004, 0.001], axis: [0.128, 0.992]}
forces:
  turn: {type: coordinate_force, joint: pin, value: "-0.168*sin(pin.angle) - 2.5e-4*pin.angle_rate"}
analyses: {run: {type: dynamics, duration: 0.11, output_step: 0.0055, integrator: {METHOD}}}
outputs: {x: a.x, y: b.y}
"""

METHODS = ("method: runge_kutta, order: 5", "method: runge_kutta, order: 8")


class TestFormulations(harness.MotionTest):
    def agree(self, model, analysis, channels, scale, truth):
        path = harness.SOURCE / "models" / model
        pairs = {}
        for word in harness.FORMULATIONS + METHODS:
            pairs[word] = self.pair(path, 1e-10, analysis=analysis, kind=word)
        self.same_motion(pairs, channels, scale)
        exact = harness.reference(truth)
        times = set(exact["t"])
        for word, (motion, _) in pairs.items():
            rows = [k for k, t in enumerate(motion["t"]) if t in times]
            self.assertEqual(len(rows), len(exact["t"]))
            error = max(abs(motion[channel][k] - value) for channel in channels
                        for k, value in zip(rows, exact[channel]))
            print(f"{word}: off the truth by {error:.3g}")
            self.assertLessEqual(error, 1e-6 * scale, word)

    def test_a01(self):
        self.agree("iftomm/a01_simple_pendulum.yaml", "swing", ("x", "y"), 1, "iftomm/a01.csv")

    def test_driven_pendulum(self):
        self.agree("founding/driven_pendulum.yaml", "ida", ("x", "y", "angle"), 4,
                   "founding/driven_pendulum.csv")

    def test_symmetric_top(self):
        self.agree("examples/symmetric_top.yaml", "dance", ("x", "y", "z", "qw", "qx", "qy", "qz"), 1,
                   "examples/symmetric_top.csv")

    def test_the_file_chooses(self):
        """The summary says what was asked for; auto says why it chose."""
        path = harness.SOURCE / "models" / "iftomm" / "a01_simple_pendulum.yaml"
        steps = {}
        for word in harness.FORMULATIONS[1:]:
            run = self.scratch.run(path, *harness.integrator("swing", 1e-7, word))
            self.assertIn(run.status, (0, 6), run.story())
            self.assertEqual(run.analysis("swing")["integrator"]["formulation"], word)
            steps[word] = (run.analysis("swing")["steps"], tuple(run.table()["x"]))
        self.assertEqual(len(set(steps.values())), 4, "other equations, other round-off")
        integrator = self.good(path).analysis("swing")["integrator"]
        self.assertEqual((integrator["method"], integrator["formulation"]), ("runge_kutta", None))
        self.assertTrue(integrator["choice"])
        run = self.good(path, *harness.integrator("swing", 1e-7, "method: ida"))
        integrator = run.analysis("swing")["integrator"]
        self.assertIn(integrator["formulation"], harness.FORMULATIONS[1:])
        self.assertTrue(integrator["choice"])


class TestRest(harness.MotionTest):
    """Round-off of what hardly moves keeps no method from going on."""
    STEPPED = ("method: newmark", "method: newmark, gamma: 0.5, beta: 0.25, projection: velocity",
               "method: hht", "method: generalized_alpha")

    def run_of(self, text, words):
        run = self.scratch.run(self.scratch.model(text.replace("METHOD", words)))
        self.assertEqual(run.status, 0, run.story())
        print(f"{words}: {run.analysis()['steps']} steps")
        return run

    def test_comes_to_rest(self):
        exact = self.run_of(COMES_TO_REST, "tolerances: {relative: 1e-12}").table()
        self.assertLess(abs(exact["x"][-1]), 1e-6)
        for words in self.STEPPED + ("method: ida", "method: ida, formulation: ggl"):
            run = self.run_of(COMES_TO_REST, words)
            self.assertLess(run.analysis()["steps"], 20000)
            self.assertLess(harness.difference(exact, run.table(), ("x",)), 2e-4, words)

    def test_at_rest(self):
        for word in harness.FORMULATIONS[1:]:
            for tolerance in (1e-6, 1e-10):
                table = self.run_of(AT_REST, f"method: ida, formulation: {word}, tolerances: "
                                             f"{{relative: {tolerance}}}").table()
                self.assertLess(max(abs(y - 0.015) for y in table["y"]), 1e-14)


class TestPlanarAndSpatial(harness.MotionTest):
    def test_driven_pendulum(self):
        """The driven bar pendulum in the plane and in space."""
        channels = ("x", "y", "angle")
        pairs = {name: self.pair(harness.SOURCE / "models" / path, 1e-10, analysis="ida")
                 for name, path in (("planar", "founding/driven_pendulum.yaml"),
                                    ("spatial", "examples/driven_pendulum_spatial.yaml"))}
        self.same_motion(pairs, channels, 4)
        for channel in ("reaction_x", "reaction_y"):
            found = harness.difference(pairs["planar"][0], pairs["spatial"][0], (channel,))
            print(f"{channel} differs by {found:.3g} N")
            self.assertLess(found, 1e-4)


if __name__ == "__main__":
    harness.main()
