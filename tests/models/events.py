# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of discontinuities share."""

import harness

METHODS = {
    "runge_kutta": "method: runge_kutta, tolerances: {relative: 1e-12, absolute: 1e-13}",
    "runge_kutta 5": "method: runge_kutta, order: 5, tolerances: {relative: 1e-12, absolute: 1e-13}",
    "ida": "method: ida, formulation: explicit, tolerances: {relative: 1e-12, absolute: 1e-13}",
    "index_1": "method: ida, formulation: index_1, tolerances: {relative: 1e-12, absolute: 1e-13}",
}
ORDER_TWO = {
    "newmark": "method: newmark, gamma: 0.5, step: 1e-4, allow_undamped: true",
    "hht": "method: hht, alpha: 0, step: 1e-4, allow_undamped: true",
    "generalized_alpha": "method: generalized_alpha, step: 1e-4",
}


def events(run):
    return run.analysis()["events"]["located"]


class EventTest(harness.MotionTest):

    def motion_of(self, model, method, *arguments):
        path = self.scratch.model(model)
        run = self.good(path, "--set", f"analyses.run.integrator={{{method}}}", *arguments)
        return run

    def fails(self, model, method, code, seconds=harness.LONGEST):
        run = self.scratch.run(self.scratch.model(model), "--set",
                               f"analyses.run.integrator={{{method}}}", seconds=seconds)
        print(run.err)
        self.assertEqual(run.status, 4, run.story())
        failure = run.analysis()["failure"]
        self.assertEqual(failure["code"], code)
        return failure
