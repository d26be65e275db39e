#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Signals: whoever reads one runs as if its text stood there, in closed form; texts keep to themselves what names
mean where they stand; many that read each other."""

import csv
import math

import harness

ARM = """mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {{k: 300 N*m/rad, c: 40 N*m*s/rad}}
bodies:
  arm: {{type: rigid, mass: 2, inertia: 0.1, center_of_mass: [0.5, 0]}}
joints:
  hinge: {{type: revolute, marker_i: ground, marker_j: arm}}
{signals}
forces:
  motor: {{type: coordinate_force, joint: hinge, value: "{torque}"}}
events:
  near: {{when: "{near}", direction: rising, record: true}}
analyses:
  run: {{type: dynamics, duration: 2, output_step: 0.05{method}}}
outputs: {{a: hinge.angle, e: "{error}", torque: "{torque}"}}
checks:
  held: {{max_abs: "{error}", below: 10}}
"""
SIGNALS = """signals:
  torque: {value: "k*error - c*hinge.angle_rate + max(held, -50)", unit: N*m}
  near: error < 0.5
  held: 9.81*cos(hinge.angle)
  error: wanted - hinge.angle
  wanted: {value: "step5(t, 0.1, 0, 1.1, 60 deg)", unit: rad}"""
ERROR = "(step5(t, 0.1, 0, 1.1, 60 deg) - hinge.angle)"
METHODS = ("runge_kutta", "ida", "ida, formulation: ggl", "newmark, step: 1 ms", "hht, step: 1 ms",
           "generalized_alpha, step: 1 ms")


class TestInPlace(harness.MotionTest):
    def test_as_written_out(self):
        """To the last bit, events and checks included, by every method."""
        for method in METHODS:
            block = f", integrator: {{method: {method}}}"
            read = ARM.format(signals=SIGNALS, torque="torque", near="near", error="error", method=block)
            written = ARM.format(signals="", near=f"{ERROR} < 0.5", error=ERROR, method=block,
                                 torque=f"k*{ERROR} - c*hinge.angle_rate + max(9.81*cos(hinge.angle), -50)")
            runs = [self.good(self.scratch.model(text)) for text in (read, written)]
            self.assertEqual(*[(run.directory / "run.csv").read_bytes() for run in runs], method)
            self.assertEqual(*[run.analysis()["steps"] for run in runs])
            self.assertEqual(*[run.summary.get("events", run.analysis().get("events")) for run in runs])

    def test_spring(self):
        """A mass on a spring that is a signal, and a motion along one."""
        model = self.scratch.model("""mbs: 1
space: planar
gravity: [0, 0]
parameters: {w: 7 rad/s}
bodies:
  a: {type: point_mass, mass: 2, initial: {position: [0.3, 0]}}
  b: {type: rigid, mass: 1, inertia: 1}
joints: {hinge: {type: revolute, marker_i: ground, marker_j: b}}
signals: {pull: -2*w^2*a.x, law: turn + w*t, turn: "0.2*sin(3*t)"}
forces: {spring: {type: force, marker: a, vector: [pull, 0]}}
motions: {drive: {joint: hinge, law: law}}
analyses: {run: {type: dynamics, duration: 3, output_step: 0.1, integrator: {tolerances: {relative: 1e-11}}}}
outputs: {x: a.x, angle: hinge.angle, rate: hinge.angle_rate, torque: drive.torque}
""")
        table = self.good(model, "--cross-check").table()
        for t, x, angle, rate, torque in zip(*table.values()):
            self.assertAlmostEqual(x, 0.3 * math.cos(7 * t), delta=1e-9)
            self.assertAlmostEqual(angle, 0.2 * math.sin(3 * t) + 7 * t, delta=1e-10)
            self.assertAlmostEqual(rate, 0.6 * math.cos(3 * t) + 7, delta=1e-9)
            self.assertAlmostEqual(torque, -1.8 * math.sin(3 * t), delta=1e-7)

    def test_small_motions(self):
        """Rest and eigenvalues of a pendulum under a controller that is made of signals."""
        model = self.scratch.model("""mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {arm: {type: rigid, mass: 2, inertia: 0.1, center_of_mass: [0.5, 0]}}
joints: {hinge: {type: revolute, marker_i: ground, marker_j: arm}}
signals: {u: 50*error - 3*rate, error: 0.3 - hinge.angle, rate: hinge.angle_rate}
forces: {motor: {type: coordinate_force, joint: hinge, value: u}}
analyses:
  rest: {type: equilibrium}
  small: {type: linearize, from: rest}
outputs: {a: hinge.angle}
""")
        run = self.good(model)
        angle = 0.3
        for _ in range(50):
            angle -= (50 * (0.3 - angle) - 9.81 * math.cos(angle)) / (-50 + 9.81 * math.sin(angle))
        self.assertAlmostEqual(run.table("rest")["a"][0], angle, delta=1e-12)
        inertia, stiffness = 0.1 + 2 * 0.25, 50 - 9.81 * math.sin(angle)
        real = -3 / (2 * inertia)
        imaginary = math.sqrt(stiffness / inertia - real**2)
        with open(run.directory / "small.eigenvalues.csv", newline="", encoding="utf-8") as file:
            found = [(float(row["re"]), float(row["im"])) for row in csv.DictReader(file) if row["label"] == "true"]
        for wanted in ((real, imaginary), (real, -imaginary)):
            self.assertLess(min(math.dist(wanted, one) for one in found), 1e-10, found)


class TestNames(harness.MotionTest):
    def test_own_meaning(self):
        """"x" is the argument of a curve in its law, and a parameter in a signal that the law reads; the axes of
        an output are not those of the signal that it reads."""
        model = self.scratch.model("""mbs: 1
space: planar
gravity: [0, 0]
parameters: {x: 0.25}
ground: {markers: {turned: {position: [0, 0], angle: 90 deg}}}
bodies:
  bead: {type: point_mass, mass: 1, initial: {position: [1, 1.25], velocity: [1, 2]}}
joints: {wire: {type: point_on_curve, marker_i: ground, marker_j: bead, y: "x^2/(1 m) + lift"}}
signals: {lift: x, vx: bead.vx}
analyses: {run: {type: dynamics, duration: 0.5, output_step: 0.1}}
outputs:
  x: bead.x
  y: bead.y
  vx: vx
  vy: {value: bead.vx + 0*vx, resolve_in: ground.turned}
  same: {value: vx + 0*bead.vx, resolve_in: ground.turned}
""")
        table = self.good(model).table()
        for _, x, y, vx, vy, same in zip(*table.values()):
            self.assertAlmostEqual(y, x**2 + 0.25, delta=1e-9)
            self.assertAlmostEqual(vy, 2 * x * vx, delta=1e-8)
            self.assertEqual(same, vx)

    def test_parts(self):
        """A template has signals of its own; outside they are read by their parts' names."""
        model = self.scratch.model("""mbs: 1
space: planar
gravity: [0, 0]
templates:
  oscillator:
    parameters: {k: 1 N/m}
    bodies: {m: {type: point_mass, mass: 1, initial: {position: [1, 0]}}}
    signals: {pull: -k*m.x}
    forces: {spring: {type: force, marker: m, vector: [pull, 0]}}
parts:
  slow: {template: oscillator, parameters: {k: 4 N/m}}
  fast: {template: oscillator, parameters: {k: 25 N/m}}
signals: {both: slow.pull + fast.pull}
analyses: {run: {type: dynamics, duration: 2, output_step: 0.1, integrator: {tolerances: {relative: 1e-10}}}}
outputs: {both: both, slow: slow.pull}
""")
        for t, both, slow in zip(*self.good(model).table().values()):
            self.assertAlmostEqual(slow, -4 * math.cos(2 * t), delta=1e-7)
            self.assertAlmostEqual(both, slow - 25 * math.cos(5 * t), delta=1e-6)

    def test_set(self):
        """--set changes a signal."""
        model = self.scratch.model(ARM.format(signals=SIGNALS, torque="torque", near="near", error="error", method=""))
        run = self.good(model, "--set", "signals.wanted.value=0.5 rad")
        self.assertAlmostEqual(run.table()["a"][-1], 0.5, delta=2e-4)

    def test_unread(self):
        model = self.scratch.model(ARM.format(signals=SIGNALS + "\n  idle: 2*error", torque="torque", near="near",
                                              error="error", method=""))
        told = self.scratch.run(model).err
        self.assertIn('warning[W-REF-010]: nothing reads the signal "idle"', told)


class TestMany(harness.MotionTest):
    CHAIN = """mbs: 1
space: planar
gravity: [0, 0]
bodies: {{a: {{type: point_mass, mass: 1, initial: {{position: [1, 0]}}}}}}
signals:
  s_0: a.x
{more}
analyses: {{run: {{type: dynamics, duration: 0.1, output_step: 0.1}}}}
outputs: {{last: {last}}}
"""

    def test_shared(self):
        """Each reads the one before twice: 2^200 times the first, in a few hundred operations."""
        more = "".join(f"  s_{k}: s_{k - 1} + s_{k - 1}\n" for k in range(200, 0, -1))
        run = self.good(self.scratch.model(self.CHAIN.format(more=more, last="s_200")))
        self.assertEqual(run.table()["last"][0], 2.0**200)

    def test_too_deep(self):
        more = "".join(f"  s_{k}: s_{k - 1} + 1\n" for k in range(1, 400))
        run = self.scratch.run(self.scratch.model(self.CHAIN.format(more=more, last="s_399")))
        self.assertEqual(run.status, 3)
        self.assertIn("signals are nested more than 256 deep here", run.err)
        self.assertEqual(run.err.count("error["), 1)

    def test_too_long(self):
        """Many terms in one expression, by way of signals, are refused as they are when written out."""
        long = " + ".join(["a.x*a.y"] * 400)
        more = "".join(f"  s_{k}: s_{k - 1} + {long}\n" for k in range(1, 12))
        run = self.scratch.run(self.scratch.model(self.CHAIN.format(more=more, last="s_11")))
        self.assertEqual(run.status, 3)
        self.assertIn("more than 8192 terms", run.err)


if __name__ == "__main__":
    harness.main()
