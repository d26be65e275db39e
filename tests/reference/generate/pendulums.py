# SPDX-License-Identifier: BSD-3-Clause
"""Pendulums released from the horizontal: IFToMM A01 and Solfec's, in closed form.

With theta from the downward vertical and theta(0) = pi/2 at rest, sin(theta/2) = k cd(w t | k^2),
k^2 = 1/2, w = sqrt(g/l). Then sin theta = cn/dn^2 and 1 - cos theta = cn^2/dn^2.
"""
from precise import PI, complete_integral, grid, jacobi, number

HALF = number("0.5")


def swing(w, t):
    """sin(theta) and 1 - cos(theta)."""
    _, cn, dn = jacobi(w * t, HALF)
    return cn / (dn * dn), cn * cn / (dn * dn)


def period(w):
    return 4 * complete_integral(HALF) / w


def a01():
    """m = 1 kg, L = 1 m, g = 9.81 m/s^2 along -y, from (-1, 0)."""
    w = number("9.81").sqrt()
    rows = []
    for t in grid("10", "0.01"):
        sine, height = swing(w, t)
        rows.append([t, -sine, height - 1])
    return ["t", "x", "y"], rows


def solfec_pendulum():
    """m = 1 kg, l = 1 m, g = pi^2 m/s^2 along -z, pivot (0, 0, 1), from (1, 0, 1)."""
    rows = []
    for t in grid("24", "0.05"):
        sine, height = swing(PI, t)
        rows.append([t, sine, height])
    return ["t", "x", "z"], rows
