#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Gears in space by their axes and their pitch point: trains of spur, bevel, helical wheels and worms on carriers that
turn against Willis' equation with ratios of textbooks; torques of a planetary gear in closed form; turns that are
counted; what cannot mesh is told."""

import math
import random

import harness
import kinds

MESHES = ("spur", "ring", "bevel", "helical", "worm")


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def add(*terms):
    """add(1, a, 2, b) = a + 2 b"""
    return [sum(terms[k] * terms[k + 1][i] for k in range(0, len(terms), 2)) for i in range(3)]


def unit(a):
    return [x / math.sqrt(dot(a, a)) for x in a]


def direction(chance):
    while True:
        a = [chance.uniform(-1, 1) for _ in range(3)]
        if 0.1 < dot(a, a) < 1:
            return unit(a)


def text(a):
    return "[" + ", ".join(repr(x) for x in a) + "]"


class Mesh:
    """Two axes, where they touch, and the ratio of rates from the carrier, second by first, as textbooks have it."""

    def __init__(self, chance, kind, axis, at):
        across = unit(cross(axis, direction(chance)))
        r1, r2 = chance.uniform(0.05, 0.1), chance.uniform(0.12, 0.3)
        self.keys = ""
        if kind in ("spur", "ring"):  # r_2 / r_1, against each other unless one is inside
            inside = kind == "ring"
            turned = chance.choice((-1, 1))  # the second joint may point the other way
            self.axis = add(turned, axis)
            self.at = add(1, at, r1 - r2 if inside else r1 + r2, across, chance.uniform(-0.2, 0.2), axis)
            self.point = add(1, at, r1, across)
            self.ratio = turned * (r1 if inside else -r1) / r2
        elif kind == "bevel":  # cones with their tips where the axes meet: sin d_1 / sin d_2
            d1, d2 = chance.uniform(0.2, 0.9), chance.uniform(0.4, 1.2)
            tip, length = add(1, at, chance.uniform(-0.3, 0.3), axis), chance.uniform(0.1, 0.3)
            side = add(math.cos(d1), axis, math.sin(d1), across)
            self.axis = add(math.cos(d1 + d2), axis, math.sin(d1 + d2), across)
            self.at = add(1, tip, chance.uniform(-0.2, 0.2), self.axis)
            self.point = add(1, tip, length, side)
            self.ratio = -math.sin(d1) / math.sin(d2)
        else:  # askew: r_1 cos psi_1 / (r_2 cos psi_2), psi_1 + psi_2 = the angle between the axes
            worm = kind == "worm"
            between = math.pi / 2 if worm else chance.uniform(0.5, 1.0)
            psi1 = chance.choice((-1, 1)) * chance.uniform(1.3, 1.5) if worm else chance.uniform(-0.3, 0.6)
            psi2 = between - psi1  # right-hand teeth at positive ones, seen along the common normal
            self.axis = add(math.cos(between), axis, math.sin(between), cross(axis, across))
            self.at = add(1, at, r1 + r2, across, chance.uniform(-0.2, 0.2), self.axis)
            self.point = add(1, at, r1, across)
            self.ratio = -r1 * math.cos(psi1) / (r2 * math.cos(psi2))
            self.keys = f", helix_angle_1: {psi1!r}"
            if worm:
                self.keys = (f", teeth_1: {abs(self.ratio)!r}, teeth_2: 1, "
                             f"hand: {'right' if psi1 > 0 else 'left'}")


def rigid(name, at):
    return (f"  {name}: {{type: rigid, mass: 1, inertia: {{xx: 0.02, yy: 0.03, zz: 0.04}}, "
            f"initial: {{position: {text(at)}}}}}\n")


def hinge(name, one, two, at, axis):
    return f"  {name}: {{type: revolute, body_i: {one}, body_j: {two}, at: {text(at)}, axis: {text(axis)}}}\n"


class TestTrains(harness.MotionTest):
    def train(self, seed, analysis, law="1.7*t + 0.8*sin(2*t)", count=3):
        """Some meshes in a row on a carrier that turns about an axis of its own; some joints the other way round."""
        chance = random.Random(seed)
        carrier, at = direction(chance), [chance.uniform(-0.2, 0.2) for _ in range(3)]
        axis, place, ratio = direction(chance), [chance.uniform(-0.2, 0.2) for _ in range(3)], 1.0
        start = add(1, place)
        bodies = rigid("carrier", [0, 0, 0]) + rigid("w0", start)
        joints = hinge("c", "ground", "carrier", at, carrier) + hinge("j0", "carrier", "w0", place, axis)
        axes, ratios, signs, couplers = [axis], [1.0], [1], ""
        for k in range(count):
            mesh = Mesh(chance, chance.choice(MESHES), axis, place)
            back = chance.random() < 0.5
            ends = (f"w{k + 1}", "carrier") if back else ("carrier", f"w{k + 1}")
            bodies += rigid(f"w{k + 1}", mesh.at)
            joints += hinge(f"j{k + 1}", *ends, mesh.at, mesh.axis)
            couplers += (f"  m{k}: {{type: gear, joint_1: j{k}, joint_2: j{k + 1}, "
                         f"pitch_point: {text(mesh.point)}{mesh.keys}}}\n")
            axis, place, ratio = mesh.axis, mesh.at, ratio * mesh.ratio
            axes.append(axis)
            ratios.append(ratio)
            signs.append(-1 if back else 1)
        outputs = ", ".join(f"a{k}: j{k}.angle, " + ", ".join(f"w{k}{x}: w{k}.w{x}" for x in "xyz")
                            for k in range(count + 1))
        model = (f"mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nbodies:\n{bodies}joints:\n{joints}couplers:\n{couplers}"
                 f"motions:\n  d0: {{joint: c, law: \"0.9*t + 0.5*sin(3*t)\"}}\n  d1: {{joint: j0, law: \"{law}\"}}\n"
                 f"analyses:\n  run: {analysis}\noutputs: {{c: c.angle, {outputs}}}\n")
        return model, carrier, axes, ratios, signs

    @kinds.sampled
    def test_willis(self):
        worst = {"angle": 0, "rate": 0}
        for seed in kinds.some(range(60), 8):
            model, carrier, axes, ratios, signs = self.train(seed, "{type: kinematics, duration: 3, output_step: 0.1}")
            motion = self.motion(self.scratch.model(model))
            for n, t in enumerate(motion["t"]):
                first = 1.7 * t + 0.8 * math.sin(2 * t)
                rate, turn = 1.7 + 1.6 * math.cos(2 * t), 0.9 + 1.5 * math.cos(3 * t)
                for k in range(4):
                    exact = ratios[k] * first
                    worst["angle"] = max(worst["angle"], abs(motion[f"a{k}"][n] * signs[k] - exact) / (1 + abs(exact)))
                    # Willis: what is left of the wheel's spin without the carrier's is along its axis; its square,
                    # which knows no axes: w.w = W.W + 2 W r A.a + r^2
                    spin = sum(motion[f"w{k}{x}"][n]**2 for x in "xyz")
                    r = ratios[k] * rate
                    willis = turn * turn + 2 * turn * r * dot(carrier, axes[k]) + r * r
                    worst["rate"] = max(worst["rate"], abs(spin - willis) / (1 + willis))
        print(worst)
        self.assertLessEqual(worst["angle"], 1e-10)
        self.assertLessEqual(worst["rate"], 1e-10)

    def test_turns(self):
        """Thousands of turns, many between two rows."""
        model, _, _, ratios, signs = self.train(3, "{type: kinematics, duration: 100, output_step: 1}", "150*t", 1)
        motion = self.motion(self.scratch.model(model))
        self.assertGreater(motion["a0"][-1], 2000 * 2 * math.pi)
        for n, t in enumerate(motion["t"]):
            for k in range(2):
                self.assertAlmostEqual(signs[k] * motion[f"a{k}"][n], ratios[k] * 150 * t,
                                       delta=1e-10 * (1 + abs(ratios[k] * 150 * t)))


class TestPlanetaryGear(harness.MotionTest):
    """Sun, planets and a ring that stands still: Lagrange's equation of the one freedom that is left."""
    R_S, R_P, T, LOAD = 0.05, 0.035, 12.0, 40.0
    J_S, J_C, M_P, J_P = 0.004, 0.03, 0.8, 0.0006

    def test_torques(self):
        r_c, r_r = self.R_S + self.R_P, self.R_S + 2 * self.R_P
        model = f"""mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  sun: {{type: rigid, mass: 1, inertia: {{xx: 0.01, yy: 0.01, zz: {self.J_S}}}}}
  arm: {{type: rigid, mass: 2, inertia: {{xx: 0.03, yy: 0.03, zz: {self.J_C}}}}}
  ring: {{type: rigid, mass: 2, inertia: {{xx: 0.03, yy: 0.03, zz: 0.05}}}}
  planet: {{type: rigid, mass: {self.M_P}, inertia: {{xx: 0.001, yy: 0.001, zz: {self.J_P}}}, initial: {{position: [{r_c}, 0, 0]}}}}
joints:
  s: {{type: revolute, body_i: ground, body_j: sun, at: [0, 0, 0], axis: [0, 0, 1]}}
  c: {{type: revolute, body_i: ground, body_j: arm, at: [0, 0, 0], axis: [0, 0, 1]}}
  rs: {{type: revolute, body_i: arm, body_j: sun, at: [0, 0, 0.1], axis: [0, 0, 1]}}
  r: {{type: revolute, body_i: arm, body_j: ring, at: [0, 0, 0], axis: [0, 0, 1]}}
  p: {{type: revolute, body_i: arm, body_j: planet, at: [{r_c}, 0, 0], axis: [0, 0, 1]}}
  brake: {{type: fixed, body_i: ground, body_j: ring, at: [0, 0, 0]}}
forces:
  motor: {{type: coordinate_force, joint: s, value: {self.T}}}
  load: {{type: coordinate_force, joint: c, value: -{self.LOAD}}}
couplers:
  inner: {{type: gear, joint_1: rs, joint_2: p, pitch_point: [{self.R_S}, 0, 0]}}
  outer: {{type: gear, joint_1: p, joint_2: r, pitch_point: [{r_r}, 0, 0]}}
analyses:
  run: {{type: dynamics, duration: 2, output_step: 0.1, integrator: {{tolerances: {{relative: 1e-11, absolute: 1e-13}}}}}}
outputs: {{s: s.angle_rate, c: c.angle_rate, inner: inner.multiplier, outer: outer.multiplier, p: p.angle_rate,
  sun_torque: inner.torque_1, brake: brake.reaction.tz}}
"""
        motion = self.motion(self.scratch.model(model))
        k = 1 + r_r / self.R_S               # sun by arm (Willis)
        p = -r_r / self.R_P + 1              # planet by arm: it rolls inside the ring
        inertia = self.J_C + self.J_S * k * k + self.M_P * r_c * r_c + self.J_P * p * p
        rate = (self.T * k - self.LOAD) / inertia
        tooth = (self.T - self.J_S * k * rate) / self.R_S   # what the sun passes on
        ring = tooth + self.J_P * p * rate / self.R_P       # turns the planet the other way
        for n, t in enumerate(motion["t"]):
            self.assertAlmostEqual(motion["c"][n], rate * t, delta=1e-8 * (1 + abs(rate * t)))
            self.assertAlmostEqual(motion["s"][n], k * rate * t, delta=1e-8 * (1 + abs(k * rate * t)))
            self.assertAlmostEqual(abs(motion["inner"][n]), tooth, delta=1e-8 * tooth)
            self.assertAlmostEqual(abs(motion["outer"][n]), ring, delta=1e-8 * ring)
            self.assertAlmostEqual(abs(motion["brake"][n]), ring * r_r, delta=1e-8 * ring * r_r)


class TestRefused(harness.MotionTest):
    HEAD = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  a: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}
  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, initial: {position: [0, 1, 0]}}
  c: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, initial: {position: [0, 1, 0]}}
joints:
  one: {type: revolute, body_i: ground, body_j: a, at: [0, 0, 0], axis: [1, 0, 0]}
  two: {type: revolute, body_i: ground, body_j: b, at: [0, 1, 0], axis: [1, 0, 0]}
  askew: {type: revolute, body_i: ground, body_j: c, at: [0, 1, 0], axis: [0, 0, 1]}
analyses: {run: {type: dynamics, duration: 0.1, output_step: 0.1}}
outputs: {one: one.angle, two: two.angle}
couplers:
  mesh: {type: gear, joint_1: one, joint_2: """

    def told(self, keys):
        return self.scratch.run(self.scratch.model(self.HEAD + keys + "}\n"))

    def test_cannot_mesh(self):
        for keys, words in (("two, pitch_point: [0, 0, 0]", "lies on the axis"),
                            ("two, pitch_point: [0, 0.4, 0.1]", "move in different directions"),
                            ("askew, pitch_point: [0, 0.4, 0]", "move in different directions"),
                            ("two, pitch_point: [0, 0.4, 0], teeth_1: 20, teeth_2: 31", "the given ratio is 0.645161"),
                            ("askew, pitch_point: [0, 0.4, 0], helix_angle_1: 0", "lie along the path of a wheel"),
                            ("two, pitch_point: [0, 0.4, 0], teeth_1: 20, teeth_2: 30, hand: left", "they form no helix")):
            run = self.told(keys)
            self.assertEqual(run.status, 3, run.story())
            self.assertIn("error[E-GEAR-001]", run.err)
            self.assertIn(words, run.err)

    def test_rounded(self):
        """Digits that are missing are told, and what counts; what fits is not."""
        for keys, words in (("two, pitch_point: [0, 0.4, 0.001]", "by 0.239 deg"),
                            ("two, pitch_point: [0, 0.4003, 0], teeth_1: 20, teeth_2: 30", "is used as given, 0.666666667"),
                            ("two, pitch_point: [0, 0.4, 0], teeth_1: 20, teeth_2: 30", None),
                            ("askew, pitch_point: [0, 0.4, 0], teeth_1: 2, teeth_2: 30, hand: left", None)):
            run = self.told(keys)
            self.assertEqual(run.status, 0, run.story())
            self.assertEqual("W-GEAR-002" in run.err, words is not None, run.story())
            self.assertIn(words or "", run.err)


if __name__ == "__main__":
    harness.main()
