# SPDX-License-Identifier: BSD-3-Clause
"""mbsrun animate -o x.glb: the file read back by the rules of glTF 2.0, its motion against the run."""

import csv
import json
import math
import struct

from program import PENDULUM, ProgramTest, main

KINDS = {5126: ("f", 4)}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
SPATIAL = """\
mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  top:
    type: rigid
    mass: {from: shapes, density: 1000}
    initial: {position: [1, 2, 3], velocity: [1, 0, 4], angular_velocity: [3, -5, 2]}
    markers: {side: {position: [0.3, 0, 0]}}
    shapes:
      a: {type: box, size: [0.2, 0.3, 0.4], at: [0.1, 0, 0], colour: red}
      b: {type: capsule, radius: 0.05, from: [0, 0, 0], to: [0, 0, 0.5]}
      c: {type: outline, x: [0, 0.2, 0.2, 0.1, 0.1, 0], y: [0, 0, 0.1, 0.1, 0.3, 0.3], thickness: 0.02, opacity: 0.5}
      d: {type: cone, radius: 0.1, length: 0.2, at: side}
      e: {type: polyline, x: [0, 1, 1], y: [0, 0, 1]}
      f: {type: ellipsoid, radii: [0.1, 0.2, 0.3]}
forces:
  spring: {type: spring_damper, marker_i: ground, marker_j: top.side, stiffness: 10, free_length: 1}
analyses:
  fly: {type: dynamics, duration: 1, output_step: 0.05}
outputs: {x: top.x, y: top.y, z: top.z, qw: top.qw, qx: top.qx, qy: top.qy, qz: top.qz,
          sx: top.side.x, sy: top.side.y, sz: top.side.z}
"""


def turned(q, v):
    """A vector turned by a unit quaternion x y z w."""
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


class Gltf(ProgramTest):
    def made(self, text, analysis, *arguments):
        self.write("a.yaml", text)
        self.expect(0, "run", "a.yaml", "-o", "out", "-q", "--force")
        out = self.expect(0, "animate", "out", "-o", "a.glb", *arguments).out
        self.assertEqual(out, "a.glb\n")
        data = (self.folder / "a.glb").read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)
        self.assertEqual((magic, version, length), (b"glTF", 2, len(data)))
        size, kind = struct.unpack_from("<I4s", data, 12)
        self.assertEqual((kind, size % 4), (b"JSON", 0))
        self.tree = json.loads(data[20:20 + size])
        length, kind = struct.unpack_from("<I4s", data, 20 + size)
        self.assertEqual((kind, 28 + size + length), (b"BIN\0", len(data)))
        self.numbers = data[28 + size:]
        self.assertEqual(self.tree["buffers"], [{"byteLength": length}])
        with open(self.folder / f"out/{analysis}.csv", newline="") as file:
            return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]

    def accessor(self, number):
        """Rows of numbers, after a look at the bounds that the file states of them."""
        it = self.tree["accessors"][number]
        view = self.tree["bufferViews"][it["bufferView"]]
        letter, size = KINDS[it["componentType"]]
        width = WIDTHS[it["type"]]
        self.assertEqual(view["byteLength"], it["count"] * width * size)
        self.assertEqual(view["byteOffset"] % 4, 0)
        values = struct.unpack_from(f"<{it['count'] * width}{letter}", self.numbers, view["byteOffset"])
        rows = [values[k:k + width] for k in range(0, len(values), width)]
        for k in range(width):
            for key, pick in (("min", min), ("max", max)):
                found = pick(row[k] for row in rows)
                self.assertAlmostEqual(it[key][k], found, delta=1e-6 * (1 + abs(found)))
        return rows

    def node(self, name):
        """The first of this name: bodies stand before shapes."""
        return [node["name"] for node in self.tree["nodes"]].index(name)

    def channels(self, node):
        """{path: rows} of a node, and the times."""
        (animation,) = self.tree["animations"]
        found, times = {}, None
        for channel in animation["channels"]:
            if channel["target"]["node"] == node:
                sampler = animation["samplers"][channel["sampler"]]
                times = [row[0] for row in self.accessor(sampler["input"])]
                found[channel["target"]["path"]] = self.accessor(sampler["output"])
                self.assertEqual(len(times), len(found[channel["target"]["path"]]))
        return found, times

    def check_whole(self):
        """What every reader asks: references exist, normals are units, triangles whole, a tree."""
        nodes = self.tree["nodes"]
        seen = []

        def walk(k):
            seen.append(k)
            for child in nodes[k].get("children", []):
                walk(child)
        for root in self.tree["scenes"][0]["nodes"]:
            walk(root)
        self.assertEqual(sorted(seen), list(range(len(nodes))))
        for node in nodes:
            self.assertLess(node.get("mesh", 0), len(self.tree["meshes"]))
            self.assertAlmostEqual(math.hypot(*node.get("rotation", [1])), 1, delta=1e-6)
        for mesh in self.tree["meshes"]:
            (part,) = mesh["primitives"]
            self.assertLess(part["material"], len(self.tree["materials"]))
            places = self.accessor(part["attributes"]["POSITION"])
            if part["mode"] == 4:
                normals = self.accessor(part["attributes"]["NORMAL"])
                self.assertEqual((len(places) % 3, len(normals)), (0, len(places)))
                self.assertTrue(all(abs(math.hypot(*n) - 1) < 1e-5 for n in normals))
        animated = {(c["target"]["node"], c["target"]["path"])
                    for c in self.tree["animations"][0]["channels"]}
        self.assertEqual(len(animated), len(self.tree["animations"][0]["channels"]))

    def volume(self, name):
        """That the triangles of a shape enclose, by its scale: positive where all face outward."""
        node = self.tree["nodes"][self.node(name)]
        (part,) = self.tree["meshes"][node["mesh"]]["primitives"]
        p = self.accessor(part["attributes"]["POSITION"])
        total = 0
        for k in range(0, len(p), 3):
            a, b, c = p[k:k + 3]
            total += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                      a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        return total * math.prod(node["scale"])

    def test_spatial(self):
        rows = self.made(SPATIAL, "fly", "--frames", "21", "--seconds", "3")
        self.check_whole()
        body = self.node("top")
        found, times = self.channels(body)
        self.assertEqual(len(rows), 21)
        for k, row in enumerate(rows):
            self.assertAlmostEqual(times[k], 3 * k / 20, delta=1e-6)
            for value, name in zip(found["translation"][k], "xyz"):
                self.assertAlmostEqual(value, row[name], delta=1e-5)
            q = found["rotation"][k]
            same = sum(a * row[name] for a, name in zip(q, ("qx", "qy", "qz", "qw")))
            self.assertAlmostEqual(abs(same), 1, delta=1e-6)
            if k > 0:
                self.assertGreater(sum(a * b for a, b in zip(q, found["rotation"][k - 1])), 0)
        root = self.tree["nodes"][0]
        self.assertEqual([round(x, 6) for x in turned(root["rotation"], [0, 0, 1])], [0, 1, 0])
        # the spring, from the ground's origin to the marker
        spring, _ = self.channels(self.node("spring"))
        for k, row in enumerate(rows):
            end = [row["sx"], row["sy"], row["sz"]]
            length = math.hypot(*end)
            self.assertAlmostEqual(spring["scale"][k][2], length, delta=1e-5)
            for value, half in zip(spring["translation"][k], end):
                self.assertAlmostEqual(value, half / 2, delta=1e-5)
            for value, along in zip(turned(spring["rotation"][k], [0, 0, 1]), end):
                self.assertAlmostEqual(value, along / length, delta=1e-5)

    def test_shapes(self):
        self.made(SPATIAL, "fly", "--frames", "2")
        near = 0.03  # of 24 corners a circle
        self.assertAlmostEqual(self.volume("a"), 0.2 * 0.3 * 0.4, delta=1e-7)
        self.assertAlmostEqual(self.volume("c"), 0.04 * 0.02, delta=1e-8)
        cone, ball = math.pi * 0.1 ** 2 * 0.2 / 3, 4 / 3 * math.pi * 0.1 * 0.2 * 0.3
        self.assertAlmostEqual(self.volume("d") / cone, 1, delta=near)
        self.assertAlmostEqual(self.volume("f") / ball, 1, delta=near)
        places = {name: self.tree["nodes"][self.node(name)]["translation"] for name in ("a", "d")}
        self.assertEqual(places, {"a": [0.1, 0, 0], "d": [0.3, 0, 0]})
        colours = [m["pbrMetallicRoughness"]["baseColorFactor"] for m in self.tree["materials"]]
        self.assertEqual(sum(colour[3] == 0.5 for colour in colours), 1)
        self.assertTrue(any(colour[0] > 4 * colour[1] for colour in colours))  # red, linear

    def test_planar(self):
        rows = self.made(PENDULUM, "swing")
        self.check_whole()
        found, times = self.channels(self.node("P1"))
        self.assertEqual(len(times), 51)  # 25 a second
        for k, row in enumerate(rows[::4]):
            self.assertAlmostEqual(found["translation"][k][0], row["x"], delta=1e-5)
            self.assertAlmostEqual(found["translation"][k][1], row["y"], delta=1e-5)
        self.assertEqual(self.tree["nodes"][0]["rotation"], [0, 0, 0, 1])


if __name__ == "__main__":
    main()
