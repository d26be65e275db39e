#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Equilibria, eigenvalues and their labels, against closed forms.

test_linearize.py --binary MBSRUN --source ROOT
"""

import cmath
import csv
import math
import re

import harness
import kinds

EXACT = 3.1320919526731650539  # sqrt(9.81)

PENDULUM = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  P: {{type: point_mass, mass: 2, initial: {{position: [{x}, {y}], velocity: [{vx}, 0]}}}}
joints:
  rod: {{type: distance, marker_i: ground, marker_j: P, length: 1}}
outputs: {{x: P.x, y: P.y}}
analyses:
{analyses}
"""


def pendulum(analyses, x=0, y=-1, vx=0):
    return PENDULUM.format(x=x, y=y, vx=vx, analyses=analyses)


def without(text, *sections):
    """A model text without some top-level sections."""
    kept, keeping = [], True
    for line in text.splitlines():
        if re.match(r"[a-z]", line):
            keeping = line.split(":")[0] not in sections
        if keeping:
            kept.append(line)
    return "\n".join(kept) + "\n"


def eigenvalues(run, name):
    path = run.directory / f"{name}.eigenvalues.csv"
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def true_ones(run, name):
    return [complex(float(row["re"]), float(row["im"])) for row in eigenvalues(run, name)
            if row["label"] in ("true", "frozen") and row["re"] + row["im"] != "00"]


class EigenvalueTest(harness.MotionTest):
    """Sets of eigenvalues, in any order."""

    def close(self, found, wanted, within):
        rest = list(wanted)
        self.assertEqual(len(found), len(rest), (found, wanted))
        for value in found:
            nearest = min(rest, key=lambda other, value=value: abs(other - value))
            self.assertLessEqual(abs(nearest - value), within * max(1, abs(value)), (found, wanted))
            rest.remove(nearest)


# Shipped models whose forces never balance: what falls, slides or is driven for ever.
NO_REST = {"action_and_reaction", "coordinate_force", "drag", "sliding_block"}
# Moving with friction at the start, which no linearization takes: what stops it.
STOPPED = {"friction_block": ("--set", "V=0")}


class TestEigenvalues(harness.MotionTest):
    def close(self, found, wanted, within):
        """The same numbers, in any order."""
        self.assertEqual(len(found), len(wanted))
        rest = list(wanted)
        for value in found:
            nearest = min(rest, key=lambda other, value=value: abs(other - value))
            self.assertLessEqual(abs(nearest - value), within, (found, wanted))
            rest.remove(nearest)

    def test_seed_004(self):
        run = self.good(harness.SOURCE / "models/founding/linearization_pendulum.yaml")
        rows = eigenvalues(run, "linearization")
        self.assertEqual(list(rows[0])[:3], ["re", "im", "label"])
        self.assertEqual([row["label"] for row in rows], ["true"] * 4 + ["infinite"] * 3)
        found = true_ones(run, "linearization")
        wanted = [EXACT * 1j, -EXACT * 1j] * 2
        error = math.sqrt(sum(abs(a - b) ** 2 for a, b in zip(found, wanted)))
        self.assertLessEqual(error, 1e-13)
        for row in rows[:4]:
            self.assertLess(float(row["residual"]), 1e-14)
            self.assertLess(float(row["constraint_angle"]), 1e-14)
            self.assertEqual(float(row["damping_ratio"]), 0)
            self.assertAlmostEqual(float(row["natural_frequency"]), EXACT / (2 * math.pi), 14)
        for row in rows[4:]:
            self.assertTrue(row["cause"])
        linearize = run.analysis()["linearize"]
        self.assertEqual(len(linearize["eigenvalues"]), 7)
        self.assertFalse(linearize["frozen"])
        shapes = [shape["markers"][0]["displacement_re"] for shape in linearize["modes"]]
        self.assertEqual(len(shapes), 2)
        self.assertTrue(all(abs(shape[1]) < 1e-15 for shape in shapes))

    def test_spurious_values_name_their_cause(self):
        lines = "\n".join(f"  {form}: {{type: linearize, pencil: {form}{more}}}" for form, more in
                          (("index_1", ""), ("baumgarte", ", baumgarte: {alpha: 3, beta: 5}"), ("ggl", "")))
        run = self.good(self.scratch.model(pendulum(lines)))
        labels = {name: [row["label"] for row in eigenvalues(run, name)]
                  for name in ("index_1", "baumgarte", "ggl")}
        self.assertEqual(labels["index_1"], ["true"] * 2 + ["spurious"] * 2 + ["infinite"])
        self.assertEqual(labels["baumgarte"], ["true"] * 2 + ["spurious"] * 2 + ["infinite"])
        self.assertEqual(labels["ggl"], ["true"] * 2 + ["infinite"] * 4)
        spurious = [row for row in eigenvalues(run, "baumgarte") if row["label"] == "spurious"]
        self.close([complex(float(row["re"]), float(row["im"])) for row in spurious],
                   [-3 + 4j, -3 - 4j], 1e-12)
        self.assertIn("stabilisation", spurious[0]["cause"])
        self.assertGreater(float(spurious[0]["constraint_angle"]), 1)
        self.assertIn("index reduction", eigenvalues(run, "index_1")[2]["cause"])
        for name in labels:
            self.close(true_ones(run, name), [EXACT * 1j, -EXACT * 1j], 1e-13)

    def test_rod_on_a_universal_joint(self):
        model = harness.SOURCE / "models/examples/rod_on_universal_joint.yaml"
        pair = math.sqrt(2 * 9.81 * 0.5 / (2 / 12 + 2 * 0.25))
        upright = self.good(model)
        self.close(true_ones(upright, "modes"), [pair * 1j, -pair * 1j], 1e-13)
        zeros = [row for row in eigenvalues(upright, "modes") if row["label"] == "neutral"]
        self.assertEqual([(row["re"], row["im"]) for row in zeros], [("0", "0")] * 2)
        flat = self.scratch.run(model, "--set", "joints.cross.axis_1=[1, 0, 0]")
        self.assertEqual(flat.status, 6, flat.story())  # the checks are for the upright pin
        self.close(true_ones(flat, "modes"), [pair * 1j, -pair * 1j] * 2, 1e-13)

    def test_hanging_four_bars(self):
        run = self.good(harness.SOURCE / "models/examples/four_bars_hanging.yaml")
        pair = math.sqrt(7 / 6 * 9.81)
        self.close(true_ones(run, "modes"), [pair * 1j, -pair * 1j], 1e-13)
        self.assertIn("stable", run.analysis("rest")["equilibrium"]["stability"])

    def test_damped_spring(self):
        text = without((harness.SOURCE / "models/examples/spring_mass.yaml").read_text(),
                       "analyses", "checks")
        run = self.good(self.scratch.model(text + "analyses: {rest: {type: equilibrium}, "
                                                  "modes: {type: linearize, from: rest}}\n"))
        self.close(true_ones(run, "modes"), [complex(-1, math.sqrt(99)), complex(-1, -math.sqrt(99))],
                   1e-12)
        rows = eigenvalues(run, "modes")
        self.assertAlmostEqual(float(rows[0]["damping_ratio"]), 0.1, 14)
        self.assertEqual(run.analysis("modes")["warnings"], [])

    def test_doubled_hinge(self):
        """The bar's scalar equation (J + m h^2) phi'' + c l'^2 phi' + V'' phi = 0."""
        inertia, mass, half, k, c, free = 0.25, 3, 0.5, 30, 2, 1
        wall = (-1.5, -0.4)

        def length(phi):
            # the hook lies 0.1 above the mass centre, which hangs half below the hinge
            x, y = (half - 0.1) * math.sin(phi), -(half - 0.1) * math.cos(phi)
            return math.hypot(x - wall[0], y - wall[1])

        def slope(phi, h=1e-4):
            return (8 * (length(phi + h) - length(phi - h))
                    - (length(phi + 2 * h) - length(phi - 2 * h))) / (12 * h)

        def torque(phi):
            return mass * 9.81 * half * math.sin(phi) + k * (length(phi) - free) * slope(phi)

        low, high = -1.5, 1.5
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (low, middle) if torque(middle) > 0 else (middle, high)
        h = 1e-3
        stiffness = (8 * (torque(low + h) - torque(low - h))
                     - (torque(low + 2 * h) - torque(low - 2 * h))) / (12 * h)
        J = inertia + mass * half ** 2
        b = c * slope(low) ** 2 / (2 * J)
        root = cmath.sqrt(b ** 2 - stiffness / J)
        model = harness.SOURCE / "models/examples/doubled_hinge.yaml"
        doubled = self.good(model)
        self.assertAlmostEqual(doubled.table("rest")["angle"][0], low, 9)
        self.close(true_ones(doubled, "modes"), [-b + root, -b - root], 1e-7)
        text = re.sub(r"(?m)^  again: .*\n", "", without(model.read_text(), "checks"))
        single = self.good(self.scratch.model(text))
        self.close(true_ones(doubled, "modes"), true_ones(single, "modes"), 1e-12)
        labels = [row["label"] for row in eigenvalues(doubled, "modes")]
        self.assertEqual(labels.count("redundant"), 5)
        self.assertEqual(eigenvalues(doubled, "modes")[-1]["re"], "")

    def test_a_time_of_a_run(self):
        """With its arc as coordinate the pendulum has -(g/l) cos(phi), whatever its speed."""
        lines = ("  swing: {type: dynamics, duration: 3, output_step: 0.01,\n"
                 "          integrator: {tolerances: {relative: 1e-10}}}\n"
                 "  start: {type: linearize}\n"
                 "  moment: {type: linearize, from: swing, at: 0.7}\n"
                 "  end: {type: linearize, from: swing}")
        run = self.good(self.scratch.model(pendulum(lines, vx=3)))
        self.close(true_ones(run, "start"), [EXACT * 1j, -EXACT * 1j], 1e-13)  # g/l at the bottom
        table = run.table("swing")
        for name, t in (("moment", 0.7), ("end", 3.0)):
            row = min(range(len(table["t"])), key=lambda i: abs(table["t"][i] - t))
            s = cmath.sqrt(9.81 * table["y"][row])  # cos(phi) = -y
            self.close(true_ones(run, name), [s, -s], 1e-8)
            linearize = run.analysis(name)["linearize"]
            self.assertTrue(linearize["frozen"])
            self.assertTrue(linearize["state"].startswith("frozen at t = "))
            self.assertAlmostEqual(linearize["t"], t, 12)
            self.assertEqual([w["code"] for w in run.analysis(name)["warnings"]], ["W-LIN-004"])

    def test_both_ways_agree_on_every_model(self):
        """Pencil and null space, at the equilibrium of every shipped model, or where it starts."""
        tested, at_rest = 0, 0
        for path in sorted((harness.SOURCE / "models").rglob("*.yaml")):
            whole = path.read_text(encoding="utf-8")
            if re.search("type: (rolling_|knife_edge|velocity)", whole):  # refused: see test_rolling.py
                continue
            text = without(whole, "analyses", "checks", "outputs") + "analyses:\n"
            if "type: assemble" in whole:  # it starts from a rough guess
                text += "  close: {type: assemble}\n"
            rest = "  rest: {type: equilibrium}\n  modes: {type: linearize, from: rest}\n"
            if path.stem not in NO_REST and path.stem not in STOPPED:
                run = self.scratch.run(self.scratch.model(text + rest))
            if path.stem in NO_REST or path.stem in STOPPED or "E-EQ-001" in run.story():
                run = self.scratch.run(self.scratch.model(text + "  modes: {type: linearize}\n"),
                                       *STOPPED.get(path.stem, ()))
            else:
                at_rest += 1
            with self.subTest(model=path.name):
                self.assertEqual(run.status, 0, run.story())
                found = run.analysis("modes")["linearize"]
                counts, mobility = found["counts"], run.summary["mobility"]
                self.assertLessEqual(found["agreement"], 1e-9 * max(1, found["largest"]))
                self.assertEqual(counts["true"] + counts["neutral"] + counts["frozen"],
                                 2 * found["degrees_of_freedom"])
                self.assertEqual(counts["infinite"], 3 * found["rank"])
                self.assertEqual(counts["redundant"], mobility["equations"] - found["rank"])
                self.assertEqual(counts["spurious"] + counts["indeterminate"], 0)
                tested += 1
        self.assertGreaterEqual(tested, 40)
        self.assertGreaterEqual(at_rest, 20)  # where it is not, the program must have said so

    def test_checks_can_fail(self):
        lines = "  modes: {type: linearize}\nchecks:\n  a: {eigenvalue: [0, %s], within: 1e-9, count: %s}"
        for value, count, status in (("sqrt(9.81)", 1, 0), ("sqrt(9.81)", 2, 6), ("3.1", 1, 6)):
            run = self.scratch.run(self.scratch.model(pendulum(lines % (value, count))))
            self.assertEqual(run.status, status, run.story())

    def test_repeat(self):
        model = harness.SOURCE / "models/founding/linearization_pendulum.yaml"
        run = self.good(model, "--repeat", "1000")
        repeat = run.analysis()["linearize"]["repeat"]
        self.assertEqual(repeat["executions"], 1000)
        self.assertGreater(repeat["cpu_s"], 0)
        other = self.scratch.run(harness.SOURCE / "models/iftomm/a01_simple_pendulum.yaml",
                                 "--repeat", "10")
        self.assertEqual(other.status, 2, other.story())

    @kinds.machinery
    def test_time_limit(self):
        model = harness.SOURCE / "models/founding/linearization_pendulum.yaml"
        stopped = self.scratch.run(model, "--repeat", "100000000", "--time-limit", "0.2")
        self.assertEqual(stopped.status, 9, stopped.story())
        self.assertLess(stopped.cpu, 5)

    def test_singular_pose_is_refused(self):
        """A parallelogram laid flat: two degrees of freedom there, one nearby."""
        text = """mbs: 1
space: planar
bodies:
  a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.5, 0]}}
  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.5, 0]}}
  c: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.5, 0]}}
joints:
  A: {type: revolute, body_i: ground, body_j: a, at: [0, 0]}
  B: {type: revolute, body_i: a, body_j: b, at: [1, 0]}
  C: {type: revolute, body_i: b, body_j: c, at: [2, 0]}
  D: {type: revolute, body_i: c, body_j: ground, at: [1, 0]}
analyses: {modes: {type: linearize}}
"""
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn("E-LIN-001", run.err)

    def test_same_bytes(self):
        model = harness.SOURCE / "models/examples/doubled_hinge.yaml"
        runs = [self.good(model, "--reproducible") for _ in range(2)]
        for name in runs[0].files:
            self.assertEqual((runs[0].directory / name).read_bytes(),
                             (runs[1].directory / name).read_bytes(), name)


class TestEquilibrium(harness.MotionTest):
    def test_light_beside_heavy(self):
        """Each group of bodies by its own forces: what hangs beside a crane is no rounding of the crane's."""
        for light in (1e-3, 1e-8, 1e-12):
            run = self.scratch.run(self.scratch.model(f"""mbs: 1
space: planar
gravity: [0, -9.81]
ground: {{markers: {{top: {{position: [5, 0]}}}}}}
bodies:
  rod: {{type: rigid, mass: {light!r}, inertia: {light / 10!r}, initial: {{position: [0.5, 0]}}, markers: {{end: {{position: [-0.5, 0]}}}}}}
  crane: {{type: rigid, mass: 1e6, inertia: 1e5, initial: {{position: [5, -1]}}, markers: {{end: {{position: [0, 1]}}}}}}
joints:
  hinge: {{type: revolute, marker_i: ground, marker_j: rod.end}}
  hook: {{type: revolute, marker_i: ground.top, marker_j: crane.end}}
analyses: {{rest: {{type: equilibrium}}}}
outputs: {{angle: hinge.angle}}
"""))
            self.assertEqual(run.status, 0, run.story())
            self.assertAlmostEqual(run.table("rest")["angle"][0], -math.pi / 2, delta=1e-8)

    def test_relaxation_where_newton_fails(self):
        """From the horizontal a pendulum has no stiffness at all: Newton's matrix is singular."""
        run = self.good(self.scratch.model(pendulum("  rest: {type: equilibrium}", x=1, y=0)))
        found = run.analysis()["equilibrium"]
        self.assertEqual(found["method"], "relaxation and newton")
        self.assertAlmostEqual(run.table()["y"][0], -1, 13)
        self.assertAlmostEqual(run.table()["x"][0], 0, 9)
        self.assertLess(found["unbalanced_force"], 1e-9 * found["largest_force"])
        self.assertTrue(found["stability"].startswith("stable"))
        self.assertAlmostEqual(found["mass_centers"][0]["y"], -1, 13)
        self.assertAlmostEqual(found["travel"], math.sqrt(2), 6)

    def test_upright_is_unstable(self):
        run = self.good(self.scratch.model(pendulum("  rest: {type: equilibrium}", y=1)))
        self.assertEqual(run.analysis()["equilibrium"]["stability"], "unstable")
        self.assertEqual([w["code"] for w in run.analysis()["warnings"]], ["W-EQ-002"])

    def test_friction_that_is_left_out_is_that_of_the_body_that_slides(self):
        """A block on a slope stays by friction only. Another one lies flat, or slides, far away."""
        text = """mbs: 1
space: planar
gravity: [0, -9.81]
ground: {markers: {flat: {position: [9, 0]}, s: {angle: -20 deg}}}
bodies:
  other: {type: rigid, mass: 1, inertia: 0.01, initial: {position: [9, 0.1]}, markers: {l: {position: [-0.2, -0.1]}, r: {position: [0.2, -0.1]}}}
  b: {type: rigid, mass: 1, inertia: 0.01, initial: {position: ["0.1*sin(20 deg)", "0.1*cos(20 deg)"], angle: -20 deg}, markers: {l: {position: [-0.2, -0.1]}, r: {position: [0.2, -0.1]}}}
forces:
  ol: {type: contact, marker_i: ground.flat, marker_j: other.l, stiffness: 1e5, exponent: 1, damping: 1, friction: 0.5, transition_speed: 1 mm/s}
  oor: {type: contact, marker_i: ground.flat, marker_j: other.r, stiffness: 1e5, exponent: 1, damping: 1, friction: 0.5, transition_speed: 1 mm/s}
  bl: {type: contact, marker_i: ground.s, marker_j: b.l, stiffness: 1e5, exponent: 1, damping: 1, friction: 0.8, transition_speed: 1 mm/s}
  br: {type: contact, marker_i: ground.s, marker_j: b.r, stiffness: 1e5, exponent: 1, damping: 1, friction: 0.8, transition_speed: 1 mm/s}
analyses: {rest: {type: equilibrium}}
"""
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn('friction is left out here, including that of "bl"', run.err)
        smooth = text.replace(", friction: 0.8, transition_speed: 1 mm/s", "")
        run = self.scratch.run(self.scratch.model(smooth))
        self.assertEqual(run.status, 4, run.story())
        self.assertNotIn("friction", run.err.split("hint:")[-1])

    def test_a_falling_body_is_named(self):
        text = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  held: {type: point_mass, mass: 1, initial: {position: [0, -1]}}
  loose: {type: rigid, mass: 3, inertia: 1, initial: {position: [1, 0]}}
joints:
  rod: {type: distance, marker_i: ground, marker_j: held, length: 1}
analyses: {rest: {type: equilibrium}, after: {type: dynamics, duration: 1, from: rest}}
"""
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn("E-EQ-001", run.err)
        self.assertIn('"loose" a force of 29.43 N', run.err)
        self.assertEqual(run.analysis("after")["status"], "skipped")

    def test_a_motion_may_start_there(self):
        lines = ("  rest: {type: equilibrium}\n  stay: {type: dynamics, duration: 2, from: rest}\n"
                 "checks:\n  still: {max: P.x, equals: 0, within: 1e-8, analysis: stay}\n"
                 "  low: {final: P.y, equals: -1, within: 1e-9}")
        run = self.good(self.scratch.model(pendulum(lines, x=0.6, y=-0.8)))
        self.assertEqual(len(run.analysis("rest")["checks"]), 1)
        self.assertEqual(len(run.analysis("stay")["checks"]), 2)

    def test_springs_and_weights(self):
        """Two masses on springs in a row: 30 N/m carries both, 10 N/m the lower one."""
        text = """mbs: 1
space: spatial
gravity: [0, 0, -10]
bodies:
  upper: {type: point_mass, mass: 1, initial: {position: [0.3, 0.1, -1]}}
  lower: {type: point_mass, mass: 2, initial: {position: [-0.2, 0.4, -1.5]}}
forces:
  one: {type: spring_damper, marker_i: ground, marker_j: upper, stiffness: 30, free_length: 1}
  two: {type: spring_damper, marker_i: upper, marker_j: lower, stiffness: 10, free_length: 1}
outputs: {a: upper.z, b: lower.z}
analyses: {rest: {type: equilibrium}}
"""
        run = self.good(self.scratch.model(text))
        self.assertAlmostEqual(run.table()["a"][0], -2, 12)
        self.assertAlmostEqual(run.table()["b"][0], -5, 12)
        self.assertTrue(run.analysis()["equilibrium"]["stability"].startswith("stable"))


CORNER = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {p: {type: rigid, mass: 1, inertia: 1, markers: {up: {angle: 90 deg}}}}
joints: {rail: {type: prismatic, marker_i: ground.up, marker_j: p.up, initial: {displacement: AT}}}
functions: {line: {type: table, x: [-1 m, -0.5 m, 1 m], y: [4.905 N, 9.81 N, 0 N], interpolation: linear}}
forces: {s: {FORCE}, k: {type: spring_damper, marker_i: ground.low, marker_j: p, stiffness: 1e5, damping: 30, free_length: 1}}
ground: {markers: {low: {position: [0, -2]}, up: {angle: 90 deg}}}
analyses: {modes: {type: linearize}}
"""


class TestCorner(harness.MotionTest):
    """A force that bends or jumps at the state of a linearization is reported, one that bends elsewhere is not."""

    def test_corners(self):
        value = "type: coordinate_force, joint: rail, value: "
        limit = "type: joint_limit, joint: rail, stiffness: 1e4, lower: "
        cases = [(value + '"max(-9.81 N, min(9.81 N, -10 N/m*rail.displacement))"', -0.981, True),
                 (value + '"max(-9.81 N, min(9.81 N, -10 N/m*rail.displacement))"', -0.98, False),
                 (value + '"-3 N*s/m*abs(rail.displacement_rate)"', 0, True),
                 (value + '"-3 N*s^2/m^2*abs(rail.displacement_rate)*rail.displacement_rate"', 0, False),
                 (value + '"line(rail.displacement)"', -0.5, True), (value + '"line(rail.displacement)"', -0.49, False),
                 (value + '"if(rail.displacement < -0.25 m, 1 N, 2 N)"', -0.25, True),
                 (value + '"step(rail.displacement, 0 m, 0 N, 1 m, 3 N)"', 0, False),
                 (limit + "-0.1", -0.1, True), (limit + "-0.1", -0.1001, False), (limit + "-0.1", 0.1, False),
                 (limit + "-0.1, exponent: 2", -0.1, False)]
        for force, at, bends in cases:
            with self.subTest(force=force, at=at):
                run = self.scratch.run(self.scratch.model(CORNER.replace("FORCE", force).replace("AT", str(at))))
                self.assertEqual("W-LIN-008" in run.err + run.out, bends, run.err + run.out)


if __name__ == "__main__":
    harness.main()
