# SPDX-License-Identifier: BSD-3-Clause
"""What newcomers write, and the one message that helps: each has a way on, and nothing repeats it."""

import json
import os
import subprocess

from program import ProgramTest, main

HEAD = "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
BODY = "{type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0]}}"
BAR = "bodies:\n  bar: " + BODY + "\n"
HINGE = "joints: {hinge: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}}\n"
REST = "outputs: {a: bar.angle}\nanalyses: {swing: {type: dynamics, duration: 0.01}}\n"
GOOD = HEAD + BAR + HINGE + REST

# What is written for what, the code and words of the one message.
ADVICE = [
    ("bodies:\n  bar", "parts:\n  bar", "E-SCHEMA-004", '"bodies"'),
    ("bodies:\n", "worldbody:\n", "E-SCHEMA-004", 'called "bodies"'),
    ("bodies:\n", "links:\n", "E-SCHEMA-004", 'called "bodies"'),
    (BAR, "bodies: {}\n", "E-SCHEMA-013", "is empty"),
    (BAR, "bodies:\n  - {name: bar, type: rigid, mass: 2, inertia: 0.1}\n", "E-SCHEMA-005", "NAME: {...}"),
    ("bar.angle", "bar.theta", "E-REF-008", '"bar.angle"'),
    ("bar.angle", "hinge.omega", "E-REF-008", '"hinge.angle_rate"'),
    ("bar.angle", "bar.colour", "E-REF-008", "it has"),
    ("outputs:", "forces: {g: {type: gravity}}\noutputs:", "E-SCHEMA-007", "a key of the model"),
    ("outputs:", "forces: {m: {type: motor, joint: hinge}}\noutputs:", "E-SCHEMA-007", "coordinate_force"),
    ("at: [0, 0]", "at: [0, 0], limit: [0, 1]", "E-SCHEMA-003", "joint_limit"),
    ("type: revolute", "type: continuous", "E-SCHEMA-007", "revolute"),
    ("mbs: 1\n", "mbs: 1\nunits: SI\n", "E-SCHEMA-003", "each number carries its unit"),
    ("inertia: 0.1", "inertia: M*L^2/12 + L", "E-UNIT-002", 'before "+" stands kg m^2, behind it m'),
    ("inertia: 0.1", "inertia: L - 3*M", "E-UNIT-002", 'before "-" stands m, behind it kg'),
    ("inertia: 0.1", "inertia: 0.1 kg*(m^2)", "E-EXPR-002", "brackets"),
    ("duration: 0.01", "duration: 0.01, integrator: {rtol: 1e-6}", "E-SCHEMA-003", "tolerances: {relative: 1e-6}"),
    ("outputs:", "couplers: {c: {type: coordinate, relation: hinge.angle_rate - 1}}\noutputs:",
     "E-EXPR-005", "holds positions"),
]


class Advice(ProgramTest):
    def errors(self, text, *arguments):
        self.write("a.yaml", text)
        outcome = self.expect(3, "check", "--json", "a.yaml", *arguments)
        return [one for one in json.loads(outcome.out) if one["severity"] == "error"]

    def test_each_is_told_once_with_a_way_on(self):
        for written, instead, code, words in ADVICE:
            with self.subTest(instead=instead):
                text = GOOD.replace(written, instead)
                if "M*L" in text or "3*M" in text:
                    text = text.replace("bodies:", "parameters: {M: 1 kg, L: 1 m}\nbodies:")
                self.assertNotEqual(text, GOOD)
                errors = self.errors(text)
                self.assertEqual([one["code"] for one in errors], [code], errors)
                self.assertIn(words, errors[0]["message"] + "; " + (errors[0]["hint"] or ""))

    def test_in_space(self):
        text = """mbs: 1
space: spatial
bodies: {bar: {type: rigid, mass: 2, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {slide: {type: cylindrical, body_i: ground, body_j: bar, at: [0, 0, 0], axis: [0, 0, 1]}}
%s
analyses: {swing: {type: dynamics, duration: 0.01}}
"""
        for line, words in (("forces: {c: {type: contact}}", "impact(..)"),
                            ("forces: {f: {type: friction}}", "tanh"),
                            ("couplers: {c: {type: coordinate, relation: slide.displacement - slide.angle*0.1}}",
                             "its displacement can be")):
            errors = self.errors(text % line)
            self.assertEqual(len(errors), 1, errors)
            self.assertIn(words, errors[0]["hint"])

    def test_other_formats(self):
        errors = self.errors('<?xml version="1.0"?>\n<robot name="arm"><link name="a"/></robot>\n')
        self.assertIn("XML", errors[0]["message"])
        self.assertIn("URDF", errors[0]["hint"])

    def test_units_win_behind_a_number(self):
        """A parameter m beside 100 N/m; the model that init writes has one, and grows a spring."""
        text = GOOD.replace("mass: 2", "mass: m").replace("bodies:", "parameters: {m: 2 kg}\nbodies:")
        spring = "forces: {s: {type: spring_damper, marker_i: ground, marker_j: bar, stiffness: %s, free_length: 1}}\n"
        self.write("a.yaml", text + spring % "100 N/m")
        self.expect(0, "check", "a.yaml")
        errors = self.errors(text + spring % "(100 N)*m")
        self.assertEqual([one["code"] for one in errors], ["E-UNIT-002"])
        start = self.expect(0, "init").out
        self.write("b.yaml", start.replace("forces:\n", "forces:\n  s: {type: spring_damper, marker_i: ground, "
                                           "marker_j: bar.tip, stiffness: 100 N/m, free_length: 1 m}\n"))
        self.expect(0, "run", "b.yaml", "-o", "b")

    def test_names_that_functions_have(self):
        for name in ("table", "floor", "step", "impact", "sweep", "min"):
            text = GOOD.replace("bar", name).replace("outputs: {a: ", 'outputs: {b: "min(%s.x, 1)", a: ' % name)
            self.write("a.yaml", text)
            self.expect(0, "check", "a.yaml")
            errors = self.errors(GOOD.replace("bodies:", "parameters: {%s: 1}\nbodies:" % name))
            self.assertEqual(errors[0]["code"], "E-REF-002")
        part = """mbs: 1
space: planar
templates: {leg: {bodies: {table: {type: point_mass, mass: 1}}, outputs: {}}}
parts: {left: {template: leg}}
outputs: {x: left.table.x}
analyses: {go: {type: dynamics, duration: 0.01}}
"""
        self.write("p.yaml", part.replace(", outputs: {}", ""))
        self.expect(0, "run", "p.yaml", "-o", "p")

    def test_what_can_vary(self):
        self.write("a.yaml", GOOD.replace("bodies:", "parameters: {g: 9.81, L: 1}\nbodies:"))
        outcome = self.expect(3, "sweep", "a.yaml", "--vary", "x=1", "-o", "out")
        self.assertIn("what can vary: a parameter (g and L)", outcome.err)

    def test_explain_lists_its_words(self):
        index = self.expect(0, "explain").out
        for word in ("revolute", "spring_damper", "dynamics", "impact", "mbs_study", "measures"):
            self.assertIn(word, index)
        for word, found in (("measures", "reaction.x"), ("units", "rpm"), ("codes", "E-IC-001"),
                            ("studies", "vary"), ("vary", "key of a study"), ("samples", "number of runs")):
            self.assertIn(found, self.expect(0, "explain", word).out)

    def test_lines_fit_the_terminal(self):
        """At 60 columns nothing is wider but names of files, and the caret stands below its word."""
        self.write("a.yaml", GOOD.replace("initial: {position: [0.5, 0]}", "initial: {position: [0.5, 0]}, colour: red"))
        command = f"stty cols 60; {self.binary} check a.yaml"
        shown = subprocess.run(["script", "-qec", command, "/dev/null"], cwd=self.folder, text=True,
                               capture_output=True, timeout=60,
                               env={**os.environ, "NO_COLOR": "1", "TERM": "xterm"}).stdout
        lines = shown.replace("\r", "").splitlines()
        self.assertTrue(any(line.startswith("hint: ") for line in lines), shown)
        for line in lines[1:]:
            self.assertLessEqual(len(line), 60, shown)
        source = next(k for k, line in enumerate(lines) if "colour" in line and " | " in line)
        self.assertEqual(lines[source].index("colour"), lines[source + 1].index("^"), shown)


if __name__ == "__main__":
    main()
