#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A01, the planar simple pendulum of the IFToMM library, against its exact motion."""

import math

import harness

EXACT_END = (-0.27508746257611686, -0.961419205099125064)  # x, y at 10 s
PERIOD = 2.36784194757623745
TIGHT = ["--set", "analyses.swing.integrator.tolerances.relative=1e-11"]


def elliptic(u, m):
    """Jacobi's sn, cn, dn of real u, 0 < m < 1, by the descending Landen chain."""
    a, b, c = [1.0], math.sqrt(1 - m), [math.sqrt(m)]
    while abs(c[-1]) > 1e-17 and len(a) < 20:
        mean, b, half = (a[-1] + b) / 2, math.sqrt(a[-1] * b), (a[-1] - b) / 2
        a.append(mean)
        c.append(half)
    phi = 2 ** (len(a) - 1) * a[-1] * u
    for k in range(len(a) - 1, 0, -1):
        before = phi
        phi = (phi + math.asin(c[k] / a[k] * math.sin(phi))) / 2
    sn, cn = math.sin(phi), math.cos(phi)
    return sn, cn, cn / math.cos(before - phi)


def exact(t):
    """sin(phi/2) = -k cd(w t), phi from the downward vertical, k^2 = 1/2, w = sqrt(g/L)."""
    _, cn, dn = elliptic(math.sqrt(9.81) * math.fmod(t, PERIOD), 0.5)
    half = math.asin(-math.sqrt(0.5) * cn / dn)
    return math.sin(2 * half), -math.cos(2 * half)


class TestA01(harness.MotionTest):
    def setUp(self):
        super().setUp()
        self.model = harness.SOURCE / "models" / "iftomm" / "a01_simple_pendulum.yaml"

    def drift(self, run):
        audit = run.analysis("swing")["audit"]
        return max(audit["energy_drift"], audit["energy_drift_steps"])

    def test_closed_form(self):
        """The closed form used here gives the published digits."""
        for t, x, y in ((0.5, -0.391048791550546388, -0.920369948785192204),
                        (5, -0.942305435043757335, -0.334754338414000581), (10, *EXACT_END)):
            self.assertAlmostEqual(exact(t)[0], x, delta=2e-14)
            self.assertAlmostEqual(exact(t)[1], y, delta=2e-14)

    def test_defaults(self):
        run = self.good(self.model)
        table = run.table()
        self.assertEqual(list(table), ["t", "x", "y", "energy", "position_violation",
                                       "velocity_violation"])
        self.assertEqual(len(table["t"]), 1001)
        error = max(max(abs(x - exact(t)[0]), abs(y - exact(t)[1]))
                    for t, x, y in zip(table["t"], table["x"], table["y"]))
        audit = run.analysis("swing")["audit"]
        print(f"error {error:.3g} m, drift {self.drift(run):.3g} J, position "
              f"{audit['constraint_position']:.3g} m, velocity {audit['constraint_velocity']:.3g} m/s")
        self.assertLess(error, 3e-5)
        self.assertLess(self.drift(run), 5e-5)
        self.assertLessEqual(max(table["position_violation"]), 1e-9)
        self.assertLessEqual(max(table["velocity_violation"]), 1e-8)
        self.assertLessEqual(audit["constraint_position_steps"], 1e-9)
        self.assertLessEqual(audit["constraint_velocity_steps"], 1e-8)
        # the norms are those of the rows that were written
        for t, x, y, norm in zip(table["t"], table["x"], table["y"], table["position_violation"]):
            self.assertAlmostEqual(abs(math.hypot(x, y) - 1), norm, delta=1e-15, msg=t)
        self.assertLess(max(map(abs, table["energy"])), 5e-5)
        self.assertGreater(max(map(abs, table["energy"])), 1e-9, "too good to be true")

    def test_tight(self):
        run = self.good(self.model, *TIGHT)
        table = run.table()
        print(f"end off by {table['x'][-1] - EXACT_END[0]:.3g}, {table['y'][-1] - EXACT_END[1]:.3g} m, "
              f"drift {self.drift(run):.3g} J, {run.analysis('swing')['steps']} steps")
        self.assertEqual(table["t"][-1], 10)
        self.assertAlmostEqual(table["x"][-1], EXACT_END[0], delta=1e-7)
        self.assertAlmostEqual(table["y"][-1], EXACT_END[1], delta=1e-7)
        self.assertLess(self.drift(run), 1e-7)

    def test_absolute_follows_relative(self):
        """Unstated, the absolute tolerance is 1e-9, or a hundredth of the relative one if less."""
        for relative, absolute in (("1e-5", 1e-9), ("1e-7", 1e-9), ("1e-9", 1e-11), ("1e-11", 1e-13)):
            run = self.scratch.run(self.model, "--set",
                                   f"analyses.swing.integrator.tolerances.relative={relative}")
            found = run.analysis("swing")["integrator"]["absolute_tolerance"]
            self.assertAlmostEqual(found / absolute, 1, delta=1e-12)

    def test_error_follows_the_tolerance(self):
        """Local errors add up to some hundred times the tolerance here (70 to 1000 were measured),
        over seven decades."""
        for digits in range(5, 13):
            relative = 10.0 ** -digits
            table = self.motion(self.model, *harness.integrator("swing", relative))
            error = max(abs(x - exact(t)[0]) for t, x in zip(table["t"], table["x"]))
            print(f"relative tolerance {relative:.0e}: error {error:.3g} m")
            self.assertLess(error, 3000 * relative)

    def test_columns(self):
        run = self.good(self.model, "--format", "columns")
        name = run.analysis("swing")["file"]
        self.assertIn(name, run.files)
        lines = (run.directory / name).read_text().splitlines()
        self.assertEqual(len(lines), 1001)
        rows = [[float(word) for word in line.split()] for line in lines]
        self.assertEqual({len(row) for row in rows}, {6})
        plain = self.good(self.model).table()
        for k, channel in enumerate(("t", "x", "y", "energy", "position_violation",
                                     "velocity_violation")):
            self.assertEqual([row[k] for row in rows], plain[channel], channel)

    def test_twice_the_length(self):
        """Parameters are runtime values: L = 2 m swings sqrt(2) times slower."""
        run = self.scratch.run(self.model, "--set", "L=2", "--set", "analyses.swing.duration=12",
                               "--set", "checks.slower={period: P1.x, cycles: 2, equals: "
                               "2*2.36784194757623745*sqrt(2), within: 2e-5}")
        self.assertEqual(run.summary["overrides"][0], "L=2")
        self.assertEqual(run.status, 6, "the checks of the file are for L = 1 m")
        passed = {check["name"]: check["passed"] for check in run.analysis()["checks"]}
        self.assertTrue(passed["slower"], run.story())
        self.assertFalse(passed["motion_is_exact"])
        self.assertFalse(passed["three_swings"])


if __name__ == "__main__":
    harness.main()
