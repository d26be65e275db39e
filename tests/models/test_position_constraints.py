#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""newmark, hht and generalized_alpha: order, stability, refusals, multipliers.

The truth is that of reference/: series solutions and closed forms.
"""

import math
import re
import unittest

import harness
import kinds

NEWMARK = "{method: newmark, gamma: 0.5, beta: 0.25, allow_undamped: true, STEP}"
NEWMARK_DAMPED = "{method: newmark, gamma: 0.6, beta: 0.3025, STEP}"
NEWMARK_PROJECTED = "{method: newmark, gamma: 0.5, projection: velocity, STEP}"
METHODS = {
    NEWMARK_DAMPED: 1,
    NEWMARK_PROJECTED: 2,
    "{method: hht, STEP}": 2,
    "{method: hht, alpha: -1/3, STEP}": 2,
    "{method: hht, alpha: -0.05, projection: velocity, STEP}": 2,
    "{method: generalized_alpha, STEP}": 2,
    "{method: generalized_alpha, spectral_radius: 0, STEP}": 2,
    "{method: generalized_alpha, spectral_radius: 1, projection: velocity, STEP}": 2,
}

# A bar in space on a ball joint, let go from an oblique pose with spin, with a spring and a damper
# at its tip: smooth, with turns about all axes.
GYRO = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
ground: {markers: {anchor: {position: [1, 1, 0]}}}
bodies:
  bar:
    type: rigid
    mass: 2
    inertia: {xx: 0.08, yy: 0.3, zz: 0.25, xy: 0.01}
    initial:
      orientation: {axis_angle: {axis: [1, 2, -1], angle: 0.8}}
      angular_velocity: [3, -1, 2]
      resolve_in: body
    markers: {end: {position: [-0.4, 0, 0]}, tip: {position: [0.8, 0.1, 0]}}
joints: {ball: {type: spherical, marker_i: ground, marker_j: bar.end}}
forces:
  spring: {type: spring_damper, marker_i: ground.anchor, marker_j: bar.tip, stiffness: 20, damping: 0.5,
           free_length: 0.5}
analyses: {move: {type: dynamics, duration: 1, output_step: 0.1, initial: project}}
outputs: {x: bar.tip.x, y: bar.tip.y, z: bar.tip.z, wx: bar.wx, wy: bar.wy, wz: bar.wz}
"""

# The wind changes by a jump at 0.35 s.
GUST = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bar: {type: rigid, mass: 1, inertia: 1/12, initial: {position: [0.5, 0]},
        markers: {end: {position: [-0.5, 0]}}}
joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar.end}}
forces: {wind: {type: force, marker: bar, vector: ["if(t < 0.35, 0, 5)", 0]}}
analyses: {swing: {type: dynamics, duration: 1, output_step: 0.1}}
outputs: {angle: bar.angle, own: hinge.method_multiplier_1, saddle: hinge.multiplier_1}
"""


def steps(integrator, step):
    return integrator.replace("STEP", f"step: {step!r}")


class StepTest(harness.MotionTest):
    def motion_of(self, model, analysis, integrator, statuses=(0, 6), extra=()):
        run = self.scratch.run(model, "--analysis", analysis, "--set",
                               f"analyses.{analysis}.integrator={integrator}", *extra)
        self.assertIn(run.status, statuses, integrator + run.story())
        return run

    def errors(self, model, analysis, integrator, ladder, truth, channels):
        """Largest error in the channels at the reference's times for every step of the ladder."""
        found = []
        for h in ladder:
            table = self.motion_of(model, analysis, steps(integrator, h)).table(analysis)
            place = {t: k for k, t in enumerate(table["t"])}
            rows = [(place[t], k) for k, t in enumerate(truth["t"]) if t in place]
            self.assertGreater(len(rows), 3)
            found.append(max(abs(table[c][row] - truth[c][k]) for c in channels for row, k in rows))
        return found

    def look_at_order(self, name, errors, order, within):
        orders = [math.log2(a / b) for a, b in zip(errors, errors[1:])]
        print(f"{name}: errors {' '.join(f'{e:.3g}' for e in errors)}, "
              f"orders {' '.join(f'{o:.3f}' for o in orders)}")
        for found in orders:
            self.assertAlmostEqual(found, order, delta=within, msg=name)


class TestOrder(StepTest):
    """Errors against the truth fall with the power of the step that the theory promises."""

    def test_founding_pendulum(self):
        """The founding document: gamma = 1/2 has order 2, gamma = 0.6 order 1, within 0.05."""
        model = harness.SOURCE / "models/founding/driven_pendulum.yaml"
        truth = harness.reference("founding/driven_pendulum.csv")
        ladder = (0.04, 0.02, 0.01, 0.005, 0.0025)
        for integrator, order in ((NEWMARK, 2), (NEWMARK_DAMPED, 1)):
            found = self.errors(model, "newmark", integrator, ladder, truth, ("angle",))
            self.look_at_order(integrator, found, order, 0.05)

    def test_every_method_in_the_plane(self):
        model = harness.SOURCE / "models/founding/driven_pendulum.yaml"
        truth = harness.reference("founding/driven_pendulum.csv")
        for integrator, order in METHODS.items():
            found = self.errors(model, "newmark", integrator, (0.01, 0.005, 0.0025), truth,
                                ("x", "y", "angle"))
            self.look_at_order(integrator, found, order, 0.1)

    def test_solfec_pendulum(self):
        """The manual's table: the period after one and ten swings, and the energy."""
        model = harness.SOURCE / "models/founding/solfec_pendulum.yaml"
        errors = {"one_swing_fixed": [], "ten_swings_fixed": [], "energy_fixed": []}
        for h in (0.002, 0.001, 0.0005):
            run = self.motion_of(model, "fixed_step", steps(NEWMARK_PROJECTED, h))
            for check in run.analysis("fixed_step")["checks"]:
                if check["name"] in errors:
                    errors[check["name"]].append(check["value"])
        for name, found in errors.items():
            self.look_at_order(name, found, 2, 0.1)
        self.assertLess(errors["one_swing_fixed"][-1] / 2.36, 5e-4)
        self.assertLess(errors["ten_swings_fixed"][-1] / 23.6, 5e-4)

    def test_every_method_in_space(self):
        model = self.scratch.model(GYRO)
        exact = self.motion_of(model, "move",
                               "{method: ida, tolerances: {relative: 1e-11}}").table("move")
        channels = ("x", "y", "z", "wx", "wy", "wz")
        for integrator, order in METHODS.items():
            found = self.errors(model, "move", integrator, (0.002, 0.001, 0.0005), exact, channels)
            self.look_at_order(integrator, found, order, 0.1)

    def test_top(self):
        """150 rad/s: the turn of a step is not small, and the truth is a series solution."""
        model = harness.SOURCE / "models/examples/symmetric_top.yaml"
        truth = harness.reference("examples/symmetric_top.csv")
        for integrator in ("{method: hht, STEP}", "{method: generalized_alpha, STEP}"):
            for channels in (("x", "y", "z"), ("qw", "qx", "qy", "qz")):
                found = self.errors(model, "dance", integrator, (0.001, 0.0005, 0.00025), truth, channels)
                self.look_at_order(f"{integrator} {channels[0]}", found, 2, 0.1)

    def test_order_across_a_switch(self):
        """A jump of a force restarts the method: its order stays."""
        model = self.scratch.model(GUST)
        exact = self.motion_of(model, "swing",
                               "{method: ida, tolerances: {relative: 1e-12}}").table("swing")
        for integrator, order in METHODS.items():
            found = self.errors(model, "swing", integrator, (0.004, 0.002, 0.001), exact, ("angle",))
            self.look_at_order(integrator, found, order, 0.1)


class TestErrorControl(StepTest):
    def test_tolerances(self):
        """Error against tolerance: every hundredth brings less error; steps follow the order."""
        model = harness.SOURCE / "models/founding/driven_pendulum.yaml"
        truth = harness.reference("founding/driven_pendulum.csv")
        for method, order in (("newmark", 1), ("hht", 2), ("generalized_alpha", 2),
                              ("newmark, gamma: 0.5, projection: velocity", 2)):
            found, counts = [], []
            for relative in (1e-3, 1e-5, 1e-7):
                run = self.motion_of(model, "newmark",
                                     f"{{method: {method}, tolerances: {{relative: {relative!r}}}}}")
                table = run.table("newmark")
                place = {t: k for k, t in enumerate(table["t"])}
                found.append(max(abs(table["angle"][place[t]] - truth["angle"][k])
                                 for k, t in enumerate(truth["t"]) if t in place))
                counts.append(run.analysis("newmark")["steps"])
            print(f"{method}: errors {found}, steps {counts}")
            self.assertGreater(found[0], 3 * found[1], method)
            self.assertGreater(found[1], 3 * found[2], method)
            # one more decade of steps for order + 1 decades of tolerance
            rate = math.log10(counts[2] / counts[1]) / 2
            self.assertAlmostEqual(rate, 1 / (order + 1), delta=0.1, msg=method)

    def test_largest_and_first_step(self):
        model = harness.SOURCE / "models/founding/driven_pendulum.yaml"
        run = self.motion_of(model, "newmark", "{method: hht, tolerances: {relative: 1e-3}, "
                                               "max_step: 0.004, initial_step: 1e-5}")
        counters = run.analysis("newmark")["counters"]
        self.assertLessEqual(counters["step_largest"], 0.004 * (1 + 1e-9))
        self.assertAlmostEqual(counters["step_smallest"], 1e-5, delta=1e-12)


class TestStability(StepTest):
    def test_trapezoidal_rule_grows(self):
        """Why it is refused: on A01 it blows up, the same with projection does not."""
        model = harness.SOURCE / "models/iftomm/a01_simple_pendulum.yaml"
        wild = self.motion_of(model, "swing", steps(NEWMARK, 0.001), statuses=(0, 4, 6))
        if wild.status != 4:
            self.assertGreater(wild.analysis("swing")["audit"]["energy_drift"], 1e3)
        calm = self.motion_of(model, "swing", steps(NEWMARK_PROJECTED, 0.001))
        self.assertLess(calm.analysis("swing")["audit"]["energy_drift"], 1e-4)

    def test_refused(self):
        """By name, before anything is written, by run and check alike."""
        model = harness.SOURCE / "models/iftomm/a01_simple_pendulum.yaml"
        for integrator in ("{method: newmark, gamma: 0.5, step: 1e-3}", "{method: hht, alpha: 0, step: 1e-3}",
                           "{method: newmark, gamma: 0.6, beta: 0.3, tolerances: {relative: 1e-5}}",
                           "{method: generalized_alpha, spectral_radius: 1}"):
            run = self.motion_of(model, "swing", integrator, statuses=(3,), extra=("--json",))
            self.assertEqual([m["code"] for m in run.messages()], ["E-INT-009"])
            self.assertIn("projection: velocity", run.messages()[0]["hint"])
            self.assertFalse([name for name in run.files if name.endswith(".csv")], run.files)
            for way in ("projection: velocity", "allow_undamped: true"):
                # what is allowed may still go wild
                self.motion_of(model, "swing", integrator[:-1] + f", {way}}}", statuses=(0, 4, 6, 9),
                               extra=("--max-steps", "20000"))

    def test_without_joints(self):
        """Where nothing is constrained the trapezoidal rule is welcome."""
        model = harness.SOURCE / "models/examples/free_rigid_body.yaml"
        words = model.read_text(encoding="utf-8")
        name = words.split("analyses:")[1].split(":")[0].strip()
        run = self.motion_of(model, name, "{method: newmark, gamma: 0.5, step: 0.001}")
        self.assertLess(run.analysis(name)["audit"]["energy_drift"], 1e-5)

    def test_long_run(self):
        """A thousand seconds: damped methods lose energy, and velocities stay on the joints. Phases are lost, which is told."""
        words = (harness.SOURCE / "models/iftomm/a01_simple_pendulum.yaml").read_text(encoding="utf-8")
        model = self.scratch.model(words)
        for integrator in ("{method: hht, step: 0.02}", "{method: generalized_alpha, step: 0.02}",
                           "{method: newmark, step: 0.02}"):
            run = self.motion_of(model, "swing", integrator,
                                 extra=("--accept-inaccurate", "--set", "analyses.swing.duration=1000",
                                        "--set", "analyses.swing.output_step=1"))
            table, audit = run.table("swing"), run.analysis("swing")["audit"]
            energy = table["energy"]
            print(f"{integrator}: energy {energy[0]:.4g} to {energy[-1]:.4g} J, "
                  f"velocities off by {audit['constraint_velocity_steps']:.3g} m/s")
            self.assertLessEqual(max(energy), energy[0] + 0.05)
            self.assertLess(audit["constraint_velocity_steps"], 0.05)
            self.assertLess(audit["constraint_position_steps"], 1e-10)


class TestMultipliers(StepTest):
    def test_beside_the_reactions(self):
        """The method's own multipliers go to those of the saddle point with its order."""
        model = self.scratch.model(GUST.replace("if(t < 0.35, 0, 5)", "5*sin(t)"))
        for integrator, order in METHODS.items():
            found = []
            for h in (0.004, 0.002, 0.001):
                table = self.motion_of(model, "swing", steps(integrator, h)).table("swing")
                self.assertEqual(table["own"][0], table["saddle"][0])
                found.append(max(abs(a - b) for a, b in zip(table["own"], table["saddle"])))
            print(f"{integrator}: {' '.join(f'{d:.3g}' for d in found)}")
            self.assertGreater(found[0], 1e-6, "a channel of its own")
            self.assertLess(found[2], 0.7 * found[1])
            self.assertLess(found[1], 0.7 * found[0])

    def test_of_other_methods(self):
        """Where the method has none of its own, they are those of the saddle point."""
        table = self.motion_of(self.scratch.model(GUST), "swing", "{method: ida}").table("swing")
        self.assertEqual(table["own"], table["saddle"])


class TestWords(StepTest):
    def test_corrections(self):
        """--verbose prints the corrections' norms of every step, else nothing does."""
        model = harness.SOURCE / "models/founding/driven_pendulum.yaml"
        arguments = ("--analysis", "newmark", "--set", "analyses.newmark.duration=0.1")
        lines = [line for line in self.scratch.run(model, *arguments, "-v").err.splitlines()
                 if "corrections" in line]
        self.assertEqual(len(lines), 10)
        self.assertTrue(lines[0].startswith("t = 0.01 s, step 0.01 s, corrections "), lines[0])
        norms = [float(word) for word in lines[0].split("corrections ")[1].split()]
        self.assertGreater(len(norms), 1)
        self.assertLess(norms[-1], 1e-4 * norms[0])
        self.assertNotIn("corrections", self.scratch.run(model, *arguments).err)

    def test_summary(self):
        run = self.motion_of(self.scratch.model(GUST), "swing", "{method: hht, step: 0.01}")
        integrator = run.analysis("swing")["integrator"]
        self.assertEqual(integrator["method"], "hht")
        self.assertEqual(integrator["step"], 0.01)
        self.assertNotIn("relative_tolerance", integrator)
        # 0.35 s is a stop time: 35 steps before it, 65 after
        self.assertEqual(run.analysis("swing")["steps"], 100)
        self.assertEqual(run.analysis("swing")["counters"]["restarts"], 1)

    def test_determinism(self):
        tables = [self.motion_of(self.scratch.model(GYRO), "move",
                                 "{method: hht, tolerances: {relative: 1e-5}}").table("move")
                  for _ in range(2)]
        self.assertEqual(tables[0], tables[1])


class TestDamping(StepTest):
    def test_steps_longer_than_a_law(self):
        """Friction that turns over within 0.1 mm/s while a step brakes by 50: plain corrections jump to
        and fro. The block stops and creeps as the closed forms of the model say."""
        model = harness.SOURCE / "models/examples/friction_block.yaml"
        for integrator in ("{method: hht, step: 5e-3}", "{method: generalized_alpha, step: 1e-3}",
                           "{method: newmark, gamma: 0.5, projection: velocity, step: 1e-3}"):
            run = self.motion_of(model, "throw", integrator)
            checks = {check["name"]: check for check in run.analysis("throw")["checks"]}
            for name in ("slows_evenly", "normal_force", "then_creeps", "carries_the_weight"):
                self.assertTrue(checks[name]["passed"], (integrator, name, run.story()))
            self.assertLess(abs(checks["energy_is_accounted"]["value"]), 1e-3)


class TestEndings(StepTest):
    def test_not_finite(self):
        model = harness.SOURCE / "tests/models/data/not_finite.yaml"
        words = model.read_text(encoding="utf-8")
        name = words.split("analyses:")[1].split(":")[0].strip()
        for integrator in ("{method: hht, step: 0.001}", "{method: hht}"):
            run = self.motion_of(model, name, integrator, statuses=(4,), extra=("--json",))
            self.assertEqual([m["code"] for m in run.messages() if m["code"].startswith("E-")],
                             ["E-NUM-001"])

    def test_step_too_long(self):
        """A step in which Newton's method finds nothing ends the run, with what to do."""
        model = harness.SOURCE / "models/examples/symmetric_top.yaml"
        run = self.motion_of(model, "dance", "{method: hht, step: 0.5}", statuses=(4,), extra=("--json",))
        message = run.messages()[-1]
        self.assertEqual(message["code"], "E-INT-002")
        self.assertIn("step", message["hint"])

    def test_budgets(self):
        model = harness.SOURCE / "models/founding/driven_pendulum.yaml"
        run = self.motion_of(model, "newmark", "{method: hht, step: 0.001}", statuses=(9,),
                             extra=("--max-steps", "100"))
        self.assertEqual(run.analysis("newmark")["steps"], 100)

    @kinds.machinery
    def test_time_limit(self):
        model = harness.SOURCE / "models/founding/driven_pendulum.yaml"
        run = self.motion_of(model, "newmark", "{method: hht, step: 1e-7}", statuses=(9,),
                             extra=("--time-limit", "0.2"))
        self.assertLess(run.cpu, 5)


class TestEveryMechanism(StepTest):
    """All elements, redundant joints, singular poses, more unknowns than a dense matrix holds."""

    COARSE = ("{method: hht, step: 0.001}", "{method: newmark, gamma: 0.5, projection: velocity, step: 0.001}")
    # What ends by name: the foot's toes come down with friction that turns over at 1 mm/s, and a corner's speed changes by
    # ten times that in 1 ms (steps of 0.1 ms pass); the ball's impact lasts 1.2 ms, a step, and the gyroscope spins by
    # 0.08 rad in one, which the audit finds.
    ENDS = {"biped_foot": (4, "E-INT-002"),
            "bouncing_ball_in_space": (10, "E-AUDIT-001"), "gyroscope": (10, "E-AUDIT-001")}

    @kinds.sampled
    def test_mechanisms(self):
        data = harness.SOURCE / "tests/models/data"
        models = [data / f"{name}.yaml" for name in ("chain", "four_bar_planar", "four_bar_spatial",
                                                     "functions", "two_cranks", "three_cranks")]
        models += sorted((harness.SOURCE / "models/examples").glob("*.yaml"))
        refused = 0
        for model in kinds.some(models, 8):
            words = model.read_text(encoding="utf-8")
            if "type: dynamics" not in words or model.stem == "long_pendulum":  # 10,000 s
                continue
            name = re.search(r"(\w+):\s*\{?\s*type: dynamics", words).group(1)
            for integrator in ("{method: hht, step: 0.001}",
                               "{method: generalized_alpha, tolerances: {relative: 1e-5}}",
                               "{method: newmark, gamma: 0.5, projection: velocity, step: 0.001}"):
                run = self.motion_of(model, name, integrator, (0, 3, 4, 6, 10))
                if run.status in (4, 10):  # told, and of these alone
                    self.assertIn(integrator, self.COARSE)
                    status, code = self.ENDS[model.stem]
                    self.assertEqual(run.status, status)
                    self.assertIn(code, run.story())
                    continue
                if run.status == 3:  # nothing is free: there is no error to choose steps by
                    self.assertIn("E-INT-010", run.story())
                    self.assertIn("tolerances", integrator)
                    self.assertEqual(run.summary["mobility"]["dof_by_rank"], 0)
                    refused += 1
                    continue
                audit = run.analysis(name)["audit"]
                print(f"{model.stem} {integrator}: drift {audit['energy_drift']:.3g} J")
                scale = max(1, run.analysis(name)["integrator"]["scale_length"])
                self.assertLess(audit["constraint_position"], 1e-10 * scale)
                self.assertLess(audit["constraint_position_steps"], 1e-9 * scale)
        self.assertLess(refused, 10)


class TestRoundOff(StepTest):
    """Gears and screws that magnify the round-off of the places where they are mounted: a hundred to a thousand times
    in the motor's angle of a crane. Newton's corrections end there; the motion is that of Runge-Kutta, to order two."""

    def test_cranes(self):
        words = (harness.SOURCE / "models/examples/crane_with_screw.yaml").read_text(encoding="utf-8")
        words = words[:words.index("checks:")].replace("duration: 3 s, output_step: 25 ms}",
                                                       "duration: 1 s, output_step: 25 ms, integrator: {BLOCK}}")
        for change in ("pitch=40 mm", "pitch=20 mm", "r_1=10 mm", "length=12 m"):
            tables = []
            for block in ("tolerances: {relative: 1e-9}", "method: hht, step: 2 ms", "method: hht, step: 1 ms"):
                run = self.good(self.scratch.model(words.replace("BLOCK", block)), "--set", change)
                tables.append(run.table()["turns"])
            errors = [max(abs(a - b) for a, b in zip(table, tables[0])) for table in tables[1:]]
            print(f"{change}: {errors[0]:.3g} and {errors[1]:.3g} turns of {tables[0][-1]:.3g}")
            self.assertLess(errors[0], 1e-4)
            self.assertLess(errors[1], 0.3 * errors[0])


if __name__ == "__main__":
    harness.main()
