#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Impacts: bounces, stops and walls inside mechanisms, and bodies that come to rest.

Truth comes from closed forms, and from the balance of momentum.
"""

import math
import random

import harness
import stops
from events import METHODS, ORDER_TWO, EventTest, events

BALL = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  ball: {{type: point_mass, mass: 0.5, initial: {{position: [0, 1], velocity: [0.3, 0]}}}}
events:
  bounce:
    when: ball.y
    direction: falling
    record: true
    impact: {{marker_i: ground, marker_j: ball, direction: [0, 1], restitution: {e}{more}}}
analyses:
  run: {{type: dynamics, duration: 3, output_step: 0.01}}
outputs: {{x: ball.x, y: ball.y, vy: ball.vy, drift: energy.drift}}
"""


def bounces(e, count, g=9.81, height=1.0):
    """Times of the impacts, and velocities after them."""
    v = math.sqrt(2 * g * height)
    t, times, speeds = v / g, [], []
    for _ in range(count):
        times.append(t)
        v *= e
        speeds.append(v)
        t += 2 * v / g
    return times, speeds


def ball_at(t, times, speeds, g=9.81, height=1.0):
    last = sum(1 for impact in times if impact <= t) - 1
    if last < 0:
        return height - g * t * t / 2
    s = t - times[last]
    return speeds[last] * s - g * s * s / 2


class TestImpacts(EventTest):

    def test_a_bouncing_ball(self):
        times, speeds = bounces(0.8, 6)
        for name, method in {**METHODS, "generalized_alpha": ORDER_TWO["generalized_alpha"]}.items():
            run = self.motion_of(BALL.format(e=0.8, more=""), method)
            table = run.table()
            found = events(run)
            late = max(abs(a["t"] - b) for a, b in zip(found, times))
            high = max(abs(y - ball_at(t, times, speeds)) for t, y in zip(table["t"], table["y"])
                       if min(abs(t - impact) for impact in times) > 1e-7)
            print(f"{name}: times off by {late:.2g} s, heights by {high:.2g} m, drift "
                  f"{run.analysis()['audit']['energy_drift_steps']:.2g} J")
            self.assertEqual(len(found), 6)
            self.assertLess(late, 1e-8)
            self.assertLess(high, 1e-8)
            # what each impact takes stands in the ledger
            self.assertLess(run.analysis()["audit"]["energy_drift_steps"], 1e-8)
            for k, event in enumerate(found):
                before = speeds[k] / 0.8
                self.assertAlmostEqual(event["before"]["rate"], -before, delta=1e-7)
                self.assertAlmostEqual(event["after"]["rate"], speeds[k], delta=1e-7)
                self.assertAlmostEqual(event["impulse"], 0.5 * (before + speeds[k]), delta=1e-7)
                self.assertAlmostEqual(event["energy"], 0.25 * (speeds[k]**2 - before**2),
                                       delta=1e-6)

    def test_rows_of_an_event_are_a_pair(self):
        run = self.motion_of(BALL.format(e=0.8, more=""), METHODS["runge_kutta"])
        table = run.table()
        pairs = 0
        for k in range(1, len(table["t"])):
            self.assertGreaterEqual(table["t"][k], table["t"][k - 1])
            if table["t"][k] == table["t"][k - 1]:
                pairs += 1
                self.assertLess(table["vy"][k - 1], 0)
                self.assertAlmostEqual(table["vy"][k], -0.8 * table["vy"][k - 1], delta=1e-13)
        self.assertEqual(pairs, 6)
        self.assertEqual(len(table["t"]), 301 + 2 * 6)

    def test_a_rotor_on_a_spring_between_a_stop(self):
        """Half a period between two impacts, and the restitution less amplitude."""
        model = """mbs: 1
space: planar
bodies:
  rotor: {type: rigid, mass: 1, inertia: 0.25, initial: {angle: -0.5}}
joints:
  axle: {type: revolute, marker_i: ground, marker_j: rotor}
forces:
  spring: {type: torsional_spring_damper, joint: axle, stiffness: 4}
events:
  stop: {when: axle.angle, impact: {joint: axle, restitution: 0.7}}
analyses:
  run: {type: dynamics, duration: 4, output_step: 0.01}
outputs: {a: rotor.angle, w: rotor.angle_rate}
"""
        omega = 4.0
        for name, method in METHODS.items():
            run = self.motion_of(model, method)
            found = [event["t"] for event in events(run)]
            true = [math.pi / omega * (k + 0.5) for k in range(len(found))]
            self.assertEqual(len(found), 5)
            self.assertLess(max(abs(a - b) for a, b in zip(found, true)), 1e-8)
            lowest = min(run.table()["a"][int(100 * found[4]):])
            t = run.table()["t"][-1] - found[4]
            end = -0.5 * 0.7**5 * math.sin(omega * t)
            print(name, found, run.table()["a"][-1] - end, lowest)
            self.assertAlmostEqual(run.table()["a"][-1], end, delta=1e-8)
            self.assertLess(max(run.table()["a"]), 1e-9)  # never through the stop

    def test_an_impact_inside_a_mechanism(self):
        """A double pendulum hits a wall and a stop: momentum balance, joints and restitution to
        round-off, from the rows before and after and the impulses that are reported."""
        ends = []
        for name, method in METHODS.items():
            run = self.motion_of(DOUBLE_PENDULUM, method)
            table, found = run.table(), events(run)
            self.assertEqual([event["event"] for event in found],
                             ["wall", "halt", "halt", "wall", "wall"])
            pairs = [k for k in range(1, len(table["t"])) if table["t"][k] == table["t"][k - 1]]
            self.assertEqual(len(pairs), 3)
            walls = [event for event in found if event["event"] == "wall"]
            for k, event in zip(pairs, walls):
                jump = {c: table[c][k] - table[c][k - 1] for c in table}
                top, elbow = event["joint_impulses"]["top"], event["joint_impulses"]["elbow"]
                impulse = event["impulse"]
                scale = 1e-12 * max(1, impulse)
                # the elbow's impulse is told in the axes of the upper bar
                c, s = math.cos(table["a"][k]), math.sin(table["a"][k])
                elbow = (c * elbow[0] - s * elbow[1], s * elbow[0] + c * elbow[1])
                self.assertAlmostEqual(2 * jump["ux"], top[0] - elbow[0], delta=scale)
                self.assertAlmostEqual(2 * jump["uy"], top[1] - elbow[1], delta=scale)
                self.assertAlmostEqual(1 * jump["lx"], elbow[0] + impulse, delta=scale)
                self.assertAlmostEqual(1 * jump["ly"], elbow[1], delta=scale)
                # moments about the middle of the lower bar: elbow at -0.4, tip at 0.4
                c, s = math.cos(table["b"][k]), math.sin(table["b"][k])
                moment = -0.4 * (c * elbow[1] - s * elbow[0]) - 0.4 * s * impulse
                self.assertAlmostEqual(0.05 * jump["wb"], moment, delta=scale)
                self.assertAlmostEqual(table["vx"][k], -0.6 * table["vx"][k - 1], delta=1e-11)
                self.assertLess(table["vel"][k], 1e-11)
            ends.append((table["a"][-1], table["b"][-1]))
            print(name, ends[-1], run.analysis()["audit"]["energy_drift_steps"])
            self.assertLess(run.analysis()["audit"]["energy_drift_steps"], 1e-7)
        for end in ends:
            self.assertAlmostEqual(end[0], ends[0][0], delta=1e-6)
            self.assertAlmostEqual(end[1], ends[0][1], delta=1e-6)

    def test_two_balls_exchange_their_velocities(self):
        """Equal masses, elastic, along the line between them; the second then hits a third."""
        model = """mbs: 1
space: planar
bodies:
  a: {type: point_mass, mass: 1, initial: {position: [0, 0], velocity: [2, 0.5]}}
  b: {type: point_mass, mass: 1, initial: {position: [1, 0.25]}}
  c: {type: point_mass, mass: 3, initial: {position: [3, 0.25]}}
events:
  first:
    when: hypot(a.x - b.x, a.y - b.y) - 0.2
    direction: falling
    impact: {marker_i: a, marker_j: b, restitution: 1}
  second:
    when: hypot(b.x - c.x, b.y - c.y) - 0.2
    direction: falling
    impact: {marker_i: b, marker_j: c, restitution: 1}
analyses:
  run: {type: dynamics, duration: 3, output_step: 0.1}
outputs: {ax: a.vx, ay: a.vy, bx: b.vx, by: b.vy, cx: c.vx, cy: c.vy, px: momentum.x, py: momentum.y}
"""
        run = self.motion_of(model, METHODS["runge_kutta"])
        table, found = run.table(), events(run)
        self.assertEqual(found[0]["event"], "first")
        t = found[0]["t"]
        line = (1 - 2 * t, 0.25 - 0.5 * t)
        self.assertAlmostEqual(math.hypot(*line), 0.2, delta=1e-10)
        n = (line[0] / 0.2, line[1] / 0.2)
        along = 2 * n[0] + 0.5 * n[1]
        k = next(k for k, time in enumerate(table["t"]) if time > t)
        self.assertAlmostEqual(table["ax"][k], 2 - along * n[0], delta=1e-9)
        self.assertAlmostEqual(table["by"][k], along * n[1], delta=1e-9)
        for px, py in zip(table["px"], table["py"]):
            self.assertAlmostEqual(px, 2, delta=1e-12)
            self.assertAlmostEqual(py, 0.5, delta=1e-12)
        self.assertLess(abs(sum(event["energy"] for event in found)), 1e-12)


DOUBLE_PENDULUM = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  upper:
    type: rigid
    mass: 2
    inertia: 0.1
    initial: {position: [0.5, 0]}
    markers: {a: {position: [-0.5, 0]}, b: {position: [0.5, 0]}}
  lower:
    type: rigid
    mass: 1
    inertia: 0.05
    initial: {position: [1.4, 0]}
    markers: {a: {position: [-0.4, 0]}, tip: {position: [0.4, 0]}}
joints:
  top: {type: revolute, marker_i: ground, marker_j: upper.a}
  elbow: {type: revolute, marker_i: upper.b, marker_j: lower.a}
events:
  wall:
    when: lower.tip.x
    direction: falling
    record: true
    impact: {marker_i: ground, marker_j: lower.tip, direction: [1, 0], restitution: 0.6}
  halt: {when: upper.angle + 1.8, direction: falling, impact: {joint: top, restitution: 0.5}}
analyses:
  run: {type: dynamics, duration: 3, output_step: 0.01}
outputs:
  vx: lower.tip.vx
  a: upper.angle
  b: lower.angle
  wb: lower.angle_rate
  ux: upper.vx
  uy: upper.vy
  lx: lower.vx
  ly: lower.vy
  vel: constraints.velocity
"""


class TestRest(EventTest):

    def test_zeno_ends_with_its_limit_time(self):
        """t* = (v/g)(1 + 2 e/(1 - e)) = 3 v/g for e = 1/2."""
        limit = 3 * math.sqrt(2 * 9.81) / 9.81
        for name, method in {**METHODS, "generalized_alpha": ORDER_TWO["generalized_alpha"]}.items():
            failure = self.fails(BALL.format(e=0.5, more=""), method, "E-EVENT-002")
            self.assertEqual((failure["line"], failure["column"]), (7, 3))
            self.assertIn('"bounce"', failure["message"])
            self.assertIn("at_rest_below", failure["hint"])
            found = float(failure["message"].split("accumulate at t = ")[1].split(" ")[0])
            print(f"{name}: limit off by {found - limit:.2g} s")
            self.assertAlmostEqual(found, limit, delta=2e-8)

    def test_at_rest_below_ends_the_analysis(self):
        run = self.motion_of(BALL.format(e=0.5, more=", at_rest_below: 0.01"),
                             METHODS["runge_kutta"])
        analysis = run.analysis()
        times, speeds = bounces(0.5, 20)
        last = next(k for k, v in enumerate(speeds) if v < 0.01)
        self.assertEqual(analysis["stopped_by"], "bounce")
        self.assertAlmostEqual(analysis["t_reached"], times[last], delta=1e-8)
        self.assertIn("at rest by event bounce", run.out + run.err)
        self.assertEqual(run.table()["t"][-1], analysis["t_reached"])

    def test_a_plastic_impact_is_named(self):
        failure = self.fails(BALL.format(e=0, more=""), METHODS["runge_kutta"], "E-EVENT-003")
        self.assertIn("do not separate", failure["message"])

    def test_an_impact_that_is_not_armed_again_is_named(self):
        """The second bounce rises 0.41 m only: at 0.5 m the third impact would have been armed."""
        model = BALL.format(e=0.8, more="").replace("direction: falling", "direction: falling\n    rearm: 0.5")
        failure = self.fails(model, METHODS["runge_kutta"], "E-EVENT-003")
        times, _ = bounces(0.8, 3)
        found = float(failure["message"].split("impact at t = ")[1].split(" ")[0])
        self.assertAlmostEqual(found, times[1], delta=1e-9)

    def test_an_impact_by_the_clock(self):
        """In the middle of the fall: the number of the event says nothing of the bodies."""
        model = BALL.format(e=0.5, more="").replace("when: ball.y", "when: 0.2 - t")
        run = self.motion_of(model, METHODS["runge_kutta"], "--set", "analyses.run.duration=0.4")
        height = 1 - 9.81 * 0.2**2 / 2 + 0.5 * 9.81 * 0.2 * 0.2 - 9.81 * 0.2**2 / 2
        self.assertAlmostEqual(run.table()["y"][-1], height, delta=1e-9)

    def test_bodies_that_stay_together_without_a_push(self):
        model = BALL.format(e=0, more="").replace("gravity: [0, -9.81]\n", "").replace(
            "velocity: [0.3, 0]", "velocity: [0.3, -2]")
        run = self.motion_of(model, METHODS["runge_kutta"])
        self.assertAlmostEqual(run.table()["y"][-1], 0, delta=1e-12)
        self.assertAlmostEqual(run.table()["x"][-1], 0.9, delta=1e-12)

    def test_what_is_driven_does_not_turn_back(self):
        model = """mbs: 1
space: planar
bodies: {a: {type: rigid, mass: 3, inertia: 1}}
joints: {h: {type: revolute, marker_i: ground, marker_j: a}}
motions: {m: {joint: h, law: 2*t}}
events: {hit: {when: h.angle - 1, impact: {joint: h, restitution: 0.4}}}
analyses: {run: {type: dynamics, duration: 1}}
outputs: {a: a.angle}
"""
        failure = self.fails(model, METHODS["runge_kutta"], "E-EVENT-004")
        self.assertIn("no impulse can change the velocity of the impact, since the joints and motions prescribe it", failure["message"])

    def test_an_impact_of_bodies_that_part(self):
        model = BALL.format(e=0.5, more="").replace("[0, 1], restitution", "[0, -1], restitution")
        failure = self.fails(model, METHODS["runge_kutta"], "E-EVENT-004")
        self.assertIn("separate", failure["message"])


class TestGivenVelocity(harness.MotionTest):
    """Velocities that an event gives by the impulse that they take."""
    CART = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  cart: {{type: rigid, mass: 3, inertia: 1, initial: {{position: [0, 0], velocity: [0.7, 0]}}}}
  bob: {{type: rigid, mass: 2, inertia: 0.05, initial: {{position: [{x!r}, {y!r}], angle: {angle!r}, velocity: [0.7, 0]}}}}
joints:
  rail: {{type: prismatic, body_i: ground, body_j: cart, at: [0, 0], axis: [1, 0]}}
  pin: {{type: revolute, body_i: cart, body_j: bob, at: [0, 0]}}
events:
  strike: {{when: t - 0.25, record: true, {action}}}
analyses:
  run: {{type: dynamics, duration: 0.5, output_step: 0.05, integrator: {{tolerances: {{relative: 1e-10, absolute: 1e-12}}}}}}
outputs: {{v: cart.vx, w: pin.angle_rate, angle: bob.angle, vx: bob.vx, vy: bob.vy, drift: energy.drift, work: energy.work}}
"""

    def run_cart(self, action, status=0):
        lean, length = 0.6, 0.5
        text = self.CART.format(x=length * math.sin(lean), y=-length * math.cos(lean), angle=lean, action=action)
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, status, run.story())
        return run

    def around(self, run):
        """Row before and row behind."""
        rows = run.table()
        k = next(k for k in range(len(rows["t"]) - 1) if rows["t"][k] == rows["t"][k + 1])
        return [{name: column[j] for name, column in rows.items()} for j in (k, k + 1)]

    def judge(self, run, P):
        """M dv = P in (x of the cart, angle), energy in the ledger, and what is told of it."""
        before, behind = self.around(run)
        slope = 2 * 0.5 * math.cos(before["angle"])
        M = ((5, slope), (slope, 0.05 + 2 * 0.25))
        dv, dw = behind["v"] - before["v"], behind["w"] - before["w"]
        self.assertAlmostEqual(M[0][0] * dv + M[0][1] * dw, P(before)[0], delta=1e-11)
        self.assertAlmostEqual(M[1][0] * dv + M[1][1] * dw, P(before)[1], delta=1e-11)
        energy = [M[0][0] * row["v"]**2 / 2 + M[0][1] * row["v"] * row["w"] + M[1][1] * row["w"]**2 / 2
                  for row in (before, behind)]
        event = run.analysis()["events"]["located"][0]
        self.assertAlmostEqual(event["energy"], energy[1] - energy[0], delta=1e-11)
        self.assertAlmostEqual(behind["work"] - before["work"], energy[1] - energy[0], delta=1e-11)
        self.assertLessEqual(max(abs(d) for d in run.table()["drift"]), 1e-8)
        return before, behind, event

    def test_rate_of_a_joint(self):
        run = self.run_cart("velocity: {joint: pin, value: 3*cart.vx - 2}")
        torque = [0.0]

        def impulse(before):
            dw = 3 * before["v"] - 2 - before["w"]
            slope = math.cos(before["angle"])
            torque[0] = dw * (0.55 - slope**2 / 5)  # what is left of the inertia when the cart gives way
            return 0, torque[0]
        before, behind, event = self.judge(run, impulse)
        self.assertAlmostEqual(behind["w"], 3 * before["v"] - 2, delta=1e-12)
        self.assertAlmostEqual(event["impulse"], abs(torque[0]), delta=1e-11)

    def test_velocity_of_a_marker(self):
        run = self.run_cart("velocity: {marker: bob, vector: [0.4, 0.3]}")

        def impulse(before):
            # the two velocities of the bob tell those of cart and pin: v + 0.5 cos w, 0.5 sin w
            w = 0.3 / (0.5 * math.sin(before["angle"]))
            v = 0.4 - 0.5 * math.cos(before["angle"]) * w
            slope = math.cos(before["angle"])
            dv, dw = v - before["v"], w - before["w"]
            return 5 * dv + slope * dw, slope * dv + 0.55 * dw
        _, behind, _ = self.judge(run, impulse)
        self.assertAlmostEqual(behind["vx"], 0.4, delta=1e-12)
        self.assertAlmostEqual(behind["vy"], 0.3, delta=1e-12)

    def test_along_a_rail(self):
        """A direction that the joints block is left alone where it asks for nothing."""
        run = self.run_cart("velocity: {marker: cart, vector: [-1, 0]}")
        before, behind = self.around(run)
        self.assertAlmostEqual(behind["v"], -1, delta=1e-12)
        slope = math.cos(before["angle"])
        self.assertAlmostEqual(slope * (behind["v"] - before["v"]) + 0.55 * (behind["w"] - before["w"]), 0, delta=1e-12)

    def test_refusals(self):
        run = self.run_cart("velocity: {marker: cart, vector: [-1, 0.5]}", status=4)
        self.assertIn('E-EVENT-004]: event "strike" at t = 0.25 s: the joints and motions do not allow this velocity', run.err)
        run = self.run_cart("velocity: {joint: pin, value: 1/(t - t)}", status=4)
        self.assertIn("the new velocity is infinite", run.err)
        run = self.run_cart("velocity: {joint: pin, value: 1}}\nmotions: {turn: {joint: pin, law: 0}, x: {joint: rail, law: 0.7*t}", status=4)
        self.assertIn('the rate of joint "pin" cannot change', run.err)


POWER = """mbs: 1
space: planar
bodies: {{P: {{type: point_mass, mass: 1, initial: {{position: [{x!r}, 0], velocity: [{v!r}, 0]}}}}}}
forces: {{F: {{type: force, marker: P, vector: ["{force}", 0]}}}}
analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: {duration!r}}}}}
outputs: {{v: P.vx, x: P.x}}
"""


class TestPowers(EventTest):
    """What is not smooth at a passage deceives error estimates: x^1.2 has no second derivative there."""

    DECEIVED = (1888, 1996, 1722, 2094, 547, 1977, 1363, 1010, 585, 691, 2062, 2300, 1227, 115)  # off by 1e-4 to 8e-4
    ALLOWED = {"runge_kutta": 5e-5, "runge_kutta, order: 5": 2e-4, "ida": 1e-4}

    def test_powers_of_what_lies_beyond(self):
        for method, allowed in self.ALLOWED.items():
            again = 0
            for seed in self.DECEIVED + tuple(range(16)):
                force, x, v, duration, place, speed, size = stops.power_law(random.Random(seed))
                run = self.motion_of(POWER.format(x=x, v=v, force=force, duration=duration), f"method: {method}")
                table, off = run.table(), max(abs(v), abs(speed))
                self.assertLess(abs(table["v"][-1] - speed) / off, allowed, (method, seed, force))
                self.assertLess(abs(table["x"][-1] - place) / size, allowed, (method, seed, force))
                again += run.analysis()["counters"]["steps_taken_again"]
            print(f"{method}: {again} steps taken again")
            self.assertTrue(again > 0 or method != "runge_kutta")


if __name__ == "__main__":
    harness.main()
