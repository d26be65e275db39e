# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun convergence: what it prints and writes, what it refuses, how it ends."""

import csv
import json
import signal

from program import LONG, MISSPELT, NOT_FINITE, PATIENCE, PENDULUM, ProgramTest, changed, kinds, main

# Two analyses, a check with a target, and the channels that a study needs.
TWO = changed(PENDULUM, "outputs:", """\
  again: {type: dynamics, duration: 1, integrator: {method: ida, formulation: index_1}}
outputs:""") + "  there: {value: P1.x, at: 0.5, equals: 0.1, within: 1}\n"


class Study(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", TWO)

    def study(self, *arguments, status=0):
        return json.loads(self.expect(status, "convergence", "a.yaml", "--json", *arguments).out)

    def test_tables(self):
        outcome = self.expect(0, "convergence", "a.yaml")
        self.assertEqual(outcome.err, "")
        for part in ("auto, analysis swing (runge_kutta)", "ida, analysis again (ida, index_1)",
                     "energy drift [J]", "between rungs", "monotone:", "there"):
            self.assertIn(part, outcome.out)
        self.assertEqual(self.listing(), ["a.yaml"], "files only when asked for")

    def test_what_a_rung_violates(self):
        self.write("a.yaml", changed(TWO, "below: 1e-2", "below: 1e-12"))
        out = self.expect(0, "convergence", "a.yaml", "--analysis", "swing", "--method", "newmark,runge_kutta",
                          "-o", "conv").out
        self.assertRegex(out, r"(?m)^ *energy_is_conserved +newmark .*violated$")
        self.assertRegex(out, r"(?m)^ *there +newmark .*passed$")
        study = json.loads((self.folder / "conv/convergence.json").read_text())
        for rung in study["methods"][0]["rungs"]:
            self.assertEqual(rung["violated"], ["energy_is_conserved"])
        page = self.expect(0, "report", "conv").out.strip()
        text = (self.folder / page).read_text()
        self.assertIn("violates checks of the model", text)
        self.assertIn('<td class="failed">energy_is_conserved</td>', text)

    def test_json(self):
        study = self.study("--analysis", "swing")
        self.assertEqual((study["convergence"], study["exit_status"], study["messages"]), (1, 0, []))
        (method,) = study["methods"]
        self.assertEqual((method["method"], method["analysis"], method["ladder"]),
                         ("auto", "swing", "tolerance"))
        self.assertEqual([rung["tolerance"] for rung in method["rungs"]],
                         [1e-5, 1e-6, 1e-7, 1e-8, 1e-9], "the file's in the middle")
        steps = [rung["steps"] for rung in method["rungs"]]
        self.assertEqual(steps, sorted(steps))
        self.assertEqual([channel["name"] for channel in method["channels"]],
                         ["x", "y", "energy", "position_violation", "velocity_violation"])
        x = method["channels"][0]
        self.assertEqual([len(x[key]) for key in ("difference", "order", "error", "true_error")],
                         [5] * 4)
        self.assertIsNone(x["difference"][-1])
        self.assertLess(x["error"][-1], x["error"][0])
        (check,) = [check for check in method["checks"] if check["name"] == "there"]
        self.assertEqual(check["target"], 0.1)
        for value, ratio in zip(check["value"], check["ratio"]):
            self.assertAlmostEqual(value / 0.1, ratio)

    def test_differences_are_those_of_runs(self):
        """A rung is the run that the file with this tolerance makes."""
        study = self.study("--analysis", "swing", "--tolerances", "1e-5,1e-7")
        rows = {}
        for relative in ("1e-5", "1e-7"):
            absolute = float(relative) / 100
            self.expect(0, "a.yaml", "-o", relative, "--analysis", "swing", "--set",
                        f"analyses.swing.integrator={{tolerances: {{relative: {relative}, "
                        f"absolute: {absolute:g}}}}}")
            with open(self.folder / relative / "swing.csv", newline="") as file:
                rows[relative] = [float(row["x"]) for row in csv.DictReader(file)]
        expected = max(abs(a - b) for a, b in zip(rows["1e-5"], rows["1e-7"]))
        x = study["methods"][0]["channels"][0]
        self.assertAlmostEqual(x["difference"][0] / expected, 1, places=6)

    def test_methods(self):
        study = self.study("--method", "ida,ggl", "--method", "ida{formulation: index_1}",
                           "--channels", "x,y", "--levels", "3", "--ratio", "100")
        self.assertEqual([method["method"] for method in study["methods"]],
                         ["ida", "ggl", "ida{formulation: index_1}"])
        for method, formulation in zip(study["methods"], ("explicit", "ggl", "index_1")):
            self.assertEqual({rung["formulation"] for rung in method["rungs"]}, {formulation})
            self.assertEqual([rung["tolerance"] for rung in method["rungs"]], [1e-5, 1e-7, 1e-9])
            self.assertEqual([channel["name"] for channel in method["channels"]], ["x", "y"])

    def test_ranges(self):
        for words, sizes in ((["1e-5:1e-7"], [1e-5, 1e-6, 1e-7]),
                             (["1e-7:1e-5"], [1e-5, 1e-6, 1e-7]),
                             (["1e-7,1e-5,1e-6"], [1e-5, 1e-6, 1e-7]),
                             (["1e-5:1e-7", "--levels", "2"], [1e-5, 1e-7]),
                             (["1e-5:1e-6", "--ratio", "2"], [1e-5, 5e-6, 2.5e-6, 1.25e-6])):
            study = self.study("--analysis", "swing", "--tolerances", *words)
            self.assertEqual([rung["tolerance"] for rung in study["methods"][0]["rungs"]], sizes)

    def test_files(self):
        self.expect(0, "convergence", "a.yaml", "-o", "deep/study")
        self.assertEqual(self.listing("deep/study"),
                         ["channels.csv", "checks.csv", "convergence.json", "work_precision.csv"])
        with open(self.folder / "deep/study/work_precision.csv", newline="") as file:
            work = list(csv.DictReader(file))
        self.assertEqual(len(work), 10)
        self.assertEqual({row["status"] for row in work}, {"ok"})
        self.assertGreater(float(work[0]["cpu_s"]), 0)
        with open(self.folder / "deep/study/channels.csv", newline="") as file:
            self.assertEqual(len(list(csv.DictReader(file))), 2 * 5 * 5)
        study = json.loads((self.folder / "deep/study/convergence.json").read_text())
        self.assertEqual(len(study["methods"]), 2)

    def test_same_bytes(self):
        for folder in ("x", "y"):
            self.expect(0, "convergence", "a.yaml", "-o", folder, "--reproducible")
        for name in self.listing("x"):
            self.assertEqual(self.sha256(f"x/{name}"), self.sha256(f"y/{name}"), name)

    def test_model_from_a_pipe(self):
        outcome = self.expect(0, "convergence", "-", "--method", "ida,ggl", text=TWO)
        self.assertTrue(outcome.out.startswith("standard input: "))
        self.assertIn("ggl, analysis swing", outcome.out)


class Refused(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", TWO)

    def refuse(self, status, arguments, *parts):
        outcome = self.expect(status, "convergence", "a.yaml", "-o", "out", *arguments)
        self.assertEqual(outcome.out, "")
        for part in parts:
            self.assertIn(part, outcome.err)
        self.assertEqual(self.listing(), ["a.yaml"])

    def test_usage(self):
        for arguments, part in (
                (["--steps", "1,x"], '"1,x"'), (["--steps", "0.1"], "two or more"),
                (["--steps", "0.1,0.1"], "two or more different"), (["--steps", "1:1"], "range"),
                (["--steps", "1:-1"], "range"), (["--steps", "1:1e-300"], "range"),
                (["--tolerances", "1,0.1"], "too large"), (["--tolerances", ""], '""'),
                (["--tolerances", "1e-3:1e-5", "--levels", "3", "--ratio", "9"], "--ratio"),
                (["--tolerances", "1e-3,1e-5", "--levels", "3"], "--levels"),
                (["--steps", "0.1,0.01"], "auto takes no fixed steps"),
                (["--method", "ida,"], "a name is missing"),
                (["--channels", "x,zz"], 'no output "zz"'), (["--channels", "x,"], "missing"),
                (["--analysis", "swng"], 'did you mean "swing"?')):
            self.refuse(2, arguments, "E-USAGE-001", part)

    def test_methods(self):
        self.refuse(3, ["--method", "idaa"], "E-SCHEMA-008", "idaa")
        self.refuse(3, ["--method", "ida{gamma: 1}"], "E-SCHEMA-012", "gamma")
        self.refuse(3, ["--method", "ida{formulation: x"], "E-YAML")

    def test_models(self):
        self.write("a.yaml", MISSPELT)
        self.refuse(3, [], "lenght")
        outcome = self.expect(3, "convergence", "--json", "a.yaml")
        self.assertEqual(json.loads(outcome.out)[0]["code"], "E-SCHEMA-003")

    def test_directory(self):
        self.write("file", "x")
        outcome = self.expect(5, "convergence", "a.yaml", "-o", "file/below")
        self.assertIn("E-IO-002", outcome.err)
        self.assertEqual(outcome.out, "", "before anything runs")


class Ends(ProgramTest):
    def test_failed_rungs(self):
        self.write("a.yaml", NOT_FINITE)
        outcome = self.expect(4, "convergence", "a.yaml", "-o", "out")
        self.assertIn("E-NUM-001", outcome.err)
        self.assertEqual(outcome.out.count(" failed "), 5)
        study = json.loads((self.folder / "out/convergence.json").read_text())
        self.assertEqual(study["exit_status"], 4)
        self.assertEqual({rung["status"] for rung in study["methods"][0]["rungs"]}, {"failed"})

    def test_budget_of_each_run(self):
        self.write("a.yaml", PENDULUM)
        outcome = self.expect(9, "convergence", "a.yaml", "--method", "ida",
                              "--max-steps", "250", "--json")
        study = json.loads(outcome.out)
        statuses = [rung["status"] for rung in study["methods"][0]["rungs"]]
        self.assertEqual(statuses[0], "ok")
        self.assertEqual(statuses[-1], "budget")
        self.assertEqual(study["messages"][0]["code"], "E-LIM-008")

    @kinds.machinery
    def test_time_limit(self):
        self.write("a.yaml", LONG)
        self.expect(9, "convergence", "a.yaml", "--levels", "2", "--time-limit", "0.2")

    @kinds.machinery
    def test_interrupt(self):
        self.write("a.yaml", LONG)
        process = self.start("convergence", "a.yaml", "-o", "out")
        self.wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertIn("interrupted", out)
        self.assertNotIn(".tmp.", " ".join(self.listing("out")))

    @kinds.machinery
    def test_progress(self):
        self.write("a.yaml", LONG)
        _, shown = self.call_on_terminal("convergence", "a.yaml", "--levels", "2", "--time-limit",
                                         "1")
        self.assertIn("1 of 2, auto: t = ", shown)

    def test_memory_budget(self):
        """Whatever the budget, there is everything and 0, or nothing and 8."""
        self.write("a.yaml", PENDULUM)
        seen = set()
        for kilobytes in [1, 20, 100, 200, 400, 800, 1200, 200000]:
            outcome = self.call("convergence", "a.yaml", "-o", "out", "--max-memory",
                                f"{kilobytes}K", "--levels", "3")
            seen.add(outcome.status)
            self.assertIn(outcome.status, (0, 8), outcome.err)
            if outcome.status == 8:
                self.assertIn("E-MEM-001", outcome.err)
                self.assertEqual(self.listing(), ["a.yaml"])
        self.assertEqual(seen, {0, 8})


if __name__ == "__main__":
    main()
