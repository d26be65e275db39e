#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the model of a chain of N slender rods: chain_model.py N [options] > chain.yaml

Each rod has 1 kg, 1 m and 1/12 kg m^2 about its middle; a revolute joint ties its left end to the
end of the rod before it, the first to the ground's origin. The chain lies along x, at rest, and
falls for 1 s. Until then the motion is smooth, so every code must find the same place of the tip.
"""
import argparse
import sys

# The tip at 1 s, in metres: the same from an O(N) elimination and from the peers that were measured.
TIP = {
    10: (7.52722902, -4.90626232),
    40: (38.651905, -4.905000),
    100: (99.037533, -4.905000),
    400: (399.4059391, -4.905000),
}
TIP_WITHIN = 5e-6  # m


def head(count, options):
    integrator = []
    for key in ("method", "formulation", "step", "max_step"):
        value = getattr(options, key)
        if value is not None:
            integrator.append(f"{key}: {value}")
    tolerances = [f"{key}: {getattr(options, key)}" for key in ("relative", "absolute")
                  if getattr(options, key) is not None]
    if tolerances:
        integrator.append("tolerances: {" + ", ".join(tolerances) + "}")
    swing = f"type: dynamics, duration: 1 s, output_step: {options.output_step} s"
    if integrator:
        swing += ", integrator: {" + ", ".join(integrator) + "}"
    return f"""# A chain of {count} slender rods that falls from the horizontal; written by tests/bench/chain_model.py.
mbs: 1
title: Chain of {count} rods
space: planar
gravity: [0, -9.81 m/s^2]

analyses:
  fall: {{{swing}}}
"""


def tail(count):
    lines = [f"""
outputs:
  tip_x: b{count}.x + cos(b{count}.angle)/2
  tip_y: b{count}.y + sin(b{count}.angle)/2
  energy: energy.drift
"""]
    if count in TIP:
        x, y = TIP[count]
        lines.append(f"""
checks:
  tip_x: {{final: tip_x, equals: {x!r} m, within: {TIP_WITHIN:.0e} m}}
  tip_y: {{final: tip_y, equals: {y!r} m, within: {TIP_WITHIN:.0e} m}}
""")
    return "".join(lines)


def write_model(count, options, out):
    out.write(head(count, options))
    out.write("\nbodies:\n")
    for k in range(1, count + 1):
        out.write(f"  b{k}: {{type: rigid, mass: 1, inertia: 1/12, "
                  f"initial: {{position: [{k - 0.5!r}, 0]}}}}\n")
    out.write("\njoints:\n")
    for k in range(1, count + 1):
        before = f"b{k - 1}" if k > 1 else "ground"
        out.write(f"  j{k}: {{type: revolute, body_i: {before}, body_j: b{k}, at: [{k - 1}, 0]}}\n")
    out.write(tail(count))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, metavar="N", help="number of rods")
    parser.add_argument("--output-step", default="0.01", metavar="S", help="default 0.01")
    for key in ("method", "formulation", "relative", "absolute", "step", "max_step"):
        parser.add_argument("--" + key.replace("_", "-"), metavar="VALUE",
                            help=f"the integrator's \"{key}\"; default: unstated")
    options = parser.parse_args()
    if options.count < 1:
        parser.error("N must be at least 1")
    write_model(options.count, options, sys.stdout)


if __name__ == "__main__":
    main()
