#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Contact forces and elastic stops, against motions that are parabolic and harmonic by turns."""

import math

import harness
from events import METHODS, EventTest, events

CONTACT = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  ball: {{type: point_mass, mass: 2, initial: {{position: [0, 0.75], velocity: [0.4, 0]}}}}
forces:
  ground_contact:
    type: contact
    marker_i: ground
    marker_j: ball
    radius_j: 0.25
    stiffness: 5e4
    exponent: {exponent}
    damping: {damping}
{more}
analyses:
  run: {{type: dynamics, duration: {duration}, output_step: 0.01}}
outputs:
  x: ball.x
  y: ball.y
  vx: ball.vx
  vy: ball.vy
  force: ground_contact.force
  gap: ground_contact.gap
  energy: ground_contact.energy
  drift: energy.drift
"""


def piecewise(count, g=9.81, height=0.5, omega=math.sqrt(5e4 / 2)):
    """Times of touch and lift, by turns; between them y'' = -g - omega^2 y."""
    v = math.sqrt(2 * g * height)
    flight = 2 * v / g
    touching = (2 * math.pi - 2 * math.atan2(v / omega, g / omega**2)) / omega
    t, times = v / g, []
    for _ in range(count):
        times += [t, t + touching]
        t += touching + flight
    return times


def depth_at(t, times, g=9.81, height=0.5, omega=math.sqrt(5e4 / 2)):
    """Height of the ball's lowest point."""
    v = math.sqrt(2 * g * height)
    before = [time for time in times if time <= t]
    if not before:
        return height - g * t * t / 2
    s = t - before[-1]
    if len(before) % 2 == 1:
        return -g / omega**2 * (1 - math.cos(omega * s)) - v / omega * math.sin(omega * s)
    return v * s - g * s * s / 2


class TestContact(EventTest):

    def contact(self, method, exponent=1, damping=0, more="", duration=2.5):
        return self.motion_of(CONTACT.format(exponent=exponent, damping=damping, more=more,
                                             duration=duration), method)

    def test_linear_undamped_contact_is_piecewise_harmonic(self):
        times = piecewise(4)
        for name, method in METHODS.items():
            run = self.contact(method)
            found = [event["t"] for event in events(run)]
            table = run.table()
            late = max(abs(a - b) for a, b in zip(found, times))
            high = max(abs(y - 0.25 - depth_at(t, times)) for t, y in zip(table["t"], table["y"]))
            drift = run.analysis()["audit"]["energy_drift_steps"]
            print(f"{name}: {len(found)} events, times off by {late:.2g} s, heights by {high:.2g} "
                  f"m, drift {drift:.2g} J")
            self.assertEqual(len(found), 8)
            self.assertLess(late, 1e-8)
            self.assertLess(high, 1e-7)  # at 3 m/s, 1e-8 s are 3e-8 m
            self.assertLess(drift, 1e-7)
            for gap, force, energy in zip(table["gap"], table["force"], table["energy"]):
                depth = max(-gap, 0)
                self.assertAlmostEqual(force, 5e4 * depth, delta=1e-9 * (1 + force))
                self.assertAlmostEqual(energy, 2.5e4 * depth**2, delta=1e-9 * (1 + energy))

    def test_damping_takes_what_hunt_and_crossley_say(self):
        """For a force k d^n (1 + c d') without gravity, (1 + c v_i) e^(-c v_i) =
        (1 - c v_o) e^(c v_o), whatever k and n: dv/dd = -k d^n (1 + c v)/(m v) is separable."""
        def outgoing(c, v):
            target = (1 + c * v) * math.exp(-c * v)
            low, high = 0.0, min(v, 1 / c)
            for _ in range(200):
                middle = (low + high) / 2
                if (1 - c * middle) * math.exp(c * middle) > target:
                    low = middle
                else:
                    high = middle
            return low
        for exponent in (1, 1.5, 2.5):
            for c in (0.05, 0.4):
                model = CONTACT.format(exponent=exponent, damping=c, more="", duration=0.5)
                model = model.replace("gravity: [0, -9.81]\n", "").replace(
                    "velocity: [0.4, 0]", "velocity: [0.4, -3]")
                run = self.motion_of(model, METHODS["runge_kutta"])
                out = run.table()["vy"][-1]
                print(f"n = {exponent}, c = {c}: {out:.12g}, closed form {outgoing(c, 3):.12g}")
                self.assertAlmostEqual(out, outgoing(c, 3), delta=1e-8)
                self.assertEqual(run.analysis()["events"]["count"], 2)
                self.assertLess(run.analysis()["audit"]["energy_drift_steps"], 1e-8 * 9)  # 9 J
                self.assertGreaterEqual(min(run.table()["force"]), 0)

    def test_friction_takes_momentum_along_the_surface(self):
        """Sliding much faster than the transition speed: dvx = -mu (dvy + g dt)."""
        run = self.contact(METHODS["runge_kutta"], more="    friction: 0.02\n"
                           "    transition_speed: 1e-6\n", duration=0.5)
        table = run.table()
        touch, lift = (event["t"] for event in events(run))
        k = next(k for k, t in enumerate(table["t"]) if t > lift)
        # the momentum that the floor gives upwards: all of the fall until then
        up = table["vy"][k] + 9.81 * table["t"][k]
        self.assertAlmostEqual(0.4 - table["vx"][k], 0.02 * up, delta=1e-8)
        self.assertLess(run.analysis()["audit"]["energy_drift_steps"], 1e-7)
        self.assertLess(touch, lift)

    def test_friction_is_told_along_the_surface(self):
        """On j, mu N against its sliding; positive along the normal turned counterclockwise, which is -x."""
        for speed in (0.4, -0.4):
            text = CONTACT.format(exponent=1, damping=0, more="    friction: 0.02\n    transition_speed: 1e-6\n",
                                  duration=0.5)
            for old, new in (("velocity: [0.4, 0]", f"velocity: [{speed}, 0]"), ("output_step: 0.01", "output_step: 1e-3"),
                             ("outputs:\n", "outputs:\n  rub: ground_contact.friction\n")):
                self.assertIn(old, text)
                text = text.replace(old, new)
            table = self.motion_of(text, METHODS["runge_kutta"]).table()
            touched = [(rub, force) for rub, force in zip(table["rub"], table["force"]) if force > 1]
            self.assertGreater(len(touched), 3)
            for rub, force in touched:
                self.assertAlmostEqual(rub, math.copysign(0.02 * force, speed), delta=1e-6 * force)

    def test_methods_agree_on_a_resting_contact(self):
        """Damped, with friction: it comes to rest at m g = k d^1.5."""
        for name in ("runge_kutta", "ida", "index_1"):
            run = self.contact("method: " + ("runge_kutta" if name == "runge_kutta" else "ida"),
                               exponent=1.5, damping=1.2, duration=20,
                               more="    friction: 0.3\n    transition_speed: 0.01\n")
            depth = -run.table()["gap"][-1]
            self.assertAlmostEqual(5e4 * depth**1.5, 2 * 9.81, delta=1e-3)
            print(name, run.analysis()["events"]["count"], run.analysis()["steps"])

    def test_round_bodies_and_rings(self):
        """Two equal discs on one line exchange velocities; a disc inside a ring comes back."""
        model = """mbs: 1
space: planar
bodies:
  a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, 0], velocity: [1, 0]}}
  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1, 0]}}
  c: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [9, 9], velocity: [1.2, 1.6]}}
forces:
  pair: {type: contact, marker_i: a, marker_j: b, radius_i: 0.2, radius_j: 0.3, stiffness: 1e6}
  ring: {type: contact, marker_i: ground.hub, marker_j: c, ring_radius: 2, radius_j: 0.5,
         stiffness: 1e4, exponent: 1}
ground: {markers: {hub: {position: [9, 9]}}}
analyses:
  run: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {a: a.vx, b: b.vx, cx: c.vx, cy: c.vy, x: c.x, w: c.angle_rate, drift: energy.drift}
"""
        for name in ("runge_kutta", "ida"):
            run = self.motion_of(model, METHODS[name])
            table = run.table()
            self.assertAlmostEqual(table["a"][-1], 0, delta=1e-8)
            self.assertAlmostEqual(table["b"][-1], 1, delta=1e-8)
            # free for 1.5 m at 2 m/s, then half a period against the wall, then back
            touching = math.pi / math.sqrt(1e4)
            ring = [event["t"] for event in events(run) if event["of"] == "forces.ring"]
            self.assertAlmostEqual(ring[0], 0.75, delta=1e-9)
            self.assertAlmostEqual(ring[1], 0.75 + touching, delta=1e-8)
            self.assertAlmostEqual(table["cx"][-1], -1.2, delta=1e-8)
            self.assertAlmostEqual(table["cy"][-1], -1.6, delta=1e-8)
            self.assertAlmostEqual(table["w"][-1], 0, delta=1e-12)
            self.assertLess(run.analysis()["audit"]["energy_drift_steps"], 1e-8)


LIMIT = """mbs: 1
space: planar
bodies:
  {body}
joints:
  axle: {{type: {joint}, marker_i: ground, marker_j: part}}
forces:
  stops: {{type: joint_limit, joint: axle, lower: -0.3, upper: 0.5, stiffness: 900}}
analyses:
  run: {{type: dynamics, duration: 3, output_step: 0.01}}
outputs: {{x: axle.{measure}, v: axle.{measure}_rate, f: stops.{force}, gap: stops.gap,
          energy: stops.energy, drift: energy.drift}}
"""


class TestLimits(EventTest):

    def between(self, model):
        """At rate 2 between -0.3 and 0.5, half a period of sqrt(900/0.25) in each stop."""
        way, touching = 0.8 / 2, math.pi / 60
        for name, method in METHODS.items():
            run = self.motion_of(model, method)
            table, found = run.table(), [event["t"] for event in events(run)]
            true = []
            t = 0.25
            while t < 3:
                true += [t, t + touching]
                t += touching + way
            true = [t for t in true if t <= 3]
            late = max(abs(a - b) for a, b in zip(found, true))
            deepest = -min(table["gap"])
            print(f"{name}: {len(found)} events off by {late:.2g} s, deepest {deepest:.6g}")
            self.assertEqual(len(found), len(true))
            self.assertLess(late, 1e-8)
            self.assertLessEqual(deepest, 2 / 60 + 1e-9)
            self.assertLess(run.analysis()["audit"]["energy_drift_steps"], 1e-8)
            for x, f in zip(table["x"], table["f"]):
                expected = 900 * (max(-0.3 - x, 0) - max(x - 0.5, 0))
                self.assertAlmostEqual(f, expected, delta=1e-9)

    def test_of_an_angle(self):
        body = "part: {type: rigid, mass: 1, inertia: 0.25, initial: {angle_rate: 2}}"
        self.between(LIMIT.format(body=body, joint="revolute", measure="angle", force="torque"))

    def test_of_a_displacement(self):
        body = "part: {type: rigid, mass: 0.25, inertia: 1, initial: {velocity: [2, 0]}}"
        self.between(LIMIT.format(body=body, joint="prismatic", measure="displacement",
                                  force="force"))

    def test_of_an_angle_in_space(self):
        body = ("part: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 0.25}, "
                "initial: {angular_velocity: [0, 0, 2]}}")
        model = LIMIT.format(body=body, joint="revolute", measure="angle", force="torque")
        self.between(model.replace("space: planar", "space: spatial"))


if __name__ == "__main__":
    harness.main()
