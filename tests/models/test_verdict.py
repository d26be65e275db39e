# SPDX-License-Identifier: BSD-3-Clause
"""What the audit says of a motion: every figure by its scale, a warning from a thousandth of it on,
status `inaccurate` and exit status 10 from a tenth on; and not a word where the motion is right.
"""

import json
import math
import subprocess
import unittest

import harness
import kinds

# A spring of 10 rad/s, x(0) = 1 m.
SPRING = """\
mbs: 1
space: planar
bodies: {P: {type: point_mass, mass: 1 kg, initial: {position: [1, 0]}}}
forces: {s: {type: spring_damper, marker_i: ground, marker_j: P, stiffness: 100, free_length: 0}}
analyses: {run: {type: dynamics, duration: 10, integrator: {method: %s}}}
outputs: {x: P.x, vx: P.vx}
"""
CHECK = "checks: {near: {max_abs: x, below: 1e-9}}\n"


class VerdictTest(unittest.TestCase):
    def setUp(self):
        self.scratch = harness.Scratch(self)

    def run_model(self, text, *arguments):
        return self.scratch.run(self.scratch.model(text), *arguments)

    def figure(self, analysis, what):
        (one,) = [f for f in analysis["audit"]["figures"] if f["figure"].startswith(what)]
        return one


class TestInaccurate(VerdictTest):
    def test_steps_that_are_too_long(self):
        """Order 2 and order 8 beyond their stability: x is anything up to 1e27 m."""
        for method in ("symplectic, step: 0.3", "runge_kutta, step: 0.5"):
            run = self.run_model(SPRING % method)
            self.assertEqual(run.status, 10, method + run.story())
            analysis = run.analysis()
            self.assertEqual((run.summary["status"], analysis["status"]), ("inaccurate",) * 2)
            self.assertEqual(analysis["failure"]["code"], "E-AUDIT-001")
            self.assertEqual(analysis["rows"], analysis["rows_expected"])
            self.assertEqual(run.files, ["run.csv", "run.motion.bin", "summary.json"])
            self.assertTrue(run.summary["files"][0]["complete"])
            self.assertIn("use a step shorter than", run.err)

    def test_steps_that_are_nearly_too_long(self):
        """Leapfrog with 0.05 s loses a radian in ten seconds, with a tenth of that a hundredth, which
        is said; with a hundredth nothing is."""
        self.assertEqual(self.run_model(SPRING % "symplectic, step: 0.05").status, 10)
        run = self.run_model(SPRING % "symplectic, step: 0.005")
        self.assertEqual(run.status, 0, run.story())
        self.assertIn("W-AUDIT-002", run.err)
        self.assertNotIn("W-AUDIT", self.run_model(SPRING % "symplectic, step: 5e-4").err)

    def test_damping_by_design(self):
        """Its loss of energy is told as its own; a step too long is seen in the equations."""
        path = harness.SOURCE / "tests/models/data/integrator_step_too_long.yaml"
        run = self.scratch.run(path)
        self.assertEqual(run.status, 10, run.story())
        analysis = run.analysis()
        self.assertTrue(analysis["audit"]["damped_by_the_method"])
        self.assertFalse(self.figure(analysis, "energy")["judged"])
        self.assertGreater(analysis["audit"]["defect"], 0.1)
        self.assertIn("due to the damping of the method", run.err)
        fine = self.scratch.run(path, "--set", "analyses.run.integrator.step=1e-3")
        self.assertEqual(fine.status, 0, fine.story())
        self.assertNotIn("W-AUDIT", fine.err)

    def test_pulses_are_right_or_told(self):
        """Narrow beside the steps: v = 0.886 m/s."""
        truth = math.sqrt(math.pi) / 2
        for name, channel in (("pulse_missed", "v"), ("missed_pulse", "vx")):
            run = self.scratch.run(harness.SOURCE / f"tests/models/data/{name}.yaml")
            if run.status != 10:
                self.assertEqual(run.status, 0, run.story())
                self.assertAlmostEqual(run.table()[channel][-1], truth, delta=1e-4)


class TestStatus(VerdictTest):
    def test_accepted(self):
        run = self.run_model(SPRING % "symplectic, step: 0.3", "--accept-inaccurate")
        self.assertEqual(run.status, 0, run.story())
        self.assertIn("warning[W-AUDIT-003]", run.err)
        self.assertEqual(run.summary["status"], "inaccurate")
        self.assertEqual(run.summary["exit_status"], 0)

    def test_worst_counts(self):
        """9 before 10 before 6 before 0, in whichever order they come."""
        bad = (SPRING % "symplectic, step: 0.3") + CHECK
        self.assertEqual(self.run_model(bad).status, 10)
        self.assertEqual(self.run_model(bad, "--accept-inaccurate").status, 6)
        two = bad.replace("analyses: {", "analyses: {fine: {type: dynamics, duration: 1}, ")
        self.assertEqual(self.run_model(two).status, 10)
        short = bad.replace("analyses: {", "analyses: {short: {type: dynamics, duration: 1, "
                            "integrator: {max_steps: 3}}, ")
        run = self.run_model(short)
        self.assertEqual(run.status, 9, run.story())
        self.assertEqual(run.summary["status"], "budget")

    def test_goes_on(self):
        """What starts from an inaccurate motion runs."""
        text = (SPRING % "symplectic, step: 0.3").replace(
            "}\noutputs", ", next: {type: dynamics, duration: 1, from: run}}\noutputs")
        run = self.run_model(text)
        self.assertEqual(run.status, 10, run.story())
        self.assertEqual(run.analysis("next")["status"], "ok")

    def command(self, status, *arguments):
        done = subprocess.run([harness.BINARY, *map(str, arguments)], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_convergence(self):
        """Coarse rungs may be inaccurate; the finest may not."""
        path = self.scratch.model(SPRING % "symplectic, step: 0.3")
        done = self.command(0, "convergence", path, "--steps", "0.3,0.003,0.0015", "--json")
        (ladder,) = json.loads(done.stdout)["methods"]
        self.assertEqual([r["status"] for r in ladder["rungs"]], ["inaccurate", "ok", "ok"])
        self.command(10, "convergence", path, "--steps", "0.3,0.25")

    def test_compare(self):
        path = self.scratch.model(SPRING % "symplectic, step: 0.3")
        self.assertIn("E-AUDIT-001", self.command(10, "compare", path, path).stderr)
        self.command(0, "compare", path, path, "--accept-inaccurate")

    def test_studies(self):
        path = self.scratch.model((SPRING % "symplectic, step: h").replace(
            "space:", "parameters: {h: 0.3}\nspace:"))
        out = self.scratch.path / "study"
        self.command(7, "sweep", path, "--vary", "h=0.3,0.001", "-o", out)
        table = (out / "results.csv").read_text().splitlines()
        self.assertIn("inaccurate", table[1])
        self.assertIn("E-AUDIT-001", table[1])
        self.assertNotIn("inaccurate", table[2])
        again = self.scratch.path / "accepted"
        self.command(0, "sweep", path, "--vary", "h=0.3,0.001", "-o", again, "--accept-inaccurate")
        self.assertIn("W-AUDIT-003", (again / "results.csv").read_text().splitlines()[1])


class TestGood(VerdictTest):
    """Small and awkward, and right: not a word."""

    def expect_silence(self, text, *arguments):
        run = self.run_model(text, *arguments)
        self.assertEqual(run.status, 0, text + run.story())
        self.assertNotIn("AUDIT", run.err, text)

    def test_rest(self):
        """What stands on a stiff spring, slides on nothing, or is nothing but round-off."""
        for stiffness in ("1e2", "1e6", "1e9"):
            self.expect_silence(f"""\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {{P: {{type: point_mass, mass: 1 kg, initial: {{position: [0, {1 - 9.81 / float(stiffness)}]}}}}}}
forces: {{s: {{type: spring_damper, marker_i: ground, marker_j: P, stiffness: {stiffness}, free_length: 0,
  damping: 1}}, up: {{type: force, marker: P, vector: [0, "{stiffness}"]}}}}
analyses: {{run: {{type: dynamics, duration: 1}}}}
outputs: {{y: P.y}}
""")

    def test_free_flight(self):
        for speed in ("1e-6", "1", "1e4"):
            self.expect_silence(f"""\
mbs: 1
space: planar
bodies: {{P: {{type: point_mass, mass: 1 kg, initial: {{velocity: [{speed}, 0]}}}}}}
forces: {{wind: {{type: force, marker: P, vector: ["1e-12*cos(t)", 0]}}}}
analyses: {{run: {{type: dynamics, duration: 1}}}}
outputs: {{x: P.x}}
""")

    def test_stiff_by_ida(self):
        """Accelerations between steps are noise, places and velocities are not."""
        self.expect_silence("""\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  P: {type: point_mass, mass: 1 kg, initial: {position: [1, 0]}}
  Q: {type: point_mass, mass: 1 kg, initial: {position: [2, 0]}}
joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: 1}}
forces: {s: {type: spring_damper, marker_i: P, marker_j: Q, stiffness: 1e9, damping: 1e4, free_length: 1}}
analyses: {run: {type: dynamics, duration: 1, integrator: {method: ida}}}
outputs: {x: P.x, vx: Q.vx}
""")

    def test_counterweight(self):
        """Slow, and weights that go up and down against each other by far more than moves."""
        self.expect_silence("""\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  beam: {type: rigid, mass: 1000 kg, inertia: 1000, initial: {position: [0, 0], angle_rate: 1e-3},
         markers: {a: {position: [-1, 0]}, b: {position: [1, 0]}}}
  A: {type: point_mass, mass: 1000 kg, initial: {position: [-1, 0]}}
  B: {type: point_mass, mass: 1000 kg, initial: {position: [1, 0]}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: beam}
  left: {type: revolute, marker_i: beam.a, marker_j: A}
  right: {type: revolute, marker_i: beam.b, marker_j: B}
analyses: {run: {type: dynamics, duration: 1000}}
outputs: {angle: beam.angle}
""")


# Three masses on four springs under weight, as ./dev bench verdict drew them (1215): small differences grow by ten
# each 0.13 s at the end.
NET = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  P0: {type: point_mass, mass: 99.40758365599858, initial: {position: [1.03974719078759, -0.15448022454152388],
       velocity: [2.6482603295834726, 0.10130290639134606]}}
  P1: {type: point_mass, mass: 14.164292432279515, initial: {position: [2.07949438157518, 0.11072708892465453],
       velocity: [0.19455953961859787, 0.04859796529254511]}}
  P2: {type: point_mass, mass: 2.7085798881841305, initial: {position: [3.1192415723627698, -0.09853770604205025],
       velocity: [-1.9975343355659212, 2.516582458039474]}}
forces:
  s0: {type: spring_damper, marker_i: ground, marker_j: P0, stiffness: 107452.86470626894, damping: 61.10316106071037,
       free_length: 0.4911930661151584}
  s1: {type: spring_damper, marker_i: P0, marker_j: P1, stiffness: 113578.4588819903, damping: 62.82068459697482,
       free_length: 0.5924313109152451}
  s2: {type: spring_damper, marker_i: P1, marker_j: P2, stiffness: 37745.50438867973, free_length: 0.9431143740911997}
  s3: {type: spring_damper, marker_i: ground, marker_j: P2, stiffness: 3241.7350520826817, free_length: 0.9997468388846933}
analyses: {run: {type: dynamics, duration: %s, output_step: 0.01, integrator: {%s}}}
outputs: {x: P2.x, y: P2.y}
"""

# Two points on rods, let go above the pivot at (X, -0.3 X): chaotic from about 10 s on.
PENDULUM = """\
mbs: 1
space: planar
gravity: [0, -9.81]
ground: {markers: {hook: {position: [X, -0.3*X]}}}
parameters: {X: %s}
bodies:
  A: {type: point_mass, mass: 1, initial: {position: [X + 1, -0.3*X]}}
  B: {type: point_mass, mass: 1, initial: {position: [X + 1, 1 - 0.3*X]}}
joints:
  a: {type: distance, marker_i: ground.hook, marker_j: A, length: 1}
  b: {type: distance, marker_i: A, marker_j: B, length: 1}
analyses: {run: {type: dynamics, duration: %s, output_step: 0.05, integrator: {%s}}}
outputs: {x: B.x - X, y: B.y + 0.3*X}
"""

# A bob of 1 m on a carriage that goes at some speed.
CARRIAGE = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  cart: {type: rigid, mass: 100, inertia: 1, initial: {velocity: [%(speed)s, 0]}}
  bob: {type: point_mass, mass: 1, initial: {position: [1, 0], velocity: [%(speed)s, 0]}}
joints:
  slide: {type: prismatic, marker_i: ground, marker_j: cart}
  rod: {type: distance, marker_i: cart, marker_j: bob, length: 1}
analyses: {run: {type: dynamics, duration: %(duration)s, output_step: 1, integrator: {%(words)s}}}
outputs: {x: bob.x - cart.x, y: bob.y}
"""

# A heavy crank that turns at 100 rad/s drives a piston.
ENGINE = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  crank: {type: rigid, mass: 1, inertia: 0.1, initial: {angle_rate: 100}, markers: {tip: {position: [0.1, 0]}}}
  rod: {type: rigid, mass: 0.2, inertia: 0.01, initial: {position: [0.3, 0]},
        markers: {a: {position: [-0.2, 0]}, b: {position: [0.2, 0]}}}
  piston: {type: rigid, mass: 0.5, inertia: 0.01, initial: {position: [0.5, 0]}}
joints:
  a: {type: revolute, marker_i: ground, marker_j: crank}
  b: {type: revolute, marker_i: crank.tip, marker_j: rod.a}
  c: {type: revolute, marker_i: rod.b, marker_j: piston}
  d: {type: prismatic, marker_i: ground, marker_j: piston}
analyses: {run: {type: dynamics, duration: %s, output_step: 0.5, integrator: {%s}}}
outputs: {x: cos(crank.angle), y: sin(crank.angle)}
"""


LATE = """\
mbs: 1
space: planar
bodies: {P: {type: point_mass, mass: 1, initial: {position: [1, 0]}}}
forces: {s: {type: force, marker: P, vector: ["-(1 + 60*max(0, t - 7)^2)*P.x", 0]}}
analyses: {run: {type: dynamics, duration: 10, output_step: %s, integrator: {%s}}}
outputs: {x: P.x}
"""


class TestWhole(VerdictTest):
    """Energy and equations hold, and the motion is wrong all the same."""

    def test_what_magnifies_errors(self):
        run = self.run_model(NET % (2.1, ""))
        self.assertEqual(run.status, 10, run.story())
        self.assertIn("error of the whole motion", run.err)
        self.assertIn("does not determine it", run.err)
        self.assertEqual(self.run_model(NET % (2.1, "method: ida")).status, 10)
        for duration, words in ((2.1, "tolerances: {relative: 1e-11}"), (0.5, "")):
            run = self.run_model(NET % (duration, words))
            self.assertEqual(run.status, 0, run.story())
            self.assertNotIn("W-AUDIT", run.err)

    def test_errors_that_arise_late(self):
        """A spring that stiffens after 7 of 10 s, by steps of 0.16 s: the error of 2.4 mm at the end is found
        whatever rows are written."""
        truth = self.run_model(LATE % (10, "tolerances: {relative: 1e-12, absolute: 1e-12}")).table()["x"][-1]
        for step in (0.01, 0.157, 0.16, 0.2, 0.29, 0.31, 1, 10):
            run = self.run_model(LATE % (step, "method: runge_kutta, step: 0.16"))
            told = self.figure(run.analysis(), "error of the whole")
            error = abs(run.table()["x"][-1] - truth)
            self.assertTrue(0.5 * error < told["value"] < 2 * error, (step, error, told))
            self.assertGreater(told["t"], 9, step)

    def test_wherever_it_stands(self):
        """Told as at the origin, with the error that a run at 1e-12 shows; regular for 3 s."""
        for place in ("0", "1e6", "1e7"):
            self.assertEqual(self.run_model(PENDULUM % (place, 20, "")).status, 10, place)
            run, fine = (self.run_model(PENDULUM % (place, 10, words)) for words in ("", "tolerances: {relative: 1e-12}"))
            error = max(math.dist(p, q) for p, q in zip(zip(run.table()["x"], run.table()["y"]),
                                                        zip(fine.table()["x"], fine.table()["y"])))
            self.assertGreater(error, 2e-3)
            self.assertIn("W-AUDIT-002", run.err, place)
            self.assertLess(abs(self.figure(run.analysis(), "error of the whole")["value"] / error - 1), 0.7)
            run = self.run_model(PENDULUM % (place, 3, ""))
            self.assertNotIn("AUDIT", run.err, place)

    def expect_told(self, text_of, words, truth):
        """What is off by a tenth is inaccurate, what is off by 2e-3 told; the rest is as the case may be."""
        run = self.run_model(text_of(words))
        rows, right = run.table(), truth.table()
        error = max(math.dist(p, q) for p, q in zip(zip(rows["x"], rows["y"]), zip(right["x"], right["y"])))
        print(f"{words or 'auto'}: off by {error:.2g}, {run.analysis()['status']}")
        self.assertTrue(error < 2e-3 or run.status == 10 or "W-AUDIT-002" in run.err, run.story())
        self.assertTrue(error < 0.2 or run.status == 10, run.story())
        self.assertTrue(error > 1e-4 or "AUDIT" not in run.err, run.story())
        return error

    WAYS = ("", "method: ida", "method: runge_kutta, tolerances: {relative: 1e-5}", "method: ida, tolerances: {relative: 1e-5}")

    @kinds.sampled
    def test_far_travel(self):
        """As on a carriage that starts at rest: what swings on it is not measured by its way."""
        for speed, duration in kinds.some(((1e4, 10), (1e4, 100), (100, 1000)), 1):
            def text(words, speed=speed):
                return CARRIAGE % {"speed": speed, "duration": duration, "words": words}
            truth = self.run_model(text("tolerances: {relative: 1e-12}", 0))
            worst = max(self.expect_told(text, words, truth) for words in self.WAYS)
            self.assertGreater(worst, 5e-3)

    @kinds.sampled
    def test_long_drives(self):
        """One coordinate, a thousand turns and more: what a rate is off by becomes an angle."""
        for duration in kinds.some((1, 10, 50), 1):
            truth = self.run_model(ENGINE % (duration, "tolerances: {relative: 1e-12}"))
            worst = max(self.expect_told(lambda words: ENGINE % (duration, words), words, truth) for words in self.WAYS)
            self.assertGreater(worst, 3e-4)

    def test_impacts(self):
        """A ball among round posts in a box, with weight and wind: nothing but impacts magnifies differences."""
        posts = ((-0.5, -0.5), (0.5, -0.45), (-0.45, 0.5), (0.5, 0.55), (0.02, 0.01))
        markers = [f"p{k}: {{position: [{x}, {y}]}}" for k, (x, y) in enumerate(posts)]
        events = [f"  post{k}: {{when: \"(P.x - {x})^2 + (P.y - {y})^2 - 0.09\", direction: falling, "
                  f"impact: {{marker_i: ground.p{k}, marker_j: P, restitution: 1}}}}" for k, (x, y) in enumerate(posts)]
        for k, (gap, place, way) in enumerate((("P.x + 1", "[-1, 0]", "[1, 0]"), ("1 - P.x", "[1, 0]", "[-1, 0]"),
                                               ("P.y + 1", "[0, -1]", "[0, 1]"), ("1 - P.y", "[0, 1]", "[0, -1]"))):
            markers.append(f"w{k}: {{position: {place}}}")
            events.append(f"  wall{k}: {{when: {gap}, direction: falling, impact: {{marker_i: ground.w{k}, "
                          f"marker_j: P, direction: {way}, restitution: 1}}}}")
        text = "\n".join((
            "mbs: 1", "space: planar", "gravity: [0, -9.81]", f"ground: {{markers: {{{', '.join(markers)}}}}}",
            "bodies: {P: {type: point_mass, mass: 1, initial: {position: [0.1, -0.7], velocity: [1.1, 0.7]}}}",
            'forces: {air: {type: force, marker: P, vector: ["-1e-3*P.vx*(1+P.x^2)", "0.5*sin(3*P.x)"]}}',
            "events:", *events, "analyses: {run: {type: dynamics, duration: %s, output_step: 0.05, integrator: {%s}}}",
            "outputs: {x: P.x, y: P.y}", ""))
        for duration, least in ((3, 0), (10, 2e-3), (20, 0.2)):
            truth = self.run_model(text % (duration, "tolerances: {relative: 1e-12}"))
            self.assertGreaterEqual(self.expect_told(lambda words: text % (duration, words), "", truth), least)

    def test_fast_turning(self):
        """Looks that are too long to follow differences become shorter, and what grew before counts."""
        run = self.scratch.run(harness.SOURCE / "tests/models/data/verdict_spin_up.yaml")
        self.assertEqual(run.status, 10, run.story())
        self.assertIn("error of the whole motion", run.err)

    def test_phases(self):
        """The error that is told beside cos(10 t), x of SPRING over 1.6 periods to 160."""
        for words in ("hht, step: 0.002", "newmark, gamma: 0.5, beta: 0.25, allow_undamped: true, step: 0.005",
                      "generalized_alpha, step: 0.004", "symplectic, step: 0.004", "symplectic, order: 4, step: 0.04"):
            for duration in (1, 100):
                run = self.run_model((SPRING % words).replace("duration: 10,", f"duration: {duration}, output_step: 0.05,"))
                table = run.table()
                error = max(abs(x - math.cos(10 * t)) for t, x in zip(table["t"], table["x"]))
                found = [f for f in run.analysis()["audit"]["figures"] if f["figure"].startswith("error of the whole")]
                print(f"{words}, {duration} s: off by {error:.2g} m, told {[f['value'] for f in found]}")
                if error > 4e-3:  # of the way of 2 m
                    self.assertTrue(run.status == 10 or "W-AUDIT-002" in run.err, run.story())
                    self.assertEqual(run.status == 10, found[0]["value"] > 0.2)
                if found:
                    self.assertLess(abs(found[0]["value"] / error - 1), 0.7)


if __name__ == "__main__":
    harness.main()
