#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Where things start: bodies by the coordinates of their joints, relative to markers of bodies that move,
markers by axes; against rotation matrices multiplied here."""

import itertools
import math

import harness
from arrays import IDENTITY, Vector, cross, euler, largest, matrix, turn, unit

# A parent that moves, with a marker off its origin and its mass centre; a child with another one.
PARENT = {"r": Vector([0.3, -0.2, 0.5]), "R": turn([1, 2, 3], 0.7), "v": Vector([0.4, 0.1, -0.3]), "w": Vector([0.5, -1.1, 0.8])}
AT_I = {"s": Vector([0.2, 0.1, -0.3]), "R": turn([0, 1, 1], 0.9)}
AT_J = {"s": Vector([-0.1, 0.25, 0.15]), "R": turn([2, -1, 0.5], -1.3)}
MODEL = """mbs: 1
space: spatial
accept: [loose_bodies]
gravity: [0, 0, -9.81]
bodies:
  PARTS
joints:
  link: {type: TYPE, MARKERS, initial: {START}OTHERS}
analyses:
  run: {type: dynamics, duration: 1e-3, output_step: 1e-3}
outputs: {x: child.x, y: child.y, z: child.z, qw: child.qw, qx: child.qx, qy: child.qy, qz: child.qz,
  vx: child.vx, vy: child.vy, vz: child.vz, wx: child.wx, wy: child.wy, wz: child.wzMORE}
"""
INERTIA = "inertia: {xx: 0.3, yy: 0.4, zz: 0.5}"


def vector(x):
    return "[" + ", ".join(repr(float(value)) for value in x) + "]"


def rows(R):
    return "{matrix: [" + ", ".join(vector(row) for row in R) + "]}"


PARTS = [f"parent: {{type: rigid, mass: 2, {INERTIA}, center_of_mass: [0.1, 0, 0.05], initial: {{position: {vector(PARENT['r'])}, orientation: "
         f"{rows(PARENT['R'])}, velocity: {vector(PARENT['v'])}, angular_velocity: {vector(PARENT['w'])}}}, markers: {{m: {{position: "
         f"{vector(AT_I['s'])}, orientation: {rows(AT_I['R'])}}}}}}}",
         f"child: {{type: rigid, mass: 1, {INERTIA}, center_of_mass: [0, 0.1, 0.1], markers: {{m: {{position: {vector(AT_J['s'])}, orientation: "
         f"{rows(AT_J['R'])}}}}}}}"]

EULER = euler("zxz", (0.4, 0.9, -0.7))
SPIN = Vector([0.3, -0.6, 1.2])
ORIENTATION = "orientation: {euler: [0.4, 0.9, -0.7], sequence: zxz}"
BENT = turn([math.cos(0.3), math.sin(0.3), 0], 0.8)
DIRECTION = Vector([1, -2, 2]) / 3
IN_PLANE = Vector([0.6, -0.8, 0])


def bend_rate():
    """A constant_velocity joint: rates of the bend and of its direction, as angular velocity; by differences."""
    h = 1e-6

    def at(t):
        direction = 0.3 + 0.9 * t
        return turn([math.cos(direction), math.sin(direction), 0], 0.8 - 0.4 * t)
    rate = (at(h) - at(-h)) / (2 * h) @ at(0).T
    return Vector([rate[2][1], rate[0][2], rate[1][0]])


def spin(text):
    return f"angular_velocity: {vector(text)}"


# type, other keys, start, x, R, x', w of marker_j in marker_i
JOINTS = [
    ("revolute", "", "angle: 0.6, rate: 1.5", [0, 0, 0], turn([0, 0, 1], 0.6), [0, 0, 0], [0, 0, 1.5]),
    ("prismatic", "", "displacement: 0.6, rate: 1.5", [0, 0, 0.6], IDENTITY, [0, 0, 1.5], [0, 0, 0]),
    ("cylindrical", "", "displacement: 0.6, rate: 1.5, angle: 400 deg, angle_rate: -2", [0, 0, 0.6], turn([0, 0, 1], math.radians(400)),
     [0, 0, 1.5], [0, 0, -2]),
    ("screw", ", lead: 0.1", "displacement: 0.6, angle: 7, angle_rate: 3", [0, 0, 0.6], turn([0, 0, 1], 7), [0, 0, 0.3 / (2 * math.pi)], [0, 0, 3]),
    ("universal", "", "angle_1: 0.5, angle_2: -0.8, angle_1_rate: 1.1, angle_2_rate: 0.7", [0, 0, 0], euler("xy", (0.5, -0.8)), [0, 0, 0],
     1.1 * IDENTITY[0] + 0.7 * turn([1, 0, 0], 0.5).T[1]),
    ("constant_velocity", "", f"orientation: {{axis_angle: {{axis: [{math.cos(0.3)!r}, {math.sin(0.3)!r}, 0], angle: 0.8}}}}, {spin(bend_rate())}",
     [0, 0, 0], BENT, [0, 0, 0], bend_rate()),
    ("spherical", "", f"{ORIENTATION}, {spin(SPIN)}", [0, 0, 0], EULER, [0, 0, 0], SPIN),
    ("planar", "", "angle: -9, rate: 1.5, x: 0.2, y: -0.3, x_rate: 0.4, y_rate: 0.5", [0.2, -0.3, 0], turn([0, 0, 1], -9), [0.4, 0.5, 0], [0, 0, 1.5]),
    ("parallel_axes", "", "angle: 2, rate: 1.5, x: 0.2, y: -0.3, z: 0.1, x_rate: 0.4, y_rate: 0.5, z_rate: -0.6", [0.2, -0.3, 0.1],
     turn([0, 0, 1], 2), [0.4, 0.5, -0.6], [0, 0, 1.5]),
    ("point_on_line", "", f"displacement: 0.6, rate: 1.5, {ORIENTATION}, {spin(SPIN)}", [0, 0, 0.6], EULER, [0, 0, 1.5], SPIN),
    ("point_on_plane", "", f"x: 0.2, y: -0.3, x_rate: 0.4, y_rate: 0.5, {ORIENTATION}, {spin(SPIN)}", [0.2, -0.3, 0], EULER, [0.4, 0.5, 0], SPIN),
    ("perpendicular_axes", "", f"x: 0.2, y: -0.3, z: 0.1, x_rate: 0.4, y_rate: 0.5, z_rate: -0.6, orientation: {{euler: [0.4, 90 deg, 0.3], "
     f"sequence: zxz}}, {spin(1.3 * IDENTITY[2])}", [0.2, -0.3, 0.1], euler("zxz", (0.4, math.pi / 2, 0.3)), [0.4, 0.5, -0.6], 1.3 * IDENTITY[2]),
    ("orientation", "", "x: 0.2, y: -0.3, z: 0.1, x_rate: 0.4, y_rate: 0.5, z_rate: -0.6", [0.2, -0.3, 0.1], IDENTITY, [0.4, 0.5, -0.6], [0, 0, 0]),
    ("generic", ", locked: [y]", f"x: 0.2, z: 0.1, x_rate: 0.4, z_rate: -0.6, {ORIENTATION}, {spin(SPIN)}", [0.2, 0, 0.1], EULER, [0.4, 0, -0.6], SPIN),
    ("distance", ", length: 0.9", f"direction: [1, -2, 2], x_rate: 2, y_rate: 1, z_rate: 0, {ORIENTATION}, {spin(SPIN)}", 0.9 * DIRECTION, EULER,
     [2, 1, 0], SPIN),
    ("revolute_spherical", ", length: 0.9", f"direction: [3, -4, 0], x_rate: 0.8, y_rate: 0.6, z_rate: 0, {ORIENTATION}, {spin(SPIN)}", 0.9 * IN_PLANE,
     EULER, [0.8, 0.6, 0], SPIN),
]


WRONG = {"cylindrical": [("angle: 400 deg", "angle: 401 deg")], "universal": [("angle_2: -0.8", "angle_2: -0.81")],
         "spherical": [("[0.4", "[0.41")], "planar": [("x: 0.2", "x: 0.21")], "distance": [("[1,", "[1.01,")]}


def relative(parent, frame, x, R, v, w):
    """Pose and motion in the ground of what moves so relative to a frame of a parent."""
    A = parent["R"] @ frame["R"]
    arm = parent["R"] @ frame["s"] + A @ Vector(x)
    return {"r": parent["r"] + arm, "R": A @ R, "v": parent["v"] + cross(parent["w"], arm) + A @ Vector(v), "w": parent["w"] + A @ Vector(w)}


def frame_of(pose, marker):
    """The body's frame from a marker of it."""
    R = pose["R"] @ marker["R"].T
    arm = -R @ marker["s"]
    return {"r": pose["r"] + arm, "R": R, "v": pose["v"] + cross(pose["w"], arm), "w": pose["w"]}


class Starts(harness.MotionTest):
    def start(self, text, *arguments):
        table = self.good(self.scratch.model(text), *arguments).table()
        return {name: values[0] for name, values in table.items()}

    def near(self, found, truth, allowed=1e-12):
        self.assertLess(largest(Vector(found) - Vector(truth)), allowed)

    def same(self, row, truth, allowed=1e-12, name=""):
        found = {"r": [row[k] for k in ("x", "y", "z")], "R": matrix(*(row[k] for k in ("qw", "qx", "qy", "qz"))),
                 "v": [row[k] for k in ("vx", "vy", "vz")], "w": [row[k] for k in ("wx", "wy", "wz")]}
        found["w"] = found["R"] @ found["w"]  # wx wy wz are in the axes of the body
        for key, value in found.items():
            off = largest(Vector(value) - truth[key])
            self.assertLess(off, allowed, f"{name}: {key} is {value}, not {truth[key]}")


class TestJoints(Starts):
    def text(self, joint, markers="marker_i: parent.m, marker_j: child.m", parts=None, start=None, more=""):
        return (MODEL.replace("PARTS", "\n  ".join(parts or PARTS)).replace("TYPE", joint[0]).replace("MARKERS", markers)
                .replace("START", joint[2] if start is None else start).replace("OTHERS", joint[1]).replace("MORE", more))

    def test_forward_kinematics(self):
        for joint in JOINTS:
            truth = frame_of(relative(PARENT, AT_I, *joint[3:]), AT_J)
            with self.subTest(joint=joint[0]):
                allowed = 1e-9 if joint[0] == "constant_velocity" else 1e-12  # differences in bend_rate
                self.same(self.start(self.text(joint)), truth, allowed, joint[0])
                self.same(self.start(self.text(joint, parts=PARTS[::-1])), truth, allowed, joint[0])

    def test_from_the_other_side(self):
        """marker_i on the child: the joint places the body that is before it in the other sense."""
        for joint in JOINTS:
            if joint[0] in ("constant_velocity",):
                continue
            with self.subTest(joint=joint[0]):
                x, R, v, w = map(Vector, joint[3:])
                back = (-R.T @ x, R.T, -R.T @ (v - cross(w, x)), -R.T @ w)
                truth = frame_of(relative(PARENT, AT_I, *back), AT_J)
                self.same(self.start(self.text(joint, "marker_i: child.m, marker_j: parent.m")), truth, 1e-12, joint[0])

    def test_turns_are_counted(self):
        for joint, name, value in ((JOINTS[2], "link.angle", math.radians(400)), (JOINTS[4], "link.angle_1", 0.5), (JOINTS[3], "link.angle", 7)):
            self.assertAlmostEqual(self.start(self.text(joint, more=f", q: {name}"))["q"], value, delta=1e-12)
        both = self.start(self.text(JOINTS[4], start="angle_1: 0.5 + 4*pi, angle_2: -0.8 - 2*pi", more=", q: link.angle_1, p: link.angle_2"))
        self.assertAlmostEqual(both["q"], 0.5 + 4 * math.pi, delta=1e-12)
        self.assertAlmostEqual(both["p"], -0.8 - 2 * math.pi, delta=1e-12)

    def test_poses_are_checked(self):
        """A body that states its pose is held against every coordinate that its joint states."""
        for joint in JOINTS[2:]:
            pose = frame_of(relative(PARENT, AT_I, *joint[3:]), AT_J)
            parts = [PARTS[0], PARTS[1].replace("markers:", f"initial: {{position: {vector(pose['r'])}, orientation: {rows(pose['R'])}}}, markers:")]
            with self.subTest(joint=joint[0]):
                self.same(self.start(self.text(joint, parts=parts)), pose, 1e-9, joint[0])
                for key, other in WRONG.get(joint[0], ()):
                    self.assertIn(key, joint[2])
                    run = self.scratch.run(self.scratch.model(self.text(joint, parts=parts, start=joint[2].replace(key, other))))
                    self.assertEqual(run.status, 3, run.story())
                    self.assertIn('joint "link" has an initial', run.err)

    def test_assemble_keeps_them(self):
        """From a rough guess an assembly brings joints to what they state."""
        guess = PARTS[1].replace("markers:", "initial: {position: [0.5, 0, 0.4], orientation: {axis_angle: {axis: [1, 1, 0], angle: 0.4}}}, markers:")
        for joint in JOINTS:
            if joint[0] == "screw":  # its thread is in mesh as the guess stands: it has one coordinate, not two
                continue
            text = self.text(joint, parts=[PARTS[0], guess], more=", px: seen.x, py: seen.y, pz: seen.z, a: seen.euler_xyz_1, b: seen.euler_xyz_2, c: "
                             "seen.euler_xyz_3}\ngauges: {seen: {marker_i: parent.m, marker_j: child.m}")
            text = text.replace("analyses:", "analyses:\n  put: {type: assemble}")
            with self.subTest(joint=joint[0]):
                row = {name: values[0] for name, values in self.good(self.scratch.model(text)).table("run").items()}
                self.near([row[k] for k in ("px", "py", "pz")], joint[3], 1e-9)
                self.near(euler("xyz", [row[k] for k in "abc"]), joint[4], 1e-9)


class TestRelative(Starts):
    CHAIN = """mbs: 1
space: spatial
accept: [loose_bodies]
bodies:
  BODIES
analyses:
  run: {type: dynamics, duration: 1e-3, output_step: 1e-3}
outputs: {x: three.x, y: three.y, z: three.z, qw: three.qw, qx: three.qx, qy: three.qy, qz: three.qz,
  vx: three.vx, vy: three.vy, vz: three.vz, wx: three.wx, wy: three.wy, wz: three.wz, px: dot.x, pvx: dot.vx, pvy: dot.vy, pvz: dot.vz}
"""

    def test_a_chain_in_every_order(self):
        X, R, V, W = Vector([0.1, 0.2, 0.3]), turn([1, 0, 1], 0.5), Vector([0.2, 0.5, -0.4]), Vector([1.0, -0.3, 0.2])
        start = f"position: {vector(X)}, orientation: {rows(R)}, velocity: {vector(V)}, angular_velocity: {vector(W)}"
        mark = f"markers: {{m: {{position: {vector(AT_I['s'])}, orientation: {rows(AT_I['R'])}}}}}"
        bodies = [PARTS[0].replace("parent", "one"),
                  f"two: {{type: rigid, mass: 1, {INERTIA}, initial: {{relative_to: one.m, {start}}}, {mark}}}",
                  f"three: {{type: rigid, mass: 1, {INERTIA}, center_of_mass: [0.2, 0, 0], initial: {{relative_to: two.m, resolve_in: body, {start}}}}}",
                  f"dot: {{type: point_mass, mass: 1, initial: {{relative_to: three, position: [0.1, 0, 0], velocity: [0, 0, 0.5]}}}}"]
        two = relative(PARENT, AT_I, X, R, V, W)
        three = relative(two, AT_I, X, R, V, R @ W)
        dot = relative(three, {"s": [0, 0, 0], "R": IDENTITY}, [0.1, 0, 0], IDENTITY, [0, 0, 0.5], [0, 0, 0])
        for order in itertools.permutations(bodies):
            row = self.start(self.CHAIN.replace("BODIES", "\n  ".join(order)))
            self.same(row, three)
            self.assertAlmostEqual(row["px"], dot["r"][0], delta=1e-12)
            for name, value in zip(("pvx", "pvy", "pvz"), dot["v"]):
                self.assertAlmostEqual(row[name], value, delta=1e-12)

    def test_relative_to_what_a_joint_places(self):
        """Behind a hinge that places its body and turns it; the rate of the hinge carries along."""
        text = """mbs: 1
space: spatial
accept: [loose_bodies]
bodies:
  rider: {type: rigid, mass: 1, INERTIA, initial: {relative_to: arm.tip, position: [0, 0.5, 0], velocity: [0, 0, 0], angular_velocity: [0, 0, 0]}}
  arm: {type: rigid, mass: 1, INERTIA, markers: {tip: {position: [2, 0, 0]}}}
joints: {hinge: {type: revolute, marker_i: ground, marker_j: arm, initial: {angle: 30 deg, rate: 3}}}
analyses:
  run: {type: dynamics, duration: 1e-3, output_step: 1e-3}
outputs: {x: rider.x, y: rider.y, vx: rider.vx, vy: rider.vy, wz: rider.wz}
""".replace("INERTIA", INERTIA)
        row = self.start(text)
        x, y, _ = turn([0, 0, 1], math.radians(30)) @ [2, 0.5, 0]
        for name, value in zip(("x", "y", "vx", "vy", "wz"), (x, y, -3 * y, 3 * x, 3)):
            self.assertAlmostEqual(row[name], value, delta=1e-12)

    def test_in_a_part(self):
        """Joints of a part place its bodies, which are relative to its frame as others are to the ground."""
        text = """mbs: 1
space: spatial
accept: [loose_bodies]
frames: {f: {orientation: {axis_angle: {axis: [0, 0, 1], angle: 90 deg}}}}
templates:
  leg:
    bodies:
      up: {type: rigid, mass: 1, INERTIA, markers: {e: {position: [0.5, 0, 0]}}}
      low: {type: rigid, mass: 1, INERTIA, initial: {relative_to: up.e, position: [0, 0.3, 0.1], velocity: [0, 0, 0], angular_velocity: [0, 0, 0]}}
    joints: {h: {type: revolute, marker_i: ground, marker_j: up, initial: {angle: 30 deg, rate: 2}}}
parts: {left: {template: leg, position: [0, 5, 1], relative_to: f}}
analyses:
  run: {type: dynamics, duration: 1e-3, output_step: 1e-3}
outputs: {x: left.low.x, y: left.low.y, z: left.low.z, vx: left.low.vx, vy: left.low.vy, wz: left.low.wz}
""".replace("INERTIA", INERTIA)
        row = self.start(text)
        x, y, _ = turn([0, 0, 1], math.radians(120)) @ [0.5, 0.3, 0]
        for name, value in zip(("x", "y", "z", "vx", "vy", "wz"), (x - 5, y, 1.1, -2 * y, 2 * x, 2)):
            self.assertAlmostEqual(row[name], value, delta=1e-12)

    def test_in_the_plane(self):
        text = """mbs: 1
space: planar
accept: [loose_bodies]
bodies:
  rider: {type: rigid, mass: 1, inertia: 1, initial: {relative_to: arm.tip, position: [0, 0.5], angle: 0.2, velocity: [1, 0], angle_rate: 2}}
  arm: {type: rigid, mass: 1, inertia: 1, initial: {angle: 7, angle_rate: 3, velocity: [0, 0]}, markers: {tip: {position: [2, 0], x: [0, 3]}}}
analyses:
  run: {type: dynamics, duration: 1e-3, output_step: 1e-3}
outputs: {x: rider.x, y: rider.y, vx: rider.vx, vy: rider.vy, a: rider.angle, w: rider.angle_rate}
"""
        row = self.start(text)
        R = turn([0, 0, 1], 7)
        x, y, _ = R @ [1.5, 0, 0]
        vx, vy, _ = R @ [0, 1, 0]
        for name, value in zip(("x", "y", "vx", "vy", "a", "w"), (x, y, vx - 3 * y, vy + 3 * x, 7 + math.pi / 2 + 0.2, 5)):
            self.assertAlmostEqual(row[name], value, delta=1e-12)


class TestMarkers(Starts):
    TEXT = """mbs: 1
space: spatial
accept: [loose_bodies]
bodies:
  box: {type: rigid, mass: 1, INERTIA, initial: {orientation: {axis_angle: {axis: [1, 2, 3], angle: 0.7}}},
    markers: {eye: {position: [0.1, 0.2, 0.3]}, m: {MARKER}}}
analyses:
  run: {type: dynamics, duration: 1e-3, output_step: 1e-3}
outputs: {qw: m.qw, qx: m.qx, qy: m.qy, qz: m.qz}
gauges: {m: {marker_i: box, marker_j: box.m}}
""".replace("INERTIA", INERTIA)

    def axes(self, marker):
        text = self.TEXT.replace("MARKER", marker).replace("outputs: {qw: m.qw, qx: m.qx, qy: m.qy, qz: m.qz}\ngauges: {m: {marker_i: box, marker_j: box.m}}",
                                                           "outputs: {qw: box.m.qw, qx: box.m.qx, qy: box.m.qy, qz: box.m.qz}")
        row = self.start(text)
        return turn([1, 2, 3], 0.7).T @ matrix(*(row[k] for k in ("qw", "qx", "qy", "qz")))

    def test_one_axis_and_two(self):
        directions = {"x": Vector([1, 2, -1]), "y": Vector([0.5, -1, 3]), "z": Vector([0, 1, 1])}
        for one in "xyz":
            R = self.axes(f"{one}: {vector(directions[one])}")
            self.near(R.T["xyz".index(one)], unit(directions[one]))
            self.assertAlmostEqual(cross(R.T[0], R.T[1]) @ R.T[2], 1, delta=1e-12)
        for kept, other in (("z", "x"), ("z", "y"), ("x", "y")):
            for words in ((kept, other), (other, kept)):  # the order in the file does not matter
                R = self.axes(", ".join(f"{word}: {vector(directions[word])}" for word in words))
                first = unit(directions[kept])
                second = directions[other] - first * (first @ directions[other])
                self.near(R.T["xyz".index(kept)], first)
                self.near(R.T["xyz".index(other)], unit(second))
                self.assertAlmostEqual(cross(R.T[0], R.T[1]) @ R.T[2], 1, delta=1e-12)

    def test_towards(self):
        for own in ([0, 0, 0], [1, -1, 2]):
            R = self.axes(f"position: {vector(own)}, towards: eye")
            direction = Vector([0.1, 0.2, 0.3]) - own
            self.near(R.T[2], unit(direction))


if __name__ == "__main__":
    harness.main()
