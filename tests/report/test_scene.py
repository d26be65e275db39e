# SPDX-License-Identifier: BSD-3-Clause
"""What a page draws of guides is as long as the bodies travel along them, in every analysis."""

import csv
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from page import Page
from program import ProgramTest, main

# A bead that falls from one side of a parabola to the other one.
BEAD = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {bead: {type: point_mass, mass: 1, initial: {position: [-3, 0.9]}}}
joints: {wire: {type: point_on_curve, marker_i: ground, marker_j: bead, y: 0.1*x^2/(1 m)}}
analyses: {go: {type: dynamics, duration: 4, output_step: 0.02}}
outputs: {x: bead.x}
"""

# A ball of 10 cm that is thrown and comes down 12 m away; the floor is a contact, or an impact.
THROWN = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {ball: {type: rigid, mass: 1, inertia: 0.002, initial: {position: [0, 0.1], velocity: [6, 5]}}}
FLOOR
analyses:
  rest: {type: assemble}
  go: {type: dynamics, duration: 2, output_step: 0.02}
outputs: {x: ball.x}
"""
CONTACT = """\
forces: {floor: {type: contact, marker_i: ground, marker_j: ball, radius_j: 0.1, stiffness: 1e5, damping: 0.5}}
"""
IMPACT = """\
events:
  floor: {when: ball.y - 0.1 m, direction: falling, impact: {marker_i: ground, marker_j: ball, direction: [0, 1],
    restitution: 0.8}}
"""


class Scenes(ProgramTest):
    def scene(self, model, name="a.yaml"):
        self.expect(0, "run", model, "-o", "out", "--force", "--report", "-q")
        return json.loads(Page(self.folder / "out/report.html").inflate("mbs-scene"))

    def column(self, analysis, name):
        with open(self.folder / f"out/{analysis}.csv", newline="") as file:
            return [float(row[name]) for row in csv.DictReader(file)]

    def drawn(self, scene, name, kind):
        return [shape for shape in scene["shapes"] if (shape["n"], shape["k"]) == (name, kind)]

    def points(self, shape):
        numbers = shape["pts"]
        return [numbers[k:k + 3] for k in range(0, len(numbers), 3)]

    def assert_spans(self, places, low, high, most):
        """[low, high] is drawn over, by not more than `most` on both sides."""
        self.assertLess(min(places), low)
        self.assertGreater(max(places), high)
        self.assertGreater(min(places), low - most)
        self.assertLess(max(places), high + most)

    def test_a_rail_and_a_slotted_bar(self):
        scene = self.scene(self.root / "models/examples/quick_return.yaml")
        x = self.column("run", "x")
        (rail,), (block,) = self.drawn(scene, "rail", "cylinder"), self.drawn(scene, "ram", "box")
        half = block["s"][2] / 2
        self.assert_spans([rail["p"][0] - rail["s"][2] / 2, rail["p"][0] + rail["s"][2] / 2],
                          min(x) - half, max(x) + half, 0.1)
        reach = [math.hypot(each, 0.5) for each in x]  # of the rocker's axis, from its pivot to the tool
        bars = self.drawn(scene, "rocker", "cylinder")
        self.assertLessEqual(min(bar["p"][0] - bar["s"][2] / 2 for bar in bars), 1e-6)
        self.assert_spans([0.1, max(bar["p"][0] + bar["s"][2] / 2 for bar in bars)], 0.11, max(reach), 0.1)

    def test_a_curve(self):
        self.write("a.yaml", BEAD)
        (wire,) = self.drawn(self.scene("a.yaml"), "wire", "line")
        places = self.points(wire)
        x = self.column("go", "x")
        self.assertGreater(max(x), 2.9)
        self.assert_spans([p[0] for p in places], min(x), max(x), 1.5)
        for place in places:
            self.assertAlmostEqual(place[1], 0.1 * place[0] ** 2, delta=1e-3)

    def test_what_a_law_is_not_made_for_is_left_out(self):
        """A quarter of an arc ends where its law does; nothing of it stands at the origin instead."""
        self.write("a.yaml", BEAD.replace("0.1*x^2/(1 m)", "4 m - sqrt(16 m^2 - x^2)").replace("-3, 0.9", "-3.9, 3.1111805"))
        (wire,) = self.drawn(self.scene("a.yaml"), "wire", "line")
        places = self.points(wire)
        self.assertGreater(len(places), 50)
        for x, y, _ in places:
            self.assertAlmostEqual(math.hypot(x, y - 4), 4, delta=1e-3)

    def test_a_floor(self):
        for floor in (CONTACT, IMPACT):
            self.write("a.yaml", THROWN.replace("FLOOR\n", floor))
            (line,) = self.drawn(self.scene("a.yaml"), "floor", "lines")
            self.assert_spans([p[0] for p in self.points(line)], 0, max(self.column("go", "x")), 2)


if __name__ == "__main__":
    main()
