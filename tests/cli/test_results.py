# SPDX-License-Identifier: BSD-3-Clause
"""What a run leaves in its directory, after every kind of end."""

import csv
import math
import os
import resource
import shutil

from program import (APART, MISSPELT, NOT_FINITE, PENDULUM, UNPASSABLE, ProgramTest, changed, main)

TWO = changed(PENDULUM, "outputs:", "  again: {type: dynamics, duration: 1, from: swing}\noutputs:")


class GoodRun(ProgramTest):
    def test_files_of_a_run(self):
        self.write("models/a.yaml", PENDULUM)
        outcome = self.expect(0, "models/a.yaml")
        self.assertEqual(outcome.out, "")
        self.assertLess(outcome.err.count("\n"), 10)
        self.assertEqual(self.listing("results/a"), ["summary.json", "swing.csv", "swing.motion.bin"])
        with open(self.folder / "results/a/swing.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["t", "x", "y", "energy", "position_violation",
                                   "velocity_violation"])
        self.assertEqual(len(rows), 1 + 201)
        self.assertEqual(rows[1][:3], ["0", "-1", "0"])
        self.assertEqual(rows[4][0], "0.03")
        self.assertEqual(rows[-1][0], "2")
        for row in rows[1:]:
            self.assertAlmostEqual(math.hypot(float(row[1]), float(row[2])), 1, delta=1e-9)

    def test_summary(self):
        model = self.write("a.yaml", PENDULUM)
        self.expect(0, "a.yaml", "--set", "m=2", "-o", "out")
        summary = self.summary("out")
        self.assertEqual(summary["status"], "ok")
        self.assertEqual(summary["model"]["sha256"], self.sha256(model))
        self.assertEqual(summary["overrides"], ["m=2"])
        self.assertEqual(summary["mobility"]["dof_by_rank"], 1)
        file, motion = summary["files"]
        self.assertEqual((motion["name"], motion["format"]), ("swing.motion.bin", "motion"))
        self.assertEqual(motion["sha256"], self.sha256("out/swing.motion.bin"))
        self.assertEqual(file["name"], "swing.csv")
        self.assertEqual(file["rows"], 201)
        self.assertEqual(file["sha256"], self.sha256("out/swing.csv"))
        self.assertEqual(file["bytes"], os.path.getsize(self.folder / "out/swing.csv"))
        swing = summary["analyses"]["swing"]
        self.assertEqual((swing["type"], swing["status"]), ("dynamics", "ok"))
        self.assertGreater(swing["cpu_s"], 0)
        self.assertGreater(swing["steps"], 10)
        self.assertEqual(swing["warnings"], [])
        audit = swing["audit"]
        for key in ("energy_drift", "energy_drift_steps", "constraint_position",
                    "constraint_velocity", "constraint_acceleration", "defect", "free_body"):
            self.assertIsInstance(audit[key], (int, float), key)
        self.assertLess(audit["energy_drift"], 1e-2)
        (check,) = swing["checks"]
        self.assertEqual(check["name"], "energy_is_conserved")
        self.assertIs(check["passed"], True)
        self.assertEqual(check["limit"], 1e-2)
        self.assertLess(check["value"], check["limit"])
        self.assertEqual([channel["name"] for channel in swing["channels"]][:3], ["t", "x", "y"])
        self.assertEqual([channel["unit"] for channel in swing["channels"]][:3], ["s", "m", "m"])
        for key in ("commit", "compiler", "sundials", "libyaml", "host", "started"):
            self.assertIn(key, summary["environment"])
        for key in ("formulation", "choice", "relative_tolerance", "absolute_tolerance"):
            self.assertIn(key, swing["integrator"])

    def test_parameters(self):
        """What a run was made with, and what may be made of it."""
        self.write("p.yaml", """\
mbs: 1
space: planar
parameters: {L: 1500 mm, twice: 2*L, m: {value: 2 kg, range: [1 kg, 3 kg]}, s: {value: 3, distribution: {type: normal, mean: 3, sigma: 0.5}}, z: 0,
  n: {value: -4, distribution: {type: uniform, lower: -6, upper: -3}}}
bodies: {P: {type: point_mass, mass: m, initial: {position: [twice, s + n + z]}}}
analyses: {go: {type: dynamics, duration: 1}}
""")
        self.expect(0, "run", "p.yaml", "-o", "out", "--set", "z=-2", "-q")
        summary = self.summary("out")
        self.assertEqual([(p["name"], p["value"], p["unit"] or "1", p["least"], p["largest"], p["whole"])
                          for p in summary["parameters"]],
                         [("L", 1.5, "m", 0, 3, False), ("m", 2, "kg", 1, 3, False), ("s", 3, "1", 1, 5, False),
                          ("z", -2, "1", -4, 0, False), ("n", -4, "1", -6, -3, False)])

    def test_columns(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "a.yaml", "-o", "x")
        self.expect(0, "a.yaml", "-o", "y", "--format", "columns")
        self.assertEqual(self.listing("y"), ["summary.json", "swing.motion.bin", "swing.txt"])
        lines = (self.folder / "y/swing.txt").read_text().splitlines()
        table = [[float(word) for word in line.split()] for line in lines]
        with open(self.folder / "x/swing.csv", newline="") as file:
            rows = [[float(word) for word in row] for row in list(csv.reader(file))[1:]]
        self.assertEqual(len(table[0]), 6)
        self.assertEqual(table, rows)  # the same doubles
        self.assertEqual({len(line) for line in lines}, {6 * 24 + 5})

    def test_same_bytes(self):
        self.write("a.yaml", PENDULUM)
        for folder in ("x", "y"):
            self.expect(0, "a.yaml", "-o", folder, "--reproducible")
        for name in ("swing.csv", "summary.json"):
            self.assertEqual(self.sha256(f"x/{name}"), self.sha256(f"y/{name}"))
        self.assertNotIn("environment", self.summary("x"))
        self.assertNotIn("cpu_s", self.summary("x")["analyses"]["swing"])
        self.expect(0, "a.yaml", "-o", "z")
        timed = self.summary("z")
        del timed["environment"]  # as README.md says with jq
        for analysis in timed["analyses"].values():
            del analysis["cpu_s"]
        self.assertEqual(timed, self.summary("x"))
        self.assertEqual(self.sha256("x/swing.csv"), self.sha256("z/swing.csv"))

    def test_model_from_a_pipe(self):
        outcome = self.expect(0, "-", "-o", "out", text=PENDULUM)
        self.assertIn("standard input: ok", outcome.err)
        self.assertEqual(self.summary("out")["model"]["file"], "-")
        self.expect(0, "-", text=PENDULUM)
        self.assertEqual(self.listing("results/stdin"), ["summary.json", "swing.csv", "swing.motion.bin"])

    def test_one_analysis_of_two(self):
        self.write("a.yaml", TWO)
        self.expect(0, "a.yaml", "-o", "out")
        self.assertEqual(self.listing("out"), ["again.csv", "again.motion.bin", "summary.json", "swing.csv", "swing.motion.bin"])
        self.expect(0, "a.yaml", "-o", "out", "--analysis", "swing")
        self.assertEqual(self.listing("out"), ["summary.json", "swing.csv", "swing.motion.bin"])

    def test_renamed_analysis_leaves_no_old_file(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "a.yaml", "-o", "out")
        self.write("out/notes.txt", "mine")
        self.write("a.yaml", changed(PENDULUM, "swing:", "motion:"))
        self.expect(0, "a.yaml", "-o", "out")
        self.assertEqual(self.listing("out"), ["motion.csv", "motion.motion.bin", "notes.txt", "summary.json"])


class Refused(ProgramTest):
    def test_nothing_is_written(self):
        self.write("a.yaml", MISSPELT)
        outcome = self.expect(3, "a.yaml")
        self.assertEqual(outcome.out, "")
        self.assertEqual(outcome.err.split("\n")[0].split(": ")[0], "a.yaml:9:57")
        for part in ('"lenght"', "^~~~~~", 'hint: did you mean "length"?', "E-SCHEMA-003"):
            self.assertIn(part, outcome.err)
        self.assertEqual(self.listing(), ["a.yaml"])

    def test_initial_values(self):
        self.write("a.yaml", APART)
        outcome = self.expect(3, "a.yaml")
        self.assertIn("E-IC-001", outcome.err)
        self.assertIn('"rod"', outcome.err)
        self.assertEqual(self.listing(), ["a.yaml"])

    def test_model_without_analyses(self):
        model = changed(PENDULUM, PENDULUM[PENDULUM.index("analyses:"):PENDULUM.index("outputs:")],
                        "")
        self.write("a.yaml", model)
        outcome = self.expect(3, "a.yaml")
        self.assertIn("a.yaml: error[E-SCHEMA-013]: the model has no analyses", outcome.err)
        self.assertEqual(self.listing(), ["a.yaml"])
        self.expect(0, "check", "a.yaml")

    def test_former_results_stay(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "a.yaml", "-o", "out")
        before = self.sha256("out/summary.json")
        self.write("a.yaml", MISSPELT)
        self.expect(3, "a.yaml", "-o", "out")
        self.assertEqual(self.sha256("out/summary.json"), before)

    def test_overrides(self):
        self.write("a.yaml", PENDULUM)
        outcome = self.expect(3, "a.yaml", "--set", "bodies.P2.mass=3")
        self.assertIn("E-SET-001", outcome.err)
        outcome = self.expect(2, "a.yaml", "--set", "nonsense")
        self.assertIn("E-SET-002", outcome.err)
        outcome = self.expect(3, "a.yaml", "--set", "m=-3")
        self.assertIn("E-PHYS-001", outcome.err)
        self.assertEqual(self.listing(), ["a.yaml"])


class Directories(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)

    def test_results_of_another_model(self):
        self.write("b.yaml", changed(PENDULUM, "swing:", "other:"))
        self.expect(0, "a.yaml", "-o", "out")
        outcome = self.expect(5, "b.yaml", "-o", "out")
        self.assertIn("E-IO-003", outcome.err)
        self.assertIn("a.yaml", outcome.err)
        self.assertIn("--force", outcome.err)
        self.assertEqual(self.listing("out"), ["summary.json", "swing.csv", "swing.motion.bin"])
        self.expect(0, "b.yaml", "-o", "out", "--force")
        self.assertEqual(self.listing("out"), ["other.csv", "other.motion.bin", "summary.json"])

    def test_same_model_from_elsewhere(self):
        self.expect(0, "a.yaml", "-o", "out")
        self.expect(0, "./a.yaml", "-o", "out")
        self.expect(0, self.folder / "a.yaml", "-o", self.folder / "out")

    def test_summary_of_something_else(self):
        self.write("out/summary.json", '{"model": 3}')
        self.assertIn("E-IO-003", self.expect(5, "a.yaml", "-o", "out").err)
        self.assertEqual((self.folder / "out/summary.json").read_text(), '{"model": 3}')

    def test_places_that_cannot_be_written(self):
        self.write("file", "x")
        for place in ("file", "file/below", "/proc/nowhere", "/dev/null"):
            outcome = self.expect(5, "a.yaml", "-o", place)
            self.assertIn("E-IO-002", outcome.err)
        self.assertEqual((self.folder / "file").read_text(), "x")

    def test_read_only_directory(self):
        """As somebody whom the permissions stop: root drops its rights first."""
        (self.folder / "out").mkdir(mode=0o555)
        self.folder.chmod(0o755)
        # the build may stand in a folder of root's own
        self.binary = shutil.copy(self.binary, self.folder / "program")
        nobody = 65534

        def drop():
            if os.geteuid() == 0:
                os.setgid(nobody)
                os.setuid(nobody)

        for place in ("out", "out/below"):
            outcome = self.expect(5, "a.yaml", "-o", place, preexec_fn=drop)
            self.assertIn("E-IO-002", outcome.err)
            self.assertIn("Permission denied", outcome.err)
        self.assertEqual(self.listing("out"), [])

    def test_link_is_replaced(self):
        self.write("precious", "x")
        (self.folder / "out").mkdir()
        os.symlink("../precious", self.folder / "out/swing.csv")
        os.symlink("/dev/full", self.folder / "out/swing.partial.csv")
        self.expect(0, "a.yaml", "-o", "out")
        self.assertEqual((self.folder / "precious").read_text(), "x")
        self.assertEqual(self.listing("out"), ["summary.json", "swing.csv", "swing.motion.bin"])
        self.assertFalse((self.folder / "out/swing.csv").is_symlink())

    def test_file_size_limit(self):
        """A disk that is full: told, and the former results are whole."""
        self.expect(0, "a.yaml", "-o", "out")
        before = [self.sha256(f"out/{name}") for name in ("summary.json", "swing.csv", "swing.motion.bin")]

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        for folder in ("out", "new"):
            outcome = self.expect(5, "a.yaml", "-o", folder, preexec_fn=limit)
            self.assertIn("E-IO-002", outcome.err)
            self.assertIn("File too large", outcome.err)
        self.assertEqual([self.sha256(f"out/{name}") for name in ("summary.json", "swing.csv", "swing.motion.bin")],
                         before)
        self.assertEqual(self.listing("out"), ["summary.json", "swing.csv", "swing.motion.bin"])
        self.assertEqual(self.listing(), ["a.yaml", "out"])


class BadEnds(ProgramTest):
    def test_failed_check(self):
        self.write("a.yaml", UNPASSABLE)
        outcome = self.expect(6, "a.yaml", "-o", "out")
        self.assertIn("E-CHECK-001", outcome.err)
        self.assertIn("energy_is_conserved", outcome.err)
        self.assertRegex(outcome.err, r"a\.yaml:19:\d+")
        summary = self.summary("out")
        self.assertEqual((summary["status"], summary["exit_status"]), ("check_failed", 6))
        self.assertIs(summary["analyses"]["swing"]["checks"][0]["passed"], False)
        self.assertEqual(self.listing("out"), ["summary.json", "swing.csv", "swing.motion.bin"])

    def test_failed_solution(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "a.yaml", "-o", "out")
        self.write("a.yaml", NOT_FINITE)
        outcome = self.expect(4, "a.yaml", "-o", "out")
        self.assertIn("E-NUM-001", outcome.err)
        self.assertIn("sqrt(1 - t)", outcome.err)
        self.assertEqual(self.listing("out"), ["summary.json", "swing.partial.csv", "swing.partial.motion.bin"])
        summary = self.summary("out")
        self.assertEqual(summary["status"], "failed")
        swing = summary["analyses"]["swing"]
        self.assertEqual(swing["status"], "failed")
        self.assertEqual(swing["failure"]["code"], "E-NUM-001")
        self.assertEqual(swing["rows_expected"], 201)
        self.assertLessEqual(swing["t_reached"], 1)
        lines = (self.folder / "out/swing.partial.csv").read_text().splitlines()
        self.assertEqual(len(lines), 1 + swing["rows"])
        self.assertNotIn("nan", "".join(lines))
        self.write("a.yaml", PENDULUM)
        self.expect(0, "a.yaml", "-o", "out")
        self.assertEqual(self.listing("out"), ["summary.json", "swing.csv", "swing.motion.bin"])

    def test_dependents_are_skipped(self):
        self.write("a.yaml", changed(NOT_FINITE, "outputs:",
                                     "  again: {type: dynamics, duration: 1, from: swing}\n"
                                     "outputs:"))
        self.expect(4, "a.yaml", "-o", "out")
        self.assertEqual(self.listing("out"), ["summary.json", "swing.partial.csv", "swing.partial.motion.bin"])
        self.assertEqual(self.summary("out")["analyses"]["again"]["status"], "skipped")

    def test_step_budget(self):
        self.write("a.yaml", PENDULUM)
        outcome = self.expect(9, "a.yaml", "-o", "out", "--max-steps", "20")
        self.assertIn("E-LIM-008", outcome.err)
        self.assertEqual(self.summary("out")["status"], "budget")
        self.assertEqual(self.listing("out"), ["summary.json", "swing.partial.csv", "swing.partial.motion.bin"])

    def test_output_budget(self):
        self.write("a.yaml", PENDULUM)
        outcome = self.expect(9, "a.yaml", "-o", "out", "--max-output-size", "10K")
        self.assertIn("E-LIM-007", outcome.err)
        self.assertNotIn("swing.csv", self.listing("out"))
        self.expect(0, "a.yaml", "-o", "out", "--max-output-size", "1M")

    def test_enormous_output_is_refused_at_once(self):
        self.write("a.yaml", changed(PENDULUM, "output_step: 0.01", "output_step: 1e-7"))
        outcome = self.expect(9, "a.yaml", "-o", "out", "--time-limit", "5")
        self.assertIn("E-LIM-007", outcome.err)
        self.assertNotIn("swing.csv", self.listing("out"))

    def test_memory_budget(self):
        """Whatever the budget, there is everything and 0, or nothing and 8."""
        self.write("a.yaml", PENDULUM)
        seen = set()
        for kilobytes in list(range(1, 40, 6)) + list(range(40, 1000, 60)) + [200000]:
            outcome = self.call("a.yaml", "-o", "out", "--max-memory", f"{kilobytes}K")
            seen.add(outcome.status)
            self.assertIn(outcome.status, (0, 8), outcome.err)
            if outcome.status == 8:
                self.assertIn("E-MEM-001", outcome.err)
                self.assertEqual(self.listing(), ["a.yaml"])
            else:
                self.assertEqual(self.listing("out"), ["summary.json", "swing.csv", "swing.motion.bin"])
                shutil.rmtree(self.folder / "out")
        self.assertEqual(seen, {0, 8})

    def test_model_size_budget(self):
        self.write("a.yaml", PENDULUM + "# " + "x" * 3000 + "\n")
        self.assertIn("E-LIM-001", self.expect(3, "a.yaml", "--max-model-size", "2K").err)
        self.expect(0, "a.yaml", "-o", "out", "--max-model-size", "4K")

    def test_node_budget(self):
        self.write("a.yaml", PENDULUM)
        outcome = self.expect(3, "a.yaml", "--max-nodes", "9")
        self.assertIn("E-LIM-003", outcome.err)
        self.assertIn("more than 9 values", outcome.err)
        self.assertIn("--max-nodes", outcome.err)
        items = ", ".join("1" for _ in range(100000))
        self.write("b.yaml", PENDULUM + f"surplus: [{items}]\n")
        self.assertIn("E-LIM-003", self.expect(3, "b.yaml").err)
        self.assertNotIn("E-LIM-003", self.expect(3, "b.yaml", "--max-nodes", "200000").err)


if __name__ == "__main__":
    main()
