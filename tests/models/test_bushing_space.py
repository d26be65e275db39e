#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bushings in space with full matrices: frequencies and damping against det(M s^2 + C s + K) = 0, the end of a beam
against Euler and Bernoulli, large motions against an integration whose torque is the slope of the energy by
differences, and what stands on the diagonal against the keys for it.

test_bushing_space.py --binary MBSRUN --source ROOT
"""

import csv
import math

import harness
from arrays import IDENTITY, Vector, cross, matrix, turn

TIGHT = {"one": "method: runge_kutta", "other": "method: ida"}
MASS, INERTIA = 1.7, (0.05, 0.08, 0.11)
PLACE, AXES = Vector([0.2, -0.1, 0.3]), turn([1, 2, -1], 0.8)  # of the marker in the body
# Symmetric and positive: B'B of these rows, with coupling between all six. A C of its own, the
# part of which that is not symmetric does no work.
ROWS = ((11, 2, -1, 0.8, 1.1, -0.4), (1, 9, 2, -0.9, 0.3, 0.7), (0.5, -2, 12, 0.2, -0.8, 0.5),
        (1, -1, 2, 4, 0.6, -0.3), (-2, 1, 1, 0.4, 5, 0.8), (1, 2, -1, -0.5, 0.3, 4.5))
STIFF = [[sum(row[i] * row[j] for row in ROWS) for j in range(6)] for i in range(6)]
LOSSY = [[0.02 * STIFF[i][j] * (1 if i == j else 0.5) + (0.1 * (j - i) if i < 3 <= j else 0) for j in range(6)] for i in range(6)]


def rows(m):
    return "[" + ", ".join("[" + ", ".join(repr(x) for x in row) + "]" for row in m) + "]"


def mount(initial, analyses, laws, outputs="x: a.x", inertia=INERTIA):
    """A body on the ground, the marker away from its mass centre, turned."""
    pose = f"position: {list(PLACE)!r}, orientation: {{matrix: {rows(AXES)}}}"
    xx, yy, zz = inertia
    return f"""mbs: 1
space: spatial
ground: {{markers: {{base: {{{pose}}}}}}}
bodies: {{a: {{type: rigid, mass: {MASS}, inertia: {{xx: {xx}, yy: {yy}, zz: {zz}}}, initial: {{{initial}}}, markers: {{end: {{{pose}}}}}}}}}
forces: {{rubber: {{type: bushing, marker_i: ground.base, marker_j: a.end, {laws}}}}}
analyses: {{{analyses}}}
outputs: {{{outputs}}}
"""


def determinant(m):
    """By elimination with pivots; complex."""
    m, value = [list(row) for row in m], 1
    for k in range(len(m)):
        p = max(range(k, len(m)), key=lambda i, k=k: abs(m[i][k]))
        if p != k:
            m[k], m[p], value = m[p], m[k], -value
        value *= m[k][k]
        for i in range(k + 1, len(m)):
            f = m[i][k] / m[k][k]
            m[i] = [x - f * y for x, y in zip(m[i], m[k])]
    return value


def masses():
    """Of the six rates of the marker, in its axes."""
    to_center = -(AXES.T @ PLACE)
    J = AXES.T @ Vector([[INERTIA[i] * (i == j) for j in range(3)] for i in range(3)]) @ AXES
    x, y, z = to_center
    c = Vector([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turns = J - MASS * (c @ c)
    return [[*(MASS * IDENTITY[i]), *(-MASS * c[i])] for i in range(3)] + [[*(MASS * c[i]), *turns[i]] for i in range(3)]


def eigenvalues(run):
    with open(run.directory / "modes.eigenvalues.csv", newline="", encoding="utf-8") as file:
        return [complex(float(row["re"]), float(row["im"])) for row in csv.DictReader(file) if row["label"] == "true"]


# --- a motion by other means ---


def rotation_vector(R):
    """From the part of R that is not symmetric, and its trace."""
    s = Vector([R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]]) / 2
    size = math.sqrt(s @ s)
    return s * (math.atan2(size, (R[0][0] + R[1][1] + R[2][2] - 1) / 2) / size if size > 1e-9 else 1)


def energy(e, Q):
    x = (*e, *rotation_vector(Q))
    return sum(x[i] * STIFF[i][j] * x[j] for i in range(6) for j in range(6)) / 2


STEP = 1e-4
LITTLE = [(turn(axis, STEP), turn(axis, -STEP)) for axis in IDENTITY]


def loads(r, R, v, w):
    """Force and torque on the body at its mass centre, ground axes; the torque of the spring by differences of energy."""
    reach = R @ PLACE
    e, Q = AXES.T @ (r + reach - PLACE), AXES.T @ R @ AXES
    s = (*(AXES.T @ (v + cross(w, reach))), *(AXES.T @ w))
    x = (*e, *rotation_vector(Q))
    force = [-sum(STIFF[i][j] * x[j] + LOSSY[i][j] * s[j] for j in range(6)) for i in range(3)]
    torque = [-(energy(e, one @ Q) - energy(e, other @ Q)) / (2 * STEP) - sum(LOSSY[3 + k][j] * s[j] for j in range(6))
              for k, (one, other) in enumerate(LITTLE)]
    f = AXES @ force
    return f, AXES @ torque + cross(reach, f)


def slopes(state):
    r, R, v, w = state
    f, t = loads(r, R, v, w)
    own, moment = R.T @ w, R.T @ t
    spin = Vector([J * x for J, x in zip(INERTIA, own)])
    turning = Vector([x / J for J, x in zip(INERTIA, moment - cross(own, spin))])
    return v, Vector([cross(w, column) for column in R.T]).T, f / MASS, R @ turning


def stepped(state, h):
    def at(k, part):
        return [x + y * part for x, y in zip(state, k)]

    one = slopes(state)
    two = slopes(at(one, h / 2))
    three = slopes(at(two, h / 2))
    four = slopes(at(three, h))
    return [x + (a + 2 * b + 2 * c + d) * (h / 6) for x, a, b, c, d in zip(state, one, two, three, four)]


class TestBushing(harness.MotionTest):
    def test_small_motions(self):
        """Six damped modes, none of them along an axis: every root, once more by Newton's method, and their sum."""
        for laws, C in ((f"stiffness_matrix: {rows(STIFF)}", [[0] * 6] * 6),
                        (f"stiffness_matrix: {rows(STIFF)}, damping_matrix: {rows(LOSSY)}", LOSSY)):
            run = self.good(self.scratch.model(mount("position: [0, 0, 0]", "modes: {type: linearize}", laws)))
            M, found = masses(), eigenvalues(run)

            def f(s, C=C, M=M):
                return determinant([[M[i][j] * s * s + C[i][j] * s + STIFF[i][j] for j in range(6)] for i in range(6)])

            self.assertEqual(len(found), 12)
            for value in found:
                h = 1e-4 * abs(value)
                root = value
                for _ in range(2):
                    root -= f(root) * 2 * h / (f(root + h) - f(root - h))
                self.assertLess(abs(root - value), 1e-10 * abs(value), (root, value))
            whole = 1
            for value in found:
                whole *= value
            wanted = determinant(STIFF) / determinant(M)
            self.assertLess(abs(whole - wanted), 1e-10 * wanted)
            h = 1e-6  # d/dh log det(M + h C) is the trace of what divides
            bigger, smaller = (determinant([[M[i][j] + d * C[i][j] for j in range(6)] for i in range(6)]) for d in (h, -h))
            self.assertAlmostEqual(sum(found).real, -(bigger - smaller) / (2 * h * determinant(M)), delta=1e-6)

    def test_end_of_a_beam(self):
        """Frequencies of a body at the end of a cantilever, its rest under its weight and a force at its tip."""
        L, EI, EA, GJ, m, g, force = 0.5, 50.0, 4e6, 40.0, 0.5, 9.81, 3.0
        f, h, k = 12 * EI / L**3, 6 * EI / L**2, 4 * EI / L
        beam = [[EA / L, 0, 0, 0, 0, 0], [0, f, 0, 0, 0, -h], [0, 0, f, 0, h, 0], [0, 0, 0, GJ / L, 0, 0], [0, 0, h, 0, k, 0],
                [0, -h, 0, 0, 0, k]]
        run = self.good(self.scratch.model(f"""mbs: 1
space: spatial
gravity: [0, 0, -{g}]
bodies: {{a: {{type: rigid, mass: {m}, inertia: {{xx: 0.002, yy: 0.003, zz: 0.004}}, initial: {{position: [{L}, 0, 0]}}}}}}
ground: {{markers: {{end: {{position: [{L}, 0, 0]}}}}}}
forces:
  beam: {{type: bushing, marker_i: ground.end, marker_j: a, stiffness_matrix: {rows(beam)}}}
  push: {{type: force, marker: a, vector: [0, {force}, 0]}}
gauges: {{turn: {{marker_i: ground.end, marker_j: a}}}}
analyses:
  modes: {{type: linearize, from: initial}}
  rest: {{type: equilibrium}}
outputs: {{y: a.y, z: a.z, a: turn.euler_xyz_2, b: turn.euler_xyz_3}}
"""))
        wanted = [math.sqrt(EA / L / m), math.sqrt(GJ / L / 0.002)]
        for J in (0.003, 0.004):  # m J x^2 - (m k + J f) x + (f k - h^2) = 0
            middle, rest = m * k + J * f, f * k - h * h
            wanted += [math.sqrt((middle + sign * math.sqrt(middle**2 - 4 * m * J * rest)) / (2 * m * J)) for sign in (1, -1)]
        found = sorted(value.imag for value in eigenvalues(run) if value.imag > 0)
        for one, other in zip(found, sorted(wanted)):
            self.assertAlmostEqual(one, other, delta=1e-11 * other)
        table = run.table("rest")
        self.assertAlmostEqual(table["z"][0], -m * g * L**3 / (3 * EI), delta=2e-6)  # small turns in two planes at once
        self.assertAlmostEqual(table["y"][0], force * L**3 / (3 * EI), delta=2e-6)
        self.assertAlmostEqual(table["a"][0], m * g * L**2 / (2 * EI), delta=5e-5)
        self.assertAlmostEqual(table["b"][0], force * L**2 / (2 * EI), delta=5e-5)

    def test_a_beam_of_elements(self):
        """The strip of models/examples/bent_beam.yaml, straight: frequencies of a continuous cantilever, which two numbers
        of elements lead to as 1/N^2."""
        unit_of, found = math.sqrt(2.1e11 * 0.02 * 0.002**3 / 12 / (7850 * 0.02 * 0.002)), []
        for count in (8, 16):
            run = self.scratch.run(harness.SOURCE / "models/examples/bent_beam.yaml", "--set", "bend=0", "--set", f"N={count}")
            self.assertIn(run.status, (0, 6), run.story())
            values = eigenvalues(run)
            found.append(sorted({round(value.imag, 9) for value in values if value.imag > 0})[:2])
        for k, known in enumerate((1.8751040687**2, 4.6940911330**2)):
            coarse, fine = found[0][k] / unit_of, found[1][k] / unit_of
            self.assertLess(abs(fine - known), 0.3 * abs(coarse - known))
            self.assertAlmostEqual((4 * fine - coarse) / 3, known, delta=2e-4 * known)

    def test_large_motions(self):
        """Both matrices full, turns beyond a right angle, the marker away from the mass centre."""
        start = turn([2, -1, 1], 1.2)
        state = [Vector([0.3, 0.2, -0.1]), start, Vector([0.5, -1, 0.3]), start @ Vector([2, -3, 4])]
        outputs = ", ".join(f"{word}: a.{word}" for word in ("x", "y", "z", "qw", "qx", "qy", "qz"))
        initial = f"position: {list(state[0])!r}, orientation: {{matrix: {rows(start)}}}, velocity: {list(state[2])!r}, angular_velocity: [2, -3, 4], resolve_in: body"
        laws = f"stiffness_matrix: {rows(STIFF)}, damping_matrix: {rows(LOSSY)}"
        known, h = [state], 2e-3
        for n in range(200):
            state = stepped(state, h)
            known += [state] if n % 50 == 49 else []
        for block in TIGHT.values():
            text = mount(initial, f"run: {{type: dynamics, duration: {200 * h}, output_step: {50 * h}, "
                                  f"integrator: {{{block}, tolerances: {{relative: 1e-10, absolute: 1e-11}}}}}}",
                         laws, f"{outputs}, drift: energy.drift, work: energy.work")
            table = self.good(self.scratch.model(text)).table()
            self.assertLess(max(abs(x) for x in table["drift"]), 1e-7)
            self.assertLess(table["work"][-1], -1)
            self.assertEqual(table["work"], sorted(table["work"], reverse=True))
            for k, (r, R, _, _) in enumerate(known):
                for word, x in zip("xyz", r):
                    self.assertAlmostEqual(table[word][k], x, delta=1e-7, msg=f"{word} {k}")
                found = matrix(*(table[word][k] for word in ("qw", "qx", "qy", "qz")))
                for i in range(3):
                    for j in range(3):
                        self.assertAlmostEqual(found[i][j], R[i][j], delta=1e-6, msg=f"{i} {j} {k}")

    def test_two_free_bodies(self):
        """Nothing is lost: energy, momentum and angular momentum of two bodies that turn far."""
        table = self.good(self.scratch.model(f"""mbs: 1
space: spatial
bodies:
  a: {{type: rigid, mass: 2, inertia: {{xx: 0.2, yy: 0.3, zz: 0.4}}, initial: {{angular_velocity: [3, 1, -2]}}, markers: {{p: {{position: [0.2, 0, 0.1]}}}}}}
  b: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.12, zz: 0.15}}, initial: {{position: [0.4, 0.1, 0], velocity: [0, 1, 2]}},
      markers: {{q: {{position: [-0.1, 0.1, 0], z: [1, 1, 0]}}}}}}
forces: {{rubber: {{type: bushing, marker_i: a.p, marker_j: b.q, stiffness_matrix: {rows(STIFF)}}}}}
analyses: {{run: {{type: dynamics, duration: 2, output_step: 0.1, integrator: {{method: runge_kutta, tolerances: {{relative: 1e-10, absolute: 1e-12}}}}}}}}
outputs: {{drift: energy.drift, work: energy.work, e: rubber.energy, {", ".join(f"{a}_{x}: {a}.{x}" for a in ("momentum", "angular_momentum") for x in "xyz")}}}
"""))
        table = table.table()
        self.assertLess(max(abs(x) for x in table["drift"]), 1e-6)
        self.assertLess(max(abs(x) for x in table["work"]), 1e-9)
        self.assertGreater(max(table["e"]) - min(table["e"]), 1)
        for word in ("momentum", "angular_momentum"):
            for x in "xyz":
                column = table[f"{word}_{x}"]
                self.assertLess(max(column) - min(column), 1e-8, f"{word} {x}")

    def test_diagonals(self):
        """The same motion as by the keys of the diagonals, with a preload; and mounts of which one key is a matrix."""
        initial = "position: [0.1, 0.05, 0], angular_velocity: [1, 2, -1]"
        run = "run: {type: dynamics, duration: 0.5, output_step: 0.05}"
        outputs = "x: a.x, y: a.y, z: a.z, q: a.qx, s: rubber.torque.y, e: rubber.energy, p: rubber.power"
        preload = "preload: [1, 0, 2], angular_preload: [0, 0.3, 0]"
        diagonal = {"stiffness": ("[30, 50, 40]", "[3, 5, 4]"), "damping": ("[1, 2, 1.5]", "[0.1, 0.2, 0.15]")}

        def full(key):
            values = [float(x) for words in diagonal[key] for x in words.strip("[]").split(",")]
            return f"{key}_matrix: {rows([[values[i] * (i == j) for j in range(6)] for i in range(6)])}"

        def short(key):
            return f"{key}: {diagonal[key][0]}, angular_{key}: {diagonal[key][1]}"

        tables = [self.good(self.scratch.model(mount(initial, run, f"{one('stiffness')}, {two('damping')}, {preload}", outputs))).table()
                  for one in (short, full) for two in (short, full)]
        for table in tables[1:]:
            for name, column in table.items():
                for x, y in zip(column, tables[0][name]):
                    self.assertAlmostEqual(x, y, delta=1e-12 * max(1, abs(y)), msg=name)

    def test_signs(self):
        """A matrix of rank one holds nothing else, and is no fault; what drives is told unless it is meant."""
        beam = [[0] * 6 for _ in range(6)]
        for i, x in ((0, 3.0), (1, 1 / 3), (4, -0.7)):
            for j, y in ((0, 3.0), (1, 1 / 3), (4, -0.7)):
                beam[i][j] = x * y
        run = "run: {type: dynamics, duration: 0.01, output_step: 0.01}"
        for factor, told in ((1, False), (1 + 1e-7, False), (1.01, True)):
            beam[0][4] = beam[4][0] = -2.1 * factor
            for key, word in (("stiffness", "holding"), ("damping", "damping")):
                model = mount("position: [0, 0, 0]", run, f"{key}_matrix: {rows(beam)}")
                found = self.good(self.scratch.model(model)).err
                self.assertEqual("W-NOTE-004" in found and f"instead of {word} it" in found, told, found)
                self.assertNotIn("W-NOTE-004", self.good(self.scratch.model(model + "accept: [coefficient_signs]\n")).err)

    def test_entries_by_path(self):
        """An entry may be set by its path; alone it leaves the symmetry, with its twin it does not."""
        path = self.scratch.model(mount("position: [0.1, 0, 0]", "run: {type: dynamics, duration: 0.1, output_step: 0.1}",
                                        f"stiffness_matrix: {rows(STIFF)}"))
        run = self.scratch.run(path, "--set", "forces.rubber.stiffness_matrix[0][4]=7")
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("E-VAL-009", run.err)
        both = ("--set", "forces.rubber.stiffness_matrix[0][4]=7", "--set", "forces.rubber.stiffness_matrix[4][0]=7")
        self.good(path, *both)


HINGED = """mbs: 1
space: spatial
bodies: {{a: {{type: rigid, mass: 10, inertia: {{xx: 1, yy: 1, zz: 1}}, initial: {{angular_velocity: [0, 0, {spin}]}}}}}}
forces:
  hinge: {{type: elastic_hinge, marker_i: ground, marker_j: a, stiffness: [1e5, 1e5, 1e5], damping: [1e3, 1e3, 1e3],
          angular_stiffness: {k}, angular_damping: {c}}}
  side: {{type: torque, marker: a, vector: [{moment}, 0, 0]}}
analyses: {{run: {{type: dynamics, duration: 4, output_step: 0.02, integrator: {{tolerances: {{relative: 1e-9, absolute: 1e-11}}}}}}}}
outputs: {{tilt: "2*(a.qx^2 + a.qy^2)", turn: "2*atan2(a.qz, a.qw)", drift: energy.drift, tz: hinge.torque.z}}
"""


class TestElasticHinge(harness.MotionTest):
    def test_a_side_load_over_full_turns(self):
        """Wherever the turn about z stands, the same load tilts it as far: k sin(tilt) cos(tilt) and the damper's moment
        beside it, c w sin(tilt), make up the load. A bushing without stiffness about z grows stiffer on the way."""
        for moment, spin in ((100, 3), (400, -5)):
            k, c = 1e4, 1e2
            rows = self.good(self.scratch.model(HINGED.format(spin=spin, k=k, c=c, moment=moment))).table()
            late = [n for n, t in enumerate(rows["t"]) if t > 1.5]
            sine = moment / k
            for _ in range(50):  # sin(tilt) from its own cosine; the moment of the damper is square to that of the spring
                cosine = math.sqrt(1 - sine**2)
                sine = moment / math.hypot(k * cosine, c * spin)
            wanted = 1 - math.sqrt(1 - sine**2)  # 2 (qx^2 + qy^2) = 1 - cos(tilt)
            for n in late:
                self.assertAlmostEqual(rows["tilt"][n] / wanted, 1, delta=5e-3)
            self.assertGreater(max(rows["turn"]) - min(rows["turn"]), 6)
            self.assertLess(max(map(abs, rows["tz"])), 1.5 * c * abs(spin) * sine)

    def test_stiff_it_is_a_revolute_joint(self):
        """What it differs by from the joint falls as the stiffness grows."""
        hinge = ("forces: {{h: {{type: elastic_hinge, marker_i: ground, marker_j: a.eye, stiffness: [{k}, {k}, {k}], angular_stiffness: {k}, "
                 "damping: [{c}, {c}, {c}], angular_damping: {c}}}}}")
        joint = "joints: {h: {type: revolute, marker_i: ground, marker_j: a.eye}}"
        soft, stiff, exact = [self.good(self.scratch.model(
            "mbs: 1\nspace: spatial\ngravity: [3, -9.81, 1]\nbodies: {a: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.2, zz: 0.25, xy: 0.02}, "
            "initial: {position: [0.5, 0, 0.1]}, markers: {eye: {position: [-0.5, 0, -0.1]}}}}\n" + words +
            "\nanalyses: {run: {type: dynamics, duration: 2, output_step: 0.05, integrator: {tolerances: {relative: 1e-9, absolute: 1e-11}}}}\n"
            "outputs: {x: a.x, y: a.y, z: a.z}\n")).table()
                             for words in (hinge.format(k=1e4, c=200), hinge.format(k=1e5, c=2000), joint)]
        off = [harness.difference(rows, exact, ("x", "y", "z")) for rows in (soft, stiff)]
        print("off by", off)
        self.assertLess(off[0], 0.05)
        self.assertAlmostEqual(off[0] / off[1], 10, delta=1.5)


if __name__ == "__main__":
    harness.main()
