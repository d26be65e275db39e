# SPDX-License-Identifier: BSD-3-Clause
"""Snapshots restored in a session that has not moved yet, and changes at the last instant, with closed forms."""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import ProgramTest  # noqa: E402
from through_python import import_mbsrun, main  # noqa: E402

mbsrun = None


def setUpModule():
    global mbsrun
    mbsrun = import_mbsrun()


class Snapshots(ProgramTest):
    def test_of_a_drive(self):
        """The law of a motion goes on from the time of a snapshot, in a session that has not moved yet."""
        model = mbsrun.loads("""mbs: 1
space: planar
gravity: [0, 0]
bodies: {b: {type: rigid, mass: 2, inertia: 1}}
joints: {r: {type: prismatic, body_i: ground, body_j: b, at: [0, 0], axis: [1, 0]}}
motions: {m: {joint: r, law: "(1 m)*sin(t*(3 rad/s))"}}
analyses: {go: {type: dynamics, duration: 2 s, output_step: 0.1 s}}
outputs: {x: b.x, f: m.force}
""")
        first, second = model.session(), model.session()
        first.advance(0.7)
        second.restore(first.snapshot())
        for session in (first, second):
            for t in (0.7, 1.2):
                session.advance(t)
                self.assertAlmostEqual(session.read("x"), math.sin(3*t), delta=1e-9)
                self.assertAlmostEqual(session.read("f"), -18*math.sin(3*t), delta=1e-6)

    def test_of_the_end(self):
        """A session that takes the last instant stands there: it read the velocities of its start, once."""
        for method in ("auto", "ida", "runge_kutta", "newmark", "hht"):
            model = mbsrun.loads(f"""mbs: 1
space: planar
gravity: [0, -10]
bodies: {{b: {{type: rigid, mass: 2, inertia: 1, initial: {{position: [1, 2], velocity: [3, 4]}}}}}}
analyses: {{go: {{type: dynamics, duration: 2 s, output_step: 0.1 s, integrator: {{method: {method}}}}}}}
outputs: {{x: b.x, y: b.y, vy: b.vy}}
""")
            first, second = model.session(), model.session()
            first.advance(2)
            second.restore(first.snapshot())
            for session in (first, second):
                for name, truth in (("x", 7), ("y", -10), ("vy", -16)):
                    self.assertAlmostEqual(session.read(name), truth, delta=1e-4, msg=method)
                session.set_state([*session.state()[0]], [0, 7, 0])
                self.assertAlmostEqual(session.read("vy"), 7, delta=1e-12, msg=method)

    def test_of_an_event(self):
        """An event at the very instant of a snapshot has happened, and does not act again."""
        for when in ("t - 1", "b.x - 1", "t > 0.5", "t >= 1"):
            for duration in (1, 2):
                model = mbsrun.loads(f"""mbs: 1
space: planar
gravity: [0, 0]
bodies: {{b: {{type: point_mass, mass: 2, initial: {{velocity: [1, 0]}}}}}}
events: {{e: {{when: {when}, impulse: {{marker: b, vector: [4, 0]}}}}}}
analyses: {{go: {{type: dynamics, duration: {duration} s, output_step: 0.1 s}}}}
outputs: {{v: b.vx}}
""")
                first, second = model.session(), model.session()
                first.advance(1)
                second.restore(first.snapshot())
                first.set_state(*first.state())
                for session in (first, second):
                    self.assertAlmostEqual(session.read("v"), 3, delta=1e-9, msg=when)
                    session.advance(duration)
                    self.assertAlmostEqual(session.read("v"), 3, delta=1e-9, msg=when)


if __name__ == "__main__":
    main()
