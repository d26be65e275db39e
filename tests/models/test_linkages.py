#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Linkages through poses in which branches of their motion cross (linkages.py): passed on the branch
on which they came, at the right time, and named; or the run ends by name. Never is the branch
changed in silence, whatever the method and its steps."""

import four_bars
import harness
import linkages

# method, tolerance of time and branch over the relative tolerance
PASSING = [(f"{{tolerances: {{relative: {relative:g}}}}}", relative) for relative in (1e-6, 1e-7, 1e-8)]
PASSING += [("{method: runge_kutta, order: 5}", 1e-7)]
PASSING += [(f"{{method: ida, formulation: {name}}}", 1e-7) for name in ("explicit", "index_1", "ggl", "baumgarte")]

# Where a run may also end by name, and a coarse step tells less well when it passed.
HARD = [(f"{{tolerances: {{relative: {relative:g}}}}}", relative) for relative in (1e-4, 1e-5, 1e-9, 1e-10, 1e-11)]

# Steps that fall as they fall: how far a smooth passage may be off in time.
BLIND = (("{method: runge_kutta, step: 0.002}", 1e-3), ("{method: runge_kutta, order: 5, step: 0.0021}", 1e-3),
         ("{method: runge_kutta, step: 0.03}", 1e-2),
         ("{method: newmark, gamma: 0.5, beta: 0.25, projection: velocity, step: 0.0013}", 1e-3),
         ("{method: hht, step: 0.002}", 1e-2), ("{method: hht, tolerances: {relative: 1e-6}}", 1e-3),
         ("{method: generalized_alpha, step: 0.001}", 1e-3),
         ("{method: generalized_alpha, tolerances: {relative: 1e-6}}", 1e-3),
         ("{method: symplectic, step: 0.002}", 1e-3), ("{method: symplectic, step: 0.0021, order: 4}", 1e-3))


class TestLinkages(harness.MotionTest):
    def check_passage(self, linkage, run, within, every=True):
        table, analysis = run.table(), run.analysis()
        last = table[linkage.bodies[0][0] + "_angle"][-1]
        self.assertLess(linkage.off_branch(table), 1e-8, "continued smoothly on its branch")
        self.assertAlmostEqual(linkage.time_to(last), table["t"][-1], delta=within)
        times = linkage.flat_times(last)
        self.assertGreater(len(times), 0)
        poses = analysis.get("singular_poses", {"count": 0})
        if not every:
            self.assertEqual(poses["count"], len(times))
            return
        self.assertEqual(poses["count"], len(times))
        for pose, t in zip(poses["poses"], times):
            self.assertEqual(pose["rank_lost"], 1)
            self.assertAlmostEqual(pose["t"], t, delta=within)
        self.assertIn("W-SING-001", [w["code"] for w in analysis["warnings"]])

    def test_passed_and_named(self):
        for linkage in linkages.ALL:
            for words, relative in PASSING:
                with self.subTest(linkage=linkage.name, integrator=words):
                    run = self.good(self.scratch.model(linkage.text(words)))
                    self.check_passage(linkage, run, 300 * relative + 1e-8)

    def test_loose_and_tight(self):
        passed = 0
        for linkage in linkages.ALL:
            for words, relative in HARD:
                with self.subTest(linkage=linkage.name, integrator=words):
                    run = self.scratch.run(self.scratch.model(linkage.text(words)))
                    if run.status == 0:
                        self.check_passage(linkage, run, 300 * relative + 1e-8, every=False)
                        passed += 1
                    else:
                        self.assertEqual(run.status, 4, run.story())
                        self.assertEqual(run.analysis()["failure"]["code"], "E-SING-002", run.story())
        print(f"{passed} of {len(HARD) * len(linkages.ALL)} passed")
        self.assertGreaterEqual(passed, 25)

    def test_blind_methods_pass_or_say_so(self):
        passed = ended = 0
        for linkage in linkages.ALL:
            for words, within in BLIND:
                with self.subTest(linkage=linkage.name, integrator=words):
                    run = self.scratch.run(self.scratch.model(linkage.text(words)))
                    if run.status == 0:
                        self.check_passage(linkage, run, within)
                        passed += 1
                        continue
                    self.assertEqual(run.status, 4, run.story())
                    self.assertEqual(run.analysis()["failure"]["code"], "E-SING-002", run.story())
                    self.assertIn("does not pass the singular pose", run.err)
                    self.assertLess(linkage.off_branch(run.table(partial=True)), 1e-6)
                    ended += 1
        print(f"{passed} passed, {ended} ended by name")
        self.assertGreater(passed, 20)
        self.assertGreater(ended, 20)


class TestKicks(harness.MotionTest):
    def test_no_kick_in_silence(self):
        """A fixed step has no error test to see what a pose magnifies: it passes smoothly, or says so. (A step
        of 2 ms fell so near one of A02's poses that its velocities changed by 2 %, while reactions were cut
        off there.)"""
        ended = 0
        for step in (0.0005, 0.001, 0.002, 0.0021, 0.003, 0.0043, 0.005, 0.007, 0.01):
            with self.subTest(step=step):
                run = self.scratch.run(harness.SOURCE / "models/iftomm/a02_four_bar_n2.yaml", "--set",
                                       f"analyses.turn.integrator={{method: runge_kutta, step: {step}}}")
                if run.status == 4:
                    self.assertEqual(run.analysis()["failure"]["code"], "E-SING-002")
                    self.assertIn("not pass the singular pose at about t = ", run.err)
                    ended += 1
                    continue
                table = run.table()
                x, y = four_bars.exact(2, 10)
                self.assertLess(abs(table["b0_x"][-1] - x) + abs(table["b0_y"][-1] - y), 0.02)
                self.assertLess(max(map(abs, table["parallel"])), 1e-8)
                self.assertEqual(run.analysis()["singular_poses"]["count"], 10)
        self.assertLess(ended, 9)

    def test_branches_that_only_come_near(self):
        """A coupler too long by a little: the motion turns onto the other branch, or the run ends."""
        turned = 0
        for longer in (1e-3, 1e-5, 1e-8):
            for words in ("{method: runge_kutta, step: 0.002}", "{method: runge_kutta, step: 0.0002}",
                          "{method: hht, step: 0.002}", "{method: hht}", "{method: symplectic, step: 0.0005}"):
                with self.subTest(longer=longer, integrator=words):
                    text = four_bars.model(1, words, duration=1.2, longer=longer, output_step=0.05)
                    run = self.scratch.run(self.scratch.model(text))
                    if run.status == 0:
                        self.assertGreater(max(map(abs, run.table()["parallel"])), 1)
                        self.assertNotIn("singular_poses", run.analysis())
                        turned += 1
                    else:
                        self.assertEqual(run.status, 4, run.story())
                        self.assertEqual(run.analysis()["failure"]["code"], "E-SING-002", run.story())
        self.assertGreaterEqual(turned, 5)

    def test_mechanisms_without_such_poses_run(self):
        for name, analysis in (("examples/assembled_four_bar", "swing"), ("iftomm/a03_andrews", "squeeze")):
            run = self.scratch.run(harness.SOURCE / f"models/{name}.yaml", "--set",
                                   f"analyses.{analysis}.integrator={{method: hht, step: 2e-5 s}}")
            self.assertIn(run.status, (0, 6), run.story())
            self.assertNotIn("singular_poses", run.analysis(analysis))


if __name__ == "__main__":
    harness.main()
