#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The benchmarks' own arithmetic, and that the guard of instruction counts catches what it should."""
import contextlib
import io
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree

import all as everything
import all_page
import chain
import instructions
import machines
import mechanisms
import peers
import picture
import planar_model
import report
import same
import tips
import trees


class Guard(unittest.TestCase):
    def compare(self, now, before):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            good = instructions.compare({"models/a.yaml": now}, before)
        return good, said.getvalue()

    def test_three_percent(self):
        rows = {"models/a.yaml": (1000000, "first")}
        self.assertTrue(self.compare(1000000, rows)[0])
        self.assertTrue(self.compare(1030000, rows)[0])
        self.assertTrue(self.compare(500000, rows)[0])
        good, said = self.compare(1030001, rows)
        self.assertFalse(good)
        self.assertIn("+3.00 %", said)
        self.assertIn("1,000,000", said)
        self.assertIn("./dev record instructions --why", said)

    def test_what_was_not_counted(self):
        self.assertFalse(self.compare(None, {"models/a.yaml": (10, "x")})[0])
        self.assertFalse(self.compare(0, {"models/a.yaml": (10, "x")})[0])
        good, said = self.compare(10, {})
        self.assertFalse(good)
        self.assertIn("no row", said)

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            kept, instructions.FILE = instructions.FILE, pathlib.Path(folder) / "counts.csv"
            try:
                pinned = {"compiler": "gcc (a) 1, 2: 3", "valgrind": "valgrind-3"}
                rows = {"models/a.yaml": (12, 'a "reason", with commas'), "models/b.yaml": (3, "b")}
                instructions.write_file(pinned, rows)
                self.assertEqual(instructions.read_file(), (pinned, rows))
            finally:
                instructions.FILE = kept

    def test_every_shipped_model_has_a_row(self):
        _, rows = instructions.read_file()
        self.assertEqual(sorted(rows), instructions.models())


class Sameness(unittest.TestCase):
    """What `bench same` would let pass, and what not."""
    def run_of(self, rows):
        run = same.Run.__new__(same.Run)
        run.header, run.rows = ["t", "b0_x", "b0_angle", "b0_ax"], rows
        return run

    def test_measures(self):
        a = self.run_of([[0.0, 2.0, 0.5, 10.0], [1.0, -4.0, 1.0, 0.0]])
        b = self.run_of([[0.0, 2.0, 0.5, 10.0 + 1e-10], [1.0, -4.0 + 4e-9, 1.0, 5.0]])
        self.assertAlmostEqual(same.apart(a, b), 1e-9, 14)
        self.assertAlmostEqual(same.start_apart(a, b, 1.0), 1e-11, 15)
        self.assertEqual(same.apart(a, self.run_of([[0.0, 2.0, 0.5, 10.0]])), math.inf)

    def test_draws_are_the_same_everywhere_and_of_all_kinds(self):
        drawn = [mechanisms.Mechanism(k).text("") for k in range(150)]
        self.assertEqual(drawn[7], mechanisms.Mechanism(7).text(""))
        for word in ("planar", "spatial", "revolute", "prismatic", "universal", "spherical", "loop", "drive", "gear", "belt",
                     "contact", "joint_limit", "friction", "bushing", "*abs(", "if(", "impulse", "record"):
            self.assertTrue(any(word in text for text in drawn), word)


class Arithmetic(unittest.TestCase):
    def test_spread(self):
        values = report.spread([5, 1, 4, 2, 3])
        self.assertEqual((values["min"], values["lower_quartile"], values["median"],
                          values["upper_quartile"], values["max"]), (1, 2, 3, 4, 5))
        self.assertEqual(report.spread([7])["upper_quartile"], 7)

    def test_slopes(self):
        rows = [{"rods": n, "cost": 3.0 * n**1.5} for n in (10, 100, 1000, 10000)]
        self.assertTrue(math.isclose(chain.slopes(rows, "cost")["all"], 1.5))
        self.assertTrue(math.isclose(chain.slopes(rows, "cost")["from_1000"], 1.5))

    def test_sections(self):
        with tempfile.TemporaryDirectory() as folder:
            kept, report.HERE = report.HERE, pathlib.Path(folder)
            try:
                report.put_section("chain", "## C\n\nold")
                report.put_section("race", "## R")
                report.put_section("chain", "## C\n\nnew")
                text = (report.HERE / "RESULTS.md").read_text(encoding="utf-8")
            finally:
                report.HERE = kept
        self.assertLess(text.index("## R"), text.index("## C"))
        self.assertIn("new", text)
        self.assertNotIn("old", text)


class Peers(unittest.TestCase):
    def setUp(self):
        self.kept = peers.words_of, peers.administrator

    def tearDown(self):
        peers.words_of, peers.administrator = self.kept

    def reason(self, **answers):
        def answer(program, *words):
            return answers.get(program.replace("-", "_"), "") if words else ""
        peers.words_of, peers.administrator = answer, lambda: None
        with contextlib.redirect_stderr(io.StringIO()), \
                self.assertRaises(peers.NotAvailable) as caught:
            peers.install("libpeer-dev")
        return str(caught.exception)

    def test_why_a_peer_is_not_available(self):
        self.assertIn("no Debian-like system", self.reason())
        self.assertIn("package index has no libpeer-dev",
                      self.reason(apt_get="apt 2", apt_cache="  Candidate: (none)"))
        self.assertIn("sudo apt-get install",
                      self.reason(apt_get="apt 2", apt_cache="  Candidate: 1.0"))

    def test_what_is_installed_needs_nothing(self):
        peers.words_of = lambda *words: "ii  1.0-2"
        peers.install("libpeer-dev")
        self.assertEqual(peers.installed_version("libpeer-dev"), "1.0-2")


class ChainModel(unittest.TestCase):
    def test_options_and_checks(self):
        def write(*words):
            path = pathlib.Path(__file__).with_name("chain_model.py")
            return subprocess.run([sys.executable, path, *words], capture_output=True, text=True,
                                  check=True).stdout
        text = write("10", "--relative", "1e-5", "--method", "ida")
        self.assertEqual(text.count("type: rigid"), 10)
        self.assertEqual(text.count("type: revolute"), 10)
        self.assertIn("integrator: {method: ida, tolerances: {relative: 1e-5}}", text)
        self.assertIn("equals: 7.52722902 m", text)
        self.assertNotIn("checks:", write("11"))


class TreeModel(unittest.TestCase):
    def test_hinges_are_turned_about_their_own_axes(self):
        text = trees.tree_text(2, 1e-5)
        self.assertIn("axis: [1.0, 0.0, 0.0]", text)
        # behind a turn about x the second hinge's y is (0, cos, sin), and stands at (0, sin, -cos)
        self.assertIn("at: [0.0, 0.29552020666133955, -0.955336489125606], "
                      "axis: [0.0, 0.955336489125606, 0.29552020666133955]", text)
        self.assertIn("tolerances: {relative: 1.000000e-05}", text)
        self.assertNotIn("integrator", trees.tree_text(2, None))

    def test_machines(self):
        for name in (*machines.TIP, "balls"):
            text = machines.text_of(name, 1e-5)
            self.assertIn("output_step: 0.01", text)
            self.assertIn("relative: 1.000000e-05", text)
            self.assertNotIn("integrator", machines.text_of(name, None))

    def test_the_cheapest_that_passes_behind_the_last_that_fails(self):
        class Contestant:
            scan = [1, 2, 3, 4]

            def run(self, _, setting):
                return {"error": 1.0 if setting == 2 else 0.0, "cpu_s": {1: 0.1, 3: 2.0, 4: 1.0}.get(setting, 5.0)}
        self.assertEqual(tips.find(Contestant(), 6, 0.5), (4, "tip off by 1.0e+00 m"))


class AllPeers(unittest.TestCase):
    """The verb without a name: ratios, table, picture."""

    def setUp(self):
        def row(program, seconds):
            return {"program": program, "method": "m", "setting": 1e-6, "steps": 9, "error": 1e-7,
                    "cpu_s": report.spread([seconds])}
        self.found = [
            {"problem": "four_bar", "refused": {"MuJoCo": "tip off by 1 m"}, "not_available": {"Octave": "not installed"},
             "rows": everything.with_ratios([row("Simbody", 0.02), row("mbsrun", 0.001), row("SciPy", 0.004)])},
            {"problem": "tree_6", "refused": {}, "not_available": {},
             "rows": everything.with_ratios([row("MuJoCo", 0.001), row("mbsrun", 0.003)])},
            {"problem": "linearization", "refused": {}, "not_available": {},
             "rows": everything.with_ratios([row("mbsrun", 0.003)])}]

    def test_ratios_are_to_the_fastest_peer(self):
        ratios = [{row["program"]: row["ratio"] for row in one["rows"]} for one in self.found]
        self.assertEqual(ratios, [{"mbsrun": 0.25, "SciPy": 1.0, "Simbody": 5.0}, {"MuJoCo": 1.0, "mbsrun": 3.0},
                                  {"mbsrun": None}])
        names = [{"name": name, "cpu_s": report.spread([seconds])} for name, seconds in (
            ("SciPy 1.10, dop853", 2), ("SciPy 1.10, odeint", 1), ("mbsrun, auto", 3))]
        self.assertEqual(everything.best_methods(names), {"SciPy 1.10, odeint", "mbsrun, auto"})

    def test_table_and_notes(self):
        table = all_page.table(self.found)
        self.assertEqual(table[2], "| four-bar | **0.25 (1 ms)** | takes no part | 5.00 (20 ms) | not available | "
                                   "1.00 (4 ms) | not available |")
        self.assertEqual(table[3].count("| - "), 3)
        notes = "\n".join(all_page.notes(self.found))
        self.assertIn("- Octave is not available: not installed.", notes)
        self.assertIn("four-bar: MuJoCo takes no part: tip off by 1 m.", notes)
        self.assertIn("MuJoCo takes less than mbsrun's time on arm of 6 rods in space (0.33 of it).", notes)
        self.assertIn("Simbody takes 20 times mbsrun's time on 1 of 1 problems.", notes)

    def test_picture(self):
        drawn = tree.fromstring(picture.draw(all_page.groups(self.found)))
        space = "{http://www.w3.org/2000/svg}"
        titles = [mark.find(f"{space}title").text for mark in drawn.iter(f"{space}g")]
        self.assertEqual([title.split(":")[0] for title in titles], [
            "four-bar, mbsrun", "four-bar, SciPy", "four-bar, Simbody", "arm of 6 rods in space, MuJoCo",
            "arm of 6 rods in space, mbsrun"])
        words = [text.text for text in drawn.iter(f"{space}text")]
        for word in ("Octave", "not available", "takes no part", "no peer", "0.25"):
            self.assertIn(word, words)

    def test_planar_files(self):
        for name, one in planar_model.MECHANISMS.items():
            text, model = planar_model.plain_text(one), planar_model.model_text(one, 1e-6)
            self.assertEqual(text.count("\nbody "), model.count("type: rigid"), name)
            self.assertEqual(text.count("\npin "), model.count("type: revolute"), name)
        self.assertIn("\npin 0 1 0.0 0.0\n", planar_model.plain_text(planar_model.MECHANISMS["double_pendulum"]))
        self.assertEqual(set(everything.RUNS), set(all_page.PROBLEMS))


if __name__ == "__main__":
    unittest.main()
