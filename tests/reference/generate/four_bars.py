# SPDX-License-Identifier: BSD-3-Clause
"""IFToMM A02, the N-four-bar mechanism on its parallelogram branch, in closed form.

N + 1 cranks and N couplers, slender bars of length L and mass m; phi from the upward vertical, v0 =
L phi' at the start, phi(0) = 0. All cranks turn alike and no coupler turns:

    ((N + 1)/3 + N) m L^2 phi'' = ((N + 1)/2 + N) m g L sin(phi)

so that sin(phi/2) = sn(u | -n), u = v0 t/(2 L), n = 4 r g L/v0^2. With s = sqrt(1 + n), k^2 = n/(1 + n):
sn(u | -n) = sd(s u | k^2)/s and cn(u | -n) = cd(s u | k^2).
"""
from precise import grid, jacobi, number

ONE, TWO, THREE = number("1"), number("2"), number("3")


def four_bars(windows):
    """B0 for L = 1 m, g = 9.81 m/s^2, v0 = 1 m/s."""
    count = number(str(windows))
    ratio = ((count + 1) / 2 + count) / ((count + 1) / THREE + count)
    n = 4 * ratio * number("9.81")
    s = (1 + n).sqrt()
    rows = []
    for t in grid("10", "0.05"):
        sn, cn, dn = jacobi(s * t / 2, n / (1 + n))
        sine, cosine = sn / (dn * s), cn / dn
        rows.append([t, TWO * sine * cosine, ONE - TWO * sine * sine])
    return ["t", "b0_x", "b0_y"], rows


def two():
    return four_bars(2)


def forty():
    return four_bars(40)
