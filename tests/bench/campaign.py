# SPDX-License-Identifier: BSD-3-Clause
"""A campaign over random models by two methods: options, the pool, the table, the section of RESULTS.md."""
import argparse
import concurrent.futures
import sys

import report

METHODS = ("runge_kutta", "ida")


def run(section, title, description, kinds, count, judge):
    """judge((seed, kind, keep)) returns (kind, method, fault or None) for each method. Exits with 1 when
    there is a fault."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", choices=kinds)
    parser.add_argument("--keep")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    kinds = [arguments.kind] if arguments.kind else list(kinds)
    jobs = [(arguments.seed * 1000003 + k, kinds[k % len(kinds)], arguments.keep) for k in range(arguments.models)]
    tally = {kind: {method: [0, 0] for method in METHODS} for kind in kinds}
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for done, found in enumerate(pool.map(judge, jobs, chunksize=8)):
            for kind, method, fault in found:
                tally[kind][method][0] += 1
                tally[kind][method][1] += fault is not None
                if fault:
                    print(f"{kind}, {method}, seed {jobs[done][0]}: {fault}", flush=True)
            if (done + 1) % 500 == 0:
                print(f"... {done + 1} of {len(jobs)} models", file=sys.stderr, flush=True)
    rows = ["| kind | models | wrong by runge_kutta | by ida |", "|---|---|---|---|"]
    rows += [f"| {kind} | {tally[kind]['runge_kutta'][0]} | " + " | ".join(str(tally[kind][m][1]) for m in METHODS) + " |"
             for kind in kinds]
    print("\n".join(rows))
    wrong = sum(tally[kind][method][1] for kind in kinds for method in METHODS)
    print(f"{wrong} of {2 * len(jobs)} runs wrong")
    if arguments.record:
        report.put_section(section, "\n".join(
            [f"## {title}", "", f"`./dev bench {section} --models {arguments.models} --seed {arguments.seed}` at revision "
             f"{report.revision()}: {wrong} of {2 * len(jobs)} runs wrong.", "", *(rows if wrong else [
                 f"Kinds, {len(jobs) // len(kinds)} models of each by {' and by '.join(METHODS)}: {', '.join(kinds)}."])]))
    sys.exit(wrong > 0)
