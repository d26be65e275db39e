# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun sweep: plans, runs, resumes; what is refused; the same bytes however it was run."""

import csv
import json
import math
import os
import pathlib
import resource
import signal
import sqlite3
import time

from program import LONG, PATIENCE, PENDULUM, ProgramTest, changed, kinds, main

GRID = ("--vary", "L=0.5:2:4", "--vary", "m=1,2 kg,3")


# A pendulum that four parameters can spoil: no length, a root of less than nothing, a pole, no end.
SPOILED = """\
mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {L: 1, root: 10, pole: 10, duration: 1}
bodies:
  P: {type: point_mass, mass: 1, initial: {position: [-L, 0]}}
joints:
  rod: {type: distance, marker_i: ground, marker_j: P, length: L}
forces:
  f: {type: force, marker: P, vector: ["if(t < 1, sqrt(root - t), 0)", 0]}
  g: {type: force, marker: P, vector: ["if(t < 1, 1/(pole - t)^2, 0)", 0]}
analyses: {swing: {type: dynamics, duration: duration, output_step: duration/10}}
outputs: {x: P.x}
"""
SPOILED_STUDY = """\
mbs_study: 1
model: m.yaml
plan: {method: zip}
outputs: {x: {final: P.x}}
vary:
"""


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

    def test_a_study_in_json(self):
        """Keys in quotes and braces; a model that only speaks of studies is none."""
        for k, text in enumerate(('{"mbs_study": 1, "model": "a.yaml", "vary": {"L": {"values": [1, 2]}}, "outputs": {"x": {"final": "P1.x"}}}',
                                  '{\n  "vary": {"L": {"values": [1, 2]}}, "outputs": {"x": {"final": "P1.x"}},\n  "model": "a.yaml",\n  "mbs_study": 1\n}',
                                  '"mbs_study": 1\nmodel: a.yaml\nvary: {L: {values: [1, 2]}}\noutputs: {x: {final: P1.x}}\n')):
            self.write("s.yaml", text)
            self.expect(0, "sweep", "s.yaml", "-o", f"out{k}")
            self.assertEqual(len(self.rows(f"out{k}")), 2)
        self.write("m.yaml", PENDULUM.replace("title: a pendulum", "description: |\n  mbs_study: 1\n  is of studies"))
        self.assertIn("nothing varies", self.expect(2, "sweep", "m.yaml", "-o", "none").err)

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
            for figure, at_rows in (("x_max", max(x)), ("x_min", -min(x))):  # between them is more
                found = float(row[figure]) * (1 if figure == "x_max" else -1)
                self.assertTrue(at_rows <= found <= at_rows + 1e-3, (figure, found, at_rows))
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

    def test_views(self):
        """What others read: names with units, failures with one diagnosis each."""
        self.expect(7, "sweep", "a.yaml", "--vary", "L=1,-1,2,-2,0", "--vary", "m=1,2 kg", "-o", "out")
        with sqlite3.connect(self.folder / "out/index.sqlite") as index:
            index.row_factory = sqlite3.Row
            rows = index.execute("SELECT * FROM results_with_units").fetchall()
            failures = [tuple(row) for row in index.execute("SELECT * FROM failures")]
            units = dict(map(tuple, index.execute("SELECT name, unit FROM columns")))
        self.assertEqual(rows[0].keys()[:4], ["run", "L [m]", "m [kg]", "x_min [m]"])
        self.assertEqual([(row["run"], row["L [m]"], row["m [kg]"]) for row in rows],
                         [(0, 1, 1), (1, 1, 2), (4, 2, 1), (5, 2, 2)])
        self.assertEqual((units["L"], units["x_min"], units["energy_drift"]), ("m", "m", "J"))
        self.assertEqual([failure[:4] for failure in failures], [("refused", "E-VAL-002", 6, 2)])
        self.assertIn("must be positive, found -1", failures[0][4])

    def test_again_runs_nothing(self):
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out")
        before = self.digest("out")
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out")
        self.assertEqual(self.digest("out"), before)
        with sqlite3.connect(self.folder / "out/index.sqlite") as index:
            self.assertEqual(index.execute("SELECT max(session) FROM runs").fetchone(), (1,))
        self.assertIn("12 of 12 runs finished, 12 ok",
                      self.expect(0, "sweep", "status", "out").out)

    def test_another_study_is_refused(self):
        self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out")
        outcome = self.expect(5, "sweep", "a.yaml", "--vary", "L=1,2", "-o", "out")
        self.assertIn("differences: vary, plan", outcome.err)
        self.write("a.yaml", changed(PENDULUM, "duration: 2", "duration: 1"))
        outcome = self.expect(5, "sweep", "a.yaml", *GRID, "-o", "out")
        self.assertIn("differences: model", outcome.err)

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
        self.assertIn("8 of 12 runs have not finished", outcome.err)
        for part in "01":
            self.expect(0, "sweep", "a.yaml", *GRID, "-o", "out", "--shard", f"{part}/3")
        self.assertIn("12 of 12", self.expect(0, "sweep", "status", "out").out)
        self.expect(0, "sweep", "merge", "out")
        self.assertEqual(self.digest("out"), self.digest("whole"))
        self.assertEqual(self.text("out/summary.json"), self.text("whole/summary.json"))


STUDY = """\
mbs_study: 1
title: draws
model: a.yaml
vary:
  L: {uniform: [0.5, 2]}
  m: {normal: [2 kg, 0.1 kg]}
  bodies.P1.mass: {expression: 2*m}
plan: {method: sobol, samples: 32, seed: 4}
outputs:
  largest: {max: P1.x + P1.y}
  there: {value: P1.x, at: 0.25 s}
  area: {integral: P1.y}
  steps_: {counter: steps}
  fine: {check: energy_is_conserved}
keep: {series: none, every: 16}
"""


def geometric(a, b):
    for _ in range(40):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return a


class StudyFile(SweepTest):
    def setUp(self):
        super().setUp()
        self.write("s.yaml", STUDY)

    def test_draws(self):
        self.expect(0, "sweep", "s.yaml", "-o", "out", "-j", "2")
        rows = self.rows("out")
        plan = self.plan("s.yaml")
        self.assertEqual([[row["run"], row["L"], row["m"], row["bodies.P1.mass"]] for row in rows],
                         plan[1:])
        for row in rows:
            self.assertEqual(float(row["bodies.P1.mass"]), 2 * float(row["m"]))
            self.assertEqual(row["fine"], "1")
        lengths = sorted((float(row["L"]) - 0.5) / 1.5 for row in rows)
        self.assertEqual([int(32 * u) for u in lengths], list(range(32)), "a net")
        self.write("t.yaml", changed(STUDY, "seed: 4", "seed: 5"))
        self.assertNotEqual(self.plan("t.yaml"), plan)

    def test_figures(self):
        """Figures against the rows of a kept run and the values that they come from."""
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        self.assertEqual(self.listing("out/runs"), ["000000", "000016"])
        row = self.rows("out")[16]
        with open(self.folder / "out/runs/000016/swing.csv", newline="", encoding="utf-8") as file:
            points = [{k: float(v) for k, v in point.items()} for point in csv.DictReader(file)]
        at_rows = max(p["x"] + p["y"] for p in points)
        self.assertTrue(at_rows <= float(row["largest"]) <= at_rows + 1e-3, "between them is more")
        self.assertEqual(float(row["there"]), [p["x"] for p in points if p["t"] == 0.25][0])
        area = sum((c["t"] - a["t"]) * (a["y"] + 4 * b["y"] + c["y"]) / 6  # Simpson, two rows at a time
                   for a, b, c in zip(points[::2], points[1::2], points[2::2]))
        self.assertEqual(len(points) % 2, 1)
        self.assertAlmostEqual(float(row["area"]), area, delta=1e-6)
        self.assertEqual(self.summary("out/runs/000016")["analyses"]["swing"]["checks"], [
            check for check in self.summary("out/runs/000016")["analyses"]["swing"]["checks"]
            if check["name"] == "energy_is_conserved"])

    def test_periods(self):
        """The shipped study: every period is that of the elliptic integral."""
        study = self.root.resolve() / "studies/pendulum_period.yaml"
        self.expect(0, "sweep", study, "-o", "out")
        rows = self.rows("out")
        self.assertEqual(len(rows), 108)
        for row in rows:
            length, angle = float(row["L"]), float(row["A"])
            period = 2 * math.pi * math.sqrt(length / 9.81) / geometric(1, math.cos(angle / 2))
            self.assertLess(abs(float(row["T"]) / period - 1), 1e-9)
            self.assertLess(abs(float(row["first_passage"]) / (period / 4) - 1), 1e-9)

    def test_what_is_refused(self):
        for old, new, status, words in (
                ("L: {uniform: [0.5, 2]}", "L: {uniform: [2, 0.5]}", 3, "E-VAL-002"),
                ("expression: 2*m", "values: [1 s, 2 s]", 3, "E-UNIT-002"),
                ("L: {uniform: [0.5, 2]}", "L: {unifrom: [1, 2]}", 3, 'did you mean "uniform"?'),
                ("L: {uniform: [0.5, 2]}", "K: {uniform: [1, 2]}", 3, 'no number "K"'),
                ("expression: 2*m", "expression: 2*k", 3, "E-EXPR-002"),
                ("method: sobol, samples: 32, seed: 4", "method: grid", 3, "does not draw from"),
                ("samples: 32, ", "", 3, "samples"),
                ("max: P1.x", "max: P1.z", 3, "s.yaml:10:"),
                ("check: energy_is", "check: enrgy_is", 3, 'did you mean "energy_is_conserved"?'),
                ("mbs_study: 1", "mbs_study: 2", 3, "E-SCHEMA-001"),
                ("model: a.yaml", "model: b.yaml", 5, "b.yaml")):
            with self.subTest(new=new):
                self.write("s.yaml", changed(STUDY, old, new))
                outcome = self.expect(status, "sweep", "s.yaml", "-o", "out")
                self.assertIn(words, outcome.err)
                self.assertEqual(self.listing(), ["a.yaml", "s.yaml"])
        self.write("s.yaml", STUDY)
        self.assertIn("mbsrun sweep", self.expect(3, "run", "s.yaml").err)

    def test_report(self):
        """y falls with x alone: correlation and main effect are known."""
        self.write("s.yaml", changed(STUDY, "sobol, samples: 32, seed: 4",
                                     "latin_hypercube, samples: 400").replace("uniform: [0.5, 2]",
                                                                    "uniform: [1, 1.0001]"))
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        rows = self.rows("out")
        out = self.expect(0, "sweep", "report", "out").out
        self.assertIn("draws: 400 of 400 runs finished, 400 ok", out)
        columns = {name: [float(row[name]) for row in rows] for name in ("L", "m", "area")}
        line = [line.split() for line in out.splitlines() if line.startswith("area ")]
        values = columns["area"]
        self.assertEqual([line[0][-5], line[0][-3]], [str(values.index(min(values))),
                                                    str(values.index(max(values)))])
        found = {words[1]: tuple(map(float, words[2:5])) for words in line[1:]}

        def correlation(a, b):
            a, b = ([x - sum(v) / len(v) for x in v] for v in (a, b))
            return sum(map(lambda x, y: x * y, a, b)) / math.sqrt(
                sum(x * x for x in a) * sum(x * x for x in b))
        for name in ("L", "m"):
            self.assertAlmostEqual(found[name][0], correlation(columns[name], values), 3)
            ranks = [[sorted(column).index(x) for x in column] for column in (columns[name], values)]
            self.assertAlmostEqual(found[name][1], correlation(*ranks), 3)
        self.assertGreater(found["L"][2], 99, "L makes up all there is")
        self.assertLess(found["m"][2], 5, "the mass does not matter")
        self.assertRegex(out, r"area +L .* 9\d\.\d % \+- \d\.\d\n|area +L .* 100\.0 % \+- \d\.\d\n")
        least = values.index(min(values))
        self.assertIn(f"area\n  least    run {least}: L = {columns['L'][least]:.6g} m, "
                      f"m = {columns['m'][least]:.6g} kg, bodies.P1.mass = ", out)

    def test_one_variable_and_round_off(self):
        """One variable makes up 100 % however few runs there are; what differs by round-off does not vary."""
        self.write("p.yaml", changed(PENDULUM, "y: P1.y", "y: P1.y\n  side: 1e-17*P1.x"))
        self.expect(0, "sweep", "p.yaml", "--vary", "m=1:2:4", "-o", "out", "-q")
        out = self.expect(0, "sweep", "report", "out").out
        self.assertIn("a pendulum over m: 4 of 4 runs finished", out)
        self.assertRegex(out, r"energy_max +m .* 100\.0 %\n")
        for name in ("x_max", "side_max"):
            self.assertRegex(out, rf"{name}( \[m\])? +\S+ does not vary\n")
            self.assertRegex(out, rf"{name} +m +the output does not vary\n")
        self.expect(0, "report", "out", "-q")
        page = (self.folder / "out/report.html").read_text()
        self.assertIn("<h1>a pendulum over m</h1>", page)
        self.assertIn("Not drawn, since they do not vary: x_min", page)
        self.write("tiny.yaml", changed(PENDULUM, "parameters: {L: 1, m: 1}",
                                        "parameters: {L: 1, m: 1, gap: 1e-10 m}").replace(
                                            "y: P1.y", "y: P1.y\n  rate: {value: gap/(1e-10 m)}"))
        self.expect(0, "sweep", "tiny.yaml", "--vary", "gap=1e-10,2e-10", "--vary", "L=1,2", "-o", "tiny", "-q")
        out = self.expect(0, "sweep", "report", "tiny").out
        self.assertRegex(out, r"rate_max +gap .* 100\.0 %\n", "a small variable is no round-off")
        self.assertRegex(out, r"rate_max +L .* 0\.0 %\n")
        self.expect(0, "sweep", "p.yaml", "--vary", "m=1:2", "--vary", "L=1:2", "--samples", "12", "-o", "few", "-q")
        self.assertRegex(self.expect(0, "sweep", "report", "few").out, r"x_max +L .* too few runs\n")

    def test_failed_runs(self):
        self.write("s.yaml", changed(changed(STUDY, "uniform: [0.5, 2]", "values: [1, -1, 2, 0]"),
                                     "sobol, samples: 32, seed: 4", "random, samples: 40"))
        outcome = self.expect(7, "sweep", "s.yaml", "-o", "out")
        rows = self.rows("out")
        bad = [row for row in rows if row["status"] != "ok"]
        self.assertEqual({row["L"] for row in bad}, {"-1", "0"})
        self.assertIn(f"{len(bad)} of 40 runs failed", outcome.err)
        self.assertEqual({row["code"] for row in bad}, {"E-VAL-002"})
        self.assertEqual({row["largest"] for row in bad}, {""})
        self.assertIn(f"{len(bad)} refused, E-VAL-002, first run {bad[0]['run']}: ",
                      self.expect(0, "sweep", "report", "out").out)
        before = self.sha256("out/results.csv")
        self.expect(7, "sweep", "s.yaml", "-o", "out", "--retry-failed")
        self.assertEqual(self.sha256("out/results.csv"), before)
        with sqlite3.connect(self.folder / "out/index.sqlite") as index:
            self.assertEqual(index.execute("SELECT count(*) FROM runs WHERE session = 2")
                             .fetchone(), (len(bad),))

    @kinds.machinery
    def test_kills(self):
        """SIGKILL to the parent and to workers: the same bytes, nothing lost, nothing run twice."""
        self.write("s.yaml", changed(STUDY, "samples: 32", "samples: 3000"))
        self.expect(0, "sweep", "s.yaml", "-o", "quiet")
        known = {}
        index = self.folder / "out/index.sqlite"
        moments = [lambda: True, index.exists, *[lambda: self.ended(index) > len(known)] * 4]
        for moment in moments:
            process = self.start("sweep", "s.yaml", "-o", "out", "-j", "2")
            while process.poll() is None and not moment():
                time.sleep(0.005)
            try:
                workers = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
                os.kill(int(workers.split()[-1]), signal.SIGKILL)
            except (OSError, IndexError):
                pass  # not there yet, or over
            time.sleep(0.02)
            process.kill()
            process.wait()
            if not self.ended(index):
                continue
            with sqlite3.connect(index, timeout=PATIENCE) as database:
                now = dict(database.execute("SELECT run, session FROM runs"))
            self.assertEqual({run: now.get(run) for run in known}, known)
            known = now
        self.assertGreater(len(known), 0)
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        for name in ("results.csv", "summary.json", "columns.csv"):
            self.assertEqual(self.text(f"out/{name}"), self.text(f"quiet/{name}"))

    @kinds.machinery
    def test_full_disk(self):
        """No room for the index, then none for the files: told so, nothing lost, resumed."""
        self.write("s.yaml", changed(STUDY, "samples: 32", "samples: 600"))
        self.expect(0, "sweep", "s.yaml", "-o", "quiet")
        results = (self.folder / "quiet/results.csv").stat().st_size
        for limit, words in ((60_000, "the same command continues"), (results - 1, "")):
            def little_room(size=limit):
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

            outcome = self.expect(5, "sweep", "s.yaml", "-o", "out", "-j", "1", preexec_fn=little_room)
            self.assertIn("E-IO-002", outcome.err)
            self.assertEqual(outcome.err.count("error"), 1 + outcome.err.count("disk I/O error"))
            self.assertIn(words, outcome.err)
            self.assertNotIn("results.csv", self.listing("out"))
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        for name in ("results.csv", "summary.json", "columns.csv"):
            self.assertEqual(self.text(f"out/{name}"), self.text(f"quiet/{name}"))

    @kinds.machinery
    def test_three_in_a_hundred(self):
        """Bad geometry, no number, a pole that stalls the steps, a process that dies: told by name,
        every other run as if nothing had happened."""
        runs, each, endless = 600, 4, 6
        self.write("m.yaml", SPOILED)
        kinds = {"L": ("-1", range(each)), "root": ("0.5", range(100, 100 + each)),
                 "pole": ("0.7", range(200, 200 + each)),
                 "duration": ("1e7", range(runs - endless, runs))}
        good = {"L": "1", "root": "10", "pole": "10", "duration": "1"}
        lists = {name: ", ".join(bad if run in where else good[name] for run in range(runs))
                 for name, (bad, where) in kinds.items()}
        self.write("s.yaml", SPOILED_STUDY + "".join(
            f"  {name}: {{values: [{values}]}}\n" for name, values in lists.items()))
        process = self.start("sweep", "s.yaml", "-o", "out", "-j", "2")
        while process.poll() is None:
            time.sleep(0.02)
            ended = self.ended("out/index.sqlite")
            if ended >= runs - endless:  # all that are left are endless
                workers = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
                for worker in workers.split():
                    os.kill(int(worker), signal.SIGSEGV)
                time.sleep(0.6)  # a commit, and the next have begun
        self.assertEqual(process.returncode, 7)
        rows = self.rows("out")
        self.assertEqual(len(rows), runs)
        expected = {"L": ("refused", "E-VAL-002"), "root": ("failed", "E-NUM-001"),
                    "pole": ("failed", "E-INT-001"), "duration": ("crashed", "E-STUDY-001")}
        places = {run: name for name, (_, where) in kinds.items() for run in where}
        right = {row["x"] for row in rows if int(row["run"]) not in places}
        self.assertEqual(len(right), 1)
        self.expect(0, "run", "m.yaml", "-o", "one")
        with open(self.folder / "one/swing.csv", newline="", encoding="utf-8") as file:
            self.assertEqual(right, {list(csv.DictReader(file))[-1]["x"]})
        for row in rows:
            name = places.get(int(row["run"]))
            self.assertEqual((row["status"], row["code"]), expected[name] if name else ("ok", ""))
            self.assertEqual(row["x"] == "", name is not None)
        self.assertIn(f"{3 * each + endless} of {runs} runs failed", process.stderr.read())

    def ended(self, index):
        path = self.folder / index
        if not path.exists():
            return 0
        with sqlite3.connect(path, timeout=PATIENCE) as database:
            try:
                return database.execute("SELECT count(*) FROM runs").fetchone()[0]
            except sqlite3.OperationalError:
                return 0  # not made yet

    @kinds.machinery
    def test_two_at_once(self):
        self.write("a.yaml", LONG)
        process = self.start("sweep", "a.yaml", *GRID, "-o", "out", "-j", "1")
        while not (self.folder / "out/study.yaml").exists():
            time.sleep(0.01)
        self.assertIn("E-STUDY-003", self.expect(5, "sweep", "a.yaml", *GRID, "-o", "out").err)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 130)
        self.assertIn("0 of 12", self.expect(0, "sweep", "status", "out").out)


if __name__ == "__main__":
    main()
