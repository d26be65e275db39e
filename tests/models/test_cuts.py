#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What jumps without the word "if": angles that start anew, half a turn of a bushing, lines of no length.

Random laws in the plane and in space, by all methods, against closed forms (cuts.py): where the motion ends,
how often it jumped, and which events it met.
"""

import math
import random

import cuts
import harness
import kinds

LAWS, EVERY_DAY = 2000, 60
EXACT = ("method: auto", "method: runge_kutta", "method: runge_kutta, order: 5", "method: ida",
         "method: ida, formulation: index_1", "method: ida, formulation: ggl")
COARSE = ("method: hht", "method: generalized_alpha", "method: newmark, gamma: 0.5, beta: 0.25, allow_undamped: true")


def text_of(vector):
    return "[" + ", ".join(repr(x) for x in vector) + "]"


class Law:
    """One model with its truth: channels at the end, number of jumps, times of events."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        uniform = self.uniform = self.chance.uniform
        self.coarse = self.chance.random() < 0.15
        self.method = self.chance.choice(COARSE if self.coarse else EXACT)
        self.duration = uniform(1, 8)
        self.truth = None
        while self.truth is None:
            self.events = {}
            self.chance.choice([self.angle, self.angle, self.line])()

    def model(self):
        relative = 1e-7 if self.coarse else 1e-9
        return ("mbs: 1\naccept: [loose_bodies]\n" + self.text + "analyses: {go: {type: dynamics, "
                f"duration: {self.duration!r}, output_step: {self.duration / 7!r}, "
                f"integrator: {{{self.method}, tolerances: {{relative: {relative!r}}}}}}}}}\n")

    # ---- angles ----

    def angle(self):
        k, d = self.chance.choice([-1, 1, 1, 1]) * self.uniform(0.1, 4), self.chance.choice([0, self.uniform(0, 0.3)])
        c, x, v = self.uniform(-1, 1), self.uniform(-3, 3), self.uniform(-6, 6)
        level = self.uniform(-2.5, 2.5)
        inertia = self.uniform(0.2, 3)
        truth = cuts.Wrapped(k, d, c, x, v).run(self.duration, level)
        if truth is None or abs(truth[2]) > 30 or any(abs(t - s) < 1e-3 for t, _ in truth[4] for s in truth[3]):
            return
        form = self.chance.choice([self.plane_atan2, self.plane_mod, self.gauge, self.euler, self.points_in_space,
                                   self.bushing])
        jumps = form(inertia, k * inertia, d * inertia, c * inertia, x, v)
        end, counted, rate, times, seen = truth
        self.truth = {"r": rate, "a": counted, "w": end}
        self.jumps = times if jumps else None
        self.events = {"up": [t for t, sign in seen if sign > 0], "down": [t for t, sign in seen if sign < 0]}
        self.text += (f"events:\n  up: {{when: \"{self.number} - {level!r}\", record: true}}\n"
                      f"  down: {{when: \"{self.number} - {level!r}\", direction: falling, record: true}}\n"
                      f"outputs: {{r: {self.rate}, w: \"{self.number}\"}}\n")

    def law(self, k, d, c):
        return f"{c!r} - {k!r}*({self.number}) - {d!r}*{self.rate}"

    def plane(self, inertia, k, d, c, x, v, number):
        place = [self.uniform(-2, 2), self.uniform(-2, 2)]
        radius, turned = self.uniform(0.1, 3), self.uniform(-3, 3)
        self.rate = "h.angle_rate"
        self.number = number.format(x=place[0], y=place[1])
        arm = [radius * math.cos(turned), radius * math.sin(turned)]
        self.text = (
            "space: planar\n"
            f"bodies: {{w: {{type: rigid, mass: 1, inertia: {inertia!r}, initial: {{position: {text_of(place)}, "
            f"angle: {x - turned!r}, angle_rate: {v!r}}}, markers: {{p: {{position: {text_of(arm)}}}}}}}}}\n"
            f"joints: {{h: {{type: revolute, body_i: ground, body_j: w, at: {text_of(place)}}}}}\n"
            f"forces: {{f: {{type: torque, marker: w, value: \"{self.law(k, d, c)}\"}}}}\n")
        return turned

    def plane_atan2(self, *law):
        self.plane(*law, "atan2(w.p.y - ({y!r}), w.p.x - ({x!r}))")
        return True

    def plane_mod(self, inertia, k, d, c, x, v):
        state = self.chance.getstate()
        turned = self.plane(inertia, k, d, c, x, v, "")  # the marker turns the body
        self.chance.setstate(state)
        self.plane(inertia, k, d, c, x, v, f"(mod(w.angle + ({turned + math.pi!r}), 2*pi) - pi)")
        return True

    def space(self, inertia, k, d, c, x, v, number, force=None):
        """Turned about z of a marker of the ground that stands anywhere."""
        axis, angle = [self.uniform(-1, 1) for _ in range(3)], self.uniform(0, 3)
        at = [self.uniform(-2, 2) for _ in range(3)]
        self.rate, self.number = "g.wz", number
        own = self.uniform(0.1, 2)
        force = force or f"type: torque, marker: w, resolve_in: ground.o, vector: [0, 0, \"{self.law(k, d, c)}\"]"
        self.text = (
            "space: spatial\n"
            f"ground: {{markers: {{o: {{position: {text_of(at)}, orientation: {{axis_angle: {{axis: {text_of(axis)}, "
            f"angle: {angle!r}}}}}}}}}}}\n"
            f"bodies: {{w: {{type: rigid, mass: 1, inertia: {{xx: {inertia + own!r}, yy: {inertia + own!r}, "
            f"zz: {inertia!r}}}, initial: {{relative_to: ground.o, position: [0, 0, 0], orientation: {{axis_angle: "
            f"{{axis: [0, 0, 1], angle: {x!r}}}}}, angular_velocity: [0, 0, {v!r}]}}}}}}\n"
            f"gauges: {{g: {{marker_i: ground.o, marker_j: w}}}}\n"
            f"forces: {{f: {{{force}}}}}\n")
        return True

    def gauge(self, *law):
        return self.space(*law, "g.angle_z")

    def euler(self, *law):
        return self.space(*law, self.chance.choice(["g.euler_zyx_1", "g.euler_xyz_3", "g.euler_yxz_3"]))

    def points_in_space(self, inertia, k, d, c, x, v):
        return self.space(inertia, k, d, c, x, v, "atan2(sin(g.angle_z), cos(g.angle_z))")

    def bushing(self, inertia, k, d, c, x, v):
        force = (f"type: bushing, marker_i: ground.o, marker_j: w, angular_stiffness: [0, 0, {k!r}], "
                 f"angular_damping: [0, 0, {d!r}], angular_preload: [0, 0, {-c!r}]")
        return self.space(inertia, k, d, c, x, v, "g.angle_z", force)

    # ---- lines ----

    def line(self):
        planar = self.chance.random() < 0.5
        axes = 2 if planar else 3
        along = [self.chance.gauss(0, 1) for _ in range(axes)]
        size = math.sqrt(sum(u * u for u in along))
        along = [u / size for u in along]
        if self.chance.random() < 0.3:
            along = [1.0] + [0.0] * (axes - 1)
        mass, k = self.uniform(0.3, 3), self.uniform(1, 60)
        length, damping = self.uniform(0, 0.5), self.chance.choice([0, self.uniform(0, 0.8)])
        preload = self.chance.choice([0, self.uniform(-3, 3)])
        x, v = self.uniform(-1, 1), self.uniform(-3, 3)
        spring = self.chance.random() < 0.8
        if not spring:
            k, length, damping, preload = 0.0, 0.0, 0.0, self.uniform(0.5, 9)
        truth = cuts.Line(mass, k, length, damping, preload, x, v).run(self.duration)
        if truth is None or abs(x) < 0.05:
            return
        at = [self.uniform(-2, 2) for _ in range(axes)]
        if self.chance.random() < 0.5:
            at = [0.0] * axes
        body = [a + x * u for a, u in zip(at, along)]
        law = (f"type: spring_damper, stiffness: {k!r}, free_length: {length!r}, damping: {damping!r}, "
               f"preload: {preload!r}" if spring else f"type: line_force, value: {preload!r}")
        read = spring and self.chance.random() < 0.3
        if read:
            law = (f"type: line_force, value: \"{k!r}*(g.distance - {length!r}) + {damping!r}*g.distance_rate + "
                   f"({preload!r})\"")
        self.text = (
            f"space: {'planar' if planar else 'spatial'}\n"
            f"ground: {{markers: {{o: {{position: {text_of(at)}}}}}}}\n"
            f"bodies: {{w: {{type: point_mass, mass: {mass!r}, initial: {{position: {text_of(body)}, "
            f"velocity: {text_of([v * u for u in along])}}}}}}}\n"
            f"gauges: {{g: {{marker_i: ground.o, marker_j: w}}}}\n"
            f"forces: {{f: {{{law}, marker_i: ground.o, marker_j: w}}}}\n"
            "outputs: {" + ", ".join(f"p{i}: w.{'xyz'[i]}, v{i}: w.v{'xyz'[i]}" for i in range(axes)) + "}\n")
        end, speed, jumps = truth
        smooth = spring and not read and damping == 0 and preload == k * length
        self.jumps = None if smooth else jumps
        self.truth = {f"p{i}": at[i] + end * along[i] for i in range(axes)}
        self.truth.update({f"v{i}": speed * along[i] for i in range(axes)})


class TestLaws(harness.MotionTest):

    @kinds.sampled
    def test_random_laws(self):
        for seed in kinds.some(range(LAWS), EVERY_DAY):
            law = Law(seed)
            run = self.scratch.run(self.scratch.model(law.model()), "--force")
            with self.subTest(seed=seed, model=law.model()):
                self.assertEqual(run.status, 0, run.err)
                self.check(law, run)

    def check(self, law, run):
        allowed = 3e-3 if law.coarse else 2e-6
        row = {name: column[-1] for name, column in run.table().items()}
        for name, value in law.truth.items():
            if name in row:
                off = row[name] - value
                if name == "w":  # known up to a turn where it starts anew
                    off = math.remainder(off, 2 * math.pi)
                self.assertLess(abs(off), allowed * (1 + abs(value)) * (1 + len(law.jumps or [])), name)
        events = run.analysis()["events"]
        self.assertIs(events["certain"], True)
        self.times(events, "f", law.jumps, allowed)
        for name, times in law.events.items():
            self.times(events, name, times, allowed)

    def times(self, events, name, expected, allowed):
        if expected is None:
            return
        located = events.get("located", [])
        found = [e["t"] for e in located if e["t"] > 0  # at the start what is beyond and goes on acts, too
                 and (e.get("event") == name or e.get("of", "").startswith("forces." + name))]
        self.assertEqual(len(found), len(expected), f"{name}: {found} for {expected}")
        for t, truth in zip(found, expected):
            self.assertLess(abs(t - truth), 3 * allowed * (1 + truth) * (1 + len(expected)), name)


SHAFT = """mbs: 1
title: A shaft that turns evenly; its angle as a gauge tells it never falls through 1 rad
space: spatial
bodies: {w: {type: rigid, mass: 1, inertia: {xx: 0.4, yy: 0.4, zz: 0.4}, initial: {orientation: {axis_angle: {axis: [0, 0, 1], angle: 1.2}}, angular_velocity: [0, 0, 2]}}}
joints: {h: {type: revolute, body_i: ground, body_j: w, at: [0, 0, 0], axis: [0, 0, 1]}}
gauges: {g: {marker_j: w}}
events:
  flash: {when: g.angle_z - 1 rad, direction: falling, once: true, velocity: {joint: h, value: 5 rad/s}}
analyses: {go: {type: dynamics, duration: 2, output_step: 0.1}}
outputs: {a: h.angle, r: h.angle_rate}
"""
BUSHING = """mbs: 1
title: A bushing in space that is turned through half a turn
space: spatial
accept: [loose_bodies]
bodies: {m: {type: rigid, mass: 1, inertia: {xx: 0.2, yy: 0.3, zz: 0.4}, initial: {angular_velocity: [0, 0, 12]}}}
forces: {b: {type: bushing, marker_i: ground, marker_j: m, stiffness: [100, 100, 100], angular_stiffness: [2, 2, 2]}}
analyses: {go: {type: dynamics, duration: 60, output_step: 0.1, integrator: {tolerances: {relative: 1e-9}}}}
outputs: {wz: m.wz, drift: energy.drift}
"""
ANCHOR = """mbs: 1
title: A mass that flies through the anchor of a spring with free length
space: planar
bodies: {m: {type: point_mass, mass: 1, initial: {position: [0.3, 0]}}}
forces: {s: {type: spring_damper, marker_i: ground, marker_j: m, stiffness: 100, free_length: 0.1}}
analyses: {go: {type: dynamics, duration: 300, output_step: 1, integrator: {tolerances: {relative: 1e-9}}}}
outputs: {x: m.x, f: s.force, r: s.length_rate, p: s.power, drift: energy.drift}
"""
POINT = """mbs: 1
title: An event by the direction of a point, space
space: spatial
bodies: {w: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, initial: {angular_velocity: [0, 0, %(rate)r]}, markers: {p: {position: [1, 0, 0]}}}}
accept: [loose_bodies]
events: {e: {when: "atan2(w.p.y, w.p.x) - %(level)r", direction: %(direction)s, record: true%(more)s}}
analyses: {go: {type: dynamics, duration: 2, output_step: 0.5}}
outputs: {x: w.p.x}
"""
CLOCKS = """mbs: 1
title: Numbers that start anew, of the clock, of the motion and of both
space: planar
bodies: {w: {type: rigid, mass: 1, inertia: 1, initial: {angle_rate: 2}, markers: {p: {position: [1, 0]}}}}
joints: {h: {type: revolute, body_i: ground, body_j: w, at: [0, 0]}}
events:
  up: {when: "atan2(w.p.y, w.p.x) - 1", record: true}
  down: {when: "atan2(w.p.y, w.p.x) - 1", direction: falling, record: true}
  jump: {when: "atan2(w.p.y, w.p.x) - 1", direction: falling, record: true, at_jumps: true}
  both: {when: "atan2(w.p.y, w.p.x) - 1", direction: both, record: true, at_jumps: true}
  turn: {when: "mod(h.angle, 2) - 1", record: true}
  back: {when: "mod(h.angle, 2) - 1", record: true, direction: falling}
  anew: {when: "mod(h.angle, 2) - 1", record: true, direction: falling, at_jumps: true}
  tick: {when: "mod(t, 1) - 0.25", record: true}
  tock: {when: "mod(t, 1) - 0.25", record: true, direction: falling}
  full: {when: "mod(t, 1) - 0.25", record: true, direction: falling, at_jumps: true}
  mix: {when: "mod(t, 1) - 0.1*h.angle", record: true, direction: falling}
  mixes: {when: "mod(t, 1) - 0.1*h.angle", record: true, direction: falling, at_jumps: true}
analyses: {go: {type: dynamics, duration: 4.4, output_step: 0.4}}
outputs: {a: h.angle}
"""


class Told(harness.MotionTest):

    def ran(self, text):
        run = self.good(self.scratch.model(text), "--force")
        return run.table(), run


class TestCases(Told):

    def test_a_wrapped_angle_passes_no_level(self):
        table, run = self.ran(SHAFT)
        self.assertEqual(run.analysis()["events"]["never"], ["flash"])
        self.assertLess(abs(table["a"][-1] - 4), 1e-6)  # counted from the start
        self.assertEqual(table["r"][-1], 2)

    def test_a_bushing_through_half_turns(self):
        table, run = self.ran(BUSHING)
        truth = cuts.Wrapped(2 / 0.4, 0, 0, 0.0, 12.0)
        t, v, passed = 0.0, 12.0, 0
        while True:  # 107 times, more than run() looks at
            piece = cuts.Piece(truth.k, 0, 0, -math.pi if passed else 0.0, v)
            ends = piece.passages(math.pi, 60 - t)[:1]
            if not ends:
                break
            t, v, passed = t + ends[0][0], piece.at(ends[0][0])[1], passed + 1
        self.assertEqual(run.analysis()["events"]["count"], passed)
        self.assertLess(abs(table["wz"][-1] - piece.at(60 - t)[1]), 1e-4)
        self.assertLess(max(abs(x) for x in table["drift"]), 1e-5)

    def test_a_preload_of_a_bushing_does_work_at_each_turn(self):
        model = BUSHING.replace("angular_stiffness: [2, 2, 2]", "angular_stiffness: [2, 2, 2], angular_preload: [0, 0, 1]")
        table, run = self.ran(model.replace("duration: 60", "duration: 6"))
        self.assertGreater(run.analysis()["events"]["count"], 5)
        self.assertLess(max(abs(x) for x in table["drift"]), 1e-5)

    def test_a_spring_through_its_anchor(self):
        table, run = self.ran(ANCHOR)
        self.assertLess(abs(table["x"][-1] - 0.235533), 1e-4)
        self.assertEqual(run.analysis()["events"]["count"], 716)
        self.assertTrue(all(math.isfinite(value) for name in "frp" for value in table[name]))
        self.assertNotIn("warning", run.err)

    def test_a_force_that_reads_a_wrapped_angle_is_told_of_counting(self):
        spring = "forces: {f: {type: torque, marker: w, vector: [0, 0, \"-0.1*g.angle_z\"]}}\noutputs"
        model = SHAFT.replace("outputs", spring)
        run = self.good(self.scratch.model(model), "--force")
        self.assertIn("W-EVENT-008", run.err)
        self.assertIn('write "count: true" in gauge "g"', run.err)
        counted = self.good(self.scratch.model(model.replace("marker_j: w}", "marker_j: w, count: true}")), "--force")
        self.assertNotIn("W-EVENT-008", counted.err)

    def test_errors_that_add_up_are_no_growth(self):
        run = self.scratch.run(self.scratch.model(ANCHOR.replace("1e-9", "1e-7")))
        self.assertIn("add up", run.err)
        self.assertNotIn("magnifies small", run.err)

    def test_events_by_a_direction_in_space(self):
        """All levels, directions and rates: the angle is rate*t, wrapped."""
        for rate in kinds.some([2, -2, 7, 0.8], 4):
            for level in (-3.1, -1, 0, 0.5, 2, 3):
                for direction in ("rising", "falling"):
                    more = self.chance_of(rate, level)
                    model = POINT % {"rate": float(rate), "level": float(level), "direction": direction, "more": more}
                    run = self.scratch.run(self.scratch.model(model), "--force")
                    with self.subTest(rate=rate, level=level, direction=direction, more=more):
                        self.assertEqual(run.status, 0, run.err)
                        self.expect(run, self.times(rate, level, direction, bool(more)))

    def chance_of(self, rate, level):
        return ", at_jumps: true" if (level > 0) == (rate > 0) else ""

    def times(self, rate, level, direction, at_jumps):
        """Of passages of the level, and of jumps over it, in (0, 2)."""
        sign = 1 if rate > 0 else -1
        along = (level - (0 if sign * level > 0 else -sign * 2 * math.pi)) / rate
        turn = 2 * math.pi / abs(rate)
        passed = [along + n * turn for n in range(9)] if (direction == "rising") == (sign > 0) else []
        jumps = [math.pi / abs(rate) + n * turn for n in range(9)]
        if at_jumps and (direction == "falling") == (sign > 0):
            passed += jumps
        return sorted(t for t in passed if 1e-9 < t < 2)

    def expect(self, run, times):
        found = [e["t"] for e in run.analysis()["events"].get("located", []) if e["t"] > 1e-9]
        self.assertEqual(len(found), len(times), f"{found} for {times}")
        for t, truth in zip(found, times):
            self.assertLess(abs(t - truth), 1e-5)

    def test_numbers_that_start_anew(self):
        run = self.scratch.run(self.scratch.model(CLOCKS))
        self.assertEqual(run.status, 0, run.err)
        half = math.pi / 2
        expected = {"up": [0.5, 0.5 + math.pi], "down": [], "jump": [half], "both": [0.5, half, 0.5 + math.pi],
                    "turn": [0.5, 1.5, 2.5, 3.5], "back": [], "anew": [1, 2, 3, 4],
                    "tick": [0.25, 1.25, 2.25, 3.25, 4.25], "tock": [], "full": [1, 2, 3, 4], "mix": [],
                    "mixes": [1, 2, 3, 4]}
        for name, times in expected.items():
            found = [e["t"] for e in run.analysis()["events"]["located"] if e.get("event") == name]
            self.assertEqual(len(found), len(times), f"{name}: {found}")
            for t, truth in zip(found, times):
                self.assertLess(abs(t - truth), 1e-6, name)

    def test_what_does_not_start_anew_has_no_jumps(self):
        for when in ("h.angle - 1", "h.angle > 1", "sin(h.angle)"):
            model = CLOCKS.replace("mod(h.angle, 2) - 1\", record: true, direction: falling, at_jumps", f"{when}\", at_jumps")
            run = self.scratch.run(self.scratch.model(model), "--force")
            self.assertEqual(run.status, 3, run.err)
            self.assertIn('"at_jumps" of event "anew" needs a number', run.err)


TURNS = """mbs: 1
title: Forth and back over many turns
space: spatial
bodies: {w: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {h: {%(joint)s}}
gauges: {g: {marker_j: w, count: true}, e: {marker_j: w, count: true}}
forces:
  drive: {type: torque, marker: w, vector: [0, 0, "%(push)r*cos(%(unit)r*t)"]}
  spring: {type: torque, marker: w, vector: [0, 0, "-1e-6*%(unit)r^2*(g.angle_z + e.euler_zyx_1)"]}
analyses: {go: {type: dynamics, duration: %(duration)r, output_step: %(row)r}}
outputs: {a: %(angle)s, r: g.wz, g: g.angle_z, e: e.euler_zyx_1, k: spring.torque.z}
"""
JOINTS = {"revolute": ("type: revolute, body_i: ground, body_j: w, at: [0, 0, 0], axis: [0, 0, 1]", "h.angle"),
          "cylindrical": ("type: cylindrical, body_i: ground, body_j: w, at: [0, 0, 0], axis: [0, 0, 1]", "h.angle"),
          "universal": ("type: universal, body_i: ground, body_j: w, at: [0, 0, 0], axis_1: [0, 0, 1], axis_2: [1, 0, 0]",
                        "h.angle_1")}


class TestTurns(Told):

    @kinds.sampled
    def test_forth_and_back(self):
        """x'' + 2e-6 u^2 x = push cos(u t): nearly x = push/u^2 (1 - cos(u t)), to 10,000 turns and back."""
        cases = [(joint, rate, 10) for joint in JOINTS for rate in (1.0, 100.0, 1e4)]
        cases += [("revolute", 1e4, 10000)] if kinds.whole else []
        for joint, rate, turns in cases:
            with self.subTest(joint=joint, rate=rate, turns=turns):
                self.turn(joint, rate, turns)

    def turn(self, joint, rate, turns):
        top = 2 * math.pi * turns
        unit = 2 * rate / top
        words = {"joint": JOINTS[joint][0], "angle": JOINTS[joint][1], "unit": unit, "push": top / 2 * unit**2,
                 "duration": 2 * math.pi / unit, "row": 2 * math.pi / unit / 64}
        table, run = self.ran(TURNS % words)
        slow = math.sqrt(2e-6)  # of the spring, in units of u
        for t, a, g, e, k in zip(table["t"], table["a"], table["g"], table["e"], table["k"]):
            truth = words["push"] / unit**2 / (slow**2 - 1) * (math.cos(unit * t) - math.cos(slow * unit * t))
            self.assertLess(abs(a - truth), 1e-5 * top)
            self.assertLess(max(abs(g - a), abs(e - a)), 1e-9 * top)
            self.assertLess(abs(k + 2e-6 * unit**2 * a), 1e-14 * unit**2 * top)
        self.assertEqual(run.analysis()["events"]["count"] if "events" in run.analysis() else 0, 0)


if __name__ == "__main__":
    harness.main()
