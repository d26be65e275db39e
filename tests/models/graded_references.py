#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes graded.json: 300 cases of graded.py with their exact eigenvalues. Needs python3-mpmath.

graded_references.py > tests/models/data/graded.json
"""

import json
import pathlib
import random
import sys
from fractions import Fraction

import graded

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
import exact  # pylint: disable=wrong-import-position


def short(low, high, draw):
    return float(f"{10 ** draw.uniform(low, high):.5g}")


def cases(draw):
    for k in range(100):
        n = draw.randint(2, 4)
        c = [short(-6, 6, draw) if k % 3 else 0 for _ in range(n)]
        springs = [short(-12, 12, draw) for _ in range(n)]
        if k % 2:
            springs[0] = c[0] = 0
        yield "chain", {"along": list(graded.DIRECTIONS)[k // 4 % 3], "m": [short(-6, 6, draw) for _ in range(n)],
                        "k": springs, "c": c}
    for k in range(60):
        n = draw.randint(1, 3)
        m = [short(-6, 6, draw) for _ in range(n)]
        loose = draw.random() < 0.3
        yield "rods", {"m": m, "inertia": [x * 2.0 ** draw.randint(-33, 0) for x in m],
                       "length": [draw.choice([0.5, 1, 2, 4]) for _ in range(n)],
                       "k": [0 if loose and i == 0 else short(-8, 8, draw) for i in range(n)],
                       "c": [short(-6, 6, draw) if k % 2 and not (loose and i == 0) else 0 for i in range(n)]}
    for _ in range(40):
        yield "disc", {"m": 1, "inertia": 0.1, "wheel": short(-6, 2, draw), "light": short(-14, -2, draw),
                       "c": short(-3, 3, draw)}
    for k in range(40):
        stiff = short(-3, 3, draw)
        yield "ziegler", {"m": 2, "n": 1, "inertia": short(-14, -2, draw), "k": stiff,
                          "force": float(f"{stiff * draw.uniform(0.5, 4):.5g}"),
                          "c": short(-4, 0, draw) if k % 2 else 0}
    for k in range(30):
        m = short(-6, 6, draw)
        part = draw.choice([-1, 1]) * 10 ** draw.uniform(-18, 0) if k % 5 else 0
        yield "balanced", {"m": m, "inertia": m * 2.0 ** draw.randint(-33, 0), "k": m * graded.GRAVITY / 2 * (1 + part)}
    for k in range(30):
        yield "loaded", {"m": short(-4, 4, draw), "inertia": short(-4, 4, draw), "k": short(-4, 8, draw),
                         "stretch": 2.0 ** -draw.randint(1, 20), "c": short(-2, 2, draw) if k % 2 else 0}


def main():
    print("[")
    listed = list(cases(random.Random(2027)))
    for number, (family, numbers) in enumerate(listed):
        _, M, C, K, beside = graded.FAMILIES[family](numbers, Fraction)
        found, none, _ = exact.roots(exact.polynomial((K, C, M), 2 * len(M)))
        values = [[float(x) for x in exact.parts(z)] for z in found]
        case = {"family": family, "numbers": numbers, "zeros": none + beside, "values": values}
        print(json.dumps(case) + ("," if number + 1 < len(listed) else ""))
    print("]")


if __name__ == "__main__":
    main()
