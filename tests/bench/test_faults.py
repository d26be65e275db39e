#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The planted faults of faults.txt: `./dev record faults` lists those whose text is gone, with the lines that
are nearest now."""

import pathlib
import sys
import unittest

import faults

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "verdict"))
import bites


class Faults(unittest.TestCase):
    """Every planted fault still has its place in today's sources, and changes it."""
    table = faults.read_faults(faults.HERE / "faults.txt")

    def test_old_text_stands_exactly_once(self):
        for fault in self.table:
            with self.subTest(fault=f"{fault['place']} | {fault['file']} | {fault['what']}"):
                path = faults.ROOT / fault["file"]
                self.assertTrue(path.is_file(), "no such file")
                count = path.read_text(encoding="utf-8").count(fault["old"])
                self.assertEqual(count, 1, f"the old text stands there {count} times (./dev record faults):\n{fault['old']}")
                self.assertNotEqual(fault["new"], fault["old"])

    def test_what_the_verdict_has_to_find(self):
        """The faults of tests/verdict/bites.py, likewise."""
        for what, _, _, file, old, new, _ in bites.FAULTS:
            with self.subTest(fault=what):
                self.assertEqual((faults.ROOT / file).read_text(encoding="utf-8").count(old), 1, old)
                self.assertNotEqual(new, old)

    def test_faults_and_places(self):
        self.assertGreaterEqual(len(self.table), 130)
        self.assertEqual({fault["place"] for fault in self.table}, set(faults.PLACES))
        places = [fault["place"] for fault in self.table]
        self.assertGreaterEqual(places.count("saddle point") + places.count("projection"), 40)
        self.assertGreaterEqual(places.count("tree"), 10)
        told = [(fault["place"], fault["what"]) for fault in self.table]
        self.assertEqual(len(told), len(set(told)))


if __name__ == "__main__":
    unittest.main()
