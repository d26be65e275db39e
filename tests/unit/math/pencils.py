#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes pencils.txt: graded pencils and their eigenvalues beyond doubt. Needs python3-mpmath.

A pencil is a line: name, n, rows of J, zeros, infinite ones, others; then M, C, K, J row by row, each
in a line of its own; then a line for each eigenvalue that is neither 0 nor infinite: its real and its
imaginary part, and what half a unit in the last place of every entry forces of it. That is half the
width of the set round it where psi = U rho(|B^-1| W) >= 1 (src/math/spectra/bordered.h), in 300 bits.

pencils.py > tests/unit/math/pencils.txt
"""

import math
import pathlib
import random
import sys

import mpmath as mp

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent.parent / "support"))
import exact  # pylint: disable=wrong-import-position

UNIT = 2.0 ** -53
EACH = 20
POINTS, PERRON = 8, 8


# ---- matrices ----

def zero(n, m=None):
    return [[0.0] * (n if m is None else m) for _ in range(n)]


def diagonal(values):
    return [[values[i] if i == j else 0.0 for j in range(len(values))] for i in range(len(values))]


def times(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def turned(a):
    return [list(column) for column in zip(*a)]


def scaled(g, a):
    return [[x * g[i] * g[j] for j, x in enumerate(row)] for i, row in enumerate(a)]


def plus(a, b, sign=1):
    return [[x + sign * y for x, y in zip(r, s)] for r, s in zip(a, b)]


def short(a):
    """The same with six digits: symmetric ones stay so."""
    return [[float(f"{x:.6g}") for x in row] for row in a]


def laws(rows, strengths):
    """sum k b' b, assembled in doubles."""
    return times(turned(rows), [[k * x for x in row] for row, k in zip(rows, strengths)])


# ---- problems ----

class Draw(random.Random):
    def powers(self, low, high, n):
        return [10 ** self.uniform(low, high) for _ in range(n)]

    def normal(self, n):
        return [[self.gauss(0, 1) for _ in range(n)] for _ in range(n)]

    def definite(self, n):
        a = self.normal(n)
        return [[x / n + (0.3 if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(times(a, turned(a)))]

    def skew(self, n):
        a = self.normal(n)
        return plus(a, turned(a), -1)

    def orthogonal(self, n):
        basis = []
        for row in self.normal(n):
            for b in basis:
                part = sum(x * y for x, y in zip(row, b))
                row = [x - part * y for x, y in zip(row, b)]
            size = math.sqrt(sum(x * x for x in row))
            basis.append([x / size for x in row])
        return basis


def graded(draw, decades):
    d = draw.randint(2, 5)
    g, h, o = (draw.powers(-decades / 4, decades / 4, d) for _ in range(3))
    symmetric = scaled(h, draw.definite(d))
    yield f"graded_symmetric_{decades}", short(scaled(g, draw.definite(d))), zero(d), short(symmetric), []
    yield (f"graded_damped_{decades}", short(scaled(g, draw.definite(d))), short(scaled(o, draw.definite(d))),
           short(scaled(h, draw.definite(d))), [])
    yield (f"graded_general_{decades}", short(scaled(g, draw.definite(d))), short(scaled(o, draw.normal(d))),
           short(scaled(h, draw.normal(d))), [])


def moving(draw):
    d = draw.randint(2, 5)
    g = draw.powers(-5, 5, d)
    spin = [x * y for x, y in zip(g, draw.powers(-2, 2, d))]
    stiff = [x * y for x, y in zip(g, draw.powers(-3, 3, d))]
    yield ("gyroscopic", short(scaled(g, draw.definite(d))), short(scaled(spin, draw.skew(d))),
           short(scaled(stiff, draw.definite(d))), [])
    yield ("circulatory", short(scaled(g, draw.definite(d))),
           short([[0.1 * x for x in row] for row in scaled(g, draw.definite(d))]),
           short(scaled(g, plus(draw.definite(d), draw.skew(d)))), [])


def chains(draw):
    d = draw.randint(2, 5)
    m, k, c = draw.powers(-6, 6, d), draw.powers(-8, 8, d), draw.powers(-6, 6, d)
    rows = [[1.0 if j == i else -1.0 if j == i - 1 else 0.0 for j in range(d)] for i in range(d)]
    yield "chain_fixed", diagonal(m), laws(rows, c), laws(rows, k), []
    yield "chain_free", diagonal(m), laws(rows[1:], c[1:]), laws(rows[1:], k[1:]), []
    yield "massless", diagonal([0.0] + m[1:]), laws(rows, c), laws(rows, k), []
    free = draw.randrange(d)
    held = [float(i != free) for i in range(d)]
    yield ("free_direction", diagonal(m), diagonal([x * y for x, y in zip(c, held)]),
           diagonal([x * y for x, y in zip(k, held)]), [])
    w, q = draw.powers(-12, 12, d), draw.orthogonal(d)
    yield "soft_beside_stiff", diagonal([1.0] * d), zero(d), diagonal(w), []
    for decades, values in ((12, [math.sqrt(x) for x in w]), (24, w)):
        whole = laws(q, values)
        yield f"rotated_{decades}", diagonal([1.0] * d), zero(d), short(plus(whole, turned(whole))), []


def linkages(draw):
    """Rods in a row, in three coordinates each; a disc on a pendulum; Ziegler's column."""
    b = draw.randint(1, 3)
    n, J, hinge = 3 * b, [], []
    angle = [draw.uniform(0, 7) for _ in range(b)]
    for i in range(b):
        for axis, arm in ((0, math.sin), (1, lambda a: -math.cos(a))):
            row = [0.0] * n
            row[3 * i + axis], row[3 * i + 2] = 1.0, arm(angle[i])
            if i > 0:
                row[3 * i - 3 + axis], row[3 * i - 1] = -1.0, arm(angle[i - 1])
            J.append(row)
        hinge.append([1.0 if j == 3 * i + 2 else -1.0 if j == 3 * i - 1 else 0.0 for j in range(n)])
    first = 1 if draw.random() < 0.3 else 0
    m, k, c = (draw.powers(-6, 6, b) for _ in range(3))
    inertia = [x * y for x, y in zip(m, draw.powers(-10, 0, b))]
    masses = [x for three in zip(m, m, inertia) for x in three]
    C, K = (laws(hinge[first:], x[first:]) if hinge[first:] else zero(n) for x in (c, k))
    yield "linkage", diagonal(masses), C, K, J
    K, E = zero(6), [[0.0, 0.0, 1.0, 0.0, 0.0, -1.0]]
    K[2][2] = 9.81 * 0.7
    J = [[1, 0, .5, 0, 0, 0], [0, 1, 0, 0, 0, 0], [1, 0, -.5, -1, 0, 0], [0, 1, 0, 0, -1, 0]]
    light = 10 ** draw.uniform(-14, -2)
    yield "light_damped_disc", diagonal([1, 1, .1, .2, .2, light]), laws(E, [10 ** draw.uniform(-3, 3)]), K, J
    J = [[1, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0], [1, 0, 0, -1, 0, -1], [0, 1, 0, 0, -1, 0]]
    force, K, C = draw.uniform(.5, 4), zero(6), zero(6)
    K[2][2], K[2][5], K[5][2], K[5][5], K[3][5] = 2 - force, -1.0, -1.0, 1 - force, -force
    C[2][2], C[2][5], C[5][2], C[5][5] = .6, -.3, -.3, .3
    yield "Ziegler_light", diagonal([2, 2, light, 1, 1, light]), C, K, J


def multiple(draw, count):
    """Small whole numbers and powers of two keep the multiplicity exact."""
    whole = [[float(j >= i) for j in range(count)] for i in range(count)]
    g = [2.0 ** draw.randint(-10, 10) for _ in range(count)]
    A = scaled(g, times(turned(whole), whole))
    block = [[3.0 if i == j else 1.0 if j == i - 1 else 0.0 for j in range(count)] for i in range(count)]
    part = [[[f * x for x in row] for row in A] for f in (1, 2, 4, 5)]
    yield "semi-simple", part[0], part[1], part[3], []
    yield "defective", part[0], part[2], scaled(g, times(turned(whole), times(block, whole))), []


def problems(draw):
    for _ in range(EACH):
        for decades in (6, 12, 24):
            yield from graded(draw, decades)
        yield from moving(draw)
        yield from chains(draw)
        yield from linkages(draw)
    for count in (2, 3, 4, 6) * (EACH // 2):
        yield from multiple(draw, count)


# ---- what rounding forces ----

def bordered(M, C, K, J):
    """[z^2 M + z C + K, J'; J, 0] by powers of z."""
    r = len(J)
    wide = [list(row) + [J[k][i] for k in range(r)] for i, row in enumerate(K)] + [list(row) + [0.0] * r for row in J]
    return [wide] + [[list(row) + [0.0] * r for row in X] + [[0.0] * (len(X) + r) for _ in range(r)] for X in (C, M)]


def inverse(rows):
    n = len(rows)
    rows = [list(row) + [mp.mpf(i == j) for j in range(n)] for i, row in enumerate(rows)]
    order = list(range(n))
    for k in range(n):
        size, i, j = max((abs(rows[i][j]), i, j) for i in range(k, n) for j in range(k, n))
        if size == 0:
            return None
        rows[k], rows[i] = rows[i], rows[k]
        order[k], order[j] = order[j], order[k]
        for row in rows:
            row[k], row[j] = row[j], row[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            factor = rows[i][k]
            if i != k and factor != 0:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [rows[order.index(k)][n:] for k in range(n)]


def look(P, z):
    """t = tr(B^-1 B') and psi."""
    n, size = len(P[0]), abs(z)
    X = inverse([[a + z * (b + z * c) for a, b, c in zip(*three)] for three in zip(*P)])
    if X is None:
        return mp.mpf(0), mp.inf
    t = sum(X[i][j] * (P[1][j][i] + 2 * z * P[2][j][i]) for i in range(n) for j in range(n))
    W = [[abs(a) + size * (abs(b) + size * abs(c)) for a, b, c in zip(*three)] for three in zip(*P)]
    v, best = [mp.mpf(1)] * n, mp.inf
    for _ in range(PERRON):
        w = [sum(a * b for a, b in zip(row, v)) for row in W]
        w = [sum(abs(a) * b for a, b in zip(row, w)) for row in X]
        best, most = min(best, max(a / b for a, b in zip(w, v))), max(w)
        v = [a / most + mp.mpf(10) ** -60 for a in w]
    return t, UNIT * best


def forced(P, z):
    """The narrowest of circles, each twice as wide, on which psi < 1 and that hold something."""
    t, psi = look(P, z * (1 + mp.mpf(2) ** -70))
    radius = max(2 * psi / abs(t) if t != 0 and psi < 1e12 else 0, 2 * UNIT * abs(z))
    wide = False
    while True:
        count, top = mp.mpf(0), mp.mpf(0)
        for k in range(POINTS):
            way = radius * mp.expj(0.4 + 2 * mp.pi * k / POINTS)
            t, psi = look(P, z + way)
            count, top = count + (way * t).real / POINTS, max(top, psi)
        good = top < 1 and abs(count - round(count)) < 0.1 and round(count) > 0
        if good and top < mp.mpf(1) / 16 and not wide and radius > 2 * UNIT * abs(z):
            radius /= 8
        elif good:
            return radius
        else:
            radius, wide = radius * 2, True


def main():
    for name, M, C, K, J in problems(Draw(2026)):
        P, degree = bordered(M, C, K, J), 2 * (len(M) - len(J))
        found, none, last = exact.roots(exact.polynomial(P, degree))
        print(name, len(M), len(J), none, degree - last, len(found))
        for X in (M, C, K) + ((J,) if J else ()):
            print(" ".join(repr(float(x)).removesuffix(".0") for row in X for x in row))
        with mp.workprec(300):
            for z in found:
                print(*exact.parts(z), mp.nstr(forced(P, z), 3))


if __name__ == "__main__":
    main()
