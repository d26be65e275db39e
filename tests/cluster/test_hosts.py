# SPDX-License-Identifier: BSD-3-Clause
"""Two hosts at one study: processes with other host names, and with the same numbers, since each
host counts its own (namespaces of the kernel). Locks that reach both, and, by local_locks.c, locks
that end at the host as on some network file systems."""

import contextlib
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "cli"))
from program import PATIENCE, PENDULUM, ProgramTest, changed, main  # noqa: E402

STUDY = """\
mbs_study: 1
model: a.yaml
vary: {L: {from: 0.5, to: 2, count: 12}}
outputs: {largest: {max: P1.x}}
"""
# One of its runs has no end, the others take no time.
ENDLESS = changed(PENDULUM, "duration: 2, output_step: 0.01",
                  'duration: "if(L > 1.9, 1e9, 2)", output_step: "if(L > 1.9, 1e7, 0.01)"')
OF_HOST = ["unshare", "--uts", "--pid", "--mount", "--fork", "--kill-child", "--mount-proc",
           "sh", "-c", 'hostname "$0" && exec "$@"']
INDEX = "out/shards/2-of-3/index.sqlite"
SHARD = ("sweep", "s.yaml", "-o", "out", "--shard", "2/3", "-j", "1")


class Hosts(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("s.yaml", STUDY)
        self.write("a.yaml", ENDLESS)

    def start_on(self, host, *arguments):
        """A process of a host; all of the host ends with it."""
        process = subprocess.Popen([*OF_HOST, host, os.path.abspath(self.binary), *arguments],
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   cwd=self.folder, env=self.environment)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def call_on(self, host, status, *arguments):
        """What it says, and how long it took."""
        start = time.monotonic()
        process = self.start_on(host, *arguments)
        said = process.communicate(timeout=PATIENCE)[0]
        self.assertEqual(process.returncode, status, said)
        return said, time.monotonic() - start

    def wait_for_runs(self, count):
        """Read-only: one who may write would take back what it believes to be left half done."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(
                    sqlite3.connect(f"file:{self.folder / INDEX}?mode=ro", uri=True)) as index:
                if index.execute("SELECT count(*) FROM runs").fetchone()[0] >= count:
                    return
            time.sleep(0.02)
        self.fail("no runs")

    def try_two(self, longest):
        """The second is refused while the first lives, however long, and goes on when it is gone."""
        first = self.start_on("node1", *SHARD)
        self.wait_for_runs(3)
        name = "process 1 on node1, since 20"  # and so is ours on node2
        took, times = longest, 0
        while took >= longest and times < 10:  # or a busy machine has held it up
            said, took = self.call_on("node2", 5, *SHARD)
            self.assertIn(f"error[E-STUDY-003]: another process is working on {INDEX}: {name}", said)
            times += 1
        self.assertLess(took, longest)
        self.assertIn(f"shard 2/3: 3 of 4, {name}", self.call_on("node2", 0, "sweep", "status", "out")[0])
        said = self.call_on("node2", 5, "sweep", "merge", "out")[0]
        self.assertIn(f"not merged: another process is working on shard 2/3: {name}", said)
        self.assertIsNone(first.poll())
        first.send_signal(signal.SIGKILL)  # the host loses its power
        first.wait()
        self.assertIn(f"shard 2/3: 3 of 4, {name}", self.call_on("node2", 0, "sweep", "status", "out")[0])
        said, took = self.call_on("node2", 0, *SHARD, "--wall-limit", "3")
        self.assertIn(f"continuing after {name}", said)
        self.assertIn("which stopped without a message", said)
        self.assertIn("shard 2/3 is done: 4 runs, 3 ok, 1 failed", said)
        self.assertGreater(took, 6.9)
        with contextlib.closing(sqlite3.connect(self.folder / INDEX)) as index:
            self.assertEqual(index.execute("SELECT host FROM sessions ORDER BY session").fetchall(),
                             [("node1",), ("node2",)])
            self.assertEqual(index.execute("SELECT session, count(*) FROM runs GROUP BY session")
                             .fetchall(), [(1, 3), (2, 1)])

    def test_two_at_once(self):
        self.try_two(2)

    def use_local_locks(self):
        library = pathlib.Path(self.binary).resolve().parent / "tests/cluster/liblocal_locks.so"
        if not library.exists():
            self.skipTest("built without local_locks")
        self.environment["LD_PRELOAD"] = str(library)

    def test_two_at_once_with_local_locks(self):
        """The holder's sign of life decides, within its 7 s."""
        self.use_local_locks()
        self.try_two(7)

    def test_race_with_local_locks(self):
        """All hosts start at once where no lock reaches another: one of them works."""
        self.use_local_locks()
        processes = [self.start_on(f"node{k}", *SHARD, "--wall-limit", "3000") for k in range(6)]
        self.wait_for_runs(3)
        end = time.monotonic() + PATIENCE
        while sum(process.poll() is None for process in processes) > 1 and time.monotonic() < end:
            time.sleep(0.05)
        alive = [process for process in processes if process.poll() is None]
        self.assertEqual(len(alive), 1)
        for process in processes:
            if process is not alive[0]:
                self.assertEqual(process.returncode, 5)
                self.assertIn("another process is working on", process.stdout.read())
        with contextlib.closing(sqlite3.connect(self.folder / INDEX)) as index:
            self.assertEqual(index.execute("SELECT count(*) FROM sessions").fetchone(), (1,))
            self.assertEqual(index.execute("PRAGMA integrity_check").fetchone(), ("ok",))

    def test_same_bytes(self):
        """Parts of two hosts at once, one of them killed and done by the other."""
        self.write("a.yaml", PENDULUM)
        self.expect(0, "sweep", "s.yaml", "-o", "alone", "-j", "1")
        processes = [self.start_on(f"node{k % 2}", "sweep", "s.yaml", "-o", "out", "--shard", f"{k}/3",
                                   "-j", "1") for k in range(3)]
        processes[1].kill()
        for process in processes:
            process.communicate(timeout=PATIENCE)
        self.call_on("node0", 0, "sweep", "s.yaml", "-o", "out", "--shard", "1/3")
        self.call_on("node2", 0, "sweep", "merge", "out")
        self.assertEqual(self.sha256("out/results.csv"), self.sha256("alone/results.csv"))


if __name__ == "__main__":
    try:
        subprocess.run([*OF_HOST, "node1", "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as reason:
        print(f"SKIPPED, nothing was tested: no hosts can be made here: {reason}", file=sys.stderr,
              flush=True)
        sys.exit(77)
    main()
