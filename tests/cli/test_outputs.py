# SPDX-License-Identifier: BSD-3-Clause
"""Outputs that are many columns, columns in units, and a second header row that says them."""

import csv
import json
import math

from program import ProgramTest, changed, main

ARM = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  arm: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0]}, markers: {pivot: {position: [-0.5, 0]}, tip: {position: [0.5, 0]}}}
  bob: {type: point_mass, mass: 1, initial: {position: [2, 0]}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: arm.pivot}
motions:
  lead: {marker: bob, component: x, law: 2 + 0.1*t}
forces:
  spring: {type: torsional_spring_damper, joint: hinge, stiffness: 4 N*m/rad}
analyses:
  swing: {type: dynamics, duration: 0.5, output_step: 0.1}
outputs:
  arm: arm
  pin: hinge
  tip: arm.tip
  all: "*"
  turned: {value: hinge.angle, unit: deg}
  turns: {value: hinge.angle_rate, unit: rpm}
  height: {value: arm.tip.y, unit: mm}
  angle: hinge.angle
  rate: hinge.angle_rate
  y: arm.tip.y
"""
# Pinned twice: the model does not determine how the pins push against each other.
PLATE = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  plate: {type: rigid, mass: 2, inertia: 0.1}
joints:
  left: {type: revolute, body_i: ground, body_j: plate, at: [-1, 0]}
  right: {type: revolute, body_i: ground, body_j: plate, at: [1, 0]}
analyses:
  rest: {type: dynamics, duration: 0.1, output_step: 0.1}
outputs: {load: left.reaction.x, both: left.reaction.y + right.reaction.y}
"""
BODY = ["x", "y", "vx", "vy", "angle", "angle_rate"]
HINGE = ["angle", "angle_rate", "reaction.x", "reaction.y", "reaction.tz"]
COLUMNS = (["t"] + [f"arm.{word}" for word in BODY] + [f"pin.{word}" for word in HINGE]
           + [f"tip.{word}" for word in BODY] + [f"all.arm.{word}" for word in BODY]
           + [f"all.bob.{word}" for word in BODY[:4]] + [f"all.hinge.{word}" for word in HINGE]
           + ["all.spring.torque", "all.lead.force"]
           + ["turned", "turns", "height", "angle", "rate", "y"])


class Outputs(ProgramTest):
    def rows(self, model, *options, file="out/swing.csv"):
        """Header rows and columns by name of a run."""
        self.write("model.yaml", model)
        self.expect(0, "run", "model.yaml", "-o", "out", *options)
        with open(self.folder / file, newline="", encoding="utf-8") as lines:
            rows = list(csv.reader(lines))
        heads = 2 if rows[1][0] == "s" else 1
        values = [[float(field) for field in row] for row in rows[heads:]]
        return rows[:heads], dict(zip(rows[0], zip(*values)))

    def test_groups_are_their_measures(self):
        heads, ours = self.rows(ARM)
        self.assertEqual(heads, [COLUMNS])
        written = changed(ARM, "  arm: arm\n  pin: hinge\n  tip: arm.tip\n  all: \"*\"\n", "".join(
            f"  c{k}: {name.replace('pin.', 'hinge.').replace('tip.', 'arm.tip.').replace('all.', '')}\n"
            for k, name in enumerate(COLUMNS[1:-6])))
        _, one_by_one = self.rows(written)
        self.assertEqual(list(ours.values()), list(one_by_one.values()))
        self.assertEqual(len(ours), len(COLUMNS))

    def test_columns_in_units(self):
        _, table = self.rows(ARM)
        self.assertGreater(max(map(abs, table["angle"])), 0.1)
        for scaled, plain, factor in (("turned", "angle", 180 / math.pi), ("turns", "rate", 30 / math.pi),
                                      ("height", "y", 1000)):
            for a, b in zip(table[scaled], table[plain]):
                self.assertTrue(math.isclose(a, factor * b, rel_tol=1e-15), (scaled, a, b))

    def test_units_in_summary_and_second_row(self):
        heads, with_units = self.rows(ARM, "--format", "csv_units")
        summary = json.loads((self.folder / "out/summary.json").read_text())
        told = {channel["name"]: channel["unit"] for channel in summary["analyses"]["swing"]["channels"]}
        self.assertEqual(dict(zip(*heads)), told)
        for name, unit in (("t", "s"), ("turned", "deg"), ("turns", "rpm"), ("height", "mm"), ("y", "m"),
                           ("pin.angle", "rad"), ("all.hinge.reaction.tz", "N m"), ("arm.vx", "m/s")):
            self.assertEqual(told[name], unit)
        self.assertEqual(summary["files"][0]["format"], "csv_units")
        self.assertEqual(with_units, self.rows(ARM)[1])

    def test_an_object_in_each_line(self):
        _, table = self.rows(ARM)
        self.expect(0, "run", "model.yaml", "-o", "lines", "--format", "ndjson", "--report")
        lines = [json.loads(line) for line in (self.folder / "lines/swing.ndjson").read_text().splitlines()]
        self.assertEqual(list(lines[0]), list(table))
        for name, values in table.items():
            self.assertEqual(tuple(line[name] for line in lines), values)
        self.assertIn("turned", (self.folder / "lines/report.html").read_text())  # the page reads them back
        self.assertFalse((self.folder / "lines/swing.csv").exists())

    def test_what_is_not_determined_is_null(self):
        self.write("plate.yaml", PLATE)
        self.expect(0, "run", "plate.yaml", "-o", "plate", "--format", "ndjson", "--report")
        first = json.loads((self.folder / "plate/rest.ndjson").read_text().splitlines()[0])
        self.assertEqual(first["load"], None)
        self.assertAlmostEqual(first["both"], 19.62, delta=1e-9)

    def test_checks_read_columns_in_si(self):
        checks = "checks:\n  a: {max_abs: turned, below: %s}\n  b: {max_abs: pin.angle, below: %s}\n"
        _, table = self.rows(ARM)
        largest = max(map(abs, table["turned"]))
        self.write("model.yaml", ARM + checks % (f"{1.01 * largest} deg", f"{1.01 * largest} deg"))
        self.expect(0, "run", "model.yaml", "-o", "out")
        self.write("model.yaml", ARM + checks % (f"{0.9 * largest} deg", "1 m"))
        self.assertIn("E-UNIT-002", self.expect(3, "run", "model.yaml", "-o", "out").err)
        self.write("model.yaml", ARM + checks % (f"{0.9 * largest} deg", f"{0.9 * largest} deg"))
        error = self.expect(6, "run", "model.yaml", "-o", "out").err
        self.assertEqual(error.count("E-CHECK-001"), 2)
        self.assertIn("largest magnitude of turned in SI is ", error)
        self.assertIn("largest magnitude of pin.angle is ", error)

    def test_references_are_in_the_units_of_the_columns(self):
        check = "checks:\n  same: {file: ref.csv, channels: [turned, height, pin.angle], within: %s}\n"
        self.rows(ARM)
        plain = (self.folder / "out/swing.csv").read_text()
        self.rows(ARM, "--format", "csv_units")
        united = (self.folder / "out/swing.csv").read_text()
        names = united.splitlines()[0].split(",")
        turned = names.index("turned")

        def in_radians(line):
            fields = line.split(",")
            fields[turned] = "rad" if fields[turned] == "deg" else repr(math.radians(float(fields[turned])))
            return ",".join(fields)

        lines = united.splitlines()
        converted = "\n".join([lines[0]] + [in_radians(line) for line in lines[1:]]) + "\n"
        for text in (plain, united, converted):
            self.write("ref.csv", text)
            self.write("model.yaml", ARM + check % "1e-12")
            self.expect(0, "run", "model.yaml", "-o", "out")
        # a tenth of a degree off is 0.0017 in SI
        shifted = "\n".join([lines[0], lines[1]] + [",".join(
            repr(float(field) + 0.1) if k == turned else field for k, field in enumerate(line.split(",")))
            for line in lines[2:]]) + "\n"
        self.write("ref.csv", shifted)
        self.write("model.yaml", ARM + check % "0.11 deg")
        self.expect(0, "run", "model.yaml", "-o", "out")
        self.write("model.yaml", ARM + check % "0.09 deg")
        self.expect(6, "run", "model.yaml", "-o", "out")

    def test_reference_with_a_wrong_unit(self):
        self.rows(ARM, "--format", "csv_units")
        text = (self.folder / "out/swing.csv").read_text()
        check = "checks:\n  same: {file: ref.csv, channels: [turned], within: 1e-9}\n"
        self.write("model.yaml", ARM + check)
        for unit, code in (("mm", "E-UNIT-002"), ("furlong", "E-UNIT-001")):
            self.write("ref.csv", changed(text, "deg", unit))
            error = self.expect(3, "run", "model.yaml", "-o", "out").err
            self.assertIn(code, error)
            self.assertRegex(error, r"ref\.csv:2:\d+: error")
            self.assertRegex(error, rf"(?m)^    2 \| .*\b{unit}\b")  # the line itself, not what lies in memory

    def test_results_are_read_back(self):
        self.rows(ARM, "--format", "csv_units")
        for first, second in (("out", "model.yaml"), ("model.yaml", "out"), ("out/swing.csv", "out")):
            self.assertIn("same", self.expect(0, "compare", first, second).out)
        self.rows(changed(ARM, "hinge.angle, unit: deg", "hinge.angle, unit: rev"))
        self.write("other.yaml", changed(ARM, "hinge.angle, unit: deg", "hinge.angle, unit: rad"))
        outcome = self.expect(0, "compare", "other.yaml", "out", "--json")  # turns are brought to radians
        channels = json.loads(outcome.out)["comparisons"][0]["channels"]
        self.assertEqual([c["unit"] for c in channels if c["name"] == "turned"], ["rad"])
        self.rows(ARM, "--format", "csv_units")
        self.assertIn("turned [deg]", self.expect(0, "plot", "out", "turned", "--text").out)
        self.expect(0, "report", "out")
        self.expect(0, "verify", "out")

    def test_a_list_that_lost_a_file_is_damaged(self):
        """What an analysis wrote stands in the list of files, or nobody looks at it."""
        self.rows(ARM)
        summary = self.folder / "out/summary.json"
        whole = json.loads(summary.read_text(encoding="utf-8"))
        self.expect(0, "verify", "out")
        for left in ([], [one for one in whole["files"] if one["name"] != "swing.csv"]):
            summary.write_text(json.dumps({**whole, "files": left}), encoding="utf-8")
            self.assertIn('its list of files has no "swing.csv"', self.expect(6, "verify", "out").err)

    def test_many_columns_are_read_back(self):
        model = ("mbs: 1\nspace: planar\ngravity: [0, -9.81]\naccept: [loose_bodies]\nbodies:\n"
                 "  b_(i): {repeat: {index: i, from: 1, to: 400}, type: point_mass, mass: 1, initial: {position: [i, 0]}}\n"
                 "analyses: {fall: {type: dynamics, duration: 0.1, output_step: 0.05}}\n"
                 "outputs: {all: \"*\"}\n")
        _, table = self.rows(model, "--format", "csv_units", file="out/fall.csv")
        self.assertEqual(len(table), 1 + 4 * 400)
        self.assertAlmostEqual(table["all.b_400.y"][-1], -9.81 * 0.1**2 / 2)
        self.assertIn("same", self.expect(0, "compare", "out", "out/fall.csv").out)

    def test_studies_read_groups(self):
        self.write("model.yaml", ARM)
        self.write("study.yaml", """\
mbs_study: 1
model: model.yaml
vary: {forces.spring.stiffness: {values: [4, 8]}}
outputs: {a: {final: pin.angle}, b: {final: angle}, c: {final: turned}, d: {max_abs: all.arm.angle}, e: {max_abs: angle}}
""")
        self.expect(0, "sweep", "study.yaml", "-o", "out")
        with open(self.folder / "out/results.csv", newline="", encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines))
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertEqual(row["a"], row["b"])
            self.assertEqual(row["a"], row["c"])  # SI
            self.assertEqual(row["d"], row["e"])
        self.assertNotEqual(rows[0]["a"], rows[1]["a"])

    def test_studies_without_outputs_take_all_columns(self):
        self.write("model.yaml", ARM)
        self.expect(0, "sweep", "model.yaml", "--vary", "forces.spring.stiffness=4:8:2", "-o", "out")
        with open(self.folder / "out/results.csv", newline="", encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines))
        self.assertEqual(len(rows), 2)
        for name in COLUMNS[1:]:
            for row in rows:
                low, final, high = (float(row[f"{name}_{word}"]) for word in ("min", "final", "max"))
                self.assertTrue(low <= final <= high, name)


if __name__ == "__main__":
    main()
