# SPDX-License-Identifier: BSD-3-Clause
"""Messages for people and for programs, and the words that explain knows."""

import json
import re
import textwrap

from program import (APART, MISSPELT, NOT_FINITE, PENDULUM, UNPASSABLE, ProgramTest, changed, main)

KEYS = ["file", "line", "column", "end_column", "severity", "code", "message", "hint", "related"]


class Json(ProgramTest):
    def messages(self, status, *arguments):
        outcome = self.expect(status, *arguments)
        messages = json.loads(outcome.out)
        self.assertIsInstance(messages, list)
        for message in messages:
            self.assertEqual(list(message), KEYS)
        return messages, outcome

    def test_good_model(self):
        self.write("a.yaml", PENDULUM)
        for command in ("run", "check"):
            messages, _ = self.messages(0, command, "--json", "a.yaml")
            self.assertEqual([one for one in messages if one["severity"] != "info"], [])

    def test_refused_model(self):
        self.write("a.yaml", changed(MISSPELT, "mass: m", "mas: m"))
        for command in ("run", "check"):
            messages, outcome = self.messages(3, command, "--json", "a.yaml")
            self.assertEqual(outcome.err, "")
            errors = [one for one in messages if one["severity"] == "error"]
            self.assertEqual([one["line"] for one in errors], [7, 9])
            self.assertEqual(errors[1]["file"], "a.yaml")
            self.assertEqual(errors[1]["column"], 57)
            self.assertEqual(errors[1]["end_column"], 63)
            self.assertEqual(errors[1]["code"], "E-SCHEMA-003")
            self.assertIn("length", errors[1]["hint"])

    def test_what_happens_in_a_run(self):
        for model, status, code in ((APART, 3, "E-IC-001"), (NOT_FINITE, 4, "E-NUM-001"),
                                    (UNPASSABLE, 6, "E-CHECK-001")):
            self.write("a.yaml", model)
            messages, _ = self.messages(status, "--json", "a.yaml")
            self.assertIn(code, [one["code"] for one in messages])
        (message,) = [one for one in messages if one["code"] == "E-CHECK-001"]
        self.assertEqual((message["file"], message["line"]), ("a.yaml", 19))

    def test_missing_file(self):
        messages, _ = self.messages(5, "--json", "b.yaml")
        self.assertEqual([one["code"] for one in messages], ["E-IO-001"])


# Words of other programs by where they stand, and what the hint has to say.
MODEL = """\
mbs: 1
space: spatial
bodies: {b: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1 INERTIA} BODY}}
joints: {h: {type: revolute, body_i: ground, body_j: b, at: [0, 0, 0], axis: [0, 0, 1] JOINT}}
motions: {m: {joint: h, law: t MOTION}}
analyses: {a: {type: dynamics, duration: 1 ANALYSIS}}
TOP
"""
FOREIGN = {
    "BODY": {"visualization": '"shapes"', "visual": '"shapes"', "fixed": "type: fixed", "is_fixed": "type: fixed",
             "location": "initial: {position", "pos": "initial: {position", "initial_linear_velocity": "initial: {velocity",
             "angular_velocity": '"initial"', "rotation": '"initial"', "moments": "inertia: {xx: 1", "principal_moments": '"inertia"'},
    "INERTIA": {"moments": "inertia: {xx: 1", "products": "xy, yz, zx", "ixx": '"xx"'},
    "JOINT": {"location": '"at"', "limits": "joint_limit"},
    "MOTION": {"velocity": "level: velocity", "rate": "level: velocity", "function": '"law"'},
    "ANALYSIS": {"time_step": "output_step", "dt": "max_step", "end_time": '"duration"'},
    "TOP": {"chrono-version": '"mbs"', "end_time": "duration: 3 s", "solver": '"analyses"', "units": "each number carries its unit"},
}


class OtherPrograms(ProgramTest):
    def test_words_of_theirs(self):
        for place, words in FOREIGN.items():
            for word, said in words.items():
                with self.subTest(place=place, word=word):
                    text = MODEL.replace(place, f"{word}: 1" if place == "TOP" else f", {word}: 1")
                    for other in FOREIGN:
                        text = text.replace(f" {other}", "").replace(f"{other}\n", "\n")
                    self.write("a.yaml", text)
                    outcome = self.expect(3, "check", "a.yaml")
                    self.assertIn(f'"{word}"', outcome.err)
                    hints = [line for line in outcome.err.splitlines() if line.startswith("hint: ")]
                    self.assertTrue(any(said in hint for hint in hints), outcome.err)


class Volume(ProgramTest):
    def test_quiet(self):
        self.write("a.yaml", PENDULUM)
        self.assertEqual(self.expect(0, "a.yaml", "-q").err, "")
        self.assertEqual(self.expect(0, "check", "a.yaml", "-q").out, "")
        self.write("b.yaml", MISSPELT)
        self.assertIn("E-SCHEMA-003", self.expect(3, "b.yaml", "-q").err)

    def test_remarks(self):
        self.write("a.yaml", changed(PENDULUM, "gravity: [0, -9.81]\n", ""))
        self.assertNotIn("I-PHYS-004", self.expect(0, "a.yaml").err)
        outcome = self.expect(0, "a.yaml", "-v")
        self.assertIn("I-PHYS-004", outcome.err)
        self.assertIn("a.yaml: ok, 1 degree of freedom, no gravity\n", outcome.err)

    def test_warnings(self):
        self.write("a.yaml", changed(PENDULUM, "parameters: {", "parameters: {unused: 3, "))
        self.assertIn("W-REF-010", self.expect(0, "a.yaml").err)
        self.assertNotIn("W-REF-010", self.expect(0, "a.yaml", "-q").err)

    def test_every_error_is_counted(self):
        """Twenty are shown, a few hundred kept."""
        self.write("a.yaml", PENDULUM + "".join(f"colour{k}: red\n" for k in range(3000)))
        err = self.expect(3, "a.yaml").err
        self.assertEqual(err.count("error[E-SCHEMA-003]"), 20)
        self.assertRegex(err, r"\n2980 more messages: -v shows \d+ of them\n$")
        self.write("b.yaml", PENDULUM + "".join(f"colour{k}: red\n" for k in range(32)))
        self.assertTrue(self.expect(3, "b.yaml").err.endswith("\n12 more messages: -v shows them\n"))
        self.assertEqual(self.expect(3, "b.yaml", "-v").err.count("error[E-SCHEMA-003]"), 32)
        outcome = self.expect(3, "b.yaml", "--json")
        self.assertEqual((len(json.loads(outcome.out)), outcome.err), (32, ""))
        outcome = self.expect(3, "a.yaml", "--json")
        count = len(json.loads(outcome.out))
        self.assertGreater(count, 100)
        self.assertEqual(outcome.err, f"{3000 - count} more messages\n")

    def test_checks_of_several_analyses(self):
        self.write("a.yaml", changed(PENDULUM, "analyses:", "analyses:\n  again: {type: dynamics, duration: 1}"))
        self.assertIn("1 check passed in each of 2 analyses\n", self.expect(0, "a.yaml").err)

    def test_forces_that_cancel(self):
        """A spring that holds a pull of 4 N: their sum is no measure of what is in balance."""
        self.write("a.yaml", "mbs: 1\nspace: planar\nbodies: {a: {type: point_mass, mass: 2, "
                   "initial: {position: [1, 0]}}}\njoints: {rail: {type: point_on_line, marker_i: ground, "
                   "marker_j: a}}\nforces:\n  s: {type: spring_damper, marker_i: ground, marker_j: a, "
                   "stiffness: 50, free_length: 1}\n  pull: {type: force, marker: a, vector: [4, 0]}\n"
                   "analyses: {rest: {type: equilibrium}, modes: {type: linearize, from: rest}}\n")
        self.assertRegex(self.expect(0, "a.yaml").err, r"unbalanced \S+ of 4 N, ")
        modes = (self.folder / "results/a/modes.eigenvalues.csv").read_text().splitlines()
        ratio = modes[0].split(",").index("damping_ratio")
        self.assertEqual({row.split(",")[ratio] for row in modes[1:]} - {""}, {"0"})

    def test_text_for_people_is_short(self):
        self.write("a.yaml", PENDULUM)
        err = self.expect(0, "a.yaml").err
        self.assertEqual(err.count("\n"), 3)
        for part in ("a.yaml: ok, 1 degree of freedom, 1 check passed", "steps", "audit ok: energy ", "joints ",
                     "equations ", "swing.csv (201 rows)", "results/a"):
            self.assertIn(part, err)
        full = self.expect(0, "a.yaml", "--force", "-v").err
        for part in ("energy drift", "constraints", "equations of motion", "checks: 1 passed"):
            self.assertIn(part, full)


class Check(ProgramTest):
    def test_report(self):
        self.write("a.yaml", PENDULUM)
        out = self.expect(0, "check", "a.yaml").out
        self.assertIn("1 by count (2 velocities - 1 equations), 1 by rank", out)
        error = float(re.search(r"Jacobian against differences: (\S+)", out).group(1))
        self.assertLess(error, 1e-5)
        self.assertEqual(self.listing(), ["a.yaml"])

    def test_numbers(self):
        """Each number that has a derivative is compared; each that has none is named, and why."""
        self.write("a.yaml", """\
mbs: 1
space: spatial
parameters: {n: 2, L: 800 mm, k: {value: 40, unit: N/m}, tilt: 0 deg, flat: 0.5}
frames: {bench: {position: [0, L, 0], orientation: {matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}}
bodies:
  bob_(i): {repeat: {index: i, from: 1, to: n}, type: point_mass, mass: "2 kg*L/(1 m)",
            initial: {relative_to: bench, position: [i*L, 0, "abs(tilt)*L/(1 rad)"]}}
forces:
  spring: {type: spring_damper, marker_i: bob_1, marker_j: bob_2, stiffness: k, damping: 0,
           free_length: "max(L, flat + 300 mm)"}
analyses: {motion: {type: dynamics, duration: 1}}
""")
        out = self.expect(0, "check", "a.yaml").out
        error = float(re.search(r"derivatives with respect to \d+ numbers against differences: (\S+)",
                                out).group(1))
        self.assertLess(error, 1e-7)
        told = [line[2:] for line in out.split("\n") if line.startswith("  ")]
        kink = " has a kink or a jump at its value: no derivative"
        self.assertEqual([line for line in told if "matrix" not in line], [
            "parameters.n counts elements", "parameters.L" + kink, "parameters.tilt" + kink,
            "parameters.flat" + kink, "initial velocities are not compared: not all are given"])
        self.assertEqual(sum("is one entry of a rotation, which cannot change alone" in line
                             for line in told), 9)

    def test_refused(self):
        self.write("a.yaml", APART)
        outcome = self.expect(3, "check", "a.yaml")
        self.assertIn("E-IC-001", outcome.err)


class Words(ProgramTest):
    def explain(self, word):
        outcome = self.expect(0, "explain", word)
        self.assertEqual(outcome.err, "")
        own = re.sub(r"\n  example, a whole model:\n\n(    .*\n)*", "\n", outcome.out)
        self.assertEqual([line for line in own.split("\n") if len(line) > 80], [])
        return outcome.out

    def types_of(self, collection):
        text = self.explain(collection).split("types:")[1]
        return re.findall(r"^  (\w+)", text, re.MULTILINE)

    def test_types(self):
        self.assertEqual(self.types_of("bodies"), ["point_mass", "rigid"])
        self.assertIn("dynamics", self.types_of("analyses"))
        for collection in ("bodies", "joints", "forces", "analyses"):
            for word in self.types_of(collection):
                self.assertIn(f"{word}: type of ", self.explain(word))
        self.assertIn("required", self.explain("distance"))

    def test_keys_of_the_schema(self):
        schema = json.loads(self.expect(0, "schema").out)
        for key in schema["properties"]:
            self.assertIn(f"{key}: key of a model", self.explain(key))

    def test_other_words(self):
        self.assertIn("function", self.explain("step5"))
        self.assertIn("measure of joints", self.explain("reaction.x"))
        self.assertIn("reaction.y", self.explain("reaction"))
        self.assertIn("energy.drift", self.explain("energy"))
        self.assertIn("= 1000 Pa" if "Pa" in self.explain("kPa") else "1000", self.explain("kPa"))
        self.assertIn("exit status 3", self.explain("E-SCHEMA-003"))
        choice = self.explain("newmark")
        self.assertIn('newmark: choice of "method" of "integrator"', choice)
        for key in ("gamma", "beta", "allow_undamped", "step"):
            self.assertIn(f"\n  {key} ", choice)
        self.assertNotIn("spectral_radius ", choice)
        self.assertEqual(self.explain("e-schema-003"), self.explain("E-SCHEMA-003"))
        self.assertIn("time", self.explain("t"))

    def test_words_of_later_versions(self):
        word = "branch"
        self.assertIn(f"{word}: joint key", self.explain(word))
        self.assertIn("this version does not support it", self.explain(word))

    def test_every_code(self):
        source = (self.root / "src/base/diag_codes.def").read_text()
        codes = re.findall(r'"([EWI]-[A-Z]+-\d+)"', source)
        self.assertGreater(len(codes), 80)
        for code in codes:
            self.assertIn(code + ": ", self.explain(code))

    def test_what_is_none(self):
        outcome = self.expect(2, "explain", "revolut")
        self.assertIn('did you mean "revolute"?', outcome.err)
        outcome = self.expect(2, "explain", "supercalifragilistic")
        self.assertIn("without a word lists", outcome.err)
        self.assertNotIn("did you mean", self.expect(2, "explain", "").err)
        self.assertIn('did you mean "control"?', self.expect(2, "explain", "controlr").err)

    def test_words_of_others(self):
        """Every word that users of other programs bring along leads somewhere."""
        lines = (self.root / "tests/cli/words_of_others.txt").read_text().splitlines()
        words = [word for line in lines if not line.startswith("#") for word in line.split()]
        self.assertGreater(len(set(words)), 450)
        self.assertEqual([word for word in words if self.call("explain", word).status != 0], [])
        hinge = self.explain("hinge")
        self.assertIn('hinge: a word from other programs, here "revolute"', hinge)
        self.assertIn("revolute: type of joint, in space", hinge)
        self.assertIn("signals", self.explain("pid"))
        several = self.expect(0, "explain", "contact", "in", "space").out
        self.assertEqual(several.split("\n", 1)[1], self.explain("contact_in_space").split("\n", 1)[1])

    def test_the_meant_answer_comes_first(self):
        for word, told in (("velocity", "bar.vx"), ("time", "t is the time"), ("frame", "those of a marker"),
                           ("trajectory", "step5"), ("gearbox", "speed ratio"), ("end_effector", "a marker"),
                           ("camera", '"view"'), ("hertz", "1/s")):
            self.assertIn(told, " ".join(self.explain(word).split())[:200])
        self.assertLess(self.explain("camera").count("\n"), 10)
        self.assertIn("inverse_dynamics: type of analysis", self.expect(0, "explain", "inverse dynamics").out)
        self.assertIn("key of rigid", self.expect(0, "explain", "Center of mass").out)

    def test_no_dead_ends(self):
        """Every word of the language, as schemas and completion list them, is explained."""
        words = set(self.expect(0, "complete", "--", "explain", "").out.split("\n"))
        words = {line.split("\t")[0] for line in words} - {""}

        def collect(schema):
            if isinstance(schema, dict):
                words.update(schema.get("properties", {}))
                words.update(str(word) for word in [*schema.get("enum", []), schema.get("const", "")])
                for value in schema.values():
                    collect(value)
            elif isinstance(schema, list):
                for value in schema:
                    collect(value)

        for options in ([], ["--study"]):
            collect(json.loads(self.expect(0, "schema", *options).out))
        words = sorted(word for word in words if re.fullmatch(r"[A-Za-z_][\w.-]*|[EWI]-\w+-\d+", word))
        self.assertGreater(len(words), 1000)
        self.assertEqual([word for word in words if self.call("explain", "--", word).status != 0], [])

    def test_example_of_a_type(self):
        """Each type shows a model of docs/examples that runs; of one space where that is asked for."""
        for word, options in (("revolute", ("--space", "planar")), ("screw", ()), ("tanh", ()), ("drag", ())):
            out = self.expect(0, "explain", word, *options).out
            model = textwrap.dedent(out.split("example, a whole model:\n\n")[1])
            self.write("example.yaml", model)
            self.expect(0, "run", "example.yaml", "-o", "example", "--force")
        planar = self.expect(0, "explain", "revolute", "--space", "planar").out
        self.assertNotIn("type of joint, in space", planar)
        self.assertIn("list of 2 numbers in m", planar)
        self.assertNotIn("type of joint, in the plane", self.expect(0, "explain", "revolute", "--space", "spatial").out)
        self.expect(2, "explain", "revolute", "--space", "flat")
        for word in ("bodies", "joints", "forces", "couplers", "analyses"):
            for name in self.types_of(word):
                self.assertIn("example, a whole model", self.explain(name), name)

    def test_model(self):
        self.write("a.yaml", PENDULUM)
        out = self.expect(0, "explain", "a.yaml").out
        self.assertIn("P1", out)
        self.assertIn("rod", out)
        self.expect(5, "explain", "missing.yaml")
        self.write("b.yaml", MISSPELT)
        self.assertEqual(self.expect(3, "explain", "b.yaml").out, "")


if __name__ == "__main__":
    main()
