# SPDX-License-Identifier: BSD-3-Clause
"""The zoo of mechanisms in space, with what theory says of each: degrees of freedom at velocity level and
of positions, how many equations depend on others, and whose they are. The reasons stand beside."""

import dataclasses
import math
import re


def product(*matrices):
    A = matrices[0]
    for B in matrices[1:]:
        A = [[sum(A[i][m] * B[m][k] for m in range(4)) for k in range(4)] for i in range(4)]
    return A


def about_z(angle):
    c, s = math.cos(angle), math.sin(angle)
    return [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def link(length, twist):
    c, s = math.cos(twist), math.sin(twist)
    return [[1, 0, 0, length], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]]


def bennett():
    """Four hinges; opposite links alike, sin(twist)/length the same for all. Hinges and axes of one closed pose."""
    a, alpha, b = 1.0, 0.7, 1.6
    beta = math.asin(b * math.sin(alpha) / a) if b * math.sin(alpha) <= a else None
    if beta is None:
        b = 0.8
        beta = math.asin(b * math.sin(alpha) / a)
    first = 1.1
    second = 2 * math.atan(math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2) / math.tan(first / 2))
    T, hinges = about_z(0), []
    for length, twist, angle in ((a, alpha, first), (b, beta, second), (a, alpha, -first), (b, beta, -second)):
        T = product(T, about_z(angle))
        hinges.append(([row[3] for row in T[:3]], [row[2] for row in T[:3]]))
        T = product(T, link(length, twist))
    open_by = max(abs(T[i][k] - (i == k)) for i in range(4) for k in range(4))
    return hinges, open_by


def hinge(name, i, j, at, axis, kind="revolute"):
    return f"  {name}: {{type: {kind}, body_i: {i}, body_j: {j}, at: {[float(x) for x in at]}, axis: {[float(x) for x in axis]}}}"


def ball(name, i, j, at):
    return f"  {name}: {{type: spherical, body_i: {i}, body_j: {j}, at: {[float(x) for x in at]}}}"


def loop(hinges):
    """Hinges in a ring: the ground, then a body behind each but the last."""
    bodies = ["ground"] + [f"b{k}" for k in range(len(hinges) - 1)] + ["ground"]
    return bodies[1:-1], [hinge(f"h{k}", bodies[k], bodies[k + 1], at, axis) for k, (at, axis) in enumerate(hinges)]


X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
PLANAR = [((0, 0, 0), Z), ((0.3, 0.9, 0), Z), ((1.8, 1.2, 0), Z), ((2, 0, 0), Z)]
SPHERICAL = [((0, 0, 0), axis) for axis in ((0, 0, 1), (0.6, 0, 0.8), (0.5, 0.7, 0.3), (0, 1, 0.2))]
BRICARD = [((0, 0, 0), Y), ((1, 0, 0), Z), ((1, -1, 0), X), ((1, -1, 1), Y), ((0, -1, 1), Z), ((0, 0, 1), X)]
# two chains of three parallel hinges, square to each other, carry a plate straight up and down
SARRUS = [((1, 0, 0), Y), ((1.5, 0, 0.6), Y), ((1, 0, 1.2), Y), ((0, 1, 1.2), X), ((0, 1.5, 0.6), X), ((0, 1, 0), X)]


def rods_between(low, high):
    """A plate held by rods from points of the ground to points of it."""
    def markers(letter, points):
        return ", ".join(f"{letter}{k}: {{position: {[float(x) for x in p]}}}" for k, p in enumerate(points))
    ground = f"ground: {{markers: {{{markers('g', low)}}}}}"
    rods = [f"  r{k}: {{type: distance, marker_i: ground.g{k}, marker_j: b.p{k}, length: {math.dist(*ends)!r}}}"
            for k, ends in enumerate(zip(low, high))]
    return ["b"], rods, ground, {"b": markers("p", high)}


def platform(turn, more=((), ())):
    """Six rods from a hexagon on the ground to one above, turned by an angle; more rods: their ends."""
    low = [(2 * math.cos(t), 2 * math.sin(t), 0) for t in (0.2, 1.9, 2.3, 4.0, 4.4, 6.1)]
    high = [(math.cos(t + turn), math.sin(t + turn), 1.5) for t in (0.9, 1.2, 3.0, 3.3, 5.1, 5.4)]
    return rods_between([*low, *more[0]], [*high, *more[1]])


def hexagon(turn):
    """Threefold, pairs of rods crossing over: singular where the plate is turned by a right angle."""
    third, gap = 2 * math.pi / 3, 0.2
    low = [(2 * math.cos(t), 2 * math.sin(t), 0) for k in range(3) for t in (k * third + gap, (k + 1) * third - gap)]
    high = [(math.cos(t + turn), math.sin(t + turn), 1.5) for k in range(3)
            for t in ((k + 0.5) * third - gap, (k + 0.5) * third + gap)]
    return rods_between(low, high)


@dataclasses.dataclass
class Machine:
    """Bodies by name (None: rigid, 1 kg, at the origin), the lines of joints and couplers, markers of ground and bodies.

    freedoms: of velocities; positions: of positions where they are more (velocity rows take none away);
    names: who takes part in the redundancy, None for all joints and couplers."""

    bodies: dict
    joints: list
    freedoms: int
    redundant: int
    positions: int = -1
    names: tuple = None
    couplers: list = ()
    ground: str = ""
    markers: dict = dataclasses.field(default_factory=dict)
    gravity: str = "[0, 0, -9.81]"

    def text(self):
        lines = ["mbs: 1", "space: spatial", f"gravity: {self.gravity}", "accept: [loose_bodies, unused_markers]",
                 self.ground.rstrip() or "description: x", "bodies:"]
        for b, words in self.bodies.items():
            own = f", markers: {{{self.markers[b]}}}" if b in self.markers else ""
            lines.append(f"  {b}: {{" + (words or "type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.12, zz: 0.15}") + own + "}")
        lines += ["joints:", *self.joints] if self.joints else []
        lines += ["couplers:", *self.couplers] if self.couplers else []
        lines += ["analyses: {run: {type: dynamics, duration: 0.01, output_step: 0.01}}", f"outputs: {{x: {next(iter(self.bodies))}.x}}"]
        return "\n".join(lines) + "\n"

    def all_names(self):
        return {re.match(r" *(\w+):", line).group(1) for line in (*self.joints, *self.couplers)}


def of(parts, freedoms, redundant, **more):
    """A machine of ([bodies], joints, ground, markers), the last two optional."""
    bodies, joints, *rest = parts
    ground, markers = (*rest, "", {})[:2] if rest else ("", {})
    return Machine(dict.fromkeys(bodies), joints, freedoms, redundant, ground=ground, markers=markers or {}, **more)


def one(joints, freedoms, redundant, **more):
    """One body and its joints."""
    return Machine({"b": None}, joints, freedoms, redundant, **more)


def b_on(name, kind, at, axis=None, **more):
    """A joint of the ground and body b."""
    words = "".join(f", {key}: {value}" for key, value in more.items())
    if axis:
        return hinge(name, "ground", "b", at, axis, kind).rstrip("}") + words + "}"
    return f"  {name}: {{type: {kind}, body_i: ground, body_j: b, at: {[float(x) for x in at]}{words}}}"


def truss(points, pairs):
    """Points joined by rods without mass: Maxwell's count, and the rods that share a self-stress."""
    bodies = {f"p{k}": f"type: point_mass, mass: 1, initial: {{position: {[float(x) for x in at]}}}" for k, at in enumerate(points)}
    rods = [f"  r{i}_{k}: {{type: distance, marker_i: p{i}, marker_j: p{k}, length: {math.dist(points[i], points[k])!r}}}" for i, k in pairs]
    return bodies, rods


def complete(members):
    return [(i, k) for i in members for k in members if i < k]


ONE = ["b"]
SOLID = {
    "planar four-bar in space": of(loop(PLANAR), 1, 3),
    "spherical four-bar": of(loop(SPHERICAL), 1, 3),
    "Bennett": of(loop(bennett()[0]), 1, 3),
    "Bricard": of(loop(BRICARD), 1, 1),
    "Sarrus": of(loop(SARRUS), 1, 1),
    "hinge and hinge on one axis": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), Z), hinge("q", "ground", "b", (0, 0, 1), Z)]), 1, 5),
    "hinge and hinge beside it": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), Z), hinge("q", "ground", "b", (1, 0, 0), Z)]), 0, 4),
    "hinge and ball on its axis": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), Z), ball("q", "ground", "b", (0, 0, 2))]), 1, 3),
    "two balls": of((ONE, [ball("p", "ground", "b", (0, 0, 0)), ball("q", "ground", "b", (1, 2, 0.5))]), 1, 1),
    "three balls": of((ONE, [ball("p", "ground", "b", (0, 0, 0)), ball("q", "ground", "b", (1, 0, 0)), ball("r", "ground", "b", (0, 1, 0))]), 0, 3),
    "parallel slides": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), X, "prismatic"), hinge("q", "ground", "b", (0, 1, 0), X, "prismatic")]), 1, 5),
    "square slides": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), X, "prismatic"), hinge("q", "ground", "b", (0, 1, 0), Y, "prismatic")]), 0, 4),
    "slide and bush": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), X, "prismatic"), hinge("q", "ground", "b", (0, 1, 0), X, "cylindrical")]), 1, 4),
    "hinge and bush on one axis": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), Z), hinge("q", "ground", "b", (0, 0, 1), Z, "cylindrical")]), 1, 4),
    "two planes, parallel": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), Z, "planar"), hinge("q", "ground", "b", (0, 0, 1), Z, "planar")]), 3, 3),
    "two planes, square": of((ONE, [hinge("p", "ground", "b", (0, 0, 0), Z, "planar"), hinge("q", "ground", "b", (0, 0, 1), X, "planar")]), 1, 1),
    "a table on four legs": of((ONE, [hinge(f"l{k}", "ground", "b", at, Z, "point_on_plane") for k, at in
                                    enumerate(((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)))]), 3, 1),
    "a stool on three legs": of((ONE, [hinge(f"l{k}", "ground", "b", at, Z, "point_on_plane") for k, at in
                                     enumerate(((0, 0, 0), (1, 0, 0), (0.4, 1, 0)))]), 3, 0),
    "two shafts and a cross": of((["b", "c"], [hinge("p", "ground", "b", (-1, 0, 0), X), hinge("q", "ground", "c", (0.8, 0.6, 0), (0.8, 0.6, 0)),
                                             "  u: {type: universal, body_i: b, body_j: c, at: [0, 0, 0], axis_1: [0, 0, 1], axis_2: [-0.6, 0.8, 0]}"]), 1, 3),
    "crank, ball, ball, rocker": of((["b", "c", "d"], [hinge("p", "ground", "b", (0, 0, 0), Z), ball("q", "b", "c", (0.5, 0.3, 0.1)),
                                                     ball("r", "c", "d", (1.5, 0.8, 1)), hinge("s", "ground", "d", (2, 0, 1), X)]), 2, 0),
    "crank, ball, cross, rocker": of((["b", "c", "d"], [hinge("p", "ground", "b", (0, 0, 0), Z), ball("q", "b", "c", (0.5, 0.3, 0.1)),
                                                      "  r: {type: universal, body_i: c, body_j: d, at: [1.5, 0.8, 1], axis_1: [0, 0, 1], axis_2: [0, 1, 0]}",
                                                      hinge("s", "ground", "d", (2, 0, 1), X)]), 1, 0),
    "welded twice": of((ONE, ["  p: {type: fixed, body_i: ground, body_j: b, at: [0, 0, 0]}", "  q: {type: fixed, body_i: ground, body_j: b, at: [1, 0, 0]}"]), 0, 6),
    "platform": of(platform(0.3), 0, 0),
}

# --- loops ---

FIVE = [((0, 0, 0), Z), ((0.2, 0.9, 0), Z), ((1.2, 1.6, 0), Z), ((2.1, 1, 0), Z), ((2, 0, 0), Z)]
FIVE_SPHERICAL = [((0, 0, 0), axis) for axis in ((0, 0, 1), (0.6, 0, 0.8), (0.7, 0.5, 0.6), (0.5, 0.7, 0.3), (0, 1, 0.2))]


def four_bar(kinds):
    """The planar four-bar of joints of these kinds."""
    bodies = ["ground", "b0", "b1", "b2", "ground"]
    joints = [ball(f"h{k}", bodies[k], bodies[k + 1], at) if kind == "spherical" else
              hinge(f"h{k}", bodies[k], bodies[k + 1], at, axis, kind) for k, (kind, (at, axis)) in enumerate(zip(kinds, PLANAR))]
    return bodies[1:-1], joints


def with_leg(parts, plate, legs):
    """One more chain of hinges between the ground and a body of a loop."""
    bodies, joints = parts
    chain = ["ground", *(f"leg{k}" for k in range(len(legs) - 1)), plate]
    return [*bodies, *chain[1:-1]], [*joints, *(hinge(f"l{k}", chain[k], chain[k + 1], *at) for k, at in enumerate(legs))]


def cranks(count):
    """A beam on parallel cranks."""
    return ["beam", *(f"c{k}" for k in range(count))], [
        line for k in range(count) for line in (hinge(f"g{k}", "ground", f"c{k}", (k, 0, 0), Z),
                                                hinge(f"b{k}", f"c{k}", "beam", (k + 0.3, 0.9, 0), Z))]


def double_hooke():
    """Parallel shafts and a shaft between them, its forks in one plane: it turns, though 6 hinges' axes should not."""
    fork = (0, 0.6, 0.8)
    across = (0.8 * 0.6 - 0, 0.8, -0.6)  # square to the fork and, below, to the shaft between
    way = (1, 0, 0.8)                    # from cross to cross: square to `across`
    assert abs(sum(a * b for a, b in zip(way, across))) < 1e-15 and abs(sum(a * b for a, b in zip(fork, across))) < 1e-15
    cross = "  {}: {{type: universal, body_i: {}, body_j: {}, at: {}, axis_1: {}, axis_2: {}}}"
    return ["a", "m", "c"], [hinge("p", "ground", "a", (-1, 0, 0), X), cross.format("u", "a", "m", [0, 0, 0], list(fork), list(across)),
                             cross.format("v", "m", "c", list(way), list(across), list(fork)), hinge("q", "ground", "c", (2, 0, 0.8), X)]


SLIDER = [hinge("p", "ground", "b", (0, 0, 0), Z), hinge("q", "b", "c", (0.5, 0.6, 0), Z), hinge("r", "c", "d", (2, 0, 0), Z),
          hinge("s", "ground", "d", (2, 0, 0), X, "prismatic")]

# A loop's joints free f directions that span r of its 6: it moves in f - r ways, 6 - r equations are too many.
LOOPS = {
    "planar five-bar": of(loop(FIVE), 2, 3),
    "spherical five-bar": of(loop(FIVE_SPHERICAL), 2, 3),
    "four-bar, three hinges and a bush": of(four_bar(["revolute"] * 3 + ["cylindrical"]), 1, 2),
    "four-bar, three hinges and a ball": of(four_bar(["revolute", "revolute", "spherical", "revolute"]), 1, 1),
    "four-bar, two hinges, a ball, a bush": of(four_bar(["revolute", "revolute", "spherical", "cylindrical"]), 1, 0),
    "slider-crank of hinges": of((["b", "c", "d"], SLIDER), 1, 3),
    # two loops, three too many in each
    "six-bar": of(with_leg(loop(PLANAR), "b1", [((3.2, 0.4, 0), Z), ((2.5, 2.2, 0), Z), ((1, 1.9, 0), Z)]), 1, 6),
    # 30 equations for 24 velocities, of which one is left
    "beam on three cranks": of(cranks(3), 1, 7),
    "beam on two cranks": of(cranks(2), 1, 3),
    # a third chain of 3 hinges adds 15 equations for 12 velocities and takes nothing away
    "Sarrus on three legs": of(with_leg(loop(SARRUS), "b2", [((-1, 0, 0), Y), ((-1.5, 0, 0.6), Y), ((-1, 0, 1.2), Y)]), 1, 4),
    "two shafts in one line and a cross": of((["b", "c"], [
        hinge("p", "ground", "b", (-1, 0, 0), X), hinge("q", "ground", "c", (1, 0, 0), X),
        "  u: {type: universal, body_i: b, body_j: c, at: [0, 0, 0], axis_1: [0, 0, 1], axis_2: [0, 1, 0]}"]), 1, 3),
    "two shafts side by side, two crosses": of(double_hooke(), 1, 1),
}

# --- one body held several times ---

CORNERS = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))
LEGS = [b_on(f"l{k}", "point_on_plane", at, Z) for k, at in enumerate(CORNERS)]
THREAD = b_on("p", "screw", (0, 0, 0), Z, lead=0.3)

HELD = {
    "door on three hinges": one([b_on(f"h{k}", "revolute", (0, 0, k), Z) for k in range(3)], 1, 10),
    "hinge and ball beside it": one([b_on("p", "revolute", (0, 0, 0), Z), b_on("q", "spherical", (1, 0, 0))], 0, 2),
    "hinge and eye on its axis": one([b_on("p", "revolute", (0, 0, 0), Z), b_on("q", "point_on_line", (0, 0, 1), Z)], 1, 2),
    "shaft in a ball and an eye": one([b_on("p", "spherical", (0, 0, 0)), b_on("q", "point_on_line", (0, 0, 1), Z)], 1, 0),
    "shaft in three eyes": one([b_on(f"e{k}", "point_on_line", (0, 0, k), Z) for k in range(3)], 2, 2),
    "hinge and thread": one([b_on("q", "revolute", (0, 0, 0), Z), THREAD], 0, 4),
    "slide along a thread": one([b_on("q", "prismatic", (0, 0, 0), Z), THREAD], 0, 4),
    "bush on a thread": one([b_on("q", "cylindrical", (0, 0, 0), Z), THREAD], 1, 4),
    "two threads alike": one([b_on("q", "screw", (0, 0, 0), Z, lead=0.3), THREAD], 1, 5),
    "two threads unlike": one([b_on("q", "screw", (0, 0, 0), Z, lead=0.4), THREAD], 0, 4),
    "slide that is kept from turning": one([b_on("p", "prismatic", (0, 0, 0), X), b_on("q", "orientation", (0, 0, 0))], 1, 3),
    "plate on a plane, kept from turning": one([b_on("p", "planar", (0, 0, 0), Z), b_on("q", "orientation", (0, 0, 0))], 2, 2),
    # three planes of six points: each leg of a plane can be told from the sides; the legs share their load as they like
    "part located by 4 + 2 + 1 points": one([*LEGS, b_on("s0", "point_on_plane", (0, 0, 0.5), Y), b_on("s1", "point_on_plane", (1, 0, 0.5), Y),
                                             b_on("e", "point_on_plane", (0, 0.5, 0.5), X)], 0, 1, names=("l0", "l1", "l2", "l3")),
    "part located by 3 + 2 + 1 points": one([*LEGS[:3], b_on("s0", "point_on_plane", (0, 0, 0.5), Y), b_on("s1", "point_on_plane", (1, 0, 0.5), Y),
                                             b_on("e", "point_on_plane", (0, 0.5, 0.5), X)], 0, 0),
    # seven lines of force in space have one dependence
    "platform on seven rods": of(platform(0.3, ([(0.1, -0.2, 0)], [(0.3, 0.1, 1.5)])), 0, 1),
}

# --- rods without mass ---


def massless(joint, pivot, count=1):
    """Two bodies on hinges of the ground, and rods without mass between them."""
    rods = [f"  rod{k}: {{type: {joint}, marker_i: b.q, marker_j: d.r, length: {math.dist((0.3, 0.9, 0), pivot)!r}}}" for k in range(count)]
    return Machine({"b": None, "d": None}, [hinge("p", "ground", "b", (0, 0, 0), Z), hinge("s", "ground", "d", (2, 0, 0), Z), *rods], 1,
                   {"distance": 0, "revolute_spherical": 1}[joint] + count - 1, names=None if count == 1 else tuple(f"rod{k}" for k in range(count)),
                   markers={"b": "q: {position: [0.3, 0.9, 0]}", "d": f"r: {{position: {[float(x) for x in pivot]}}}"})


def frame(points, pairs, freedoms, redundant):
    bodies, rods = truss(points, pairs)
    return Machine(bodies, rods, freedoms, redundant)


NOTHING = "type: rigid, mass: 0, inertia: {xx: 0, yy: 0, zz: 0}"


def bare(parts, heavy, freedoms, redundant):
    """The same machine, only the bodies that are named having mass."""
    machine = of(parts, freedoms, redundant)
    machine.bodies = {b: None if b in heavy else NOTHING for b in machine.bodies}
    return machine


SCATTERED = ((0, 0, 1), (0.1, 0, -1), (1, 0.2, 0.1), (0.5, 0.9, -0.1), (0.2, 0.4, 0.3), (-1, 0.1, 0.2), (-0.6, -0.8, 0), (-0.2, -0.5, -0.3))
BANANA = [pair for pair in complete((0, 1, 2, 3, 4)) + complete((0, 1, 5, 6, 7)) if pair != (0, 1)]
OCTAHEDRON = [(i, k) for i, k in complete(range(6)) if (i, k) not in ((0, 1), (2, 3), (4, 5))]

# Points joined by rods have 3 n - 6 equations at most that do not depend on others (Maxwell).
MASSLESS = {
    "four-bar with a massless rod": massless("distance", (1.8, 1.2, 0)),
    # a rod out of the plane moves it all the same
    "crank and rocker with a slanting massless rod": massless("distance", (1.8, 1.2, 0.7)),
    # the rod's hinge keeps its ball in the plane, where the rocker keeps it already
    "four-bar with a massless hinged rod": massless("revolute_spherical", (1.8, 1.2, 0)),
    "four-bar with a doubled massless rod": massless("distance", (1.8, 1.2, 0), 2),
    "tetrahedron": frame(SCATTERED[:4], complete(range(4)), 6, 0),
    "five points, all joined": frame(SCATTERED[:5], complete(range(5)), 6, 1),
    "octahedron": frame(((1, 0, 0), (-1, 0, 0), (0, 1.2, 0), (0, -1, 0), (0, 0, 1), (0, 0.1, -0.9)), OCTAHEDRON, 6, 0),
    # whose bodies have none: where one moves, all do, and each moves the one that has
    "four-bar, coupler without mass": bare(loop(PLANAR), ("b0", "b2"), 1, 3),
    "four-bar, one crank with mass": bare(loop(PLANAR), ("b0",), 1, 3),
    "spherical four-bar, one crank with mass": bare(loop(SPHERICAL), ("b2",), 1, 3),
    "Bennett, coupler with mass": bare(loop(bennett()[0]), ("b1",), 1, 3),
    "Bricard, one body with mass": bare(loop(BRICARD), ("b3",), 1, 1),
    "Sarrus, plate with mass": bare(loop(SARRUS), ("b2",), 1, 1),
    "cross of two hinges": bare((["c", "b"], [hinge("p", "ground", "c", (0, 0, 0), X), hinge("q", "c", "b", (0, 0, 0), Y)]), ("b",), 2, 0),
    "three rings and a ball": bare((["r", "s", "b"], [hinge("p", "ground", "r", (0, 0, 0), X), hinge("q", "r", "s", (0, 0, 0), Y),
                                                     hinge("o", "s", "b", (0, 0, 0), Z)]), ("b",), 3, 0),
    "shafts on a cross without mass": bare((["b", "x", "c"], [
        hinge("p", "ground", "b", (-1, 0, 0), X), hinge("q", "ground", "c", (0.8, 0.6, 0), (0.8, 0.6, 0)), hinge("u", "b", "x", (0, 0, 0), Z),
        hinge("v", "x", "c", (0, 0, 0), (-0.6, 0.8, 0))]), ("b", "c"), 1, 3),
    "crank, ball, cross, rocker, rod without mass": bare((["b", "c", "d"], [
        hinge("p", "ground", "b", (0, 0, 0), Z), ball("q", "b", "c", (0.5, 0.3, 0.1)),
        "  r: {type: universal, body_i: c, body_j: d, at: [1.5, 0.8, 1], axis_1: [0, 0, 1], axis_2: [0, 1, 0]}",
        hinge("s", "ground", "d", (2, 0, 1), X)]), ("b", "d"), 1, 0),
    # Z'MZ counts, not each body: a table of no mass on slides, a load that slides on it
    "cross slide without mass": bare((["s", "b"], [hinge("p", "ground", "s", (0, 0, 0), X, "prismatic"), hinge("q", "s", "b", (0, 0, 0), Y, "prismatic")]),
                                     ("b",), 2, 0),
    "welded between": bare((["c", "b"], [hinge("p", "ground", "c", (0, 0, 0), Z), "  w: {type: fixed, body_i: c, body_j: b, at: [1, 0, 0]}"]), ("b",), 1, 0),
    # two rigid parts that turn about their two common points, with Maxwell's 18 rods
    "double banana": frame(SCATTERED, BANANA, 7, 1),
}

# --- what rolls and what glides on an edge: rows of velocities take no freedom of positions ---

BALL = "type: rigid, mass: 1, inertia: {{xx: 0.004, yy: 0.004, zz: 0.004}}, initial: {{position: {}}}"
PLATES = ("ground: {markers: {top: {position: [0, 0, 0.2], orientation: {axis_angle: {axis: [1, 0, 0], angle: 180 deg}}}, "
          "wall: {orientation: {axis_angle: {axis: [0, 1, 0], angle: 90 deg}}}, side: {orientation: {axis_angle: {axis: [1, 0, 0], angle: -90 deg}}}}}")


def balls(at, planes, freedoms, redundant, positions):
    """A ball that rolls on planes: its points of contact stand still."""
    rolls = [f"  r{k}: {{type: rolling_sphere, marker_i: {plane}, marker_j: b, radius: 0.1}}" for k, plane in enumerate(planes)]
    return Machine({"b": BALL.format(at)}, [], freedoms, redundant, positions, couplers=rolls, ground=PLATES)


def discs(position, turn, places, freedoms, redundant, positions, joints=()):
    """Discs on one axle; places: (along the axle, radius)."""
    body = ("type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.05}, initial: "
            f"{{position: {position}, orientation: {{axis_angle: {turn}}}}}")
    rolls = [f"  r{k}: {{type: rolling_disc, marker_i: ground, marker_j: b.m{k}, radius: {radius!r}}}" for k, (_, radius) in enumerate(places)]
    return Machine({"b": body}, list(joints), freedoms, redundant, positions, couplers=rolls,
                   markers={"b": ", ".join(f"m{k}: {{position: [0, 0, {s}]}}" for k, (s, _) in enumerate(places))})


def blades(joint, markers, freedoms, redundant, positions, names=()):
    """A body with edges that do not move along their y axis."""
    edges = [f"  e{k}: {{type: knife_edge, marker_j: b.m{k}, direction: y}}" for k in range(len(markers))]
    return Machine({"b": None}, [joint], freedoms, redundant, positions, names=names, couplers=edges, gravity="[0, 0, 0]",
                   markers={"b": ", ".join(f"m{k}: {{position: {[float(x) for x in at]}}}" for k, at in enumerate(markers))})


ICE = b_on("ice", "planar", (0, 0, 0), Z)
SLIDE = b_on("s", "prismatic", (0, 0, 0), X)
ACROSS = "{axis: [1, 0, 0], angle: 90 deg}"
SLANT = "{axis: [0, 1, 0], angle: 60 deg}"  # a cone of half angle 30 degrees lies on the plane

ROLLING = {
    "ball on a table": balls([0, 0, 0.1], ["ground"], 3, 0, 5),
    "ball between two plates": balls([0, 0, 0.1], ["ground", "ground.top"], 1, 1, 5),
    # it turns about the line through both points of contact; forces along that line cancel
    "ball in a gutter": balls([0.1, 0, 0.1], ["ground", "ground.wall"], 1, 1, 4),
    "ball in a corner": balls([0.1, 0.1, 0.1], ["ground", "ground.wall", "ground.side"], 0, 3, 3),
    "two wheels fixed on an axle": discs([0, 0, 0.3], ACROSS, [(-0.5, 0.3), (0.5, 0.3)], 1, 1, 4),
    "cone of two discs": discs([0, 0, 0], SLANT, [(0.5, 0.5 * math.tan(math.pi / 6)), (1.1, 1.1 * math.tan(math.pi / 6))], 1, 1, 4),
    "blade": blades(ICE, [(0, 0, 0)], 2, 0, 3),
    "two blades in line": blades(ICE, [(0.4, 0, 0), (-0.4, 0, 0)], 1, 0, 3),
    "three blades in line": blades(ICE, [(0.4, 0, 0), (0, 0, 0), (-0.4, 0, 0)], 1, 1, 3, ("e0", "e1", "e2")),
    # the plane turns about no axis in it, so that both say the same
    "two blades side by side": blades(ICE, [(0, 0.4, 0), (0, -0.4, 0)], 2, 1, 3, ("e0", "e1")),
    "blade on a slide": blades(SLIDE, [(0, 0, 0)], 1, 1, 1, ("s", "e0")),
    "slide whose velocity says the same": Machine({"b": None}, [SLIDE], 1, 1, 1, couplers=["  v: {type: velocity, relation: b.vy}"]),
    "slide whose velocity says more": Machine({"b": None}, [SLIDE], 0, 0, 1, couplers=["  v: {type: velocity, relation: b.vx}"]),
    # an arm about an upright axis keeps the wheel's height and its distance: the plane needs to say neither
    "wheel at an arm": Machine(
        {"a": None, "w": "type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.05}, initial: {position: [1, 0, 0.3], orientation: "
                         "{axis_angle: {axis: [0, 1, 0], angle: 90 deg}}}"},
        [hinge("p", "ground", "a", (0, 0, 0), Z), hinge("q", "a", "w", (1, 0, 0.3), X)], 1, 2, 2,
        couplers=["  r: {type: rolling_disc, marker_i: ground, marker_j: w, radius: 0.3}"]),
}

ZOO = {**SOLID, **LOOPS, **HELD, **MASSLESS, **ROLLING}

# --- singular poses: freedoms and surplus there, and all is named ---

FLAT = [((0, 0, 0), Z), ((1, 0, 0), Z), ((3, 0, 0), Z), ((2, 0, 0), Z)]
FLAT_SPHERICAL = [((0, 0, 0), (math.sin(math.radians(t)), 0, math.cos(math.radians(t)))) for t in (0, 30, 110, 60)]

# Axes in one plane span one direction less than those of the loop elsewhere.
SINGULAR = {
    "parallelogram, flat": of(loop(FLAT), 2, 4),
    "spherical four-bar, flat": of(loop(FLAT_SPHERICAL), 2, 4),
    "beam on three cranks, flat": of((["beam", "c0", "c1", "c2"], [
        line for k in range(3) for line in (hinge(f"g{k}", "ground", f"c{k}", (k, 0, 0), Z),
                                            hinge(f"b{k}", f"c{k}", "beam", (k + 0.9, 0, 0), Z))]), 2, 8),
}

# --- bodies without mass that can move alone: (machine, who) ---

ALONE = {
    "rod between two balls": (bare((["b", "c", "d"], [
        hinge("p", "ground", "b", (0, 0, 0), Z), ball("q", "b", "c", (0.5, 0.3, 0.1)), ball("r", "c", "d", (1.5, 0.8, 1)),
        hinge("s", "ground", "d", (2, 0, 1), X)]), ("b", "d"), 2, 0), {"c"}),
    "ring beside its shaft": (bare((["b", "r"], [hinge("p", "ground", "b", (0, 0, 0), Z), hinge("q", "b", "r", (0, 0, 0), Z)]), ("b",), 2, 0), {"r"}),
    "four-bar of no mass": (bare(loop(PLANAR), (), 1, 3), {"b0", "b1", "b2"}),
    "five-bar, both couplers without mass, one crank": (bare(loop(FIVE), ("b0",), 2, 3), {"b1", "b2", "b3"}),
    # the ball stands still while its rings turn about the line through both
    "three rings, two axes in line": (bare((["r", "s", "b"], [hinge("p", "ground", "r", (0, 0, 0), X), hinge("q", "r", "s", (0, 0, 0), Y),
                                                             hinge("o", "s", "b", (0, 0, 0), X)]), ("b",), 3, 0), {"r", "s"}),
}

# --- what cannot be met: (machine, names in the message) ---

APART = "ground: {markers: {g: {position: [0, 0, 0]}, h: {position: [3, 0, 0]}}}"
POINT = "type: point_mass, mass: 1, initial: {position: [1, 0, 0]}"


def rod(name, start, length):
    return f"  {name}: {{type: distance, marker_i: ground.{start}, marker_j: b, length: {length}}}"


CONFLICTS = {
    "rod too long for its place": (Machine({"b": None}, [b_on("p", "fixed", (0, 0, 0)), rod("rod", "h", 2)], 0, 0, ground=APART), ["rod"]),
    "two rods of two lengths": (Machine({"b": POINT}, [rod("short", "g", 1), rod("long", "g", 1.2)], 0, 0, ground=APART), ["short", "long"]),
    "rods too short to meet": (Machine({"b": POINT}, [rod("left", "g", 1), rod("right", "h", 1)], 0, 0, ground=APART), ["left", "right"]),
    "table with a leg too short": (Machine({"b": None}, [
        f"  l{k}: {{type: point_on_plane, marker_i: ground, marker_j: b.m{k}}}" for k in range(4)], 0, 0, markers={
            "b": ", ".join(f"m{k}: {{position: [{x}, {y}, {-0.1 if k < 3 else -0.3}]}}" for k, (x, y, _) in enumerate(CORNERS))}),
        ["l0", "l1", "l2", "l3"]),
    "ball in too narrow a gap": (Machine({"b": BALL.format([0, 0, 0.13])}, [], 0, 0, ground=PLATES, couplers=[
        "  low: {type: rolling_sphere, marker_i: ground, marker_j: b, radius: 0.13}",
        "  high: {type: rolling_sphere, marker_i: ground.top, marker_j: b, radius: 0.13}"]), ["low", "high"]),
    "slide that should move across": (Machine({"b": None}, [SLIDE], 0, 0, couplers=["  v: {type: velocity, relation: b.vy - 1}"]), ["s", "v"]),
    "blades that part": (Machine({"b": None}, [ICE], 0, 0, gravity="[0, 0, 0]", couplers=[
        "  e: {type: knife_edge, marker_j: b, direction: y}", "  v: {type: velocity, relation: b.vy - 1}"]), ["e", "v"]),
    "nut held beside its thread, and turned": (Machine({"b": None}, [
        "  nut: {type: screw, marker_i: ground, marker_j: b, lead: 3}", "  held: {type: fixed, marker_i: ground.turned, marker_j: b.off}"],
        0, 0,
        ground="ground: {markers: {turned: {orientation: {axis_angle: {axis: [0, 0, 1], angle: 60 deg}}}}}",
        markers={"b": "off: {position: [0.1, 0, 0]}"}),
        ["nut", "held"]),
}
