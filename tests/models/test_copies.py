#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every planar shipped model moves the same when its mechanism is turned and shifted, when its elements
stand in another order or have other names, and when its literals are in millimetres and grams. A model
that is added later is taken by itself; what is left out stands in LEFT_OUT with the reason."""

import copy
import io
import math
import re

from ruamel.yaml import YAML

import harness
import kinds

TURN, SHIFT = 0.7, (0.3, -0.2)  # rad, m
TOLERANCE = 1e-10
LONGEST = 20  # s; over longer times errors at this tolerance grow beyond the rule
COLLECTIONS = ("bodies", "joints", "couplers", "motions", "forces")
GROUND_MEASURE = r"(?:\.\w+)?\.(?:x|y|z|vx|vy|vz|ax|ay|az|angle|angle_rate|angle_acceleration)\b"
SCALES = (("m", "mm", 1e3), ("kg", "g", 1e3), ("s", "ms", 1e3))
LITERAL = r"(?<![\w.])((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?) ({})(?![\w*/^])"
# {model: {copy or "all": reason}}
LEFT_OUT = {
    "assembled_four_bar": {"moved": "its assembly keeps what is stated in the ground's axes"},
}


def read_text(text):
    loader = YAML(typ="safe", pure=True)
    loader.version = (1, 2)
    return loader.load(text)


def read(path):
    return read_text(path.read_text(encoding="utf-8"))


def write(tree):
    text = io.StringIO()
    dumper = YAML(typ="safe", pure=True)
    dumper.width = 4000
    dumper.sort_base_mapping_type_on_output = False
    dumper.dump(tree, text)
    return text.getvalue()


def dynamics_of(tree):
    """The first motion in time that starts from the initial state, and is not to be a method's own."""
    for name, analysis in tree["analyses"].items():
        if analysis["type"] == "dynamics" and "from" not in analysis:
            return name
    return None


def bodies_of(tree):
    """{path: body}, with the first member of a family and the bodies of parts."""
    found = {}
    for name, body in tree.get("bodies", {}).items():
        if "repeat" in body:
            family = body["repeat"]
            if isinstance(family, list) or not isinstance(family["from"], int):
                continue
            name = name.replace(f"({family['index']})", str(family["from"]))
        found[name] = body
    for part, words in (tree.get("parts") or {}).items():
        template = tree["templates"].get(words.get("template"), {}) if isinstance(words, dict) else {}
        for name, body in template.get("bodies", {}).items():
            if "repeat" not in body:
                found[f"{part}.{name}"] = body
    return found


def plain(tree):
    """The model with one analysis, and the poses of its bodies as channels."""
    tree = copy.deepcopy(tree)
    name = dynamics_of(tree)
    analysis = tree["analyses"][name]
    analysis.pop("integrator", None)
    seconds = re.fullmatch(r"([\d.]+) s", str(analysis["duration"]))
    if seconds and float(seconds[1]) > LONGEST:
        analysis["duration"] = f"{LONGEST} s"
    tree["analyses"] = {other: words for other, words in tree["analyses"].items()
                        if other == name or words["type"] == "assemble"}
    tree.pop("checks", None)
    tree.pop("title", None)
    tree["outputs"] = {}
    for number, (path, body) in enumerate(bodies_of(tree).items()):
        for axis in ("x", "y", *(["angle"] if body["type"] == "rigid" else [])):
            tree["outputs"][f"b{number}_{axis}"] = f"{path}.{axis}"
    return tree, name


# --- turned and shifted ---


def turned(vector):
    c, s = repr(math.cos(TURN)), repr(math.sin(TURN))
    x, y = vector
    return [f"{c}*({x}) - {s}*({y})", f"{s}*({x}) + {c}*({y})"]


def moved_point(point):
    return [f"{word} + {offset!r}" for word, offset in zip(turned(point), SHIFT)]


def add_angle(item):
    item["angle"] = f"{item.get('angle', 0)} + {TURN!r}"


def move_marker(words):
    return "ground.moved" if words == "ground" else words


def move_element(element):
    """References to the ground, and vectors that are seen from it."""
    for key in ("marker_i", "marker_j", "marker", "line", "resolve_in"):
        if isinstance(element.get(key), str):
            element[key] = move_marker(element[key])
    if "at" in element:
        element["at"] = moved_point(element["at"])
        if "axis" in element:
            element["axis"] = turned(element["axis"])
    if "fluid_velocity" in element:
        element["fluid_velocity"] = turned(element["fluid_velocity"])
    if element.get("type") == "force" and "resolve_in" not in element:
        element["resolve_in"] = "ground.moved"


def reads_ground(tree):
    """Whether a force, a motion or an event reads how a body stands in the ground."""
    names = "|".join(re.escape(name) for name in bodies_of(tree)) or "-"
    parts = {key: tree[key] for key in ("forces", "motions", "couplers", "events", "functions") if key in tree}
    return re.search(rf"(?<![\w.])(?:{names}){GROUND_MEASURE}", repr(parts)) is not None


def moved(tree):
    tree = copy.deepcopy(tree)
    if "gravity" in tree:
        tree["gravity"] = turned(tree["gravity"])
    markers = tree.setdefault("ground", {}).setdefault("markers", {})
    for item in [*markers.values(), *tree.get("frames", {}).values()]:
        item["position"] = moved_point(item.get("position", [0, 0]))
        add_angle(item)
    markers["moved"] = {"position": list(SHIFT), "angle": TURN}
    for part in (tree.get("parts") or {}).values():
        if "relative_to" not in part:
            part["position"] = moved_point(part.get("position", [0, 0]))
            add_angle(part)
    for body in tree.get("bodies", {}).values():
        initial = body.setdefault("initial", {})
        if "relative_to" in initial:
            continue
        initial["position"] = moved_point(initial.get("position", [0, 0]))
        if "velocity" in initial:
            initial["velocity"] = turned(initial["velocity"])
        if body["type"] == "rigid":
            add_angle(initial)
        else:
            for marker in body.get("markers", {}).values():
                add_angle(marker)
    for collection in COLLECTIONS[1:]:
        for element in tree.get(collection, {}).values():
            move_element(element)
    return tree


def move_back(motion):
    c, s = math.cos(TURN), math.sin(TURN)
    back = {"t": motion["t"]}
    for name in motion:
        if name.endswith("_x"):
            other = name[:-1] + "y"
            xs = [value - SHIFT[0] for value in motion[name]]
            ys = [value - SHIFT[1] for value in motion[other]]
            back[name] = [c * x + s * y for x, y in zip(xs, ys)]
            back[other] = [-s * x + c * y for x, y in zip(xs, ys)]
        elif name.endswith("_angle"):
            back[name] = [value - TURN for value in motion[name]]
    return back


# --- another order, other names, other units ---


def permuted(tree):
    tree = copy.deepcopy(tree)
    for collection in COLLECTIONS:
        if collection in tree:
            tree[collection] = dict(reversed(list(tree[collection].items())))
    return tree


def map_scalars(item, change, key=None):
    if isinstance(item, dict):
        return {k: map_scalars(v, change, k) for k, v in item.items()}
    if isinstance(item, list):
        return [map_scalars(v, change, key) for v in item]
    return change(item, key) if isinstance(item, str) else item


def renamed(tree):
    tree = copy.deepcopy(tree)
    names = [name for collection in COLLECTIONS for name in tree.get(collection, {}) if "(" not in name]
    if not names:
        return tree
    pattern = re.compile(r"(?<![\w.])(" + "|".join(map(re.escape, names)) + r")(?![\w(])")

    def change(words, key):
        if key in ("type", "method", "description", "literature", "space", "file", "template", "locked"):
            return words
        return pattern.sub(r"renamed_\1", words)

    def change_keys(item):  # what an assembly fixes and weighs, by path
        if isinstance(item, dict):
            return {pattern.sub(r"renamed_\1", key): change_keys(value) for key, value in item.items()}
        return item

    result = map_scalars(tree, change)
    for words in result["analyses"].values():
        for key in ("fixed", "weights"):
            if key in words:
                words[key] = change_keys(words[key])
    for collection in COLLECTIONS:
        if collection in result:
            result[collection] = {name if "(" in name else f"renamed_{name}": element
                                  for name, element in result[collection].items()}
    return result


def in_millimetres(tree):
    """Literals in m, kg and s become mm, g and ms; expressions keep their meaning."""

    def change(words, key):
        if key in ("description", "literature"):
            return words
        for unit, other, factor in SCALES:
            words = re.sub(LITERAL.format(unit), lambda m: f"{float(m[1]) * factor!r} {other}", words)
        return words

    return map_scalars(copy.deepcopy(tree), change)


COPIES = {"moved": moved, "permuted": permuted, "renamed": renamed, "in millimetres": in_millimetres}


class TestCopies(harness.MotionTest):
    @kinds.sampled
    def test_planar_models(self):
        taken, self.converted = 0, 0
        models = [(path, read(path)) for path in sorted((harness.SOURCE / "models").rglob("*.yaml"))]
        cases = [(path, tree) for path, tree in models if tree.get("space") == "planar" and dynamics_of(tree) is not None]
        self.assertGreater(len(cases), 20)
        for path, tree in kinds.some(cases, 6):
            with self.subTest(model=path.stem):
                taken += self.look_at(path, tree)
        self.assertGreater(taken, 10 if kinds.whole else 2)
        self.assertGreater(self.converted, taken / 2, "literals with units")

    def look_at(self, path, tree):
        reasons = LEFT_OUT.get(path.stem, {})
        if "all" in reasons:
            print(f"{path.stem}: left out, since {reasons['all']}")
            return 0
        base, analysis = plain(tree)
        self.folder = path.parent
        original = self.both(base, analysis)
        for name, make in COPIES.items():
            reason = reasons.get(name)
            if name == "moved" and reads_ground(tree):
                reason = "its forces read coordinates of the ground"
            if reason:
                print(f"{path.stem}, {name}: left out, since {reason}")
                continue
            other = make(base)
            self.converted += name == "in millimetres" and other != base
            pair = self.both(other, analysis)
            if name == "moved":
                pair = tuple(move_back(motion) for motion in pair)
            self.same(path.stem, name, original, pair)
        return 1

    def both(self, tree, analysis, tolerances=(TOLERANCE, TOLERANCE / 10)):
        model = self.scratch.model(write(tree))
        motions = []
        for tolerance in tolerances:
            run = self.scratch.run(model, *harness.integrator(analysis, tolerance), "--allow-path",
                                   str(self.folder))
            self.assertEqual(run.status, 0, run.story())
            motions.append(run.table(analysis))
        return motions

    def same(self, model, name, original, pair):
        """At most three times the larger estimate, and 1e-6 of the scale; round-off is no difference."""
        channels = [channel for channel in original[0] if channel != "t"]
        scale = max([1e-3] + [abs(v) for c in channels if not c.endswith("angle") for v in original[0][c]])
        estimate = max(harness.difference(*motions, channels) for motions in (original, pair) if len(motions) > 1)
        found = harness.difference(original[0], pair[0], channels)
        limit = max(min(3 * estimate, 1e-6 * scale), 1e-11 * max(scale, 1))
        print(f"{model}, {name}: differs by {found:.3g}, allowed {limit:.3g}")
        self.assertLessEqual(found, limit, f"{model}, {name}")


if __name__ == "__main__":
    harness.main()
