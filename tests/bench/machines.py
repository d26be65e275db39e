#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Machines in space, 1 s, 101 rows: an arm of six axes, a tree of 30 links, a double wishbone with
spring and tie rod, a thin disc that rolls; ten balls on a plane besides. mbsrun beside Simbody and
MuJoCo.

usage: ./dev bench machines [--rounds N] [--record]

Every contestant with the cheapest of the settings that leave the tip (the wheel's centre, the disc's)
within 1e-6 m of the known place and whose tighter ones of a scan all do so. MuJoCo's loops and contacts
give way: where it does not come so near at any step, its nearest is told. Ten balls fall on a plane,
slide and bounce; each program has its own law of contact, so that these times stand side by side, and
nothing more.

  --record   write tests/bench/machines.json and the section of tests/bench/RESULTS.md
"""
import argparse
import pathlib
import sys
import tempfile

import peers
import report
import tips
import trees
from report import say

WITHIN = 1e-6  # m
ROUNDS = 11

# The known places at 1 s. Trees: trees.py. The wishbone: mbsrun at relative 1e-12 and Simbody at
# 1e-12 agree to 1e-10; the disc: an independent integration of its equations in body axes.
TIP = {"arm": trees.TIP[6], "tree of 30": trees.TIP[30],
       "wishbone": (-0.002555587279, 0.740752889945, 0.158595239129),
       "disc": (2.41642940411, -0.559210791243, 0.245924333985)}

WISHBONE = """
mbs: 1
space: spatial
gravity: [0, 0, -9.81]
ground: {markers: {tower: {position: [0, 0.42, 0.65]}, rack: {position: [-0.12, 0.35, 0.25]}}}
bodies:
  lower:
    {type: rigid, mass: 3, inertia: {xx: 0.05, yy: 0.02, zz: 0.06}, initial: {position: [0, 0.5, 0.19]},
     markers: {seat: {position: [0, 0.05, 0]}}}
  upper: {type: rigid, mass: 1.5, inertia: {xx: 0.015, yy: 0.008, zz: 0.02}, initial: {position: [0, 0.52, 0.46]}}
  upright:
    {type: rigid, mass: 25, inertia: {xx: 0.6, yy: 1.0, zz: 0.65}, initial: {position: [0, 0.78, 0.32]},
     markers: {tie: {position: [-0.12, -0.08, -0.08]}}}
joints:
  low: {type: revolute, body_i: ground, body_j: lower, at: [0, 0.3, 0.2], axis: [1, 0, 0]}
  high: {type: revolute, body_i: ground, body_j: upper, at: [0, 0.38, 0.45], axis: [1, 0, 0]}
  low_ball: {type: spherical, body_i: lower, body_j: upright, at: [0, 0.7, 0.18]}
  high_ball: {type: spherical, body_i: upper, body_j: upright, at: [0, 0.66, 0.47]}
  tie_rod: {type: distance, marker_i: ground.rack, marker_j: upright.tie, length: sqrt(0.35^2 + 0.01^2)}
forces:
  spring:
    {type: spring_damper, marker_i: ground.tower, marker_j: lower.seat, stiffness: 2.5e4, damping: 800,
     free_length: 0.55}
"""
DISC = """
mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  disc:
    {type: rigid, mass: 2, inertia: {xx: 0.03125, yy: 0.03125, zz: 0.0625},
     initial: {position: [0, 0, 0.25*cos(0.15)], orientation: {axis_angle: {axis: [1, 0, 0], angle: 0.15 - pi/2}},
               angular_velocity: [0, 0, 10], resolve_in: body}}
couplers:
  edge: {type: rolling_disc, marker_j: disc, radius: 0.25}
"""
BALL = """  ball_{k}:
    {{type: rigid, mass: 1, inertia: {{xx: 4e-3, yy: 4e-3, zz: 4e-3}},
     initial: {{position: [{x}, 0, {z}], velocity: [1, {v}, 0]}}}}
"""
CONTACT = ("  floor_{k}: {{type: contact, marker_i: ground, marker_j: ball_{k}, radius_j: 0.1, stiffness: 1e6, "
           "exponent: 1.5, damping: 0.3, friction: 0.3, transition_speed: 0.01}}\n")
SHOWN = {"wishbone": "upright", "disc": "disc", "balls": "ball_0"}


def text_of(name, relative):
    if name in ("arm", "tree of 30"):
        return trees.tree_text(6 if name == "arm" else 30, relative)
    if name == "balls":
        bodies = "".join(BALL.format(k=k, x=0.5 * k, z=0.15 + 0.02 * k, v=0.1 * k) for k in range(10))
        body = ("mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nbodies:\n" + bodies + "forces:\n"
                + "".join(CONTACT.format(k=k) for k in range(10)))
    else:
        body = WISHBONE if name == "wishbone" else DISC
    tolerances = "" if relative is None else f", integrator: {{tolerances: {{relative: {relative:.6e}}}}}"
    tip = "".join(f"  tip_{axis}: {SHOWN[name]}.{axis}\n" for axis in "xyz")
    fall = f"  fall: {{type: dynamics, duration: 1 s, output_step: 0.01 s{tolerances}}}\n"
    return f"{body}outputs:\n{tip}analyses:\n{fall}"


def write(path, name, relative):
    path.write_text(text_of(name, relative), encoding="utf-8")


class Peer(tips.Program):
    """Trees by the programs of trees.py, which take a count; the others by their name."""

    def __init__(self, name, tree, machine, scan, steps):
        super().__init__(name, machine, TIP, scan)
        self.tree, self.machine, self.steps = tree, machine, steps

    def run(self, count, setting):
        of_tree = count in ("arm", "tree of 30")
        self.command = self.tree if of_tree else self.machine
        if not of_tree and self.steps:
            setting = 100 * max(1, round(setting / 100))
        if count == "balls":
            self.tips = {"balls": (0.0, 0.0, 0.0)}  # nothing is known: times only
        facts = super().run({"arm": 6, "tree of 30": 30}.get(count, count), setting) if not of_tree else \
            self.of_tree(6 if count == "arm" else 30, setting)
        self.tips = TIP
        return facts

    def of_tree(self, rods, setting):
        self.tips = trees.TIP
        return super().run(rods, setting)


def enter(folder):
    tolerances = [10.0 ** (-k / 8) for k in range(16, 89)]
    field, absent = [tips.Mbsrun("mbsrun", write, TIP, folder, tolerances)], {}
    for name, package, build, kind, scan in (
            ("Simbody {}, Runge-Kutta-Merson, own steps", "libsimbody-dev", peers.simbody, "simbody_{}.cpp",
             tolerances),
            ("MuJoCo {}, Runge-Kutta, equal steps", "libmujoco-dev", peers.mujoco, "mujoco_{}.c",
             [float(round(10 * 1.2**k)) for k in range(40)])):
        try:
            tree, machine = build("trees/" + kind.format("tree")), build("machines/" + kind.format("machines"))
            field.append(Peer(name.format(peers.installed_version(package)), tree, machine, scan,
                              build is peers.mujoco))
        except peers.NotAvailable as reason:
            absent[name.split(" ", maxsplit=1)[0]] = str(reason)
            say(f"{name.split(' ', maxsplit=1)[0]}: not available: {reason}")
    return field, absent


def race(field, name, rounds):
    settings, refused = {}, []
    for one in field:
        setting, trouble = tips.find(one, name, WITHIN)
        if setting is None:
            refused.append(f"{name}: {one.name} takes no part: {trouble[:80]} at its tightest setting")
            say(refused[-1])
        else:
            settings[one.name] = setting
    return tips.race(field, name, settings, rounds), refused


def times_of_balls(field, rounds):
    """At settings that each of them is used with: the default, accuracy 1e-3, steps of 1 ms."""
    usual = {one.name: setting for one, setting in zip(field, (None, 1e-3, 1000.0))}
    return [{**row, "tip_error": None} for row in tips.race(field, "balls", usual, rounds)]


def verdicts(rows):
    lines = []
    for name in dict.fromkeys(row["rods"] for row in rows):
        times = {row["name"]: row["cpu_s"]["median"] for row in rows if row["rods"] == name}
        own = times.pop("mbsrun", None)
        if own is not None and times:
            lines.append(f"{name}: mbsrun takes " + ", ".join(
                f"{own / peer:.2f} of the time of {peer_name.split(',')[0]}" for peer_name, peer in times.items()))
    return lines


def section(values, lines):
    table = tips.race_table(values["race"], values["not_available"])
    table[0] = table[0].replace("rods", "machine")
    return f"""## Machines in space

`./dev bench machines --record`, {values['rounds']} rounds. Ten balls: times only, each with its own law of contact.

{report.conditions_text(values['conditions'])}
{chr(10).join(['- ' + line for line in lines + values['refused']])}

{chr(10).join(table)}
"""


def main():
    parser = argparse.ArgumentParser(prog="./dev bench machines", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds wants a positive number")
    conditions = report.conditions()
    rows, refused = [], []
    with tempfile.TemporaryDirectory() as folder:
        field, absent = enter(pathlib.Path(folder))
        for name in TIP:
            say(name)
            more, words = race(field, name, options.rounds)
            rows += more
            refused += words
        rows += times_of_balls(field, options.rounds)
    lines = verdicts(rows)
    values = {"name": "machines", "conditions": conditions, "rounds": options.rounds, "race": rows,
              "refused": refused, "not_available": absent}
    report.write_json("machines", values, options.record)
    if options.record:
        report.put_section("machines", section(values, lines))
    print("\n".join(tips.race_table(rows, absent) + [""] + lines + refused))
    return 0


if __name__ == "__main__":
    sys.exit(main())
