#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Counts what ctest did.

usage: counts.py RESULTS.xml [--log LOG] [--least N] [--add FILE] [--figure FILE]

Reads what `ctest --output-junit RESULTS.xml` wrote, and tells on standard error how many tests passed,
by label, which failed, which were skipped, and, from what ctest said (LOG), which passed only at their
second try. Exit status 1 where a test failed, or where fewer than N ran: a run of no test proves nothing.
--add appends "PASSED FAILED SKIPPED" to FILE; --figure writes the same in words.
"""

import argparse
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree

LIST = pathlib.Path(__file__).resolve().parent / "labels.txt"


def labels():
    """{test: label}"""
    rows = [line.split() for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    return {row[0]: row[1] for row in rows}


def outcomes(path):
    """{"passed", "failed", "skipped": [test, ...]} of a file of ctest."""
    found = {"passed": [], "failed": [], "skipped": []}
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None and skipped.get("message", "").startswith("SKIP_"):
            kind = "skipped"  # the test itself said so; one that could not be started has failed
        else:
            kind = "passed" if case.get("status") == "run" and case.find("failure") is None else "failed"
        found[kind].append(case.get("name"))
    return found


def second_tries(found, log):
    """Tests that passed in the end, and of which ctest said "Failed" before."""
    failed = set(re.findall(r"Test +#\d+: (\S+) [. ]*\*\*\*", log.read_text(errors="replace"))) if log else set()
    return [name for name in found["passed"] if name in failed]


def main():
    parser = argparse.ArgumentParser(description="Counts what ctest did.")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--log", type=pathlib.Path)
    parser.add_argument("--least", type=int, default=1)
    parser.add_argument("--add", type=pathlib.Path)
    parser.add_argument("--figure", type=pathlib.Path)
    options = parser.parse_args()
    found = outcomes(options.results)
    again = second_tries(found, options.log)
    known = labels()
    by_label = collections.Counter(known.get(name, "without label") for name in found["passed"])
    words = ", ".join(f"{label} {count}" for label, count in sorted(by_label.items()))
    print(f"  {len(found['passed'])} passed ({words or 'none'}), {len(found['failed'])} failed, "
          f"{len(found['skipped'])} skipped", file=sys.stderr)
    for words, names in (("failed", found["failed"]), ("skipped", found["skipped"]), ("passed at the second try", again)):
        for name in names:
            print(f"  {words}: {name}", file=sys.stderr)
    if options.add:
        with options.add.open("a", encoding="utf-8") as out:
            print(*(len(found[kind]) for kind in ("passed", "failed", "skipped")), file=out)
    if options.figure:
        words = ", ".join(f"{len(names)} {kind}" for kind, names in found.items() if names or kind != "skipped")
        options.figure.write_text(words + (f"; at the second try: {', '.join(again)}" if again else ""))
    ran = len(found["passed"]) + len(found["failed"])
    if ran < options.least:
        print(f"  only {ran} tests ran, and at least {options.least} should", file=sys.stderr)
    return 1 if found["failed"] or ran < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
