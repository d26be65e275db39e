# SPDX-License-Identifier: BSD-3-Clause
"""Contestants on mechanisms of N bodies the place of whose tip at the end is known.

A contestant has a scan of settings, loosest first, and runs one count of bodies with one of them.
It takes part with the cheapest of the settings that leave the tip near enough and whose tighter ones
of the scan all do so: one lucky value does not count.
"""
import csv
import json
import math
import subprocess

import report
from report import ENVIRONMENT, spread


def apart(tip, facts):
    """The distance of the place tip_x, tip_y, tip_z in facts from the known one, in metres."""
    return math.dist(tip, [float(facts[f"tip_{axis}"]) for axis in "xyz"[:len(tip)]])


class Mbsrun:
    """The program; its setting is the relative tolerance, None for the default.

    write(path, count, relative) leaves the model; its one analysis is `fall`, tip_x .. are outputs."""

    def __init__(self, name, write, tips, folder, scan, *, binary=report.MBSRUN, time_limit=60.0):
        self.name, self.write, self.tips, self.scan = name, write, tips, scan
        self.folder, self.binary, self.time_limit = folder, binary, time_limit

    def run(self, count, setting):
        model = self.folder / f"model_{count}.yaml"
        out = self.folder / f"out_{count}"
        self.write(model, count, setting)
        row, = report.spawn(1, [self.binary, model, "-o", out, "--force", "--max-nodes", 10**7,
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
        if status in (0, 6) and table.exists() and count in self.tips:
            *_, last = csv.DictReader(table.open(encoding="utf-8"))
            facts["error"] = apart(self.tips[count], last)
        return facts


class Program:
    """A program that takes N, or the word of it, and a setting, and prints one line of JSON."""

    def __init__(self, name, command, tips, scan, word=str):
        self.name, self.command, self.tips, self.scan, self.word = name, command, tips, scan, word

    def run(self, count, setting):
        words = [str(word) for word in (*self.command, self.word(count), f"{setting:.17g}")]
        result = subprocess.run(words, capture_output=True, text=True, check=False, env=ENVIRONMENT)
        if result.returncode != 0:
            return {"cpu_s": math.nan, "steps": 0, "error": math.inf,
                    "trouble": (result.stderr.strip().splitlines() or ["no word"])[-1]}
        facts = json.loads(result.stdout)
        facts["error"] = apart(self.tips[count], facts)
        return facts


def find(contestant, count, within):
    """From the tight end to the loose one, up to the first that fails: the cheapest; None, and why, if
    all fail."""
    found, trouble, least = None, None, math.inf
    for setting in reversed(contestant.scan):
        facts = contestant.run(count, setting)
        if not facts["error"] <= within:
            trouble = facts.get("trouble", f"tip off by {facts['error']:.1e} m")
            break
        if facts["cpu_s"] < least:
            found, least = setting, facts["cpu_s"]
    return found, trouble


def race(field, count, settings, rounds):
    """Rows of one count: every contestant in turn, with the setting under its name; which goes first
    changes from round to round."""
    field = [one for one in field if one.name in settings]
    runs = {one.name: [] for one in field}
    for k in range(rounds):
        for j in range(len(field)):
            one = field[(k + j) % len(field)]
            runs[one.name].append(one.run(count, settings[one.name]))
    return [{"rods": count, "name": one.name, "setting": settings[one.name],
             "method": runs[one.name][-1].get("method"), "steps": runs[one.name][-1]["steps"],
             "tip_error": runs[one.name][-1]["error"],
             "cpu_s": spread([run["cpu_s"] for run in runs[one.name]])} for one in field]


def race_table(rows, absent):
    """The rows of a race and the peers that were not there, as a table. Quartiles stand in the JSON file."""
    lines = ["| rods | contestant | setting | steps | CPU s, median | tip off by, m |",
             "|" + "---|" * 6]
    for row in rows:
        cpu = row["cpu_s"]
        name = row["name"] + (f" ({row['method']})" if row["method"] else "")
        setting = "-" if row["setting"] is None else f"{row['setting']:.2g}"
        off = "-" if row["tip_error"] is None else f"{row['tip_error']:.1e}"
        lines.append(f"| {row['rods']} | {name} | {setting} | {row['steps']} | {cpu['median']:.5f} | "
                     f"{off} |")
    return lines + [f"| - | {name} | not available: {reason} | - | - | - |"
                    for name, reason in absent.items()]
