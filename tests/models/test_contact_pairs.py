#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Contacts between groups: against the same contacts written out by hand, by sizes that are changed, and by count."""

import re

import harness

LAW = "stiffness: 1e5, restitution: 0.6, at_speed: 1 m/s, friction: 0.3, transition_speed: 0.01"
HEAD = "mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nparameters: {r: 0.1}\n"
INERTIA = "type: rigid, mass: 1, inertia: {xx: 4e-3, yy: 5e-3, zz: 4e-3}"
# One of each shape that meets a plane, and how its contact is written out.
SHAPES = {"ball": ("type: sphere, radius: r", "radius_j: r", 0.15), "box": ("type: box, size: [0.1, 0.2, 0.3]", "box_j: [0.1, 0.2, 0.3]", 0.3),
          "pill": ("type: capsule, radius: 0.05, length: 0.2", "radius_j: 0.05, length_j: 0.2", 0.3),
          "can": ("type: cylinder, radius: 0.05, length: 0.1", "edge_radius: 0.05, length_j: 0.1", 0.2),
          "egg": ("type: ellipsoid, radii: [0.1, 0.08, 0.12]", "semi_axes: [0.1, 0.08, 0.12]", 0.2)}
AT = "[0.01, 0, 0.02]"
TURN = "orientation: {axis_angle: {axis: [1, 2, 0], angle: 0.4}}"
RUN = ("analyses: {run: {type: dynamics, duration: 0.4, output_step: 0.02, integrator: {tolerances: {relative: 1e-9, absolute: 1e-11}}}}\n")


def bodies(extra):
    return "bodies:\n" + "\n".join(
        f"  {name}: {{{INERTIA}, initial: {{position: [{k}, 0, {z}], velocity: [0.5, 0, 0], angular_velocity: [1, 0, 2]}}, {extra(name)}}}"
        for k, (name, (_, _, z)) in enumerate(SHAPES.items())) + "\n"


def outputs(force):
    return "outputs: {" + ", ".join(f"{n}_z: {n}.z, {n}_x: {n}.x, {n}_f: {force(n)}.force" for n in SHAPES) + ", d: energy.drift}\n"


class TestPairs(harness.MotionTest):
    def rows(self, text, *arguments):
        return self.good(self.scratch.model(text), *arguments).table()

    def test_as_written_out(self):
        """Five shapes that stand askew in their bodies, on a turned plane: the same motion, to the digit."""
        plane = "position: [0, 0, 0.01], orientation: {axis_angle: {axis: [0, 1, 0], angle: 0.02}}"
        shapes = (HEAD + f"ground: {{shapes: {{floor: {{type: plane, extent: [9, 9], at: [0, 0, 0.01], {plane[plane.index('orient'):]}}}}}}}\n"
                  + bodies(lambda n: f"shapes: {{skin: {{{SHAPES[n][0]}, at: {AT}, {TURN}}}}}")
                  + "groups: {things: {members: [" + ", ".join(f"{n}.skin" for n in SHAPES) + "]}, floor: {members: [ground.floor]}}\n"
                  + f"contact_pairs: {{on: {{between: [things, floor], {LAW}}}}}\n" + RUN + outputs(lambda n: f"on_{n}_ground"))
        by_hand = (HEAD + f"ground: {{markers: {{floor: {{{plane}}}}}}}\n" + bodies(lambda n: f"markers: {{skin: {{position: {AT}, {TURN}}}}}")
                   + "forces:\n" + "\n".join(f"  on_{n}: {{type: contact, marker_i: ground.floor, marker_j: {n}.skin, {SHAPES[n][1]}, {LAW}}}"
                                             for n in SHAPES) + "\n" + RUN + outputs(lambda n: f"on_{n}"))
        one, two = self.rows(shapes), self.rows(by_hand)
        self.assertEqual(one, two)
        for name in SHAPES:
            self.assertGreater(max(one[f"{name}_f"]), 0, name)
        self.assertLess(max(map(abs, one["d"])), 1e-6)

    def test_sizes_follow(self):
        """A parameter that changes a shape changes what it touches: the ball rests as high as its radius says."""
        text = (HEAD + "ground: {shapes: {floor: {type: plane, extent: [9, 9]}}}\n"
                f"bodies: {{a: {{{INERTIA}, initial: {{position: [0, 0, r]}}, shapes: {{skin: {{type: sphere, radius: r}}}}}}}}\n"
                "groups: {balls: {members: [a.skin]}, floor: {members: [ground.floor]}}\n"
                "contact_pairs: {on: {between: [balls, floor], stiffness: 1e5, damping: 20}}\n"
                "analyses: {run: {type: dynamics, duration: 2, output_step: 1}}\noutputs: {z: a.z}\n")
        for r in (0.1, 0.3):
            rows = self.rows(text, "--set", f"r={r}")
            self.assertAlmostEqual(rows["z"][-1], r - (9.81 / 1e5) ** (2 / 3), delta=2e-5)

    def test_of_a_group_with_itself(self):
        """Three equal balls in line, struck from one side: momentum stays, and each pair is there once."""
        text = (HEAD.replace("gravity: [0, 0, -9.81]\n", "") + "bodies:\n" + "\n".join(
            f"  b_{k}: {{{INERTIA}, initial: {{position: [{0.25 * k}, 0, 0], velocity: [{1 if k == 0 else 0}, 0, 0]}}, "
            "shapes: {skin: {type: sphere, radius: r}}}" for k in range(3))
            + "\ngroups: {balls: {members: [b_0.skin, b_1.skin, b_2.skin]}}\ncontact_pairs: {hit: {between: [balls, balls], stiffness: 1e6}}\n"
            "analyses: {run: {type: dynamics, duration: 0.5, output_step: 0.1, integrator: {tolerances: {relative: 1e-9, absolute: 1e-11}}}}\n"
            "outputs: {a: b_0.vx, b: b_1.vx, c: b_2.vx, f: hit_b_0_b_2.force, g: hit_b_1_b_2.force, h: hit_b_0_b_1.force}\n")
        rows = self.rows(text)
        for name, speed in (("a", 0), ("b", 0), ("c", 1)):  # apart by 0.05 m: one after the other
            self.assertAlmostEqual(rows[name][-1], speed, delta=1e-7)
        self.assertEqual(max(rows["f"]), 0)

    def test_too_many(self):
        """Pairs of two long lists end by a message, not by memory."""
        count = 3000
        text = (HEAD + f"bodies:\n  b_(i): {{repeat: {{index: i, from: 1, to: {count}}}, type: point_mass, mass: 1, shapes: "
                "{skin: {type: sphere, radius: r}}}\ngroups: {balls: {members: ["
                + ", ".join(f"b_{k}.skin" for k in range(1, count + 1)) + "]}}\ncontact_pairs: {hit: {between: [balls, balls], stiffness: 1e6}}\n")
        told = self.scratch.run(self.scratch.model(text))
        self.assertEqual(told.status, 3, told.err[:400])
        self.assertTrue(re.search(r":\d+:\d+: error\[E-LIM-010", told.err), told.err[:400])
        print(told.err.splitlines()[0])


if __name__ == "__main__":
    harness.main()
