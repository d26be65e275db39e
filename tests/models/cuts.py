# SPDX-License-Identifier: BSD-3-Clause
"""Motions that a law drives which is linear between its jumps, in closed form: the truth of test_cuts.py.

    x'' = c - k x - d x'        between the jumps, x counted from the last one

Of a wrapped angle x is between -pi and pi and goes on at the other end; of the line of a spring it is the
coordinate along it, whose constant c turns its sign with x.
"""

import cmath
import math

FINE = 400  # looks on the shortest time that a piece knows


class Piece:
    """x(t), x'(t) from x(0), x'(0)."""

    def __init__(self, k, d, c, x, v):
        self.k, self.rest = k, c / k if k else 0.0
        if k == 0:
            assert d == 0
            self.start, self.speed, self.push = x, v, c
            self.unit = 1.0
            return
        root = cmath.sqrt(d * d / 4 - k)
        self.s = [-d / 2 + root, -d / 2 - root]
        y = x - self.rest
        first = (v - self.s[1] * y) / (self.s[0] - self.s[1])
        self.a = [first, y - first]
        self.unit = 1 / max(abs(s) for s in self.s)

    def at(self, t):
        if self.k == 0:
            return (self.start + self.speed * t + self.push * t * t / 2, self.speed + self.push * t)
        terms = [a * cmath.exp(s * t) for a, s in zip(self.a, self.s)]
        return self.rest + sum(terms).real, sum(s * term for s, term in zip(self.s, terms)).real

    def passages(self, level, until):
        """The times in (0, until] at which x passes a level, with the sign of its rate."""
        found, step = [], self.unit / FINE
        before, t = self.at(0)[0] - level, 0.0
        while t < until:
            behind = min(t + step, until)
            value = self.at(behind)[0] - level
            if (before < 0) != (value < 0) and before != 0:
                found.append((self.between(level, t, behind), 1 if value > before else -1))
            before, t = value, behind
        return found

    def between(self, level, low, high):
        rising = self.at(high)[0] > self.at(low)[0]
        for _ in range(80):
            middle = (low + high) / 2
            if (self.at(middle)[0] > level) == rising:
                high = middle
            else:
                low = middle
        return high


class Wrapped:
    """An angle that starts anew at pi, under x'' = c - k x - d x'."""

    def __init__(self, k, d, c, x, v):
        self.k, self.d, self.c, self.x, self.v = k, d, c, x, v

    def run(self, duration, level):
        """The angle in the end (wrapped, and counted), its rate, times of jumps and of passages of a level.

        None where a jump is approached so slowly that errors decide.
        """
        t, x, v, turns, jumps, seen = 0.0, self.x, self.v, 0, [], []
        fastest = abs(v)
        while True:
            piece = Piece(self.k, self.d, self.c, x, v)
            left = duration - t
            ends = [found for side in (1, -1) for found in piece.passages(side * math.pi, left)[:1]]
            end = min(ends)[0] if ends else left
            seen += [(t + s, sign) for s, sign in piece.passages(level, end)]
            highest = max(abs(piece.at(end * n / FINE)[0]) for n in range(FINE + 1))
            if not ends:
                if highest > 0.98 * math.pi:
                    return None
                x, v = piece.at(left)
                return x, x + 2 * math.pi * turns, v, jumps, seen
            x, v = piece.at(end)
            fastest = max(fastest, abs(v))
            if abs(v) < 0.1 * fastest or len(jumps) > 60:
                return None
            t += end
            jumps.append(t)
            turns += 1 if v > 0 else -1
            x = -math.copysign(math.pi, v)


class Line:
    """A mass on the line of a spring, through its anchor: m x'' = -(k (|x| - l0) + p) sign(x) - c x'."""

    def __init__(self, mass, k, length, damping, preload, x, v):
        self.k, self.d, self.push = k / mass, damping / mass, (k * length - preload) / mass
        self.x, self.v = x, v

    def run(self, duration):
        t, x, v, jumps, fastest = 0.0, self.x, self.v, [], abs(self.v)
        while True:
            side = math.copysign(1, x) if x else math.copysign(1, v)
            piece = Piece(self.k, self.d, side * self.push, x, v)
            left = duration - t
            ends = piece.passages(0.0, left)[:1]
            if not ends:
                x, v = piece.at(left)
                return x, v, jumps
            end = ends[0][0]
            fastest = max(fastest, *(abs(piece.at(end * n / 50)[1]) for n in range(51)))
            v = piece.at(end)[1]
            if abs(v) < 0.1 * fastest or len(jumps) > 60:
                return None
            t, x = t + end, 0.0
            jumps.append(t)
