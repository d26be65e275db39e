#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A motion in two pieces is the motion: what one analysis hands to the next is all of its state.

Random mechanisms and the shipped models are run whole, and cut at a random time. Truth: the whole run, whose own error
is the difference of two tolerances; eigenvalues at a time of a run are those of a model that starts there; closed forms."""

import csv
import json
import math
import random
import re
import subprocess

import harness
import kinds

MECHANISMS, EVERY_DAY = 1000, 12
TIGHT, LOOSE = 1e-11, 1e-9
FLOOR = 1e-8   # of the scale: below, round-off of a thousand steps

INERTIA = "inertia: {xx: 0.1, yy: 0.25, zz: 0.3}"
STEPS = 1000   # fixed ones, in the whole run
METHODS = ("{method: newmark%s}", "{method: hht%s}", "{method: generalized_alpha%s}", "{method: auto%s}", "{method: ida%s}", "{method: ida, formulation: ggl%s}", "{method: runge_kutta, order: 5%s}")


class Mechanism:
    """Random: a chain of links on hinges, with something on it that remembers turns or parameters."""

    def __init__(self, seed):
        self.chance, self.seed, self.ground = random.Random(seed), seed, ""
        pick = self.chance.random
        self.planar = pick() < 0.4
        self.duration = self.chance.uniform(2, 8)
        self.cut = self.duration * self.chance.uniform(0.1, 0.9)
        self.method = self.chance.choice(METHODS)
        self.bodies, self.joints, self.forces, self.couplers, self.events = [], [], [], [], []
        self.parameters = {"k": self.chance.uniform(0.5, 5)}
        self.outputs = []
        self.make = self.chance.choice([self.rotor, self.rotor, self.chain, self.gears, self.relation, self.stop,
                                        self.ball, self.screw])
        self.make()
        if pick() < 0.5:
            self.change()
        self.fixed = re.search("newmark|hht|alpha", self.method) is not None
        if self.fixed:
            self.cut = self.duration * (2 * round(self.cut / self.duration * STEPS / 2)) / STEPS

    def uniform(self, low, high):
        return repr(self.chance.uniform(low, high))

    def place(self, x, y=0.0):
        return f"[{x!r}, {y!r}]" if self.planar else f"[{x!r}, {y!r}, 0]"

    def body(self, name, x, rate=0.0):
        inertia = "inertia: 0.3" if self.planar else INERTIA
        turning = f", angle_rate: {rate!r}" if self.planar else f", angular_velocity: [0, 0, {rate!r}]"
        self.bodies.append(f"{name}: {{type: rigid, mass: 1, {inertia}, initial: {{position: {self.place(x)}{turning}}}}}")

    def hinge(self, name, i, j, x):
        axis = "" if self.planar else ", axis: [0, 0, 1]"
        self.joints.append(f"{name}: {{type: revolute, body_i: {i}, body_j: {j}, at: {self.place(x)}{axis}}}")
        self.outputs += [f"{name}.angle", f"{name}.angle_rate"]

    def spring(self, joint, free=None):
        free = self.uniform(-20, 20) if free is None else free
        self.forces.append(f"s_{joint}: {{type: torsional_spring_damper, joint: {joint}, stiffness: 0.1*k, damping: "
                           f"{self.uniform(0, 0.05)}, free_angle: {free}}}")

    def rotor(self):
        """A wheel that a spring turns over many turns."""
        self.body("wheel", 0.0, self.chance.uniform(-10, 10))
        self.hinge("h", "ground", "wheel", 0.0)
        self.spring("h")

    def chain(self):
        before, x = "ground", 0.0
        for n in range(self.chance.randint(1, 3)):
            self.body(f"b{n}", x + 0.5)
            self.hinge(f"h{n}", before, f"b{n}", x)
            self.spring(f"h{n}", self.uniform(-2, 2))
            before, x = f"b{n}", x + 1.0

    def gears(self):
        ratio = self.chance.choice([20, 30, 45])
        self.body("a", 0.0, self.chance.uniform(1, 8))
        self.body("b", 1.0)
        self.hinge("ha", "ground", "a", 0.0)
        self.hinge("hb", "ground", "b", 1.0)
        self.bodies[1] = re.sub(r", (angle_rate|angular_velocity): [^}]*", "", self.bodies[1])
        self.couplers.append(f"mesh: {{type: gear, joint_1: ha, joint_2: hb, teeth_1: 20, teeth_2: {ratio}}}")
        self.spring("ha")
        self.spring("hb")

    def relation(self):
        self.gears()
        self.couplers = ["follow: {type: coordinate, relation: \"hb.angle - 0.3*ha.angle - 0.1*sin(ha.angle)\"}"]

    def screw(self):
        self.planar = False
        self.bodies.append(f"nut: {{type: rigid, mass: 1, {INERTIA}}}")
        self.joints.append(f"h: {{type: screw, body_i: ground, body_j: nut, at: [0, 0, 0], axis: [0, 0, 1], lead: 0.1, "
                           f"initial: {{rate: {self.uniform(2, 9)}}}}}")
        self.outputs += ["h.angle", "nut.z", "nut.wz"]
        self.forces.append("pull: {type: coordinate_force, joint: h, coordinate: displacement, value: -k*h.displacement}")

    def stop(self):
        """Stops that are turns away."""
        self.rotor()
        self.forces[0] = re.sub("free_angle: [^}]*", "free_angle: 0", self.forces[0])
        self.forces.append(f"stop: {{type: joint_limit, joint: h, upper: {self.uniform(7, 12)}, lower: "
                           f"{self.uniform(-12, -7)}, stiffness: 40, damping: 0.05}}")

    def ball(self):
        self.planar = True
        self.bodies.append(f"ball: {{type: point_mass, mass: 1, initial: {{position: [0, {self.uniform(1, 3)}]}}}}")
        self.forces.append("weight: {type: force, marker: ball, vector: [0.1*k, -9.81]}")
        self.events.append("hit: {when: ball.y, direction: falling, impact: {marker_i: ground, marker_j: ball, "
                           "direction: [0, 1], restitution: 0.9}}")
        self.outputs += ["ball.x", "ball.y", "ball.vx", "ball.vy"]
        self.duration = 2.0
        self.cut = self.chance.uniform(0.2, 1.8)

    def change(self):
        """An event that gives a parameter another value before the cut, by the state and not by the clock."""
        if self.make == self.ball:
            when = "ball.x > 0.001"
        else:
            joint = re.match(r"(\w+)", self.joints[0]).group(1)
            measure = "displacement" if self.make == self.screw else "angle"
            when = f"{joint}.{measure} > {self.uniform(0.05, 1)}"
        self.events.append(f"harder: {{when: \"{when}\", once: true, set: {{k: 3*k}}}}")

    def text(self, analyses, tolerance):
        tolerances = f", tolerances: {{relative: {tolerance!r}, absolute: {tolerance / 100!r}}}"
        if self.fixed:
            tolerances = f", step: {self.duration / STEPS * (1 if tolerance == TIGHT else 2)!r}"
        method = self.method % tolerances
        parts = ["mbs: 1", f"space: {'planar' if self.planar else 'spatial'}",
                 f"parameters: {{k: {self.parameters['k']!r}}}", self.ground]
        for key, items in (("bodies", self.bodies), ("joints", self.joints), ("forces", self.forces),
                           ("couplers", self.couplers), ("events", self.events)):
            parts += [f"{key}:", *(f"  {item}" for item in items)] if items else []
        parts += ["analyses:", *(f"  {line % {'integrator': f'integrator: {method}'}}" for line in analyses),
                  "outputs:", *(f"  o{n}: {name}" for n, name in enumerate(self.outputs)), "  k: k"]
        return "\n".join(parts) + "\n"

    def whole(self):
        return [f"run: {{type: dynamics, duration: {self.duration!r}, output_step: {self.duration!r}, %(integrator)s}}"]

    def pieces(self):
        rest = self.duration - self.cut
        return [f"first: {{type: dynamics, duration: {self.cut!r}, output_step: {self.cut!r}, %(integrator)s}}",
                "look: {type: equilibrium, from: initial}" if self.make == self.rotor else
                "look: {type: dynamics, duration: 0.01, output_step: 0.01, from: initial}",
                f"run: {{type: dynamics, from: first, duration: {rest!r}, output_step: {rest!r}, %(integrator)s}}"]


def ends(run, name="run"):
    return {channel: rows[-1] for channel, rows in run.table(name).items() if channel != "t"}


class TestTwoPieces(harness.MotionTest):
    def end_of(self, mechanism, analyses, tolerance):
        run = self.scratch.run(self.scratch.model(mechanism.text(analyses, tolerance)), "-q", "--accept-inaccurate")
        self.assertEqual(run.status, 0, run.story() + mechanism.text(analyses, tolerance))
        return ends(run)

    @kinds.sampled
    def test_random_mechanisms(self):
        worst = 0
        for seed in kinds.some(range(MECHANISMS), EVERY_DAY):
            mechanism = Mechanism(seed)
            whole, loose = (self.end_of(mechanism, mechanism.whole(), tolerance) for tolerance in (TIGHT, LOOSE))
            pieces = self.end_of(mechanism, mechanism.pieces(), TIGHT)
            for channel, value in whole.items():
                allowed = 3 * abs(value - loose[channel]) + FLOOR * max(1, abs(value))
                off = abs(pieces[channel] - value)
                worst = max(worst, off / allowed)
                self.assertLessEqual(off, allowed, f"seed {seed}, {channel}: {pieces[channel]} for {value}\n"
                                     + mechanism.text(mechanism.pieces(), TIGHT))
        print(f"worst {worst:.3g} of what is allowed")

    def test_shipped_models(self):
        """Those whose laws and events do not read the time, which begins again."""
        count = 0
        for model in sorted((harness.SOURCE / "models").rglob("*.yaml")):
            count += self.cut(model)
        self.assertGreater(count, 10)

    def cut(self, model):
        dumped = subprocess.run([harness.BINARY, "dump", "--format", "json", str(model)], capture_output=True, text=True,
                                check=True).stdout
        data = json.loads(dumped)
        motions = [(name, it) for name, it in data["analyses"].items()
                   if it["type"] == "dynamics" and "from" not in it and it.get("integrator", {}).get("method") in (None, "auto", "ida", "runge_kutta")]
        timed = json.dumps({key: value for key, value in data.items() if key in (
            "forces", "motions", "couplers", "events", "signals", "joints", "functions")})
        if len(motions) != 1 or "motions" in data or re.search(r"\bt\b", timed) or "assemble" in dumped:
            return 0
        name, motion = motions[0]
        bodies = [body for body, it in data["bodies"].items()][:6]
        channels = ("x", "y", "angle") if data["space"] == "planar" else ("x", "y", "z", "wx", "wy", "wz")
        data["outputs"] = {f"{body}_{channel}": f"{body}.{channel}" for body in bodies for channel in channels
                           if not (data["bodies"][body]["type"] == "point_mass" and channel[0] in "aw")}
        data.pop("checks", None)
        length = f"0.4*({motion['duration']})" if "chain" not in model.name else "1 s"
        motion.pop("output_step", None)

        def run(pieces, tolerance):
            integrator = {**motion.get("integrator", {}), "tolerances": {"relative": tolerance, "absolute": tolerance / 100}}
            base = {**motion, "integrator": integrator}
            data["analyses"] = {"run": {**base, "duration": length}}
            if pieces:
                data["analyses"] = {"first": {**base, "duration": f"0.37*({length})"},
                                    "run": {**base, "duration": f"0.63*({length})", "from": "first"}}
            done = self.scratch.run(self.scratch.model(json.dumps(data, indent=1), f"models/{model.name}"), "-q",
                                    "--accept-inaccurate", "--max-nodes", "1000000")
            return ends(done) if done.status == 0 else done.story()

        whole, loose, pieces = run(False, 1e-10), run(False, 1e-8), run(True, 1e-10)
        if isinstance(whole, str) or isinstance(loose, str):
            return 0  # not at these tolerances
        self.assertIsInstance(pieces, dict, f"{model}: {pieces}")
        for channel, value in whole.items():
            allowed = 3 * abs(value - loose[channel]) + 1e-6 * max(1, abs(value))
            self.assertLessEqual(abs(pieces[channel] - value), allowed, f"{model}, {channel}")
        return 1


class TestEigenvalues(harness.MotionTest):
    """Those at a time of a run are those of a model that starts there: its joints are given their coordinates."""

    def started(self, mechanism, state):
        """The mechanism as one that starts in a state, without events; all that is known of it are joints' coordinates."""
        named = dict(zip(mechanism.outputs, state))
        other = Mechanism(mechanism.seed)
        other.events, other.parameters = [], {"k": state[-1]}
        vector = (lambda x: f"[{x}, 0]") if other.planar else (lambda x: f"[{x}, 0, 0]")
        if mechanism.make == mechanism.ball:
            pose = [named[f"ball.{it}"] for it in ("x", "y", "vx", "vy")]
            other.bodies = [re.sub("initial: {.*}}", f"initial: {{position: {pose[:2]!r}, velocity: {pose[2:]!r}}}}}", other.bodies[0])]
            return other
        places, joints = {}, []
        for joint in other.joints:
            name, i, j, x = re.match(r"(\w+): .*body_i: (\w+), body_j: (\w+), at: \[([\d.]+)", joint).groups()
            chain = mechanism.make == mechanism.chain
            places.setdefault(i, {})[f"to_{j}"] = vector("0.5" if chain and i != "ground" else x)
            places.setdefault(j, {})["root"] = vector("-0.5" if chain else "0")
            rate = named[f"{name}.angle_rate"] if f"{name}.angle_rate" in named else named["nut.wz"]
            kind = re.search(r"type: \w+", joint).group(0) + (", lead: 0.1" if "lead" in joint else "")
            joints.append(f"{name}: {{{kind}, marker_i: {i}.to_{j}, marker_j: {j}.root, "
                          f"initial: {{angle: {named[f'{name}.angle']!r}, rate: {rate!r}}}}}")
        markers = {body: ", ".join(f"{name}: {{position: {at}}}" for name, at in at.items()) for body, at in places.items()}
        other.ground = f"ground: {{markers: {{{markers['ground']}}}}}\n"
        other.bodies = [re.sub(r"(, initial: .*)?}$", "", body) + f", markers: {{{markers[body.split(':')[0]]}}}}}" for body in other.bodies]
        other.joints = joints
        return other

    def eigenvalues(self, run, name):
        return sorted((v["re"], v["im"]) for v in run.analysis(name)["linearize"]["eigenvalues"] if v["label"] in ("true", "frozen"))

    @kinds.sampled
    def test_random_mechanisms(self):
        worst = 0
        for seed in kinds.some(range(MECHANISMS), EVERY_DAY):
            mechanism = Mechanism(seed)
            cut = f"run: {{type: dynamics, duration: {mechanism.cut!r}, output_step: {mechanism.cut!r}, %(integrator)s}}"
            state = list(ends(self.good(self.scratch.model(mechanism.text([cut], TIGHT)), "--accept-inaccurate")).values())
            texts = [mechanism.text([*mechanism.whole(), f"l: {{type: linearize, from: run, at: {mechanism.cut!r}}}"], TIGHT),
                     self.started(mechanism, state).text(["l: {type: linearize}"], TIGHT)]
            found, wanted = (self.eigenvalues(self.good(self.scratch.model(text), "--accept-inaccurate"), "l") for text in texts)
            story = f"seed {seed}: {found} for {wanted}\n" + "\n".join(texts)
            self.assertEqual(len(found), len(wanted), story)
            size = max(1, *(math.hypot(*one) for one in wanted)) if wanted else 1
            for one in wanted:
                near = min(found, key=lambda other: math.dist(one, other))
                found.remove(near)
                worst = max(worst, math.dist(one, near) / size)
                self.assertLess(math.dist(one, near), 1e-6 * size, story)
        print(f"eigenvalues differ by {worst:.2g} at most")


TURNING = """mbs: 1
space: spatial
bodies: {b: {type: rigid, mass: 1, inertia: {xx: 0.1, yy: 0.25, zz: 0.3}, initial: {angular_velocity: [0, 0, 5]}}}
joints: {h: {type: revolute, body_i: ground, body_j: b, at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {s: {type: torsional_spring_damper, joint: h, stiffness: 1e-3, free_angle: 0}}
"""
SHAPED = TURNING.replace(", initial: {angular_velocity: [0, 0, 5]}", "")


class TestCases(harness.MotionTest):
    """Each with its closed form."""

    def test_turns_are_handed_on(self):
        run = self.good(self.scratch.model(TURNING + """analyses:
  a: {type: dynamics, duration: 10, output_step: 1}
  c: {type: dynamics, from: a, duration: 10, output_step: 1}
  l: {type: linearize, from: a, at: 7.3}
  d: {type: dynamics, from: c, duration: 10, output_step: 1}
  again: {type: dynamics, from: a, duration: 10, output_step: 1}
outputs: {a: h.angle, T: s.torque}
"""))
        w = math.sqrt(1e-3 / 0.3)
        for name, start in (("a", 0), ("c", 10), ("d", 20), ("again", 10)):
            table = run.table(name)
            for t, angle, torque in zip(table["t"], table["a"], table["T"]):
                self.assertAlmostEqual(angle, 5 / w * math.sin(w * (start + t)), delta=2e-5)
                self.assertAlmostEqual(torque, -1e-3 * angle, 12)

    def test_fixed_angle_of_turns(self):
        text = SHAPED.replace("1e-3", "2") + """analyses:
  e: {type: assemble, fixed: {h.angle: 10 rad}}
  d: {type: dynamics, from: e, duration: 3, output_step: 0.1}
outputs: {a: h.angle}
"""
        run = self.good(self.scratch.model(text))
        table = run.table("d")
        for t, angle in zip(table["t"], table["a"]):
            self.assertAlmostEqual(angle, 10 * math.cos(math.sqrt(2 / 0.3) * t), delta=1e-4)

    def test_equilibrium_turns_away(self):
        text = SHAPED.replace("1e-3, free_angle: 0", "2, free_angle: %s rad, damping: 0.1") + """analyses:
  e: {type: equilibrium}
  d: {type: dynamics, from: e, duration: 3, output_step: 1}
  l: {type: linearize, from: e}
outputs: {a: h.angle, T: s.torque}
"""
        for free in (20, -35, 3.5):
            run = self.good(self.scratch.model(text % free))
            self.assertAlmostEqual(run.table("e")["a"][0], free, 9)
            self.assertAlmostEqual(run.table("d")["a"][-1], free, 6)

    def test_parameters_are_handed_on(self):
        run = self.good(self.scratch.model("""mbs: 1
space: planar
parameters: {k: 4, twice: 2*k}
bodies: {b: {type: point_mass, mass: 1, initial: {position: [0.3, 0]}}}
joints: {p: {type: point_on_line, marker_i: ground, marker_j: b}}
forces: {f: {type: force, marker: b, vector: ["-twice/2*b.x/(1 m)", 0]}}
events: {s: {when: "t > 1", once: true, set: {k: 25}}}
analyses:
  a: {type: dynamics, duration: 2, output_step: 0.5}
  l: {type: linearize, from: a}
  before: {type: linearize, from: a, at: 0.5}
  after: {type: linearize, from: a, at: 1.5}
  more: {type: dynamics, from: a, duration: 0.5, output_step: 0.5}
  fresh: {type: linearize, from: initial}
outputs: {x: b.x, k: twice/2}
"""))
        for name, k in (("l", 25), ("before", 4), ("after", 25), ("fresh", 4)):
            values = [abs(v["im"]) for v in run.analysis(name)["linearize"]["eigenvalues"] if v["label"] in ("true", "frozen")]
            self.assertEqual([round(v, 9) for v in values], [math.sqrt(k)] * 2, name)
        self.assertEqual(run.table("more")["k"], [25, 25])

    def test_the_clock_begins_anew(self):
        """Events of the clock happen in each analysis, those at its start, too; one that is spent does not."""
        run = self.good(self.scratch.model("""mbs: 1
space: planar
parameters: {n: 0}
bodies: {b: {type: point_mass, mass: 1, initial: {position: [0, 0], velocity: [1, 0]}}}
events:
  start: {when: t, set: {n: n + 1}}
  at_once: {when: "t >= 0", set: {n: n + 10}}
  later: {when: "t - 0.25", set: {n: n + 100}}
  spent: {when: "t - 0.5", once: true, set: {n: n + 1000}}
  gone: {when: "b.x > 0.75", set: {n: n + 10000}}
analyses:
  a: {type: dynamics, duration: 1, output_step: 0.25}
  b: {type: dynamics, from: a, duration: 1, output_step: 0.25}
  c: {type: dynamics, from: b, duration: 0.1, output_step: 0.1}
outputs: {n: n}
"""))
        self.assertEqual(run.table("a")["n"], [11, 111, 1111, 11111, 11111])
        self.assertEqual(run.table("b")["n"], [11122, 11222, 11222, 11222, 11222])
        self.assertEqual(run.table("c")["n"], [11233, 11233])

    CHAIN = """mbs: 1
space: planar
parameters: {k: 4, w: 1}
bodies: {b: {type: point_mass, mass: 1, initial: {position: [0.3, 0]}}}
joints: {p: {type: point_on_line, marker_i: ground, marker_j: b}}
forces: {f: {type: force, marker: b, vector: ["-k*b.x/(1 m)", 0]}}
events: {s: {when: "b.x < 0", once: true, set: {k: 9*w}}}
analyses:
  a: {type: dynamics, duration: 2, output_step: 0.5}
  c: {type: dynamics, from: a, duration: 2, output_step: 0.5}
outputs: {x: b.x, k: k}
"""

    def behind(self, w):
        """x at the end of the chain: a quarter of a swing with 2 rad/s, then with 3 sqrt(w)."""
        return -0.6 / (3 * math.sqrt(w)) * math.sin(3 * math.sqrt(w) * (4 - math.pi / 4))

    def test_studies_of_chains(self):
        """Each run of a study is a chain of its own: what an event set in the one before is not in it."""
        self.scratch.model(self.CHAIN, "chain.yaml")
        study = self.scratch.model("""mbs_study: 1
model: chain.yaml
vary: {w: {values: [1, 4, 1, 2.25]}}
outputs: {x: {final: b.x, analysis: c}, first: {final: b.x, analysis: a}, k: {final: k, analysis: c}}
""", "study.yaml")
        done = harness.execute([str(harness.BINARY), "sweep", str(study), "-o", str(study.parent / "out"), "-j", "1"], study.parent)
        self.assertEqual(done.status, 0, done.story())
        with open(study.parent / "out/results.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["k"] for row in rows], ["9", "36", "9", "20.25"])
        for row in rows:
            self.assertAlmostEqual(float(row["x"]), self.behind(float(row["w"])), delta=1e-6)

    def test_commands_that_run_again(self):
        """compare, convergence, the cross-check: each runs the whole chain."""
        one = self.scratch.model(self.CHAIN, "one.yaml")
        spatial = self.scratch.model(self.CHAIN.replace("planar", "spatial").replace(", 0]", ", 0, 0]").replace(
            "point_on_line, marker_i: ground, marker_j: b", "point_on_line, marker_i: ground.line, marker_j: b").replace(
                "bodies:", "ground: {markers: {line: {orientation: {axis_angle: {axis: [0, 1, 0], angle: 90 deg}}}}}\nbodies:"), "spatial.yaml")
        other = self.scratch.model(self.CHAIN.replace("from: a", "from: initial"), "other.yaml")
        for command, status in ((["compare", one, spatial], 0), (["compare", one, other], 6), (["convergence", one, "--analysis", "c"], 0),
                                ([one, "--cross-check", "-o", one.parent / "crossed"], 0)):
            done = harness.execute([str(harness.BINARY), *map(str, command)], one.parent)
            self.assertEqual(done.status, status, done.story())


if __name__ == "__main__":
    harness.main()
