# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun compare and run --cross-check: what is the same, what differs, what cannot be compared."""

import json
import signal

from program import LONG, MISSPELT, NOT_FINITE, PATIENCE, PENDULUM, ProgramTest, changed, kinds, main

TABLE = "t,x,y\n0,1,2\n1,1.5,-2\n2,1,0\n"


class Files(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.csv", TABLE)

    def compare(self, status, text, *arguments):
        self.write("b.csv", text)
        return self.expect(status, "compare", "a.csv", "b.csv", *arguments)

    def test_equal(self):
        outcome = self.compare(0, TABLE)
        self.assertEqual(outcome.err, "")
        self.assertIn("3 common times: same", outcome.out)
        self.assertEqual(self.listing(), ["a.csv", "b.csv"])
        self.assertEqual(self.compare(0, TABLE, "-q").out, "")

    def test_different(self):
        outcome = self.compare(6, changed(TABLE, "1.5", "1.25"))
        self.assertIn("E-CMP-001", outcome.err)
        self.assertIn('"x" differs by 0.25 at t = 1 s', outcome.err)
        self.assertIn("different", outcome.out)

    def test_allowances(self):
        text = changed(TABLE, "1.5", "1.25")
        self.compare(0, text, "--within", "0.25")
        self.compare(6, text, "--within", "0.249")
        self.compare(0, text, "--relative", "0.51")  # of its span, 0.5
        self.compare(6, text, "--relative", "0.49")
        self.compare(0, text, "--relative", "0.51", "--within", "0")
        self.compare(0, text, "--channels", "y")
        self.compare(6, changed(TABLE, "1.5", "1.5000000000000002"), "--within", "0")

    def test_json(self):
        result = json.loads(self.compare(6, changed(TABLE, "1.5", "1.25"), "--json").out)
        self.assertIs(result["same"], False)
        x, y = result["comparisons"][0]["channels"]
        self.assertEqual((x["name"], x["difference"], x["t"], x["same"]), ("x", 0.25, 1, False))
        self.assertEqual((y["name"], y["difference"], y["same"]), ("y", 0, True))
        self.assertEqual(result["messages"][0]["code"], "E-CMP-001")

    def test_what_is_left_out_is_told(self):
        outcome = self.compare(0, "t,x,z\n0,1,2\n2,1,0\n3,1,1\n")
        self.assertIn("2 common times of 3 and 3 rows", outcome.err)
        for name in ("y", "z"):
            self.assertRegex(outcome.err, rf'W-CMP-002.*1 channel, not compared: "{name}"')

    def test_a_value_that_went(self):
        outcome = self.compare(6, changed(TABLE, "1.5", ""))
        self.assertRegex(outcome.err, r'"[xy]" is empty in b.csv at t = ')
        self.assertNotIn("inf", outcome.err + outcome.out)
        self.assertIn("empty on one side", outcome.out)
        text = changed(TABLE, "1.5", "")
        self.write("a.csv", text)
        self.compare(0, text)

    def test_nothing_to_compare(self):
        for text, part in (("t,x,y\n0.5,1,2\n1.5,2,2\n", "are at different times"),
                           ("t,x,y\n0,1,2\n1.5,2,2\n", "are at different times"),
                           ("t,u\n0,1\n1,2\n", "no channel of the same name")):
            outcome = self.compare(3, text)
            self.assertIn("E-CMP-003", outcome.err)
            self.assertIn(part, outcome.err)

    def test_tables_that_are_none(self):
        for text, part in (("", "header row"), ("x,y\n1,2\n", "first column is t"),
                           ("t,x,x\n0,1,2\n", 'two columns "x"'), ("t,,x\n0,1,2\n", "no name"),
                           ("t,x,y\n0,1\n", "2 fields"), ("t,x,y\n0,1,a\n", "not a number"),
                           ("t,x,y\n1,1,1\n0,1,1\n", "may not decrease"), ("t,x,y\n", "no rows")):
            outcome = self.compare(3, text)
            self.assertIn("E-IO-004", outcome.err)
            self.assertIn(part, outcome.err)
        columns = ",".join(f"x{k}" for k in range(1200))
        self.assertIn("E-IO-004", self.compare(3, f"t,{columns}\n").err)
        self.assertIn("E-LIM-001", self.compare(3, TABLE, "--max-output-size", "8").err)
        self.expect(5, "compare", "a.csv", "missing.csv")
        self.expect(2, "compare", "a.csv")


class Directories(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        for folder in ("x", "y"):
            self.expect(0, "a.yaml", "-o", folder)

    def test_equal(self):
        outcome = self.expect(0, "compare", "x", "y", "--within", "0")
        self.assertIn("swing: x and y, 201 common times: same", outcome.out)
        self.assertIn(" m/s ", outcome.out, "units come from the summary")

    def test_different(self):
        self.expect(0, "a.yaml", "-o", "y", "--set", "L=1.0001")
        outcome = self.expect(6, "compare", "x", "y")
        self.assertIn("E-CMP-001", outcome.err)

    def test_other_kinds(self):
        self.expect(0, "compare", "x/swing.csv", "y")
        self.expect(0, "compare", "x", "a.yaml", "--within", "0")
        (self.folder / "y/summary.json").unlink()
        self.expect(0, "compare", "x", "y")
        self.write("empty/notes.txt", "x")
        self.assertIn("no complete CSV file", self.expect(3, "compare", "x", "empty").err)
        self.expect(4, "run", self.write("b.yaml", NOT_FINITE).name, "-o", "z")
        outcome = self.expect(3, "compare", "x", "z")
        self.assertIn("swing.partial.csv", outcome.err)

    def test_eigenvalues_are_no_motion(self):
        both = changed(PENDULUM, "outputs:", "  modes: {type: linearize}\noutputs:")
        for folder in ("p", "q"):
            self.expect(0, self.write("both.yaml", both).name, "-o", folder)
        outcome = self.expect(0, "compare", "p", "q", "--within", "0")
        self.assertIn('"modes.eigenvalues.csv" of "p" is left out', outcome.err)
        self.assertIn("swing: p and q, 201 common times: same", outcome.out)

    def test_summary_of_somebody_else(self):
        self.write("y/summary.json", '{"files": [{"name": "../x/swing.csv", "analysis": "swing"}]}')
        outcome = self.expect(3, "compare", "x", "y")
        self.assertIn("is left out", outcome.err)
        self.write("y/summary.json", '{"files": [{"name": 3}, {"analysis": "swing"}]}')
        self.expect(3, "compare", "x", "y")

    def test_analyses(self):
        two = changed(PENDULUM, "outputs:", "  again: {type: dynamics, duration: 1}\noutputs:")
        self.write("b.yaml", two)
        self.expect(0, "b.yaml", "-o", "two")
        self.expect(0, "compare", "two", "two")
        outcome = self.expect(0, "compare", "two", "x")
        self.assertIn('only two has "again"', outcome.err)
        self.expect(0, "compare", "two", "x", "--analysis", "swing")
        self.expect(2, "compare", "two", "two", "--analysis", "other")


class Models(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)

    def test_same_motion(self):
        """Another analysis name, another formulation."""
        other = changed(PENDULUM, "swing: {", "fall: {integrator: {formulation: ggl}, ")
        self.write("b.yaml", other)
        outcome = self.expect(0, "compare", "a.yaml", "b.yaml")
        self.assertIn(": same", outcome.out)
        self.assertEqual(self.listing(), ["a.yaml", "b.yaml"])

    def test_other_parameters(self):
        """A length that is off by a hundredth of a micrometre is found."""
        for length in ("1.5", "1.00001"):
            self.write("b.yaml", changed(PENDULUM, "L: 1", f"L: {length}"))
            outcome = self.expect(6, "compare", "a.yaml", "b.yaml")
            self.assertIn("E-CMP-001", outcome.err)
        self.write("b.yaml", changed(PENDULUM, "m: 1}", "m: 3}"))  # the motion does not depend on it
        self.expect(0, "compare", "a.yaml", "b.yaml", "--channels", "x,y")

    def test_refused(self):
        self.write("b.yaml", MISSPELT)
        self.assertIn("lenght", self.expect(3, "compare", "a.yaml", "b.yaml").err)
        self.write("b.yaml", NOT_FINITE)
        self.assertIn("E-NUM-001", self.expect(4, "compare", "a.yaml", "b.yaml").err)
        self.expect(9, "compare", "a.yaml", "a.yaml", "--max-steps", "10")
        self.expect(5, "compare", "a.yaml", "missing.yaml")
        self.expect(8, "compare", "a.yaml", "a.yaml", "--max-memory", "40K")

    @kinds.machinery
    def pair(self, a, b):
        self.write("a.csv", a)
        self.write("b.csv", b)

    def test_what_was_asked_for_and_not_compared_is_not_the_same(self):
        self.pair("t,x\n0,1\n1,2\n", "t,x,y\n0,1,2\n1,2,3\n")
        outcome = self.expect(0, "compare", "a.csv", "b.csv")
        self.assertIn('warning[W-CMP-002]: a: only b.csv has 1 channel, not compared: "y"', outcome.err)
        for names, words in (("x,y", '"y" was not compared: it is missing in a.csv'), ("y", "it is missing in a.csv"),
                             ("x,z", '"z" was not compared: neither side has it')):
            for operands in (("a.csv", "b.csv"), ("b.csv", "a.csv")):
                outcome = self.expect(6, "compare", *operands, "--channels", names)
                self.assertIn("error[E-CMP-007]", outcome.err)
                self.assertIn(words, outcome.err)
        self.assertIs(json.loads(self.expect(6, "compare", "a.csv", "b.csv", "--channels", "x,y", "--json").out)["same"], False)
        self.expect(0, "compare", "a.csv", "b.csv", "--channels", "x")

    def test_channels_without_values(self):
        self.pair("t,x,y\n0,1,\n1,2,\n", "t,x,y\n0,1,\n1,2,\n")
        self.assertIn('"y" has no values to compare', self.expect(0, "compare", "a.csv", "b.csv").err)
        self.assertIn('"y" was not compared: it has no values', self.expect(6, "compare", "a.csv", "b.csv", "--channels", "y").err)

    def test_the_scale_is_of_what_is_compared(self):
        self.pair("t,x,y\n0,1,5\n1,102,5\n2,1e9,5\n", "t,x,y\n0,1,5\n1,2,5\n3,-1e12,5\n")
        outcome = self.expect(6, "compare", "a.csv", "b.csv")
        self.assertIn('"x" differs by 100 at t = 1 s, allowed 0.000101', outcome.err)

    def test_interrupt(self):
        self.write("a.yaml", LONG)
        process = self.start("compare", "a.yaml", "a.yaml")
        self.wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, out), (128 + signal.SIGINT, ""), err)


class CrossCheck(ProgramTest):
    def test_same_motion(self):
        self.write("a.yaml", PENDULUM)
        outcome = self.expect(0, "a.yaml", "-o", "out", "--cross-check")
        self.assertIn("cross-check of swing at relative tolerance 1e-10: same motion", outcome.err)
        check = self.summary("out")["analyses"]["swing"]["cross_check"]
        self.assertIs(check["same"], True)
        self.assertEqual([method["status"] for method in check["methods"]],
                         ["ok"] * len(check["methods"]))
        self.assertEqual(check["compared"], len(check["methods"]) - 1)
        self.assertGreaterEqual(check["compared"], 3)
        for comparison in check["comparisons"]:
            self.assertEqual(len(comparison["channels"]), 5)
            for channel in comparison["channels"]:
                self.assertLessEqual(channel["difference"], channel["limit"])
        errors = {channel["name"]: channel["difference"] for channel in check["error_of_the_run"]}
        self.assertGreater(errors["x"], 1e-9)
        self.assertLess(errors["x"], 1e-5)

    def test_is_not_made_unasked(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "a.yaml", "-o", "out")
        self.assertNotIn("cross_check", self.summary("out")["analyses"]["swing"])

    def test_different_motions(self):
        """A motion that magnifies round-off a million times: the methods cannot agree."""
        self.write("a.yaml", """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  elbow: {type: point_mass, mass: 1, initial: {position: [1, 0], velocity: [0, 0]}}
  hand: {type: point_mass, mass: 1, initial: {position: [2, 0], velocity: [0, 0]}}
joints:
  upper: {type: distance, marker_i: ground, marker_j: elbow, length: 1}
  lower: {type: distance, marker_i: elbow, marker_j: hand, length: 1}
analyses: {fall: {type: dynamics, duration: 40}}
outputs: {x: hand.x, y: hand.y}
""")
        outcome = self.expect(6, "a.yaml", "-o", "out", "--cross-check", "--accept-inaccurate")
        self.assertIn("E-CMP-001", outcome.err)
        self.assertIn("different motions", outcome.err)
        summary = self.summary("out")
        self.assertEqual(summary["exit_status"], 6)
        self.assertIs(summary["analyses"]["fall"]["cross_check"]["same"], False)

    def test_rest(self):
        """Equilibria and modes are held against accelerations beside them; what is not looked at is told."""
        head = ("mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
                "bodies: {P: {type: point_mass, mass: 1, initial: {position: [0, -1]}}}\n"
                "joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: 1}}\n")
        self.write("a.yaml", head + "analyses: {modes: {type: linearize}, rest: {type: equilibrium}, "
                   "pose: {type: assemble}}\n")
        outcome = self.expect(0, "a.yaml", "-o", "out", "--cross-check")
        self.assertRegex(outcome.err, r"cross-check of modes: no other method, independent checks only\n  independent checks, relative to their limits: balance \S+, modes \S+\n")
        self.assertRegex(outcome.err, r"cross-check of rest: no other method, independent checks only\n  independent checks, relative to their limits: balance \S+\n")
        self.assertRegex(outcome.err, r"cross-check of pose: no other method, independent checks only\n  independent checks, relative to their limits: closure \S+\n")
        looks = {look["at"]: look for look in self.summary("out")["analyses"]["modes"]["cross_check"]["looks"]}
        self.assertEqual(looks["modes"]["instants"], 1)
        self.assertLess(looks["modes"]["of_allowed"], 0.01)

    def test_failed_run(self):
        self.write("a.yaml", NOT_FINITE)
        outcome = self.expect(4, "a.yaml", "-o", "out", "--cross-check")
        self.assertNotIn("cross-check of", outcome.err)

    @kinds.machinery
    def test_interrupt(self):
        self.write("a.yaml", LONG.replace("duration: 1e7, output_step: 1e4", "duration: 1000"))
        process = self.start("a.yaml", "-o", "out", "--cross-check")
        self.wait_for_work(process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertIn("summary.json", self.listing("out"))


if __name__ == "__main__":
    main()
