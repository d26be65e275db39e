# SPDX-License-Identifier: BSD-3-Clause
"""Studies as their users meet them: figures that do not exist, directories of others."""

import csv
import os
import shutil
import sqlite3
import subprocess

from program import PATIENCE, PENDULUM, ProgramTest, changed, main, redigest

STUDY = """\
mbs_study: 1
model: a.yaml
vary: {L: {values: [1, 2]}}
outputs:
  x: {final: P1.x}
"""


class Use(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        self.write("s.yaml", STUDY)

    def rows(self, directory="out"):
        with open(self.folder / directory / "results.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_figures_of_what_is_no_number(self):
        """P1.x is below zero for half of the time: no figure is taken from the other half."""
        for form in ("max", "min", "max_abs", "mean", "rms", "integral", "final", "period",
                     "first_time", "value"):
            with self.subTest(form=form):
                at = ", at: 0.1" if form == "value" else ""
                self.write("s.yaml", changed(STUDY, "final: P1.x", f"{form}: sqrt(P1.x){at}"))
                self.expect(7, "sweep", "s.yaml", "-o", form)
                for row in self.rows(form):
                    self.assertEqual((row["status"], row["code"], row["x"]),
                                     ("failed", "E-NUM-001", ""))
                    self.assertIn('s.yaml:5:', row["message"])
                    self.assertIn('"sqrt(P1.x)" in outputs.x became infinite or not a number',
                                  row["message"])

    def call_read_only(self, *arguments):
        """mbsrun in a world of its own in which nothing can be written below the folder."""
        script = ('mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" '
                  '&& exec "$@"')
        words = ["unshare", "--mount", "sh", "-c", script, str(self.folder)]
        if not shutil.which("unshare") or subprocess.run(
                [*words, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("no read-only file system to be had")
        return subprocess.run([*words, os.path.abspath(self.binary), *arguments], text=True,
                              capture_output=True, check=False, env=self.environment, timeout=PATIENCE)

    def test_read_only(self):
        """Results of others, on a medium that nobody can write: finished, interrupted, killed."""
        self.expect(0, "sweep", "s.yaml", "-o", "done")
        self.assertEqual(self.listing("done"), [
            "columns.csv", "index.sqlite", "index.sqlite.lock", "model.yaml", "results.csv",
            "study.yaml", "summary.json"])
        with sqlite3.connect(self.folder / "done/index.sqlite") as index:
            self.assertEqual(index.execute("PRAGMA journal_mode").fetchone(), ("delete",))
            index.execute("PRAGMA journal_mode=WAL")  # as an interrupt leaves it
        index.close()
        shutil.copytree(self.folder / "done", self.folder / "odd?#%41")
        for folder in ("done", "odd?#%41"):
            status = self.call_read_only("sweep", "status", folder)
            self.assertEqual((status.returncode, status.stdout), (0, "2 of 2 runs finished, 2 ok\n"))
            self.assertEqual(self.call_read_only("sweep", "report", folder).returncode, 0)
        refused = self.call_read_only("sweep", "s.yaml", "-o", "done")
        self.assertEqual(refused.returncode, 5)
        self.assertIn("Read-only file system", refused.stderr)

    def test_results_of_a_run_stay(self):
        """A study and a run do not write over each other's summary."""
        self.expect(0, "run", "a.yaml", "-o", "run")
        before = self.sha256("run/summary.json")
        for words in (("s.yaml",), ("s.yaml", "--shard", "0/2"), ("submit", "s.yaml")):
            told = self.expect(5, "sweep", *words, "-o", "run")
            self.assertIn('"run" contains the results of a run of "', told.err)
        self.assertEqual(self.sha256("run/summary.json"), before)
        self.assertEqual(self.listing("run"), ["summary.json", "swing.csv", "swing.motion.bin"])
        self.expect(0, "sweep", "s.yaml", "-o", "study")
        self.assertIn('"study" holds the results of a study',
                      self.expect(5, "run", "a.yaml", "-o", "study").err)

    def test_broken_shards(self):
        """The broken index is named, not that of the whole; one that nobody has begun has nothing."""
        for part in range(2):
            self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", f"{part}/2")
        shutil.copytree(self.folder / "out/shards/0-of-2", self.folder / "out/shards/0-of-4")
        self.assertEqual(self.expect(0, "sweep", "merge", "out").err,  # a part that is there twice
                         "2 runs, 2 ok, 0 failed: out/results.csv\n")
        result = self.sha256("out/results.csv")
        with sqlite3.connect(self.folder / "out/shards/0-of-4/index.sqlite") as index:
            index.execute("UPDATE runs SET x = x + 1 WHERE run = 0")
        index.close()
        self.assertIn("error[E-IO-005]: out/shards/0-of-4/index.sqlite is damaged: the row of run 0 does not match "
                      "its digest", self.expect(5, "sweep", "merge", "out").err)
        redigest(self.folder / "out/shards/0-of-4/index.sqlite")
        told = self.expect(0, "sweep", "merge", "out").err
        self.assertIn("warning[W-STUDY-007]: out/shards/0-of-4/index.sqlite: 1 of its runs have "
                      "other results than the same runs in out/index.sqlite, which stay; the first "
                      "is run 0", told)
        self.assertEqual(self.sha256("out/results.csv"), result)
        for text, status in (("", 0), ("no database", 5)):
            self.write("out/shards/0-of-4/index.sqlite", text)
            (self.folder / "out/index.sqlite").unlink()
            told = self.expect(status, "sweep", "merge", "out")
            if status == 5:
                self.assertIn("out/shards/0-of-4/index.sqlite: file is not a database", told.err)
                self.assertIn("hint: ", told.err)
        shutil.rmtree(self.folder / "out/shards/0-of-4")
        self.expect(0, "sweep", "merge", "out")
        self.assertEqual(len(self.rows()), 2)

    def test_bare_angles(self):
        """10 and 45 were meant in degrees: said once, as for the model."""
        self.write("b.yaml", changed(PENDULUM, "joints:", "  b: {type: rigid, mass: 1, inertia: 1, "
                                     "initial: {position: [0, 0], angle: 0}}\njoints:"))
        for values, warned in (("10,45", 1), ("10 deg,45 deg", 0), ("10 rad,1", 0), ("1,2", 0)):
            told = self.expect(0, "sweep", "b.yaml", "--vary", f"bodies.b.initial.angle={values}",
                               "--dry-run").err
            self.assertEqual(told.count("warning[W-UNIT-003]"), warned, told)
        self.assertIn('write "10 deg" or "10 rad"', self.expect(
            0, "sweep", "b.yaml", "--vary", "bodies.b.initial.angle=10,45", "--dry-run").err)

    def test_options_that_are_no_values(self):
        for values in ("0.5:2:4,3", "1,2:3", "1:2", "1:2:3:4", ""):
            told = self.expect(2, "sweep", "a.yaml", "--vary", f"L={values}")
            self.assertIn("is not understood", told.err)
        self.assertIn("write only digits", self.expect(3, "sweep", "a.yaml", "--vary", "L=1:2:4 m").err)

    def test_long_names(self):
        """Columns whose first hundred letters are the same."""
        name = "n" * 60
        self.write("b.yaml", changed(PENDULUM, "bodies:", f"""\
templates:
  bead:
    parameters: {{{name}a: 1, {name}b: 1}}
    bodies: {{b: {{type: point_mass, mass: {name}a + {name}b}}}}
parts:
  {name}: {{template: bead, parameters: {{{name}a: 1, {name}b: 2}}}}
bodies:"""))
        paths = [f"parts.{name}.parameters.{name}{end}" for end in "ab"]
        self.expect(0, "sweep", "b.yaml", "--vary", f"{paths[0]}=1,2", "--vary", f"{paths[1]}=3,4",
                    "-o", "out")
        self.assertEqual([(row[paths[0]], row[paths[1]]) for row in self.rows()],
                         [("1", "3"), ("1", "4"), ("2", "3"), ("2", "4")])


if __name__ == "__main__":
    main()
