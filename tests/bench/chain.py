#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Chains of N rods that fall for 1 s: mbsrun beside Simbody and a hand-written limit.

usage: ./dev bench chain [--rounds N] [--time-limit S] [--require] [--record]

First N = 10, 40, 100, 400: every contestant with the loosest setting that leaves the tip within
5e-6 m of the known place and whose tighter ones of a scan (quarter decades; the limit: doubled
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
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import peers
import report
from chain_model import TIP, TIP_WITHIN
from report import BUILD, ENVIRONMENT, HERE, MBSRUN, say, spread

LONG = (10, 40, 100, 400, 1000, 2000, 4000, 10000)
CPU_LIMIT_S, SLOPE_LIMIT = 0.1, 1.1
DEFAULT, TUNED, LIMIT = "mbsrun, default", "mbsrun, loosest that passes", "C limit (Runge-Kutta, O(N))"


def tip_error(count, x, y):
    return math.hypot(x - TIP[count][0], y - TIP[count][1])


class Mbsrun:
    """The program on a chain; its setting is the relative tolerance, None for the default."""
    scan = [10.0 ** (-k / 4) for k in range(8, 33)]

    def __init__(self, name, folder, time_limit):
        self.name, self.folder, self.time_limit = name, folder, time_limit

    def run(self, count, setting):
        model = self.folder / f"chain_{count}.yaml"
        out = self.folder / f"out_{count}"
        with model.open("w", encoding="utf-8") as text:
            extra = [] if setting is None else ["--relative", f"{setting:.6e}"]
            subprocess.run([sys.executable, HERE / "chain_model.py", str(count), *extra],
                           stdout=text, check=True)
        row, = report.spawn(1, [MBSRUN, model, "-o", out, "--force", "--max-nodes", 10**7,
                                "--time-limit", self.time_limit])
        _, user, system, memory, _, _, status = row
        facts = {"process_s": user + system, "memory_kib": memory, "status": status}
        try:
            summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
        except OSError:
            return {**facts, "cpu_s": math.nan, "steps": 0, "t": 0.0, "error": math.inf}
        fall = summary["analyses"]["fall"]
        integrator = fall["integrator"]
        facts.update(cpu_s=fall["cpu_s"], steps=fall["steps"], t=fall["t_reached"],
                     method=f"{integrator['method']} {integrator.get('formulation') or ''}".strip(),
                     error=math.inf)
        table = out / "fall.csv"
        if status in (0, 6) and table.exists() and count in TIP:
            *_, last = csv.DictReader(table.open(encoding="utf-8"))
            facts["error"] = tip_error(count, float(last["tip_x"]), float(last["tip_y"]))
        return facts


class Program:
    """A program that prints one line of JSON."""

    def __init__(self, name, command, scan):
        self.name, self.command, self.scan = name, command, scan

    def run(self, count, setting):
        words = [str(word) for word in (*self.command, count, f"{setting:.17g}")]
        result = subprocess.run(words, capture_output=True, text=True, check=True, env=ENVIRONMENT)
        facts = json.loads(result.stdout)
        facts["error"] = tip_error(count, facts["tip_x"], facts["tip_y"])
        return facts


def find(contestant, count):
    """From the tight end to the loose one, up to the first that fails."""
    found = None
    for setting in reversed(contestant.scan):
        if not contestant.run(count, setting)["error"] <= TIP_WITHIN:
            break
        found = setting
    return found


def enter(folder, time_limit):
    field = [Mbsrun(DEFAULT, folder, time_limit), Mbsrun(TUNED, folder, time_limit),
             Program(LIMIT, [BUILD / "tests/bench/limit_chain"], [25.0 * 2**k for k in range(7)])]
    absent = {}
    try:
        command = peers.simbody("chain/simbody_chain.cpp")
        version = peers.installed_version("libsimbody-dev")
        field.append(Program(f"Simbody {version}, Runge-Kutta-Merson, own steps", command,
                             [10.0 ** (-k / 4) for k in range(8, 33)]))
    except peers.NotAvailable as reason:
        absent["Simbody"] = str(reason)
        say(f"Simbody: not available: {reason}")
    return field, absent


def race(field, count, rounds):
    """Rows of one length of the chain."""
    settings, rows = {}, []
    for one in field:
        settings[one.name] = None if one.name == DEFAULT else find(one, count)
        if one.name != DEFAULT and settings[one.name] is None:
            say(f"N = {count}: {one.name}: no setting of the scan passes")
    field = [one for one in field if one.name == DEFAULT or settings[one.name] is not None]
    runs = {one.name: [] for one in field}
    for k in range(rounds):
        for j in range(len(field)):
            one = field[(k + j) % len(field)]
            runs[one.name].append(one.run(count, settings[one.name]))
    for one in field:
        last = runs[one.name][-1]
        rows.append({"rods": count, "name": one.name, "setting": settings[one.name],
                     "method": last.get("method"), "steps": last["steps"], "tip_error": last["error"],
                     "cpu_s": spread([run["cpu_s"] for run in runs[one.name]])})
    return rows


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
    lines = ["| rods | contestant | setting | steps | CPU s, median (quartiles) | tip off by, m |",
             "|" + "---|" * 6]
    for row in values["race"]:
        cpu = row["cpu_s"]
        name = row["name"] + (f" ({row['method']})" if row["method"] else "")
        setting = "-" if row["setting"] is None else f"{row['setting']:.2g}"
        lines.append(f"| {row['rods']} | {name} | {setting} | {row['steps']} | {cpu['median']:.5f} "
                     f"({cpu['lower_quartile']:.5f} to {cpu['upper_quartile']:.5f}) | "
                     f"{row['tip_error']:.1e} |")
    lines += [f"| - | {name} | not available: {reason} | - | - | - |"
              for name, reason in values["not_available"].items()]
    lines += ["", "| rods | integrator | steps | up to s | CPU s | CPU per step, ms | and rod, us | "
              "whole process s | peak memory MiB |", "|" + "---|" * 9]
    for row in values["long"]:
        lines.append(f"| {row['rods']} | {row['method']} | {row['steps']} | {row['t']:.4g} | "
                     f"{row['cpu_s']:.4f} | {1e3 * row['cpu_per_step']:.4f} | "
                     f"{1e6 * row['cpu_per_step'] / row['rods']:.2f} | {row['process_s']:.3f} | "
                     f"{row['memory_kib'] / 1024:.1f} |")
    return "\n".join(lines)


def section(values, lines):
    quoted = (HERE / "quoted_chain.md").read_text(encoding="utf-8")
    return f"""## Chains

`./dev bench chain --record`, {values['rounds']} rounds.

{report.conditions_text(values['conditions'])}
{chr(10).join('**' + line + '**' + chr(10) for line in lines)}
{tables(values)}

mbsrun's times have 101 rows and the audit in them, Simbody's and the limit's the steps alone.

{quoted.strip()}
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
