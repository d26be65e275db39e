#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Which outputs do mechanisms with redundant joints determine? Those that all loads of the joints have in common
(src/analysis/recording/determined.h)."""

import harness

CRANKS = """mbs: 1
space: planar
gravity: GRAVITY
bodies:
  c1: {type: rigid, mass: 1, inertia: 0.1, markers: {a: {position: [0, 0.5]}, b: {position: [0, -0.5]}}}
  c2: {type: rigid, mass: 1, inertia: 0.1, markers: {a: {position: [0, 0.5]}, b: {position: [0, -0.5]}}}
  c3: {type: rigid, mass: 1, inertia: 0.1, markers: {a: {position: [0, 0.5]}, b: {position: [0, -0.5]}}}
  p: {type: rigid, mass: 5, inertia: 1, markers: {l: {position: [-1, 0]}, r: {position: [1, 0]}}}
ground: {markers: {l: {position: [-1, 0]}, r: {position: [1, 0]}}}
joints:
  a1: {type: revolute, marker_i: ground.l, marker_j: c1.a, initial: {angle: LEAN deg, rate: RATE}}
  a2: {type: revolute, marker_i: ground, marker_j: c2.a, initial: {angle: LEAN deg}}
  a3: {type: revolute, marker_i: ground.r, marker_j: c3.a, initial: {angle: LEAN deg}}
  b1: {type: revolute, marker_i: c1.b, marker_j: p.l, initial: {angle: BACK deg}}
  b2: {type: revolute, marker_i: c2.b, marker_j: p}
  b3: {type: revolute, marker_i: c3.b, marker_j: p.r}
analyses: {ANALYSES}
outputs:
  q: a1.angle
  x1: a1.reaction.x
  y1: a1.reaction.y
  x3: a3.reaction.x
  along: a1.reaction.x*sin(a1.angle) - a1.reaction.y*cos(a1.angle)
  across: a1.reaction.x*cos(a1.angle) + a1.reaction.y*sin(a1.angle)
  in_crank: {value: a1.reaction.x, resolve_in: c1}
  size: a1.reaction.force
  sum: a1.reaction.x + a2.reaction.x + a3.reaction.x
  sum_y: a1.reaction.y + a2.reaction.y + a3.reaction.y
  ax: c1.ax + c2.ax + c3.ax + 5*p.ax
checks:
  load: {max_abs: a1.reaction.x, below: 1e6 N}
  total: {max_abs: sum, below: 1e6 N}
"""


class TestWhereverItStands(harness.MotionTest):
    """What a pose determines is not what the motion determines; sums and directions may be determined."""

    def columns(self, text, status):
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, status, run.story())
        table = run.table()
        empty = {name for name in table if None in table[name]}
        for name in empty:
            self.assertEqual(set(table[name]), {None}, name)
        return run, table, empty

    def text(self, lean=0, rate=-3, gravity="[0, -9.81]", analyses="swing: {type: dynamics, duration: 0.5 s, output_step: 0.02 s}"):
        text = CRANKS
        for word, value in (("LEAN", lean), ("BACK", -lean), ("RATE", rate), ("GRAVITY", gravity), ("ANALYSES", analyses)):
            text = text.replace(word, str(value))
        return text

    def test_cranks(self):
        """The load along the cranks is shared in any way, whatever the pose at the start."""
        for lean in (0, 1e-6, 20, -80):
            for rate in (-3, 0):
                with self.subTest(lean=lean, rate=rate):
                    run, table, empty = self.columns(self.text(lean, rate), 0 if (lean, rate) == (0, 0) else 6)
                    still = lean == 0 and rate == 0
                    self.assertEqual(empty, {"y1", "along", "size"} if still else {"x1", "y1", "x3", "along", "size"})
                    for total, ax in zip(table["sum"], table["ax"]):
                        self.assertAlmostEqual(total, ax, delta=1e-7)
                    self.assertEqual("check load could not be made" in run.out + run.err, not still)

    def test_other_analyses(self):
        """Rest beside a slanting gravity, geometry, inverse dynamics."""
        run, table, empty = self.columns(self.text(gravity="[6, -9.81]", analyses="rest: {type: equilibrium}"), 6)
        self.assertEqual(empty, {"x1", "y1", "x3", "along", "size"})
        self.assertAlmostEqual(table["sum"][0], -6*8, delta=1e-9)
        self.assertAlmostEqual(table["sum_y"][0], 9.81*8, delta=1e-9)
        self.assertAlmostEqual(table["across"][0], 0, delta=1e-9)
        for kind in ("kinematics", "inverse_dynamics"):
            text = self.text(rate=0, analyses=f"go: {{type: {kind}, duration: 1 s, output_step: 0.1 s}}")
            text = text.replace("checks:", 'motions: {m: {joint: a1, law: "step5(t, 0, 0, 1, 1)"}}\nchecks:').replace(
                "  q: a1.angle", "  q: a1.angle\n  torque: m.torque")
            run, table, empty = self.columns(text, 6)
            self.assertEqual(empty, {"x1", "y1", "x3", "along", "size"}, kind)

    def test_driven_wheels(self):
        """The order of the lines does not change a number: grip is undetermined as soon as the lateral force is."""
        side = "{position: [0, %s, 0], orientation: {axis_angle: {axis: [1, 0, 0], angle: -90 deg}}}"
        wheel = "{type: rigid, mass: 0.5, inertia: {xx: 0.0013, yy: 0.0013, zz: 0.0025}}"
        tables = []
        for order in (("l", "r"), ("r", "l")):
            bodies = "".join(f"  w{k}: {wheel}\n" for k in order)
            joints = "".join(f"  a{k}: {{type: revolute, marker_i: base.{k}, marker_j: w{k}, initial: {{angle: 0}}}}\n" for k in order)
            couplers = "".join(f"  r{k}: {{type: rolling_disc, marker_j: w{k}, radius: 0.1}}\n" for k in order)
            text = f"""mbs: 1
space: spatial
gravity: [0, 0, -9.81]
bodies:
  base: {{type: rigid, mass: 8, center_of_mass: [0.08, 0, 0.05], inertia: {{xx: 0.1, yy: 0.2, zz: 0.25}}, initial: {{position: [0, 0, 0.1]}},
    markers: {{l: {side % "0.2"}, r: {side % "-0.2"}, skid: {{position: [0.2, 0, -0.1]}}}}}}
{bodies}joints:
{joints}  castor: {{type: point_on_plane, marker_i: ground, marker_j: base.skid}}
couplers:
{couplers}forces:
  ml: {{type: coordinate_force, joint: al, value: 0.5}}
  mr: {{type: coordinate_force, joint: ar, value: TORQUE}}
analyses: {{go: {{type: dynamics, duration: 2 s, output_step: 0.1 s}}}}
outputs: {{x: base.x, fx: rl.force.x, fy: rl.force.y, fz: rl.force.z, need: rl.needed_friction, both: rl.force.y + rr.force.y}}
"""
            for torque in ("0.6", "0.5"):
                table = self.good(self.scratch.model(text.replace("TORQUE", torque))).table()
                empty = {name for name in table if None in table[name]}
                straight = torque == "0.5"
                self.assertEqual(empty, {"fy", "need"} | (set() if straight else {"fx"}), torque)
                tables.append(table)
        for one, two in zip(tables[:2], tables[2:]):
            for name, values in one.items():
                for a, b in zip(values, two[name]):
                    self.assertTrue(a is b is None or abs(a - b) < 1e-6, name)


if __name__ == "__main__":
    harness.main()
