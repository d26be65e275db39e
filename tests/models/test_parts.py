#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A mechanism in a part that stands anywhere, turned with its gravity, moves as it does at home: every example of the
reference pages becomes a template, so that each kind of element is tried. What is held together are the kinetic energy and
the change of the total energy, which know no axes. An example that is added later is taken by itself; what is left out
stands in LEFT_OUT with the reason."""

import math
import pathlib
import random
import re

import harness
import kinds
from test_copies import dynamics_of, read, write

INSIDE = ("parameters", "frames", "bodies", "joints", "couplers", "motions", "forces", "events", "gauges", "signals")
OUTSIDE = ("mbs", "space", "functions", "accept")
LEAST = 40  # examples in each space together
# What an expression may read is measured in the model's axes, also inside of a part.
MODEL_AXES = re.compile(r"\b[a-z_]\w*(?:\.\w+)?\.(?:x|y|z|vx|vy|vz|ax|ay|az|wx|wy|wz|angle_x|angle_y|angle_z)\b")
LEFT_OUT = {
    "shapes_spatial": "reads a file beside it",
}
STROKES = {"forces_contact_planar", "forces_joint_limit"}  # as exact as steps that end in a stroke are


def turn_of(chance, planar):
    """(what a part says, matrix) of a random orientation."""
    angle = chance.uniform(-3, 3)
    c, s = math.cos(angle), math.sin(angle)
    if planar:
        return {"angle": angle}, [[c, -s], [s, c]]
    axis = [chance.gauss(0, 1) for _ in range(3)]
    size = math.sqrt(sum(a * a for a in axis))
    n = [a / size for a in axis]
    cross = [[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]]
    matrix = [[(i == k) * c + (1 - c) * n[i] * n[k] + s * cross[i][k] for k in range(3)] for i in range(3)]
    return {"orientation": {"axis_angle": {"axis": n, "angle": angle}}}, matrix


def at_home(tree):
    """The example with one motion and the two energies; None where it has no place in a template."""
    analysis = dynamics_of(tree)
    if analysis is None or set(tree) - set(INSIDE) - set(OUTSIDE) - {"gravity", "title", "analyses", "outputs", "checks", "view"}:
        return None
    elements = {key: tree[key] for key in INSIDE if key in tree}
    texts = [str(elements[key]) for key in elements if key in ("couplers", "motions", "forces", "events", "signals", "parameters")]
    gravity = tree.get("gravity", [])
    if any(MODEL_AXES.search(text) for text in texts) or not all(isinstance(g, (int, float)) for g in gravity):
        return None
    duration = tree["analyses"][analysis]["duration"]
    model = {key: tree[key] for key in OUTSIDE if key in tree}
    model["gravity"] = gravity or [0] * (2 if tree["space"] == "planar" else 3)
    model["analyses"] = {"run": {"type": "dynamics", "duration": duration, "output_step": f"({duration})/10",
                                 "integrator": {"tolerances": {"relative": 1e-10, "absolute": 1e-12}}}}
    model["outputs"] = {"kinetic": "energy.kinetic", "total": "energy.total"}
    return model, elements


def in_part(model, elements, seed):
    chance = random.Random(seed)
    said, matrix = turn_of(chance, model["space"] == "planar")
    size = len(matrix)
    place = [chance.uniform(-3, 3) for _ in range(size)]
    parted = {**model, "templates": {"home": elements}, "parts": {"away": {"template": "home", "position": place, **said}}}
    parted["gravity"] = [sum(matrix[i][k] * model["gravity"][k] for k in range(size)) for i in range(size)]
    return parted


class TestParts(harness.MotionTest):
    def energies(self, tree):
        run = self.scratch.run(self.scratch.model(write(tree)))
        self.assertIn(run.status, (0, 10), run.story())
        rows = run.table()
        return rows["kinetic"], [value - rows["total"][0] for value in rows["total"]]

    @kinds.sampled
    def test_every_example(self):
        taken = 0
        for path in sorted(pathlib.Path(harness.SOURCE, "docs", "examples").glob("*.yaml")):
            home = None if path.stem in LEFT_OUT or path.stem.startswith("function_") else at_home(read(path))
            if home is None:
                continue
            taken += 1
            exact = self.energies({**home[0], **home[1]})
            scale = max(max(map(abs, exact[0])), max(map(abs, exact[1])), 1e-3)  # J
            for seed in kinds.some(range(20), 1):
                with self.subTest(example=path.stem, seed=seed):
                    for one, other in zip(exact, self.energies(in_part(*home, f"{path.stem} {seed}"))):
                        self.assertLessEqual(max(abs(a - b) for a, b in zip(one, other)), (1e-7 if path.stem in STROKES else 1e-9) * scale)
        print(taken, "examples")
        self.assertGreaterEqual(taken, LEAST)

    def test_torque_of_a_part(self):
        """A torque in space has rows of its own, not those of the plane: it turns with the part, as a force does."""
        rows = self.good(self.scratch.model(
            "mbs: 1\nspace: spatial\ntemplates:\n  tp:\n    bodies: {b: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}\n"
            "    forces: {m: {type: torque, marker: b, vector: [0, 0, 2]}, f: {type: force, marker: b, vector: [0, 0, 2]}}\n"
            "parts:\n  p: {template: tp, orientation: {axis_angle: {axis: [1, 0, 0], angle: 90 deg}}}\n"
            "analyses: {run: {type: dynamics, duration: 1, output_step: 0.1}}\n"
            "outputs: {ty: p.m.torque.y, fy: p.f.force.y}\n")).table()
        self.assertAlmostEqual(rows["ty"][0], -2, delta=1e-12)
        self.assertAlmostEqual(rows["fy"][0], -2, delta=1e-12)

    def test_marker_with_the_name_of_another_element(self):
        """A marker of the body itself goes before whatever else of the template has its name."""
        rows = self.good(self.scratch.model(
            "mbs: 1\nspace: spatial\ntemplates:\n  tp:\n    bodies:\n      tip: {type: point_mass, mass: 1}\n"
            "      b: {type: rigid, mass: 1, inertia: {xx: 1, yy: 2, zz: 2, about: tip},\n"
            "          markers: {tip: {position: [1, 0, 0]}, tail: {position: [0, 1, 0], towards: tip}},\n"
            "          shapes: {ball: {type: sphere, radius: 0.1, at: tip}}}\n"
            "parts: {p: {template: tp, position: [1, 2, 3]}}\n"
            "analyses: {run: {type: dynamics, duration: 1, output_step: 0.1}}\n"
            "outputs: {x: p.b.tip.x, tip: p.tip.x}\n")).table()
        self.assertAlmostEqual(rows["x"][0], 2, delta=1e-12)
        self.assertAlmostEqual(rows["tip"][0], 1, delta=1e-12)

    def test_axes_of_a_point_of_a_part(self):
        """A point mass does not turn; its axes, and those of its markers, are the part's, as the ground's are."""
        for space, said, vector, turned in (
                ("planar", "angle: 90 deg", "[1, 0]", (0, 1)),
                ("spatial", "orientation: {axis_angle: {axis: [1, 0, 0], angle: 90 deg}}", "[0, 1, 0]", (0, 0, 1))):
            own = "angle: 30 deg" if space == "planar" else "orientation: {axis_angle: {axis: [0, 0, 1], angle: 30 deg}}"
            forces = ", ".join(f"{name}: {{type: force, marker: b, vector: {vector}, resolve_in: {axes}}}"
                               for name, axes in (("f", "b.m"), ("e", "b"), ("d", "b.tilted")))
            rows = self.good(self.scratch.model(
                f"mbs: 1\nspace: {space}\ntemplates:\n  tp:\n    bodies: {{b: {{type: point_mass, mass: 1, markers: {{m: {{}}, tilted: {{{own}}}}}}}}}\n"
                f"    forces: {{{forces}}}\nparts:\n  p: {{template: tp, {said}}}\n"
                "analyses: {run: {type: dynamics, duration: 1, output_step: 0.1}}\n"
                "outputs: {" + ", ".join(f"{force}{axis}: p.{force}.force.{axis}" for force in "fed" for axis in "xyz"[:len(turned)]) + "}\n")).table()
            for axis, value in zip("xyz", turned):
                self.assertAlmostEqual(rows[f"f{axis}"][0], value, delta=1e-12)
                self.assertAlmostEqual(rows[f"e{axis}"][0], value, delta=1e-12)
            tilted = (-0.5, math.sqrt(0.75)) if space == "planar" else (-0.5, 0, math.sqrt(0.75))
            for axis, value in zip("xyz", tilted):
                self.assertAlmostEqual(rows[f"d{axis}"][0], value, delta=1e-12)

    def test_unknown_key_of_a_part(self):
        """A key that nobody knows is told as such; what it says is no name of the template."""
        run = self.scratch.run(self.scratch.model(
            "mbs: 1\nspace: spatial\ntemplates:\n  tp:\n    bodies: {b: {type: point_mass, mass: 1}}\n"
            "    gauges: {turn: {marker_j: b, sequence: xyz}}\nparts: {p: {template: tp}}\n"))
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("6:34: error[E-SCHEMA-003]: gauge \"p.turn\" has no key \"sequence\"", run.err)
        self.assertEqual(run.err.count("error["), 1, run.err)


if __name__ == "__main__":
    harness.main()
