#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every spatial shipped model moves the same when its mechanism is moved and turned, when its elements stand in
another order or have other names, and when its literals are in millimetres, grams and milliseconds; planar ones
when they are written as spatial. A model that is added later is taken by itself; what is left out stands in
LEFT_OUT with the reason. As test_copies does it for the plane, whose copies and whose rule these are: at most three
times what the tenth of the tolerance changes, and at most 1e-6 of the scale; 1e-11 of it is round-off.

Moved: all that stands in the ground's axes becomes relative to a reference frame, which is turned about an axis
without a zero, and gravity is turned along. Places are read by gauges in that frame, so nothing is turned back."""

import copy
import re

import harness
import test_copies
from arrays import turn

TURN, SHIFT = turn([2, -1, 3], 1), [0.3, -0.2, 0.5]
LONGEST = 0.4  # s, of the motions that are compared
SHORTER = {"a05_flyball_governor": 0.1, "biped_foot": 0.2, "ten_balls": 0.2}  # s, of what takes long
MACHINE = """mbs: 1
space: spatial
gravity: [0, 0, -9.81 m/s^2]
parameters: {lean: 0.4 rad, reach: 600 mm, k: 1 kg/s^2, arm: 2.5 m}
ground: {markers: {post: {position: [0.1 m, 0.2 m, 0.3 m], z: [0, 1, 1], x: [1, 0, 0]}}}
bodies:
  swing: {type: rigid, mass: 3 kg, inertia: {xx: 0.1, yy: 0.3, zz: 0.25, xy: 0.02}, markers: {head: {position: [reach, 0, 0], z: [1, 1, 0]},
    hook: {position: [0, 0.3 m, 0], towards: head}}}
  rod: {type: rigid, mass: 1 kg, inertia: {xx: 0.02, yy: 0.03, zz: 0.04}, center_of_mass: [0, 0, 0.1 m], markers: {top: {position: [0, 0, 0.2 m]}}}
  nut: {type: rigid, mass: 0.5 kg, inertia: {xx: 0.01, yy: 0.01, zz: 0.02}}
  ball: {type: point_mass, mass: 0.3 kg, initial: {relative_to: rod.top, position: [0, 0.1 m, 0], velocity: [0, 0, 0.2 m/s]}}
joints:
  hinge: {type: universal, marker_i: ground.post, marker_j: swing, initial: {angle_1: lean, angle_2: -0.3, angle_1_rate: 1}}
  knuckle: {type: spherical, marker_i: swing.head, marker_j: rod, initial: {orientation: {euler: [0.1, 0.5, 0.2], sequence: zyx}}}
  thread: {type: screw, marker_i: swing.hook, marker_j: nut, lead: 0.2 m, initial: {displacement: 0.05 m, angle: 1, angle_rate: 5}}
  string: {type: distance, marker_i: rod.top, marker_j: ball, length: 0.1 m}
forces:
  spring: {type: spring_damper, marker_i: ground, marker_j: ball, stiffness: 20, damping: 0.1, free_length: 0.4 m}
  wind: {type: force, marker: rod, vector: [1, 0.5, 0]}
  twist: {type: torque, marker: rod, vector: [0, 0.1, 0]}
  mount: {type: bushing, marker_i: swing.head, marker_j: nut, damping: [3, 1, 1],
    stiffness_matrix: [[20*k, 2, 1, k*arm, 0, 0], [2, 30, 0, 1, 2 N, 0], [1, 0, 25, 0, 0, 3], [k*arm, 1, 0, 2, 0.1, 0], [0, 2 N, 0, 0.1, 3, 0], [0, 0, 3, 0, 0, 2]]}
analyses: {run: {type: dynamics, duration: 1 s, output_step: 0.02 s}}
"""
# {model: {copy or "all": reason}}
LEFT_OUT = {
    "assembled_four_bar": {"as spatial": "its assembly keeps the angle of a body, a word of the plane"},
    "driven_pendulum": {"as spatial": "its spring is at rest at 270 deg, which the pose of a planar body counts to; a hinge in space "
                                      "that does not state its angle begins nearest to zero"},
    "a02_four_bar_n2": {"as spatial": "with the redundant rows of its hinges in space branches that meet cannot be told apart: it ends by name"},
}
ENDS = ("marker_i", "marker_j", "marker", "line", "resolve_in", "relative_to")


def plain(tree, longest=LONGEST):
    """The model with one analysis; places by gauges from `base`, and spins, which are in the body's axes."""
    tree, name = test_copies.plain(tree)
    match = re.fullmatch(r"([\d.]+) s", str(tree["analyses"][name]["duration"]))
    if match and float(match[1]) > longest:
        tree["analyses"][name]["duration"] = f"{longest} s"
    tree["outputs"] = {}
    gauges = tree.setdefault("gauges", {})
    for number, (path, body) in enumerate(test_copies.bodies_of(tree).items()):
        gauges[f"seen_{number}"] = {"marker_i": "ground", "marker_j": path}
        for axis in "xyz":
            tree["outputs"][f"b{number}_{axis}"] = f"seen_{number}.{axis}"
            if body["type"] == "rigid":
                tree["outputs"][f"b{number}_w{axis}"] = f"{path}.w{axis}"
    return tree, name


def rotated(vector):
    return [" + ".join(f"{value!r}*({word})" for value, word in zip(row, vector)) for row in TURN]


def move_element(element, frames):
    for key in ENDS:
        word = element.get(key)
        if word == "ground":
            element[key] = "turned_ground"
        elif isinstance(word, str) and word.startswith("ground.") and f"moved_{word[7:]}" in frames:
            element[key] = f"moved_{word[7:]}"
    if "body_i" in element:
        element.setdefault("relative_to", "turned_ground")
    if element.get("type") in ("force", "torque"):
        element.setdefault("resolve_in", "turned_ground")
    if element.get("type") == "knife_edge" or "component" in element:
        element.setdefault("marker_i" if "component" not in element else "relative_to", "turned_ground")


def moved(tree):
    """Markers of the ground become reference frames, all relative to one."""
    tree = copy.deepcopy(tree)
    if "gravity" in tree:
        tree["gravity"] = rotated(tree["gravity"])
    frames = tree.setdefault("frames", {})
    for frame in frames.values():
        frame.setdefault("relative_to", "turned_ground")
    ground = tree.pop("ground", {})
    for name, marker in ground.get("markers", {}).items():
        frames[f"moved_{name}"] = {"relative_to": "turned_ground", **marker}
    pose = {"position": list(SHIFT), "orientation": {"matrix": [list(row) for row in TURN]}}
    frames["turned_ground"] = pose
    shapes = {name: {**shape, "at": "turned"} for name, shape in ground.get("shapes", {}).items() if "at" not in shape}
    if shapes:
        tree["ground"] = {"markers": {"turned": copy.deepcopy(pose)}, "shapes": shapes}
    for event in tree.get("events", {}).values():
        for words in event.values():
            if isinstance(words, dict) and "vector" in words:
                words["vector"] = rotated(words["vector"])
    # bodies without a pose that joints place go along with the ground's markers
    placing = any({"angle", "displacement", "angle_1", "orientation"} & set(joint.get("initial", {})) for joint in tree.get("joints", {}).values())
    for body in tree.get("bodies", {}).values():
        if "initial" in body or not placing:
            body.setdefault("initial", {}).setdefault("relative_to", "turned_ground")
    for collection in ("joints", "couplers", "motions", "forces", "gauges"):
        for element in tree.get(collection, {}).values():
            move_element(element, frames)
    return tree


def by_matrix(tree):
    """The machine's marker of the ground by its matrix, for frames have no axes of their own words."""
    tree = copy.deepcopy(tree)
    r = 2 ** -0.5
    marker = tree["ground"]["markers"]["post"]
    del marker["x"], marker["z"]
    marker["orientation"] = {"matrix": [[1, 0, 0], [0, r, r], [0, -r, r]]}
    return tree


# --- planar models as spatial ones ---

JOINTS = {"revolute": "revolute", "distance": "distance", "fixed": "fixed", "prismatic": ["y", "z", "rx", "ry", "rz"],
          "point_on_line": ["y", "z", "rx", "ry"]}
FORCES = ("spring_damper", "gravitation", "torsional_spring_damper", "force", "coordinate_force")
KEYS = {"mbs", "description", "literature", "parameters", "functions", "space", "gravity", "ground", "bodies", "joints", "motions", "forces", "analyses",
        "accept", "outputs", "gauges"}


def about_z(item):
    if "angle" in item:
        item["orientation"] = {"axis_angle": {"axis": [0, 0, 1], "angle": item.pop("angle")}}
    for key in ("position", "velocity"):
        if key in item:
            item[key] = [*item[key], 0]


def as_spatial(tree):
    """None where its words are not those of space."""
    tree = copy.deepcopy(tree)
    joints, forces = tree.get("joints", {}), tree.get("forces", {})
    plain_words = set(tree) <= KEYS and all("repeat" not in item for key in ("bodies", "joints", "forces") for item in tree.get(key, {}).values())
    held = {name for name, joint in joints.items() if isinstance(JOINTS.get(joint["type"]), list)}
    used = {item.get("joint") for key in ("forces", "motions") for item in tree.get(key, {}).values()}
    if (not plain_words or any(joint["type"] not in JOINTS or "at" in joint for joint in joints.values()) or held & used or
            any(force["type"] not in FORCES for force in forces.values()) or any("joint" not in motion for motion in tree.get("motions", {}).values()) or
            re.search(r"\.(angle|angle_rate)\b", repr([forces, tree.get("motions")])) or
            any(held and "initial" in joints[name] for name in held) or
            any("mass" in body and isinstance(body["mass"], dict) for body in tree["bodies"].values())):
        return None
    tree["space"] = "spatial"
    if "gravity" in tree:
        tree["gravity"] = [*tree["gravity"], 0]
    for body in tree["bodies"].values():
        body.pop("shapes", None)
        if "inertia" in body:
            body["inertia"] = {key: body["inertia"] for key in ("xx", "yy", "zz")}
        if "center_of_mass" in body:
            body["center_of_mass"] = [*body["center_of_mass"], 0]
        initial = body.get("initial", {})
        if "angle_rate" in initial:
            initial["angular_velocity"] = [0, 0, initial.pop("angle_rate")]
        about_z(initial)
    for owner in [tree.get("ground", {}), *tree["bodies"].values()]:
        for marker in owner.get("markers", {}).values():
            about_z(marker)
    for joint in joints.values():
        kind = JOINTS[joint["type"]]
        joint.update({"type": kind} if isinstance(kind, str) else {"type": "generic", "locked": kind})
    for force in forces.values():
        if "vector" in force:
            force["vector"] = [*force["vector"], 0]
    for number, (name, body) in enumerate(test_copies.bodies_of(tree).items()):
        for axis in ("z", "wx", "wy"):
            tree["outputs"].pop(f"b{number}_{axis}", None)
        if body["type"] == "rigid":
            tree["outputs"][f"b{number}_wz"] = f"{name}.wz"
    return tree


COPIES = {"moved": moved, "permuted": test_copies.permuted, "renamed": test_copies.renamed, "in millimetres": test_copies.in_millimetres}


class TestSpace(test_copies.TestCopies):
    def test_planar_models(self):
        """Written as spatial: the same places and rates."""
        taken = []
        for path in sorted((harness.SOURCE / "models").rglob("*.yaml")):
            tree = test_copies.read(path)
            if tree.get("space") != "planar" or test_copies.dynamics_of(tree) is None:
                continue
            reason = LEFT_OUT.get(path.stem, {}).get("as spatial")
            if reason:
                print(f"{path.stem}: left out, since {reason}")
                continue
            base, analysis = test_copies.plain(tree)
            match = re.fullmatch(r"([\d.]+) s", str(base["analyses"][analysis]["duration"]))
            if match and float(match[1]) > LONGEST:
                base["analyses"][analysis]["duration"] = f"{LONGEST} s"
            base["outputs"] = {key: words for key, words in base["outputs"].items() if not key.endswith("_angle")}
            for number, (name, body) in enumerate(test_copies.bodies_of(base).items()):
                if body["type"] == "rigid":
                    base["outputs"][f"b{number}_wz"] = f"{name}.angle_rate"
            other = as_spatial(base)
            if other is None:
                print(f"{path.stem}: left out, since the plane's words in it are not those of space")
                continue
            with self.subTest(model=path.stem):
                self.folder = path.parent
                self.same(path.stem, "as spatial", self.both(base, analysis), self.both(other, analysis))
                taken.append(path.stem)
        self.assertGreater(len(taken), 7, taken)

    def test_spatial_models(self):
        taken, self.converted = 0, 0
        for path in sorted((harness.SOURCE / "models").rglob("*.yaml")):
            tree = test_copies.read(path)
            if tree.get("space") == "spatial" and test_copies.dynamics_of(tree) is not None:
                with self.subTest(model=path.stem):
                    self.folder = path.parent
                    taken += self.look_at_copies(path.stem, tree)
        self.assertGreater(taken, 12)
        self.assertGreater(self.converted, taken / 2, "literals with units")

    def test_a_machine(self):
        self.folder, self.converted = harness.SOURCE, 0
        machine = test_copies.read_text(MACHINE)
        self.look_at_copies("machine", by_matrix(machine))
        one, two = (self.both(*plain(tree)) for tree in (machine, by_matrix(machine)))
        self.same("machine", "by axes", one, two)

    def look_at_copies(self, model, tree):
        reasons = LEFT_OUT.get(model, {})
        if "all" in reasons:
            print(f"{model}: left out, since {reasons['all']}")
            return 0
        base, analysis = plain(tree, SHORTER.get(model, LONGEST))
        original = self.both(base, analysis)
        for name, make in COPIES.items():
            reason = reasons.get(name)
            if name == "moved" and test_copies.reads_ground(tree):
                reason = "its forces or relations read coordinates of the ground"
            if reason:
                print(f"{model}, {name}: left out, since {reason}")
                continue
            other = make(base)
            self.converted += name == "in millimetres" and other != base
            tolerances = [1, 0.1] if make in (moved, test_copies.permuted) else [1]  # the others change no number
            self.same(model, name, original, self.both(other, analysis, [test_copies.TOLERANCE * part for part in tolerances]))
        return 1


if __name__ == "__main__":
    harness.main()
