# SPDX-License-Identifier: BSD-3-Clause
"""Spring-mass, double pendulum and spatial pendulum."""
from precise import grid, integrate, number, sin_cos

GRAVITY = number("9.81")


def spring_mass():
    """m s'' = m g - 200 (s - 0.5) - 4 s', s the length of the hanging spring, in closed form.

    With m = 2 kg: u = s - 0.5, u'' + 2 u' + 100 u = g, u(0) = u'(0) = 0.
    """
    w = number(99).sqrt()
    rows = []
    for t in grid("5", "0.01"):
        sine, cosine = sin_cos(w * t)
        decay = (-t).exp()
        u = GRAVITY / 100 * (1 - decay * (cosine + sine / w))
        u_rate = GRAVITY * decay * sine / w
        rows.append([t, -number("0.5") - u, -u_rate, 200 * u + 4 * u_rate])
    return ["t", "y", "vy", "force"], rows


def double_equations(tape, t, y):
    """Angles a, b from the downward vertical; unit masses and rods.

    2 a'' + cos(a-b) b'' + sin(a-b) b'^2 + 2 g sin a = 0
    cos(a-b) a'' + b''   - sin(a-b) a'^2 +   g sin b = 0
    """
    a, b, a_rate, b_rate = y
    s, c = tape.sin_cos(a - b)
    first = -(s * b_rate * b_rate) - 2 * GRAVITY * tape.sin_cos(a)[0]
    second = s * a_rate * a_rate - GRAVITY * tape.sin_cos(b)[0]
    determinant = 2 - c * c
    return [a_rate, b_rate, (first - c * second) / determinant,
            (2 * second - c * first) / determinant]


def double_pendulum(bend="0"):
    """Both rods along +x at rest; bend tilts the first one, to measure how errors grow."""
    from precise import PI
    times = grid("5", "0.05")
    start = [PI / 2 + number(bend), PI / 2, 0, 0]
    rows = []
    for t, (a, b, _, _) in zip(times, integrate(double_equations, start, times)):
        sa, ca = sin_cos(a)
        sb, cb = sin_cos(b)
        rows.append([t, sa, -ca, sa + sb, -ca - cb])
    return ["t", "x1", "y1", "x2", "y2"], rows


def spherical_equations(momentum):
    """theta from the downward vertical: theta'' = h^2 cos/sin^3 - g sin, longitude' = h/sin^2."""
    def equations(tape, t, y):
        theta, rate, _ = y
        s, c = tape.sin_cos(theta)
        turn = tape.constant(momentum) / (s * s)
        return [rate, s * c * turn * turn - GRAVITY * s, turn]
    return equations


def cartesian_equations(tape, t, y):
    """r'' = -g e_z - tension r with tension = v^2 - g z on the unit sphere."""
    x, yy, z, vx, vy, vz = y
    tension = vx * vx + vy * vy + vz * vz - GRAVITY * z
    return [vx, vy, vz, -(tension * x), -(tension * yy), -(tension * z) - GRAVITY]


def spatial_pendulum():
    """Unit mass on a unit rod from (sin 1, 0, -cos 1) with velocity (0, 2, 0)."""
    sine, cosine = sin_cos(number(1))
    times = grid("10", "0.05")
    angles = integrate(spherical_equations(2 * sine), [1, 0, 0], times)
    points = integrate(cartesian_equations, [sine, 0, -cosine, 0, 2, 0], times)
    rows = []
    for t, (theta, _, longitude), point in zip(times, angles, points):
        s1, c1 = sin_cos(theta)
        s2, c2 = sin_cos(longitude)
        row = [s1 * c2, s1 * s2, -c1]
        gap = max(abs(p - q) for p, q in zip(row, point))
        if gap > number("1e-25"):
            raise ArithmeticError(f"angles and Cartesian form differ by {gap} at {t} s")
        rows.append([t] + row)
    return ["t", "x", "y", "z"], rows
