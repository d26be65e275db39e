#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The symplectic method: its orders against exact motions, energies that do not grow over long
runs, constraints at round-off, and refusals."""

import math

import harness


def symplectic(analysis, step, order, **keys):
    """--set options: the method, and other keys of the analysis."""
    block = f"{{method: symplectic, step: {step!r}, order: {order}}}"
    options = ["--set", f"analyses.{analysis}.integrator={block}"]
    for key, value in keys.items():
        options += ["--set", f"analyses.{analysis}.{key}={value!r}"]
    return options


def slope(x, y):
    """Of the straight line fitted by least squares."""
    middle_x, middle_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    return (math.fsum((a - middle_x) * (b - middle_y) for a, b in zip(x, y))
            / math.fsum((a - middle_x) ** 2 for a in x))


class Symplectic(harness.MotionTest):
    def run_of(self, model, *options):
        """A run to its end, the model's checks aside."""
        path = harness.SOURCE / "models" / f"{model}.yaml"
        run = self.scratch.run(path, "--accept-inaccurate", *options)  # phases are lost in 10,000 s, and chaos has none
        self.assertIn(run.status, (0, 6), run.story())
        self.assertIn(run.analysis()["status"], ("ok", "inaccurate"), run.story())
        return run

    def holds(self, run, position=1e-14, velocity=1e-13):
        audit = run.analysis()["audit"]
        self.assertLess(audit["constraint_position_steps"], position)
        self.assertLess(audit["constraint_velocity_steps"], velocity)

    def stays_level(self, times, errors, ratio=1.1):
        """The issue's measure: the largest energy error of the last tenth is at most 1.1 times that
        of the first, and the fitted slope times the duration is below a tenth of it."""
        end = times[-1]
        first = max(abs(e) for t, e in zip(times, errors) if t <= end / 10)
        last = max(abs(e) for t, e in zip(times, errors) if t >= end * 0.9)
        drift = abs(slope(times, errors)) * end
        print(f"largest energy error of the first tenth {first:.4g} J, of the last {last:.4g} J, ratio "
              f"{last / first:.5f}; fitted slope x duration {drift:.3g} J, {drift / first:.2g} of it")
        self.assertLessEqual(last, ratio * first)
        self.assertLess(drift, 0.1 * first)
        return first


class TestLong(Symplectic):
    def test_pendulum(self):
        """10,000 s of the pendulum: the shipped model as it stands, and order 2."""
        run = self.run_of("examples/long_pendulum")
        self.assertEqual(run.status, 0, run.story())
        self.holds(run, 1e-15, 1e-14)
        table = run.table()
        self.assertEqual(table["t"][-1], 10000)
        first = self.stays_level(table["t"], table["energy"])
        print(f"order 4: {run.analysis()['steps']} steps, cpu_s {run.analysis()['cpu_s']:.3g}")
        self.assertLess(first, 2.5e-7)
        run = self.run_of("examples/long_pendulum", *symplectic("swing", 0.01, 2))
        table = run.table()
        self.stays_level(table["t"], table["energy"])
        print(f"order 2: {run.analysis()['steps']} steps, cpu_s {run.analysis()['cpu_s']:.3g}")

    def test_chaotic_double_pendulum(self):
        """Its motion cannot be known for more than a minute; its energy can."""
        for order, bound in ((2, 0.2), (4, 4e-4)):
            run = self.run_of("examples/double_pendulum",
                              *symplectic("fall", 0.01, order, duration=5000, output_step=0.05))
            self.holds(run)
            table = run.table()
            first = self.stays_level(table["t"], table["energy"], 1.2)
            self.assertLess(first, bound)


class TestLevel(Symplectic):
    """The same in less time."""

    def test_rows_between_steps(self):
        """Rows that come from the interpolant stay as level: 0.137 s is no multiple of the step."""
        run = self.run_of("examples/long_pendulum", *symplectic("swing", 0.01, 4, output_step=0.137,
                                                                duration=2000))
        table = run.table()
        self.stays_level(table["t"], table["energy"])

    def test_free_body(self):
        """The wing nut, 300 times over: energy and the size of the angular momentum."""
        run = self.run_of("examples/free_rigid_body",
                          *symplectic("flight", 0.01, 4, duration=2000, output_step=0.1))
        table = run.table()
        self.stays_level(table["t"], table["energy"])
        sizes = [math.hypot(x, 2 * y, 3 * z) for x, y, z in zip(table["wx"], table["wy"], table["wz"])]
        off = max(abs(size / sizes[0] - 1) for size in sizes)
        print(f"size of the angular momentum off by {off:.3g}")
        self.assertLess(off, 1e-12)
        turns = sum(a < 0 <= b for a, b in zip(table["wy"], table["wy"][1:]))
        self.assertGreater(turns, 100)

    def test_heavy_top(self):
        """The top on its ball joint, 1500 turns about itself: energy, and what the joint cannot
        change, its spin and the angular momentum about the vertical."""
        run = self.run_of("examples/symmetric_top",
                          *symplectic("dance", 0.0025, 4, duration=60, output_step=0.01))
        self.holds(run)
        table = run.table()
        energy = table["energy"]
        self.stays_level(table["t"], [e - energy[0] for e in energy])
        checks = {check["name"]: check["value"] for check in run.analysis()["checks"]}
        print(checks)
        self.assertLess(checks["spin_is_constant"], 1e-10)
        self.assertLess(checks["vertical_angular_momentum_is_conserved"], 1e-12)


class TestOrder(Symplectic):
    def errors(self, model, analysis, check, steps, order):
        """Of a `file` check, which compares with the exact motion."""
        found = []
        for step in steps:
            run = self.run_of(model, *symplectic(analysis, step, order))
            self.holds(run)
            found.append(next(c["value"] for c in run.analysis()["checks"] if c["name"] == check))
        return found

    def test_orders(self):
        for model, analysis, check, steps in (
                ("iftomm/a01_simple_pendulum", "swing", "motion_is_exact", (0.01, 0.005, 0.0025)),
                ("founding/solfec_pendulum", "swing", "motion_is_exact", (0.01, 0.005, 0.0025)),
                ("examples/double_pendulum", "fall", "motion_is_right", (0.01, 0.005, 0.0025)),
                ("examples/spatial_pendulum", "swing", "motion_is_right", (0.01, 0.005, 0.0025)),
                ("examples/free_rigid_body", "flight", "rates_are_right", (0.05, 0.025, 0.0125)),
                ("examples/symmetric_top_slow", "steady", "orientation_is_right",
                 (0.0025, 0.00125, 0.000625))):
            for order in (2, 4):
                found = self.errors(model, analysis, check, steps, order)
                orders = [math.log2(a / b) for a, b in zip(found, found[1:])]
                print(f"{model} order {order}: errors {', '.join(f'{e:.3g}' for e in found)}, observed "
                      f"{', '.join(f'{o:.3f}' for o in orders)}")
                self.assertAlmostEqual(orders[-1], order, delta=0.1)


class TestRuns(Symplectic):
    def test_same_bytes(self):
        options = symplectic("fall", 0.01, 4, duration=20.0)
        first, second = (self.run_of("examples/double_pendulum", *options) for _ in range(2))
        name = "fall.csv"
        self.assertEqual((first.directory / name).read_bytes(), (second.directory / name).read_bytes())

    def test_output_does_not_change_the_steps(self):
        """Rows are read from the interpolant: more of them leave the solution bit for bit."""
        ends = []
        for output_step in (0.01, 0.0037, 1.0):
            run = self.run_of("examples/double_pendulum",
                              *symplectic("fall", 0.01, 2, duration=5.0, output_step=output_step))
            table = run.table()
            ends.append([table[name][-1] for name in ("x1", "y1", "x2", "y2", "energy")])
        self.assertEqual(ends[0], ends[1])
        self.assertEqual(ends[0], ends[2])

    def test_redundant_joints(self):
        data = harness.SOURCE / "tests" / "models" / "data"
        for name, analysis in (("three_cranks", "swing"), ("four_bar_spatial", "turn")):
            runs = [self.scratch.run(data / f"{name}.yaml", *symplectic(analysis, step, 4))
                    for step in (0.01, 0.005)]
            drift = []
            for run in runs:
                self.assertEqual(run.status, 0, run.story())
                self.holds(run, 1e-13, 1e-13)
                drift.append(run.analysis()["audit"]["energy_drift_steps"])
            print(name, drift)
            self.assertAlmostEqual(math.log2(drift[0] / drift[1]), 4, delta=0.2)

    def test_many_links(self):
        """Above the dense limit: KLU's factors."""
        path = harness.SOURCE / "tests" / "models" / "data" / "chain.yaml"
        drift = []
        for step in (0.005, 0.0025):
            run = self.scratch.run(path, *symplectic("fall", step, 2))
            self.assertIn(run.status, (0, 6), run.story())
            self.holds(run, 1e-13, 1e-12)
            drift.append(run.analysis()["audit"]["energy_drift_steps"])
        print(drift)
        self.assertAlmostEqual(math.log2(drift[0] / drift[1]), 2, delta=0.2)

    def test_refusal(self):
        """A damper: refused at once, by name, exit status 3, at the force."""
        path = harness.SOURCE / "models" / "founding" / "driven_pendulum.yaml"
        run = self.scratch.run(path, *symplectic("ida", 0.01, 2))
        self.assertEqual(run.status, 3, run.story())
        self.assertRegex(run.err, r'driven_pendulum.yaml:\d+:3: error\[E-INT-010\]: force "spring" has '
                                  r'damping: the symplectic method accepts only forces that depend on position')
        self.assertFalse(run.files, "nothing is written")

    def test_long_step(self):
        """Newton's failure names joint and step."""
        path = harness.SOURCE / "models" / "examples" / "symmetric_top.yaml"
        run = self.scratch.run(path, *symplectic("dance", 0.02, 2))
        self.assertEqual(run.status, 4, run.story())
        self.assertRegex(run.err, r'error\[E-INT-002\]: Newton does not converge at t = .* joint "socket"')
        self.assertIn('choose a smaller "step"', run.err)


class TestBudgets(Symplectic):
    """The second looks at the clock."""

    def test_budgets(self):
        path = harness.SOURCE / "models" / "examples" / "long_pendulum.yaml"
        run = self.scratch.run(path, "--max-steps", "1000")
        self.assertEqual(run.status, 9, run.story())
        self.assertIn("E-LIM-008", run.err)
        self.assertAlmostEqual(run.analysis()["t_reached"], 10, delta=1e-9)
        run = self.scratch.run(path, "--time-limit", "0.05")
        self.assertEqual(run.status, 9, run.story())
        self.assertIn("E-LIM-009", run.err)


if __name__ == "__main__":
    harness.main()
