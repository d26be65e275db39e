# SPDX-License-Identifier: BSD-3-Clause
"""What the black-box tests share: a folder of their own, models, and calling mbsrun in it."""

import argparse
import contextlib
import errno
import fcntl
import hashlib
import json
import os
import pathlib
import pty
import select
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import kinds  # pylint: disable=wrong-import-position

PATIENCE = 3000  # s; what has not come then hangs, on the busiest machine

PENDULUM = """\
mbs: 1
title: a pendulum
space: planar
gravity: [0, -9.81]
parameters: {L: 1, m: 1}
bodies:
  P1: {type: point_mass, mass: m, initial: {position: [-L, 0]}}
joints:
  rod: {type: distance, marker_i: ground, marker_j: P1, length: L}
analyses:
  swing: {type: dynamics, duration: 2, output_step: 0.01}
outputs:
  x: P1.x
  y: P1.y
  energy: energy.drift
  position_violation: constraints.position
  velocity_violation: constraints.velocity
checks:
  energy_is_conserved: {max_abs: energy.drift, below: 1e-2}
"""


def changed(model, old, new):
    """The model with one piece of text replaced; it must be there."""
    assert old in model, old
    return model.replace(old, new)


def redigest(index):
    """Gives every row of an index that a test has changed the digest of what now stands in it."""
    def word(value):
        return struct.pack("<q", value)

    def text(value):
        data = (value or "").encode()
        return word(len(data)) + data

    def number(value):
        return b"\xff" * 8 if value is None else struct.pack("<d", value)

    with contextlib.closing(sqlite3.connect(index)) as database:
        for row in database.execute("SELECT * FROM runs").fetchall():
            run, status, code, message, *values = row[:-5]
            steps, cpu, wall = row[-5:-2]
            data = (word(run) + text(status) + text(code) + text(message) + b"".join(map(number, values))
                    + word(steps) + number(cpu) + number(wall))
            database.execute("UPDATE runs SET digest = ? WHERE run = ?",
                             (hashlib.sha256(data).hexdigest()[:16], run))
        database.commit()


# It would take minutes: for signals and budgets.
LONG = changed(PENDULUM, "duration: 2, output_step: 0.01", "duration: 1e7, output_step: 1e4")
# Its spring becomes NaN at t = 1.
NOT_FINITE = changed(PENDULUM, "analyses:", """\
forces:
  push: {type: force, marker: P1, vector: ["sqrt(1 - t)", 0]}
analyses:""")
# A wrong word, a wrong distance, a check that no run can pass.
MISSPELT = changed(PENDULUM, "length: L", "lenght: L")
APART = changed(PENDULUM, "length: L", "length: 2*L")
UNPASSABLE = changed(PENDULUM, "below: 1e-2", "below: 1e-30")


class Outcome:
    """Exit status and what was written to the two streams."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


class ProgramTest(unittest.TestCase):
    """Every test runs in an empty folder, with a plain environment."""

    binary = None
    root = None
    sanitized = False

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="mbsrun-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {"PATH": os.environ["PATH"], "TERM": "xterm", "HOME": str(self.folder)}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def call(self, *arguments, text=None, **options):
        """Runs mbsrun to its end."""
        options.setdefault("env", self.environment)
        done = subprocess.run([self.binary, *map(str, arguments)], input=text, text=True,
                              capture_output=True, cwd=self.folder, timeout=PATIENCE, check=False,
                              **options)
        self.assertNotIn("Sanitizer", done.stderr)
        self.assertNotIn("runtime error", done.stderr)
        return Outcome(done.returncode, done.stdout, done.stderr)

    def expect(self, status, *arguments, **options):
        outcome = self.call(*arguments, **options)
        self.assertEqual(outcome.status, status, outcome.err + outcome.out)
        return outcome

    def start(self, *arguments, **options):
        """Starts mbsrun and returns the process."""
        process = subprocess.Popen([self.binary, *map(str, arguments)], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   cwd=self.folder, env=self.environment, **options)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def wait_for_work(self, process, seconds=0.3):
        """Until a process has worked for so long, however little of the processor it gets."""
        tick = os.sysconf("SC_CLK_TCK")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            if (int(fields[11]) + int(fields[12])) / tick >= seconds:
                return
            if fields[0] == "Z":
                self.fail(f"process {process.pid} has ended: {process.stderr.read()}")
            time.sleep(0.01)
        self.fail(f"process {process.pid} does not work")

    def call_on_terminal(self, *arguments, seconds=PATIENCE, columns=80):
        """Runs mbsrun with a terminal as standard error; returns status and what it showed."""
        try:
            ours, theirs = pty.openpty()
        except OSError as reason:
            self.skipTest(f"no terminal to be had: {reason}")
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([self.binary, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=theirs, cwd=self.folder,
                                   env=self.environment)
        os.close(theirs)
        shown = b""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            try:
                piece = os.read(ours, 4096)
            except OSError as error:
                if error.errno != errno.EIO:  # Linux: the other end is closed
                    raise
                piece = b""
            if not piece:
                break
            shown += piece
        os.close(ours)
        return process.wait(timeout=seconds), shown.decode()

    def listing(self, folder="."):
        """Names of the files in a folder, sorted."""
        path = self.folder / folder
        return sorted(entry.name for entry in path.iterdir()) if path.exists() else []

    def summary(self, folder):
        return json.loads((self.folder / folder / "summary.json").read_text())

    def sha256(self, path):
        return hashlib.sha256((self.folder / path).read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--sanitized", action="store_true")
    options, rest = parser.parse_known_args()
    ProgramTest.binary = os.path.abspath(options.binary)
    ProgramTest.root = options.root
    ProgramTest.sanitized = options.sanitized
    kinds.run([sys.argv[0], *rest])
