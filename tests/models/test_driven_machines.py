#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What drives machines and bodies that follow a record: against the principle of virtual work."""

import math

import harness
from virtual_work import (STEPS, about, add, cross, diagonal, dot, product, scaled, slope, solve, spline, times, transposed,
                          unit, virtual_work, way)


class TestPlatform(harness.MotionTest):
    """models/examples/stewart_platform.yaml"""

    T = 2.0
    FOOT = [[math.cos(math.radians(a)), math.sin(math.radians(a)), 0] for a in (10, 110, 130, 230, 250, 350)]
    BALL = [[0.6 * math.cos(math.radians(b)), 0.6 * math.sin(math.radians(b)), 0] for b in (50, 70, 170, 190, 290, 310)]
    PIN = [unit(cross([0, 0, 1], add(b, scaled(-1, a)))) for a, b in zip(FOOT, BALL)]

    def path(self, t):
        w = way(t / self.T)
        return [0.2 * w, -0.15 * w, 1.2 + 0.25 * w, 0, 0, math.radians(25) * w]

    @staticmethod
    def plate(x):
        return product(product(about([1, 0, 0], x[3]), about([0, 1, 0], x[4])), about([0, 0, 1], x[5]))

    def legs(self, x):
        R = self.plate(x)
        return [add(x[:3], times(R, b), scaled(-1, a)) for a, b in zip(self.FOOT, self.BALL)]

    def bodies(self, x):
        R = self.plate(x)
        found = [(80, diagonal(8, 8, 15), add(x[:3], times(R, [0, 0, 0.1])), R)]
        for foot, pin, leg in zip(self.FOOT, self.PIN, self.legs(x)):
            u = unit(leg)
            square = unit(cross(u, pin))
            frame = transposed([square, cross(u, square), u])
            found.append((6, diagonal(0.18, 0.18, 0.01), add(foot, scaled(0.3, u)), frame))
            found.append((4, diagonal(0.12, 0.12, 0.002), add(foot, leg, scaled(-0.35, u)), frame))
        return found

    def lengths(self, x):
        return [math.sqrt(dot(leg, leg)) for leg in self.legs(x)]

    def test_legs(self):
        """Six forces by virtual work."""
        rows = self.good(harness.SOURCE / "models/examples/stewart_platform.yaml").table("legs")
        worst, d = 0, 1e-4
        for row in range(5, 100, 13):
            t = rows["t"][row]
            x = self.path(t)
            J = [slope([self.lengths([v + (s * d if i == k else 0) for i, v in enumerate(x)]) for s in STEPS], d) for k in range(6)]
            for k, force in enumerate(solve(J, virtual_work(self.bodies, self.path, t))):
                worst = max(worst, abs(force - rows[f"force_{k + 1}"][row]))
        print(f"platform: {worst:.2g} of {max(map(abs, rows['force_1'])):.4g} N")
        self.assertLess(worst, 1e-5)


class TestExcavator(harness.MotionTest):
    """models/examples/excavator.yaml"""

    KNOTS = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]
    LIFT = staticmethod(spline(KNOTS, [0, 0.012, 0.055, 0.118, 0.18, 0.228, 0.258, 0.27, 0.272]))
    REACH = staticmethod(spline(KNOTS, [0, -0.008, -0.04, -0.09, -0.15, -0.205, -0.24, -0.255, -0.257]))

    @staticmethod
    def along(angle, x, z=0.0):
        """In the plane of the arm."""
        return complex(x, z) * complex(math.cos(angle), math.sin(angle))

    def path(self, t):
        return [math.radians(60) * way(t / 4), self.LIFT(t), self.REACH(t)]

    def plane(self, first, second):
        """Angles of boom and stick, and the ends of both cylinders, at these lengths of them."""
        shoulder, foot = 0.3 + 1.8j, 0.9 + 1.2j
        a = abs(foot - shoulder)
        boom = (math.atan2((foot - shoulder).imag, (foot - shoulder).real)
                + math.acos((a * a + 4 - first * first) / (4 * a)))
        elbow, foot_2 = shoulder + self.along(boom, 5), shoulder + self.along(boom, 2.8, 0.6)
        e = abs(foot_2 - elbow)
        back = foot_2 - elbow
        stick = (math.atan2(back.imag, back.real) - math.acos((e * e + 0.49 - second * second) / (1.4 * e))) - math.pi
        return boom, stick, elbow, (foot, shoulder + self.along(boom, 2)), (foot_2, elbow - self.along(stick, 0.7))

    def lengths(self):
        up, down = math.radians(40), math.radians(-60)
        shoulder = 0.3 + 1.8j
        first = abs(shoulder + self.along(up, 2) - (0.9 + 1.2j))
        second = abs(shoulder + self.along(up, 5) - self.along(down, 0.7) - shoulder - self.along(up, 2.8, 0.6))
        return first, second

    def bodies(self, x):
        first, second = self.lengths()
        boom, stick, elbow, one, two = self.plane(first + x[1], second + x[2])
        slew = about([0, 0, 1], x[0])
        parts = [(8000, diagonal(8000, 9000, 9000), -0.6 + 1j, 0),
                 (1200, diagonal(60, 2600, 2600), 0.3 + 1.8j + self.along(boom, 2.3, 0.2), boom),
                 (700, diagonal(30, 500, 500), elbow + self.along(stick, 1.1), stick)]
        for (foot, head), barrel, rod in ((one, (90, diagonal(14, 14, 0.5)), (60, diagonal(9, 9, 0.1))),
                                          (two, (80, diagonal(12, 12, 0.4)), (50, diagonal(8, 8, 0.1)))):
            u = (head - foot) / abs(head - foot)
            lean = math.atan2(u.imag, u.real) - math.pi / 2
            parts += [(*barrel, foot + 0.6 * u, lean), (*rod, head - 0.6 * u, lean)]
        return [(mass, J, times(slew, [c.real, 0, c.imag]), product(slew, about([0, 1, 0], -angle))) for mass, J, c, angle in parts]

    def test_drives(self):
        """Torque of the slew and both forces by virtual work, from geometry of triangles and a spline written here."""
        rows = self.good(harness.SOURCE / "models/examples/excavator.yaml").table("run")
        worst = 0
        for row in (6, 19, 31, 44, 56, 69, 81, 94):
            t = rows["t"][row]
            for name, force in zip(("torque", "force_1", "force_2"), virtual_work(self.bodies, self.path, t)):
                worst = max(worst, abs(force - rows[name][row]))
        print(f"excavator: {worst:.2g} of {max(map(abs, rows['force_1'])):.4g} N")
        self.assertLess(worst, 1e-2)


class TestRecorded(harness.MotionTest):
    FREE = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
functions:
"""

    def recorded(self, name, columns):
        lines = [",".join(columns)] + [",".join(f"{value!r}" for value in row) for row in zip(*columns.values())]
        (self.scratch.path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def test_residuals(self):
        """A body whose six components follow a record while a measured force pulls: what the motions give is what the two
        leave of Newton's and Euler's equations."""
        cubic = {"x": (0.1, 1, -0.5, 0.2), "y": (0, -0.4, 0.3, 0.1), "z": (1, 0.5, 0.8, -0.6),
                 "a": (0.2, 1.1, -0.7, 0.3), "b": (0.1, -0.3, 0.5, -0.2), "c": (-0.3, 0.8, 0.2, 0.4)}
        pull = {"fx": (5, -20, 3, 1), "fy": (2, 4, 0, -6), "fz": (90, 10, 15, -8)}

        def at(c, t):
            return c[0] + t * (c[1] + t * (c[2] + t * c[3]))

        times_here = [k / 10 for k in range(11)]
        self.recorded("record.csv", {"t": times_here, **{name: [at(c, t) for t in times_here] for name, c in {**cubic, **pull}.items()}})
        unit_of = {"x": "m", "y": "m", "z": "m", "a": "rad", "b": "rad", "c": "rad", "fx": "N", "fy": "N", "fz": "N"}
        text = self.FREE + "".join(f"  R{n}: {{type: table, file: record.csv, columns: [t, {n}], x_unit: s, y_unit: {u}, interpolation: cubic, "
                                   "ends: not_a_knot}\n" for n, u in unit_of.items())
        text += ("bodies:\n  pelvis: {type: rigid, mass: 12, inertia: {xx: 0.1, yy: 0.2, zz: 0.25}, center_of_mass: [0.02, 0.05, -0.1], initial: "
                 "{position: [Rx(0), Ry(0), Rz(0)], orientation: {euler: [Ra(0), Rb(0), Rc(0)], sequence: zyx}}, markers: {grip: {position: [0.1, 0.2, 0.3]}}}\n"
                 "forces:\n  load: {type: force, marker: pelvis.grip, vector: [Rfx(t), Rfy(t), Rfz(t)]}\nmotions:\n")
        parts = dict(zip("xyzabc", ("x", "y", "z", "euler_zyx_1", "euler_zyx_2", "euler_zyx_3")))
        text += "".join(f"  M{n}: {{marker: pelvis, component: {c}, law: R{n}(t)}}\n" for n, c in parts.items())
        text += "analyses:\n  run: {type: inverse_dynamics, duration: 1, output_step: 0.05}\noutputs:\n"
        text += "".join(f"  {n}: M{n}.{'force' if n in 'xyz' else 'torque'}\n" for n in parts)
        rows = self.good(self.scratch.model(text)).table()

        def bodies(x):
            R = product(product(about([0, 0, 1], x[3]), about([0, 1, 0], x[4])), about([1, 0, 0], x[5]))
            return [(12, diagonal(0.1, 0.2, 0.25), add(x[:3], times(R, [0.02, 0.05, -0.1])), R)]

        def path(t):
            return [at(c, t) for c in cubic.values()]

        def grip(x):
            return add(x[:3], times(bodies(x)[0][3], [0.1, 0.2, 0.3]))

        worst, d = 0, 1e-4
        for row in range(1, 20):
            t = rows["t"][row]
            x, force = path(t), [at(c, t) for c in pull.values()]
            for k, (name, needed) in enumerate(zip(parts, virtual_work(bodies, path, t))):
                given = dot(force, slope([grip([v + (s * d if i == k else 0) for i, v in enumerate(x)]) for s in STEPS], d))
                worst = max(worst, abs(needed - given - rows[name][row]))
        print(f"residuals: {worst:.2g} of {max(map(abs, rows['z'])):.4g} N")
        self.assertLess(worst, 1e-6)

    def test_smoothed(self):
        """Of a record of 2 Hz with noise of 20 Hz a cutoff of 6 Hz leaves what the filter's formula says, without a delay."""
        rate, cutoff = 100, 6
        place = [k / rate for k in range(401)]

        def gain(f):
            return 1 / (1 + (math.sqrt(2) - 1) * (math.tan(math.pi * f / rate) / math.tan(math.pi * cutoff / rate))**4)

        self.recorded("noisy.csv", {"t": place, "x": [math.sin(4 * math.pi * t) + 0.1 * math.sin(40 * math.pi * t + 1) for t in place]})
        run = self.good(self.scratch.model("""mbs: 1
space: planar
gravity: [0, 0]
functions:
  R: {type: table, file: noisy.csv, columns: [t, x], x_unit: s, y_unit: m, interpolation: cubic, ends: not_a_knot, cutoff: 6 Hz}
bodies:
  cart: {type: rigid, mass: 2, inertia: 1, initial: {position: [R(0), 0]}}
joints:
  track: {type: prismatic, marker_i: ground, marker_j: cart}
motions:
  M: {joint: track, law: R(t)}
analyses:
  run: {type: inverse_dynamics, duration: 4, output_step: 0.01}
outputs: {x: cart.x, force: M.force}
"""), "--verbose")
        self.assertIn("I-NOTE-007", run.out + run.err)
        rows = run.table()
        worst = 0
        for t, x in zip(rows["t"], rows["x"]):
            if 1 < t < 3:
                worst = max(worst, abs(x - gain(2) * math.sin(4 * math.pi * t) - 0.1 * gain(20) * math.sin(40 * math.pi * t + 1)))
        print(f"smoothed: {worst:.2g} m")
        self.assertLess(worst, 1e-6)


if __name__ == "__main__":
    harness.main()
