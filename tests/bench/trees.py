#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Trees in space: a hanging chain of N rods with hinges about x and y in turn (an arm of six axes
for N = 6), 1 s, 101 rows: mbsrun beside MuJoCo, Simbody and another build of itself.

usage: ./dev bench trees [--against BINARY] [--rounds N] [--require] [--record]

mbsrun takes joint coordinates, and beside them runs in those of all bodies.
Every contestant with the cheapest of the settings that leave the tip within 1e-6 m of the known place
and whose tighter ones of a scan (eighth of a decade; MuJoCo: numbers of steps a fifth apart) all do so;
medians of some rounds (default 11), in turn. All give 101 places of the tip; mbsrun's are audited.
MuJoCo 2.2.2 refuses files as deep as N = 100.

  --against BINARY  another mbsrun in the same rounds (its rows are called "before")
  --require         exit status 1 when mbsrun takes more than 0.9 of that one
  --record          write tests/bench/trees.json and the section of tests/bench/RESULTS.md
"""
import argparse
import math
import pathlib
import sys
import tempfile

import peers
import report
import tips
from report import MBSRUN, say

ANGLE = 0.3   # rad, of every hinge at the start
WITHIN = 1e-6  # m
LIMIT = 0.9
OWN, ABSOLUTE, BEFORE = "mbsrun", "mbsrun in absolute coordinates", "mbsrun before"

# The tip at 1 s, in metres: mbsrun at relative 1e-11; joint coordinates by another program agree.
TIP = {
    6: (0.3081846455, -0.0498555551, -5.9268816930),
    30: (0.0004666158957, 0.0456494422305, -5.1797322441),
    100: (-5.631663381147, 6.020157284385, -7.46571657768),
    400: (-6.66100836979, 6.60468708153, -4.52284375114),
}


def turned(axes, along_x):
    """axes (columns: the rod's own axes) turned by ANGLE about their own x or y."""
    c, s = math.cos(ANGLE), math.sin(ANGLE)
    turn = ([[1, 0, 0], [0, c, -s], [0, s, c]] if along_x else [[c, 0, s], [0, 1, 0], [-s, 0, c]])
    return [[sum(axes[i][k] * turn[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def listed(values):
    return "[" + ", ".join(f"{value!r}" for value in values) + "]"


def tree_text(count, relative, coordinates=None):
    """The model: rods of 1 kg and 1 m, inertia 0.0833, 0.0833, 0.001 kg m^2 about their middle."""
    axes, at = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, 0.0, 0.0]
    bodies, joints = [], []
    for k in range(1, count + 1):
        along_x = k % 2 == 1
        axis = [row[0 if along_x else 1] for row in axes]
        joints.append(f"  j{k}: {{type: revolute, body_i: {f'b{k - 1}' if k > 1 else 'ground'}, "
                      f"body_j: b{k}, at: {listed(at)}, axis: {listed(axis)}}}")
        axes = turned(axes, along_x)
        middle = [at[i] - 0.5 * axes[i][2] for i in range(3)]
        at = [at[i] - axes[i][2] for i in range(3)]
        bodies.append(f"  b{k}: {{type: rigid, mass: 1, inertia: {{xx: 0.0833, yy: 0.0833, zz: 0.001}}, "
                      f"initial: {{position: {listed(middle)}, orientation: {{matrix: "
                      f"[{', '.join(listed(row) for row in axes)}]}}}}, "
                      "markers: {tip: {position: [0, 0, -0.5]}}}")
    words = ([] if coordinates is None else [f"coordinates: {coordinates}"]) + (
        [] if relative is None else [f"tolerances: {{relative: {relative:.6e}}}"])
    integrator = ", integrator: {" + ", ".join(words) + "}" if words else ""
    return "\n".join([
        "mbs: 1", f"title: A tree of {count} rods in space", "space: spatial", "gravity: [0, 0, -9.81]",
        "bodies:", *bodies, "joints:", *joints, "outputs:",
        *[f"  tip_{axis}: b{count}.tip.{axis}" for axis in "xyz"], "analyses:",
        f"  fall: {{type: dynamics, duration: 1 s, output_step: 0.01 s{integrator}}}", ""])


def write_tree(path, count, relative):
    path.write_text(tree_text(count, relative), encoding="utf-8")


def write_absolute(path, count, relative):
    path.write_text(tree_text(count, relative, "absolute"), encoding="utf-8")


def enter(folder, against):
    tolerances = [10.0 ** (-k / 8) for k in range(16, 81)]
    field = [tips.Mbsrun(name, write, TIP, folder, tolerances, binary=binary)
             for name, write, binary in ((OWN, write_tree, MBSRUN), (ABSOLUTE, write_absolute, MBSRUN),
                                         (BEFORE, write_tree, against)) if binary]
    absent = {}
    for name, package, build, source, scan in (
            ("Simbody {}, Runge-Kutta-Merson, own steps", "libsimbody-dev", peers.simbody,
             "trees/simbody_tree.cpp", tolerances),
            ("MuJoCo {}, Runge-Kutta, equal steps", "libmujoco-dev", peers.mujoco,
             "trees/mujoco_tree.c", [float(round(10 * 1.2**k)) for k in range(24)])):
        try:
            command = build(source)
            field.append(tips.Program(name.format(peers.installed_version(package)), command, TIP, scan))
        except peers.NotAvailable as reason:
            absent[name.split(" ", maxsplit=1)[0]] = str(reason)
            say(f"{name.split(' ', maxsplit=1)[0]}: not available: {reason}")
    return field, absent


def race(field, count, rounds):
    settings, refused = {}, []
    for one in field:
        setting, trouble = tips.find(one, count, WITHIN)
        if setting is None:
            refused.append(f"N = {count}: {one.name} takes no part: {trouble[:80]}")
            say(refused[-1])
        else:
            settings[one.name] = setting
    return tips.race(field, count, settings, rounds), refused


def verdicts(rows):
    """Lines that say how mbsrun's time compares with the others', and whether 0.9 was reached."""
    good, lines = True, []
    for count in sorted(TIP):
        times = {row["name"]: row["cpu_s"]["median"] for row in rows if row["rods"] == count}
        own = times.pop(OWN, math.nan)
        if BEFORE in times:
            good = good and own <= LIMIT * times[BEFORE]
        lines.append(f"N = {count}: mbsrun takes " + ", ".join(
            f"{own / peer:.2f} of the time of {name.split(',')[0]}" for name, peer in times.items()))
    return good, lines


def section(values, lines):
    rows = [row for row in values["race"] if row["name"] != BEFORE]  # the lines above tell its times
    return f"""## Trees in space

`./dev bench trees --record`, {values['rounds']} rounds.

{report.conditions_text(values['conditions'])}
{chr(10).join(['- ' + line for line in lines + values['refused']])}

{chr(10).join(tips.race_table(rows, values['not_available']))}
"""


def main():
    parser = argparse.ArgumentParser(prog="./dev bench trees", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--require", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds wants a positive number")
    if options.require and not options.against:
        parser.error("--require compares with --against")
    conditions = report.conditions()
    rows, refused = [], []
    with tempfile.TemporaryDirectory() as folder:
        field, absent = enter(pathlib.Path(folder), options.against)
        for count in sorted(TIP):
            say(f"N = {count}")
            more, words = race(field, count, options.rounds)
            rows += more
            refused += words
    values = {"name": "trees", "conditions": conditions, "rounds": options.rounds, "race": rows,
              "refused": refused, "not_available": absent}
    good, lines = verdicts(rows)
    report.write_json("trees", values, options.record)
    if options.record:
        report.put_section("trees", section(values, lines))
    print("\n".join(tips.race_table(rows, absent) + [""] + lines))
    return 1 if options.require and not good else 0


if __name__ == "__main__":
    sys.exit(main())
