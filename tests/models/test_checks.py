#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks mean what their words say, and one that could not be made has not passed.

Truth: closed forms of the motion, and the words of the message."""

import csv
import math
import random

import harness
import kinds

CHANNELS, EVERY_DAY = 200, 30
FALL = """mbs: 1
space: planar
gravity: [0, -10]
bodies: {b: {type: point_mass, mass: 1, initial: {position: [0, 5]}}}
analyses: {fall: {type: dynamics, duration: 1, output_step: 0.25}}
outputs: {y: b.y, x: b.x}
checks: {agrees: {file: r.csv, channels: [y], within: 1e-9}}
"""


def table(times, more=""):
    return f"t,y{more}\n" + "".join(f"{t!r},{5 - 5 * t * t!r}{',' if more else ''}\n" for t in times)


class TestReferences(harness.MotionTest):
    """A reference is compared whole, or the check has not passed."""

    def outcome(self, reference, text=FALL, *arguments):
        model = self.scratch.model(text)
        if reference is not None:
            (model.parent / "r.csv").write_text(reference, encoding="utf-8")
        return self.scratch.run(model, *arguments)

    def unmade(self, reference, *words, text=FALL):
        for quiet in ((), ("-q",)):
            run = self.outcome(reference, text, *quiet)
            self.assertEqual(run.status, 6, run.story())
            for word in ("E-CHECK-002", "could not be made", *words):
                self.assertIn(word, run.err if quiet else run.err + run.out, run.story())
        check = [one for it in run.summary["analyses"].values() for one in it["checks"] if not one["passed"]][0]
        self.assertEqual((check["evaluated"], check["value"], run.summary["status"]), (False, None, "check_failed"))
        return run

    def test_whole(self):
        for times in ([0, 0.25, 0.5, 1], [0.1, 0.3], [1], [0.25, 0.25, 0.5]):
            run = self.outcome(table(times))
            self.assertEqual(run.status, 0, run.story())

    def test_no_file(self):
        run = self.unmade(None, 'there is no file "r.csv"', "it was looked for as", "mbsrun dump --bundle")
        self.assertIn("model.yaml:7:10: error[E-CHECK-002]", run.err)

    def test_beyond_the_end_or_before_the_start(self):
        self.unmade(table([0, 0.5, 1, 1.5, 2]), "2 of the 5 rows", "from t = 1.5 s to 2 s", "ends at t = 1 s")
        self.unmade(table([-0.5, 0, 0.5]), "1 of the 3 rows", "from t = -0.5 s to -0.5 s")
        self.unmade(table([2, 3]), "2 of the 2 rows")
        stopped = FALL.replace("analyses:", "events: {half: {when: 2.5 - b.y, stop: true}}\nanalyses:")
        self.unmade(table([0, 0.5, 1]), "1 of the 3 rows", "ends at t = 0.707106781 s", text=stopped)

    def test_a_part_that_fails_has_failed(self):
        run = self.outcome(table([0, 0.5]) + "0.75,9\n2,0\n")
        self.assertEqual(run.status, 6, run.story())
        self.assertIn("E-CHECK-001", run.err)
        self.assertNotIn("E-CHECK-002", run.err)

    def test_columns(self):
        text = FALL.replace("channels: [y]", "channels: [y, x]")
        self.unmade(table([0, 0.5], ",x"), 'channel "x" has no value in "r.csv"', text=text)
        run = self.outcome("t,y,x\n0,5,\n0.5,,0\n", text)  # a field may be empty
        self.assertEqual(run.status, 0, run.story())

    def test_each_analysis_that_is_meant(self):
        text = FALL.replace("output_step: 0.25}}", "output_step: 0.25}, short: {type: dynamics, duration: 0.5, output_step: 0.25}}")
        self.unmade(table([0, 1]), "ends at t = 0.5 s", text=text)
        run = self.outcome(table([0, 1]), text.replace("within: 1e-9", "within: 1e-9, analysis: fall"))
        self.assertEqual(run.status, 0, run.story())


class Channel:
    """x = cos(w t) over whole periods of T, and a function of it or of the time whose integral is known."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        uniform = self.chance.uniform
        self.w = uniform(0.5, 8)
        self.periods = self.chance.randint(1, 6)
        self.T = self.periods * 2 * math.pi / self.w
        self.step = self.T / self.chance.choice([1, 2, 3, 7, 50, 400])
        self.method = self.chance.choice(["auto", "auto", "ida", "runge_kutta, order: 5"])
        self.chance.choice([self.power, self.corner, self.jump, self.window, self.fast, self.bell, self.rate, self.mixed])()

    def power(self):
        n = self.chance.randint(1, 6)
        self.f, mean = f"x^{n}", (lambda m: 0 if m % 2 else math.comb(m, m // 2) / 2**m)
        self.mean, self.square = mean(n), mean(2 * n)

    def corner(self):
        c = self.chance.uniform(-0.9, 0.9)
        a = math.acos(c)  # mean of max(x, c)
        self.f = f"max(x, {c!r})"
        self.mean = (math.sin(a) + c * (math.pi - a)) / math.pi
        self.square = ((a + math.sin(2 * a) / 2) / 2 + c * c * (math.pi - a)) / math.pi

    def jump(self):
        c, h = self.chance.uniform(-0.95, 0.95), self.chance.uniform(0.1, 9)
        part = math.acos(c) / math.pi
        self.f, self.mean, self.square = f"if(x > {c!r}, {h!r}, 0)", h * part, h * h * part

    def window(self):
        """A pulse of the clock, however short."""
        h, wide = self.chance.uniform(1, 50), self.T * 10 ** self.chance.uniform(-6, -1)
        at = self.chance.uniform(0.05, 0.85) * self.T
        self.f = f"if(t > {at!r} and t < {at + wide!r}, {h!r}, 0)"
        self.mean, self.square = h * wide / self.T, h * h * wide / self.T

    def fast(self):
        """Oscillations far faster than the rows and the motion."""
        n = self.chance.randint(20, 300) * self.periods
        self.f = f"sin({n * 2 * math.pi / self.T!r}*t) + 0.25"
        self.mean, self.square = 0.25, 0.5 + 0.0625

    def bell(self):
        s, m = self.T * self.chance.uniform(0.01, 0.05), self.T * self.chance.uniform(0.3, 0.7)
        self.f = f"exp(-((t - {m!r})/{s!r})^2)"
        self.mean, self.square = s * math.sqrt(math.pi) / self.T, s * math.sqrt(math.pi / 2) / self.T

    def rate(self):
        self.f, self.mean, self.square = "m.vx", 0, self.w**2 / 2

    def mixed(self):
        """The motion times a switch of the clock."""
        at = self.chance.uniform(0.1, 0.9) * self.T
        end = self.w * at
        self.f = f"if(t < {at!r}, x, 0)"
        self.mean, self.square = math.sin(end) / self.w / self.T, (at / 2 + math.sin(2 * end) / 4 / self.w) / self.T

    def text(self):
        size = math.sqrt(self.square)
        return (f"mbs: 1\nspace: planar\nbodies: {{m: {{type: point_mass, mass: 1, initial: {{position: [1, 0]}}}}}}\n"
                f"joints: {{p: {{type: point_on_line, marker_i: ground, marker_j: m}}}}\n"
                f"forces: {{s: {{type: force, marker: m, vector: [\"-{self.w**2!r}*m.x\", 0]}}}}\n"
                f"analyses: {{run: {{type: dynamics, duration: {self.T!r}, output_step: {self.step!r}, integrator: {{method: {self.method}, "
                f"tolerances: {{relative: 1e-10}}}}}}}}\noutputs: {{x: m.x, f: \"{self.f.replace('x', 'm.x') if 'm.v' not in self.f and 'exp' not in self.f and 'max' not in self.f else self.f.replace('max(x', 'max(m.x')}\"}}\n"
                f"checks:\n  mean: {{mean: f, equals: {self.mean!r}, within: {2e-6 * size!r}}}\n"
                f"  rms: {{rms: f, equals: {size!r}, within: {2e-6 * size!r}}}\n")


class TestIntegrals(harness.MotionTest):
    """Means over time, whatever the rows are. Truth: closed forms over whole periods."""

    @kinds.sampled
    def test_random_channels(self):
        for seed in kinds.some(range(CHANNELS), EVERY_DAY):
            channel = Channel(seed)
            run = self.scratch.run(self.scratch.model(channel.text()), "--accept-inaccurate")
            self.assertEqual(run.status, 0, f"seed {seed}\n{channel.text()}{run.story()}")

    def test_extremes_of_pulses_of_the_clock(self):
        """However short, and several in one step; upwards, downwards, and on top of the motion."""
        for seed in range(40):
            chance = random.Random(seed)
            T, count = chance.uniform(1, 9), chance.randint(1, 5)
            height, wide = chance.uniform(2, 9), T * 10 ** chance.uniform(-12, -2)
            ats = sorted(chance.uniform(0.02, 0.97) * T for _ in range(count))
            pulse = " + ".join(f"if(t >= {at!r} and t < {at + wide!r}, {height!r}, 0)" for at in ats)
            most = max(math.cos(at) + height for at in ats) if count == 1 else None
            method = chance.choice(["auto", "ida", "runge_kutta, order: 5"])
            text = (f"mbs: 1\nspace: planar\nbodies: {{m: {{type: point_mass, mass: 1, initial: {{position: [1, 0]}}}}}}\n"
                    f"forces: {{s: {{type: force, marker: m, vector: [-m.x*(1 N/m), 0]}}}}\nanalyses: {{run: {{type: dynamics, duration: {T!r}, "
                    f"output_step: {T / chance.choice([1, 3, 50])!r}, integrator: {{method: {method}, tolerances: {{relative: 1e-9}}}}}}}}\n"
                    f"outputs: {{up: \"{pulse}\", down: \"-({pulse})\", both: \"m.x/(1 m) + {pulse}\"}}\nchecks:\n"
                    f"  up: {{max: up, equals: {height!r}, within: {1e-9 + (height * (count - 1) if wide > 1e-3 else 0)!r}}}\n"
                    f"  down: {{min: down, equals: {-height!r}, within: {1e-9 + (height * (count - 1) if wide > 1e-3 else 0)!r}}}\n"
                    + (f"  both: {{max: both, equals: {most!r}, within: {1e-6 + wide!r}}}\n" if most else ""))
            run = self.scratch.run(self.scratch.model(text), "--accept-inaccurate")
            self.assertEqual(run.status, 0, f"seed {seed}\n{text}{run.story()}")

    def test_mean_of_rows_only(self):
        """cos(2 pi t) with a row a second."""
        text = """mbs: 1
space: planar
bodies: {A: {type: point_mass, mass: 1, initial: {position: [1,0]}}}
joints: {p: {type: point_on_line, marker_i: ground, marker_j: A}}
forces: {s: {type: force, marker: A, vector: ["-4*pi^2*A.x",0]}}
analyses: {run: {type: dynamics, duration: 5, output_step: 1}}
outputs: {x: A.x}
checks:
  mean: {mean: x, equals: 0, within: 1e-5}
  rms: {rms: x, equals: sqrt(0.5), within: 1e-5}
"""
        self.good(self.scratch.model(text))
        study = self.scratch.model("mbs_study: 1\nmodel: model.yaml\nvary: {analyses.run.output_step: {values: [1, 0.1]}}\n"
                                   "outputs: {mean: {mean: x}, rms: {rms: x}, integral: {integral: \"A.x^2\"}}\n", "study.yaml")
        done = harness.execute([str(harness.BINARY), "sweep", str(study), "-o", str(study.parent / "out")], study.parent)
        self.assertEqual(done.status, 0, done.story())
        with open(study.parent / "out/results.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                for name, value in (("mean", 0), ("rms", math.sqrt(0.5)), ("integral", 2.5)):
                    self.assertAlmostEqual(float(row[name]), value, delta=1e-5)

    def test_a_single_moment(self):
        """An equilibrium's mean is its value; a drift's, which means something at rows only, is that over the rows."""
        text = FALL.replace("checks: {agrees: {file: r.csv, channels: [y], within: 1e-9}}", "checks:\n"
                            "  drift: {mean: energy.drift, equals: 0, within: 1e-9}\n  height: {mean: b.y, equals: 5 - 10/6, within: 1e-9}\n")
        self.good(self.scratch.model(text))


class Pulse:
    """x = cos(w t) over three periods, or its rate over w, and a pulse of it, however narrow: where points do not look."""

    BODY = {
        "free": "space: planar\nbodies: {{m: {{type: point_mass, mass: 1, initial: {{position: [1, 0]}}}}}}\n",
        "joint": "space: planar\nbodies: {{m: {{type: point_mass, mass: 1, initial: {{position: [1, 0]}}}}}}\n"
                 "joints: {{p: {{type: point_on_line, marker_i: ground, marker_j: m}}}}\n",
        "planar": "space: planar\nbodies: {{d: {{type: rigid, mass: 1, inertia: 1, initial: {{angle: 0, angle_rate: {w!r}}}, "
                  "markers: {{p: {{position: [1, 0]}}}}}}}}\njoints: {{h: {{type: revolute, marker_i: ground, marker_j: d}}}}\n",
        "spatial": "space: spatial\nbodies: {{d: {{type: rigid, mass: 1, inertia: {{xx: 1, yy: 1, zz: 1}}, initial: {{angular_velocity: "
                   "[0, 0, {w!r}]}}, markers: {{p: {{position: [1, 0, 0]}}}}}}}}\n"
                   "joints: {{h: {{type: revolute, body_i: ground, body_j: d, at: [0, 0, 0], axis: [0, 0, 1]}}}}\n"}
    SPRING = "forces: {{s: {{type: force, marker: m, vector: [\"-{w!r}^2*m.x\", 0]}}}}\n"

    def __init__(self, seed):
        self.chance = random.Random(seed)
        uniform = self.chance.uniform
        self.w, self.wide = uniform(0.5, 8), 10 ** uniform(-9, -1.5)
        self.height, self.at = uniform(0.5, 20) * self.chance.choice([1, 1, -1]), uniform(-0.9, 0.85)
        body = self.chance.choice(list(self.BODY))
        springs = body in ("free", "joint")
        place, rate = ("m.x", "m.vx") if springs else ("d.p.x", "d.p.vx")
        self.x = self.chance.choice([place, f"({rate}/{self.w!r})"])
        self.body = (self.BODY[body] + (self.SPRING if springs else "")).format(w=self.w)
        self.method = self.chance.choice(["auto", "auto", "ida", "runge_kutta, order: 5"])
        self.rows = self.chance.choice([1, 2, 7, 50])
        # of x and of its rate the largest errors are about the same part of it
        self.loose = 2e-6 + 1e-8 / self.wide
        self.chance.choice([self.window, self.bell, self.peak, self.slope])()

    def window(self):
        high = self.at + self.wide
        self.f = f"if({self.x} > {self.at!r} and {self.x} < {high!r}, {self.height!r}, 0)"
        part = abs(math.acos(self.at) - math.acos(high)) / math.pi
        self.extremes, self.mean, self.rms = (self.height, 0), self.height * part, abs(self.height) * math.sqrt(part)

    def bell(self):
        self.f = f"{self.height!r}*exp(-(({self.x} - {self.at!r})/{self.wide!r})^2)"
        self.extremes, self.mean, self.rms = (self.height, 0), None, None
        if self.wide < 1e-4:  # it is over before x bends
            part = self.wide / math.sqrt(1 - self.at**2) / math.sqrt(math.pi)
            self.mean, self.rms = self.height * part, abs(self.height) * math.sqrt(part / math.sqrt(2))
            self.loose += 10 * self.wide

    def peak(self):
        """Beside something wide."""
        wide = f"{self.x}^2"
        self.wide = min(self.wide, 1e-6)
        self.f = f"{wide} + {self.height!r}/(1 + (({self.x} - {self.at!r})/{self.wide!r})^2)"
        most = self.at**2 + self.height
        self.extremes, self.mean, self.rms = ((most, None) if most > 1 else (None, most) if most < 0 else (None, None)), None, None

    def slope(self):
        """What jumps, nearly, and stays: mean and extremes of a square wave."""
        self.f = f"{self.height!r}*tanh(({self.x} - {self.at!r})/{self.wide!r})"
        self.extremes, self.mean, self.rms = (None, None), None, None
        if self.wide < 1e-4:
            self.mean, self.rms = self.height * (2 * math.acos(self.at) / math.pi - 1), abs(self.height)
            self.extremes, self.loose = (abs(self.height), -abs(self.height)), self.loose + 10 * self.wide

    def text(self):
        T, size = 3 * 2 * math.pi / self.w, abs(self.height)
        high, low = sorted((one for one in self.extremes if one is not None), reverse=True) if None not in self.extremes else (
            (self.extremes[0], None) if self.extremes[0] is not None else (None, self.extremes[1]))
        checks = [f"max: f, equals: {high!r}, within: {2e-6 * size!r}"] if high is not None else []
        checks += [f"min: f, equals: {low!r}, within: {2e-6 * size!r}"] if low is not None else []
        if self.mean is not None:
            checks += [f"mean: f, equals: {self.mean!r}, within: {self.loose * self.rms!r}", f"rms: f, equals: {self.rms!r}, within: {self.loose * self.rms!r}"]
        if self.height > 0:  # up and down again at each passage, or up once
            cycles, less = (1, "0") if "tanh" in self.f else (2, f"{self.x}^2 + {self.height / 2!r}" if "^2 +" in self.f else f"{self.height / 2!r}")
            checks += [f"period: \"{self.f} - ({less})\", cycles: {cycles}, equals: {2 * math.pi / self.w!r}, within: {1e-6 / self.w!r}"]
        listed = "".join(f"  c{k}: {{{one}}}\n" for k, one in enumerate(checks))
        return (f"mbs: 1\n{self.body}analyses: {{run: {{type: dynamics, duration: {T!r}, output_step: {T / self.rows!r}, integrator: "
                f"{{method: {self.method}, tolerances: {{relative: 1e-10, absolute: 1e-11}}}}}}}}\n"
                f"outputs: {{f: \"{self.f}\"}}\n" + (f"checks:\n{listed}" if listed else ""))


class TestPulses(harness.MotionTest):
    """Pulses of the state: a figure is right, or said to be not certain. Truth: closed forms."""

    @kinds.sampled
    def test_random_pulses(self):
        right = uncertain = 0
        for seed in kinds.some(range(CHANNELS), EVERY_DAY):
            text = Pulse(seed).text()
            run = self.scratch.run(self.scratch.model(text), "--accept-inaccurate")
            self.assertIn(run.status, (0, 6), f"seed {seed}\n{text}{run.story()}")
            for check in run.analysis().get("checks", []):
                self.assertTrue(check["passed"] or not check["evaluated"], f"seed {seed}\n{text}{run.story()}")
                right, uncertain = right + check["passed"], uncertain + (not check["evaluated"])
        self.assertGreater(right, 12 * uncertain, f"{right} right, {uncertain} not certain")

    def test_figures_of_a_study(self):
        """First times, periods and integrals of pulses a millionth of the way wide. x = cos(2 pi t)."""
        self.scratch.model("""mbs: 1
space: planar
parameters: {c: 0.5}
bodies: {A: {type: point_mass, mass: 1, initial: {position: [1, 0]}}}
joints: {p: {type: point_on_line, marker_i: ground, marker_j: A}}
forces: {s: {type: force, marker: A, vector: ["-4*pi^2*A.x", 0]}}
analyses: {run: {type: dynamics, duration: 5, output_step: 1}}
""")
        study = self.scratch.model("""mbs_study: 1
model: model.yaml
vary: {parameters.c: {values: [0.5, 0.1, -0.3]}}
outputs:
  first: {first_time: "exp(-((A.x - c)/1e-6)^2) - 0.5"}
  jump: {first_time: "if(A.x > c and A.x < c + 1e-5, 5, 0) - 1"}
  most: {max: "if(A.x > c and A.x < c + 1e-5, 5, 0)"}
  period: {period: "exp(-((A.x - c)/1e-6)^2) - 0.5", cycles: 2}
  whole: {integral: "if(A.x > c and A.x < c + 1e-5, 5, 0)"}
""", "study.yaml")
        done = harness.execute([str(harness.BINARY), "sweep", str(study), "-o", str(study.parent / "out")], study.parent)
        self.assertEqual(done.status, 0, done.story())
        with open(study.parent / "out/results.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                c = float(row["parameters.c"])
                high = math.acos(c + 1e-5)
                for name, value in (("first", math.acos(c + 1e-6 * math.sqrt(math.log(2))) / 2 / math.pi), ("jump", high / 2 / math.pi),
                                    ("most", 5), ("period", 1), ("whole", 50 * (math.acos(c) - high) / 2 / math.pi)):
                    self.assertAlmostEqual(float(row[name]), value, delta=1e-7 if name != "whole" else 1e-9)

    def test_pulse_at_the_limit(self):
        """Half of a thousandth of the limit is left, and a pulse takes more: nothing that decides may stay unseen."""
        for check in ("max: f, equals: 0, within: 100", "max_abs: f, below: 100", "min: -(f), equals: 0, within: 100"):
            check = check.replace("-(f)", "\"-99.95 - if(A.x > 0.5 and A.x < 0.5001, 0.09, 0)\"")
            run = self.scratch.run(self.scratch.model(f"""mbs: 1
space: planar
bodies: {{A: {{type: point_mass, mass: 1, initial: {{position: [1, 0]}}}}}}
forces: {{s: {{type: force, marker: A, vector: ["-4*pi^2*A.x", 0]}}}}
analyses: {{run: {{type: dynamics, duration: 2, output_step: 0.1}}}}
outputs: {{f: "99.95 + if(A.x > 0.5 and A.x < 0.5001, 0.09, 0)"}}
checks: {{limit: {{{check}}}}}
"""))
            self.assertEqual(run.status, 6, f"{check}\n{run.story()}")
            self.assertIn("100.04", run.err)

    def test_not_certain(self):
        """A billion oscillations, the highest of which nobody can look for: the check says so."""
        text = FALL.replace("checks: {agrees: {file: r.csv, channels: [y], within: 1e-9}}",
                            "checks: {fast: {max: \"sin(1e9*b.y)*sin(1.3e9*b.y)\", equals: 1, within: 1e-12}}")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 6, run.story())
        self.assertIn("E-CHECK-002", run.err)
        self.assertIn("too narrow or changes too fast", run.err)

    def test_calm_channels_cost_nothing(self):
        """Bounds of what is smooth on a step are not searched: neither accused, though their errors are far below them."""
        self.good(self.scratch.model(FALL.replace(
            "checks: {agrees: {file: r.csv, channels: [y], within: 1e-9}}",
            "checks: {error: {max_abs: \"b.y - 5 + 5*t^2\", below: 1e-9}, circle: {max_abs: \"sin(b.y/(1 m))^2 + cos(b.y/(1 m))^2 - 1\", below: 1e-9}}")))


class TestUnmade(harness.MotionTest):
    def test_undetermined_reaction(self):
        run = self.scratch.run(self.scratch.model("""mbs: 1
space: planar
gravity: [0, -10]
bodies: {b: {type: rigid, mass: 1, inertia: 1, markers: {p: {position: [1, 0]}}}}
joints:
  one: {type: fixed, marker_i: ground, marker_j: b}
  two: {type: fixed, body_i: ground, body_j: b, at: [1, 0]}
analyses: {rest: {type: dynamics, duration: 1, output_step: 0.5}}
outputs: {f: one.reaction.y}
checks: {half: {final: f, equals: 5, within: 5}}
"""))
        self.assertEqual(run.status, 6, run.story())
        self.assertIn("E-CHECK-002", run.err)
        self.assertIn("undetermined", run.err)

    def test_too_short_a_run(self):
        run = self.scratch.run(self.scratch.model(FALL.replace(
            "{file: r.csv, channels: [y], within: 1e-9}", "{period: b.y, cycles: 3, equals: 1, within: 1}")))
        self.assertEqual(run.status, 6, run.story())
        self.assertIn("crosses zero upwards 0 times, 3 cycles need 4", run.err)


if __name__ == "__main__":
    harness.main()
