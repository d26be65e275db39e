#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun beside every peer that Debian has: one table, one picture.

usage: ./dev bench [--rounds N] [--only WORD] [--record]

Every program takes part in a problem with the cheapest of its settings that leave the error at the end
within the bound of the problem and whose tighter ones of a scan all do so, and with the best of its
methods; then some rounds (default 7), in turn, each run in a process of its own. A ratio is a median
time by that of the fastest peer. The table is printed.

  --only WORD  only problems whose name contains the word
  --record     write docs/benchmarks.md, docs/pictures/benchmarks.svg and tests/bench/peers.json
"""
import argparse
import pathlib
import sys
import tempfile

import all_page
import linearization
import peers
import picture
import planar_model
import race
import report
import tips
import trees
from all_page import HAND, OWN, program_of
from report import BUILD, ROOT, say

ROUNDS, TRIAL = 7, 3
TOLERANCES = [10.0 ** (-k / 4) for k in range(8, 41)]
EQUAL_STEPS = [float(round(10 * 1.2**k)) for k in range(37)]
STEPS_WITH_LOOPS = [float(round(100 * 1.2**k)) for k in range(33)]
# program, its package, how its program is had, its methods
PLANAR = (
    ("MuJoCo", "libmujoco-dev", lambda: peers.mujoco("planar/mujoco_planar.c"), ("rk4",)),
    ("Simbody", "libsimbody-dev", lambda: peers.simbody("planar/simbody_planar.cpp"), ("merson", "fehlberg")),
    (HAND, None, lambda: by_hand("sundials_planar"), ("erk_fehlberg", "cvode_adams")),
    ("SciPy", "python3-scipy", lambda: peers.scipy("planar/scipy_planar.py"), ("dop853", "odeint")),
    ("Octave", "octave", lambda: peers.octave("planar/octave_planar.m"), ("lsode",)),
)


def by_hand(name):
    program = BUILD / "tests/bench" / name
    if not program.exists():
        raise peers.NotAvailable("this build has no SUNDIALS")
    return [program]


def versions():
    """Of the peers that are installed, by the program's name."""
    found = {program: peers.installed_version(package) for program, package, _, _ in PLANAR if package}
    return {program: version for program, version in found.items() if version}


# ---- problems whose tip is known


def enter_planar(name, folder):
    """mbsrun and every method of the peers; the reasons of the peers that are not there."""
    def file_of(one):
        path = folder / f"{one}.txt"
        path.write_text(planar_model.plain_text(planar_model.MECHANISMS[one]), encoding="utf-8")
        return path
    field, absent = [tips.Mbsrun(OWN, planar_model.write_model, planar_model.TIP, folder, TOLERANCES)], {}
    closed = len(planar_model.MECHANISMS[name].pins) > len(planar_model.MECHANISMS[name].bodies)
    for program, _, build, methods in PLANAR:
        scan = TOLERANCES if program != "MuJoCo" else STEPS_WITH_LOOPS if closed else EQUAL_STEPS
        try:
            command = build()
        except peers.NotAvailable as reason:
            absent[program] = str(reason)
            continue
        field += [tips.Program(f"{program}, {method}", [*command, method], planar_model.TIP, scan, file_of)
                  for method in methods]
    return field, absent


def best_methods(rows):
    """The names of the fastest method of each program."""
    best = {}
    for row in sorted(rows, key=lambda row: row["cpu_s"]["median"]):
        best.setdefault(program_of(row["name"]), row["name"])
    return set(best.values())


def race_of_tips(field, name, within, rounds):
    """Rows of the best methods, and why a program has none."""
    settings, troubles = {}, {}
    for one in field:
        setting, trouble = tips.find(one, name, within)
        if setting is None:
            troubles.setdefault(program_of(one.name), trouble[:80])
        else:
            settings[one.name] = setting
    best = best_methods(tips.race(field, name, settings, TRIAL))
    rows = tips.race(field, name, {one: settings[one] for one in best}, rounds)
    refused = {program: trouble for program, trouble in troubles.items()
               if program not in map(program_of, best)}
    return [{"program": program_of(row["name"]), "method": row["method"] or all_page.method_of(row["name"]),
             "setting": row["setting"], "steps": row["steps"], "error": row["tip_error"],
             "cpu_s": row["cpu_s"]} for row in rows], refused


def run_planar(name, folder, rounds):
    field, absent = enter_planar(name, folder)
    return (*race_of_tips(field, name, planar_model.WITHIN, rounds), absent)


def run_tree(count, folder, rounds):
    field, absent = trees.enter(folder, None)
    return (*race_of_tips(field, count, trees.WITHIN, rounds), absent)


# ---- A01 and linearization, which have rules of their own


def run_a01(_, folder, rounds):
    """By the rules and programs of race.py; methods without rows stay out."""
    others, absent = race.contestants([family for family in race.FAMILIES if family[0] != "C limit"], "")
    field = [one for one in others if not one.name.endswith("_steps")]
    field, absent = race.find_all([race.Mbsrun("auto", folder / "a01", True), *field], absent)
    race.hold(field, TRIAL)
    best = best_methods([{"name": one.name, "cpu_s": report.spread(one.first)} for one in field])
    field = [one for one in field if one.name in best]
    for one in field:
        one.first = []
    race.hold(field, rounds)
    found = {program_of(one.name) for one in field}
    refused = {program_of(name): reason[-80:] for name, reason in absent.items()
               if ", " in name and program_of(name) not in found}
    return [{"program": program_of(one.name), "method": one.facts["method"], "setting": one.facts["setting"],
             "steps": one.facts["steps"], "error": one.facts["error_10s"],
             "cpu_s": report.spread([1e-3 * value for value in one.first])} for one in field], refused, {
                 name: reason for name, reason in absent.items() if ", " not in name}


def run_linearization(_, __, rounds):
    hand, own = linearization.measure(rounds)
    return [{"program": program, "method": "QZ", "setting": None, "steps": None,
             "error": max(error for _, error in runs), "cpu_s": report.spread([seconds for seconds, _ in runs])}
            for program, runs in ((OWN, own), (all_page.LAPACK, hand))], {}, {}


RUNS = {"a01": (run_a01, None), **{name: (run_planar, name) for name in planar_model.MECHANISMS},
        "tree_6": (run_tree, 6), "tree_30": (run_tree, 30), "linearization": (run_linearization, None)}


# ---- what is made of them


def with_ratios(rows):
    """The rows, fastest first, with their ratio to the fastest peer; None where there is no peer."""
    times = [row["cpu_s"]["median"] for row in rows if row["program"] != OWN]
    rows = [{**row, "ratio": row["cpu_s"]["median"] / min(times) if times else None} for row in rows]
    return sorted(rows, key=lambda row: row["cpu_s"]["median"])


def measure(only, rounds):
    found = []
    for name, (run, what) in RUNS.items():
        if only not in name and only not in all_page.PROBLEMS[name]["title"]:
            continue
        say(all_page.PROBLEMS[name]["title"])
        with tempfile.TemporaryDirectory() as folder:
            rows, refused, absent = run(what, pathlib.Path(folder), rounds)
        for program, reason in [*absent.items(), *refused.items()]:
            say(f"{program}: {reason}")
        found.append({"problem": name, "rows": with_ratios(rows), "refused": refused, "not_available": absent})
    return found


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds wants a positive number")
    if options.only and options.record:
        parser.error("--record wants all problems, without --only")
    conditions = report.conditions()
    found = measure(options.only, options.rounds)
    if not found:
        parser.error(f"no problem \"{options.only}\"; there are " + ", ".join(RUNS))
    values = {"name": "peers", "conditions": conditions, "rounds": options.rounds, "versions": versions(),
              "problems": found}
    report.write_json("peers", values, options.record)
    print("\n".join(all_page.table(found) + [""] + all_page.notes(found)))
    if options.record:
        (ROOT / "docs/benchmarks.md").write_text(all_page.page(values), encoding="utf-8")
        (ROOT / "docs/pictures/benchmarks.svg").write_text(picture.draw(all_page.groups(found)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
