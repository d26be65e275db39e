# SPDX-License-Identifier: BSD-3-Clause
"""Random open mechanisms in space: trees of every joint that leaves a sequence of translations and
rotations free, passed from either side, bodies that float, points, every kind of force that acts on
bodies and coordinates, branches, events, impulses and impacts, armatures and motions of joints. A number draws
the same one everywhere.

Every body hangs on an earlier one by a joint that is placed where both stand at the start."""

import math
import random
import re

JOINTS = ("revolute", "revolute", "revolute", "spherical", "universal", "prismatic", "cylindrical", "planar",
          "point_on_line", "point_on_plane", "parallel_axes", "orientation", "fixed")
WITH_AXIS = ("revolute", "prismatic", "cylindrical", "planar", "point_on_line", "point_on_plane", "parallel_axes")
RATES = {"revolute": ("rate",), "prismatic": ("rate",), "cylindrical": ("angle_rate", "rate"),
         "universal": ("angle_1_rate", "angle_2_rate"), "planar": ("rate", "x_rate", "y_rate")}
# The coordinates that a motion may prescribe and that may have an armature.
COORDINATES = {"revolute": ("angle",), "prismatic": ("displacement",), "cylindrical": ("angle", "displacement"),
               "universal": ("angle_1", "angle_2")}
TURNS = ("rate", "angle_rate", "angle_1_rate", "angle_2_rate")


class OpenMechanism:
    """A drawn model: text(integrator) gives the file. L, M, T: its scales of length, mass and time."""

    def __init__(self, number, largest=8):
        r = self.random = random.Random(f"open mechanism {number}")
        self.L, self.M = 10 ** r.uniform(-2, 2), 10 ** r.uniform(-2, 2)
        self.T = math.sqrt(self.L / 9.81)
        self.sections = {name: {} for name in ("bodies", "joints", "motions", "forces", "events")}
        self.places, self.kinds, self.points = [], [], []
        for k in range(r.randint(1, largest)):
            self.body(k)
        if r.random() < 0.2:
            self.point()
        forces = (self.spring, self.bushing, self.push, self.twist, self.drag, self.coil, self.motor, self.kink,
                  self.limit, self.contact)
        for k in range(r.randint(0, 4)):
            r.choice(forces)(k)
        if r.random() < 0.3:
            r.choice((self.record, self.impulse, self.impact))()
        self.duration = self.T * r.uniform(0.5, 1.5)
        for k, kind in enumerate(self.kinds):
            if kind in COORDINATES:
                self.hold(k, COORDINATES[kind], random.Random(f"held {number} {k}"))

    # ---- what is known of a coordinate

    def hold(self, k, coordinates, r):
        """A fourth of the coordinates have an armature; a motion prescribes a sixth of them, which start at zero."""
        words = self.sections["joints"][f"j{k}"]
        heavy = [(name, self.M * r.uniform(0.01, 1) * (1 if name == "displacement" else self.L ** 2 / 10))
                 for name in coordinates if r.random() < 0.25]
        if heavy:
            alone = len(coordinates) == 1
            listed = repr(heavy[0][1]) if alone else "{" + ", ".join(f"{name}: {inertia!r}" for name, inertia in heavy) + "}"
            words = f"{words[:-1]}, armature: {listed}}}"
        driven = [name for name in coordinates if r.random() < 1 / 6]
        if driven:
            words = re.sub(", initial: {[^}]*}", "", words)
        self.sections["joints"][f"j{k}"] = words
        for name in driven:
            size, w = r.uniform(-1, 1) * (self.L if name == "displacement" else 3), r.uniform(1, 4) / self.T
            law = r.choice((f"{size!r}*sin({w!r}*t)\"", f"{size * w!r}*cos({w!r}*t)\", level: velocity", f"{size / self.T!r}*t\""))
            self.sections["motions"][f"m{k}_{name}"] = f"{{joint: j{k}, coordinate: {name}, law: \"{law}}}"

    # ---- numbers

    def vector(self, scale=1.0):
        return [self.random.uniform(-1, 1) * scale for _ in range(3)]

    def direction(self):
        v = self.vector()
        size = math.hypot(*v)
        return [x / size for x in v]

    def turn(self):
        return f"{{axis_angle: {{axis: {self.direction()!r}, angle: {self.random.uniform(-3, 3)!r}}}}}"

    def stiffness(self):
        return self.M * (self.random.uniform(1, 6) / self.T) ** 2

    # ---- bodies

    def body(self, k):
        r = self.random
        mass, place = self.M * 10 ** r.uniform(-0.5, 0.5), self.vector(self.L)
        a, b, c = (mass * (self.L * r.uniform(0.1, 0.4)) ** 2 for _ in range(3))  # of the three planes
        off = [r.uniform(-0.3, 0.3) * min(a, b, c) for _ in range(3)]
        floats = r.random() < 0.12
        motion = (f", velocity: {self.vector(self.L / self.T)!r}, angular_velocity: {self.vector(1 / self.T)!r}"
                  if floats else "")
        self.sections["bodies"][f"b{k}"] = (
            f"{{type: rigid, mass: {mass!r}, center_of_mass: {self.vector(self.L / 5)!r}, inertia: {{xx: {a + b!r}, "
            f"yy: {b + c!r}, zz: {a + c!r}, xy: {off[0]!r}, yz: {off[1]!r}, zx: {off[2]!r}}}, "
            f"initial: {{position: {place!r}, orientation: {self.turn()}{motion}}}, markers: {{end: {{position: "
            f"{self.vector(self.L / 2)!r}, orientation: {self.turn()}}}}}}}")
        self.places.append(place)
        self.kinds.append(None if floats else self.hang(k, r.choice([None] + list(range(k)) + [k - 1] * 2)))

    def hang(self, k, parent):
        r = self.random
        kind = r.choice(JOINTS)
        ends = ["ground" if parent is None or parent < 0 else f"b{parent}", f"b{k}"]
        if r.random() < 0.4:
            ends.reverse()
        at = [x + self.L * r.uniform(-0.5, 0.5) for x in self.places[k]]
        words = f"type: {kind}, body_i: {ends[0]}, body_j: {ends[1]}, at: {at!r}"
        if kind == "universal":
            a, b = self.direction(), self.direction()
            along = sum(x * y for x, y in zip(a, b))
            b = [y - along * x for x, y in zip(a, b)]
            words += f", axis_1: {a!r}, axis_2: {[x / math.hypot(*b) for x in b]!r}"
        elif kind in WITH_AXIS:
            words += f", axis: {self.direction()!r}"
        if kind in RATES and r.random() < 0.6:
            rates = ", ".join(f"{key}: {r.uniform(-1, 1) * (1 if key in TURNS and kind != 'prismatic' else self.L) / self.T!r}"
                              for key in RATES[kind])
            words += f", initial: {{{rates}}}"
        self.sections["joints"][f"j{k}"] = f"{{{words}}}"
        return kind

    def point(self):
        self.sections["bodies"]["dot"] = (f"{{type: point_mass, mass: {self.M!r}, initial: {{position: "
                                          f"{self.vector(2 * self.L)!r}}}}}")
        self.sections["forces"]["string"] = (f"{{type: spring_damper, marker_i: {self.marker()}, marker_j: dot, "
                                             f"stiffness: {self.stiffness()!r}, free_length: {self.L!r}}}")

    # ---- forces

    def marker(self):
        return f"b{self.random.randrange(len(self.places))}.end"

    def other(self, marker):
        return self.random.choice(["ground"] + [f"b{k}.end" for k in range(len(self.places)) if f"b{k}.end" != marker])

    def of_kind(self, *kinds):
        return [f"j{k}" for k, kind in enumerate(self.kinds) if kind in kinds]

    def add(self, k, words):
        self.sections["forces"][f"f{k}"] = f"{{{words}}}"

    def spring(self, k):
        marker = self.marker()
        self.add(k, f"type: spring_damper, marker_i: {self.other(marker)}, marker_j: {marker}, stiffness: "
                    f"{self.stiffness()!r}, damping: {0.1 * self.M / self.T!r}, free_length: {self.L / 3!r}")

    def bushing(self, k):
        marker = self.marker()
        three = [self.stiffness() for _ in range(3)]
        self.add(k, f"type: bushing, marker_i: {self.other(marker)}, marker_j: {marker}, stiffness: {three!r}, damping: "
                    f"{[0.1 * self.M / self.T] * 3!r}, angular_stiffness: {[self.L ** 2 * s / 30 for s in three]!r}")

    def push(self, k):
        marker = self.marker()
        a, w = self.M * 5, self.random.uniform(1, 6) / self.T
        reaction = self.random.choice((f", reaction_marker: {self.other(marker)}", ""))
        self.add(k, f"type: force, marker: {marker}, vector: [\"{a!r}*sin({w!r}*t)\", "
                    f"\"-{a / self.L!r}*{marker}.x\", {a!r}], resolve_in: {self.other(marker)}{reaction}")

    def twist(self, k):
        body = self.marker().split(".")[0]
        size = self.M * self.L ** 2 / self.T
        self.add(k, f"type: torque, marker: {body}.end, vector: [\"-{0.1 * size!r}*{body}.wx\", {size / self.T!r}, "
                    f"\"{size / self.T!r}*cos(3*t/{self.T!r})\"], resolve_in: {body}")

    def drag(self, k):
        self.add(k, f"type: drag, marker: {self.marker()}, linear: {0.3 * self.M / self.T!r}, quadratic: "
                    f"{0.2 * self.M / self.L!r}, fluid_velocity: {self.vector(self.L / self.T)!r}")

    def coil(self, k):
        joints = self.of_kind("revolute")
        if joints:
            self.add(k, f"type: torsional_spring_damper, joint: {self.random.choice(joints)}, stiffness: "
                        f"{self.stiffness() * self.L ** 2 / 5!r}, damping: {0.05 * self.M * self.L ** 2 / self.T!r}, "
                        "free_angle: 0.4")

    def motor(self, k):
        joints = self.of_kind("revolute", "prismatic")
        if joints:
            joint = self.random.choice(joints)
            turns = joint in self.of_kind("revolute")
            size = self.M * 5 * (self.L if turns else 1)
            rate = f"{joint}.angle_rate" if turns else f"{joint}.displacement_rate/{self.L!r}"
            self.add(k, f"type: coordinate_force, joint: {joint}, value: \"{size!r}*(sin(2*t/{self.T!r}) - "
                        f"{0.3 * self.T!r}*{rate})\"")

    def kink(self, k):
        marker = self.marker()
        self.add(k, f"type: force, marker: {marker}, vector: [\"if({marker}.y > {self.random.uniform(-1, 1) * self.L!r}, "
                    f"-{self.M * 3!r}, max(0, -{self.stiffness()!r}*{marker}.x))\", 0, 0]")

    def limit(self, k):
        joints = self.of_kind("revolute")
        if joints:
            self.add(k, f"type: joint_limit, joint: {self.random.choice(joints)}, lower: -0.3, upper: 0.4, stiffness: "
                        f"{10 * self.stiffness() * self.L ** 2!r}")

    def contact(self, k):
        self.add(k, f"type: contact, marker_i: ground.floor, marker_j: {self.marker()}, stiffness: "
                    f"{50 * self.stiffness() / math.sqrt(self.L)!r}, radius_j: {self.L / 3!r}")

    # ---- events

    def record(self):
        self.sections["events"]["passes"] = f"{{when: {self.marker()}.z, direction: both, record: true}}"

    def impulse(self):
        marker = self.marker()
        self.sections["events"]["kick"] = (
            f"{{when: \"t - {0.3 * self.T!r}\", once: true, impulse: {{marker: {marker}, vector: "
            f"{self.vector(self.M * self.L / self.T)!r}}}}}")

    def impact(self):
        marker = self.marker()
        self.sections["events"]["bounce"] = (
            f"{{when: \"{marker}.z + {2 * self.L!r}\", direction: falling, impact: {{marker_i: ground.floor, marker_j: "
            f"{marker}, direction: [0, 0, 1], restitution: 0.6}}}}")

    # ---- the file

    def text(self, words):
        sections = "".join(f"{name}:\n" + "".join(f"  {k}: {v}\n" for k, v in items.items())
                           for name, items in self.sections.items() if items)
        bodies = list(self.sections["bodies"])
        joints, motions = self.sections["joints"], self.sections["motions"]
        outputs = ", ".join([f"{b}_{w}: {b}.{w}" for b in bodies for w in ("x", "y", "z", "ax", "ay", "az")]
                            + [f"force_{j}_{w}: {j}.reaction.{w}" for j in joints for w in "xyz"]
                            + [f"torque_{j}_{w}: {j}.reaction.t{w}" for j in joints for w in "xyz"]
                            + [f"{word}_{m}: {m}.{word}" for m in motions
                               for word in ("force" if m.endswith("displacement") else "torque",)])
        return (f"mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\naccept: [loose_bodies, unused_markers]\n"
                f"ground: {{markers: {{floor: {{position: [0, 0, {-2 * self.L!r}]}}}}}}\n{sections}"
                f"analyses: {{run: {{type: dynamics, duration: {self.duration!r}, output_step: {self.duration / 20!r}, "
                f"integrator: {{{words}}}}}}}\noutputs: {{{outputs}}}\n")
