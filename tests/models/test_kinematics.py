#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Driven mechanisms: closed forms of position, rate and acceleration, the driver's torque against
virtual power, dead points at their exact times, what is left free, and the same as dynamics."""

import cmath
import math

import harness

A, B, C, D = 1.0, 4.0, 2.5, 4.0  # crank, coupler, rocker, ground
MASS = {"crank": (1.0, 0.1), "coupler": (3.0, 4.0), "rocker": (2.0, 1.1)}
G = 9.81
# a law that is neither straight nor periodic
LAW, RATE, SECOND = (lambda t: 0.5 + 3 * t + math.sin(2 * t), lambda t: 3 + 2 * math.cos(2 * t),
                     lambda t: -4 * math.sin(2 * t))

FOUR_BAR = """mbs: 1
space: planar
gravity: [0, -9.81]
ground: {markers: {c: {position: [%(d)r, 0]}}}
bodies:
  crank: {type: rigid, mass: 1, inertia: 0.1, center_of_mass: [%(a)r/2, 0], initial: {position: [0, 0], angle: 0.4}, markers: {end: {position: [%(a)r, 0]}}}
  coupler: {type: rigid, mass: 3, inertia: 4, center_of_mass: [%(b)r/2, 0], initial: {position: [0.8, 0.4], angle: 0.5}, markers: {end: {position: [%(b)r, 0]}}}
  rocker: {type: rigid, mass: 2, inertia: 1.1, center_of_mass: [%(c)r/2, 0], initial: {position: [%(d)r, 0], angle: 1.6}, markers: {end: {position: [%(c)r, 0]}}}
joints:
  o: {type: revolute, marker_i: ground, marker_j: crank}
  a: {type: revolute, marker_i: crank.end, marker_j: coupler}
  b: {type: revolute, marker_i: coupler.end, marker_j: rocker.end}
  c: {type: revolute, marker_i: ground.c, marker_j: rocker}
motions:
  motor: {joint: o, law: "%(law)s"}
analyses:
  close: {type: assemble}
%(analyses)s
outputs:
  crank: crank.angle
  coupler: coupler.angle
  rocker: rocker.angle
  coupler_rate: coupler.angle_rate
  rocker_rate: rocker.angle_rate
  coupler_acceleration: coupler.angle_acceleration
  rocker_acceleration: rocker.angle_acceleration
  torque: motor.torque
  power: motor.power
  force_x: b.reaction.x
  drift: energy.drift
  position: constraints.position
"""


def model(analyses, law="0.5 + 3*t + sin(2*t)", a=A, b=B, c=C, d=D):
    return FOUR_BAR % {"analyses": analyses, "law": law, "a": a, "b": b, "c": c, "d": d}


def four_bar(t):
    """Angles, rates and accelerations of crank, coupler and rocker: loop closure and its
    derivatives, on the branch with b above."""
    angle, rate, second = LAW(t), RATE(t), SECOND(t)
    end = A * cmath.exp(1j * angle)
    line = D - end
    reach = abs(line)
    along = (reach**2 + B**2 - C**2) / (2 * reach)
    place = end + line / reach * (along + 1j * math.sqrt(B**2 - along**2))
    two, three = cmath.phase(place - end), cmath.phase(place - D)
    e1, e2, e3 = (cmath.exp(1j * x) for x in (angle, two, three))

    def solve(right):  # x B i e2 - y C i e3 = right
        p, q = B * 1j * e2, -C * 1j * e3
        det = p.real * q.imag - p.imag * q.real
        return ((right.real * q.imag - right.imag * q.real) / det,
                (p.real * right.imag - p.imag * right.real) / det)

    w2, w3 = solve(-A * 1j * e1 * rate)
    a2, a3 = solve(-A * (1j * e1 * second - e1 * rate**2) + B * e2 * w2**2 - C * e3 * w3**2)
    return (angle, two, three), (rate, w2, w3), (second, a2, a3)


def power(t):
    """Rate of kinetic and potential energy, from the motion of the mass centres."""
    angles, rates, seconds = four_bar(t)
    e = [cmath.exp(1j * x) for x in angles]
    arm = (A / 2, B / 2, C / 2)
    total = 0.0
    for k, name in enumerate(("crank", "coupler", "rocker")):
        mass, inertia = MASS[name]
        v = 1j * arm[k] * e[k] * rates[k]
        acc = arm[k] * e[k] * (1j * seconds[k] - rates[k]**2)
        if name == "coupler":  # hangs on the crank's end
            v += 1j * A * e[0] * rates[0]
            acc += A * e[0] * (1j * seconds[0] - rates[0]**2)
        total += mass * (v.conjugate() * acc).real + inertia * rates[k] * seconds[k]
        total += mass * G * v.imag
    return total


class TestFourBar(harness.MotionTest):
    def test_closed_forms_and_torque(self):
        run = self.good(self.scratch.model(
            model("  run: {type: kinematics, duration: 4, output_step: 0.01}")))
        rows = run.table("run")
        worst = {"position": 0.0, "rate": 0.0, "acceleration": 0.0, "torque": 0.0}
        for k, t in enumerate(rows["t"]):
            angles, rates, seconds = four_bar(t)
            for j, name in enumerate(("crank", "coupler", "rocker")):
                off = math.remainder(rows[name][k] - angles[j], 2 * math.pi)
                worst["position"] = max(worst["position"], abs(off))
                if name != "crank":
                    worst["rate"] = max(worst["rate"], abs(rows[name + "_rate"][k] - rates[j]))
                    worst["acceleration"] = max(
                        worst["acceleration"], abs(rows[name + "_acceleration"][k] - seconds[j]))
            worst["torque"] = max(worst["torque"], abs(rows["torque"][k] * rates[0] - power(t)),
                                  abs(rows["power"][k] - power(t)))
        print({name: float(f"{value:.3g}") for name, value in worst.items()},
              f"of {max(map(abs, rows['power'])):.3g} W; {run.analysis('run')['steps']} steps; "
              f"drift {max(map(abs, rows['drift'])):.3g} J")
        self.assertLess(worst["position"], 1e-12)
        self.assertLess(worst["rate"], 1e-11)
        self.assertLess(worst["acceleration"], 1e-10)
        self.assertLess(worst["torque"], 1e-11 * max(map(abs, rows["power"])))  # round-off
        self.assertLess(max(map(abs, rows["drift"])), 1e-9)
        self.assertLess(max(rows["position"]), 1e-12)

    def test_the_same_as_dynamics(self):
        """All channels of an integration in time with tight tolerances."""
        run = self.good(self.scratch.model(model(
            "  run: {type: kinematics, duration: 2, output_step: 0.02}\n  time: {type: dynamics, "
            "duration: 2, output_step: 0.02, integrator: {tolerances: {relative: 1e-10, "
            "absolute: 1e-12}}}")))
        channels = ["crank", "coupler", "rocker", "coupler_rate", "rocker_acceleration", "force_x",
                    "torque"]
        off = harness.difference(run.table("run"), run.table("time"), channels)
        print(f"largest difference {off:.3g}")
        self.assertLess(off, 1e-8)

    def test_long_output_steps(self):
        """Rows far apart: the way between is still followed, branch and turns with it."""
        rows = self.good(self.scratch.model(
            model("  run: {type: kinematics, duration: 40, output_step: 10}"))).table("run")
        for k, t in enumerate(rows["t"]):
            angles = four_bar(t)[0]
            self.assertLess(abs(rows["crank"][k] - angles[0]), 1e-11)
            self.assertLess(abs(math.remainder(rows["rocker"][k] - angles[2], 2 * math.pi)), 1e-11)


class TestEndings(harness.MotionTest):
    def test_end_of_the_reach_by_integration(self):
        """The same is told by dynamics, whatever the method met there."""
        a, b, c, d = 3.0, 3.5, 4.0, 8.0
        phi = math.acos((a * a + d * d - (b + c)**2) / (2 * a * d))
        for words in ("", ", integrator: {method: ida}"):
            text = model(f"  run: {{type: dynamics, duration: 2, output_step: 0.05{words}}}", "0.4 + t",
                         a, b, c, d)
            run = self.scratch.run(self.scratch.model(text))
            self.assertEqual(run.status, 4, run.story())
            failure = run.analysis("run")["failure"]
            self.assertEqual(failure["code"], "E-KIN-002", run.story())
            self.assertIn('motion "', failure["message"])
            self.assertAlmostEqual(run.analysis("run")["t_reached"], phi - 0.4, delta=1e-3)

    def test_end_of_the_reach(self):
        """Crank 3, coupler 3.5, rocker 4, ground 8: the crank stops where coupler and rocker are in
        line, at cos(phi) = (a^2 + d^2 - (b + c)^2)/(2 a d)."""
        a, b, c, d = 3.0, 3.5, 4.0, 8.0
        phi = math.acos((a * a + d * d - (b + c)**2) / (2 * a * d))
        text = model("  run: {type: kinematics, duration: 2, output_step: 0.05}", "0.4 + t",
                     a, b, c, d)
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        analysis = run.analysis("run")
        self.assertEqual(analysis["failure"]["code"], "E-KIN-002")
        print(analysis["failure"]["message"], f"; exactly {phi - 0.4:.9f} s")
        self.assertLess(abs(analysis["t_reached"] - (phi - 0.4)), 1e-5)
        self.assertLessEqual(analysis["t_reached"], phi - 0.4)
        for name in ('joint "a"', 'joint "b"', 'joint "c"', 'motion "motor"'):
            self.assertIn(name, analysis["failure"]["message"])
        self.assertGreater(len(run.table("run", partial=True)["t"]), 5)

    def test_what_is_left_free(self):
        text = model("  run: {type: kinematics, duration: 1, output_step: 0.1}")
        text = text.replace("joints:\n", "joints:\n  d: {type: distance, marker_i: ground, "
                            "marker_j: bob, length: 1}\n")
        text = text.replace("bodies:\n", "bodies:\n  bob: {type: point_mass, mass: 1, initial: "
                            "{position: [0, -1]}}\n")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        failure = run.analysis("run")["failure"]
        self.assertEqual(failure["code"], "E-KIN-001")
        self.assertIn('"bob"', failure["message"])
        self.assertNotIn("crank", failure["message"])
        self.assertIn("1 degree of freedom is", failure["message"])


DRIVEN = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  a: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, 0.5], angle: 90 deg}}
  b: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1, 1]}}
  c: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [2, 0.5], angle: 90 deg}}
joints:
  p: {type: revolute, body_i: ground, body_j: a, at: [0, 0]}
  q: {type: revolute, body_i: a, body_j: b, at: [0, 1]}
  r: {type: revolute, body_i: b, body_j: c, at: [2, 1]}
  s: {type: revolute, body_i: ground, body_j: c, at: [2, 0]}
motions:
MOTIONS
analyses: {go: {type: KIND, duration: 1, output_step: 0.1}}
"""

CONTRADICTING = """\
mbs: 1
space: SPACE
bodies:
  s: {type: rigid, mass: 2, inertia: INERTIA}
  w: {type: rigid, mass: 1, inertia: INERTIA, initial: {position: PLACE}}
joints:
  j: {type: revolute, body_i: ground, body_j: s, at: ORIGIN}
  k: {type: revolute, body_i: ground, body_j: w, at: PLACE}
couplers: {g: {type: gear, joint_1: j, joint_2: k, teeth_1: 20, teeth_2: 40}}
motions:
  a: {joint: j, law: t}
  b: {joint: JOINT, law: "LAW"}
analyses: {go: {type: KIND, duration: 1, output_step: 0.1}}
"""


class TestContradictions(harness.MotionTest):
    """Two motions that hold the same, and ask for the same up to some time: all that contradicts itself is named, the
    time is told, whatever method met it; nothing else is blamed."""

    LATER = "step5(t, 0.4, 0, 0.6, 0.1)"
    LAWS = {"one joint": ("j", f"t + {LATER}", ('motion "a"', 'motion "b"')),
            "a corner": ("j", "t + max(0, t - 0.4)^2", ('motion "a"', 'motion "b"')),
            "through a gear": ("k", f"-t/2 + {LATER}", ('motion "a"', 'motion "b"', 'coupler "g"'))}
    KINDS = ["kinematics", "inverse_dynamics"] + ["dynamics, integrator: {%s}" % words for words in (
        "method: auto", "method: ida", "method: ida, formulation: ggl", "method: runge_kutta", "method: newmark, step: 1 ms")]

    def test_all_of_them_are_named(self):
        for space in ("planar", "spatial"):
            for name, (joint, law, named) in self.LAWS.items():
                for kind in self.KINDS:
                    with self.subTest(space=space, laws=name, kind=kind):
                        self.look_at(space, joint, law, named, kind)

    def driven(self, motions, kind):
        run = self.scratch.run(self.scratch.model(DRIVEN.replace("MOTIONS", motions).replace("KIND", kind)))
        self.assertEqual(run.status, 4, run.story())
        return run.analysis()["failure"]

    def test_both_ends_of_a_parallelogram(self):
        """A loop that is driven at both ends hangs together as a whole; three motions of one joint are all there is to it."""
        for kind in ("kinematics", "dynamics", "inverse_dynamics"):
            both = self.driven('  m: {joint: p, law: "0.3*t"}\n  n: {joint: s, law: "0.3*t + step5(t, 0.5, 0, 1, 0.02)"}', kind)
            self.assertEqual(both["code"], "E-KIN-006", both)
            for name in ('motion "m"', 'motion "n"', 'joint "q"', 'joint "r"'):
                self.assertIn(name, both["message"])
            three = self.driven('  m: {joint: p, law: "0.3*t"}\n  n: {joint: p, law: "0.3*t"}\n  o: {joint: p, law: "0.3*t + max(0, t - 0.6)^2"}', kind)
            self.assertEqual(three["code"], "E-KIN-006", three)
            for name in ('motion "m"', 'motion "n"', 'motion "o"'):
                self.assertIn(name, three["message"])
            self.assertNotIn("joint", three["message"])

    def test_a_law_without_a_value(self):
        """That is no dead point, and nothing contradicts it."""
        for kind in ("kinematics", "dynamics", "dynamics, integrator: {method: ida}"):
            failure = self.driven('  m: {joint: p, law: "0.3*t + sqrt(0.5 - t) - sqrt(0.5)"}', kind)
            self.assertEqual(failure["code"], "E-NUM-001", failure)
            self.assertIn('motion "m"', failure["message"])

    def look_at(self, space, joint, law, named, kind):
        planar = space == "planar"
        text = CONTRADICTING.replace("SPACE", space).replace("JOINT", joint).replace("LAW", law)
        text = text.replace("KIND", kind).replace("INERTIA", "1" if planar else "{xx: 1, yy: 1, zz: 1}")
        text = text.replace("ORIGIN", "[0, 0]" if planar else "[0, 0, 0], axis: [0, 0, 1]")
        text = text.replace("at: PLACE", "at: [1, 0]" if planar else "at: [1, 0, 0], axis: [0, 0, 1]")
        text = text.replace("PLACE", "[1, 0]" if planar else "[1, 0, 0]")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        failure = run.analysis()["failure"]
        self.assertEqual(failure["code"], "E-KIN-006", run.story())
        for words in named:
            self.assertIn(words, failure["message"])
        self.assertNotIn("joint", failure["message"])
        self.assertAlmostEqual(run.analysis()["t_reached"], 0.4, delta=0.11)


if __name__ == "__main__":
    harness.main()
