# SPDX-License-Identifier: BSD-3-Clause
"""Parameters with ranges and distributions, plans that list rows, plans for sensitivity."""

import csv
import json
import math

from program import ProgramTest, changed, main

MODEL = """\
mbs: 1
space: planar
gravity: [0, -9.81]
parameters:
  L: {value: 1500, unit: mm, range: [1000, 2000]}
  m: {value: 2 kg, distribution: {type: normal, mean: 2 kg, sigma: 100 g}}
  k: {value: 3*L/(1 m), range: [1, 10]}
  c: {value: 1, distribution: {type: choice, values: [1, 2, 4]}}
  e: {value: 10, distribution: {type: log_uniform, lower: 1, upper: 1e4}}
  s: {value: 2, distribution: {type: triangular, lower: 1, mode: 2, upper: 5}}
  plain: 7
bodies:
  P: {type: point_mass, mass: m, initial: {position: [-L, 0]}}
joints:
  rod: {type: distance, marker_i: ground, marker_j: P, length: L}
analyses:
  swing: {type: dynamics, duration: 0.2, output_step: 0.1}
outputs: {x: P.x, y: k + c + log(e) + s + plain, bound: P.y}
"""

# Nothing moves: the outputs are functions of parameters.
STILL = """\
mbs: 1
space: planar
parameters:
  a: {value: 1, range: [0, 2]}
  b: {value: 1, range: [-1, 3]}
  c: {value: 0.5, range: [0, 1]}
  q: {value: 1, range: [-1, 1]}
bodies:
  P: {type: point_mass, mass: 1}
analyses:
  still: {type: dynamics, duration: 1, output_step: 1, integrator: {method: runge_kutta, step: 1}}
outputs: {f: a + 2*b - 3*c, g: a*b + c^2, h: sqrt(q + 0.5)}
"""


class Uncertain(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("u.yaml", MODEL)
        self.write("f.yaml", STILL)

    def table(self, name):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def rows(self, directory="out"):
        return self.table(f"{directory}/results.csv")

    def plan(self, *arguments):
        lines = self.expect(0, "sweep", *arguments, "--dry-run").out.splitlines()
        names = lines[0].split(",")
        return [dict(zip(names, map(float, line.split(",")))) for line in lines[1:]]

    def start_of(self, *arguments):
        self.expect(0, "run", "u.yaml", "-q", "--force", "-o", "one", *arguments)
        return self.table("one/swing.csv")[0]

    def test_run_takes_the_value(self):
        start = self.start_of()
        self.assertEqual(float(start["x"]), -1.5)
        self.assertEqual(float(start["y"]), 4.5 + 1 + math.log(10) + 2 + 7)

    def test_set(self):
        """A value from outside is in SI or has its unit; the range stays."""
        self.assertEqual(float(self.start_of("--set", "L=1.25")["x"]), -1.25)
        self.assertEqual(float(self.start_of("--set", "L=1250 mm")["x"]), -1.25)
        self.assertEqual(float(self.start_of("--set", "parameters.L.value=1250")["x"]), -1.25)
        self.assertEqual(float(self.start_of("--set", "L={value: 120, unit: cm}")["x"]), -1.2)
        outcome = self.expect(3, "run", "u.yaml", "--set", "L=2.5")
        self.assertIn("parameter \"L\" is 2.5, outside its bounds, 1 to 2", outcome.err)
        self.assertIn("u.yaml:5:37: note: its bounds are given here", outcome.err)
        dumped = self.expect(0, "dump", "u.yaml", "--set", "L=1.25").out
        self.write("d.yaml", dumped)
        self.expect(0, "run", "d.yaml", "-q", "-o", "d")
        self.assertEqual(float(self.table("d/swing.csv")[0]["x"]), -1.25)
        plan = self.plan("d.yaml", "--vary", "L", "--samples", "64")
        self.assertTrue(all(1 <= row["L"] <= 2 for row in plan), "1000 (mm) to 2000 (mm)")

    def test_what_follows_is_judged(self):
        """k follows from L and leaves its own range."""
        self.write("u.yaml", changed(MODEL, "range: [1, 10]", "range: [1, 4.8]"))
        outcome = self.expect(3, "run", "u.yaml", "--set", "L=1.75")
        self.assertIn("u.yaml:7:14: error[E-VAL-002]: parameter \"k\" is 5.25", outcome.err)
        self.expect(7, "sweep", "u.yaml", "--vary", "L=1.5,1.75,3", "-o", "out")
        rows = self.rows()
        self.assertEqual([row["status"] for row in rows], ["ok", "refused", "refused"])
        self.assertIn("u.yaml:7:14: parameter \"k\" is 5.25", rows[1]["message"])
        self.assertIn("u.yaml:5:14: parameter \"L\" is 3, outside", rows[2]["message"])

    def test_event_leaves_range(self):
        """What an event sets must lie in the range, too."""
        events = "events:\n  heavier: {when: t - 0.1, set: {g: 20}}\nanalyses:"
        model = MODEL.replace("  plain: 7\n", "  plain: 7\n  g: {value: 1 N, range: [0.5 N, 2 N]}\n")
        model = model.replace("analyses:", "forces:\n  pull: {type: force, marker: P, vector: [g, 0]}\n"
                              + events)
        self.write("u.yaml", model)
        outcome = self.call("run", "u.yaml", "-o", "one")
        self.assertNotEqual(outcome.status, 0)
        self.assertIn('error[E-VAL-002]: parameter "g" is 20, outside its range', outcome.err)
        self.write("u.yaml", model.replace("set: {g: 20}", "set: {g: 1.5}"))
        self.expect(0, "run", "u.yaml", "-o", "one", "--force")

    def test_samples(self):
        """All uncertain parameters vary, each by its distribution, in the order of the file."""
        plan = self.plan("u.yaml", "--samples", "4096")
        self.assertEqual(list(plan[0]), ["run", "L", "m", "k", "c", "e", "s"])
        count = len(plan)
        columns = {name: sorted(row[name] for row in plan) for name in plan[0]}
        for name, low, high in (("L", 1, 2), ("k", 1, 10), ("e", 1, 1e4), ("s", 1, 5)):
            self.assertGreaterEqual(columns[name][0], low)
            self.assertLessEqual(columns[name][-1], high)
        self.assertEqual([columns["c"].count(value) for value in (1, 2, 4)], [1365, 1366, 1365])
        quantile = {"L": 1.25, "k": 3.25, "e": 10, "m": 2 - 0.1 * 0.6744897501960817,
                    "s": 1 + math.sqrt(0.25 * 4 * 1)}
        for name, value in quantile.items():
            below = sum(1 for x in columns[name] if x < value)
            self.assertLessEqual(abs(below - count / 4), 1, name)
        self.expect(0, "sweep", "u.yaml", "--samples", "16", "--vary", "L", "--vary", "m=1:2 kg",
                    "-o", "out", "-q")
        self.assertEqual(list(self.rows()[0])[2:4], ["L", "m"])
        self.write("s.yaml", "mbs_study: 1\nmodel: u.yaml\nvary: {m: {from_model: true}, c: {from_model: "
                             "true}}\nplan: {method: sobol, samples: 32}\noutputs: {x: {final: P.x}}\n")
        self.assertEqual(self.plan("s.yaml"), self.plan("u.yaml", "--samples", "32", "--vary", "m",
                                                        "--vary", "c"))
        self.assertNotEqual(self.plan("u.yaml", "--samples", "8", "--plan", "random"),
                            self.plan("u.yaml", "--samples", "8", "--plan", "latin_hypercube"))

    def test_usage(self):
        self.write("p.yaml", changed(MODEL, MODEL[MODEL.index("  L:"):MODEL.index("  plain")],
                                     "  L: 1\n  m: 1\n  k: 1\n  c: 1\n  e: 1\n  s: 1\n"))
        for arguments, status, words in (
                (("p.yaml", "--samples", "8"), 2, "no parameter of p.yaml has a range"),
                (("p.yaml", "--samples", "8"), 2, '"L: {value: 1, range: [0.9, 1.1]}"'),
                (("p.yaml", "--samples", "8", "--vary", "L"), 2, "--vary L gives no values"),
                (("u.yaml", "--plan", "random"), 2, "--plan of u.yaml needs --samples"),
                (("u.yaml", "--samples", "8", "--plan", "lhs"), 3, 'it is called "latin_hypercube"'),
                (("u.yaml", "--samples", "8", "--plan", "saltelli"), 3, '"sobol_indices"'),
                (("u.yaml", "--samples", "8", "--plan", "monte_carlo"), 3, '"random"')):
            outcome = self.expect(status, "sweep", *arguments)
            self.assertIn(words, outcome.err)
            self.assertEqual(outcome.err.count("error["), 1, outcome.err)

    def test_list_in_the_study(self):
        self.write("s.yaml", "mbs_study: 1\nmodel: u.yaml\nplan:\n  method: list\n"
                             "  columns: [L, gravity[1]]\n".replace("gravity[1]", '"gravity[1]"') +
                   "  values: [1.2 m, -9.81,\n           1500 mm, -1]\n"
                   "vary: {m: {expression: 1.5 kg + 0 kg/m*L}}\noutputs: {x: {value: P.x, at: 0}}\n")
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        rows = self.rows()
        self.assertEqual([[row["L"], row["gravity[1]"], row["m"], row["x"]] for row in rows],
                         [["1.2", "-9.81", "1.5", "-1.2"], ["1.5", "-1", "1.5", "-1.5"]])

    def test_list_in_a_file(self):
        """Rows of a table beside the study; all that is wrong with it is told, each at its place."""
        study = ("mbs_study: 1\nmodel: u.yaml\nplan: {method: list, file: data/runs.csv}\n"
                 "outputs: {x: {value: P.x, at: 0}}\n")
        self.write("s.yaml", study)
        self.write("data/runs.csv", "L [mm] , m, gravity[0]\n1250,1.5,0\n\n2000,3,0.5\n")
        self.expect(0, "sweep", "s.yaml", "-o", "out")
        self.assertEqual([(row["L"], row["m"], row["x"]) for row in self.rows()],
                         [("1.25", "1.5", "-1.25"), ("2", "3", "-2")])
        self.write("data/runs.csv", "L [mm],m\n1250,1.5\n1300,2\n")
        self.assertIn("differences: vary", self.expect(5, "sweep", "s.yaml", "-o", "out").err)
        for text, places in (
                ("L [kg],m\n1,1\n", ["data/runs.csv:1:1: error[E-UNIT-002]"]),
                ("L [furlong],m\n1,1\n", ["data/runs.csv:1:1: error[E-UNIT-001]"]),
                ("L,n\n1,1\n", ["data/runs.csv:1:3: error[E-REF-004]"]),
                ("L,\n1,1\n", ["data/runs.csv:1:3: error[E-IO-004]"]),
                ("L,L\n1,1\n", ["data/runs.csv:1:3: error[E-REF-003]"]),
                ("L,m\n1,x\n1\n1_0,2,3\n1,,\n1,1e999\n",
                 ["data/runs.csv:2:3: error[E-IO-004]", "data/runs.csv:3:1: error[E-IO-004]",
                  "data/runs.csv:4:1: error[E-IO-004]", "data/runs.csv:5:1: error[E-IO-004]",
                  "data/runs.csv:6:3: error[E-IO-004]"]),
                ("L,m\n", ["s.yaml:3:28: error[E-IO-004]"]), ("", ["s.yaml:3:28: error[E-IO-004]"])):
            with self.subTest(text=text):
                self.write("data/runs.csv", text)
                outcome = self.expect(3, "sweep", "s.yaml", "-o", "none")
                for place in places:
                    self.assertIn(place, outcome.err)
                self.assertEqual(outcome.err.count("error["), len(places), outcome.err)
        for name, status, words in (("../runs.csv", 3, "E-PATH-001"), ("none.csv", 5, "E-IO-001"),
                                    ("/etc/passwd", 3, "E-PATH-001")):
            self.write("s.yaml", study.replace("data/runs.csv", name))
            self.assertIn(words, self.expect(status, "sweep", "s.yaml").err)

    def test_indices(self):
        """Against the formulas, taken here from the rows; and the closed form of a linear function."""
        self.expect(0, "sweep", "f.yaml", "--samples", "512", "--plan", "sobol_indices", "-o", "out",
                    "-q", "--vary", "a", "--vary", "b", "--vary", "c")
        rows = self.rows()
        effects = {(row["output"], row["variable"]): row for row in self.table("out/sensitivity.csv")}
        listed = self.table("out/sensitivity.csv")
        self.assertEqual(json.loads((self.folder / "out/summary.json").read_text())["sensitivity"]
                         ["effects"][0]["first_order"], float(listed[0]["first_order"]))
        for output in ("f_final", "g_final"):
            f = [float(row[output]) for row in rows]
            a, b = f[0::5], f[1::5]
            mean = sum(a + b) / len(a + b)
            variance = sum((x - mean) ** 2 for x in a + b) / len(a + b)
            for k, name in enumerate("abc"):
                ab = f[2 + k::5]
                first = sum((y - mean) * (z - x) for x, y, z in zip(a, b, ab)) / len(a) / variance
                total = sum((x - z) ** 2 for x, z in zip(a, ab)) / len(a) / 2 / variance
                row = effects[output, name]
                self.assertAlmostEqual(float(row["first_order"]), first, 12)
                self.assertAlmostEqual(float(row["total"]), total, 12)
                self.assertLess(float(row["first_order_lower"]), first)
                self.assertGreater(float(row["total_upper"]), total)
        for name, part in (("a", 4), ("b", 64), ("c", 9)):  # (slope width)^2
            for which in ("first_order", "total"):
                self.assertLess(abs(float(effects["f_final", name][which]) - part / 77), 0.02)
        self.assertEqual(effects["energy_drift", "a"]["total"], "", "it does not vary")
        out = self.expect(0, "sweep", "report", "out").out
        self.assertIn("shares of the variance (Sobol indices), 512 rows", out)

    def test_morris(self):
        self.expect(7, "sweep", "f.yaml", "--samples", "40", "--plan", "morris", "-o", "out", "-q")
        rows = self.rows()
        self.assertEqual(len(rows), 40 * 5)
        bad = {int(row["run"]) // 5 for row in rows if row["status"] != "ok"}
        self.assertTrue(0 < len(bad) < 40)
        effects = {(row["output"], row["variable"]): row for row in self.table("out/sensitivity.csv")}
        for name, effect in (("a", 2), ("b", 8), ("c", -3), ("q", 0)):
            row = effects["f_final", name]
            self.assertAlmostEqual(float(row["mu"]), effect, 12)
            self.assertAlmostEqual(float(row["mu_star"]), abs(effect), 12)
            self.assertLess(float(row["sigma"]), 1e-13)
            self.assertEqual((row["trajectories"], row["left_out"]),
                             (str(40 - len(bad)), str(len(bad))))
        self.assertGreater(float(effects["g_final", "a"]["sigma"]), 0.5)
        out = self.expect(0, "sweep", "report", "out").out
        self.assertIn(f"f_final: {40 - len(bad)} of 40 trajectories used; {len(bad)} left out", out)

    def test_shipped_study(self):
        """Every period is the closed form; the indices are those of Gauss's quadrature of it, by 20
        points for mass and damping and 60 over +-8 deviations for the stiffness."""
        study = self.root.resolve() / "studies/uncertain_spring.yaml"
        self.expect(0, "sweep", study, "-o", "out", "-q")
        rows = self.rows()
        self.assertEqual(len(rows), 1280)
        for row in rows:
            m, k, c = (float(row[name]) for name in ("mass", "stiffness", "damping"))
            period = 2 * math.pi / math.sqrt(k / m - (c / 2 / m) ** 2)
            self.assertLess(abs(float(row["period"]) / period - 1), 1e-6)
            self.assertAlmostEqual(float(row["sag"]), m * 9.81 / k, 14)
            overshoot = math.exp(-math.pi * c / math.sqrt(4 * k * m - c * c))
            self.assertLess(abs(float(row["overshoot"]) / overshoot - 1), 2e-3)
        truth = {("period", "mass"): (0.4673031710345961, 0.46740752486138165),
                 ("period", "stiffness"): (0.5276732311462025, 0.5277867233779626),
                 ("period", "damping"): (0.004909014987772332, 0.004920337055115105),
                 ("overshoot", "mass"): (0.00969821792903703, 0.00980316131577979),
                 ("overshoot", "stiffness"): (0.010492407230536478, 0.010605808352257108),
                 ("overshoot", "damping"): (0.9795921281247374, 0.9798082798322535)}
        for row in self.table("out/sensitivity.csv"):
            if (row["output"], row["variable"]) in truth:
                for which, part in zip(("first_order", "total"), truth[row["output"], row["variable"]]):
                    self.assertLess(abs(float(row[which]) - part), 0.03)
                    self.assertLess(float(row[which + "_lower"]), part)
                    self.assertGreater(float(row[which + "_upper"]), part)

    def test_same_bytes(self):
        for jobs in ("1", "3"):
            self.expect(0, "sweep", "f.yaml", "--samples", "32", "--plan", "sobol_indices", "--vary",
                        "a", "--vary", "c", "-o", f"out{jobs}", "-q", "-j", jobs)
        for part in "01":
            self.expect(0, "sweep", "f.yaml", "--samples", "32", "--plan", "sobol_indices", "--vary",
                        "a", "--vary", "c", "-o", "parts", "-q", "--shard", f"{part}/2")
        self.expect(0, "sweep", "merge", "parts")
        for name in ("sensitivity.csv", "results.csv", "summary.json"):
            self.assertEqual(self.sha256(f"out1/{name}"), self.sha256(f"out3/{name}"))
            self.assertEqual(self.sha256(f"out1/{name}"), self.sha256(f"parts/{name}"))


if __name__ == "__main__":
    main()
