# SPDX-License-Identifier: BSD-3-Clause
"""run --report keeps what joints, forces and motions exert, for arrows: against closed forms and the CSV."""

import csv
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from page import Page, track
from program import ProgramTest, main

SINGLE = 2e-7  # of a 32-bit number

# A rod that swings, held once by each order of the hinge's bodies.
SWINGING = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  rod: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0]}}
joints:
  hinge: {type: revolute, BODIES, at: [0, 0]}
analyses:
  swing: {type: dynamics, duration: 1, output_step: 0.01}
outputs: {angle: rod.angle, rate: rod.angle_rate, fx: hinge.reaction.x, fy: hinge.reaction.y}
"""

# A ball on a spring, pulled by a known force, in space; a torque pulls nothing.
PULLED = """\
mbs: 1
space: spatial
bodies:
  ball: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, initial: {position: [1, 0, 0]}}
joints:
  slide: {type: prismatic, body_i: ground, body_j: ball, at: [0, 0, 0], axis: [1, 0, 0]}
forces:
  spring: {type: spring_damper, ENDS, stiffness: 30, free_length: 0.5}
  pull: {type: force, marker: ball, vector: ["sin(3*t)", 2, -3]}
  turn: {type: torque, marker: ball, vector: [0, 0, 4]}
analyses:
  go: {type: dynamics, duration: 2, output_step: 0.01}
outputs: {x: ball.x}
"""


# An arm that a motor turns, and a mass that is pushed along a rail.
DRIVEN = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  arm: {type: rigid, mass: 2, inertia: 0.1, initial: {position: [0.5, 0]}}
  cart: {type: rigid, mass: 3, inertia: 1, initial: {position: [0, 2]}}
joints:
  hinge: {type: revolute, BODIES, at: [0, 0]}
  rail: {type: prismatic, body_i: ground, body_j: cart, at: [0, 2], axis: [1, 0]}
motions:
  motor: {joint: hinge, coordinate: angle, law: SIGN*0.3*t^2}
  pusher: {joint: rail, coordinate: displacement, law: t^2}
analyses:
  go: {type: kinematics, duration: 1, output_step: 0.1}
outputs: {angle: arm.angle}
"""

ROLLING = """\
mbs: 1
space: planar
gravity: [0, -9.81]
ground: {markers: {slope: {angle: 0.2}, below: {position: [0, -1.5]}, above: {position: [0, 1.5]}}}
bodies: {wheel: {type: rigid, mass: 2, inertia: 0.25, initial: {position: [0.02, 0.5], velocity: [0.5, 0]}}}
forces:
  floor: {type: contact, SURFACE, marker_j: wheel, radius_j: 0.5, stiffness: 1e5, exponent: 1.5, damping: 1,
    friction: 0.3, transition_speed: 0.01}
analyses: {go: {type: dynamics, duration: 0.5, output_step: 0.002}}
outputs: {x: wheel.x, y: wheel.y, normal: floor.force}
"""

# A wheel on a road that a torque of 3 N m drives along x.
WHEEL = """\
mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {wheel: {type: rigid, mass: 2, inertia: 0.25, initial: {position: [0, 0.5]}}}
couplers: {road: {type: rolling_disc, marker_i: ground, marker_j: wheel, radius: 0.5}}
forces: {drive: {type: torque, marker: wheel, value: -3}}
analyses: {go: {type: dynamics, duration: 0.5, output_step: 0.05}}
outputs: {x: wheel.x}
"""

BOX = """\
mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  box: {type: rigid, mass: 5, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}, markers: {load: {position: [0.1, 0, 0]}},
    initial: {position: [0, 0, 0.1]}}
  ball: {type: rigid, mass: 1, inertia: {xx: 0.016, yy: 0.016, zz: 0.016},
    initial: {position: [2, 0, 0.2], velocity: [1, 0, 0]}}
forces:
  push: {type: force, marker: box.load, vector: [0, 0, -20]}
  floor: {type: contact, marker_i: ground, marker_j: box, box_j: [0.6, 0.4, 0.2], stiffness: 1e5, exponent: 1,
    damping: 20, friction: 0.5, transition_speed: 0.01}
  ball_floor: {type: contact, marker_i: ground, marker_j: ball, radius_j: 0.2, stiffness: 1e5, exponent: 1, damping: 5,
    friction: 0.5, transition_speed: 0.01}
analyses: {go: {type: dynamics, duration: 2, output_step: 0.02}}
outputs: {x: box.x, y: box.y, z: box.z, px: floor.point_x, py: floor.point_y, pz: floor.point_z}
"""


class Forces(ProgramTest):
    def run_model(self, text, *arguments):
        self.write("a.yaml", text)
        self.expect(0, "run", "a.yaml", "-o", "out", "--force", *arguments)

    def forces(self, analysis):
        """Of every row the time and of each name its force, and by (name, "t") and (name, "r") the torque
        and the place that it acts at; and the rows of the CSV."""
        summary = json.loads((self.folder / "out/summary.json").read_text())
        motion = summary["analyses"][analysis]["motion"]
        first = 1 + len(motion["bodies"]) * len(motion["per_body"])
        axes = len(motion["per_force"])
        self.assertEqual(motion["columns"],
                         first + axes * len(motion["forces"]) + len(motion["behind"]))
        found = []
        for row in track(self.folder / "out" / motion["file"], motion["columns"]):
            found.append({"t": row[0]})
            for k, name in enumerate(motion["forces"]):
                numbers = row[first + axes * k:first + axes * (k + 1)]
                f, t = (2, 1) if axes == 5 else (3, 3)
                found[-1].update({name: numbers[:f], (name, "t"): numbers[f:f + t], (name, "r"): numbers[f + t:]})
        table = self.folder / "out" / f"{analysis}.csv"
        with open(table, newline="") as file:
            rows = [{name: float(value) for name, value in row.items()}
                    for row in csv.DictReader(file)]
        self.assertEqual(len(rows), len(found))
        return found, rows

    def assert_vector(self, found, wanted, size, within=SINGLE):
        for one, other in zip(found, wanted):
            self.assertLessEqual(abs(one - other), within * size, (found, wanted))

    def test_reaction_of_a_rod_that_falls(self):
        for k, bodies in enumerate(("body_i: ground, body_j: rod", "body_i: rod, body_j: ground")):
            self.run_model(SWINGING.replace("BODIES", bodies), "--report")
            for found, row in zip(*self.forces("swing")):
                # m a = R + m g of the mass centre at l = 0.5: (0.1 + m l^2) alpha = -m g l cos
                angle, rate, m, l, g = row["angle"], row["rate"], 2, 0.5, 9.81
                alpha = -m * g * l * math.cos(angle) / (0.1 + m * l * l)
                wanted = [m * l * (-alpha * math.sin(angle) - rate ** 2 * math.cos(angle)),
                          m * l * (alpha * math.cos(angle) - rate ** 2 * math.sin(angle)) + m * g]
                self.assert_vector(found["hinge"], wanted, 60, 1e-6)
                told = [row["fx"], row["fy"]]  # on body_j, the axes of its marker_i
                if k == 0:
                    self.assert_vector(found["hinge"], told, 60)
                self.assertEqual((found["hinge", "t"], found["hinge", "r"]), ((0,), (0, 0)))

    def test_forces_on_a_ball(self):
        for ends in ("marker_i: ground, marker_j: ball", "marker_i: ball, marker_j: ground"):
            self.run_model(PULLED.replace("ENDS", ends), "--report")
            for found, row in zip(*self.forces("go")):
                pull = [math.sin(3 * row["t"]), 2, -3]
                self.assert_vector(found["pull"], pull, 4)
                self.assert_vector(found["spring"], [-30 * (row["x"] - math.copysign(0.5, row["x"])),
                                                     0, 0], 40)
                self.assert_vector(found["slide"], [0, -2, 3], 4, 1e-6)
                self.assertEqual((found["turn"], found["turn", "t"]), ((0, 0, 0), (0, 0, 4)))
                # about the slide's marker, 1 m behind the ball: (1, 0, 0) x pull and the torque
                self.assert_vector(found["slide", "t"], [0, -3, -6], 6, 1e-6)
                self.assertEqual({found[name, "r"] for name in ("slide", "spring", "pull", "turn")}, {(0, 0, 0)})

    def test_motions(self):
        """What drives an arm: its torque, however the bodies stand; a rail, its force."""
        for bodies in ("body_i: ground, body_j: arm", "body_i: arm, body_j: ground"):
            sign = 1 if bodies.endswith("arm") else -1
            self.run_model(DRIVEN.replace("BODIES", bodies).replace("SIGN", f"{sign}"), "--report")
            for found, row in zip(*self.forces("go")):
                t = row["t"]
                wanted = (0.1 + 2 * 0.25) * 0.6 + 2 * 9.81 * 0.5 * math.cos(0.3 * t * t)
                self.assert_vector(found["motor", "t"], [wanted], 12, 1e-6)
                self.assert_vector(found["motor"], [0, 0], 12)
                self.assert_vector(found["pusher"], [3 * 2, 0], 12, 1e-6)
                self.assert_vector(found["pusher", "t"], [0], 12)

    def test_contacts_act_where_they_touch(self):
        """A wheel on an incline, on another one, in a ring: at the radius against the normal, without a torque
        about that place."""
        for surface, normal in (("marker_i: ground.slope", lambda row: (-math.sin(0.2), math.cos(0.2))),
                                ("marker_i: ground.below, radius_i: 1.5", lambda row: (row["x"], row["y"] + 1.5)),
                                ("marker_i: ground.above, ring_radius: 2", lambda row: (-row["x"], 1.5 - row["y"]))):
            self.run_model(ROLLING.replace("SURFACE", surface), "--report")
            touched = 0
            for found, row in zip(*self.forces("go")):
                n = normal(row)
                n = [c / math.hypot(*n) for c in n]
                f = found["floor"]
                self.assertAlmostEqual(f[0] * n[0] + f[1] * n[1], row["normal"], delta=2e-6 * 300)
                # Told without a force as well: between two rows the arrow grows where it is.
                self.assert_vector(found["floor", "r"], [-0.5 * n[0], -0.5 * n[1]], 1, 1e-6)
                if f != (0, 0):
                    touched += 1
                    self.assert_vector(found["floor", "t"], [0], 300, 1e-7)
            self.assertGreater(touched, 15)

    def test_contacts_in_space(self):
        """A box on four corners, off its middle by a load: the place is the centre of their forces; and a
        ball that slides."""
        self.run_model(BOX, "--report")
        for found, row in zip(*self.forces("go")):
            place = [row[name] for name in ("px", "py", "pz")]
            self.assert_vector(found["ball_floor", "r"], [0, 0, -0.2], 1, 1e-6)
            if found["ball_floor"] != (0, 0, 0):
                self.assert_vector(found["ball_floor", "t"], [0, 0, 0], 1, 1e-5)
            if row["t"] > 1.9:  # at rest: moments about the place of contact
                self.assert_vector([a + b for a, b in zip(found["floor", "r"], (row["x"], row["y"], row["z"]))], place, 1, 1e-6)
                self.assert_vector(found["floor"], [0, 0, 5 * 9.81 + 20], 100, 1e-3)
                self.assert_vector(found["floor", "r"][:2], [0.1 * 20 / (5 * 9.81 + 20), 0], 1, 1e-3)
                self.assert_vector(found["floor", "t"][:2], [0, 0], 10, 1e-3)

    def test_what_rolls(self):
        """The force of the plane, at the point of contact, without a torque about it; in the plane a wheel that a
        torque drives."""
        self.expect(0, "run", self.root / "models/examples/rolling_disc.yaml", "-o", "out", "--report", "-q")
        for found, row in zip(*self.forces("run")):
            place = [found["edge", "r"][k] + row[name] for k, name in enumerate(("x", "y", "z"))]
            self.assert_vector(place, (row["contact_x"], row["contact_y"], 0), 1, 1e-6)
            self.assert_vector(found["edge"][2:], [row["load"]], 20, 1e-6)
            self.assert_vector(found["edge", "t"], (0, 0, 0), 5, 1e-6)
        self.run_model(WHEEL, "--report")
        for found, _ in zip(*self.forces("go")):
            # a = torque r/(J + m r^2): at the rim a force m a, and the weight
            self.assert_vector(found["road"], (2 * 3 * 0.5 / (0.25 + 2 * 0.25), 2 * 9.81), 20, 1e-6)
            self.assert_vector(found["road", "r"], (0, -0.5), 1, 1e-6)
            self.assert_vector(found["road", "t"], (0,), 1, 1e-6)

    def test_a_roller_touches_its_curve(self):
        model = self.root / "models/examples/cam_and_roller.yaml"
        self.expect(0, "run", model, "-o", "out", "--report")
        for analysis in ("run", "geometry"):
            for found, row in zip(*self.forces(analysis)):
                f, r, turn = found["rim"], found["rim", "r"], 20 * row["t"]
                place = (r[0], row["height"] + r[1])  # from the cam's shaft; its centre is 12 mm away
                away = math.dist(place, (0.012 * math.cos(turn), 0.012 * math.sin(turn)))
                self.assertAlmostEqual(away, 0.04, delta=1e-7)
                self.assertAlmostEqual(math.hypot(*r), 0.015, delta=1e-8)
                self.assertLess(f[0] * r[0] + f[1] * r[1], 0)  # it pushes the roller away

    def test_in_the_page(self):
        self.run_model(PULLED.replace("ENDS", "marker_i: ground, marker_j: ball"), "--report")
        found, _ = self.forces("go")
        page = Page(self.folder / "out/report.html")
        scene = json.loads(page.inflate("mbs-scene"))
        self.assertEqual([it["n"] for it in scene["joints"] + scene["forces"]],
                         ["slide", "spring", "pull", "turn"])
        self.assertEqual([it["e"][0] for it in scene["joints"] + scene["forces"]], [1] * 4)
        (motion,) = page.data["motions"]
        columns, steps = page.columns(motion["forces"])
        by_time = {round(row["t"], 6): row for row in found}
        self.assertGreater(len(columns[0]), 100)
        self.assertLessEqual(len(columns[0]), 250)
        for i, t in enumerate(columns[0]):
            row = by_time[round(t, 6)]
            exact = [value for name in ("slide", "spring", "pull", "turn")
                     for value in (*row[name], *row[name, "t"], *row[name, "r"])]
            for c, value in enumerate(exact):
                self.assertLessEqual(abs(columns[1 + c][i] - value), 0.5001 * steps[1 + c] + 1e-6)
        drawn = [max(column) - min(column) for column in columns[1:]]
        for span, step in zip(drawn, steps[1:]):
            self.assertLessEqual(step, span / 1022 if span > 0 else 0)

    def test_not_determined(self):
        model = self.root / "models/examples/doubled_hinge.yaml"
        self.expect(0, "run", model, "-o", "out", "--report")
        summary = json.loads((self.folder / "out/summary.json").read_text())
        motion = summary["analyses"]["rest"]["motion"]
        (row,) = track(self.folder / "out" / motion["file"], motion["columns"])
        first = 1 + len(motion["bodies"]) * 7
        for k, name in enumerate(motion["forces"]):
            known = [not math.isnan(value) for value in row[first + 9 * k:first + 9 * k + 3]]
            self.assertEqual(known, [name not in ("hinge", "again")] * 3, name)
        self.assertNotIn("forces", summary["analyses"]["modes"]["motion"])

    def test_only_where_a_page_is_asked_for(self):
        self.run_model(SWINGING.replace("BODIES", "body_i: ground, body_j: rod"))
        summary = json.loads((self.folder / "out/summary.json").read_text())
        motion = summary["analyses"]["swing"]["motion"]
        self.assertNotIn("forces", motion)
        self.assertEqual(motion["columns"], 1 + 3 + 4)
        self.expect(0, "report", "out")
        (shown,) = Page(self.folder / "out/report.html").data["motions"]
        self.assertIsNone(shown["forces"])


if __name__ == "__main__":
    main()
