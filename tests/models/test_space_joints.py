#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Joints of shafts and rods in space against closed forms, and against motions in as many coordinates as they leave,
integrated here."""

import math

import harness

METHODS = ("method: ida, formulation: explicit", "method: ida, formulation: index_1", "method: ida, formulation: baumgarte",
           "method: ida, formulation: ggl", "method: runge_kutta, order: 5", "method: runge_kutta, order: 8")
FIXED = ("method: newmark, step: 1e-3, beta: 0.3025, gamma: 0.6", "method: hht, step: 1e-3, alpha: -0.05",
         "method: generalized_alpha, step: 1e-3")
TIGHT = ", tolerances: {relative: 1e-10, absolute: 1e-12}"


def integrate(rates, y, times, steps=400):
    """Runge and Kutta's classical rule, `steps` to the second."""
    out = [y]
    for a, b in zip(times, times[1:]):
        count = max(1, round((b - a) * steps))
        h = (b - a) / count
        for _ in range(count):
            k1 = rates(y)
            k2 = rates([v + h / 2 * k for v, k in zip(y, k1)])
            k3 = rates([v + h / 2 * k for v, k in zip(y, k2)])
            k4 = rates([v + h * k for v, k in zip(y, k3)])
            y = [v + h / 6 * (p + 2 * q + 2 * r + s) for v, p, q, r, s in zip(y, k1, k2, k3, k4)]
        out.append(y)
    return out


class TestConstantVelocity(harness.MotionTest):
    @staticmethod
    def shafts(bend, analysis, place=0.0, turned=0.0):
        """Two shafts in a plane through z of the ground; `turned`: of marker_j about its shaft."""
        s, c = math.sin(bend), math.cos(bend)
        return f"""
mbs: 1
space: spatial
gravity: [0, 0, 0]
bodies:
  one: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.2, zz: 0.3}}, initial: {{position: [{place}, 0, 0]}}}}
  two: {{type: rigid, mass: 1, inertia: {{xx: 0.4, yy: 0.3, zz: 0.5}}, initial: {{position: [{place}, 0, 0], orientation: {{axis_angle: {{axis: [0, 1, 0], angle: {bend} rad}}}}}}, markers: {{in: {{orientation: {{axis_angle: {{axis: [0, 0, 1], angle: {turned} rad}}}}}}}}}}
joints:
  first: {{type: revolute, body_i: ground, body_j: one, at: [{place}, 0, 0], axis: [0, 0, 1]}}
  second: {{type: revolute, body_i: ground, body_j: two, at: [{place}, 0, 0], axis: [{s}, 0, {c}]}}
  knuckle: {{type: constant_velocity, marker_i: one, marker_j: two.in}}
{analysis}
outputs: {{a: first.angle, b: second.angle, ra: first.angle_rate, rb: second.angle_rate}}
"""

    def test_rates_are_equal(self):
        """At every bend, and the motor's torque is that of both shafts in one."""
        motor = "motions:\n  motor: {joint: first, law: \"7*t + sin(3*t)\"}\n"
        for kind in ("dynamics", "kinematics"):
            for degrees in (0, 5, 20, 40, 80, 120):
                for place in (0, 1e6):
                    text = self.shafts(math.radians(degrees),
                                       f"{motor}analyses:\n  run: {{type: {kind}, duration: 3, output_step: 0.1}}", place)
                    table = self.motion(self.scratch.model(text))
                    for k, t in enumerate(table["t"]):
                        rate = 7 + 3 * math.cos(3 * t)
                        near = 1e-9 if place == 0 else 1e-7
                        self.assertAlmostEqual(table["ra"][k], rate, delta=near)
                        self.assertAlmostEqual(table["rb"][k], rate, delta=near, msg=f"{kind} {degrees} deg")
                        self.assertAlmostEqual(table["b"][k], 7 * t + math.sin(3 * t), delta=near)

    def test_torque_is_passed_on(self):
        push = "forces:\n  push: {type: coordinate_force, joint: first, value: 2}\n"
        for words in METHODS + FIXED:
            block = words + ("" if words in FIXED else TIGHT)
            text = self.shafts(0.7, f"{push}analyses:\n  run: {{type: dynamics, duration: 2, output_step: 0.1, "
                               f"integrator: {{{block}}}}}")
            run = self.good(self.scratch.model(text))
            table, a = run.table(), 2 / 0.8
            for k, t in enumerate(table["t"]):
                for name in ("a", "b"):
                    self.assertAlmostEqual(table[name][k], a * t * t / 2, delta=1e-3 if words in FIXED else 1e-8, msg=words)

    def test_reaction(self):
        """Along the line that halves the angle of the shafts: T/cos(bend/2) passes T on."""
        text = self.shafts(0.9, "forces:\n  push: {type: coordinate_force, joint: first, value: 2}\n"
                           "analyses:\n  run: {type: dynamics, duration: 1, output_step: 0.1}")
        text = text.replace("outputs: {", "outputs: {tx: knuckle.reaction.tx, tz: knuckle.reaction.tz, "
                            "ty: knuckle.reaction.ty, size: knuckle.reaction.torque, force: knuckle.reaction.force, ")
        table = self.motion(self.scratch.model(text))
        torque = 0.5 * 2 / 0.8
        for k, angle in enumerate(table["a"]):
            self.assertAlmostEqual(table["size"][k], torque / math.cos(0.45), delta=1e-9)
            self.assertAlmostEqual(table["tz"][k], torque, delta=1e-9)
            self.assertAlmostEqual(table["tx"][k], torque * math.tan(0.45) * math.cos(angle), delta=1e-7)
            self.assertAlmostEqual(table["ty"][k], -torque * math.tan(0.45) * math.sin(angle), delta=1e-7)
            self.assertIsNone(table["force"][k])  # three joints at one point may pull at each other

    def test_turned_over(self):
        """Half a turn of one shaft in the joint fulfils the row too, and is refused; a quarter does not."""
        analysis = "analyses:\n  run: {type: dynamics, duration: 1, output_step: 0.1}"
        for turned, code in ((math.pi, "E-IC-005"), (math.pi / 2, "E-IC-001")):
            run = self.scratch.run(self.scratch.model(self.shafts(0.5, analysis, turned=turned)))
            self.assertEqual(run.status, 3, run.story())
            self.assertIn(code, run.err)
            self.assertIn("knuckle", run.err)

    def test_pendulum(self):
        """A bar that hangs on the joint: polar angle theta and azimuth phi of its axis, and it turns against the azimuth,
        w_z = phi' (cos theta - 1): no twist."""
        m, l, I, Iz, g, theta, spin = 2, 0.5, 0.7, 0.15, 9.81, 1.1, 2.3
        s, c = math.sin(theta), math.cos(theta)
        text = f"""
mbs: 1
space: spatial
gravity: [0, 0, {g}]
bodies:
  bar: {{type: rigid, mass: {m}, inertia: {{xx: {I - m * l * l}, yy: {I - m * l * l}, zz: {Iz}}}, initial: {{position: [{l * s}, 0, {l * c}], orientation: {{axis_angle: {{axis: [0, 1, 0], angle: {theta} rad}}}}, velocity: [0, {l * s * spin}, 0], angular_velocity: [{-s * spin}, 0, {(1 - c) * spin}]}}, markers: {{top: {{position: [0, 0, {-l}]}}}}}}
joints:
  knuckle: {{type: constant_velocity, marker_i: ground, marker_j: bar.top}}
analyses:
  run: {{type: dynamics, duration: 2, output_step: 0.1, integrator: {{BLOCK}}}}
outputs: {{x: bar.x, y: bar.y, z: bar.z, w: bar.wz}}
"""
        p = spin * (I * s * s + Iz * (1 - c)**2)

        def rates(y):
            S, C = math.sin(y[0]), math.cos(y[0])
            turn = p / (I * S * S + Iz * (1 - C)**2)
            return [y[1], (turn**2 * S * (I * C + Iz * (1 - C)) - m * g * l * S) / I, turn]

        times = [0.1 * k for k in range(21)]
        known = integrate(rates, [theta, 0, 0], times)
        for words in METHODS + FIXED:
            block = words if words in FIXED else words + TIGHT
            table = self.good(self.scratch.model(text.replace("BLOCK", block))).table()
            near = 2e-3 if words in FIXED else 1e-7
            for k, (angle, _, azimuth) in enumerate(known):
                S, C = math.sin(angle), math.cos(angle)
                self.assertAlmostEqual(table["x"][k], l * S * math.cos(azimuth), delta=near, msg=words)
                self.assertAlmostEqual(table["y"][k], l * S * math.sin(azimuth), delta=near, msg=words)
                self.assertAlmostEqual(table["z"][k], l * C, delta=near, msg=words)
                self.assertAlmostEqual(table["w"][k], rates(known[k])[2] * (C - 1), delta=5 * near, msg=words)


class TestRevoluteSpherical(harness.MotionTest):
    """A light arm on a hinge, a weight at its ball: a pendulum in the plane across the hinge, wherever the hinge points."""

    def test_pendulum(self):
        for axis, place in (([0, 1, 0], 0), ([0.6, 0.8, 0], 1e6)):
            side = [-axis[1], axis[0], 0]  # square to the hinge, level
            rows = [[side[k], (0, 0, 1)[k], axis[k]] for k in range(3)]
            text = f"""
mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  weight: {{type: point_mass, mass: 3, initial: {{position: [{place + 0.4 * side[0]}, {0.4 * side[1]}, 0]}}}}
ground: {{markers: {{hinge: {{position: [{place}, 0, 0], orientation: {{matrix: {rows}}}}}}}}}
joints:
  arm: {{type: revolute_spherical, marker_i: ground.hinge, marker_j: weight, length: 0.4}}
analyses:
  run: {{type: dynamics, duration: 1, output_step: 0.05, integrator: {{tolerances: {{relative: 1e-10, absolute: 1e-12}}}}}}
outputs: {{x: weight.x, y: weight.y, z: weight.z, tension: arm.tension, push: arm.reaction.z}}
"""
            table = self.motion(self.scratch.model(text))
            known = integrate(lambda y: [y[1], -9.81 / 0.4 * math.cos(y[0])], [0, 0], table["t"], 2000)
            near = 1e-7 if place == 0 else 1e-6
            for k, (angle, rate) in enumerate(known):
                self.assertAlmostEqual(table["x"][k] - place, 0.4 * math.cos(angle) * side[0], delta=near)
                self.assertAlmostEqual(table["y"][k], 0.4 * math.cos(angle) * side[1], delta=near)
                self.assertAlmostEqual(table["z"][k], 0.4 * math.sin(angle), delta=near)
                self.assertAlmostEqual(table["tension"][k], 3 * (0.4 * rate**2 - 9.81 * math.sin(angle)), delta=1e4 * near)
                self.assertAlmostEqual(table["push"][k], 0, delta=1e-7)


if __name__ == "__main__":
    harness.main()
