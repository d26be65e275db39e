#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Discontinuities of the motion: located, passed with the right branch, told apart from chattering.

Truth comes from closed forms: motions that are harmonic or parabolic piece by piece.
"""

import math

import harness

METHODS = {
    "runge_kutta": "method: runge_kutta, tolerances: {relative: 1e-12, absolute: 1e-13}",
    "runge_kutta 5": "method: runge_kutta, order: 5, tolerances: {relative: 1e-12, absolute: 1e-13}",
    "ida": "method: ida, formulation: explicit, tolerances: {relative: 1e-12, absolute: 1e-13}",
    "index_1": "method: ida, formulation: index_1, tolerances: {relative: 1e-12, absolute: 1e-13}",
}
ORDER_TWO = {
    "newmark": "method: newmark, gamma: 0.5, step: 1e-4, allow_undamped: true",
    "hht": "method: hht, alpha: 0, step: 1e-4, allow_undamped: true",
    "generalized_alpha": "method: generalized_alpha, step: 1e-4",
}


def events(run):
    return run.analysis()["events"]["located"]


class EventTest(harness.MotionTest):

    def motion_of(self, model, method, *arguments):
        path = self.scratch.model(model)
        run = self.good(path, "--set", f"analyses.run.integrator={{{method}}}", *arguments)
        return run

    def fails(self, model, method, code, seconds=20):
        run = self.scratch.run(self.scratch.model(model), "--set",
                               f"analyses.run.integrator={{{method}}}", seconds=seconds)
        print(run.err)
        self.assertEqual(run.status, 4, run.story())
        failure = run.analysis()["failure"]
        self.assertEqual(failure["code"], code)
        return failure


BILINEAR = """mbs: 1
space: planar
bodies:
  block: {type: point_mass, mass: 1, initial: {position: [0.1, 0]}}
forces:
  spring: {type: force, marker: block, vector: ["if(block.x > 0, -100*block.x, -400*block.x)", 0]}
analyses:
  run: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: block.x, vx: block.vx, drift: energy.drift}
"""


def bilinear(t):
    """Half a period pi/10 on the soft side, pi/20 on the stiff one; and the passages until t."""
    first, soft, stiff = math.pi / 20, math.pi / 10, math.pi / 20
    if t < first:
        return 0.1 * math.cos(10 * t), 0
    turns, rest = divmod(t - first, soft + stiff)
    if rest < stiff:
        return -0.05 * math.sin(20 * rest), 1 + 2 * int(turns)
    return 0.1 * math.sin(10 * (rest - stiff)), 2 + 2 * int(turns)


class TestBranches(EventTest):

    def worst(self, run):
        table = run.table()
        return max(abs(x - bilinear(t)[0]) for t, x in zip(table["t"], table["x"]))

    def test_a_spring_with_two_stiffnesses(self):
        period = 3 * math.pi / 20
        for name, method in METHODS.items():
            run = self.motion_of(BILINEAR, method)
            found = [event["t"] for event in events(run)]
            true = [math.pi / 20 + period * (k // 2) + (math.pi / 20 if k % 2 else 0)
                    for k in range(len(found))]
            late = max(abs(a - b) for a, b in zip(found, true))
            x = self.worst(run)
            drift = run.analysis()["audit"]["energy_drift_steps"]
            print(f"{name}: {len(found)} events, times off by {late:.2g} s, x by {x:.2g} m, "
                  f"drift {drift:.2g} J")
            self.assertEqual(len(found), bilinear(2)[1])
            self.assertLess(late, 1e-8)
            self.assertLess(x, 1e-8)
            self.assertLess(drift, 1e-8)  # of 0.5 J

    def test_methods_of_order_two(self):
        for name, method in ORDER_TWO.items():
            run = self.motion_of(BILINEAR, method)
            coarse = self.motion_of(BILINEAR, method.replace("1e-4", "4e-4"))
            fine, rough = self.worst(run), self.worst(coarse)
            print(f"{name}: x off by {rough:.2g} m at 4e-4 s, {fine:.2g} m at 1e-4 s")
            self.assertLess(fine, 1e-5)
            self.assertGreater(rough / fine, 12)  # order two, across events too
            self.assertEqual(len(events(run)), bilinear(2)[1])

    def test_noevent_integrates_across(self):
        smooth = BILINEAR.replace('"if(', '"noevent(if(').replace('x)"', 'x))"')
        run = self.motion_of(smooth, METHODS["runge_kutta"])
        self.assertEqual(run.analysis()["events"]["count"], 0)
        self.assertLess(self.worst(run), 1e-6)

    def test_a_touch_between_two_points_of_a_step(self):
        """x = 1 - cos(t) exceeds 1.9999999 for 8.9e-4 s only, well inside a step."""
        model = """mbs: 1
space: planar
bodies:
  block: {type: point_mass, mass: 1, initial: {position: [-1, 0]}}
forces:
  spring: {type: force, marker: block, vector: ["-1*block.x", "if(block.x > 0.9999999, 1e3, 0)"]}
analyses:
  run: {type: dynamics, duration: 6, output_step: 0.1}
outputs: {y: block.y, vy: block.vy}
"""
        half = math.acos(0.9999999)
        for name in ("runge_kutta", "ida"):
            run = self.motion_of(model, METHODS[name])
            found = [event["t"] for event in events(run)]
            print(name, found)
            self.assertEqual(len(found), 2)
            # the passage is so slow that 1e-9 m are 2e-6 s
            self.assertAlmostEqual(found[0], math.pi - half, delta=1e-9 / half)
            self.assertAlmostEqual(found[1], math.pi + half, delta=1e-9 / half)
            self.assertAlmostEqual(run.table()["vy"][-1], 1e3 * 2 * half, delta=2e3 * 1e-9 / half)


CHATTER = """mbs: 1
space: planar
bodies:
  block: {type: point_mass, mass: 1, initial: {position: [0.1, 0]}}
forces:
  spring: {type: force, marker: block, vector: ["-1*sign(block.vx) - 100*block.x", 0]}
analyses:
  run: {type: dynamics, duration: 10, output_step: 0.01}
outputs: {x: block.x}
"""


class TestEndless(EventTest):

    def test_dry_friction_by_sign_chatters_where_it_sticks(self):
        """The amplitude falls by 0.02 m in each half period; at 0.01 m the spring no longer wins,
        after 5 half periods: x = 0 at t = pi/2."""
        for name, method in METHODS.items():
            failure = self.fails(CHATTER, method, "E-EVENT-002")
            self.assertEqual((failure["line"], failure["column"]), (6, 58))
            self.assertIn("block.vx", failure["message"])
            t = float(failure["message"].split("t = ")[1].split(" ")[0])
            print(name, t)
            self.assertAlmostEqual(t, math.pi / 2, delta=1e-6)


if __name__ == "__main__":
    harness.main()
