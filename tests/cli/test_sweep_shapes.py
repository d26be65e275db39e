# SPDX-License-Identifier: BSD-3-Clause
"""Studies that vary what shapes a model: counts of families, numbers of templates and families.

Every run is held against `mbsrun run --set` of the same values, digit by digit."""

import csv
import json
import shutil

from program import ProgramTest, changed, main

# Parts of links: a template with a family in it, a family of parts, a check for each member.
MODEL = """\
mbs: 1
space: planar
gravity: [0, -9.81]
include: [more.yaml]
parameters:
  N: {value: 2, distribution: {type: choice, values: [1, 2, 4]}}
  P: 2
  m: 1 kg
  twice: 2*N
templates:
  arm:
    parameters: {L: 1, n: 2, w: {value: 500, unit: g}}
    bodies:
      rod_(i):
        repeat: {index: i, from: 1, to: n}
        type: rigid
        mass: w
        inertia: 0.1 + w*L^2/12
        initial: {position: [(i - 1/2)*L, 0], angle: 0}
        markers: {left: {position: [-L/2, 0]}, right: {position: [L/2, 0]}}
    joints:
      pin_1: {type: revolute, marker_i: ground, marker_j: rod_1.left}
      pin_(i): {repeat: {index: i, from: 2, to: n}, type: revolute, marker_i: rod_(i-1).right, marker_j: rod_(i).left}
parts:
  arm_(k): {repeat: {index: k, from: 1, to: P}, template: arm, position: [0, -k]}
  long: {template: arm, position: [1, 1], parameters: {n: 3, L: 0.5 m}}
bodies:
  bead_(i): {repeat: {index: i, from: 1, to: twice}, type: point_mass, mass: 1 kg, initial: {position: [i, 1], velocity: [0, i]}}
  box: {type: rigid, mass: m, inertia: 3, initial: {position: [0, 5], angle: 0, angle_rate: 1}}
forces:
  pull_(i): {repeat: {index: i, from: 1, to: twice}, type: force, marker: bead_(i), vector: ["gust(t)*m", 0]}
analyses:
  fall: {type: dynamics, duration: 0.2, output_step: 0.1, integrator: {method: runge_kutta, order: 5}}
outputs:
  x: bead_(twice).x
  y: bead_(twice).y
  tip: arm_(P).rod_2.right.y
  end: long.rod_1.right.y
  angle: box.angle
checks:
  low_(i): {repeat: {index: i, from: 1, to: N}, max: bead_(i).y, equals: 0, within: 1.1}
"""
MORE = """\
mbs: 1
space: planar
functions: {gust: {type: table, file: gust.csv, columns: [t, f], interpolation: linear, outside: hold}}
"""
STUDY = """\
mbs_study: 1
model: a.yaml
vary:
  m: {values: [1, 2]}
  N: {values: [1, 3, 2]}
  templates.arm.parameters.L: {values: [500 mm, 2 m]}
outputs:
  x: {final: x}
  y: {final: y}
  tip: {final: tip}
  e: {max_abs: energy.drift}
"""


class Shapes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", MODEL)
        self.write("more.yaml", MORE)
        self.write("gust.csv", "t,f\n0,0\n1,5\n")
        self.write("s.yaml", STUDY)

    def rows(self, directory="out"):
        with open(self.folder / directory / "results.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def compare(self, row, sets, channels):
        """A row of a study with what run makes of the same values."""
        shutil.rmtree(self.folder / "one", ignore_errors=True)
        outcome = self.call("run", "a.yaml", "-o", "one",
                            *(word for assignment in sets for word in ("--set", assignment)))
        if row["status"] == "refused":
            self.assertEqual(outcome.status, 3, f"{sets}: {row['message']}")
            return
        self.assertEqual(row["status"], "ok", row["message"])
        with open(self.folder / "one/fall.csv", newline="", encoding="utf-8") as file:
            last = list(csv.DictReader(file))[-1]
        summary = json.loads((self.folder / "one/summary.json").read_text())
        self.assertEqual(row["steps"], str(summary["analyses"]["fall"]["steps"]))
        for column, channel in channels.items():
            self.assertEqual(row[column], last[channel], f"{sets} {column}")

    def test_each_like_run(self):
        """One path at a time; some values make no model."""
        channels = {f"{name}_final": name for name in ("x", "y", "tip", "end", "angle")}
        for path, values in (("N", "1,3,2.5,7"), ("P", "1,3"), ("parameters.N.value", "3"),
                             ("templates.arm.parameters.L", "0.5,2,-1"),
                             ("templates.arm.parameters.n", "2,3,1"),
                             ("templates.arm.parameters.w.value", "0.25"),
                             ("templates.arm.bodies.rod_(i).mass", "1,2"),
                             ("templates.arm.bodies.rod_(i).inertia", "1,-2"),
                             ("bodies.bead_(i).mass", "2,0.5,0"),
                             ("bodies.bead_(i).initial.velocity[1]", "1,2"),
                             ("bodies.bead_(i).repeat.from", "2,3"),
                             ("parts.arm_(k).position[0]", "1,2"),
                             ("parts.long.parameters.n", "1,4"), ("long.n", "1,4"), ("twice", "2")):
            with self.subTest(path=path):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                self.call("sweep", "a.yaml", "--vary", f"{path}={values}", "-o", "out")
                to_set = {"long.n": "parts.long.parameters.n", "N": "parameters.N"}.get(path, path)
                unit = 1000 if path.endswith("w.value") else 1  # it is set in the map's unit
                for row, value in zip(self.rows(), values.split(","), strict=True):
                    self.compare(row, [f"{to_set}={unit*float(value)}"], channels)

    def test_together(self):
        """What shapes and what does not; the same bytes by -j 1, -j 2, in parts and in another order."""
        self.expect(0, "sweep", "s.yaml", "-o", "out", "-j", "1")
        rows = self.rows()
        self.assertEqual(len(rows), 12)
        for row in rows:
            self.compare(row, [f"m={row['m']}", f"N={row['N']}", "templates.arm.parameters.L="
                               + row["templates.arm.parameters.L"]],
                         {"x": "x", "y": "y", "tip": "tip"})
        self.assertGreater(len({row["tip"] for row in rows}), 1)
        self.expect(0, "sweep", "s.yaml", "-o", "two", "-j", "2")
        for part in (2, 0, 1):
            self.expect(0, "sweep", "s.yaml", "-o", "parts", "-j", "1", "--shard", f"{part}/3")
        self.expect(0, "sweep", "merge", "parts")
        for other in ("two", "parts"):
            self.assertEqual(self.sha256("out/results.csv"), self.sha256(f"{other}/results.csv"))
        lines = STUDY.splitlines(keepends=True)
        self.write("s.yaml", "".join(lines[:3] + [lines[4], lines[5], lines[3]] + lines[6:]))
        self.expect(0, "sweep", "s.yaml", "-o", "turned")
        pick = lambda row: tuple(value for name, value in sorted(row.items()) if name != "run")
        self.assertEqual(sorted(map(pick, rows)), sorted(map(pick, self.rows("turned"))))

    def test_every_kind_of_number_beside_a_count(self):
        """A number of a member, one that the loader judges, one that a compiled model fixes."""
        for path, values in (("bodies.bead_2.mass", "2,3"), ("bodies.box.inertia", "2,-1"),
                             ("analyses.fall.integrator.order", "5,8"),
                             ("functions.gust.columns", None)):
            with self.subTest(path=path):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                if values is None:
                    self.expect(3, "sweep", "a.yaml", "--vary", "N=1,2", "--vary", f"{path}=1")
                    continue
                self.call("sweep", "a.yaml", "--vary", "N=3,1,2", "--vary", f"{path}={values}", "-o",
                          "out", "--set", "arm_1.w=1")
                for row in self.rows():
                    self.compare(row, ["arm_1.w=1", f"N={row['N']}", f"{path}={row[path]}"],
                                 {"x_final": "x", "y_final": "y", "tip_final": "tip"})

    def test_plans(self):
        """Drawn from what the model says; a list; an expression."""
        self.expect(0, "sweep", "a.yaml", "--samples", "8", "-o", "drawn")
        self.assertEqual({row["N"] for row in self.rows("drawn")}, {"1", "2", "4"})
        study = changed(STUDY, "values: [1, 3, 2]", "expression: 3 - m/(1 kg)")
        self.write("s.yaml", study)
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        for row in self.rows():
            self.assertEqual(float(row["N"]), 3 - float(row["m"]))
        self.write("s.yaml", study[:study.index("vary:")] + study[study.index("outputs:"):]
                   + "plan: {method: list, columns: [N, m], values: [1, 1 kg, 4, 500 g]}\n")
        self.expect(0, "sweep", "s.yaml", "-o", "list")
        self.assertEqual([(row["N"], row["m"]) for row in self.rows("list")], [("1", "1"), ("4", "0.5")])

    def test_outputs_that_some_runs_have(self):
        """A check or a body that only some models have: the others are refused by name."""
        self.write("s.yaml", changed(STUDY, "x: {final: x}", "x: {check: low_2}\n  v: {final: bead_5.x}"))
        self.assertIn("bead_5", self.expect(3, "sweep", "s.yaml", "-o", "out").err)
        self.write("s.yaml", changed(STUDY, "x: {final: x}", "x: {check: low_2}\n  v: {final: bead_4.x}"))
        self.expect(7, "sweep", "s.yaml", "-o", "out")
        for row in self.rows():
            self.assertEqual(row["status"], "refused" if row["N"] == "1" else "ok")
            if row["N"] == "1":
                self.assertIn('"bead_4"', row["message"])
            else:
                self.assertEqual(row["x"], "0")

    def test_kept_model(self):
        """The directory has the model with all that its file leaves to others."""
        self.expect(0, "sweep", "s.yaml", "-o", "out", "--set", "P=1", "--set", "long.L=2")
        (self.folder / "alone").mkdir()
        shutil.copy(self.folder / "out/model.resolved.yaml", self.folder / "alone/m.yaml")
        self.call("run", "alone/m.yaml", "-o", "kept")
        self.call("run", "a.yaml", "--set", "P=1", "--set", "long.L=2", "-o", "one")
        self.assertEqual(self.sha256("kept/fall.csv"), self.sha256("one/fall.csv"))

    def test_resumed_with_another_file(self):
        """An included file and a table belong to the study."""
        self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", "0/2")
        self.write("gust.csv", "t,f\n0,0\n1,6\n")
        self.assertIn("files of the model (gust.csv)",
                      self.expect(5, "sweep", "s.yaml", "-o", "out", "--shard", "0/2").err)

    def test_paths(self):
        for path, words in (("templates.arm.parameters.K", 'did you mean "templates.arm.parameters.L"?'),
                            ("templates.arm.bodies.rod_(i).mas", "templates.arm.bodies.rod_(i).mass"),
                            ("joints.pin_1.type", "no number"),
                            ("templates.arm.joints.pin_1.type", 'says "revolute"'),
                            ("bodies.bead_(i).repeat.to", 'says "twice"'),
                            ("arm_1.n", "templates.TEMPLATE.parameters.NAME"),
                            ("templates.arm.parameters", "no number"),
                            ("templates.arm.bodies.rod_(i).mass=1 m", "expected kg, found m"),
                            ("bodies.bead_(i).initial.velocity", "no number")):
            with self.subTest(path=path):
                vary = path if "=" in path else f"{path}=1,2"
                self.assertIn(words, self.expect(3, "sweep", "a.yaml", "--vary", vary).err)
        told = self.expect(3, "sweep", "a.yaml", "--vary", "N=1,2", "--vary", "parameters.N.value=1,2")
        self.assertIn('varies already, as "N"', told.err)


if __name__ == "__main__":
    main()
