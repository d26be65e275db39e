#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Dry friction of joints in space, on their true reactions: forces and torques, along and about the axis. Closed
forms of motions that slow down evenly, the joint in the plane, and integrations of their own, with the equations of
Newton and Euler, of what slides and turns at once."""

import math

import harness

G, MU = 9.81, 0.3
METHODS = ("tolerances: {relative: 1e-9, absolute: 1e-11}", "method: ida, formulation: index_1, tolerances: {relative: 1e-9, absolute: 1e-11}",
           "method: newmark, step: 1e-3", "method: hht, step: 1e-3, alpha: -0.05")


def model(body, joint, friction, gravity, output, duration=0.5, block=METHODS[0]):
    return f"""mbs: 1
space: spatial
gravity: {gravity}
bodies:
  a: {body}
joints:
  j: {joint}
forces:
  rub: {{type: friction, joint: j, kinetic: {MU}, transition_speed: 1e-4, {friction}}}
analyses: {{run: {{type: dynamics, duration: {duration}, output_step: 0.05, integrator: {{{block}}}}}}}
outputs: {{u: {output}, n: rub.normal_force, drift: energy.drift}}
"""


class TestFriction(harness.MotionTest):
    def slows(self, text, start, rate, normal, delta=1e-6):
        rows = self.good(self.scratch.model(text)).table()
        for t, u, n, drift in zip(*rows.values()):
            self.assertAlmostEqual(u, start - rate * t, delta=delta)
            self.assertAlmostEqual(n, normal, delta=1e-5 * normal + delta)
            self.assertAlmostEqual(drift, 0, delta=1e-6 if delta == 1e-6 else 1e-3)

    def test_overhung_rotor(self):
        """Its mass centre a before the middle of two bearings, b apart: N = m g (|1/2 + a/b| + |1/2 - a/b|)."""
        m, r, b, inertia, start = 2.0, 0.03, 0.4, 0.02, 20.0
        for a in (0, 0.1, 0.3):
            for direction, block in ((1, METHODS[0]), (-1, METHODS[0]), (1, METHODS[1])):
                normal = m * G * (abs(0.5 + a / b) + abs(0.5 - a / b))
                text = model(f"{{type: rigid, mass: {m}, inertia: {{xx: 0.5, yy: 0.5, zz: {inertia}}}, center_of_mass: [0, 0, {a}], "
                             f"initial: {{orientation: {{axis_angle: {{axis: [0, 1, 0], angle: 90 deg}}}}, angular_velocity: [{direction * start}, 0, 0]}}}}",
                             "{type: revolute, marker_i: ground.p, marker_j: a}", f"radius: {r}, bearing_length: {b}", "[0, 0, -9.81]",
                             f"{direction}*j.angle_rate", block=block).replace("bodies:", "ground: {markers: {p: {orientation: {axis_angle: {axis: "
                                                                               "[0, 1, 0], angle: 90 deg}}}}}\nbodies:")
                self.slows(text, start, MU * r * normal / inertia, normal, 1e-6 if block == METHODS[0] else 1e-5)

    def test_shoulder(self):
        """A disc on an upright shaft: its weight rubs at the shoulder, with every method."""
        m, r, shoulder, inertia, start = 3.0, 0.02, 0.05, 0.1, 5.0
        for block in METHODS:
            text = model(f"{{type: rigid, mass: {m}, inertia: {{xx: 1, yy: 1, zz: {inertia}}}, initial: {{angular_velocity: [0, 0, {start}]}}}}",
                         "{type: revolute, marker_i: ground, marker_j: a}", f"radius: {r}, shoulder_radius: {shoulder}", "[0, 0, -9.81]",
                         "j.angle_rate", block=block)
            self.slows(text, start, MU * m * G * shoulder / inertia, m * G * shoulder / r, 1e-6 if block == METHODS[0] else 1e-4)

    def test_slide_with_a_key(self):
        """A block beside its guide: the torque about the axis presses on the key, that across it on the pads."""
        m, d, key, start, span, ahead = 4.0, 0.1, 0.05, 3.0, 0.2, 0.07
        # along x: z of the markers is the axis; weight along -z of the ground = -x of marker axes (rotated about y by 90 deg)
        for side, before in ((d, 0), (0, ahead), (d, ahead)):
            pads = abs(0.5 + before / span) + abs(0.5 - before / span)
            normal = m * G * (pads + abs(side) / key)
            text = model(f"{{type: rigid, mass: {m}, inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}, center_of_mass: [0, {side}, {before}], initial: "
                         f"{{orientation: {{axis_angle: {{axis: [0, 1, 0], angle: 90 deg}}}}, velocity: [{start}, 0, 0]}}}}",
                         "{type: prismatic, marker_i: ground.p, marker_j: a}", f"overlap: {span}, key_radius: {key}", "[0, 0, -9.81]",
                         "j.displacement_rate").replace("bodies:", "ground: {markers: {p: {orientation: {axis_angle: {axis: [0, 1, 0], angle: "
                                                        "90 deg}}}}}\nbodies:")
            # sliding forward brakes at the pads: the torque of braking is in the reaction, too, but the force acts at the marker
            rows = self.good(self.scratch.model(text)).table()
            rate = (rows["u"][0] - rows["u"][4]) / 0.2
            self.assertAlmostEqual(rate, MU * rows["n"][2] / m, delta=1e-4)
            across = MU * rows["n"][2] * side  # deceleration at the mass centre turns about the vertical axis
            self.assertLessEqual(abs(rows["n"][0] - normal), 2 * across / span + 1e-6)
            if side == 0:
                self.slows(text, start, MU * normal / m, normal)

    def test_as_in_the_plane(self):
        bar = "mass: 2, center_of_mass: [0.5, {z}], initial: {position: [0, {z}]}"
        law = "static: 0.5, kinetic: 0.3, stribeck_speed: 0.02, transition_speed: 0.005, radius: 0.05, viscous: 2"
        rest = "analyses: {run: {type: dynamics, duration: 2, output_step: 0.1, integrator: {tolerances: {relative: 1e-10, absolute: 1e-12}}}}\n"
        planar = ("mbs: 1\nspace: planar\ngravity: [0, -9.81]\nbodies: {a: {type: rigid, inertia: 0.2, " + bar.replace("{z}", "0") +
                  "}}\njoints: {j: {type: revolute, marker_i: ground, marker_j: a}}\nforces: {rub: {type: friction, joint: j, " + law + "}}\n" +
                  rest + "outputs: {angle: j.angle, n: rub.normal_force, t: rub.torque}\n").replace("t: rub", "w: rub")
        spatial = planar.replace("space: planar", "space: spatial").replace("[0, -9.81]", "[0, -9.81, 0]").replace(
            "inertia: 0.2", "inertia: {xx: 0.1, yy: 0.3, zz: 0.2}").replace("[0.5, 0]", "[0.5, 0, 0]").replace("[0, 0]", "[0, 0, 0]")
        one, two = (self.good(self.scratch.model(text)).table() for text in (planar, spatial))
        off = harness.difference(one, two, ("angle", "n", "w"))
        print("plane and space", off)
        self.assertLessEqual(off, 1e-7)


# ---- joints that slide and turn along several coordinates ----


def runge_kutta(rates, state, duration, steps):
    """The classical method, order four, for lists of numbers; the state at the end."""
    h = duration / steps
    for _ in range(steps):
        k1 = rates(state)
        k2 = rates([y + 0.5 * h * k for y, k in zip(state, k1)])
        k3 = rates([y + 0.5 * h * k for y, k in zip(state, k2)])
        k4 = rates([y + h * k for y, k in zip(state, k3)])
        state = [y + h / 6 * (a + 2 * b + 2 * c + d) for y, a, b, c, d in zip(state, k1, k2, k3, k4)]
    return state


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def size(a):
    return math.sqrt(dot(a, a))


SLOW = 1e-2  # transition speed of the motions below, wide enough to be integrated


def slope(w):
    """mu(w)/w."""
    return MU * math.tanh(w / SLOW) / w if w > 0 else MU / SLOW


def spatial(gravity, body, joint, friction, outputs, duration, more=""):
    return f"""mbs: 1
space: spatial
gravity: [{', '.join(repr(g) for g in gravity)}]
bodies:
  a: {body}
joints:
  j: {joint}
forces:
  rub: {{type: friction, joint: j, kinetic: {MU}, {friction}}}
{more}analyses: {{run: {{type: dynamics, duration: {duration}, output_step: {duration / 4}, integrator: {{tolerances: {{relative: 1e-10, absolute: 1e-12}}}}}}}}
outputs: {{drift: energy.drift, n: rub.normal_force, power: rub.power, u: rub.sliding_speed, {outputs}}}
"""


class TestSeveralCoordinates(harness.MotionTest):
    def ends(self, text, expected, delta=2e-8):
        """The motion's last row holds these channels; energy and the ledger of friction agree."""
        rows = self.good(self.scratch.model(text)).table()
        for channel, value in expected.items():
            self.assertAlmostEqual(rows[channel][-1], value, delta=delta * max(1, abs(value)), msg=channel)
        self.assertLessEqual(max(map(abs, rows["drift"])), 1e-6)
        self.assertLessEqual(max(rows["power"]), 0)
        return rows

    def test_block_on_an_inclined_rod(self):
        """It slides and spins; off the axis and before the middle of two bearings, so that its own motion loads them."""
        r, b, m, polar = 0.05, 0.3, 2.0, 0.02
        gravity = [G * math.cos(0.3), 0.0, G * math.sin(0.3)]  # z of the ground is the rod
        for e, ahead in ((0.0, 0.0), (0.0, 0.25), (0.02, 0.1)):
            def push(y):
                """Accelerations, normal force: the load on the bearings asks for the accelerations."""
                s, angle, speed, rate = y
                across = [e * math.cos(angle), e * math.sin(angle), 0.0]
                arm = [across[0], across[1], ahead]
                w = math.hypot(speed, r * rate)
                normal = m * G
                for _ in range(100):
                    along = gravity[2] - slope(w) * normal * speed / m
                    spin = (m * cross(across, gravity)[2] - slope(w) * normal * r * r * rate) / (polar + m * e * e)
                    mass = [along * z + spin * t - rate * rate * x - g
                            for z, t, x, g in zip([0, 0, 1], cross([0, 0, 1], across), across, gravity)]
                    load = [m * x for x in mass]
                    torque = cross(arm, load)
                    ends = [[0.5 * load[0] + k * torque[1] / b, 0.5 * load[1] - k * torque[0] / b] for k in (1, -1)]
                    before, normal = normal, size(ends[0]) + size(ends[1])
                    if abs(normal - before) < 1e-14 * normal:
                        break
                return along, spin, normal
            start = [0.0, 0.0, 1.5, 40.0]
            end = runge_kutta(lambda y: [y[2], y[3], *push(y)[:2]], start, 0.4, 800)
            text = spatial(gravity, f"{{type: rigid, mass: {m}, inertia: {{xx: 0.3, yy: 0.3, zz: {polar}}}, center_of_mass: [{e}, 0, {ahead}]}}",
                           "{type: cylindrical, marker_i: ground, marker_j: a, initial: {displacement: 0, rate: 1.5, angle: 0, angle_rate: 40}}",
                           f"radius: {r}, bearing_length: {b}, transition_speed: {SLOW}", "s: j.displacement, phi: j.angle, v: j.displacement_rate, "
                           "w: j.angle_rate, f: rub.force.z, k: rub.torque.z", 0.4)
            along, spin, normal = push(end)
            w = math.hypot(end[2], r * end[3])
            rows = self.ends(text, {"s": end[0], "phi": end[1], "v": end[2], "w": end[3], "n": normal, "u": w,
                                    "f": -slope(w) * normal * end[2], "k": -slope(w) * normal * r * r * end[3]})
            self.assertAlmostEqual(rows["power"][-1], -slope(w) * normal * w * w, delta=1e-5)

    def test_ball_of_a_pendulum(self):
        """A rigid body about a fixed point, its ball pressed by the reaction that its motion makes."""
        r, m, arm, inertia = 0.04, 1.5, [0.0, 0.1, -0.4], [0.3, 0.25, 0.06]  # about the fixed point, less m (arm^2 1 - arm arm')
        spin = [1.0, 2.0, 8.0]
        offset = [[m * (dot(arm, arm) * (i == k) - arm[i] * arm[k]) for k in range(3)] for i in range(3)]
        about = [[offset[i][k] + inertia[i] * (i == k) for k in range(3)] for i in range(3)]

        def solve(right):
            det = dot(about[0], cross(about[1], about[2]))
            return [dot(right, c) / det for c in (cross(about[1], about[2]), cross(about[2], about[0]), cross(about[0], about[1]))]

        def parts(y):
            """Angular acceleration and size of the reaction, body axes; y: axes of the body as rows, angular velocity."""
            down, rate = [-G * z for z in y[6:9]], y[9:]
            momentum = [dot(row, rate) for row in about]
            u = r * size(rate)
            free = [m * x - z for x, z in zip(cross(arm, down), cross(rate, momentum))]
            normal = m * G
            for _ in range(100):
                turn = solve([x - slope(u) * normal * r * r * w for x, w in zip(free, rate)])
                moved = [x + z - g for x, z, g in zip(cross(turn, arm), cross(rate, cross(rate, arm)), down)]
                before, normal = normal, m * size(moved)
                if abs(normal - before) < 1e-14 * normal:
                    break
            return turn, normal

        def rates(y):
            turned = [cross(y[k:k + 3], y[9:]) for k in (0, 3, 6)]  # axes of the ground as the body sees them
            return turned[0] + turned[1] + turned[2] + parts(y)[0]
        end = runge_kutta(rates, [1, 0, 0, 0, 1, 0, 0, 0, 1] + spin, 1.0, 1500)
        xyz = [dot(end[k:k + 3], arm) for k in (0, 3, 6)]
        text = spatial([0, 0, -G], f"{{type: rigid, mass: {m}, inertia: {{xx: {inertia[0]}, yy: {inertia[1]}, zz: {inertia[2]}}}, "
                       f"center_of_mass: {arm}}}", f"{{type: spherical, marker_i: ground, marker_j: a, initial: {{angular_velocity: {spin}}}}}",
                       f"radius: {r}, transition_speed: {SLOW}", "c: a.c.x, d: a.c.y, e: a.c.z, wx: a.wx, wy: a.wy, wz: a.wz", 1.0)
        text = text.replace(f"center_of_mass: {arm}", f"center_of_mass: {arm}, markers: {{c: {{position: {arm}}}}}")
        self.ends(text, {"c": xyz[0], "d": xyz[1], "e": xyz[2], "wx": end[9], "wy": end[10], "wz": end[11], "n": parts(end)[1]})

    def test_puck(self):
        """On an inclined plane, spinning; high ones press one side of their ring alone, and pull at the other."""
        r, b, m, polar = 0.04, 0.2, 1.2, 2e-3
        gravity = [G * math.sin(0.15), 0.0, -G * math.cos(0.15)]
        for high in (0.0, 0.1, 0.22):
            def push(y):
                w = math.sqrt(y[3] ** 2 + y[4] ** 2 + (r * y[5]) ** 2)
                even, normal = -m * gravity[2], -m * gravity[2]
                for _ in range(200):
                    drag = [-slope(w) * normal * x for x in y[3:5]]
                    tilt = 4 / b * high * math.hypot(*drag)  # what friction at the foot of the puck turns over
                    before = normal
                    normal = even if tilt <= even else 2 / math.pi * (math.sqrt(tilt ** 2 - even ** 2) + even * math.asin(even / tilt))
                    if abs(normal - before) < 1e-15 * normal:
                        break
                return [drag[0] / m + gravity[0], drag[1] / m, -slope(w) * normal * r * r * y[5] / polar], normal
            end = runge_kutta(lambda y: y[3:] + push(y)[0], [0, 0, 0, 1.0, 2.0, 30.0], 0.5, 1000)
            text = spatial(gravity, f"{{type: rigid, mass: {m}, inertia: {{xx: 0.01, yy: 0.01, zz: {polar}}}, center_of_mass: [0, 0, {high}]}}",
                           "{type: planar, marker_i: ground, marker_j: a, initial: {x: 0, y: 0, x_rate: 1, y_rate: 2, angle: 0, rate: 30}}",
                           f"radius: {r}, bearing_length: {b}, transition_speed: {SLOW}",
                           "x: j.x, y: j.y, phi: j.angle, vx: a.vx, vy: a.vy, w: j.angle_rate", 0.5)
            self.ends(text, {"x": end[0], "y": end[1], "phi": end[2], "vx": end[3], "vy": end[4], "w": end[5], "n": push(end)[1]})

    def test_across_a_slope_of_friction(self):
        """mu = tan(slope): speed and part of the velocity down the slope keep their sum, so that it ends with half its speed."""
        angle = math.atan(MU)
        gravity = [G * math.sin(angle), 0.0, -G * math.cos(angle)]
        for joint, length in (("point_on_plane", "overlap: 0"), ("planar", "radius: 0.1")):
            text = spatial(gravity, "{type: rigid, mass: 3, inertia: {xx: 1, yy: 1, zz: 1}}",
                           f"{{type: {joint}, marker_i: ground, marker_j: a, initial: {{x: 0, y: 0, x_rate: 0, y_rate: 2}}}}",
                           f"{length}, transition_speed: 1e-4", "vx: a.vx, vy: a.vy", 8.0)
            rows = self.ends(text, {"vx": 1.0, "vy": 0.0}, 1e-3)
            for vx, vy in zip(rows["vx"], rows["vy"]):
                self.assertAlmostEqual(vx + math.hypot(vx, vy), 2.0, delta=1e-6)

    def test_bead_on_a_line(self):
        gravity = [G * math.cos(0.2), 0.0, G * math.sin(0.2)]
        rate = gravity[2] - MU * gravity[0]
        text = spatial(gravity, "{type: rigid, mass: 3, inertia: {xx: 1, yy: 2, zz: 3}, initial: {angular_velocity: [1, 2, 3]}}",
                       "{type: point_on_line, marker_i: ground, marker_j: a, initial: {displacement: 0, rate: 3}}",
                       "overlap: 0, transition_speed: 1e-4", "s: j.displacement, f: rub.force", 0.5)
        self.ends(text, {"s": 3 * 0.5 + rate * 0.125, "n": 3 * gravity[0], "f": -MU * 3 * gravity[0]})

    def test_thread(self):
        """Raised, held and lowered by a screw: tan(lambda + phi), tan(lambda - phi); its efficiency."""
        m, polar, r, lead = 5.0, 0.01, 0.02, 0.03
        pitch = math.atan(lead / (2 * math.pi * r))
        rubbing = math.atan(MU)
        for sense in (1, -1):  # which way it moves
            hold = m * G * r * math.tan(pitch + sense * rubbing)
            for torque in (hold, hold + 0.3):
                # axial m s'' = N (cos - sense mu sin) - m g, about the axis I phi'' = M - N r (sin + sense mu cos), s'' = r tan phi''
                up, turn = (math.cos(pitch) - sense * MU * math.sin(pitch)), r * (math.sin(pitch) + sense * MU * math.cos(pitch))
                spin = (torque - m * G * turn / up) / (polar + m * r * math.tan(pitch) * turn / up)
                normal = (m * G + m * r * math.tan(pitch) * spin) / up
                text = spatial([0, 0, -G], f"{{type: rigid, mass: {m}, inertia: {{xx: 0.1, yy: 0.1, zz: {polar}}}}}",
                               f"{{type: screw, marker_i: ground, marker_j: a, lead: {lead}, initial: {{displacement: 0, angle: 0, angle_rate: {sense * 20}}}}}",
                               f"radius: {r}, transition_speed: 1e-4", "w: j.angle_rate, v: j.displacement_rate, given: drive.power", 0.2,
                               f"  drive: {{type: torque, marker: a, vector: [0, 0, {torque!r}]}}\n")
                rows = self.ends(text, {"w": sense * 20 + 0.2 * spin, "n": normal})
                if sense > 0 and torque == hold:
                    lift = m * G * rows["v"][-1] / rows["given"][-1]
                    self.assertAlmostEqual(lift, math.tan(pitch) / math.tan(pitch + rubbing), delta=1e-7)

    def test_universal_joint_of_two_shafts(self):
        """A torque through a bent joint: the pins lose 2 mu r T/b, each against its own rate."""
        bend, r, b, load, rate, polar = 0.5, 0.01, 0.06, 40.0, 3.0, 1.0
        text = f"""mbs: 1
space: spatial
ground: {{markers: {{p: {{}}, q: {{orientation: {{axis_angle: {{axis: [0, 1, 0], angle: {bend}}}}}}}}}}}
bodies:
  a: {{type: rigid, mass: 1, inertia: {{xx: 1, yy: 1, zz: 1}}, initial: {{angular_velocity: [0, 0, {rate}]}}}}
  b: {{type: rigid, mass: 1, inertia: {{xx: 1, yy: 1, zz: {polar}}}, initial: {{orientation: {{axis_angle: {{axis: [0, 1, 0], angle: {bend}}}}}}}, markers: {{end: {{}}}}}}
joints:
  hinge: {{type: revolute, marker_i: ground.p, marker_j: a}}
  j: {{type: universal, body_i: a, body_j: b, at: [0, 0, 0], axis_1: [1, 0, 0], axis_2: [0, 1, 0]}}
  shaft: {{type: parallel_axes, marker_i: ground.q, marker_j: b}}
motions:
  drive: {{joint: hinge, law: "{rate}*t"}}
forces:
  one: {{type: friction, joint: j, coordinate: angle_1, kinetic: {MU}, transition_speed: 1e-5, radius: {r}, bearing_length: {b}}}
  two: {{type: friction, joint: j, coordinate: angle_2, kinetic: {MU}, transition_speed: 1e-5, radius: {r}, bearing_length: {b}}}
  load: {{type: torque, marker: b, resolve_in: ground.q, vector: [0, 0, -{load}]}}
analyses: {{run: {{type: dynamics, duration: 1.9, output_step: 0.19, integrator: {{tolerances: {{relative: 1e-9, absolute: 1e-11}}}}}}}}
outputs: {{m: drive.torque, drift: energy.drift, n: one.normal_force, one: one.torque, two: two.torque, p: one.power, q: two.power}}
"""
        rows = self.good(self.scratch.model(text)).table()
        for t, m, n, one, two, p, q in zip(*(rows[c] for c in ("t", "m", "n", "one", "two", "p", "q"))):
            phi = rate * t
            x = [math.cos(phi), math.sin(phi), 0.0]  # the pin in the driving shaft
            far = [math.sin(bend), 0.0, math.cos(bend)]  # the driven shaft
            across = cross(far, x)
            y = [k / size(across) for k in across]  # the pin in it, square to both
            normal = cross(x, y)
            spin = rate * math.cos(bend) / (1 - (math.sin(bend) * math.cos(phi)) ** 2)  # of the driven shaft
            gain = -2 * rate * spin * (math.sin(bend)) ** 2 * math.cos(phi) * math.sin(phi) / (1 - (math.sin(bend) * math.cos(phi)) ** 2)
            pull = load + polar * gain  # the load, and what turns the shaft faster
            relative = [spin * k - w for k, w in zip(far, (0.0, 0.0, rate))]
            sign = [math.tanh(r * dot(relative, pin) / 1e-5) for pin in (x, y)]
            arm = 2 * MU * r / b
            # about the driven shaft: T (n.far) + M_1 (x.far) = pull, M_1 = -arm T sign
            torque = pull / (dot(normal, far) - arm * sign[0] * x[0] * far[0])
            self.assertAlmostEqual(n, 2 * abs(torque) / b, delta=1e-4 * n)
            self.assertAlmostEqual(one, -arm * torque * sign[0], delta=1e-5)
            self.assertAlmostEqual(two, -arm * torque * sign[1], delta=1e-5)
            lost = arm * torque * (abs(dot(relative, x)) + abs(dot(relative, y)))
            self.assertAlmostEqual(m * rate, pull * spin + lost, delta=1e-4)
            self.assertAlmostEqual(p + q, -lost, delta=1e-4)

    def test_universal_joint_as_two_hinges(self):
        """Pins without a length rub by their force alone: as two hinges with a light cross between them."""
        rest = f"kinetic: {MU}, transition_speed: {SLOW}"
        text = f"""mbs: 1
space: spatial
gravity: [0, 0, -{G}]
bodies:
  cross: {{type: rigid, mass: 1e-7, inertia: {{xx: 1e-9, yy: 1e-9, zz: 1e-9}}, initial: {{position: [0, 0, 0], angular_velocity: [1.5, 0, 0]}}}}
  a: {{type: rigid, mass: 2, inertia: {{xx: 0.1, yy: 0.2, zz: 0.15}}, initial: {{position: [0.1, 0.05, -0.5]}}}}
joints:
  one: {{type: revolute, body_i: ground, body_j: cross, at: [0, 0, 0], axis: [1, 0, 0], initial: {{rate: 1.5}}}}
  two: {{type: revolute, body_i: cross, body_j: a, at: [0, 0, 0], axis: [0, 1, 0], initial: {{rate: 2}}}}
forces:
  p: {{type: friction, joint: one, {rest}, radius: 0.03, shoulder_radius: 0.05}}
  q: {{type: friction, joint: two, {rest}, radius: 0.02, shoulder_radius: 0.01}}
analyses: {{run: {{type: dynamics, duration: 1, output_step: 0.1, integrator: {{tolerances: {{relative: 1e-9, absolute: 1e-11}}}}}}}}
outputs: {{x: a.x, y: a.y, z: a.z, n: p.normal_force, k: q.normal_force}}
"""
        lines = [line for line in text.splitlines() if not line.startswith(("  cross:", "  one:", "  two:"))]
        at = lines.index("joints:") + 1
        lines.insert(at, "  j: {type: universal, body_i: ground, body_j: a, at: [0, 0, 0], axis_1: [1, 0, 0], axis_2: [0, 1, 0], "
                         "initial: {angle_1_rate: 1.5, angle_2_rate: 2}}")
        joined = "\n".join(lines).replace("joint: one,", "joint: j, coordinate: angle_1,").replace("joint: two,", "joint: j, coordinate: angle_2,")
        hinges, pins = (self.good(self.scratch.model(t)).table() for t in (text, joined))
        off = harness.difference(hinges, pins, ("x", "y", "z", "n", "k"))
        print("universal joint and two hinges", off)
        self.assertLessEqual(off, 2e-5)

    def test_every_method(self):
        """A spinning puck and a thread with each method of integration."""
        for block in METHODS[1:]:
            text = spatial([0, 0, -G], "{type: rigid, mass: 1, inertia: {xx: 0.01, yy: 0.01, zz: 0.01}}",
                           "{type: planar, marker_i: ground, marker_j: a, initial: {x: 0, y: 0, x_rate: 1, y_rate: 0, angle: 0, rate: 10}}",
                           f"radius: 0.1, transition_speed: {SLOW}", "vx: a.vx, w: j.angle_rate", 0.2)
            text = text.replace("tolerances: {relative: 1e-10, absolute: 1e-12}", block)
            rows = self.good(self.scratch.model(text)).table()
            slow = 1 - MU * G / math.sqrt(2) * 0.2  # both halves of the velocity fall alike: I = m r^2
            self.assertAlmostEqual(rows["vx"][-1], slow, delta=1e-4)
            self.assertAlmostEqual(rows["w"][-1], 10 * slow, delta=1e-3)


class TestRefusals(harness.MotionTest):
    def refused(self, joint, friction, *words):
        text = model("{type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}", joint, friction, "[0, 0, -9.81]", "a.x")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 3, run.story())
        for word in words:
            self.assertIn(word, run.err)

    def test_a_thread_that_a_coupler_repeats(self):
        """The forces of its bearings are determined, that of its flanks is not."""
        text = model("{type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}", "{type: screw, marker_i: ground, marker_j: a, lead: 0.1}",
                     "radius: 0.1", "[0, 0, -9.81]", "a.x") + 'couplers: {twin: {type: coordinate, relation: "j.displacement - 0.1/(2*pi)*j.angle"}}\n'
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("E-FRIC-001", run.err)

    def test_by_name(self):
        ends = "marker_i: ground, marker_j: a"
        for joint in (f"constant_velocity, {ends}", f"fixed, {ends}", f"parallel_axes, {ends}", f"orientation, {ends}",
                      f"distance, {ends}, length: 1", f"revolute_spherical, {ends}, length: 1", f"perpendicular_axes, {ends}",
                      f"generic, {ends}, locked: [x, y, z, rx, ry]"):
            self.refused(f"{{type: {joint}}}", "radius: 0.1", "has no surface for friction", "point")
        self.refused(f"{{type: universal, {ends}}}", "radius: 0.1", "two pins", "angle_2")
        self.refused(f"{{type: revolute, {ends}}}", "radius: 0.1, coordinate: angle_1", "chooses a pin")
        self.refused(f"{{type: cylindrical, {ends}}}", "overlap: 0.1", "has the friction of a shaft", "radius")
        self.refused(f"{{type: spherical, {ends}}}", "radius: 0.1, bearing_length: 1", "has the friction of a ball", "leave it out")
        self.refused(f"{{type: planar, {ends}}}", "radius: 0.1, shoulder_radius: 1", "has the friction of a plate")


if __name__ == "__main__":
    harness.main()
