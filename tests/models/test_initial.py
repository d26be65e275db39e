#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Initial values that do not fit: left alone, moved and told, or refused with the place.

A position misfit up to 1e-12 of the length scale is left as it is, up to 1e-6 it is projected and the
move told; above that the model is refused, unless the analysis says `initial: project`.
"""

import math
import pathlib

import harness

PENDULUM = """mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {offset: 0}
bodies:
  P: {type: point_mass, mass: 1, initial: {position: [-(1 + offset), 0], velocity: [0, 0]}}
joints:
  rod: {type: distance, marker_i: ground, marker_j: P, length: 1}
analyses:
  swing: {type: dynamics, duration: 0.1, output_step: 0.01, initial: check}
outputs: {x: P.x, y: P.y}
"""

HINGE = """mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {offset: 0}
ground: {markers: {away: {position: [offset, 0]}}}
bodies:
  bar: {type: rigid, mass: 1, inertia: 1/12, initial: {position: [0.5, 0], velocity: [0, 0], angle_rate: 0},
        markers: {end: {position: [-0.5, 0]}}}
joints:
  hinge: {type: revolute, marker_i: ground.away, marker_j: bar.end}
analyses:
  swing: {type: dynamics, duration: 0.1, output_step: 0.01, initial: check}
outputs: {x: bar.x, y: bar.y, angle: bar.angle}
"""

SPATIAL = """mbs: 1
space: spatial
gravity: [0, -9.81, 0]
parameters: {offset: 0}
bodies:
  bar: {type: rigid, mass: 1, inertia: {xx: 0.01, yy: 1/12, zz: 1/12},
        initial: {position: [0.5, 0, 0], orientation: {axis_angle: {axis: [1, 2, 0], angle: offset}}},
        markers: {end: {position: [-0.5, 0, 0]}}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: bar.end}
analyses:
  swing: {type: dynamics, duration: 0.1, output_step: 0.01, initial: check}
outputs: {x: bar.x, y: bar.y, z: bar.z, qw: bar.qw, qx: bar.qx, qy: bar.qy, qz: bar.qz}
"""

OFFSETS = [10.0 ** -k for k in range(13, -1, -1)]


class TestPosition(harness.MotionTest):
    def outcome(self, run, size, place):
        """Which of the three it was; asserts that it was told properly."""
        if run.status == 3:
            self.assertEqual(run.files, [], "refused input writes nothing")
            self.assertFalse(run.directory.exists())
            error = [m for m in run.messages() if m["severity"] == "error"]
            self.assertEqual(len(error), 1, run.story())
            self.assertEqual(error[0]["code"], "E-IC-001")
            self.assertEqual((error[0]["line"], error[0]["column"]), place, error)
            self.assertRegex(error[0]["message"], rf"by {size:.3g}( m|$)")
            self.assertTrue(error[0]["hint"])
            return "refused"
        self.assertIn(run.status, (0,), run.story())
        moves = run.analysis()["initial_moves"]
        told = [w for w in run.summary["warnings"] + run.analysis()["warnings"]
                if w["code"] == "W-IC-004"]
        if not moves:
            self.assertEqual(told, [])
            return "left"
        self.assertEqual(len(told), 1, run.story())
        largest = max(max(move["position"], move["angle"]) for move in moves)
        self.assertGreater(largest, 0.3 * size)
        self.assertLess(largest, 3 * size)
        return "moved"

    def ladder(self, words, place, size=lambda offset: offset):
        """Offsets from 1e-13 to 1 m; size: the misfit in m that the message states."""
        model = self.scratch.model(words)
        for offset in OFFSETS:
            with self.subTest(offset=offset):
                misfit = offset
                run = self.scratch.run(model, "--json", "--set", f"offset={offset!r}")
                if misfit <= 0.5e-12:
                    right = {"left"}
                elif misfit < 2e-12:
                    right = {"left", "moved"}
                elif misfit <= 0.5e-6:
                    right = {"moved"}
                elif misfit < 2e-6:
                    right = {"moved", "refused"}
                else:
                    right = {"refused"}
                self.assertIn(self.outcome(run, size(offset), place), right, run.story())

    def test_distance(self):
        self.ladder(PENDULUM, (8, 3))

    def test_revolute(self):
        self.ladder(HINGE, (10, 3))

    def test_direction(self):
        """Turned about an axis (1, 2, 0) across the hinge: the pivot leaves the plane by half of
        2/sqrt(5) of the sine, and in it by a tenth of 1 - cos."""
        self.ladder(SPATIAL, (10, 3), lambda angle: math.sin(angle) / math.sqrt(5))

    def test_projection_on_demand(self):
        """`initial: project` moves as far as needed, and tells how far; the start is then exact."""
        for words in (PENDULUM, HINGE, SPATIAL):
            for offset in (1e-5, 1e-2, 0.3):
                with self.subTest(offset=offset):
                    model = self.scratch.model(words.replace("initial: check", "initial: project"))
                    run = self.scratch.run(model, "--json", "--set", f"offset={offset!r}")
                    self.assertEqual(self.outcome(run, offset, None), "moved")
                    self.assertLess(run.analysis()["audit"]["constraint_position"], 1e-10)

    def test_moved_to_the_nearest_point(self):
        """The pendulum is pulled along the rod, and nowhere else."""
        model = self.scratch.model(PENDULUM.replace("initial: check", "initial: project"))
        run = self.good(model, "--set", "offset=0.25")
        table = run.table()
        self.assertAlmostEqual(table["x"][0], -1, delta=1e-11)
        self.assertAlmostEqual(table["y"][0], 0, delta=1e-11)
        move = [m for m in run.analysis()["initial_moves"] if m["body"] == "P"][0]
        self.assertAlmostEqual(move["position"], 0.25, delta=1e-10)

    def test_a_longer_model_is_measured_by_its_length(self):
        """1e-4 m is nothing to a mechanism of 1 km, 1e-9 m much to one of a tenth of a millimetre."""
        for length, offset, right in ((1000, 1e-4, "moved"), (1000, 1e-2, "refused"),
                                      (1e-4, 1e-9, "refused"), (1e-4, 1e-11, "moved")):
            words = PENDULUM.replace("-(1 + offset)", f"-({length} + offset)").replace(
                "length: 1}", f"length: {length}}}")
            run = self.scratch.run(self.scratch.model(words), "--json", "--set", f"offset={offset!r}")
            self.assertEqual(self.outcome(run, offset, (8, 3)), right, (length, offset))


def refused(code, line, column, *words):
    return (code, line, column, words)


class TestData(harness.MotionTest):
    """Each file of data/ic_*.yaml begins with what it must give:
    `# expect: CODE LINE:COLUMN [part of the message]`, or `# expect: ok CHANNEL=VALUE ...` with the
    values of the first row."""

    def look_at(self, path):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        self.assertTrue(first.startswith("# expect: "), path)
        words = first[len("# expect: "):].split(maxsplit=2)
        run = self.scratch.run(path, "--json")
        if words[0] == "ok":
            self.starts_with(run, first[len("# expect: ok "):].split())
            return
        self.assertEqual(run.status, 3, run.story())
        self.assertFalse(run.directory.exists(), "refused input writes nothing")
        errors = [m for m in run.messages() if m["severity"] == "error"]
        found = [(m["code"], f"{m['line']}:{m['column']}") for m in errors]
        self.assertIn((words[0], words[1]), found, run.story())
        if len(words) > 2:
            text = [m["message"] for m in errors if m["code"] == words[0]][0]
            self.assertIn(words[2], text)

    def starts_with(self, run, values):
        self.assertEqual(run.status, 0, run.story())
        table = run.table()
        for word in values:
            channel, value = word.split("=")
            self.assertAlmostEqual(table[channel][0], float(value), delta=1e-9, msg=word)

    def test_files(self):
        files = sorted((harness.SOURCE / "tests" / "models" / "data").glob("ic_*.yaml"))
        self.assertGreaterEqual(len(files), 15)
        for path in files:
            with self.subTest(file=path.name):
                self.look_at(path)


class TestInfinite(harness.MotionTest):
    def test_velocity_that_nothing_corrects(self):
        """So large that the joint's correction of it is infinite: refused with a reason."""
        words = HINGE.replace("velocity: [0, 0], angle_rate: 0", "velocity: [1e300, 0]")
        run = self.scratch.run(self.scratch.model(words))
        self.assertEqual(run.status, 3, run.story())
        self.assertRegex(run.err, r"error\[E-IC-00[23]\]")
        slide = """mbs: 1
space: planar
bodies: {b: {type: rigid, mass: 2, inertia: 0.1, initial: {angle: 25 deg, velocity: [1e300, 0]}}}
joints: {rail: {type: prismatic, body_i: ground, body_j: b, at: [0, 0], axis: [cos(25 deg), sin(25 deg)]}}
forces: {drive: {type: coordinate_force, joint: rail, value: 3}}
analyses: {run: {type: dynamics, duration: 1}}
"""
        run = self.scratch.run(self.scratch.model(slide))
        self.assertEqual(run.status, 3, run.story())
        self.assertRegex(run.err, r"error\[E-IC-00[23]\]")


    def test_position_that_overflows(self):
        words = HINGE.replace("initial: {position: [", "initial: {position: [1e300*", 1)
        self.assertIn("1e300*", words)
        run = self.scratch.run(self.scratch.model(words))
        self.assertEqual(run.status, 3, run.story())
        self.assertIn("error[E-IC-001]: bodies and markers start so far apart", run.err)


class TestVelocity(harness.MotionTest):
    """Stated velocities are kept; what is left out follows from the joints by least kinetic energy."""

    def test_least_energy(self):
        """A bar pushed at its free end: without joints it would turn about the centre of
        percussion; on a hinge it turns about the hinge."""
        words = HINGE.replace("velocity: [0, 0], angle_rate: 0", "angle_rate: 2")
        table = self.good(self.scratch.model(words.replace("angle: bar.angle", "vy: bar.vy, w: bar.angle_rate"))
                          ).table()
        self.assertAlmostEqual(table["vy"][0], 1, delta=1e-9)
        self.assertAlmostEqual(table["w"][0], 2, delta=1e-9)

    def test_two_statements_that_nearly_agree(self):
        """A joint's rate and a body's, 1e-8 rad/s apart: both are moved, and that is told."""
        words = HINGE.replace("velocity: [0, 0], angle_rate: 0", "angle_rate: 2").replace(
            "bar.end}", "bar.end, initial: {rate: 2 + offset}}")
        words = words.replace("position: [offset, 0]", "position: [0, 0]")
        model = self.scratch.model(words)
        for offset, codes in ((0, []), (1e-8, ["W-IC-004"])):
            run = self.good(model, "--set", f"offset={offset!r}")
            self.assertEqual([w["code"] for w in run.analysis()["warnings"]], codes)
        self.assertIn("rad/s", run.analysis()["warnings"][0]["message"])
        self.assertEqual(self.scratch.run(model, "--set", "offset=1e-3").status, 3)

    def test_pendulum_velocity_ladder(self):
        """A velocity along the rod, 1e-13 to 1 m/s, with everything stated."""
        for offset in OFFSETS:
            with self.subTest(offset=offset):
                words = PENDULUM.replace("velocity: [0, 0]", "velocity: [offset, 0]").replace(
                    "-(1 + offset)", "-1")
                run = self.scratch.run(self.scratch.model(words), "--json", "--set", f"offset={offset!r}")
                if offset < 0.5e-6:
                    self.assertEqual(run.status, 0, run.story())
                    told = [w["message"] for w in run.analysis()["warnings"]]
                    if offset > 1.5e-12:
                        self.assertRegex(told[0], rf'{offset:.3g} m/s, of body "P"')
                        move = run.analysis()["initial_moves"][1]
                        self.assertAlmostEqual(move["velocity"], offset, delta=1e-3 * offset)
                    else:
                        self.assertEqual((told, run.analysis()["initial_moves"]), ([], []))
                elif offset > 2e-6:
                    self.assertEqual(run.status, 3, run.story())
                    error = run.messages()[0]
                    self.assertEqual(error["code"], "E-IC-002")
                    self.assertEqual((error["line"], error["column"]), (8, 3))
                    self.assertIn('"rod"', error["message"])


if __name__ == "__main__":
    harness.main()
