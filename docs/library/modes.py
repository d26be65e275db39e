# modes.py: natural frequencies of a double pendulum over the mass of its second bob.
import math

import numpy

import mbsrun

MODEL = """
mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {mass: 1 kg}
bodies:
  upper: {type: point_mass, mass: 1 kg, initial: {position: [0, -1]}}
  lower: {type: point_mass, mass: mass, initial: {position: [0, -2]}}
joints:
  one: {type: distance, marker_i: ground, marker_j: upper, length: 1 m}
  two: {type: distance, marker_i: upper, marker_j: lower, length: 1 m}
analyses:
  hang: {type: dynamics, duration: 1 s}
"""


def frequencies(model):
    """Of small motions at the start [rad/s], ascending: K x = w^2 M x on the directions that the joints leave free."""
    with model.session() as session:
        M, _, K, J = session.matrices()
    free = numpy.linalg.svd(J)[2][J.shape[0]:].T  # J free = 0
    mass, stiffness = free.T @ M @ free, free.T @ K @ free
    return numpy.sqrt(numpy.sort(numpy.linalg.eigvals(numpy.linalg.solve(mass, stiffness)).real))


def exact(mass):
    """Of two bobs of 1 kg and mass on rods of 1 m: w^2 = g (1 + mass +- sqrt(mass (1 + mass)))."""
    return [math.sqrt(9.81 * (1 + mass + sign * math.sqrt(mass * (1 + mass)))) for sign in (-1, 1)]


if __name__ == "__main__":
    model = mbsrun.loads(MODEL)
    for mass in (0.1, 0.5, 1, 2, 5):
        print(mass, *frequencies(model.with_values(mass=mass)).round(4))
