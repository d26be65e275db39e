#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Machines in space at the edges of what they are made of: no rebound, the axis of a tube, what lies flat, bodies without a load."""

import math

import harness

HEAD = "mbs: 1\nspace: spatial\naccept: [loose_bodies]\n"
BALL = "type: rigid, mass: 1, inertia: {xx: 4e-3, yy: 4e-3, zz: 4e-3}"


class TestEdges(harness.MotionTest):
    def rows(self, text, *arguments):
        return self.good(self.scratch.model(text), *arguments).table()

    def test_no_rebound(self):
        """What hits with the stated speed keeps the stated share of it, down to nothing."""
        for e in (1e-3, 9e-4, 1e-6, 1e-16, 1e-20):
            left = self.rows(HEAD + f"bodies: {{b: {{{BALL}, initial: {{position: [0, 0, 0.2], velocity: [0, 0, -2]}}}}}}\n"
                             "forces: {c: {type: contact, marker_i: ground, marker_j: b, radius_j: 0.1, stiffness: 1e5, "
                             f"restitution: {e}, at_speed: 2}}}}\n"
                             "analyses: {run: {type: dynamics, duration: 1, output_step: 0.1, integrator: {tolerances: {relative: 1e-10}}}}\n"
                             "outputs: {v: b.vz}\n")["v"][-1]
            print("restitution", e, left / 2)
            self.assertAlmostEqual(left / 2, e, delta=1e-9 + 1e-6 * e)

    def test_axis_of_a_tube(self):
        """On the axis of its tube a pig is apart from the wall all round, and flies on; one that fills it is named."""
        text = (HEAD + f"bodies: {{pig: {{{BALL}, initial: {{position: [0, 0, 0.3], velocity: [0, 0, 1]}}}}}}\nforces:\n"
                "  c: {type: contact, marker_i: ground, marker_j: pig, tube_radius: 0.1, radius_j: 0.08, length_j: 0.2, stiffness: 1e5}\n"
                "analyses: {run: {type: dynamics, duration: 1, output_step: 0.5}}\noutputs: {z: pig.z, f: c.force}\n")
        rows = self.rows(text)
        self.assertAlmostEqual(rows["z"][-1], 1.3, delta=1e-12)
        self.assertEqual(max(rows["f"]), 0)
        told = self.scratch.run(self.scratch.model(text.replace("0.08", "0.11")))
        self.assertEqual(told.status, 4, told.story())
        self.assertIn('model.yaml:6:3: error[E-NUM-002]: force "c"', told.err)

    def test_flat(self):
        """A can that falls flat falls freely until it touches; a disc that lies flat cannot roll, and is named."""
        rows = self.rows(HEAD + f"gravity: [0, 0, -9.81]\nbodies: {{can: {{{BALL}, initial: {{position: [0, 0, 0.2]}}}}}}\n"
                         "forces: {c: {type: contact, marker_i: ground, marker_j: can, edge_radius: 0.05, length_j: 0.1, stiffness: 1e5}}\n"
                         "analyses: {run: {type: dynamics, duration: 0.1, output_step: 0.05}}\noutputs: {z: can.z}\n")
        self.assertAlmostEqual(rows["z"][-1], 0.2 - 9.81 * 0.1 ** 2 / 2, delta=1e-12)
        told = self.scratch.run(self.scratch.model(
            HEAD + f"gravity: [0, 0, -9.81]\nbodies: {{d: {{{BALL}}}}}\ncouplers:\n  c: {{type: rolling_disc, marker_j: d, radius: 0.1}}\n"
            "analyses: {run: {type: dynamics, duration: 1}}\n"))
        self.assertEqual(told.status, 4, told.story())
        self.assertIn('model.yaml:7:3: error[E-NUM-002]: coupler "c"', told.err)
        self.assertIn("lies flat", told.err)

    def test_bullet_across_a_capsule(self):
        """1 km/s through 2 mm, 0.5 mm beside the axis, a point beside a capsule that is parallel to it: every method finds the touch.

        What passes undisturbed, at l^2 = y^2 + x^2, takes the impulse k int (r - l)^1.5 y/l dt across, dt = dx/v."""
        radius, beside, speed, stiffness, mass = 1e-3, 5e-4, 1000, 1e4, 0.01
        half = math.sqrt(radius ** 2 - beside ** 2)
        steps = 100000
        ways = (math.hypot(beside, half * (2 * (k + 0.5) / steps - 1)) for k in range(steps))
        impulse = sum(stiffness * (radius - way) ** 1.5 * beside / way for way in ways) * 2 * half / speed / steps
        for method in ("runge_kutta", "ida"):
            rows = self.rows(HEAD + "bodies:\n  pill: {type: rigid, mass: 1e6, inertia: {xx: 4e3, yy: 4e3, zz: 4e3}}\n"
                             f"  ball: {{type: point_mass, mass: {mass}, initial: {{position: [50, {beside}, 0.01], velocity: [-{speed}, 0, 0]}}}}\n"
                             f"forces: {{c: {{type: contact, marker_i: pill, marker_j: ball, radius_i: {radius}, length_i: 0.1, stiffness: {stiffness}}}}}\n"
                             "analyses: {run: {type: dynamics, duration: 0.1, output_step: 0.05, integrator: {method: " + method
                             + ", tolerances: {relative: 1e-11, absolute: 1e-13}}}}\noutputs: {v: ball.vy}\n")
            print(method, rows["v"][-1], impulse / mass)
            self.assertAlmostEqual(rows["v"][-1], impulse / mass, delta=0.03 * impulse / mass)

    def test_massless_without_load(self):
        """A caster of no mass swings behind: tan(s/2) falls as e^(-t v/l), and no force of round-off is held against it."""
        rows = self.rows("mbs: 1\nspace: planar\nbodies:\n"
                         "  b: {type: rigid, mass: 2, inertia: 0.3, initial: {velocity: [1, 0]}, markers: {e: {position: [-0.4, 0]}}}\n"
                         "  c: {type: rigid, mass: 0, inertia: 0, initial: {position: [-0.4, 0], angle: 0.5}, markers: {w: {position: [-0.1, 0]}}}\n"
                         "joints: {s: {type: revolute, marker_i: b.e, marker_j: c}}\ncouplers: {k: {type: knife_edge, marker_j: c.w, direction: y}}\n"
                         "analyses: {run: {type: dynamics, duration: 1, output_step: 0.25, integrator: {tolerances: {relative: 1e-10}}}}\n"
                         "outputs: {s: c.angle}\n")
        self.assertAlmostEqual(rows["s"][-1], 2 * math.atan(math.tan(0.25) * math.exp(-10)), delta=1e-9)

    def test_point_as_a_tensor(self):
        """A mass point by its inertia about another point: what is left about its centre is nothing, not its round-off."""
        centers = ((0.1, 0.3, 0.0), (0.76, 0.43, 0.84), (-0.31, 0.27, 0.11), (1e-3, 2e-3, -3e-3), (17.3, -11.1, 5.7))
        for k, (x, y, z) in enumerate(centers):
            mass = 0.7 + 0.37 * k
            inertia = (f"xx: {mass!r}*(({y})^2 + ({z})^2), yy: {mass!r}*(({x})^2 + ({z})^2), zz: {mass!r}*(({x})^2 + ({y})^2), "
                       f"xy: -{mass!r}*({x})*({y}), yz: -{mass!r}*({y})*({z}), zx: -{mass!r}*({z})*({x}), about: o")
            text = ("mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nbodies:\n"
                    f"  b: {{type: rigid, mass: {mass!r}, center_of_mass: [{x}, {y}, {z}], inertia: {{{inertia}}}, markers: {{o: {{position: [0, 0, 0]}}}}}}\n"
                    "joints: {h: JOINT}\nanalyses: {run: {type: dynamics, duration: 0.1, output_step: 0.1}}\noutputs: {e: energy.drift}\n")
            self.rows(text.replace("JOINT", "{type: revolute, body_i: ground, body_j: b, at: [0, 0, 0], axis: [0.3, 0.6, 0.8]}"))
            told = self.scratch.run(self.scratch.model(text.replace("JOINT", "{type: spherical, marker_i: ground, marker_j: b.o}")))
            self.assertEqual(told.status, 3, told.story())
            self.assertIn('error[E-PHYS-008]: body "b"', told.err)

    def test_shafts_that_only_turn(self):
        """Two shafts and a joint of constant velocity, 300 rad on: bodies whose places never move are not measured by their round-off."""
        bend = math.radians(35)
        s, c = math.sin(bend), math.cos(bend)
        rows = self.rows(
            "mbs: 1\nspace: spatial\nbodies:\n"
            "  in: {type: rigid, mass: 2, inertia: {xx: 0.02, yy: 0.02, zz: 0.01}, initial: {position: [0, 0, -0.2], angular_velocity: [0, 0, 100]}, "
            "markers: {e: {position: [0, 0, 0.2]}}}\n"
            f"  out: {{type: rigid, mass: 2, inertia: {{xx: 0.02, yy: 0.02, zz: 0.01}}, initial: {{position: [{0.2 * s}, 0, {0.2 * c}], "
            f"orientation: {{axis_angle: {{axis: [0, 1, 0], angle: {bend}}}}}}}, markers: {{e: {{position: [0, 0, -0.2]}}}}}}\n"
            "joints:\n  bearing: {type: revolute, body_i: ground, body_j: in, at: [0, 0, -0.2], axis: [0, 0, 1]}\n"
            "  knuckle: {type: constant_velocity, marker_i: in.e, marker_j: out.e}\n"
            f"  guide: {{type: revolute, body_i: ground, body_j: out, at: [{0.4 * s}, 0, {0.4 * c}], axis: [{s}, 0, {c}]}}\n"
            "analyses: {run: {type: dynamics, duration: 3, output_step: 0.1}}\noutputs: {a: bearing.angle, o: guide.angle}\n")
        self.assertAlmostEqual(rows["a"][-1], 300, delta=1e-4)
        self.assertAlmostEqual(rows["o"][-1], 300, delta=1e-4)

    def test_forces_of_corners(self):
        """A law of time with a corner asks for an impulse: inverse dynamics does not leave it out in silence."""
        text = (HEAD + f"bodies: {{b: {{{BALL}}}}}\njoints: {{h: {{type: revolute, marker_i: ground, marker_j: b, initial: {{angle: 0}}}}}}\n"
                "functions: {f: {type: table, x: [0, 0.25, 0.5, 0.75, 1], y: [0, 1, 0, 1, 0]}}\nmotions:\n  d: {joint: h, law: f(t)}\n"
                "analyses: {run: {type: inverse_dynamics, duration: 1, output_step: 0.1}}\noutputs: {q: d.torque}\n")
        told = self.scratch.run(self.scratch.model(text))
        self.assertEqual(told.status, 3, told.story())
        self.assertIn("model.yaml:8:3: error[E-MOT-001]", told.err)


if __name__ == "__main__":
    harness.main()
