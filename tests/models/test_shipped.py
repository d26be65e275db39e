#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every model of models/ runs: all its checks pass, it warns of nothing, and its audit is small.

test_shipped.py --binary MBSRUN --source ROOT TestShipped [with MODEL=examples/spring_mass.yaml in
the environment for one model alone; without it, all]
"""

import os
import pathlib
import unittest

import harness

# Bounds of the audit: energy drift [J] at rows and at steps, constraint norms at position, velocity
# and acceleration level, defect and imbalance of the free-body recheck. Each is a few times what
# was measured. MODEL:ANALYSIS has bounds of its own: fixed steps of order one or two.
AUDIT = {
    "iftomm/a01_simple_pendulum.yaml": (1e-5, 1e-10, 1e-10, 2e-12, 4e-5, 1e-5),
    "iftomm/a02_four_bar_n2.yaml": (2e-5, 3e-10, 3e-10, 1e-6, 1e-3, 4e-5),
    "iftomm/a02_four_bar_n40.yaml": (1e-3, 2e-8, 2e-8, 1e-6, 1e-2, 1e-4),
    "iftomm/a03_andrews.yaml": (2e-7, 2e-11, 2e-11, 1e-9, 4e-3, 4e-4),
    "founding/solfec_pendulum.yaml": (2e-8, 1e-13, 1e-13, 2e-12, 1e-7, 4e-8),
    "founding/driven_pendulum.yaml": (1e-7, 5e-11, 5e-11, 1e-12, 1e-7, 4e-8),
    "examples/pendulum_amplitude.yaml": (1e-9, 1e-12, 1e-12, 1e-12, 1e-4, 1e-5),
    "examples/spring_mass.yaml": (2e-6, 1e-15, 1e-15, 1e-15, 1e-4, 1e-5),
    "examples/stick_slip.yaml": (1e-8, 1e-15, 1e-15, 1e-14, 1e-6, 1e-6),
    "examples/pin_friction.yaml": (1e-7, 1e-11, 1e-11, 1e-11, 1e-5, 1e-5),
    "examples/pin_friction.yaml:by_index_1": (2e-6, 1e-11, 1e-11, 1e-11, 1e-4, 1e-4),
    "examples/friction_block.yaml": (1e-6, 1e-14, 1e-14, 1e-13, 1e-3, 1e-3),
    "examples/quarter_car.yaml": (2e-5, 1e-15, 1e-15, 1e-14, 1e-3, 1e-4),
    "examples/drag.yaml": (2e-5, 0, 0, 0, 1e-4, 1e-5),
    "examples/bushing.yaml": (3e-5, 0, 0, 0, 1e-3, 1e-4),
    "examples/coordinate_force.yaml": (2e-6, 1e-14, 1e-14, 1e-13, 1e-5, 1e-5),
    "examples/action_and_reaction.yaml": (2e-5, 0, 0, 0, 2e-4, 3e-3),
    "examples/bouncing_ball.yaml": (1e-12, 0, 0, 0, 1e-13, 1e-13),
    "examples/contact_linear.yaml": (1e-7, 0, 0, 0, 1e-6, 4e-7),
    "examples/pendulum_with_stop.yaml": (2e-8, 1e-13, 1e-13, 1e-13, 2e-7, 3e-8),
    "examples/stops_of_a_slide.yaml": (4e-8, 1e-14, 1e-14, 1e-14, 1.5e-6, 2e-6),
    "examples/double_pendulum.yaml": (2e-5, 1e-10, 1e-10, 1e-11, 1e-4, 4e-5),
    "examples/long_pendulum.yaml": (2.4e-7, 1e-15, 1e-14, 2e-12, 1e-12, 1e-12),
    "examples/spatial_pendulum.yaml": (1e-5, 1e-10, 1e-10, 1e-12, 6e-5, 1e-5),
    "examples/symmetric_top.yaml": (2e-6, 1e-12, 1e-12, 1e-10, 1e-4, 5e-7),
    "examples/symmetric_top_slow.yaml": (1e-6, 1e-12, 1e-12, 1e-10, 2e-5, 5e-7),
    "examples/symmetric_top_fast.yaml": (1e-6, 1e-12, 1e-12, 1e-10, 4e-6, 2e-7),
    "examples/free_rigid_body.yaml": (1e-5, 0, 0, 0, 2e-5, 2e-5),
    "examples/driven_pendulum_spatial.yaml": (2e-7, 5e-11, 5e-11, 1e-12, 2e-7, 6e-8),
    "examples/chain.yaml": (4e-7, 2e-9, 3e-9, 3e-12, 5e-4, 1e-6),
    "examples/three_pendulums.yaml": (2e-7, 1e-11, 1e-11, 1e-12, 1e-6, 5e-7),
    "examples/elliptic_trammel.yaml": (2e-11, 4e-14, 4e-14, 1e-12, 1e-8, 1e-8),
    "examples/scotch_yoke.yaml": (1e-9, 1e-14, 1e-14, 1e-12, 1e-6, 1e-6),
    "examples/upright_carriage.yaml": (1e-8, 5e-14, 5e-14, 1e-11, 1e-6, 1e-6),
    "examples/four_bar.yaml": (5e-10, 1e-12, 1e-12, 1e-12, 1e-8, 1e-8),
    "examples/rod_without_mass.yaml": (2e-9, 1e-13, 1e-13, 1e-11, 1e-8, 1e-8),
    "examples/cam_and_roller.yaml": (1e-12, 1e-12, 1e-12, 1e-9, 1e-7, 1e-8),
    "examples/cam_and_roller.yaml:geometry": (1e-12, 1e-12, 1e-12, 1e-9, 1e-6, 1e-8),
    "examples/cam_follower.yaml": (1e-12, 1e-13, 1e-12, 1e-9, 1e-7, 1e-8),
    "examples/quick_return.yaml": (5e-9, 1e-13, 1e-12, 1e-9, 1e-6, 1e-7),
    "examples/geared_five_bar.yaml": (1e-9, 1e-12, 1e-12, 5e-9, 1e-6, 1e-7),
    "examples/gear_pair.yaml": (1e-11, 2e-10, 1e-10, 1e-9, 1e-10, 1e-10),
    "examples/rack_and_pinion.yaml": (1e-11, 1e-12, 1e-12, 1e-11, 1e-10, 1e-10),
    "iftomm/a04_bricard.yaml": (1e-5, 1e-10, 1e-10, 1e-9, 1e-5, 1e-5),
    "iftomm/a04_bricard.yaml:fine": (1e-7, 1e-10, 1e-10, 1e-9, 1e-7, 1e-7),
    "iftomm/a05_flyball_governor.yaml": (1e-4, 1e-10, 1e-10, 1e-4, 1e-4, 1e-4),
    "examples/tippe_top.yaml": (1e-9, 0, 0, 0, 1e-6, 1e-6),
    "examples/bouncing_ball_in_space.yaml": (1e-5, 0, 0, 0, 1e-6, 1e-6),
    "examples/biped_foot.yaml": (1e-5, 1e-11, 1e-11, 1e-9, 2e-5, 2e-6),
    "examples/ten_balls.yaml": (1e-5, 0, 0, 0, 1e-4, 1e-5),
    "examples/billiard_ball.yaml": (1e-7, 0, 0, 0, 1e-4, 1e-4),
    "examples/gyroscope.yaml": (1e-8, 1e-12, 1e-12, 3e-12, 2e-7, 1e-8),
    "examples/three_bodies.yaml": (1e-8, 0, 0, 0, 1e-7, 1e-7),
    "examples/six_axis_arm.yaml": (1e-7, 1e-10, 1e-10, 1e-9, 1e-7, 1e-7),
    "examples/six_axis_arm.yaml:motors": (1e-8, 1e-11, 1e-11, 1e-9, 1e-6, 1e-6),
    "examples/puma_560.yaml": (1e-10, 1e-12, 1e-12, 1e-9, 1e-8, 1e-8),
    "examples/arm_with_rotors.yaml": (1e-8, 1e-12, 1e-12, 1e-10, 1e-7, 1e-7),
    "examples/stewart_platform.yaml": (1e-9, 1e-12, 1e-12, 1e-11, 1e-7, 1e-8),
    "examples/excavator.yaml": (1e-3, 1e-11, 1e-11, 1e-10, 1e-5, 1e-5),
    "examples/puma_560_falling.yaml": (1e-7, 1e-11, 1e-11, 1e-9, 1e-7, 1e-7),
    "examples/spatial_slider_crank.yaml": (1e-8, 1e-11, 1e-11, 1e-9, 1e-6, 1e-6),
    "examples/spatial_slider_crank.yaml:geometry": (1e-9, 1e-11, 1e-11, 1e-9, 1e-6, 1e-6),
    "examples/differential.yaml": (0.01, 1e-10, 1e-10, 1e-8, 1e-5, 1e-5),
    "examples/planetary_gear.yaml": (1e-5, 1e-10, 1e-10, 1e-9, 1e-5, 1e-5),
    "examples/crane_with_screw.yaml": (1e-3, 1e-10, 1e-10, 1e-9, 1e-5, 1e-6),
    "examples/double_wishbone.yaml": (2e-4, 1e-10, 1e-10, 1e-8, 1e-5, 1e-6),
    "examples/skate.yaml": (1e-10, 1e-12, 1e-12, 1e-10, 1e-8, 1e-9),
    "examples/rolling_disc.yaml": (1e-9, 1e-12, 1e-12, 1e-10, 1e-8, 1e-8),
    "examples/bicycle.yaml": (2e-9, 1e-11, 1e-11, 1e-11, 1e-6, 2e-9),
    "examples/ball_on_turntable.yaml": (1e-9, 1e-12, 1e-12, 1e-10, 1e-7, 1e-8),
    "examples/belt_drive.yaml": (1e-11, 1e-12, 1e-12, 1e-11, 1e-10, 1e-10),
    "examples/coupled_coordinates.yaml": (5e-9, 1e-13, 1e-13, 1e-11, 3e-7, 2e-6),
    "examples/driven_rate.yaml": (5e-8, 1e-12, 1e-12, 1e-10, 1e-5, 2e-6),
    "examples/slider_crank.yaml": (1e-10, 2e-13, 2e-13, 1e-10, 1e-6, 1e-6),
    "examples/assembled_four_bar.yaml": (3e-5, 5e-10, 5e-10, 1e-10, 1e-4, 1e-4),
    "examples/sliding_block.yaml": (2e-12, 1e-13, 5e-14, 1e-13, 1e-10, 1e-10),
    "examples/cam_follower.yaml:geometry": (1e-12, 1e-13, 1e-12, 1e-9, 1e-6, 1e-8),
    "founding/solfec_pendulum.yaml:fixed_step": (6e-5, 1e-13, 1e-13, 2e-12, 1e-8, 2e-9),
    "founding/driven_pendulum.yaml:ida": (2e-5, 5e-11, 5e-11, 1e-12, 1e-6, 4e-7),
    "founding/driven_pendulum.yaml:newmark": (3e-3, 1e-12, 2e-5, 1e-12, 1e-4, 5e-5),
    "founding/driven_pendulum.yaml:damped": (1, 1e-12, 2e-5, 1e-12, 6e-4, 3e-4),
}
# Codes that belong to what a model shows.
EXPECTED = {"examples/doubled_hinge.yaml": {"W-DOF-001"},
            "iftomm/a02_four_bar_n2.yaml": {"W-SING-001"},
            "iftomm/a04_bricard.yaml": {"W-DOF-001"},
            "iftomm/a02_four_bar_n40.yaml": {"W-SING-001"}}
KEYS = (("energy_drift", "energy_drift_steps"), ("constraint_position", "constraint_position_steps"),
        ("constraint_velocity", "constraint_velocity_steps"), ("constraint_acceleration",),
        ("defect",), ("free_body",))


def shipped():
    chosen = os.environ.get("MODEL")
    models = harness.SOURCE / "models"
    return [models / chosen] if chosen else sorted(models.rglob("*.yaml"))


class TestShipped(unittest.TestCase):
    def setUp(self):
        self.scratch = harness.Scratch(self)

    def test_runs(self):
        for path in shipped():
            with self.subTest(model=path.name):
                self.look_at(path, self.scratch.run(path))

    def look_at(self, path, run):
        self.assertEqual(run.status, 0, run.story())
        expected = EXPECTED.get(str(path.relative_to(harness.SOURCE / "models")), set())
        self.assertEqual(run.err.count("warning["), len(expected), run.story())
        summary = run.summary
        self.assertEqual(summary["status"], "ok")
        told = summary["warnings"] + [w for a in summary["analyses"].values() for w in a["warnings"]]
        codes = {w["code"] for w in told if not w["code"].startswith("I-")}
        self.assertEqual(codes, expected)
        self.assertTrue(summary["analyses"])
        for name, analysis in summary["analyses"].items():
            self.assertEqual(analysis["status"], "ok")
            self.look_at_checks(analysis)
            if analysis["type"] in ("dynamics", "kinematics", "inverse_dynamics"):
                self.look_at_audit(path, name, analysis)
                self.look_at_rows(run, name, analysis)
                print(f"{path.stem}: {run.seconds:.3f} s, cpu_s {analysis['cpu_s']:.4g}, "
                      f"{analysis['steps']} steps, {analysis['integrator']['method']}")

    def look_at_checks(self, analysis):
        self.assertTrue(analysis["checks"], "a model without checks proves nothing")
        for check in analysis["checks"]:
            print(f"  {check['name']}: {check['value']:.3g} of {check['limit']:.3g}")
            self.assertIs(check["evaluated"], True, check)
            self.assertIs(check["passed"], True, check)

    def look_at_audit(self, path, analysis_name, analysis):
        name = str(path.relative_to(harness.SOURCE / "models"))
        self.assertIn(name, AUDIT, "state its bounds in test_shipped.py")
        for keys, bound in zip(KEYS, AUDIT.get(f"{name}:{analysis_name}", AUDIT[name])):
            for key in keys:
                value = analysis["audit"][key]
                print(f"  {key}: {value:.3g} of {bound:.3g}")
                self.assertIsInstance(value, (int, float), key)
                self.assertGreaterEqual(abs(value), 0)  # false for NaN
                self.assertLessEqual(abs(value), bound, key)

    def look_at_rows(self, run, name, analysis):
        table = run.table(name)
        channels = [channel["name"] for channel in analysis["channels"]]
        self.assertEqual(channels, list(table))
        self.assertEqual(analysis["rows"], len(table["t"]))
        self.assertEqual(analysis["rows"], analysis["rows_expected"])
        self.assertEqual(table["t"][0], 0)
        self.assertEqual(table["t"][-1], analysis["duration"])
        self.assertEqual(table["t"], sorted(set(table["t"])))
        for column in table.values():
            self.assertNotIn(None, column)


class TestRows(unittest.TestCase):
    """What an output row costs: places at which the constraint rows are evaluated (the interpolated
    one, and one more for each correction), and factorizations (one for its accelerations; more where
    those of the row before do not serve its projection)."""

    MOST = {"iftomm/a01_simple_pendulum": 2.25, "examples/four_bar": 2, "examples/quarter_car": 1,
            "iftomm/a03_andrews": 2, "examples/driven_pendulum_spatial": 2}

    def test_evaluations(self):
        scratch = harness.Scratch(self)
        for model, most in self.MOST.items():
            with self.subTest(model=model):
                run = scratch.run(harness.SOURCE / "models" / f"{model}.yaml")
                analysis = run.analysis()
                counters, rows = analysis["counters"], analysis["rows"]
                self.assertGreater(counters["row_evaluations"], 0.9 * rows)
                self.assertLessEqual(counters["row_evaluations"], most * rows)
                self.assertLessEqual(counters["row_factorizations"], 1.05 * rows)


class TestForm(unittest.TestCase):
    """What a shipped model looks like."""

    def test_first_lines(self):
        schema = harness.SOURCE / "schema" / "model.schema.json"
        for path in sorted((harness.SOURCE / "models").rglob("*.yaml")):
            with self.subTest(model=path.name):
                lines = path.read_text(encoding="utf-8").splitlines()
                start = "# yaml-language-server: $schema="
                self.assertTrue(lines[0].startswith(start))
                self.assertEqual((path.parent / lines[0][len(start):]).resolve(), schema.resolve())
                comment = lines[1:lines.index("mbs: 1")]
                self.assertTrue(all(line.startswith("#") for line in comment))
                self.assertIn("What to look at", "\n".join(comment))
                self.assertGreater(sum("|" in line or "+" in line for line in comment), 1, "a drawing")
                self.assertLessEqual(max(map(len, lines)), 120)

    def test_fixed_names(self):
        for name in ("iftomm/a01_simple_pendulum", "iftomm/a02_four_bar_n2", "iftomm/a02_four_bar_n40",
                     "iftomm/a03_andrews",
                     "founding/solfec_pendulum", "founding/driven_pendulum", "founding/linearization_pendulum"):
            path = pathlib.Path(harness.SOURCE / "models" / f"{name}.yaml")
            self.assertTrue(path.is_file(), path)


if __name__ == "__main__":
    harness.main()
