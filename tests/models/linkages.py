# SPDX-License-Identifier: BSD-3-Clause
"""Planar linkages of one degree of freedom with poses in which two branches of their motion cross, and
their exact motion on one of them: every place as a smooth function of the crank's angle, and the
time between two angles by quadrature of the energy."""

import cmath
import math

G = 9.81
GAUSS = ((0.0, 0.5688888888888889), (0.5384693101056831, 0.47862867049936647),
         (-0.5384693101056831, 0.47862867049936647), (0.9061798459386640, 0.23692688505618908),
         (-0.9061798459386640, 0.23692688505618908))


def angle_of(x, y):
    """The angle of a direction, with its derivative where x and y carry one (complex step)."""
    x, y = complex(x), complex(y)
    return complex(math.atan2(y.real, x.real),
                   (x.real * y.imag - y.real * x.imag) / (x.real ** 2 + y.real ** 2))


class Linkage:
    """bodies: (name, length, mass, inertia), the crank first. poses(angle): (x, y, angle) of each,
    analytic. joints: lines. flat: the crank's angles at singular poses, modulo 2 pi. start: the
    crank's angle and rate. end: a time up to which the crank does not turn back."""

    def __init__(self, name, bodies, poses, joints, flat, start, end):
        self.name, self.bodies, self.poses, self.joints = name, bodies, poses, joints
        self.flat, self.start, self.end = flat, start, end

    def text(self, integrator, end=None):
        at, rate = self.start
        lines = ["mbs: 1", "space: planar", f"gravity: [0, -{G}]", "bodies:"]
        for k, ((name, length, mass, inertia), pose) in enumerate(zip(self.bodies, self.poses(at))):
            x, y, angle = (complex(value).real for value in pose)
            first = f", angle_rate: {rate!r}" if k == 0 else ""
            lines.append(f"  {name}: {{type: rigid, mass: {mass!r}, inertia: {inertia!r}, initial: {{position: "
                         f"[{x!r}, {y!r}], angle: {angle!r}{first}}}, markers: {{a: {{position: [{-length / 2!r}"
                         f", 0]}}, b: {{position: [{length / 2!r}, 0]}}}}}}")
        outputs = ", ".join(f"{name}_{word}: {name}.{word}" for name, *_ in self.bodies
                            for word in ("x", "y", "angle"))
        lines += ["joints:", *self.joints,
                  f"analyses: {{run: {{type: dynamics, duration: {end or self.end}, output_step: 0.01, "
                  f"integrator: {integrator}}}}}", f"outputs: {{{outputs}, drift: energy.drift}}"]
        return "\n".join(lines) + "\n"

    def off_branch(self, table):
        """Largest distance of any place or direction from the branch, at the crank's angles."""
        worst = 0.0
        for k, angle in enumerate(table[self.bodies[0][0] + "_angle"]):
            for (name, *_), (x, y, turn) in zip(self.bodies, self.poses(angle)):
                worst = max(worst, abs(table[name + "_x"][k] - complex(x).real),
                            abs(table[name + "_y"][k] - complex(y).real),
                            abs(math.remainder(table[name + "_angle"][k] - complex(turn).real, 2 * math.pi)))
        return worst

    def inertia(self, angle):
        step, total = 1e-30, 0.0
        for (_, _, mass, inertia), (x, y, turn) in zip(self.bodies, self.poses(complex(angle, step))):
            rates = [complex(value).imag / step for value in (x, y, turn)]
            total += mass * (rates[0] ** 2 + rates[1] ** 2) + inertia * rates[2] ** 2
        return total

    def potential(self, angle):
        return sum(body[2] * G * complex(pose[1]).real for body, pose in zip(self.bodies, self.poses(angle)))

    def time_to(self, angle, panels=60):
        """From the start: the integral of sqrt(I/(2 (E - V))) over the angle."""
        first, rate = self.start
        energy = 0.5 * self.inertia(first) * rate ** 2 + self.potential(first)
        width, total = (angle - first) / panels, 0.0
        for k in range(panels):
            for point, weight in GAUSS:
                at = first + (k + 0.5 + point / 2) * width
                total += weight * math.sqrt(self.inertia(at) / (2 * (energy - self.potential(at))))
        return abs(total * width / 2)

    def flat_times(self, last):
        """When the crank passes singular poses on its way to the angle `last`."""
        first, rate = self.start
        low, high = min(first, last), max(first, last)
        angles = [flat + 2 * math.pi * k for flat in self.flat for k in range(-4, 5)]
        return sorted(self.time_to(angle) for angle in angles if low < angle < high)


def rod(name, length, mass):
    return name, length, mass, mass * length ** 2 / 12


def four_bar(name, lengths, angles, flat, start, end):
    """Ground, crank, coupler, rocker; angles(t): coupler's and rocker's direction."""
    ground, a, b, c = lengths

    def poses(t):
        phi, psi = angles(t)
        x, y = a * cmath.cos(t), a * cmath.sin(t)
        return [(x / 2, y / 2, t), (x + b / 2 * cmath.cos(phi), y + b / 2 * cmath.sin(phi), phi),
                (ground + c / 2 * cmath.cos(psi), c / 2 * cmath.sin(psi), psi)]

    joints = ["  O: {type: revolute, marker_i: ground, marker_j: crank.a}",
              "  A: {type: revolute, marker_i: crank.b, marker_j: coupler.a}",
              "  B: {type: revolute, marker_i: coupler.b, marker_j: rocker.b}",
              "  P: {type: revolute, marker_i: ground.P, marker_j: rocker.a}",
              f"ground: {{markers: {{P: {{position: [{ground!r}, 0]}}}}}}"]
    return Linkage(name, [rod("crank", a, 1.0), rod("coupler", b, 1.5), rod("rocker", c, 2.0)], poses, joints,
                   flat, start, end)


def directions(t, a, ground, x, y):
    return angle_of(x - a * cmath.cos(t), y - a * cmath.sin(t)), angle_of(x - ground, y)


def parallelogram(name, ground, a, start, end):
    return four_bar(name, (ground, a, ground, a), lambda t: (0 * t, t), (0, math.pi), start, end)


def crossed(name, ground, a, start, end):
    """The same bars, crossed: mirrored at the line through the middle of the diagonal."""
    def angles(t):
        x, y = a * cmath.cos(t), a * cmath.sin(t)
        along = (x - ground, y)
        scale = ((x + ground) * along[0] + y * along[1]) / (along[0] ** 2 + along[1] ** 2)
        return directions(t, a, ground, scale * along[0], scale * along[1])
    return four_bar(name, (ground, a, ground, a), angles, (0, math.pi), start, end)


def kite(start, end):
    """Ground and crank 1, coupler and rocker 2: folded when the crank lies on the ground."""
    def angles(t):
        far = cmath.cos(t / 2) + cmath.sqrt(4 - cmath.sin(t / 2) ** 2)
        return directions(t, 1, 1, far * cmath.cos(t / 2), far * cmath.sin(t / 2))
    return four_bar("kite", (1.0, 1.0, 2.0, 2.0), angles, (0,), start, end)


def change_point(start, end):
    """4 + 1 = 2 + 3: all bars in a line when the crank lies on the ground."""
    ground, a, b, c = 4.0, 2.0, 3.0, 1.0

    def angles(t):
        x, y = a * cmath.cos(t) - ground, a * cmath.sin(t)
        far = cmath.sqrt(x * x + y * y)
        cosine = (far * far + c * c - b * b) / (2 * far * c)
        # (far + c)^2 - b^2 has the factor far - (ground - a), which is that of sin(t/2)^2
        sine = cmath.sin(t / 2) / (2 * far * c) * cmath.sqrt(
            4 * ground * a / (far + ground - a) * (far + c + b) * (b * b - (far - c) ** 2))
        return directions(t, a, ground, ground + c * (x * cosine - y * sine) / far,
                          c * (y * cosine + x * sine) / far)
    return four_bar("change point", (ground, a, b, c), angles, (0,), start, end)


def slider_crank(name, length, start, end):
    """Crank and rod of the same length: the slider stands on the crank's pivot twice in a turn, where
    crank and rod could go on together."""
    def poses(t):
        c, s = length * cmath.cos(t), length * cmath.sin(t)
        return [(c / 2, s / 2, t), (1.5 * c, s / 2, -t), (2 * c, 0 * t, 0 * t)]
    joints = ["  O: {type: revolute, marker_i: ground, marker_j: crank.a}",
              "  P: {type: revolute, marker_i: crank.b, marker_j: rod.a}",
              "  Q: {type: revolute, marker_i: rod.b, marker_j: slider}",
              "  rail: {type: prismatic, marker_i: ground, marker_j: slider}"]
    return Linkage(name, [rod("crank", length, 1.0), rod("rod", length, 1.5), ("slider", 0.2, 2.0, 0.1)], poses,
                   joints, (math.pi / 2, -math.pi / 2), start, end)


ALL = (slider_crank("slider crank", 1.0, (math.pi / 6, 3.0), 2.0),
       slider_crank("short slider crank", 0.3, (-2 * math.pi / 3, 9.0), 1.5),
       parallelogram("long parallelogram", 1.0, 0.3, (math.pi / 2, -6.0), 3.0),
       parallelogram("tall parallelogram", 0.4, 1.0, (math.pi / 2, 3.0), 3.0),
       crossed("crossed parallelogram", 1.0, 0.4, (1.75, -8.0), 0.45),
       crossed("long crossed parallelogram", 1.0, 2.5, (1.75, -8.0), 0.5),
       kite((-math.pi / 3, 9.0), 0.3), change_point((-0.7, 6.0), 0.25))
