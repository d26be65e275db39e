# SPDX-License-Identifier: BSD-3-Clause
"""The driven bar pendulum of the Newmark notes, by its one equation in the angle.

m = 20 kg, half-length L = 2 m, pivot at the origin, torsional spring 45 N m/rad free at 3 pi/2 and
damper 10 N m s/rad in the pivot, 30 sin(2 pi t) N along +x at the tip, g = 9.81 m/s^2 along -y:

    (m (2L)^2/12 + m L^2) phi'' = -m g L cos phi - 60 L sin(2 pi t) sin phi
                                  - 45 (phi - 3 pi/2) - 10 phi'

The reaction is what the pivot exerts on the bar, in ground axes: m a minus gravity and tip force.
"""
from precise import PI, grid, integrate, number, sin_cos

MASS, HALF, GRAVITY = number(20), number(2), number("9.81")
INERTIA = MASS * (2 * HALF) ** 2 / 12 + MASS * HALF**2
FREE_ANGLE = 3 * PI / 2


def acceleration(sine, cosine, push, angle, rate):
    torque = (-MASS * GRAVITY * HALF) * cosine - (2 * HALF) * push * sine
    return (torque - 45 * (angle - FREE_ANGLE) - 10 * rate) * (1 / INERTIA)


def equations(tape, t, y):
    angle, rate = y
    sine, cosine = tape.sin_cos(angle)
    push = 30 * tape.sin_cos(t * (2 * PI))[0]
    return [rate, acceleration(sine, cosine, push, angle, rate)]


def driven_pendulum():
    times = grid("10", "0.05")
    rows = []
    for t, (angle, rate) in zip(times, integrate(equations, [FREE_ANGLE, 0], times)):
        sine, cosine = sin_cos(angle)
        push = 30 * sin_cos(2 * PI * t)[0]
        turn = acceleration(sine, cosine, push, angle, rate)
        ax = HALF * (-sine * turn - cosine * rate * rate)
        ay = HALF * (cosine * turn - sine * rate * rate)
        rows.append([t, HALF * cosine, HALF * sine, angle, rate,
                     MASS * ax - push, MASS * ay + MASS * GRAVITY])
    return ["t", "x", "y", "angle", "angle_rate", "reaction_x", "reaction_y"], rows
