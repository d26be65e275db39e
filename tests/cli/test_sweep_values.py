# SPDX-License-Identifier: BSD-3-Clause
"""What a study may vary: every number that the file states, judged as if the file stated it."""

import csv
import json
import re
import shutil

from program import PENDULUM, ProgramTest, changed, main

BODY = """\
mbs: 1
space: spatial
gravity: [0, 0, -9.81]
parameters: {scale: 1, low: -1, wide: 2}
bodies:
  top:
    type: rigid
    mass: 2
    inertia: {xx: 3*scale, yy: 4, zz: 5}
    initial: {position: [0, 0, 1], velocity: [0, 0, 0.1]}
joints:
  slide: {type: prismatic, marker_i: ground, marker_j: top}
forces:
  stops: {type: joint_limit, joint: slide, lower: low, upper: low + wide, stiffness: 100}
  side: {type: force, marker: top, vector: [1, 2, ramp(t)]}
functions:
  ramp: {type: table, file: tables/ramp.csv, columns: [t, f], interpolation: linear, outside: hold}
analyses:
  fall: {type: dynamics, duration: 0.1, output_step: 0.01, initial: project}
outputs: {z: top.z, f: stops.force}
checks:
  right: {file: wanted.csv, channels: [z], within: 10}
"""


COMPOSED = """\
mbs: 1
space: planar
gravity: [0, -9.81]
parameters:
  m: {value: 1, unit: kg}
templates:
  pendulum:
    parameters: {L: 1}
    bodies: {bob: {type: point_mass, mass: 1, initial: {position: [-L, 0]}}}
    joints: {rod: {type: distance, marker_i: ground, marker_j: bob, length: L}}
parts:
  left: {template: pendulum, position: [1, 0], angle: 0}
functions:
  gust: {type: table, x: [0, 1], y: [0, 1], outside: hold}
forces:
  push: {type: force, marker: left.bob, vector: ["gust(t)*m/(1 kg)", 0]}
analyses:
  swing: {type: dynamics, duration: 0.2, output_step: 0.1, integrator: {method: runge_kutta, order: 8}}
outputs: {x: left.bob.x}
checks:
  near: {period: left.bob.x, cycles: 1, equals: 1, within: 10}
"""


class ValuesTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        self.write("b.yaml", BODY)
        self.write("tables/ramp.csv", "t,f\n0,0\n1,5\n")
        self.write("wanted.csv", "t,z\n0,1\n0.1,0.95\n")

    def rows(self, directory="out"):
        with open(self.folder / directory / "results.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def forget(self, *folders):
        for folder in folders:
            shutil.rmtree(self.folder / folder, ignore_errors=True)

    def steps(self, directory):
        summary = json.loads((self.folder / directory / "summary.json").read_text())
        return sum(analysis["steps"] for analysis in summary["analyses"].values())

    def last(self, directory, analysis):
        with open(self.folder / directory / f"{analysis}.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))[-1]

    def test_entries_of_lists(self):
        """A component of a vector varies like the number that stands there."""
        for path, value in (("gravity[2]", "-3"), ("forces.side.vector[0]", "-20"),
                            ("bodies.top.initial.position[2]", "0.5 m"),
                            ("gravity[2]", "-9.9 m/s^2")):
            with self.subTest(path=path):
                self.expect(0, "sweep", "b.yaml", "--vary", f"{path}={value}", "-o", "out", "-q")
                self.expect(0, "run", "b.yaml", "--set", f"{path}={value}", "-o", "one", "-q")
                self.assertEqual(self.rows()[0]["z_final"], self.last("one", "fall")["z"])
                self.assertEqual(list(self.rows()[0])[2], path)
                self.forget("out", "one")
        for path, words in (("gravity", 'one of its entries, as in "gravity[0]"'),
                            ("gravity[3]", 'no entry "[3]"'), ("bodies.top.mass[0]", "single number"),
                            ("forces.side.vector[0][1]", 'no entry "[0][1]"')):
            self.assertIn(words, self.expect(3, "sweep", "b.yaml", "--vary", f"{path}=1,2").err)
            if "[" in path:
                self.assertIn("E-SET-001",
                              self.expect(3, "run", "b.yaml", "--set", f"{path}=1").err)

    def test_what_a_compiled_model_fixes(self):
        """A whole number, an entry of a table, the place of a part: each run compiles its own model."""
        self.write("c.yaml", COMPOSED)
        for path, values in (("analyses.swing.integrator.order", "4,5"),
                             ("functions.gust.y[1]", "2,-1"), ("functions.gust.x[1]", "0.5,-2"),
                             ("parts.left.position[0]", "0.5,-2"), ("parts.left.angle", "0.1,0.2"),
                             ("parts.left.parameters.L", "1.5,2"), ("left.L", "1.5,2"),
                             ("parameters.m.value", "1.5,2"), ("checks.near.cycles", "1,2"),
                             ("templates.pendulum.parameters.L", "1.5,2"),
                             ("templates.pendulum.bodies.bob.mass", "1.5,2")):
            with self.subTest(path=path):
                self.forget("out")
                outcome = self.call("sweep", "c.yaml", "--vary", f"{path}={values}", "-o", "out", "-q")
                for row, value in zip(self.rows(), values.split(",")):
                    self.forget("one")
                    target = "left.L" if path == "parts.left.parameters.L" else path
                    run = self.call("run", "c.yaml", "--set", f"{target}={value}", "-o", "one", "-q")
                    if run.status == 3:
                        told = re.search(r"error\[(.*?)\]: (.*)", run.err)
                        self.assertEqual((row["status"], row["code"]), ("refused", told[1]))
                        self.assertIn(told[2], row["message"])
                        self.assertEqual(outcome.status, 7)
                    else:
                        self.assertEqual(row["status"], "ok", row["message"])
                        last = self.last("one", "swing")
                        self.assertEqual((row["x_final"], row["steps"]),
                                         (last["x"], str(self.steps("one"))))
        self.assertIn("contains no number", self.expect(
            3, "sweep", "c.yaml", "--vary", "templates.pendulum.parameters.K=1,2").err)

    def test_figures_of_rebuilt_models(self):
        """Checks, figures and references are those of the run's own model."""
        self.write("s.yaml", "mbs_study: 1\nmodel: b.yaml\nvary: {functions.drop.y[1]: {values: [5, 6]}}\n"
                             "outputs:\n  z: {final: top.z}\n  fine: {check: right}\n  top: {max: top.z}\n"
                             .replace("{functions.drop.y[1]: {values: [5, 6]}}",
                                      "\n  functions.drop.y[1]: {values: [5, 6]}"))
        self.write("b.yaml", BODY.replace("ramp(t)]", "ramp(t) + drop(t)]").replace(
            "analyses:", "  drop: {type: table, x: [0, 1], y: [0, 5], interpolation: linear, outside: "
            "hold}\nanalyses:").replace("within: 10", "within: 1"))
        self.expect(0, "sweep", "s.yaml", "-o", "out", "-q")
        rows = self.rows()
        self.assertEqual([row["fine"] for row in rows], ["1", "1"])
        for row, value in zip(rows, "56"):
            self.forget("one")
            self.expect(0, "run", "b.yaml", "--set", f"functions.drop.y[1]={value}", "-o", "one", "-q")
            self.assertEqual(row["z"], self.last("one", "fall")["z"])
        self.assertNotEqual(rows[0]["z"], rows[1]["z"])

    def test_judged_like_the_file(self):
        """Values that the loader refuses in a file make a run with the same diagnosis."""
        for path, value, code in (
                ("bodies.top.inertia.xx", "10", "E-PHYS-002"), ("scale", "0.3", "E-PHYS-002"),
                ("bodies.top.inertia.zz", "-1", "E-PHYS-002"), ("bodies.top.mass", "-1", "E-PHYS-001"),
                ("wide", "-0.5", "E-VAL-002"), ("forces.stops.lower", "3", "E-VAL-002"),
                ("forces.stops.stiffness", "0", "E-VAL-002"), ("forces.stops.stiffness", "-1", "E-VAL-002"),
                ("analyses.fall.output_step", "0.2", "E-VAL-002")):
            with self.subTest(path=path, value=value):
                self.forget("out")
                refused = self.call("run", "b.yaml", "--set", f"{path}={value}", "-o", "none")
                self.assertEqual(refused.status, 3)
                self.expect(7, "sweep", "b.yaml", "--vary", f"{path}={value},{GOOD[path]}", "-o", "out",
                            "-q")
                bad, good = self.rows()
                self.assertEqual([bad["status"], good["status"]], ["refused", "ok"])
                self.assertEqual(bad["code"][:len(code)], code)
                told = re.search(r"error\[(.*?)\]: (.*)", refused.err)
                self.assertEqual(bad["code"], told[1])
                self.assertIn(told[2], bad["message"])
                self.assertRegex(bad["message"], r"^b\.yaml:\d+:\d+: ")

    def test_files_belong_to_the_study(self):
        """A table, an include, a reference that changed: the study is another one, told by name."""
        self.write("parts.yaml", "bodies:\n  extra: {type: point_mass, mass: 1}\n")
        self.write("b.yaml", changed(BODY, "space:", "include: [parts.yaml]\nspace:"))
        self.write("s.yaml", "mbs_study: 1\nmodel: b.yaml\nvary: {scale: {values: [1, 1.1]}}\n"
                             "outputs:\n  z: {final: top.z}\n  fine: {check: right}\n")
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        self.assertEqual([row["fine"] for row in self.rows()], ["1", "1"])
        for name, text in (("tables/ramp.csv", "t,f\n0,0\n1,6\n"), ("wanted.csv", "t,z\n0,1\n0.1,3\n"),
                           ("parts.yaml", "bodies:\n  extra: {type: point_mass, mass: 2}\n")):
            with self.subTest(name=name):
                before = (self.folder / name).read_text()
                self.write(name, text)
                outcome = self.expect(5, "sweep", "s.yaml", "-o", "out")
                self.assertIn("E-IO-003", outcome.err)
                self.assertIn("files of the model (" + name + ")", outcome.err)
                self.write(name, before)
        self.expect(0, "sweep", "s.yaml", "-o", "out")

    def test_missing_reference(self):
        """As in a run: a check without its reference has not passed."""
        (self.folder / "wanted.csv").unlink()
        self.write("s.yaml", "mbs_study: 1\nmodel: b.yaml\nvary: {scale: {values: [1, 1.1]}}\n"
                             "outputs: {fine: {check: right}}\n")
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        self.assertEqual([row["fine"] for row in self.rows()], ["0", "0"])
        self.write("wanted.csv", "t,z\n0,one\n")
        self.assertIn("wanted.csv:2:3: error[E-IO-004]",
                      self.expect(3, "sweep", "s.yaml", "-o", "out").err)

    def test_expressions_couple(self):
        self.write("s.yaml", "mbs_study: 1\nmodel: a.yaml\nvary:\n"
                             "  L: {values: [0.5, 2]}\n  m: {values: [1, 3]}\n"
                             "  bodies.P1.mass: {expression: 2*m + L*1 kg/m}\n"
                             "outputs: {x: {final: P1.x}}\n")
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        for row in self.rows():
            self.assertEqual(float(row["bodies.P1.mass"]), 2 * float(row["m"]) + float(row["L"]))


GOOD = {"bodies.top.inertia.xx": "3.1", "scale": "1.1", "bodies.top.inertia.zz": "5.1",
        "bodies.top.mass": "2.1", "wide": "2.1", "forces.stops.lower": "-1.1",
        "forces.stops.stiffness": "110", "analyses.fall.output_step": "0.02"}


MODES = PENDULUM.split("analyses:")[0] + """\
analyses:
  fall: {type: dynamics, duration: 0.1, output_step: 0.01}
  rest: {type: equilibrium}
  modes: {type: linearize, from: rest}
outputs: {x: P1.x}
"""


class EmptyOutputs(ProgramTest):
    """An output that no analysis gives is refused; one that no run has a value of is told."""

    def sweep(self, output, model=MODES):
        self.write("m.yaml", model)
        self.write("s.yaml", "mbs_study: 1\nmodel: m.yaml\nvary: {m: {values: [1, 2]}}\n"
                             f"outputs: {{w: {output}}}\n")
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return self.call("sweep", "s.yaml", "-o", "out")

    def test_eigenvalues(self):
        self.assertNotIn("STUDY-008", self.sweep("{eigenvalue: 1, part: imaginary}").err)
        self.assertIn("W-STUDY-008", self.sweep("{eigenvalue: 7, part: imaginary}").err)
        for output in "{eigenvalue: 1, part: real, analysis: fall}", "{counter: steps, analysis: rest}":
            self.assertIn("this analysis gives no", self.sweep(output).err)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        self.write("m.yaml", MODES)
        self.expect(0, "sweep", "m.yaml", "--vary", "L=1:2:3", "-o", "out")
        rows = list(csv.DictReader((self.folder / "out/results.csv").open()))
        self.assertGreater(float(rows[0]["x_max"]) - float(rows[0]["x_min"]), 1e-3)  # of the fall
        self.assertAlmostEqual(float(rows[2]["eigenvalue_1_im"]), (9.81 / 2) ** 0.5, places=6)
        without = MODES.replace("  modes: {type: linearize, from: rest}\n", "")
        self.assertIn("no analysis that gives eigenvalues", self.sweep("{eigenvalue: 1, part: real}", without).err)


if __name__ == "__main__":
    main()
