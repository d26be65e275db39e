#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of certainty: instruction counts beside those of an earlier revision.

usage: ./dev bench cost [--base PROGRAM REVISION] [--record]

Counts as `./dev bench instructions` does, and divides by tests/bench/cost.csv: revision 4a64d2a, the
last one before results were made never wrong and called ok, without its rows in vector lanes.

  --base PROGRAM REVISION  count the models by another program and write its counts to the file
  --record                 write the section of tests/bench/RESULTS.md
"""
import argparse
import csv
import statistics

import instructions
import report

FILE = report.HERE / "cost.csv"
TOLD = 1.25  # ratios up to it are in the median alone


def main():
    parser = argparse.ArgumentParser(prog="./dev bench cost", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", nargs=2, metavar=("PROGRAM", "REVISION"))
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    head, *lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = {row["model"]: row for row in csv.DictReader(lines)}
    if options.base:
        instructions.MBSRUN, head = options.base[0], f"# {options.base[1]}"
    counts = instructions.count([model for model in instructions.models() if model in rows])
    if options.base:
        with FILE.open("w", encoding="utf-8", newline="") as out:
            out.write(head + "\n")
            table = csv.writer(out, lineterminator="\n")
            table.writerow(("model", "count", "switches", "cause"))
            table.writerows((m, counts[m], rows[m]["switches"], rows[m]["cause"]) for m in rows)
        return
    ratios = {model: counts[model] / int(rows[model]["count"]) for model in counts}
    text = ["## The cost of certainty", "", f"Written by `./dev bench cost --record`. Instructions of "
            f"run_model over those of {head[2:]}; models above {TOLD}, with the cause.", "",
            "| model | million | ratio | cause |", "|---|---|---|---|"]
    for model in sorted((m for m in ratios if ratios[m] > TOLD), key=ratios.get, reverse=True):
        name = model.rsplit("/", 1)[1][:-5] + (" (switches)" if rows[model]["switches"] else "")
        text.append(f"| {name} | {counts[model] / 1e6:.2f} | {ratios[model]:.2f} | "
                    f"{rows[model]['cause']} |")
    for words, switches in (("without", ""), ("with", "yes")):
        some = [ratio for model, ratio in ratios.items() if rows[model]["switches"] == switches]
        text.append(("" if switches else "\n") + f"Models {words} switches: median "
                    f"{statistics.median(some):.2f}, at most {max(some):.2f}.")
    print("\n".join(text))
    if options.record:
        report.put_section("cost", "\n".join(text))


if __name__ == "__main__":
    main()
