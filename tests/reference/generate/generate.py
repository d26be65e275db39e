#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the files of reference/, or compares them with what is there.

    generate.py            write all files
    generate.py --check    exit 1 when a file differs from what would be written
    generate.py --roots    print the numbers of steady precession for reference/README.md
"""
import pathlib
import sys

import driven_pendulum
import examples
import four_bars
import friction
import pendulums
import rotations
from precise import text

ROOT = pathlib.Path(__file__).resolve().parents[3] / "reference"

FILES = {
    "iftomm/a01.csv": pendulums.a01,
    "iftomm/a02_n2.csv": four_bars.two,
    "iftomm/a02_n40.csv": four_bars.forty,
    "founding/solfec_pendulum.csv": pendulums.solfec_pendulum,
    "founding/driven_pendulum.csv": driven_pendulum.driven_pendulum,
    "examples/spring_mass.csv": examples.spring_mass,
    "examples/stick_slip.csv": friction.stick_slip,
    "examples/pin_friction.csv": friction.pin_friction,
    "examples/quarter_car.csv": friction.quarter_car,
    "examples/double_pendulum.csv": examples.double_pendulum,
    "examples/spatial_pendulum.csv": examples.spatial_pendulum,
    "examples/symmetric_top.csv": rotations.symmetric_top,
    "examples/symmetric_top_slow.csv": rotations.symmetric_top_slow,
    "examples/symmetric_top_fast.csv": rotations.symmetric_top_fast,
    "examples/free_rigid_body.csv": rotations.free_rigid_body,
}


def content(make):
    header, rows = make()
    lines = [",".join(header)] + [",".join(text(value) for value in row) for row in rows]
    return "\n".join(lines) + "\n"


def print_roots():
    for name, p in zip(("slow", "fast"), rotations.steady_precession()):
        start = ", ".join(text(value) for value in rotations.steady_start(p))
        print(f"{name}: precession {text(p)} rad/s, angular velocity [{start}] rad/s, "
              f"velocity of the mass centre [{text(-p * rotations.SINE)}, 0, 0] m/s")


def main(arguments):
    if arguments == ["--roots"]:
        print_roots()
        return 0
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = []
    for name, make in FILES.items():
        path = ROOT / name
        made = content(make)
        if arguments:
            if not path.is_file() or path.read_text(encoding="ascii") != made:
                stale.append(name)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made, encoding="ascii")
    for name in stale:
        print(f"reference/{name} is not what its generator writes", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
