# SPDX-License-Identifier: BSD-3-Clause
"""Vectors, rotations and the principle of virtual work, for truths of driven mechanisms: nothing of it knows mbsrun."""

import math

G = 9.81


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def add(*vectors):
    return [sum(parts) for parts in zip(*vectors)]


def scaled(s, a):
    return [s * x for x in a]


def times(A, v):
    return [dot(row, v) for row in A]


def product(A, B):
    return [[sum(A[i][m] * B[m][k] for m in range(3)) for k in range(3)] for i in range(3)]


def transposed(A):
    return [list(column) for column in zip(*A)]


def about(axis, angle):
    """The rotation by an angle about an axis (Rodrigues)."""
    size = math.sqrt(dot(axis, axis))
    x, y, z = (a / size for a in axis)
    c, s, v = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[c + x * x * v, x * y * v - z * s, x * z * v + y * s],
            [y * x * v + z * s, c + y * y * v, y * z * v - x * s],
            [z * x * v - y * s, z * y * v + x * s, c + z * z * v]]


def solve(A, b):
    """A x = b, by elimination with pivots."""
    rows, n = [list(row) + [value] for row, value in zip(A, b)], len(b)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, n):
            part = rows[i][k] / rows[k][k]
            rows[i] = [a - part * c for a, c in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][i] * x[i] for i in range(k + 1, n))) / rows[k][k]
    return x


def slope(values, h):
    """The derivative of vectors at -2h, -h, h, 2h."""
    a, b, c, d = values
    return [(w - 8 * x + 8 * y - z) / (12 * h) for w, x, y, z in zip(a, b, c, d)]


def spin(turns, here, h):
    """The angular velocity of rotations at -2h, -h, h, 2h."""
    rates = [slope([turn[i] for turn in turns], h) for i in range(3)]
    W = product(rates, transposed(here))
    return [(W[2][1] - W[1][2]) / 2, (W[0][2] - W[2][0]) / 2, (W[1][0] - W[0][1]) / 2]


STEPS = (-2, -1, 1, 2)


def virtual_work(bodies, path, t):
    """The generalized forces of coordinates x(t) by d'Alembert's principle,
        Q_k = sum of m (c'' + g) . dc/dx_k + (R J R' w)' . dw/dx'_k,
    with bodies(x) = [(mass, J about the mass centre, c, R)], all derivatives by differences of order four."""
    h, d = 4e-3, 1e-4
    x = path(t)
    around = [bodies(path(t + k * h)) for k in range(-4, 5)]  # place 4: now
    shifted = [[bodies([v + (s * d if i == k else 0) for i, v in enumerate(x)]) for s in STEPS] for k in range(len(x))]
    forces = [0.0] * len(x)
    for n, (mass, J, centre, here) in enumerate(around[4]):
        c = [bodies_then[n][2] for bodies_then in around]
        rate = [slope([c[k + s] for s in STEPS], h) for k in range(2, 7)]
        pull = scaled(mass, add(slope([rate[2 + s] for s in STEPS], h), [0, 0, G]))
        momenta = []
        for k in range(2, 7):
            R = around[k][n][3]
            w = spin([around[k + s][n][3] for s in STEPS], R, h)
            momenta.append(times(product(product(R, J), transposed(R)), w))
        turn = slope([momenta[2 + s] for s in STEPS], h)
        for k, beside in enumerate(shifted):
            forces[k] += dot(pull, slope([b[n][2] for b in beside], d)) + dot(turn, spin([b[n][3] for b in beside], here, d))
    return forces


def diagonal(x, y, z):
    return [[x, 0, 0], [0, y, 0], [0, 0, z]]


def way(u):
    return u**3 * (10 - 15 * u + 6 * u * u)


def unit(a):
    return scaled(1 / math.sqrt(dot(a, a)), a)


def spline(x, y):
    """The cubic spline that ends as the points next to its ends say: value at a place."""
    n = len(x)
    h = [b - a for a, b in zip(x, x[1:])]
    A, b = [[0.0] * n for _ in range(n)], [0.0] * n
    A[0][:3] = [h[1], -h[0] - h[1], h[0]]
    A[-1][-3:] = [h[-1], -h[-2] - h[-1], h[-2]]
    for k in range(1, n - 1):
        A[k][k - 1:k + 2] = [h[k - 1], 2 * (h[k - 1] + h[k]), h[k]]
        b[k] = 6 * ((y[k + 1] - y[k]) / h[k] - (y[k] - y[k - 1]) / h[k - 1])
    m = solve(A, b)

    def value(t):
        k = max(i for i in range(n - 1) if i == 0 or x[i] <= t)
        p, q = t - x[k], x[k + 1] - t
        return ((m[k] * q**3 + m[k + 1] * p**3) / (6 * h[k]) + (y[k] / h[k] - m[k] * h[k] / 6) * q
                + (y[k + 1] / h[k] - m[k + 1] * h[k] / 6) * p)

    return value
