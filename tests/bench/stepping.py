#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Motions step by step through the library: a million steps with an input; an environment for learning beside MuJoCo;
what Python adds to a run.

usage: ./dev bench stepping [--rounds N] [--steps N] [--record]

A step of the environment (a pole on a cart, tests/bench/stepping/cart_pole.h) is 20 ms of motion with a new push. Both
programs take turns in one run; the error is that of the pole's angle after 25 steps, from mbsrun at 1e-12.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time

import peers
import report
from report import A01, BUILD, HERE, ROOT, say

MUJOCO = (("Euler", 1), ("Euler", 10), ("RK4", 1), ("RK4", 4), ("RK4", 10))
OURS = ("1e-4", "1e-6", "1e-9")
EPISODES, RUNS = 1000, 300


def numbers(*command):
    done = subprocess.run([str(word) for word in command], env=report.ENVIRONMENT, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def program():
    """step_library, compiled with the library of the release build."""
    folder = report.WORK
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "step_library"
    subprocess.run(["gcc", "-std=gnu11", "-O3", f"-I{HERE}/stepping", f"-I{ROOT}/src/library", HERE / "stepping/step_library.c",
                    f"-L{BUILD}/lib", "-lmbsrun", "-lm", f"-Wl,-rpath,{BUILD}/lib", "-o", path], check=True)
    return path


def environment(ours, rounds):
    """Rows of the table: name, microseconds a step, error."""
    try:
        theirs = peers.mujoco("stepping/step_mujoco.c")
    except peers.NotAvailable as reason:
        say(f"without MuJoCo: {reason}")
        theirs = None
    exact = numbers(ours, "cart_pole", 1, "1e-12")[1]
    ways = [(f"mbsrun, {tolerance}", [ours, "cart_pole", EPISODES, tolerance]) for tolerance in OURS]
    if theirs:
        ways += [(f"MuJoCo, {name}, {steps} step{'s' if steps > 1 else ''}", [*theirs, EPISODES, name, steps]) for name, steps in MUJOCO]
    times = {name: [] for name, _ in ways}
    errors = {}
    for _ in range(rounds):
        for name, command in ways:
            took, angle = numbers(*command)
            times[name].append(took * 1e6)
            errors[name] = abs(angle - exact)
    return [(name, statistics.median(times[name]), errors[name]) for name, _ in ways]


def through_python(ours, rounds):
    """Milliseconds of a run of A01: by a call in C, and by Python with a look at a column."""
    sys.path.insert(0, str(ROOT / "src/python"))
    os.environ["MBSRUN_LIBRARY"] = str(BUILD / "lib/libmbsrun.so.0")
    import mbsrun  # pylint: disable=import-outside-toplevel
    model = mbsrun.load(A01)
    in_c, in_python = [], []
    for _ in range(rounds):
        in_c.append(1e3 * numbers(ours, "load", A01, RUNS)[0])
        start = time.process_time()
        for _ in range(RUNS):
            _ = model.run(motion=False)["swing"].x[-1]
        in_python.append(1e3 * (time.process_time() - start) / RUNS)
    return statistics.median(in_c), statistics.median(in_python)


def main():
    parser = argparse.ArgumentParser(usage="see the head of stepping.py", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--steps", type=int, default=1000000)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    ours = program()
    took, early, late, off = numbers(ours, "pendulum", arguments.steps)
    lines = ["## Step by step", "", f"Written by `./dev bench stepping --record` at revision {report.revision()}.", "",
             f"A double pendulum, {arguments.steps:,} steps of 1 ms with an input that changes at each: **{took * 1e6:.1f} us a "
             f"step**; {early:.0f} kB of memory after a tenth, {late:.0f} kB at the end; {off:.1e} rad from one run with the "
             "sine itself.", "", "A pole on a cart, 20 ms a step with a new push and four outputs read, `reset` after 25:", "",
             "| | us a step | steps a second | error [rad] |", "|---|---|---|---|"]
    for name, microseconds, error in environment(ours, arguments.rounds):
        lines.append(f"| {name} | {microseconds:.1f} | {1e6 / microseconds:,.0f} | {error:.0e} |")
    in_c, in_python = through_python(ours, arguments.rounds)
    lines += ["", f"A run of A01 with 1001 rows: {in_c:.3f} ms by a call in C, {in_python:.3f} ms from Python with a column read."]
    print("\n".join(lines))
    if arguments.record:
        report.put_section("stepping", "\n".join(lines))


if __name__ == "__main__":
    main()
