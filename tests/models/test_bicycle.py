#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The benchmark bicycle (whipple.py): eigenvalues, critical speeds, and a ride after a small knock.

test_bicycle.py --binary MBSRUN --source ROOT
"""

import csv
import math

import harness
import whipple
from test_linearize import eigenvalues, true_ones
from test_steady import roots

MODEL = "models/examples/bicycle.yaml"
# Table 2 of the paper: weave (real, imaginary), capsize, castering.
PUBLISHED = {1: (3.52696170990070, 0.80774027519930, -3.13423125066578, -7.11008014637442),
             5: (-0.77534188219585, 4.46486771378823, -0.32286642900409, -14.07838969279822),
             10: (-3.72016840437287, 10.90681139476287, 0.16105338653172, -24.62459635017404)}
WEAVE, CAPSIZE = 4.292382536341, 6.024262015388  # m/s


class TestBicycle(harness.MotionTest):
    def modes(self, speed, labels=("true",)):
        """True eigenvalues and the number of neutral ones, of the model without its ride and checks."""
        text = (harness.SOURCE / MODEL).read_text(encoding="utf-8")
        text = text[:text.index("  ride:")] + text[text.index("outputs:"):text.index("checks:")]
        run = self.good(self.scratch.model(text), "--set", f"v={speed!r}")
        rows = eigenvalues(run, "modes")
        found = [complex(float(row["re"]), float(row["im"])) for row in rows if row["label"] in labels]
        return found, [row["label"] for row in rows].count("neutral")

    def close(self, found, wanted, within):
        rest = list(wanted)
        self.assertEqual(len(found), len(rest), (found, wanted))
        for value in found:
            nearest = min(rest, key=lambda other, value=value: abs(other - value))
            self.assertLessEqual(abs(nearest - value), within, (found, wanted))
            rest.remove(nearest)

    def test_equations_of_the_paper(self):
        """The formulas of its appendix give the matrices and the eigenvalues that it prints."""
        M, C1, K0, K2 = whipple.matrices()
        printed = (((80.81722, 2.31941332208709), (2.31941332208709, 0.29784188199686)),
                   ((0, 33.86641391492494), (-0.85035641456978, 1.68540397397560)),
                   ((-80.95, -2.59951685249872), (-2.59951685249872, -0.80329488458618)),
                   ((0, 76.59734589573222), (0, 2.65431523794604)))
        for ours, theirs in zip((M, C1, K0, K2), printed):
            for i in range(2):
                for j in range(2):
                    self.assertAlmostEqual(ours[i][j], theirs[i][j], delta=1e-13)
        for speed, (re, im, capsize, castering) in PUBLISHED.items():
            self.close(roots(whipple.polynomial(speed)), [complex(re, im), complex(re, -im), capsize, castering], 2e-13)

    def test_eigenvalues(self):
        worst = 0
        for speed in (0.3, 1, 2, 3, 4, 4.6, 5, 6, 7, 8, 9, 10):
            found, zeros = self.modes(speed)
            wanted = roots(whipple.polynomial(speed))
            self.close(found, wanted, 1e-11)
            self.assertEqual(zeros, 6)
            worst = max(worst, max(min(abs(a - b) for b in wanted) for a in found))
        print(f"largest difference from the paper's equations: {worst:.2g} 1/s")

    def test_at_rest(self):
        """Nothing moves, so nothing is asked of the motion: it falls over, and the count is that of any speed."""
        found, zeros = self.modes(0.0)
        self.close(found, roots(whipple.polynomial(0.0)), 1e-11)
        self.assertEqual(zeros, 6)

    def test_critical_speeds(self):
        """Where the weave begins to die out, and where the capsize begins to grow."""
        for speed, before in ((WEAVE, True), (CAPSIZE, False)):
            for side in (-1, 1):
                found, _ = self.modes(speed + side * 1e-9, ("true", "not determined"))
                grows = max(z.real for z in found if (abs(z.imag) > 1) == (speed == WEAVE)) > 0
                self.assertEqual(grows, before == (side < 0), (speed, side))

    def test_root_locus(self):
        """A study over the speed; critical speeds by the line through two neighbours."""
        study = harness.SOURCE / "studies/bicycle_speed.yaml"
        directory = self.scratch.path / "locus"
        run = harness.execute([str(harness.BINARY), "sweep", str(study), "-o", str(directory), "-j", "1"], directory)
        self.assertEqual(run.status, 0, run.story())
        with open(directory / "results.csv", newline="", encoding="utf-8") as file:
            rows = [{key: float(row[key]) for key in ("v", "weave", "capsize")} for row in csv.DictReader(file)]
        for key, speed in (("weave", WEAVE), ("capsize", CAPSIZE)):
            (a, b), = [(a, b) for a, b in zip(rows, rows[1:]) if (a[key] > 0) != (b[key] > 0)]
            found = a["v"] + (b["v"] - a["v"]) * a[key] / (a[key] - b[key])
            self.assertAlmostEqual(found, speed, delta=2e-2)

    def test_ride_after_a_small_knock(self):
        """Lean and steer of the whole bicycle are those of the linear equations, for small ones."""
        knock, start = 0.04, 0.3
        M, C1, K0, K2 = whipple.matrices()
        v, tilt = 4.6, math.pi / 10
        # a sideways force F at the mass centre of the rear frame: F (height, x c cos / w)
        force = (-knock * 0.9, -knock * 0.3 * 0.08 * math.cos(tilt) / 1.02)
        det = M[0][0] * M[1][1] - M[0][1] * M[1][0]

        def solve(f):
            return (M[1][1] * f[0] - M[0][1] * f[1]) / det, (M[0][0] * f[1] - M[1][0] * f[0]) / det

        def rate(y):
            f = [-sum(v * C1[i][j] * y[2 + j] + (9.81 * K0[i][j] + v * v * K2[i][j]) * y[j] for j in range(2))
                 for i in range(2)]
            return (y[2], y[3], *solve(f))

        text = (harness.SOURCE / MODEL).read_text(encoding="utf-8")
        text = text[:text.index("checks:")].replace("relative: 1e-9, absolute: 1e-10",
                                                    "relative: 1e-11, absolute: 1e-13")
        table = self.good(self.scratch.model(text), "--set", f"push={knock}").table("ride")
        y, h = (0.0, 0.0, *solve(force)), 0.001
        t, size = start, 4e-4
        for row in range(len(table["t"])):
            while t < table["t"][row] - h / 2:
                k1 = rate(y)
                k2 = rate([a + h / 2 * b for a, b in zip(y, k1)])
                k3 = rate([a + h / 2 * b for a, b in zip(y, k2)])
                k4 = rate([a + h * b for a, b in zip(y, k3)])
                y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
                t += h
            if table["t"][row] > start + h / 2:
                self.assertAlmostEqual(table["lean"][row], y[0], delta=2e-6 * size)
                self.assertAlmostEqual(table["steer"][row], -y[1], delta=2e-6 * size)

    def test_after_a_ride(self):
        """A minute after a knock it rides straight again, on another course, and is linearized there:
        the zeros are zeros as far as the state is one of straight riding."""
        text = (harness.SOURCE / MODEL).read_text(encoding="utf-8")
        text = text[:text.index("checks:")].replace("duration: 6 s", "duration: 60 s").replace(
            "output_step: 20 ms", "output_step: 1 s").replace("outputs:", """\
  later: {type: linearize, from: ride, about: {steady: true}}
outputs:
  vx: rear_frame.vx
  vy: rear_frame.vy""")
        run = self.good(self.scratch.model(text))
        table = run.table("ride")
        speed = math.hypot(table["vx"][-1], table["vy"][-1])
        self.assertGreater(abs(table["vy"][-1]), 0.05)
        self.close(true_ones(run, "later"), roots(whipple.polynomial(speed)), 1e-8)
        self.assertEqual([row["label"] for row in eigenvalues(run, "later")].count("neutral"), 6)


if __name__ == "__main__":
    harness.main()
