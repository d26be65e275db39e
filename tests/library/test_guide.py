# SPDX-License-Identifier: BSD-3-Clause
"""docs/library.md: what it shows in Python is what happens, and its C compiles and runs."""

import doctest
import os
import pathlib
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cli", "support", "docs")]
import blocks  # noqa: E402
from program import PATIENCE, ProgramTest  # noqa: E402
from through_python import import_mbsrun, library, main  # noqa: E402

PROGRAM = """#include <mbsrun.h>
#include <stdio.h>
int main(void) {
%s  return status;
}
"""


class Guide(ProgramTest):
    maxDiff = None

    def setUp(self):
        super().setUp()
        self.blocks = blocks.blocks_of((self.root / "docs/library.md").read_text())
        self.write("swing.yaml", next(block.text for block in self.blocks if block.language == "yaml"))

    def of(self, language):
        found = [block for block in self.blocks if block.language == language]
        self.assertTrue(found)
        return found

    def test_python(self):
        import_mbsrun()
        before = pathlib.Path.cwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        names, said = {}, []
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
        for block in self.of("pycon"):
            test = doctest.DocTestParser().get_doctest(block.text, names, "library.md", "library.md", block.line)
            runner.run(test, out=said.append, clear_globs=False)
            names = test.globs
        self.assertEqual("".join(said), "")
        self.assertGreater(runner.tries, 10)

    def said_by(self, source):
        """What a program of C says, compiled with the library."""
        lib = pathlib.Path(library()).parent
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", self.root / "src/library", source, "-L", lib,
                        "-lmbsrun", "-lm", f"-Wl,-rpath,{lib}", "-o", "main"], cwd=self.folder, check=True, timeout=PATIENCE)
        return subprocess.run(["./main"], cwd=self.folder, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout

    def test_c(self):
        for block in self.of("c"):
            self.assertRegex(self.said_by(self.write("main.c", PROGRAM % block.text)), r"^angle ends at -1\.\d+ rad\n$")

    def test_examples_of_c(self):
        self.assertEqual(len(list((self.root / "docs/library").glob("*.c"))), 3)  # run_model.c: test_package.py
        self.assertAlmostEqual(float(self.said_by(self.root / "docs/library/controller.c")), 0.5, delta=1e-6)
        self.assertAlmostEqual(float(self.said_by(self.root / "docs/library/law.c")), 4 / 2 + 3 / 4, delta=1e-5)


if __name__ == "__main__":
    main()
