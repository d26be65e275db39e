# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun sweep: plans, runs, resumes; what is refused; the same bytes however it was run."""

import csv
import json
import sqlite3

from program import PENDULUM, ProgramTest, changed, main

GRID = ("--vary", "L=0.5:2:4", "--vary", "m=1,2 kg,3")


class SweepTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)

    def rows(self, directory):
        with open(self.folder / directory / "results.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def text(self, name):
        return (self.folder / name).read_text()

    def digest(self, directory):
        return self.sha256(f"{directory}/results.csv")

    def plan(self, *arguments):
        return [line.split(",") for line in
                self.expect(0, "sweep", *arguments, "--dry-run").out.splitlines()]


class Sweep(SweepTest):
    def test_grid(self):
        plan = self.plan("a.yaml", *GRID)
        self.assertEqual(plan[0], ["run", "L", "m"])
        self.assertEqual(plan[1:], [[str(4 * 0 + k), str(L), str(m)] for k, (L, m) in enumerate(
            (L, m) for L in (0.5, 1, 1.5, 2) for m in (1, 2, 3))])

    def test_runs_are_those_of_run(self):
        """A run of a sweep is the run that --set makes, to the last digit."""
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out", "-j", "2")
        rows = self.rows("out")
        self.assertEqual(len(rows), 12)
        for row in (rows[0], rows[4], rows[11]):
            self.expect(0, "run", "a.yaml", "--set", f"L={row['L']}", "--set", f"m={row['m']}",
                        "-o", "one", "--force")
            with open(self.folder / "one/swing.csv", newline="", encoding="utf-8") as file:
                motion = list(csv.DictReader(file))
            x = [float(point["x"]) for point in motion]
            self.assertEqual(float(row["x_max"]), max(x))
            self.assertEqual(float(row["x_min"]), min(x))
            self.assertEqual(float(row["x_final"]), x[-1])
            summary = json.loads(self.text("one/summary.json"))["analyses"]["swing"]
            self.assertEqual(int(row["steps"]), summary["steps"])

    def test_same_bytes(self):
        digests = set()
        for jobs in ("1", "2", "5"):
            self.expect(0, "sweep", "a.yaml", *GRID, "-o", f"out{jobs}", "-j", jobs)
            digests.add(self.digest(f"out{jobs}"))
        self.assertEqual(len(digests), 1)
        for name in ("summary.json", "columns.csv"):
            self.assertEqual(self.text(f"out1/{name}"), self.text(f"out5/{name}"))

    def test_index(self):
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out")
        with sqlite3.connect(self.folder / "out/index.sqlite") as index:
            self.assertEqual(index.execute("SELECT count(*), min(session), max(session) FROM runs")
                             .fetchone(), (12, 1, 1))
            row = index.execute("SELECT * FROM results WHERE run = 5").fetchone()
        self.assertEqual([str(row[4]), float(row[5])], ["1.0", 3.0])

    def test_again_runs_nothing(self):
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out")
        before = self.digest("out")
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out")
        self.assertEqual(self.digest("out"), before)
        with sqlite3.connect(self.folder / "out/index.sqlite") as index:
            self.assertEqual(index.execute("SELECT max(session) FROM runs").fetchone(), (1,))
        self.assertIn("12 of 12 runs have ended, 12 ok",
                      self.expect(0, "sweep", "status", "out").out)

    def test_another_study_is_refused(self):
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out")
        outcome = self.expect(5, "sweep", "a.yaml", "--vary", "L=1,2", "-o", "out")
        self.assertIn("what differs: vary, plan", outcome.err)
        self.write("a.yaml", changed(PENDULUM, "duration: 2", "duration: 1"))
        outcome = self.expect(5, "sweep", "a.yaml", *GRID, "-o", "out")
        self.assertIn("what differs: model", outcome.err)

    def test_usage(self):
        self.assertIn("nothing varies", self.expect(2, "sweep", "a.yaml").err)
        self.assertIn("PATH=FIRST:LAST:COUNT", self.expect(2, "sweep", "a.yaml", "--vary", "L").err)
        self.assertIn('did you mean "L"?',
                      self.expect(3, "sweep", "a.yaml", "--vary", "l=1,2").err)
        self.assertIn("list of numbers", self.expect(
            3, "sweep", "a.yaml", "--vary", "bodies.P1.initial.position=1,2").err)
        self.assertIn("E-UNIT-002", self.expect(
            3, "sweep", "a.yaml", "--vary", "joints.rod.length=1 kg,2").err)
        self.assertIn("needs a directory", self.expect(2, "sweep", "status").err)
        self.assertIn("--shard needs K/N", self.expect(
            2, "sweep", "a.yaml", *GRID, "--shard", "3/3").err)

    def test_paths(self):
        """A number that is no parameter varies like one that is."""
        self.expect(0, "sweep", "a.yaml", "--vary", "bodies.P1.mass=1,2", "-o", "a")
        self.expect(0, "sweep", "a.yaml", "--vary", "m=1,2", "-o", "b")
        self.assertEqual(*([list(row.values()) for row in self.rows(name)] for name in "ab"))

    def test_shards(self):
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "whole")
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out", "--shard", "2/3", "-j", "1")
        outcome = self.expect(5, "sweep", "merge", "out")
        self.assertIn("8 of 12 runs have not ended", outcome.err)
        for part in "01":
            self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out", "--shard", f"{part}/3")
        self.assertIn("12 of 12", self.expect(0, "sweep", "status", "out").out)
        self.expect(0, "sweep", "merge", "out")
        self.assertEqual(self.digest("out"), self.digest("whole"))
        self.assertEqual(self.text("out/summary.json"), self.text("whole/summary.json"))


if __name__ == "__main__":
    main()
