#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Discontinuities of the motion: located, passed with the right branch, told apart from chattering;
and what events do.

Truth comes from closed forms: motions that are harmonic or parabolic piece by piece.
"""

import math

import harness
from events import METHODS, ORDER_TWO, EventTest, events

BILINEAR = """mbs: 1
space: planar
bodies:
  block: {type: point_mass, mass: 1, initial: {position: [0.1, 0]}}
forces:
  spring: {type: force, marker: block, vector: ["if(block.x > 0, -100*block.x, -400*block.x)", 0]}
analyses:
  run: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: block.x, vx: block.vx, drift: energy.drift}
"""


def bilinear(t):
    """Half a period pi/10 on the soft side, pi/20 on the stiff one; and the passages until t."""
    first, soft, stiff = math.pi / 20, math.pi / 10, math.pi / 20
    if t < first:
        return 0.1 * math.cos(10 * t), 0
    turns, rest = divmod(t - first, soft + stiff)
    if rest < stiff:
        return -0.05 * math.sin(20 * rest), 1 + 2 * int(turns)
    return 0.1 * math.sin(10 * (rest - stiff)), 2 + 2 * int(turns)


class TestBranches(EventTest):

    def worst(self, run):
        table = run.table()
        return max(abs(x - bilinear(t)[0]) for t, x in zip(table["t"], table["x"]))

    def test_a_spring_with_two_stiffnesses(self):
        period = 3 * math.pi / 20
        for name, method in METHODS.items():
            run = self.motion_of(BILINEAR, method)
            found = [event["t"] for event in events(run)]
            true = [math.pi / 20 + period * (k // 2) + (math.pi / 20 if k % 2 else 0)
                    for k in range(len(found))]
            late = max(abs(a - b) for a, b in zip(found, true))
            x = self.worst(run)
            drift = run.analysis()["audit"]["energy_drift_steps"]
            print(f"{name}: {len(found)} events, times off by {late:.2g} s, x by {x:.2g} m, "
                  f"drift {drift:.2g} J")
            self.assertEqual(len(found), bilinear(2)[1])
            self.assertLess(late, 1e-8)
            self.assertLess(x, 1e-8)
            self.assertLess(drift, 1e-8)  # of 0.5 J

    def test_methods_of_order_two(self):
        for name, method in ORDER_TWO.items():
            run = self.motion_of(BILINEAR, method)
            coarse = self.motion_of(BILINEAR, method.replace("1e-4", "4e-4"))
            fine, rough = self.worst(run), self.worst(coarse)
            print(f"{name}: x off by {rough:.2g} m at 4e-4 s, {fine:.2g} m at 1e-4 s")
            self.assertLess(fine, 1e-5)
            self.assertGreater(rough / fine, 12)  # order two, across events too
            self.assertEqual(len(events(run)), bilinear(2)[1])

    def test_noevent_integrates_across(self):
        smooth = BILINEAR.replace('"if(', '"noevent(if(').replace('x)"', 'x))"')
        run = self.motion_of(smooth, METHODS["runge_kutta"])
        self.assertEqual(run.analysis()["events"]["count"], 0)
        self.assertLess(self.worst(run), 1e-6)

    def test_a_touch_between_two_points_of_a_step(self):
        """x = 1 - cos(t) exceeds 1.9999999 for 8.9e-4 s only, well inside a step."""
        model = """mbs: 1
space: planar
bodies:
  block: {type: point_mass, mass: 1, initial: {position: [-1, 0]}}
forces:
  spring: {type: force, marker: block, vector: ["-1*block.x", "if(block.x > 0.9999999, 1e3, 0)"]}
analyses:
  run: {type: dynamics, duration: 6, output_step: 0.1}
outputs: {y: block.y, vy: block.vy}
"""
        half = math.acos(0.9999999)
        for name in ("runge_kutta", "ida"):
            run = self.motion_of(model, METHODS[name])
            found = [event["t"] for event in events(run)]
            print(name, found)
            self.assertEqual(len(found), 2)
            # the passage is so slow that 1e-9 m are 2e-6 s
            self.assertAlmostEqual(found[0], math.pi - half, delta=1e-9 / half)
            self.assertAlmostEqual(found[1], math.pi + half, delta=1e-9 / half)
            self.assertAlmostEqual(run.table()["vy"][-1], 1e3 * 2 * half, delta=2e3 * 1e-9 / half)


CHATTER = """mbs: 1
space: planar
bodies:
  block: {type: point_mass, mass: 1, initial: {position: [0.1, 0]}}
forces:
  spring: {type: force, marker: block, vector: ["-1*sign(block.vx) - 100*block.x", 0]}
analyses:
  run: {type: dynamics, duration: 10, output_step: 0.01}
outputs: {x: block.x}
"""


class TestEndless(EventTest):

    def test_dry_friction_by_sign_chatters_where_it_sticks(self):
        """The amplitude falls by 0.02 m in each half period; at 0.01 m the spring no longer wins,
        after 5 half periods: x = 0 at t = pi/2."""
        for name, method in METHODS.items():
            failure = self.fails(CHATTER, method, "E-EVENT-002")
            self.assertEqual((failure["line"], failure["column"]), (6, 58))
            self.assertIn("block.vx", failure["message"])
            t = float(failure["message"].split("t = ")[1].split(" ")[0])
            print(name, t)
            self.assertAlmostEqual(t, math.pi / 2, delta=1e-6)


RESTS = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  P: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: [0.5, 0], angle: 0}}, markers: {{a: {{position: [-0.5, 0]}}}}}}
joints: {{h: {{type: revolute, marker_i: ground, marker_j: P.a}}}}
forces:
  D: {{type: torsional_spring_damper, joint: h, stiffness: {k}, damping: 30}}
  E: {{type: force, marker: P, vector: ["{x}", "{y}"]}}
analyses: {{run: {{type: dynamics, duration: 20, output_step: 0.1, integrator: {{{method}}}}}}}
outputs: {{angle: h.angle}}
"""


class TestRest(EventTest):
    """The velocity of a body at rest is noise, and v|v| changes its branch with every sign of it."""

    def test_drag_on_what_comes_to_rest(self):
        for k in (100, 1e4):
            angle = 0.0  # k angle = -m g cos(angle)/2
            for _ in range(60):
                angle = -9.81 / 2 * math.cos(angle) / k
            for method in ("hht", "newmark, gamma: 0.5, allow_undamped: true", "generalized_alpha", "ida", "runge_kutta"):
                run = self.good(self.scratch.model(RESTS.format(
                    k=k, x="-0.5*P.vx*abs(P.vx)", y="-0.5*P.vy*abs(P.vy)", method=f"method: {method}")))
                self.assertAlmostEqual(run.table()["angle"][-1], angle, delta=1e-6, msg=str((k, method)))

    def test_what_jumps_still_chatters(self):
        for method in ("hht", "generalized_alpha"):
            failure = self.fails(RESTS.format(k=100, x="-0.5*P.vx*abs(P.vx)", y="-20*sign(P.vy)", method=f"method: {method}"),
                                 "", "E-EVENT-002")
            self.assertIn("forces.E.vector", failure["message"])


OSCILLATOR = """mbs: 1
space: planar
parameters: {{stiffness: 100, twice: 2*stiffness, weight: 1 kg}}
bodies:
  block: {{type: point_mass, mass: weight, initial: {{position: [0.3, 0]}}}}
forces:
  spring: {{type: spring_damper, marker_i: ground, marker_j: block, stiffness: stiffness, free_length: 0.2}}
events:
  {event}
analyses:
  run: {{type: dynamics, duration: 2, output_step: 0.01}}
outputs: {{x: block.x, vx: block.vx, k2: twice, drift: energy.drift, work: energy.work}}
"""


class TestActions(EventTest):

    def oscillator(self, event, name="runge_kutta"):
        return self.motion_of(OSCILLATOR.format(event=event), METHODS[name])

    def test_stop(self):
        run = self.oscillator("end: {when: block.x - 0.2, direction: both, stop: true}")
        self.assertEqual(run.analysis()["stopped_by"], "end")
        self.assertAlmostEqual(run.analysis()["t_reached"], math.pi / 20, delta=1e-10)
        self.assertEqual(run.table()["t"][-1], run.analysis()["t_reached"])
        self.assertEqual(len(run.table()["t"]), 17)

    def test_a_condition_and_the_clock(self):
        event = 'end: {when: "t > 0.5 and block.vx < -0.5", stop: true}'
        # v = -sin(10 t): below -0.5 from 2 pi + pi/6 on, after 0.5
        run = self.oscillator(event)
        self.assertAlmostEqual(run.analysis()["t_reached"], (2 * math.pi + math.pi / 6) / 10,
                               delta=1e-9)
        run = self.oscillator("end: {when: t > 1.25, stop: true}")
        self.assertAlmostEqual(run.analysis()["t_reached"], 1.25, delta=1e-14)

    def test_a_parameter_changes_with_its_energy(self):
        """Four times the stiffness, at the point of return: the work is 3/2 k x^2; twice the
        frequency from there on. What depends on the parameter follows."""
        t = math.pi / 10
        event = ('harder: {when: block.vx, once: true, record: true, '
                 'set: {stiffness: 4*stiffness}}')
        for name in METHODS:
            run = self.oscillator(event, name)
            table = run.table()
            self.assertEqual(len(events(run)), 1)
            self.assertAlmostEqual(events(run)[0]["t"], t, delta=1e-8)
            self.assertAlmostEqual(events(run)[0]["energy"], 1.5 * 100 * 0.01, delta=1e-9)
            after = [(time, x) for time, x in zip(table["t"], table["x"]) if time > t + 1e-6]
            worst = max(abs(x - 0.2 + 0.1 * math.cos(20 * (time - t))) for time, x in after)
            print(f"{name}: x off by {worst:.2g} m, drift "
                  f"{run.analysis()['audit']['energy_drift_steps']:.2g} J")
            self.assertLess(worst, 1e-8)
            self.assertLess(run.analysis()["audit"]["energy_drift_steps"], 1e-8)
            self.assertEqual((table["k2"][0], table["k2"][-1]), (200, 800))

    def test_a_mass_changes(self):
        """Velocity stays: a quarter of the mass in the middle takes 3/4 of the kinetic energy."""
        run = self.oscillator("lighter: {when: block.x - 0.2, direction: falling, once: true, "
                              "set: {weight: 0.25}}")
        self.assertAlmostEqual(events(run)[0]["energy"], -0.75 * 0.5, delta=1e-9)
        t = math.pi / 20
        end = 0.2 - 1 / 20 * math.sin(20 * (2 - t))
        self.assertAlmostEqual(run.table()["x"][-1], end, delta=1e-8)

    def test_an_impulse(self):
        """Towards the spring in the middle: the velocity grows by half (twice it would just reach the anchor)."""
        run = self.oscillator("push: {when: 0.2 - block.x, once: true, "
                              "impulse: {marker: block, vector: [weight*block.vx/2, 0]}}")
        end = 0.2 - 0.15 * math.sin(10 * (2 - math.pi / 20))
        self.assertAlmostEqual(run.table()["x"][-1], end, delta=1e-8)
        self.assertAlmostEqual(events(run)[0]["energy"], 0.625, delta=1e-8)
        self.assertAlmostEqual(events(run)[0]["impulse"], 0.5, delta=1e-8)

    def test_rearm_waits(self):
        """x - 0.25 rises once in each period; with rearm 0.2 it never goes back far enough."""
        counted = "a: {when: block.x - 0.25, record: true%s}"
        period = math.pi / 5
        count = sum(1 for k in range(10) if period * (k + 1) - math.pi / 30 < 2)
        self.assertEqual(len(events(self.oscillator(counted % ""))), count)
        self.assertEqual(len(events(self.oscillator(counted % ", rearm: 0.14"))), count)
        self.assertEqual(len(events(self.oscillator(counted % ", rearm: 0.2"))), 0)

    def test_one_event_makes_another_happen(self):
        """The impulse turns the velocity round; that it is positive then happens at once."""
        run = self.oscillator("turn: {when: 0.2 - block.x, once: true, "
                              "impulse: {marker: block, vector: [2, 0]}}\n"
                              "  back: {when: block.vx > 0.5, once: true, stop: true}")
        found = events(run)
        self.assertEqual([event["event"] for event in found], ["turn", "back"])
        self.assertEqual(found[0]["t"], found[1]["t"])

    def test_parameters_come_back(self):
        """The next analysis starts with the values of the file."""
        model = OSCILLATOR.format(event="soft: {when: block.x - 0.2, direction: falling, "
                                        "set: {stiffness: 1}}")
        model = model.replace("analyses:", "analyses:\n  before: {type: dynamics, duration: 1}")
        run = self.motion_of(model, METHODS["runge_kutta"])
        self.assertEqual(run.table("before")["k2"][-1], 2)
        self.assertEqual(run.table("run")["k2"][0], 200)

    def test_what_did_not_happen_is_told(self):
        model = """mbs: 1
space: planar
bodies: {b: {type: point_mass, mass: 1, initial: {velocity: [1, 0]}}}
events:
  far: {when: b.x - 100, stop: true}
  late: {when: "b.x > -1", stop: true}
  soon: {when: b.x - 0.5, record: true}
analyses:
  run: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: b.x}
"""
        run = self.motion_of(model, METHODS["runge_kutta"])
        self.assertEqual(run.analysis("run")["events"]["never"], ["far", "late"])
        self.assertIn("did not happen: far, late (true from the start)\n", run.err)

    def test_what_joints_depend_on_cannot_change(self):
        model = """mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {rod: 1}
bodies:
  ball: {type: point_mass, mass: 1, initial: {position: [1, 0]}}
joints: {rod_joint: {type: distance, marker_i: ground, marker_j: ball, length: rod}}
events: {longer: {when: t - 0.5, set: {rod: 1.1}}}
analyses:
  run: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: ball.x}
"""
        failure = self.fails(model, METHODS["runge_kutta"], "E-EVENT-004")
        self.assertIn("apart", failure["message"])
        self.assertEqual(failure["line"], 8)


FALL = """\
mbs: 1
space: planar
gravity: [0, -10]
parameters: {n: 0}
bodies: {ball: {type: point_mass, mass: 1, initial: {position: [0, 0], velocity: [1, 0]}}}
events: {tick: {when: "WHEN", MORE set: {n: n + 1}}}
analyses: {fall: {type: dynamics, duration: 1 s, output_step: STEP, integrator: {METHOD}}}
outputs: {x: ball.x, y: ball.y, vy: ball.vy, n: n}
"""


class TestCompany(harness.MotionTest):
    """Events at one instant: what the motion makes happen does, in whatever order they stand in the file."""

    BALL = """mbs: 1
space: planar
gravity: [0, -10]
parameters: {n: 0, seen: 0}
ground: {markers: {floor: {position: [0, 0]}}}
bodies:
  ball: {type: point_mass, mass: 1, initial: {position: [0, 1.25], velocity: [0.5, 0]}}
analyses:
  fall: {type: dynamics, duration: 3, output_step: 0.01%s}
events:
%s
outputs: {y: ball.y, n: n, seen: seen}
"""
    BOUNCE = "bounce: {when: ball.y, direction: falling, impact: {marker_i: ground.floor, marker_j: ball, direction: [0, 1], restitution: 0.8}}"
    COUNTS = ("count: {when: %s, direction: falling, set: {n: n + 1}}", "other: {when: %s, set: {seen: seen + 1}}")

    def test_any_order(self):
        # falls for 0.5 s, then flies for 0.8 s, 0.64 s, 0.512 s, 0.4096 s: bounces at 0.5, 1.3, 1.94, 2.452, 2.8616 s
        for number, condition in (("ball.y", "ball.y < 0"), ("2*ball.y", "ball.y - 1e-300 < 0")):
            one, other = self.COUNTS[0] % number, self.COUNTS[1] % f'"{condition}"'
            for order in ((self.BOUNCE, one, other), (one, self.BOUNCE, other), (other, one, self.BOUNCE)):
                for method in ("", ", integrator: {method: ida}"):
                    events_of = "".join(f"  {event}\n" for event in order)
                    table = self.motion(self.scratch.model(self.BALL % (method, events_of)))
                    self.assertEqual((table["n"][-1], table["seen"][-1]), (5, 5), (order, method))
                    height = 0.8 ** 8 * 1.25  # after the fourth bounce
                    self.assertAlmostEqual(max(y for t, y in zip(table["t"], table["y"]) if t > 2.46), height, delta=2e-3)

    def test_stop_beside_an_impact(self):
        stop = "enough: {when: ball.y, direction: falling, stop: true}"
        for order in ((self.BOUNCE, stop), (stop, self.BOUNCE)):
            table = self.motion(self.scratch.model(self.BALL % ("", "".join(f"  {event}\n" for event in order))))
            self.assertAlmostEqual(table["t"][-1], 0.5, delta=1e-9)


class TestClockThatDoesNotCount(harness.MotionTest):
    """A number of the clock passes zero in the other direction, or once more, just at a row or beside one: nothing
    happens, and the row is that of its time."""

    def test_rows(self):
        cases = [("sin(2*pi*t/(20 ms))", "direction: rising,", 50), ("cos(2*pi*t/(20 ms))", "direction: falling,", 50),
                 ("0.5 s - t", "direction: rising,", 0), ("t < 0.5 s", "", 0), ("t - 0.5 s", "direction: falling,", 0),
                 ("mod(t, 0.1 s) - 0.05 s", "direction: falling,", 0), ("sin(2*pi*t/(0.2 s))", "once: true,", 1),
                 ("0.5 s + 1e-11 s - t", "direction: rising,", 0), ("0.5 s - 1e-11 s - t", "direction: rising,", 0),
                 ("0.5 s + 1e-7 s - t", "direction: rising,", 0), ("0.5 s - 1e-7 s - t", "direction: rising,", 0),
                 ("ball.y + 1.25 m", "direction: rising,", 0), ("ball.x - 0.5 m", "", 1),
                 ("ball.x < 0.5 m", "", 0)]
        methods = ["method: runge_kutta", "method: ida", "method: generalized_alpha, step: 5 ms", "method: hht",
                   "method: runge_kutta, step: 5 ms", "method: newmark, step: 5 ms"]
        for when, more, count in cases:
            for step in ("5 ms", "0.05 s", "0.1 s", "7 ms"):
                for method in methods:
                    with self.subTest(when=when, step=step, method=method):
                        text = FALL.replace("WHEN", when).replace("MORE", more).replace("STEP", step)
                        rows = self.good(self.scratch.model(text.replace("METHOD", method))).table()
                        self.assertLess(max(abs(x - t) for t, x in zip(rows["t"], rows["x"])), 1e-9)
                        self.assertLess(max(abs(y + 5*t*t) for t, y in zip(rows["t"], rows["y"])), 1e-4)
                        self.assertLess(max(abs(v + 10*t) for t, v in zip(rows["t"], rows["vy"])), 1e-5)
                        self.assertLessEqual(abs(rows["n"][-1] - count), 1 if count > 1 else 0)


EDGE = """mbs: 1
space: planar
bodies: {d: {type: point_mass, mass: 1}}
forces: {f: {type: force, marker: d, vector: ["FORCE", 0]}}
analyses: {go: {type: dynamics, duration: 3 s, output_step: 0.05 s, integrator: {METHOD}}}
outputs: {x: d.x, v: d.vx, f: f.force.x}
"""


class TestJumpAtTheEdges(harness.MotionTest):
    """A force of the clock that jumps at the first or at the last instant: the motion is that of its value between,
    and the row is that of its time."""

    def test_force(self):
        between = [("if(t > 0 s, F, 0 N)", 1, (0, 1)), ("if(t >= 3 s, F, 0 N)", 0, (0, 1)), ("if(t < 3 s, F, 0 N)", 1, (1, 0)),
                   ("F*sign(t/(1 s))", 1, (0, 1)), ("F*sign(3 - t/(1 s))", 1, (1, 0)), ("if(t > 3 s, F, 0 N)", 0, (0, 0)),
                   ("if(t <= 0 s, F, 0 N)", 0, (1, 0)), ("if(t > 0 s and t < 3 s, F, 0 N)", 1, (0, 0)),
                   ("F*floor(t/(3 s))", 0, (0, 1)), ("F*(1 - floor(t/(3 s)))", 1, (1, 0)),
                   ("F*ceil(t/(3 s))", 1, (0, 1)), ("F*min(1, max(0, t/(1 s))^0)", 1, (1, 1))]
        methods = ["method: runge_kutta", "method: runge_kutta, step: 10 ms", "method: generalized_alpha, step: 10 ms",
                   "method: hht, step: 7 ms", "method: newmark, step: 10 ms"]
        methods += ["method: ida, formulation: " + f for f in ("explicit", "index_1", "baumgarte", "ggl")]
        for law, part, ends in between:
            for size in (1e-3, 10, 1e7):
                for method in methods:
                    with self.subTest(law=law, size=size, method=method):
                        text = EDGE.replace("FORCE", law.replace("F", f"{size} N")).replace("METHOD", method)
                        rows = self.good(self.scratch.model(text)).table()
                        self.assertEqual((rows["f"][0], rows["f"][-1]), (size*ends[0], size*ends[1]))
                        for t, x, v in zip(rows["t"], rows["x"], rows["v"]):
                            self.assertLess(abs(v - part*size*t), 1e-9*size)
                            self.assertLess(abs(x - part*size*t*t/2), 1e-6*size)

    def test_sign_between(self):
        """Where the argument of a sign is zero at one double, no step sees it."""
        for at in (1.5, 1.55, 1e-3, 2.999):
            for method in ("method: runge_kutta", "method: newmark, step: 10 ms", "method: ida"):
                with self.subTest(at=at, method=method):
                    text = EDGE.replace("FORCE", f"7 N*sign({at} - t/(1 s))").replace("METHOD", method)
                    rows = self.good(self.scratch.model(text)).table()
                    for t, v in zip(rows["t"], rows["v"]):
                        self.assertLess(abs(v - 7*(at - abs(t - at))), 1e-9)

    def test_samples(self):
        """A sample that round-off puts behind the last instant happens there."""
        for period, end in ((1, 1000), (1, 10000), (3, 999), (7, 700), (10, 300), (0.1, 100)):
            for when in ("sin(2*pi*t/T)", "sin(2*pi*t/T) > 0", "mod(t, T) < T/2"):
                with self.subTest(period=period, end=end, when=when):
                    text = EDGE.replace("FORCE", "0 N").replace("METHOD", "method: runge_kutta").replace("3 s", f"{end} ms")
                    text += "parameters: {n: 0, T: %g ms}\n" % period
                    text += f'events: {{sample: {{when: "{when}", direction: rising, set: {{n: n + 1}}}}}}\n'
                    rows = self.good(self.scratch.model(text.replace("{x: d.x", "{n: n, x: d.x"))).table()
                    self.assertEqual(rows["n"][-1], round(end/period) + 1)

    def test_law(self):
        """A law whose rate jumps at the first instant is refused, or struck."""
        text = """mbs: 1
space: planar
bodies: {b: {type: rigid, mass: 2, inertia: 1}}
joints: {r: {type: prismatic, body_i: ground, body_j: b, at: [0, 0], axis: [1, 0]}}
motions: {m: {joint: r, law: "LAW"}}
analyses: {go: {type: dynamics, duration: 1 s, output_step: 0.1 s}}
outputs: {x: b.x, v: b.vx}
"""
        law = "if(t > 0 s, t*(1 m/s), 0 m)"
        self.assertIn("E-MOT-001", self.scratch.run(self.scratch.model(text.replace("LAW", law))).err)
        rows = self.good(self.scratch.model(text.replace('"LAW"', f'"{law}", impulse: true'))).table()
        for t, x, v in zip(rows["t"], rows["x"], rows["v"]):
            self.assertLess(abs(x - t), 1e-12)
            self.assertLess(abs(v - (t > 0)), 1e-9)
        law = "if(t > 0 s, (3 m/s^2)*t^2, 0 m)"
        rows = self.good(self.scratch.model(text.replace("LAW", law))).table()
        self.assertLess(max(abs(x - 3*t*t) for t, x in zip(rows["t"], rows["x"])), 1e-12)

    def test_law_at_the_end(self):
        """What a law does behind the last instant is not of this analysis: its rows are those before."""
        text = """mbs: 1
space: SPACE
bodies: {b: {type: rigid, mass: 2, inertia: INERTIA}}
joints: {r: {type: prismatic, body_i: ground, body_j: b, at: [0, 0, 0], axis: [1, 0, 0]}}
motions: {m: {joint: r, law: "LAW"IMPULSE}}
analyses:
  go: {type: dynamics, duration: 1 s, output_step: 0.1 s, integrator: {METHOD}}
outputs: {x: b.x, v: b.vx}
"""
        laws = ("(3 m)*(abs(1 - t/(1 s)) - 1)", "if(t < 1 s, (-3 m/s)*t, -3 m)", "if(t <= 1 s, (-3 m/s)*t, 1 m)",
                "if(t >= 1 s, 7 m, (-3 m/s)*t)", "max(-3 m, (-3 m/s)*t)")
        spaces = (("planar", "1", ", 0]", "]"), ("spatial", "{xx: 1, yy: 1, zz: 1}", "", ""))
        methods = ("method: runge_kutta", "method: newmark, step: 10 ms", "method: ida", "method: auto")
        for law in laws:
            for space, inertia, more, less in spaces:
                for impulse in ("", ", impulse: true"):
                    for method in methods + (("method: auto, coordinates: absolute",) if space == "spatial" else ()):
                        with self.subTest(law=law, space=space, impulse=impulse, method=method):
                            model = text.replace("SPACE", space).replace("INERTIA", inertia).replace("LAW", law)
                            model = model.replace("IMPULSE", impulse).replace("METHOD", method).replace(more or "\0", less)
                            rows = self.good(self.scratch.model(model), "--cross-check").table()
                            for t, x, v in zip(rows["t"], rows["x"], rows["v"]):
                                self.assertLess(abs(x + 3*t), 1e-9)
                                self.assertLess(abs(v + 3), 1e-9)


if __name__ == "__main__":
    harness.main()
