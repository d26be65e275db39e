# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of channels: what is drawn, read back from the SVG or from the characters, is what the
columns hold; spectra against sines; the mechanism at its start."""

import csv
import math
import re
import shutil
import xml.etree.ElementTree

from program import PENDULUM, ProgramTest, main

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>alert(1)</script>&'\u202e"


class Chart:
    """The curves of an SVG in the quantities of its axes."""

    def __init__(self, path):
        self.tree = xml.etree.ElementTree.parse(path).getroot()
        self.texts = [text.text for text in self.tree.iter(SVG + "text")]
        self.curves, self.panels = [], []
        for panel in self.tree.iter(SVG + "g"):
            if panel.get("class") == "panel":
                self.take_panel(panel)
        self.unit = self.panels[0]["unit"]

    def take_panel(self, panel):
        at = {key: float(panel.get("data-" + key)) for key in
              ("x0", "x1", "y0", "y1", "left", "right", "low", "high")}
        at["unit"] = [(at["right"] - at["left"]) / (at["x1"] - at["x0"]),
                      (at["high"] - at["low"]) / (at["y1"] - at["y0"])]
        self.panels.append(at)
        for path in panel.iter(SVG + "path"):
            if path.get("class") == "trace":
                points = re.findall(r"[ML](\S+?) ([\d.-]+)", path.get("d"))
                self.curves.append([(at["left"] + (float(x) - at["x0"]) * at["unit"][0],
                                     at["high"] - (float(y) - at["y0"]) * at["unit"][1])
                                    for x, y in points])


class Plots(ProgramTest):
    def table(self, name, columns, rows):
        with (self.folder / name).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([columns, *rows])

    def peak(self, *arguments):
        self.expect(0, "plot", *arguments, "--spectrum", "-o", "s.svg")
        chart = Chart(self.folder / "s.svg")
        return chart, max(chart.curves[0], key=lambda point: point[1])

    def same(self, curve, column, unit):
        self.assertAlmostEqual(max(y for _, y in curve), max(column), delta=0.01 * unit)
        self.assertAlmostEqual(min(y for _, y in curve), min(column), delta=0.01 * unit)

    def test_extremes_are_those_of_the_columns(self):
        self.write("a.yaml", PENDULUM)
        self.expect(0, "run", "a.yaml", "-o", "out")
        self.expect(0, "plot", "out", "x", "y", "-o", "a.svg")
        chart = Chart(self.folder / "a.svg")
        with (self.folder / "out" / "swing.csv").open() as file:
            rows = list(csv.DictReader(file))
        for name, curve in zip("xy", chart.curves, strict=True):
            self.same(curve, [float(row[name]) for row in rows], chart.unit[1])
        self.assertIn("t [s]", chart.texts)
        self.assertIn("x [m]", chart.texts)

    def test_one_row_of_many_stands_out(self):
        rows = [(k / 1000, 7 if k == 40321 else math.sin(k)) for k in range(100001)]
        self.table("a.csv", ("t", "a"), rows)
        self.expect(0, "plot", "a.csv", "a", "-o", "a.svg")
        chart = Chart(self.folder / "a.svg")
        self.same(chart.curves[0], [y for _, y in rows], chart.unit[1])
        x, _ = max(chart.curves[0], key=lambda point: point[1])
        self.assertAlmostEqual(x, 40.321, delta=chart.unit[0])
        self.assertLess((self.folder / "a.svg").stat().st_size, 200000)

    def test_over_another_channel(self):
        turn = [k * math.pi / 500 for k in range(1001)]
        self.table("a.csv", ("t", "c", "s"), [(t, 3 * math.cos(t), 2 * math.sin(t)) for t in turn])
        self.expect(0, "plot", "a.csv", "s", "--x", "c", "-o", "a.svg")
        chart = Chart(self.folder / "a.svg")
        for x, y in chart.curves[0]:
            self.assertAlmostEqual((x / 3) ** 2 + (y / 2) ** 2, 1, delta=0.02)
        self.assertAlmostEqual(min(x for x, _ in chart.curves[0]), -3, delta=chart.unit[0])

    def test_a_row_without_value_is_a_gap(self):
        self.table("a.csv", ("t", "a"), [(0, 1), (1, 2), (2, ""), (3, 1), (4, 5)])
        self.expect(0, "plot", "a.csv", "a", "-o", "a.svg")
        path = re.search(r'class="trace"[^>]* d="([^"]*)"', (self.folder / "a.svg").read_text())
        self.assertEqual(re.sub("[^ML]", "", path.group(1)), "MLML")

    def test_several_runs_stand_together(self):
        self.table("a.csv", ("t", "a"), [(0, 0), (1, 1)])
        self.table("b.csv", ("t", "a"), [(0, 0), (2, 4)])
        self.expect(0, "plot", "a.csv", "b.csv", "a", "-o", "a.svg")
        chart = Chart(self.folder / "a.svg")
        self.assertEqual([max(curve) for curve in chart.curves][1][0], 2)
        self.assertAlmostEqual(max(chart.curves[0])[0], 1, delta=chart.unit[0])
        self.assertTrue({"a.csv: a", "b.csv: a"} <= set(chart.texts))

    def test_each_unit_has_its_axis(self):
        """Millinewtons are seen beside kilometres, names and units stand at their axes."""
        self.write("a.yaml", PENDULUM)
        self.expect(0, "run", "a.yaml", "-o", "out")
        self.expect(0, "plot", "out", "x", "energy", "y", "-o", "a.svg", "--title", "Two & three", "--size",
                    "900x500")
        chart = Chart(self.folder / "a.svg")
        with (self.folder / "out" / "swing.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(chart.panels), 2)
        for name, curve, panel in zip("x y energy".split(), chart.curves, (0, 0, 1), strict=True):
            self.same(curve, [float(row[name]) for row in rows], chart.panels[panel]["unit"][1])
        self.assertTrue({"[m]", "energy [J]", "Two & three"} <= set(chart.texts))
        self.assertEqual((chart.tree.get("width"), chart.tree.get("height")), ("900", "500"))
        self.assertEqual((chart.panels[0]["left"], chart.panels[0]["right"]), (0, 2))
        self.expect(0, "plot", "out", "x", "-o", "b.svg")
        self.assertIn("a pendulum", Chart(self.folder / "b.svg").texts)

    def test_degrees_stand_at_parts_of_a_turn(self):
        for largest, wanted in ((720, {"0", "90", "180", "270", "360", "450", "540", "630", "720"}),
                                (100, {"0", "15", "30", "45", "60", "75", "90"}), (7200, {"0", "1800", "3600"})):
            self.table("a.csv", ("t", "a", "b"), [("s", "deg", "1"), (0, 0, 1), (1, largest, 2)])
            self.expect(0, "plot", "a.csv", "b", "--x", "a", "-o", "a.svg")
            chart = Chart(self.folder / "a.svg")
            self.assertTrue(wanted <= set(chart.texts), chart.texts)
            self.assertEqual(chart.panels[0]["right"], largest)

    def test_a_study(self):
        """Rows with the same of what else varies are one curve; too many of them are points."""
        self.write("a.yaml", PENDULUM)
        self.expect(0, "sweep", "a.yaml", "--vary", "L=0.5:1.5:5", "--vary", "m=2,1", "-o", "s", "-q")
        said = self.expect(0, "plot", "s", "x_min", "energy_max", "--x", "L", "-o", "a.svg").err
        self.assertEqual(said, "")
        chart = Chart(self.folder / "a.svg")
        with (self.folder / "s" / "results.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(chart.curves), 4)
        for k, (name, m) in enumerate((n, m) for n in ("x_min", "energy_max") for m in (1, 2)):
            wanted = sorted((float(row["L"]), float(row[name])) for row in rows if float(row["m"]) == m)
            panel = chart.panels[k // 2]
            for found, want in zip(chart.curves[k], wanted, strict=True):
                for i in range(2):
                    self.assertAlmostEqual(found[i], want[i], delta=0.01 * panel["unit"][i])
        self.assertTrue({"m = 1 kg: x_min [m]", "L [m]", "a pendulum over L, m"} <= set(chart.texts))
        self.expect(0, "plot", "s/results.csv", "x_min", "-o", "b.svg")
        self.assertIn("L [m]", Chart(self.folder / "b.svg").texts)
        self.assertIn('did you mean "x_min"', self.expect(2, "plot", "s", "x_mim").err)
        self.assertIn('has no column "M"', self.expect(2, "plot", "s", "x_min", "--x", "M").err)
        self.assertIn("is not a motion", self.expect(2, "plot", "s", "x_min", "--spectrum").err)
        self.expect(0, "sweep", "a.yaml", "--vary", "L=0.5:1.5", "--vary", "m=1:2", "--samples", "16", "-o", "r",
                    "-q")
        self.expect(0, "plot", "r", "x_min", "--x", "L", "-o", "c.svg")
        points = Chart(self.folder / "c.svg").curves
        self.assertEqual([len(curve) for curve in points], [16])
        self.assertNotRegex((self.folder / "c.svg").read_text(), r'class="trace"[^>]*d="[^"]*L')

    def test_a_convergence(self):
        """A curve for each method, over powers of ten."""
        self.write("a.yaml", PENDULUM)
        self.call("convergence", "a.yaml", "--method", "runge_kutta,newmark", "-o", "c")
        self.expect(0, "plot", "c", "relative_error", "--x", "size", "-o", "a.svg")
        chart = Chart(self.folder / "a.svg")
        with (self.folder / "c" / "work_precision.csv").open() as file:
            rows = list(csv.DictReader(file))
        for method, curve in zip(("newmark", "runge_kutta"), chart.curves, strict=True):
            wanted = sorted((math.log10(float(row["size"])), math.log10(float(row["relative_error"])))
                            for row in rows if row["method"] == method and row["relative_error"])
            for found, want in zip(curve, wanted, strict=True):
                for i in range(2):
                    self.assertAlmostEqual(found[i], want[i], delta=0.01 * chart.unit[i])
        self.assertTrue(any((text or "").startswith("1e-") for text in chart.texts))

    def test_logarithmic_axes(self):
        self.table("a.csv", ("t", "a"), [(k, 10.0 ** -k if k != 3 else 0) for k in range(8)])
        self.expect(0, "plot", "a.csv", "a", "--log", "y", "-o", "a.svg")
        chart = Chart(self.folder / "a.svg")
        self.assertEqual(len(chart.curves[0]), 7)
        for x, y in chart.curves[0]:
            self.assertAlmostEqual(y, -x, delta=0.02)
        self.assertIn("1e-6", chart.texts)

    # A sine between two frequencies of the rows shows its amplitude all the same.
    def test_sines_show_their_amplitude(self):
        for frequency in (5, 5.05, 17.3):
            rows = [(k / 100, 4 + 2.5 * math.sin(2 * math.pi * frequency * k / 100 + 1))
                    for k in range(1000)]
            self.table("a.csv", ("t", "a"), rows)
            chart, (x, y) = self.peak("a.csv", "a")
            self.assertAlmostEqual(y, 2.5, delta=2.5 * 0.002)
            self.assertAlmostEqual(x, frequency, delta=2 * chart.unit[0])
            self.assertIn("frequency [Hz]", chart.texts)
            self.assertFalse([text for text in chart.texts if text and "resampled" in text])

    def test_two_sines_and_nothing_between(self):
        rows = [(k / 200, 3 * math.sin(2 * math.pi * 10 * k / 200) +
                 math.cos(2 * math.pi * 30 * k / 200)) for k in range(2000)]
        self.table("a.csv", ("t", "a"), rows)
        chart, _ = self.peak("a.csv", "a")
        near = lambda f: max(y for x, y in chart.curves[0] if abs(x - f) < 1)
        self.assertAlmostEqual(near(10), 3, delta=0.02)
        self.assertAlmostEqual(near(30), 1, delta=0.02)
        self.assertLess(near(20), 0.02)

    def test_unequal_steps_are_resampled_and_it_is_said(self):
        times = [k / 500 + 0.0008 * math.sin(k) for k in range(5000)]
        self.table("a.csv", ("t", "a"), [(t, 2 * math.sin(2 * math.pi * 3 * t)) for t in times])
        chart, (x, y) = self.peak("a.csv", "a")
        self.assertAlmostEqual(y, 2, delta=0.01)
        self.assertAlmostEqual(x, 3, delta=2 * chart.unit[0])
        self.assertTrue([text for text in chart.texts if text and "resampled" in text])

    def test_characters(self):
        self.table("a.csv", ("t", "a"), [(k, -((k - 30) ** 2)) for k in range(41)])
        for width in (40, 80, 132):
            self.environment["COLUMNS"] = str(width)
            lines = self.expect(0, "plot", "a.csv", "a").out.split("\n")
            self.assertLessEqual(max(map(len, lines)), width)
            rows = [line for line in lines if re.match(r"^ *\S* [+|]", line)][:17]
            cells = [[k - 13 for k, c in enumerate(row) if 0x2800 < ord(c) < 0x2900] for row in rows]
            self.assertEqual(len(cells), 17)
            self.assertAlmostEqual(sum(cells[0]) / len(cells[0]) / (width - 14), 30 / 40, delta=0.04)
            lowest = max(k for k, row in enumerate(cells) if row)
            self.assertEqual(min(cells[lowest]), 0)
        text = self.expect(0, "plot", "a.csv", "a", "t").out
        self.assertIn("  b  t", text)

    def test_mistakes(self):
        self.table("a.csv", ("t", "angle"), [(0, 1), (1, 2)])
        self.assertIn('did you mean "angle"', self.expect(2, "plot", "a.csv", "angel").err)
        self.assertIn('did you mean "angle"', self.expect(2, "plot", "a.csv", "t", "--x", "angel").err)
        self.assertIn("needs RESULTS CHANNEL", self.expect(2, "plot").err)
        for operands in (["a.csv"], ["a.csv", "a.csv"]):
            err = self.expect(2, "plot", *operands).err
            self.assertIn('no channel of "a.csv" is given', err)
            self.assertIn("its channels are angle\n", err)
        self.table("b.csv", ("t", "x", "v"), [(0, 1, 2), (1, 2, 3)])
        self.assertIn("its channels are x and v\n", self.expect(2, "plot", "b.csv", "y").err)
        self.assertIn('did you mean "--x"?', self.expect(2, "plot", "b.csv", "x", "--over", "v").err)
        self.assertIn("neither", self.expect(2, "plot", "a.csv", "t", "-o", "a.jpg").err)
        for size, told in (("900", "not a size"), ("100x100", "not a size"), ("900x600x", "not a size"),
                           ("900x120", "is not enough")):
            self.assertIn(told, self.expect(2, "plot", "a.csv", "t", "-o", "a.svg", "--size", size).err)
        self.assertIn("is not an axis", self.expect(2, "plot", "a.csv", "t", "--log", "z").err)
        self.assertIn("needs 8 rows", self.expect(2, "plot", "a.csv", "t", "--spectrum").err)
        self.expect(5, "plot", "missing", "t")
        self.table("empty.csv", ("t", "a"), [(0, ""), (1, "")])
        self.assertIn("no value", self.expect(2, "plot", "empty.csv", "a").err)
        self.assertFalse(list(self.folder.glob("*.svg")))

    def test_names_that_attack(self):
        self.table("a.csv", ("t", HOSTILE), [(0, 1), (1, 2)])
        self.expect(0, "plot", "a.csv", HOSTILE, "-o", "a.svg")
        text = (self.folder / "a.svg").read_text()
        self.assertNotIn("<script", text)
        self.assertNotIn("\u202e", text)
        self.assertEqual(len(Chart(self.folder / "a.svg").curves), 1)
        self.assertNotIn("\u202e", self.expect(0, "plot", "a.csv", HOSTILE).out)

    def test_pdf(self):
        if not shutil.which("rsvg-convert"):
            self.skipTest("rsvg-convert is not installed")
        self.table("a.csv", ("t", "a"), [(0, 1), (1, 2)])
        self.expect(0, "plot", "a.csv", "a", "-o", "a.pdf")
        self.assertEqual((self.folder / "a.pdf").read_bytes()[:5], b"%PDF-")
        self.environment["PATH"] = "/nowhere"
        self.assertIn("librsvg2-bin", self.expect(5, "plot", "a.csv", "a", "-o", "b.pdf").err)

    # PNG by whatever is installed; without any the message names the package.
    def test_png(self):
        self.table("a.csv", ("t", "a"), [(0, 1), (1, 2)])
        name = "-$(touch owned);a.png"
        self.write("a.yaml", PENDULUM)
        tools = shutil.which("rsvg-convert") or shutil.which("ffmpeg")
        if tools:
            self.expect(0, "plot", "a.csv", "a", "-o", name)
            self.assertEqual((self.folder / name).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.environment["PATH"] = "/nowhere"
        self.assertIn("librsvg2-bin", self.expect(5, "plot", "a.csv", "a", "-o", "b.png").err)
        self.assertEqual(self.listing(), sorted(["a.csv", "a.yaml"] + ([name] if tools else [])))
        if not tools:
            self.skipTest("neither rsvg-convert nor ffmpeg is installed")


class Views(ProgramTest):
    def test_the_mechanism_without_a_run(self):
        self.write("a.yaml", PENDULUM.replace("a pendulum", "'<script>'"))
        self.assertEqual(self.expect(0, "view", "a.yaml").out, "a.svg\n")
        tree = xml.etree.ElementTree.parse(self.folder / "a.svg").getroot()
        self.assertTrue(list(tree.iter(SVG + "path")))
        self.assertEqual([title.text for title in tree.iter(SVG + "title")], ["<script>"])
        self.assertEqual(self.listing(), ["a.svg", "a.yaml"])

    # The rod from the ground to the point mass lies flat, or hangs where --set puts it.
    def test_numbers_of_the_command_line(self):
        def extent():
            tree = xml.etree.ElementTree.parse(self.folder / "v.svg").getroot()
            points = [tuple(map(float, pair)) for path in tree.iter(SVG + "path")
                      for pair in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.get("d"))]
            return [max(side) - min(side) for side in zip(*points, strict=True)]

        self.write("a.yaml", PENDULUM)
        self.expect(0, "view", "a.yaml", "-o", "v.svg")
        across, up = extent()
        self.assertGreater(across, 1.5 * up)
        self.expect(0, "view", "a.yaml", "--set", "bodies.P1.initial.position=[0, -1]", "-o", "v.svg")
        across, up = extent()
        self.assertGreater(up, 1.5 * across)

    def test_without_a_title(self):
        self.write("a.yaml", re.sub(r"(?m)^title:.*\n", "", PENDULUM))
        self.expect(0, "view", "a.yaml")
        tree = xml.etree.ElementTree.parse(self.folder / "a.svg").getroot()
        self.assertEqual([title.text for title in tree.iter(SVG + "title")], ["a.yaml"])

    def test_mistakes_stand_at_their_lines(self):
        self.write("a.yaml", PENDULUM.replace("marker_j: P1", "marker_j: P2"))
        self.assertRegex(self.expect(3, "view", "a.yaml").err, r"a\.yaml:9:\d+: error")
        self.write("b.yaml", PENDULUM.replace("[-L, 0]", "[-2, 0]"))
        self.assertRegex(self.expect(3, "view", "b.yaml").err, r"b\.yaml:\d+:\d+: error")
        self.assertEqual(self.listing(), ["a.yaml", "b.yaml"])


if __name__ == "__main__":
    main()
