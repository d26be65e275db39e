#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Redundant, singular, massless and conflicting mechanisms in space: their freedoms at velocity level and of
positions, how many equations depend on others, whose they are (zoo_machines.py says what is true of each)."""

import math
import re

import harness
import zoo_machines as zoo


class TestZoo(harness.MotionTest):
    def look(self, machine):
        return self.scratch.run(self.scratch.model(machine.text()))

    def is_as_theory_says(self, machine, *, singular):
        """The counts, each name once, and the warning that tells them."""
        run = self.look(machine)
        self.assertEqual(run.status, 0, run.story())
        mobility = run.summary["mobility"]
        found = (mobility["dof_by_rank"], mobility["dof_of_positions"], mobility["redundant_equations"], mobility["singular"])
        positions = machine.freedoms if machine.positions < 0 else machine.positions
        self.assertEqual(found, (machine.freedoms, positions, machine.redundant, singular), run.story())
        names = machine.all_names() if machine.names is None else machine.names
        self.assertEqual(sorted(mobility["redundant_joints"]), sorted(names) if machine.redundant else [])
        told = [w["message"] for w in run.summary["warnings"] if w["code"] == "W-DOF-001"]
        if machine.redundant and not singular:
            self.assertEqual(len(told), 1, run.story())
            self.assertTrue(told[0].startswith(f"{machine.redundant} of "), told)
            for name in names:
                self.assertEqual(told[0].count(f'"{name}"'), 1, told)
        elif not singular:
            self.assertEqual(told, [])

    def test_it_is_large_enough(self):
        self.assertGreaterEqual(len(zoo.ZOO) + len(zoo.SINGULAR) + len(zoo.CONFLICTS), 40)

    def test_bennett_closes(self):
        self.assertLessEqual(zoo.bennett()[1], 1e-14)

    def test_freedoms_and_names(self):
        for name, machine in zoo.ZOO.items():
            with self.subTest(mechanism=name):
                self.is_as_theory_says(machine, singular=False)

    def test_singular_poses(self):
        for name, machine in zoo.SINGULAR.items():
            with self.subTest(mechanism=name):
                self.is_as_theory_says(machine, singular=True)

    def test_singular_platform(self):
        """Turned by a right angle the rods leave a small turn free; a little beside they do not."""
        run = self.look(zoo.of(zoo.hexagon(math.pi / 2), 1, 1))
        mobility = run.summary["mobility"] if run.files else None
        self.assertIsNotNone(mobility, run.story())
        self.assertTrue(mobility["singular"], run.story())
        self.assertGreaterEqual(mobility["dof_by_rank"], 1)
        self.is_as_theory_says(zoo.of(zoo.hexagon(math.pi / 2 - 0.4), 0, 0), singular=False)

    def test_without_mass_and_alone(self):
        for name, (machine, bodies) in zoo.ALONE.items():
            with self.subTest(mechanism=name):
                run = self.look(machine)
                self.assertEqual(run.status, 3, run.story())
                self.assertIn("error[E-PHYS-008]", run.err)
                self.assertIn(re.search(r'E-PHYS-008\]: body "(\w+)"', run.err).group(1), bodies)

    def test_a_rod_of_little_mass(self):
        """The rod "distance" is the limit, and a mass m beside it is off by about m."""
        text = """mbs: 1
space: spatial
gravity: [1, -9.81, 0.5]
bodies:
  b: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.12, zz: 0.15}}, center_of_mass: [0.2, 0.4, 0], markers: {{q: {{position: [0.3, 0.9, 0]}}}}}}
  d: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.12, zz: 0.15}}, center_of_mass: [0, 0.5, 0],
    initial: {{position: [2, 0, 0]}}, markers: {{r: {{position: [-0.2, 1.2, 0.7]}}}}}}
{rod}
joints:
  p: {{type: revolute, body_i: ground, body_j: b, at: [0, 0, 0], axis: [0, 0, 1]}}
  s: {{type: revolute, body_i: ground, body_j: d, at: [2, 0, 0], axis: [0, 0, 1]}}
{ends}
analyses: {{run: {{type: dynamics, duration: 1, output_step: 0.1, integrator: {{tolerances: {{relative: 1e-10}}}}}}}}
outputs: {{b: p.angle, d: s.angle}}
"""
        length = math.dist((0.3, 0.9, 0), (1.8, 1.2, 0.7))
        exact = self.good(self.scratch.model(text.format(
            rod="", ends=f"  rod: {{type: distance, marker_i: b.q, marker_j: d.r, length: {length!r}}}"))).table()
        for mass, off in ((1e-4, 1e-3), (1e-6, 1e-5), (1e-9, 3e-8)):
            light = self.good(self.scratch.model(text.format(
                rod=f"  c: {{type: rigid, mass: {mass}, inertia: {{xx: {mass}, yy: {mass}, zz: {mass}}}, initial: {{position: [1.05, 1.05, 0.35]}}}}",
                ends="  q: {type: spherical, body_i: b, body_j: c, at: [0.3, 0.9, 0]}\n"
                     "  r: {type: spherical, body_i: c, body_j: d, at: [1.8, 1.2, 0.7]}"))).table()
            worst = max(abs(x - y) for name in ("b", "d") for x, y in zip(exact[name], light[name]))
            print(f"rod of {mass} kg: {worst:.3g} rad")
            self.assertLess(worst, off)

    def test_conflicts_are_named(self):
        for name, (machine, names) in zoo.CONFLICTS.items():
            with self.subTest(mechanism=name):
                run = self.look(machine)
                self.assertEqual(run.status, 3, run.story())
                self.assertRegex(run.err, r"error\[E-(DOF-002|IC-003)\]")
                for one in names:
                    self.assertEqual(run.err.count(f'"{one}"'), 1, run.err)


if __name__ == "__main__":
    harness.main()
