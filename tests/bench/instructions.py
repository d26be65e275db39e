#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Instruction counts of the shipped models, so that no change makes them slower unnoticed.

usage: ./dev bench instructions [--record "REASON"] [MODEL ...]

Compares callgrind's count of every model with tests/bench/instructions.csv. Counted is the function
run_model: compilation of the mechanism, initial conditions, the time loop with rows, audit and
checks, and the reading of reference files; not the loading of the model nor the writing of results.
An analysis of more than 1000 steps is counted up to there.
A count repeats to a millionth, whatever else the machine does, but belongs to one compiler, one
valgrind and one set of libraries: with others than those the file names nothing is compared.

  --record REASON  write the counts of these models (default: all) to the file, with the reason
  --check          for the test suite: exit status 77 (skipped) with another compiler or valgrind
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import re
import sys
import tempfile

import peers
import report
from report import HERE, MBSRUN, ROOT, die

FILE = HERE / "instructions.csv"
ALLOWED = 1.03
SKIPPED = 77
STEPS, STATUS_BUDGET = 1000, 9
LIBRARIES = ("libsuitesparse-dev", "liblapack-dev", "libyaml-dev")


def environment():
    """What a count depends on, beside the sources."""
    libc = os.confstr("CS_GNU_LIBC_VERSION")
    sundials = (report.cache_value("SUNDIALS_DIR").rsplit("/sundials-", 1) + [""])[1].split("/")[0]
    features = set(re.findall(r"\b(?:avx2|fma)\b", pathlib.Path("/proc/cpuinfo").read_text()))
    return {"compiler": report.compiler_version(), "build": report.cache_value("CMAKE_BUILD_TYPE"),
            "valgrind": report.valgrind_version(), "libc": libc, "sundials": sundials,
            "libraries": ", ".join(f"{name} {peers.installed_version(name)}" for name in LIBRARIES),
            "processor": " ".join(sorted(features))}


def read_file():
    """The environment (rows "# name: value") and the rows by model."""
    pinned, rows = {}, {}
    if not FILE.exists():
        return pinned, rows
    lines = FILE.read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("# "):
            name, _, value = line[2:].partition(": ")
            pinned[name] = value
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        rows[row["model"]] = (int(row["count"]), row["reason"])
    return pinned, rows


def write_file(pinned, rows):
    with FILE.open("w", encoding="utf-8", newline="") as out:
        for name, value in pinned.items():
            out.write(f"# {name}: {value}\n")
        table = csv.writer(out, lineterminator="\n")
        table.writerow(("model", "count", "reason"))
        for model in sorted(rows):
            table.writerow((model, *rows[model]))


def models():
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "models").glob("*/*.yaml"))


def count_one(model, folder):
    out = os.path.join(folder, model.replace("/", "_"))
    return report.instructions([MBSRUN, ROOT / model, "-o", out, "--max-steps", STEPS], "run_model*",
                               (0, STATUS_BUDGET))


def count(names):
    """Counts by model; None where the program fails under callgrind."""
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            return dict(zip(names, pool.map(lambda name: count_one(name, folder), names)))


def compare(counts, rows):
    """Prints what rose, and other remarks. Returns whether all is well."""
    good = True
    for model, now in counts.items():
        if not now:
            print(f"{model}: run_model was not counted (did the run fail, or was it inlined?)")
            good = False
            continue
        before = rows[model][0] if model in rows else None
        if before is None:
            print(f"{model}: {now:,} instructions, and no row in {FILE.relative_to(ROOT)}")
            good = False
            continue
        change = f"{100 * (now / before - 1):+.2f} %"
        if now > ALLOWED * before:
            print(f"{model}: {now:,} instructions, {change} over the {before:,} on record "
                  f"({rows[model][1]})")
            good = False
        else:
            print(f"{model}: {now:,} ({change})"
                  + (" - worth recording" if now * ALLOWED < before else ""))
    if not good:
        print("Make it faster again, or say why it may cost that: "
              './dev record instructions --why "REASON"')
    return good


def check(names, pinned, rows, skip):
    here = environment()
    other = [f"{key} is \"{here.get(key)}\", on record is \"{value}\""
             for key, value in pinned.items() if here.get(key) != value]
    if not pinned:
        print(f"{FILE.relative_to(ROOT)} is missing: ./dev record instructions")
        return 1
    if other:
        print("not compared: " + "; ".join(other))
        return SKIPPED if skip else 2
    return 0 if compare(count(names), rows) else 1


def record(names, pinned, rows, reason):
    here = environment()
    if pinned and pinned != here and len(names) < len(models()):
        die("the compiler, the flags, valgrind or a library changed: record all models")
    counts = count(names)
    for model, now in counts.items():
        if not now:
            die(f"{model}: run_model was not counted")
        before = rows.get(model, (0, ""))[0]
        if not before or abs(now / before - 1) > 0.001 or pinned != here:
            rows[model] = (now, reason)
            print(f"{model}: {before:,} -> {now:,}")
    known = set(models())
    write_file(here, {model: row for model, row in rows.items() if model in known})
    return 0


def main():
    parser = argparse.ArgumentParser(prog="./dev bench instructions", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", metavar="REASON")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("models", nargs="*", metavar="MODEL", help="as models/iftomm/a01_simple_pendulum.yaml")
    options = parser.parse_args()
    names = options.models or models()
    for name in names:
        if not (ROOT / name).is_file():
            parser.error(f"there is no {name}")
    pinned, rows = read_file()
    if options.record is not None:
        if not options.record.strip():
            parser.error("--record wants a reason")
        return record(names, pinned, rows, options.record.strip())
    return check(names, pinned, rows, options.check)


if __name__ == "__main__":
    sys.exit(main())
