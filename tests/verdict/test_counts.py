#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""counts.py beside what ctest itself does: every way in which a test can end."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

COUNTS = pathlib.Path(__file__).with_name("counts.py")
ENDS = {  # test: its command, its properties, what it counts as
    "a.good": ("true", "", "passed"),
    "a.bad": ("false", "", "failed"),
    "a.missing": ("/nonexistent/program", "", "failed"),
    "a.crash": ('sh -c "kill -SEGV $$"', "", "failed"),
    "a.late": ("sleep 60", "TIMEOUT 1", "failed"),
    "a.skip": ('sh -c "exit 77"', "SKIP_RETURN_CODE 77", "skipped"),
    "a.disabled": ("true", "DISABLED TRUE", "failed"),
    "a.needs": ("true", "FIXTURES_REQUIRED f", "failed"),
    "a.setup": ("false", "FIXTURES_SETUP f", "failed"),
}


class Counts(unittest.TestCase):
    def count(self, names, *arguments):
        """Exit status and words of counts.py on a run of these tests."""
        with tempfile.TemporaryDirectory() as folder:
            lines = [f"add_test({name} {ENDS[name][0]})" for name in names]
            lines += [f"set_tests_properties({name} PROPERTIES {ENDS[name][1]})" for name in names if ENDS[name][1]]
            (pathlib.Path(folder) / "CTestTestfile.cmake").write_text("\n".join(lines) + "\n")
            subprocess.run(["ctest", "--output-junit", "r.xml"], cwd=folder, check=False, capture_output=True)
            done = subprocess.run([sys.executable, COUNTS, "r.xml", *arguments], cwd=folder, check=False,
                                  capture_output=True, text=True)
        return done.returncode, done.stderr

    def test_every_end(self):
        status, said = self.count(ENDS)
        self.assertEqual(status, 1)
        self.assertIn("1 passed (without label 1), 7 failed, 1 skipped", said)
        for name, (_, _, kind) in ENDS.items():
            self.assertEqual(f"{kind}: {name}\n" in said, kind != "passed", name)

    def test_each_alone(self):
        for name, (_, _, kind) in ENDS.items():
            names = ("a.setup", name) if name == "a.needs" else (name,)
            self.assertEqual(self.count(names)[0], 0 if kind == "passed" else 1, name)  # a skipped one alone is none

    def test_too_few(self):
        self.assertEqual(self.count(("a.good", "a.skip"), "--least", "1")[0], 0)
        status, said = self.count(("a.good", "a.skip"), "--least", "2")
        self.assertEqual(status, 1)
        self.assertIn("only 1 tests ran, and at least 2 should", said)


if __name__ == "__main__":
    unittest.main()
