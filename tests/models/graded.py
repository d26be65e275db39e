# SPDX-License-Identifier: BSD-3-Clause
"""Mechanisms whose stiffness, damping, masses and inertias differ by up to 24 orders of magnitude.

A family is a function of the numbers of one case: its model, and M, C, K of the same mechanism in
coordinates of its own freedoms, as rows of numbers that multiply and add (floats or any others).
graded.json holds cases with their exact eigenvalues (graded_references.py).
"""

GRAVITY = 9.81
# directions whose lengths are whole numbers: springs along them rest exactly
DIRECTIONS = {"along": (1, 0, 0, 1), "oblique": (3, 4, 0, 5), "in_space": (2, 3, 6, 7)}


def zeros(n):
    return [[0] * n for _ in range(n)]


def add(matrix, vector, value):
    """matrix += value vector vector'"""
    for i, a in enumerate(vector):
        for j, b in enumerate(vector):
            matrix[i][j] = matrix[i][j] + value * a * b


def analysis():
    return "analyses: {modes: {type: linearize}}\n"


def chain(case, of=float):
    """Masses in a row; springs and dampers between neighbours, the first one from the ground."""
    x, y, z, length = DIRECTIONS[case["along"]]
    masses, k, c = case["m"], case["k"], case["c"]
    space = "spatial" if z else "planar"

    def place(i):
        return f"[{i * x}, {i * y}, {i * z}]" if z else f"[{i * x}, {i * y}]"

    text = f"mbs: 1\nspace: {space}\nbodies:\n"
    for i, m in enumerate(masses):
        text += f"  m{i}: {{type: point_mass, mass: {m!r}, initial: {{position: {place(i + 1)}}}}}\n"
    text += "forces:\n"
    M, C, K = zeros(len(masses)), zeros(len(masses)), zeros(len(masses))
    for i, m in enumerate(masses):
        M[i][i] = of(m)
        if k[i] == 0 and c[i] == 0:
            continue
        before = "ground" if i == 0 else f"m{i - 1}"
        text += (f"  s{i}: {{type: spring_damper, marker_i: {before}, marker_j: m{i}, stiffness: {k[i]!r}, "
                 f"damping: {c[i]!r}, free_length: {length}}}\n")
        row = [(1 if j == i else -1 if j == i - 1 else 0) for j in range(len(masses))]
        add(K, row, of(k[i]))
        add(C, row, of(c[i]))
    beside = (2 if z else 1) * len(masses)  # nothing acts on motions across the line
    return text + analysis(), M, C, K, 2 * beside


def rods(case, of=float):
    """Rods in a row, hinged, with a spring and a damper in each hinge; the first one at the ground."""
    m, inertia, length, k, c = (case[key] for key in ("m", "inertia", "length", "k", "c"))
    text, at = "mbs: 1\nspace: planar\nbodies:\n", 0
    for i, l in enumerate(length):
        text += (f"  r{i}: {{type: rigid, mass: {m[i]!r}, inertia: {inertia[i]!r}, initial: {{position: [{at + l / 2!r}, 0]}}, "
                 f"markers: {{near: {{position: [{-l / 2!r}, 0]}}, far: {{position: [{l / 2!r}, 0]}}}}}}\n")
        at += l
    text += "joints:\n"
    for i in range(len(m)):
        before = "ground" if i == 0 else f"r{i - 1}.far"
        text += f"  h{i}: {{type: revolute, marker_i: {before}, marker_j: r{i}.near}}\n"
    n = len(m)
    M, C, K = zeros(n), zeros(n), zeros(n)
    forces = ""
    for i in range(n):
        arms = [of(length[j]) if j < i else of(length[j]) / 2 if j == i else 0 for j in range(n)]
        add(M, arms, of(m[i]))
        M[i][i] = M[i][i] + of(inertia[i])
        row = [(1 if j == i else -1 if j == i - 1 else 0) for j in range(n)]
        if k[i] != 0 or c[i] != 0:
            forces += (f"  t{i}: {{type: torsional_spring_damper, joint: h{i}, stiffness: {k[i]!r}, "
                       f"damping: {c[i]!r}}}\n")
        add(K, row, of(k[i]))
        add(C, row, of(c[i]))
    return text + ("forces:\n" + forces if forces else "") + analysis(), M, C, K, 0


def disc(case, of=float):
    """A pendulum with a damped disc at its end."""
    m, inertia, wheel, light, c = (case[key] for key in ("m", "inertia", "wheel", "light", "c"))
    text = f"""mbs: 1
space: planar
gravity: [0, {-GRAVITY!r}]
bodies:
  rod: {{type: rigid, mass: {m!r}, inertia: {inertia!r}, initial: {{position: [0, -0.5], angle: -90 deg}},
    markers: {{top: {{position: [-0.5, 0]}}, low: {{position: [0.5, 0]}}}}}}
  disc: {{type: rigid, mass: {wheel!r}, inertia: {light!r}, initial: {{position: [0, -1]}}}}
joints:
  hinge: {{type: revolute, marker_i: ground, marker_j: rod.top}}
  axle: {{type: revolute, marker_i: rod.low, marker_j: disc}}
forces:
  rub: {{type: torsional_spring_damper, joint: axle, damping: {c!r}}}
"""
    g, half = of(GRAVITY), of(1) / 2
    M = [[of(inertia) + of(m) * half * half + of(wheel), 0], [0, of(light)]]
    C = zeros(2)
    add(C, [1, -1], of(c))
    K = [[of(m) * g * half + of(wheel) * g, 0], [0, 0]]
    return text + analysis(), M, C, K, 0


def ziegler(case, of=float):
    """Ziegler's column: two hinged rods of length 1, masses at their ends, a force along the last one."""
    m, n, inertia, force, k, c = (case[key] for key in ("m", "n", "inertia", "force", "k", "c"))
    text = f"""mbs: 1
space: planar
bodies:
  a: {{type: rigid, mass: {m!r}, inertia: {inertia!r}, initial: {{position: [1, 0]}}, markers: {{foot: {{position: [-1, 0]}}}}}}
  b: {{type: rigid, mass: {n!r}, inertia: {inertia!r}, initial: {{position: [2, 0]}}, markers: {{foot: {{position: [-1, 0]}}}}}}
joints:
  low: {{type: revolute, marker_i: ground, marker_j: a.foot}}
  high: {{type: revolute, marker_i: a, marker_j: b.foot}}
forces:
  s: {{type: torsional_spring_damper, joint: low, stiffness: {k!r}, damping: {c!r}}}
  u: {{type: torsional_spring_damper, joint: high, stiffness: {k!r}, damping: {c!r}}}
  push: {{type: force, marker: b, vector: [{-force!r}, 0], resolve_in: b}}
"""
    m, n, inertia, force, k, c = (of(x) for x in (m, n, inertia, force, k, c))
    M = [[m + n + inertia, n], [n, n + inertia]]
    C = [[2 * c, -c], [-c, c]]
    K = [[2 * k - force, force - k], [-k, k]]
    return text + analysis(), M, C, K, 0


def balanced(case, of=float):
    """A pendulum that stands on its hinge, held by a torsional spring."""
    m, inertia, k = case["m"], case["inertia"], case["k"]
    text = f"""mbs: 1
space: planar
gravity: [0, {-GRAVITY!r}]
bodies:
  rod: {{type: rigid, mass: {m!r}, inertia: {inertia!r}, initial: {{position: [0, 0.5], angle: 90 deg}}, markers: {{foot: {{position: [-0.5, 0]}}}}}}
joints:
  hinge: {{type: revolute, marker_i: ground, marker_j: rod.foot}}
forces:
  hold: {{type: torsional_spring_damper, joint: hinge, stiffness: {k!r}, free_angle: 90 deg}}
"""
    half = of(1) / 2
    M = [[of(inertia) + of(m) * half * half]]
    K = [[of(k) - of(m) * of(GRAVITY) * half]]
    return text + analysis(), M, zeros(1), K, 0


def loaded(case, of=float):
    """A wheel that turns freely; on it a mass on a rod of length 1, pulled by a loaded spring."""
    m, inertia, k, stretch, c = (case[key] for key in ("m", "inertia", "k", "stretch", "c"))
    length = 1 + stretch
    text = f"""mbs: 1
space: planar
bodies:
  wheel: {{type: rigid, mass: 1, inertia: {inertia!r}, initial: {{position: [0, 0]}}, markers: {{far: {{position: [3, 0]}}}}}}
  bob: {{type: point_mass, mass: {m!r}, initial: {{position: [1, 0]}}}}
joints:
  axle: {{type: revolute, marker_i: ground, marker_j: wheel}}
  rod: {{type: distance, marker_i: wheel, marker_j: bob, length: 1}}
forces:
  pull: {{type: spring_damper, marker_i: wheel.far, marker_j: bob, stiffness: {k!r}, damping: {c!r}, free_length: {2 - stretch!r}}}
"""
    del length
    # the bob's angle b and the wheel's a: l^2 = 10 - 6 cos (b - a), l'' = 3/2 at l = 2
    M = [[of(inertia), 0], [0, of(m)]]
    K = zeros(2)
    add(K, [1, -1], of(k) * (2 - of(2 - stretch)) * 3 / 2)
    return text + analysis(), M, zeros(2), K, 0


FAMILIES = {"chain": chain, "rods": rods, "disc": disc, "ziegler": ziegler, "balanced": balanced, "loaded": loaded}
