#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The same mechanism written in another way moves the same way: other units, other axes of the
ground, another frame of the body, another order, other words for a joint and an orientation."""

import math

import harness

# An orthogonal matrix without any zero: 1 rad about (2, -1, 3).
AXIS = [component / math.sqrt(14) for component in (2, -1, 3)]


def rotation(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    x, y, z = axis
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)]]


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def transposed(a):
    return [list(row) for row in zip(*a)]


def text(value):
    """A matrix or vector in YAML."""
    if isinstance(value, list):
        return "[" + ", ".join(text(part) for part in value) + "]"
    return repr(value)


PLAIN = rotation([0, 0, 1], 0)
SKEW = rotation(AXIS, 1)
TOLERANCE = 1e-10


class TestUnits(harness.MotionTest):
    def test_driven_pendulum(self):
        """Units are converted exactly where that is possible, so not a byte differs."""
        original = harness.SOURCE / "models" / "founding" / "driven_pendulum.yaml"
        words = original.read_text(encoding="utf-8")
        for before, after in (("L: 2 m ", "L: 2000 mm "), ("mass: 20 kg", "mass: 20000 g"),
                              ("-9.81 m/s^2", "-9810 mm/s^2"), ("push: 30 N", "push: 0.03 kN"),
                              ("stiffness: 45 N*m/rad", "stiffness: 45000 N*mm/rad"),
                              ("damping: 10 N*m*s/rad", "damping: 10000 N*mm*s/rad"),
                              ("duration: 10 s", "duration: 10000 ms"),
                              ("output_step: 0.01 s", "output_step: 10 ms")):
            self.assertIn(before, words)
            words = words.replace(before, after)
        other = self.scratch.model(words)
        self.assertEqual(self.motion(original), self.motion(other))

    def test_bare_numbers_are_si(self):
        original = harness.SOURCE / "models" / "iftomm" / "a01_simple_pendulum.yaml"
        words = original.read_text(encoding="utf-8")
        for before, after in (("L: 1 m ", "L: 1 "), ("m: 1 kg", "m: 1"), ("-9.81 m/s^2", "-9.81"),
                              ("duration: 10 s", "duration: 10"),
                              ("output_step: 0.01 s", "output_step: 0.01")):
            self.assertEqual(words.count(before), 1, before)
            words = words.replace(before, after)
        self.assertEqual(self.motion(original), self.motion(self.scratch.model(words)))


class TestScale(harness.MotionTest):
    """A pendulum a thousand times as long under a thousand times the gravity keeps its time."""

    def test_length(self):
        path = harness.SOURCE / "models" / "iftomm" / "a01_simple_pendulum.yaml"
        words = path.read_text(encoding="utf-8")
        self.assertEqual(words.count("gravity: [0, -9.81 m/s^2]"), 1)
        model = self.scratch.model(words.replace("-9.81 m/s^2", "-9.81*L"))
        small = self.pair(model, TOLERANCE, analysis="swing")
        for factor in (1000, 0.001):
            large = self.pair(model, TOLERANCE, "--set", f"L={factor}", analysis="swing")
            for motion in large:
                for channel in ("x", "y"):
                    motion[channel] = [value / factor for value in motion[channel]]
            self.same_motion({"1 m": small, f"{factor} m": large}, ("x", "y"), 1)

    def test_mass(self):
        model = harness.SOURCE / "models" / "iftomm" / "a01_simple_pendulum.yaml"
        pairs = {f"{mass} kg": self.pair(model, TOLERANCE, "--set", f"m={mass}", analysis="swing")
                 for mass in (1, 1e-6, 1e6)}
        self.same_motion(pairs, ("x", "y"), 1)


BAR = """
mbs: 1
space: spatial
gravity: {gravity}
ground:
  markers:
    turned: {{orientation: {{matrix: {ground}}}}}
bodies:
  bar:
    type: rigid
    mass: 20
    inertia: {inertia}
    {center}
    initial: {{position: {position}, orientation: {orientation}}}
    markers:
      pivot: {{position: {pivot}}}
      tip: {{position: {tip}}}
      middle: {{position: {middle}}}
joints:
  hinge: {hinge}
forces:
  spring: {{type: torsional_spring_damper, joint: hinge, stiffness: 45, damping: 10, free_angle: {free}}}
  drive: {{type: force, marker: bar.tip, vector: ["30*sin(2*pi*t)", 5, 3], resolve_in: ground.turned}}
  twist: {{type: torque, marker: bar, vector: [0.1, 0.2, 0.3*cos(t)], resolve_in: ground.turned}}
analyses:
  swing: {{type: dynamics, duration: 5, output_step: 0.05}}
outputs:
  x: bar.middle.x
  y: bar.middle.y
  z: bar.middle.z
  angle: hinge.angle
  fx: hinge.reaction.x
  fy: hinge.reaction.y
  fz: hinge.reaction.z
  tx: hinge.reaction.tx
  ty: hinge.reaction.ty
"""
INERTIA = {"xx": 0.5, "yy": 80 / 3, "zz": 80 / 3, "xy": 0.3, "yz": -0.2, "zx": 0.1}


def bar(ground=None, offset=None, own=None, hinge=None, about=False):
    """The driven bar pendulum with a skew inertia, hanging down along -y of the turned ground.

    ground   what the whole mechanism is turned by
    offset   where the origin of the body frame stands, seen from the mass centre, x along the bar
    own      how the initial orientation is written, from its matrix
    hinge    how the joint is written
    about    whether the inertia is given about the pivot
    """
    ground = ground or PLAIN
    offset = offset or [0, 0, 0]

    def place(point):
        return [p - o for p, o in zip(point, offset)]

    hang = rotation([0, 0, 1], -math.pi / 2)  # x of the bar from the pivot to the tip
    axes = times(ground, hang)
    along = [[INERTIA[name] for name in row] for row in (("xx", "xy", "zx"), ("xy", "yy", "yz"),
                                                         ("zx", "yz", "zz"))]
    if about:  # Steiner: the pivot is 2 m away along the bar
        along = [[value + (20 * 4 if i == j and i > 0 else 0) for j, value in enumerate(row)]
                 for i, row in enumerate(along)]
    elements = {"xx": along[0][0], "yy": along[1][1], "zz": along[2][2], "xy": along[0][1],
                "yz": along[1][2], "zx": along[2][0]}
    inertia = "{" + ", ".join(f"{name}: {value!r}" for name, value in elements.items())
    center = place([0, 0, 0])
    origin = apply(axes, [2 + offset[0], offset[1], offset[2]])
    words = hinge or "{type: revolute, marker_i: ground.turned, marker_j: bar.pivot}"
    return BAR.format(
        gravity=text(apply(ground, [0, -9.81, 0])), ground=text(ground),
        inertia=inertia + (", about: bar.pivot}" if about else "}"),
        center="" if max(map(abs, center)) == 0 else f"center_of_mass: {text(center)}",
        position=text(origin), orientation=(own or "{{matrix: {0}}}".format)(text(axes)),
        pivot=text(place([-2, 0, 0])), tip=text(place([2, 0, 0])), middle=text(place([0, 0, 0])),
        hinge=words, free=repr(-math.pi / 2))


class TestFrames(harness.MotionTest):
    def same(self, texts, turned_by=None):
        pairs = {}
        for number, (name, words) in enumerate(texts.items()):
            model = self.scratch.model(words, f"way{number}.yaml")
            pairs[name] = self.pair(model, TOLERANCE, analysis="swing")
        if turned_by:
            for motion in pairs["turned"]:
                self.turn_back(motion, turned_by)
        self.same_motion(pairs, ("x", "y", "z", "angle"), 4)
        motions = [motion for motion, _ in pairs.values()]
        for other in motions[1:]:
            found = harness.difference(motions[0], other, ("fx", "fy", "fz", "tx", "ty"))
            print(f"reactions differ by {found:.3g}")
            self.assertLess(found, 1e-4)
        self.assertGreater(max(motions[0]["angle"]) - min(motions[0]["angle"]), 0.1, "it moves")

    def turn_back(self, motion, ground):
        back = transposed(ground)
        for k in range(len(motion["t"])):
            point = apply(back, [motion[name][k] for name in "xyz"])
            for name, value in zip("xyz", point):
                motion[name][k] = value

    def test_ground(self):
        """The whole mechanism turned in space: its gravity, its hinge, its force."""
        self.same({"straight": bar(), "turned": bar(ground=SKEW)}, turned_by=SKEW)

    def test_body_frame_elsewhere(self):
        self.same({"at the mass centre": bar(), "at the pivot": bar(offset=[-2, 0, 0]),
                   "beside": bar(offset=[0.3, -0.7, 1.1])})

    def test_inertia_about_a_marker(self):
        self.same({"about the mass centre": bar(), "about the pivot": bar(about=True)})

    def test_words_of_an_orientation(self):
        half = math.sqrt(0.5)
        self.same({"matrix": bar(),
                   "quaternion": bar(own=lambda _: f"{{quaternion: [{half!r}, 0, 0, {-half!r}]}}"),
                   "axis_angle": bar(own=lambda _: "{axis_angle: {axis: [0, 0, -2], angle: 90 deg}}"),
                   "euler": bar(own=lambda _: "{euler: [-30 deg, 0, -60 deg], sequence: zxz}")})

    def test_words_of_a_joint(self):
        """Placed by bodies, a point and an axis, the joint counts its angle from the start: only
        the count differs, and with it where the spring is free."""
        at = "{type: revolute, body_i: ground, body_j: bar, at: [0, 0, 0], axis: [0, 0, 3]}"
        words = bar(hinge=at).replace(f"free_angle: {-math.pi / 2!r}", "free_angle: 0")
        pairs = {}
        for number, (name, model) in enumerate({"markers": bar(), "at": words}.items()):
            pairs[name] = self.pair(self.scratch.model(model, f"way{number}.yaml"), TOLERANCE,
                                    analysis="swing")
        for motion in pairs["at"]:
            start = pairs["markers"][0]["angle"][0] - motion["angle"][0]
            self.assertAlmostEqual(start, -math.pi / 2, delta=1e-12)
            motion["angle"] = [angle + start for angle in motion["angle"]]
        self.same_motion(pairs, ("x", "y", "z", "angle"), 4)


TOP = """
mbs: 1
space: spatial
gravity: {gravity}
bodies:
  top:
    type: rigid
    mass: 15
    inertia: {{xx: 0.234375, yy: 0.234375, zz: 0.46875}}
    initial:
      position: {position}
      orientation: {{matrix: {axes}}}
      angular_velocity: [0, 4.61538, 150]
      resolve_in: body
    markers:
      tip: {{position: [0, 0, -1]}}
joints:
  socket: {{type: spherical, marker_i: ground, marker_j: top.tip}}
analyses:
  dance: {{type: dynamics, duration: 1, output_step: 0.01}}
outputs: {{x: top.x, y: top.y, z: top.z, qw: top.qw, qx: top.qx, qy: top.qy, qz: top.qz}}
"""


class TestTop(harness.MotionTest):
    def test_turned(self):
        """Free rotation about three axes, seen from turned ground: body orientations agree."""
        pairs = {}
        for name, ground in (("straight", PLAIN), ("turned", SKEW)):
            lie = [[1.0, 0, 0], [0, 0, 1.0], [0, -1.0, 0]]  # -90 deg about x
            words = TOP.format(gravity=text(apply(ground, [0, 0, -9.81])),
                               position=text(apply(ground, [0, 1, 0])), axes=text(times(ground, lie)))
            pairs[name] = self.pair(self.scratch.model(words, f"{name}.yaml"), TOLERANCE,
                                    analysis="dance")
        half = [math.cos(0.5)] + [-math.sin(0.5) * component for component in AXIS]
        for motion in pairs["turned"]:
            self.turn_back(motion, half)
        self.same_motion(pairs, ("x", "y", "z", "qw", "qx", "qy", "qz"), 1)

    def turn_back(self, motion, turn):
        sign = 1.0
        for k in range(len(motion["t"])):
            point = apply(transposed(SKEW), [motion[name][k] for name in "xyz"])
            w, x, y, z = (motion[name][k] for name in ("qw", "qx", "qy", "qz"))
            a, b, c, d = turn
            product = [a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
                       a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w]
            if k == 0:  # an orientation has two quaternions; the choice holds for the whole run
                sign = math.copysign(1.0, product[0])
            for name, value in zip(("x", "y", "z"), point):
                motion[name][k] = value
            for name, value in zip(("qw", "qx", "qy", "qz"), product):
                motion[name][k] = sign * value


class TestOrder(harness.MotionTest):
    def test_double_pendulum(self):
        original = harness.SOURCE / "models" / "examples" / "double_pendulum.yaml"
        lines = original.read_text(encoding="utf-8").splitlines(keepends=True)
        places = {word: [k for k, line in enumerate(lines) if line.startswith(f"  {word}:")][0]
                  for word in ("elbow", "hand", "upper_rod", "lower_rod")}
        for first, second in (("elbow", "hand"), ("upper_rod", "lower_rod")):
            i, j = places[first], places[second]
            lines[i], lines[j] = lines[j], lines[i]
        other = self.scratch.model("".join(lines))
        pairs = {name: self.pair(path, TOLERANCE, analysis="fall")
                 for name, path in (("as shipped", original), ("the other way round", other))}
        self.same_motion(pairs, ("x1", "y1", "x2", "y2"), 2)


if __name__ == "__main__":
    harness.main()
