# SPDX-License-Identifier: BSD-3-Clause
"""Numbers with 60 digits, Jacobi's elliptic functions and a Taylor-series integrator.

Only the standard library is used. Every quantity is a decimal.Decimal; nothing passes through a
binary double before it is printed. The integrator shares no idea with mbsrun's: it expands the
solution of a system of explicit first-order equations into its power series in time (automatic
differentiation, coefficient by coefficient) and evaluates the polynomial at the wanted times.
"""
import decimal
import math
from decimal import Decimal

DIGITS = 60
decimal.getcontext().prec = DIGITS
EPSILON = Decimal(10) ** (2 - DIGITS)


def number(value):
    """A decimal constant, written as text or as an integer; binary floats are refused."""
    if isinstance(value, float):
        raise TypeError("a binary float would bring its rounding along: write the number as text")
    return Decimal(value)


def _pi():
    a, b, t, p = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), Decimal(1)
    while abs(a - b) > EPSILON:
        mean = (a + b) / 2
        b = (a * b).sqrt()
        t -= p * (a - mean) ** 2
        a = mean
        p *= 2
    return (a + b) ** 2 / (4 * t)


PI = _pi()


def sin_cos(angle):
    """Sine and cosine: reduction to a short angle, power series, three doublings."""
    turns = (angle / (2 * PI)).to_integral_value()
    x = (angle - 2 * PI * turns) / 8
    square = x * x
    sine, cosine = x, Decimal(1)
    sine_term, cosine_term = x, Decimal(1)
    k = 0
    while abs(cosine_term) > EPSILON / 1000:
        k += 2
        cosine_term *= -square / ((k - 1) * k)
        sine_term *= -square / (k * (k + 1))
        cosine += cosine_term
        sine += sine_term
    for _ in range(3):
        sine, cosine = 2 * sine * cosine, 1 - 2 * sine * sine
    return sine, cosine


def arc_sine(value):
    """Inverse sine for |value| clearly below 1, by Newton's iteration from the double."""
    x = Decimal(math.asin(float(value)))
    for _ in range(4):
        sine, cosine = sin_cos(x)
        x -= (sine - value) / cosine
    return x


def _arithmetic_geometric(m):
    """The descending chain of (a_n, c_n) for the parameter m = k^2."""
    a, b, c = Decimal(1), (1 - m).sqrt(), m.sqrt()
    chain = [(a, c)]
    while abs(c) > EPSILON:
        a, b, c = (a + b) / 2, (a * b).sqrt(), (a - b) / 2
        chain.append((a, c))
    return chain


def complete_integral(m):
    """Complete elliptic integral of the first kind K for the parameter m = k^2."""
    return PI / (2 * _arithmetic_geometric(m)[-1][0])


def amplitude(u, m):
    """Jacobi's amplitude am(u | m), by Gauss' transformation (Abramowitz and Stegun 16.4)."""
    chain = _arithmetic_geometric(m)
    n = len(chain) - 1
    phi = 2**n * chain[n][0] * u
    for a, c in reversed(chain[1:]):
        phi = (phi + arc_sine(c / a * sin_cos(phi)[0])) / 2
    return phi


def jacobi(u, m):
    """sn, cn, dn of u for the parameter m = k^2."""
    sn, cn = sin_cos(amplitude(u, m))
    return sn, cn, (1 - m * sn * sn).sqrt()


def inverse_amplitude(phi, m):
    """The u with am(u | m) = phi, |phi| < pi/2: the incomplete integral F(phi | m)."""
    slices = 2000
    u = Decimal(0)
    for i in range(slices):  # midpoint rule: only a start for Newton's iteration
        sine = sin_cos(phi * (2 * i + 1) / (2 * slices))[0] if i == 0 else Decimal(
            math.sin(float(phi) * (2 * i + 1) / (2 * slices)))
        u += phi / slices / (1 - m * sine * sine).sqrt()
    for _ in range(6):
        found = amplitude(u, m)
        sine = sin_cos(found)[0]
        u -= (found - phi) / (1 - m * sine * sine).sqrt()
    return u


class Node:
    """One quantity of a system, as the list of its Taylor coefficients at the present time."""

    def __init__(self, tape, next_coefficient=None):
        self.tape = tape
        self.c = []
        self.next_coefficient = next_coefficient
        if next_coefficient is not None:
            tape.nodes.append(self)

    def _lift(self, other):
        return other if isinstance(other, Node) else self.tape.constant(other)

    def __add__(self, other):
        a, b = self, self._lift(other)
        return Node(self.tape, lambda k, out: a.c[k] + b.c[k])

    def __sub__(self, other):
        a, b = self, self._lift(other)
        return Node(self.tape, lambda k, out: a.c[k] - b.c[k])

    def __mul__(self, other):
        if not isinstance(other, Node):
            a, factor = self, number(other)
            return Node(self.tape, lambda k, out: a.c[k] * factor)
        a, b = self, other
        return Node(self.tape, lambda k, out: sum(a.c[i] * b.c[k - i] for i in range(k + 1)))

    def __truediv__(self, other):
        a, b = self, self._lift(other)
        return Node(self.tape, lambda k, out: (
            a.c[k] - sum(out[i] * b.c[k - i] for i in range(k))) / b.c[0])

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return self._lift(other) - self

    def __neg__(self):
        return self * -1


class Tape:
    """The straight-line program of a system's right-hand sides."""

    def __init__(self):
        self.nodes = []

    def constant(self, value):
        value = number(value)
        return Node(self, lambda k, out: value if k == 0 else Decimal(0))

    def sin_cos(self, a):
        """Sine and cosine of a node, which need each other's lower coefficients."""
        sine, cosine = Node(self), Node(self)

        def next_sine(k, out):
            if k == 0:
                return sin_cos(a.c[0])[0]
            return sum(i * a.c[i] * cosine.c[k - i] for i in range(1, k + 1)) / k

        def next_cosine(k, out):
            if k == 0:
                return sin_cos(a.c[0])[1]
            return -sum(i * a.c[i] * sine.c[k - i] for i in range(1, k + 1)) / k

        for node, rule in ((sine, next_sine), (cosine, next_cosine)):
            node.next_coefficient = rule
            self.nodes.append(node)
        return sine, cosine

    def exp(self, a):
        return Node(self, lambda k, out: a.c[0].exp() if k == 0 else
                    sum(i * a.c[i] * out[k - i] for i in range(1, k + 1)) / k)

    def sqrt(self, a):
        return Node(self, lambda k, out: a.c[0].sqrt() if k == 0 else
                    (a.c[k] - sum(out[i] * out[k - i] for i in range(1, k))) / (2 * out[0]))

    def tanh(self, a):
        """T' = (1 - T^2) a'; the slope 1 - T^2 is a node of its own."""
        value, slope = Node(self), Node(self)

        def next_value(k, out):
            if k == 0:
                grown = (-2 * abs(a.c[0])).exp()
                return ((1 - grown) / (1 + grown)).copy_sign(a.c[0])
            return sum(i * a.c[i] * slope.c[k - i] for i in range(1, k + 1)) / k

        def next_slope(k, out):
            square = sum(value.c[i] * value.c[k - i] for i in range(k + 1))
            return (1 if k == 0 else 0) - square

        for node, rule in ((value, next_value), (slope, next_slope)):
            node.next_coefficient = rule
            self.nodes.append(node)
        return value


def integrate(equations, start, times, order=44, tolerance=Decimal("1e-40"), level=None):
    """Integrates y' = equations(tape, t, y) from start at t = 0 and returns y at the given times.

    With level = (k, value) it returns these rows and the times at which y[k] passes the value.

    The step follows from the size of the last ten Taylor coefficients (some vanish when a motion is
    symmetric in time), so that the neglected part of the series is below the tolerance relative to
    the largest state.
    """
    tape = Tape()
    t = Node(tape)
    y = [Node(tape) for _ in start]
    rates = equations(tape, t, y)
    now = Decimal(0)
    state = [number(value) for value in start]
    rows = []
    crossings = []
    times = list(times)
    while len(rows) < len(times):
        _expand(tape, t, y, rates, now, state, order)
        step = _step_length(y, order, tolerance)
        while len(rows) < len(times) and times[len(rows)] <= now + step:
            rows.append([_value(node.c, times[len(rows)] - now) for node in y])
        if level is not None:
            crossings += _crossings(y[level[0]].c, number(level[1]), now, step)
        state = [_value(node.c, step) for node in y]
        now += step
    return rows if level is None else (rows, crossings)


def _crossings(series, value, now, step, parts=32):
    """Where a series passes a value within a step: between parts of it, by halving."""
    found = []
    for i in range(parts):
        low, high = step * i / parts, step * (i + 1) / parts
        below = _value(series, low) < value
        if (_value(series, high) < value) != below:
            for _ in range(110):
                middle = (low + high) / 2
                if (_value(series, middle) < value) == below:
                    low = middle
                else:
                    high = middle
            found.append(now + low)
    return found


def _expand(tape, t, y, rates, now, state, order):
    for node in tape.nodes:
        node.c = []
    t.c = [now, Decimal(1)] + [Decimal(0)] * order
    for node, value in zip(y, state):
        node.c = [value]
    for k in range(order):
        for node in tape.nodes:
            node.c.append(node.next_coefficient(k, node.c))
        for node, rate in zip(y, rates):
            node.c.append(rate.c[k] / (k + 1))


def _step_length(y, order, tolerance):
    size = max(abs(node.c[0]) for node in y) + Decimal("1e-3")
    steps = []
    for k in range(order - 9, order + 1):
        last = max(abs(node.c[k]) for node in y)
        if last > 0:
            steps.append((tolerance * size / last) ** (Decimal(1) / k))
    return min(steps + [Decimal("0.1")])


def _value(coefficients, x):
    total = Decimal(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def grid(duration, spacing):
    """0, spacing, 2 spacing, ... duration, exactly."""
    duration, spacing = number(duration), number(spacing)
    count = int((duration / spacing).to_integral_value())
    return [spacing * i for i in range(count + 1)]


def text(value):
    """17 significant digits, correctly rounded; times and other short decimals stay short."""
    rounded = decimal.Context(prec=17).plus(value)
    if abs(rounded) < Decimal("1e-30"):
        return "0"
    rounded = rounded.normalize()
    exponent = rounded.adjusted()
    return format(rounded, "f") if -5 <= exponent <= 17 else format(rounded, "e")
