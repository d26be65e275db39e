#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Inverse dynamics: torques of arms against a recursive Newton-Euler program and against published ones, the motion
back from the torques, drives that share, what is refused."""

import math
import random

import harness
from virtual_work import G, about, add, cross, dot, product, scaled, solve, times, transposed


class Link:
    """A body behind a hinge: mass, inertia about its mass centre, the hinge's frame on the body before and on this
    one (place, axis and angle), the mass centre."""

    def __init__(self, mass, inertia, before, here, centre):
        self.mass, self.inertia, self.before, self.here, self.centre = mass, inertia, before, here, centre


def torques(links, q, v, a):
    """Outwards velocities and accelerations, inwards forces (Luh, Walker and Paul 1980), all in ground axes; the weight
    as an acceleration of the base."""
    R, p, w, alpha, acc = about([1, 0, 0], 0), [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, G]
    outward = []
    for link, qi, vi, ai in zip(links, q, v, a):
        (place, axis, angle), (own, own_axis, own_angle) = link.before, link.here
        reach = times(R, place)
        acc = add(acc, cross(alpha, reach), cross(w, cross(w, reach)))
        p = add(p, reach)
        R = product(R, about(axis, angle))
        z = [R[k][2] for k in range(3)]
        alpha = add(alpha, scaled(ai, z), cross(w, scaled(vi, z)))
        w = add(w, scaled(vi, z))
        hinge = p
        R = product(product(R, about([0, 0, 1], qi)), transposed(about(own_axis, own_angle)))
        reach = times(R, scaled(-1, own))
        acc = add(acc, cross(alpha, reach), cross(w, cross(w, reach)))
        p = add(p, reach)
        arm = times(R, link.centre)
        of_centre = add(acc, cross(alpha, arm), cross(w, cross(w, arm)))
        J = product(product(R, link.inertia), transposed(R))
        outward.append((z, hinge, add(p, arm), scaled(link.mass, of_centre), add(times(J, alpha), cross(w, times(J, w)))))
    found = []
    f, n = [0, 0, 0], [0, 0, 0]  # on the link, about the ground's origin
    for z, hinge, centre, force, moment in reversed(outward):
        f = add(f, force)
        n = add(n, moment, cross(centre, force))
        found.insert(0, dot(z, add(n, scaled(-1, cross(hinge, f)))))
    return found


def marker(frame):
    place, axis, angle = frame
    return f"{{position: {place}, orientation: {{axis_angle: {{axis: {axis}, angle: {angle!r}}}}}}}"


def arm(links, laws, analyses, starts, drives=True, more="", tools="", rotors=None):
    """The model of links on hinges that are driven by laws, or turned by the forces of `more`."""
    count = len(links)
    text = f"mbs: 1\nspace: spatial\ngravity: [0, 0, {-G}]\n{tools}ground: {{markers: {{out: {marker(links[0].before)}}}}}\nbodies:\n"
    for k, link in enumerate(links):
        out = f", out: {marker(links[k + 1].before)}" if k + 1 < count else ""
        I = link.inertia
        text += (f"  b{k}: {{type: rigid, mass: {link.mass!r}, center_of_mass: {link.centre}, inertia: {{xx: {I[0][0]!r}, yy: {I[1][1]!r}, "
                 f"zz: {I[2][2]!r}, xy: {I[0][1]!r}, zx: {I[0][2]!r}, yz: {I[1][2]!r}}}, markers: {{in: {marker(link.here)}{out}}}}}\n")
    text += "joints:\n"
    for k in range(count):
        before = "ground" if k == 0 else f"b{k - 1}"
        rotor = f", armature: {rotors[k]!r}" if rotors else ""
        text += f"  J{k}: {{type: revolute, marker_i: {before}.out, marker_j: b{k}.in, initial: {starts[k]}{rotor}}}\n"
    if drives:
        text += "motions:\n" + "".join(f"  M{k}: {{joint: J{k}, law: \"{law}\"}}\n" for k, law in enumerate(laws))
    text += f"{more}analyses:\n{analyses}outputs:\n"
    text += "".join(f"  q{k}: J{k}.angle\n  v{k}: J{k}.angle_rate\n" for k in range(count))
    if drives:
        text += "".join(f"  T{k}: M{k}.torque\n" for k in range(count))
        text += "  power: " + " + ".join(f"M{k}.power" for k in range(count)) + "\n  drift: energy.drift\n"
    return text


def random_arm(seed, count=6):
    rng = random.Random(seed)
    vector = lambda size: [rng.uniform(-size, size) for _ in range(3)]
    links = []
    for _ in range(count):
        # a box of mass spread, turned
        mass, a, b, c = rng.uniform(1, 8), *(rng.uniform(0.02, 0.2) for _ in range(3))
        turn = about(vector(1), rng.uniform(0, 3))
        I = product(product(turn, [[b + c, 0, 0], [0, a + c, 0], [0, 0, a + b]]), transposed(turn))
        I = [[(I[i][k] + I[k][i]) / 2 for k in range(3)] for i in range(3)]
        links.append(Link(mass, I, (vector(0.5), vector(1), rng.uniform(-2, 2)), (vector(0.3), vector(1), rng.uniform(-2, 2)),
                          vector(0.2)))
    waves = [(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.3, 0.9), rng.uniform(1, 4)) for _ in range(count)]
    return links, waves


def law_of(wave):
    return "{!r} + {!r}*t + {!r}*sin({!r}*t)".format(*wave)


def values(wave, t):
    a, b, c, w = wave
    return a + b * t + c * math.sin(w * t), b + c * w * math.cos(w * t), -c * w * w * math.sin(w * t)


def driven(waves, row):
    return zip(*(values(wave, row) for wave in waves))


class TestArms(harness.MotionTest):
    def test_recursive_newton_euler(self):
        """Torques of five arms with skew hinges."""
        for seed in range(5):
            links, waves = random_arm(seed)
            starts = [f"{{angle: {wave[0]!r}}}" for wave in waves]
            rows = self.good(self.scratch.model(arm(links, [law_of(w) for w in waves],
                                                    "  run: {type: inverse_dynamics, duration: 2, output_step: 0.05}\n", starts))).table()
            worst, largest = 0, 0
            for row, t in enumerate(rows["t"]):
                q, v, a = driven(waves, t)
                for k, torque in enumerate(torques(links, q, v, a)):
                    worst = max(worst, abs(rows[f"T{k}"][row] - torque))
                    largest = max(largest, abs(torque))
            print(f"arm {seed}: {worst:.2g} of {largest:.4g} N m; drift {max(map(abs, rows['drift'])):.2g} J")
            self.assertLess(worst, 1e-9)
            self.assertLess(worst, 1e-11 * largest)

    def test_motion_back(self):
        """The torques, as tables of what was recorded, move the arm as it was driven."""
        links, waves = random_arm(7)
        starts = [f"{{angle: {wave[0]!r}}}" for wave in waves]
        run = self.good(self.scratch.model(arm(links, [law_of(w) for w in waves],
                                               "  run: {type: inverse_dynamics, duration: 2, output_step: 1e-3}\n", starts)))
        recorded = (run.directory / "run.csv").read_text(encoding="utf-8")
        (self.scratch.path / "recorded.csv").write_text(recorded, encoding="utf-8")
        tools = "functions:\n" + "".join(
            f"  F{k}: {{type: table, file: recorded.csv, columns: [t, T{k}], y_unit: N*m, interpolation: cubic, ends: not_a_knot}}\n"
            for k in range(6))
        more = "forces:\n" + "".join(f"  load{k}: {{type: coordinate_force, joint: J{k}, value: F{k}(t/(1 s))}}\n" for k in range(6))
        starts = [f"{{angle: {wave[0]!r}, rate: {values(wave, 0)[1]!r}}}" for wave in waves]
        back = self.good(self.scratch.model(arm(links, [], "  run: {type: dynamics, duration: 2, output_step: 0.05, integrator: "
                                                "{tolerances: {relative: 1e-10, absolute: 1e-12}}}\n", starts, False, more, tools),
                                            "back.yaml")).table()
        off = max(abs(back[f"q{k}"][row] - values(wave, t)[0]) for row, t in enumerate(back["t"]) for k, wave in enumerate(waves))
        print(f"the motion back from the torques: {off:.2g} rad")
        self.assertLess(off, 1e-6)


# Parameters of the Puma 560 in the frames of Denavit and Hartenberg: Armstrong, Khatib and Burdick 1986, IEEE Conf. on
# Robotics and Automation, 510, as collected by Corke and Armstrong-Helouvry 1994 (same conference, 1608). theta is
# turned about z, then d along z, a along x, alpha about x.
TWIST = (math.pi / 2, 0, -math.pi / 2, math.pi / 2, -math.pi / 2, 0)
ALONG = (0, 0.4318, 0.0203, 0, 0, 0)
OFFSET = (0, 0, 0.15005, 0.4318, 0, 0)
MASS = (0, 17.4, 4.8, 0.82, 0.34, 0.09)
CENTRE = ([0, 0, 0], [-0.3638, 0.006, 0.2275], [-0.0203, -0.0141, 0.070], [0, 0.019, 0], [0, 0, 0], [0, 0, 0.032])
INERTIA = ((0, 0.35, 0), (0.13, 0.524, 0.539), (0.066, 0.086, 0.0125), (1.8e-3, 1.3e-3, 1.8e-3), (0.3e-3, 0.4e-3, 0.3e-3),
           (0.15e-3, 0.15e-3, 0.04e-3))
ROTOR = [G2 * J for G2, J in zip((62.6111**2, 107.815**2, 53.7063**2, 76.0364**2, 71.923**2, 76.686**2),
                                 (200e-6, 200e-6, 200e-6, 33e-6, 33e-6, 33e-6))]
NOMINAL = (0, math.pi / 4, math.pi, 0, math.pi / 4, 0)


SHIFT = 0.01  # kg m^2


def puma():
    """Of the first link only what turns about its axis is known: its mass and other inertias stand for nothing. What was
    measured of the third is no body's: the largest inertia exceeds the sum of the others. It turns by axis 1 square to
    axis 3, and by axes 2 and 3 along it, so that square to axis 3 an inertia counts as one of the first link."""
    links = []
    for k in range(6):
        shift = (0, -SHIFT, 0) if k == 0 else (SHIFT, 0, SHIFT) if k == 2 else (0, 0, 0)
        inertia = add((0.2, 0.35, 0.2) if k == 0 else INERTIA[k], shift)
        here = [-ALONG[k], -OFFSET[k] * math.sin(TWIST[k]), -OFFSET[k] * math.cos(TWIST[k])]
        links.append(Link(MASS[k] or 10.0, [[inertia[i] if i == j else 0 for j in range(3)] for i in range(3)],
                          ([0, 0, 0], [1, 0, 0], 0.0), (here, [1, 0, 0], -TWIST[k]), CENTRE[k]))
    return links


class TestPuma(harness.MotionTest):
    def torques(self, q, v, a, rotors=None):
        laws = [f"{x!r} + {y!r}*t + {z / 2!r}*t^2" for x, y, z in zip(q, v, a)]
        rows = self.good(self.scratch.model(arm(puma(), laws, "  run: {type: inverse_dynamics, duration: 0.01, output_step: 0.01}\n",
                                                [f"{{angle: {x!r}}}" for x in q], rotors=rotors))).table()
        return [rows[f"T{k}"][0] for k in range(6)]

    def near(self, found, published, delta):
        for k, (a, b) in enumerate(zip(found, published)):
            self.assertAlmostEqual(a, b, delta=delta, msg=f"axis {k + 1}")

    def test_published(self):
        """What the Robotics Toolbox (Corke) prints for these parameters, to its four digits: gravity load, inertia with the
        rotors and velocity products, which have none, at the nominal pose."""
        zero = [0] * 6
        still = self.torques(NOMINAL, zero, zero)
        self.near(still, (0, 31.6399, 6.0351, 0, 0.0283, 0), 6e-5)
        rate = [1, 2, 3, 1, 2, 3]
        self.near(self.torques(NOMINAL, zero, zero, ROTOR), still, 1e-11)
        faster, bare = self.torques(NOMINAL, zero, rate, ROTOR), self.torques(NOMINAL, zero, rate)
        self.near([a - b for a, b in zip(faster, still)], (3.1500, 9.4805, 3.6189, 0.1901, 0.3519, 0.5823), 6e-5)
        self.near([a - b for a, b in zip(faster, bare)], [r * s for r, s in zip(ROTOR, rate)], 1e-11)
        coriolis = ((-0.1735, -2.0494, -0.1178, -0.0002, -0.0045, 0.0001), (0.6274, 1.1572, 1.9287, -0.0015, -0.0003, -0.0000),
                    (-0.3608, -0.7734, -0.0018, -0.0009, -0.0064, -0.0000), (0.0011, 0.0005, -0.0001, 0.0002, 0.0002, -0.0001),
                    (-0.0002, 0.0028, 0.0046, -0.0002, -0.0000, -0.0000), (0.0001, 0.0000, 0.0000, 0.0000, 0.0000, 0))
        turning = self.torques(NOMINAL, rate, zero, ROTOR)
        self.near([a - b for a, b in zip(turning, still)], [dot(row, rate) for row in coriolis], 12 * 5e-5)

    def test_shipped(self):
        """The model that is shipped has these torques, and its program here the same."""
        run = self.good(harness.SOURCE / "models/examples/puma_560.yaml")
        rows = run.table("motors")
        self.assertLess(abs(rows["torque_2"][0] - 31.6399), 6e-5)


def fall(links, q, duration, steps):
    """Angles of an arm without drives, by Runge and Kutta's method of order four; inertia and load from torques."""
    count, h = len(q), duration / steps

    def rates(y):
        q, v = y[:count], y[count:]
        zero = [0.0] * count
        load = torques(links, q, v, zero)
        columns = [[a - b for a, b in zip(torques(links, q, v, [float(i == k) for i in range(count)]), load)] for k in range(count)]
        return v + solve(transposed(columns), scaled(-1, load))

    y = list(q) + [0.0] * count
    for _ in range(steps):
        a = rates(y)
        b = rates(add(y, scaled(h / 2, a)))
        c = rates(add(y, scaled(h / 2, b)))
        d = rates(add(y, scaled(h, c)))
        y = add(y, scaled(h / 6, add(a, scaled(2, b), scaled(2, c), d)))
    return y[:count]


class TestFalling(harness.MotionTest):
    def test_falling(self):
        """models/examples/puma_560_falling.yaml against an integration of the six equations, with the program above."""
        rows = self.good(harness.SOURCE / "models/examples/puma_560_falling.yaml").table()
        row = min(range(len(rows["t"])), key=lambda k: abs(rows["t"][k] - 0.3))
        angles = fall(puma(), NOMINAL, rows["t"][row], 150)
        off = max(abs(angle - rows[f"q_{k + 1}"][row]) for k, angle in enumerate(angles))
        print(f"falling: {off:.2g} rad at {rows['t'][row]:.6g} s")
        self.assertLess(off, 1e-6)


class TestShared(harness.MotionTest):
    """More motions than freedoms: the least sum of squares."""

    def test_two_motors_on_one_train(self):
        """Shafts of 0.1 and 0.2 kg m^2, geared 1 to 2: the torque T of one alone is shared as (1, n) T/(1 + n^2), n = -1/2."""
        run = self.good(self.scratch.model("""mbs: 1
space: planar
gravity: [0, -9.81]
ground: {markers: {shaft: {position: [1, 0]}}}
bodies:
  one: {type: rigid, mass: 1, inertia: 0.1}
  two: {type: rigid, mass: 1, inertia: 0.2, initial: {position: [1, 0]}}
joints:
  left:  {type: revolute, marker_i: ground, marker_j: one}
  right: {type: revolute, marker_i: ground.shaft, marker_j: two}
couplers:
  mesh: {type: gear, joint_1: left, joint_2: right, teeth_1: 20, teeth_2: 40}
motions:
  M1: {joint: left, law: t^3}
  M2: {joint: right, law: -t^3/2}
analyses:
  shared: {type: inverse_dynamics, duration: 1, output_step: 0.1}
  plain: {type: kinematics, duration: 1, output_step: 0.1}
outputs: {T1: M1.torque, T2: M2.torque, power: M1.power + M2.power}
"""))
        self.assertIn("W-KIN-005", run.err)
        self.assertIn('motions "M1", "M2" drive more', run.err)
        rows = run.table("shared")
        for t, first, second in zip(rows["t"], rows["T1"], rows["T2"]):
            alone = (0.1 + 0.2 / 4) * 6 * t
            self.assertAlmostEqual(first, alone * 0.8, delta=1e-12)
            self.assertAlmostEqual(second, -alone * 0.4, delta=1e-12)
        self.assertEqual(set(run.table("plain")["T1"]), {None})

    def test_a_motor_and_a_cylinder(self):
        """A torque and a force share by one length: F/T = (dx/dphi)/l^2, and together do what the motor alone does."""
        text = (harness.SOURCE / "models/examples/slider_crank.yaml").read_text(encoding="utf-8")
        text = text[:text.index("analyses:")] + """analyses:
  motors: {type: inverse_dynamics, duration: turn, output_step: turn/60}
"""
        alone = self.good(self.scratch.model(text + "outputs: {T: motor.torque}\n")).table()
        both = text.replace("analyses:", """  cylinder: {joint: guide, law: "r*cos(w*t) + sqrt(l^2 - (r*sin(w*t))^2)"}

analyses:""") + "outputs: {T: motor.torque, F: cylinder.force, x: slider.x}\n"
        rows = self.good(self.scratch.model(both, "both.yaml")).table()
        lengths = []
        for row, t in enumerate(rows["t"]):
            phi = 10 * t
            rod = math.sqrt(0.09 - (0.1 * math.sin(phi))**2)
            slope_here = -0.1 * math.sin(phi) * (1 + 0.1 * math.cos(phi) / rod)
            self.assertAlmostEqual(rows["T"][row] + rows["F"][row] * slope_here, alone["T"][row], delta=1e-10)
            if abs(slope_here) > 0.01 and abs(rows["F"][row]) > 1e-3:
                lengths.append(math.sqrt(rows["T"][row] * slope_here / rows["F"][row]))
        print(f"a force counts as a torque at {lengths[0]:.6g} m")
        self.assertLess(max(lengths) - min(lengths), 1e-9 * lengths[0])


def cubic(x, points):
    """The polynomial through four points (Lagrange), which is what the record's spline is."""
    return sum(y * math.prod((x - other) / (at - other) for other, _ in points if other != at) for at, y in points)


# docs/examples/residual_forces.yaml: mass, moments of inertia of its two bodies.
BODIES = ((12, (0.11, 0.09, 0.12)), (11, (0.9, 0.9, 0.03)))


def walk(t):
    """Poses of pelvis and leg, the hip, the axes that have made the first turn."""
    first = about([0, 0, 1], 0.1 * math.cos(6 * t))
    R = product(product(first, about([0, 1, 0], 0.05 + 0.03 * math.sin(12 * t))), about([1, 0, 0], 0.04 * math.sin(6 * t)))
    r = [1.2 * t, 0.02 * math.sin(6 * t), 0.95 + 0.02 * math.sin(12 * t)]
    hip = add(r, times(R, [0, -0.09, -0.06]))
    leg = product(R, about([0, -1, 0], 0.3 * math.cos(6 * t)))
    return (r, R), (add(hip, times(leg, [0, 0, -0.38])), leg), hip, first


def points_of(t):
    """Six points for each body, of its mass and inertia."""
    found = []
    for (mass, J), (r, R) in zip(BODIES, walk(t)):
        for k in range(3):
            arm = math.sqrt(3 * (sum(J) / 2 - J[k]) / mass)
            for sign in (1, -1):
                found.append((mass / 6, add(r, scaled(sign * arm, [row[k] for row in R]))))
    return found


class TestResiduals(harness.MotionTest):
    def test_residual_forces(self):
        """The example of the reference: what moves twelve points, less the weight and what the plate gives, about the
        pelvis; of the leg alone, about the hip."""
        rows, h = self.good(harness.SOURCE / "docs/examples/residual_forces.yaml").table(), 2e-3
        weights = (1 / 90, -3 / 20, 3 / 2, -49 / 18, 3 / 2, -3 / 20, 1 / 90)
        for row, t in enumerate(rows["t"]):
            around = [points_of(t + k * h) for k in range(-3, 4)]
            (pelvis, _), (r, R), hip, first = walk(t)
            force = cubic(t, ((0, 190), (0.3, 260), (0.6, 235), (0.9, 205)))
            plate, foot = [0.2 * (force - 200), 0, force], add(r, times(R, [0.03, 0, -0.47]))
            total, moment, on_leg = scaled(-1, plate), cross(add(pelvis, scaled(-1, foot)), plate), cross(add(hip, scaled(-1, foot)), plate)
            for n, (mass, x) in enumerate(around[3]):
                push = [mass * sum(w * points[n][1][i] for w, points in zip(weights, around)) / h**2 for i in range(3)]
                push[2] += mass * G
                total, moment = add(total, push), add(moment, cross(add(x, scaled(-1, pelvis)), push))
                if n >= 6:
                    on_leg = add(on_leg, cross(add(x, scaled(-1, hip)), push))
            moment = times(transposed(first), moment)
            for k, axis in enumerate("xyz"):
                self.assertAlmostEqual(rows[f"force_{axis}"][row], total[k], delta=1e-6, msg=f"{axis} {t}")
                self.assertAlmostEqual(rows[f"moment_{axis}"][row], moment[k], delta=1e-6, msg=f"{axis} {t}")
            self.assertAlmostEqual(rows["hip"][row], -dot([line[1] for line in R], on_leg), delta=1e-6, msg=f"hip {t}")


class TestWords(harness.MotionTest):
    def test_what_is_left_free(self):
        links, waves = random_arm(3)
        text = arm(links, [law_of(w) for w in waves], "  run: {type: inverse_dynamics, duration: 1, output_step: 0.1}\n",
                   [f"{{angle: {wave[0]!r}}}" for wave in waves])
        text = "".join(line + "\n" for line in text.splitlines() if not line.startswith(("  M4:", "  T4:", "  power:")))
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        failure = run.analysis("run")["failure"]
        self.assertEqual(failure["code"], "E-KIN-001")
        self.assertIn("1 degree of freedom is", failure["message"])
        self.assertIn('"b4"', failure["message"])
        self.assertNotIn('"b3"', failure["message"])


if __name__ == "__main__":
    harness.main()
