#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Chains of N rods that fall for 1 s: mbsrun beside Simbody and a hand-written limit.

usage: ./dev bench chain [--rounds N] [--time-limit S] [--require] [--record]

First N = 10, 40, 100, 400: every contestant with the cheapest of the settings that leave the tip
within 5e-6 m of the known place and whose tighter ones of a scan (quarter decades; the limit: doubled
numbers of steps) all do so, and mbsrun with its default tolerance too; medians of some rounds
(default 5), in turn. Then mbsrun alone up to N = 10,000 at its default tolerance: CPU time per step
and peak memory, and the slopes of their logarithms over that of N.

  --time-limit S  CPU seconds for one run of a long chain (default 60); a step's time is then that
                  of the steps up to there
  --require       exit status 1 when a figure is missed: tip, 0.1 s and ahead of Simbody at N = 400,
                  slopes of at most 1.1
  --record        write tests/bench/chain.json and the section of tests/bench/RESULTS.md
"""
import argparse
import math
import pathlib
import subprocess
import sys
import tempfile

import peers
import report
import tips
from chain_model import TIP, TIP_WITHIN
from report import BUILD, HERE, say

LONG = (10, 40, 100, 400, 1000, 2000, 4000, 10000)
CPU_LIMIT_S, SLOPE_LIMIT = 0.1, 1.1
DEFAULT, TUNED, LIMIT = "mbsrun, default", "mbsrun, cheapest that passes", "C limit (Runge-Kutta, O(N))"


def write_chain(path, count, relative):
    """A chain of so many rods; relative: the tolerance, or None for the default."""
    extra = [] if relative is None else ["--relative", f"{relative:.6e}"]
    with path.open("w", encoding="utf-8") as text:
        subprocess.run([sys.executable, HERE / "chain_model.py", str(count), *extra], stdout=text,
                       check=True)


def enter(folder, time_limit):
    tolerances = [10.0 ** (-k / 4) for k in range(8, 33)]
    field = [tips.Mbsrun(name, write_chain, TIP, folder, tolerances, time_limit=time_limit)
             for name in (DEFAULT, TUNED)]
    field.append(tips.Program(LIMIT, [BUILD / "tests/bench/limit_chain"], TIP,
                              [25.0 * 2**k for k in range(7)]))
    absent = {}
    try:
        command = peers.simbody("chain/simbody_chain.cpp")
        version = peers.installed_version("libsimbody-dev")
        field.append(tips.Program(f"Simbody {version}, Runge-Kutta-Merson, own steps", command, TIP,
                                  tolerances))
    except peers.NotAvailable as reason:
        absent["Simbody"] = str(reason)
        say(f"Simbody: not available: {reason}")
    return field, absent


def race(field, count, rounds):
    """Rows of one length of the chain."""
    settings = {DEFAULT: None}
    for one in field:
        if one.name != DEFAULT:
            setting, trouble = tips.find(one, count, TIP_WITHIN)
            if setting is None:
                say(f"N = {count}: {one.name}: no setting of the scan passes ({trouble})")
            else:
                settings[one.name] = setting
    return tips.race(field, count, settings, rounds)


def slopes(rows, key):
    """Of the logarithms: over all lengths by least squares, and from 1000 rods on."""
    def fit(points):
        points = [(math.log(row["rods"]), math.log(row[key])) for row in points]
        x, y = (sum(column) / len(points) for column in zip(*points))
        return (sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points))
    usable = [row for row in rows if row[key] > 0]
    long = [row for row in usable if row["rods"] >= 1000]
    return {"all": fit(usable) if len(usable) > 1 else math.nan,
            "from_1000": fit(long) if len(long) > 1 else math.nan}


def lengthen(own, rounds):
    rows = []
    for count in LONG:
        runs = [own.run(count, None) for _ in range(rounds if count <= 400 else 1)]
        best = min(runs, key=lambda run: run["cpu_s"])
        if not best["steps"]:
            say(f"N = {count}: no step within the limits (exit status {best['status']})")
            continue
        rows.append({"rods": count, "steps": best["steps"], "t": best["t"], "cpu_s": best["cpu_s"],
                     "cpu_per_step": best["cpu_s"] / best["steps"], "process_s": best["process_s"],
                     "memory_kib": best["memory_kib"], "method": best["method"]})
        say(f"N = {count}: {best['steps']} steps to {best['t']:g} s in {best['cpu_s']:.3g} s of CPU")
    return rows


def verdicts(values):
    rows = {row["name"]: row for row in values["race"] if row["rods"] == 400}
    own = rows.get(TUNED, rows[DEFAULT])
    peer = min((row["cpu_s"]["median"] for name, row in rows.items() if name.startswith("Simbody")),
               default=math.inf)
    marks = [(f"tip within {TIP_WITHIN:g} m at the default tolerance, N = 10, 40, 100, 400",
              all(row["tip_error"] <= TIP_WITHIN for row in values["race"] if row["name"] == DEFAULT)),
             (f"N = 400 in {own['cpu_s']['median']:.3f} s (default tolerance "
              f"{rows[DEFAULT]['cpu_s']['median']:.3f} s; required: {CPU_LIMIT_S} s)",
              own["cpu_s"]["median"] <= CPU_LIMIT_S),
             (f"N = 400 ahead of Simbody's {peer:.3f} s", own["cpu_s"]["median"] < peer)]
    for what, key in (("CPU time per step", "cpu_per_step"), ("peak memory", "memory_kib")):
        slope = values["slopes"][key]
        marks.append((f"slope of {what}: {slope['all']:.2f} over all, {slope['from_1000']:.2f} from "
                      f"1000 rods on (required: {SLOPE_LIMIT})",
                      max(slope["all"], slope["from_1000"]) <= SLOPE_LIMIT
                      and values["long"][-1]["rods"] == LONG[-1]))
    return all(good for _, good in marks), [f"{text}: {'reached' if good else 'missed'}"
                                            for text, good in marks]


def tables(values):
    lines = tips.race_table(values["race"], values["not_available"])
    lines += ["", "| rods | integrator | steps | CPU s | CPU per step, ms | and rod, us | "
              "whole process s | peak memory MiB |", "|" + "---|" * 8]
    for row in values["long"]:
        lines.append(f"| {row['rods']} | {row['method']} | {row['steps']} | "
                     f"{row['cpu_s']:.4f} | {1e3 * row['cpu_per_step']:.4f} | "
                     f"{1e6 * row['cpu_per_step'] / row['rods']:.2f} | {row['process_s']:.3f} | "
                     f"{row['memory_kib'] / 1024:.1f} |")
    return "\n".join(lines)


def section(values, lines):
    return f"""## Chains

`./dev bench chain --record`, {values['rounds']} rounds.

{report.conditions_text(values['conditions'])}
{chr(10).join('**' + line + '**' + chr(10) for line in lines)}
{tables(values)}

mbsrun's times have 101 rows and the audit in them, Simbody's and the limit's the steps alone.

Peers that Debian does not package were measured once: `tests/bench/quoted_chain.md`.
"""


def main():
    parser = argparse.ArgumentParser(prog="./dev bench chain", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--require", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.rounds < 1 or not options.time_limit > 0:
        parser.error("--rounds and --time-limit want positive numbers")
    conditions = report.conditions()
    with tempfile.TemporaryDirectory() as folder:
        field, absent = enter(pathlib.Path(folder), options.time_limit)
        rows = []
        for count in sorted(TIP):
            say(f"N = {count}")
            rows += race(field, count, options.rounds)
        long = lengthen(field[0], options.rounds)
    values = {"name": "chain", "conditions": conditions, "rounds": options.rounds, "race": rows,
              "not_available": absent, "long": long,
              "slopes": {key: slopes(long, key) for key in ("cpu_per_step", "memory_kib")}}
    good, lines = verdicts(values)
    report.write_json("chain", values, options.record)
    if options.record:
        report.put_section("chain", section(values, lines))
    print(tables(values) + "\n\n" + "\n".join(lines))
    return 1 if options.require and not good else 0


if __name__ == "__main__":
    sys.exit(main())
