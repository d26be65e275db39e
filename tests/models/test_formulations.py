#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The formulations of the equations, and methods with none of them in common, give the same motion,
which is the right one."""

import harness

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
