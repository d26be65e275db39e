# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun-mpi under mpirun: the bytes of -j 1, however many processes, killed or not."""

import contextlib
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "cli"))
from program import PATIENCE, PENDULUM, Outcome, ProgramTest, changed, main  # noqa: E402

STUDY = """\
mbs_study: 1
model: a.yaml
vary: {L: {from: 0.5, to: 2, count: 60}}
outputs: {largest: {max: P1.x}, T: {first_time: P1.x}}
"""
# The last of its runs have no end: however late somebody comes to kill it, the study is not over.
ENDLESS = changed(PENDULUM, "duration: 2, output_step: 0.01",
                  'duration: "if(L > 1.98, 1e9, 100)", output_step: "if(L > 1.98, 1e7, 1)"')
MANY = 150
GIVE_UP = ("--wall-limit", "3")


def lives(process):
    return pathlib.Path(f"/proc/{process}").exists()


def children(process):
    with contextlib.suppress(OSError):
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
        return [int(word) for word in text.split()]
    return []


class Mpi(ProgramTest):
    def setUp(self):
        super().setUp()
        self.program = pathlib.Path(self.binary).parent / "mbsrun-mpi"
        if not self.program.exists() or not shutil.which("mpirun"):
            skip(f"{self.program} was not built, or there is no mpirun: ./dev setup --all installs Open MPI")
        self.environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                             "TMPDIR": str(self.folder)}
        self.write("a.yaml", PENDULUM)
        self.write("s.yaml", STUDY)

    def begin(self, processes, *arguments):
        process = subprocess.Popen(
            ["mpirun", "--oversubscribe", "-n", str(processes), self.program, *map(str, arguments)],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder,
            env=self.environment, start_new_session=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(self.end_group, process)
        return process

    @staticmethod
    def end_group(process):
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def finish(self, process):
        out, err = process.communicate(timeout=PATIENCE)
        return Outcome(process.returncode, out, err)

    def mpirun(self, status, processes, *arguments):
        outcome = self.finish(self.begin(processes, *arguments))
        self.assertEqual(outcome.status, status, outcome.err + outcome.out)
        return outcome

    def sql(self, text):
        with contextlib.closing(sqlite3.connect(self.folder / "out/index.sqlite",
                                                timeout=PATIENCE)) as database:
            return database.execute(text).fetchall()

    def rows(self):
        return dict(self.sql("SELECT run, session FROM runs"))

    def count(self, table):
        if not (self.folder / "out/index.sqlite").exists():
            return 0
        with contextlib.suppress(sqlite3.OperationalError):  # no tables yet
            return self.sql(f"SELECT count(*) FROM {table}")[0][0]
        return 0

    def wait_until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    @staticmethod
    def ranks(process):
        """The processes that mpirun has started."""
        return children(process.pid)

    def test_same_bytes(self):
        self.expect(0, "sweep", "s.yaml", "-o", "alone", "-j", "1")
        for processes in (1, 3):
            outcome = self.mpirun(0, processes, "sweep", "s.yaml", "-o", f"mpi{processes}")
            said = outcome.err.splitlines()  # the MPI library may have notes of its own beside it
            self.assertEqual(said.count(f"60 runs, 60 ok, 0 failed: mpi{processes}/results.csv"), 1)
            self.assertFalse([line for line in said if line.startswith(("error", "warning"))])
            for name in ("results.csv", "summary.json", "columns.csv"):
                self.assertEqual(self.sha256(f"mpi{processes}/{name}"), self.sha256(f"alone/{name}"))
        self.assertFalse([name for name in self.listing("mpi3") if name.endswith(("-wal", "-shm"))])

    def test_shards(self):
        """mbsrun itself under mpirun: every process takes the shard of its rank."""
        self.program = self.binary
        outcome = self.mpirun(0, 3, "sweep", "s.yaml", "-o", "out", "--shard", "auto")
        for rank in range(3):
            self.assertIn(f"--shard auto: shard {rank}/3, from OMPI_COMM_WORLD_RANK={rank} of 3",
                          outcome.err)
        self.assertEqual(self.listing("out/shards"), ["0-of-3", "1-of-3", "2-of-3"])
        self.expect(0, "sweep", "merge", "out")
        self.expect(0, "sweep", "s.yaml", "-o", "alone", "-j", "1")
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("alone/results.csv"))

    def start_session(self, number, *arguments):
        """Three processes at work; waits until the index knows them."""
        process = self.begin(3, "sweep", "s.yaml", "-o", "out", *arguments)
        self.wait_until(lambda: self.count("sessions") == number)
        return process, self.ranks(process)

    def test_killed(self):
        """SIGKILL to a rank, to mpirun, to a child; SIGTERM, as scancel sends it: the same command
        goes on, nothing that was committed runs twice, and the bytes are the same."""
        self.write("a.yaml", ENDLESS)
        self.write("s.yaml", changed(STUDY, "count: 60", f"count: {MANY}"))
        self.expect(7, "sweep", "s.yaml", "-o", "alone", "-j", "2", *GIVE_UP)
        known = {}
        for number, victim in enumerate(("worker", "manager", "mpirun", "all"), 1):
            process, ranks = self.start_session(number)
            if number == 1:
                self.wait_until(lambda: self.count("runs") > 0)
            else:
                time.sleep(0.25)
            if victim == "all":
                process.terminate()
            else:
                os.kill({"worker": ranks[1], "manager": ranks[0], "mpirun": process.pid}[victim],
                        signal.SIGKILL)
            self.assertNotEqual(self.finish(process).status, 0)
            self.wait_until(lambda gone=ranks: not any(map(lives, gone)))
            now = self.rows()
            self.assertEqual({run: now.get(run) for run in known}, known)
            known = now
            self.assertTrue(0 < len(known) < MANY, len(known))
        process, ranks = self.start_session(number + 1, *GIVE_UP)
        self.wait_until(lambda: children(ranks[1]) or process.poll() is not None)
        for child in children(ranks[1]):
            os.kill(child, signal.SIGKILL)
        self.assertEqual(self.finish(process).status, 7)
        now = self.rows()
        self.assertEqual({run: now.get(run) for run in known}, known)
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("alone/results.csv"))

    def test_runs_that_fail(self):
        """A run that hangs and one that is refused cost themselves, not the job."""
        self.write("a.yaml", changed(PENDULUM, "duration: 2, output_step: 0.01",
                                     'duration: "if(L == 2, 1e7, 2)", output_step: "if(L == 2, 1e3, 1)"'))
        self.write("s.yaml", changed(STUDY, "from: 0.5, to: 2, count: 60", "values: [1, -1, 2, 1.5]"))
        self.expect(7, "sweep", "s.yaml", "-o", "alone", "-j", "2", *GIVE_UP)
        outcome = self.mpirun(7, 3, "sweep", "s.yaml", "-o", "out", *GIVE_UP)
        self.assertIn("2 of 4 runs failed", outcome.err)
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("alone/results.csv"))
        self.assertIn("timeout", (self.folder / "out/results.csv").read_text())

    def hurry(self):
        """mpirun need not wait a second for those that have ended already."""
        self.environment["OMPI_MCA_odls_base_sigkill_timeout"] = "0"

    def test_members_differ(self):
        """mpirun can start different commands: what the others have read is compared."""
        self.hurry()
        self.write("t.yaml", changed(STUDY, "count: 60", "count: 61"))
        for other, words in (
                (("sweep", "t.yaml", "-o", "out"), "has read another study than process 0"),
                (("sweep", "u.yaml", "-o", "out"), "could not read the study: cannot be read"),
                (("--version",), "ended before it had read the study")):
            outcome = self.mpirun(5, 1, "sweep", "s.yaml", "-o", "out", ":", "-n", "1",
                                  self.program, *other)
            self.assertIn("E-STUDY-002", outcome.err)
            self.assertIn("process 1 on ", outcome.err)
            self.assertIn(words, outcome.err)

    def test_refusals(self):
        self.hurry()
        for status, words, arguments in (
                (2, "without --shard", ("sweep", "s.yaml", "--shard", "0/2")),
                (2, "instead of --jobs 4", ("sweep", "s.yaml", "-j", "4")),
                (2, "mbsrun-mpi is for studies", ("run", "a.yaml")),
                (5, "cannot be read", ("sweep", "none.yaml"))):
            outcome = self.mpirun(status, 2, *arguments)
            self.assertEqual(outcome.err.count(words), 1, outcome.err)


def skip(why):
    print(f"SKIPPED, nothing was tested: {why}", file=sys.stderr, flush=True)
    os._exit(77)


if __name__ == "__main__":
    main()
