# SPDX-License-Identifier: BSD-3-Clause
"""report of a study: what its page shows is what results.csv and the kept rows hold."""

import csv
import html
import json
import math
import pathlib
import re
import shutil
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from page import Page
from program import ProgramTest, main

SPRING = """\
mbs: 1
space: planar
parameters: {k: 100, m: 2, x0: 0.3}
bodies:
  weight: {type: point_mass, mass: m, initial: {position: [1 + x0, 0]}}
joints:
  slide: {type: distance, marker_i: ground.far, marker_j: weight, length: 1000}
forces:
  spring: {type: spring_damper, marker_i: ground, marker_j: weight, stiffness: k, free_length: 1}
ground: {markers: {far: {position: [1 + x0, -1000]}}}
analyses:
  swing: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: weight.x - 1, force: spring.force}
"""
STUDY = """\
mbs_study: 1
title: TITLE
model: a.yaml
vary: {k: {values: [50, 100, 200, 400]}, x0: {values: [0.1, 0.2, 0.3]}}
outputs:
  largest: {max: weight.x - 1}
  fast: {max_abs: weight.vx}
KEEP
"""
UNITS = 400  # of a cell's square


class Convergences(ProgramTest):
    def test_what_the_files_say(self):
        """The rungs of convergence.json are the rows and the points of the page, which has no script."""
        self.write("a <b>.yaml", SPRING)
        outcome = self.call("convergence", "a <b>.yaml", "--method", "runge_kutta,newmark", "-o", "c")
        self.assertIn(outcome.status, (0, 6))
        self.assertEqual(self.expect(0, "report", "c").out, "c/report.html\n")
        page = Page(self.folder / "c/report.html")
        self.assertNotIn("<script", page.text)
        self.assertIn("<h1>Convergence of a &lt;b&gt;.yaml</h1>", page.text)
        told = json.loads((self.folder / "c/convergence.json").read_text())
        rungs = [rung for method in told["methods"] for rung in method["rungs"]]
        rows = re.findall(r"<tr>(.*?)</tr>", page.section("rungs"), re.S)[1:]
        self.assertEqual(len(rows), len(rungs))
        for row, rung in zip(rows, rungs):
            cells = re.findall(r"<td[^>]*>(.*?)</td>", row)
            self.assertEqual(cells[1:3], [rung["status"], str(rung["steps"])])
            self.assertAlmostEqual(float(cells[0]), rung.get("tolerance", rung.get("step")), delta=1e-5)
            for cell, name in zip(cells[4:6], ("relative_error", "relative_true_error")):
                self.assertEqual(cell == "", rung[name] is None)
                if cell:
                    self.assertAlmostEqual(float(cell) / rung[name], 1, delta=1e-5)
        orders = re.findall(r"<tr>(.*?)</tr>", page.section("orders"), re.S)[1:]
        self.assertEqual(len(orders), sum(len(method["channels"]) for method in told["methods"]))
        charts = re.findall(r"<svg.*?</svg>", page.section("precision"), re.S)
        self.assertEqual([chart.count('class="trace"') for chart in charts], [len(told["methods"])] * 2)

    def test_damaged(self):
        (self.folder / "c").mkdir()
        self.write("c/convergence.json", "{")
        self.assertIn("cannot be read", self.expect(5, "report", "c").err)
        self.assertEqual(self.listing("c"), ["convergence.json"])


class Surveys(ProgramTest):
    def study(self, status=0, title="springs", keep="", model=SPRING, study=STUDY, **changes):
        for old, new in changes.items():
            study = study.replace(old, new)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        self.write("a.yaml", model)
        self.write("s.yaml", study.replace("TITLE", title).replace("KEEP", keep))
        self.expect(status, "sweep", "s.yaml", "-o", "out", "-q")
        self.expect(0, "report", "out")
        page = Page(self.folder / "out/report.html")
        with open(self.folder / "out/results.csv", newline="") as file:
            return page, list(csv.DictReader(file))

    def cell(self, page, title):
        """The svg of a scatter plot: its points, and the corners of its line."""
        svg = re.search(rf"<svg [^>]*><title>{re.escape(title)}</title>.*?</svg>", page.text,
                        re.S).group(0)
        dots = re.search(r'class="dots" d="M0 0([^"]*)"', svg).group(1)
        x = y = 0
        points = []
        for dx, dy in re.findall(r"m(-?\d+) (-?\d+)h0", dots):
            x, y = x + int(dx), y + int(dy)
            points.append((x, UNITS - y))
        line = re.search(r'class="curve c2" d="([^"]*)"', svg)
        corners = re.findall(r"[ML](-?\d+) (-?\d+)", line.group(1)) if line else []
        return points, [(int(a), UNITS - int(b)) for a, b in corners]

    def test_points_and_means(self):
        page, rows = self.study()
        for figure in ("largest", "fast"):
            values = [float(row[figure]) for row in rows]
            low, span = min(values), max(values) - min(values)
            for variable in ("k", "x0"):
                at = [float(row[variable]) for row in rows]
                left, width = min(at), max(at) - min(at)
                points, corners = self.cell(page, f"{figure} against {variable}")
                self.assertEqual(len(points), len(rows))
                for (x, y), a, b in zip(points, at, values):
                    self.assertLessEqual(abs(x - UNITS * (a - left) / width), 0.51)
                    self.assertLessEqual(abs(y - UNITS * (b - low) / span), 0.51)
                levels = sorted(set(at))
                self.assertEqual(len(corners), len(levels))
                for (x, y), level in zip(corners, levels):
                    mean = statistics.mean(b for a, b in zip(at, values) if a == level)
                    self.assertLessEqual(abs(x - UNITS * (level - left) / width), 0.51)
                    self.assertLessEqual(abs(y - UNITS * (mean - low) / span), 0.51)
        points, corners = self.cell(page, "fast against largest")
        self.assertEqual((len(points), corners), (len(rows), []))
        self.assertEqual(len(re.findall(r'class="curve c\d thin"', page.text)), len(rows))

    def test_bins_of_many_values(self):
        """240 lengths: 20 bins of 12 runs each, at their means."""
        page, rows = self.study(**{"{values: [50, 100, 200, 400]}": "{from: 50, to: 400, count: 240}",
                                   ", x0: {values: [0.1, 0.2, 0.3]}": ""})
        at, values = ([float(row[key]) for row in rows] for key in ("k", "fast"))
        low, span = min(values), max(values) - min(values)
        _, corners = self.cell(page, "fast against k")
        self.assertEqual(len(corners), 20)
        for n, (x, y) in enumerate(corners):
            a, b = statistics.mean(at[12 * n:12 * n + 12]), statistics.mean(values[12 * n:12 * n + 12])
            self.assertLessEqual(abs(x - UNITS * (a - 50) / 350), 0.51)
            self.assertLessEqual(abs(y - UNITS * (b - low) / span), 0.51)

    def test_table_and_figures(self):
        page, rows = self.study()
        section = page.section("runs")
        found = [[html.unescape(re.sub("<[^>]*>", "", field)) for field in
                  re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
                 for row in re.findall(r"<tr>(.*?)</tr>", section, re.S)[1:]]
        self.assertEqual(len(found), len(rows))
        for fields, row in zip(found, rows):
            self.assertEqual(fields[:2], [row["run"], "ok"])
            for text, key in zip(fields[2:], ("k", "x0", "largest", "fast")):
                self.assertLessEqual(abs(float(text) - float(row[key])), 1e-5 * abs(float(row[key])))
        values = [float(row["fast"]) for row in rows]
        figures = re.search(r"<tr><th[^>]*>fast.*?</tr>", page.section("figures"), re.S).group(0)
        told = [float(x) for x in re.findall(r"<td>(-?[\d.e+-]+)", figures)]
        for text, value in zip(told[-4:], (min(values), statistics.mean(values), max(values),
                                           statistics.stdev(values))):
            self.assertLessEqual(abs(text - value), 1e-5 * abs(value))

    def test_influence_as_for_people(self):
        page, _ = self.study()
        said = self.expect(0, "sweep", "report", "out").out
        section = re.sub(r"<svg.*?</svg>", "", page.section("influence"), flags=re.S)
        for figure, variable, correlation, ranks, effect in re.findall(
                r"^(largest|fast) +(k|x0) +(\S+) +(\S+) +(\S+) %$", said, re.M):
            block = re.search(rf"<caption>{figure}</caption>.*?</table>", section, re.S).group(0)
            self.assertIn(f'<th scope="row">{variable}</th><td></td><td>{effect} %</td>'
                          f"<td>{correlation}</td><td>{ranks}</td>", block)
        self.assertEqual(section.count("<caption>"), 2)

    def test_envelope(self):
        """Least, median and largest over the kept runs, at the first, the middle and the last time."""
        page, rows = self.study(keep="keep: {series: all}")
        self.assertEqual(len(re.findall(r'href="runs/\d{6}/"', page.section("runs"))), len(rows))
        series = page.section("series")
        self.assertIn("12 of 12 kept runs", series)
        tables = []
        for row in rows:
            path = self.folder / f"out/runs/{int(row['run']):06d}/swing.csv"
            with open(path, newline="") as file:
                tables.append([float(line["x"]) for line in csv.DictReader(file)])
        svg = re.search(r"<svg [^>]*><title>x over time</title>.*?</svg>", series, re.S).group(0)
        lines = [[(float(a), float(b)) for a, b in re.findall(r"[ML](\S+) (-?[\d.e+-]+)", d)]
                 for d in re.findall(r'class="curve c\d" d="([^"]*)"', svg)]
        self.assertEqual([len(line) for line in lines], [200] * 3)
        # the grid's times lie between the rows: compare by the rows on both sides of each
        low, high = (f(f(table) for table in tables) for f in (min, max))
        for k in range(200):
            place = 200 * k / 199  # rows, 0.01 s apart
            row, part = min(int(place), 199), place - min(int(place), 199)
            now = [table[row] * (1 - part) + table[row + 1] * part for table in tables]
            for line, value in zip(lines, (min(now), statistics.median(now), max(now))):
                # the grid's extremes may be smaller than the rows': by a row's step at most
                self.assertLessEqual(abs(line[k][1] - (156 - 150 * (value - low) / (high - low))), 1.0)

    def test_failures(self):
        page, rows = self.study(7, **{"vary: {k: {values: [50, 100, 200, 400]}": "vary: {m: {values: [1, -1, 2]}"})
        self.assertEqual(sum(row["status"] != "ok" for row in rows), 3)
        self.assertIn('class="verdict failed"', page.text)
        self.assertIn("9 of 9 runs finished, 6 ok, 3 refused", page.words)
        failures = page.section("failures")
        self.assertIn("<td>3</td>", failures)
        self.assertIn("may not be negative", html.unescape(failures))
        self.assertEqual(page.section("runs").count('class="failed"'), 3)

    def test_failed_runs_are_lines_of_their_own(self):
        """They stand at their variables, and end there; the axes reach as far as all runs do."""
        page, rows = self.study(7, **{"vary: {k: {values: [50, 100, 200, 400]}": "vary: {m: {values: [1, -1, 2]}"})
        lines = page.section("parallel")
        self.assertIn("runs that failed", lines)
        self.assertEqual(len(re.findall(r'class="curve c\d thin"', lines)), 6)
        lost = re.findall(r'class="curve lost" d="M60 (\d+)L180 (\d+)"', lines)
        self.assertEqual(sorted(lost), [("288", "168"), ("288", "288"), ("288", "48")])
        self.assertRegex(lines, r'<text x="60" y="302">-1</text><text x="60" y="43">2</text>')
        page, _ = self.study(7, **{"vary: {k: {values: [50, 100, 200, 400]}": "vary: {m: {values: [-1, -2]}"})
        self.assertEqual(page.section("parallel").count('class="curve lost"'), 6)
        page, _ = self.study(7, **{"vary: {k: {values: [50, 100, 200, 400]}": "vary: {m: {values: [2, 1, -1]}",
                                   ", x0: {values: [0.1, 0.2, 0.3]}": ""})
        self.assertEqual(page.section("parallel").count('class="curve lost" d="M60 288h0"'), 1)

    def test_cells_can_be_read(self):
        """Ticks of an axis are round and evenly apart, at their values; what is behind the first four figures
        and figures by each other are folded."""
        page, rows = self.study()
        svg = re.search(r"<svg [^>]*><title>fast against k</title>.*?</svg>", page.text, re.S).group(0)
        across = [(float(x), float(value)) for x, value in
                  re.findall(r'<text x="([\d.]+)" y="208">([-\d.]+)</text>', svg)]
        self.assertGreaterEqual(len(across), 3)
        for x, value in across:
            self.assertAlmostEqual(x, 66 + 300 * (value - 50) / 350, delta=0.1)
            self.assertEqual(value % 100, 0)
        scatter = page.section("scatter")
        self.assertEqual(scatter.count("<details>"), 1)
        self.assertLess(scatter.index("<title>fast against k</title>"), scatter.index("<details>"))
        self.assertGreater(scatter.index("<title>fast against largest</title>"), scatter.index("<details>"))
        more = "".join(f"  f{n}: {{max: weight.x*{n + 1}}}\n" for n in range(4))
        page, _ = self.study(**{"  largest:": more + "  largest:"})
        folded = re.search(r"<details><summary>(.*?)</summary>", page.section("scatter")).group(1)
        self.assertEqual(folded, "largest, fast against variables")

    def test_names_that_attack(self):
        attack = '</title><script>alert(1)</script><img src=x onerror=alert(2)>"'
        page, _ = self.study(title=f"'{attack}'")
        self.assertIn(attack, page.words)
        self.assertEqual(len([tag for tag, _ in page.elements if tag == "script"]), 1)
        self.assertNotIn("img", [tag for tag, _ in page.elements])
        policy = page.policy()
        self.assertEqual(policy["default-src"], ["'none'"])
        self.assertEqual(policy["script-src"], page.hashes("script"))
        self.assertEqual(policy["style-src"], page.hashes("style"))

    def test_one_run_and_none(self):
        page, rows = self.study(**{"[50, 100, 200, 400]": "[50]", "[0.1, 0.2, 0.3]": "[0.1]"})
        self.assertEqual(len(rows), 1)
        for name in ("scatter", "parallel", "influence", "series"):
            self.assertNotIn(f'id="{name}"', page.text)
        self.assertIn("1 of 1 runs finished, 1 ok", page.words)
        self.expect(5, "report", "nothing")

    def test_not_finished(self):
        """Half of a study, as an index that is still being written says it."""
        import sqlite3
        self.study()
        with sqlite3.connect(self.folder / "out/index.sqlite") as database:
            database.execute("DELETE FROM runs WHERE run >= 6")
        database.close()
        self.expect(0, "report", "out")
        page = Page(self.folder / "out/report.html")
        self.assertIn("not finished: 6 of 12 runs finished, 6 ok", page.words)

    def test_thousands_of_runs(self):
        """3000 runs: the first thousand in the table, a few hundred points, and all in the figures."""
        page, rows = self.study(**{"{values: [50, 100, 200, 400]}": "{from: 50, to: 400, count: 3000}",
                                   ", x0: {values: [0.1, 0.2, 0.3]}": "",
                                   "  largest: {max: weight.x - 1}\n": ""})
        self.assertEqual(len(rows), 3000)
        self.assertIn("The first 1000 of 3000; all are in results.csv.", page.words)
        self.assertEqual(page.section("runs").count("<tr>"), 1001)
        points, _ = self.cell(page, "fast against k")
        self.assertLessEqual(len(points), 602)
        values = [float(row["fast"]) for row in rows]
        heights = [y for _, y in points]
        self.assertEqual((min(heights), max(heights)), (0, UNITS))
        self.assertIn(f"{max(values):.6g} (run {values.index(max(values))})", page.words)
        self.assertLessEqual(len(page.bytes), 300_000)

    def test_sensitivity(self):
        self.write("a.yaml", SPRING)
        study = STUDY.replace("TITLE", "indices").replace("KEEP", "plan: {method: sobol_indices, samples: 32}")
        study = study.replace("{values: [50, 100, 200, 400]}", "{uniform: [50, 400]}").replace(
            "{values: [0.1, 0.2, 0.3]}", "{uniform: [0.1, 0.3]}")
        self.write("s.yaml", study)
        self.expect(0, "sweep", "s.yaml", "-o", "out", "-q")
        self.expect(0, "report", "out")
        section = Page(self.folder / "out/report.html").section("influence")
        with open(self.folder / "out/sensitivity.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 4)
        for row in rows:
            for order in ("first_order", "total"):
                value, low, high = (float(row[f"{order}{end}"]) for end in ("", "_lower", "_upper"))
                self.assertIn(f"<td>{value:.3f} [{low:.3f}, {high:.3f}]</td>", section)
        self.assertTrue(math.isfinite(value))


if __name__ == "__main__":
    main()
