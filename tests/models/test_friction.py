#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Joint friction on true reactions: against motions integrated apart, by every method; where
friction leaves no unique acceleration; where the reaction is not determined; near rest."""

import csv
import math
import re

import harness

METHODS = ("method: runge_kutta", "method: runge_kutta, order: 5", "explicit", "index_1",
           "baumgarte", "ggl")


def coefficient(u, static, kinetic, stribeck, transition):
    return (kinetic + (static - kinetic) * math.exp(-(u / stribeck) ** 2)) * math.tanh(u / transition)


def without(text, *blocks):
    return re.sub(rf"(?ms)^({'|'.join(blocks)}):.*?(?=^\w|\Z)", "", text)


class TestStickSlip(harness.MotionTest):
    def test_transitions(self):
        """The model's own checks hold the five transitions to 1e-8 s, whatever the method."""
        model = harness.SOURCE / "models/examples/stick_slip.yaml"
        for kind in ("method: runge_kutta", "explicit", "index_1"):
            run = self.scratch.run(model, *harness.integrator("jerk", 1e-12, kind))
            values = {c["name"]: c["value"] for c in run.analysis()["checks"]}
            print(f"{kind}: {run.analysis()['steps']} steps, " +
                  ", ".join(f"{n} {v:.2g}" for n, v in values.items()))
            self.assertEqual(run.status, 0, run.story())


class TestPin(harness.MotionTest):
    def test_every_method(self):
        """The bar on its rubbing pin, against the reduced equation in 60 digits."""
        model = harness.SOURCE / "models/examples/pin_friction.yaml"
        exact = harness.reference("examples/pin_friction.csv")
        for kind in METHODS:
            run = self.good(model, "--analysis", "swing", *harness.integrator("swing", 1e-10, kind))
            error = harness.difference(run.table(), exact, ("angle", "rate"))
            print(f"{kind}: {run.analysis()['steps']} steps, error {error:.2g}")
            self.assertLess(error, 2e-6)

    def test_position_constraints(self):
        """The index-3 methods carry dQ/dlambda, too: their error falls with the square of the step."""
        model = harness.SOURCE / "models/examples/pin_friction.yaml"
        exact = harness.reference("examples/pin_friction.csv")
        model = self.scratch.model(without(model.read_text(encoding="utf-8"), "checks"))
        for method in ("method: hht", "method: generalized_alpha, spectral_radius: 0.6"):
            error = []
            for step in (2e-3, 1e-3):
                run = self.good(model, "--analysis", "swing", "--set",
                                f"analyses.swing.integrator={{{method}, step: {step}}}")
                error.append(harness.difference(run.table(), exact, ("angle",)))
            print(f"{method}: errors {error[0]:.2g}, {error[1]:.2g}")
            self.assertLess(error[0], 2e-3)
            self.assertGreater(error[0] / error[1], 3)


CHAIN = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  crank: {type: rigid, mass: 1, inertia: 0.02, initial: {position: [0.1, 0], angle: 0}, markers: {a: {position: [-0.1, 0]}, b: {position: [0.1, 0]}}}
  rod: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0], angle: 0}, markers: {a: {position: [-0.3, 0]}, b: {position: [0.3, 0]}}}
  slider: {type: rigid, mass: 1, inertia: 0.01, initial: {position: [0.8, 0], angle: 0}}
joints:
  main: {type: revolute, marker_i: ground, marker_j: crank.a, initial: {rate: 20}}
  pin: {type: revolute, marker_i: crank.b, marker_j: rod.a}
  wrist: {type: revolute, marker_i: rod.b, marker_j: slider}
  bore: {type: prismatic, marker_i: ground, marker_j: slider}
forces:
  at_main: {type: friction, joint: main, static: 0.2, kinetic: 0.15, stribeck_speed: 0.1, transition_speed: 0.02, radius: 0.02}
  at_pin: {type: friction, joint: pin, kinetic: 0.1, transition_speed: 0.03, radius: 0.03, viscous: 2}
  at_bore: {type: friction, joint: bore, kinetic: 0.2, transition_speed: 0.05, overlap: 0.15, preload: 3, smoothing: 0.5}
analyses:
  turn: {type: dynamics, duration: 0.5, output_step: 0.005, integrator: {tolerances: {relative: 1e-9}}}
outputs:
  angle: main.angle
  rate: main.angle_rate
  pin_rate: pin.angle_rate
  x_rate: bore.displacement_rate
  main_x: main.reaction.x
  main_y: main.reaction.y
  pin_x: pin.reaction.x
  pin_y: pin.reaction.y
  bore_y: bore.reaction.y
  bore_t: bore.reaction.tz
  torque_main: at_main.torque
  torque_pin: at_pin.torque
  force_bore: at_bore.force
  drift: energy.drift
"""


class TestMechanism(harness.MotionTest):
    """A slider-crank that rubs at three joints, whose reactions depend on all three."""

    def law(self, table, k):
        """What the law of each joint gives from the reactions and rates of a row."""
        row = {name: column[k] for name, column in table.items()}
        u = 0.02 * row["rate"]
        main = -0.02 * coefficient(u, 0.2, 0.15, 0.1, 0.02) * math.hypot(row["main_x"], row["main_y"])
        u = 0.03 * row["pin_rate"]
        pin = -0.03 * (0.1 * math.tanh(u / 0.03) * math.hypot(row["pin_x"], row["pin_y"]) + 2 * u)
        u = row["x_rate"]
        pads = [row["bore_y"] / 2 + sign * row["bore_t"] / 0.15 for sign in (1, -1)]
        normal = 3 + sum(math.hypot(pad, 0.5) - 0.5 for pad in pads)
        return {"torque_main": main, "torque_pin": pin,
                "force_bore": -0.2 * math.tanh(u / 0.05) * normal}

    def test_reactions_and_friction_belong_together(self):
        motions = {}
        for kind in METHODS:
            run = self.good(self.scratch.model(CHAIN), *harness.integrator("turn", 1e-9, kind))
            table = motions[kind] = run.table()
            worst = 0.0
            for k in range(len(table["t"])):
                for name, force in self.law(table, k).items():
                    worst = max(worst, abs(table[name][k] - force) / (1 + abs(force)))
            audit = run.analysis()["audit"]
            print(f"{kind}: {run.analysis()['steps']} steps, law {worst:.2g}, drift "
                  f"{audit['energy_drift']:.2g} J, free bodies {audit['free_body']:.2g}")
            self.assertLess(worst, 1e-11)
            self.assertLess(audit["energy_drift"], 1e-4)
        first = motions[METHODS[0]]
        for kind, table in motions.items():
            self.assertLess(harness.difference(first, table, ("angle",)), 2e-5, kind)


DRIVEN = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bar: {type: rigid, mass: 2, inertia: 0.2, initial: {position: [0.5, 0], angle: 0}, markers: {pin: {position: [-0.5, 0]}}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: bar.pin}
motions:
  crank: {joint: hinge, law: 2*t}
forces:
  rub: {type: friction, joint: hinge, kinetic: 0.3, transition_speed: 1e-2, radius: 0.05, viscous: 0.4}
analyses:
  turn: {type: dynamics, duration: 1, output_step: 0.02}
  posed: {type: kinematics, duration: 1, output_step: 0.02}
outputs: {torque: rub.torque, drive: crank.torque}
"""


class TestDriven(harness.MotionTest):
    def test_the_drive_pays_for_the_friction(self):
        """A bar turned at 2 rad/s: the reaction is known, and with it friction and the drive."""
        run = self.good(self.scratch.model(DRIVEN))
        for name in ("turn", "posed"):
            table = run.table(name)
            for t, torque, drive in zip(table["t"], table["torque"], table["drive"]):
                s, c = math.sin(2 * t), math.cos(2 * t)
                pin = 2 * math.hypot(-0.5 * 4 * c, -0.5 * 4 * s + 9.81)
                friction = -0.05 * (0.3 * math.tanh(10) * pin + 0.4 * 0.1)
                self.assertAlmostEqual(torque, friction, 12)
                self.assertAlmostEqual(drive, 2 * 9.81 * 0.5 * c - friction, 11)


ARM = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  slider: {type: rigid, mass: 1, inertia: 0.05, initial: {position: [0, -1], velocity: [1, 0]}, markers: {pads: {position: [0, 1]}}}
joints:
  rail: {type: prismatic, marker_i: ground, marker_j: slider.pads}
forces:
  rub: {type: friction, joint: rail, kinetic: 0.6, transition_speed: 0.001, overlap: LONG}
analyses:
  run: {type: dynamics, duration: 0.02, output_step: 0.01}
outputs: {v: slider.vx, f: rub.force}
"""

# A rod that slides on a line with one end and falls: Painleve's own example.
ROD = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  rod: {type: rigid, mass: 1, inertia: 1/3, initial: {position: [0.17364817766693034, 0.984807753012208], angle: 80 deg, velocity: [5, 0], angle_rate: 0}, markers: {end: {position: [-1, 0]}}}
joints:
  line: {type: point_on_line, marker_i: ground, marker_j: rod.end}
forces:
  rub: {type: friction, joint: line, kinetic: 1.5, transition_speed: 0.01, overlap: 0}
analyses:
  fall: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {angle: rod.angle}
"""


def rod_until_paradox():
    """When mu 3 cos sin / (1 + 3 cos^2) = 1 in the fall of the rod: classical Runge-Kutta steps of
    10 microseconds, the last one by interpolation."""
    def share(angle):
        s, c = math.sin(angle), math.cos(angle)
        return 1.5 * 3 * c * s / (1 + 3 * c * c)

    def rates(y):
        angle, turn, speed = y  # speed: of the mass centre along the line
        s, c = math.sin(angle), math.cos(angle)
        mu = 1.5 * math.tanh((speed + s * turn) / 0.01)
        normal = (9.81 - s * turn * turn) / (1 + 3 * c * c + 3 * c * s * mu)
        return turn, 3 * (-c * normal - s * mu * normal), -mu * normal

    y, h, t = (math.radians(80), 0.0, 5.0), 1e-5, 0.0
    while True:
        k = [rates(y)]
        for part in (0.5, 0.5, 1):
            k.append(rates([a + part * h * b for a, b in zip(y, k[-1])]))
        new = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, *k)]
        if share(new[0]) >= 1:
            return t + h * (1 - share(y[0])) / (share(new[0]) - share(y[0]))
        y, t = new, t + h


class TestParadox(harness.MotionTest):
    def refused(self, run, code, status):
        self.assertEqual(run.status, status, run.story())
        self.assertIn(f"error[{code}]", run.err)

    def test_a_sharp_bound(self):
        """Pads b apart, 1 m above the mass centre: one newton of friction makes 2/b newtons on the
        pads. Unique for mu 2/b < 1; the deceleration is then mu m g / (1 - ...), b = 1.2 apart."""
        self.good(self.scratch.model(ARM.replace("LONG", "1.2001")))
        for kind in ("method: runge_kutta", "index_1"):
            run = self.scratch.run(self.scratch.model(ARM.replace("LONG", "1.1999")),
                                   *harness.integrator("run", 1e-7, kind))
            self.refused(run, "E-FRIC-002", 4)
            self.assertIn("multiplies itself by 1 ", run.err)

    def test_the_falling_rod(self):
        expected = rod_until_paradox()
        for kind in ("auto", "method: runge_kutta", "explicit", "index_1"):
            run = self.scratch.run(self.scratch.model(ROD), *harness.integrator("fall", 1e-9, kind))
            self.refused(run, "E-FRIC-002", 4)
            self.assertIn('joint "line"', run.err)
            found = float(re.search(r"at t = ([0-9.]+) s", run.err).group(1))
            print(f"{kind}: {found:.9g} s, expected {expected:.9g} s")
            self.assertLess(abs(found - expected), 2e-3 if kind == "index_1" else 1e-6)


class TestRefusals(harness.MotionTest):
    def test_an_indeterminate_reaction(self):
        text = ARM.replace("LONG", "2").replace(
            "forces:", "  again: {type: prismatic, marker_i: ground, marker_j: slider.pads}\nforces:")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("error[E-FRIC-001]", run.err)
        self.assertIn('"rail"', run.err)

    def test_symplectic(self):
        run = self.scratch.run(self.scratch.model(ARM.replace("LONG", "2")), "--set",
                               "analyses.run.integrator={method: symplectic, step: 1e-3}")
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("error[E-INT-010]", run.err)

    def test_a_moving_linearization(self):
        text = ARM.replace("LONG", "2") + "  \n"
        text = text.replace("{type: dynamics, duration: 0.02, output_step: 0.01}", "{type: linearize}")
        text = re.sub(r"(?m)^outputs.*\n", "", text)
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertIn("error[E-FRIC-003]", run.err)


class TestRest(harness.MotionTest):
    def test_a_damper_at_rest(self):
        """Regularised friction near rest is a damper of r^2 mu_s m g / u_t, and holds nothing."""
        model = harness.SOURCE / "models/examples/pin_friction.yaml"
        text = without(model.read_text(encoding="utf-8"), "analyses", "outputs", "checks")
        text += ("analyses:\n  rest: {type: equilibrium}\n  modes: {type: linearize, from: rest}\n"
                 "outputs: {angle: bar.angle}\n")
        run = self.good(self.scratch.model(text))
        self.assertAlmostEqual(run.table("rest")["angle"][0], -math.pi / 2, 9)
        inertia, damping, stiffness = 0.7, 0.05 ** 2 * 0.5 * 2 * 9.81 / 0.005, 2 * 9.81 * 0.5
        decay = damping / (2 * inertia)
        root = math.sqrt(stiffness / inertia - decay ** 2)
        with open(run.directory / "modes.eigenvalues.csv", newline="", encoding="utf-8") as file:
            found = sorted((float(row["re"]), float(row["im"])) for row in csv.DictReader(file)
                           if row["label"] == "true")
        self.assertEqual(len(found), 2)
        for (re_, im), sign in zip(found, (-1, 1)):
            self.assertAlmostEqual(re_, -decay, 8)
            self.assertAlmostEqual(im, sign * root, 8)


if __name__ == "__main__":
    harness.main()
