# SPDX-License-Identifier: BSD-3-Clause
"""Broken studies, one fault each: the messages that the first line of each file expects, with code
and place, an excerpt with its caret and, but for a few that say it themselves, a hint.

The first line: "# expect: CODE LINE:COLUMN CODE FILE:LINE:COLUMN ...", or "nothing"."""

import pathlib
import re
import shutil

from program import ProgramTest, main

PLACE = re.compile(r"^(?:(\S+?):(\d+):(\d+): )?(?:error|warning)\[(.*?)\]: (.*)$")
# Messages that name what to write, or a number that speaks for itself.
SELF_EXPLAINING = {"E-SCHEMA-010", "E-EXPR-006", "E-VAL-002", "E-IO-004"}
LEAST_FILES = 60
LEAST_HINTS = 55


def messages(text, name):
    """(code, place, lines behind it) of each message."""
    found = []
    for line in text.splitlines():
        match = PLACE.match(line)
        if match:
            file, row, column, code, _ = match.groups()
            prefix = "" if file in (name, None) else f"{file}:"
            found.append((code, f"{prefix}{row}:{column}" if row else "", []))
        elif found:
            found[-1][2].append(line)
    return found


class BadStudies(ProgramTest):
    def setUp(self):
        super().setUp()
        shutil.copytree(self.root / "tests/bad/studies", self.folder, dirs_exist_ok=True)

    def test_files(self):
        files = sorted(self.folder.glob("*.yaml"))
        self.assertGreaterEqual(len(files), LEAST_FILES)
        hints = 0
        for path in files:
            with self.subTest(file=path.name):
                expected = re.match(r"# expect: (.*)$", path.read_text().splitlines()[0])[1]
                outcome = self.call("sweep", path.name, "--dry-run")
                found = messages(outcome.err, path.name)
                self.assertEqual(" ".join(f"{code} {place}".strip() for code, place, _ in found)
                                 or "nothing", expected, outcome.err)
                self.assertEqual(outcome.status == 0, not found)
                for code, place, lines in found:
                    text = "\n".join(lines)
                    if place:
                        row = place.split(":")[-2]
                        self.assertRegex(text, rf"(?m)^ *{row} \| .*\n +\| *\^~*$", "caret")
                    hinted = "hint: " in text
                    hints += hinted
                    self.assertTrue(hinted or code in SELF_EXPLAINING, outcome.err)
        self.assertGreaterEqual(hints, LEAST_HINTS)

    def test_codes_of_runs(self):
        """What goes wrong behind the study file has no place in it, but a code and a way out."""
        study = ("mbs_study: 1\nmodel: data/pendulum.yaml\nvary: {L: {values: [1, 3]}}\n"
                 "outputs: {x: {final: P.x}}\n")
        self.write("s.yaml", study)
        failed = self.expect(7, "sweep", "s.yaml", "-o", "out")
        self.assertIn("error[E-STUDY-005]: 1 of 2 runs failed", failed.err)
        self.assertIn("hint: mbsrun sweep report out shows which and why", failed.err)
        self.expect(0, "sweep", "s.yaml", "-o", "parts", "--shard", "0/2")
        missing = self.expect(5, "sweep", "merge", "parts")
        self.assertIn("error[E-STUDY-004]: 1 of 2 runs have not finished", missing.err)
        self.assertIn("hint: ", missing.err)

    def test_every_code_is_met(self):
        """Every class of messages of studies is provoked by some test."""
        table = (self.root / "src/base/diag_codes.def").read_text()
        codes = set(re.findall(r"E-STUDY-\d+", table))
        self.assertGreaterEqual(len(codes), 5)
        tests = "".join(path.read_text() for folder in ("cli", "cluster", "unit")
                        for path in pathlib.Path(self.root, "tests", folder).rglob("test_*.*"))
        self.assertEqual({code for code in codes if code not in tests}, set())


if __name__ == "__main__":
    main()
