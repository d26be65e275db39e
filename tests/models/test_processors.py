#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What holds on another processor. The program itself computes the same everywhere; sin, exp and
their like come from glibc, which has one variant for processors with FMA and AVX2 and another for
those without. glibc can be told which it may take: the same bytes wherever there is FMA, the same
motion to far below its tolerances elsewhere."""

import csv
import math
import pathlib
import unittest

import harness
import kinds

# Vector units that a processor with FMA and AVX2 may lack or have.
OTHER_WITH_FMA = "-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD,-ERMS,-Prefer_No_VZEROUPPER,-BMI2"
WITHOUT_FMA = "-FMA,-FMA4,-AVX2,-AVX512F"
ALLOWED = 1e-5  # of a column's largest value, or of 1e-3 where that is smaller


def has_fma():
    return " fma " in pathlib.Path("/proc/cpuinfo").read_text().replace("\n", " ")


def files_of(run):
    return {path.name: path.read_bytes() for path in sorted(run.directory.iterdir())}


def number(text):
    """The text itself where it is a word, infinite, or nothing."""
    try:
        return float(text) if math.isfinite(float(text)) else text
    except ValueError:
        return text


def columns(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: [number(row[k]) for row in rows[1:]]
            for k, name in enumerate(rows[0])}


@unittest.skipUnless(has_fma(), "this processor has no FMA")
class TestProcessors(harness.MotionTest):
    def shipped(self):
        for path in sorted((harness.SOURCE / "models").glob("*/*.yaml")):
            if "\nmbs_study" not in path.read_text():
                yield path

    def run_with(self, path, capabilities):
        return self.scratch.run(path, "--reproducible",
                                environment={"GLIBC_TUNABLES": f"glibc.cpu.hwcaps={capabilities}"})

    @kinds.sampled
    def test_same_bytes_with_fma(self):
        for path in kinds.some(self.shipped(), 8):
            with self.subTest(model=path.name):
                self.assertEqual(files_of(self.run_with(path, OTHER_WITH_FMA)),
                                 files_of(self.scratch.run(path, "--reproducible")))

    @kinds.sampled
    def test_same_motion_without(self):
        others = 0
        for path in kinds.some(self.shipped(), 8):
            with self.subTest(model=path.name):
                ours, other = self.scratch.run(path, "--reproducible"), self.run_with(path, WITHOUT_FMA)
                self.assertEqual(ours.status, other.status)
                others += files_of(ours) != files_of(other)
                for file in sorted(ours.directory.glob("*.csv")):
                    self.compare(columns(file), columns(other.directory / file.name), file.name)
        print(f"{others} models have other last digits without FMA")
        self.assertGreater(others, 0)  # else glibc was not told

    def compare(self, ours, others, file):
        self.assertEqual(list(ours), list(others))
        for name, column in ours.items():
            largest = max((abs(value) for value in column if isinstance(value, float)), default=0)
            self.assertEqual(len(column), len(others[name]), f"{file}: {name}")
            for mine, other in zip(column, others[name]):
                if isinstance(mine, str) or isinstance(other, str):
                    self.assertEqual(mine, other, f"{file}: {name}")
                else:
                    self.assertLessEqual(abs(mine - other), ALLOWED * max(largest, 1e-3),
                                         f"{file}: {name}")


if __name__ == "__main__":
    harness.main()
