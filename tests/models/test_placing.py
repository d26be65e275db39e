#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bodies that joints place: against rotation matrices multiplied here."""

import math
import re

import harness

ARM = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
parameters: {a: 30 deg, b: -40 deg, d: 200 mm}
ground: {markers: {base: {position: [X + 0.1, 0.2, 0.3]}}}
bodies:
  BODIES
joints:
  JOINTS
analyses:
  run: {type: dynamics, duration: 0.1, output_step: 0.1}
outputs: {x: tool.x, y: tool.y, z: tool.z, qa: turn.angle, qb: lift.angle, qd: out.displacement, w: column.wz,
  tx: tool.qw, ty: tool.qx, tz: tool.qy, tw: tool.qz, drift: energy.drift}
"""
BODIES = ["column: {type: rigid, mass: 5, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, markers: {foot: {position: [0, 0, -0.25]}, head: "
          "{position: [0, 0, 0.25], orientation: {axis_angle: {axis: [1, 0, 0], angle: -90 deg}}}}}",
          "upper: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, center_of_mass: [0.05, 0, 0], markers: {in: {position: "
          "[-0.3, 0, 0], orientation: {axis_angle: {axis: [1, 0, 0], angle: -90 deg}}}, end: {position: [0.3, 0, 0], orientation: {axis_angle: "
          "{axis: [0, 1, 0], angle: 90 deg}}}}}",
          "slide: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, markers: {in: {position: [-0.1, 0, 0], orientation: "
          "{axis_angle: {axis: [0, 1, 0], angle: 90 deg}}}}}",
          "tool: {type: rigid, mass: 0.5, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}"]
JOINTS = ["turn: {type: revolute, marker_i: ground.base, marker_j: column.foot, initial: {angle: a, rate: 1}}",
          "lift: {type: revolute, marker_i: column.head, marker_j: upper.in, initial: {angle: b}}",
          "out: {type: prismatic, marker_i: upper.end, marker_j: slide.in, initial: {displacement: d}}",
          "hold: {type: fixed, marker_i: slide, marker_j: tool}"]


def turned(text, joint):
    """The same joint from the other side: its coordinate counts the other way."""
    text = text.replace("marker_i", "MARKER").replace("marker_j", "marker_i").replace("MARKER", "marker_j")
    return re.sub(r"(angle|displacement): (\w)([,}])", r"\1: -\2\3", text).replace("rate: 1", "rate: -1")


def truth(a, b, d):
    """The tool: a about z at the base, b about y at the top of the column, d along x of the arm."""
    r = 0.6 + d + 0.1
    return (0.1 + math.cos(a) * math.cos(b) * r, 0.2 + math.sin(a) * math.cos(b) * r, 0.3 + 0.5 - math.sin(b) * r)


class TestPlacing(harness.MotionTest):
    def start(self, bodies, joints, place=0, *arguments):
        text = ARM.replace("BODIES", "\n  ".join(bodies)).replace("JOINTS", "\n  ".join(joints)).replace("X", repr(float(place)))
        rows = self.good(self.scratch.model(text), *arguments).table()
        return {name: values[0] for name, values in rows.items()}

    def test_arm_in_every_order(self):
        a, b, d = math.radians(30), math.radians(-40), 0.2
        for place in (0, 1e6):
            for bodies in (BODIES, BODIES[::-1]):
                for joints in (JOINTS, JOINTS[::-1], [turned(JOINTS[0], 0), JOINTS[1], turned(JOINTS[2], 2), JOINTS[3]]):
                    row = self.start(bodies, joints, place)
                    for name, value in zip(("x", "y", "z"), truth(a, b, d)):
                        self.assertAlmostEqual(row[name] - (place if name == "x" else 0), value, delta=1e-14 if place == 0 else 1e-9)
                    self.assertAlmostEqual(abs(row["qa"]), a, delta=1e-9)
                    self.assertAlmostEqual(abs(row["qd"]), d, delta=1e-9)
                    self.assertAlmostEqual(row["w"], 1, delta=1e-9)

    def test_parameters_move_it(self):
        for a, b, d in ((0, 0, 0), (1.2, 0.7, -0.1), (7.0, 3.0, 2.0)):
            row = self.start(BODIES, JOINTS, 0, "--set", f"parameters.a={a}", "--set", f"parameters.b={b}", "--set", f"parameters.d={d}")
            for name, value in zip(("x", "y", "z"), truth(a, b, d)):
                self.assertAlmostEqual(row[name], value, delta=1e-13)
            self.assertAlmostEqual(row["qa"], a, delta=1e-12)  # counted over turns

    def test_same_motion_as_with_poses(self):
        """The chain in the plane by its hinges, and by the poses that follow."""
        hinged = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  one: {type: rigid, mass: 1, inertia: 0.1, markers: {in: {position: [-0.5, 0]}, end: {position: [0.5, 0], angle: 0.2}}, POSE1}
  two: {type: rigid, mass: 1, inertia: 0.1, markers: {in: {position: [-0.4, 0.1], angle: 0.5}}, POSE2}
joints:
  shoulder: {type: revolute, marker_i: ground, marker_j: one.in, initial: {angle: 400 deg}}
  elbow: {type: revolute, marker_i: one.end, marker_j: two.in, initial: {angle: -0.7, rate: 2}}
analyses: {run: {type: dynamics, duration: 1, output_step: 0.1, integrator: {tolerances: {relative: 1e-10, absolute: 1e-12}}}}
outputs: {x: two.x, y: two.y, a: two.angle, q: shoulder.angle}
"""
        first = math.radians(400)
        x, y = math.cos(first), math.sin(first)
        angle = first + 0.2 - 0.7 - 0.5
        u, v = -0.4 * math.cos(angle) - 0.1 * math.sin(angle), -0.4 * math.sin(angle) + 0.1 * math.cos(angle)
        posed = hinged.replace("POSE1", f"initial: {{position: [{x / 2!r}, {y / 2!r}], angle: {first!r}}}").replace(
            "POSE2", f"initial: {{position: [{x - u!r}, {y - v!r}], angle: {angle!r}}}")
        bare = hinged.replace(", POSE1", "").replace(", POSE2", "")
        one, two = (self.good(self.scratch.model(text)).table() for text in (posed, bare))
        self.assertLessEqual(harness.difference(one, two, ("x", "y", "a", "q")), 1e-9)

    def test_a_loop_is_checked(self):
        """What closes a loop places nothing: where it does not close, that is said."""
        text = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  one: {type: rigid, mass: 1, inertia: 0.1, markers: {end: {position: [1, 0]}}}
  two: {type: rigid, mass: 1, inertia: 0.1, markers: {end: {position: [1, 0]}}}
ground: {markers: {far: {position: [1, 1]}}}
joints:
  p: {type: revolute, marker_i: ground, marker_j: one, initial: {angle: ANGLE}}
  q: {type: revolute, marker_i: one.end, marker_j: two, initial: {angle: 90 deg}}
  r: {type: revolute, marker_i: ground.far, marker_j: two.end}
analyses: {run: {type: dynamics, duration: 0.1, output_step: 0.1}}
outputs: {x: two.x}
"""
        good = self.scratch.run(self.scratch.model(text.replace("ANGLE", "0")))
        self.assertEqual(good.status, 0, good.story())
        bad = self.scratch.run(self.scratch.model(text.replace("ANGLE", "0.1")))
        self.assertEqual(bad.status, 3, bad.story())
        self.assertIn('joint "r"', bad.err)

    def test_nothing_stated_changes_nothing(self):
        """Without a coordinate at the start bodies stay at the origin, as the joint finds them."""
        text = """mbs: 1
space: planar
bodies: {a: {type: rigid, mass: 1, inertia: 0.1}}
ground: {markers: {m: {angle: 0.3}}}
joints: {p: {type: revolute, marker_i: ground.m, marker_j: a}}
analyses: {run: {type: dynamics, duration: 0.1, output_step: 0.1}}
outputs: {angle: a.angle, q: p.angle}
"""
        rows = self.good(self.scratch.model(text)).table()
        self.assertEqual(rows["angle"][0], 0)
        self.assertAlmostEqual(rows["q"][0], -0.3, delta=1e-15)


if __name__ == "__main__":
    harness.main()
