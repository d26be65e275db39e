#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A01 as a whole process: start, load, check, solve, audit, write.

usage: ./dev bench process [--runs N] [--require] [--record]

User and system time of mbsrun on models/iftomm/a01_simple_pendulum.yaml less those of /bin/true,
medians of N runs each (default 50) in turn, and its largest resident memory.

  --require  exit status 1 beyond 3 ms or 6 MiB
  --record   write tests/bench/process.json and the section of tests/bench/RESULTS.md
"""
import argparse
import statistics
import sys
import tempfile

import report
from report import A01, MBSRUN, die, spread

CPU_LIMIT_MS, MEMORY_LIMIT_KIB = 3.0, 6 * 1024


def measure(runs, folder):
    """Rows of (CPU ms, system ms, memory KiB, page faults): of true, of the start, of the whole."""
    programs = [["/bin/true"], [str(MBSRUN), "--version"], [str(MBSRUN), str(A01), "-o", folder]]
    samples = [[] for _ in programs]
    for which, user, system, memory, faults, _, status in report.spawn(runs, *programs):
        if status != 0:
            die(f"{' '.join(programs[which])}: exit status {status}")
        samples[which].append((1e3 * (user + system), 1e3 * system, memory, faults))
    return samples


def column(rows, k):
    return [row[k] for row in rows]


def main():
    parser = argparse.ArgumentParser(prog="./dev bench process", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--require", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs wants a positive number")
    conditions = report.conditions()
    with tempfile.TemporaryDirectory() as folder:
        true, start, whole = measure(options.runs, folder)
        counts = report.instructions([MBSRUN, A01, "-o", folder])
    values = {"name": "process", "conditions": conditions, "runs": options.runs,
              "cpu_ms": {name: spread(column(rows, 0)) for name, rows in
                         (("true", true), ("start", start), ("whole", whole))},
              "memory_kib": max(column(whole, 2)),
              "page_faults": statistics.median(column(whole, 3)), "instructions": counts}
    medians = {name: value["median"] for name, value in values["cpu_ms"].items()}
    values["more_than_true_ms"] = medians["whole"] - medians["true"]
    good = values["more_than_true_ms"] <= CPU_LIMIT_MS and values["memory_kib"] <= MEMORY_LIMIT_KIB
    report.write_json("process", values, options.record)
    quartiles = values["cpu_ms"]["whole"]
    counted = f"{counts:,} instructions" if counts else "instructions not counted"
    text = f"""User and system time, median of {options.runs}: {medians['whole']:.2f} ms (quartiles {quartiles['lower_quartile']:.2f} to {quartiles['upper_quartile']:.2f}),
`/bin/true` {medians['true']:.2f} ms, `mbsrun --version` {medians['start']:.2f} ms. **{values['more_than_true_ms']:.2f} ms more than `/bin/true`** (required: at most {CPU_LIMIT_MS:g}).
**Largest resident memory {values['memory_kib'] / 1024:.2f} MiB** (required: at most 6). {counted}, {values['page_faults']:.0f} page faults."""
    if options.record:
        report.put_section("process", f"## A01, the whole process\n\n`./dev bench process --record`\n\n"
                           f"{report.conditions_text(conditions)}\n{text}\n")
    print(text)
    return 1 if options.require and not good else 0


if __name__ == "__main__":
    sys.exit(main())
