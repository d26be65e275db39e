#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does ./dev check bite? Ten faults are planted in a clone of HEAD, one at a time, and the stage that should
find each has to be red, with words that name it.

usage: bites.py --root ROOT --work DIR [--only WORD]

A stage runs as ./dev check runs it, but for two things: the release build is the one without link-time
optimisation, and of the everyday tests only that one is run which should fail (it belongs to the stage: that
is looked at). Before a fault is planted the same test passes. Exit status 77 where ROOT is no clone of git.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time

# What is planted: the fault, its stage, the test, a file with old text and new, words that the stage must say.
PULL, LINE = "src/elements/forces/force_spring_damper.c", "src/elements/frames/line.h"
FAULTS = (
    ("a derivative", "release", "derivatives.forces", LINE,
     "(dd[i] - line->n[i] * dlength) / line->length;", "(dd[i] + line->n[i] * dlength) / line->length;", "spring_damper"),
    ("a sign in a force", "release", "models.shipped.spring_mass", PULL,
     "return par[STIFFNESS] * (pull->line.length - par[FREE_LENGTH]) +",
     "return par[STIFFNESS] * (par[FREE_LENGTH] - pull->line.length) +", "spring_mass"),
    ("a leak", "debug", "unit.language_files", "src/language/expand/files.c", "  free(followed);\n", "",
     "LeakSanitizer: detected memory leaks"),
    ("a read beyond an array", "debug", "unit.base_sha256", "src/base/sha256.c",
     "k < SHA256_DIGEST_LENGTH; k++", "k <= SHA256_DIGEST_LENGTH; k++", "sha256.c:4"),
    ("an unformatted line", "format", None, PULL, "  return par[STIFFNESS]", "   return par[STIFFNESS]",
     "force_spring_damper.c:"),
    ("a circle of modules", "laws", "house.circles", "src/expr/text/parser.c",
     '#include "expr/text/parser.h"\n', '#include "expr/text/parser.h"\n#include "expr/programs/formula.h"\n', "formula"),
    ("a key without a page", "release", "docs.fields", "src/language/tables/tables.c",
     'KEY("title", TEXT, "one line that names the model"),',
     'KEY("title", TEXT, "one line that names the model"),\n    KEY("subtitle", TEXT, "another line"),', "subtitle"),
    ("a stale schema", "laws", "house.schema", "src/elements/forces/force_drag.c",
     '"force per speed, opposing', '"force by speed, opposing', "not fresh: ./dev record tables"),
    ("a wrong exit status", "release", "cli.share", "src/cli/commands/command_fmt.c",
     "return same ? 0 : EXIT_CHECK;", "return same ? 0 : EXIT_USAGE;", "exit 2"),
    ("a message without its code", "release", "unit.base_diag", "src/base/diag.c",
     '"%s%s[%s]%s: %s\\n"', '"%s%s%.0s%s: %s\\n"', "E-SCHEMA-003"),
)
RECORDED = ("a key without a page",)  # whoever plants it makes schema and pages anew, and forgets the example


class Tree:
    """The clone, and ./dev in it."""

    def __init__(self, root, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        done = subprocess.run(["git", "-c", "safe.directory=*", "clone", "-q", str(root), str(folder)], check=False,
                              capture_output=True, text=True)
        if done.returncode != 0:
            print(f"skipped: {root} cannot be cloned: {done.stderr.strip()}")
            sys.exit(77)
        labels = (folder / "tests/verdict/labels.txt").read_text().splitlines()
        self.labels = {line.split()[0]: line.split()[1:] for line in labels if line and line[0] != "#"}

    def dev(self, *words):
        apart = {name: value for name, value in os.environ.items() if name != "MBSRUN_STAGES"}  # no stage of our caller
        done = subprocess.run(["./dev", *words], cwd=self.folder, env=apart, check=False, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def belongs(self, stage, test):
        words = self.labels.get(test, [])
        return "everyday" in words and not (stage == "debug" and "once" in words)

    def run(self, stage, test):
        """Status and words of the stage: what it needs is built first."""
        if stage == "format":
            return self.dev("stage-format")
        preset = "debug" if stage == "debug" else "quick"
        status, said = self.dev("stage-build", preset)
        if status == 0:
            more = ("-L", "^house$") if stage == "laws" else ()
            status, said = self.dev("stage-tests", preset, "everyday", "1", "-R", f"^{test}$".replace(".", "[.]"), *more)
        return status, said


def look(tree, fault):
    """None when the stage was green before and red after, with the words; else what went wrong."""
    what, stage, test, name, old, new, words = fault
    path = tree.folder / name
    text = path.read_text()
    if text.count(old) != 1:
        return f"its text stands {text.count(old)} times in {name}: {old!r}"
    if test and not tree.belongs(stage, test):
        return f"{test} does not belong to the stage"
    status, said = tree.run(stage, test)
    if status != 0:
        return f"red without the fault:\n{said}"
    path.write_text(text.replace(old, new))
    if what in RECORDED:
        tree.dev("record", "tables", "pages")
    status, said = tree.run(stage, test)
    subprocess.run(["git", "checkout", "-q", "."], cwd=tree.folder, check=True)
    if status == 0:
        return f"green with the fault:\n{said}"
    return None if words in said and (test is None or f"failed: {test}" in said) else f"no word of {words!r}:\n{said}"


def main():
    parser = argparse.ArgumentParser(description="Does ./dev check bite?")
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    tree = Tree(options.root, options.work / "tree")
    missed = 0
    for fault in FAULTS:
        if options.only in fault[0]:
            began = time.monotonic()
            trouble = look(tree, fault)
            missed += trouble is not None
            print(f"{fault[0]}: {'found' if trouble is None else 'NOT FOUND'} by {fault[2] or fault[1]}, "
                  f"{time.monotonic() - began:.0f} s" + (f": {trouble}" if trouble else ""), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
