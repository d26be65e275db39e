# SPDX-License-Identifier: BSD-3-Clause
"""The law of labels: tests/verdict/labels.txt names every test once, with one of four labels."""

import json
import re
import subprocess

from house_files import place

LABELS = {"everyday", "machinery", "campaign", "record"}
OTHER_WORDS = re.compile(r"once|cost=[1-9][0-9]*")
OTHER_BUILDS = re.compile(r"(m32|wasm)\.")  # presets of their own; their configuration refuses a missing row


def law_labels(root, options):
    """The rows of the list and the tests of the release build: each has the other."""
    path = root / "tests" / "verdict" / "labels.txt"
    rows = [(number, line.split()) for number, line in enumerate(path.read_text().split("\n"), 1)
            if line and not line.startswith("#")]
    breaches = row_breaches(root, path, rows)
    listing = subprocess.run(["ctest", "--test-dir", options.build, "--show-only=json-v1"],
                             text=True, capture_output=True, check=True).stdout
    tests = {test["name"]: labels_of(test) for test in json.loads(listing)["tests"]}
    if not tests:
        breaches.append(f"{options.build}: ctest knows no test")
    for number, (name, *words) in rows:
        if name not in tests and not OTHER_BUILDS.match(name):
            breaches.append(f"{place(root, path, number)}: there is no test {name}: ./dev record labels")
        missing = {word for word in words if "=" not in word} - tests.get(name, set(words))
        if missing:
            breaches.append(f"{place(root, path, number)}: ctest does not know {name} as {', '.join(sorted(missing))}")
    names = {words[0] for _, words in rows}
    return breaches + [f"{place(root, path, 1)}: no row for the test {name}: ./dev record labels"
                       for name in sorted(set(tests) - names)]


def labels_of(test):
    """What ctest has as the labels of a test."""
    return {word for entry in test.get("properties", []) if entry["name"] == "LABELS" for word in entry["value"]}


def row_breaches(root, path, rows):
    breaches, before = [], ""
    for number, (name, *words) in rows:
        where = place(root, path, number)
        labels = [word for word in words if word in LABELS]
        other = [word for word in words if word not in LABELS and not OTHER_WORDS.fullmatch(word)]
        if len(labels) != 1 or other:
            breaches.append(f"{where}: {name} needs exactly one of {', '.join(sorted(LABELS))}"
                            + (f", and {', '.join(other)} means nothing" if other else ""))
        if name.lower() <= before:
            breaches.append(f"{where}: {name} is not behind the name above it")
        before = name.lower()
    return breaches
