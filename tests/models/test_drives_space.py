#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Motions of joints and markers in space: both angles of a universal joint, places that joints leave free, all six
components of a body by Euler angles. Against rotations multiplied here and Newton's and Euler's equations."""

import math

import harness

SCHEMES = ("tolerances: {relative: 1e-9, absolute: 1e-11}", "method: ida, formulation: index_1, tolerances: {relative: 1e-8, absolute: 1e-10}",
           "method: ida, formulation: ggl, tolerances: {relative: 1e-8, absolute: 1e-10}", "method: hht, step: 2e-3, alpha: -0.05")
M, I = 2.0, (0.15, 0.25, 0.35)
PLACES = ((0.3, 1.1), (0.2, 2.3), (0.4, 1.7))  # c sin(w t) along x, y, z
ANGLES = ((1.5, 0.4, 1.3), (0.2, 0.5, 0.9), (-2.2, 0.3, 2.1))  # b t + c sin(w t)
ORDERS = ("zyx", "xyz", "zxz", "yxy", "xzx", "yzx")


def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    i = "xyz".index(axis)
    R = [[float(m == n) for n in range(3)] for m in range(3)]
    j, k = (i + 1) % 3, (i + 2) % 3
    R[j][j], R[j][k], R[k][j], R[k][k] = c, -s, s, c
    return R


def product(A, B):
    return [[sum(A[i][m] * B[m][k] for m in range(3)) for k in range(3)] for i in range(3)]


def angle(k, t, offset):
    b, c, w = ANGLES[k]
    return offset + b * t + c * math.sin(w * t)


def rotation(order, t, offset):
    R = turn(order[0], angle(0, t, 0))
    for n in (1, 2):
        R = product(R, turn(order[n], angle(n, t, offset if n == 1 else 0)))
    return R


def spin(order, t, offset, h=1e-5):
    """Angular velocity in body axes, by differences of order six of the rotation: R' = R w~."""
    R = rotation(order, t, offset)
    D = [[0.0] * 3 for _ in range(3)]
    for n, weight in ((1, 45), (2, -9), (3, 1)):
        plus, minus = rotation(order, t + n * h, offset), rotation(order, t - n * h, offset)
        for i in range(3):
            for k in range(3):
                D[i][k] += weight * (plus[i][k] - minus[i][k]) / (60 * h)
    W = [[sum(R[m][i] * D[m][k] for m in range(3)) for k in range(3)] for i in range(3)]
    return (W[2][1], W[0][2], W[1][0])


class TestSixComponents(harness.MotionTest):
    def model(self, order, analyses, offset):
        laws = [f"  m{a}: {{marker: a, component: {a}, relative_to: ground.frame, law: \"{c}*sin({w}*t)\"}}" for a, (c, w) in zip("xyz", PLACES)]
        for n, (b, c, w) in enumerate(ANGLES):
            start = f"{offset} + " if n == 1 and offset else ""
            # the second Euler angle stays within its half turn
            law = f"{start}{b}*t + {c}*sin({w}*t)"
            laws.append(f"  a{n}: {{marker: a, component: euler_{order}_{n + 1}, relative_to: ground.frame, law: \"{law}\"}}")
        return f"""mbs: 1
space: spatial
gravity: [0, 0, 0]
ground: {{markers: {{frame: {{position: [0, 0, 0]}}}}}}
bodies:
  a: {{type: rigid, mass: {M}, inertia: {{xx: {I[0]}, yy: {I[1]}, zz: {I[2]}}}, initial: {{orientation: {{euler: [0, {offset}, 0], sequence: {order}}}}}}}
motions:
""" + "\n".join(laws) + f"""
analyses:
{analyses}
outputs: {{x: a.x, wx: a.wx, wy: a.wy, wz: a.wz, fx: mx.force, fy: my.force, fz: mz.force, t0: a0.torque, t1: a1.torque, t2: a2.torque,
  p: "a0.power + a1.power + a2.power", kinetic: energy.kinetic, drift: energy.drift}}
"""

    def test_every_order(self):
        """Spin, forces and power of a driven body, by geometry alone and by the equations of motion."""
        for order in ORDERS:
            offset = 1.2 if order[0] == order[2] else 0
            analyses = ("  geometry: {type: kinematics, duration: 1, output_step: 0.1}\n"
                        f"  run: {{type: dynamics, duration: 1, output_step: 0.1, integrator: {{{SCHEMES[0]}}}}}")
            run = self.good(self.scratch.model(self.model(order, analyses, offset)))
            for name, near in (("geometry", 1e-8), ("run", 2e-7)):
                rows = run.table(name)
                for row, t in enumerate(rows["t"]):
                    w = spin(order, t, offset)
                    for channel, value in zip(("wx", "wy", "wz"), w):
                        self.assertAlmostEqual(rows[channel][row], value, delta=near, msg=f"{order} {name} {t}")
                    for channel, (c, f) in zip(("fx", "fy", "fz"), PLACES):
                        self.assertAlmostEqual(rows[channel][row], -M * c * f * f * math.sin(f * t), delta=1e-6)
                    # Euler's equations: the power of all torques is w . (I w' + w x I w) = w . I w'
                    later, before = spin(order, t + 1e-3, offset), spin(order, t - 1e-3, offset)
                    power = sum(i * x * (p - m) / 2e-3 for i, x, p, m in zip(I, w, later, before))
                    self.assertAlmostEqual(rows["p"][row], power, delta=1e-4)
                self.assertLessEqual(max(abs(d) for d in rows["drift"]), 1e-6)

    def test_every_method(self):
        for block in SCHEMES:
            run = self.good(self.scratch.model(self.model("zyx", f"  run: {{type: dynamics, duration: 1, output_step: 0.1, integrator: {{{block}}}}}", 0)))
            rows = run.table()
            off = max(abs(rows[c][k] - v) for k, t in enumerate(rows["t"]) for c, v in zip(("wx", "wy", "wz"), spin("zyx", t, 0)))
            print(block, off)
            self.assertLessEqual(off, 1e-2 if "hht" in block else 1e-5)


class TestJoints(harness.MotionTest):
    def test_universal_angles(self):
        """Both pins driven over many turns: spin in body axes (a' cos b, b', a' sin b) for a about x, then b about y."""
        text = """mbs: 1
space: spatial
gravity: [0, 0, 0]
bodies: {a: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.3}}}
joints: {u: {type: universal, body_i: ground, body_j: a, at: [0, 0, 0], axis_1: [1, 0, 0], axis_2: [0, 1, 0]}}
motions:
  one: {joint: u, coordinate: angle_1, law: "7*t + 0.3*sin(3*t)"}
  two: {joint: u, coordinate: angle_2, law: "-4*t"}
analyses:
  geometry: {type: kinematics, duration: 3, output_step: 0.1}
  run: {type: dynamics, duration: 3, output_step: 0.1, integrator: {tolerances: {relative: 1e-9, absolute: 1e-11}}}
outputs: {a: u.angle_1, b: u.angle_2, wx: a.wx, wy: a.wy, wz: a.wz, drift: energy.drift}
"""
        run = self.good(self.scratch.model(text))
        for name in ("geometry", "run"):
            for t, a, b, wx, wy, wz, drift in zip(*run.table(name).values()):
                self.assertAlmostEqual(a, 7 * t + 0.3 * math.sin(3 * t), delta=1e-9)
                self.assertAlmostEqual(b, -4 * t, delta=1e-9)
                rate = 7 + 0.9 * math.cos(3 * t)
                for found, value in ((wx, rate * math.cos(4 * t)), (wy, -4), (wz, -rate * math.sin(4 * t))):
                    self.assertAlmostEqual(found, value, delta=1e-6)

    def test_table_on_a_plane(self):
        """Places and the angle of a planar joint; forces in closed form."""
        text = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies: {a: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.2, zz: 0.3}}}
joints: {floor: {type: planar, body_i: ground, body_j: a, at: [0, 0, 0], axis: [0, 0, 1]}}
motions:
  x: {joint: floor, coordinate: x, law: "0.3*sin(2*t)"}
  y: {joint: floor, coordinate: y, law: "0.1*t^2"}
  q: {joint: floor, coordinate: angle, law: "5*t + t^3"}
analyses: {run: {type: kinematics, duration: 2, output_step: 0.1}}
outputs: {x: floor.x, y: floor.y, vx: floor.x_rate, q: floor.angle, fx: x.force, fy: y.force, tq: q.torque, z: floor.reaction.force}
"""
        text = text.replace('"0.1*t^2"', "k*t^2").replace('"5*t + t^3"', "w*t + j*t^3").replace(
            "bodies:", "parameters: {k: 0.1 m/s^2, w: 5 rad/s, j: 1 rad/s^3}\nbodies:")
        for row in zip(*self.good(self.scratch.model(text)).table().values()):
            t, x, y, vx, q, fx, fy, torque, load = row
            R = abs(x - 0.3 * math.sin(2 * t))
            self.assertLessEqual(R, 1e-12)
            self.assertAlmostEqual(vx, 0.6 * math.cos(2 * t), delta=1e-9)
            self.assertAlmostEqual(y, 0.1 * t * t, delta=1e-12)
            self.assertAlmostEqual(q, 5 * t + t ** 3, delta=1e-10)
            self.assertAlmostEqual(fx, -2 * 1.2 * math.sin(2 * t), delta=1e-7)
            self.assertAlmostEqual(fy, 0.4, delta=1e-7)
            self.assertAlmostEqual(torque, 0.3 * 6 * t, delta=1e-6)
            self.assertAlmostEqual(load, 2 * 9.81, delta=1e-9)


if __name__ == "__main__":
    harness.main()
