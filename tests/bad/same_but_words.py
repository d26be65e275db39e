#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Two programs refuse the same files in the same way, but for the words.

usage: tests/bad/same_but_words.py BEFORE [AFTER]

Both programs read every broken model and study of tests/bad. Exit statuses and all that --json says must be equal, except the words of "message" and "hint"; the numbers in a message must be, too. For a change
that touches wording alone: BEFORE is the program of the commit before it, AFTER that of build/quick.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORDS = ("message", "hint")
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def without_words(value):
    """The value without words; of each message the numbers in it stay, in any order."""
    if isinstance(value, dict):
        return {key: sorted(NUMBER.findall(text or "")) if key == "message" else "" if key == "hint" else without_words(text)
                for key, text in value.items()}
    return [without_words(entry) for entry in value] if isinstance(value, list) else value


def said(program, command):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, *command, "--json", *(["-o", folder + "/out"] if command[0] == "sweep" else [])],
                              cwd=ROOT, text=True, capture_output=True, check=False)
    return done.returncode, done.stdout


def compare(before, after, command):
    """None, or what differs; and how many messages have other words."""
    one, two = said(before, command), said(after, command)
    if one[0] != two[0]:
        return f"exit status {one[0]} and {two[0]}", 0
    if not one[1].strip() and not two[1].strip():
        return None, 0
    if command[0] == "sweep" and one[0] == 0:  # the plan stands above the messages
        one, two = ((status, text[text.index("[\n"):]) for status, text in (one, two))
    first, second = json.loads(one[1]), json.loads(two[1])
    if without_words(first) != without_words(second):
        return "\n".join(f"{a}\n{b}" for a, b in zip(first, second) if without_words(a) != without_words(b)) or "other messages", 0
    return None, sum(any(a.get(key) != b.get(key) for key in WORDS) for a, b in zip(first, second))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path, nargs="?", default=ROOT / "build/quick/mbsrun")
    options = parser.parse_args()
    commands = [("check", str(path)) for path in sorted(HERE.glob("*.yaml"))]
    commands += [("sweep", str(path), "--dry-run") for path in sorted((HERE / "studies").glob("*.yaml"))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda command: compare(options.before.resolve(), options.after.resolve(), command), commands))
    for command, (wrong, _) in zip(commands, found):
        if wrong:
            print(f"{' '.join(command)}: {wrong}")
    different = sum(wrong is not None for wrong, _ in found)
    print(f"{len(commands)} files: {different} differ in more than words, {sum(count for _, count in found)} messages have other words")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
