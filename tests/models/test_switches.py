#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""No switch inside a step is passed unseen: cases that were, and random motions whose truth is known.

The whole campaign is ./dev bench switches.
"""
import math
import random
import unittest

import harness
import passages

SAMPLE = 3  # models of each kind

PERIODIC = """mbs: 1
parameters: {n: 0}
space: planar
bodies:
  m1: {type: point_mass, mass: 1 kg, initial: {velocity: [1, 0]}}
events:
  tick: {when: "sin(2*pi*t/0.01 - 0.1)", set: {n: n + 1}}
analyses: {run: {type: dynamics, duration: 1 s}}
outputs: {x: m1.x, ticks: n}
"""
CONTROLLER = """mbs: 1
parameters: {u: 0 N*m, Ts: 10 ms, kp: 40 N*m/rad, kd: 8 N*m*s/rad}
space: planar
gravity: [0, -9.81]
bodies:
  arm: {type: rigid, mass: 1 kg, inertia: 0.03, center_of_mass: [0.3, 0]}
joints:
  pin: {type: revolute, marker_i: ground, marker_j: arm}
forces:
  motor: {type: coordinate_force, joint: pin, value: u}
events:
  tick: {when: "sin(pi*t/Ts + pi/1000)", direction: both, set: {u: "kp*(1 - pin.angle) - kd*pin.angle_rate"}}
analyses: {run: {type: dynamics, duration: 2 s}}
outputs: {angle: pin.angle, torque: motor.torque}
"""
TURNS = """mbs: 1
parameters: {turns: 0}
space: planar
bodies:
  rotor: {type: rigid, mass: 1, inertia: 0.1, initial: {angle_rate: 3000 rpm}}
joints:
  shaft: {type: revolute, marker_i: ground, marker_j: rotor}
events:
  index: {when: "sin(shaft.angle - 0.1)", set: {turns: turns + 1}}
analyses: {run: {type: dynamics, duration: 2 s}}
outputs: {angle: shaft.angle, turns: turns}
"""
WINDOWS = """mbs: 1
space: planar
gravity: [0, 0]
bodies: {P: {type: point_mass, mass: 1, initial: {position: [0, 0], velocity: [1, 0]}}}
forces: {F: {type: force, marker: P, vector: ["if(cos(1000*P.x) > 0.9999, -100, 0)", "0"]}}
analyses: {run: {type: dynamics, duration: 1, output_step: 0.1}}
outputs: {x: P.x, vx: P.vx}
"""
DISC = """mbs: 1
space: planar
ground: {markers: {target: {position: [5, 0]}}}
bodies:
  bullet: {type: point_mass, mass: 0.01, initial: {position: [0, 0.001], velocity: [100, 0]}}
forces:
  hit: {type: contact, marker_i: ground.target, marker_j: bullet, radius_i: 5 mm, radius_j: 1 mm, stiffness: 1e9}
analyses: {run: {type: dynamics, duration: 1 s}}
outputs: {vx: bullet.vx, vy: bullet.vy}
"""
POST = """mbs: 1
space: planar
gravity: [0, 0]
ground: {markers: {post: {position: [4.955 m, 0]}}}
bodies: {puck: {type: point_mass, mass: 0.1 kg, initial: {position: [0, 0], velocity: [5 m/s, 0]}}}
forces: {hit: {type: contact, marker_i: ground.post, marker_j: puck, radius_i: 0.03 m, radius_j: 0.04 m, stiffness: 1e6,
  exponent: 1.5}}
analyses: {run: {type: dynamics, duration: 2 s, output_step: 0.002 s}}
outputs: {vx: puck.vx}
"""
BALLS = """mbs: 1
space: planar
gravity: [0, 0]
accept: [loose_bodies]
bodies:
  A: {type: point_mass, mass: 0.2 kg, initial: {position: [0, 0], velocity: [3 m/s, 0]}}
  B: {type: point_mass, mass: 0.2 kg, initial: {position: [1.16, 0]}}
events:
  hit: {when: "hypot(B.x-A.x, B.y-A.y) - 0.0572 m", direction: falling, impact: {marker_i: A, marker_j: B, restitution: 0.95}}
analyses: {run: {type: dynamics, duration: 2 s, output_step: 0.01 s}}
outputs: {va: A.vx, vb: B.vx}
"""


class TestCases(unittest.TestCase):
    def last(self, text, method="auto", count=None):
        scratch = harness.Scratch(self)
        model = scratch.model(text)
        run = scratch.run(model, "--set", f"analyses.run.integrator={{method: {method}}}")
        self.assertEqual(run.status, 0, run.story())
        if count is not None:
            self.assertEqual(run.analysis()["events"]["count"], count, run.story())
        self.located = run.analysis().get("events", {}).get("located", [])
        return {name: column[-1] for name, column in run.table().items()}

    def test_clock(self):
        for method in ("auto", "ida"):
            self.assertEqual(self.last(PERIODIC, method, 100)["ticks"], 100)
            for k, event in enumerate(self.located):
                self.assertAlmostEqual(event["t"], (k + 0.1 / (2 * math.pi)) / 100, delta=1e-14)

    def test_branches_that_become_the_same(self):
        """tanh(420 t) is 1 to the last digit soon: every double touches the switch to 1, and the run ends all the same."""
        for law in ("max(tanh(420*t), sign(t))", "min(2 - tanh(420*t), 1 + 0*t)", "if(tanh(300*t) >= 1, 1, 1)"):
            last = self.last("mbs: 1\nspace: planar\nbodies: {m: {type: point_mass, mass: 1}}\n"
                             f"forces: {{f: {{type: force, marker: m, vector: [\"{law}\", 0]}}}}\nanalyses: {{run: {{type: dynamics, duration: 2}}}}\n"
                             f"outputs: {{v: m.vx, f: \"{law}\"}}\nchecks: {{most: {{max: f, equals: 1, within: 1e-9}}, mean: {{mean: f, equals: 1, within: 1e-6}}}}\n")
            self.assertAlmostEqual(last["v"], 2, delta=1e-6)

    def test_controller(self):
        self.last(CONTROLLER, count=200)
        for k, event in enumerate(self.located):
            self.assertAlmostEqual(event["t"], 0.01 * (k + 1) - 1e-5, delta=1e-13)

    def test_turns(self):
        for method in ("auto", "ida"):
            self.assertEqual(self.last(TURNS, method, 100)["turns"], 100)

    def test_windows(self):
        """The work of 160 windows of the same width: v^2 falls by 200 times the way inside."""
        half = math.acos(0.9999) / 1000
        for method in ("auto", "ida"):
            last = self.last(WINDOWS, method)
            inside = half + sum(min(max(last["x"] - (2 * math.pi * k / 1000 - half), 0), 2 * half) for k in range(1, 200))
            self.assertAlmostEqual(last["vx"], math.sqrt(1 - 200 * inside), delta=1e-5)

    def test_disc(self):
        """A hard disc of 6 mm turns the velocity about the normal at the place of contact."""
        for method in ("auto", "ida"):
            last = self.last(DISC, method, 2)
            self.assertAlmostEqual(last["vx"], -85.27, delta=0.02)
            self.assertAlmostEqual(last["vy"], 52.25, delta=0.02)

    def test_post(self):
        for method in ("auto", "ida"):
            for place in (0.5, 2, 4.955, 8):
                self.assertAlmostEqual(self.last(POST.replace("4.955", str(place)), method, 2)["vx"], -5, delta=1e-3)

    def test_balls(self):
        for place in (0.3, 1.16, 2.5, 5):
            for method in ("auto", "ida"):
                last = self.last(BALLS.replace("1.16", str(place)), method, 1)
                self.assertAlmostEqual(last["vb"], 2.925, delta=1e-9)
                self.assertAlmostEqual(last["va"], 0.075, delta=1e-9)


# A coupler whose law bends in windows that samples miss.
BENDS = """mbs: 1
space: planar
gravity: [0, 0]
bodies:
  A: {type: rigid, mass: 2, inertia: 1, initial: {position: [0, 0], velocity: [1, 0]}}
  B: {type: rigid, mass: 0.001, inertia: 1, initial: {position: [0, 1]}}
joints:
  j: {type: prismatic, body_i: ground, body_j: A, at: [0, 0], axis: [1, 0]}
  k: {type: prismatic, body_i: ground, body_j: B, at: [0, 1], axis: [1, 0]}
couplers:
  edge: {type: coordinate, relation: "k.displacement - 1e-6*max(0, cos(600*j.displacement/(1 m)) - 0.9)*(1 m)"}
analyses:
  run: {type: dynamics, duration: 1, output_step: 0.001, integrator: {method: runge_kutta, max_step: 1}}
outputs: {x: j.displacement}
"""


class TestDoubt(unittest.TestCase):
    def test_couplers(self):
        half, period = math.acos(0.9) / 600, 2 * math.pi / 600
        edges = sorted([half] + [k * period + side * half for k in range(1, 96) for side in (-1, 1)])
        for method in ("runge_kutta", "ida"):
            scratch = harness.Scratch(self)
            run = scratch.run(scratch.model(BENDS.replace("runge_kutta", method)))
            self.assertEqual(run.status, 0, run.story())
            events = run.analysis()["events"]
            self.assertIs(events["certain"], True)
            self.assertEqual(events["count"], len(edges), run.story())
            for event, edge in zip(events["located"], edges):
                self.assertAlmostEqual(event["t"], edge, delta=1e-6)

    def test_rollers_are_sampled(self):
        run = harness.Scratch(self).run(harness.SOURCE / "models/examples/cam_and_roller.yaml")
        self.assertEqual(run.analysis()["events"]["certain"][0]["why"], "sampled")
        self.assertIn("switches not certain: joints.rim.offset (sampled)", run.err)

    def test_given_up(self):
        """Terms that cancel, ever faster towards a pole: no bounds there."""
        wave = "sin(1/(P.x - 0.51))^2 + cos(1/(P.x - 0.51))^2 > 1.001"
        scratch = harness.Scratch(self)
        run = scratch.run(scratch.model(WINDOWS.replace("cos(1000*P.x) > 0.9999", wave)))
        self.assertEqual(run.status, 0, run.story())
        self.assertIn("W-EVENT-007", run.err)
        self.assertEqual(run.analysis()["events"]["certain"][0]["why"], "given up")
        # the same without a pole: steps end where they cannot be told, and all is certain
        run = scratch.run(scratch.model(WINDOWS.replace("cos(1000*P.x) > 0.9999", wave.replace("1/(P.x - 0.51)", "2e4*P.x"))))
        self.assertIs(run.analysis()["events"]["certain"], True)
        self.assertGreater(run.analysis()["counters"]["restarts"], 10)
        self.assertAlmostEqual(run.table()["vx"][-1], 1, delta=1e-12)

    def test_certain(self):
        scratch = harness.Scratch(self)
        run = scratch.run(scratch.model(POST))
        events = run.analysis()["events"]
        self.assertIs(events["certain"], True)
        self.assertGreater(events["segments"], 0)
        self.assertEqual(events["touches"], 0)
        self.assertNotIn("not certain", run.err)


class TestOracle(unittest.TestCase):
    """A thousand steps or more find the same events as the default."""
    MODELS = ("bouncing_ball", "contact_linear", "pendulum_with_stop", "stops_of_a_slide")
    TEXTS = {"periodic": PERIODIC, "controller": CONTROLLER, "turns": TURNS, "windows": WINDOWS, "disc": DISC, "post": POST,
             "balls": BALLS}

    def located(self, model, *arguments):
        run = harness.Scratch(self).run(model, *arguments)
        self.assertEqual(run.status, 0, run.story())
        return {name: [(e["of"], e["t"]) for e in analysis["events"]["located"]]
                for name, analysis in run.summary["analyses"].items()}

    def check(self, model, text):
        default = self.located(model)
        for name, events in default.items():
            self.assertTrue(events)
            key = f"analyses.{name}.integrator"
            duration = harness.Scratch(self).run(model).analysis(name)["t_reached"]
            short = self.located(model, "--set", f"{key}.max_step={duration / 1000}" if "integrator" in text else
                                 f"{key}={{max_step: {duration / 1000}}}")[name]
            self.assertEqual([of for of, _ in events], [of for of, _ in short])
            for (_, t), (_, other) in zip(events, short):
                self.assertAlmostEqual(t, other, delta=1e-7 * duration)

    def test_shipped(self):
        for name in self.MODELS:
            path = harness.SOURCE / f"models/examples/{name}.yaml"
            self.check(path, path.read_text(encoding="utf-8"))

    def test_cases(self):
        for name, text in self.TEXTS.items():
            self.check(harness.Scratch(self).model(text, f"{name}.yaml"), text)


class TestRandom(unittest.TestCase):
    """Every kind of the campaign, by both methods."""

    def run_model(self, model, method):
        scratch = harness.Scratch(self)
        run = scratch.run(scratch.model(model.text(method)))
        if run.status != 0:
            return run.status, None, None
        return run.status, run.summary, {name: column[-1] for name, column in run.table().items()}

    def test_kinds(self):
        for kind in passages.KINDS:
            for seed in range(SAMPLE):
                model = passages.draw(random.Random(1000 * seed + len(kind)), kind)
                for method in ("runge_kutta", "ida"):
                    fault = passages.fault(model, self.run_model(model, method))
                    self.assertIsNone(fault, f"{kind} by {method}\n{model.text(method)}")


if __name__ == "__main__":
    harness.main()
