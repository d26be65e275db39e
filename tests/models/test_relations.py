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
        for model in ("slider_crank", "cam_and_roller"):  # the second one has corners, but no event
            run = self.scratch.run(example(model), "--set",
                                   "analyses.run.integrator={method: symplectic, step: 1e-3}")
            self.assertEqual(run.status, 3, run.story())
            self.assertIn('error[E-INT-010]: the symplectic method cannot handle motion "motor"', run.err)


class TestFourBar(harness.MotionTest):
    """models/examples/four_bar.yaml: the rocker by the law of cosines, for complex t."""
    a, b, c, d, w, g = 1, 2, math.sqrt(13), 4, 2, 9.81

    def rocker(self, t):
        q = math.pi / 6 + self.w * t
        x, y = self.d - self.a * cmath.cos(q), self.a * cmath.sin(q)
        s = cmath.sqrt(x * x + y * y)
        return math.pi - cmath.atan(y / x) - cmath.acos((self.c**2 + s * s - self.b**2) / (2 * self.c * s))

    def ends(self, t):
        q, p = math.pi / 6 + self.w * t, self.rocker(t)
        return ((self.a * cmath.cos(q), self.a * cmath.sin(q)),
                (self.d + self.c * cmath.cos(p), self.c * cmath.sin(p)))

    def rates(self, t):
        """Rates of the rocker's and the coupler's angle, from the loop's closed form."""
        (ax, ay), (bx, by) = self.ends(t)
        q, p = math.pi / 6 + self.w * t, self.rocker(t)
        sine, cosine = (by - ay) / self.b, (bx - ax) / self.b  # of the coupler's angle
        below = self.c * (cmath.sin(p) * cosine - cmath.cos(p) * sine)
        rocker = self.a * self.w * (cmath.sin(q) * cosine - cmath.cos(q) * sine) / below
        coupler = self.a * self.w * cmath.sin(p - q) / (self.b * (sine * cmath.cos(p) - cosine * cmath.sin(p)))
        return rocker, coupler

    def energy(self, t):
        (ax, ay), (bx, by) = self.ends(t)
        q, p = math.pi / 6 + self.w * t, self.rocker(t)
        rocker, coupler = self.rates(t)
        va = (-self.a * self.w * cmath.sin(q), self.a * self.w * cmath.cos(q))
        vb = (-self.c * rocker * cmath.sin(p), self.c * rocker * cmath.cos(p))
        middle = sum(((i + j) / 2)**2 for i, j in zip(va, vb))
        kinetic = ((0.2 + 2 * self.a**2 / 4) * self.w**2 + 4 * middle + 1.3 * coupler**2
                   + (7.6 + 7 * self.c**2 / 4) * rocker**2) / 2
        return kinetic + self.g * (2 * ay / 2 + 4 * (ay + by) / 2 + 7 * by / 2)

    def test_rates_and_torque(self):
        motion = self.motion(example("four_bar"))
        worst = dict.fromkeys(("phi_4", "rate", "acceleration", "x", "y", "torque"), 0)
        for k, t in enumerate(motion["t"]):
            b = self.ends(t)[1]
            exact = {"phi_4": self.rocker(t).real, "rate": rate(self.rocker, t), "x": b[0].real, "y": b[1].real,
                     "acceleration": rate(lambda u: self.rates(u)[0], t), "torque": rate(self.energy, t) / self.w}
            for name, value in exact.items():
                worst[name] = max(worst[name], abs(motion[name][k] - value))
        print(worst)
        for name, value in worst.items():
            self.assertLessEqual(value, 1e-9 if name == "torque" else 1e-10, name)


class TestCouplers(harness.MotionTest):
    def test_every_method(self):
        """A relation that bends between two coordinates: the same motion by every method."""
        pairs = {words: self.pair(example("coupled_coordinates"), 1e-11, analysis="run", kind=words)
                 for words in SCHEMES}
        self.same_motion(pairs, ("q", "s", "rate"), 1)

    def test_cam_by_every_method(self):
        for words in SCHEMES + FIXED:
            block = words if words in FIXED else words + ", tolerances: {relative: 1e-10, absolute: 1e-12}"
            motion = self.motion(example("cam_follower"), "--set", f"analyses.run.integrator={{{block}}}")
            for t, height, v in zip(motion["t"], motion["height"], motion["rate"]):
                self.assertAlmostEqual(height, 0.05 + 0.004 * math.sin(40 * t), delta=1e-10, msg=words)
                self.assertAlmostEqual(v, 0.16 * math.cos(40 * t), delta=1e-9, msg=words)

    def test_index_3(self):
        """Fixed steps converge on the relation itself: halving them quarters the error of the flywheel's rate."""
        for words in ("method: generalized_alpha", "method: hht, alpha: -0.05"):
            error = []
            for step in (2e-3, 1e-3):
                motion = self.motion(example("coupled_coordinates"), "--set",
                                     f"analyses.run.integrator={{{words}, step: {step}}}")
                error.append(max(abs(v - 12 * math.sqrt(0.02 / (0.02 + 3 * (0.1 * math.sin(q))**2)))
                                 for q, v in zip(motion["q"], motion["rate"])))
                slip = max(abs(s - 0.1 * (1 - math.cos(q))) for q, s in zip(motion["q"], motion["s"]))
                self.assertLessEqual(slip, 1e-9)
            print(words, error)
            self.assertGreater(error[0] / error[1], 3)

    def test_cam_by_table(self):
        """A cam by a table of its rim, cubic splines: the height is the table's, at every angle."""
        points = 73
        angles = ", ".join(f"{5 * k} deg" for k in range(points))
        radii = ", ".join(f"{0.05 + 0.004 * math.sin(math.radians(10 * k)):.17g}" for k in range(points))
        text = example("cam_follower").read_text(encoding="utf-8")
        text = text.replace("radius: base + lift*sin(2*angle)", "radius: rim_of(angle)")
        text = text.replace("bodies:\n", f"functions:\n  rim_of: {{type: table, interpolation: cubic, x: [{angles}], y: [{radii}]}}\n\nbodies:\n", 1)
        motion = self.motion(self.scratch.model(text))
        # off the sine by h^4/384 of its fourth derivative; at the ends the rim is straight, as the spline
        worst = max(abs(y - 0.05 - 0.004 * math.sin(40 * t)) for t, y in zip(motion["t"], motion["height"]))
        print(f"cam by table: {worst:.3g} m off the sine")
        self.assertLessEqual(worst, 3e-8)


SLOT = """mbs: 1
space: planar
gravity: [0, -9.81]
functions:
  ground_line: {{type: table, interpolation: akima, x: [-9, -6, -4, -2, 0, 1, 3, 5, 8], y: [5, 3, 1, 0, -0.2, 0, 0.6, 2, 5]}}
bodies:
  ball: {{type: point_mass, mass: 2, initial: {{position: [-4.2, 1.9]}}}}
joints:
  track: {{type: point_on_curve, marker_i: ground, marker_j: ball, y: {curve}, offset: 0.4}}
analyses:
  run: {{type: dynamics, duration: 6, output_step: 0.02, initial: project,
         integrator: {{{words}, tolerances: {{relative: 1e-10, absolute: 1e-12}}}}}}
outputs: {{x: ball.x, y: ball.y, vx: ball.vx, vy: ball.vy, drift: energy.drift, fx: track.reaction.x, fy: track.reaction.y}}
"""


class TestRollers(harness.MotionTest):
    """A ball of radius 0.4 that rolls over the ground: its centre on the parallel curve."""

    @staticmethod
    def distance(curve, x, y):
        """From the curve by golden section around the place below: nothing of mbsrun's."""
        low, high, g = x - 0.6, x + 0.6, (math.sqrt(5) - 1) / 2
        far = lambda u: math.hypot(u - x, curve(u) - y)
        for _ in range(60):
            a, b = high - g * (high - low), low + g * (high - low)
            low, high = (low, b) if far(a) < far(b) else (a, high)
        return far((low + high) / 2), (low + high) / 2

    def test_slot_by_every_method(self):
        def curve(x):
            return 0.3 * math.sin(1.2 * x) + 0.1 * x * x
        motions = {}
        for words in SCHEMES:
            text = SLOT.format(curve='"0.3 m*sin(1.2*x/(1 m)) + 0.1*x^2/(1 m)"', words=words)
            motion = self.motion(self.scratch.model(text))
            for x, y, fx, fy in zip(motion["x"], motion["y"], motion["fx"], motion["fy"]):
                size, foot = self.distance(curve, x, y)
                self.assertAlmostEqual(size, 0.4, delta=1e-10, msg=words)
                # the force points from the foot to the centre, or back
                self.assertAlmostEqual((fx * (y - curve(foot)) - fy * (x - foot)) / math.hypot(fx, fy), 0,
                                       delta=1e-6, msg=words)
            self.assertLessEqual(max(abs(d) for d in motion["drift"]), 1e-6, words)
            motions[words] = motion
        first = motions[SCHEMES[-1]]
        for words, motion in motions.items():
            worst = max(abs(a - b) for a, b in zip(motion["x"], first["x"]))
            self.assertLessEqual(worst, 1e-6, words)

    def test_table(self):
        """Points of a table at the foot, not below the centre, are where the curvature jumps."""
        run = self.scratch.run(self.scratch.model(SLOT.format(curve="ground_line(x)", words="method: runge_kutta")))
        self.assertEqual(run.status, 0, run.story())
        located = run.analysis()["events"]["located"]
        self.assertGreater(len(located), 10)
        self.assertLessEqual(max(abs(d) for d in run.table()["drift"]), 1e-6)

    def test_too_large(self):
        """In a parabola of radius 1/2 at its bottom a roller of radius 0.4 fits, one of 0.6 does not: it stops
        where the radius, (1 + 4 u^2)^(3/2)/2, is its own but for a thousandth."""
        for offset, fits in ((0.4, True), (0.6, False)):
            text = SLOT.format(curve="x^2/(1 m)", words="method: runge_kutta").replace("[-4.2, 1.9]", "[-0.2, 2.2]")
            run = self.scratch.run(self.scratch.model(text.replace("offset: 0.4", f"offset: {offset}")))
            self.assertEqual(run.status, 0 if fits else 4, run.story())
            if not fits:
                self.assertIn('E-MOT-002]: the roller of joint "track" no longer fits the curve', run.err)
                self.assertIn("radius of curvature is 0.600601 m", run.err)


BAR = """mbs: 1
space: planar
gravity: [0, 0]
bodies:
  bar: {type: rigid, mass: 2, inertia: 0.5, initial: {position: [0, 0], angle: 0}}
  tail: {type: rigid, mass: 3, inertia: 0.1, initial: {position: [1, 0], angle: 0}}
joints:
  hinge: {type: revolute, marker_i: ground, marker_j: bar}
  slot: {type: prismatic, marker_i: bar, marker_j: tail}
motions:
  drive: {joint: hinge, law: "if(t < 1, 0, 2*(t - 1))", impulse: true}
analyses:
  run: {type: dynamics, duration: 2 s, output_step: 0.1 s, integrator: {tolerances: {relative: 1e-10, absolute: 1e-12}}}
outputs: {angle: hinge.angle, s: slot.displacement, work: energy.work, drift: energy.drift}
"""


class TestLaws(harness.MotionTest):
    def test_an_impulse(self):
        """The driver strikes: the bodies jump to the new rate, and the work is what they then have. The
        tail, free along the bar, goes outwards as s = cosh(2 (t - 1))."""
        motion = self.motion(self.scratch.model(BAR))
        for t, angle, s, work, drift in zip(*(motion[n] for n in ("t", "angle", "s", "work", "drift"))):
            after = max(0, t - 1)
            self.assertAlmostEqual(angle, 2 * after, delta=1e-10)
            self.assertAlmostEqual(s, math.cosh(2 * after), delta=1e-8)
            self.assertAlmostEqual(drift, 0, delta=1e-7)
            if t > 1:
                energy = ((0.5 + 0.1 + 3 * s * s) * 4 + 3 * (2 * math.sinh(2 * after))**2) / 2
                self.assertAlmostEqual(work, energy, delta=1e-6)

    def test_jumps_are_refused(self):
        for law, said in (("if(t < 1, 0, 2*(t - 1))", 'the rate of motion "drive" jumps by 2 at t = 1 s'),
                          ("if(t < 1, 0, 2*t)", 'the law of motion "drive" jumps by 2 at t = 1 s')):
            text = BAR.replace("if(t < 1, 0, 2*(t - 1))", law).replace(", impulse: true", "")
            run = self.scratch.run(self.scratch.model(text))
            self.assertEqual(run.status, 3, run.story())
            self.assertIn(f"error[E-MOT-001]: {said}", run.err)
            self.assertEqual(run.files, [])

    def test_a_bend_is_a_stop_time(self):
        """The rate bends: the acceleration jumps, and the step ends there."""
        text = BAR.replace('"if(t < 1, 0, 2*(t - 1))", impulse: true', '"if(t < 1, 0, 2*(t - 1)^2)"')
        run = self.good(self.scratch.model(text))
        self.assertEqual(run.analysis()["counters"]["restarts"], 1)
        for t, angle in zip(run.table()["t"], run.table()["angle"]):
            self.assertAlmostEqual(angle, 2 * max(0, t - 1)**2, delta=1e-10)

    def test_law_and_initial_values_disagree(self):
        text = BAR.replace("if(t < 1, 0, 2*(t - 1))", "0.25 + 2*t").replace(", impulse: true", "")
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 3, run.story())
        self.assertIn('error[E-IC-001]: at the start the coordinate of motion "drive" differs from its law by -0.25 rad', run.err)
        moved = self.good(self.scratch.model(text.replace("duration:", "initial: project, duration:")))
        self.assertAlmostEqual(moved.table()["angle"][0], 0.25, delta=1e-10)

    def test_rest_then_motion(self):
        """At an equilibrium laws stand at t = 0; the motion from there begins with their rates."""
        text = BAR.replace("[0, 0]\nbodies", "[0, -9.81]\nbodies").replace(
            "if(t < 1, 0, 2*(t - 1))", "pi/2 + 0.5*sin(2*t)").replace(", impulse: true", "")
        text = text.replace("initial: {position: [0, 0], angle: 0}", "initial: {position: [0, 0], angle: pi/2}")
        text = text.replace("initial: {position: [1, 0], angle: 0}", "initial: {position: [0, -1], angle: pi/2}")
        text = text.replace("joints:", "forces:\n  spring: {type: spring_damper, marker_i: ground, marker_j: tail, "
                            "stiffness: 300, free_length: 1}\njoints:")
        text = text.replace("analyses:", "analyses:\n  rest: {type: equilibrium}").replace(
            "duration: 2 s", "from: rest, duration: 2 s")
        run = self.good(self.scratch.model(text))
        rest, motion = run.table("rest"), run.table("run")
        self.assertAlmostEqual(rest["s"][0], -1 - 3 * 9.81 / 300, delta=1e-9)
        for t, angle in zip(motion["t"], motion["angle"]):
            self.assertAlmostEqual(angle, math.pi / 2 + 0.5 * math.sin(2 * t), delta=1e-10)
        self.assertLess(max(map(abs, motion["drift"])), 1e-6)

    def test_two_drives_on_one_joint(self):
        """Redundant motions that agree are told by name; neither torque is determined."""
        text = BAR.replace("motions:\n", "motions:\n  other: {joint: hinge, law: 2*t}\n").replace(
            "if(t < 1, 0, 2*(t - 1))", "2*t").replace(", impulse: true", "").replace(
            "outputs: {", "outputs: {torque: drive.torque, ")
        run = self.good(self.scratch.model(text))
        self.assertIn("warning[W-DOF-001]", run.err)
        self.assertIn('"other", "drive"', run.err)
        self.assertEqual(set(run.table()["torque"]), {None})
        for t, s in zip(run.table()["t"], run.table()["s"]):
            self.assertAlmostEqual(s, math.cosh(2 * t), delta=1e-7)


if __name__ == "__main__":
    harness.main()
