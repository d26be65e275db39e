#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Models with one word changed, run: whatever is made of them, the program says so.

run_mutants.py --binary MBSRUN --source ROOT [--count N] [--seed S]

test_mutants.c loads every mutant; here a sample is also run, of the shipped models and of the
examples of the reference. A word is replaced by another word of the same file or by a number that is
too large, too small, or of the wrong sign; or its line is left out. Every run must end by itself with
one of the program's exit statuses, and never as a bug: no signal, no status 1, no status without a
message. Not a test of every build: a campaign (./dev mutants run), with figures in MUTANTS.md.
"""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

NASTY = ("", "~", "-1", "0", "1e9", "1e-9", "1e300", "-1e300", "2*t", "t", "pi", "1e-300", "0.5", "3", "-3", "100")
BUDGET = ("--time-limit", "2", "--max-steps", "3000", "--max-memory", "500000000", "--max-output-size", "20000000")
LONGEST = 60  # s, of a run whose budget is 2 s of the processor
GOOD = (0, 3, 4, 6, 9)


def words_of(lines):
    return [(k, word.start(), word.end()) for k, line in enumerate(lines)
            for word in re.finditer(r"[A-Za-z0-9_.\-]+", line.split("#")[0])]


def mutate(text, dice):
    """The text with one change, and what it was."""
    lines = text.split("\n")
    words = words_of(lines)
    row, first, last = dice.choice(words)
    line, way = lines[row], dice.randrange(5)
    other = dice.choice(NASTY)
    if way == 3:
        there = dice.choice(words)
        other = lines[there[0]][there[1]:there[2]]
    lines[row] = "" if way == 4 else line[:first] + other + line[last:]
    said = "line left out" if way == 4 else f'"{line[first:last]}" -> "{other}"'
    return "\n".join(lines), f"line {row + 1}: {said}"


def run(binary, model, results):
    """The exit status, or what was wrong instead."""
    command = [binary, "run", str(model), "-o", str(results), *BUDGET]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=LONGEST,
                              check=False)
    except subprocess.TimeoutExpired:
        return "does not end"
    finally:
        shutil.rmtree(results, ignore_errors=True)
    told = done.stdout + done.stderr
    if done.returncode not in GOOD or "E-BUG" in told or "Sanitizer" in told:
        return f"status {done.returncode}"
    if done.returncode != 0 and "error[" not in told:
        return f"status {done.returncode} without a message"
    return done.returncode


def copy_models(source, folder):
    for part in ("models", "reference"):
        shutil.copytree(source / part, folder / part)
    shutil.copytree(source / "docs" / "examples", folder / "models" / "reference_examples")
    return sorted(path for path in (folder / "models").rglob("*.yaml") if "reference_examples/parts" not in str(path))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--source", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice, counts, bad = random.Random(options.seed), {}, 0
    with tempfile.TemporaryDirectory(prefix="mbsrun-mutants-") as name:
        folder = pathlib.Path(name)
        models = copy_models(options.source, folder)
        for _ in range(options.count):
            model = dice.choice(models)
            text, change = mutate(model.read_text(encoding="utf-8"), dice)
            mutant = model.with_name("mutant.yaml")
            mutant.write_text(text, encoding="utf-8")
            status = run(options.binary, mutant, folder / "results")
            mutant.unlink()
            counts[status] = counts.get(status, 0) + 1
            if status not in GOOD:
                bad += 1
                print(f"{model.name}: {change}: {status}", flush=True)
    print(f"{options.count} mutants of {len(models)} models, seed {options.seed}: "
          + ", ".join(f"{counts[status]} ended with {status}" for status in sorted(counts, key=str)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
