#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Machines with couplers in space: a double wishbone suspension whose linkage is closed here on its own, a crane on a
screw as one equation of motion, angles of gauges that couplers hold."""

import cmath
import math

import harness

STEP = 1e-40


def add(*vectors):
    return [sum(x) for x in zip(*vectors)]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def apply(R, a):
    return [sum(x * y for x, y in zip(row, a)) for row in R]


def product(A, B):
    return [[sum(A[i][m] * B[m][k] for m in range(3)) for k in range(3)] for i in range(3)]


def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    R = [[float(m == n) for n in range(3)] for m in range(3)]
    R[j][j], R[j][k], R[k][j], R[k][k] = c, -s, s, c
    return R


def solve(A, b):
    """Gauss, with the largest pivot."""
    rows = [list(row) + [x] for row, x in zip(A, b)]
    n = len(b)
    for k in range(n):
        rows[k:] = sorted(rows[k:], key=lambda row: -abs(row[k]))
        for i in range(n):
            if i != k:
                f = rows[i][k] / rows[k][k]
                rows[i] = [x - f * y for x, y in zip(rows[i], rows[k])]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def newton(f, x, h=1e-6):
    for _ in range(30):
        here = f(x)
        columns = []
        for k in range(len(x)):
            there = [f([v + (h if i == k else 0) * sign for i, v in enumerate(x)]) for sign in (1, -1)]
            columns.append([(a - b) / (2 * h) for a, b in zip(*there)])
        x = minus(x, solve([list(row) for row in zip(*columns)], here))
        if max(map(abs, here)) < 1e-15:
            break
    return x


def example(name):
    return harness.SOURCE / "models" / "examples" / f"{name}.yaml"


class TestDoubleWishbone(harness.MotionTest):
    """From the lower arm's angle and the rack: a rotation of the upright and the upper arm's angle, by four equations."""
    LOWER, BALL_1 = ([0, 0.3, -0.12]), ([0.01, 0.4, -0.02])  # hinge, ball from it
    UPPER, BALL_2 = ([0, 0.35, 0.15]), ([-0.02, 0.3, 0.01])
    RACK = ([-0.12, 0.32, -0.08])
    # of the upright, from its mass centre
    LOW, HIGH, LEVER = ([0.01, -0.05, -0.14], [-0.02, -0.1, 0.16], [-0.12, -0.06, -0.07])

    def close(self, arm, rack, guess):
        low = add(self.LOWER, apply(turn("x", arm), self.BALL_1))
        end = add(self.RACK, [0, rack, 0])

        def pose(x):
            return product(turn("z", x[0]), product(turn("x", x[1]), turn("y", x[2])))

        def gap(x):
            R = pose(x)
            high = add(self.UPPER, apply(turn("x", x[3]), self.BALL_2))
            rod = minus(add(low, apply(R, minus(self.LEVER, self.LOW))), end)
            return [*minus(add(low, apply(R, minus(self.HIGH, self.LOW))), high),
                    sum(v * v for v in rod) - 0.37**2 - 0.01**2]

        x = newton(gap, guess)
        self.assertLess(max(map(abs, gap(x))), 1e-14)
        centre = minus(low, apply(pose(x), self.LOW))
        return x, math.degrees(x[1]), math.degrees(x[0]), centre

    def test_pose(self):
        motion = self.motion(example("double_wishbone"))
        x, worst = [0.0] * 4, {"camber": 0, "toe": 0, "wheel": 0}
        for n in range(len(motion["t"])):
            x, camber, toe, centre = self.close(motion["arm"][n], motion["rack"][n], x)
            wheel = centre[2] + motion["body"][n]
            for name, exact in (("camber", camber), ("toe", toe), ("wheel", wheel)):
                worst[name] = max(worst[name], abs(motion[name][n] - exact))
        print(worst)
        self.assertGreater(max(motion["arm"]) - min(motion["arm"]), 0.1)  # it was on the bump, and steered
        self.assertLess(min(motion["toe"]), -10)
        self.assertLess(worst["camber"], 1e-8)
        self.assertLess(worst["toe"], 1e-8)
        self.assertLess(worst["wheel"], 1e-10)


class TestCrane(harness.MotionTest):
    """One freedom, the jib's angle: Lagrange's equation, its derivatives by the complex step."""
    length, at, x_f, z_f, up, lead = 4, 1.5, 1, -1.2, math.radians(20), 0.04
    r_1, r_2, torque, c, g = 0.02, 0.06, 200, 2, 9.81
    m_jib, m_load = 200, 800

    def line(self, q):
        """Length and lean of the spindle."""
        x, z = self.at * cmath.cos(q) - self.x_f, self.at * cmath.sin(q) - self.z_f
        return cmath.sqrt(x * x + z * z), cmath.atan(x / z)

    def rates(self, q):
        """Of length, lean and motor by the jib's rate; of a complex q."""
        x, z = self.at * cmath.cos(q) - self.x_f, self.at * cmath.sin(q) - self.z_f
        dx, dz = -self.at * cmath.sin(q), self.at * cmath.cos(q)
        s = cmath.sqrt(x * x + z * z)
        length, lean = (x * dx + z * dz) / s, (dx * z - x * dz) / (s * s)
        return length, lean, length * 2 * math.pi / self.lead * self.r_2 / self.r_1

    def mass(self, q):
        """Generalized mass: twice the kinetic energy at a rate of one."""
        s, _ = self.line(q)
        out, lean, motor = self.rates(q)
        spindle = motor * self.r_1 / self.r_2
        jib = self.m_jib * self.length**2 / 3 + self.m_load * self.length**2
        # spindle and motor lean with the cradle about the foot; the nut goes with the jib, and leans
        about_foot = 0.5 + (6 + 25 * 0.8**2) + (0.1 + 15 * (self.r_1 + self.r_2)**2)
        nut = 5 * (out**2 + (s * lean)**2) + 0.03 * lean**2
        return jib + about_foot * lean**2 + nut + 0.05 * spindle**2 + 0.02 * motor**2

    def potential(self, q):
        _, lean = self.line(q)
        jib = (self.m_jib / 2 + self.m_load) * self.length * cmath.sin(q)
        motor = 15 * (self.r_1 + self.r_2) * cmath.sin(lean)
        return self.g * (jib + 5 * self.at * cmath.sin(q) + 25 * 0.8 * cmath.cos(lean) + motor)

    def steps_of_four(self, y, h, count):
        """The classical method of order four."""
        for _ in range(count):
            k1 = self.rate(y)
            k2 = self.rate([a + h / 2 * b for a, b in zip(y, k1)])
            k3 = self.rate([a + h / 2 * b for a, b in zip(y, k2)])
            k4 = self.rate([a + h * b for a, b in zip(y, k3)])
            y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
        return y

    def rate(self, y):
        q, v = y
        shifted = complex(q, STEP)
        slope, weight = self.mass(shifted).imag / STEP, self.potential(shifted).imag / STEP
        motor = self.rates(q)[2].real
        force = (self.torque - self.c * motor * v) * motor
        return [v, (force - weight - slope * v * v / 2) / self.mass(q).real]

    def test_lift(self):
        motion = self.motion(example("crane_with_screw"), "--set",
                             "analyses.lift.integrator={tolerances: {relative: 1e-10, absolute: 1e-12}}")
        worst = {"jib": 0, "jib_rate": 0, "speed": 0, "nut": 0}
        start = self.line(self.up)[0].real
        y = [self.up, 0]
        for n in range(len(motion["t"])):
            q, v = y
            for name, value in (("jib", math.degrees(q)), ("jib_rate", v), ("speed", self.rates(q)[2].real * v),
                                ("nut", self.line(q)[0].real - start)):
                worst[name] = max(worst[name], abs(motion[name][n] - value))
            y = self.steps_of_four(y, 0.025 / 100, 100)
        print(worst)
        self.assertGreater(motion["jib"][-1], 40)
        self.assertLess(worst["jib"], 1e-6)
        self.assertLess(worst["jib_rate"], 1e-7)
        self.assertLess(worst["speed"], 1e-5)
        self.assertLess(worst["nut"], 1e-7)


class TestCoordinates(harness.MotionTest):
    """Angles of gauges and rates that couplers of coordinates hold."""
    BODIES = """mbs: 1
space: spatial
gravity: [0, 0, 0]
bodies:
  a: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.3}}
  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.05}, initial: {position: [1, 0, 0]}}
joints:
  ball: {type: spherical, body_i: ground, body_j: a, at: [0, 0, 0]}
  shaft: {type: revolute, body_i: ground, body_j: b, at: [1, 0, 0], axis: [0, 0, 1]}
gauges: {g: {marker_j: a}}
"""

    def test_euler_angles(self):
        """A body whose three Euler angles follow a shaft; its spin is that of the rotation."""
        laws = {"zyx": (2.0, 0.4, -1.5), "zxz": (1.2, 0.5, 2.5), "yxy": (-0.7, 0.3, 3.0)}
        for order, (k1, k2, k3) in laws.items():
            offset = "pi/2" if order[0] == order[2] else "0"
            middle = math.pi / 2 if order[0] == order[2] else 0
            model = self.BODIES.replace("zz: 0.3}}", "zz: 0.3}, initial: {orientation: "
                                        f"{{euler: [0, {middle!r}, 0], sequence: {order}}}}}}}") + f"""couplers:
  c1: {{type: coordinate, relation: g.euler_{order}_1 - {k1}*shaft.angle}}
  c2: {{type: coordinate, relation: g.euler_{order}_2 - {offset} - {k2}*sin(shaft.angle)}}
  c3: {{type: coordinate, relation: g.euler_{order}_3 - {k3}*shaft.angle}}
motions: {{m: {{joint: shaft, law: 3*t}}}}
analyses:
  geometry: {{type: kinematics, duration: 8, output_step: 0.25}}
  dynamic: {{type: dynamics, duration: 8, output_step: 0.25}}
outputs: {{wx: a.wx, wy: a.wy, wz: a.wz, power: m.power, kinetic: energy.kinetic, drift: energy.drift}}
"""
            run = self.good(self.scratch.model(model))
            for name in ("geometry", "dynamic"):
                motion = run.table(name)
                for n, t in enumerate(motion["t"]):
                    angles = (k1 * 3 * t, middle + k2 * math.sin(3 * t), k3 * 3 * t)
                    rates = (k1 * 3, k2 * 3 * math.cos(3 * t), k3 * 3)
                    w = [0, 0, 0]  # in body axes: each axis turned back by the angles behind it
                    for i in range(3):
                        axis = [float(order[i] == x) for x in "xyz"]
                        for k in range(i + 1, 3):
                            axis = apply(turn(order[k], -angles[k]), axis)
                        w = add(w, [rates[i] * x for x in axis])
                    for x, exact in zip("xyz", w):
                        self.assertAlmostEqual(motion[f"w{x}"][n], exact, delta=1e-9, msg=order)
                self.assertLess(max(map(abs, motion["drift"])), 1e-6 * max(motion["kinetic"]))

    def test_counts(self):
        """What a gauge tells between -pi and pi a coupler counts: both shafts turn a hundred times."""
        model = self.BODIES.replace("spherical, body_i: ground, body_j: a, at: [0, 0, 0]",
                                    "revolute, body_i: ground, body_j: a, at: [0, 0, 0], axis: [0, 0, 1]") + """couplers:
  c: {type: coordinate, relation: g.angle_z + 4*shaft.angle}
forces: {f: {type: coordinate_force, joint: shaft, value: 1}}
analyses: {run: {type: dynamics, duration: 40, output_step: 1}}
outputs: {a: ball.angle, b: shaft.angle}
"""
        motion = self.motion(self.scratch.model(model))
        rate = 1 / (0.05 + 16 * 0.3)
        self.assertGreater(abs(motion["a"][-1]), 100 * 2 * math.pi)
        for n, t in enumerate(motion["t"]):
            self.assertAlmostEqual(motion["b"][n], rate * t * t / 2, delta=1e-7 * (1 + rate * t * t))
            self.assertAlmostEqual(motion["a"][n], -4 * motion["b"][n], delta=1e-9 * (1 + t * t))

    def test_rates(self):
        """A sum of rates is held as that of the coordinates, and keeps what it was at the start."""
        tables = []
        for relation in ("k*(ball.angle - 1 - 2*shaft.angle)", "k*(ball.angle_rate - 2*shaft.angle_rate)",
                         "(shaft.angle_rate - ball.angle_rate/2)/k"):
            model = self.BODIES.replace("spherical, body_i: ground, body_j: a, at: [0, 0, 0]",
                                        "revolute, marker_i: ground, marker_j: a.p, initial: {angle: 1}")
            model = model.replace("zz: 0.3}}", "zz: 0.3}, markers: {p: {position: [-0.3, 0, 0]}}}")
            model = model.replace("gravity: [0, 0, 0]", "gravity: [0, -9.81, 0]\nparameters: {k: 3}")
            motion = self.motion(self.scratch.model(model + f"""couplers: {{c: {{type: coordinate, relation: "{relation}"}}}}
forces: {{f: {{type: coordinate_force, joint: shaft, value: 0.3 - 0.1*shaft.angle_rate}}}}
analyses: {{run: {{type: dynamics, duration: 2, output_step: 0.1}}}}
outputs: {{a: ball.angle, b: shaft.angle}}
"""))
            tables.append(motion)
            for n in range(len(motion["t"])):
                self.assertAlmostEqual(motion["a"][n] - 2 * motion["b"][n], 1, delta=1e-9)
        for other in tables[1:]:
            self.assertLess(harness.difference(tables[0], other, ("a", "b")), 1e-7)

    def test_rates_refused(self):
        model = self.BODIES + """analyses: {{run: {{type: dynamics, duration: 1, output_step: 0.1}}}}
couplers: {{c: {{type: coordinate, relation: "{}"}}}}
""".replace("{{", "{").replace("}}", "}")
        for relation in ("shaft.angle*shaft.angle_rate", "shaft.angle_rate - 2", "shaft.angle_rate*(2 + t)",
                         "a.wx - shaft.angle_rate", "shaft.angle_rate^2", "shaft.angle_rate*cos(shaft.angle)"):
            run = self.scratch.run(self.scratch.model(model.replace("{}", relation)))
            self.assertEqual(run.status, 3, run.story())
            self.assertIn("error[E-EXPR-005]", run.err)
            self.assertIn("type: velocity", run.err)


if __name__ == "__main__":
    harness.main()
