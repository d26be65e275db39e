# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of models share: running mbsrun, reading what it wrote, comparing motions.

A test program ends with `harness.main()`; its command line is

    test_x.py --binary MBSRUN --source ROOT [--build DIR] [unittest's arguments]
"""

import argparse
import csv
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import kinds  # pylint: disable=wrong-import-position

BINARY = pathlib.Path()
SOURCE = pathlib.Path()
BUILD = pathlib.Path()
LONGEST = 3000  # s; a run that has not ended then hangs, on the busiest machine


class Run:
    """One run of mbsrun and what it left behind."""

    def __init__(self, status, out, err, cpu, seconds, directory):
        self.status = status
        self.out = out
        self.err = err
        self.cpu = cpu  # s of processor time, start and writing included
        self.seconds = seconds
        self.directory = directory

    @property
    def files(self):
        return sorted(p.name for p in self.directory.iterdir()) if self.directory.exists() else []

    @property
    def summary(self):
        with open(self.directory / "summary.json", encoding="utf-8") as file:
            return json.load(file)

    def analysis(self, name=None):
        analyses = self.summary["analyses"]
        return analyses[name] if name else next(iter(analyses.values()))

    def table(self, name=None, partial=False):
        """{channel: [number or None, ...]} of an analysis; None where the field is empty."""
        if name is None:
            name = next(iter(self.summary["analyses"]))
        path = self.directory / (name + (".partial.csv" if partial else ".csv"))
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        return {channel: [float(row[k]) if row[k] else None for row in rows[1:]]
                for k, channel in enumerate(rows[0])}

    def messages(self):
        """The messages of a run with --json."""
        return json.loads(self.out)

    def story(self):
        return f"exit status {self.status} after {self.cpu:.2f} s\n{self.out}{self.err}"


class Scratch:
    """A folder for models and results that goes when the test ends."""

    def __init__(self, test):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="mbsrun-test-"))
        test.addCleanup(shutil.rmtree, self.path, True)
        self.count = 0

    def model(self, text, name="model.yaml"):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, model, *arguments, binary=None, seconds=LONGEST, environment=None):
        self.count += 1
        directory = self.path / f"results{self.count}"
        command = [str(binary or BINARY), "run", str(model), "-o", str(directory), *arguments]
        return execute(command, directory, seconds, environment)


def execute(command, directory, seconds=LONGEST, more=None):
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", **(more or {})}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        before = os.times().elapsed
        child = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                                 env=environment)
        timer = threading.Timer(seconds, child.send_signal, [signal.SIGKILL])
        timer.start()
        _, wait_status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(wait_status)
        elapsed = os.times().elapsed - before
        out.seek(0)
        err.seek(0)
        return Run(child.returncode, out.read().decode(), err.read().decode(),
                   usage.ru_utime + usage.ru_stime, elapsed, directory)


FORMULATIONS = ("auto", "explicit", "index_1", "baumgarte", "ggl")


def integrator(analysis, relative, kind="auto"):
    """The --set option for an integrator block, its tolerances a hundred apart as the defaults are.
    kind: a formulation of IDA, or the block's own words, such as "method: runge_kutta, order: 5"."""
    words = f"formulation: {kind}" if kind in FORMULATIONS else kind
    return ["--set", f"analyses.{analysis}.integrator={{{words}, tolerances: "
                     f"{{relative: {relative:.0e}, absolute: {relative / 100:.0e}}}}}"]


# --- comparing motions ------------------------------------------------------------------------


def difference(a, b, channels):
    """Largest distance of two motions in any of the channels, at rows of the same time."""
    if a["t"] != b["t"]:
        raise AssertionError("the rows of two runs stand at different times")
    largest = 0.0
    for channel in channels:
        for x, y in zip(a[channel], b[channel]):
            largest = max(largest, abs(x - y)) if x == x and y == y else math.inf
    return largest


def reference(path):
    with open(SOURCE / "reference" / path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(rows[0])}


class MotionTest(unittest.TestCase):
    """Runs, and the sense in which two runs are the same motion."""

    def setUp(self):
        self.scratch = Scratch(self)

    def good(self, model, *arguments, **options):
        run = self.scratch.run(model, *arguments, **options)
        self.assertEqual(run.status, 0, run.story())
        return run

    def motion(self, model, *arguments, **options):
        """The rows of a run that went to its end, whatever the model's checks say."""
        run = self.scratch.run(model, *arguments, **options)
        self.assertIn(run.status, (0, 6), run.story())
        self.assertIn(run.analysis()["status"], ("ok", "inaccurate") if "--accept-inaccurate" in arguments else ("ok",))
        return run.table()

    def pair(self, model, relative, *arguments, analysis, kind="auto"):
        """The motions at a tolerance and at a tenth of it."""
        return tuple(self.motion(model, *integrator(analysis, tolerance, kind), *arguments)
                     for tolerance in (relative, relative / 10))

    def same_motion(self, pairs, channels, scale):
        """Local error control does not bound the global error, so "the same motion" means: the
        difference of any two is at most three times the larger estimate, and at most 1e-6 of the
        length scale. pairs: {name: (motion at the tolerance, motion at a tenth of it)}."""
        estimate = {name: difference(*pair, channels) for name, pair in pairs.items()}
        names = list(pairs)
        lines = [f"{name}: estimated error {estimate[name]:.3g}" for name in names]
        wrong = False
        for k, first in enumerate(names):
            for second in names[k + 1:]:
                found = difference(pairs[first][0], pairs[second][0], channels)
                limit = min(3 * max(estimate[first], estimate[second]), 1e-6 * scale)
                wrong = wrong or not found <= limit
                lines.append(f"{first} and {second} differ by {found:.3g}, allowed {limit:.3g}"
                             + ("" if found <= limit else "  <---"))
        print("\n".join(lines))
        self.assertFalse(wrong, "\n" + "\n".join(lines))


def main():
    global BINARY, SOURCE, BUILD
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path())
    options, rest = parser.parse_known_args()
    # `harness` may be imported twice, as a module and by the test program: set both.
    module = sys.modules["harness"]
    module.BINARY, module.SOURCE, module.BUILD = (
        options.binary.resolve(), options.source.resolve(), options.build.resolve())
    kinds.run([sys.argv[0], *rest], verbosity=2)
