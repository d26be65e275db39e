#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is accepted is told: every remark, how to say that it is meant, and what people expect of a
file that says little.

test_remarks.py --binary MBSRUN --source ROOT
"""

import math
import re

import harness

HEAD = "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
BAR = "  bar: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0]%s}}\n"
HINGE = "joints: {hinge: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}}\n"
SHORT = "analyses: {swing: {type: dynamics, duration: 0.01}}\n"
PLAIN = HEAD + "bodies:\n" + BAR % "" + HINGE + "outputs: {a: bar.angle}\n" + SHORT


class TestRemarks(harness.MotionTest):
    def codes(self, text, status=0):
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, status, run.story())
        return run, [code for code in ("W-NOTE-001", "W-NOTE-002", "W-NOTE-003", "W-NOTE-004",
                                       "W-NOTE-005", "W-NOTE-006", "W-NOTE-007", "W-NOTE-008", "W-REF-010", "W-UNIT-003",
                                       "E-UNIT-006") if code in run.err]

    def told(self, text, code, *words, status=0):
        run, codes = self.codes(text, status)
        self.assertEqual(codes, [code], run.story())
        for word in words:
            self.assertIn(word, run.err)
        return run

    def quiet(self, text):
        run, codes = self.codes(text)
        self.assertEqual(codes, [], run.story())
        return run

    def test_without_a_fault_nothing_is_said(self):
        run = self.quiet(PLAIN)
        self.assertIn("ok, 1 degree of freedom", run.out + run.err)

    def test_without_outputs_all_is_written(self):
        run = self.quiet(PLAIN.replace("outputs: {a: bar.angle}\n", ""))
        table = run.table("swing")
        self.assertEqual(sorted(table), ["bar.angle", "bar.x", "bar.y", "hinge.angle", "t"])
        self.assertIn('no "outputs" are given', run.out + run.err)
        last = table["hinge.angle"][-1]
        self.assertAlmostEqual(table["bar.x"][-1], 0.5 * math.cos(last), 12)
        self.assertAlmostEqual(table["bar.y"][-1], 0.5 * math.sin(last), 12)
        spatial = """mbs: 1
space: spatial
bodies:
  top: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, initial: {angular_velocity: [1, 2, 3]}}
  dot: {type: point_mass, mass: 1, initial: {position: [1, 0, 0]}}
joints: {rod: {type: cylindrical, body_i: ground, body_j: top, at: [0, 0, 0], axis: [1, 2, 3]}}
""" + "accept: [loose_bodies]\n" + SHORT
        table = self.quiet(spatial).table("swing")
        self.assertEqual(sorted(table), sorted(
            ["t", "rod.angle", "rod.displacement", "dot.x", "dot.y", "dot.z"]
            + ["top." + word for word in ("x", "y", "z", "qw", "qx", "qy", "qz")]))

    def test_what_hangs_on_nothing(self):
        lost = PLAIN.replace("joints:", "  lost: {type: point_mass, mass: 1}\njoints:")
        self.told(lost, "W-NOTE-001", '"lost"', "it falls")
        self.quiet(lost + "accept: [loose_bodies]\n")
        pair = PLAIN.replace("joints: {", "  up: {type: point_mass, mass: 1, initial: {position: [3, 1]}}\n"
                             "  low: {type: point_mass, mass: 1, initial: {position: [3, 0]}}\n"
                             "joints: {rod: {type: distance, marker_i: up, marker_j: low, length: 1}, ")
        self.told(pair, "W-NOTE-001", '"up"', "the 1 joined with it")
        # no gravity: a satellite; one ball alone: a throw; a spring or an impact: connected
        self.quiet(pair.replace("gravity: [0, -9.81]\n", ""))
        self.quiet(pair.replace("gravity: [0, -9.81]\n", "gravity: [0, 0]\n"))
        self.quiet(HEAD + "bodies: {ball: {type: point_mass, mass: 1}}\noutputs: {y: ball.y}\n" + SHORT)
        self.quiet(lost + "forces: {s: {type: spring_damper, marker_i: bar, marker_j: lost, stiffness: 1, free_length: 0}}\n")

    def test_steps_without_end(self):
        """A spring of 1e15 N/m: its frequency sqrt(k/m)/(2 pi) is told at once with the steps to
        come, and where the limit will end them."""
        text = PLAIN.replace("joints:", "  bob: {type: point_mass, mass: 1, initial: {position: [2, 0]}}\njoints:") \
            .replace("outputs:", "parameters: {k: 1e15}\nforces: {s: {type: spring_damper, marker_i: bar, marker_j: bob,"
                     " stiffness: k, free_length: 1.5}}\noutputs:").replace("duration: 0.01", "duration: 1")
        path = self.scratch.model(text)
        for kind in ("auto", "runge_kutta", "ida"):
            run = self.scratch.run(path, "--max-steps", "20000", "--set",
                                   "analyses.swing.integrator={method: %s}" % kind)
            self.assertEqual(run.status, 9, run.story())
            self.assertEqual(run.err.count("W-INT-012"), 1, run.story())
            (warning,) = run.summary["analyses"]["swing"]["warnings"]
            self.assertEqual(warning["code"], "W-INT-012")
            self.assertIn("5e+06 Hz", warning["message"])
            self.assertIn('"bob"', warning["message"])
            told = float(re.search(r"at about t = ([^ ]+) s", warning["message"]).group(1))
            reached = float(re.search(r"used up at t = ([^ ]+) s", run.err).group(1))
            self.assertLess(abs(told / reached - 1), 0.35, run.err)
        run = self.scratch.run(path, "--set", "k=1e9")
        self.assertEqual((run.status, "W-INT-012" in run.err), (0, False), run.story())
        # at rest nothing of it is excited: ida takes long steps, and says nothing
        still = text.replace("-9.81", "0").replace("duration: 1}", "duration: 1, integrator: {method: ida}}")
        run = self.scratch.run(self.scratch.model(still))
        self.assertEqual((run.status, "W-INT-012" in run.err), (0, False), run.story())

    def test_gravity_in_millimetres(self):
        heavy = PLAIN.replace("-9.81", "-9810")
        self.told(heavy, "W-NOTE-002", "1000 times", "-9810 mm/s^2")
        for unit in ("mm/s^2", "m/s^2"):
            self.quiet(PLAIN.replace("-9.81", f"-9810 {unit}"))

    def test_rates_in_other_units(self):
        start = HEAD + "bodies:\n" + BAR + HINGE + "outputs: {a: bar.angle}\n" + SHORT
        for rate in ("3000", "360", "-1080"):
            self.told(start % f", velocity: [0, 0.5*({rate})], angle_rate: {rate}", "W-UNIT-003",
                      f"{rate} rpm", f"{rate} rad/s")
        for rate in ("3000 rpm", "3000 rad/s", "150", "360 deg/s"):
            self.quiet(start % f", angle_rate: {rate}")

    def test_laws_in_degrees(self):
        driven = PLAIN + "motions: {turn: {joint: hinge, law: %s, impulse: true}}\n"
        self.told(driven % "360*t", "W-UNIT-003", "360 deg")
        self.told(driven % '"90*t + 180*t^2"', "W-UNIT-003", "180 deg")
        for law in ("(360 deg/s)*t", "2*pi*t", "t*180/180", "1.180*t", "0.5*t"):
            self.quiet(driven % law)

    def test_hertz_of_an_angular_rate(self):
        start = HEAD + "bodies:\n" + BAR + HINGE + "outputs: {a: bar.angle}\n" + SHORT
        self.told(start % ", angle_rate: 10 Hz", "E-UNIT-006", "10 rad/s", "2*pi*10 rad/s", status=3)
        driven = PLAIN + "motions: {turn: {joint: hinge, law: 10 Hz, level: velocity, impulse: true}}\n"
        self.told(driven, "E-UNIT-006", "2*pi*10 rad/s", status=3)

    def test_one_body_in_millimetres(self):
        text = HEAD + """bodies:
  bar: {type: rigid, mass: 2, inertia: 0.1, markers: {end: {position: [0.5, 0]}}}
  arm: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5 - %s, 0]}, markers: {end: {position: [%s, 0]}}}
joints:
  a: {type: revolute, marker_i: ground, marker_j: bar}
  b: {type: revolute, marker_i: bar.end, marker_j: arm.end}
outputs: {x: arm.x}
""" + SHORT
        self.told(text % (250, 250), "W-NOTE-003", '"arm"', "250 m")
        self.quiet(text % (250, 250) + "accept: [body_sizes]\n")
        self.quiet(text % (5, 5))
        self.quiet(text % ("250 mm", "250 mm"))

    def test_signs(self):
        text = PLAIN + ("forces: {s: {type: torsional_spring_damper, joint: hinge, stiffness: %s, "
                        "damping: %s, free_angle: 0}}\n")
        self.told(text % (-3, 1), "W-NOTE-004", "forces.s.stiffness", "holding")
        self.told(text % (3, -1), "W-NOTE-004", "forces.s.damping", "damping")
        self.quiet(text % (-3, -1) + "accept: [coefficient_signs]\n")
        self.quiet(text % (0, 0))
        rub = PLAIN + ("forces: {f: {type: friction, joint: hinge, static: %s, kinetic: 0.3, "
                       "stribeck_speed: 0.1, transition_speed: 0.01, radius: 0.02}}\n")
        self.told(rub % 0.2, "W-NOTE-004", "static coefficient of friction, 0.2")
        self.quiet(rub % 0.4)

    def test_springs_that_start_wound_up(self):
        hung = HEAD + """bodies: {bar: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0, -0.5], angle: -90 deg}, markers: {end: {position: [-0.5, 0]}}}}
joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar.end}}
forces: {k: {type: torsional_spring_damper, joint: hinge, stiffness: 100%s}}
outputs: {a: bar.angle}
""" + SHORT
        self.told(hung % "", "W-NOTE-005", "-1.5708 rad", "free_angle: 0")
        self.quiet(hung % ", free_angle: 0")
        self.quiet(hung % ", free_angle: -90 deg")

    def test_mass_centres_far_out(self):
        text = HEAD + """bodies: {bar: {type: rigid, mass: 2, inertia: 0.1, center_of_mass: [%s, 0], markers: {a: {position: [0.5, 0]}, b: {position: [-0.5, 0]}}}}
joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar}}
outputs: {x: bar.a.x, y: bar.b.x}
""" + SHORT
        self.told(text % 25, "W-NOTE-006", "24.5 m")
        self.quiet(text % 25 + "accept: [mass_centers]\n")
        self.quiet(text % 1.5)

    def test_laws_and_checks_in_degrees(self):
        text = HEAD + "bodies: {bar: {type: rigid, mass: 2, inertia: 0.1}}\n" + """joints: {h: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}}
motions: {m: {joint: h, law: "%s"}}
outputs: {a: h.angle}
analyses: {run: {type: dynamics, duration: 0.1, output_step: 0.05}}
checks: {c: {%s: h.angle, equals: %s, within: 1e9}}
"""
        for law in ("step5(t, 0, 0, 1, 90)", "30*sin(2*t)", "sin(t)*45"):
            self.told(text % (law, "final", 1), "W-UNIT-003", "looks like degrees", "deg")
        for law in ("60*t", "t*45", "0.5*sin(30*t)", "60*2*pi*t/60", "30 deg*sin(t)", "0.3*sin(t)", "25*t"):
            self.quiet(text % (law, "final", 1))
        self.told(text % ("0.1*t", "final", 45), "W-UNIT-003", '"equals" of check "c"', "45 deg")
        self.told(text % ("0.1*t", "max", -90), "W-UNIT-003", "-90 deg")
        self.quiet(text % ("0.1*t", "final", "45 deg"))
        self.quiet(text % ("0.1*t", "final", 12))

    def test_inertias_of_far_larger_things(self):
        text = HEAD + """bodies: {bar: {type: rigid, mass: 37 g, inertia: %s, initial: {position: [0.05, 0]}}}
joints: {hinge: {type: revolute, body_i: ground, body_j: bar, at: [0, 0]}}
outputs: {a: hinge.angle}
""" + SHORT
        self.told(text % "313692", "W-NOTE-007", "radius of gyration of 2912 m", "in a mechanism of size 0.05 m")
        self.quiet(text % "313692" + "accept: [inertias]\n")
        self.quiet(text % "313692 g*mm^2")
        self.quiet(text % "0.1")  # a heavy wheel geared to it

    def test_stops_and_contacts_that_start_far_inside(self):
        stop = PLAIN + "forces: {stop: {type: joint_limit, joint: hinge, upper: %s, stiffness: 1e5, damping: 0.1}}\n"
        self.told(stop % "-70 deg", "W-NOTE-008", 'force "stop" starts with deep penetration', "loaded_stops")
        self.quiet(stop % "-70 deg" + "accept: [loaded_stops]\n")
        self.quiet(stop % "70 deg")
        balls = HEAD.replace("planar", "spatial") + """bodies:
  a: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, initial: {position: [0, 0, 0]}}
  b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, initial: {position: [0, 0, %s]}}
forces: {touch: {type: contact, marker_i: a, marker_j: b, radius_i: 0.5, radius_j: 0.5, stiffness: 1e7}}
outputs: {z: b.z}
accept: [loose_bodies%s]
""" + SHORT
        balls = re.sub(r"gravity: .*\n", "gravity: [0, 0, -9.81]\n", balls)
        self.told(balls % (0.6, ""), "W-NOTE-008", 'force "touch" starts with deep penetration')
        self.quiet(balls % (0.6, ", loaded_stops"))
        self.quiet(balls % (0.9999, ""))
        self.quiet(balls % (1.2, ""))

    def test_markers_that_nothing_uses(self):
        text = PLAIN.replace("initial:", "markers: {spare: {position: [1, 0]}}, initial:")
        self.told(text, "W-REF-010", '"bar.spare"')
        self.quiet(text + "accept: [unused_markers]\n")
        self.quiet(text.replace("a: bar.angle", "a: bar.spare.x"))

    def test_accept_knows_its_words(self):
        run = self.scratch.run(self.scratch.model(PLAIN + "accept: [loose_body]\n"))
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("loose_bodies", run.err)

    def test_one_rule_for_the_start(self):
        """Behind an equilibrium as behind an assembly: there, unless the file says `initial`."""
        text = HEAD + "bodies:\n" + BAR % "" + HINGE + """forces: {k: {type: torsional_spring_damper, joint: hinge, stiffness: 30, free_angle: 0}}
outputs: {a: hinge.angle}
analyses:
  rest: {type: equilibrium}
  stay: {type: dynamics, duration: 1}
  fall: {type: dynamics, duration: 1, from: initial}
"""
        run = self.good(self.scratch.model(text))
        rest = run.table("rest")["a"][0]
        self.assertLess(rest, -0.2)
        self.assertLess(max(abs(a - rest) for a in run.table("stay")["a"]), 1e-8)
        self.assertEqual(run.table("fall")["a"][0], 0)
        self.assertLess(min(run.table("fall")["a"]), 1.5 * rest)
        self.assertIn("stay: ok, from rest", run.out + run.err)

    def test_a_rate_holds_no_coordinate_of_the_guess(self):
        """The crank is driven by its rate; the guess has it at 40 degrees, the coupler's place asks for
        another angle, and assembling finds it."""
        text = """mbs: 1
space: planar
bodies:
  crank: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.3, 0.3], angle: 40 deg}, markers: {pin: {position: [0, 0]}, end: {position: [1, 0]}}}
  block: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0.5, 0.9]}}
joints:
  axle: {type: revolute, marker_i: ground, marker_j: crank.pin}
  tip: {type: revolute, marker_i: crank.end, marker_j: block}
motions: {drive: {joint: axle, law: 2, level: velocity, impulse: true}}
outputs: {a: crank.angle, w: crank.angle_rate, x: block.x}
analyses:
  close: {type: assemble, fixed: {block.x: 0.5}, weights: {crank: 1e-6}}
  go: {type: dynamics, duration: 0.1}
"""
        run = self.good(self.scratch.model(text))
        found = run.table("close")
        self.assertAlmostEqual(abs(found["a"][0]), math.pi / 3, 9)
        self.assertAlmostEqual(run.table("go")["a"][0], found["a"][0], 9)
        self.assertAlmostEqual(run.table("go")["a"][-1], found["a"][0] + 0.2, 9)

    def test_hints_of_directions(self):
        text = """mbs: 1
space: spatial
bodies: {block: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, initial: {orientation: {quaternion: [0, 0, 0.6, 0.8]}}}}
joints: {slide: {type: prismatic, marker_i: ground, marker_j: block}}
outputs: {x: block.x}
""" + SHORT
        for quaternion, words in (("[0, 0, 0.6, 0.8]", ["E-IC-005", "[w, x, y, z]"]),
                                  ("[0.8, 0, 0.6, 0]", ["E-IC-001", "along z of marker_i", "[w, x, y, z]"])):
            run = self.scratch.run(self.scratch.model(text.replace("[0, 0, 0.6, 0.8]", quaternion)))
            self.assertEqual(run.status, 3, run.story())
            for word in words:
                self.assertIn(word, run.err)


if __name__ == "__main__":
    harness.main()
