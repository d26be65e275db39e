#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the benchmarks share: statistics, the conditions of a measurement, and the sections of
RESULTS.md.

report.py SECTION FILE   puts the text of FILE in the place of a section of RESULTS.md
"""
import datetime
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("MBS_BENCH_BUILD", ROOT / "build/release"))
WORK = ROOT / "build/bench"
MBSRUN = BUILD / "mbsrun"
A01 = ROOT / "models/iftomm/a01_simple_pendulum.yaml"
SECTIONS = ("fresh", "race", "a01", "auto", "process", "page", "chain", "trees", "machines", "linearization", "cost", "singular", "switches", "impacts", "pulses", "verdict", "ledger", "oracle", "stepping", "sweep", "oom", "faults", "same")

HEAD = """# Measured speed

Every section is written by the verb that it names, with `--record`, from one run of it. Ratios travel better than
milliseconds: machines and their load differ, so measure on yours. The compiler, its flags and the libraries stand in
the JSON file of a section beside this page. What was measured when a choice was made stands in the history of this file.
"""

# One thread for everybody: an idle worker of OpenBLAS spins and doubles a peer's CPU time.
ENVIRONMENT = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def die(text):
    say(text)
    sys.exit(2)


def words_of(*command):
    """Standard output of a command, or an empty text."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def spread(values):
    """Median and quartiles of a list, and its ends."""
    ordered = sorted(values)
    if len(ordered) == 1:
        low = high = ordered[0]
    else:
        low, _, high = statistics.quantiles(ordered, n=4, method="inclusive")
    return {"min": ordered[0], "lower_quartile": low, "median": statistics.median(ordered),
            "upper_quartile": high, "max": ordered[-1], "count": len(ordered)}


def cache_value(name):
    text = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{name}:[A-Z]*=(.*)$", text, re.M)
    return found.group(1) if found else ""


def processor():
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return found.group(1) if found else "unknown"


def revision():
    name = words_of("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD") or "unknown"
    changed = words_of("git", "-C", str(ROOT), "status", "--porcelain", "--", "src", "cmake", "models")
    return name + (" with changes" if changed else "")


def compiler_version():
    return words_of(cache_value("CMAKE_C_COMPILER"), "--version").splitlines()[0]


def build_options():
    found = re.search(r"^options +(.*)$", words_of(str(MBSRUN), "version"), re.M)
    return found.group(1) if found else ""


def valgrind_version():
    return words_of("valgrind", "--version") or "none"


def conditions():
    sundials = re.search(r"sundials-[0-9a-f]+", cache_value("SUNDIALS_DIR"))
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "revision": revision(),
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "kernel": " ".join(os.uname()[k] for k in (0, 2)),
        "compiler": compiler_version(),
        "flags": build_options(),
        "sundials": sundials.group(0) if sundials else cache_value("SUNDIALS_DIR"),
        "valgrind": valgrind_version(),
        "load": f"{os.getloadavg()[0]:.2f} at the start",
    }


def conditions_text(values):
    """In a line; compiler, flags and libraries stay in the section's JSON file."""
    return (f"Measured on {values['date']} at revision {values['revision']}: {values['processor']}, load "
            f"{values['load']}.\n")


def read_json(text):
    return json.loads(text)


def write_json(name, value, record):
    """Leaves build/bench/NAME.json, and tests/bench/NAME.json when it is to be recorded."""
    WORK.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, indent=1) + "\n"
    (WORK / f"{name}.json").write_text(text, encoding="utf-8")
    if record:
        (HERE / f"{name}.json").write_text(text, encoding="utf-8")


def put_section(name, text):
    """Replaces one section of RESULTS.md, which keeps the others."""
    path = HERE / "RESULTS.md"
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    sections = dict(re.findall(r"<!-- (\w+) -->\n(.*?)\n?<!-- end of \1 -->", old, re.S))
    sections[name] = text.strip()
    body = [f"<!-- {key} -->\n{sections[key]}\n<!-- end of {key} -->\n"
            for key in SECTIONS if key in sections]
    path.write_text(HEAD + "\n" + "\n".join(body), encoding="utf-8")


def mbsrun(model, folder, *arguments, accepted=(0,)):
    """Runs the program; returns its summary. accepted: exit statuses; 6 is a check that failed."""
    result = subprocess.run([str(MBSRUN), str(model), "-o", str(folder), "--force", *arguments],
                            capture_output=True, text=True, check=False, env=ENVIRONMENT)
    if result.returncode not in accepted:
        die(f"mbsrun failed on {model}:\n{result.stderr}")
    return read_json((pathlib.Path(folder) / "summary.json").read_text(encoding="utf-8"))


def spawn(rounds, *programs):
    """Starts programs in turn by spawn.c; rows of which, user s, system s, memory KiB, faults,
    faults with input, exit status."""
    line = [str(BUILD / "tests/bench/spawn"), str(rounds)]
    for program in programs:
        line += [*(str(word) for word in program), "--"]
    result = subprocess.run(line[:-1], capture_output=True, text=True, check=False, env=ENVIRONMENT)
    if result.returncode != 0:
        die(result.stderr.strip())
    rows = [line.split() for line in result.stdout.splitlines()]
    return [(int(row[0]), *(float(word) for word in row[1:6]), int(row[6])) for row in rows]


def instructions(command, collect=None, statuses=(0,)):
    """Instructions of a whole process by callgrind, or of one function of it; None when it ends with
    another exit status."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    if collect:
        tool.append(f"--toggle-collect={collect}")
    result = subprocess.run(tool + [str(word) for word in command], capture_output=True, text=True,
                            check=False, env=ENVIRONMENT)
    found = re.search(r"Collected\s*:\s*([0-9]+)", result.stderr)
    return int(found.group(1)) if found and result.returncode in statuses else None


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in SECTIONS:
        die("usage: report.py SECTION FILE")
    put_section(sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
