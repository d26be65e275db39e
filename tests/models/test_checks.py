#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks mean what their words say, and one that could not be made has not passed.

Truth: closed forms of the motion, and the words of the message."""

import harness

FALL = """mbs: 1
space: planar
gravity: [0, -10]
bodies: {b: {type: point_mass, mass: 1, initial: {position: [0, 5]}}}
analyses: {fall: {type: dynamics, duration: 1, output_step: 0.25}}
outputs: {y: b.y, x: b.x}
checks: {agrees: {file: r.csv, channels: [y], within: 1e-9}}
"""


def table(times, more=""):
    return f"t,y{more}\n" + "".join(f"{t!r},{5 - 5 * t * t!r}{',' if more else ''}\n" for t in times)


class TestReferences(harness.MotionTest):
    """A reference is compared whole, or the check has not passed."""

    def outcome(self, reference, text=FALL, *arguments):
        model = self.scratch.model(text)
        if reference is not None:
            (model.parent / "r.csv").write_text(reference, encoding="utf-8")
        return self.scratch.run(model, *arguments)

    def unmade(self, reference, *words, text=FALL):
        for quiet in ((), ("-q",)):
            run = self.outcome(reference, text, *quiet)
            self.assertEqual(run.status, 6, run.story())
            for word in ("E-CHECK-002", "could not be made", *words):
                self.assertIn(word, run.err if quiet else run.err + run.out, run.story())
        check = [one for it in run.summary["analyses"].values() for one in it["checks"] if not one["passed"]][0]
        self.assertEqual((check["evaluated"], check["value"], run.summary["status"]), (False, None, "check_failed"))
        return run

    def test_whole(self):
        for times in ([0, 0.25, 0.5, 1], [0.1, 0.3], [1], [0.25, 0.25, 0.5]):
            run = self.outcome(table(times))
            self.assertEqual(run.status, 0, run.story())

    def test_no_file(self):
        run = self.unmade(None, 'there is no file "r.csv"', "below the model's folder", "mbsrun dump --bundle")
        self.assertIn("model.yaml:7:10: error[E-CHECK-002]", run.err)

    def test_beyond_the_end_or_before_the_start(self):
        self.unmade(table([0, 0.5, 1, 1.5, 2]), "2 of the 5 rows", "from t = 1.5 s to 2 s", "ends at t = 1 s")
        self.unmade(table([-0.5, 0, 0.5]), "1 of the 3 rows", "from t = -0.5 s to -0.5 s")
        self.unmade(table([2, 3]), "2 of the 2 rows")
        stopped = FALL.replace("analyses:", "events: {half: {when: 2.5 - b.y, stop: true}}\nanalyses:")
        self.unmade(table([0, 0.5, 1]), "1 of the 3 rows", "ends at t = 0.707106781 s", text=stopped)

    def test_a_part_that_fails_has_failed(self):
        run = self.outcome(table([0, 0.5]) + "0.75,9\n2,0\n")
        self.assertEqual(run.status, 6, run.story())
        self.assertIn("E-CHECK-001", run.err)
        self.assertNotIn("E-CHECK-002", run.err)

    def test_columns(self):
        text = FALL.replace("channels: [y]", "channels: [y, x]")
        self.unmade(table([0, 0.5], ",x"), 'channel "x" has no value in "r.csv"', text=text)
        run = self.outcome("t,y,x\n0,5,\n0.5,,0\n", text)  # a field may be empty
        self.assertEqual(run.status, 0, run.story())

    def test_each_analysis_that_is_meant(self):
        text = FALL.replace("output_step: 0.25}}", "output_step: 0.25}, short: {type: dynamics, duration: 0.5, output_step: 0.25}}")
        self.unmade(table([0, 1]), "ends at t = 0.5 s", text=text)
        run = self.outcome(table([0, 1]), text.replace("within: 1e-9", "within: 1e-9, analysis: fall"))
        self.assertEqual(run.status, 0, run.story())


class TestUnmade(harness.MotionTest):
    def test_undetermined_reaction(self):
        run = self.scratch.run(self.scratch.model("""mbs: 1
space: planar
gravity: [0, -10]
bodies: {b: {type: rigid, mass: 1, inertia: 1, markers: {p: {position: [1, 0]}}}}
joints:
  one: {type: fixed, marker_i: ground, marker_j: b}
  two: {type: fixed, body_i: ground, body_j: b, at: [1, 0]}
analyses: {rest: {type: dynamics, duration: 1, output_step: 0.5}}
outputs: {f: one.reaction.y}
checks: {half: {final: f, equals: 5, within: 5}}
"""))
        self.assertEqual(run.status, 6, run.story())
        self.assertIn("E-CHECK-002", run.err)
        self.assertIn("undetermined", run.err)

    def test_too_short_a_run(self):
        run = self.scratch.run(self.scratch.model(FALL.replace(
            "{file: r.csv, channels: [y], within: 1e-9}", "{period: b.y, cycles: 3, equals: 1, within: 1}")))
        self.assertEqual(run.status, 6, run.story())
        self.assertIn("crosses zero upwards 0 times, 3 cycles need 4", run.err)


if __name__ == "__main__":
    harness.main()
