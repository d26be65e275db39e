#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a disk, a person or two processes at once can do to results, and whether mbsrun notices."""

import fcntl
import json
import os
import random
import re
import resource
import shutil
import time

from program import PENDULUM, ProgramTest, changed, kinds, main

SHORT = changed(PENDULUM, "duration: 2, output_step: 0.01", "duration: 0.05, output_step: 0.01")
MEGABYTES = 256


def limit_memory():
    """For a child: 256 MiB of data."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES << 20, MEGABYTES << 20))


GRID = ("--vary", "L=0.5:2:8", "--vary", "m=1,-1")  # half of the runs are refused
STUDY = """\
mbs_study: 1
model: a.yaml
vary: {L: {values: [1, 2]}}
outputs: {x: {final: x}}
"""


class Damage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", SHORT)

    @kinds.sampled
    def test_flipped_bytes_of_an_index(self):
        """A bit of a finished study's index: told, or without effect; never a wrong table, never a crash."""
        self.expect(7, "sweep", "a.yaml", *GRID, "-o", "out", "-q")
        index, table = self.folder / "out/index.sqlite", self.folder / "out/results.csv"
        whole, right = index.read_bytes(), table.read_bytes()
        draw = random.Random(11)
        told = 0
        for _ in kinds.some(range(30 if self.sanitized else 300), 20):
            data = bytearray(whole)
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
            index.write_bytes(data)
            outcomes = [self.call("sweep", "a.yaml", *GRID, "-o", "out", "-q"), self.call("sweep", "report", "out"),
                        self.call("verify", "out")]
            self.assertEqual(table.read_bytes(), right)
            self.assertIn([outcome.status for outcome in outcomes], ([7, 0, 0], [5, 5, 6]),
                          "".join(outcome.err for outcome in outcomes))
            if outcomes[0].status == 5:
                told += 1
                self.assertIn("error[E-IO-005]: out/index.sqlite is damaged: ", outcomes[0].err)
                self.assertIn("hint: ", outcomes[0].err)
        self.assertGreater(told, 0)

    def test_truncated_index(self):
        self.expect(7, "sweep", "a.yaml", *GRID, "-o", "out", "-q")
        index = self.folder / "out/index.sqlite"
        whole = index.read_bytes()
        for size in (100, 4096, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
            index.write_bytes(whole[:size])
            self.assertIn("is damaged", self.expect(5, "sweep", "report", "out").err)
            self.expect(6, "verify", "out")

    def test_verify_a_run(self):
        self.expect(0, "run", "a.yaml", "-o", "out", "-q")
        self.assertEqual(self.expect(0, "verify", "out").out, "out is unchanged: 2 files\n")
        self.assertEqual(self.expect(0, "verify", "out", "-q").out, "")
        table = self.folder / "out/swing.csv"
        data = table.read_bytes()
        for place in range(0, len(data), 17):
            flipped = bytearray(data)
            flipped[place] ^= 1
            table.write_bytes(flipped)
            self.expect(6, "verify", "out")
        told = self.expect(6, "verify", "out").err
        self.assertIn("error[E-IO-005]: out/swing.csv is not the file that summary.json lists", told)
        self.assertEqual(json.loads(self.expect(6, "verify", "out", "--json").out)[0]["code"], "E-IO-005")
        table.unlink()
        self.assertIn("out/swing.csv is missing", self.expect(6, "verify", "out").err)
        self.expect(0, "run", "a.yaml", "-o", "out", "-q")
        self.expect(0, "verify", "out")
        summary = (self.folder / "out/summary.json").read_text()
        for text in ("{}", "", summary[:-3], summary[:len(summary) // 2], "null"):
            self.write("out/summary.json", text)
            self.assertIn("it has no end or no list of files", self.expect(6, "verify", "out").err)

    def test_verify_a_study(self):
        self.write("s.yaml", STUDY + "keep: {series: all}\n")
        for part in "01":
            self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", f"{part}/2", "-q")
        self.assertEqual(self.expect(0, "verify", "out").out,
                         "out is unchanged: 2 files, 2 rows of 2 indices\n")  # of the kept runs
        self.expect(0, "sweep", "merge", "out", "-q")
        self.assertEqual(self.expect(0, "verify", "out").out,
                         "out is unchanged: 4 files, 4 rows of 3 indices\n")
        for name in ("results.csv", "columns.csv", "runs/000001/swing.csv"):
            kept = (self.folder / "out" / name).read_text()
            self.write(f"out/{name}", kept + "\n")
            self.assertIn(f"out/{name} is not the file", self.expect(6, "verify", "out").err)
            self.write(f"out/{name}", kept)
        self.expect(0, "verify", "out")

    def test_nothing_to_verify(self):
        (self.folder / "empty").mkdir()
        for name, told in (("empty", "contains no results of mbsrun"), ("nowhere", "does not exist"),
                           ("a.yaml", "is a model or study")):
            self.assertIn(f'"{name}" {told}', self.expect(5, "verify", name).err)
        self.expect(2, "verify")

    def test_compare_holds_files_against_the_summary(self):
        self.expect(0, "run", "a.yaml", "-o", "one", "-q")
        shutil.copytree(self.folder / "one", self.folder / "two")
        self.expect(0, "compare", "one", "two")
        self.expect(0, "run", "a.yaml", "--set", "L=2", "-o", "other", "-q")
        shutil.copy(self.folder / "other/swing.csv", self.folder / "two/swing.csv")
        self.assertIn('error[E-IO-005]: "two/swing.csv" is not the file that summary.json lists',
                      self.expect(5, "compare", "one", "two").err)
        self.expect(6, "compare", "one", "two/swing.csv")  # as a file it may be anything


@kinds.machinery
class TwoAtOnce(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", SHORT)

    def test_one_directory(self):
        """Whoever renames first, all files are of one run."""
        for _ in range(5 if self.sanitized else 40):
            processes = [self.start("run", "a.yaml", "-o", "out", "-q", "--set", f"L={length}") for length in (1, 2, 3)]
            for process in processes:
                self.assertEqual((process.communicate()[1], process.returncode), ("", 0))
            self.expect(0, "verify", "out")
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["summary.json", "swing.csv", "swing.motion.bin"])

    def test_the_second_waits(self):
        self.expect(0, "run", "a.yaml", "-o", "out", "-q")
        before = (self.folder / "out/swing.csv").read_bytes()
        lock = os.open(self.folder / "out", os.O_RDONLY)
        self.addCleanup(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = self.start("run", "a.yaml", "-o", "out", "-q", "--set", "L=2")
        for _ in range(3000):  # until its files are complete
            if len([name for name in os.listdir(self.folder / "out") if ".tmp." in name]) == 3:
                break
            time.sleep(0.01)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        self.assertEqual((self.folder / "out/swing.csv").read_bytes(), before)
        self.expect(0, "verify", "out")
        fcntl.flock(lock, fcntl.LOCK_UN)
        self.assertEqual((process.communicate()[1], process.returncode), ("", 0))
        self.assertNotEqual((self.folder / "out/swing.csv").read_bytes(), before)
        self.expect(0, "verify", "out")


class Studies(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", SHORT)
        self.write("s.yaml", STUDY)

    def test_rests_of_killed_studies(self):
        self.expect(0, "sweep", "s.yaml", "-o", "out", "-q")
        before = self.listing("out")
        for name in (".model.yaml.tmp.999999999", ".results.csv.tmp.999999999", ".study.yaml.tmp.999999999"):
            self.write(f"out/{name}", "x")
        self.write(f"out/.model.yaml.tmp.{os.getpid()}", "x")
        self.write("out/.mine.tmp.999999999", "x")
        self.expect(0, "sweep", "s.yaml", "-o", "out", "-q")
        self.assertEqual(self.listing("out"), sorted(before + [f".model.yaml.tmp.{os.getpid()}",
                                                               ".mine.tmp.999999999"]))

    def test_where_the_model_stands(self):
        """A study reads a model as a model reads its data: below its folder, or as the user allows."""
        self.write("models/deep/b.yaml", SHORT)
        self.write("studies/mine/s.yaml", changed(STUDY, "a.yaml", "models/deep/b.yaml"))
        self.expect(0, "sweep", "studies/mine/s.yaml", "--dry-run")
        self.write("elsewhere/s.yaml", changed(STUDY, "a.yaml", "models/deep/b.yaml"))
        self.assertIn('there is no file "models/deep/b.yaml"',
                      self.expect(5, "sweep", "elsewhere/s.yaml", "--dry-run").err)
        self.expect(0, "sweep", "elsewhere/s.yaml", "--dry-run", "--allow-path", ".")
        for path in ("/etc/passwd", "../a.yaml", "deep/../../a.yaml", f"{self.folder}/a.yaml"):
            self.write("elsewhere/t.yaml", changed(STUDY, "a.yaml", path))
            told = self.expect(3, "sweep", "elsewhere/t.yaml", "--dry-run").err
            self.assertIn(f'error[E-PATH-001]: a study may not read "{path}"', told)
            self.assertNotIn("root:", told)
        os.symlink(self.folder / "a.yaml", self.folder / "elsewhere/link.yaml")
        self.write("elsewhere/t.yaml", changed(STUDY, "a.yaml", "link.yaml"))
        self.assertIn("leads out of the folders that a study may read",
                      self.expect(3, "sweep", "elsewhere/t.yaml", "--dry-run").err)


class Names(ProgramTest):
    def test_names_that_are_too_long(self):
        """No file of such a name can be there: it is not taken for somebody else's results."""
        self.write("a.yaml", SHORT)
        name = "a" * 300
        for command in (["run", "a.yaml", "-o", name], ["run", "a.yaml", "-o", f"x/{name}"],
                        ["sweep", "a.yaml", *GRID, "-o", name]):
            told = self.expect(5, *command).err
            self.assertIn("File name too long", told)
            self.assertNotIn("summary", told)
        self.expect(5, "verify", name)

    def test_summary_that_cannot_be_read(self):
        self.write("a.yaml", SHORT)
        (self.folder / "out/summary.json").mkdir(parents=True)
        self.assertIn('"out/summary.json", which shows whose results these are, cannot be read',
                      self.expect(5, "run", "a.yaml", "-o", "out").err)

    def test_index_that_is_too_large(self):
        text = ("mbs: 1\nspace: planar\nbodies: {p_(i): {repeat: {index: i, from: 1, to: COUNT}, type: point_mass, "
                "mass: 1}}\nanalyses: {run: {type: dynamics, duration: 1}}\n")
        for count, words in (("2000000000", "is 2000000000, too large for an index"), ("2.5", "not a whole number")):
            self.write("many.yaml", text.replace("COUNT", count))
            told = self.expect(3, "check", "many.yaml").err
            self.assertIn("error[E-REPEAT-001]", told)
            self.assertIn(words, told)
        self.write("many.yaml", text.replace("COUNT", "1000000000"))
        self.assertIn("error[E-LIM-010]", self.expect(3, "check", "many.yaml").err)


class Memory(ProgramTest):
    @kinds.sampled
    def test_nested_parts(self):
        """Thirty levels of two parts each: refused at once. Thirteen: taken, in less than 256 MiB."""
        bomb = (self.root.resolve() / "tests/models/data/memory_bomb.yaml").read_text()
        short = re.sub("x{50,}", "x", bomb)
        cases = ((bomb, 30, 3), (short, 30, 3), (short, 16, 3), (short, 12, 0), (bomb, 9, 0))
        for text, levels, status in kinds.some(cases, 3):
            lines = [line for line in text.split("\n") if not re.match(r"  t(\d+):", line) or
                     int(re.match(r"  t(\d+):", line).group(1)) <= levels]
            self.write("nested.yaml", "\n".join(lines).replace("template: t30}", f"template: t{levels}}}"))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            outcome = self.expect(status, "check", "nested.yaml", preexec_fn=limit_memory if not self.sanitized else None)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertIn("error[E-LIM-" if status else "degrees of freedom", outcome.out + outcome.err)
            if status and kinds.whole and not self.sanitized:  # a second where nothing else runs
                self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)

    @kinds.sampled
    def test_many_parts_and_frames(self):
        part = ("mbs: 1\nspace: planar\ntemplates: {box: {frames: {f: {position: [0, 0]}}}}\n"
                "parts: {p_(i): {repeat: {index: i, from: 1, to: COUNT}, template: box}}\n"
                "bodies: {P: {type: point_mass, mass: 1}}\nanalyses: {run: {type: dynamics, duration: 1}}\n")
        for count, code in ((20001, "E-LIM-010"), (10001, "E-LIM-006")):
            self.write("many.yaml", part.replace("COUNT", str(count)))
            self.assertIn(f"error[{code}]", self.expect(3, "check", "many.yaml").err)
        self.write("many.yaml", part.replace("COUNT", "10000" if kinds.whole else "500"))
        self.expect(0, "check", "many.yaml")

    def test_value_left_out(self):
        """Nothing where a template's parameter has its value (a sanitizer's case)."""
        told = self.expect(3, "check", self.root.resolve() / "tests/models/data/template_null.yaml").err
        self.assertIn('error[E-SCHEMA-013]: parameter "left.m" has no value', told)

    def test_default_budget(self):
        self.assertIn("(default 4G)", self.expect(0, "run", "--help").out)


if __name__ == "__main__":
    main()
