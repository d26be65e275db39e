#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Do short steps find other events? Every model with events again with steps of a thousandth of its duration.

usage: ./dev bench oracle [--record] [MODEL ...]

Dynamics analyses with switches or events, of the shipped models and of the cases of switches and starts in
`../shared/cases` where there are any, or of MODEL. The list of events of the run as it is must be that with
`max_step` = duration/1000: the same number, the same names in the same order (those closer to each other than what is
allowed may change places), times within 1e-9 s or ten times the relative tolerance of the duration. A
step that looked too seldom to see an event differs here, whoever missed it. Fixed steps take no bound and are left out.

  --record   write the section of tests/bench/RESULTS.md
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import report
from report import MBSRUN, ROOT

CASES = [ROOT.parent / "shared/cases" / name for name in ("switches", "start")]
PART, TIMES = 1000, 10


def analyses_of(folder, model, *words):
    """The analyses of a run by name; {} where it does not run."""
    out = pathlib.Path(folder) / "out"
    subprocess.run([MBSRUN, "run", model, "-o", out, "--force", "--quiet", "--time-limit", "60", *words],
                   capture_output=True, check=False)
    try:
        return json.loads((out / "summary.json").read_text())["analyses"]
    except (OSError, KeyError):
        return {}


def located(analysis):
    events = analysis.get("events") or {}
    return events.get("count", 0), [(e["t"], e["of"], e["switch"]) for e in events.get("located", [])]


def difference(a, b, allowed):
    """The largest difference of times; infinite where the lists differ."""
    if a[0] != b[0] or len(a[1]) != len(b[1]):
        return float("inf")
    worst, rest = 0.0, list(b[1])
    for t, of, switch in a[1]:
        same = [e for e in rest if e[1:] == (of, switch)]
        if not same:
            return float("inf")
        nearest = min(same, key=lambda e: abs(e[0] - t))
        rest.remove(nearest)
        worst = max(worst, abs(nearest[0] - t))
    return worst if worst <= allowed else float("inf") if worst > 1e3 * allowed else worst


def look(folder, model):
    """(analysis, events, difference, allowed) of one model."""
    rows = []
    for name, found in analyses_of(folder, model).items():
        events = found.get("events")
        if found["type"] != "dynamics" or not events or "step" in found["integrator"] or found["status"] == "skipped":
            continue
        bound = found["duration"] / PART
        fine = analyses_of(folder, model, "--set", f"analyses.{name}.integrator.max_step={bound!r}").get(name)
        if fine is None:  # no integrator block
            fine = analyses_of(folder, model, "--set", f"analyses.{name}.integrator={{max_step: {bound!r}}}").get(name)
        allowed = max(1e-9, TIMES * found["integrator"]["relative_tolerance"] * found["duration"])
        same_end = fine is not None and fine["status"] == found["status"]
        off = difference(located(found), located(fine), allowed) if same_end else float("inf")
        rows.append((name, events["count"], off, allowed, found["status"], fine and fine["status"]))
    return rows


def main():
    parser = argparse.ArgumentParser(usage="see the head of oracle.py", description=__doc__)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    models = [pathlib.Path(m).resolve() for m in options.models] or [
        *sorted((ROOT / "models").glob("*/*.yaml")), *(m for folder in CASES for m in sorted(folder.glob("*.yaml")))]
    count = events = wrong = 0
    worst = (0.0, 0.0, "none")
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            for name, found, off, allowed, *status in look(folder, model):
                count, events, bad = count + 1, events + found, not off <= allowed
                wrong += bad
                worst = max(worst, (off, allowed, f"{model.stem} {name}"))
                print(f"{model.stem} {name}: {found} events, times differ by {off:.2g} s of {allowed:.2g} allowed"
                      f"{' WRONG ' + str(status) if bad else ''}", flush=True)
    text = "\n".join((
        "## Events and the bound of steps", "", f"Written by `./dev bench oracle --record` at revision {report.revision()}: the list of events of every run "
        f"with switches, and with steps of a thousandth of its duration.", "", "| | |", "|---|---|",
        f"| analyses, shipped and cases | {count} |", f"| events | {events} |", f"| lists that differ | {wrong} |",
        f"| largest difference of times | {worst[0]:.2g} s of {worst[1]:.2g} s, {worst[2]} |"))
    print(text)
    if options.record:
        report.put_section("oracle", text)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
