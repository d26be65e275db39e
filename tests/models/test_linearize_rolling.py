#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Small motions of what rolls, glides on an edge or holds a relation of rates, against closed forms.

With n coordinates, m rows of positions and k of velocities there are 2 (n - m) - k values.

test_linearize_rolling.py --binary MBSRUN --source ROOT
"""

import cmath
import math

import harness
from test_linearize import EXACT, EigenvalueTest, eigenvalues, pendulum, true_ones
from test_steady import roots

G, R, MASS = 9.81, 0.25, 2.0
ABOUT = MASS * R * R / 4      # moments of the disc: about a diameter
ALONG = MASS * R * R / 2      # about the axle
ROLLS = ALONG + MASS * R * R  # about the axle, at the edge

DISC = """mbs: 1
space: spatial
gravity: [0, 0, -9.81]
parameters: {{r: 0.25, lean: {lean!r}, up: {up!r}, spin: {spin!r}}}
bodies:
  disc:
    type: rigid
    mass: 2
    inertia: {{xx: 2*r^2/4, yy: 2*r^2/4, zz: 2*r^2/2}}
    initial:
      position: [3, 2, r*cos(lean)]
      orientation: {{axis_angle: {{axis: [1, 0, 0], angle: lean - pi/2}}}}
      velocity: [r*spin, 0, 0]
      angular_velocity: [0, spin*cos(lean) - up*sin(lean), spin*sin(lean) + up*cos(lean)]
couplers: {{edge: {{type: rolling_disc, marker_j: disc, radius: r}}}}
analyses: {{modes: {{type: linearize, about: {{steady: true}}{more}}}}}
"""

SLEIGH = """mbs: 1
space: planar
bodies:
  sleigh: {{type: rigid, mass: 3, inertia: 0.7, markers: {{blade: {{position: [-0.4, 0]}}}},
    initial: {{angle: 0.3, velocity: ["{v}*cos(0.3)", "{v}*sin(0.3)"]}}}}
couplers: {{edge: {{type: knife_edge, marker_j: sleigh.blade, direction: y}}}}
analyses: {{modes: {{type: linearize, about: {{steady: true}}}}}}
"""

SPRINGS = """mbs: 1
space: planar
bodies:
  a: {{type: point_mass, mass: 2}}
ground: {{markers: {{left: {{position: [-1, 0]}}, low: {{position: [0, -1]}}}}}}
couplers: {{hold: {{type: velocity, relation: "a.vx + a.vy - 0.8*a.y"}}}}
forces:
  x: {{type: force, marker: a, vector: [-50*a.x, -20*a.y - 3*a.vy]}}
analyses: {{modes: {{type: linearize{more}}}}}
"""


class TestRolling(EigenvalueTest):
    def modes(self, text):
        run = self.good(self.scratch.model(text))
        labels = [row["label"] for row in eigenvalues(run, "modes")]
        return run, true_ones(run, "modes"), labels.count("neutral")

    def disc(self, lean=0.0, up=0.0, spin=0.0, more=""):
        return self.modes(DISC.format(lean=float(lean), up=float(up), spin=float(spin), more=more))

    def test_upright_disc(self):
        """(A + m r^2) s^2 + (C + m r^2) C w^2 / A - m g r = 0: stable above sqrt(g/(3 r))."""
        limit = math.sqrt(G / (3 * R))
        for w in (0.0, 0.5 * limit, limit * (1 - 1e-6), limit * (1 + 1e-6), -2 * limit):
            _, found, zeros = self.disc(spin=w)
            s = cmath.sqrt((MASS * G * R - ROLLS * ALONG * w * w / ABOUT) / (ABOUT + MASS * R * R))
            self.close(found, [s, -s], 1e-9)
            self.assertEqual(zeros, 6)  # two places, heading, turn, their rates: 2 (6 - 1) - 2 - 2
            self.assertEqual(max(z.real for z in found) > 1e-9, abs(w) < limit)

    def test_disc_that_spins_upright(self):
        """It turns in its place: stable above sqrt(4 g/(5 r)), since what tilts it must roll along.
        On a smooth floor nothing rolls along: A n^2 > m g r, sqrt(4 g/r)."""
        limit = math.sqrt(4 * G / (5 * R))
        for n in (0.5 * limit, limit * (1 - 1e-6), limit * (1 + 1e-6), 2 * limit):
            _, found, zeros = self.disc(up=n)
            s = cmath.sqrt((MASS * G * R - (ABOUT + MASS * R * R) * n * n) / (ABOUT + MASS * R * R))
            self.close(found, [s, -s, 1j * n, -1j * n], 1e-9)  # +-i n: it stands elsewhere, as seen from
            self.assertEqual(zeros, 4)                         # a frame that turns about here
            self.assertEqual(max(z.real for z in found) > 1e-9, n < limit)

    def test_disc_in_a_circle(self):
        """Euler's equations in the disc's axes along the road, up the disc and along the axle:
        (C + m r^2) w2 w3 - A w2^2 tan + m g r sin = 0 holds the lean; a turn is w2 / cos."""
        for lean, up in ((0.3, 2.0), (-0.5, 3.0), (1.0, 6.0), (0.1, 0.5), (1.4, 30.0), (0.6, 0.9)):
            tan, cos = math.tan(lean), math.cos(lean)
            spin = (ABOUT * up**2 * tan - MASS * G * R * math.sin(lean)) / (ROLLS * up)
            square = ((ROLLS * spin - 2 * ABOUT * up * tan) * (ALONG * spin / ABOUT - up * tan)
                      + MASS * R * R * up**2 + ABOUT * up**2 / cos**2 - MASS * G * R * cos)
            s = cmath.sqrt(-square / (ABOUT + MASS * R * R))
            run, found, zeros = self.disc(lean, up, spin)
            self.close(found, [s, -s, 1j * up / cos, -1j * up / cos], 1e-9)
            self.assertEqual(zeros, 4)
            turn = run.analysis("modes")["linearize"]["steady"]["angular_velocity"]
            self.assertLess(max(abs(turn[0]), abs(turn[1]), abs(turn[2] - up / cos)), 1e-9 * up / cos)

    def test_disc_that_leans_too_far(self):
        run = self.scratch.run(self.scratch.model(DISC.format(lean=0.3, up=2.0, spin=-3.7, more="")))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn("E-LIN-006", run.err)
        self.assertRegex(run.err, r'"disc" differs from a steady one by 0\.0\d+ of its velocities')

    def test_all_forms_have_the_same_true_ones(self):
        """What a form adds: a velocity row is worth one value where one of positions is worth two."""
        wanted = {"index_3": (6 * 2 + 3 - 8, 0), "index_1": (3, 4), "baumgarte": (3, 4), "ggl": (6 * 2 + 4 - 8, 0)}
        for pencil, (infinite, spurious) in wanted.items():
            run, found, zeros = self.disc(spin=20.0, more=f", pencil: {pencil}")
            s = cmath.sqrt((MASS * G * R - ROLLS * ALONG * 400 / ABOUT) / (ABOUT + MASS * R * R))
            self.close(found, [s, -s], 1e-9)
            self.assertEqual(zeros, 6)
            labels = [row["label"] for row in eigenvalues(run, "modes")]
            self.assertEqual((labels.count("infinite"), labels.count("spurious")), (infinite, spurious), pencil)
            self.assertLess(run.analysis("modes")["linearize"]["agreement"], 1e-9)

    def test_sleigh(self):
        """Chaplygin's: straight on with the mass ahead of the blade it is stable, behind it is not."""
        for v in (2.0, -2.0, 0.0):
            _, found, zeros = self.modes(SLEIGH.format(v=v))
            value = -3 * 0.4 * v / (0.7 + 3 * 0.16)
            self.close([z for z in found if z != 0], [value] if v != 0 else [], 1e-12)
            self.assertEqual(zeros + len(found), 5)

    def test_relation_of_rates_with_places(self):
        """x' + y' = k y: the rows' part by positions; one value fewer than two point coordinates have."""
        k, m, c, d, e = 0.8, 2.0, 50.0, 3.0, 20.0
        # (m s^2 + d s + e) s + (m s^2 + c)(s - k) = 0
        wanted = roots([2 * m, d - m * k, e + c, -c * k])
        for more in ("", ", pencil: index_1", ", pencil: baumgarte", ", pencil: ggl"):
            _, found, zeros = self.modes(SPRINGS.format(more=more))
            self.close(found, wanted, 1e-10)
            self.assertEqual(zeros, 0)

    def test_held_rate_is_as_good_as_a_held_place(self):
        """A rod held by the rate of its length: the same pair, whatever the speed, and one zero for
        the length."""
        for v in (0.0, 2.0):
            text = pendulum("  modes: {type: linearize}", vx=v)
            rod = text[text.index("joints:"):text.index("outputs:")]
            held = text.replace(rod, 'couplers: {rod: {type: velocity, relation: "P.x*P.vx + P.y*P.vy"}}\n')
            run = self.good(self.scratch.model(held))
            values = [complex(float(row["re"]), float(row["im"])) for row in eigenvalues(run, "modes")
                      if row["label"] in ("true", "neutral", "frozen")]
            self.close(values, [EXACT * 1j, -EXACT * 1j, 0], 1e-7)

    def test_moving_without_about(self):
        run = self.good(self.scratch.model(DISC.format(lean=0.2, up=1.0, spin=9.0, more="").replace(
            "about: {steady: true}", "modes: 2")))
        labels = [row["label"] for row in eigenvalues(run, "modes")]
        self.assertEqual(labels.count("frozen"), 8)
        self.assertIn("W-LIN-004", run.err)

    def test_drift_over_a_thousand_seconds(self):
        """The leaning disc of the shipped model: neither the edge slips nor the gap opens."""
        text = (harness.SOURCE / "models/examples/rolling_disc.yaml").read_text(encoding="utf-8")
        text = text[:text.index("checks:")].replace("duration: 5 s", "duration: 1000 s").replace(
            "output_step: 10 ms", "output_step: 1 s")
        audit = self.good(self.scratch.model(text)).analysis("run")["audit"]
        self.assertLess(audit["constraint_velocity"], 1e-12)
        self.assertLess(audit["constraint_position"], 1e-12)
        self.assertLess(audit["energy_drift"], 1e-9)


if __name__ == "__main__":
    harness.main()
