#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The energy ledger is as exact as the motion: work is summed along the dense output by as many points as
its order needs, so that neither the number of rows nor the tolerance makes a drift that is not the
motion's own. The campaign over all shipped models is ./dev bench ledger."""

import harness

# A damper and a force of time and state on a swing, by other methods; a motor that drives a load.
SWING = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies: {{bar: {{type: rigid, mass: 2, inertia: 0.2, initial: {{position: [0.5, 0]}}, markers: {{top: {{position: [-0.5, 0]}}}}}}}}
joints: {{hinge: {{type: revolute, marker_i: ground, marker_j: bar.top}}}}
forces:
  rub: {{type: torsional_spring_damper, joint: hinge, stiffness: 0, damping: 0.4}}
  push: {{type: torque, marker: bar, value: "3*sin(7*t) - 0.2*bar.angle_rate*abs(bar.angle_rate)"}}
analyses: {{run: {{type: dynamics, duration: 6, output_step: {step}, integrator: {{{integrator}}}}}}}
outputs: {{angle: hinge.angle}}
"""


class Ledger(harness.MotionTest):
    def drift(self, model, *words):
        return self.good(model, *words).analysis()["audit"]["energy_drift_steps"]

    def test_case(self):
        """Rows each 0.25 s made a drift of 7.3e-8 J of a motion that is off by 3e-12 J."""
        path = harness.SOURCE / "tests/models/data/driven_pendulum_ledger.yaml"
        for relative in (1e-4, 1e-6, 1e-8, 1e-10, 1e-12):
            words = ("--set", f"rtol={relative!r}", "--set")
            few, many = (self.drift(path, *words, f"analyses.run.output_step={step}") for step in (0.25, 0.01))
            own = self.drift(path, *words, "analyses.run.output_step=0.0004")
            self.assertLess(max(few, many), 2 * own)
            self.assertLess(own, 100 * relative)

    def test_methods(self):
        for integrator in ("method: ida, tolerances: {relative: 1e-9}", "tolerances: {relative: 1e-6}",
                           "method: runge_kutta, order: 5, tolerances: {relative: 1e-9}",
                           "method: runge_kutta, step: 0.05"):
            own, few = (self.drift(self.scratch.model(SWING.format(step=step, integrator=integrator)))
                        for step in (0.001, 0.5))
            self.assertLess(few, 2 * own, integrator)
            self.assertLess(own, 2 * few, integrator)


if __name__ == "__main__":
    harness.main()
