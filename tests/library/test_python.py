# SPDX-License-Identifier: BSD-3-Clause
"""import mbsrun: every way in and out, with closed forms; and mistakes, each of which is an exception."""

import concurrent.futures
import gc
import importlib.util
import math
import os
import pathlib
import subprocess
import sys
import threading
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("cli", "support")]
from program import PENDULUM, ProgramTest  # noqa: E402
from through_python import ROOT, import_mbsrun, main  # noqa: E402

mbsrun = None

# A bar on a hinge, with a torque u: small swings about its lowest point have w^2 = m g c/(I + m c^2).
BAR = """\
mbs: 1
space: planar
gravity: [0, -10]
parameters: {m: 2 kg, c: 0.5 m, u: 0 N*m}
bodies:
  bar: {type: rigid, mass: m, inertia: 0.1, center_of_mass: [0, -c], initial: {angle: 0.01}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: bar}
forces:
  drive: {type: coordinate_force, joint: hinge, value: u}
outputs: {angle: hinge.angle, rate: hinge.angle_rate}
analyses:
  swing: {type: dynamics, duration: 2, output_step: 0.01}
  still: {type: equilibrium}
checks:
  swings: {final: angle, equals: 0.01, within: 0.1}
"""
W = math.sqrt(10 / 0.6)
BALL = """\
mbs: 1
space: planar
bodies:
  ball: {type: point_mass, mass: 2, initial: {position: [1, 0]}}
forces:
  pull: {type: force, marker: ball, vector: ["ball.x*1 N/m + ball.vx*1 N*s/m", 0]}
outputs: {x: ball.x}
analyses:
  go: {type: dynamics, duration: 2, output_step: 0.01}
"""


def setUpModule():
    global mbsrun
    mbsrun = import_mbsrun()


class Loading(ProgramTest):
    def test_names(self):
        model = mbsrun.loads(BAR)
        self.assertEqual((model.bodies, model.joints, model.forces), (["ground", "bar"], ["hinge"], ["drive"]))
        self.assertEqual((model.outputs, model.analyses, model.events), (["angle", "rate"], ["swing", "still"], []))
        self.assertEqual(model.parameters, {"m": 2, "c": 0.5, "u": 0})
        self.assertEqual(model.units, {"m": "kg", "c": "m", "u": "N m"})
        self.assertEqual(len(model.messages), 0)

    def test_values(self):
        for values, named, parameter, value in (
                (None, {"c": 2}, "c", 2), ({"parameters.c": "30 cm"}, {}, "c", 0.3), ({"c": 1}, {"m": "5 g"}, "m", 0.005),
                (None, {"c": 1e-3}, "c", 1e-3)):
            with self.subTest(values=values, named=named):
                self.assertEqual(mbsrun.loads(BAR, values, **named).parameters[parameter], value)
        changed = mbsrun.loads(BAR).with_values(c=0.25).with_values({"bodies.bar.inertia": 0.4})
        self.assertEqual(changed.parameters["c"], 0.25)
        run = changed.with_values({"checks.swings.equals": 0, "checks.swings.within": 1}).run("swing")
        w = math.sqrt(2 * 10 * 0.25 / (0.4 + 2 * 0.0625))
        self.assertAlmostEqual(run["swing"].angle[-1], 0.01 * math.cos(2 * w), delta=1e-6)

    def test_messages(self):
        path = self.write("a model.yaml", BAR.replace("mass: m", "mas: m").replace("gravity", "gravty"))
        with self.assertRaises(mbsrun.ModelError) as caught:
            mbsrun.load(path)
        error = caught.exception
        self.assertGreaterEqual(len(error.messages), 2)
        first = next(message for message in error.messages if "mas" in message.text)
        self.assertEqual((first.severity, first.line, first.file), ("error", 6, str(path)))
        self.assertIn('did you mean "mass"', first.hint)
        self.assertIn("a model.yaml:6:", str(error))
        self.assertIn("^~~", str(error))
        warned = mbsrun.loads(BAR.replace("{m: 2 kg", "{idle: 1, m: 2 kg"))
        self.assertEqual([message.code for message in warned.messages.of("warning")], ["W-REF-010"])
        with self.assertRaises(mbsrun.ModelError) as caught:
            mbsrun.load(self.folder / "none.yaml")
        self.assertEqual(caught.exception.messages[0].line, None)

    def test_mistakes(self):
        model = mbsrun.loads(BAR)
        for call, kind in ((lambda: mbsrun.load(7.5), TypeError), (lambda: mbsrun.loads(BAR, c=object()), TypeError),
                           (lambda: mbsrun.load("a\0b"), ValueError), (lambda: mbsrun.loads(BAR, nothing=1), mbsrun.ModelError),
                           (lambda: mbsrun.loads(BAR, c="2 kg"), mbsrun.ModelError), (lambda: mbsrun.loads(""), mbsrun.ModelError),
                           (lambda: mbsrun.loads(b"\xff\0\xfe"), mbsrun.ModelError), (lambda: model.run("swings"), KeyError),
                           (lambda: model.run()["swings"], KeyError), (lambda: model.run().swing["x"], KeyError),
                           (lambda: model.run().swings, AttributeError), (lambda: model.session("still"), ValueError),
                           (lambda: model.session("none"), KeyError), (lambda: mbsrun.loads(BAR, max_memory=3000), MemoryError),
                           (lambda: model.run().write(self.folder, format="cvs"), ValueError),
                           (lambda: model.run().write("/proc/none"), mbsrun.Error)):
            with self.assertRaises(kind):
                call()


class Running(ProgramTest):
    def test_columns(self):
        run = mbsrun.loads(BAR).run().check()
        self.assertEqual((run.status, run.names, len(run), list(run)), ("ok", ["swing", "still"], 2, ["swing", "still"]))
        table = run.swing
        self.assertEqual((table.columns, table.units["angle"], len(table)), (["t", "angle", "rate"], "rad", 201))
        self.assertAlmostEqual(table.angle[150], 0.01 * math.cos(W * 1.5), delta=1e-6)
        self.assertAlmostEqual(table["rate"][150], -0.01 * W * math.sin(W * 1.5), delta=1e-5)
        with self.assertRaises((ValueError, TypeError)):
            table.angle[3] = 7  # read-only
        self.assertTrue(run.checks["swing"][0]["passed"])
        self.assertLess(run.audit["swing"]["energy_drift"], 1e-8)
        angle = table.angle
        del run, table
        gc.collect()
        self.assertAlmostEqual(angle[0], 0.01, delta=1e-15)  # kept alive

    def test_failures(self):
        run = mbsrun.loads(BAR, {"checks.swings.equals": 3}).run()
        self.assertFalse(run.ok)
        self.assertEqual(run.status, "check_failed")
        with self.assertRaises(mbsrun.RunError) as caught:
            run.check()
        self.assertIn("swings", str(caught.exception))
        self.assertEqual(len(run.swing), 201)  # and yet there are rows

    def test_progress(self):
        model = mbsrun.loads(BAR, {"analyses.swing.duration": 200})
        seen = []
        self.assertTrue(model.run("swing", progress=lambda *told: seen.append(told)).status in ("ok", "check_failed"))
        self.assertTrue(seen and seen[0][0] == "swing" and 0 < seen[0][1] < seen[0][2] == 200)
        stopped = model.run("swing", progress=lambda *told: False)
        self.assertEqual(stopped.status, "failed")
        self.assertLess(len(stopped.swing), 20001)
        with self.assertRaises(ZeroDivisionError):
            model.run("swing", progress=lambda *told: 1 / 0)

    def test_threads(self):
        model = mbsrun.loads(BAR)

        def swing(c):
            run = model.with_values(c=c).run("swing")
            return run.swing.angle[100]

        lengths = [0.2 + 0.01 * k for k in range(60)]
        alone = list(map(swing, lengths))
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(swing, lengths)), alone)
            shared = list(pool.map(lambda _: model.run("swing").swing.angle[77], range(40)))
        self.assertEqual(set(shared), {shared[0]})

    def test_without_numpy(self):
        """Columns are memoryviews where NumPy is not there, and what can only be an array says so."""
        script = ("import sys; sys.modules['numpy'] = None\n"
                  "import mbsrun\n"
                  f"table = mbsrun.loads({BAR!r}).run().swing\n"
                  "assert isinstance(table.angle, memoryview) and len(table.angle) == 201 and table.angle.readonly\n"
                  f"assert abs(table.angle[100] - 0.01*__import__('math').cos({W!r})) < 1e-6\n"
                  "session = mbsrun.loads(%r).session()\n"
                  "assert isinstance(session.state()[0], list)\n"
                  "for ask in (lambda: table.values, session.matrices, session.linearize):\n"
                  "    try:\n"
                  "        ask()\n"
                  "    except ModuleNotFoundError as error:\n"
                  "        assert 'NumPy' in str(error)\n"
                  "    else:\n"
                  "        raise AssertionError(ask)\n" % BAR)
        subprocess.run([sys.executable, "-c", script], check=True,
                       env={**os.environ, "PYTHONPATH": str(ROOT / "src/python")})

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("python3-numpy is not there")
        table = mbsrun.loads(BAR).run().swing
        self.assertEqual(table.values.shape, (201, 3))
        self.assertTrue(numpy.shares_memory(table.angle, table.values))
        poses = table.poses["bar"]
        self.assertEqual(poses.shape, (201, 3))
        self.assertTrue(numpy.allclose(poses[:, 2], table.angle, atol=1e-7))
        with self.assertRaises(ValueError):
            mbsrun.loads(BAR).run(motion=False).swing.poses

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("python3-pandas is not there")
        table = mbsrun.loads(BAR).run().swing
        frame = table.frame()
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual((list(frame.columns), frame.index.name), (["angle", "rate"], "t"))
        self.assertIn("<table", table._repr_html_())


class Stepping(ProgramTest):
    def test_inputs(self):
        with mbsrun.loads(BAR).session("swing") as session:
            x, v, span = 0.01, 0.0, 0.05
            for k in range(40):
                torque = 1e-3 * (k * 7 % 5 - 2)
                session.set(u=torque)
                session.advance(span * (k + 1))
                a = torque / 10
                x, v = (a + (x - a) * math.cos(W * span) + v / W * math.sin(W * span),
                        -(x - a) * W * math.sin(W * span) + v * math.cos(W * span))
                self.assertAlmostEqual(session.read("angle"), x, delta=2e-6)
            self.assertTrue(session.over)
            self.assertAlmostEqual(session.read()["rate"], v, delta=2e-5)
            self.assertEqual(session.read("angle", "rate"), list(session.read().values()))
        with self.assertRaises(ValueError):
            session.t

    def test_result(self):
        model = mbsrun.loads(BAR)
        session = model.session()
        for k in range(1, 21):
            session.advance(0.1 * k)
        run, whole = session.result(), model.run("swing")
        self.assertTrue(run.ok)
        worst = max(abs(one - other) for one, other in zip(run.swing.angle, whole.swing.angle))
        self.assertLess(worst, 1e-8)
        with self.assertRaises(ValueError):
            session.advance(1)

    def test_snapshots(self):
        session = mbsrun.loads(BAR).session()
        session.set(u=0.1)
        session.advance(0.5)
        kept = session.snapshot()
        session.advance(1)
        there = session.read("angle")
        session.reset()
        self.assertEqual((session.t, session.read("angle")), (0, 0.01))
        session.restore(kept)
        session.advance(1)
        self.assertAlmostEqual(session.read("angle"), there, delta=1e-9)
        q, v = session.state()
        session.set_state(q, [0 * each for each in v])
        self.assertAlmostEqual(session.read("rate"), 0, delta=1e-12)
        for call in (lambda: session.restore(kept[:-1]), lambda: session.restore(b"\0" * len(kept)), session.result,
                     lambda: session.set_state(q, [1]), lambda: session.set_state([math.nan] * 3, v),
                     lambda: session.advance(0.1), lambda: session.advance(math.inf), lambda: session.set(u=math.nan)):
            with self.assertRaises(ValueError):
                call()
        for value in ("3", None, [1]):
            with self.assertRaises(TypeError):
                session.set(m=5.0, u=value)
        with self.assertRaises(ValueError):
            session.set(m=5.0, u=math.inf)
        self.assertAlmostEqual(session.advance(session.t), session.t)  # nothing of these was taken
        for call in (lambda: session.set(w=1), lambda: session.read("x")):
            with self.assertRaises(KeyError):
                call()
        self.assertAlmostEqual(session.t, 1)

    def test_laws(self):
        """A force by a function of Python: with a spring and a damper of ours, x = e^(-d t) (cos w t + d/w sin w t)."""
        model = mbsrun.loads(BALL)
        seen = []

        def pull(x, v):
            seen.append((x, v))
            return -40 * x - 0.5 * v

        d, w = 0.125, math.sqrt(20 - 0.125 ** 2)
        for slopes in (None, lambda x, v: (-40, -0.5)):
            with model.session() as session:
                self.assertEqual(session.bind("forces.pull.vector[0]", pull, slopes), ["ball.x", "ball.vx"])
                for k in range(1, 11):
                    t = session.advance(0.2 * k)
                    exact = math.exp(-d * t) * (math.cos(w * t) + d / w * math.sin(w * t))
                    self.assertAlmostEqual(session.read("x"), exact, delta=1e-6)
                self.assertTrue(session.result().ok)
        self.assertEqual(seen[0], (1, 0))

    def test_mistakes_of_laws(self):
        session = mbsrun.loads(BALL).session()
        for law, kind in ((lambda x, v: 1 / 0, ZeroDivisionError), (lambda x: x, TypeError), (lambda x, v: "far", TypeError),
                          (lambda x, v: session.read("x"), RuntimeError), (lambda x, v: session.close(), RuntimeError),
                          (lambda x, v: session.advance(9), RuntimeError), (lambda x, v: math.nan, mbsrun.RunError)):
            session.bind("forces.pull.vector[0]", law)
            with self.assertRaises(kind):
                session.advance(1)
            session.bind("forces.pull.vector[0]", None)
            session.reset()
        session.bind("forces.pull.vector[0]", lambda x, v: -x, lambda x, v: [-1])  # one is missing
        with self.assertRaises(ValueError):
            session.matrices()
        session.bind("forces.pull.vector[0]", None)
        session.reset()
        self.assertGreater(session.advance(0.1), 0)
        for law in (3, "f"):
            with self.assertRaises(TypeError):
                session.bind("forces.pull.vector[0]", law)
        for path in ("forces.pull.vector", "forces.pull.vector[1]", "forces.pull", "bodies.ball.mass", ""):
            with self.assertRaises(KeyError):
                session.bind(path, lambda x, v: 0)

    def test_a_second_thread(self):
        session = mbsrun.loads(BALL).session()
        inside, go_on = threading.Event(), threading.Event()

        def slow(x, v):
            inside.set()
            go_on.wait(60)
            return 0.0

        session.bind("forces.pull.vector[0]", slow)
        thread = threading.Thread(target=session.advance, args=(0.1,))
        thread.start()
        self.assertTrue(inside.wait(60))
        with self.assertRaises(RuntimeError):
            session.read("x")
        with self.assertRaises(RuntimeError):
            session.close()
        go_on.set()
        thread.join()
        self.assertAlmostEqual(session.read("x"), 1)

    def test_matrices(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("python3-numpy is not there")
        with mbsrun.loads(BAR).session() as session:
            M, C, K, J = session.matrices()
        free = numpy.linalg.svd(J)[2][J.shape[0]:].T
        self.assertAlmostEqual((free.T @ K @ free / (free.T @ M @ free)).item(), W * W * math.cos(0.01), delta=1e-9)
        self.assertEqual(abs(C).max(), 0)


@unittest.skipUnless(importlib.util.find_spec("numpy"), "python3-numpy is not there")
class Linear(ProgramTest):
    def response(self, session, s, inputs, outputs):
        """C (s - A)^-1 B + D."""
        import numpy
        A, B, C, D = session.linearize(inputs, outputs)
        return C @ numpy.linalg.solve(s * numpy.eye(len(A)) - A, B) + D

    def test_in_the_plane(self):
        text = BAR.replace("outputs: {", "outputs: {both: hinge.angle + 3*u/(1 N*m), degrees: {value: hinge.angle, unit: deg}, "
                           "bent: sin(hinge.angle + 0.3), force: hinge.reaction.x, ").replace("initial: {angle: 0.01}", "initial: {angle: 0}")
        with mbsrun.loads(text).session() as session:
            for s in (0.3, 2j, 1 + 1j):
                swing = 1 / (0.6 * s * s + 10)  # (I + m c^2) a'' + m g c a = u
                found = self.response(session, s, "u", ["angle", "rate", "both", "degrees", "bent"])
                exact = [swing, s * swing, swing + 3, swing * 180 / math.pi, math.cos(0.3) * swing]
                for a, b in zip(found[:, 0], exact):
                    self.assertAlmostEqual(abs(a - b), 0, delta=1e-12 * abs(b))
            self.assertEqual(session.linearize()[0].shape, (2, 2))
            for call, kind in ((lambda: session.linearize(["m"], ["angle"]), ValueError), (lambda: session.linearize(["x"]), KeyError),
                               (lambda: session.linearize(["u"], ["force"]), ValueError), (lambda: session.linearize([], ["x"]), KeyError)):
                with self.assertRaises(kind):
                    call()

    def test_in_space(self):
        """A bar that hangs from a ball joint, pushed at its tip, in any direction of the ground."""
        text = """mbs: 1
space: spatial
gravity: [0, 0, -10]
parameters: {u: 0 N, w: 0 N}
bodies:
  bar: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.1, zz: 0.02}, center_of_mass: [0, 0, -0.5],
        markers: {tip: {position: [0, 0, -1]}}, initial: {orientation: {axis_angle: {axis: [0, 0, 1], angle: 40 deg}}}}
joints:
  ball: {type: spherical, marker_i: ground, marker_j: bar}
forces:
  push: {type: force, marker: bar.tip, vector: [u, w, 0]}
analyses:
  go: {type: dynamics, duration: 1}
outputs: {x: bar.tip.x, y: bar.tip.y, vx: bar.tip.vx}
"""
        with mbsrun.loads(text).session() as session:
            for s in (0.5, 3j):
                swing = 1 / (0.6 * s * s + 10)
                found = self.response(session, s, ["u", "w"], ["x", "y", "vx"])
                for row, exact in zip(found, ((swing, 0), (0, swing), (s * swing, 0))):
                    for a, b in zip(row, exact):
                        self.assertAlmostEqual(abs(a - b), 0, delta=1e-11)

    def test_in_motion(self):
        """A body that spins freely: how outputs change with its state, by moving it a little both ways."""
        import numpy
        text = """mbs: 1
space: spatial
bodies:
  top: {type: rigid, mass: 1, inertia: {xx: 1, yy: 2, zz: 2.5}, markers: {arm: {position: [0.3, -0.2, 0.5]}},
        initial: {angular_velocity: [0.4, 2, -0.7], velocity: [1, 0, 2], orientation: {axis_angle: {axis: [1, 2, 3], angle: 50 deg}}}}
analyses:
  fly: {type: dynamics, duration: 1}
outputs: {x: top.arm.x, vy: top.arm.vy, wz: top.wz, fast: top.arm.speed}
"""
        names = ["x", "vy", "wz", "fast"]
        with mbsrun.loads(text).session() as session:
            q, v = session.state()
            _, _, C, _ = session.linearize([], names)

            def moved(x, rate):
                """Outputs after displacement and rotation vector x (body axes), with x' = rate."""
                half = x[3:] / 2
                w, p = q[3], q[4:7]
                turned = numpy.concatenate([[w - p @ half], p + w * half + numpy.cross(p, half)])
                dv = rate.copy()
                dv[3:] += numpy.cross(v[3:], x[3:])
                session.set_state(numpy.concatenate([q[:3] + x[:3], turned]), v + dv, 0)
                return numpy.array(session.read(*names))

            for k in range(12):
                step = numpy.zeros(12)
                step[k] = 1e-5
                slope = (moved(step[:6], step[6:]) - moved(-step[:6], -step[6:])) / 2e-5
                self.assertLess(abs(slope - C[:, k]).max(), 1e-8, k)


class Studies(ProgramTest):
    def test_sweep(self):
        model = mbsrun.loads(BAR)
        done = []
        study = mbsrun.sweep(model, c=[0.5, -1, "30 cm"], m=[1, 2], analysis="swing", progress=lambda *told: done.append(told))
        self.assertEqual((len(study), done[-1]), (6, (6, 6)))
        self.assertEqual(study["status"], ["ok"] * 6)
        for row in study:
            c = {"30 cm": 0.3}.get(row["c"], row["c"])
            w2 = row["m"] * 10 * c / (0.1 + row["m"] * c * c)
            exact = 0.01 * (math.cos(2 * math.sqrt(w2)) if c > 0 else math.cosh(2 * math.sqrt(-w2)))
            self.assertAlmostEqual(row["angle_final"] / exact, 1, delta=2e-3 if c > 0 else 0.2)
        self.assertEqual((study.units["angle_max"], study.units["c"]), ("rad", "m"))
        at_run_time = mbsrun.sweep(mbsrun.loads(PENDULUM), L=[1, 0, 2])  # joints that cannot be
        self.assertEqual([row["status"] == "ok" for row in at_run_time], [True, False, True])
        refused = mbsrun.sweep(model, m=[1, -1], keep=True)
        self.assertEqual(refused["status"], ["ok", "refused"])
        self.assertEqual(refused[1]["code"], "E-PHYS-001")
        self.assertTrue(refused.runs[0].ok and refused.runs[1] is None)
        for call, kind in ((lambda: mbsrun.sweep(model, c=0.5), TypeError), (lambda: mbsrun.sweep(model, c=[]), ValueError),
                           (lambda: study["none"], KeyError), (lambda: mbsrun.sweep(model, c=[1], analysis="x"), KeyError)):
            with self.assertRaises(kind):
                call()

    def test_read(self):
        self.write("model.yaml", PENDULUM)
        self.expect(0, "sweep", "model.yaml", "--vary", "L=0.5:1.5:3", "-o", "study", "-q")
        study = mbsrun.read_study(self.folder / "study")
        self.assertEqual((len(study), study["L"], study.units["x_final"]), (3, [0.5, 1, 1.5], "m"))
        here = mbsrun.sweep(mbsrun.load(self.folder / "model.yaml"), L=[0.5, 1, 1.5])
        self.assertEqual(study["x_final"], here["x_final"])
        with self.assertRaises(FileNotFoundError):
            mbsrun.read_study(self.folder)

    def test_page(self):
        path = self.write("model.yaml", PENDULUM)
        run = mbsrun.load(path).run(forces=True)
        run.report(self.folder / "page.html")
        self.expect(0, "run", str(path), "--reproducible", "--report", "-q", "-o", "out")
        self.assertEqual((self.folder / "page.html").read_text(), (self.folder / "out/report.html").read_text())
        self.assertIn("<iframe srcdoc=", run._repr_html_())


if __name__ == "__main__":
    main()
