# SPDX-License-Identifier: BSD-3-Clause
"""What tests and campaigns of impacts share: rows of balls, and how a mass leaves an elastic stop."""


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
