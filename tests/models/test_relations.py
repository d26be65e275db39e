#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Motions, couplers and points on curves: every method gives the closed forms; what drives feeds in
exactly the power that the energies take up."""

import cmath
import math

import harness

SCHEMES = ("method: ida, formulation: explicit", "method: ida, formulation: index_1",
           "method: ida, formulation: baumgarte", "method: ida, formulation: ggl",
           "method: runge_kutta, order: 5", "method: runge_kutta, order: 8")
FIXED = ("method: newmark, step: 1e-3, beta: 0.3025, gamma: 0.6", "method: hht, step: 1e-3, alpha: -0.05",
         "method: generalized_alpha, step: 1e-3")
STEP = 1e-40


def rate(function, t):
    """The derivative of an analytic function by complex step."""
    return (function(complex(t, STEP)) / STEP).imag


def example(name):
    return harness.SOURCE / "models" / "examples" / f"{name}.yaml"


class SliderCrank:
    """The motion of models/examples/slider_crank.yaml, for complex t."""
    r, l, w, g = 0.1, 0.3, 10, 9.81

    @classmethod
    def place(cls, t):
        s = cls.r * cmath.sin(cls.w * t)
        return cls.r * cmath.cos(cls.w * t) + cmath.sqrt(cls.l**2 - s**2)

    @classmethod
    def velocity(cls, t):
        s, c = cmath.sin(cls.w * t), cmath.cos(cls.w * t)
        return -cls.r * cls.w * s - cls.r**2 * cls.w * s * c / cmath.sqrt(cls.l**2 - (cls.r * s)**2)

    @classmethod
    def energy(cls, t):
        r, l, w = cls.r, cls.l, cls.w
        s, c = cmath.sin(w * t), cmath.cos(w * t)
        lean = cmath.sqrt(l**2 - (r * s)**2)  # of the rod, along x
        turn = -r * w * c / lean              # rate of the rod's angle -asin(r s / l)
        v = cls.velocity(t)
        rod = ((v - r * w * s) / 2, r * w * c / 2)  # mass centre: midway between pin and wrist
        kinetic = 0.01 * w**2 + 0.5 * (rod[0]**2 + rod[1]**2) + 0.004 * turn**2 + 0.4 * v**2
        return kinetic / 2 + 0.5 * cls.g * r * s / 2


class TestSliderCrank(harness.MotionTest):
    def test_torque_by_virtual_power(self):
        motion = self.motion(example("slider_crank"))
        worst = {"x": 0, "v": 0, "a": 0, "torque": 0, "power": 0}
        for k, t in enumerate(motion["t"]):
            power = rate(SliderCrank.energy, t)
            exact = {"x": SliderCrank.place(t).real, "v": SliderCrank.velocity(t).real,
                     "a": rate(SliderCrank.velocity, t), "torque": power / SliderCrank.w,
                     "power": power}
            for name, value in exact.items():
                worst[name] = max(worst[name], abs(motion[name][k] - value))
        print(worst)
        for name in ("x", "v", "a"):
            self.assertLessEqual(worst[name], 1e-10, name)
        self.assertLessEqual(worst["torque"], 1e-9)
        self.assertLessEqual(worst["power"], 1e-9)

    def test_every_method(self):
        """Nothing is free, so that even a coarse fixed step is as exact as the constraints."""
        for words in SCHEMES + FIXED:
            block = words if words in FIXED else words + ", tolerances: {relative: 1e-10, absolute: 1e-12}"
            run = self.scratch.run(example("slider_crank"), "--set", f"analyses.run.integrator={{{block}}}")
            self.assertIn(run.status, (0, 6), run.story())
            self.assertEqual(run.analysis()["status"], "ok", words)
            self.assertLessEqual(run.analysis()["audit"]["constraint_position_steps"], 1e-9)
            motion = run.table()
            for k, t in enumerate(motion["t"]):
                self.assertAlmostEqual(motion["x"][k], SliderCrank.place(t).real, delta=1e-10, msg=words)
                torque = rate(SliderCrank.energy, t) / SliderCrank.w
                self.assertAlmostEqual(motion["torque"][k], torque, delta=1e-8, msg=words)

    def test_symplectic_refuses(self):
        run = self.scratch.run(example("slider_crank"), "--set",
                               "analyses.run.integrator={method: symplectic, step: 1e-3}")
        self.assertEqual(run.status, 3, run.story())
        self.assertIn('error[E-INT-010]: symplectic cannot take motion "motor"', run.err)


if __name__ == "__main__":
    harness.main()
