#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The A01 race: mbsrun beside hand-written limits, hand-coded SUNDIALS programs and peers.

usage: ./dev bench race [--rounds N] [--require] [--record] [--no-instructions] [--only WORD]

Every contestant takes part with the loosest setting that passes and whose tighter ones of a scan
all pass: energy within 5e-5 J over the rows and over its own steps, x(10 s) and y(10 s) within
3e-5 m. Then N rounds (default 21): in each, every contestant is started once, in an order that moves
on from round to round. "First" is the CPU time of the first run in its process, which is what
mbsrun always is; "repeated" is the best of some more runs in the same process.

  --require          exit status 1 when a figure is missed: the limits of tests/bench/limits.txt,
                     ahead of every peer
  --record           write tests/bench/race.json and the section of tests/bench/RESULTS.md
  --no-instructions  leave callgrind's counts out
  --recount          count everybody anew (some minutes); else the counts of an earlier run are kept
                     where name with version, setting, compiler and valgrind are the same, but
                     mbsrun's never
  --only WORD        only contestants whose name contains the word, and mbsrun and the yardstick
"""
import argparse
import math
import pathlib
import subprocess
import sys
import tempfile

import peers
import report
from report import A01, BUILD, ENVIRONMENT, MBSRUN, die, say, spread

X_END, Y_END = -0.27508746257611686, -0.961419205099125064
AUTO, IDA, YARDSTICK = "mbsrun, auto", "mbsrun, ida", "yardstick (SUNDIALS IDA, x y)"
AS_SHIPPED = ", tolerances as shipped"
PAIRS = 41 # as in ./dev bench a01
LIMITS = {f"mbsrun, {line.split()[0]}": float(line.split()[1])
          for line in (pathlib.Path(__file__).parent / "limits.txt").read_text().splitlines() if line[0] != "#"}

# name, whether it is a peer, package, how its program is had, repeats in one process
TESTS = BUILD / "tests/bench"
FAMILIES = [
    ("C limit", False, None, lambda: [TESTS / "limit_a01"], 6),
    ("SUNDIALS by hand", False, None, lambda: [TESTS / "sundials_a01"], 6),
    ("Simbody", True, "libsimbody-dev", lambda: peers.simbody("race/simbody_a01.cpp"), 3),
    ("MuJoCo", True, "libmujoco-dev", lambda: peers.mujoco("race/mujoco_a01.c"), 6),
    ("SciPy", True, "python3-scipy", lambda: peers.scipy("race/scipy_a01.py"), 4),
    ("Octave", True, "octave", lambda: peers.octave("race/octave_a01.m"), 4),
]


class Contestant:
    """One method of one program, with all that was measured about it."""

    def __init__(self, name, peer, command, repeats):
        self.name, self.peer, self.command, self.repeats = name, peer, command, repeats
        self.facts, self.first, self.again, self.counts = {}, [], [], {}

    def call(self, *words):
        line = [str(word) for word in (*self.command, *words)]
        result = subprocess.run(line, capture_output=True, text=True, check=False, env=ENVIRONMENT)
        if result.returncode != 0:
            raise peers.NotAvailable(f"{' '.join(line)}: {result.stderr.strip()}")
        return report.read_json(result.stdout)

    def find(self):
        self.facts = self.call("--find")

    def timing(self, repeats):
        return "--time", f"{self.facts['setting']:.17g}", repeats

    def measure(self):
        cpu = self.call(*self.timing(self.repeats))["cpu_ms"]
        self.first.append(cpu[0])
        self.again.append(min(cpu[1:]))

    def count(self):
        whole = report.instructions((*self.command, *self.timing(1)))
        three = report.instructions((*self.command, *self.timing(3)))
        if whole and three: # the process itself looks at the steps in one more run
            self.counts = {"run": (three - whole) // 2}


class Yardstick(Contestant):
    """tests/bench/yardstick_a01.c, which prints words instead of JSON."""

    def call(self, *words):
        line = [str(word) for word in (*self.command, *words)]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout

    def find(self):
        words = dict(line.split(" ", 1) for line in self.call("--find").splitlines())
        self.facts = {"method": "ida", "setting": float(words["tolerance"]),
                      "setting_kind": "tolerance", "steps": int(words["steps"]), "rows": 1001,
                      "drift_rows": float(words["drift_rows"]),
                      "drift_steps": float(words["drift_steps"]),
                      "error_10s": float(words["position_error"])}

    def measure(self):
        cpu = [1e3 * float(line) for line in self.call(*self.timing(self.repeats)).split()]
        self.first.append(cpu[0])
        self.again.append(min(cpu[1:]))


class Mbsrun(Contestant):
    """The program itself: one run in one process, with everything it always does. It looks for its
    loosest setting like everybody else, or keeps the tolerances that a user gets without asking."""

    def __init__(self, method, folder, loosest):
        super().__init__(f"mbsrun, {method}{'' if loosest else AS_SHIPPED}", False, [MBSRUN], 1)
        self.method, self.folder, self.loosest = method, folder, loosest
        self.ask(None)

    def ask(self, tolerance):
        block = f"method: {self.method}"
        if tolerance is not None:
            block += f", tolerances: {{relative: {tolerance:.17g}, absolute: {tolerance:.17g}}}"
        self.arguments = ("--set", f"analyses.swing.integrator={{{block}}}")

    def run(self):
        summary = report.mbsrun(A01, self.folder, *self.arguments, accepted=(0, 6))
        return summary["analyses"]["swing"]

    def find(self):
        self.look()
        if not self.loosest:
            return
        best = None
        for k in range(64, 31, -1): # 1e-8 to 1e-4, until one does not pass
            self.ask(10 ** (-k / 8))
            self.look()
            if not passes(self.facts):
                break
            best = 10 ** (-k / 8)
        if best is None:
            die(f"{self.name} does not pass even with 1e-8")
        self.ask(best)
        self.look()

    def look(self):
        swing = self.run()
        header, *_, last = (self.folder / "swing.csv").read_text(encoding="utf-8").split()
        row = dict(zip(header.split(","), map(float, last.split(","))))
        if abs(row["t"] - 10) > 1e-9:
            die("the last row of swing.csv is not at 10 s")
        audit = swing["audit"]
        self.facts = {"method": " ".join(str(swing["integrator"].get(key) or "")
                                         for key in ("method", "formulation")).strip(),
                      "setting": swing["integrator"]["relative_tolerance"],
                      "setting_kind": "tolerance", "steps": swing["steps"],
                      "rows": swing["rows"], "drift_rows": audit["energy_drift"],
                      "drift_steps": audit["energy_drift_steps"],
                      "error_10s": math.hypot(row["x"] - X_END, row["y"] - Y_END)}

    def measure(self):
        self.first.append(1e3 * self.run()["cpu_s"])

    def count(self):
        line = [MBSRUN, A01, "-o", self.folder, "--force", *self.arguments]
        self.counts = {"process": report.instructions(line),
                       "run": report.instructions(line, "run_model*")}


def earlier_counts(conditions):
    """Counts of an earlier run that still hold, by name and setting."""
    for folder in (report.WORK, report.HERE):
        try:
            values = report.read_json((folder / "race.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if all(values["conditions"][key] == conditions[key] for key in ("compiler", "valgrind", "sundials")):
            return {(row["name"], row["setting"]): row["instructions"]
                    for row in values["contestants"] if row["instructions"]}
    return {}


def count_all(field, conditions, anew):
    known = {} if anew else earlier_counts(conditions)
    for one in field:
        one.counts = known.get((one.name, one.facts["setting"]), {})
        if not one.counts or isinstance(one, Mbsrun):
            say(f"counting {one.name}")
            one.count()


def passes(facts):
    drift = max(facts["drift_rows"] or 0.0, facts["drift_steps"] or 0.0)
    return drift < 5e-5 and facts["error_10s"] < 3e-5


def enter(folder, only):
    """All contestants that can be had, and the reasons of the others."""
    field = [*(Mbsrun(method, folder / f"{method}_{loosest}", loosest)
               for method in ("auto", "ida") for loosest in (True, False)),
             Yardstick(YARDSTICK, False, [TESTS / "yardstick_a01"], 6)]
    others, absent = contestants(FAMILIES, only)
    return find_all(field + others, absent)


def contestants(families, only):
    """Every method of the programs that can be had, and the reasons of the others."""
    field, absent = [], {}
    for family, peer, package, program, repeats in families:
        try:
            command = program()
            names = subprocess.run([str(word) for word in (*command, "--list")], text=True,
                                   capture_output=True, check=True, env=ENVIRONMENT).stdout.split()
        except (peers.NotAvailable, subprocess.CalledProcessError, OSError) as reason:
            absent[family] = str(reason)
            say(f"{family}: not available: {reason}")
            continue
        version = f" {peers.installed_version(package)}" if package else ""
        for name in names:
            title = f"{family}{version}, {name}"
            if only in title:
                field.append(Contestant(title, peer, [*command, name], repeats))
    return field, absent


def find_all(field, absent):
    """The contestants with their settings, and the reasons of those that have none."""
    for contestant in list(field):
        try:
            contestant.find()
        except peers.NotAvailable as reason:
            absent[contestant.name] = str(reason)
            say(f"{contestant.name}: not available: {reason}")
            field.remove(contestant)
    return field, absent


def hold(field, rounds):
    for k in range(rounds):
        say(f"round {k + 1} of {rounds}")
        for j in range(len(field)):
            field[(k + j) % len(field)].measure()


def alternate(field, pairs):
    """The contestants with a limit and the yardstick in turn, so that each run follows one of the other:
    the ratios of neighbours. In the rounds above most follow a program of ten times their size, which
    leaves nothing in the caches, and a first run of the larger of the two suffers more."""
    yardstick = next(one for one in field if one.name == YARDSTICK)
    ratios = {}
    for one in (one for one in field if one.name in LIMITS):
        say(f"{pairs} pairs of {one.name} and the yardstick")
        before = len(one.first), len(yardstick.first), len(yardstick.again)
        for _ in range(pairs):
            one.measure()
            yardstick.measure()
        ratios[one.name] = spread([a / b for a, b in zip(one.first[before[0]:], yardstick.first[before[1]:])])
        del one.first[before[0]:], yardstick.first[before[1]:], yardstick.again[before[2]:]
    return ratios


def results(field, absent, conditions, rounds):
    yardstick = next(one for one in field if one.name == YARDSTICK)
    rows = []
    for one in field:
        row = {"name": one.name, "peer": one.peer, **one.facts, "passes": passes(one.facts)}
        row["cpu_ms"] = spread(one.first)
        row["cpu_ms_repeated"] = spread(one.again) if one.again else None
        row["ratio"] = spread([a / b for a, b in zip(one.first, yardstick.first)])
        row["instructions"] = one.counts or None
        rows.append(row)
    rows.sort(key=lambda row: row["cpu_ms"]["median"])
    return {"name": "race", "conditions": conditions, "rounds": rounds, "contestants": rows,
            "pairs": PAIRS, "ratios_of_pairs": alternate(field, PAIRS), "not_available": absent}


def verdicts(values):
    """Lines that say what was reached, and whether all was."""
    rows = {row["name"]: row for row in values["contestants"]}
    good, lines = True, []
    for name, limit in LIMITS.items():
        ratio, among_all = values["ratios_of_pairs"][name], rows[name]["ratio"]["median"]
        reached = ratio["median"] <= limit and rows[name]["passes"]
        good = good and reached
        lines.append(f"{name}: {ratio['median']:.3f} of the yardstick (quartiles "
                     f"{ratio['lower_quartile']:.3f} to {ratio['upper_quartile']:.3f}; required: at "
                     f"most {limit}): {'reached' if reached else 'missed'}; {among_all:.3f} in the rounds of all")
    own = rows[AUTO]["cpu_ms"]["median"]
    ahead = [row["name"] for row in rows.values() if row["peer"] and min(
        row["cpu_ms"]["median"], row["cpu_ms_repeated"]["median"]) <= own]
    good = good and not ahead
    lines.append("Ahead of every peer in this run, even of its repeated runs: "
                 + ("yes" if not ahead else "no, behind " + ", ".join(ahead)))
    return good, lines


def number(value, form):
    return "-" if value is None else format(value, form)


def table(values):
    lines = ["| contestant | setting | steps | rows | CPU ms, first run (quartiles) | CPU ms, repeated "
             "| of the yardstick | drift J, rows | drift J, steps | error at 10 s, m | instructions, "
             "run | instructions, process |", "|" + "---|" * 12]
    for row in values["contestants"]:
        cpu, again, counts = row["cpu_ms"], row["cpu_ms_repeated"], row["instructions"] or {}
        setting = (f"{row['setting']:.0f} steps" if row["setting_kind"] == "steps"
                   else f"{row['setting']:.2g}")
        lines.append("| " + " | ".join([
            row["name"], setting, number(row["steps"], "d"), str(row["rows"] or "none"),
            f"{cpu['median']:.3f} ({cpu['lower_quartile']:.3f} to {cpu['upper_quartile']:.3f})",
            number(again and again["median"], ".3f"), f"{row['ratio']['median']:.2f}",
            number(row["drift_rows"], ".1e"), number(row["drift_steps"], ".1e"),
            number(row["error_10s"], ".1e"), number(counts.get("run"), ","),
            number(counts.get("process"), ",")]) + " |")
    lines += [f"| {name} | not available: {reason} |" + " - |" * 10
              for name, reason in values["not_available"].items()]
    return "\n".join(lines)


def section(values):
    _, lines = verdicts(values)
    return f"""## A01, the race

`./dev bench race --record`, {values['rounds']} rounds of all contestants, then {values['pairs']} alternating pairs of mbsrun and the
yardstick, which the first two ratios are of: in the rounds a first run finds the caches full of
another program.

{report.conditions_text(values['conditions'])}
{chr(10).join('**' + line + '**' + chr(10) for line in lines)}
{table(values)}

`tests/bench/race.py` and `tests/bench/race/contestant.h` say what is asked of a contestant, what is timed
and what is counted. mbsrun takes part twice with each method: at its loosest setting that passes, like
all others, and with the tolerances that a user gets. Its time has the initial conditions, 1001 rows with
six columns, reactions and the audit in it, but neither the reading of the model nor the writing of files.

Peers that Debian does not package were measured once: `tests/bench/quoted_a01.md`.
"""


def main():
    parser = argparse.ArgumentParser(prog="./dev bench race", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=21)
    for name in ("--require", "--record", "--no-instructions", "--recount"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds wants a positive number")
    conditions = report.conditions()
    with tempfile.TemporaryDirectory() as folder:
        field, absent = enter(pathlib.Path(folder), options.only)
        hold(field, options.rounds)
        if not options.no_instructions:
            count_all(field, conditions, options.recount)
    values = results(field, absent, conditions, options.rounds)
    report.write_json("race", values, options.record)
    if options.record:
        report.put_section("race", section(values))
    good, lines = verdicts(values)
    print(table(values) + "\n\n" + "\n".join(lines))
    return 1 if options.require and not good else 0


if __name__ == "__main__":
    sys.exit(main())
