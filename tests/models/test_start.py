#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is at or beyond zero at the start; bodies in touch; the branches behind a passage.

Truth comes from closed forms, and for elastic stops from an integration of the stop's own law with
fixed steps of a thousandth of the time in touch.
"""

import itertools
import math
import random

import harness
import kinds
from events import METHODS, ORDER_TWO, EventTest, events
from stops import rebound, row_of_balls, step

DROP = """mbs: 1
space: planar
gravity: [0, {gravity}]
bodies: {{ball: {{type: point_mass, mass: 1, initial: {{position: [0, {y!r}], velocity: [0, {vy!r}]}}}}}}
events:
  floor: {{{event}}}
analyses: {{run: {{type: dynamics, duration: 0.04, output_step: 0.01}}}}
outputs: {{y: ball.y, vy: ball.vy}}
"""
KINDS = {
    "impact": "when: ball.y - 0.1, direction: falling, impact: {marker_i: ground, marker_j: ball, "
              "direction: [0, 1], restitution: 0.5}",
    "number": "when: 0.1 - ball.y, record: true",
    "number that stops": "when: 0.1 - ball.y, stop: true",
    "condition": "when: ball.y < 0.1, record: true",
    "condition with equality": "when: ball.y <= 0.1, record: true",
}
FIRES, WAITS, BEYOND, PRESSED, LATER = "fires", "waits", "E-EVENT-005", "E-EVENT-003", "later"


class TestTable(EventTest):
    """Below, at and beyond zero; moving inward, at rest, pulled inward from rest, moving outward."""
    PLACES = {"below": 0.11, "at": 0.1, "beyond": 0.09}
    WAYS = {"inward": (-1.0, 0), "at rest": (0.0, 0), "pulled": (0.0, -40.0), "outward": (1.0, 0)}
    EXPECTED = {  # of the impact, the number, a condition
        ("below", "inward"): (LATER, LATER, LATER),
        ("below", "at rest"): (WAITS, WAITS, WAITS),
        ("below", "pulled"): (LATER, LATER, LATER),
        ("below", "outward"): (WAITS, WAITS, WAITS),
        ("at", "inward"): (FIRES, FIRES, FIRES),
        ("at", "at rest"): (WAITS, WAITS, WAITS),
        ("at", "pulled"): (PRESSED, FIRES, FIRES),
        ("at", "outward"): (WAITS, WAITS, WAITS),
        ("beyond", "inward"): (FIRES, FIRES, WAITS),
        ("beyond", "at rest"): (BEYOND, WAITS, WAITS),
        ("beyond", "pulled"): (BEYOND, WAITS, WAITS),
        ("beyond", "outward"): (BEYOND, WAITS, WAITS),  # what stops is refused
    }

    def what_happens(self, kind, place, way, method):
        vy, gravity = self.WAYS[way]
        model = DROP.format(gravity=gravity, y=self.PLACES[place], vy=vy, event=KINDS[kind])
        run = self.scratch.run(self.scratch.model(model), "--set",
                               f"analyses.run.integrator={{{method}}}")
        if run.status != 0:
            self.assertEqual(run.status, 4, run.story())
            failure = run.analysis()["failure"]
            if failure["code"] == BEYOND:
                self.assertIn('event "floor" is already past zero at the start', failure["message"])
                self.assertEqual(failure["line"], 6)
                self.assertTrue(failure["hint"])
            return failure["code"]
        found = events(run)
        if kind == "impact" and found and not gravity:
            self.assertAlmostEqual(run.table()["vy"][-1], 0.5, delta=1e-12)
        return WAITS if not found else FIRES if found[0]["t"] == 0 else LATER

    @kinds.sampled
    def test_table(self):
        for (place, way), expected in self.EXPECTED.items():
            for kind in KINDS:
                wanted = expected[0 if kind == "impact" else 1 if kind.startswith("number") else 2]
                if kind == "number that stops" and (place, way) == ("beyond", "outward"):
                    wanted = BEYOND
                if kind == "condition with equality" and (place, way) == ("at", "pulled"):
                    wanted = WAITS  # true from the start
                for name, method in kinds.some(METHODS.items(), 1):
                    with self.subTest(kind=kind, place=place, way=way, method=name):
                        self.assertEqual(self.what_happens(kind, place, way, method), wanted)

    def test_a_ball_on_the_floor(self):
        """The case: bounces of 0.5, 0.25, .. m/s from the start."""
        model = DROP.format(gravity=-9.81, y=0.1, vy=-1.0, event=KINDS["impact"])
        run = self.good(self.scratch.model(model))
        self.assertEqual(events(run)[0]["t"], 0)
        for t, y in zip(run.table()["t"], run.table()["y"]):
            self.assertAlmostEqual(y, 0.1 + 0.5 * t - 9.81 / 2 * t * t, delta=1e-12)

    def test_at_rest_below_holds_at_the_start(self):
        event = KINDS["impact"].replace("0.5}", "0.5, at_rest_below: 0.01}")
        run = self.good(self.scratch.model(DROP.format(gravity=-9.81, y=0.1, vy=0.0, event=event)))
        self.assertEqual(run.analysis()["stopped_by"], "floor")
        self.assertEqual(run.analysis()["t_reached"], 0)


class TestCradle(EventTest):

    def speeds(self, model, count, *arguments):
        run = self.good(self.scratch.model(model), *arguments)
        table = run.table()
        for i in range(count - 1):  # never through each other
            for a, b in zip(table[f"x{i}"], table[f"x{i + 1}"]):
                self.assertGreaterEqual(b - a - 0.1, -1e-12)
        return run, [table[f"v{i}"][-1] for i in range(count)]

    def test_what_comes_in_goes_out(self):
        for count in (2, 3, 5, 10):
            for incoming in (1, 2, 3):
                for far in (None, (incoming - 1, 0.2)):
                    for x0 in (0.0, 1.37, -77.123):
                        if incoming >= count:
                            continue
                        speeds = [1.0] * incoming + [0.0] * (count - incoming)
                        _, found = self.speeds(row_of_balls(speeds, far=far, x0=x0), count)
                        wanted = speeds[::-1]
                        self.assertLess(max(abs(a - b) for a, b in zip(found, wanted)), 1e-12,
                                        (count, incoming, far, x0))

    def test_methods(self):
        for name, method in {**METHODS, **ORDER_TWO}.items():
            model = row_of_balls([1.0, 0.0, 0.0, 0.0], far=(0, 0.2))
            _, found = self.speeds(model, 4, "--set", f"analyses.run.integrator={{{method}}}")
            self.assertLess(max(abs(a - b) for a, b in zip(found, [0, 0, 0, 1])), 1e-12, name)

    def test_restitution(self):
        """The first chain of hits by hand; none approaches at the end, momentum stays."""
        for e in (0.0, 0.3, 0.5, 0.9, 1.0):
            for count in (3, 5, 10):
                _, found = self.speeds(row_of_balls([1.0] + [0.0] * (count - 1), e=e), count)
                self.assertAlmostEqual(sum(found), 1, delta=1e-12)
                self.assertLess(max(a - b for a, b in zip(found, found[1:])), 1e-12)
        _, found = self.speeds(row_of_balls([1.0, 0.0, 0.0], e=0.9), 3)
        self.assertAlmostEqual(found[2], 0.95 * 0.95, delta=1e-12)

    def test_unequal_masses(self):
        """Energy and momentum; the heavy one goes on, and nobody goes through anybody."""
        masses = [3.0, 1.0, 2.0, 0.5]
        _, found = self.speeds(row_of_balls([1.0, 0.0, 0.0, 0.0], masses=masses, far=(0, 0.1)), 4)
        self.assertAlmostEqual(sum(m * v for m, v in zip(masses, found)), 3, delta=1e-12)
        self.assertAlmostEqual(sum(m * v * v for m, v in zip(masses, found)), 3, delta=1e-12)
        self.assertEqual(found, sorted(found))

    def test_one_note_for_each_pair(self):
        run, _ = self.speeds(row_of_balls([1.0, 1.0, 0.0, 0.0, 0.0]), 5)
        found = events(run)
        self.assertEqual(sorted(event["event"] for event in found), ["h0", "h1", "h2", "h3"])
        self.assertTrue(all(event["t"] == 0 for event in found))
        self.assertAlmostEqual(next(e["impulse"] for e in found if e["event"] == "h1"), 2, delta=1e-12)


class TestSwingingCradle(EventTest):
    """Balls on rods, some lifted: after each hit as many fly off as came in, to the same height."""

    def cradle(self, count, lifted, angle=0.5):
        bodies = joints = hits = outputs = markers = ""
        for i in range(count):
            a = angle if i < lifted else 0
            markers += f"p{i}: {{position: [{0.1 * i!r}, 0]}}, "
            bodies += (f"  b{i}: {{type: point_mass, mass: 1, initial: {{position: "
                       f"[{0.1 * i - math.sin(a)!r}, {-math.cos(a)!r}]}}}}\n")
            joints += f"  r{i}: {{type: distance, marker_i: ground.p{i}, marker_j: b{i}, length: 1}}\n"
            outputs += f"x{i}: b{i}.x, "
            if i + 1 < count:
                hits += (f"  h{i}: {{when: b{i}.x - b{i + 1}.x + 0.1, impact: {{marker_i: b{i}, marker_j: b{i + 1}, "
                         f"restitution: 1}}}}\n")
        return (f"mbs: 1\nspace: planar\ngravity: [0, -9.81]\nground: {{markers: {{{markers[:-2]}}}}}\nbodies:\n{bodies}"
                f"joints:\n{joints}events:\n{hits}analyses: {{run: {{type: dynamics, duration: 4, output_step: 0.01}}}}\n"
                f"outputs: {{{outputs[:-2]}}}\n")

    def test_swings(self):
        for count, lifted in ((2, 1), (3, 1), (3, 2), (5, 1), (5, 2), (8, 3)):
            table = self.good(self.scratch.model(self.cradle(count, lifted))).table()
            rows = list(zip(*(table[f"x{i}"] for i in range(count))))
            for row in rows:
                self.assertGreater(min(b - a - 0.1 for a, b in zip(row, row[1:])), -1e-12)
            for i in range(count):
                furthest = max(abs(row[i] - 0.1 * i) for row in rows)
                moves = i < lifted or i >= count - lifted
                self.assertAlmostEqual(furthest, math.sin(0.5) if moves else 0, delta=2e-5 if moves else 1e-9)


class TestRack(EventTest):

    def test_break(self):
        """A ball hits a triangle of balls in touch: momentum, energy, and nobody inside anybody."""
        d = 0.0572
        places = [(1 + r * d * math.sqrt(3) / 2, (k - r / 2) * d) for r in range(4) for k in range(r + 1)]
        for off in (0.0, 0.007, -0.013):
            for e in (1.0, 0.95, 0.5):
                balls = [(0.0, off, 3.0)] + [(x, y, 0.0) for x, y in places]
                pairs = [(i, j) for j in range(len(balls)) for i in range(j)]
                bodies = "".join(f"  b{i}: {{type: point_mass, mass: 0.2, initial: {{position: [{x!r}, {y!r}], velocity: "
                                 f"[{v!r}, 0]}}}}\n" for i, (x, y, v) in enumerate(balls))
                hits = "".join(f"  h{i}_{j}: {{when: 'hypot(b{i}.x - b{j}.x, b{i}.y - b{j}.y) - {d}', direction: falling, "
                               f"impact: {{marker_i: b{i}, marker_j: b{j}, restitution: {e}}}}}\n" for i, j in pairs)
                outputs = ", ".join(f"x{i}: b{i}.x, y{i}: b{i}.y, vx{i}: b{i}.vx, vy{i}: b{i}.vy" for i in range(len(balls)))
                table = self.good(self.scratch.model(
                    f"mbs: 1\nspace: planar\nbodies:\n{bodies}events:\n{hits}"
                    f"analyses: {{run: {{type: dynamics, duration: 1, output_step: 0.05}}}}\noutputs: {{{outputs}}}\n")).table()
                for row in range(len(table["t"])):
                    for i, j in pairs:
                        self.assertGreater(math.hypot(table[f"x{i}"][row] - table[f"x{j}"][row],
                                                      table[f"y{i}"][row] - table[f"y{j}"][row]), d - 1e-12)
                speeds = [(table[f"vx{i}"][-1], table[f"vy{i}"][-1]) for i in range(len(balls))]
                self.assertAlmostEqual(sum(v for v, _ in speeds), 3, delta=1e-12)
                self.assertAlmostEqual(sum(v for _, v in speeds), 0, delta=1e-12)
                energy = sum(vx * vx + vy * vy for vx, vy in speeds)
                self.assertTrue(abs(energy - 9) < 1e-11 if e == 1 else energy < 9, (off, e, energy))


class TestGoingOn(EventTest):
    """An analysis from the end of another one: what is at zero or beyond there has happened."""
    MODEL = """mbs: 1
space: planar
bodies: {{ball: {{type: point_mass, mass: 1, initial: {{position: [0, 0], velocity: [1, 0]}}}}}}
events:
  line: {{when: {when}, {action}}}
analyses:
  before: {{type: dynamics, duration: {duration}}}
  run: {{type: dynamics, from: before, duration: 2}}
outputs: {{x: ball.x}}
"""

    def test_it_is_not_again(self):
        for when in ("ball.x - 0.5", "ball.x > 0.5", "ball.x >= 0.5"):
            for action in ("stop: true", "record: true"):
                model = self.MODEL.format(when=f'"{when}"', action=action, duration=0.8)
                run = self.good(self.scratch.model(model))
                self.assertEqual(len(run.analysis("before")["events"]["located"]), 1, when)
                self.assertEqual(run.analysis("run")["events"]["located"], [], when)
                self.assertAlmostEqual(run.table("run")["x"][-1], 2.5 if "stop" in action else 2.8, delta=1e-12)

    def test_what_went_back_is_not_refused(self):
        model = self.MODEL.format(when="ball.x - 0.5", action="impulse: {marker: ball, vector: [-3, 0]}", duration=0.5000001)
        run = self.good(self.scratch.model(model))
        self.assertAlmostEqual(run.table("run")["x"][-1], 0.5 - 2 * 2 - 2e-7, delta=1e-9)

    def test_what_comes_to_rest_is_not_left_to_fall(self):
        model = DROP.format(gravity=-9.81, y=0.2, vy=0.0, event=KINDS["impact"].replace("0.5}", "0.5, at_rest_below: 0.1}"))
        model = model.replace("analyses: {run: {type: dynamics, duration: 0.04, output_step: 0.01}}",
                              "analyses: {before: {type: dynamics, duration: 2}, run: {type: dynamics, from: before, duration: 1}}")
        run = self.scratch.run(self.scratch.model(model))
        self.assertEqual(run.status, 0, run.story())
        self.assertAlmostEqual(run.table("run")["y"][-1], 0.1, delta=1e-9)


def touching_pucks(speeds, exponent, gap=0.0):
    """In line, with contact forces."""
    bodies = "".join(f"  b{i}: {{type: point_mass, mass: 1, initial: {{position: [{i * (0.1 + gap)!r}, 0], "
                     f"velocity: [{v!r}, 0]}}}}\n" for i, v in enumerate(speeds))
    forces = "".join(f"  c{i}: {{type: contact, marker_i: b{i}, marker_j: b{i + 1}, radius_i: 0.05, "
                     f"radius_j: 0.05, stiffness: 1e6, exponent: {exponent}}}\n" for i in range(len(speeds) - 1))
    outputs = ", ".join(f"v{i}: b{i}.vx" for i in range(len(speeds)))
    return (f"mbs: 1\nspace: planar\nbodies:\n{bodies}forces:\n{forces}"
            f"analyses: {{run: {{type: dynamics, duration: 0.3, output_step: 0.01}}}}\noutputs: {{{outputs}}}\n")


class TestContacts(EventTest):

    def speeds(self, model, count, integrator):
        run = self.good(self.scratch.model(model), "--set", f"analyses.run.integrator={{{integrator}}}")
        return [run.table()[f"v{i}"][-1] for i in range(count)]

    def test_in_touch_at_the_start(self):
        """As beside each other by a nanometre; two equal ones exchange their velocities."""
        fine = "method: runge_kutta, tolerances: {relative: 1e-11, absolute: 1e-12}"
        for exponent in (1, 1.5):
            for speeds in ([1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [0.0, -1.0, 0.0]):
                count = len(speeds)
                truth = self.speeds(touching_pucks(speeds, exponent, 1e-9), count, fine)
                for method in (fine, *METHODS.values()):
                    found = self.speeds(touching_pucks(speeds, exponent), count, method)
                    self.assertLess(max(abs(a - b) for a, b in zip(found, truth)), 5e-6, (speeds, method))
        self.assertLess(abs(self.speeds(touching_pucks([1.0, 0.0], 1.5), 2, fine)[1] - 1), 1e-9)

    def test_moving_together(self):
        """Round-off of gaps that stay zero is no switch."""
        for exponent in (1, 1.5):
            for speed in (0.0, 1.0, -3.7):
                for method in METHODS.values():
                    found = self.speeds(touching_pucks([speed] * 4, exponent), 4, method)
                    self.assertLess(max(abs(v - speed) for v in found), 1e-12)


STOP = """mbs: 1
space: planar
bodies: {{P: {{type: point_mass, mass: 1, initial: {{position: [{x!r}, 0], velocity: [{v!r}, 0]}}}}}}
forces: {{F: {{type: force, marker: P, vector: ["{force}", 0]}}}}
analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: 0.01}}}}
outputs: {{vx: P.vx}}
"""


class TestStops(EventTest):
    """Functions of the language that switch twice on one surface."""

    def judge(self, force, x, v, duration, truth, *arguments):
        model = STOP.format(x=x, v=v, duration=duration, force=force)
        run = self.good(self.scratch.model(model), *arguments)
        self.assertAlmostEqual(run.table()["vx"][-1], truth, delta=3e-5 * abs(v),
                               msg=f"{force} from {x} at {v} {arguments}")

    def test_the_case(self):
        truth = rebound(1.0, 1e6, 1, 10, 1e-3)
        self.assertAlmostEqual(truth, 0.993597, delta=1e-6)
        forms = ("impact(P.x, P.vx, 0.5, 1e6, 1, 10, 1e-3)",
                 "max(0, 1e6*max(0.5-P.x, 0) - 10*P.vx*step(0.5-P.x, 0, 0, 1e-3, 1))")
        for form in forms:
            self.judge(form, 0.97, -1.0, 1.0, truth)
            for name, method in METHODS.items():
                self.judge(form, 0.97, -1.0, 1.0, truth, "--set", f"analyses.run.integrator={{{method}}}")
        for method in ("newmark, gamma: 0.5, step: 2e-5, allow_undamped: true",
                       "hht, alpha: 0, step: 2e-5, allow_undamped: true",
                       "generalized_alpha, step: 2e-5", "symplectic, step: 2e-5"):
            if "symplectic" in method:
                continue  # takes no damping
            model = STOP.format(x=0.97, v=-1.0, duration=1.0, force=forms[0])
            run = self.good(self.scratch.model(model), "--set",
                            f"analyses.run.integrator={{method: {method}}}")
            self.assertAlmostEqual(run.table()["vx"][-1], truth, delta=1e-3, msg=method)

    @kinds.sampled
    def test_places_speeds_and_exponents(self):
        cases = itertools.product((1, 1.3, 1.5, 2.2, 3), (0, 10, 300), ((-1.0, 0.8), (-0.3, 0.93), (-2.7, 1.234)))
        for e, c, (v, x) in kinds.some(cases, 6):
            k, d = 1e6 if e < 2 else 1e8, 1e-3
            truth = rebound(-v, k, e, c, d)
            duration = (x - 0.5) / -v + 0.3
            fine = ("--set", "analyses.run.integrator={tolerances: {relative: 1e-9, absolute: 1e-11}}")
            self.judge(f"impact(P.x, P.vx, 0.5, {k}, {e}, {c}, {d})", x, v, duration, truth, *fine)
            self.judge(f"bistop(P.x, P.vx, 0.5, 9, {k}, {e}, {c}, {d})", x, v, duration, truth, *fine)


def fraction(x, x0, x1):
    return min(max((x - x0) / (x1 - x0), 0.0), 1.0)


LANGUAGE = {
    "max": max, "min": min, "abs": abs, "floor": math.floor, "sin": math.sin, "exp": math.exp,
    "sign": lambda x: (x > 0) - (x < 0), "mod": lambda x, y: x - y * math.floor(x / y),
    "choose": lambda condition, x, y: x if condition else y, "step": step,
    "step5": lambda x, x0, h0, x1, h1: h0 + (h1 - h0) * (lambda z: z**3 * (10 - z * (15 - 6 * z)))(
        fraction(x, x0, x1)),
    "havsin": lambda x, x0, h0, x1, h1: h0 + (h1 - h0) * math.sin(math.pi / 2 * fraction(x, x0, x1))**2,
}
LEAVES = ("{k}*(x - 0.5)", "{k}*(x - 0.5)^2", "{k}*v*(x - 0.5)", "{k}*max(x - 0.5, 0)^1.5",
          "{k}*max(0.5 - x, 0)^2.2", "{k}*v*step(x, 0.5, 0, 0.6, 1)", "{k}*step5(x, 0.5, 0, 0.6, 1)",
          "{k}*havsin(x, 0.4, 1, 0.5, 0)", "{k}", "{k}*v", "{k}*abs(x - 0.5)",
          "{k}*sign(x - 0.5)*(x - 0.5)", "{k}*mod(2*x, 1)", "{k}*floor(2*x)", "{k}*exp(x - 0.5) - {k}",
          "{k}*sin(max(x - 0.5, 0))")


def nested(random_one, depth):
    """Of branches that all meet on x = 0.5."""
    leaf = random_one.choice(LEAVES).format(k=random_one.choice((1, 2, -1, 0.5, -3)))
    if depth == 0:
        return leaf
    a, b = nested(random_one, depth - 1), nested(random_one, random_one.randint(0, depth - 1))
    return random_one.choice((
        f"max({a}, {b})", f"min({b}, {a})", f"max(0, {a})", f"({a} + {b})",
        f"step({a}, 0, {random_one.choice((0, 1, -1))}, {random_one.choice((1, 0.1))}, 2)",
        f"if({a} {random_one.choice(('<', '<=', '>', '>='))} {random_one.choice((b, '0'))}, {leaf}, {b})"))


NESTED = """mbs: 1
space: planar
bodies: {{P: {{type: point_mass, mass: 1, initial: {{position: [{x!r}, 0], velocity: [{v!r}, 0]}}}}}}
forces: {{F: {{type: force, marker: P, vector: ["0.05*({force})", 0]}}}}
analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: {duration!r}}}}}
outputs: {{x: P.x, vx: P.vx, ax: P.ax}}
"""


class TestNested(EventTest):
    """max, min, if and step to depth 4 over one surface: behind each passage the branch that is held
    has the value that the expression itself has there."""

    def motion(self, force, x, v, duration):
        text = force.replace("x", "{x}").replace("ma{x}", "max").replace("e{x}p", "exp").replace("v", "{v}")
        text = text.replace("ha{v}sin", "havsin").format(x="(P.x/(1 m))", v="(P.vx/(1 m/s))")
        return self.good(self.scratch.model(NESTED.format(force=text, x=x, v=v, duration=duration)))

    @kinds.sampled
    def test_held_and_live_agree(self):
        chance, passages = random.Random(11), 0
        cases = kinds.some(range(60), 12)
        for _ in cases:
            force, v = nested(chance, 4), chance.choice((1.0, -1.0, 0.7))
            x = 0.5 - v * chance.uniform(0.05, 0.3)
            found = sorted({event["t"] for event in events(self.motion(force, x, v, 0.6))})
            for t in found[:3]:
                code = force.replace("^", "**").replace("if(", "choose(")
                for later in (1e-9, 1e-6):
                    table = self.motion(force, x, v, t + later).table()
                    truth = [  # a nanosecond behind, numbers of third order may still round to zero
                        0.05 * eval(code, dict(LANGUAGE), {  # pylint: disable=eval-used
                            "x": table["x"][-1] + ahead * table["vx"][-1], "v": table["vx"][-1]})
                        for ahead in (0, 1e-6 - later)]
                    self.assertLess(min(abs(table["ax"][-1] - a) for a in truth), 1e-6 * abs(truth[0]) + 1e-9
                                    + 2 * abs(1e-6 - later) * (len(set(truth)) > 1),
                                    f"{force} from {x} at {v}, {later} s behind {t}: {truth}")
                passages += 1
        print(f"{passages} passages")
        self.assertGreaterEqual(passages, len(cases))


if __name__ == "__main__":
    harness.main()
