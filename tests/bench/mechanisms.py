# SPDX-License-Identifier: BSD-3-Clause
"""Random mechanisms for comparisons: trees and loops, in the plane and in space, with springs, motors,
couplers, contacts, stops, friction and events. A number draws the same mechanism everywhere.

Every body hangs on an earlier one (or on nothing) by a joint that is placed where both stand at the
start, so that any joint, and any loop, closes by construction."""

import math
import random

PLANAR_TREE = ("revolute", "revolute", "revolute", "prismatic", "point_on_line", "distance", "parallel_axes", "fixed")
SPATIAL_TREE = ("revolute", "revolute", "spherical", "universal", "prismatic", "cylindrical", "planar",
                "point_on_plane", "distance", "fixed")
LEAVES = {"revolute": 1, "prismatic": 1, "point_on_line": 2, "parallel_axes": 2, "fixed": 0, "spherical": 3,
          "universal": 2, "cylindrical": 2, "planar": 3}


class Mechanism:
    """A drawn model. planar; bodies, joints, forces, motions, couplers, events: lines by name; switches,
    rubs, moves: it has passages, friction, laws of time. T: its time scale. text(integrator)."""

    def __init__(self, number):
        r = self.random = random.Random(f"mechanism {number}")
        self.planar = r.random() < 0.55
        self.L, self.M = 10 ** r.uniform(-2, 2), 10 ** r.uniform(-2, 2)
        self.g = 9.81 if r.random() < 0.8 else 0.0
        self.T = math.sqrt(self.L / 9.81)
        self.sections = {name: {} for name in ("bodies", "joints", "forces", "motions", "couplers", "events")}
        self.places, self.kinds, self.freedoms = [], [], 0
        self.switches = self.rubs = self.moves = False
        for k in range(r.randint(1, 6)):
            self.body(k)
            self.hang(k)
        for k in range(r.choice((0, 0, 1, 1, 2))):
            self.close(k)
        self.drive()
        self.couple()
        for k in range(r.randint(0, 3)):
            r.choice((self.spring, self.spring, self.turn_spring, self.push, self.drag, self.bushing, self.stop,
                      self.contact, self.rub, self.kink))(k)
        if r.random() < 0.25:
            self.event()
        self.duration = self.T * r.uniform(1, 3)

    # ---- places

    def vector(self, scale=1.0):
        return [self.random.uniform(-1, 1) * scale for _ in range(2 if self.planar else 3)]

    def direction(self):
        v = self.vector()
        size = math.hypot(*v) or 1.0
        return [x / size for x in v]

    def mass(self):
        return self.M * 10 ** self.random.uniform(-0.7, 0.7)

    def body(self, k):
        r, m, place = self.random, self.mass(), self.vector(self.L)
        self.places.append(place)
        if self.planar:
            self.sections["bodies"][f"b{k}"] = (
                f"{{type: rigid, mass: {m!r}, inertia: {m * (self.L * r.uniform(0.1, 0.5)) ** 2!r}, "
                f"initial: {{position: {place!r}, angle: {r.uniform(-3, 3)!r}}}, "
                f"markers: {{end: {{position: {self.vector(self.L / 2)!r}}}}}}}")
            return
        a, b, c = (m * (self.L * r.uniform(0.1, 0.4)) ** 2 for _ in range(3))  # of the three planes
        self.sections["bodies"][f"b{k}"] = (
            f"{{type: rigid, mass: {m!r}, inertia: {{xx: {a + b!r}, yy: {b + c!r}, zz: {a + c!r}}}, "
            f"initial: {{position: {place!r}, orientation: {{axis_angle: {{axis: {self.direction()!r}, "
            f"angle: {r.uniform(-3, 3)!r}}}}}}}, markers: {{end: {{position: {self.vector(self.L / 2)!r}}}}}}}")

    def joint(self, name, kind, i, j, at):
        words = f"type: {kind}, body_i: {i}, body_j: {j}, at: {at!r}"
        if kind == "universal":
            a = self.direction()
            b = self.direction()
            along = sum(x * y for x, y in zip(a, b))
            b = [y - along * x for x, y in zip(a, b)]
            size = math.hypot(*b)
            words += f", axis_1: {a!r}, axis_2: {[x / size for x in b]!r}"
        elif kind in ("prismatic", "point_on_line", "cylindrical", "planar", "point_on_plane") or (
                kind == "revolute" and not self.planar):
            words += f", axis: {self.direction()!r}"
        if kind in ("revolute", "prismatic", "point_on_line") and self.random.random() < 0.5 and name[0] == "j":
            size = 1 / self.T if kind == "revolute" else self.L / self.T
            words += f", initial: {{rate: {self.random.uniform(-2, 2) * size!r}}}"
        self.sections["joints"][name] = f"{{{words}}}"

    def rod(self, name, i, j):
        """A massless rod between the frames of two bodies."""
        start = [0.0] * len(self.places[0]) if i is None else self.places[i]
        length = math.dist(start, self.places[j])
        self.sections["joints"][name] = (f"{{type: distance, marker_i: {'ground' if i is None else f'b{i}'}, "
                                         f"marker_j: b{j}, length: {length!r}}}")

    def hang(self, k):
        r = self.random
        parent = r.choice([None] + list(range(k)) + ([k - 1] * 2 if k else []))
        if r.random() < 0.06:
            self.freedoms += 3 if self.planar else 6
            self.kinds.append((None, None))
            return
        kind = r.choice(PLANAR_TREE if self.planar else SPATIAL_TREE)
        if kind == "distance":
            self.rod(f"j{k}", parent, k)
            self.freedoms += 2 if self.planar else 5
        else:
            near = [x + self.L * r.uniform(-0.5, 0.5) for x in self.places[k]]
            self.joint(f"j{k}", kind, "ground" if parent is None else f"b{parent}", f"b{k}", near)
            self.freedoms += LEAVES.get(kind, 5)
        self.kinds.append((kind, parent))

    def close(self, k):
        """One more joint, where enough can still move."""
        count = len(self.places)
        ends = self.random.sample(range(-1, count), 2)
        i, j = min(ends), max(ends)
        cost = 2 if self.planar else 3
        if self.freedoms <= cost:
            return
        if self.random.random() < 0.4:
            self.rod(f"loop{k}", None if i < 0 else i, j)
            self.freedoms -= 1
        else:
            self.joint(f"loop{k}", "revolute" if self.planar else "spherical", "ground" if i < 0 else f"b{i}",
                       f"b{j}", self.vector(self.L))
            self.freedoms -= cost

    # ---- what drives and couples: coordinates of joints of the plane, places in space

    def of_kind(self, *kinds):
        return [k for k, (kind, _) in enumerate(self.kinds) if kind in kinds]

    def drive(self):
        hinges = self.of_kind("revolute") if self.planar else []
        if not hinges or self.freedoms < 2 or self.random.random() < 0.6:
            return
        k, w = self.random.choice(hinges), self.random.uniform(1, 6) / self.T
        joint = self.sections["joints"][f"j{k}"]
        if "initial" in joint:
            return
        self.sections["motions"]["drive"] = (f"{{joint: j{k}, law: \"{self.random.uniform(0.2, 1)!r}*(1 - cos({w!r}*t))\"}}")
        self.moves = True
        self.freedoms -= 1

    def couple(self):
        carried = {}
        for k in self.of_kind("revolute") if self.planar else []:
            carried.setdefault(self.kinds[k][1], []).append(k)
        pairs = [ks for ks in carried.values() if len(ks) > 1]
        if not pairs or self.freedoms < 2 or self.moves or self.random.random() < 0.4:
            return
        a, b = pairs[0][:2]
        for k in (a, b):  # their rates must agree: none is stated
            line = self.sections["joints"][f"j{k}"]
            self.sections["joints"][f"j{k}"] = line.split(", initial")[0].rstrip("}") + "}"
        kind = self.random.choice(("gear", "belt"))
        words = ("teeth_1: 20, teeth_2: 31" if kind == "gear" else
                 f"radius_1: {self.L / 5!r}, radius_2: {self.L / 7!r}")
        self.sections["couplers"]["mesh"] = f"{{type: {kind}, joint_1: j{a}, joint_2: j{b}, {words}}}"
        self.freedoms -= 1

    # ---- forces

    def marker(self):
        return f"b{self.random.randrange(len(self.places))}.end"

    def stiffness(self):
        return self.M * (self.random.uniform(1, 10) / self.T) ** 2

    def add(self, k, words):
        self.sections["forces"][f"f{k}"] = f"{{{words}}}"

    def spring(self, k):
        self.add(k, f"type: spring_damper, marker_i: ground, marker_j: {self.marker()}, stiffness: {self.stiffness()!r}, "
                    f"damping: {self.random.choice((0, 0.1)) * self.M / self.T!r}, free_length: {self.L / 3!r}")

    def turn_spring(self, k):
        hinges = self.of_kind("revolute")
        if hinges and self.planar:
            joint = self.random.choice(hinges)
            self.add(k, f"type: coordinate_force, joint: j{joint}, value: \"-{self.stiffness() * self.L ** 2!r}"
                        f"*sin(j{joint}.angle) - {0.1 * self.M * self.L ** 2 / self.T!r}*j{joint}.angle_rate\"")

    def push(self, k):
        zeros = ", 0" * (1 if self.planar else 2)
        self.add(k, f"type: force, marker: {self.marker()}, vector: [\"{self.M * 5!r}"
                    f"*sin({self.random.uniform(1, 9) / self.T!r}*t)\"{zeros}]")

    def drag(self, k):
        body = f"b{self.random.randrange(len(self.places))}"
        zeros = ", 0" * (0 if self.planar else 1)
        c = self.M / self.L * self.random.uniform(0.01, 1)
        self.add(k, f"type: force, marker: {body}, vector: [\"-{c!r}*{body}.vx*abs({body}.vx)\", "
                    f"\"-{c!r}*{body}.vy\"{zeros}]")
        self.switches = True

    def bushing(self, k):
        count = 2 if self.planar else 3
        self.add(k, f"type: bushing, marker_i: ground, marker_j: {self.marker()}, "
                    f"stiffness: {[self.stiffness() for _ in range(count)]!r}, "
                    f"damping: {[0.1 * self.M / self.T] * count!r}")

    def stop(self, k):
        slides = self.of_kind("prismatic", "revolute")
        if slides and self.planar:
            joint = self.random.choice(slides)
            size = self.L if self.kinds[joint][0] == "prismatic" else 1.0
            factor = 1.0 if self.kinds[joint][0] == "prismatic" else self.L ** 2
            self.add(k, f"type: joint_limit, joint: j{joint}, lower: {-0.3 * size!r}, "
                        f"upper: {0.4 * size!r}, stiffness: {20 * self.stiffness() * factor!r}")
            self.switches = True

    def contact(self, k):
        if self.planar:
            body = self.random.randrange(len(self.places))
            self.add(k, f"type: contact, marker_i: ground.low, marker_j: b{body}, "
                        f"stiffness: {50 * self.stiffness() / math.sqrt(self.L)!r}")
            self.switches = True

    def rub(self, k):
        hinges = self.of_kind("revolute")
        if hinges and self.planar and not self.sections["couplers"] and self.freedoms > 0:
            self.add(k, f"type: friction, joint: j{self.random.choice(hinges)}, kinetic: 0.2, "
                        f"transition_speed: {0.1 * self.L / self.T!r}, radius: {self.L / 20!r}, "
                        f"smoothing: {self.M!r}")
            self.rubs = True

    def kink(self, k):
        body = f"b{self.random.randrange(len(self.places))}"
        zeros = ", 0" * (1 if self.planar else 2)
        self.add(k, f"type: force, marker: {body}, vector: [\"if({body}.y > {self.random.uniform(-1, 1) * self.L!r}, "
                    f"-{self.M * 3!r}, max(0, -{self.stiffness()!r}*{body}.x))\"{zeros}]")
        self.switches = True

    def event(self):
        body = f"b{self.random.randrange(len(self.places))}"
        level = self.random.uniform(-1, 1) * self.L
        action = self.random.choice(("record: true", f"impulse: {{marker: {body}, vector: {self.vector(self.M * self.L / self.T)!r}}}"))
        self.sections["events"]["passes"] = f"{{when: {body}.x - {level!r}, direction: both, once: true, {action}}}"
        self.switches = True

    # ---- the file

    def text(self, words):
        gravity = [0, -self.g] if self.planar else [0, 0, -self.g]
        sections = "".join(f"{name}:\n" + "".join(f"  {k}: {v}\n" for k, v in items.items())
                           for name, items in self.sections.items() if items)
        axes = ("x", "y", "angle") if self.planar else ("x", "y", "z")
        rates = ("ax", "ay") if self.planar else ("ax", "ay", "az")
        outputs = ", ".join(f"b{k}_{w}: b{k}.{w}" for k in range(len(self.places)) for w in axes + rates)
        floor = f"ground: {{markers: {{low: {{position: [0, {-1.5 * self.L!r}]}}}}}}\n" if self.planar else ""
        return (f"mbs: 1\nspace: {'planar' if self.planar else 'spatial'}\ngravity: {gravity!r}\n"
                f"accept: [loose_bodies, unused_markers]\n{floor}"
                + sections
                + f"analyses: {{run: {{type: dynamics, duration: {self.duration!r}, output_step: {self.duration / 20!r}, "
                f"integrator: {{{words}}}}}}}\noutputs: {{{outputs}}}\n")
