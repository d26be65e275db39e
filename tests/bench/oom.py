#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Out of memory at any point: does every command end with exit status 8 and one message?

usage: ./dev bench oom [--every N] [--case PATTERN] [--forever] [--record]

A library (tests/oom/failing_malloc.c, by LD_PRELOAD) makes the k-th allocation of the process fail:
mbsrun's own, and those of SUNDIALS, SQLite, KLU, libyaml and the C library. Every command of the list
is run once for every k. Right is:

  told      exit 8, one message, and no file but complete results, a study's index, or *.partial.*
  absorbed  exit 0 with the bytes of the undisturbed run: who asked did without (qsort, a cache)
  as a run  of studies, when a worker's allocation fails: the run's status is "memory", exit 7

  --every N      only every N-th k
  --case PATTERN only commands whose name holds the pattern
  --forever      all allocations from the k-th on fail
  --binary FILE, --library FILE   instead of those of the release build
  --record       write the section of tests/bench/RESULTS.md
"""
import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import report
from report import BUILD, MBSRUN, ROOT, die

# Before it there may be warnings, or what a study says, whole and said before memory ran out.
MESSAGE = re.compile(rb"(?:(?!.*error\[)[^\n]*\n)*mbsrun: error\[E-MEM-001\]: out of memory\n"
                     rb"hint: raise --max-memory, or make the model or its output smaller\n")
EXAMPLES = ROOT / "models/examples"
LIMIT = 60  # s; a command takes a hundredth of that
REPEATS = 10
MEMORY_DISK = "/dev/shm"  # writing to a disk would take most of the time

PENDULUM = """mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {m: 1, L: 1}
bodies: {P: {type: point_mass, mass: m, initial: {position: [L, 0]}}}
joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: L}}
analyses: {run: {type: dynamics, duration: 0.05, output_step: 0.01METHOD}}
outputs: {x: P.x, y: P.y, tension: rod.tension}
checks: {drift: {max_abs: energy.drift, below: 1}}
"""
MODELS = {
    "pendulum": PENDULUM.replace("METHOD", ""),
    "ida": PENDULUM.replace("METHOD", ", integrator: {method: ida, formulation: index_1}"),
    "ggl": PENDULUM.replace("METHOD", ", integrator: {method: ida, formulation: ggl}"),
    "hht": PENDULUM.replace("METHOD", ", integrator: {method: hht, step: 0.01}"),
    # parts, families, functions, a table, events, a contact: what the loader has
    "parts": """mbs: 1
space: planar
gravity: [0, -9.81]
templates:
  leg: {parameters: {h: }, frames: {foot: {position: [0, -h]}}, bodies: {core: {type: point_mass, mass: 1,
    initial: {position: [0, h]}}}}
parts: {left: {template: leg, parameters: {h: 1}}, right: {template: leg, parameters: {h: 2}, position: [3, 0]}}
functions: {pull: {type: table, file: pull.csv, columns: [t, F]}}
forces: {f: {type: force, marker: left.core, vector: ['pull(t)', 0]}}
events:
  floor: {when: left.core.y, direction: falling, impact: {marker_i: ground, marker_j: left.core, direction: [0, 1],
    restitution: 0.5}}
analyses: {run: {type: dynamics, duration: 0.05}}
outputs: {x: left.core.x}
""",
    "kinematics": """mbs: 1
space: planar
bodies: {a: {type: rigid, mass: 1, inertia: 0.1, markers: {end: {position: [-1, 0]}}, initial: {position: [1, 0]}}}
joints: {pin: {type: revolute, marker_i: ground, marker_j: a.end}}
motions: {drive: {joint: pin, law: 2*t}}
analyses: {turn: {type: kinematics, duration: 0.05, output_step: 0.01}}
outputs: {x: a.x, torque: drive.torque}
""",
    # an equilibrium, its eigenvalues, and what moves away from it
    "modes": """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bar: {type: rigid, mass: 2, inertia: 0.5, initial: {position: [0.5, 0]}, markers: {end: {position: [-0.5, 0]}}}
joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar.end}}
forces: {coil: {type: torsional_spring_damper, joint: hinge, stiffness: 40, damping: 1}}
analyses:
  rest: {type: equilibrium}
  modes: {type: linearize, from: rest}
  swing: {type: dynamics, duration: 0.02, from: rest}
outputs: {angle: hinge.angle}
""",
}
STUDY = """mbs_study: 1
model: pendulum.yaml
vary: {m: {values: [1, 2, 3]}}
outputs: {far: {max_abs: x}}
"""


def hub(arms):
    """A body with many arms: the whole saddle point, by KLU."""
    bodies = "".join(f"  b{k}: {{type: rigid, mass: 1, inertia: 0.1}}\n" for k in range(arms))
    joints = "".join(f"  j{k}: {{type: revolute, body_i: hub, body_j: b{k}, at: [{k / 100}, 0]}}\n" for k in range(arms))
    return (f"mbs: 1\nspace: planar\nbodies:\n  hub: {{type: rigid, mass: 1, inertia: 1}}\n{bodies}joints:\n{joints}"
            "analyses: {turn: {type: dynamics, duration: 0.01, output_step: 0.01}}\noutputs: {x: b1.x}\n")


class Case:
    """A command; `out` is the directory that it writes, if any; `children`: workers' allocations fail, too."""

    def __init__(self, name, words, model=None, children=False):
        self.name, self.words, self.children = name, words, children
        self.text = MODELS[model] if model in MODELS else None


def cases():
    """Every command on what it treats differently."""
    listed = [Case(f"run {model}", ["run", "model.yaml", "-o", "out", "-q"], model) for model in MODELS]
    listed += [Case(f"{verb} pendulum", words, "pendulum") for verb, words in {
        "check": ["check", "model.yaml"],
        "explain": ["explain", "model.yaml"],
        "dump": ["dump", "model.yaml"],
        "fmt": ["fmt", "model.yaml", "--check"],
        "convergence": ["convergence", "model.yaml"],
        "convergence of ida": ["convergence", "model.yaml", "--method", "ida"],
        "compare": ["compare", "model.yaml", "model.yaml"],
        "cross-check": ["run", "model.yaml", "-o", "out", "-q", "--cross-check"],
    }.items()]
    listed += [Case("explain a word", ["explain", "revolute"]), Case("schema", ["schema"]),
               Case("dump parts", ["dump", "model.yaml"], "parts"),
               Case("check modes", ["check", "model.yaml"], "modes")]
    for name in ("four_bar", "quick_return", "slider_crank", "double_pendulum"):
        listed.append(Case(f"run {name}", ["run", EXAMPLES / f"{name}.yaml", "-o", "out", "-q"]))
    listed += [Case("run hub", ["run", "hub.yaml", "-o", "out", "-q"]),
               Case("dump --bundle", ["dump", "--bundle", "wide.yaml"]),
               Case("run again", ["run", "model.yaml", "-o", "twice", "-q", "--force"], "pendulum")]
    for jobs in ("1", "2"):
        listed.append(Case(f"sweep -j {jobs}", ["sweep", "study.yaml", "-o", "out", "-q", "-j", jobs], children=True))
    listed += [Case("sweep resumed", ["sweep", "study.yaml", "-o", "done", "-q", "-j", "1"]),
               Case("sweep report", ["sweep", "report", "done"]),
               Case("verify", ["verify", "parts"]),
               Case("sweep status", ["sweep", "status", "done"]),
               Case("sweep merge", ["sweep", "merge", "parts"])]
    return listed


def digest(folder):
    """The bytes of all files below a folder, but for what says when and where."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "index.sqlite" not in path.name and path.name != "lock":
            data = path.read_bytes()
            if path.name == "summary.json":
                document = json.loads(data)
                for key in ("environment", "time", "times"):
                    document.pop(key, None)
                data = re.sub(rb'"[a-z_]*(cpu_s|wall_s|seconds)": [-0-9.e+]+', b"", json.dumps(document).encode())
            found[str(path.relative_to(folder))] = hashlib.sha256(data).hexdigest()
    return found


def leftovers(folder):
    """What stands where a complete file should, or beside it."""
    for path in sorted(folder.rglob("*")):
        if ".tmp." in path.name:
            return f"left {path.name}"
        if path.name == "summary.json":
            for entry in json.loads(path.read_text())["files"]:
                data = (path.parent / entry["name"]).read_bytes()
                if hashlib.sha256(data).hexdigest() != entry["sha256"]:
                    return f"{entry['name']} is not what its summary lists"
        if path.name == "results.csv" and not path.read_bytes().endswith(b"\n"):
            return f"half of {path.name}"
    return None


class Campaign:
    def __init__(self, options, home):
        self.options, self.home = options, home
        self.tally = collections.Counter()
        self.wrong = []

    def prepare(self, case, folder):
        folder.mkdir()
        if case.text:
            (folder / "model.yaml").write_text(case.text, encoding="utf-8")
        for name in ("hub.yaml", "pull.csv", "wide.yaml", "more.yaml", "pendulum.yaml", "study.yaml"):
            shutil.copy(self.home / name, folder)
        for name in ("twice", "done", "parts"):
            if name in map(str, case.words):
                shutil.copytree(self.home / name, folder / name)

    def run(self, case, folder, environment):
        self.prepare(case, folder)
        command = [str(self.options.binary)] + [str(word) for word in case.words]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=LIMIT, check=False,
                                  env=dict(os.environ, LD_PRELOAD=str(self.options.library), **environment))
        except subprocess.TimeoutExpired:
            return None
        return done

    def judge(self, case, done, folder, right):
        """One of told, absorbed, as a run; or what is wrong."""
        if done is None:
            return f"has not ended after {LIMIT} s"
        rest = leftovers(folder)
        if rest:
            return f"exit {done.returncode}, {rest}"
        if done.returncode == 8:
            return "told" if MESSAGE.fullmatch(done.stderr) else f"exit 8 with {done.stderr[:200]!r}"
        if case.children and done.returncode == 7:
            with open(folder / "out/results.csv", newline="", encoding="utf-8") as file:
                statuses = {row["status"] for row in csv.DictReader(file)}
            return "as a run" if statuses <= {"ok", "memory"} else f"exit 7 with {statuses}"
        if done.returncode == right[0] and done.stdout == right[1] and digest(folder) == right[2]:
            return "absorbed"
        return f"exit {done.returncode} with {done.stderr[:200]!r}"

    def once(self, case, number, right, where):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.home)) / f"{number}.{where}"
        mark = folder.with_name("mark")
        done = self.run(case, folder, {"FAIL_AT": str(number), "FAIL_FOREVER": "1" if self.options.forever else "0",
                                       "FAIL_IN": where, "FAIL_MARK": str(mark)})
        verdict = self.judge(case, done, folder, right)
        struck = mark.exists()  # else nobody asked that often
        shutil.rmtree(folder.parent)
        return verdict if struck else None if verdict == "absorbed" else f"undisturbed, {verdict}"

    def try_case(self, case, pool):
        folder = self.home / "undisturbed"
        done = self.run(case, folder, {"FAIL_COUNT": str(self.home / "count")})
        if done is None or done.returncode != 0:
            die(f"{case.name}: without a failure it ends with {done and (done.returncode, done.stderr)}")
        right = (done.returncode, self.stable(case, done), digest(folder))
        shutil.rmtree(folder)
        count = int((self.home / "count").read_text())
        jobs = [(number, "first") for number in range(1, count + 1, self.options.every)]
        children = self.home / "count.children"
        if children.exists():  # they go on where their parent was when it made them
            counts = {int(line) for line in children.read_text().split()}
            # again and again: whether a worker ends before it is given a run is a matter of luck
            jobs += [(number, "children") for number in sorted(counts)] * REPEATS
            children.unlink()
        verdicts = list(pool.map(lambda job: self.once(case, job[0], right, job[1]), jobs))
        tally = collections.Counter()
        for (number, where), verdict in zip(jobs, verdicts):
            if verdict is None:
                continue
            kind = verdict if verdict in ("told", "absorbed", "as a run") else "wrong"
            tally[kind] += 1
            if kind == "wrong":
                self.wrong.append((case.name, number, verdict))
                print(f"oom: {case.name}, allocation {number} ({where}): {verdict}", file=sys.stderr, flush=True)
        self.tally += tally
        return count, tally

    @staticmethod
    def stable(case, done):
        return done.stdout


def write_files(home, options):
    home.joinpath("hub.yaml").write_text(hub(30), encoding="utf-8")
    home.joinpath("wide.yaml").write_text(MODELS["parts"].replace("mbs: 1\n", "mbs: 1\ninclude: [more.yaml]\n"),
                                          encoding="utf-8")
    home.joinpath("more.yaml").write_text("mbs: 1\nparameters: {L: 1}\n", encoding="utf-8")
    home.joinpath("pull.csv").write_text("t,F\n0,0\n1,2\n2,1\n", encoding="utf-8")
    home.joinpath("pendulum.yaml").write_text(MODELS["pendulum"], encoding="utf-8")
    home.joinpath("study.yaml").write_text(STUDY, encoding="utf-8")
    for words in (["run", "pendulum.yaml", "-o", "twice", "-q", "--force"],
                  ["sweep", "study.yaml", "-o", "done", "-q", "-j", "1"],
                  ["sweep", "study.yaml", "-o", "parts", "-q", "-j", "1", "--shard", "0/2"],
                  ["sweep", "study.yaml", "-o", "parts", "-q", "-j", "1", "--shard", "1/2"]):
        done = subprocess.run([options.binary] + words, cwd=home, capture_output=True, check=False)
        if done.returncode != 0:
            die(f"{words} ended with {done.returncode}: {done.stderr!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--case", default="")
    parser.add_argument("--forever", action="store_true")
    parser.add_argument("--binary", type=pathlib.Path, default=MBSRUN)
    parser.add_argument("--library", type=pathlib.Path, default=BUILD / "tests/oom/libfailing_malloc.so")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    options.binary, options.library = options.binary.resolve(), options.library.resolve()
    commands = 0
    lines = ["## Out of memory", "", "Written by `./dev bench oom --record`. Each allocation of each command fails "
             "once.", "", "| command | allocations | tried | exit 8 | absorbed | run with status memory | wrong |",
             "|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory(dir=MEMORY_DISK if os.path.isdir(MEMORY_DISK) else None) as name, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        home = pathlib.Path(name)
        write_files(home, options)
        campaign = Campaign(options, home)
        for case in cases():
            if options.case not in case.name:
                continue
            count, tally = campaign.try_case(case, pool)
            row = (f"| {case.name} | {count} | {tally.total()} | {tally['told']} | {tally['absorbed']} | "
                   f"{tally['as a run']} | {tally['wrong']} |")
            print(row, flush=True)
            commands += 1
            lines += [row] if tally["as a run"] or tally["wrong"] else []
    tally = campaign.tally
    lines.append(f"| all {commands} | | {tally.total()} | {tally['told']} | {tally['absorbed']} | {tally['as a run']} | "
                 f"{tally['wrong']} |")
    print(lines[-1])
    if options.record:
        report.put_section("oom", "\n".join(lines))
    sys.exit(1 if campaign.wrong else 0)


if __name__ == "__main__":
    main()
