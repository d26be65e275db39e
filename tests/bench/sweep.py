#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Studies: runs per second, the same bytes however it was run, kills, a million runs.

usage: ./dev bench sweep [--runs N] [--kills N] [--million N] [--require] [--record]

  throughput  N runs of A01 (1001 outputs reduced to 4 figures; default 10,000) with -j 1 and -j 2:
              user and system time of parent and workers, per run, against the CPU time that the
              runs themselves took inside the workers; runs per second against a shell loop of
              processes and against GNU parallel (where it is installed)
  efficiency  runs of 5 ms and more (A01 for 400 s), -j 1 and -j 2 in turns; for idle cores
  equality    -j 1, -j 2, three shards and a merge: SHA-256 of results.csv
  kills       SIGKILL at random moments to the parent or a worker (default 200), resumed each time
  million     a million runs of a trivial motion, planned and resumed: seconds, memory, bytes

  --require   exit status 1 when a figure of the issue is missed
  --record    write tests/bench/sweep.json and the section of tests/bench/RESULTS.md
"""
import argparse
import hashlib
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import report
from report import A01, MBSRUN

A01_STUDY = f"""\
mbs_study: 1
model: {A01}
vary: {{L: {{from: 0.5, to: 2, count: %d}}}}
outputs:
  x_final: {{final: P1.x}}
  y_min: {{min: P1.y}}
  T: {{period: P1.x, cycles: 2}}
  drift: {{max_abs: energy.drift}}
"""
FREE = """\
mbs: 1
space: planar
parameters: {m: 1}
bodies: {P: {type: point_mass, mass: m, initial: {position: [0, 0], velocity: [1, 0]}}}
analyses: {fly: {type: dynamics, duration: 1e-3, output_step: 1e-3}}
"""
FREE_STUDY = """\
mbs_study: 1
model: free.yaml
vary: {m: {uniform: [1, 2]}}
plan: {method: sobol, samples: %d}
outputs: {x: {final: P.x}}
"""


def sha256(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def timed(*words, check=True):
    """Runs a program; wall, and user and system time of it and its children, in seconds; memory."""
    program = shutil.which(str(words[0]))
    start = time.monotonic()
    (_, user, system, memory, *_, status), = report.spawn(1, [program, *words[1:]])
    if check and status != 0:
        report.die(f"{words}: {status}")
    return {"wall_s": time.monotonic() - start, "cpu_s": user + system, "memory_kib": memory}


def total(index, column):
    with sqlite3.connect(index) as database:
        return database.execute(f"SELECT sum({column}) FROM runs").fetchone()[0]


def throughput(folder, runs):
    study = folder / "a01.yaml"
    study.write_text(A01_STUDY % runs)
    values = {"runs": runs}
    for jobs in (1, 2):
        out = folder / f"j{jobs}"
        # what wait4 sees of the workers: all that the parent has waited for
        values[f"j{jobs}"] = timed(MBSRUN, "sweep", study, "-o", out, "-j", jobs)
        inside = total(out / "index.sqlite", "cpu_s")
        values[f"j{jobs}"].update(inside_s=inside, sha256=sha256(out / "results.csv"))
        per_run, own = values[f"j{jobs}"]["cpu_s"] / runs, inside / runs
        values[f"j{jobs}"].update(per_run_us=1e6 * per_run, own_us=1e6 * own,
                                  allowed_us=1.15e6 * own + 20)
    values["loop"] = one_process_each(folder, min(runs, 300))
    return values


def one_process_each(folder, runs):
    """A01 as many processes: by a loop of the shell, and two at a time by GNU parallel."""
    call = f"{MBSRUN} {A01} --set L=%s -o {folder}/loop-%s -q --force"
    lengths = folder / "lengths"
    lengths.write_text("".join(f"{0.5 + k / runs}\n" for k in range(runs)))
    ways = {"a shell loop": ["sh", "-c", f"while read L; do {call % ('$L', 0)}; done < {lengths}"]}
    if shutil.which("parallel"):
        ways["GNU parallel -j 2"] = ["parallel", "-j", "2", "-a", str(lengths), call % ("{}", "{%}")]
    result = {}
    for name, words in ways.items():
        # other lengths than the model's fail its check of the end: exit status 1 to 101
        took = timed(*words, check=False)
        result[name] = {"runs": runs, "runs_per_s": runs / took["wall_s"],
                        "cpu_us": 1e6 * took["cpu_s"] / runs}
    return result


def efficiency(folder, runs):
    """Wall time by -j 1 over that by -j 2, medians of three turns; the work is the same."""
    model = pathlib.Path(A01).read_text(encoding="utf-8").split("\nchecks:")[0] + "\n"
    assert model.count("duration: 10 s") == 1
    (folder / "long.yaml").write_text(model.replace("duration: 10 s", "duration: 400 s"))
    study = folder / "efficiency.yaml"
    study.write_text((A01_STUDY % runs).replace(str(A01), "long.yaml"))
    walls, inside = {1: [], 2: []}, {1: [], 2: []}
    for turn in range(3):
        for jobs in walls:
            out = folder / f"long{turn}{jobs}"
            walls[jobs].append(timed(MBSRUN, "sweep", study, "-o", out, "-j", jobs, check=False)["wall_s"])
            inside[jobs].append(1e3 * total(out / "index.sqlite", "cpu_s") / runs)
    wall = {jobs: statistics.median(each) for jobs, each in walls.items()}
    return {"runs": runs, "wall_s": walls, "run_ms": {jobs: statistics.median(each) for jobs, each
                                                      in inside.items()}, "ratio": wall[1] / wall[2]}


def equality(folder, runs):
    study = folder / "a01.yaml"
    for part in range(3):
        timed(MBSRUN, "sweep", study, "-o", folder / "shards", "--shard", f"{part}/3", "-j", 2)
    timed(MBSRUN, "sweep", "merge", folder / "shards")
    return {"runs": runs, "shards": sha256(folder / "shards/results.csv"),
            "j1": sha256(folder / "j1/results.csv"), "j2": sha256(folder / "j2/results.csv")}


def children(process):
    try:
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def committed(index):
    """Which session ended which run."""
    if not index.exists():
        return {}
    with sqlite3.connect(index, timeout=20) as database:
        try:
            return dict(database.execute("SELECT run, session FROM runs"))
        except sqlite3.OperationalError:
            return {}


def kills(folder, wanted):
    """Half of the kills hit the parent, half a worker, at times drawn evenly."""
    study, out = folder / "kills.yaml", folder / "kills"
    study.write_text(A01_STUDY % (60 * wanted))
    generator = random.Random(1)
    done, known, repeated, lost = {"parent": 0, "worker": 0}, {}, 0, 0
    process = None
    while sum(done.values()) < wanted:
        if process is None or process.poll() is not None:
            if process is not None and process.returncode == 0:
                shutil.rmtree(out)  # all runs have ended: once more from the beginning
                known = {}
            process = subprocess.Popen([MBSRUN, "sweep", study, "-o", out, "-j", "2", "-q"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(generator.uniform(0, 0.15))
        workers = children(process.pid)
        if process.poll() is None and generator.random() < 0.5 and workers:
            os.kill(generator.choice(workers), signal.SIGKILL)
            done["worker"] += 1
        elif process.poll() is None:
            process.kill()
            process.wait()
            done["parent"] += 1
            now = committed(out / "index.sqlite")
            lost += sum(run not in now for run in known)
            repeated += sum(now.get(run, session) != session for run, session in known.items())
            known = now
    process.wait()
    timed(MBSRUN, "sweep", study, "-o", out, "-j", 2, check=False)
    timed(MBSRUN, "sweep", study, "-o", folder / "quiet", "-j", 2)
    with sqlite3.connect(out / "index.sqlite") as database:
        for row in database.execute("SELECT run, status, message FROM runs WHERE status <> 'ok'"):
            report.say(str(row))
    return {**done, "runs": 60 * wanted, "lost": lost, "repeated": repeated,
            "same": sha256(out / "results.csv") == sha256(folder / "quiet/results.csv")}


def million(folder, runs):
    (folder / "free.yaml").write_text(FREE)
    study = folder / "million.yaml"
    study.write_text(FREE_STUDY % runs)
    plan = timed(MBSRUN, "sweep", study, "-o", folder / "empty", "--shard",
                 f"{runs - 1}/{runs}", "-j", 1)  # plans all, runs one
    whole = timed(MBSRUN, "sweep", study, "-o", folder / "million", "-j", 2)
    index = folder / "million/index.sqlite"
    with sqlite3.connect(index) as database:
        # so many that they are seen at work
        database.execute("DELETE FROM runs WHERE run BETWEEN ? AND ?", (runs // 2, runs // 2 + runs // 20))
    for name in ("results.csv", "summary.json"):
        (folder / "million" / name).unlink()
    # the first row of this session comes when planning, reading the index and starting are over
    start = time.monotonic()
    process = subprocess.Popen([MBSRUN, "sweep", study, "-o", folder / "million", "-j", "1"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not children(process.pid) and process.poll() is None:
        time.sleep(0.002)
    resumed = time.monotonic() - start
    stat = pathlib.Path(f"/proc/{process.pid}/stat").read_text().split(") ")[1].split()
    resumed_cpu = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
    process.wait()
    return {"runs": runs, "plan": plan, "whole": whole, "resume_s": resumed, "resume_cpu_s": resumed_cpu,
            "index_bytes": index.stat().st_size,
            "plan_printed_s": timed(MBSRUN, "sweep", study, "--dry-run")["wall_s"]}


def judge(values):
    """Whether each figure was reached."""
    two, single = values["throughput"]["j2"], values["throughput"]["j1"]
    big, hit = values["million"], values["kills"]
    same = values["equality"]
    return {"CPU per run, -j 2": two["per_run_us"] <= two["allowed_us"],
            "equality": len({same["j1"], same["j2"], same["shards"]}) == 1,
            "kills": hit["same"] and hit["lost"] == 0 and hit["repeated"] == 0,
            "parallel efficiency of 1.9": values["efficiency"]["ratio"] >= 1.9,
            "plan under 1 s": big["plan"]["wall_s"] < 1,
            "resume under 2 s": big["resume_s"] < 2,
            "memory flat": big["whole"]["memory_kib"] < 2 * single["memory_kib"]}


def section(values, verdict):
    t, k, m = values["throughput"], values["kills"], values["million"]
    lines = ["## Studies", "", "`./dev bench sweep --record`.", "",
             report.conditions_text(values["conditions"]), ""]
    for word, wanted in (("Reached", True), ("Missed", False)):
        lines.append(f"{word}: {'; '.join(n for n, good in verdict.items() if good == wanted) or 'nothing'}.")
    lines += ["", f"{t['runs']:,} runs of A01, four figures each:", "",
              "| | wall s | runs/s | CPU us per run | of it inside the runs | allowed | largest process MiB |",
              "|---|---|---|---|---|---|---|"]
    for jobs in (1, 2):
        row = t[f"j{jobs}"]
        lines.append(f"| -j {jobs} | {row['wall_s']:.2f} | {t['runs'] / row['wall_s']:.0f} | "
                     f"{row['per_run_us']:.1f} | {row['own_us']:.1f} | {row['allowed_us']:.1f} | "
                     f"{row['memory_kib'] / 1024:.1f} |")
    lines += [f"| {name} | | {row['runs_per_s']:.0f} | {row['cpu_us']:.0f} | | | |"
              for name, row in t["loop"].items()]
    e = values["efficiency"]
    lines += ["", f"Parallel efficiency, {e['runs']} runs of {e['run_ms'][1]:.1f} ms ({e['run_ms'][2]:.1f} ms "
              f"while two run): -j 2 is {e['ratio']:.2f} times as fast as -j 1; of the short runs above "
              f"{t['j1']['wall_s'] / t['j2']['wall_s']:.2f} times.",
              f"SHA-256 of results.csv by -j 1, -j 2, three shards and merge: "
              f"{values['equality']['j1'][:16]}, {values['equality']['j2'][:16]}, "
              f"{values['equality']['shards'][:16]}.",
              f"{k['parent']} SIGKILLs of the parent, {k['worker']} of workers, {k['runs']:,} runs: "
              f"{k['lost']} committed runs lost, {k['repeated']} run twice, final results "
              f"{'the same' if k['same'] else 'DIFFERENT'}.",
              f"{m['runs']:,} runs of a trivial motion: planned in {m['plan']['wall_s']:.3f} s (with the "
              f"start, one run, and the index of one shard), run in {m['whole']['wall_s']:.1f} s, "
              f"{m['whole']['memory_kib'] / 1024:.1f} MiB in the largest process, index "
              f"{m['index_bytes'] / 1e6:.1f} MB, resume starts work after {m['resume_s']:.2f} s "
              f"({m['resume_cpu_s']:.2f} s of CPU), the plan is printed in {m['plan_printed_s']:.2f} s.", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench sweep", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--million", type=int, default=1000000)
    parser.add_argument("--require", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    values = {"name": "sweep", "conditions": report.conditions()}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        values["throughput"] = throughput(folder, options.runs)
        values["efficiency"] = efficiency(folder, max(20, options.runs // 20))
        values["equality"] = equality(folder, options.runs)
        values["kills"] = kills(folder, options.kills)
        values["million"] = million(folder, options.million)
    verdict = judge(values)
    text = section(values, verdict)
    print(text)
    report.write_json("sweep", values, options.record)
    if options.record:
        report.put_section("sweep", text)
    return 1 if options.require and not all(verdict.values()) else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
