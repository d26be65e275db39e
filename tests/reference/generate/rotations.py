# SPDX-License-Identifier: BSD-3-Clause
"""Bodies that turn: the symmetric top on a spherical joint and the free rigid body.

Quaternions [w x y z] map body axes to ground axes; angular velocities are in body axes.
"""
from precise import (arc_sine, grid, integrate, inverse_amplitude, jacobi, number, sin_cos)

MASS, ARM, GRAVITY = number(15), number(1), number("9.81")
TRANSVERSE = number("0.234375") + MASS * ARM**2  # about the fixed point
AXIAL = number("0.46875")
SPIN = number(150)


def quaternion_rates(q, rates):
    """q' = q (0, rates) / 2."""
    w, x, y, z = q
    a, b, c = rates
    half = number("0.5")
    return [-half * (x * a + y * b + z * c), half * (w * a + y * c - z * b),
            half * (w * b + z * a - x * c), half * (w * c + x * b - y * a)]


def axis_of(q):
    """The body's z axis in ground axes."""
    w, x, y, z = q
    return [2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z]


def top_equations(tape, t, y):
    """Euler's equations about the fixed point; the moment of gravity is m g l (e_z x up)."""
    q, (a, b, c) = y[:4], y[4:]
    w, x, yy, z = q
    moment = MASS * GRAVITY * ARM
    # up, the ground's z axis, seen in body axes: e_z x up = (-up_y, up_x, 0); gravity pulls down,
    # so the moment is -m g l e_z x up
    up_x = 2 * (x * z - w * yy)
    up_y = 2 * (yy * z + w * x)
    difference = TRANSVERSE - AXIAL
    return quaternion_rates(q, (a, b, c)) + [
        (b * c * difference + up_y * moment) * (1 / TRANSVERSE),
        (c * a * -difference - up_x * moment) * (1 / TRANSVERSE),
        a * 0]


TOP_HEADER = ["t", "x", "y", "z", "qw", "qx", "qy", "qz", "wx", "wy", "wz"]


def symmetric_top():
    """Axis along ground +y, spin 150 rad/s about it, -4.61538 rad/s about the vertical."""
    root = number("0.5").sqrt()
    start = [root, -root, 0, 0, 0, number("4.61538"), SPIN]
    times = grid("2", "0.01")
    rows = [[t] + axis_of(y[:4]) + y
            for t, y in zip(times, integrate(top_equations, start, times))]
    return TOP_HEADER, rows


COSINE = number("0.5")  # of the tilt of steady precession, 60 degrees
SINE = number("0.75").sqrt()


def steady_precession():
    """Slow and fast root p of  transverse cos(tilt) p^2 - axial spin p + m g l = 0."""
    a = TRANSVERSE * COSINE
    b = AXIAL * SPIN
    root = (b * b - 4 * a * MASS * GRAVITY * ARM).sqrt()
    return (b - root) / (2 * a), (b + root) / (2 * a)


def steady_start(p):
    """Initial angular velocity in ground axes: p upward plus the rest of the spin along the axis."""
    along = SPIN - p * COSINE
    return [number(0), along * SINE, p + along * COSINE]


def steady_rows(p):
    """q = (turn by p t about z) (turn by -60 degrees about x) (turn by own spin about z)."""
    rows = []
    for t in grid("2", "0.01"):
        s1, c1 = sin_cos(p * t / 2)
        s2, c2 = sin_cos((SPIN - p * COSINE) * t / 2)
        half_c, half_s = SINE, -number("0.5")  # cosine and sine of -30 degrees
        q = [half_c * (c1 * c2 - s1 * s2), half_s * (c1 * c2 + s1 * s2),
             half_s * (s1 * c2 - c1 * s2), half_c * (s1 * c2 + c1 * s2)]
        # precession seen from the body: p times the upward axis in body axes; along the axis of
        # symmetry the whole spin
        s3, c3 = sin_cos((SPIN - p * COSINE) * t)
        rates = [-p * SINE * s3, -p * SINE * c3, SPIN]
        s4, c4 = sin_cos(p * t)
        rows.append([t, -SINE * s4, SINE * c4, COSINE] + q + rates)
    return TOP_HEADER, rows


def symmetric_top_slow():
    return steady_rows(steady_precession()[0])


def symmetric_top_fast():
    return steady_rows(steady_precession()[1])


I1, I2, I3 = number(1), number(2), number(3)
RATES = [number("0.1"), number(2), number("0.1")]


def free_rates(times):
    """Body rates in closed form; the polhode runs round the third axis as L^2 > 2 T I2."""
    energy = sum(i * w * w for i, w in zip((I1, I2, I3), RATES))  # 2 T
    momentum = sum((i * w) ** 2 for i, w in zip((I1, I2, I3), RATES))  # L^2
    low, high = energy * I3 - momentum, momentum - energy * I1
    a = (low / (I1 * (I3 - I1))).sqrt()
    b = (low / (I2 * (I3 - I2))).sqrt()
    c = (high / (I3 * (I3 - I1))).sqrt()
    speed = ((I3 - I2) * high / (I1 * I2 * I3)).sqrt()
    m = (I2 - I1) * low / ((I3 - I2) * high)
    u0 = inverse_amplitude(arc_sine(RATES[1] / b), m)
    rows = []
    for t in times:
        sn, cn, dn = jacobi(speed * t + u0, m)
        rows.append([a * cn, b * sn, c * dn])
    return rows


def free_equations(tape, t, y):
    q, (a, b, c) = y[:4], y[4:]
    return quaternion_rates(q, (a, b, c)) + [
        b * c * ((I2 - I3) / I1), c * a * ((I3 - I1) / I2), a * b * ((I1 - I2) / I3)]


def free_rigid_body():
    """Principal inertia 1, 2, 3 kg m^2, no forces; rates (0.1, 2, 0.1) rad/s turn over once."""
    times = grid("10", "0.05")
    velocity = [number(1), number("0.5"), number("-0.25")]
    turned = integrate(free_equations, [1, 0, 0, 0] + RATES, times)
    rows = []
    for t, y, rates in zip(times, turned, free_rates(times)):
        gap = max(abs(p - r) for p, r in zip(y[4:], rates))
        if gap > number("1e-30"):
            raise ArithmeticError(f"series and closed form differ by {gap} at {t} s")
        rows.append([t] + [v * t for v in velocity] + y[:4] + rates)
    return TOP_HEADER, rows
