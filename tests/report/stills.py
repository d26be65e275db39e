#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of all shipped models against stills.txt. They prove only that nothing changed: what is
new is looked at (./dev gallery), then recorded.

usage: stills.py --root ROOT --binary MBSRUN [--record]

stills.txt has a line for each model, and below it one for each path of mbsrun view: what it is
painted with, its points, and the box around them in units of the 600 x 400 picture.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

WITHIN = 1  # units: less than a line is wide
PATH = "{http://www.w3.org/2000/svg}path"


def describe(binary, model, folder):
    """[(words, box)] of every path."""
    picture = folder / "still.svg"
    subprocess.run([binary, "view", model, "-q", "-o", picture], check=True)
    found = []
    for path in xml.etree.ElementTree.parse(picture).iter(PATH):
        points = [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.e+-]+) (-?[\d.e+-]+)", path.get("d"))]
        box = [min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)]
        paint = path.get("fill") if path.get("fill") != "none" else f"line {path.get('stroke')}"
        found.append((f"{paint}, {len(points)} points", box))
    return found


def read(path):
    known, name = {}, None
    for line in path.read_text().splitlines():
        if not line.startswith("  "):
            name = line
            known[name] = []
        else:
            words, _, box = line.strip().rpartition(": ")
            known[name].append((words, [float(number) for number in box.split()]))
    return known


def compare(name, found, known):
    if [words for words, _ in found] != [words for words, _ in known]:
        only_now = [words for words, _ in found if words not in [w for w, _ in known]]
        only_then = [words for words, _ in known if words not in [w for w, _ in found]]
        return [f"{name}: {len(found)} paths, {len(known)} before; new: {only_now}; gone: {only_then}"]
    return [f"{name}: {words} stands at {[round(v) for v in box]}, before at {[round(v) for v in was]}"
            for (words, box), (_, was) in zip(found, known) if max(abs(a - b) for a, b in zip(box, was)) > WITHIN]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    record = options.root / "tests/report/stills.txt"
    models = sorted((options.root / "models").rglob("*.yaml"))
    with tempfile.TemporaryDirectory() as scratch:
        found = {model.relative_to(options.root).as_posix(): describe(options.binary, model, pathlib.Path(scratch))
                 for model in models}
    if options.record:
        record.write_text("".join(f"{name}\n" + "".join(f"  {words}: {' '.join(f'{v:.1f}' for v in box)}\n"
                                                        for words, box in paths) for name, paths in found.items()))
        return 0
    known = read(record)
    faults = [fault for name, paths in found.items() for fault in compare(name, paths, known.get(name, []))]
    faults += [f"{name}: no such model" for name in known if name not in found]
    print("\n".join(faults) or f"{len(found)} pictures as before")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
