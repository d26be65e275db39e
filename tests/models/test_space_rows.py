#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Joint coordinates in space that motions and couplers hold: a six-axis arm against recursive
Newton-Euler, hinges geared to one another."""

import csv
import math

import harness

SCHEMES = ("method: ida, formulation: explicit", "method: ida, formulation: index_1",
           "method: ida, formulation: baumgarte", "method: ida, formulation: ggl",
           "method: runge_kutta, order: 5", "method: runge_kutta, order: 8")
FIXED = ("method: newmark, step: 1e-3, beta: 0.3025, gamma: 0.6", "method: hht, step: 1e-3, alpha: -0.05",
         "method: generalized_alpha, step: 1e-3")
G = (0.3, -0.2, -9.81)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def add(*vectors):
    return [sum(x) for x in zip(*vectors)]


def times(factor, a):
    return [factor * x for x in a]


def apply(R, a):
    return [dot(row, a) for row in R]


def back(R, a):
    return [sum(R[i][k] * a[i] for i in range(3)) for k in range(3)]


def turn(axis, angle):
    """Rotation by an angle about a unit vector (Rodrigues)."""
    c, s = math.cos(angle), math.sin(angle)
    K = [[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]]
    return [[(i == j) * c + s * K[i][j] + (1 - c) * axis[i] * axis[j] for j in range(3)] for i in range(3)]


def product(A, B):
    return [[sum(A[i][m] * B[m][k] for m in range(3)) for k in range(3)] for i in range(3)]


class Arm:
    """Links with frames along the ground's axes at the start: axis, way from the hinge before, mass centre from
    the hinge, mass, inertia, and the law a + b t + c sin(w t) with a = 0."""
    links = (((0, 0, 1), (0, 0, 0.0), (0.02, 0.01, 0.2), 12, (0.3, 0.25, 0.1), (0.9, 0.3, 2.0)),
             ((0, 1, 0), (0.1, 0, 0.4), (0.3, 0.03, 0.02), 9, (0.05, 0.4, 0.42), (-3.1, 0.4, 1.7)),
             ((0, 1, 0), (0.6, 0, 0), (0.1, -0.02, 0.05), 5, (0.03, 0.08, 0.07), (1.3, 0.5, 3.1)),
             ((1, 0, 0), (0.2, 0, 0.1), (0.25, 0, 0.01), 3, (0.01, 0.05, 0.05), (-8.0, 0.2, 2.3)),
             ((0.6, 0.8, 0), (0.4, 0, 0), (0.05, 0.02, 0), 1.5, (0.004, 0.005, 0.006), (2.1, 0.6, 1.1)),
             ((1, 0, 0), (0.1, 0, 0), (0.06, 0, 0.01), 0.8, (0.001, 0.002, 0.002), (7.0, 0.3, 2.7)))

    @classmethod
    def text(cls, analyses, motions=None):
        lines = ["mbs: 1", "space: spatial", f"gravity: [{G[0]} m/s^2, {G[1]} m/s^2, {G[2]} m/s^2]", "bodies:"]
        hinge, before = [0, 0, 0], "ground"
        joints, laws, outputs = ["joints:"], ["motions:"], ["outputs:"]
        for k, (axis, way, centre, mass, inertia, law) in enumerate(cls.links):
            hinge = add(hinge, way)
            place = add(hinge, centre)
            lines.append(f"  link_{k}: {{type: rigid, mass: {mass} kg, inertia: {{xx: {inertia[0]} kg*m^2, yy: "
                         f"{inertia[1]} kg*m^2, zz: {inertia[2]} kg*m^2}}, initial: {{position: {place}}}}}")
            joints.append(f"  hinge_{k}: {{type: revolute, body_i: {before}, body_j: link_{k}, at: {list(hinge)}, "
                          f"axis: {list(axis)}}}")
            laws.append(f'  motor_{k}: {{joint: hinge_{k}, law: "({law[0]} rad/s)*t + ({law[1]} rad)*sin(({law[2]} rad/s)*t)"}}')
            outputs += [f"  angle_{k}: hinge_{k}.angle", f"  torque_{k}: motor_{k}.torque"]
            before = f"link_{k}"
        return "\n".join(lines + joints + (laws if motions is None else motions) + analyses + outputs) + "\n"

    @classmethod
    def torques(cls, t):
        """Recursive Newton-Euler, all vectors in ground axes."""
        R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        w, alpha, a, known = [0] * 3, [0] * 3, [0] * 3, []
        for axis, way, centre, mass, inertia, (b, c, f) in cls.links:
            d, z = apply(R, way), apply(R, axis)
            a = add(a, cross(alpha, d), cross(w, cross(w, d)))
            rate, second = b + c * f * math.cos(f * t), -c * f * f * math.sin(f * t)
            alpha = add(alpha, times(second, z), cross(w, times(rate, z)))
            w = add(w, times(rate, z))
            R = product(R, turn(axis, b * t + c * math.sin(f * t)))
            s = apply(R, centre)
            force = times(mass, add(a, cross(alpha, s), cross(w, cross(w, s)), times(-1, G)))
            own = back(R, w)
            spin = apply(R, [i * x for i, x in zip(inertia, own)])
            torque = add(apply(R, [i * x for i, x in zip(inertia, back(R, alpha))]), cross(w, spin))
            known.append((z, d, s, force, torque))
        f, n, torques, way = [0] * 3, [0] * 3, [], [0] * 3
        for z, d, s, force, torque in reversed(known):
            n = add(n, torque, cross(s, force), cross(way, f))
            f = add(f, force)
            torques.append(dot(z, n))
            way = d
        return torques[::-1]


DYNAMICS = "  run: {{type: dynamics, duration: 2 s, output_step: 0.05 s, integrator: {{{block}}}}}"


class TestArm(harness.MotionTest):
    def off(self, motion):
        """The largest error of all torques over the largest torque, and of all angles."""
        worst, largest, angle = 0, 0, 0
        for row, t in enumerate(motion["t"]):
            for k, torque in enumerate(Arm.torques(t)):
                worst = max(worst, abs(motion[f"torque_{k}"][row] - torque))
                largest = max(largest, abs(torque))
                b, c, f = Arm.links[k][5]
                angle = max(angle, abs(motion[f"angle_{k}"][row] - (b * t + c * math.sin(f * t))))
        return worst / largest, angle

    def test_dynamics_and_kinematics(self):
        analyses = ["analyses:", DYNAMICS.format(block="tolerances: {relative: 1e-10, absolute: 1e-12}"),
                    "  geometry: {type: kinematics, duration: 2 s, output_step: 0.05 s}"]
        run = self.good(self.scratch.model(Arm.text(analyses)))
        for name in ("run", "geometry"):
            torque, angle = self.off(run.table(name))
            print(name, torque, angle)
            self.assertLessEqual(torque, 1e-9, name)
            self.assertLessEqual(angle, 1e-10, name)

    def test_every_method(self):
        for words in SCHEMES + FIXED:
            block = words if words in FIXED else words + ", tolerances: {relative: 1e-9, absolute: 1e-11}"
            analyses = ["analyses:", DYNAMICS.format(block=block)]
            run = self.scratch.run(self.scratch.model(Arm.text(analyses)))
            self.assertEqual(run.status, 0, run.story())
            torque, angle = self.off(run.table())
            print(words, torque, angle)
            self.assertLessEqual(torque, 1e-8, words)
            self.assertLessEqual(angle, 1e-9, words)


class TestCylinder(harness.MotionTest):
    """Both coordinates of a cylindrical joint, driven over many turns; one geared to the other."""
    text = """
mbs: 1
space: spatial
gravity: [0, 0, -9.81 m/s^2]
bodies:
  nut: {type: rigid, mass: 2 kg, inertia: {xx: 0.1 kg*m^2, yy: 0.2 kg*m^2, zz: 0.3 kg*m^2}}
joints:
  sleeve: {type: cylindrical, body_i: ground, body_j: nut, at: [0.1, 0, 0], axis: [0, 0, 1]}
"""
    ends = """
analyses:
  run: {type: dynamics, duration: 3 s, output_step: 0.1 s, integrator: {tolerances: {relative: 1e-10, absolute: 1e-12}}}
outputs:
  angle: sleeve.angle
  s: sleeve.displacement
"""

    def test_both_driven(self):
        motions = """motions:
  spin: {joint: sleeve, coordinate: angle, law: (9 rad/s)*t + (4 rad/s^2)*t^2}
  feed: {joint: sleeve, coordinate: displacement, law: (0.1 m)*sin((3 rad/s)*t)}
"""
        text = self.text + motions + self.ends + "  torque: spin.torque\n  force: feed.force\n"
        motion = self.motion(self.scratch.model(text))
        for k, t in enumerate(motion["t"]):
            turn, rate = 9 * t + 4 * t * t, 9 + 8 * t
            self.assertAlmostEqual(motion["angle"][k], turn, delta=1e-12 * (1 + turn))
            self.assertAlmostEqual(motion["torque"][k], (0.3 + 2 * 0.1**2) * 8, delta=1e-9)
            self.assertAlmostEqual(motion["force"][k], 2 * (9.81 - 0.9 * math.sin(3 * t)), delta=1e-9)
            self.assertGreaterEqual(rate, 9)

    def test_nut_falls(self):
        """s = p angle without a joint of its own: a = g/(1 + I/(m p^2)), I about the axis."""
        couplers = "couplers:\n  thread: {type: coordinate, relation: sleeve.displacement - (0.05 m)*sleeve.angle}\n"
        text = self.text + couplers + self.ends
        fall = 9.81 / (1 + (0.3 + 2 * 0.1**2) / (2 * 0.05**2))
        for words in SCHEMES:
            tight = f"{{{words}, tolerances: {{relative: 1e-10, absolute: 1e-12}}}}"
            motion = self.motion(self.scratch.model(text), "--set", f"analyses.run.integrator={tight}")
            for k, t in enumerate(motion["t"]):
                self.assertAlmostEqual(motion["s"][k], -fall * t * t / 2, delta=1e-8, msg=words)
                self.assertAlmostEqual(motion["angle"][k], -fall * t * t / 0.1, delta=2e-7, msg=words)


class TestScrew(harness.MotionTest):
    """A nut on a thread under its weight: a = g/(1 + I/(m p^2)), p = lead/(2 pi), I about the axis."""
    p, I, m, g = 0.05, 0.3 + 2 * 0.1**2, 2, 9.81

    @classmethod
    def text(cls, hand=1):
        return f"""
mbs: 1
space: spatial
gravity: [0, 0, -9.81 m/s^2]
bodies:
  nut: {{type: rigid, mass: 2 kg, inertia: {{xx: 0.1 kg*m^2, yy: 0.2 kg*m^2, zz: 0.3 kg*m^2}}}}
joints:
  thread: {{type: screw, body_i: ground, body_j: nut, at: [0.1, 0, 0], axis: [0, 0, 1], lead: "{hand}*pi*(0.1 m)"}}
analyses:
  run: {{type: dynamics, duration: 3 s, output_step: 0.1 s, integrator: {{tolerances: {{relative: 1e-10, absolute: 1e-12}}}}}}
outputs:
  s: thread.displacement
  angle: thread.angle
  push: thread.reaction.z
  torque: thread.reaction.tz
"""

    def test_falls(self):
        fall = self.g / (1 + self.I / (self.m * self.p**2))
        for hand in (1, -1):
            for words in SCHEMES + FIXED:
                block = words if words in FIXED else words + ", tolerances: {relative: 1e-10, absolute: 1e-12}"
                run = self.scratch.run(self.scratch.model(self.text(hand)), "--set",
                                       f"analyses.run.integrator={{{block}}}")
                self.assertEqual(run.status, 0, run.story())
                motion, near = run.table(), 5e-4 if words in FIXED else 1e-8  # their damping is of first order
                for k, t in enumerate(motion["t"]):
                    self.assertAlmostEqual(motion["s"][k], -fall * t * t / 2, delta=near, msg=words)
                    self.assertAlmostEqual(motion["angle"][k], -hand * fall * t * t / (2 * self.p), delta=near / self.p,
                                           msg=words)
                    self.assertAlmostEqual(motion["push"][k], self.m * (self.g - fall), delta=1e-8, msg=words)
                    self.assertAlmostEqual(motion["torque"][k], -hand * self.I * fall / self.p, delta=1e-8, msg=words)

    def test_driven(self):
        """Geometry alone moves it, and the motor lifts the weight."""
        motion = "motions:\n  motor: {joint: thread, coordinate: angle, law: (20 rad/s)*t}\n"
        geometry = "analyses:\n  run: {type: kinematics, duration: 3 s, output_step: 0.1 s}\noutputs:"
        before, after = self.text().split("analyses:")
        text = before + motion + geometry + after.split("outputs:")[1] + "  drive: motor.torque\n"
        table = self.motion(self.scratch.model(text))
        for k, t in enumerate(table["t"]):
            self.assertAlmostEqual(table["s"][k], self.p * 20 * t, delta=1e-11)
            self.assertAlmostEqual(table["drive"][k], self.m * self.g * self.p, delta=1e-9)

    def test_swings(self):
        """Between springs: omega^2 = c/(m + I/p^2)."""
        spring = ("forces:\n  hold: {type: coordinate_force, joint: thread, coordinate: displacement, "
                  "value: \"(50 N/m)*(0.3924 m - thread.displacement)\"}\n")
        modes = "analyses:\n  run: {type: linearize}\n"
        text = self.text().split("analyses:")[0] + spring + modes
        run = self.good(self.scratch.model(text))
        with open(run.directory / "run.eigenvalues.csv", newline="", encoding="utf-8") as file:
            found = max(abs(complex(float(row["re"]), float(row["im"]))) for row in csv.DictReader(file)
                        if row["label"] == "true")
        self.assertAlmostEqual(found, math.sqrt(50 / (self.m + self.I / self.p**2)), delta=1e-9)


class TestUniversal(harness.MotionTest):
    """Two shafts at an angle b with a universal joint between them, the first driven at a constant rate:
    tan(out) = tan(in) cos(b) where the first pin starts square to both, and the motor's torque by virtual power."""
    b, w = 0.6, 7.0

    def test_rates(self):
        along = [math.cos(self.b), 0, math.sin(self.b)]
        text = f"""
mbs: 1
space: spatial
gravity: [0, 0, 0]
bodies:
  one: {{type: rigid, mass: 1 kg, inertia: {{xx: 0.1 kg*m^2, yy: 0.2 kg*m^2, zz: 0.2 kg*m^2}}}}
  two: {{type: rigid, mass: 1 kg, inertia: {{xx: 0.3 kg*m^2, yy: 0.3 kg*m^2, zz: 0.3 kg*m^2}}}}
joints:
  first: {{type: revolute, body_i: ground, body_j: one, at: [0, 0, 0], axis: [1, 0, 0]}}
  second: {{type: revolute, body_i: ground, body_j: two, at: [0, 0, 0], axis: {along}}}
  cross: {{type: universal, body_i: one, body_j: two, at: [0, 0, 0], axis_1: [0, 1, 0], axis_2: {[-along[2], 0, along[0]]}}}
motions:
  motor: {{joint: first, law: ({self.w} rad/s)*t}}
analyses:
  run: {{type: ANALYSIS, duration: 3 s, output_step: 0.05 s}}
outputs:
  out: second.angle
  rate: second.angle_rate
  torque: motor.torque
"""
        for analysis in ("dynamics", "kinematics"):
            run = self.good(self.scratch.model(text.replace("ANALYSIS", analysis)))
            table = run.table()
            for k, t in enumerate(table["t"]):
                turn, c = self.w * t, math.cos(self.b)
                s, d = math.sin(turn), math.cos(turn)
                out = math.atan2(s * c, d) + 2 * math.pi * round((turn - math.atan2(s * c, d)) / (2 * math.pi))
                below = d * d + s * s * c * c
                rate = self.w * c / below
                second = self.w**2 * c * 2 * s * d * (1 - c * c) / below**2
                self.assertAlmostEqual(table["out"][k], out, delta=1e-10)
                self.assertAlmostEqual(table["rate"][k], rate, delta=1e-10)
                self.assertAlmostEqual(table["torque"][k], 0.3 * second * rate / self.w, delta=1e-9)


class TestGears(harness.MotionTest):
    """A bevel pair and a rack in space: one torque turns all, a = T/(sum of I_k (rate_k/rate_1)^2)."""

    def test_bevel_and_rack(self):
        text = """
mbs: 1
space: spatial
gravity: [0, 0, 0]
bodies:
  pinion: {type: rigid, mass: 1 kg, inertia: {xx: 0.02 kg*m^2, yy: 0.02 kg*m^2, zz: 0.03 kg*m^2}}
  crown: {type: rigid, mass: 3 kg, inertia: {xx: 0.4 kg*m^2, yy: 0.2 kg*m^2, zz: 0.2 kg*m^2}, initial: {position: [0.3, 0, 0.1]}}
  rack: {type: rigid, mass: 2 kg, inertia: {xx: 0.1 kg*m^2, yy: 0.1 kg*m^2, zz: 0.1 kg*m^2}, initial: {position: [0, 0.5, 0]}}
joints:
  first: {type: revolute, body_i: ground, body_j: pinion, at: [0, 0, 0], axis: [0, 0, 1]}
  second: {type: revolute, body_i: crown, body_j: ground, at: [0.3, 0, 0.1], axis: [1, 0, 0]}
  slide: {type: prismatic, body_i: ground, body_j: rack, at: [0, 0.5, 0], axis: [0, 1, 0]}
couplers:
  bevel: {type: gear, joint_1: first, joint_2: second, teeth_1: 20, teeth_2: 50}
  mesh: {type: rack_pinion, pinion: first, rack: slide, radius: 0.07 m}
forces:
  push: {type: torque, marker: pinion, vector: [0, 0, 5 N*m]}
analyses:
  run: {type: dynamics, duration: 2 s, output_step: 0.1 s, integrator: {tolerances: {relative: 1e-10, absolute: 1e-12}}}
outputs:
  one: first.angle
  two: second.angle
  s: slide.displacement
  torque: bevel.torque_1
  force: mesh.force
"""
        table = self.motion(self.scratch.model(text))
        a = 5 / (0.03 + 0.4 * 0.4**2 + 2 * 0.07**2)
        for k, t in enumerate(table["t"]):
            turn = a * t * t / 2
            self.assertAlmostEqual(table["one"][k], turn, delta=1e-8 * (1 + turn))
            self.assertAlmostEqual(table["two"][k], 0.4 * turn, delta=1e-8 * (1 + turn))  # ground is its marker_j
            self.assertAlmostEqual(table["s"][k], 0.07 * turn, delta=1e-8)
            self.assertAlmostEqual(table["torque"][k], -0.4 * 0.4**2 * a, delta=1e-9)
            self.assertAlmostEqual(table["force"][k], 2 * 0.07 * a, delta=1e-9)


if __name__ == "__main__":
    harness.main()
