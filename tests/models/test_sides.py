#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A row at an event holds what is behind it: by every method, at the start and at the very end, too.

Random motions whose events fall exactly on a row. Truth: closed forms of the event's time and of what is behind it."""

import math
import random

import harness
import kinds

RUNS, EVERY_DAY = 1000, 80
METHODS = ("method: auto", "method: ida", "method: ida, formulation: index_1", "method: ida, formulation: ggl",
           "method: ida, formulation: baumgarte", "method: runge_kutta", "method: runge_kutta, order: 5",
           "method: hht", "method: newmark, gamma: 0.5, beta: 0.25, allow_undamped: true", "method: generalized_alpha",
           "method: hht, step: %(fine)r", "method: generalized_alpha, step: %(fine)r")
HEAD = "mbs: 1\nspace: planar\nparameters: {n: 0}\n"
OUTPUTS = "outputs: {x: m.x, v: m.vx, n: n}\n"


class Case:
    """One motion: the model, and what x, v and n are behind its event at the time `at`."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        uniform = self.chance.uniform
        self.unit = self.chance.choice([1, 1, 10 ** uniform(-12, 6)])  # of time
        self.step = self.unit * self.chance.choice([0.1, 0.05, 0.25, 1 / 3, uniform(0.02, 0.3)])
        self.rows = self.chance.randint(4, 12)
        self.place = self.chance.choice([self.chance.randint(1, self.rows - 1)] * 3 + [0, self.rows])
        self.at = self.step * self.place
        self.duration = self.step * self.rows
        self.method = self.chance.choice(METHODS) % {"fine": self.step / 64}
        self.record = self.chance.choice(["", ", record: true"])
        kinds_of = [self.wall, self.fall, self.clock, self.clock_condition, self.swing]
        if self.place == 0:
            kinds_of = [self.wall, self.clock]
        if self.place == self.rows:  # what an error puts behind the end has not happened
            kinds_of = [self.wall, self.clock, self.clock_condition]
        self.chance.choice(kinds_of)()

    def body(self, x, v):
        return f"bodies: {{m: {{type: point_mass, mass: 1, initial: {{position: [{x!r}, 0], velocity: [{v!r}, 0]}}}}}}\n"

    def event(self, when, action):
        return f"events: {{it: {{when: \"{when}\", once: true, {action}{self.record}}}}}\n"

    def wall(self):
        """It comes at a constant speed and hits a wall at 0."""
        v, e = self.chance.uniform(0.5, 3) / self.unit, self.chance.uniform(0.2, 1)
        self.model = self.body(v * self.at, -v) + self.event("m.x", (
            "direction: falling, impact: {marker_i: ground, marker_j: m, direction: [1, 0], "
            f"restitution: {e!r}}}, set: {{n: n + 1}}"))
        self.truth = {"x": 0.0, "v": e * v, "n": 1}

    def fall(self):
        """It falls, and hits the ground."""
        g, e = self.chance.uniform(1, 20) / self.unit**2, self.chance.uniform(0.2, 0.9)
        self.model = (self.body(g * self.at**2 / 2, 0.0) + f"forces: {{w: {{type: force, marker: m, vector: [{-g!r}, 0]}}}}\n"
                      + self.event("m.x", "direction: falling, impact: {marker_i: ground, marker_j: m, direction: [1, 0], "
                                   f"restitution: {e!r}}}, set: {{n: n + 1}}"))
        self.truth = {"x": 0.0, "v": e * g * self.at, "n": 1}

    def clock(self):
        """The clock gives it another velocity."""
        self.model = self.body(1.0, -0.5 / self.unit) + self.event(f"t - {self.at!r}", (
            f"velocity: {{marker: m, vector: [{2 / self.unit!r}, 0]}}, set: {{n: n + 1}}"))
        self.truth = {"x": 1 - 0.5 * self.at / self.unit, "v": 2 / self.unit, "n": 1}

    def clock_condition(self):
        self.model = self.body(1.0, -0.5 / self.unit) + self.event(f"t >= {self.at!r}", (
            f"velocity: {{marker: m, vector: [{2 / self.unit!r}, 0]}}, set: {{n: n + 1}}"))
        self.truth = {"x": 1 - 0.5 * self.at / self.unit, "v": 2 / self.unit, "n": 1}

    def swing(self):
        """It swings on a spring, and is stopped where the spring is free."""
        w = math.pi / 2 / self.at
        self.model = (self.body(1.0, 0.0) + f"forces: {{w: {{type: force, marker: m, vector: [\"-{w * w!r}*m.x\", 0]}}}}\n"
                      + self.event("m.x", f"direction: falling, velocity: {{marker: m, vector: [{0.5 / self.unit!r}, 0]}}, set: {{n: n + 1}}"))
        self.truth = {"x": 0.0, "v": 0.5 / self.unit, "n": 1}

    def text(self):
        checks = "" if self.unit != 1 else "checks:\n" + "".join(f"  at_{name}: {{value: {name}, at: {self.at!r}, equals: {value!r}, within: {self.within(name)!r}}}\n"
                         for name, value in self.truth.items())
        return (HEAD + self.model + f"analyses: {{run: {{type: dynamics, duration: {self.duration!r}, output_step: {self.step!r}, "
                f"integrator: {{{self.method}}}}}}}\n" + OUTPUTS + checks)

    def within(self, name):
        speed = 2e-3 * (1 + abs(self.truth["v"] * self.unit))
        return {"n": 1e-6, "x": speed, "v": speed / self.unit}[name]


class TestSides(harness.MotionTest):
    @kinds.sampled
    def test_random_events_on_rows(self):
        for seed in kinds.some(range(RUNS), EVERY_DAY):
            case = Case(seed)
            run = self.scratch.run(self.scratch.model(case.text()), "--accept-inaccurate")
            story = f"seed {seed}\n{case.text()}{run.story()}"
            self.assertEqual(run.status, 0, story)
            table = run.table()
            rows = [k for k, t in enumerate(table["t"]) if abs(t - case.at) <= 1e-3 * case.step]
            self.assertTrue(1 <= len(rows) <= 2, story)
            for name, value in case.truth.items():
                self.assertAlmostEqual(table[name][rows[-1]], value, delta=case.within(name), msg=story)
            self.assertEqual(len(rows), 2 if case.record else 1, story)
            self.assertEqual(table["n"][rows[0]], 0 if case.record else 1, story)
            self.assertTrue(all(n == (0 if k < rows[-1] else 1) for k, n in enumerate(table["n"])), story)
            self.assertEqual(table["t"][rows[-1]], min(table["t"], key=lambda t: abs(t - case.at)), story)


class TestBeside(harness.MotionTest):
    """An event just behind a row, nearer than the run's tolerance tells: the row holds what is behind it, at its own place."""

    def model(self, chance, method, record):
        unit = chance.choice([1, 1, 10 ** chance.uniform(-9, 6)])
        step, rows = unit * chance.uniform(0.05, 0.3), chance.randint(3, 9)
        at, v, e, g = step * chance.randint(1, rows - 1), chance.uniform(0.5, 3) / unit, chance.uniform(0.2, 1), chance.uniform(0, 5) / unit**2
        late = chance.uniform(0.05, 0.5) * 100 * 1e-7 * at
        fall = at + late  # x = start - v t - g t^2/2 is zero then
        start = v * fall + g * fall**2 / 2
        place = start - v * at - g * at**2 / 2
        text = (f"mbs: 1\nspace: {chance.choice(['planar', 'spatial'])}\nparameters: {{n: 0}}\nbodies:\n"
                f"  m: {{type: point_mass, mass: 2, initial: {{position: [{start!r}, 0, 0], velocity: [{-v!r}, 0, 0]}}}}\n"
                f"forces: {{w: {{type: force, marker: m, vector: [{-2 * g!r}, 0, 0]}}}}\n"
                f"events: {{it: {{when: m.x, direction: falling, once: true, impact: {{marker_i: ground, marker_j: m, direction: [1, 0, 0], "
                f"restitution: {e!r}}}, set: {{n: n + 1}}{record}}}}}\n"
                f"analyses: {{run: {{type: dynamics, duration: {step * rows!r}, output_step: {step!r}, integrator: {{{method}}}}}}}\n"
                "outputs: {x: m.x, v: m.vx, n: n, drift: energy.drift}\n")
        if "planar" in text:
            text = text.replace(", 0, 0]", ", 0]")
        return text, at, place, (e * (v + g * at), 2 * g * late), start

    def test_own_place(self):
        for seed in range(40):
            chance = random.Random(seed)
            method = chance.choice([one for one in METHODS if "auto" in one or "ida" in one or "runge" in one])
            record = chance.choice(["", "", ", record: true"])
            text, at, place, (speed, near), travel = self.model(chance, method, record)
            run = self.scratch.run(self.scratch.model(text), "--cross-check")
            story = f"seed {seed}\n{text}{run.story()}"
            self.assertEqual(run.status, 0, story)
            table = run.table()
            k = max(k for k, t in enumerate(table["t"]) if abs(t - at) <= 1e-6 * at)
            self.assertEqual(table["n"][k], 1, story)
            self.assertAlmostEqual(table["v"][k], speed, delta=1e-6 * speed + near, msg=story)
            if not record:  # its rows are those of the event
                self.assertAlmostEqual(table["x"][k], place, delta=3e-7 * travel, msg=story)
            self.assertLess(max(map(abs, table["drift"])), 1e-6 * (speed**2 + (travel / at)**2), story)


class TestWaiting(harness.MotionTest):
    def test_rows_that_wait_are_the_rows(self):
        """Steps that end just behind each row: where an event may follow, the row waits for the next step. It is the same row."""
        text = ("mbs: 1\nspace: planar\nbodies: {m: {type: point_mass, mass: 2, initial: {position: [1, 0], velocity: [0, 3]}}}\n"
                "forces: {s: {type: force, marker: m, vector: [\"-40*m.x - 0.5*m.vx\", \"-9*m.y\"]}}\n%s"
                "analyses: {run: {type: dynamics, duration: 3, output_step: 0.1, integrator: {%s}}}\n"
                "outputs: {x: m.x, v: m.vx, work: energy.work, drift: energy.drift}\n")
        for step in (0.0100000001, 0.01000001, 0.050000005):
            for method in ("newmark", "hht", "generalized_alpha"):
                tables = [self.scratch.run(self.scratch.model(text % (event, f"method: {method}, step: {step!r}")), "--accept-inaccurate").table()
                          for event in ("", "events: {never: {when: m.x - 5, set: {p: 1}}}\nparameters: {p: 0}\n")]
                for name, values in tables[0].items():
                    for a, b in zip(values, tables[1][name], strict=True):
                        self.assertAlmostEqual(a, b, delta=1e-9 * (1 + abs(a)), msg=f"{name}, {method}, {step!r}")


class TestCases(harness.MotionTest):
    def test_set_at_the_end(self):
        run = self.good(self.scratch.model("""mbs: 1
space: planar
parameters: {n: 0}
bodies: {A: {type: point_mass, mass: 1, initial: {position: [1, 0], velocity: [-1, 0]}}}
events:
  half: {when: "t - 0.5", set: {n: n + 1}}
  end:  {when: "t - 1", set: {n: n + 1}}
analyses: {run: {type: dynamics, duration: 1, output_step: 0.1}}
outputs: {n: n}
checks: {final: {final: n, equals: 2, within: 0.1}}
"""))
        self.assertEqual(run.table()["n"], [0] * 5 + [1] * 5 + [2])

    def test_checks_of_fast_and_slow_motions(self):
        """A check at a time takes the value of that time, whatever the motion's unit of time is."""
        for unit in (1e-12, 1e-9, 1e-3, 1, 1e5):
            checks = "".join(f"  at_{round(100 * k)}: {{value: x, at: {k * unit!r}, equals: {k!r}, within: 1e-6}}\n" for k in (0, 0.1, 0.35, 0.36, 1))
            run = self.good(self.scratch.model(
                f"mbs: 1\nspace: planar\nbodies: {{m: {{type: point_mass, mass: 2, initial: {{position: [0, 0], velocity: [{1 / unit!r}, 0]}}}}}}\n"
                f"analyses: {{run: {{type: dynamics, duration: {unit!r}, output_step: {unit / 10!r}}}}}\noutputs: {{x: m.x}}\nchecks:\n{checks}"))
            self.assertEqual(len(run.analysis()["checks"]), 5)
            self.assertEqual(harness.execute([str(harness.BINARY), "compare", str(run.directory), str(run.directory)], run.directory).status, 0)

    def test_what_is_recorded_can_be_compared(self):
        """A table with both sides of an event beside one with the side behind it."""
        text = HEAD + ("bodies: {m: {type: point_mass, mass: 1, initial: {position: [1, 0], velocity: [-2, 0]}}}\n"
                       "events: {hit: {when: m.x, direction: falling, impact: {marker_i: ground, marker_j: m, direction: [1, 0], "
                       "restitution: 0.5}%s}}\nanalyses: {run: {type: dynamics, duration: 1, output_step: 0.1}}\n") + OUTPUTS
        both, one = (self.good(self.scratch.model(text % words)) for words in (", record: true", ""))
        self.assertEqual((len(both.table()["t"]), len(one.table()["t"])), (12, 11))
        command = [str(harness.BINARY), "compare", str(both.directory), str(one.directory)]
        done = harness.execute(command, both.directory)
        self.assertEqual(done.status, 0, done.story())
        plotted = harness.execute([str(harness.BINARY), "plot", str(both.directory), "v", "--text"], both.directory)
        self.assertEqual(plotted.status, 0, plotted.story())

    def told(self, text, method="auto"):
        """What summary.json tells of the events of a motion of 2 s."""
        run = self.good(self.scratch.model(f"mbs: 1\n{text}analyses: {{run: {{type: dynamics, duration: 2, output_step: 0.1, "
                                           f"integrator: {{method: {method}}}}}}}\n"), "--cross-check")
        return run.analysis()["events"]["located"]

    def near(self, found, truth):
        self.assertEqual(list(found), list(truth), found)
        for name, value in truth.items():
            if isinstance(value, dict):
                self.near(found[name], value)
            else:
                for a, b in zip(*(([one] if isinstance(one, (int, float)) else one) for one in (found[name], value)), strict=True):
                    self.assertAlmostEqual(a, b, delta=1e-6 * (1 + abs(b)))

    def test_summary_tells_both_sides(self):
        """A ball of 2 kg falls by 1 m and comes back with half its speed, while the floor grows softer."""
        g, v = 10.0, math.sqrt(20)
        for method in ("auto", "ida", "generalized_alpha"):
            (event,) = self.told(f"space: spatial\ngravity: [0, 0, -{g!r}]\nparameters: {{soft: 3, n: 0}}\n"
                                 "bodies: {m: {type: point_mass, mass: 2, initial: {position: [0, 0, 1]}}}\n"
                                 "events: {hit: {when: m.z, direction: falling, once: true, impact: {marker_i: ground, marker_j: m, "
                                 "direction: [0, 0, 1], restitution: 0.5}, set: {n: n + 1, soft: 2*soft}}}\n", method)
            self.near(event["before"], {"energy": v * v, "rate": -v, "parameters": {"n": 0, "soft": 3}})
            self.near(event["after"], {"energy": v * v / 4, "rate": v / 2, "parameters": {"n": 1, "soft": 6}})

    def test_summary_tells_given_velocities(self):
        (event,) = self.told("space: spatial\nbodies: {m: {type: point_mass, mass: 2, initial: {position: [0, 0, 0], velocity: [1, 2, 0]}}}\n"
                             "events: {e: {when: t - 1, velocity: {marker: m, vector: [0, 0, 3]}}}\n")
        self.near(event["before"], {"energy": 5.0, "velocity": [1, 2, 0]})
        self.near(event["after"], {"energy": 9.0, "velocity": [0, 0, 3]})
        (event,) = self.told("space: planar\nbodies: {r: {type: rigid, mass: 1, inertia: 0.5, initial: {position: [0, 0], angle_rate: 4}}}\n"
                             "joints: {h: {type: revolute, marker_i: ground, marker_j: r}}\n"
                             "events: {e: {when: h.angle - 2, velocity: {joint: h, value: -1}, once: true}}\n")
        self.near(event["before"], {"energy": 4.0, "velocity": 4})
        self.near(event["after"], {"energy": 0.25, "velocity": -1})
        (event,) = self.told("space: planar\nbodies: {m: {type: point_mass, mass: 2, initial: {position: [0, 0], velocity: [1, 0]}}}\n"
                             "events: {e: {when: t - 1, impulse: {marker: m, vector: [0, 2]}, set: {p: 7}}}\nparameters: {p: 1}\n")
        self.near(event["before"], {"energy": 1.0, "parameters": {"p": 1}})
        self.near(event["after"], {"energy": 2.0, "parameters": {"p": 7}})

    def test_impact_and_impulse_in_one_event(self):
        (event,) = self.told("space: planar\nbodies: {m: {type: point_mass, mass: 2, initial: {position: [1, 0], velocity: [-2, 0]}}}\n"
                             "events: {e: {when: m.x, direction: falling, once: true, impulse: {marker: m, vector: [1, 1]}, "
                             "impact: {marker_i: ground, marker_j: m, direction: [1, 0], restitution: 0.5}}}\n")
        self.near(event["before"], {"energy": 4.0, "rate": -2.0})
        self.near(event["after"], {"energy": 1.5**2 + 0.5**2, "rate": 1.5})
        self.assertAlmostEqual(event["impulse"], 6 + math.sqrt(2), delta=1e-6)

    def test_hit_again_at_one_instant_sets_once(self):
        """c and d hit, c hits b that it touches, and meets d again: the impact of c and d acts twice, its other actions once."""
        model = ("space: planar\nparameters: {n: 0}\nbodies:\n"
                 "  b: {type: point_mass, mass: 1, initial: {position: [2, 0]}}\n"
                 "  c: {type: point_mass, mass: 1, initial: {position: [3, 0]}}\n"
                 "  d: {type: point_mass, mass: 1, initial: {position: [4, 0], velocity: [-1, 0]}}\nevents:\n"
                 "  bc: {when: 1 - (c.x - b.x), impact: {marker_i: b, marker_j: c, direction: [1, 0], restitution: 0.5}}\n"
                 "  cd: {when: 1 - (d.x - c.x), impact: {marker_i: c, marker_j: d, direction: [1, 0], restitution: 0.5}, "
                 "set: {n: n + 1}, impulse: {marker: b, vector: [0, 1]}}\n")
        self.told(model.replace(", set: {n: n + 1}, impulse: {marker: b, vector: [0, 1]}", ""))  # impacts alone are looked at
        told = self.told(model)
        cd = [event for event in told if event["event"] == "cd"][0]
        # 3/4 of 1 m/s at first, then 3/4 of what is left between them: the hits of the pair by hand
        first, passed = 0.75, 0.75 * 0.75
        again = 0.75 * (0.25 - (first - passed))
        self.assertAlmostEqual(cd["impulse"], first + again + 1, delta=1e-12)
        self.assertEqual((cd["before"]["parameters"], cd["after"]["parameters"]), ({"n": 0}, {"n": 1}))


if __name__ == "__main__":
    harness.main()
