# SPDX-License-Identifier: BSD-3-Clause
"""Eigenvalues of matrix polynomials beyond doubt: coefficients in fractions, roots in 900 bits.

For the programs that write references; needs python3-mpmath.
"""

from fractions import Fraction

import mpmath as mp

BITS = 900


def determinant_at(powers, x):
    """det(powers[0] + x powers[1] + x^2 powers[2]) of fractions, by elimination."""
    rows = [[a + x * (b + x * c) for a, b, c in zip(*three)] for three in zip(*powers)]
    n, total = len(rows), Fraction(1)
    for k in range(n):
        i = next((i for i in range(k, n) if rows[i][k] != 0), None)
        if i is None:
            return Fraction(0)
        rows[k], rows[i] = rows[i], rows[k]
        total *= rows[k][k] * (1 if i == k else -1)
        for i in range(k + 1, n):
            if rows[i][k] != 0:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return total


def polynomial(powers, degree):
    """Coefficients of the determinant, from the constant on: Newton's divided differences."""
    exact = [[[Fraction(x) for x in row] for row in matrix] for matrix in powers]
    y, c = [determinant_at(exact, Fraction(k)) for k in range(degree + 1)], [Fraction(0)]
    for k in range(1, degree + 1):
        for i in range(degree, k - 1, -1):
            y[i] = (y[i] - y[i - 1]) / k
    for k in range(degree, -1, -1):
        c = [a - k * b for a, b in zip([Fraction(0)] + c, c + [Fraction(0)])]
        c[0] += y[k]
    return c[:degree + 1]


def starts(a):
    """As many on circles as Newton's polygon says (Bini 1996)."""
    hull, z = [], []
    for q in ((k, mp.log(abs(x))) for k, x in enumerate(a) if x != 0):
        while len(hull) > 1 and ((hull[-1][1] - hull[-2][1]) * (q[0] - hull[-2][0])
                                 <= (q[1] - hull[-2][1]) * (hull[-1][0] - hull[-2][0])):
            hull.pop()
        hull.append(q)
    for (i, u), (j, w) in zip(hull, hull[1:]):
        z += [mp.exp((u - w) / (j - i)) * mp.expj(2 * mp.pi * k / (j - i) + 0.7 + i) for k in range(j - i)]
    return z


def roots(p):
    """Those of a polynomial that are not 0, by Ehrlich and Aberth; how many are 0; the degree."""
    nonzero = [k for k, x in enumerate(p) if x != 0]
    with mp.workprec(BITS):
        a = [mp.mpf(x.numerator) / x.denominator for x in p[nonzero[0]:nonzero[-1] + 1]]
        z = starts(a)
        left = set(range(len(z)))
        for _ in range(5000):
            for i in sorted(left):
                f = d = e = mp.mpf(0)
                for x in reversed(a):
                    d, f, e = d * z[i] + f, f * z[i] + x, e * abs(z[i]) + abs(x)
                step = 0
                if abs(f) > e * mp.mpf(2) ** (20 - BITS):
                    step = f / (d - f * sum((1 / (z[i] - x) for x in z[:i] + z[i + 1:]), mp.mpf(0)))
                    z[i] -= step
                if abs(step) < abs(z[i]) * mp.mpf(2) ** (100 - BITS):
                    left.discard(i)
            if not left:
                return z, nonzero[0], nonzero[-1]
    raise ArithmeticError("the roots do not converge")


def parts(z):
    """(re, im) as texts; what 900 bits leave of nothing is 0."""
    least = abs(z) * mp.mpf(2) ** (200 - BITS)
    return tuple(mp.nstr(x, 17) if abs(x) > least else "0" for x in (z.real, z.imag))
