# SPDX-License-Identifier: BSD-3-Clause
"""Parts of a study: which one the environment says, who works on it, what a killed one leaves."""

import contextlib
import os
import socket
import sqlite3
import subprocess
import time

from program import LONG, PATIENCE, PENDULUM, ProgramTest, changed, kinds, main, redigest

STUDY = """\
mbs_study: 1
model: a.yaml
vary: {L: {from: 0.5, to: 2, count: 12}}
outputs: {largest: {max: P1.x}}
"""
WATCH = 6.9  # s: a lock of another host is looked at for a little longer
# Runs of which one takes minutes.
ENDLESS = changed(PENDULUM, "duration: 2, output_step: 0.01",
                  'duration: "if(L > 1.9, 1e7, 20)", output_step: 10')


class Shards(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("a.yaml", PENDULUM)
        self.write("s.yaml", STUDY)

    def sql(self, index, text):
        with contextlib.closing(sqlite3.connect(self.folder / index, timeout=PATIENCE)) as database:
            return database.execute(text).fetchall()

    def array(self, task):
        return {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_MIN": "1",
                "SLURM_ARRAY_TASK_MAX": "5", "SLURM_ARRAY_TASK_STEP": "2",
                "SLURM_ARRAY_TASK_COUNT": "3"}

    def test_auto(self):
        self.expect(0, "sweep", "s.yaml", "-o", "whole")
        for k, task in enumerate((1, 3, 5)):
            outcome = self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", "auto",
                                  env=self.environment | self.array(task))
            self.assertIn(f"--shard auto: shard {k}/3, from SLURM_ARRAY_TASK_ID={task} of 1 to 5 "
                          "by 2", outcome.err)
            self.assertIn(f"shard {k}/3 is done: 4 runs, 4 ok, 0 failed", outcome.err)
        self.assertIn("it has shards: mbsrun sweep merge out",
                      self.expect(5, "sweep", "report", "out").err)
        self.expect(0, "sweep", "merge", "out")
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("whole/results.csv"))
        self.expect(0, "sweep", "report", "out")
        parts = self.sql("out/index.sqlite", "SELECT part, count(*) FROM runs JOIN sessions "
                         "USING (session) GROUP BY part ORDER BY part")
        self.assertEqual(parts, [(f"{k}/3 (SLURM_ARRAY_TASK_ID={2 * k + 1} of 1 to 5 by 2)", 4)
                                 for k in range(3)])

    def test_auto_is_refused(self):
        outcome = self.expect(2, "sweep", "s.yaml", "-o", "out", "--shard", "auto",
                              env=self.environment | {"PBS_ARRAY_INDEX": "2"})
        self.assertIn('PBS does not give the number of tasks of the array: PBS_ARRAY_INDEX="2"',
                      outcome.err)
        self.assertIn("--shard auto/N", outcome.err)
        self.assertEqual(self.listing("out"), [])
        self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", "auto/3",
                    env=self.environment | {"PBS_ARRAY_INDEX": "2"})
        self.assertEqual(self.listing("out/shards"), ["2-of-3"])
        for word in ("automatic", "auto/", "auto/0", "auto/x"):
            self.assertIn("auto or auto/N", self.expect(2, "sweep", "s.yaml", "--shard", word).err)

    def test_journal(self):
        """No shared memory beside a shard, at any time; a study alone has a write-ahead log."""
        self.write("a.yaml", ENDLESS)
        process = self.start("sweep", "s.yaml", "-o", "out", "--shard", "2/3", "-j", "1")
        self.wait_for_runs("out/shards/2-of-3/index.sqlite", 3)
        names = self.listing("out/shards/2-of-3")
        process.kill()
        process.wait()
        self.assertFalse([name for name in names if name.endswith(("-wal", "-shm"))], names)
        self.assertEqual(self.sql("out/shards/2-of-3/index.sqlite", "PRAGMA journal_mode"),
                         [("delete",)])
        process = self.start("sweep", "s.yaml", "-o", "alone", "-j", "1")
        self.wait_for_runs("alone/index.sqlite", 1)
        self.assertIn("index.sqlite-wal", self.listing("alone"))
        process.kill()
        process.wait()

    def wait_for_runs(self, index, count):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(sqlite3.OperationalError):
                if self.sql(index, "SELECT count(*) FROM runs")[0][0] >= count:
                    return
            time.sleep(0.02)
        self.fail("no runs")

    @kinds.machinery
    def test_two_at_once(self):
        self.write("a.yaml", ENDLESS)
        arguments = ("sweep", "s.yaml", "-o", "out", "--shard", "2/3", "-j", "1")
        process = self.start(*arguments)
        self.wait_for_runs("out/shards/2-of-3/index.sqlite", 3)
        name = f"process {process.pid} on {socket.gethostname()}, since 20"
        outcome = self.expect(5, *arguments)
        self.assertIn("E-STUDY-003", outcome.err)
        self.assertIn("another process is working on out/shards/2-of-3/index.sqlite: " + name,
                      outcome.err)
        self.assertIn(f"shard 2/3: 3 of 4, {name}", self.expect(0, "sweep", "status", "out").out)
        outcome = self.expect(5, "sweep", "merge", "out")
        self.assertIn("not merged: another process is working on shard 2/3: " + name, outcome.err)
        self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", "0/3")
        self.assertIn("\n  1 shard is done\n", self.expect(0, "sweep", "status", "out").out)
        outcome = self.expect(5, "sweep", "merge", "out")
        self.assertIn("8 of 12 runs have not finished: all 4 of shard 1/3, all 4 of shard 2/3",
                      outcome.err)
        process.kill()
        process.wait()
        self.assertIn(f"shard 2/3: 3 of 4, left by {name}",
                      self.expect(0, "sweep", "status", "out").out)
        outcome = self.expect(5, "sweep", "merge", "out")
        self.assertIn(f"shard 2/3 was left unfinished by {name}", outcome.err)
        self.assertIn("5 of 12 runs have not finished: all 4 of shard 1/3, 1 of 4 of shard 2/3",
                      outcome.err)

    def write_slow(self, name):
        """A model whose run takes a tenth of a second here: 15 of them outlast the first commit."""
        self.write("probe.yaml", changed(PENDULUM, "duration: 2,", "duration: 500,"))
        before = os.times()
        self.expect(0, "sweep", "probe.yaml", "--vary", "L=1,1.1", "-j", "1", "-o", "probe")
        after = os.times()
        took = (after.children_user + after.children_system
                - before.children_user - before.children_system) / 2
        duration = round(500 * 0.1 / max(took, 1e-3)) + 100
        self.write(name, changed(PENDULUM, "duration: 2,", f"duration: {duration},"))

    @kinds.machinery
    def test_killed(self):
        """A killed shard goes on, says after whom, and nothing runs twice but what was in flight."""
        self.write_slow("a.yaml")
        self.write("s.yaml", changed(STUDY, "count: 12", "count: 30"))
        self.expect(0, "sweep", "s.yaml", "-o", "whole")
        arguments = ("sweep", "s.yaml", "-o", "out", "--shard", "1/2", "-j", "1")
        process = self.start(*arguments)
        self.wait_for_runs("out/shards/1-of-2/index.sqlite", 1)
        process.kill()
        process.wait()
        before = self.sql("out/shards/1-of-2/index.sqlite", "SELECT run, session FROM runs")
        self.assertLess(len(before), 15)
        outcome = self.expect(0, *arguments)
        self.assertIn(f"continuing after process {process.pid} on ", outcome.err)
        after = self.sql("out/shards/1-of-2/index.sqlite", "SELECT run, session FROM runs")
        self.assertEqual(len(after), 15)
        self.assertLessEqual(set(before), set(after))
        # the whole study takes up what the shard has done
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("whole/results.csv"))
        parts = dict(self.sql("out/index.sqlite", "SELECT part, count(*) FROM runs JOIN sessions "
                              "USING (session) GROUP BY part"))
        self.assertEqual(parts, {"1/2": 15, "": 15})
        # and a shard what the whole study has done
        outcome = self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", "3/7")
        self.assertIn("shard 3/7 is done: 0 runs", outcome.err)
        self.assertIn("its other 4 runs are already in out/index.sqlite", outcome.err)

    def test_workers(self):
        """By default as many as this process may use, one where a launcher starts others too."""
        processors = os.sched_getaffinity(0)
        one = [f"taskset -c {min(processors)}".split(), {}, 1]
        for k, (prefix, variables, workers) in enumerate((
                [[], {}, len(processors)], one, [[], {"SLURM_CPUS_PER_TASK": "1"}, 1],
                [[], {"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "2"}, 1],
                [[], {"SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "2",
                      "SLURM_CPUS_PER_TASK": "64"}, len(processors)])):
            shard = "auto" if "OMPI_COMM_WORLD_RANK" in variables or k == 4 else "0/2"
            subprocess.run([*prefix, self.binary, "sweep", "s.yaml", "-o", f"out{k}", "--shard", shard],
                           env=self.environment | variables, cwd=self.folder, check=True,
                           capture_output=True)
            self.assertEqual(self.sql(f"out{k}/shards/0-of-2/index.sqlite",
                                      "SELECT workers FROM sessions"), [(workers,)])

    @kinds.machinery
    def test_dead_hosts(self):
        """Many locks of hosts that are gone: they are watched together, not one after the other."""
        for k in range(3):
            self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", f"{k}/3")
        lasted, times = 1e9, 0
        while lasted >= 2 * WATCH and times < 10:  # or a busy machine has held it up
            for k in range(3):
                self.write(f"out/shards/{k}-of-3/lock", f"host far{k}\nboot b\nprocess 7\nborn 5\n"
                           "since then\nbeat 000000000001\n")
            start = time.monotonic()
            outcome = self.expect(0, "sweep", "merge", "out")
            lasted = time.monotonic() - start
            times += 1
        self.assertGreater(lasted, WATCH)
        self.assertLess(lasted, 2 * WATCH)  # one after the other would take three times as long
        for k in range(3):
            self.assertIn(f"shard {k}/3 was left unfinished by process 7 on far{k}, since then",
                          outcome.err)

    def test_another_study(self):
        self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", "0/2")
        self.expect(5, "sweep", "merge", "out")
        self.write("s.yaml", changed(STUDY, "count: 12", "count: 13"))
        outcome = self.expect(5, "sweep", "s.yaml", "-o", "out", "--shard", "1/2")
        self.assertIn("out/index.sqlite contains another study; differences: vary, plan", outcome.err)

    def test_failed_runs_again(self):
        """A run that a shard has tried again replaces the failed one in the whole."""
        self.write("a.yaml", changed(PENDULUM, "duration: 2,", "duration: 20,"))
        self.expect(0, "sweep", "s.yaml", "-o", "whole")
        for part in "01":
            self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", f"{part}/2")
        for index in ("0-of-2", "1-of-2"):
            with contextlib.closing(
                    sqlite3.connect(self.folder / f"out/shards/{index}/index.sqlite")) as database:
                database.execute("UPDATE runs SET status = 'crashed', largest = NULL "
                                 "WHERE run IN (4, 7)")
                database.commit()
            redigest(self.folder / f"out/shards/{index}/index.sqlite")
        self.expect(7, "sweep", "merge", "out")
        for part in "01":
            self.expect(0, "sweep", "s.yaml", "-o", "out", "--shard", f"{part}/2", "--retry-failed")
        self.expect(0, "sweep", "merge", "out")
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("whole/results.csv"))


if __name__ == "__main__":
    main()
