# fit.py: finds length and damping of a pendulum from angles that were measured with noise.
import math
import random

import mbsrun

MODEL = """
mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {L: 1 m, damping: 0.1 N*m*s}
bodies:
  bob: {type: rigid, mass: 1 kg, inertia: 0.01, center_of_mass: [0, -L], initial: {angle: 0.5}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: bob}
forces:
  drag: {type: coordinate_force, joint: hinge, value: -damping*hinge.angle_rate}
analyses:
  swing: {type: dynamics, duration: 5 s, output_step: 0.05 s}
outputs: {angle: hinge.angle}
"""


def angles(model, L, damping):
    return list(model.with_values(L=L, damping=damping).run(motion=False).check().swing.angle)


def distance(model, measured, values):
    """Sum of squares between the angles of these values and the measured ones; infinite for values that make no sense."""
    if min(values) <= 0:
        return math.inf
    return sum((a - b) ** 2 for a, b in zip(measured, angles(model, *values)))


def fit(model, measured, guess, rounds=50):
    """Gauss-Newton with shorter steps where a whole one leads away: the values with the smallest distance."""
    values = list(guess)
    best = distance(model, measured, values)
    for _ in range(rounds):
        here = angles(model, *values)
        slopes = []
        for k in range(2):
            step = 1e-5 * values[k]
            there = angles(model, *[value + step * (i == k) for i, value in enumerate(values)])
            slopes.append([(b - a) / step for a, b in zip(here, there)])
        off = [a - b for a, b in zip(measured, here)]
        (a, b), (_, d) = [[sum(x * y for x, y in zip(one, other)) for other in slopes] for one in slopes]
        u, v = (sum(x * y for x, y in zip(one, off)) for one in slopes)
        change = [(d * u - b * v) / (a * d - b * b), (a * v - b * u) / (a * d - b * b)]
        while max(map(abs, change)) > 1e-9:
            tried = [value + step for value, step in zip(values, change)]
            found = distance(model, measured, tried)
            if found < best:
                values, best = tried, found
                break
            change = [step / 2 for step in change]
        else:
            return values
    return values


if __name__ == "__main__":
    pendulum = mbsrun.loads(MODEL)
    noise = random.Random(1)
    measured = [angle + noise.gauss(0, 0.01) for angle in angles(pendulum, 0.8, 0.25)]
    L, damping = fit(pendulum, measured, (1.0, 0.1))
    print(f"L = {L:.4f} m, damping = {damping:.4f} N m s")
