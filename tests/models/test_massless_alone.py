#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Bodies without mass that the mechanism does not determine are refused, by name."""

import math

import harness
import test_massless


class TestUndetermined(harness.MotionTest):
    """Who moves alone is named where it stands in the file."""

    def refused(self, text, body, turns):
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 3, run.story())
        line = next(k for k, row in enumerate(text.splitlines(), 1) if row.startswith(f"  {body}:"))
        self.assertIn(f'model.yaml:{line}:3: error[E-PHYS-008]: body "{body}"', run.err)
        self.assertIn("it can turn" if turns else "it can move", run.err)

    PLANE = """mbs: 1
space: planar
gravity: [0, -9.81]
accept: [loose_bodies, unused_markers]
bodies:
  anchor: {{type: rigid, mass: 2, inertia: 0.3}}
{bodies}
joints:
  hinge: {{type: revolute, marker_i: ground, marker_j: anchor}}
{joints}
analyses: {{run: {{type: dynamics, duration: 1}}}}
outputs: {{x: anchor.x}}
"""
    SPACE = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
accept: [loose_bodies, unused_markers]
bodies:
  b: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}}}
{bodies}
joints:
  hinge: {{type: revolute, body_i: ground, body_j: b, at: [0, 1, 0], axis: [1, 0, 0]}}
{joints}
analyses: {{run: {{type: dynamics, duration: 1}}}}
outputs: {{x: b.x}}
"""

    def test_point_on_springs(self):
        self.refused(self.PLANE.format(bodies="  knot: {type: point_mass, mass: 0, initial: {position: [1, 0]}}", joints="""forces:
  one: {type: spring_damper, marker_i: anchor, marker_j: knot, stiffness: 10, free_length: 1}
  two: {type: spring_damper, marker_i: ground, marker_j: knot, stiffness: 10, free_length: 1}"""), "knot", False)

    def test_pendulum_of_nothing(self):
        self.refused(self.PLANE.format(bodies="  arm: {type: rigid, mass: 0, inertia: 0}",
                                       joints="  pin: {type: revolute, marker_i: anchor, marker_j: arm}"), "arm", True)

    def test_mass_without_inertia(self):
        """A mass at its own hinge does not tell how the body turns."""
        self.refused(self.PLANE.format(bodies="  bead: {type: rigid, mass: 1, inertia: 0}",
                                       joints="  pin: {type: revolute, marker_i: anchor, marker_j: bead}"), "bead", True)

    def test_rod_between_balls(self):
        """It spins about itself."""
        self.refused(self.SPACE.format(
            bodies="  rod: {type: rigid, mass: 0, inertia: {xx: 0, yy: 0, zz: 0}, initial: {position: [0.5, 0, 0]}}\n"
                   "  d: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, initial: {position: [1, 0, 0]}}",
            joints="  p: {type: spherical, body_i: b, body_j: rod, at: [0, 0, 0]}\n"
                   "  q: {type: spherical, body_i: rod, body_j: d, at: [1, 0, 0]}"), "rod", True)

    def test_thin_rod_on_a_ball(self):
        self.refused(self.SPACE.format(
            bodies="  rod: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0, zz: 0.1}, initial: {position: [0, 0.5, 0]}}",
            joints="  p: {type: spherical, body_i: b, body_j: rod, at: [0, 0, 0]}"), "rod", True)

    def test_straight_links(self):
        """Straight they can bend while the point stands still, with a velocity along which they do not tear."""
        text = test_massless.TestDyad().model(0.5, 0.5).replace("velocity: [0.7, 2]", f"velocity: [{-math.sin(0.5)!r}, {math.cos(0.5)!r}]")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 3, run.story())
        self.assertRegex(run.err, r'model.yaml:[67]:3: error\[E-PHYS-008\]: body "[ab]"')

    def test_free_body(self):
        self.refused(self.PLANE.format(bodies="  dust: {type: rigid, mass: 0, inertia: 0}", joints=""), "dust", False)

    def test_by_parameter(self):
        """A mass that becomes zero by --set."""
        text = self.PLANE.format(bodies="  arm: {type: rigid, mass: m, inertia: m}",
                                 joints="  pin: {type: revolute, marker_i: anchor, marker_j: arm}\nparameters: {m: 0.2}")
        self.good(self.scratch.model(text))
        run = self.scratch.run(self.scratch.model(text), "--set", "m=0")
        self.assertIn("E-PHYS-008", run.err)


if __name__ == "__main__":
    harness.main()
