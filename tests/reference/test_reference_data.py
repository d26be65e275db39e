#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds the files of reference/ against published values, laws of mechanics and a second method.

The files come from tests/reference/generate (60 decimal digits, power series, elliptic functions).
Here everything is done again another way: binary doubles, the classical Runge-Kutta method, and
where possible other equations (Cartesian coordinates with a multiplier instead of angles, momentum
in ground axes instead of Euler's equations in body axes).
"""
import csv
import math
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
REFERENCE = HERE.parents[1] / "reference"
FILES = ["iftomm/a01", "founding/solfec_pendulum", "founding/driven_pendulum",
         "examples/spring_mass", "examples/double_pendulum", "examples/spatial_pendulum",
         "examples/symmetric_top", "examples/symmetric_top_slow", "examples/symmetric_top_fast",
         "examples/free_rigid_body", "examples/stick_slip", "examples/pin_friction",
         "examples/quarter_car", "iftomm/a02_n2", "iftomm/a02_n40",
         "iftomm/a03", "iftomm/a04", "iftomm/a05"]


def load(name):
    """The rows of a file as dictionaries of floats."""
    with open(REFERENCE / (name + ".csv"), newline="", encoding="ascii") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def at(rows, t):
    return min(rows, key=lambda row: abs(row["t"] - t))


def runge_kutta(f, y, times, substeps):
    """The states at the given times by the classical method with equal substeps between them."""
    states = [list(y)]
    for begin, end in zip(times, times[1:]):
        h = (end - begin) / substeps
        for i in range(substeps):
            t = begin + i * h
            k1 = f(t, y)
            k2 = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, k1)])
            k3 = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, k2)])
            k4 = f(t + h, [a + h * b for a, b in zip(y, k3)])
            y = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
        states.append(y)
    return states


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def matrix(w, x, y, z):
    """Body to ground, written for quaternions that need not have norm 1."""
    n = w * w + x * x + y * y + z * z
    return [[(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n],
            [2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n],
            [2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n]]


def quaternion(row):
    return [row["qw"], row["qx"], row["qy"], row["qz"]]


def turned(row, vector):
    return [dot(line, vector) for line in matrix(*quaternion(row))]


def back(attitude, vector):
    """The transpose of a rotation matrix times a vector."""
    return [dot([line[k] for line in attitude], vector) for k in range(3)]


def spun(q, rate):
    """q' = (0, rate) q / 2 with the angular velocity in ground axes."""
    w, x, y, z = q
    a, b, c = rate
    return [-(a * x + b * y + c * z) / 2, (a * w + b * z - c * y) / 2,
            (b * w + c * x - a * z) / 2, (c * w + a * y - b * x) / 2]


def complete_integral(m):
    a, b = 1.0, math.sqrt(1 - m)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


class Case(unittest.TestCase):
    def assertNear(self, found, wanted, within, what=""):
        self.assertLessEqual(abs(found - wanted), within, f"{what}: {found} against {wanted}")

    def assertSameMotion(self, rows, columns, states, within):
        self.assertEqual(len(rows), len(states))
        worst = max(abs(row[name] - value)
                    for row, state in zip(rows, states) for name, value in zip(columns, state))
        self.assertLessEqual(worst, within)

    def assertKept(self, values, within):
        self.assertLessEqual(max(values) - min(values), within)


class Format(Case):
    def test_every_file_is_a_table_with_time_first(self):
        for name in FILES:
            with self.subTest(name):
                text = (REFERENCE / (name + ".csv")).read_text(encoding="ascii")
                self.assertTrue(text.endswith("\n"))
                lines = text.splitlines()
                self.assertTrue(lines[0].startswith("t,"))
                width = lines[0].count(",")
                self.assertTrue(all(line.count(",") == width for line in lines))
                times = [row["t"] for row in load(name)]
                self.assertEqual(times[0], 0)
                spacing = times[-1] / (len(times) - 1)
                for i, t in enumerate(times):
                    self.assertNear(t, i * spacing, 1e-12, name)

    def test_no_file_is_forgotten(self):
        found = {str(path.relative_to(REFERENCE))[:-4] for path in REFERENCE.rglob("*.csv")}
        self.assertEqual(found, set(FILES))

    def test_the_readme_names_every_file(self):
        readme = (REFERENCE / "README.md").read_text(encoding="utf-8")
        for name in FILES:
            self.assertIn(f"`{name}.csv`", readme)


class Freshness(Case):
    def test_files_are_what_the_generators_write(self):
        done = subprocess.run([sys.executable, "-B", str(HERE / "generate" / "generate.py"),
                               "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr + "./dev record data writes them anew")


class A01(Case):
    # Computed with 30 digits by another program (mpmath) for the project's benchmark notes.
    TABLE = {0.5: (-0.391048791550546388, -0.920369948785192204),
             1: (0.986291751131875319, -0.165010853125541169),
             2: (-0.793566195343321747, -0.608483930443791515),
             5: (-0.942305435043757335, -0.334754338414000581),
             7.5: (-0.727458721308375483, -0.686151447416955675),
             9.99: (-0.316436469913032291, -0.948613704575776519),
             10: (-0.27508746257611686, -0.961419205099125064)}
    # The University of A Coruna's old reference solution, six digits.
    CORUNA = {1.5: (0.884132, -0.467237), 3: (0.176652, -0.984273), 4: (0.577564, -0.816346),
              6: (0.999498, -0.0316965), 7: (-0.998619, -0.0525408), 8: (0.919858, -0.392252),
              9: (-0.498374, -0.866962), 9.5: (-0.999992, -0.00402112)}

    def setUp(self):
        self.rows = load("iftomm/a01")

    def test_published_values(self):
        for t, (x, y) in self.TABLE.items():
            self.assertNear(at(self.rows, t)["x"], x, 1.2e-16, f"x({t})")
            self.assertNear(at(self.rows, t)["y"], y, 1.2e-16, f"y({t})")
        for t, (x, y) in self.CORUNA.items():
            self.assertNear(at(self.rows, t)["x"], x, 5.1e-7, f"x({t})")
            self.assertNear(at(self.rows, t)["y"], y, 5.1e-7, f"y({t})")

    def test_rod_keeps_its_length(self):
        self.assertKept([math.hypot(r["x"], r["y"]) for r in self.rows], 5e-16)

    def test_the_angle_integrated(self):
        states = runge_kutta(lambda t, s: [s[1], -9.81 * math.sin(s[0])], [-math.pi / 2, 0.0],
                             [r["t"] for r in self.rows], 10)
        self.assertSameMotion(self.rows, ["x", "y"],
                              [(math.sin(s[0]), -math.cos(s[0])) for s in states], 2e-11)


class Solfec(Case):
    PERIOD = 2.360681198032192452

    def setUp(self):
        self.rows = load("founding/solfec_pendulum")

    def test_period(self):
        # the corrected series of the document, 2 sum of squared products times k^2n
        total, term = 0.0, 1.0
        for n in range(1, 200):
            total += term
            term *= ((2 * n - 1) / (2 * n)) ** 2 * 0.5
        self.assertNear(2 * total, self.PERIOD, 1e-14)
        self.assertNear(4 / math.pi * complete_integral(0.5), self.PERIOD, 1e-14)

    def test_rod_keeps_its_length_about_the_pivot(self):
        self.assertKept([math.hypot(r["x"], r["z"] - 1) for r in self.rows], 5e-16)

    def test_the_angle_integrated(self):
        g = math.pi**2
        times = [r["t"] for r in self.rows]
        states = runge_kutta(lambda t, s: [s[1], -g * math.sin(s[0])], [math.pi / 2, 0.0], times, 50)
        self.assertSameMotion(self.rows, ["x", "z"],
                              [(math.sin(s[0]), 1 - math.cos(s[0])) for s in states], 1e-10)

    def test_ten_swings_end_where_they_began(self):
        # from the last row before, by the integrated angle: at ten periods the bob is at (1, 1)
        g, end = math.pi**2, 10 * self.PERIOD
        angle, rate = runge_kutta(lambda t, s: [s[1], -g * math.sin(s[0])], [math.pi / 2, 0.0],
                                  [0.0, end], 50000)[-1]
        self.assertNear(angle, math.pi / 2, 1e-10)
        self.assertNear(rate, 0, 1e-9)


class Driven(Case):
    ANGLES = {0.25: 4.72833630899, 0.5: 4.7949197516633, 1: 4.7968967852398, 2: 4.6414892595835,
              5: 4.6633551786387, 10: 4.7732523158867}

    def setUp(self):
        self.rows = load("founding/driven_pendulum")

    def test_published_values(self):
        for t, angle in self.ANGLES.items():
            self.assertNear(at(self.rows, t)["angle"], angle, 6e-12 if t == 0.25 else 6e-14, f"{t} s")
        self.assertNear(at(self.rows, 1)["angle_rate"], -0.285734119441, 6e-13)
        self.assertNear(at(self.rows, 10)["angle_rate"], -0.172401961873, 6e-13)

    def test_centre_follows_the_angle(self):
        for r in self.rows:
            self.assertNear(r["x"], 2 * math.cos(r["angle"]), 2e-15)
            self.assertNear(r["y"], 2 * math.sin(r["angle"]), 2e-15)

    @staticmethod
    def torque(t, angle, rate):
        return -45 * (angle - 1.5 * math.pi) - 10 * rate

    def test_the_angle_integrated(self):
        def f(t, s):
            load_moment = -40 * 9.81 * math.cos(s[0]) - 120 * math.sin(2 * math.pi * t) * math.sin(s[0])
            return [s[1], (load_moment + self.torque(t, *s)) / (80 / 3 + 80)]
        states = runge_kutta(f, [1.5 * math.pi, 0.0], [r["t"] for r in self.rows], 25)
        self.assertSameMotion(self.rows, ["angle", "angle_rate"], states, 1e-10)

    def test_reaction_turns_the_bar_about_its_centre(self):
        # The file has the reaction from the linear momentum of the centre; here the moments about
        # the centre must give the same angular acceleration as the moments about the pivot.
        for r in self.rows:
            s, c = math.sin(r["angle"]), math.cos(r["angle"])
            push = 30 * math.sin(2 * math.pi * r["t"])
            own = self.torque(r["t"], r["angle"], r["angle_rate"])
            about_pivot = (-40 * 9.81 * c - 4 * s * push + own) / (80 / 3 + 80)
            moments = own - 2 * s * push + 2 * s * r["reaction_x"] - 2 * c * r["reaction_y"]
            self.assertNear(moments / (80 / 3), about_pivot, 1e-12)


class SpringMass(Case):
    def test_the_spring_integrated(self):
        rows = load("examples/spring_mass")

        def f(t, s):
            pull = 200 * (-s[0] - 0.5) - 4 * s[1]
            return [s[1], pull / 2 - 9.81]
        states = runge_kutta(f, [-0.5, 0.0], [r["t"] for r in rows], 20)
        self.assertSameMotion(rows, ["y", "vy", "force"],
                              [(y, v, 200 * (-y - 0.5) - 4 * v) for y, v in states], 1e-9)

    def test_it_ends_near_static_equilibrium(self):
        last = load("examples/spring_mass")[-1]
        self.assertNear(last["y"], -0.5 - 2 * 9.81 / 200, 0.1 * math.exp(-5))
        self.assertNear(last["force"], 19.62, 20 * math.exp(-5))


def coefficient(u, static, kinetic, stribeck, transition):
    return (kinetic + (static - kinetic) * math.exp(-(u / stribeck) ** 2)) * math.tanh(u / transition)


class Friction(Case):
    def test_stick_slip_integrated(self):
        rows = load("examples/stick_slip")

        def f(t, s):
            return [s[1], 50 * (0.1 * t - s[0]) - 9.81 * coefficient(s[1], 0.5, 0.3, 0.05, 0.005)]
        states = runge_kutta(f, [0.0, 0.0], [r["t"] for r in rows], 50)
        self.assertSameMotion(rows, ["x", "v"], states, 1e-6)

    def test_pin_by_iteration(self):
        """The reaction in Cartesian components, the acceleration by iterating on its size."""
        rows = load("examples/pin_friction")

        def f(t, s):
            angle, rate = s
            sine, cosine = math.sin(angle), math.cos(angle)
            mu = coefficient(0.05 * rate, 0.5, 0.3, 0.02, 0.005)
            turn = 0.0
            for _ in range(12):
                x = 2 * (-0.5 * turn * sine - 0.5 * rate ** 2 * cosine)
                y = 2 * (0.5 * turn * cosine - 0.5 * rate ** 2 * sine + 9.81)
                turn = (-9.81 * cosine - 0.05 * mu * math.hypot(x, y)) / 0.7
            return [rate, turn]
        states = runge_kutta(f, [0.0, 0.0], [r["t"] for r in rows], 8)
        self.assertSameMotion(rows, ["angle", "rate"], states, 1e-7)


class QuarterCar(Case):
    def test_equations_integrated(self):
        rows = load("examples/quarter_car")

        def f(t, s):
            road = 0.02 * (1 - math.cos(4 * math.pi * t))
            push = 20000 * (s[1] - s[0]) + 1500 * (s[3] - s[2])
            return [s[2], s[3], push / 300, (180000 * (road - s[1]) - push) / 40]
        states = runge_kutta(f, [0.0] * 4, [r["t"] for r in rows], 20)
        self.assertSameMotion(rows, ["body", "wheel", "body_rate", "wheel_rate"], states, 1e-7)


class DoublePendulum(Case):
    def setUp(self):
        self.rows = load("examples/double_pendulum")

    def test_rods_keep_their_lengths(self):
        self.assertKept([math.hypot(r["x1"], r["y1"]) for r in self.rows], 1e-15)
        self.assertKept([math.hypot(r["x2"] - r["x1"], r["y2"] - r["y1"]) for r in self.rows], 1e-15)

    def test_cartesian_coordinates_and_rod_tensions_integrated(self):
        def f(t, s):
            p, q, u, v = s[0:2], s[2:4], s[4:6], s[6:8]
            d, w = [q[0] - p[0], q[1] - p[1]], [v[0] - u[0], v[1] - u[1]]
            # p.p'' + u.u = 0 and d.d'' + w.w = 0 for the tensions a (inner) and b (outer rod):
            # p'' = g - a p + b d, q'' = g - b d
            m11, m12, m22 = dot(p, p), -dot(p, d), 2 * dot(d, d)
            r1, r2 = dot(u, u) - 9.81 * p[1], dot(w, w)
            determinant = m11 * m22 - m12 * m12
            a = (r1 * m22 - m12 * r2) / determinant
            b = (m11 * r2 - m12 * r1) / determinant
            return u + v + [-a * p[0] + b * d[0], -9.81 - a * p[1] + b * d[1],
                            -b * d[0], -9.81 - b * d[1]]
        states = runge_kutta(f, [1.0, 0.0, 2.0, 0.0] + [0.0] * 4, [r["t"] for r in self.rows], 250)
        self.assertSameMotion(self.rows, ["x1", "y1", "x2", "y2"], [s[:4] for s in states], 1e-9)


class SpatialPendulum(Case):
    def setUp(self):
        self.rows = load("examples/spatial_pendulum")

    def test_rod_keeps_its_length(self):
        self.assertKept([dot(p, p) for p in ((r["x"], r["y"], r["z"]) for r in self.rows)], 1e-15)

    def test_cartesian_coordinates_and_tension_integrated(self):
        def f(t, s):
            p, v = s[:3], s[3:]
            tension = (dot(v, v) - 9.81 * p[2]) / dot(p, p)
            return v + [-tension * p[0], -tension * p[1], -tension * p[2] - 9.81]
        states = runge_kutta(f, [math.sin(1), 0.0, -math.cos(1), 0.0, 2.0, 0.0],
                             [r["t"] for r in self.rows], 100)
        self.assertSameMotion(self.rows, ["x", "y", "z"], [s[:3] for s in states], 1e-9)

    def test_height_stays_between_the_roots_of_its_cubic(self):
        # z'^2 = 2 (E - g z)(1 - z^2) - h^2 vanishes at the start and at the other turning height
        energy, h = 2.0 - 9.81 * math.cos(1), 2 * math.sin(1)

        def rate_squared(z):
            return 2 * (energy - 9.81 * z) * (1 - z * z) - h * h
        heights = [r["z"] for r in self.rows]
        self.assertNear(rate_squared(heights[0]), 0, 1e-14)
        for z in heights:
            self.assertGreaterEqual(rate_squared(z), -1e-13)


class Turning(Case):
    """What the top and the free body have in common."""

    def check_attitude(self, rows, inertia):
        for r in rows:
            self.assertNear(dot(quaternion(r), quaternion(r)), 1, 1e-15)
        return ([turned(r, [i * r[w] for i, w in zip(inertia, ("wx", "wy", "wz"))]) for r in rows],
                [dot(inertia, [r[w] ** 2 for w in ("wx", "wy", "wz")]) / 2 for r in rows])


class FreeRigidBody(Turning):
    INERTIA = (1.0, 2.0, 3.0)

    def setUp(self):
        self.rows = load("examples/free_rigid_body")

    def test_momentum_in_ground_axes_and_energy_are_kept(self):
        momenta, energies = self.check_attitude(self.rows, self.INERTIA)
        for k, wanted in enumerate((0.1, 4.0, 0.3)):
            self.assertKept([m[k] for m in momenta] + [wanted], 1e-14)
        self.assertKept(energies + [4.02], 1e-14)

    def test_it_turns_over(self):
        self.assertLess(min(r["wy"] for r in self.rows), -1.99)

    def test_mass_centre_moves_straight(self):
        for r in self.rows:
            for name, v in (("x", 1), ("y", 0.5), ("z", -0.25)):
                self.assertNear(r[name], v * r["t"], 1e-15)

    def test_attitude_integrated_from_the_constant_momentum(self):
        def f(t, q):
            attitude = matrix(*q)
            rate = [m / i for m, i in zip(back(attitude, [0.1, 4.0, 0.3]), self.INERTIA)]
            return spun(q, [dot(line, rate) for line in attitude])
        states = runge_kutta(f, [1.0, 0.0, 0.0, 0.0], [r["t"] for r in self.rows], 50)
        self.assertSameMotion(self.rows, ["qw", "qx", "qy", "qz"], states, 1e-9)


class SymmetricTop(Turning):
    INERTIA = (15.234375, 15.234375, 0.46875)
    WEIGHT = 15 * 9.81
    PRECESSION = {"slow": 3.2069737017038289, "fast": 6.0237955290654019}

    def check_laws(self, rows):
        momenta, energies = self.check_attitude(rows, self.INERTIA)
        self.assertKept([m[2] for m in momenta], 1e-13)
        self.assertKept([e + self.WEIGHT * r["z"] for e, r in zip(energies, rows)], 1e-11)
        self.assertKept([r["wz"] for r in rows] + [150.0], 0)
        for r in rows:
            for name, value in zip("xyz", turned(r, [0, 0, 1])):
                self.assertNear(r[name], value, 1e-15)
        return momenta

    def check_integrated(self, rows, momentum):
        """q and the momentum about the fixed point, both in ground axes."""
        transverse, _, axial = self.INERTIA

        def f(t, s):
            q, h = s[:4], s[4:]
            axis = [line[2] for line in matrix(*q)]
            along = dot(h, axis)
            rate = [a / transverse + along * (1 / axial - 1 / transverse) * e
                    for a, e in zip(h, axis)]
            return spun(q, rate) + cross(axis, [0, 0, -self.WEIGHT])
        states = runge_kutta(f, quaternion(rows[0]) + momentum, [r["t"] for r in rows], 100)
        self.assertSameMotion(rows, ["qw", "qx", "qy", "qz"], [s[:4] for s in states], 1e-7)

    def test_tumbling(self):
        rows = load("examples/symmetric_top")
        momenta = self.check_laws(rows)
        # angular velocity (0, 150, -4.61538) rad/s in ground axes, axis along +y
        for value, wanted in zip(momenta[0], (0, 0.46875 * 150, -4.61538 * 15.234375)):
            self.assertNear(value, wanted, 1e-13)
        self.check_integrated(rows, momenta[0])

    def test_steady_precession_at_both_roots(self):
        for name, p in self.PRECESSION.items():
            with self.subTest(name):
                rows = load(f"examples/symmetric_top_{name}")
                momenta = self.check_laws(rows)
                self.assertNear(15.234375 * 0.5 * p * p - 0.46875 * 150 * p + self.WEIGHT, 0, 1e-12)
                for r in rows:
                    self.assertNear(r["z"], 0.5, 0)
                    self.assertNear(r["x"], -math.sqrt(0.75) * math.sin(p * r["t"]), 1e-14)
                    self.assertNear(r["y"], math.sqrt(0.75) * math.cos(p * r["t"]), 1e-14)
                self.check_integrated(rows, momenta[0])

    def test_the_readme_gives_the_steady_starts(self):
        readme = (REFERENCE / "README.md").read_text(encoding="utf-8")
        for name, p in self.PRECESSION.items():
            first = load(f"examples/symmetric_top_{name}")[0]
            rate = turned(first, [first["wx"], first["wy"], first["wz"]])
            line = next(line for line in readme.splitlines() if line.startswith(f"| {name} |"))
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            self.assertNear(float(cells[1]), p, 1e-15)
            for cell, value in zip(cells[2].strip("[]").split(","), rate):
                self.assertNear(float(cell), value, 1e-12)
            velocity = cross(rate, [first["x"], first["y"], first["z"]])
            for cell, value in zip(cells[3].strip("[]").split(","), velocity):
                self.assertNear(float(cell), value, 1e-12)


if __name__ == "__main__":
    unittest.main()
