#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Mechanisms with more joint equations than they need: the redundancy is named, what it leaves
undetermined is left empty, and the motion is right."""

import itertools
import math
import random
import re

import harness


class Redundant(harness.MotionTest):
    def named(self, run, equations, joints):
        """The summary and the warning name the surplus and exactly these joints."""
        mobility = run.summary["mobility"]
        self.assertEqual(mobility["redundant_equations"], equations)
        self.assertEqual(mobility["dof_by_rank"], 1)
        self.assertEqual(mobility["dof_by_count"], 1 - equations)
        self.assertEqual(sorted(mobility["redundant_joints"]), sorted(joints))
        self.assertFalse(mobility["singular"])
        warnings = run.summary["warnings"] + run.analysis()["warnings"]
        found = [w for w in warnings if w["code"] == "W-DOF-001"]
        self.assertEqual(len(found), 1, warnings)
        for joint in joints:
            self.assertRegex(found[0]["message"], rf"\b{joint}\b")
        self.assertEqual([w["code"] for w in warnings], ["W-DOF-001"])

    def undetermined(self, run, empty, determined):
        """Empty fields in all rows and null with a reason for these channels, and no others."""
        table = run.table()
        channels = {channel["name"]: channel for channel in run.analysis()["channels"]}
        for name in empty:
            self.assertEqual(set(table[name]), {None}, name)
            self.assertIn("value", channels[name], name)
            self.assertIsNone(channels[name]["value"])
            self.assertGreater(len(channels[name]["reason"]), 20, name)
        for name in determined:
            self.assertNotIn(None, table[name], name)
            self.assertNotIn("reason", channels[name], name)
        self.assertEqual(set(table), {"t", *empty, *determined})


class TestThreeCranks(Redundant):
    """A planar swing on three parallel cranks: one is enough to hold it, one more to keep it level."""

    def test_motion_and_reactions(self):
        path = harness.SOURCE / "tests" / "models" / "data" / "three_cranks.yaml"
        run = self.good(path)
        self.named(run, 1, [f"{place}_{k}" for place in ("ground", "beam") for k in (1, 2, 3)])
        self.undetermined(run, ["force_x", "force_y", "beam_force_x"],
                          ["x", "y", "crank", "sum_check", "torque"])
        table = run.table()
        # (3 J + M L^2) phi'' = -(3 m L/2 + M L) g sin(phi): a simple pendulum of this gravity
        gravity = 9.81 * (3 * 0.5 + 2) / (3 / 3 + 2)
        period = 4 / math.sqrt(gravity) * math.pi / 2 / mean(1, math.cos(0.25))
        error = 0.0
        for t, angle, x, y in zip(table["t"], table["crank"], table["x"], table["y"]):
            exact = swing(t, math.sqrt(gravity), 0.5)
            error = max(error, abs(angle - exact), abs(x - 1 - math.sin(exact)),
                        abs(y + math.cos(exact)))
        print(f"period {period:.6g} s, error {error:.3g}")
        self.assertLess(error, 1e-5)

    def test_two_cranks_move_alike(self):
        """Without the crank in the middle (its mass in the beam) nothing is redundant."""
        three = harness.SOURCE / "tests" / "models" / "data" / "three_cranks.yaml"
        two = harness.SOURCE / "tests" / "models" / "data" / "two_cranks.yaml"
        self.assertEqual(self.good(two).summary["mobility"]["redundant_equations"], 0)
        pairs = {"three": self.pair(three, 1e-10, analysis="swing"),
                 "two": self.pair(two, 1e-10, analysis="swing")}
        self.same_motion(pairs, ("x", "y", "crank"), 2)


def mean(a, b):
    """The arithmetic-geometric mean: K(k) = pi/2 / mean(1, sqrt(1 - k^2))."""
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return (a + b) / 2


def swing(t, omega, start):
    """The angle of a simple pendulum let go at rest from start: sin(phi/2) = k cd(omega t)."""
    k = math.sin(start / 2)
    cd = jacobi_cd(omega * t, k)
    return 2 * math.asin(k * cd)


def jacobi_cd(u, k):
    a, b, c = [1.0], math.sqrt(1 - k * k), [k]
    while abs(c[-1]) > 1e-17 and len(a) < 20:
        middle, b, half = (a[-1] + b) / 2, math.sqrt(a[-1] * b), (a[-1] - b) / 2
        a.append(middle)
        c.append(half)
    phi = 2 ** (len(a) - 1) * a[-1] * u
    for n in range(len(a) - 1, 0, -1):
        before = phi
        phi = (phi + math.asin(c[n] / a[n] * math.sin(phi))) / 2
    return math.cos(before - phi)  # cn/dn


# --- a four-bar of four parallel hinges in space ----------------------------------------------

A, B, C, D = 1.0, 2.0, math.sqrt(13.0), 4.0  # crank, coupler, rocker, ground
G = 9.81


def rocker_of(theta):
    """Freudenstein's equation: the rocker's angle at this crank angle, on the open branch."""
    k1, k2, k3 = D / A, D / C, (A * A - B * B + C * C + D * D) / (2 * A * C)
    # k1 cos(r) - k2 cos(theta) + k3 = cos(theta - r)
    p = k1 - math.cos(theta)
    q = -math.sin(theta)
    r = k2 * math.cos(theta) - k3
    return math.atan2(q, p) + math.acos(r / math.hypot(p, q))


def points(theta):
    rocker = rocker_of(theta)
    return ((A * math.cos(theta), A * math.sin(theta)),
            (D + C * math.cos(rocker), C * math.sin(rocker)))


def shape(theta):
    """Kinetic energy at unit crank rate, times two; and height of the masses: I(theta), V(theta)/g.
    Derivatives by fourth-order differences, good to 1e-11 here."""
    step = 1e-3

    def centres(angle):
        p, q = points(angle)
        coupler = math.atan2(q[1] - p[1], q[0] - p[0])
        return (p[0] / 2, p[1] / 2, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (D + q[0]) / 2, q[1] / 2,
                angle, coupler, rocker_of(angle))

    n1, n2, n3, n4 = (centres(theta + k * step) for k in (-2, -1, 1, 2))
    rate = [(a - 8 * b + 8 * c - d) / (12 * step) for a, b, c, d in zip(n1, n2, n3, n4)]
    inertia = 0.0
    for body, (mass, length) in enumerate(((1, A), (2, B), (3, C))):
        inertia += mass * (rate[2 * body] ** 2 + rate[2 * body + 1] ** 2)
        inertia += mass * length ** 2 / 12 * rate[6 + body] ** 2
    here = centres(theta)
    return inertia, here[1] + 2 * here[3] + 3 * here[5]


def four_bar(start, rate, times):
    """Crank angles at these times: theta' from energy's second form, by Runge and Kutta."""

    def acceleration(theta, speed):
        step = 1e-3
        samples = [shape(theta + k * step) for k in (-2, -1, 1, 2)]
        slope = [(a - 8 * b + 8 * c - d) / (12 * step) for a, b, c, d in zip(*samples)]
        return -(0.5 * slope[0] * speed ** 2 + G * slope[1]) / shape(theta)[0]

    angles, theta, speed, t = [], start, rate, 0.0
    for end in times:
        count = max(1, math.ceil((end - t) / 0.001 - 1e-9)) if end > t else 0
        h = (end - t) / count if count else 0
        for _ in range(count):
            k1, l1 = speed, acceleration(theta, speed)
            k2, l2 = speed + h / 2 * l1, acceleration(theta + h / 2 * k1, speed + h / 2 * l1)
            k3, l3 = speed + h / 2 * l2, acceleration(theta + h / 2 * k2, speed + h / 2 * l2)
            k4, l4 = speed + h * l3, acceleration(theta + h * k3, speed + h * l3)
            theta += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            speed += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
        t = end
        angles.append(theta)
    return angles


class TestFourBarInSpace(Redundant):
    """Four hinges with parallel axes: 20 equations, of which three only say again that the
    mechanism stays in its plane."""

    def setUp(self):
        super().setUp()
        self.data = harness.SOURCE / "tests" / "models" / "data"

    def test_freudenstein(self):
        """The closed form used here gives the textbook's numbers."""
        for degrees, rocker, x, y in ((30, 2.39776009830528, 1.3467509084, 2.44136626869),
                                      (60, 2.33695897648868, 1.5, 2.59807621135),
                                      (90, 2.39016934704943, None, None),
                                      (180, 2.80230003913575, None, None),
                                      (270, 2.88012667330316, None, None)):
            self.assertAlmostEqual(rocker_of(math.radians(degrees)), rocker, delta=1e-13)
            if x is not None:
                self.assertAlmostEqual(points(math.radians(degrees))[1][0], x, delta=1e-10)
                self.assertAlmostEqual(points(math.radians(degrees))[1][1], y, delta=1e-10)

    def test_redundancy(self):
        run = self.good(self.data / "four_bar_spatial.yaml")
        self.named(run, 3, ["A", "B", "C", "D"])
        self.undetermined(run, ["A_z", "A_tx", "A_ty", "D_z"],
                          ["crank", "rocker", "px", "py", "qx", "qy", "out", "rate", "drift", "A_x", "A_y",
                           "D_x", "D_y"])

    def test_geometry(self):
        """At every row the rocker stands where Freudenstein's equation puts it."""
        table = self.good(self.data / "four_bar_spatial.yaml").table()
        worst = 0.0
        for k, theta in enumerate(table["crank"]):
            (px, py), (qx, qy) = points(theta)
            rocker = rocker_of(theta)
            worst = max(worst, abs(table["rocker"][k] - rocker), abs(table["px"][k] - px),
                        abs(table["py"][k] - py), abs(table["qx"][k] - qx), abs(table["qy"][k] - qy),
                        abs(table["out"][k]))
        print(f"off the closed form by {worst:.3g}")
        self.assertLess(worst, 1e-9)

    def test_motion(self):
        """Against one equation in the crank angle, made from the closed form alone."""
        run = self.good(self.data / "four_bar_spatial.yaml",
                        *harness.integrator("turn", 1e-10))
        table = run.table()
        self.assertGreater(table["crank"][-1] - table["crank"][0], 2 * math.pi, "goes round")
        rows = range(0, len(table["t"]), 10)
        exact = four_bar(table["crank"][0], 6.0, [table["t"][k] for k in rows])
        error = max(abs(table["crank"][k] - angle) for k, angle in zip(rows, exact))
        print(f"crank angle off by {error:.3g} rad")
        self.assertLess(error, 1e-6)

    def test_planar_version_moves_alike(self):
        channels = ("px", "py", "qx", "qy")
        pairs = {name: self.pair(self.data / f"four_bar_{name}.yaml", 1e-10, analysis="turn")
                 for name in ("planar", "spatial")}
        self.same_motion(pairs, channels, 4)
        for channel in ("A_x", "A_y", "D_x", "D_y"):
            found = harness.difference(pairs["planar"][0], pairs["spatial"][0], (channel,))
            print(f"{channel} differs by {found:.3g} N")
            self.assertLess(found, 1e-4)
        self.assertEqual(self.good(self.data / "four_bar_planar.yaml")
                         .summary["mobility"]["redundant_equations"], 0)


def crank_rocker(space, a, b, c, d, angle):
    """A crank-rocker that a torque turns, closed by the law of cosines; in space three of its 20 equations depend
    on others for good, by hinges that are all parallel."""
    x, y = a * math.cos(angle), a * math.sin(angle)
    far = math.hypot(d - x, y)
    slope = math.atan2(-y, d - x) + math.acos((b * b + far * far - c * c) / (2 * b * far))
    ends = {"O": (0, 0), "A": (x, y), "B": (x + b * math.cos(slope), y + b * math.sin(slope)), "D": (d, 0)}
    bodies = ""
    for name, one, other, mass in (("crank", "O", "A", 1), ("coupler", "A", "B", 2), ("rocker", "D", "B", 1.5)):
        (x0, y0), (x1, y1) = ends[one], ends[other]
        turn, size = math.atan2(y1 - y0, x1 - x0), math.hypot(x1 - x0, y1 - y0)
        third = ", 0" if space == "spatial" else ""
        axes = f"{{axis_angle: {{axis: [0, 0, 1], angle: {turn!r}}}}}"
        pose = f"orientation: {axes}" if third else f"angle: {turn!r}"
        inertia = mass * size * size / 12
        moments = f"{{xx: {0.6*inertia!r}, yy: {0.9*inertia!r}, zz: {inertia!r}}}" if third else repr(inertia)
        bodies += (f"  {name}: {{type: rigid, mass: {mass}, inertia: {moments}, initial: {{position: [{(x0 + x1)/2!r}, "
                   f"{(y0 + y1)/2!r}{third}], {pose}}}, markers: {{p: {{position: [{-size/2!r}, 0{third}]}}, "
                   f"q: {{position: [{size/2!r}, 0{third}]}}}}}}\n")
    push = "vector: [0, 0, 3]" if space == "spatial" else "value: 3"
    return f"""mbs: 1
space: {space}
bodies:
{bodies}ground: {{markers: {{D: {{position: [{d!r}, 0{", 0" if space == "spatial" else ""}]}}}}}}
joints:
  o: {{type: revolute, marker_i: ground, marker_j: crank.p}}
  a: {{type: revolute, marker_i: crank.q, marker_j: coupler.p}}
  b: {{type: revolute, marker_i: coupler.q, marker_j: rocker.q}}
  d: {{type: revolute, marker_i: ground.D, marker_j: rocker.p}}
forces: {{push: {{type: torque, marker: crank, {push}}}}}
analyses: {{go: {{type: dynamics, duration: 5, output_step: 0.05, integrator: {{tolerances: {{relative: 1e-9}}}}}}}}
outputs: {{o: o.angle, d: d.angle}}
"""


class TestRowsChosenOnce(harness.MotionTest):
    """Rows that are left out are chosen at the start. Through whole turns the others stay as good: in space a
    four-bar moves as its twin in the plane, which has no row to spare, in as many steps."""

    def test_whole_turns(self):
        chance, found = random.Random(1), 0
        while found < 6:
            a, b, c, d = chance.uniform(.5, 1), chance.uniform(1.2, 2.2), chance.uniform(1.2, 2.2), chance.uniform(1.5, 2.5)
            if a + max(b, c, d) > sum((b, c, d)) - max(b, c, d) - 0.05:
                continue  # it does not turn round
            found += 1
            angle = chance.uniform(0, 6.28)
            runs = [self.good(self.scratch.model(crank_rocker(space, a, b, c, d, angle))) for space in ("planar", "spatial")]
            tables, steps = [run.table() for run in runs], [run.analysis()["steps"] for run in runs]
            self.assertGreater(tables[0]["o"][-1], 6.3)
            off = max(abs(x - y) for name in ("o", "d") for x, y in zip(tables[0][name], tables[1][name]))
            print(f"{tables[0]['o'][-1]/6.283:.1f} turns, off by {off:.2g}, steps {steps}")
            self.assertLess(off, 1e-6)
            self.assertLess(steps[1], 1.15 * steps[0])
            self.assertNotIn("W-SING-001", runs[1].err)


# A loop of Bennett: four bars in space, which move though they count as rigid.
BENNETT = """\
mbs: 1
space: spatial
gravity: [0,0,-9.81]
bodies:
  l1: {type: rigid, mass: 1.5, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: [-0.08682408883346517,0.49240387650610407,0.0]}}
  l2: {type: rigid, mass: 1.5, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: [-0.33341631756803086,0.43943998099555415,0.3003731777051141]}}
  l3: {type: rigid, mass: 1.5, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}, initial: {position: [-0.8893798384211051,-0.0529638955105498,0.3003731777051141]}}
joints:
  j1: {type: revolute, body_i: ground, body_j: l1, at: [0.0,0.0,0.0], axis: [0.0,0.0,1.0]}
  j2: {type: revolute, body_i: l1, body_j: l2, at: [-0.17364817766693033,0.9848077530122081,0.0], axis: [0.7544065067354891,0.133022221559489,0.6427876096865394]}
  j3: {type: revolute, body_i: l2, body_j: l3, at: [-0.4931844574691314,-0.10592779102109984,0.6007463554102282], axis: [-0.46729770950562277,0.5276166420678099,0.7094036437063791]}
  j4: {type: revolute, body_i: l3, body_j: ground, at: [-1.2855752193730787,2.3592239273284576e-16,0.0], axis: [5.551115123125783e-17,0.9848077530122081,0.17364817766693041]}
analyses: {run: {type: dynamics, duration: 6, output_step: 0.01}}
outputs: {a1: j1.angle, a2: j2.angle, E: energy.drift}
"""


class TestFreeLoops(harness.MotionTest):
    """Rows between steps are off redundant constraints by the error of the interpolant; velocities there satisfy them to
    the misfit of places times the speeds, and no better."""

    def test_bennett(self):
        """At the default tolerance it falls as at a hundredth of it, to its end."""
        loose, tight = [self.good(self.scratch.model(BENNETT.replace("output_step: 0.01", "output_step: 0.01" + more))).table()
                        for more in ("", ", integrator: {tolerances: {relative: 1e-9, absolute: 1e-11}}")]
        self.assertEqual(len(loose["t"]), 601)
        self.assertLess(harness.difference(loose, tight, ("a1", "a2")), 1e-4)
        self.assertLess(max(map(abs, tight["E"])), 1e-6)

    def test_three_hinges_at_speed(self):
        """Ten redundant rows at 1,000 rad/s: nothing is lost of the speed."""
        hinges = ", ".join(f"h{k}: {{type: revolute, body_i: ground, body_j: b, at: [0, 0, {k}], axis: [0, 0, 1]}}" for k in range(3))
        rows = self.good(self.scratch.model(
            "mbs: 1\nspace: spatial\nbodies: {b: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, initial: {angular_velocity: [0, 0, 1000]}}}\n"
            f"joints: {{{hinges}}}\nanalyses: {{run: {{type: dynamics, duration: 1, output_step: 0.01}}}}\noutputs: {{w: b.wz, a: h0.angle}}\n")).table()
        self.assertAlmostEqual(rows["w"][-1], 1000, delta=1e-9)
        self.assertAlmostEqual(rows["a"][-1], 1000, delta=1e-3)


BOX = "mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.15}"
SHAFT = "mbs: 1\nspace: spatial\ngravity: [0, -9.81, 0]\nbodies:\n  b: {type: rigid, " + BOX + """, initial: {position: [0.5, 0, 0]},
    markers: {p: {position: [-0.5, 0, 0.2]}, q: {position: [-0.5, 0, -0.3]}}}
ground: {markers: {p: {position: [0, 0, 0.2]}, q: {position: [0, 0, -0.3]}}}
joints:
""" + "".join(f"  {name}: {{type: KIND, marker_i: ground.{name}, marker_j: b.{name}}}\n" for name in "pq")
SHAFT_PLANAR = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.5, 0]}, markers: {p: {position: [-0.5, 0]}, q: {position: [0.3, 0.2]}}}}
ground: {markers: {p: {position: [0, 0]}, q: {position: [0.8, 0.2]}}}
joints:
""" + "".join(f"  {name}: {{type: KIND, marker_i: ground.{name}, marker_j: b.{name}}}\n" for name in "pq")
SLIDER = f"""mbs: 1
space: spatial
gravity: [0, -9.81, 0]
bodies:
  crank: {{type: rigid, {BOX}, initial: {{position: [0, 0.1, 0], angular_velocity: [0, 0, 2]}}}}
  rod: {{type: rigid, {BOX}, initial: {{position: [0.3, 0.1, 0]}}}}
  ram: {{type: rigid, {BOX}, initial: {{position: [0.6, 0, 0]}}}}
joints:
  o: {{type: revolute, body_i: ground, body_j: crank, at: [0, 0, 0], axis: [0, 0, 1]}}
  a: {{type: revolute, body_i: crank, body_j: rod, at: [0, 0.2, 0], axis: [0, 0, 1]}}
  b: {{type: spherical, body_i: rod, body_j: ram, at: [0.6, 0, 0]}}
  slide: {{type: prismatic, body_i: ground, body_j: ram, at: [0.6, 0.1, 0], axis: [1, 0, 0]}}
"""
# a body that slides on two parallel rails along x, and a link with a ball and a cross in one place
RAILS = SHAFT.replace("gravity: [0, -9.81, 0]", "gravity: [0, 0, -9.81]")
PLANE = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.3, -0.4]}}, b: {type: rigid, mass: 1, inertia: 0.1,
  initial: {position: [1.3, -0.4]}}, c: {type: rigid, mass: 2, inertia: 0.3, initial: {position: [1, -0.8]}}}
joints:
  one: {type: revolute, body_i: ground, body_j: a, at: [0, 0]}
  two: {type: revolute, body_i: ground, body_j: b, at: [1, 0]}
  three: {type: revolute, body_i: a, body_j: c, at: [0.6, -0.8]}
  four: {type: revolute, body_i: b, body_j: c, at: [1.6, -0.8]}
"""
ROD = "ground: {markers: {r: {position: [0.5, 0]}}}\n" + PLANE.replace(
    "position: [1, -0.8]}", "position: [1, -0.8]}, markers: {r: {position: [0.1, 0]}}") + (
    "  rod: {type: distance, marker_i: ground.r, marker_j: c.r, length: 1}\n")


class TestExchange(harness.MotionTest):
    """The hint names joints that constrain less. With them nothing is redundant, no degree of freedom is more, and
    the motion is the same."""

    def exchange(self, text, says=None, analysis="go"):
        """Says what is told to exchange, where that may be anything."""
        fine = harness.integrator(analysis, 1e-11)
        before = self.good(self.scratch.model(text), *fine)
        found = re.search(r"W-DOF-001.*?\nhint: for instance, with (.*?), all reactions", before.err, re.S)
        if says is None and found is None:
            return ""
        self.assertIsNotNone(found, before.err)
        self.assertEqual(found.group(1), says or found.group(1))
        says = found.group(1)
        for name, kind, axis in re.findall(r'"(\w+)" as (\w+)(?: \((axis: [^)]*)\))?', says):
            line = re.search(rf"^  {name}: .*$", text, re.M).group()
            other = re.sub(r"type: \w+", f"type: {kind}", line)
            other = re.sub(r", axis(_\d)?: \[[^]]*\]", "", other) if kind == "spherical" else other
            text = text.replace(line, other[:-1] + f", {axis}}}" if axis else other)
        for name in re.findall(r'"(\w+)" left out', says):
            text = re.sub(rf"^  {name}: .*\n", "", text, flags=re.M)
        after = self.good(self.scratch.model(text), *fine)
        self.assertNotIn("W-DOF-001", after.err)
        self.assertEqual(after.summary["mobility"]["redundant_equations"], 0)
        self.assertEqual(after.summary["mobility"]["dof_by_rank"], before.summary["mobility"]["dof_by_rank"])
        channels = [name for name, column in before.table().items() if name != "t" and None not in column]
        self.assertLess(harness.difference(before.table(), after.table(), channels), 1e-7)
        return says

    def machine(self, text, outputs="x: b.x, y: b.y"):
        return text + f"analyses: {{go: {{type: dynamics, duration: 0.3, output_step: 0.01}}}}\noutputs: {{{outputs}}}\n"

    def test_bearings(self):
        self.exchange(self.machine(SHAFT.replace("KIND", "revolute")), '"p" as spherical and "q" as point_on_line')
        self.exchange(self.machine(SHAFT.replace("KIND", "revolute", 1).replace("KIND", "cylindrical")),
                      '"p" as spherical and "q" as point_on_line')
        self.exchange(self.machine(SHAFT.replace("KIND", "revolute", 1).replace("KIND", "spherical")),
                      '"p" as point_on_line')

    def test_rails(self):
        self.exchange(self.machine(RAILS.replace("KIND", "prismatic"), "z: b.z"), '"p" left out')
        self.exchange(self.machine(RAILS.replace("KIND", "prismatic", 1).replace("KIND", "cylindrical"), "z: b.z"), '"q" left out')

    def test_loops(self):
        data = harness.SOURCE / "tests" / "models" / "data"
        self.exchange((data / "four_bar_spatial.yaml").read_text(), '"B" as spherical and "C" as cylindrical', "turn")
        self.exchange((data / "three_cranks.yaml").read_text(), '"ground_2" as point_on_line', "swing")
        self.exchange(self.machine(BENNETT.split("analyses")[0], "x: l1.x, y: l2.y, z: l3.z"),
                      '"j1" as spherical (without axis) and "j2" as cylindrical')

    def test_others(self):
        self.exchange(self.machine(SLIDER, "x: ram.x, o: o.angle"), '"o" as cylindrical')
        springs = "".join(f"  {j}: {{type: torsional_spring_damper, joint: {j}, stiffness: 1, damping: 0}}\n" for j in "oa")
        self.exchange(self.machine(SLIDER + "forces:\n" + springs.replace(
            "  o: ", "  so: ").replace("  a: ", "  sa: "), "x: ram.x"), '"slide" as cylindrical')
        self.exchange(self.machine(ROD, "x: c.x, y: c.y"), '"one" as point_on_line (axis: [1, 0])')

    def pairs(self, text, kinds, outputs):
        """What is exchanged for what, where a body is held twice, by joints of any two kinds."""
        told = set()
        for one, other in itertools.product(kinds, kinds):
            with self.subTest(one=one, other=other):
                model = self.machine(text.replace("KIND", one, 1).replace("KIND", other), outputs)
                for name, by in re.findall(r'"(\w+)" as (\w+)', self.exchange(model)):
                    told.add(({"p": one, "q": other}[name], by))
        return told

    def test_pairs_in_space(self):
        told = self.pairs(SHAFT, ["fixed", "revolute", "prismatic", "cylindrical", "universal", "planar", "spherical",
                                  "orientation", "point_on_line", "parallel_axes"], "x: b.x, y: b.y, z: b.z")
        self.assertEqual(told, {("revolute", "spherical"), ("revolute", "point_on_line"),
                                ("prismatic", "point_on_line"), ("cylindrical", "point_on_line"), ("fixed", "spherical"),
                                ("planar", "point_on_plane"), ("universal", "spherical")})

    def test_pairs_in_the_plane(self):
        told = self.pairs(SHAFT_PLANAR, ["fixed", "revolute", "prismatic", "point_on_line", "parallel_axes"], "x: b.x, y: b.y")
        self.assertEqual(told, {("fixed", "revolute"), ("prismatic", "point_on_line"), ("revolute", "point_on_line")})

    def test_driven_joints_stay(self):
        """A joint that is driven, or whose angle is read, is no first choice."""
        shaft = SHAFT.replace("KIND", "revolute")
        motion = "motions: {m: {joint: p, law: (2 rad/s)*t}}\n"
        self.exchange(self.machine(shaft + motion), '"q" left out')
        self.exchange(self.machine(shaft, "x: b.x, angle: p.angle"), '"q" left out')
        self.exchange(self.machine(shaft, "x: b.x, angle: q.angle"), '"p" left out')


if __name__ == "__main__":
    harness.main()
