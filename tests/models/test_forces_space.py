#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Forces and stops on every coordinate of a joint in space: against closed forms, and against Lagrange's equations in the
joint's own coordinates, integrated here."""

import math

import harness

METHODS = ("tolerances: {relative: 1e-10, absolute: 1e-12}",
           "method: ida, formulation: index_1, tolerances: {relative: 1e-10, absolute: 1e-12}")
BODY = "type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.2}"


def model(body, joint, forces, outputs, duration=1.0, block=METHODS[0]):
    return f"""mbs: 1
space: spatial
gravity: [0, 0, 0]
bodies:
  a: {{{BODY}, {body}}}
joints:
  j: {{{joint}, marker_i: ground, marker_j: a}}
forces:
{forces}
analyses: {{run: {{type: dynamics, duration: {duration}, output_step: 0.05, integrator: {{{block}}}}}}}
outputs: {{{outputs}, drift: energy.drift}}
"""


def bounce(t, start, speed, stop, omega):
    """Free until the stop, half a swing of it, and back."""
    touch = (stop - start) / speed
    if t < touch:
        return start + speed * t
    if t < touch + math.pi / omega:
        return stop + speed / omega * math.sin(omega * (t - touch))
    return stop - speed * (t - touch - math.pi / omega)


class TestCoordinates(harness.MotionTest):
    def rows(self, text, drift=1e-7):
        table = self.good(self.scratch.model(text)).table()
        self.assertLess(max(abs(x) for x in table["drift"]), drift)
        return table

    def follows(self, table, name, law, delta=1e-7):
        for t, x in zip(table["t"], table[name]):
            self.assertAlmostEqual(x, law(t), delta=delta, msg=f"{name} at {t}")

    def test_places(self):
        """A stop along one axis and a spring along the other, of every joint that leaves both."""
        for joint in ("type: planar", "type: point_on_plane", "type: orientation", "type: parallel_axes",
                      "type: generic, locked: [z]"):
            table = self.rows(model("initial: {velocity: [2, 0.5, 0]}", joint,
                                    "  stop: {type: joint_limit, joint: j, coordinate: x, upper: 0.3, stiffness: 800}\n"
                                    "  hold: {type: coordinate_force, joint: j, coordinate: y, value: -50*j.y}",
                                    "x: j.x, y: j.y, f: hold.force, e: stop.energy, p: stop.penetration"))
            self.follows(table, "x", lambda t: bounce(t, 0, 2, 0.3, 20))
            self.follows(table, "y", lambda t: 0.1 * math.sin(5 * t))
            self.follows(table, "f", lambda t: -5 * math.sin(5 * t), 1e-6)
            self.follows(table, "e", lambda t: 400 * max(0, bounce(t, 0, 2, 0.3, 20) - 0.3)**2, 1e-6)

    def test_along_and_about(self):
        """A cylindrical joint has a stop for each of its coordinates, beyond a turn too."""
        for block in METHODS:
            table = self.rows(model(
                "initial: {velocity: [0, 0, -3], angular_velocity: [0, 0, 12]}", "type: cylindrical",
                "  end: {type: joint_limit, joint: j, coordinate: displacement, lower: -0.6, stiffness: 800}\n"
                "  turn: {type: joint_limit, joint: j, coordinate: angle, upper: 7.5 rad, stiffness: 80}",
                "z: j.displacement, a: j.angle, torque: turn.torque", block=block), 1e-7 if block == METHODS[0] else 1e-6)
            self.follows(table, "z", lambda t: -bounce(t, 0, 3, 0.6, 20))
            self.follows(table, "a", lambda t: bounce(t, 0, 12, 7.5, 20))
            self.follows(table, "torque", lambda t: -80 * max(0, bounce(t, 0, 12, 7.5, 20) - 7.5), 2e-5)

    def test_pins_count_turns(self):
        for pin, rate, inertia in ((1, "[12, 0, 0]", 0.3), (2, "[0, 12, 0]", 0.4)):
            table = self.rows(model(f"initial: {{angular_velocity: {rate}}}", "type: universal",
                                    f"  stop: {{type: joint_limit, joint: j, coordinate: angle_{pin}, upper: 7.5 rad, stiffness: 80}}",
                                    f"a: j.angle_{pin}"))
            self.follows(table, "a", lambda t, o=math.sqrt(80 / inertia): bounce(t, 0, 12, 7.5, o))

    def test_pins_together(self):
        """A(b) = I_x cos^2 b + I_z sin^2 b:  (A a')' = Q_a,  I_y b'' = A'(b) a'^2/2 + Q_b."""
        k_a, c_a, k_b, stop, c = 3.0, 0.02, 1.0, 0.4, 0.1

        def rates(y):
            a, b, va, vb = y
            A = 0.3 * math.cos(b)**2 + 0.2 * math.sin(b)**2
            dA = -0.1 * math.sin(2 * b)
            q_b = -k_b * b
            if b > stop:
                q_b -= max(0, 40 * (b - stop)**2 * (1 + c * vb))
            return [va, vb, (-k_a * a - c_a * va - dA * va * vb) / A, (dA * va * va / 2 + q_b) / 0.4]

        y, h, known = [0, 0, 2.0, 1.5], 5e-4, [[0, 0, 2.0, 1.5]]
        for n in range(2000):
            k1 = rates(y)
            k2 = rates([v + h / 2 * k for v, k in zip(y, k1)])
            k3 = rates([v + h / 2 * k for v, k in zip(y, k2)])
            k4 = rates([v + h * k for v, k in zip(y, k3)])
            y = [v + h / 6 * (p + 2 * q + 2 * r + s) for v, p, q, r, s in zip(y, k1, k2, k3, k4)]
            if n % 100 == 99:
                known.append(y)
        for block in METHODS:
            table = self.rows(model(
                "initial: {angular_velocity: [2, 1.5, 0]}", "type: universal",
                f"  roll: {{type: coordinate_force, joint: j, coordinate: angle_1, value: -{k_a}*j.angle_1 - {c_a}*j.angle_1_rate}}\n"
                f"  pitch: {{type: coordinate_force, joint: j, coordinate: angle_2, value: -{k_b}*j.angle_2}}\n"
                f"  stop: {{type: joint_limit, joint: j, coordinate: angle_2, upper: {stop}, stiffness: 40, exponent: 2, damping: {c}}}",
                "a: j.angle_1, b: j.angle_2, va: j.angle_1_rate, vb: j.angle_2_rate", block=block))
            self.assertGreater(max(table["b"]), stop + 0.01)
            for k, row in enumerate(known):
                for name, x in zip(("a", "b", "va", "vb"), row):
                    self.assertAlmostEqual(table[name][k], x, delta=1e-7, msg=f"{name} {k}")

    def test_gyroscope(self):
        """Steady precession with the axle level, m g l/(C s); the model's own checks hold it to that."""
        self.good(harness.SOURCE / "models/examples/gyroscope.yaml")


if __name__ == "__main__":
    harness.main()
