# SPDX-License-Identifier: BSD-3-Clause
"""What tests and campaigns of impacts share: rows of balls, and how a mass leaves an elastic stop."""
import math


def row_of_balls(speeds, e=1.0, far=None, x0=0.0, diameter=0.1, masses=None):
    """Touching balls in line; `far`: (i, gap) in front of ball i."""
    bodies, hits, outputs, x = [], [], [], x0
    for i, v in enumerate(speeds):
        mass = masses[i] if masses else 1
        bodies.append(f"  b{i}: {{type: point_mass, mass: {mass!r}, initial: "
                      f"{{position: [{x!r}, 0], velocity: [{v!r}, 0]}}}}\n")
        outputs.append(f"v{i}: b{i}.vx, x{i}: b{i}.x")
        x = x + diameter + (far[1] if far and far[0] == i else 0)
        if i + 1 < len(speeds):
            hits.append(f"  h{i}: {{when: b{i}.x - b{i + 1}.x + {diameter!r}, impact: {{marker_i: b{i}, "
                        f"marker_j: b{i + 1}, restitution: {e!r}}}}}\n")
    return (f"mbs: 1\nspace: planar\nbodies:\n{''.join(bodies)}events:\n{''.join(hits)}"
            f"analyses: {{run: {{type: dynamics, duration: 0.6, output_step: 0.1}}}}\n"
            f"outputs: {{{', '.join(outputs)}}}\n")


def step(x, x0, h0, x1, h1):
    z = min(max((x - x0) / (x1 - x0), 0), 1)
    return h0 + (h1 - h0) * z * z * (3 - 2 * z)


def rebound(speed, k, e, c, d):
    """Of a unit mass that meets a stop: p'' = -max(0, k p^e + c step(p) p'), by Runge and Kutta."""
    def force(p, rate):
        return -max(0.0, k * p ** e + c * rate * step(p, 0, 0, d, 1)) if p > 0 else 0.0
    longest = 3.0 * (speed ** (1 - e) / k) ** (1 / (1 + e)) / 1000
    p, v = 0.0, speed
    while True:
        h = longest if p > 2 * d + abs(v) * longest else min(longest, 0.02 * d / max(abs(v), 1e-3))  # the ramp's end kinks
        p1, v1 = v, force(p, v)
        p2, v2 = v + h / 2 * v1, force(p + h / 2 * p1, v + h / 2 * v1)
        p3, v3 = v + h / 2 * v2, force(p + h / 2 * p2, v + h / 2 * v2)
        p4, v4 = v + h * v3, force(p + h * p3, v + h * v3)
        p, v = p + h / 6 * (p1 + 2 * p2 + 2 * p3 + p4), v + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        if p <= 0:
            return -v


def way_in(speed, k, e):
    """Depth and time until a unit mass that meets -k p^e stands: p'' = -k p^e, p'(0) = speed."""
    depth, part = ((e + 1) * speed ** 2 / (2 * k)) ** (1 / (e + 1)), 1 / (e + 1)
    return depth, depth / speed * math.sqrt(math.pi) * math.gamma(1 + part) / math.gamma(0.5 + part)


def power_law(chance, exponents=(1.1, 1.2, 1.3, 1.5, 1.7, 2, 2.2, 2.5)):
    """A unit mass under a force that goes like a power of the distance beyond a place, without damping, so that
    every passage has its closed form: (force, x, v, duration, x and v at the end, the length that x is judged by)."""
    e, v, k, at = chance.choice(exponents), 10 ** chance.uniform(-1, 1), 10 ** chance.uniform(2, 6), chance.uniform(-2, 2)
    depth, time = way_in(v, k, e)
    kind, turns = chance.choice(("impact", "bistop", "abs", "clock")), chance.randint(1, 6)
    sign = 1 if turns % 2 == 0 else -1
    if kind == "impact":
        gap = chance.uniform(0.02, 2) * v * time
        rest = chance.uniform(0.1, 2) * time
        return (f"impact(P.x, P.vx, {at!r}, {k!r}, {e!r}, 0, {depth / 10!r})", at + gap, -v, gap / v + 2 * time + rest,
                at + v * rest, v, gap + v * rest)
    if kind == "bistop":  # from the middle to and fro, and a part of the way to the next stop
        wide, part = chance.uniform(0.3, 5) * v * time, chance.uniform(0.1, 0.9)
        return (f"bistop(P.x, P.vx, {at!r}, {at + wide!r}, {k!r}, {e!r}, 0, {depth / 10!r})", at + wide / 2, v,
                turns * (wide / v + 2 * time) + part * wide / 2 / v, at + wide / 2 + sign * part * wide / 2, sign * v, wide)
    if kind == "abs":  # from rest, over the place 2 turns + 1 times a quarter of the swing later
        return (f"-{k!r}*sign(P.x - {at!r})*abs(P.x - {at!r})^{e!r}", at - depth, 0.0, (2 * turns + 1) * time,
                at, sign * v, depth)
    begin, push = chance.uniform(0.1, 0.9), 10 ** chance.uniform(0, 3)
    rest = 1 - begin
    return (f"{push!r}*max(t - {begin!r}, 0)^{e!r}", at, v, 1.0, at + v + push * rest ** (e + 2) / (e + 1) / (e + 2),
            v + push * rest ** (e + 1) / (e + 1), 1.0)
