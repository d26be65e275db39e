# SPDX-License-Identifier: BSD-3-Clause
"""What newcomers write, and the one message that helps: each has a way on, and nothing repeats it."""

import json
import math
import re

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
    ("type: revolute", "type: Revolute", "E-SCHEMA-007", 'write "revolute": capital letters'),
    ("inertia: 0.1", "Inertia: 0.1", "E-SCHEMA-003", 'write "inertia": capital letters'),
    ("mbs: 1\n", "mbs: 1\nunits: SI\n", "E-SCHEMA-003", "each number carries its unit"),
    ("inertia: 0.1", "inertia: M*L^2/12 + L", "E-UNIT-002", 'left of "+": kg*m^2, right of it: m'),
    ("inertia: 0.1", "inertia: L - 3*M", "E-UNIT-002", 'left of "-": m, right of it: kg'),
    ("inertia: 0.1", "inertia: 0.1 kg*(m^2)", "E-EXPR-002", "brackets"),
    ("duration: 0.01", "duration: 0.01, integrator: {rtol: 1e-6}", "E-SCHEMA-003", "tolerances: {relative: 1e-6}"),
    ("outputs:", "couplers: {c: {type: coordinate, relation: hinge.angle_rate - 1}}\noutputs:",
     "E-EXPR-005", "constrains positions"),
    # hints that finish the job
    ("gravity: [0, -9.81]", "gravity: -9.81", "E-SCHEMA-005", "write [0, -9.81]"),
    ("gravity: [0, -9.81]", "gravity: 9.81 m/s^2", "E-SCHEMA-005", "write [0, -9.81 m/s^2]"),
    ("gravity: [0, -9.81]", "gravity: [0, -9,81]", "E-SCHEMA-006", "not a comma: write [0, -9.81]"),
    ("position: [0.5, 0]", "position: [0,5, 0]", "E-SCHEMA-006", "not a comma: write [0.5, 0]"),
    ("position: [0.5, 0]", 'position: "0.5, 0"', "E-SCHEMA-005", "in brackets: [0.5, 0]"),
    ("mass: 2,", "mass: 2,5,", "E-YAML-015", "needs a point: write 2.5"),
    ("duration: 0.01", "duration: 0,01", "E-YAML-015", "needs a point: write 0.01"),
    ("mass: 2,", "mass:2,", "E-YAML-013", "a blank after the colon: mass: 2"),
    ("outputs:", "motions: {m: {joint: hinge, velocity: 3000 rpm}}\noutputs:", "E-SCHEMA-003",
     "write law: 3000 rpm, level: velocity"),
    ("outputs: {a: bar.angle}", "motions: {m: {joint: hinge, law: t}}\noutputs: {a: hinge.torque}", "E-REF-008",
     'motion "m" drives it: read m.torque and'),
    (HINGE + "outputs: {a: bar.angle}", "joints: {rail: {type: prismatic, marker_i: ground, marker_j: bar}}\n"
     "motions: {m: {joint: rail, law: t}}\noutputs: {a: rail.force}", "E-REF-008",
     'motion "m" drives it: read m.force and'),
    (HINGE, "joints: {rod: {type: distance, marker_i: ground, marker_j: bar, length: 0.4}}\n", "E-IC-001",
     "its length is 0.5 m there"),
    # a home is named where a key has only one
    ("inertia: 0.1", "inertia: 0.1, law: 3", "E-SCHEMA-003", '"law" belongs in "motions"'),
    ("inertia: 0.1", "inertia: 0.1, value: 3", "E-SCHEMA-003", "the keys here are mass"),
    ("duration: 0.01", "duration: 0.01, steps: 100", "E-SCHEMA-003", "output_step"),
    ("outputs:", "forces: {b: {type: bushing, marker_i: ground, marker_j: bar, stiffness_matrix: 1}}\noutputs:",
     "E-SCHEMA-009", "spatial model only"),
    # the units of stops and contacts follow from their exponent
    ("outputs:", "forces: {s: {type: joint_limit, joint: hinge, lower: 0, stiffness: 1000 m}}\noutputs:",
     "E-UNIT-002", "expected N*m, found m"),
    ("outputs:", "forces: {s: {type: joint_limit, joint: hinge, lower: 0, stiffness: 1000, damping: 2 N*m*s}}\noutputs:",
     "E-UNIT-002", "expected s, found N*m*s"),
    # where the type is wrong or missing the rest is checked; a key that is still free is meant
    ("type: revolute, body_i: ground", "type: revolute, body_k: ground", "E-SCHEMA-003", '"body_i"'),
    ("  bar: {type: rigid, ", "  bar: {kind: rigid, ", "E-SCHEMA-004", '"type"'),
    # an element without a name, or in a list, or under another word: the rest is checked
    ("{swing: {type: dynamics, duration: 0.01}}", "{type: dynamics, duration: 0.01}", "E-SCHEMA-005",
     "analyses: {run: {type: dynamics, ...}}"),
    ("{hinge: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}}",
     "{type: revolute, body_i: ground, body_j: bar, at: [0, 0]}", "E-SCHEMA-005", "joints: {joint_1: {type: revolute, ...}}"),
    ("outputs:", "motions: {joint: hinge, law: t}\noutputs:", "E-SCHEMA-005", "motions: {motion_1: {joint: ...}}"),
    ("outputs:", "events: {when: t > 1, stop: true}\noutputs:", "E-SCHEMA-005", "events: {event_1: {when: ...}}"),
    ("initial: {", "markers: {position: [1, 0]}, initial: {", "E-SCHEMA-005", "markers: {marker_1: {position: ...}}"),
    # points
    ("at: [0, 0]", "at: bar.tip", "E-SCHEMA-005", "marker_j: bar.tip"),
    ("position: [0.5, 0]", "position: 0.5 0", "E-SCHEMA-005", "in brackets: [0.5, 0]"),
    ("position: [0.5, 0]", "position: (0.5, 0)", "E-SCHEMA-005", "in brackets: [0.5, 0]"),
    ("position: [0.5, 0]", "position: 0.5, 0", "E-SCHEMA-005", "in brackets: [0.5, 0]"),
    ("at: [0, 0]", "at: [0, 0], 5", "E-SCHEMA-003", "needs a point"),
    ("gravity: [0, -9.81]", "gravity: [0 -9.81]", "E-SCHEMA-006", "a comma between the numbers: [0, -9.81]"),
    ("inertia: 0.1, initial: {position: [0.5, 0]}}\n" + HINGE,
     "inertia: 0.1, initial: {position: [0.5, 0]}, markers: {tip: {position: [0, 0]}}}\n"
     + HINGE.replace("at: [0, 0]", "at: [0, 0], relative_to: bar.tip"), "E-REF-007", "marker_i and marker_j"),
    # words of other tools
    ("inertia: 0.1", "ip: 0.1", "E-SCHEMA-004", '"inertia"'),
    ("inertia: 0.1", "inertia: 0.1, cm: [0, 0]", "E-SCHEMA-004", '"center_of_mass"'),
    ("type: rigid", "type: part", "E-SCHEMA-004", '"rigid"'),
    ("body_i: ground", "i: ground", "E-SCHEMA-003", "write body_i: ..., the body on which"),
    ("outputs:", "controllers: {c: {type: pid}}\noutputs:", "E-SCHEMA-003", "mbsrun explain pid"),
    ("outputs:", "states: {s: 0}\noutputs:", "E-SCHEMA-003", "mbsrun explain state"),
    ("outputs:", "forces: {c: {type: pid, joint: hinge}}\noutputs:", "E-SCHEMA-007", "mbsrun explain pid"),
    ("type: dynamics, duration: 0.01", "type: linearize, outputs: [a]", "E-SCHEMA-003", "mbsrun explain abcd"),
    ("type: dynamics, duration: 0.01", "type: linearize, A: 1", "E-SCHEMA-003", "mbsrun explain abcd"),
    ("at: [0, 0]", "at: [0, 0], range: [-2, 2]", "E-SCHEMA-003", "joint_limit"),
    ("bar.angle", '"clip(bar.angle, 0, 1)"', "E-EXPR-003", "min(max(x, low), high)"),
    ("bar.angle", "integral(bar.angle)", "E-EXPR-003", "mbsrun explain state"),
    ("bar.angle", '"delay(bar.angle, 1)"', "E-EXPR-003", "mbsrun explain delay"),
    ("outputs:", "events: {e: {every: 2 ms, stop: true}}\noutputs:", "E-SCHEMA-003", '"sin(2*pi*t/(2 ms))"'),
    ("outputs:", "events: {e: {at: 2 ms, stop: true}}\noutputs:", "E-SCHEMA-003", "when: t >= 2 ms"),
    # keys that go with others
    ("outputs:", "checks: {c: {max: a, below: 0.3}}\noutputs:", "E-SCHEMA-010",
     "it goes with max_abs; write max: a, equals: ..., within: ..."),
    ("outputs:", "forces: {f: {type: friction, joint: hinge, kinetic: 0.1, transition_speed: 1e-3}}\noutputs:",
     "E-SCHEMA-010", '"overlap": joints with a displacement: 0 for a single point'),
    ("outputs:", "forces: {f: {type: friction, joint: hinge, kinetic: 0.1, transition_speed: 1e-3, overlap: 0}}\noutputs:",
     "E-REF-007", 'joint "hinge" turns'),
    # units and laws
    ("outputs:", "motions: {m: {joint: hinge, law: 10 rpm}}\noutputs:", "E-UNIT-002",
     'write 10 rpm * t, or add "level: velocity"'),
    ("outputs:", "motions: {m: {joint: hinge, law: 10 rpm, level: acceleration}}\noutputs:", "E-SCHEMA-008",
     "position or velocity"),
    ("outputs:", "motions: {m: {joint: hinge, law: 60000 rpm*t}}\noutputs:", "E-UNIT-004", "write 60000 rpm * t"),
    ("outputs:", "motions: {m: {joint: hinge, law: sqrt(t)}}\noutputs:", "E-IC-002",
     'the rate of motion "m" is infinite at t = 0 s'),
    ("mass: 2", "mass: 2 N", "E-UNIT-002", "divide a weight by 9.80665 m/s^2"),
    ("mass: 2", "mass: 2 m", "E-UNIT-002", "give it in kg"),
    ("inertia: 0.1", "inertia: 1e-400", "E-VAL-003", "it would be 0"),
    # what only events change
    ("outputs:", "parameters: {n: 0}\nevents: {e: {when: t >= 1, set: {n: 1}}, f: {when: n - 1, stop: true}}\noutputs:",
     "E-EVENT-001", 'write a condition: "n - 1 >= 0"'),
    # written twice
    (HINGE, "joints:\n  a: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}\n"
     "  a: {type: revolute, body_i: ground, body_j: bar, at: [1, 0]}\n", "E-YAML-012", "give it another name"),
    (HINGE, HINGE + HINGE.replace("hinge", "other"), "E-YAML-012", 'under one "joints"'),
]

# Several errors in one pass: behind a wrong word the rest is read as it was meant.
TOGETHER = [
    ([("space: planar", "space: 3D")],
     ["E-SCHEMA-004", "E-SCHEMA-006", "E-SCHEMA-005", "E-SCHEMA-006", "E-SCHEMA-002", "E-SCHEMA-006", "E-REF-008"]),
    ([("bodies:\n  bar: {", "bodies:\n  - {name: bar, "), ("mass: 2", "mas: 2")], ["E-SCHEMA-005", "E-SCHEMA-003"]),
    ([("bodies:", "elements:"), ("mass: 2", "mas: 2")], ["E-SCHEMA-004", "E-SCHEMA-003"]),
    ([("bodies:", "parts:"), ("mass: 2", "mas: 2")], ["E-SCHEMA-004", "E-SCHEMA-003"]),
    ([("{type: rigid, mass: 2, inertia: 0.1", "{type: part, mass: 2, ip: 0.1, foo: 1")],
     ["E-SCHEMA-004", "E-SCHEMA-004", "E-SCHEMA-003"]),
    ([("outputs:", "couplers: {c: {type: gear, joint_i: hinge, joint_j: hinge, radius_i: 1, radius_j: 2}}\noutputs:")],
     ["E-SCHEMA-004"] * 4),
    ([("space: planar\n", ""), ("at: [0, 0]", "at: [0, 0], axis: x")], ["E-SCHEMA-002"]),
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

    def test_the_rest_is_read_as_it_was_meant(self):
        for changes, codes in TOGETHER:
            with self.subTest(changes=changes):
                text = GOOD
                for written, instead in changes:
                    self.assertIn(written, text)
                    text = text.replace(written, instead)
                self.assertEqual([one["code"] for one in self.errors(text)], codes)

    def test_directions_without_a_space(self):
        text = GOOD.replace("space: planar\n", "").replace("gravity: [0, -9.81]", "gravity: -9.81").replace(
            "type: revolute", "type: prismatic").replace("at: [0, 0]", "at: [0, 0], axis: x")
        hints = [one["hint"] for one in self.errors(text)]
        self.assertIn("write [0, 0, -9.81], in the plane [0, -9.81]: downwards", hints)
        self.assertIn("write the direction as numbers: [1, 0, 0], in the plane [1, 0]", hints)

    def test_words_for_the_start_of_a_joint(self):
        # velocity is the rate of the slide, not of the angle; and no word is offered that another kind of joint has
        hints = {("cylindrical", "velocity"): 'here it is called "rate"',
                 ("cylindrical", "omega"): 'here it is called "angle_rate"',
                 ("universal", "angle_rate"): 'did you mean "angle_1_rate"?',
                 ("universal", "rate"): "the keys here are angle_1, angle_2, angle_1_rate and angle_2_rate"}
        for (kind, word), hint in hints.items():
            with self.subTest(kind=kind, word=word):
                (one,) = self.errors(
                    "mbs: 1\nspace: spatial\nbodies: {a: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}\n"
                    "joints: {j: {type: %s, marker_i: ground, marker_j: a, initial: {%s: 2}}}\n" % (kind, word))
                self.assertEqual(one["hint"], hint)

    def test_an_event_waits_for_others(self):
        self.write("a.yaml", GOOD.replace("duration: 0.01", "duration: 1").replace(
            "outputs:", 'parameters: {n: 0, T: 0.1}\nevents:\n  count: {when: "sin(2*pi*t/T)", set: {n: n + 1}}\n'
            "  enough: {when: n >= 3, stop: true}\noutputs:"))
        self.expect(0, "run", "a.yaml", "-o", "a")
        last = (self.folder / "a" / "swing.csv").read_text().split()[-1]
        self.assertAlmostEqual(float(last.split(",")[0]), 0.2)

    def test_equal_motions(self):
        self.write("a.yaml", GOOD.replace("outputs:", "motions: {m: {joint: hinge, law: t}, "
                                          "n: {joint: hinge, law: t}}\noutputs:"))
        outcome = self.expect(0, "check", "--json", "a.yaml")
        (one,) = [one for one in json.loads(outcome.out) if one["code"] == "W-DOF-001"]
        self.assertIn("remove one of them", one["hint"])

    def test_set_suggests_like_the_file(self):
        self.write("a.yaml", GOOD)
        for key in ("mas", "maas"):
            self.assertIn('did you mean "mass"?', self.expect(3, "check", "a.yaml", "--set", "bodies.bar.%s=1" % key).err)

    def test_inertia_in_the_words_of_the_file(self):
        self.write("a.yaml", GOOD.replace("inertia: 0.1", "inertia: 1e6"))
        self.assertIn('"1e6 g*mm^2"', self.expect(0, "check", "a.yaml").err.replace("\n", " "))

    def test_other_formats(self):
        errors = self.errors('<?xml version="1.0"?>\n<robot name="arm"><link name="a"/></robot>\n')
        self.assertIn("XML", errors[0]["message"])
        self.assertIn("mbsrun explain urdf", errors[0]["hint"])
        for command in ("run", "fmt", "dump", "sweep", "explain", "convergence"):
            self.assertIn("E-SCHEMA-005", self.expect(3, command, "a.yaml").err)

    def test_another_ending(self):
        self.write("a.yaml", GOOD)
        for words in (["run", "a.yml"], ["check", "a.yml"], ["explain", "a.yml"], ["run", "a"],
                      ["sweep", "a.yml", "--vary", "x=1,2"]):
            self.assertIn('did you mean "a.yaml"?', self.expect(5, *words).err)

    def test_where_results_were_expected(self):
        self.write("a.yaml", GOOD.replace("bodies:", "parameters: {L: 1}\nbodies:"))
        told = '"a.yaml" is a model or study, not a results directory'
        for words in (["report", "a.yaml"], ["animate", "a.yaml"], ["verify", "a.yaml"], ["plot", "a.yaml", "a"]):
            err = self.expect(5, *words).err
            self.assertIn(told, err)
            self.assertIn("run it first: mbsrun run a.yaml", err)
        self.expect(0, "run", "a.yaml")
        for words in (["report", "a.yaml"], ["animate", "a.yaml"], ["verify", "a.yaml"], ["plot", "a.yaml", "a"]):
            self.assertIn('its results are in "results/a"', self.expect(5, *words).err)
        for words in (["report", "a"], ["plot", "a", "a"]):
            self.assertIn('did you mean "results/a"?', self.expect(5, *words).err)
        self.expect(0, "sweep", "a.yaml", "--vary", "L=1,2", "-o", "study")
        for verb in ("report", "status", "merge"):
            err = self.expect(5, "sweep", verb, "results/a").err
            self.assertIn('"results/a" contains a run, not a study', err)
            self.assertIn("mbsrun report results/a", err)
        self.assertIn("contains a study, not a single run", self.expect(5, "animate", "study").err)

    def test_a_lost_unit(self):
        text = GOOD.replace("bodies:", "parameters: {w: 3000 rpm, s: {value: 20, unit: mm}, L: 1 m}\nbodies:").replace(
            "angle}", "angle, w: w, s: s, L: L}")
        self.write("a.yaml", text)
        for setting, told, hint in (
                ("w=3000", 'gives "w" in rpm, but a bare number is in SI units: 3000 rad/s', '--set "w=3000 rpm"'),
                ("s=20", 'gives "s" in mm, but a bare number is in SI units: 20 m', '--set "s=20 mm"')):
            err = self.expect(0, "check", "a.yaml", "--set", setting).err
            self.assertIn("warning[W-SET-003]", err)
            self.assertIn(told, err)
            self.assertIn(hint, " ".join(err.split()))
        for setting in ("w=3000 rpm", "w=314 rad/s", "w=2*pi", "L=2", "w=0", "s=20 mm"):
            self.assertNotIn("W-SET-003", self.expect(0, "check", "a.yaml", "--set", setting).err)
        err = self.expect(0, "sweep", "a.yaml", "--vary", "w=1000:3000:3", "--dry-run").err
        self.assertEqual(err.count("W-SET-003"), 1, err)
        self.assertIn("1000 rad/s", err)
        for vary in ("w=1000 rpm:3000 rpm:3", "L=1:2:3"):
            self.assertNotIn("W-SET-003", self.expect(0, "sweep", "a.yaml", "--vary", vary, "--dry-run").err)

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
        self.assertIn("a parameter (g and L) can vary", outcome.err)

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
        self.environment["NO_COLOR"] = "1"
        _, shown = self.call_on_terminal("check", "a.yaml", columns=60)
        lines = shown.replace("\r", "").splitlines()
        self.assertTrue(any(line.startswith("hint: ") for line in lines), shown)
        for line in lines[1:]:
            self.assertLessEqual(len(line), 60, shown)
        source = next(k for k, line in enumerate(lines) if "colour" in line and " | " in line)
        self.assertEqual(lines[source].index("colour"), lines[source + 1].index("^"), shown)


SPRING = GOOD.replace("joints:", "  bob: {type: point_mass, mass: 1, initial: {position: [2, 0]}}\njoints:").replace(
    "outputs:", "forces: {s: {type: spring_damper, marker_i: bar, marker_j: bob, stiffness: 10, free_length: 1}}\noutputs:")
RAIL = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  slider: {type: rigid, mass: 1, inertia: 0.05, initial: {position: [0, -1], velocity: [1, 0]}, markers: {pads: {position: [0, 1]}}}
joints: {rail: {type: prismatic, marker_i: ground, marker_j: slider.pads}}
forces:
  rub: {type: friction, joint: rail, kinetic: 0.3, transition_speed: 0.001, overlap: 1.2}
analyses: {run: {type: dynamics, duration: 0.02}}
outputs: {v: slider.vx}
"""
SLOPE = """mbs: 1
space: planar
bodies: {bob: {type: point_mass, mass: 1}}
forces:
  s: {type: force, marker: bob, vector: ["-hypot(bob.x, bob.y)*(3 N/m)", 0]}
accept: [loose_bodies]
outputs: {x: bob.x}
analyses: {swing: {type: dynamics, duration: 1, integrator: {method: ida}}}
"""
# A crank that its motor turns beyond the reach of the rocker, and a weight on a string that nothing drives.
JAMMED = """mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {a: 1, b: 1.3, c: sqrt(13), d: 4, p: pi/6, e: sqrt(a^2 + d^2 - 2*a*d*cos(p)),
  f: "pi - atan2(a*sin(p), d - a*cos(p)) - acos((c^2 + e^2 - b^2)/(2*c*e))",
  x: a*cos(p), y: a*sin(p), u: d + c*cos(f), w: c*sin(f)}
bodies:
  crank: {type: rigid, mass: 2, inertia: 0.2, initial: {position: [x/2, y/2], angle: p},
    markers: {O: {position: [-a/2, 0]}, A: {position: [a/2, 0]}}}
  coupler: {type: rigid, mass: 4, inertia: 1.3, markers: {A: {position: [-b/2, 0]}, B: {position: [b/2, 0]}},
    initial: {position: [(x + u)/2, (y + w)/2], angle: "atan2(w - y, u - x)"}}
  rocker: {type: rigid, mass: 7, inertia: 7.6, initial: {position: [(d + u)/2, w/2], angle: f},
    markers: {D: {position: [-c/2, 0]}, B: {position: [c/2, 0]}}}
  weight: {type: point_mass, mass: 1, initial: {position: [u, w - 1]}}
ground: {markers: {D: {position: [d, 0]}}}
joints:
  shaft: {type: revolute, marker_i: ground, marker_j: crank.O}
  pin_1: {type: revolute, marker_i: crank.A, marker_j: coupler.A}
  pin_2: {type: revolute, marker_i: coupler.B, marker_j: rocker.B}
  pivot: {type: revolute, marker_i: ground.D, marker_j: rocker.D}
  string: {type: distance, marker_i: coupler.B, marker_j: weight, length: 1}
motions: {motor: {joint: shaft, law: p + 2*t}}
outputs: {torque: motor.torque}
analyses: {run: {type: dynamics, duration: 2, integrator: {method: METHOD}}}
"""
# of the crank where coupler and rocker are in one line
REACH = math.acos((1 + 16 - (1.3 + math.sqrt(13)) ** 2)/8)
# What is run, exit status, code, the words that name the element, the place and the reason.
ENDS = [
    (SPRING.replace("position: [2, 0]", "position: [0.5, 0]"), 4, "E-NUM-002", 'force "s"', "t = 0 s", "same point"),
    (SPRING.replace("mass: 2", "mass: 1e308"), 4, "E-NUM-002", 'body "bar"', "t = 0 s", "gravity"),
    (GOOD.replace("-9.81", "-1e307"), 3, "E-IC-007", 'body "bar"', "initial", "its weight"),
    (GOOD.replace("-9.81", "-1e160").replace("0.01}", "0.01, integrator: {method: ida}}"), 3, "E-IC-007",
     'body "bar"', "initial", "its weight"),
    (SPRING.replace("stiffness: 10", "stiffness: 1e170"), 3, "E-IC-007", 'body "b', "initial", 'force "s"'),
    (RAIL.replace("mass: 1", "mass: 1e200"), 4, "E-NUM-002", 'force "rub"', "t = 0 s", "1e308"),
    (SLOPE, 4, "E-NUM-001", "forces.s.vector", "t = 0 s", "no derivative"),
    (SLOPE.replace("ida", "hht"), 4, "E-NUM-001", "forces.s.vector", "t = ", "no derivative"),
    (GOOD.replace("  bar:", "  b_(i): {repeat: {index: i, from: 1, to: 2000000000}, type: point_mass, mass: 1}\n  bar:"),
     3, "E-REPEAT-001", '"b_(i)"', "to", "1000000000"),
]


class Ends(ProgramTest):
    def test_the_element_the_place_and_the_reason(self):
        for text, status, code, *words in ENDS:
            with self.subTest(code=code, words=words):
                self.write("a.yaml", text)
                told = self.expect(status, "run", "a.yaml", "-o", "out", "--force").err
                self.assertEqual(told.count("error["), 1, told)
                for word in ("a.yaml:", f"error[{code}]", *words):
                    self.assertIn(word, told)

    def test_check_tells_it_too(self):
        for text in (ENDS[0][0], ENDS[5][0]):
            self.write("a.yaml", text)
            told = self.expect(4, "check", "a.yaml").err
            self.assertIn("error[E-NUM-002]", told)
            self.assertNotIn("inf s", told)

    def test_a_jammed_loop(self):
        """Beyond the end of its reach, at the exact angle of the crank, by every method: no body is
        blamed, and no method advised that meets the same end."""
        end = (REACH - math.pi/6)/2
        for method in ("auto", "ida", "ida, formulation: ggl", "hht", "newmark, step: 1e-3", "runge_kutta"):
            self.write("a.yaml", JAMMED.replace("METHOD", method))
            told = self.expect(4, "run", "a.yaml", "-o", "out", "--force").err
            self.assertIn("error[E-KIN-002]", told, method)
            self.assertIn('motion "motor"', told)
            self.assertIn("motor: {joint", told)  # the line that is shown
            found = float(re.search(r"at t = (\S+) s", told).group(1))
            self.assertLess(abs(found - end), 2e-3 if "step" in method else 1e-6, told)

    def test_a_name_too_long_for_a_folder(self):
        self.write("a.yaml", GOOD)
        told = self.expect(5, "run", "a.yaml", "-o", "new/" + 300*"n").err
        self.assertIn("300 bytes", told)
        self.assertNotIn("summary", told)


if __name__ == "__main__":
    main()
