#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Small motions about motions that are steady in a turning frame, against closed forms.

test_steady.py --binary MBSRUN --source ROOT
"""

import cmath
import math
import random

import harness
from test_linearize import EXACT, EigenvalueTest, eigenvalues, pendulum, true_ones


GOVERNOR = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
parameters: {{w: {w}, s: {s}, b: {b}, m: 0.3, thin: m*(2*0.01^2)/12, long: m*(1 + 0.01^2)/12,
  near: 0.05 + 0.5*cos(b), far: 0.05 + cos(b), mid: 1 - 0.5*sin(b), end: 1 - sin(b)}}
bodies:
  shaft: {{type: rigid, mass: m, inertia: {{xx: long, yy: long, zz: thin}},
    initial: {{position: [0, 0, 0.5], angular_velocity: [0, 0, w]}},
    markers: {{right: {{position: [0.05, 0, 0.5]}}, left: {{position: [-0.05, 0, 0.5]}}}}}}
  slider: {{type: rigid, mass: 3, inertia: {{xx: 3*0.02/12, yy: 3*0.02/12, zz: 3*0.02/12}},
    initial: {{position: [0, 0, s], angular_velocity: [0, 0, w]}},
    markers: {{right: {{position: [0.05, 0, 0]}}, left: {{position: [-0.05, 0, 0]}}}}}}
  one: {{type: rigid, mass: m, inertia: {{xx: thin, yy: long, zz: long}},
    initial: {{position: [near, 0, mid], orientation: {{axis_angle: {{axis: [0, 1, 0], angle: b}}}},
              velocity: [0, w*near, 0], angular_velocity: [0, 0, w]}},
    markers: {{hinge: {{position: [-0.5, 0, 0]}}, end: {{position: [0.5, 0, 0]}}}}}}
  two: {{type: rigid, mass: m, inertia: {{xx: thin, yy: long, zz: long}},
    initial: {{position: [-near, 0, mid], orientation: {{axis_angle: {{axis: [0, 1, 0], angle: -b}}}},
              velocity: [0, -w*near, 0], angular_velocity: [0, 0, w]}},
    markers: {{hinge: {{position: [0.5, 0, 0]}}, end: {{position: [-0.5, 0, 0]}}}}}}
  ball: {{type: point_mass, mass: 5, initial: {{position: [far, 0, end], velocity: [0, w*far, 0]}}}}
  bell: {{type: point_mass, mass: 5, initial: {{position: [-far, 0, end], velocity: [0, -w*far, 0]}}}}
joints:
  spindle: {{type: revolute, body_i: ground, body_j: shaft, at: [0, 0, 0], axis: [0, 0, 1]}}
  slide: {{type: prismatic, body_i: shaft, body_j: slider, at: [0, 0, 0.5], axis: [0, 0, 1]}}
  right: {{type: revolute, body_i: shaft, body_j: one, at: [0.05, 0, 1], axis: [0, 1, 0]}}
  left: {{type: revolute, body_i: shaft, body_j: two, at: [-0.05, 0, 1], axis: [0, 1, 0]}}
  on_right: {{type: spherical, marker_i: one.end, marker_j: ball}}
  on_left: {{type: spherical, marker_i: two.end, marker_j: bell}}
forces:
  strut: {{type: spring_damper, marker_i: slider.right, marker_j: one, stiffness: 8e5, damping: {c}, free_length: 0.5}}
  brace: {{type: spring_damper, marker_i: slider.left, marker_j: two, stiffness: 8e5, damping: {c}, free_length: 0.5}}
analyses: {{modes: {{type: linearize, about: {{steady: true}}}}}}
"""


class Governor:
    """A05's governor in the coordinates s, b1, b2 and the cyclic phi (Lagrange, Routh):

    M q'' + D q' + (V_qq - I_qq w^2/2 + I_q I_q' w^2/I) q = 0,   V_q = I_q w^2/2
    """

    k, rod, end, slider = 8e5, 0.3, 5.0, 3.0
    thin, long = 0.3 * 2e-4 / 12, 0.3 * (1 + 1e-4) / 12

    def __init__(self, w, c):
        self.w, self.c = w, c
        self.s, self.b = 0.45, 0.6
        for _ in range(60):
            f, g = self.forces()
            (a11, a12), (a21, a22) = self.pair_stiffness()
            det = a11 * a22 - a12 * a21
            self.s -= (a22 * f - a12 * g) / det
            self.b -= (a11 * g - a21 * f) / det

    def spring(self):
        """Length and its derivatives by s and b."""
        s, b = self.s, self.b
        x, z = 0.5 * math.cos(b), 1 - 0.5 * math.sin(b) - s
        xb, zb, xbb, zbb = -0.5 * math.sin(b), -0.5 * math.cos(b), -0.5 * math.cos(b), 0.5 * math.sin(b)
        length = math.hypot(x, z)
        ls, lb = -z / length, (x * xb + z * zb) / length
        lss = (1 - ls * ls) / length
        lsb = (-zb - ls * lb) / length
        lbb = (xb * xb + x * xbb + zb * zb + z * zbb - lb * lb) / length
        return length, ls, lb, lss, lsb, lbb

    def turning(self):
        """I of one arm and its derivatives by b."""
        c, s = math.cos(self.b), math.sin(self.b)
        value = (self.thin * s * s + self.long * c * c + self.rod * (0.05 + 0.5 * c) ** 2
                 + self.end * (0.05 + c) ** 2)
        first = (2 * (self.thin - self.long) * s * c - self.rod * s * (0.05 + 0.5 * c)
                 - 2 * self.end * s * (0.05 + c))
        second = (2 * (self.thin - self.long) * (c * c - s * s)
                  - self.rod * (c * (0.05 + 0.5 * c) - 0.5 * s * s)
                  - 2 * self.end * (c * (0.05 + c) - s * s))
        return value, first, second

    def forces(self):
        length, ls, lb, *_ = self.spring()
        pull = self.k * (length - 0.5)
        weight = 9.81 * (0.5 * self.rod + self.end) * math.cos(self.b)
        return (self.slider * 9.81 + 2 * pull * ls,
                -weight + pull * lb - 0.5 * self.turning()[1] * self.w ** 2)

    def stiffness(self):
        """Of s alone, s with one b, and one b: V_qq - I_qq w^2/2."""
        length, ls, lb, lss, lsb, lbb = self.spring()
        pull = self.k * (length - 0.5)
        weight = 9.81 * (0.5 * self.rod + self.end) * math.sin(self.b)
        return (2 * (self.k * ls * ls + pull * lss), self.k * ls * lb + pull * lsb,
                weight + self.k * lb * lb + pull * lbb - 0.5 * self.turning()[2] * self.w ** 2)

    def pair_stiffness(self):
        ss, sb, bb = self.stiffness()
        return (ss, 2 * sb), (sb, bb)

    def polynomial(self):
        """Coefficients of det over (s, b1 + b2) and of (b1 - b2), highest power first."""
        _, ls, lb, *_ = self.spring()
        ss, sb, bb = self.stiffness()
        arm, first, _ = self.turning()
        slider = 3 * 0.02 / 12
        whole = 2 * arm + slider + self.thin
        extra = 2 * (first * self.w) ** 2 / whole
        mass = self.long + 0.25 * self.rod + self.end
        c = self.c
        # both arms alike: M = diag(slider, 2 mass), coordinates s and b
        m = ((self.slider, 2 * c * ls * ls, ss), (0, 2 * c * ls * lb, 2 * sb),
             (2 * mass, 2 * c * lb * lb, 2 * bb + 2 * extra))

        def product(p, q):
            out = [0.0] * (len(p) + len(q) - 1)
            for i, x in enumerate(p):
                for k, y in enumerate(q):
                    out[i + k] += x * y
            return out

        both = [x - y for x, y in zip(product(m[0], m[2]), product(m[1], m[1]))]
        return both, [mass, c * lb * lb, bb]


def roots(coefficients):
    """By Durand and Kerner's iteration, then Newton's."""
    p = [x / coefficients[0] for x in coefficients]
    size = max(abs(x) ** (1 / k) for k, x in enumerate(p) if k > 0)
    found = [size * (0.4 + 0.9j) ** k for k in range(len(p) - 1)]
    for _ in range(2000):
        for i, x in enumerate(found):
            value, others = 0, 1
            for a in p:
                value = value * x + a
            for k, y in enumerate(found):
                others *= x - y if k != i else 1
            found[i] = x - value / others
    return found


class TestSteady(EigenvalueTest):
    """Small motions about motions that are steady in a turning frame."""

    def modes(self, text):
        run = self.good(self.scratch.model(text))
        rows = eigenvalues(run, "modes")
        zeros = sum(row["label"] == "neutral" for row in rows)
        self.assertEqual([row["label"] for row in rows if row["label"] == "frozen"], [])
        return run, true_ones(run, "modes"), zeros

    def test_conical_pendulum(self):
        for angle, length in ((0.7, 1), (0.1, 3), (1.4, 0.2), (1.57, 1)):
            w = math.sqrt(9.81 / (length * math.cos(angle)))
            text = f"""mbs: 1
space: spatial
gravity: [0, 0, -9.81]
parameters: {{L: {length}, a: {angle}, w: "sqrt(9.81/(L*cos(a)))"}}
bodies:
  bob: {{type: point_mass, mass: 1, initial: {{position: [7 + L*sin(a), 2, -L*cos(a)], velocity: [0, w*L*sin(a), 0]}}}}
joints: {{rod: {{type: distance, marker_i: ground.peg, marker_j: bob, length: L}}}}
ground: {{markers: {{peg: {{position: [7, 2, 0]}}}}}}
analyses: {{modes: {{type: linearize, about: {{steady: true}}}}}}
"""
            run, found, zeros = self.modes(text)
            c = math.cos(angle)
            s = 1j * math.sqrt(9.81 / length * (1 + 3 * c * c) / c)
            self.close(found, [s, -s], 1e-9)
            self.assertEqual(zeros, 2)
            turn = run.analysis("modes")["linearize"]["steady"]["angular_velocity"]
            self.assertLess(max(abs(turn[0]), abs(turn[1]), abs(turn[2] - w)), 1e-9 * w)

    def test_sleeping_top(self):
        """A s^2 - i C n s - m g l = 0, whatever frame: w = n C/(2 A) +- root."""
        for spin in (20, 9, 200):
            text = f"""mbs: 1
space: spatial
gravity: [0, 0, -9.81]
parameters: {{A: 1, C: 0.5, n: {spin}, m: 1, l: 4/9.81}}
bodies:
  top: {{type: rigid, mass: m, inertia: {{xx: A - m*l^2, yy: A - m*l^2, zz: C}},
        initial: {{position: [0, 0, l], angular_velocity: [0, 0, n]}}, markers: {{foot: {{position: [0, 0, -l]}}}}}}
joints: {{ball: {{type: spherical, marker_i: ground, marker_j: top.foot}}}}
analyses: {{modes: {{type: linearize, about: {{steady: true}}}}}}
"""
            run, found, zeros = self.modes(text)
            half = spin * 0.25
            root = cmath.sqrt(half ** 2 - 4)
            wanted = [1j * (half + root), 1j * (half - root)]
            self.close(found, wanted + [w.conjugate() for w in wanted], 1e-9)
            self.assertEqual(zeros, 2)
            self.assertIn("fixed axes", run.out + run.err)

    def test_precessing_top(self):
        """w^2 = V''/A of the effective potential (a - b cos)^2/(2 A sin^2) + m g l cos."""
        A, C, weight, theta = 0.8, 0.3, 9.81 * 2 * 0.25, 0.5
        for turn in (0.9, 3.0, 12.0):
            # steady: C n W - A W^2 cos = m g l, n the spin about the own axis in all
            n = (weight + A * turn ** 2 * math.cos(theta)) / (C * turn)
            b = C * n
            a = A * turn * math.sin(theta) ** 2 + b * math.cos(theta)

            def slope(x):
                s, c = cmath.sin(x), cmath.cos(x)
                N = a - b * c
                return (N * b / s - N * N * c / s ** 3) / A - weight * s

            w = math.sqrt(slope(theta + 1e-30j).imag / 1e-30 / A)
            text = f"""mbs: 1
space: spatial
gravity: [0, 0, -9.81]
parameters: {{th: {theta!r}, W: {turn!r}, n: {n!r}}}
bodies:
  top: {{type: rigid, mass: 2, inertia: {{xx: {A} - 2*0.25^2, yy: {A} - 2*0.25^2, zz: {C}}},
        initial: {{position: [0.25*sin(th), 0, 0.25*cos(th)], orientation: {{axis_angle: {{axis: [0, 1, 0], angle: th}}}},
                  velocity: [0, W*0.25*sin(th), 0],
                  angular_velocity: [(n - W*cos(th))*sin(th), 0, W + (n - W*cos(th))*cos(th)]}},
        markers: {{foot: {{position: [0, 0, -0.25]}}}}}}
joints: {{ball: {{type: spherical, marker_i: ground, marker_j: top.foot}}}}
analyses: {{modes: {{type: linearize, about: {{steady: true}}}}}}
"""
            run, found, zeros = self.modes(text)
            self.close(found, [1j * w, -1j * w], 1e-9)
            self.assertEqual(zeros, 4)
            steady = run.analysis("modes")["linearize"]["steady"]
            self.assertAlmostEqual(steady["angular_velocity"][2], turn, 9)

    def test_governor(self):
        for w, c in ((5.0, 4e4), (2 * math.pi, 4e4), (3.0, 0.0)):
            it = Governor(w, c)
            self.assertLess(max(abs(f) for f in it.forces()), 1e-8)
            run, found, zeros = self.modes(GOVERNOR.format(w=repr(w), s=repr(it.s), b=repr(it.b), c=c))
            both, apart = it.polynomial()
            # the balls turn freely on their spherical joints: nothing of them is left but the place
            own = [z for z in found if abs(z) > 1e-6]
            self.close(own, roots(both) + roots(apart), 1e-8)
            self.assertGreaterEqual(zeros, 2)

    def test_driven_turntable(self):
        """A pendulum on a disc that is driven at w: sqrt(R/l) w, and time stands in the law."""
        text = """mbs: 1
space: planar
parameters: {w: 7, R: 0.6, l: 0.25}
bodies:
  disc: {type: rigid, mass: 2, inertia: 0.4, initial: {position: [0, 0], angle_rate: w}, markers: {rim: {position: [R, 0]}}}
  bob: {type: point_mass, mass: 0.3, initial: {position: [R + l, 0], velocity: [0, w*(R + l)]}}
joints:
  axle: {type: revolute, marker_i: ground, marker_j: disc}
  rod: {type: distance, marker_i: disc.rim, marker_j: bob, length: l}
motions: {drive: {joint: axle, law: w*t}}
analyses: {modes: {type: linearize, about: {steady: true}}}
"""
        _, found, zeros = self.modes(text)
        s = 7j * math.sqrt(0.6 / 0.25)
        self.close(found, [s, -s], 1e-9)
        self.assertEqual(zeros, 0)

    def test_on_the_axis(self):
        """Nothing goes anywhere, since all stand on the axis: the turn that is steady is that of the bodies. A point on
        unequal springs in a turntable, x'' - 2 W y' + (kx/m - W^2) x = 0 and likewise for y."""
        chance = random.Random(30)
        for space in ("planar", "spatial"):
            for _ in range(4):
                W, kx, ky, m = chance.uniform(-9, 9), chance.uniform(10, 200), chance.uniform(10, 200), chance.uniform(0.5, 2)
                a, b = kx / m - W**2, ky / m - W**2
                root = cmath.sqrt((a + b + 4 * W**2)**2 - 4 * a * b)
                squares = [(-(a + b + 4 * W**2) + sign * root) / 2 for sign in (1, -1)]
                exact = [sign * cmath.sqrt(square) for square in squares for sign in (1, -1)]
                found = true_ones(self.good(self.scratch.model(self.turntable(space, W, kx, ky, m))), "modes")
                for value in exact:
                    self.assertLess(min(abs(value - other) for other in found), 1e-9 * max(map(abs, exact)), (W, kx, ky, m))

    @staticmethod
    def turntable(space, W, kx, ky, m):
        planar = space == "planar"
        inertia, rate = ("1", f"angle_rate: {W}") if planar else ("{xx: 1, yy: 1.5, zz: 2}", f"angular_velocity: [0, 0, {W}]")
        axis, third = ("", "") if planar else (", axis: [0, 0, 1]", ", 50")
        keep = "parallel_axes, marker_i: disc, marker_j: p" if planar else "prismatic, body_i: disc, body_j: rail, at: [0, 0, 0], axis: [1, 0, 0]"
        bodies = f"p: {{type: rigid, mass: {m}, inertia: {inertia}, initial: {{{rate}}}}}"
        joints = f"keep: {{type: {keep}}}"
        if not planar:  # the point slides on a rail that slides across
            bodies += f", rail: {{type: rigid, mass: 0, inertia: {{xx: 0, yy: 0, zz: 0}}, initial: {{{rate}}}}}"
            joints += ", across: {type: prismatic, body_i: rail, body_j: p, at: [0, 0, 0], axis: [0, 1, 0]}"
        return (f"mbs: 1\nspace: {space}\nbodies: {{disc: {{type: rigid, mass: 10, inertia: {inertia}, initial: {{{rate}}}}}, {bodies}}}\n"
                f"joints: {{c: {{type: revolute, body_i: ground, body_j: disc, at: {'[0, 0]' if planar else '[0, 0, 0]'}{axis}}}, {joints}}}\n"
                f"motions: {{drive: {{joint: c, law: {W}*t}}}}\n"
                f"forces: {{b: {{type: bushing, marker_i: disc, marker_j: p, stiffness: [{kx}, {ky}{third}]}}}}\n"
                "analyses: {modes: {type: linearize, about: {steady: true}}}\n")

    def test_what_is_not_steady(self):
        """Each with the reason, none with a list."""
        cone = """mbs: 1
space: spatial
gravity: [0, {side}, -9.81]
parameters: {{a: 0.7, w: "sqrt(9.81/cos(a))"}}
bodies:
  bob: {{type: point_mass, mass: 1, initial: {{position: [sin(a), 0, -cos(a)], velocity: [0, {fast}*w*sin(a), 0]}}}}
joints: {{rod: {{type: distance, marker_i: ground, marker_j: bob, length: 1}}}}
{force}
analyses: {{modes: {{type: linearize, about: {{steady: true}}}}}}
"""
        # a spring that is at rest just now, and will not be
        wall = ("ground: {markers: {wall: {position: [5, 0, 0]}}}\nforces: {side: {type: spring_damper, "
                "marker_i: ground.wall, marker_j: bob, stiffness: 3, "
                'free_length: "hypot(5 - sin(a), cos(a))"}}')
        pulse = "forces: {gust: {type: force, marker: bob, vector: [0, 0, t]}}"
        for side, fast, force, words in ((0, 1.01, "", "stay the same"),
                                         (0.5, 1, "", "differs from a steady one"),
                                         (0, 1, wall, "does not stay the same"),
                                         (0, 1, pulse, "does not stay the same")):
            run = self.scratch.run(self.scratch.model(cone.format(side=side, fast=fast, force=force)))
            self.assertEqual(run.status, 4, run.story())
            self.assertIn("E-LIN-006", run.err)
            self.assertIn(words, run.err)
        aslant = pendulum("  modes: {type: linearize, about: {steady: true}}", x=0.6, y=-0.8)
        run = self.scratch.run(self.scratch.model(aslant.replace("velocity: [0, 0]", "velocity: [0.8, 0.6]")))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn('body "P" differs from a steady one', run.err)

    def test_at_rest_it_is_an_equilibrium(self):
        run, found, _ = self.modes(pendulum("  modes: {type: linearize, about: {steady: true}}"))
        self.close(found, [EXACT * 1j, -EXACT * 1j], 1e-12)
        self.assertIsNone(run.analysis("modes")["linearize"]["steady"])

    def test_frozen_ones_have_no_verdict(self):
        run = self.good(self.scratch.model(pendulum("  modes: {type: linearize}", vx=1)))
        self.assertEqual({row["label"] for row in eigenvalues(run, "modes")}, {"frozen", "infinite"})
        self.assertEqual(run.analysis("modes")["linearize"]["stability"], "not examined")
        self.assertNotIn("stable", run.out + run.err)


if __name__ == "__main__":
    harness.main()
