#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Inertia of joints' coordinates (`armature`): against closed forms and Lagrange's equations integrated here, with every
method; what is counted and told stays that of the mechanism."""

import math
import re

import harness

G = 9.81
TIGHT = "tolerances: {relative: 1e-11, absolute: 1e-13}"
IDA = [f"method: ida, formulation: {f}, tolerances: {{relative: 1e-10, absolute: 1e-12}}" for f in harness.FORMULATIONS[1:]]


def integrate(rates, y, h, steps, every):
    """Runge and Kutta's method of order four; every so many steps a row."""
    rows = [list(y)]
    for n in range(steps):
        a = rates(y)
        b = rates([u + h / 2 * k for u, k in zip(y, a)])
        c = rates([u + h / 2 * k for u, k in zip(y, b)])
        d = rates([u + h * k for u, k in zip(y, c)])
        y = [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, a, b, c, d)]
        if (n + 1) % every == 0:
            rows.append(y)
    return rows


def pendulum(space, more, block=TIGHT, duration=2.0, analyses=None):
    """2 kg at 0.3 m, 0.06 kg m^2 about the mass centre, level at the start."""
    z = "" if space == "planar" else ", 0"
    inertia = "0.06" if space == "planar" else "{xx: 0.01, yy: 0.06, zz: 0.06}"
    analyses = analyses or f"run: {{type: dynamics, duration: {duration}, output_step: 0.1, integrator: {{{block}}}}}"
    return f"""mbs: 1
space: {space}
gravity: [0, -{G}{z}]
bodies:
  bar: {{type: rigid, mass: 2, inertia: {inertia}, initial: {{position: [0.3, 0{z}]}}, markers: {{pin: {{position: [-0.3, 0{z}]}}}}}}
joints:
  hinge: {{type: revolute, marker_i: ground, marker_j: bar.pin{more}}}
analyses: {{{analyses}}}
outputs: {{a: hinge.angle, w: hinge.angle_rate, T: energy.kinetic, drift: energy.drift}}
"""


def two_links(space, rotors, block=TIGHT):
    """Two bars of 1.5 and 0.8 kg, 0.5 and 0.4 m long, that fall from level and upright."""
    z = "" if space == "planar" else ", 0"
    J = ("0.03", "0.011") if space == "planar" else ("{xx: 0.01, yy: 0.03, zz: 0.03}", "{xx: 0.01, yy: 0.011, zz: 0.011}")
    joint = [f", armature: {I}" if I else "" for I in rotors]
    turn = "angle: 90 deg" if space == "planar" else "orientation: {axis_angle: {axis: [0, 0, 1], angle: 90 deg}}"
    return f"""mbs: 1
space: {space}
gravity: [0, -{G}{z}]
bodies:
  one: {{type: rigid, mass: 1.5, inertia: {J[0]}, initial: {{position: [0.25, 0{z}]}}, markers: {{in: {{position: [-0.25, 0{z}]}}, out: {{position: [0.25, 0{z}]}}}}}}
  two: {{type: rigid, mass: 0.8, inertia: {J[1]}, initial: {{position: [0.5, 0.2{z}], {turn}}}, markers: {{in: {{position: [-0.2, 0{z}]}}}}}}
joints:
  shoulder: {{type: revolute, marker_i: ground, marker_j: one.in{joint[0]}}}
  elbow: {{type: revolute, marker_i: one.out, marker_j: two.in{joint[1]}}}
analyses: {{run: {{type: dynamics, duration: 2, output_step: 0.1, integrator: {{{block}}}}}}}
outputs: {{a: shoulder.angle, b: elbow.angle, drift: energy.drift, px: momentum.x, L: angular_momentum.z}}
"""


def two_links_rates(rotors):
    m, l, c, J = (1.5, 0.8), 0.5, (0.25, 0.2), (0.03, 0.011)

    def rates(y):
        a, b, u, v = y
        k = m[1] * l * c[1]
        two = J[1] + m[1] * c[1]**2
        M11 = J[0] + m[0] * c[0]**2 + two + m[1] * l**2 + 2 * k * math.cos(b) + rotors[0]
        M12, M22 = two + k * math.cos(b), two + rotors[1]
        weight = m[1] * G * c[1] * math.cos(a + b)
        f1 = k * math.sin(b) * v * (2 * u + v) - weight - (m[0] * c[0] + m[1] * l) * G * math.cos(a)
        f2 = -k * math.sin(b) * u * u - weight
        D = M11 * M22 - M12 * M12
        return [u, v, (M22 * f1 - M12 * f2) / D, (M11 * f2 - M12 * f1) / D]

    return rates


class TestMotions(harness.MotionTest):
    def follows(self, table, known, names, delta):
        worst = max(abs(table[name][k] - row[i]) for k, row in enumerate(known) for i, name in enumerate(names))
        self.assertLess(worst, delta)
        return worst

    def test_pendulum(self):
        """(J + m l^2 + I) a'' = -m g l cos a; the energy counts the rotor."""
        I = 0.06 + 2 * 0.09 + 0.5
        known = integrate(lambda y: [y[1], -2 * G * 0.3 * math.cos(y[0]) / I], [0.0, 0.0], 1e-3, 2000, 100)
        for space in ("planar", "spatial"):
            for block, delta in [(TIGHT, 1e-9)] + [(b, 1e-7) for b in IDA]:
                table = self.good(self.scratch.model(pendulum(space, ", armature: 0.5", block))).table()
                worst = self.follows(table, known, ("a", "w"), delta)
                print(f"pendulum, {space}, {block}: {worst:.2g}")
                for T, w in zip(table["T"], table["w"]):
                    self.assertAlmostEqual(T, I * w * w / 2, delta=1e-12)

    def test_fixed_steps(self):
        """With fixed steps it is the motion of a bar that has the rotor's inertia as its own."""
        for space, inertia in (("planar", "inertia: 0.56"), ("spatial", "inertia: {xx: 0.3, yy: 0.3, zz: 0.56}")):
            for method in ("newmark", "hht", "generalized_alpha", "runge_kutta"):
                texts = [pendulum(space, more, f"method: {method}, step: 2e-3") for more in (", armature: 0.5", "")]
                texts[1] = texts[1].replace("inertia: 0.06", inertia).replace("inertia: {xx: 0.01, yy: 0.06, zz: 0.06}", inertia)
                one, other = (self.good(self.scratch.model(text)).table() for text in texts)
                worst = harness.difference(one, other, ("a", "w"))
                print(f"pendulum, {space}, {method}: {worst:.2g} from a bar with the inertia of both")
                self.assertLess(worst, 1e-9)

    def test_period(self):
        """Let go at 90 deg from hanging down: 4 K(sin 45 deg) sqrt(I/(m g l))."""
        a, b = 1.0, math.cos(math.pi / 4)
        for _ in range(8):
            a, b = (a + b) / 2, math.sqrt(a * b)
        period = 2 * math.pi / a * math.sqrt((0.06 + 2 * 0.09 + 0.5) / (2 * G * 0.3))
        table = self.good(self.scratch.model(pendulum(
            "spatial", ", armature: 0.5", analyses=f"run: {{type: dynamics, duration: {period!r}, output_step: {period / 4!r}, "
            f"integrator: {{{TIGHT}}}}}"))).table()
        self.assertAlmostEqual(table["a"][-1], 0, delta=1e-8)
        self.assertAlmostEqual(table["a"][2], -math.pi, delta=1e-8)
        self.assertAlmostEqual(table["w"][-1], 0, delta=1e-8)

    def test_two_links(self):
        for rotors in ((0.4, 0.07), (0.0, 0.3), (5.0, 0.001)):
            known = integrate(two_links_rates(rotors), [0.0, math.pi / 2, 0.0, 0.0], 1e-3, 2000, 100)
            for space in ("planar", "spatial"):
                table = self.good(self.scratch.model(two_links(space, rotors))).table()
                worst = self.follows(table, known, ("a", "b"), 1e-7)
                print(f"two links, {space}, {rotors}: {worst:.2g} rad; drift {max(map(abs, table['drift'])):.2g} J")

    def test_slide(self):
        """a = m g/(m + I), whatever the method; the work of the weight is all there."""
        for space, axis, down in (("planar", "angle: -90 deg", "0, -9.81"),
                                  ("spatial", "orientation: {axis_angle: {axis: [1, 0, 0], angle: 90 deg}}", "0, -9.81, 0")):
            inertia = "1" if space == "planar" else "{xx: 1, yy: 1, zz: 1}"
            for block in (TIGHT, IDA[0], IDA[1]):
                table = self.good(self.scratch.model(f"""mbs: 1
space: {space}
gravity: [{down}]
ground: {{markers: {{rail: {{{axis}}}}}}}
bodies:
  mass: {{type: rigid, mass: 3, inertia: {inertia}, initial: {{{axis}}}}}
joints:
  rail: {{type: prismatic, marker_i: ground.rail, marker_j: mass, armature: 1.5}}
analyses: {{run: {{type: dynamics, duration: 100, output_step: 10, integrator: {{{block}}}}}}}
outputs: {{s: rail.displacement, drift: energy.drift, p: momentum.y}}
""")).table()
                for t, s, p in zip(table["t"], table["s"], table["p"]):
                    self.assertAlmostEqual(s, G * 3 / 4.5 * t * t / 2, delta=1e-9 * (1 + s))
                    self.assertAlmostEqual(p, -3 * G * 3 / 4.5 * t, delta=1e-8)

    def test_two_coordinates(self):
        """A rod in a bush that slides and turns, with a rotor for each; a thread, where both move as one."""
        def model(joint, rotors):
            return f"""mbs: 1
space: spatial
gravity: [0, 0, -{G}]
bodies:
  rod: {{type: rigid, mass: 2, inertia: {{xx: 0.3, yy: 0.4, zz: 0.2}}}}
joints:
  bush: {{{joint}, marker_i: ground, marker_j: rod, armature: {rotors}}}
forces:
  motor: {{type: coordinate_force, joint: bush, coordinate: angle, value: 3}}
analyses: {{run: {{type: dynamics, duration: 3, output_step: 0.25, integrator: {{{TIGHT}}}}}}}
outputs: {{s: bush.displacement, a: bush.angle}}
"""
        table = self.good(self.scratch.model(model("type: cylindrical", "{angle: 0.4, displacement: 6}"))).table()
        for t, s, a in zip(table["t"], table["s"], table["a"]):
            self.assertAlmostEqual(s, -G * 2 / 8 * t * t / 2, delta=1e-9)
            self.assertAlmostEqual(a, 3 / 0.6 * t * t / 2, delta=1e-9)
        for rotors, along, about in (("{angle: 0.4}", 0, 0.4), ("{displacement: 6}", 6, 0), ("{angle: 0.4, displacement: 6}", 6, 0.4)):
            table = self.good(self.scratch.model(model("type: screw, lead: 0.1", rotors))).table()
            r = 0.1 / (2 * math.pi)
            speedup = (3 - 2 * G * r) / (0.2 + about + (2 + along) * r * r)
            for t, s, a in zip(table["t"], table["s"], table["a"]):
                self.assertAlmostEqual(a, speedup * t * t / 2, delta=1e-8)
                self.assertAlmostEqual(s, a * r, delta=1e-10)

    def test_pins(self):
        """A(b) = I_x cos^2 b + I_z sin^2 b:  ((A + I_1) a')' = Q_a,  (I_y + I_2) b'' = A'(b) a'^2/2 + Q_b."""
        k, one, two = 3.0, 0.25, 0.15

        def rates(y):
            a, b, va, vb = y
            A = 0.3 * math.cos(b)**2 + 0.2 * math.sin(b)**2 + one
            dA = -0.1 * math.sin(2 * b)
            return [va, vb, (-k * a - dA * va * vb) / A, (dA * va * va / 2 - b) / (0.4 + two)]

        known = integrate(rates, [0, 0, 2.0, 1.5], 1e-3, 2000, 100)
        for block in (TIGHT, IDA[1]):
            table = self.good(self.scratch.model(f"""mbs: 1
space: spatial
gravity: [0, 0, 0]
bodies:
  a: {{type: rigid, mass: 2, inertia: {{xx: 0.3, yy: 0.4, zz: 0.2}}, initial: {{angular_velocity: [2, 1.5, 0]}}}}
joints:
  j: {{type: universal, marker_i: ground, marker_j: a, armature: {{angle_1: {one}, angle_2: {two}}}}}
forces:
  roll: {{type: coordinate_force, joint: j, coordinate: angle_1, value: -{k}*j.angle_1}}
  pitch: {{type: coordinate_force, joint: j, coordinate: angle_2, value: -1.0*j.angle_2}}
analyses: {{run: {{type: dynamics, duration: 2, output_step: 0.1, integrator: {{{block}}}}}}}
outputs: {{a: j.angle_1, b: j.angle_2}}
""")).table()
            print(f"two pins: {self.follows(table, known, ('a', 'b'), 1e-8):.2g}")

    def test_floating(self):
        """Nothing holds the two links: momenta are those without rotors, and constant; the rotor works between them alone."""
        text = two_links("spatial", (0, 0.3)).replace("[0, -9.81, 0]", "[0, 0, 0]")
        text = text.replace("  shoulder: {type: revolute, marker_i: ground, marker_j: one.in}\n", "").replace("a: shoulder.angle, ", "")
        text = text.replace("analyses:", "forces:\n  motor: {type: coordinate_force, joint: elbow, value: 0.5}\nanalyses:")
        tables = [self.good(self.scratch.model(t)).table() for t in (text, text.replace(", armature: 0.3", ""))]
        for table in tables:
            for px, L in zip(table["px"], table["L"]):
                self.assertAlmostEqual(px, 0, delta=1e-12)
                self.assertAlmostEqual(L, 0, delta=1e-11)
        self.assertGreater(abs(tables[0]["b"][-1] - tables[1]["b"][-1]), 1)


class TestMechanisms(harness.MotionTest):
    """At a hinge on the ground a rotor does what the same inertia of the body does: loops, couplers, cams, impacts, drives."""

    def test_shipped(self):
        for name, joint, body, inertia, allowed in (
                ("four_bar", "pivot", "rocker", "5", 1e-9), ("assembled_four_bar", "c", "rocker", "2 kg*m^2", 1e-5),
                ("gear_pair", "pinion_shaft", "pinion", "0.02", 1e-11), ("belt_drive", "fan_shaft", "fan", "0.05", 1e-11),
                ("coupled_coordinates", "shaft", "flywheel", "0.05", 1e-7), ("driven_rate", "shaft", "rotor", "0.05", 1e-8),
                ("cam_follower", "shaft", "cam", "0.05", 1e-10), ("pendulum_with_stop", "swing", "rod", "0.5", 1e-7)):
            text = (harness.SOURCE / f"models/examples/{name}.yaml").read_text(encoding="utf-8")
            text = text[:text.index("\nchecks:")] + "\n"
            line = next(line for line in text.splitlines() if line.startswith(f"  {joint}: {{"))
            one = text.replace(line, re.sub(r"\}\s*(#.*)?$", f", armature: {inertia}}}", line))
            at = re.search(rf"\n  {body}:.*?inertia: [^,}}\n]+", text, flags=re.S).end()
            two = f"{text[:at]} + {inertia}{text[at:]}"
            runs = [self.good(self.scratch.model(t)) for t in (one, two)]
            for analysis in runs[0].summary["analyses"]:
                first, second = (run.table(analysis) for run in runs)
                worst = harness.difference(first, second, [c for c in first if c != "t" and None not in first[c]])
                print(f"{name}, {analysis}: {worst:.2g}")
                self.assertLess(worst, allowed, name)

    def test_symplectic_refuses(self):
        run = self.scratch.run(self.scratch.model(pendulum("planar", ", armature: 0.5", "method: symplectic, step: 1e-3")))
        self.assertEqual(run.status, 3)
        self.assertIn('symplectic method cannot handle the armature of joint "hinge"', run.err)


class TestAnalyses(harness.MotionTest):
    def test_driven(self):
        """The torque of a drive is that without a rotor and I a'' more; the reactions of the hinge are the same."""
        def model(rotor):
            text = pendulum("spatial", rotor, analyses="run: {type: inverse_dynamics, duration: 2, output_step: 0.1}")
            text = text.replace("analyses:", 'motions:\n  M: {joint: hinge, law: "0.8*sin(3*t) + 0.2*t^2"}\nanalyses:')
            return text.replace("T: energy.kinetic", "Q: M.torque, x: hinge.reaction.x, y: hinge.reaction.y, z: hinge.reaction.tz")

        with_rotor, without = (self.good(self.scratch.model(model(r))).table() for r in (", armature: 0.5", ""))
        for k, t in enumerate(without["t"]):
            more = 0.5 * (0.4 - 7.2 * math.sin(3 * t))
            self.assertAlmostEqual(with_rotor["Q"][k] - without["Q"][k], more, delta=1e-12)
            for name in ("x", "y", "z"):
                self.assertAlmostEqual(with_rotor[name][k], without[name][k], delta=1e-12)

    def test_small_motions(self):
        """A spring of 20 N m/rad: sqrt(k/(J + I)). Rotors add no eigenvalues, whatever the form."""
        for form in ("index_3", "index_1", "baumgarte", "ggl"):
            for space in ("planar", "spatial"):
                text = pendulum(space, ", armature: 0.5", analyses=f"small: {{type: linearize, pencil: {form}}}")
                text = "".join(line + "\n" for line in text.splitlines() if not line.startswith(("outputs", "gravity")))
                text = text.replace("analyses:", "forces:\n  k: {type: torsional_spring_damper, joint: hinge, stiffness: 20}\nanalyses:")
                found = [self.good(self.scratch.model(t)).analysis("small")["linearize"] for t in (text, text.replace(", armature: 0.5", ""))]
                true = [e["im"] for e in found[0]["eigenvalues"] if e["label"] == "true"]
                self.assertEqual((found[0]["rank"], found[0]["counts"]), (found[1]["rank"], found[1]["counts"]))
                self.assertEqual(len(true), 2)
                self.assertAlmostEqual(max(true), math.sqrt(20 / 0.74), delta=1e-9)

    def test_moving(self):
        """About a point of a swing: the coefficients of I q'' + m g l cos q = 0 there, I with the rotor, however fast it is."""
        I = 0.06 + 2 * 0.09 + 0.5
        for space in ("planar", "spatial"):
            for angle, rate in ((-1.2, 0.0), (-1.2, 3.0)):
                z = "" if space == "planar" else ", 0"
                pose = (f"position: [{0.3 * math.cos(angle)!r}, {0.3 * math.sin(angle)!r}{z}], " +
                        (f"angle: {angle}, angle_rate: {rate}" if space == "planar" else
                         f"orientation: {{axis_angle: {{axis: [0, 0, 1], angle: {angle}}}}}, angular_velocity: [0, 0, {rate}]"))
                text = pendulum(space, ", armature: 0.5", analyses="small: {type: linearize}").replace(f"position: [0.3, 0{z}]", pose)
                text = "".join(line + "\n" for line in text.splitlines() if not line.startswith("outputs"))
                run = self.good(self.scratch.model(text))
                im = [e["im"] for e in run.analysis("small")["linearize"]["eigenvalues"] if e["label"] == "frozen"]
                self.assertAlmostEqual(max(im), math.sqrt(-2 * G * 0.3 * math.sin(angle) / I), delta=1e-9)

    def test_rest(self):
        """Where it hangs, and how loops close, does not depend on rotors."""
        found = []
        for rotor in ("", ", armature: 5"):
            text = pendulum("planar", rotor, analyses="rest: {type: equilibrium}")
            found.append(self.good(self.scratch.model(text)).analysis("rest")["equilibrium"]["mass_centers"][0]["angle"])
        self.assertAlmostEqual(found[0], found[1], delta=1e-9)
        text = (harness.SOURCE / "models/examples/assembled_four_bar.yaml").read_text(encoding="utf-8")
        text = text[:text.index("\nchecks:")]
        found = []
        for rotor in ("", ", armature: 2 kg*m^2"):
            run = self.good(self.scratch.model(text.replace("marker_j: rocker}", f"marker_j: rocker{rotor}}}")))
            found.append([run.analysis("close")["assembly"], run.table("close")])
        for name in ("crank", "coupler", "rocker", "crank_rate", "rocker_rate"):
            self.assertAlmostEqual(found[0][1][name][0], found[1][1][name][0], delta=1e-12)
        self.assertEqual(len(found[0][0]["moves"]), len(found[1][0]["moves"]))

    def test_told(self):
        """Counts are those of the mechanism."""
        of = []
        for rotors in ((0, 0), (0.4, 0.07)):
            summary = self.good(self.scratch.model(two_links("spatial", rotors))).summary
            of.append((summary["model"]["bodies"], summary["model"]["joints"], summary["mobility"]))
        self.assertEqual(*of)

    def test_stated_rates(self):
        """Velocities that are all stated are kept; the rotor has theirs, along numbers of the file, too."""
        text = pendulum("planar", ", armature: 0.5").replace("position: [0.3, 0]", "position: [0.3, 0], velocity: [0, 0.6], angle_rate: 2")
        model = self.scratch.model(text)
        table = self.good(model).table()
        self.assertEqual((table["w"][0], table["T"][0]), (2, 0.74 * 2))
        told = harness.execute([str(harness.BINARY), "check", str(model)], self.scratch.path)
        self.assertEqual(told.status, 0, told.story())
        self.assertNotIn("initial velocities are not compared", told.out)

    def test_rates_of_others(self):
        """Velocities that are not stated are those of least kinetic energy, the rotors' among it."""
        text = two_links("planar", (0.4, 0.07)).replace("position: [0.5, 0.2], angle: 90 deg", "position: [0.5, 0.2], angle: 90 deg, angle_rate: 2")
        table = self.good(self.scratch.model(text.replace("px: momentum.x", "u: shoulder.angle_rate, v: elbow.angle_rate"))).table()
        # T(u, 2 - u) at b = 90 deg is least
        two = 0.011 + 0.8 * 0.04
        M11, M12, M22 = 0.03 + 1.5 * 0.0625 + two + 0.8 * 0.25 + 0.4, two, two + 0.07
        self.assertAlmostEqual(table["u"][0], 2 * (M22 - M12) / (M11 - 2 * M12 + M22), delta=1e-12)
        self.assertAlmostEqual(table["u"][0] + table["v"][0], 2, delta=1e-12)


if __name__ == "__main__":
    harness.main()
