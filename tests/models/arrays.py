# SPDX-License-Identifier: BSD-3-Clause
"""Vectors and 3 x 3 matrices with + - * / and @, in rows."""

import math


class Vector(tuple):
    """Of numbers, or of rows, which are vectors."""

    def __new__(cls, values):
        return super().__new__(cls, [Vector(value) if isinstance(value, (tuple, list)) else float(value) for value in values])

    def __add__(self, other):
        return Vector([a + b for a, b in zip(self, other)])

    def __sub__(self, other):
        return Vector([a - b for a, b in zip(self, other)])

    def __mul__(self, factor):
        return Vector([a * factor for a in self])

    __rmul__ = __mul__

    def __truediv__(self, divisor):
        return self * (1 / divisor)

    def __neg__(self):
        return self * -1

    def __matmul__(self, other):
        if isinstance(self[0], Vector):
            if isinstance(other[0], (tuple, list)):
                return Vector([[sum(a * b for a, b in zip(row, column)) for column in zip(*other)] for row in self])
            return Vector([sum(a * b for a, b in zip(row, other)) for row in self])
        return sum(a * b for a, b in zip(self, other))

    @property
    def T(self):
        return Vector(list(zip(*self)))


IDENTITY = Vector([[1, 0, 0], [0, 1, 0], [0, 0, 1]])


def cross(a, b):
    return Vector([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def unit(a):
    return Vector(a) / math.sqrt(Vector(a) @ Vector(a))


def largest(a):
    """Of the sizes of all entries; not a number where one is none."""
    sizes = [largest(part) if isinstance(part, Vector) else abs(part) for part in a]
    return math.nan if any(map(math.isnan, sizes)) else max(sizes)


def turn(axis, angle):
    """The matrix of a turn about an axis."""
    x, y, z = unit(axis)
    skew = Vector([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return IDENTITY + math.sin(angle) * skew + (1 - math.cos(angle)) * (skew @ skew)


def matrix(w, x, y, z):
    """Of a quaternion."""
    return Vector([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                   [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                   [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def euler(sequence, angles):
    result = IDENTITY
    for letter, angle in zip(sequence, angles):
        result = result @ turn(IDENTITY["xyz".index(letter)], angle)
    return result
