#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Planar mechanisms with the count of freedoms against them: right class, degrees of freedom, names of all
that takes part, and which reactions are determined. What is expected was derived by hand; the reasons
stand beside."""

import math

import harness

HEAD = "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"
TAIL = "analyses: {fall: {type: dynamics, duration: 0.2, output_step: 0.05}}\n"
BAR = "{{type: rigid, mass: 1, inertia: 0.1, initial: {{position: [{x}, {y}], angle: {angle}}}, markers: {{{m}}}}}"


def bar(x, y, angle="0", **markers):
    words = ", ".join(f"{name}: {{position: [{a}, {b}]}}" for name, (a, b) in markers.items())
    return BAR.format(x=x, y=y, angle=angle, m=words)


def model(bodies, joints, ground=None, extra=""):
    text = HEAD + "accept: [loose_bodies, unused_markers]\n"
    if ground:
        text += "ground:\n  markers:\n" + "".join(
            f"    {name}: {{position: [{x}, {y}]}}\n" for name, (x, y) in ground.items())
    text += "bodies:\n" + "".join(f"  {name}: {words}\n" for name, words in bodies.items())
    text += "joints:\n" + "".join(f"  {name}: {{type: {words}}}\n" for name, words in joints.items())
    return text + extra + TAIL


def hinge(i, j):
    return f"revolute, marker_i: {i}, marker_j: {j}"


def rod(i, j, length):
    return f"distance, marker_i: {i}, marker_j: {j}, length: {length}"


POINT = "{{type: point_mass, mass: 1, initial: {{position: [{}, {}]}}}}"
SQUARE = {"C": POINT.format(1, 1), "D": POINT.format(0, 1)}
PARALLELOGRAM = {"crank_1": bar(0, 0, "60 deg", low=(0, 0), mid=(0.5, 0), top=(1, 0)),
                 "crank_2": bar(2, 0, "60 deg", low=(0, 0), mid=(0.5, 0), top=(1, 0)),
                 "coupler": bar("0.5 m", "sin(60 deg)*1 m", left=(0, 0), right=(2, 0))}
CRANKS = {"A": hinge("ground.A", "crank_1.low"), "B": hinge("ground.B", "crank_2.low"),
          "C": hinge("crank_1.top", "coupler.left"), "D": hinge("crank_2.top", "coupler.right")}
FEET = {"A": (0, 0), "B": (2, 0)}

PAYLOAD = """mbs: 1
space: {space}
gravity: {gravity}
bodies:
  bar: {{type: rigid, mass: 2, inertia: {inertia}, initial: {{position: [0.5{z}]}}, markers: {{left: {{position: [-0.5{z}]}}}}}}
  load: {{type: point_mass, mass: 3, initial: {{position: [0.7, 0.2{zero}]}}}}
joints:
  hinge: {{type: revolute, body_i: ground, body_j: bar, at: [0{z}]{axis}}}
  weld: {{type: {weld}, {ends}, at: [0.7, 0.2{zero}]}}
outputs: {{x: load.x, y: load.y, angle: hinge.angle}}
analyses: {{fall: {{type: dynamics, duration: 2, output_step: 0.1, integrator: {{tolerances: {{relative: 1e-10}}}}}}}}
"""
BEAD = """mbs: 1
space: {space}
gravity: {gravity}
bodies:
  bead: {{type: point_mass, mass: 2, initial: {{position: [1, 1{zero}]}}}}
joints:
  wire: {{type: {wire}, body_i: ground, body_j: bead, at: [1, 1{zero}], axis: [1, -1{zero}]}}
outputs: {{x: bead.x, y: bead.y, s: wire.displacement}}
analyses: {{fall: {{type: dynamics, duration: 1, output_step: 0.1}}}}
"""


class TestPointMasses(harness.MotionTest):
    """A point mass has no directions: what is welded to it turns as it would with a mass there."""

    def test_welded_to_a_bar_it_is_a_mass_there(self):
        # about the hinge: J = 0.1 + 2 0.5^2 + 3 (0.7^2 + 0.2^2); the mass centre is not on the bar
        def turning(angle):
            c, s = math.cos(angle), math.sin(angle)
            return -9.81 * (2 * 0.5 * c + 3 * (0.7 * c - 0.2 * s)) / (0.1 + 2 * 0.25 + 3 * 0.53)
        truth, rate, h = 0.0, 0.0, 1e-3
        for _ in range(2000):  # Runge-Kutta-Nystroem of order 4
            a = turning(truth)
            b = turning(truth + h / 2 * rate + h * h / 8 * a)
            c = turning(truth + h * rate + h * h / 2 * b)
            truth += h * rate + h * h / 6 * (a + 2 * b)
            rate += h / 6 * (a + 4 * b + c)
        for space in ("planar", "spatial"):
            for weld in ("fixed", "revolute") if space == "planar" else ("fixed", "spherical", "universal"):
                for ends in ("body_i: bar, body_j: load", "body_i: load, body_j: bar"):
                    solid = space == "spatial"
                    run = self.good(self.scratch.model(PAYLOAD.format(
                        space=space, weld=weld, ends=ends + (
                            ", axis_1: [1, 0, 0], axis_2: [0, 1, 0]" if weld == "universal" else ""),
                        gravity="[0, -9.81, 0]" if solid else "[0, -9.81]",
                        inertia="{xx: 0.1, yy: 0.1, zz: 0.1}" if solid else "0.1",
                        z=", 0, 0" if solid else ", 0", zero=", 0" if solid else "",
                        axis=", axis: [0, 0, 1]" if solid else "")))
                    self.assertEqual(run.summary["mobility"]["dof_by_rank"], 1)
                    self.assertEqual(run.summary["mobility"]["redundant_equations"], 0)
                    self.assertAlmostEqual(run.table()["angle"][-1], truth, delta=1e-8)

    def test_a_bead_slides_on_a_wire(self):
        for space, wire in (("planar", "prismatic"), ("spatial", "prismatic"), ("spatial", "cylindrical")):
            solid = space == "spatial"
            run = self.good(self.scratch.model(BEAD.format(
                space=space, wire=wire, gravity="[0, -9.81, 0]" if solid else "[0, -9.81]",
                zero=", 0" if solid else "")))
            self.assertEqual(run.summary["mobility"]["dof_by_rank"], 1)
            self.assertAlmostEqual(run.table()["s"][-1], 9.81 / 2 / math.sqrt(2), delta=1e-9)
            self.assertAlmostEqual(run.table()["y"][-1], 1 - 9.81 / 4, delta=1e-9)


class TestZoo(harness.MotionTest):
    def look(self, text, count, rank, redundant, names=(), undetermined=(), determined=(), *,
             singular=False, warnings=None):
        """count, rank: degrees of freedom by each; undetermined, determined: measures."""
        channels = {measure.replace(".", "_"): measure for measure in (*undetermined, *determined)}
        outputs = "".join(f"  {name}: {measure}\n" for name, measure in channels.items())
        run = self.good(self.scratch.model(text + "outputs:\n  time: t\n" + outputs))
        mobility = run.summary["mobility"]
        found = (mobility["dof_by_count"], mobility["dof_by_rank"], mobility["redundant_equations"],
                 sorted(mobility["redundant_joints"]), mobility["singular"])
        self.assertEqual(found, (count, rank, redundant, sorted(names), singular))
        codes = sorted(w["code"] for w in run.summary["warnings"] if w["code"].startswith("W-"))
        self.assertEqual(codes, warnings if warnings is not None else ["W-DOF-001"] if redundant else [])
        table = run.table()
        told = {channel["name"]: channel for channel in run.analysis()["channels"]}
        for measure in undetermined:
            name = measure.replace(".", "_")
            self.assertEqual(set(table[name]), {None}, name)
            self.assertIsNone(told[name]["value"])
            self.assertGreater(len(told[name]["reason"]), 20)
        for measure in determined:
            self.assertNotIn(None, table[measure.replace(".", "_")], measure)
        return run

    # --- nothing redundant ---

    def test_free_chain(self):
        self.look(model({"a": bar(0, 0, p=(0, 0), q=(1, 0)), "b": bar(1, 0, p=(0, 0)), "c": bar(5, 5)},
                        {"one": hinge("ground", "a.p"), "two": hinge("a.q", "b.p")}), 5, 5, 0,
                  determined=("one.reaction.x", "two.reaction.y"))

    def test_four_bar(self):
        self.look(model(PARALLELOGRAM, CRANKS, FEET), 1, 1, 0, determined=("A.reaction.x", "D.reaction.y"))

    def test_determinate_truss(self):
        """Two points, four rods: it stands, and every force is known."""
        self.look(model(SQUARE, {"BC": rod("ground.B", "C", 1), "CD": rod("C", "D", 1),
                                 "DA": rod("D", "ground.A", 1), "AC": rod("ground.A", "C", "sqrt(2)")},
                        {"A": (0, 0), "B": (1, 0)}), 0, 0, 0, determined=("AC.tension", "CD.tension"))

    # --- redundant ---

    def test_doubled_joint(self):
        self.look(model({"bar": bar(0, 0, p=(0, 0))}, {"one": hinge("ground", "bar.p"),
                                                       "two": hinge("ground", "bar.p")}),
                  -1, 1, 2, ("one", "two"), ("one.reaction.x", "two.reaction.y"))

    def test_doubled_rod(self):
        """The other rod is not part of it."""
        self.look(model({"P": POINT.format(1, 0), "Q": POINT.format(2, 0)},
                        {"one": rod("ground", "P", 1), "two": rod("ground", "P", 1), "three": rod("P", "Q", 1)}),
                  1, 2, 1, ("one", "two"), ("one.tension", "two.tension"), ("three.tension",))

    def test_pinned_twice_to_ground(self):
        """A bar on two pins: what pulls along it is not determined, what bears it is."""
        self.look(model({"bar": bar(0, 0, p=(0, 0), q=(2, 0))},
                        {"left": hinge("ground.A", "bar.p"), "right": hinge("ground.B", "bar.q")}, FEET),
                  -1, 0, 1, ("left", "right"), ("left.reaction.x", "right.reaction.x"),
                  ("left.reaction.y", "right.reaction.y"))

    def test_third_crank(self):
        """Forces along the cranks balance one another on the coupler; seen from a crank, what acts across it
        is known."""
        bodies = {**PARALLELOGRAM, "crank_3": bar(1, 0, "60 deg", low=(0, 0), top=(1, 0))}
        bodies["coupler"] = bar("0.5 m", "sin(60 deg)*1 m", left=(0, 0), right=(2, 0), middle=(1, 0))
        joints = {**CRANKS, "E": hinge("ground.M", "crank_3.low"), "F": hinge("crank_3.top", "coupler.middle")}
        self.look(model(bodies, joints, {**FEET, "M": (1, 0)}), 0, 1, 1, "ABCDEF",
                  ("A.reaction.x", "A.reaction.y", "C.reaction.x", "F.reaction.x"),
                  ("C.reaction.y", "F.reaction.y"))

    def test_second_coupler(self):
        """Joined halfway up, it says again that the cranks are parallel; the ground's hinges take part, for
        the pull of one coupler is twice that of the other (along x; E is seen from the crank)."""
        bodies = {**PARALLELOGRAM, "second": bar("0.25 m", "sin(60 deg)*0.5 m", left=(0, 0), right=(2, 0))}
        joints = {**CRANKS, "E": hinge("crank_1.mid", "second.left"), "F": hinge("crank_2.mid", "second.right")}
        self.look(model(bodies, joints, FEET), 0, 1, 1, "ABCDEF",
                  ("E.reaction.x", "E.reaction.y", "A.reaction.x"), ("A.reaction.y",))

    def test_three_parallel_sliders(self):
        sliders = {f"guide_{k}": f"prismatic, marker_i: ground.G{k}, marker_j: block.m{k}" for k in (1, 2, 3)}
        block = bar(0, 0, m1=(0, 0), m2=(0, 1), m3=(0, 2))
        self.look(model({"block": block}, sliders, {"G1": (0, 0), "G2": (0, 1), "G3": (0, 2)}), -3, 1, 4, sliders,
                  ("guide_1.reaction.y", "guide_2.reaction.tz"))

    def test_sliders_of_one_direction_in_a_loop(self):
        """Ground to a to b to ground along x: the last one says twice what the others say."""
        joints = {"ga": "prismatic, marker_i: ground, marker_j: a", "ab": "prismatic, marker_i: a, marker_j: b",
                  "bg": "prismatic, marker_i: b, marker_j: ground"}
        self.look(model({"a": bar(1, 0), "b": bar(2, 0)}, joints), 0, 2, 2, joints,
                  ("ga.reaction.y", "ab.reaction.tz"))

    def test_sliders_of_three_directions_in_a_loop(self):
        """Only "nothing turns" is said once too often: torques are not determined, forces are."""
        bodies = {"a": bar(1, 0).replace("markers: {}", "markers: {up: {angle: 90 deg}}"),
                  "b": bar(1, 1).replace("markers: {}", "markers: {aslant: {angle: 45 deg}}")}
        joints = {"ga": "prismatic, marker_i: ground, marker_j: a", "ab": "prismatic, marker_i: a.up, marker_j: b",
                  "bg": "prismatic, marker_i: b.aslant, marker_j: ground"}
        joints["ab"] = joints["ab"].replace("marker_j: b", "marker_j: b.up")
        joints["bg"] = joints["bg"].replace("marker_j: ground", "marker_j: ground.aslant")
        bodies["b"] = bodies["b"].replace("markers: {", "markers: {up: {angle: 90 deg}, ")
        text = model(bodies, joints).replace("bodies:", "ground: {markers: {aslant: {angle: 45 deg}}}\nbodies:")
        self.look(text, 0, 1, 1, joints, ("ga.reaction.tz", "ab.reaction.tz", "bg.reaction.tz"),
                  ("ga.reaction.y", "ab.reaction.x"))

    def test_welded_twice(self):
        self.look(model({"a": bar(0, 0, p=(0, 0), q=(1, 0)), "b": bar(1, 0, p=(0, 0))},
                        {"foot": hinge("ground", "a.p"), "weld": "fixed, marker_i: a.q, marker_j: b.p",
                         "again": "fixed, marker_i: a.q, marker_j: b.p"}), -2, 1, 3, ("weld", "again"),
                  ("weld.reaction.x", "again.reaction.tz"), ("foot.reaction.x",))

    def test_truss_with_both_diagonals(self):
        """Five rods for two points: one state of stress without load, in which all take part."""
        rods = {"BC": rod("ground.B", "C", 1), "CD": rod("C", "D", 1), "DA": rod("D", "ground.A", 1),
                "AC": rod("ground.A", "C", "sqrt(2)"), "BD": rod("ground.B", "D", "sqrt(2)")}
        self.look(model(SQUARE, rods, {"A": (0, 0), "B": (1, 0)}), -1, 0, 1, rods,
                  ("AC.tension", "CD.tension"))

    def test_motion_twice(self):
        """Motions are named like joints; the torque that drives is not determined between them."""
        extra = ("motions:\n  drive: {joint: A, law: 60 deg + 2*t}\n"
                 "  second: {joint: A, law: 60 deg + 2*t}\n")
        text = model(PARALLELOGRAM, CRANKS, FEET, extra).replace("angle: 60 deg}", "angle: 60 deg, angle_rate: 2}")
        self.look(text, -1, 0, 1, ("drive", "second"), ("drive.torque",), ("A.reaction.x",))

    # --- conflict ---

    def conflict(self, text, *names):
        run = self.scratch.run(self.scratch.model(text + "outputs: {time: t}\n"))
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("error[E-DOF-002]", run.err)
        for name in names:
            self.assertRegex(run.err, rf'"{name}" by [0-9.e-]+')
        return run

    def test_rods_too_long(self):
        """A point at 1 m from A and 3 m from B, which is 1 m away: least squares leave 0.5 m in each."""
        run = self.conflict(model({"P": POINT.format(-1, 0)}, {"short": rod("ground.A", "P", 1),
                                                               "long": rod("ground.B", "P", 3)},
                                  {"A": (0, 0), "B": (1, 0)}), "short", "long")
        self.assertRegex(run.err, r'"short" by 0\.5\d*, "long" by 0\.5')

    def test_crank_of_another_length(self):
        """Three cranks hold a coupler level; at 60 degrees the middle one is too long by 10 %."""
        bodies = {**PARALLELOGRAM, "crank_3": bar(1, 0, "60 deg", low=(0, 0), top=(3, 0))}
        bodies["coupler"] = bar("0.5 m", "sin(60 deg)*1 m", left=(0, 0), right=(2, 0), middle=(1, 0))
        joints = {**CRANKS, "E": hinge("ground.M", "crank_3.low"), "F": hinge("crank_3.top", "coupler.middle")}
        self.conflict(model(bodies, joints, {**FEET, "M": (1, 0)}), "F")

    def test_open_but_not_in_conflict(self):
        """A four-bar that only starts open is another error: a pose exists."""
        bodies = {**PARALLELOGRAM, "crank_2": bar(2, 0, "50 deg", low=(0, 0), top=(1, 0))}
        run = self.scratch.run(self.scratch.model(model(bodies, CRANKS, FEET) + "outputs: {time: t}\n"))
        self.assertEqual(run.status, 3)
        self.assertIn("error[E-IC-001]", run.err)
        self.assertNotIn("E-DOF-002", run.err)

    # --- singular ---

    def test_flat_parallelogram(self):
        """All in one line: two freedoms there, one nearby; nothing is redundant."""
        bodies = {"crank_1": bar(0, 0, low=(0, 0), top=(1, 0)).replace("angle: 0", "angle: 0, angle_rate: 3"),
                  "crank_2": bar(2, 0, low=(0, 0), top=(1, 0)).replace("angle: 0", "angle: 0, angle_rate: 3"),
                  "coupler": bar(1, 0, left=(0, 0), right=(2, 0))}
        run = self.look(model(bodies, CRANKS, FEET), 1, 2, 1, "ABCD", singular=True, warnings=["W-DOF-003"])
        self.assertRegex(run.err, "2 degrees of freedom there, 1 nearby")
        # the crossed branch of a parallelogram a, b leaves with the rates -(b - a) : (b + a) of its cranks
        self.assertRegex(run.err, r'"crank_1" 1, "crank_2" 1, "coupler" 0(?![.0-9])')
        self.assertRegex(run.err, r'"crank_1" -0\.333, "crank_2" 1, "coupler" 0\.667')

    def test_flat_start_off_every_branch(self):
        """Rates that the joints allow, but no branch: no acceleration satisfies the second derivative."""
        bodies = {"crank_1": bar(0, 0, low=(0, 0), top=(1, 0)).replace("angle: 0", "angle: 0, angle_rate: 3"),
                  "crank_2": bar(2, 0, low=(0, 0), top=(1, 0)).replace("angle: 0", "angle: 0, angle_rate: 1"),
                  "coupler": bar(1, 0, left=(0, 0), right=(2, 0))}
        run = self.scratch.run(self.scratch.model(model(bodies, CRANKS, FEET) + "outputs: {time: t}\n"))
        self.assertEqual(run.status, 3)
        self.assertIn("error[E-IC-007]", run.err)


if __name__ == "__main__":
    harness.main()
