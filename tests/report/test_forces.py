# SPDX-License-Identifier: BSD-3-Clause
"""run --report keeps what joints and forces exert, for arrows: against closed forms and the CSV."""

import csv
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from page import Page, track
from program import ProgramTest, main

SINGLE = 2e-7  # of a 32-bit number

# A rod that swings, held once by each order of the hinge's bodies.
SWINGING = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  rod: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0]}}
joints:
  hinge: {type: revolute, BODIES, at: [0, 0]}
analyses:
  swing: {type: dynamics, duration: 1, output_step: 0.01}
outputs: {angle: rod.angle, rate: rod.angle_rate, fx: hinge.reaction.x, fy: hinge.reaction.y}
"""

# A ball on a spring, pulled by a known force, in space; a torque pulls nothing.
PULLED = """\
mbs: 1
space: spatial
bodies:
  ball: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, initial: {position: [1, 0, 0]}}
joints:
  slide: {type: prismatic, body_i: ground, body_j: ball, at: [0, 0, 0], axis: [1, 0, 0]}
forces:
  spring: {type: spring_damper, ENDS, stiffness: 30, free_length: 0.5}
  pull: {type: force, marker: ball, vector: ["sin(3*t)", 2, -3]}
  turn: {type: torque, marker: ball, vector: [0, 0, 4]}
analyses:
  go: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: ball.x}
"""


class Forces(ProgramTest):
    def run_model(self, text, *arguments):
        self.write("a.yaml", text)
        self.expect(0, "run", "a.yaml", "-o", "out", "--force", *arguments)

    def forces(self, analysis):
        """Of every row the time and a vector of each name; and the rows of the CSV."""
        summary = json.loads((self.folder / "out/summary.json").read_text())
        motion = summary["analyses"][analysis]["motion"]
        first = 1 + len(motion["bodies"]) * len(motion["per_body"])
        axes = len(motion["per_force"])
        self.assertEqual(motion["columns"],
                         first + axes * len(motion["forces"]) + len(motion["behind"]))
        found = []
        for row in track(self.folder / "out" / motion["file"], motion["columns"]):
            found.append({name: row[first + axes * k:first + axes * (k + 1)]
                          for k, name in enumerate(motion["forces"])} | {"t": row[0]})
        table = self.folder / "out" / f"{analysis}.csv"
        with open(table, newline="") as file:
            rows = [{name: float(value) for name, value in row.items()}
                    for row in csv.DictReader(file)]
        self.assertEqual(len(rows), len(found))
        return found, rows

    def assert_vector(self, found, wanted, size, within=SINGLE):
        for one, other in zip(found, wanted):
            self.assertLessEqual(abs(one - other), within * size, (found, wanted))

    def test_reaction_of_a_rod_that_falls(self):
        for k, bodies in enumerate(("body_i: ground, body_j: rod", "body_i: rod, body_j: ground")):
            self.run_model(SWINGING.replace("BODIES", bodies), "--report")
            for found, row in zip(*self.forces("swing")):
                # m a = R + m g of the mass centre at l = 0.5: (0.1 + m l^2) alpha = -m g l cos
                angle, rate, m, l, g = row["angle"], row["rate"], 2, 0.5, 9.81
                alpha = -m * g * l * math.cos(angle) / (0.1 + m * l * l)
                wanted = [m * l * (-alpha * math.sin(angle) - rate ** 2 * math.cos(angle)),
                          m * l * (alpha * math.cos(angle) - rate ** 2 * math.sin(angle)) + m * g]
                self.assert_vector(found["hinge"], wanted, 60, 1e-6)
                told = [row["fx"], row["fy"]]  # on body_j, the axes of its marker_i
                if k == 0:
                    self.assert_vector(found["hinge"], told, 60)

    def test_forces_on_a_ball(self):
        for ends in ("marker_i: ground, marker_j: ball", "marker_i: ball, marker_j: ground"):
            self.run_model(PULLED.replace("ENDS", ends), "--report")
            for found, row in zip(*self.forces("go")):
                pull = [math.sin(3 * row["t"]), 2, -3]
                self.assert_vector(found["pull"], pull, 4)
                self.assert_vector(found["spring"], [-30 * (row["x"] - math.copysign(0.5, row["x"])),
                                                     0, 0], 40)
                self.assert_vector(found["slide"], [0, -2, 3], 4, 1e-6)
                self.assertEqual(found["turn"], (0, 0, 0))

    def test_in_the_page(self):
        self.run_model(PULLED.replace("ENDS", "marker_i: ground, marker_j: ball"), "--report")
        found, _ = self.forces("go")
        page = Page(self.folder / "out/report.html")
        scene = json.loads(page.inflate("mbs-scene"))
        self.assertEqual([it["n"] for it in scene["joints"] + scene["forces"]],
                         ["slide", "spring", "pull", "turn"])
        self.assertEqual([it["e"][0] for it in scene["joints"] + scene["forces"]], [1] * 4)
        (motion,) = page.data["motions"]
        columns, steps = page.columns(motion["forces"])
        by_time = {round(row["t"], 6): row for row in found}
        self.assertGreater(len(columns[0]), 100)
        self.assertLessEqual(len(columns[0]), 250)
        for i, t in enumerate(columns[0]):
            row = by_time[round(t, 6)]
            exact = [*row["slide"], *row["spring"], *row["pull"], *row["turn"]]
            for c, value in enumerate(exact):
                self.assertLessEqual(abs(columns[1 + c][i] - value), 0.5001 * steps[1 + c] + 1e-6)
        drawn = [max(column) - min(column) for column in columns[1:]]
        for span, step in zip(drawn, steps[1:]):
            self.assertLessEqual(step, span / 1022 if span > 0 else 0)

    def test_not_determined(self):
        model = self.root / "models/examples/doubled_hinge.yaml"
        self.expect(0, "run", model, "-o", "out", "--report")
        summary = json.loads((self.folder / "out/summary.json").read_text())
        motion = summary["analyses"]["rest"]["motion"]
        (row,) = track(self.folder / "out" / motion["file"], motion["columns"])
        first = 1 + len(motion["bodies"]) * 7
        for k, name in enumerate(motion["forces"]):
            known = [not math.isnan(value) for value in row[first + 3 * k:first + 3 * k + 3]]
            self.assertEqual(known, [name not in ("hinge", "again")] * 3, name)
        self.assertNotIn("forces", summary["analyses"]["modes"]["motion"])

    def test_only_where_a_page_is_asked_for(self):
        self.run_model(SWINGING.replace("BODIES", "body_i: ground, body_j: rod"))
        summary = json.loads((self.folder / "out/summary.json").read_text())
        motion = summary["analyses"]["swing"]["motion"]
        self.assertNotIn("forces", motion)
        self.assertEqual(motion["columns"], 1 + 3 + 4)
        self.expect(0, "report", "out")
        (shown,) = Page(self.folder / "out/report.html").data["motions"]
        self.assertIsNone(shown["forces"])


if __name__ == "__main__":
    main()
