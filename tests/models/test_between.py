# SPDX-License-Identifier: BSD-3-Clause
"""max, min, max_abs, first_time and period see the motion between rows, wherever those fall."""

import csv
import math
import subprocess
import unittest

import harness

# x = cos(2 pi t): rows each 0.25 s or 0.5 s fall on zeros and crests.
SPRING = """\
mbs: 1
space: planar
parameters: {apart: 0.25}
bodies: {P: {type: point_mass, mass: 1 kg, initial: {position: [1, 0]}}}
forces: {s: {type: spring_damper, marker_i: ground, marker_j: P, stiffness: 4*pi^2, free_length: 0}}
analyses: {run: {type: dynamics, duration: 10, output_step: apart, integrator: {method: %s}}}
outputs: {x: P.x, vx: P.vx}
checks:
"""
# what is asked, the truth, how near
CASES = {
    "speed": ("{max: P.vx, equals: %s, within: 1e-4}", 2 * math.pi),
    "product": ("{max: P.x*P.vx, equals: %s, within: 1e-4}", math.pi),
    "acceleration": ("{min: P.ax, equals: %s, within: 1e-3}", -4 * math.pi ** 2),
    "force": ("{max: s.force, equals: %s, within: 1e-3}", 4 * math.pi ** 2),
    "energy": ("{max: energy.kinetic, equals: %s, within: 1e-3}", 2 * math.pi ** 2),
    "several_in_a_step": ("{max: sin(20*P.x), equals: %s, within: 1e-5}", 1),
    "corner": ("{min: abs(P.x - 0.3), equals: %s, within: 1e-5}", 0),
    "period": ("{period: P.x, cycles: 5, equals: %s, within: 1e-5}", 5),
}


class TestBetween(unittest.TestCase):
    def setUp(self):
        self.scratch = harness.Scratch(self)

    def found(self, method, step):
        lines = "".join(f"  {name}: {text % repr(truth)}\n"
                        for name, (text, truth) in CASES.items())
        run = self.scratch.run(self.scratch.model(SPRING % method + lines), "--set", f"apart={step}")
        self.assertEqual(run.status, 0, run.story())
        return {check["name"]: check["value"] for check in run.analysis()["checks"]}

    def test_rows_on_zeros_hide_nothing(self):
        """The case: vx is 6.28 m/s between rows that all show 0."""
        text = SPRING % "auto" + "  slow: {max_abs: vx, below: 1}\n"
        run = self.scratch.run(self.scratch.model(text), "--set", "apart=0.5")
        self.assertEqual(run.status, 6, run.story())
        self.assertAlmostEqual(run.analysis()["checks"][0]["value"], 2 * math.pi, delta=1e-5)

    def test_rows_change_nothing(self):
        """Rows a thousand times further apart: the same to 1e-6 of the range."""
        for method in ("auto", "runge_kutta, order: 5", "ida"):
            fine = self.found(method, 0.01)
            for step in (0.25, 0.5, 10):
                for name, value in self.found(method, step).items():
                    scale = max(1, abs(CASES[name][1]))
                    self.assertLess(abs(value - fine[name]), 1e-6 * scale, (method, step, name))

    def test_first_time(self):
        """A passage that turns back after 3e-5 s, inside a step of 0.1 s, and one that never is."""
        study = self.scratch.path / "s.yaml"
        self.scratch.model(SPRING % "auto" + "  some: {max: P.vx, equals: 0, within: 100}\n", "m.yaml")
        study.write_text("""\
mbs_study: 1
model: m.yaml
vary: {apart: {values: [0.01, 0.25, 10]}}
outputs:
  crest: {first_time: sin(20*P.x) - 0.999999}
  never: {first_time: P.x - 1.001}
""")
        out = self.scratch.path / "out"
        done = subprocess.run([harness.BINARY, "sweep", study, "-o", out], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(out / "results.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        truth = math.acos((4.5 * math.pi + math.sqrt(2e-6)) / 20) / (2 * math.pi)
        for row in rows:
            self.assertEqual(row["never"], "")
            self.assertAlmostEqual(float(row["crest"]), truth, delta=1e-6)


if __name__ == "__main__":
    harness.main()
