# SPDX-License-Identifier: BSD-3-Clause
"""run --report and report: what a page shows, and that it is what the results hold."""

import base64
import csv
import hashlib
import json
import math
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from page import Page, track
from program import NOT_FINITE, PENDULUM, UNPASSABLE, ProgramTest, changed, main

SPATIAL = """\
mbs: 1
space: spatial
bodies:
  top: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.2, zz: 0.25}, center_of_mass: [0.1, 0.2, 0.3],
        initial: {position: [1, 2, 3], velocity: [1, 0, 0.5], angular_velocity: [0.1, 5, 0.2]}}
analyses:
  spin: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: top.x, y: top.y, z: top.z, qw: top.qw, qx: top.qx, qy: top.qy, qz: top.qz}
"""
TURNING = """\
mbs: 1
space: planar
bodies:
  wheel: {type: rigid, mass: 1, inertia: 2, initial: {position: [0, 0], angle: 0, velocity: [0.1, 0], angle_rate: 40}}
analyses:
  spin: {type: dynamics, duration: 3, output_step: 0.01}
outputs: {x: wheel.x, y: wheel.y, angle: wheel.angle}
"""

HANGING = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bar: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, -0.5]}}
joints:
  hinge: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}
analyses:
  modes: {type: linearize}
"""
TUMBLING = """\
mbs: 1
space: spatial
bodies:
  body_(i):
    repeat: {index: i, from: 1, to: 100}
    type: rigid
    mass: 1
    inertia: {xx: 0.1, yy: 0.2, zz: 0.28}
    initial:
      position: [2*i, "sin(3*i)", "cos(7*i)"]
      velocity: ["0.1*sin(i)", "0.1*cos(2*i)", "0.1*sin(5*i)"]
      angular_velocity: ["0.3*sin(4*i)", "2 + sin(i)", "0.2*cos(3*i)"]
analyses:
  tumble: {type: dynamics, duration: 10, output_step: 0.01001}
outputs:
OUTPUTS
"""


class Pages(ProgramTest):
    def page(self, text, status=0, *arguments):
        self.write("a.yaml", text)
        self.expect(status, "run", "a.yaml", "-o", "out", "--report", "--force", *arguments)
        return Page(self.folder / "out" / "report.html")

    def summary(self):
        return json.loads((self.folder / "out" / "summary.json").read_text())

    def rows(self, name):
        with open(self.folder / "out" / name, newline="") as file:
            head, *rows = csv.reader(file)
        return head, [[float(field) for field in row] for row in rows]

    # ---- the truth of what is packed

    def assert_packed(self, page, table, rows):
        """Each value within half a step of what the results hold (32-bit floats: of these)."""
        columns, steps = page.columns(table)
        self.assertEqual(table["rows"], len(rows))
        for c, (column, step) in enumerate(zip(columns, steps)):
            for value, row in zip(column, rows):
                self.assertLessEqual(abs(value - row[c]),
                                     step * 0.5001 + 2e-9 * abs(row[c]), (c, row[0]))
            span = max(row[c] for row in rows) - min(row[c] for row in rows)
            self.assertGreaterEqual(step, 0)
            self.assertLessEqual(step, max(span / 65535 * 1.0001, math.pi / 32768 * 1.0001))

    def check_tables(self, text, analysis, names):
        page = self.page(text)
        head, rows = self.rows(f"{analysis}.csv")
        motion = self.summary()["analyses"][analysis]["motion"]
        poses = track(self.folder / "out" / motion["file"], motion["columns"])
        self.assert_packed(page, page.data["channels"][0], rows)
        self.assertEqual(page.data["channels"][0]["names"], head[1:])
        width = 1 + len(motion["bodies"]) * len(motion["per_body"])
        self.assert_packed(page, page.data["motions"][0], [row[:width] for row in poses])
        self.assertEqual(motion["columns"], width + len(motion["behind"]) +
                         len(motion["forces"]) * len(motion["per_force"]))
        self.assertEqual(len(poses), len(rows))
        for name in names:  # of the only body
            at = 1 + motion["per_body"].index(name)
            for pose, row in zip(poses, rows):
                self.assertAlmostEqual(pose[at], row[head.index(name)],
                                       delta=1e-7 * max(1, abs(pose[at])))

    def test_planar_motion(self):
        self.check_tables(PENDULUM, "swing", ["x", "y"])

    def test_many_turns(self):
        self.check_tables(TURNING, "spin", ["x", "y", "angle"])

    def test_spatial_motion_of_an_eccentric_body(self):
        self.check_tables(SPATIAL, "spin", ["x", "y", "z", "qw", "qx", "qy", "qz"])

    def test_extremes_of_plots(self):
        page = self.page(PENDULUM)
        head, rows = self.rows("swing.csv")
        for name in ("x", "y", "energy"):
            values = [row[head.index(name)] for row in rows]
            figure = page.text[page.text.index(f'data-channel="{name}"'):]
            described = figure[figure.index("<desc>"):figure.index("</desc>")]
            self.assertIn(f"between {min(values):.6g} and {max(values):.6g}",
                          described)
            path = figure[figure.index('class="curve'):]
            numbers = path[path.index(' d="') + 4:path.index('"/>')]
            low, high = extremes(numbers)
            self.assertEqual((low, high), (0, 400), name)

    def test_a_straight_line_is_one(self):
        """However rows fall into columns."""
        for rows in (7, 299, 301, 360, 1000, 3333):
            page = self.page(changed(changed(changed(PENDULUM, "joints:\n  rod: {type: distance, marker_i: ground, "
                                     "marker_j: P1, length: L}\n", ""), "position: [-L, 0]",
                                     "position: [-L, 0], velocity: [2, 0]"),
                             "output_step: 0.01", f"output_step: 2/{rows}"))
            figure = page.text[page.text.index('data-channel="x"'):]
            path = re.search(r'class="curve[^>]* d="([^"]*)"', figure).group(1)
            self.assertEqual(path, "M0 0l900 400", rows)

    def test_labels_of_an_axis_that_hardly_changes(self):
        """What all ticks share stands once, and labels are what is beyond it."""
        far = changed(PENDULUM, "  x: P1.x", "  x: P1.x\n  far: 1234567 + 1e-3*P1.x\n  near: 1 + P1.x")
        page = self.page(far)
        figures = dict(re.findall(r'data-channel="(\w+)"(.*?)</figure>', page.text, re.DOTALL))
        self.assertNotIn(" +<", figures["near"])
        self.assertIn(">1234567 +<", figures["far"])
        labels = re.findall(r'<text y="[^"]*">([^<]*)</text>', figures["far"])
        self.assertEqual([float(label) for label in labels], [-0.001, -0.0005, 0, 0.0005, 0.001])

    def test_no_label_leaves_the_picture(self):
        """10000 at the right end, and not 1000: a digit is 7 units wide at most."""
        for duration in (3, 1e-3, 10000, 123456):
            page = self.page(changed(TURNING, "duration: 3, output_step: 0.01",
                                     f"duration: {duration}, output_step: {duration / 100}"))
            figure = page.text[page.text.index('data-channel="x"'):]
            axis = re.search(r'<g class="tick" text-anchor="middle"[^>]*>(.*?)</g>', figure).group(1)
            labels = re.findall(r'<text x="([^"]*)">([^<]*)</text>', axis)
            self.assertGreater(len(labels), 2)
            for x, label in labels:
                self.assertLessEqual(float(x) + 3.5 * len(label), 600.01, label)
                self.assertAlmostEqual(float(x), 64 + 526 * float(label) / duration, delta=12.5)

    def test_what_a_check_compares_with_is_dotted(self):
        """Values, a file, what lies behind the end; and nothing where nothing is compared."""
        self.write("known.csv", "t,y,x\n0,0,-1\n1,2,1\n2,,0\n9,7,7\n")
        for what in ("values: [0, -1, 1, 1, 2, 0, 9, 7]", "file: known.csv"):
            page = self.page(changed(PENDULUM, "checks:", f"checks:\n  known: {{{what}, channels: [x], within: 5}}"), 6)
            self.assertIn("Check known could not be made", page.text)
            figures = dict(re.findall(r'data-channel="(\w+)"(.*?)</figure>', page.text, re.DOTALL))
            self.assertIn("dotted: known", figures["x"])
            path = re.search(r'class="reference"[^>]* d="([^"]*)"', figures["x"]).group(1)
            self.assertEqual(path, "M0 0l450 400l450-200", what)  # x has the same range
            for name in ("y", "energy"):
                self.assertNotIn("reference", figures[name])

    # ---- what is kept

    def test_motion_is_kept_unless_refused(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "run", "a.yaml", "-o", "out")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()),
                         ["summary.json", "swing.csv", "swing.motion.bin"])
        self.expect(0, "verify", "out")
        self.expect(0, "run", "a.yaml", "-o", "out", "--no-motion")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()),
                         ["summary.json", "swing.csv"])
        self.assertIsNone(self.summary()["analyses"]["swing"]["motion"])

    def test_motion_counts_in_the_limit(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "run", "a.yaml", "-o", "out")
        rows = (self.folder / "out" / "swing.csv").stat().st_size
        said = self.expect(0, "run", "a.yaml", "-o", "out", "--max-output-size", str(rows + 2000), "--report").err
        self.assertIn("warning[W-LIM-011]: the motion of the bodies is not stored: 201 rows of 1 bodies take more than "
                      "--max-output-size allows", said)
        self.assertIn("W-LIM-011", (self.folder / "out" / "report.html").read_text())
        self.assertIsNone(self.summary()["analyses"]["swing"]["motion"])
        self.assertFalse((self.folder / "out" / "swing.motion.bin").exists())

    def test_no_motion_in_a_page_without_it(self):
        page = self.page(PENDULUM, 0, "--no-motion")
        self.assertEqual(page.data["motions"], [])
        self.assertEqual(len(page.data["channels"]), 1)

    # ---- what is shown

    def test_verdict_first(self):
        page = self.page(UNPASSABLE, 6)
        self.assertLess(page.text.index('id="verdict"'), page.text.index('id="motion"'))
        verdict = page.section("verdict")
        self.assertIn('class="verdict failed"', verdict)
        self.assertIn("a check failed", verdict)
        self.assertIn("energy_is_conserved", verdict)
        self.assertIn('class="verdict ok"', self.page(PENDULUM).section("verdict"))

    def test_failure_at_its_line(self):
        page = self.page(NOT_FINITE, 4)
        failure = self.summary()["analyses"]["swing"]["failure"]
        self.assertIn("the solution failed", page.section("verdict"))
        line = page.text[page.text.index(f'<li id="L{failure["line"]}">'):]
        self.assertIn(failure["code"], line[:line.index("</li>")])

    def test_hashes_are_those_of_the_contents(self):
        page = self.page(PENDULUM)
        policy = page.policy()
        self.assertEqual(policy["default-src"], ["'none'"])
        script = page.inflate("mbs-script")
        packed = base64.b64encode(hashlib.sha256(script).digest()).decode()
        self.assertEqual(policy["script-src"], page.hashes("script") + [f"'sha256-{packed}'"])
        self.assertEqual(policy["style-src"], page.hashes("style"))
        self.assertEqual(policy["base-uri"], ["'none'"])
        self.assertEqual(policy["form-action"], ["'none'"])
        for tag, attributes in page.elements:
            self.assertFalse([key for key in attributes if key.startswith("on") or key == "style"],
                             (tag, attributes))
            if "href" in attributes:
                self.assertTrue(attributes["href"].startswith(("data:", "#")), attributes)
            self.assertNotIn("src", attributes)

    def test_modes(self):
        page = self.page(HANGING)
        found = self.summary()["analyses"]["modes"]["linearize"]
        (mode,) = found["modes"]
        (shown,) = page.data["modes"]
        self.assertEqual(shown["value"], [mode["re"], mode["im"]])
        (marker,) = [m for m in mode["markers"] if m["marker"] == "bar"]
        self.assertEqual(shown["shape"], [
            [marker["displacement_re"][0], marker["displacement_im"][0]],
            [marker["displacement_re"][1], marker["displacement_im"][1]],
            [marker["rotation_re"][2], marker["rotation_im"][2]]])
        (pose,) = track(self.folder / "out/modes.motion.bin", 8)
        self.assertEqual([float(x) for x in shown["pose"]], [float(f"{x}") for x in pose[1:4]])
        section = page.section("modes")
        self.assertEqual(len(re.findall(r'data-mode="0"', section)), 1)
        finite = [value for value in found["eigenvalues"] if value["im"] is not None]
        self.assertEqual(len(re.findall(r'<g class="mode ', section)), len(finite))
        self.assertIn(f'{found["counts"]["infinite"]} infinite (not shown)', section)
        self.assertEqual(page.data["motions"], [])
        self.expect(0, "verify", "out")

    def test_mesh(self):
        """A ball of 9,600 triangles: unpacked as the script does, each corner within half a step."""
        rows, columns, corners = 60, 80, []
        def place(i, j):
            u, w = math.pi * i / rows, 2 * math.pi * (j % columns) / columns
            return (2 + math.sin(u) * math.cos(w), 3 * math.sin(u) * math.sin(w), math.cos(u) - 5)
        for i in range(rows):
            for j in range(columns):
                a, b, c, d = place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)
                corners += [a, b, c, a, c, d]
        text = "".join("facet normal 0 0 0\nouter loop\n" + "".join(
            "vertex %.17g %.17g %.17g\n" % corner for corner in corners[k:k + 3]) + "endloop\nendfacet\n"
            for k in range(0, len(corners), 3))
        self.write("ball.stl", "solid\n" + text)
        page = self.page(changed(SPATIAL, "center_of_mass:",
                                 "shapes: {m: {type: mesh, file: ball.stl, scale: 0.5 m}}, center_of_mass:"))
        (shape,) = [s for s in json.loads(page.inflate("mbs-scene"))["shapes"] if s["k"] == "mesh"]
        sums, vertices = [0, 0, 0], []
        for k, d in enumerate(shape["v"]):
            sums[k % 3] += d
            vertices.append(shape["w"][k % 3] + shape["q"] * sums[k % 3])
        self.assertEqual(len(shape["f"]), len(corners))
        last, step = 0, 3 / 65535  # of the longest side, 2 times 3 by 0.5 m
        self.assertAlmostEqual(shape["q"] / step, 1, delta=1e-6)
        for corner, d in zip(corners, shape["f"]):
            last += d
            for k in range(3):
                self.assertLessEqual(abs(vertices[3 * last + k] - 0.5 * corner[k]), 0.501 * step)
        self.assertLessEqual(len(vertices) // 3, (rows - 1) * columns + 8)  # poles, about half a step
        self.assertLessEqual(len(page.templates["mbs-scene"]), 60_000)  # 1.2 MB of text

    def test_modes_at_one_eigenvalue(self):
        """Two equal pendulums: their modes can both be chosen."""
        twice = HANGING.replace("joints:", "  rod: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [2, -0.5]}}"
                                "\njoints:\n  pin: {type: revolute, body_i: ground, body_j: rod, at: [2, 0]}")
        section = self.page(twice).section("modes")
        places = [(float(x), float(y)) for x, y in re.findall(
            r'data-mode="\d+" transform="translate\((\S+) (\S+)\)', section)]
        self.assertEqual(len(places), 2)
        self.assertAlmostEqual(abs(places[0][0] - places[1][0]), 12, delta=0.1)
        self.assertAlmostEqual(places[0][1], places[1][1], delta=0.1)

    def test_what_the_view_hides(self):
        scene = json.loads(self.page(HANGING).inflate("mbs-scene"))
        self.assertEqual({shape["b"] for shape in scene["shapes"]}, {0, 1})
        for hidden, left in (("bar", {0}), ("ground", {1})):
            page = self.page(HANGING + f"view: {{hide: [{hidden}]}}\n")
            scene = json.loads(page.inflate("mbs-scene"))
            self.assertEqual({shape["b"] for shape in scene["shapes"]}, left)
        page = self.page(HANGING + "view: {hide: [ground, bar]}\n")
        self.assertEqual(json.loads(page.inflate("mbs-scene"))["shapes"], [])

    def test_redundant_joints(self):
        model = self.root / "models/examples/doubled_hinge.yaml"
        self.expect(0, "run", model, "-o", "out", "--report")
        page = Page(self.folder / "out" / "report.html")
        self.assertEqual(page.data["redundant"], ["hinge", "again"])
        self.assertEqual(self.page(PENDULUM, 0).data["redundant"], [])

    def test_errors_of_a_cross_check(self):
        page = self.page(PENDULUM, 0, "--cross-check")
        check = self.summary()["analyses"]["swing"]["cross_check"]
        section = page.section("errors")
        for error in check["error_of_the_run"]:
            self.assertIn(f'{error["name"]}</th><td>{error["difference"]:.6g}</td>',
                          re.sub(r"e-(\d)\b", r"e-0\1", section))
        self.assertEqual(section.count(">same</td>"), len(check["comparisons"]) +
                         len([look for look in check["looks"] if look["instants"] > 0]))
        self.assertNotIn('id="errors"', self.page(PENDULUM).text)

    def test_events(self):
        model = self.root / "models/examples/bouncing_ball.yaml"
        self.expect(0, "run", model, "-o", "out", "--report")
        page = Page(self.folder / "out" / "report.html")
        (analysis,) = self.summary()["analyses"].values()
        located = analysis["events"]["located"]
        self.assertEqual([event["t"] for event in page.data["events"]],
                         [event["t"] for event in located])
        self.assertEqual(page.section("events").count("<tr><td>"), len(located))
        ticks = re.search(r'class="event" d="([^"]*)"', page.text).group(1)
        self.assertEqual(ticks.count("M"), len(located))

    # ---- what others wrote

    def test_hostile_texts(self):
        attack = "</title></template><script>alert(1)</script><img src=x onerror=alert(2)>&lt;"
        model = changed(PENDULUM, "title: a pendulum",
                        f"title: '{attack}'\ndescription: '{attack}'\n# {attack}")
        folder = "d<img src=x>"
        self.write(f"{folder}/a'b&quot;.yaml", model)
        self.expect(0, "run", f"{folder}/a'b&quot;.yaml", "-o", "out", "--report")
        self.assert_harmless(Page(self.folder / "out" / "report.html"), attack)

    def test_hostile_results(self):
        attack = "x</figcaption><script>alert(1)</script><svg onload=alert(2)>\u202e"
        self.page(PENDULUM)
        out = self.folder / "out"
        before = out.joinpath("swing.csv").read_bytes()
        after = before.replace(b"t,x,", f't,"{attack}",'.encode(), 1)
        self.assertNotEqual(before, after)
        out.joinpath("swing.csv").write_bytes(after)
        summary = out.joinpath("summary.json").read_text()
        summary = summary.replace(hashlib.sha256(before).hexdigest(),
                                  hashlib.sha256(after).hexdigest())
        summary = summary.replace('"energy_is_conserved"', json.dumps(attack))
        summary = summary.replace('"unit": "m"', '"unit": ' + json.dumps(attack))
        out.joinpath("summary.json").write_text(summary)
        self.expect(0, "report", "out")
        self.assert_harmless(Page(out / "report.html"), attack)

    def assert_harmless(self, page, attack):
        """The attack is shown as text, and is nowhere an element or an attribute of its own."""
        self.assertIn(attack[:20], page.words)
        self.assertEqual(len([tag for tag, _ in page.elements if tag == "script"]), 1)
        self.assertNotIn("img", [tag for tag, _ in page.elements])
        self.assertNotIn("\u202e", page.text)
        for tag, attributes in page.elements:
            self.assertFalse([key for key in attributes if key.startswith("on")], (tag, attributes))

    # ---- sizes

    def size(self, *arguments):
        self.expect(0, "run", *arguments, "-o", "out", "--report", "--force")
        return (self.folder / "out" / "report.html").stat().st_size

    def test_size_of_a_long_chain(self):
        text = (self.root / "models/examples/chain.yaml").read_text()
        text = changed(text, "duration: 1 s, output_step: 0.01 s", "duration: 4 s, output_step: 0.004 s")
        self.write("chain.yaml", text[:text.index("checks:")])
        self.assertLessEqual(self.size("chain.yaml", "--set", "N=400"), 400_000)

    def test_size_of_forty_channels_in_space(self):
        """100 bodies that tumble, 1000 rows."""
        text = changed(TUMBLING, "OUTPUTS", "\n".join(
            f"  {what}_{k}: body_{k}.{what}" for k in range(1, 21) for what in ("x", "qw")))
        self.write("many.yaml", text)
        self.assertLessEqual(self.size("many.yaml"), 600_000)

    # ---- a page of results that are there already

    def test_report_is_the_page_of_the_run(self):
        first = self.page(PENDULUM)
        outcome = self.expect(0, "report", "out", "-o", "p.html")
        self.assertEqual(outcome.out, "p.html\n")
        self.assertEqual(Page(self.folder / "p.html").bytes, first.bytes)

    def test_overrides_belong_to_the_model(self):
        self.page(PENDULUM, 0, "--set", "L=2")
        self.expect(0, "report", "out", "-o", "p.html")
        page = Page(self.folder / "p.html")
        self.assertEqual(len(page.data["motions"]), 1)
        self.assertIn("--set L=2", page.section("provenance"))

    def test_a_model_that_changed_is_not_shown(self):
        self.page(PENDULUM)
        self.write("a.yaml", changed(PENDULUM, "a pendulum", "another pendulum"))
        self.expect(0, "report", "out")
        page = Page(self.folder / "out" / "report.html")
        self.assertEqual(page.data["motions"], [])
        self.assertNotIn("another pendulum", page.text)
        self.assertIn("no longer exists or has changed", page.section("model"))
        (self.folder / "a.yaml").unlink()
        self.expect(0, "report", "out")

    def test_damaged_results_are_refused(self):
        self.page(PENDULUM)
        for name in ("swing.csv", "swing.motion.bin"):
            path = self.folder / "out" / name
            data = path.read_bytes()
            path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
            outcome = self.call("report", "out")
            self.assertEqual(outcome.status, 5, outcome.err)
            self.assertIn("SHA-256", outcome.err)
            path.write_bytes(data)
        (self.folder / "out" / "summary.json").unlink()
        self.assertIn("contains no results", self.expect(5, "report", "out").err)

    def test_rows_in_columns(self):
        first = self.page(PENDULUM)
        second = self.page(PENDULUM, 0, "--format", "columns")
        self.assertEqual(second.section("plots"), first.section("plots"))
        self.assertEqual(second.data["channels"], first.data["channels"])

    def test_rows_that_no_run_writes(self):
        """Whatever the digests say: times that go back or are no numbers, ragged rows, huge values."""
        self.page(PENDULUM)
        out = self.folder / "out"
        before, summary = out.joinpath("swing.csv").read_bytes(), out.joinpath("summary.json").read_text()
        lines = before.split(b"\n")
        for status, changed_lines in (
                (5, lines[:5] + [b",1,1,1,1,1"] + lines[6:]),
                (5, lines[:5] + [lines[3]] + lines[6:]),
                (5, lines[:5] + [b"1e400,1,1,1,1,1"] + lines[6:]),
                (5, lines[:5] + [lines[5] + b",1"] + lines[6:]),
                (5, lines[:5] + [b"nan" + lines[5][lines[5].index(b","):]] + lines[6:]),
                (0, lines[:5] + [lines[5].split(b",")[0] + b",1e308,-1e308,,1e-308,5e-324"] + lines[6:]),
                (0, lines[:1] + [b"1e20,1,1,1,1,1", b"100000000000000016384,2,2,2,2,2", b""]),
                (0, lines[:1] + [b""])):
            after = b"\n".join(changed_lines)
            out.joinpath("swing.csv").write_bytes(after)
            out.joinpath("summary.json").write_text(summary.replace(
                hashlib.sha256(before).hexdigest(), hashlib.sha256(after).hexdigest()))
            self.expect(status, "report", "out")
            if status == 0:
                self.assertNotIn("NaN", Page(out / "report.html").section("plots"))

    def test_a_later_run_takes_the_old_page_away(self):
        self.page(PENDULUM)
        self.expect(0, "run", "a.yaml", "-o", "out")
        self.assertFalse((self.folder / "out" / "report.html").exists())


def extremes(path):
    """Least and largest y of a path of M, l, h and v."""
    y, seen = 0, []
    for letter, numbers in re.findall(r"([Mlhv])([^Mlhv]*)", path):
        values = [int(number) for number in re.findall(r"-?\d+", numbers)]
        y = values[-1] if letter == "M" else y + (0 if letter == "h" else values[-1])
        seen.append(y)
    return min(seen), max(seen)


if __name__ == "__main__":
    main()
