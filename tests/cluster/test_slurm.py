# SPDX-License-Identifier: BSD-3-Clause
"""Studies on a real Slurm: a controller and a node are started here. Submitted, divided by Slurm's
own variables, cancelled in the middle and submitted again: the bytes of -j 1."""

import contextlib
import os
import pathlib
import signal
import sqlite3
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "cli"))
from program import PATIENCE, PENDULUM, ProgramTest, changed, main  # noqa: E402
import slurm  # noqa: E402

STUDY = """\
mbs_study: 1
model: a model.yaml
vary: {L: {from: 0.5, to: 2, count: 60}}
outputs: {largest: {max: P1.x}, T: {first_time: P1.x}}
"""
# One run of either half has no end: however late somebody comes to stop it, the study is not over.
ENDLESS = changed(PENDULUM, "duration: 2, output_step: 0.01",
                  'duration: "if(L > 1.96, 1e9, 100)", output_step: "if(L > 1.96, 1e7, 10)"')
GIVE_UP = ("--wall-limit", "3")
# Blanks, quotes, and what a shell or Slurm might take for its own.
PLACE = "it's a \"place\" 50% of $HOME; #1 `x` & (y)"


class SlurmTest(ProgramTest):
    NODES = 1

    @classmethod
    def setUpClass(cls):
        try:
            cls.slurm = slurm.Slurm(cls.NODES)
        except slurm.CannotRun as reason:
            skip(reason)
        cls.addClassCleanup(cls.slurm.stop)

    def setUp(self):
        super().setUp()
        self.outside = self.folder
        self.folder = self.folder / PLACE
        self.write("a model.yaml", PENDULUM)
        self.write("my study.yaml", STUDY)
        self.environment |= {name: self.slurm.environment[name] for name in ("SLURM_CONF", "PATH")}

    def submit(self, status, *arguments):
        return self.expect(status, "sweep", "submit", "my study.yaml", "-o", "the out", *arguments)

    def sql(self, index, text):
        if not (self.folder / index).exists():
            return []
        with contextlib.closing(sqlite3.connect(self.folder / index, timeout=PATIENCE)) as database, \
                contextlib.suppress(sqlite3.OperationalError):  # no tables yet
            return database.execute(text).fetchall()
        return []

    def rows(self, index):
        return dict(self.sql(index, "SELECT run, session FROM runs"))

    def sessions(self, index):
        return self.sql(index, "SELECT session, part FROM sessions")

    def jobs(self):
        lines = (self.folder / "the out/slurm/jobs.csv").read_text().splitlines()
        self.assertEqual(lines[0], "submitted,array_job,merge_job,shards,tasks")
        return [line.split(",", 4) for line in lines[1:]]

    def log(self, name):
        return (self.folder / "the out/slurm" / name).read_text()


class OneNode(SlurmTest):
    def test_array(self):
        """submit, array, dependent merge; an array of one's own and srun by --shard auto beside."""
        self.expect(0, "sweep", "my study.yaml", "-o", "alone", "-j", "1")
        outcome = self.submit(5, "--partition", "nowhere")
        self.assertIn("error[E-STUDY-006]: sbatch does not accept the job: invalid partition specified: "
                      "nowhere", outcome.err)
        outcome = self.submit(0, "--shards", "3", "--time", "5", "--partition", "debug",
                              "--max-running", "2", "--sbatch=--comment=a \"word\" or 'two'")
        [(_, array, merge, shards, tasks)] = self.jobs()
        self.assertEqual((shards, tasks), ("3", '"0-2"'))
        self.assertEqual(outcome.err.splitlines(), [
            f"array job {array} runs shards 0-2 of 3: 60 of 60 runs are missing",
            f"merge job {merge} follows when they have finished",
            "mbsrun sweep status the out shows their progress"])
        self.assertIn(f"jobs {array} and {merge} of this study are still in the queue",
                      self.submit(5).err)
        self.write("own.sh", "#!/bin/sh\nexec \"$1\" sweep 'my study.yaml' -o own --shard auto\n")
        done = self.slurm.client("sbatch", "--array=2-6:4", "--output=own_%a.log", "own.sh",
                                 self.binary, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.slurm.wait_until_empty()
        self.assertEqual(self.log(f"{merge}_merge.log").count("60 runs, 60 ok, 0 failed"), 1)
        self.assertEqual(self.listing("the out/shards"), ["0-of-3", "1-of-3", "2-of-3"])
        self.assertIn("--shard auto: shard 1/2, from SLURM_ARRAY_TASK_ID=6 of 2 to 6 by 4",
                      (self.folder / "own_6.log").read_text())
        self.expect(0, "sweep", "merge", "own")
        done = self.slurm.client("srun", "--ntasks=2", "--overcommit", self.binary, "sweep",
                                 "my study.yaml", "-o", "srun", "--shard", "auto", "-j", "1",
                                 cwd=self.folder)
        self.assertIn("--shard auto: shard 1/2, from SLURM_PROCID=1 of 2", done.stderr)
        self.expect(0, "sweep", "merge", "srun")
        for place in ("the out", "own", "srun"):
            self.assertEqual(self.sha256(f"{place}/results.csv"), self.sha256("alone/results.csv"))
        outcome = self.submit(0)
        self.assertIn("there is nothing to submit", outcome.err)
        self.assertEqual(len(self.jobs()), 1)

    def test_cancelled(self):
        """scancel in the middle: the merge says what is missing, the same command does the rest."""
        self.write("a model.yaml", ENDLESS)
        self.expect(7, "sweep", "my study.yaml", "-o", "alone", "-j", "2", *GIVE_UP)
        self.submit(0, "--shards", "2")
        [(_, array, merge, _, _)] = self.jobs()
        indices = [f"the out/shards/{k}-of-2/index.sqlite" for k in range(2)]
        self.slurm.wait(lambda: any(map(self.rows, indices)), "the first run")
        self.assertEqual(self.slurm.client("scancel", array).returncode, 0)
        self.slurm.wait_until_empty()
        before = [self.rows(index) for index in indices]
        ended = sum(map(len, before))
        self.assertTrue(0 < ended < 60, ended)
        self.assertIn(f"{60 - ended} of 60 runs have not finished: ", self.log(f"{merge}_merge.log"))
        self.assertIn(f"{ended} of 60 runs finished", self.expect(0, "sweep", "status",
                                                                    "the out").out)
        outcome = self.submit(0, "--shards", "2", *GIVE_UP)
        self.assertIn(f"{60 - ended} of 60 runs are missing", outcome.err)
        self.slurm.wait_until_empty()
        for index, rows in zip(indices, before):
            now = self.rows(index)
            self.assertEqual({run: now.get(run) for run in rows}, rows)  # nothing twice
        self.assertEqual(self.sha256("the out/results.csv"), self.sha256("alone/results.csv"))
        self.assertEqual(len(self.jobs()), 2)


@unittest.skipUnless(slurm.can_be_elsewhere(), "no second host can be made here")
class TwoHosts(SlurmTest):
    NODES = 2

    def hosts(self, index):
        return [host for host, in self.sql(index, "SELECT host FROM sessions ORDER BY session")]

    def test_killed_and_done_elsewhere(self):
        """Each host has a shard; both are killed, and one host goes on where the other stopped."""
        self.write("a model.yaml", ENDLESS)
        self.expect(7, "sweep", "my study.yaml", "-o", "alone", "-j", "2", *GIVE_UP)
        self.submit(0, "--shards", "2")
        [(_, _, merge, _, _)] = self.jobs()
        indices = [f"the out/shards/{k}-of-2/index.sqlite" for k in range(2)]
        self.slurm.wait(lambda: all(map(self.rows, indices)), "both shards")
        self.assertEqual(sorted(sum(map(self.hosts, indices), [])), ["node0", "node1"])
        status = self.expect(0, "sweep", "status", "the out").out
        self.assertRegex(status, r"shard 0/2: \d+ of 30, process \d+ on node\d")
        for index in indices:  # scancel would let them end by themselves
            os.kill(self.sql(index, "SELECT process FROM sessions")[0][0], signal.SIGKILL)
        self.slurm.wait_until_empty()
        for host in ("node0", "node1"):  # one of them is not the host of the merge
            self.assertRegex(self.log(f"{merge}_merge.log"),
                             rf"shard ./2 was left unfinished by process \d+ on {host}, since")
        before = [self.rows(index) for index in indices]
        self.assertTrue(all(0 < len(rows) < 30 for rows in before), before)
        lost = [index for index in indices if self.hosts(index) == ["node0"]]
        self.submit(0, "--shards", "2", "--sbatch=--nodelist=node1", *GIVE_UP)
        [_, (_, _, merge, _, _)] = self.jobs()
        self.slurm.wait_until_empty()
        self.assertEqual(self.hosts(lost[0]), ["node0", "node1"])
        for index, rows in zip(indices, before):
            now = self.rows(index)
            self.assertEqual({run: now.get(run) for run in rows}, rows)  # nothing twice
        self.assertIn("60 runs, 58 ok, 2 failed", self.log(f"{merge}_merge.log"))
        self.assertEqual(self.sha256("the out/results.csv"), self.sha256("alone/results.csv"))


def skip(reason):
    print(f"SKIPPED, nothing was tested: Slurm cannot be started here: {reason}", file=sys.stderr,
          flush=True)
    os._exit(77)


if __name__ == "__main__":
    reason = slurm.missing()
    if reason is not None:
        skip(reason)
    os.umask(0o022)
    main()
