#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does --cross-check find what the ordinary run does not show? Faults planted in the sources, one at a time.

usage: ./dev bench faults [--only WORD] [--place WORD] [--record]

tests/bench/faults.txt holds the faults: each is one edit of one source file, of the kind that a
programmer makes. Each is built (in build/faults) and runs shipped models, without their checks. What a
fault does to a model is one of these, with P what tolerances promise: 1e4 times the relative tolerance of
the scale of a channel, a hundredth of it for a fixed step:

  shown     the ordinary run says so: another exit status, or a warning that the right program has not
  found     results are off by more than P (or are other numbers, rows or events), and the ordinary run
            says nothing, but --cross-check ends with 6 and says that something differs
  earlier   results are off by less than P, and --cross-check says so all the same
  MISSED    results are off by more than P, and neither says so
  nothing   no result is off by more than P

A fault counts as found when no model misses it and --cross-check finds it on one at least; as shown when
no model is left on which the ordinary run keeps silent about something wrong.

  --only WORD    faults whose text contains WORD
  --place WORD   faults of one place
  --record       write the section of tests/bench/RESULTS.md
"""
import argparse
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import ruamel.yaml

import report
from report import HERE, ROOT, die, say

PLACES = ("saddle point", "softening", "projection", "interpolant", "step control", "events", "rows",
          "ledger", "weights", "driven", "tree")
WORK = ROOT / "build/faults"
TREE, BUILD, MODELS = WORK / "tree", WORK / "build", WORK / "models"
TIME = 90  # s of one run
INTEGRATOR = ("method", "formulation", "order", "step", "coordinates")
SECTIONS = ("bodies", "joints", "motions", "forces", "outputs")  # of the model: entries that are added or replaced
ABSOLUTE, JOINT = {"coordinates": "absolute"}, {"coordinates": "joint"}

# What joints of the Puma carry, and the same arm with every other kind of freedom: slides, some of them passed
# from marker_j to marker_i, a ball, rotors, motions that are prescribed, products of inertia, and forces.
LOADS = {"outputs": {f"{name}_of_{joint}": f"{joint}.reaction.{axis}" for joint in ("J1", "J3", "J6")
                     for name, axis in (("force_x", "x"), ("force_z", "z"), ("torque_x", "tx"), ("torque_y", "ty"))}}
SLIDES = {
    "duration": "0.4 s",
    "bodies": {"link_2": {"type": "rigid", "mass": 17.4, "center_of_mass": [-0.3638, 0.006, 0.2275],
                          "inertia": {"xx": 0.13, "yy": 0.524, "zz": 0.539, "xy": 0.05, "yz": -0.03, "zx": 0.02},
                          "markers": {"axis": {"position": [-0.4318, 0, 0]}}},
               "link_6": {"type": "rigid", "mass": 0.09, "center_of_mass": [0, 0, 0.032],
                          "inertia": {"xx": 0.15e-3, "yy": 0.15e-3, "zz": 0.04e-3},
                          "initial": {"position": [0.596303148574615, -0.15005, -0.014354267658087],
                                      "orientation": {"axis_angle": {"axis": [0.6, 0, 0.8], "angle": "50 deg"}}}}},
    "forces": {"spring": {"type": "spring_damper", "marker_i": "ground", "marker_j": "link_6", "stiffness": 200,
                          "damping": 3, "free_length": 0.5},
               "twist": {"type": "torque", "marker": "link_4", "vector": [0.1, "0.2*sin((9 rad/s)*t)", 0.1],
                         "resolve_in": "link_4"}},
    "joints": {
        "J1": {"type": "revolute", "marker_i": "ground", "marker_j": "link_1.axis", "armature": 0.3,
               "initial": {"angle": 0, "rate": "2 rad/s"}},
        "J2": {"type": "revolute", "marker_i": "link_2.axis", "marker_j": "link_1", "initial": {"angle": "-45 deg"}},
        "J3": {"type": "cylindrical", "marker_i": "link_2", "marker_j": "link_3.axis",
               "armature": {"angle": 0.2, "displacement": 2}, "initial": {"angle": "180 deg", "rate": "1 m/s"}},
        "J4": {"type": "prismatic", "marker_i": "link_4.axis", "marker_j": "link_3", "initial": {"rate": "1 m/s"}},
        "J5": {"type": "cylindrical", "marker_i": "link_5.axis", "marker_j": "link_4",
               "initial": {"angle": "-45 deg", "angle_rate": "3 rad/s"}},
        "J6": {"type": "spherical", "marker_i": "link_6", "marker_j": "link_5"}},
    "motions": {"M2": {"joint": "J2", "law": "-45 deg + (0.5 rad)*sin((6 rad/s)*t)"},
                "M5": {"joint": "J5", "coordinate": "displacement", "law": "(0.2 m)*(1 - cos((5 rad/s)*t))"}},
    "outputs": {**LOADS["outputs"], "q_4": "J4.displacement", "q_6": "link_6.wx", "s_3": "J3.displacement",
                "torque_2": "M2.torque", "force_5": "M5.force"}}

# name, file, analysis, relative tolerance (None: as it is, or a fixed step), what else is set
RUNS = (
    ("a01", "iftomm/a01_simple_pendulum", "swing", 1e-9, {"duration": "2 s"}),
    ("a01, ida ggl", "iftomm/a01_simple_pendulum", "swing", 1e-8,
     {"duration": "1 s", "method": "ida", "formulation": "ggl"}),
    ("four_bar", "examples/four_bar", "run", 1e-9, {}),
    ("slider_crank, ida", "examples/slider_crank", "run", 1e-8,
     {"duration": "turn", "method": "ida", "formulation": "index_1"}),
    ("driven_rate", "examples/driven_rate", "run", 1e-8, {"duration": "1 s"}),
    ("cam_follower", "examples/cam_follower", "run", 1e-9, {}),
    ("quarter_car", "examples/quarter_car", "drive", 1e-9, {"duration": "1 s"}),
    ("bushing, ida", "examples/bushing", "shake", 1e-8, {"method": "ida", "formulation": "explicit"}),
    ("andrews", "iftomm/a03_andrews", "squeeze", 1e-8, {"duration": "0.01 s"}),
    ("bouncing_ball", "examples/bouncing_ball", "bounces", 1e-9, {}),
    ("stops_of_a_slide", "examples/stops_of_a_slide", "runs", 1e-9, {}),
    ("pendulum_with_stop", "examples/pendulum_with_stop", "swings", 1e-9, {}),
    ("spring_mass", "examples/spring_mass", "bounce", 1e-9, {"duration": "2 s"}),
    ("double_pendulum, order 5", "examples/double_pendulum", "fall", 1e-8,
     {"duration": "3 s", "method": "runge_kutta", "order": 5}),
    ("double_pendulum, ida index_1", "examples/double_pendulum", "fall", 1e-8,
     {"duration": "1 s", "method": "ida", "formulation": "index_1"}),
    ("symmetric_top", "examples/symmetric_top", "dance", 1e-9, {"duration": "0.3 s", **ABSOLUTE}),
    ("symmetric_top, joint", "examples/symmetric_top", "dance", 1e-9,
     {"duration": "0.3 s", **JOINT, "outputs": {"force_x": "socket.reaction.x", "force_z": "socket.reaction.z"}}),
    ("symmetric_top, order 5", "examples/symmetric_top", "dance", 1e-8,
     {"duration": "0.2 s", "method": "runge_kutta", "order": 5, **JOINT}),
    ("spatial_pendulum, order 5", "examples/spatial_pendulum", "swing", 1e-8,
     {"duration": "1 s", "method": "runge_kutta", "order": 5, **ABSOLUTE}),
    ("puma_560_falling", "examples/puma_560_falling", "fall", 1e-9, {"duration": "0.4 s", **ABSOLUTE, **LOADS}),
    ("puma_560_falling, joint", "examples/puma_560_falling", "fall", 1e-9, {"duration": "0.4 s", **JOINT, **LOADS}),
    ("slides in space", "examples/puma_560_falling", "fall", 1e-9, {**SLIDES, **ABSOLUTE}),
    ("slides in space, joint", "examples/puma_560_falling", "fall", 1e-9, {**SLIDES, **JOINT}),
    ("friction_block", "examples/friction_block", "throw", 1e-9, {}),
    ("drag", "examples/drag", "fall", 1e-9, {}),
    ("near a singular pose", "iftomm/a02_four_bar_n2", "turn", 1e-8, {"duration": "1.4 s"}),
    ("chain", "examples/chain", "fall", 1e-8, {"duration": "0.4 s"}),
    ("driven_pendulum, hht", "founding/driven_pendulum", "ida", None,
     {"duration": "1 s", "method": "hht", "step": "0.0005 s"}),
    ("a01, generalized_alpha", "iftomm/a01_simple_pendulum", "swing", 1e-6,
     {"duration": "1 s", "method": "generalized_alpha"}),
    ("driven in space", "examples/driven_pendulum_spatial", "ida", 1e-8,
     {"duration": "1 s", **ABSOLUTE,
      "motions": {"turn": {"joint": "hinge", "law": "270 deg + (0.8 rad)*(1 - cos((3 rad/s)*t))"}}}),
    ("rotor in space, joint", "examples/driven_pendulum_spatial", "ida", 1e-8,
     {"duration": "1 s", **JOINT,
      "joints": {"hinge": {"type": "revolute", "marker_i": "ground", "marker_j": "bar.pivot", "armature": 5,
                           "initial": {"angle": "270 deg", "rate": "8 rad/s"}}}}),
    ("long_pendulum", "examples/long_pendulum", "swing", None, {"duration": "20 s", "step": "0.01 s"}),
    ("four_bar, kinematics", "examples/four_bar", "geometry", 1e-9, {}),
    ("six_axis_arm, inverse_dynamics", "examples/six_axis_arm", "motors", 1e-9, {}),
)


# ---- the table ----

def read_faults(path):
    """Entries of three parts: "place | file | what", lines of old text (-), lines of new text (+)."""
    faults = []
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        place, file, what = (word.strip() for word in lines[0].split("|", 2))
        old, new = ("\n".join(line[2:] for line in lines[1:] if line[:1] == sign) for sign in "-+")
        if place not in PLACES or not old:
            die(f"{path.name}: {lines[0]}")
        faults.append({"place": place, "file": file, "what": what, "old": old, "new": new})
    return faults


def plant(fault, text):
    """The source with the fault; its text has to be there exactly once."""
    if text.count(fault["old"]) != 1:
        die(f"{fault['file']}: {text.count(fault['old'])} times: {fault['old']!r}")
    return text.replace(fault["old"], fault["new"])


# ---- models ----

def write_models():
    """Copies with one analysis, its tolerance and what else is set, and without checks."""
    yaml = ruamel.yaml.YAML()
    shutil.rmtree(MODELS, ignore_errors=True)
    shutil.copytree(ROOT / "models", MODELS / "models")
    for run in RUNS:
        name, file, analysis, tolerance, settings = run
        model = yaml.load((ROOT / "models" / f"{file}.yaml").read_text(encoding="utf-8"))
        model.pop("checks", None)
        one = model["analyses"][analysis]
        model["analyses"] = {analysis: one}
        integrates = one["type"] == "dynamics"  # else the tolerance is that of the promise alone
        integrator = one.setdefault("integrator", {}) if integrates else {}
        if integrates and tolerance is not None:
            integrator["tolerances"] = {"relative": tolerance, "absolute": tolerance / 100}
        for key, value in settings.items():
            if key in SECTIONS:
                model.setdefault(key, {}).update(value)
            else:
                (integrator if key in INTEGRATOR else one)[key] = value
        if "step" in settings:
            integrator.pop("tolerances", None)
        with open(model_of(run), "w", encoding="utf-8") as out:
            yaml.dump(model, out)


def model_of(run):
    return (MODELS / "models" / run[1]).with_name(f"{run[0].replace(' ', '_').replace(',', '')}.yaml")


# ---- building ----

def copy_tree():
    """The sources; what is the same stays untouched."""
    for name in ("src", "cmake", "tests", "schema", "reference/sobol", "docs/help", "docs/codes", "docs/examples",
                 "docs/starter", "CMakeLists.txt", "CMakePresets.json", "LICENSE", "CITATION.cff"):
        for path in [ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*"):
            copy = TREE / path.relative_to(ROOT)
            if path.is_file() and not (copy.is_file() and copy.read_bytes() == path.read_bytes()):
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(path.read_bytes())


def prepare(faults):
    copy_tree()
    for fault in faults:  # an end in the middle may have left an object with a fault
        (TREE / fault["file"]).touch()
    command = ["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1"]
    if shutil.which("ccache"):
        command.append("-DCMAKE_C_COMPILER_LAUNCHER=ccache")
    subprocess.run(command, check=True, capture_output=True)


def build():
    """The program, or None with what the compiler says."""
    done = subprocess.run(["cmake", "--build", BUILD, "--target", "mbsrun"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        say(done.stdout[-2000:])
    return done.returncode == 0


# ---- running ----

def start(binary, run, folder, *more):
    """Exit status (124: no end) and what was said; results in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        done = subprocess.run([binary, "run", model_of(run), "-o", folder, "--color", "never",
                               "--time-limit", "3", *more],
                              capture_output=True, text=True, check=False, timeout=TIME, env=report.ENVIRONMENT)
    except subprocess.TimeoutExpired:
        return 124, ""
    return done.returncode, done.stderr


def results_of(folder, analysis):
    """Summary of the analysis, names, units and columns of its table."""
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))["analyses"][analysis]
    if not summary.get("file"):
        return summary, [], []
    with open(folder / summary["file"], newline="", encoding="utf-8") as file:
        rows = [[float(x) if x else math.nan for x in row] for row in list(csv.reader(file))[1:]]
    channels = [(channel["name"], channel["unit"]) for channel in summary["channels"]]
    return summary, channels, list(zip(*rows))


def off_by(right, wrong, scales, promise):
    """The largest difference of any number that is a result, over what is promised; and which. Channels
    have the scales of the right program's cross-check, energies the largest of the ledger."""
    (summary, channels, columns), (other, other_channels, other_columns) = right, wrong
    if [c for c, _ in channels] != [c for c, _ in other_channels] or len(columns[0]) != len(other_columns[0]):
        return math.inf, "rows"
    worst, which = 0.0, ""
    def look(name, a, b, scale):
        nonlocal worst, which
        part = 0 if a == b or (math.isnan(a) and math.isnan(b)) else abs(a - b) / (promise * max(scale, 1e-300))
        if not part <= worst:
            worst, which = (math.inf if math.isnan(part) else part), name

    look("t", columns[0][-1], other_columns[0][-1], summary["duration"])
    for (name, _), column, other_column in zip(channels, columns, other_columns):
        for a, b in zip(column, other_column):
            look(name, a, b, scales.get(name, summary["duration"]))
    audit, other_audit = summary["audit"], other["audit"]
    energy = max(abs(audit["energy_work"]), audit["energy_scale"], 1e-300)
    for name in ("energy_drift", "energy_drift_steps", "energy_initial", "energy_work", "energy_scale"):
        look(name, audit[name] or 0, other_audit[name] or 0, energy)
    events, others = ((x.get("events") or {}).get("located", []) for x in (summary, other))
    if len(events) != len(others):
        return math.inf, "number of events"
    for a, b in zip(events, others):
        for name in ("t", "energy", "impulse", "approach"):
            scale = summary["duration"] if name == "t" else max(abs(event.get(name) or 0) for event in events)
            look(f"{name} of events", a.get(name) or 0, b.get(name) or 0, scale)
    return worst, which


def promise_of(tolerance):
    return 1e-2 if tolerance is None else min(0.1, 1e4 * tolerance)


def codes(said):
    return sorted(set(re.findall(r"\b[EW]-[A-Z]+-\d+", said)))


class Reference:
    """What the right program makes of every run."""

    def __init__(self, binary):
        self.codes, self.results, self.scales = {}, {}, {}
        for run in RUNS:
            folder = WORK / "right" / run[0]
            status, said = start(binary, run, folder)
            if status != 0:
                die(f"{run[0]} ends with {status}: {said}")
            self.codes[run[0]] = codes(said)
            self.results[run[0]] = results_of(folder, run[2])
            began, checked = time.monotonic(), WORK / "right, checked" / run[0]
            status, said = start(binary, run, checked, "--cross-check")
            seconds = time.monotonic() - began
            print(f"  {run[0]}: {len(self.results[run[0]][2][0])} rows, cross-check {seconds:.1f} s", flush=True)
            if status != 0:
                die(f"{run[0]} is right, and --cross-check ends with {status}: {said}")
            self.scales[run[0]] = self.scales_of(results_of(checked, run[2])[0]["cross_check"], self.results[run[0]])

    @staticmethod
    def scales_of(check, results):
        """Those of the cross-check's channels; without other methods, the spans of the columns."""
        if check.get("error_of_the_run"):
            return {error["name"]: error["scale"] for error in check["error_of_the_run"]}
        return {name: max(column) - min(column) or 1 for (name, _), column in zip(results[1], results[2])}


def judge(binary, run, right):
    """(class, how far off, what)."""
    folder = WORK / "wrong" / run[0]
    status, said = start(binary, run, folder)
    new = [code for code in codes(said) if code not in right.codes[run[0]]]
    if status != 0 or new:
        return "shown", math.nan, " ".join([f"exit {status}", *codes(said)])
    try:
        off, which = off_by(right.results[run[0]], results_of(folder, run[2]), right.scales[run[0]],
                              promise_of(run[3]))
    except (OSError, ValueError, KeyError, IndexError) as error:
        return "shown", math.nan, f"no results: {error}"
    if off == 0:
        return "nothing", 0.0, "the same bytes"
    status, said = start(binary, run, WORK / "wrong, checked" / run[0], "--cross-check")
    found = status == 6 and "E-CMP" in said
    kind = ("found" if found else "MISSED") if off > 1 else ("earlier" if found else "nothing")
    return kind, off, " ".join([which, *(codes(said) if found else [])])


def verdict(kinds):
    for kind, text in (("MISSED", "MISSED"), ("found", "found"), ("earlier", "found"), ("shown", "shown")):
        if kind in kinds:
            return text
    return "nothing"


def try_fault(fault, right, workers):
    path = TREE / fault["file"]
    before = path.read_text(encoding="utf-8")
    path.write_text(plant(fault, before), encoding="utf-8")
    try:
        if not build():
            return "does not build", {}
        binary = WORK / "mbsrun-wrong"
        binary.unlink(missing_ok=True)  # an end in the middle may have left it running
        shutil.copy2(BUILD / "mbsrun", binary)
    finally:
        path.write_text(before, encoding="utf-8")
    runs = [run for run in RUNS]
    judged = dict(zip((run[0] for run in runs), workers.map(lambda run: judge(binary, run, right), runs)))
    return verdict([kind for kind, _, _ in judged.values()]), judged


def tell(fault, outcome, judged, seconds):
    print(f"{outcome:8} {fault['place']}: {fault['what']}  [{seconds:.0f} s]", flush=True)
    for name, (kind, off, what) in judged.items():
        if kind != "nothing" or off > 0:
            print(f"           {kind:8} {name}: {off:.2g} x, {what}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--place", default="")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    every = read_faults(HERE / "faults.txt")
    faults = [fault for fault in every if options.only in fault["what"] and options.place in fault["place"]]
    for fault in every:
        plant(fault, (ROOT / fault["file"]).read_text(encoding="utf-8"))
    revision = report.revision()
    prepare(every)
    write_models()
    if not build():
        die("the right program does not build")
    shutil.copy2(BUILD / "mbsrun", WORK / "mbsrun-right")
    right = Reference(WORK / "mbsrun-right")
    table = []
    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as workers:
        for fault in faults:
            began = time.monotonic()
            outcome, judged = try_fault(fault, right, workers)
            tell(fault, outcome, judged, time.monotonic() - began)
            table.append((fault, outcome, judged))
    text = section(table, revision)
    print(text)
    if options.record:
        report.put_section("faults", text)


def section(table, revision):
    early = sum(outcome == "found" and "found" not in [kind for kind, _, _ in judged.values()]
                for _, outcome, judged in table)
    lines = ["## Planted faults", "", f"Written by `./dev bench faults --record`, revision {revision}. "
             f"{len(table)} faults, each in one line or two of the sources, on {len(RUNS)} runs of shipped models without "
             "their checks, most at relative tolerances of 1e-8 or 1e-9. Shown: the status or a warning of the ordinary run. "
             f"Found: by --cross-check alone, {early} of them before results are off by more than tolerances promise.", "",
             "| place | faults | the ordinary run shows it | found by --cross-check | missed | no effect |",
             "|---|---|---|---|---|---|"]
    for place in (*PLACES, "all"):
        outcomes = [outcome for fault, outcome, _ in table if place in ("all", fault["place"])]
        lines.append(f"| {place} | {len(outcomes)} | " +
                     " | ".join(str(outcomes.count(k)) for k in ("shown", "found", "MISSED", "nothing")) + " |")
    others = [f"{outcome}: {fault['place']}, {fault['what']}" for fault, outcome, _ in table
              if outcome in ("MISSED", "nothing", "does not build")]
    lines += ["", *others] if others else []
    return "\n".join(lines)


if __name__ == "__main__":
    main()
