#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""run --cross-check: what it calls the same, and what it must not.

test_cross_check.py --binary MBSRUN --source ROOT
"""

import math
import re

import harness
import kinds
import test_at_rest
import test_sides

SPRING = """mbs: 1
space: planar
ground: {markers: {o: {position: [OFF, 0]}}}
bodies: {P: {type: point_mass, mass: 1, initial: {position: [OFF + 1, 0]}}}
joints: {slide: {type: point_on_line, marker_i: ground.o, marker_j: P}}
forces: {s: {type: force, marker: P, vector: ["-100*(P.x - OFF)", 0]}}
outputs: {x: P.x}
analyses: {run: {type: dynamics, duration: 2 INTEGRATOR}}
"""

PENDULUM = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bar: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0]}}
  end: {type: rigid, mass: 1, inertia: 0.05, initial: {position: [1.3, 0]}}
joints:
  hinge: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}
  knee: {type: revolute, body_i: bar, body_j: end, at: [1, 0]}
  again: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}
outputs: {x: end.x, a: bar.angle}
analyses: {run: {type: dynamics, duration: 1 INTEGRATOR}}
"""

# Nothing pulls, but for the round-off of a spring on a body that is fixed.
STILL = """mbs: 1
space: planar
bodies:
  a: {type: rigid, mass: 0.57, inertia: 3.5e-5, initial: {position: [-0.017, 0.0071], angle: -0.22}}
  b: {type: rigid, mass: 4.1, inertia: 2.8e-4, initial: {position: [0.0234, -0.0239], angle: -1.67}}
  c: {type: rigid, mass: 2.4, inertia: 2.6e-4, initial: {position: [0.0208, 0.0106], angle: -1.108}, markers: {end: {position: [-0.0074, 0.01276]}}}
joints:
  rod: {type: revolute, body_i: a, body_j: b, at: [0.003, -0.01]}
  held: {type: fixed, body_i: ground, body_j: c, at: [0.02786, 0.02194]}
forces:
  spring: {type: spring_damper, marker_i: ground, marker_j: c.end, stiffness: 22250.5, damping: 2.32, free_length: 0.009655}
outputs: {x: a.x, y: c.y}
accept: [loose_bodies]
analyses: {run: {type: dynamics, duration: 0.115, output_step: 0.00575}}
"""


class TestCrossCheck(harness.MotionTest):
    def look(self, text, status=0):
        run = self.scratch.run(self.scratch.model(text), "--cross-check")
        self.assertEqual(run.status, status, run.story())
        return run, run.analysis("run")["cross_check"]

    def test_same(self):
        """A redundant joint is left out by both factorizations; their accelerations agree."""
        run, check = self.look(PENDULUM.replace("INTEGRATOR", ""))
        self.assertIs(check["same"], True)
        self.assertGreaterEqual(check["accelerations"]["instants"], 20)
        self.assertLess(check["accelerations"]["of_allowed"], 0.5)
        self.assertIn("of the rounding limit", run.out + run.err)
        looks = {look["at"]: look for look in check["looks"]}
        for name, least in (("motion", 50), ("rows", 1001), ("ledger", 1001)):
            self.assertGreaterEqual(looks[name]["instants"], least)
            self.assertLess(looks[name]["of_allowed"], 0.1)
        self.assertIn("independent checks, relative", run.out + run.err)

    def test_at_rest(self):
        """Round-off of what does not move is no difference."""
        _, check = self.look(STILL)
        self.assertIs(check["same"], True)
        looks = {look["at"]: look["of_allowed"] for look in check["looks"]}
        self.assertLess(looks["motion"], 0.1)

    def test_a_run_that_is_off(self):
        """A fixed step that is much too long: the audit and the cross-check both say so, and what the
        run is off by is the truth's own figure."""
        text = SPRING.replace("OFF", "0").replace(
            "INTEGRATOR", ", integrator: {method: newmark, gamma: 0.5, beta: 0.25, step: 0.02, projection: velocity}")
        run, check = self.look(text, 6)
        self.assertIn("E-CMP-004", run.err)
        row = {error["name"]: error["difference"] for error in check["error_of_the_run"]}["x"]
        table = run.table("run")
        truth = max(abs(x - math.cos(10 * t)) for t, x in zip(table["t"], table["x"]))
        self.assertGreater(truth, 0.02)
        self.assertLess(abs(row - truth), 1e-6)

    def test_a_channel_has_its_own_scale(self):
        """The same motion at 1e6 m is judged by its span of 2 m, not by its place."""
        for off in ("0", "1e6"):
            _, check = self.look(SPRING.replace("OFF", off).replace("INTEGRATOR", ""))
            self.assertIs(check["same"], True)
            self.assertLess(abs(check["error_of_the_run"][0]["scale"] - 2), 1e-3)

    @kinds.sampled
    def test_estimates_that_are_small_by_chance(self):
        """Random mechanisms 3120 and 3143 of tests/bench/mechanisms.py: errors of ida that do not fall over a
        decade (1.2e-4, 1.0e-4 m/s^2), and a finer run that stalls. Orders 5 and 8 agree to 2e-6 of them."""
        for name in kinds.some(("stalls", "scatter"), 1):
            run = self.scratch.run(harness.SOURCE / f"tests/models/data/cross_check_{name}.yaml", "--cross-check")
            self.assertEqual(run.status, 0, run.story())
            self.assertIs(run.analysis("run")["cross_check"]["same"], True)

    def test_a_method_that_damps(self):
        """Its energy is its own loss, and its own multipliers are off by its own error: neither is a fault."""
        text = (harness.SOURCE / "models/founding/driven_pendulum.yaml").read_text(encoding="utf-8").split("\nchecks:")[0]
        before, behind = text.split("  newmark:\n    type: dynamics")
        text = before + "\noutputs:" + behind.split("\noutputs:")[1] + "\n"
        text = text.replace("method: ida, tolerances: {relative: 1e-8, absolute: 1e-10}",
                            "method: generalized_alpha, tolerances: {relative: 1e-5}").replace("  ida:\n", "  run:\n")
        _, check = self.look(text)
        self.assertIs(check["same"], True)
        self.assertNotIn("method_reaction_y", [error["name"] for error in check["error_of_the_run"]])

    def test_other_methods_have_their_own_order(self):
        for own in ("method: symplectic, step: 0.001, order: 4", "method: symplectic, step: 0.0005, order: 2",
                    "method: runge_kutta, order: 5"):
            model = self.scratch.model(SPRING.replace("OFF", "0").replace("INTEGRATOR", f", integrator: {{{own}}}"))
            check = self.good(model, "--cross-check", "--force").analysis()["cross_check"]
            self.assertEqual([method["status"] for method in check["methods"]], ["ok"] * len(check["methods"]), check)
            self.assertGreaterEqual(check["compared"], 3)

    def test_friction_says_why_not(self):
        run = self.scratch.run(harness.SOURCE / "models/examples/pin_friction.yaml", "--cross-check")
        self.assertEqual(run.status, 0, run.story())
        self.assertIn("not checked: the motion between rows, accelerations (friction depends on reactions)", run.out + run.err)


IMPACTS_ON_ROWS = """mbs: 1
space: planar
bodies:
  A: {type: point_mass, mass: 1, initial: {position: [0.3, 0], velocity: [1, 0]}}
  B: {type: point_mass, mass: 3, initial: {position: [-0.3, 0.5], velocity: [-1, 0]}}
events:
  a: {when: "A.x - 1", direction: rising, impact: {marker_i: ground, marker_j: A, direction: [-1, 0], restitution: 1}}
  b: {when: "B.x + 1", direction: falling, impact: {marker_i: ground, marker_j: B, direction: [1, 0], restitution: 0.5}}
analyses: {run: {type: dynamics, duration: 1.4, output_step: 0.1}}
outputs: {a: A.x, b: B.x, va: A.vx, vb: B.vx}
"""
UNLOADED = """mbs: 1
space: planar
bodies:
  a: {type: point_mass, mass: 1}
  b: {type: point_mass, mass: 1, initial: {position: [0.3, 0.1]}}
accept: [loose_bodies]
forces: {s: {type: spring_damper, marker_i: a, marker_j: b, stiffness: 1000, free_length: "hypot(0.3, 0.1) + 3e-16"}}
analyses: {run: {type: linearize}}
"""
TURNING_POINTS = """mbs: 1
space: spatial
bodies:
  m: {type: rigid, mass: 1, inertia: {xx: 0.4, yy: 0.4, zz: 0.4}, initial: {orientation: {axis_angle: {axis: [1, 2, 3], angle: 1.2}}, angular_velocity: [0, 0, 0]}}
joints: {s: {type: spherical, body_i: ground, body_j: m, at: [0, 0, 0]}}
forces: {b: {type: bushing, marker_i: ground, marker_j: m, angular_stiffness: [1, 1, 1]}}
analyses: {run: {type: dynamics, duration: 10, output_step: 0.1}}
outputs: {qw: m.qw, E: energy.total, drift: energy.drift}
"""
GEAR = """mbs: 1
space: spatial
bodies:
  a: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.3}}
  b: {type: rigid, mass: 1, inertia: {xx: 0.15, yy: 0.2, zz: 0.3}, initial: {position: [1, 0, 1]}}
joints:
  ha: {type: revolute, body_i: ground, body_j: a, at: [0, 0, 0], axis: [0, 0, 1]}
  hb: {type: revolute, body_i: ground, body_j: b, at: [1, 0, 1], axis: [1, 0, 0]}
forces: {m: {type: coordinate_force, joint: ha, value: 2.5}}
couplers: {g: {type: gear, joint_1: ha, joint_2: hb, teeth_1: 17, teeth_2: 41}}
analyses: {run: {type: dynamics, duration: 20, output_step: 0.5}}
outputs: {a: ha.angle}
"""
FOUR_BAR = """mbs: 1
space: planar
bodies:
  crank: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.1, 0.2], angle: 1.2, angle_rate: 2}, markers: {end: {position: [0.3, 0]}}}
  rod: {type: rigid, mass: 2, inertia: 0.2, initial: {position: [0.5, 0.6], angle: 0.2}, markers: {start: {position: [-0.5, 0]}, end: {position: [0.5, 0]}}}
  arm: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1, 0.4], angle: 1.3}, markers: {end: {position: [0.6, 0]}}}
joints:
  a: {type: revolute, marker_i: ground, marker_j: crank}
  b: {type: revolute, marker_i: crank.end, marker_j: rod.start}
  c: {type: revolute, marker_i: rod.end, marker_j: arm.end}
  d: {type: revolute, marker_i: ground.d, marker_j: arm}
ground: {markers: {d: {position: [1, 0]}}}
"""


class TestJust(harness.MotionTest):
    """What is right is not accused, and every analysis is looked at."""

    def looks(self, text, name="run"):
        run = self.scratch.run(self.scratch.model(text), "--cross-check")
        self.assertEqual(run.status, 0, run.story())
        check = run.analysis(name)["cross_check"]
        self.assertIs(check["same"], True)
        return run, {look["at"]: look for look in check["looks"] if look["instants"] > 0}

    def test_cases(self):
        for text, least in ((IMPACTS_ON_ROWS, {"motion", "impacts", "events"}), (UNLOADED, {"balance", "modes"}),
                            (TURNING_POINTS, {"motion", "ledger"}), (GEAR, {"motion", "ledger"})):
            _, looks = self.looks(text)
            self.assertLessEqual(least, set(looks), text)
            self.assertLess(max(look["of_allowed"] for look in looks.values()), 0.5, text)

    @kinds.sampled
    def test_random_models(self):
        """Right models of other tests, extremes among them: impacts on rows, rests, unloaded springs, far places, 1e-8 to 1e7 m."""
        def rest(seed):
            return test_at_rest.Mechanism(seed).text()[1]

        def sides(seed):
            return re.sub(r"(?s)checks:.*", "", test_sides.Case(seed).text())

        for make in (rest, sides):
            for seed in kinds.some(range(100, 140), 3):
                run = self.scratch.run(self.scratch.model(make(seed)), "--cross-check", "--accept-inaccurate")
                self.assertEqual(run.status, 0, f"{make.__name__} {seed}\n{make(seed)}{run.story()}")

    def test_assembly(self):
        text = FOUR_BAR + "analyses: {run: {type: assemble}}\n"
        run, looks = self.looks(text)
        self.assertEqual((set(looks), looks["closure"]["instants"]), ({"closure"}, 1), run.story())
        self.assertNotIn("not checked", run.out + run.err)

    def test_driven(self):
        """A crank that is turned: its motion by accelerations of their own, not by the geometry."""
        text = FOUR_BAR + (
            "motions: {m: {joint: a, law: 1.2 + 2*t + 0.3*sin(3*t)}}\n"
            "analyses: {closed: {type: assemble}, run: {type: kinematics, duration: 1, output_step: 0.02}, "
            "forces: {type: inverse_dynamics, duration: 1, output_step: 0.02}}\noutputs: {x: rod.x, torque: m.torque}\n")
        for name in ("run", "forces"):
            _, looks = self.looks(text, name)
            self.assertLessEqual({"motion", "rows", "ledger"}, set(looks))
            self.assertGreater(looks["motion"]["instants"], 20)


if __name__ == "__main__":
    harness.main()
