#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The same model gives the same bytes: from two runs, from any place, from gcc and clang, with and
without optimisation. Compared are every CSV and the summary without times, host and build."""

import os
import shutil
import subprocess
import unittest

import harness
import kinds

PRESETS = ("gcc-O0", "gcc-O2", "clang-O0", "clang-O2")
# Beside the shipped models: large enough for KLU, redundant, failing, with switches and expressions.
DATA = ("four_bar_spatial.yaml", "three_cranks.yaml", "chain.yaml", "functions.yaml", "not_finite.yaml")


def models():
    data = harness.SOURCE / "tests" / "models" / "data"
    return sorted((harness.SOURCE / "models").rglob("*.yaml")) + [data / name for name in DATA]


def bytes_of(run):
    return {path.name: path.read_bytes() for path in sorted(run.directory.iterdir())}


class TestRuns(harness.MotionTest):
    @kinds.sampled
    def test_twice(self):
        for path in kinds.some(models(), 10):
            with self.subTest(model=path.name):
                first = self.scratch.run(path, "--reproducible")
                second = self.scratch.run(path, "--reproducible")
                self.assertIn(first.status, (0, 4), first.story())
                self.assertEqual(first.status, second.status)
                self.assertEqual(bytes_of(first), bytes_of(second))
                self.assertGreaterEqual(len(bytes_of(first)), 2)

    def test_rows_do_not_depend_on_where(self):
        """Another folder, another locale, a busy environment: the rows stay the same."""
        path = harness.SOURCE / "models" / "iftomm" / "a01_simple_pendulum.yaml"
        plain = bytes_of(self.good(path))["swing.csv"]
        folder = self.scratch.path / "models" / "elsewhere"
        folder.mkdir(parents=True)
        (self.scratch.path / "reference" / "iftomm").mkdir(parents=True)
        shutil.copy(harness.SOURCE / "reference" / "iftomm" / "a01.csv",
                    self.scratch.path / "reference" / "iftomm")
        shutil.copy(path, folder)
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8",
                       **{f"NOISE{k}": "x" * k for k in range(200)}}
        subprocess.run([str(harness.BINARY), "run", path.name, "-o", "out"], cwd=folder, check=True,
                       env=environment, capture_output=True)
        self.assertEqual((folder / "out" / "swing.csv").read_bytes(), plain)

    def test_every_analysis_option_is_seen(self):
        """The comparison would see a difference: another tolerance gives other bytes."""
        path = harness.SOURCE / "models" / "iftomm" / "a01_simple_pendulum.yaml"
        plain = bytes_of(self.good(path, "--reproducible"))
        other = bytes_of(self.scratch.run(path, "--reproducible", *harness.integrator("swing", 1e-8)))
        self.assertNotEqual(plain["swing.csv"], other["swing.csv"])
        self.assertNotEqual(plain["summary.json"], other["summary.json"])


@kinds.campaign
class TestBuilds(harness.MotionTest):
    """Builds the program four more times: about a minute on two cores."""

    def build(self, preset):
        folder = harness.BUILD / "determinism" / preset
        jobs = os.environ.get("MBSRUN_JOBS", str(os.cpu_count() or 2))
        for command in (["cmake", "--preset", preset, "-B", str(folder)],
                        ["cmake", "--build", str(folder), "--target", "mbsrun", "-j", jobs]):
            done = subprocess.run(command, cwd=harness.SOURCE, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return folder / "mbsrun"

    def test_compilers(self):
        binaries = {preset: self.build(preset) for preset in PRESETS}
        binaries["this build"] = harness.BINARY
        for path in models():
            with self.subTest(model=path.name):
                results = {}
                for name, binary in binaries.items():
                    run = self.scratch.run(path, "--reproducible", binary=binary)
                    self.assertIn(run.status, (0, 4), run.story())
                    results[name] = bytes_of(run)
                for name, result in results.items():
                    for file, content in results[PRESETS[0]].items():
                        self.assertEqual(content, result.get(file), f"{file} of {name}")


if __name__ == "__main__":
    harness.main()
