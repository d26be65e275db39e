#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""run --cross-check: what it calls the same, and what it must not.

test_cross_check.py --binary MBSRUN --source ROOT
"""

import math

import harness
import kinds

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
        self.assertIn("of what rounding allows", run.out + run.err)
        looks = {look["at"]: look for look in check["looks"]}
        for name, least in (("motion", 50), ("rows", 1001), ("ledger", 1001)):
            self.assertGreaterEqual(looks[name]["instants"], least)
            self.assertLess(looks[name]["of_allowed"], 0.1)
        self.assertIn("independent looks", run.out + run.err)

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

    def test_friction_says_why_not(self):
        run = self.scratch.run(harness.SOURCE / "models/examples/pin_friction.yaml", "--cross-check")
        self.assertEqual(run.status, 0, run.story())
        self.assertIn("friction depends on reactions", run.out + run.err)


if __name__ == "__main__":
    harness.main()
