#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Masses, mass centres and inertia that bodies take from their shapes: against slices of the shapes
that are summed by Gauss, moved and turned here, against each other, and by what they move like.

test_solids.py --binary MBSRUN --source ROOT
"""

import csv
import math
import random
import re
import struct

import harness

DENSITY = 2700.0
NUMBER = r"[-+0-9.e]+"
EYE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ROWS = range(3)
# Gauss-Legendre, 5 points: exact up to degree 9
NODES = [0, *(sign * math.sqrt(5 + way * 2 * math.sqrt(10 / 7)) / 3 for way in (-1, 1) for sign in (-1, 1))]
WEIGHTS = [128 / 225, *((322 + way * 13 * math.sqrt(70)) / 900 for way in (1, -1) for _ in (0, 1))]


def times(A, x):
    return [sum(A[i][k] * x[k] for k in ROWS) for i in ROWS]


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in ROWS) for j in ROWS] for i in ROWS]


def transposed(A):
    return [list(row) for row in zip(*A)]


def outer(x, y):
    return [[a * b for b in y] for a in x]


def plus(A, B, s=1):
    """Of vectors or matrices."""
    return [plus(a, b, s) if isinstance(a, list) else a + s * b for a, b in zip(A, B)]


def scaled(s, A):
    return [scaled(s, a) if isinstance(a, list) else s * a for a in A]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return scaled(1 / math.hypot(*a), a)


# ---- shapes, apart from the program: slices across z

def slices(area, second, low, high, pieces):
    """Of a shape whose slice at z has this area and second moments about its own centre: volume,
    centre, and the integral of x x' about the origin."""
    volume, first, moments = 0, 0, [0, 0, 0]
    ends = [low, *pieces, high]
    for a, b in zip(ends, ends[1:]):
        for node, weight in zip(NODES, WEIGHTS):
            z, h = (a + b) / 2 + (b - a) / 2 * node, (b - a) / 2 * weight
            volume += h * area(z)
            first += h * area(z) * z
            moments = plus(moments, scaled(h, [*second(z), z * z * area(z)]))
    return volume, [0, 0, first / volume], [[moments[i] if i == k else 0 for k in ROWS] for i in ROWS]


def ellipses(a, b, low, high, *pieces):
    """Slices that are ellipses; of their semi-axes at z the square of one, and its part of the other."""
    return slices(lambda z: math.pi * a(z) * b,
                  lambda z: (math.pi * a(z) ** 2 * b / 4, math.pi * a(z) ** 2 * b ** 3 / 4),
                  low, high, pieces)


def box(a, b, c):
    return slices(lambda z: a * b, lambda z: (a ** 3 * b / 12, a * b ** 3 / 12), -c / 2, c / 2, ())


def ball(a, b, c):
    return ellipses(lambda z: a * a * (1 - (z / c) ** 2), b / a, -c, c)


def cylinder(r, length):
    return ellipses(lambda z: r * r, 1, -length / 2, length / 2)


def cone(r, length):
    return ellipses(lambda z: (r * (0.5 - z / length)) ** 2, 1, -length / 2, length / 2)


def capsule(r, length):
    return ellipses(lambda z: r * r - max(0, abs(z) - length / 2) ** 2, 1,
                    -length / 2 - r, length / 2 + r, -length / 2, length / 2)


def rotation(axis, angle):
    x = unit(axis)
    turn = [[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]]
    return plus(plus(EYE, scaled(math.sin(angle), turn)),
                scaled(1 - math.cos(angle), product(turn, turn)))


def moved(shape, R, at):
    """About the origin again, of a shape whose own axes are R and whose own origin is `at`."""
    volume, centre, moments = shape
    about = plus(moments, scaled(volume, outer(centre, centre)), -1)
    place = plus(at, times(R, centre))
    return (volume, place, plus(product(product(R, about), transposed(R)),
                                scaled(volume, outer(place, place))))


def solid(*shapes):
    """Mass, mass centre, inertia about it."""
    volume, first, moments = 0, [0, 0, 0], scaled(0, EYE)
    for part, place, second in shapes:
        volume += part
        first = plus(first, scaled(part, place))
        moments = plus(moments, second)
    centre = scaled(1 / volume, first)
    moments = plus(moments, scaled(volume, outer(centre, centre)), -1)
    trace = sum(moments[k][k] for k in ROWS)
    return DENSITY * volume, centre, scaled(DENSITY, plus(scaled(trace, EYE), moments, -1))


# ---- meshes

def box_triangles(a, b, c, R, at):
    corners = [plus(times(R, [x * a / 2, y * b / 2, z * c / 2]), at)
               for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [t for p, q, r, s in faces for t in ((p, q, r), (p, r, s))]
    return corners, triangles


def text_stl(corners, triangles):
    lines = ["solid box"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(repr(float(x)) for x in corners[k]) for k in triangle]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid box", ""]).encode()


def binary_stl(corners, triangles):
    data = b" " * 80 + struct.pack("<I", len(triangles))
    for triangle in triangles:
        data += struct.pack("<12fH", 0, 0, 0, *(x for k in triangle for x in corners[k]), 0)
    return data


def obj(corners, triangles):
    lines = ["v " + " ".join(repr(float(x)) for x in corner) for corner in corners]
    lines += ["f " + " ".join(str(k + 1) for k in triangle) for triangle in triangles]
    return ("\n".join(lines) + "\n").encode()


MODEL = """mbs: 1
space: {space}
bodies:
  a:
    type: rigid
    mass: {{from: shapes, density: {density!r}}}
    markers: {{m: {{position: [0.3, -0.2, 0.4], orientation: {{axis_angle: {{axis: [1, 2, -1], angle: 0.8}}}}}}}}
    shapes:
      {shapes}
analyses: {{run: {{type: dynamics, duration: 1, output_step: 0.5}}}}
outputs: {{x: a.x}}
"""
MARKER = (rotation([1, 2, -1], 0.8), [0.3, -0.2, 0.4])
TURN = "orientation: {axis_angle: {axis: [0.2, -1, 0.5], angle: 1.9}}"
TURNED = rotation([0.2, -1, 0.5], 1.9)


class Solids(harness.MotionTest):
    def found(self, model):
        """Mass, mass centre and inertia as `explain` says them."""
        done = harness.execute([str(harness.BINARY), "explain", str(model)], self.scratch.path)
        self.assertEqual(done.status, 0, done.story())
        values = {key: float(value) for key, value in
                  re.findall(rf"(mass|xx|yy|zz|xy|yz|zx|inertia) ?:? ?({NUMBER})[,}}\n]", done.out)}
        centre = re.search(r"center_of_mass \[([^]]*)\]", done.out).group(1)
        return values, [float(x) for x in centre.split(",")]

    def spatial(self, shapes, files=()):
        for name, data in files:
            (self.scratch.path / name).write_bytes(data)
        return self.scratch.model(MODEL.format(space="spatial", density=DENSITY,
                                               shapes="\n      ".join(shapes)))

    def assert_solid(self, model, wanted, within=1e-9):
        values, centre = self.found(model)
        mass, place, inertia = wanted
        size = max(inertia[k][k] for k in ROWS)
        self.assertLessEqual(abs(values["mass"] - mass), within * mass)
        for k in ROWS:
            self.assertLessEqual(abs(centre[k] - place[k]), within * (1 + math.hypot(*place)))
            for i in ROWS:
                key = "".join(sorted("xyz"[j] for j in (i, k))).replace("xz", "zx")
                self.assertLessEqual(abs(values[key] - inertia[i][k]), within * size, key)

    def test_each_shape(self):
        for text, own in (("type: box, size: [0.3, 0.2, 0.5]", box(0.3, 0.2, 0.5)),
                          ("type: sphere, radius: 0.2", ball(0.2, 0.2, 0.2)),
                          ("type: ellipsoid, radii: [0.1, 0.2, 0.3]", ball(0.1, 0.2, 0.3)),
                          ("type: cylinder, radius: 0.1, length: 0.7", cylinder(0.1, 0.7)),
                          ("type: capsule, radius: 0.1, length: 0.4", capsule(0.1, 0.4)),
                          ("type: cone, radius: 0.2, length: 0.5", cone(0.2, 0.5))):
            for place, R, at in (("", EYE, [0, 0, 0]),
                                 (f"at: [1, -2, 0.5], {TURN}", TURNED, [1, -2, 0.5]),
                                 ("at: m", *MARKER),
                                 (f"at: m, {TURN}", product(MARKER[0], TURNED), MARKER[1])):
                with self.subTest(text=text, place=place):
                    model = self.spatial([f"s: {{{', '.join(filter(None, (text, place)))}}}"])
                    self.assert_solid(model, solid(moved(own, R, at)), 1e-8)

    def test_from_end_to_end(self):
        ends = [0.3, -0.2, 0.4], [-0.1, 0.5, 0.2]
        length, z = math.dist(*ends), unit(plus(ends[1], ends[0], -1))
        x = unit(cross([0, 0, 1], z))
        R = transposed([x, cross(z, x), z])
        for form, own in (("cylinder", cylinder(0.1, length)), ("capsule", capsule(0.1, length)),
                          ("cone", cone(0.1, length))):
            model = self.spatial([f"s: {{type: {form}, from: m, to: [-0.1, 0.5, 0.2], radius: 0.1}}"])
            self.assert_solid(model, solid(moved(own, R, scaled(0.5, plus(*ends)))), 1e-8)

    def test_several_and_what_has_no_volume(self):
        model = self.spatial([f"one: {{type: box, size: [0.3, 0.2, 0.5], at: [1, 0, 0], {TURN}}}",
                              "two: {type: sphere, radius: 0.2, at: [-2, 1, 0]}",
                              "three: {type: cylinder, radius: 0.05, length: 1, at: m}",
                              "sign: {type: plane, extent: [3, 3]}",
                              "rope: {type: polyline, x: [0, 9], y: [0, 9]}"])
        self.assert_solid(model, solid(moved(box(0.3, 0.2, 0.5), TURNED, [1, 0, 0]),
                                       moved(ball(0.2, 0.2, 0.2), EYE, [-2, 1, 0]),
                                       moved(cylinder(0.05, 1), *MARKER)), 1e-8)

    def test_outline(self):
        """An L whose corners go either way round, far from its own origin, from two boxes."""
        xs, ys = [0, 3, 3, 1, 1, 0], [0, 0, 1, 1, 4, 4]
        lower = moved(box(3, 1, 0.5), EYE, [1.5, 0.5, 0])
        upper = moved(box(1, 3, 0.5), EYE, [0.5, 2.5, 0])
        for order in (1, -1):
            for apart in (0, 1000):
                x, y = [v + apart for v in xs[::order]], ys[::order]
                model = self.spatial([f"s: {{type: outline, x: {x}, y: {y}, thickness: 0.5}}"])
                parts = [moved(part, EYE, [apart, 0, 0]) for part in (lower, upper)]
                self.assert_solid(model, solid(*parts), 1e-8 if apart == 0 else 1e-6)

    def test_meshes(self):
        R, at = rotation([1, 1, 3], 0.4), [30, -20, 10]
        corners, triangles = box_triangles(3, 2, 5, R, at)
        wanted = solid(moved(box(0.3, 0.2, 0.5), R, [3, -2, 1]))
        turned = [(a, c, b) for a, b, c in triangles]
        for name, data, within in (("a.stl", text_stl(corners, triangles), 1e-9),
                                   ("b.stl", binary_stl(corners, triangles), 1e-4),
                                   ("words.stl", b" ".join([b"solid"] + 40 * [b"word"]) + b"\n"
                                    + text_stl(corners, triangles).replace(b"endloop", b"endloop" + 9 * b" more"), 1e-9),
                                   ("words.obj", b"#" + 200 * b" word" + b"\no" + 99 * b" name" + b"\n"
                                    + obj(corners, triangles), 1e-9),
                                   ("c.obj", obj(corners, triangles), 1e-9),
                                   ("inside_out.obj", obj(corners, turned), 1e-9)):
            model = self.spatial([f"s: {{type: mesh, file: {name}, scale: 0.1 m}}"], [(name, data)])
            self.assert_solid(model, wanted, within)
            model = self.spatial([f"s: {{type: mesh, file: {name}, scale: 0.1 m, at: m}}"],
                                 [(name, data)])
            self.assert_solid(model, solid(moved(moved(box(0.3, 0.2, 0.5), R, [3, -2, 1]),
                                                 *MARKER)), within)

    def test_open_mesh(self):
        corners, triangles = box_triangles(3, 2, 5, EYE, [0, 0, 0])
        a, b, c = triangles[4]
        for faulty, count in ((triangles[1:], 3), (triangles[:4] + [(a, c, b)] + triangles[5:], 6)):
            model = self.spatial(["s: {type: mesh, file: a.obj, scale: 1 m}"],
                                 [("a.obj", obj(corners, faulty))])
            done = self.scratch.run(model)
            self.assertEqual(done.status, 3, done.story())
            self.assertIn(f'mesh "s" encloses no volume: at {count} of its edges', done.err)

    def test_seams(self):
        """A ball whose last meridian is the first but for round-off, as programs write it; torn by more,
        it is open."""
        rows, columns = 60, 90
        for tear, closed in ((0, True), (1e-6, True), (1e-3, False)):
            corners, triangles = [], []
            for i in range(rows + 1):
                for j in range(columns + 1):
                    u, w = math.pi * i / rows, 2 * math.pi * j / columns
                    shift = tear if j == columns else 0
                    corners.append([math.sin(u) * math.cos(w) + shift, math.sin(u) * math.sin(w),
                                    math.cos(u)])
            for i in range(rows):
                for j in range(columns):
                    a, b = i * (columns + 1) + j, (i + 1) * (columns + 1) + j
                    triangles += [(a, b, b + 1), (a, b + 1, a + 1)]
            model = self.spatial(["s: {type: mesh, file: a.stl, scale: 1 m}"],
                                 [("a.stl", binary_stl(corners, triangles))])
            if not closed:
                done = self.scratch.run(model)
                self.assertEqual(done.status, 3, done.story())
                self.assertIn("encloses no volume: ", done.err)
                continue
            values, centre = self.found(model)
            self.assertAlmostEqual(values["mass"] / (DENSITY * 4 / 3 * math.pi), 1, delta=4e-3)
            self.assertAlmostEqual(values["xx"] / (DENSITY * 8 / 15 * math.pi), 1, delta=7e-3)
            self.assertLessEqual(math.hypot(*centre), 1e-6)

    def test_outline_that_crosses_itself(self):
        model = self.spatial(["s: {type: outline, x: [0, 1, 0, 1], y: [0, 1, 1, 0], thickness: 1}"])
        done = self.scratch.run(model)
        self.assertEqual(done.status, 3, done.story())
        self.assertIn("it crosses itself after its points 1 and 3", done.err)

    def test_random_bodies(self):
        """Several shapes anywhere: as the same body with its numbers stated, in motion."""
        random.seed(7)
        for _ in range(6):
            shapes, parts = [], []
            for k in range(random.randint(1, 4)):
                axis = [random.uniform(-1, 1) for _ in range(3)]
                angle, at = random.uniform(-3, 3), [random.uniform(-1, 1) for _ in range(3)]
                size = [random.uniform(0.1, 1) for _ in range(3)]
                shapes.append(f"s{k}: {{type: box, size: {size}, at: {at}, orientation: "
                              f"{{axis_angle: {{axis: {axis}, angle: {angle}}}}}}}")
                parts.append(moved(box(*size), rotation(axis, angle), at))
            mass, centre, J = solid(*parts)
            text = MODEL.format(space="spatial", density=DENSITY, shapes="\n      ".join(shapes))
            text = text.replace("space: spatial", "space: spatial\ngravity: [0, 0, -9.81]")
            text = text.replace("    markers:", "    initial: {angular_velocity: [1, -2, 3], "
                                                "velocity: [0, 0, 0]}\n    markers:")
            text = text.replace("{x: a.x}", "{x: a.x, y: a.y, z: a.z, qw: a.qw, e: energy.total}")
            stated = text.replace(
                f"mass: {{from: shapes, density: {DENSITY!r}}}",
                f"mass: {mass!r}\n    center_of_mass: {centre}\n    inertia: "
                f"{{xx: {J[0][0]!r}, yy: {J[1][1]!r}, zz: {J[2][2]!r}, "
                f"xy: {J[0][1]!r}, yz: {J[1][2]!r}, zx: {J[2][0]!r}}}")
            one, other = self.good(self.scratch.model(text)), self.good(self.scratch.model(stated))
            for channel, values in one.table().items():
                for a, b in zip(values, other.table()[channel]):
                    self.assertLessEqual(abs(a - b), 1e-7 * (1 + abs(b)), channel)

    def test_planar(self):
        model = self.scratch.model("""mbs: 1
space: planar
bodies:
  a:
    type: rigid
    mass: {from: shapes, density: 2700}
    shapes:
      bar: {type: box, size: [0.4, 0.1, 0.05], at: [0.2, 0], angle: 0}
      disc: {type: cylinder, radius: 0.1, length: 0.02, at: [0.4, 0.3]}
analyses: {run: {type: dynamics, duration: 1, output_step: 0.5}}
outputs: {x: a.x}
""")
        mass, centre, inertia = solid(moved(box(0.4, 0.1, 0.05), EYE, [0.2, 0, 0]),
                                      moved(cylinder(0.1, 0.02), EYE, [0.4, 0.3, 0]))
        values, place = self.found(model)
        self.assertAlmostEqual(values["mass"] / mass, 1, delta=1e-9)
        self.assertAlmostEqual(values["inertia"] / inertia[2][2], 1, delta=1e-9)
        for a, b in zip(place, centre):
            self.assertAlmostEqual(a, b, delta=1e-9)

    def test_a_parameter_redraws_and_reweighs(self):
        """A pendulum whose length a study varies, without loading again: w^2 = m g s / (J + m s^2)."""
        model = self.scratch.model("""mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {L: 0.5 m}
bodies:
  rod:
    type: rigid
    mass: {from: shapes, density: 7850 kg/m^3}
    shapes: {bar: {type: box, size: [2 cm, L, 1 cm], at: [0, -L/2]}}
joints: {hinge: {type: revolute, body_i: ground, body_j: rod, at: [0, 0]}}
analyses: {modes: {type: linearize}}
""")
        for length in (0.5, 0.8, 2):
            run = self.good(model, "--set", f"L={length}")
            own = (0.02 ** 2 + length ** 2) / 12
            w = math.sqrt(9.81 * length / 2 / (own + length ** 2 / 4))
            (mode,) = run.analysis("modes")["linearize"]["modes"]
            self.assertAlmostEqual(abs(mode["im"]) / w, 1, delta=1e-12)

    def test_a_study_reweighs(self):
        """Runs with other lengths than the file's, by the same compiled model: w^2 (J + m s^2)/2."""
        model = self.scratch.model("""mbs: 1
space: planar
parameters: {L: 0.5 m}
bodies:
  rod:
    type: rigid
    mass: {from: shapes, density: 7850 kg/m^3}
    initial: {velocity: [1.5*L, 0], angle_rate: 3}
    shapes: {bar: {type: box, size: [2 cm, L, 1 cm], at: [0, -L/2]}}
analyses: {run: {type: dynamics, duration: 0.1, output_step: 0.1}}
outputs: {e: energy.kinetic}
""")
        out = self.scratch.path / "study"
        done = harness.execute([str(harness.BINARY), "sweep", str(model), "--vary", "L=0.25,0.5,2",
                                "-o", str(out), "-q"], out)
        self.assertEqual(done.status, 0, done.story())
        with open(out / "results.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 3)
        for row in rows:
            length = float(row["L"])
            mass = 7850 * 0.02 * 0.01 * length
            # the origin moves with 1.5 L, the mass centre L/2 below it with 1.5 L + 3 L/2
            energy = mass * (3 * length) ** 2 / 2 + mass * (0.02 ** 2 + length ** 2) / 12 * 9 / 2
            self.assertAlmostEqual(float(row["e_final"]) / energy, 1, delta=1e-9)


if __name__ == "__main__":
    harness.main()
