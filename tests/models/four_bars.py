# SPDX-License-Identifier: BSD-3-Clause
"""N-four-bar mechanisms as model texts, and their exact motion on the parallelogram's branch."""

import math

G = 9.81


def model(windows, integrator="{}", duration=10, output_step=0.01, longer=0.0):
    """IFToMM A02 with `windows` windows; longer: what the first coupler is too long by."""
    lines = ["mbs: 1", "space: planar", f"gravity: [0, {-G}]", "ground:", "  markers:"]
    add = lines.append
    for i in range(windows + 1):
        add(f"    A{i}: {{position: [{i}, 0]}}")
    add("bodies:")
    for i in range(windows + 1):
        rate = ", angle_rate: -1" if i == 0 else ""
        add(f"  crank{i}: {{type: rigid, mass: 1, inertia: 1/12, initial: {{position: [{i}, 0.5]{rate}}},"
            " markers: {low: {position: [0, -0.5]}, top: {position: [0, 0.5]}}}")
    for i in range(windows):
        right = 0.5 + (longer if i == 0 else 0)
        add(f"  bar{i}: {{type: rigid, mass: 1, inertia: 1/12, initial: {{position: [{i + 0.5}, 1]}},"
            f" markers: {{left: {{position: [-0.5, 0]}}, right: {{position: [{right!r}, 0]}}}}}}")
    add("joints:")
    for i in range(windows + 1):
        add(f"  A{i}: {{type: revolute, marker_i: ground.A{i}, marker_j: crank{i}.low}}")
    for i in range(windows):
        add(f"  L{i}: {{type: revolute, marker_i: crank{i}.top, marker_j: bar{i}.left}}")
        add(f"  R{i + 1}: {{type: revolute, marker_i: crank{i + 1}.top, marker_j: bar{i}.right}}")
    project = ", initial: project" if longer else ""
    add(f"analyses: {{turn: {{type: dynamics, duration: {duration}, output_step: {output_step},"
        f" integrator: {integrator}{project}}}}}")
    add(f"outputs: {{x: crank0.top.x, y: crank0.top.y, energy: energy.drift,"
        f" parallel: crank{windows}.angle - crank0.angle}}")
    return "\n".join(lines) + "\n"


def joints(windows):
    return sorted([f"A{i}" for i in range(windows + 1)] + [f"L{i}" for i in range(windows)]
                  + [f"R{i + 1}" for i in range(windows)])


def sine_of_half(windows, t):
    """sin(phi/2) and cos(phi/2): sn and cn of (t/2 | -n), by descending Landen's transformation."""
    n = 4 * ((windows + 1) / 2 + windows) / ((windows + 1) / 3 + windows) * G
    s = math.sqrt(1 + n)
    k = math.sqrt(n / (1 + n))
    a, b, c = [1.0], math.sqrt(1 - k * k), [k]
    while abs(c[-1]) > 1e-17 and len(a) < 20:
        middle, half, b = (a[-1] + b) / 2, (a[-1] - b) / 2, math.sqrt(a[-1] * b)
        a.append(middle)
        c.append(half)
    phi = 2 ** (len(a) - 1) * a[-1] * s * t / 2
    for m in range(len(a) - 1, 0, -1):
        phi = (phi + math.asin(c[m] / a[m] * math.sin(phi))) / 2
    dn = math.sqrt(1 - k * k * math.sin(phi) ** 2)
    return math.sin(phi) / dn / s, math.cos(phi) / dn


def exact(windows, t):
    """B0."""
    sn, cn = sine_of_half(windows, t)
    return 2 * sn * cn, 1 - 2 * sn * sn


def flat_times(windows, end):
    """When the cranks lie flat: y of B0 goes through zero."""
    times, step = [], 1e-3
    for k in range(int(end / step)):
        low, high = k * step, (k + 1) * step
        if exact(windows, low)[1] * exact(windows, high)[1] < 0:
            sign = math.copysign(1, exact(windows, low)[1])
            for _ in range(60):
                middle = (low + high) / 2
                if sign * exact(windows, middle)[1] > 0:
                    low = middle
                else:
                    high = middle
            times.append(low)
    return times
