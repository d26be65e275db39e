#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Families, frames and templates give the motion of the same mechanism written out by hand."""

import math

import harness

PLANAR = """mbs: 1
space: planar
gravity: [0, -9.81]
analyses: {fall: {type: dynamics, duration: 1 s, output_step: 0.25 s, integrator: {tolerances: {relative: 1e-11}}}}
"""
SPATIAL = PLANAR.replace("planar", "spatial").replace("[0, -9.81]", "[0, 0, -9.81]")


class Same(harness.MotionTest):
    def same(self, ours, by_hand, within):
        """All channels of the two agree, row by row."""
        tables = [self.good(self.scratch.model(text, f"{name}.yaml")).table()
                  for name, text in (("ours", ours), ("by_hand", by_hand))]
        self.assertEqual(list(tables[0]), list(tables[1]))
        worst = max(abs(a - b) for name in tables[0] for a, b in zip(tables[0][name], tables[1][name]))
        print(f"{self.id().split('.')[-1]}: largest difference {worst:.3g}")
        self.assertLess(worst, within)


class TestFrames(Same):
    def test_planar(self):
        ours = PLANAR + """
parameters: {a: 30 deg}
frames:
  base: {position: [1, 2], angle: a}
  shelf: {position: [0.5, 0], angle: 60 deg, relative_to: base}
bodies:
  bar:
    type: rigid
    mass: 2
    inertia: 0.1
    initial: {position: [1, 0], velocity: [0, 3], angle: 10 deg, angle_rate: -6, relative_to: shelf}
  rod: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [2, 0.5], relative_to: shelf}}
  p: {type: point_mass, mass: 1, initial: {position: [3, 0], velocity: [1, 1], relative_to: base}}
joints:
  hinge: {type: revolute, body_i: bar, body_j: rod, at: [1.5, 0], relative_to: shelf}
  slide: {type: prismatic, body_i: ground, body_j: rod, at: [2, 0.5], axis: [1, 0], relative_to: shelf}
forces:
  s: {type: spring_damper, marker_i: base, marker_j: p, stiffness: 10, free_length: 1}
  push: {type: force, marker: rod, vector: [2, 0], resolve_in: base}
outputs: {x: bar.x, y: bar.y, rx: rod.x, ry: rod.y, angle: bar.angle, px: p.x, bx: base.x, d: slide.displacement}
"""
        by_hand = PLANAR + """
parameters: {a: 30 deg, ox: 1 + 0.5*cos(a), oy: 2 + 0.5*sin(a)}
ground: {markers: {b: {position: [1, 2]}}}
bodies:
  bar:
    type: rigid
    mass: 2
    inertia: 0.1
    initial: {position: [ox, oy + 1], velocity: [-3, 0], angle: 100 deg, angle_rate: -6}
  rod: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [ox - 0.5, oy + 2], angle: 90 deg}}
  p:
    type: point_mass
    mass: 1
    initial: {position: [1 + 3*cos(a), 2 + 3*sin(a)], velocity: [1*cos(a) - 1*sin(a), 1*sin(a) + 1*cos(a)]}
joints:
  hinge: {type: revolute, body_i: bar, body_j: rod, at: [ox, oy + 1.5]}
  slide: {type: prismatic, body_i: ground, body_j: rod, at: [ox - 0.5, oy + 2], axis: [0, 1]}
forces:
  s: {type: spring_damper, marker_i: ground.b, marker_j: p, stiffness: 10, free_length: 1}
  push: {type: force, marker: rod, vector: [2*cos(a), 2*sin(a)]}
outputs: {x: bar.x, y: bar.y, rx: rod.x, ry: rod.y, angle: bar.angle, px: p.x, bx: ground.b.x, d: slide.displacement}
"""
        self.same(ours, by_hand, 1e-12)

    def test_spatial(self):
        body = "type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.2, zz: 0.25}"
        outputs = "outputs: {x: bar.x, y: bar.y, z: bar.z, wx: bar.wx, wy: bar.wy, qx: bar.qx, vz: bar.vz}\n"
        ours = SPATIAL + outputs + f"""
frames:
  tilted: {{position: [1, 2, 3], orientation: {{axis_angle: {{axis: [0, 0, 1], angle: 90 deg}}}}}}
bodies:
  bar:
    {body.replace(", ", chr(10) + "    ", 2)}
    initial:
      position: [1, 0, 0]
      orientation: {{axis_angle: {{axis: [1, 0, 0], angle: 30 deg}}}}
      angular_velocity: [0, 0, 2]
      relative_to: tilted
joints:
  hinge: {{type: revolute, body_i: ground, body_j: bar, at: [0, 0, 0], axis: [0, 1, 1], relative_to: tilted, initial: {{rate: 1.5}}}}
"""
        by_hand = SPATIAL + outputs + f"""
bodies:
  bar:
    {body.replace(", ", chr(10) + "    ", 2)}
    initial:
      position: [1, 3, 3]
      orientation: {{axis_angle: {{axis: [HX, HY, HZ], angle: HA}}}}
      angular_velocity: [0, 0, 2]
joints:
  hinge: {{type: revolute, body_i: ground, body_j: bar, at: [1, 2, 3], axis: [-1, 0, 1], initial: {{rate: 1.5}}}}
"""
        # the product of 90 deg about z and 30 deg about x, as one rotation
        w = math.cos(math.pi / 4) * math.cos(math.pi / 12)
        x = math.cos(math.pi / 4) * math.sin(math.pi / 12)
        y = math.sin(math.pi / 4) * math.sin(math.pi / 12)
        z = math.sin(math.pi / 4) * math.cos(math.pi / 12)
        by_hand = by_hand.replace("HX", repr(x)).replace("HY", repr(y))
        by_hand = by_hand.replace("HZ", repr(z)).replace("HA", repr(2 * math.acos(w)))
        ours = ours.replace("      angular_velocity: [0, 0, 2]\n", "").replace(", initial: {rate: 1.5}", "")
        by_hand = by_hand.replace("      angular_velocity: [0, 0, 2]\n", "").replace(
            ", initial: {rate: 1.5}", "")
        self.same(ours, by_hand, 1e-11)
        free = "joints:"
        turning = ("      velocity: [1, 2, 3]\n      angular_velocity: [1, 2, 3]\n",
                   "      velocity: [-2, 1, 3]\n      angular_velocity: [-2, 1, 3]\n")
        ours = ours.split(free)[0].replace("      relative_to", turning[0] + "      relative_to")
        self.same(ours, by_hand.split(free)[0] + turning[1], 1e-11)


class TestTemplates(Same):
    def test_nested_parts(self):
        sideways = PLANAR.replace("[0, -9.81]", "[-9.81, 1]")
        ours = sideways + """
templates:
  swing:
    parameters: {L: 1, n: 2}
    bodies:
      bob_(i): {repeat: {index: i, from: 1, to: n}, type: point_mass, mass: i, initial: {position: [i*L, 0]}}
    joints:
      rod_1: {type: distance, marker_i: ground, marker_j: bob_1, length: L}
      rod_(i): {repeat: {index: i, from: 2, to: n}, type: distance, marker_i: bob_(i-1), marker_j: bob_(i), length: L}
    forces:
      push: {type: force, marker: bob_(n), vector: [0, 3 kg/s*bob_1.vx]}
  twins:
    parameters: {d: 1}
    parts:
      s_(k): {repeat: {index: k, from: 1, to: 2}, template: swing, position: [0, k*d], parameters: {L: d/2}}
    forces:
      tie: {type: spring_damper, marker_i: s_1.bob_2, marker_j: s_2.bob_2, stiffness: 9, free_length: d/2}
frames: {beam: {position: [1, 0]}}
parts:
  a: {template: twins, angle: 90 deg, relative_to: beam, parameters: {d: 2}}
outputs: {x1: a.s_1.bob_1.x, x2: a.s_1.bob_2.x, y2: a.s_2.bob_2.y, f: a.tie.force, w: a.s_1.rod_2.tension}
"""
        by_hand = sideways + """
ground: {markers: {p: {position: [-1, 0], angle: 90 deg}, q: {position: [-3, 0], angle: 90 deg}}}
bodies:
  a1: {type: point_mass, mass: 1, initial: {position: [-1, 1]}}
  a2: {type: point_mass, mass: 2, initial: {position: [-1, 2]}}
  b1: {type: point_mass, mass: 1, initial: {position: [-3, 1]}}
  b2: {type: point_mass, mass: 2, initial: {position: [-3, 2]}}
joints:
  r1: {type: distance, marker_i: ground.p, marker_j: a1, length: 1}
  r2: {type: distance, marker_i: a1, marker_j: a2, length: 1}
  r3: {type: distance, marker_i: ground.q, marker_j: b1, length: 1}
  r4: {type: distance, marker_i: b1, marker_j: b2, length: 1}
forces:
  fa: {type: force, marker: a2, vector: [-3 kg/s*a1.vx, 0]}
  fb: {type: force, marker: b2, vector: [-3 kg/s*b1.vx, 0]}
  tie: {type: spring_damper, marker_i: a2, marker_j: b2, stiffness: 9, free_length: 1}
outputs: {x1: a1.x, x2: a2.x, y2: b2.y, f: tie.force, w: r2.tension}
"""
        self.same(ours, by_hand, 1e-8)


if __name__ == "__main__":
    harness.main()
