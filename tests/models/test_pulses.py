#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What happens quickly in a quiet stretch: bells of force in time and in place, in laws of motions,
over what moves anyway; by every method that can shorten its steps, and what is said by one that cannot.
Closed forms are the truth. The campaign is ./dev bench pulses."""

import math

import harness

METHODS = ("", "method: runge_kutta, order: 5", "method: ida, formulation: explicit",
           "method: ida, formulation: index_1")
DAMPED = ("method: newmark, gamma: 0.5, allow_undamped: true", "method: hht", "method: generalized_alpha")

MASS = """mbs: 1
space: planar
gravity: [0, 0]
bodies: {{P: {{type: point_mass, mass: 1, initial: {{velocity: [{speed}, 0]}}}}}}
forces: {{F: {{type: force, marker: P, vector: ["{force}", 0]}}}}
analyses: {{run: {{type: dynamics, duration: 10, output_step: 0.25, integrator: {{{integrator}}}}}}}
outputs: {{v: P.vx, x: P.x}}
"""


SPRING = """mbs: 1
space: planar
gravity: [0, 0]
bodies: {{P: {{type: point_mass, mass: 1, initial: {{position: [{x}, {y}], velocity: [{v}, 0]}}}}}}
forces: {{S: {{type: spring_damper, marker_i: ground, marker_j: P, stiffness: {k}, free_length: {free}, damping: {c}}}}}
analyses: {{run: {{type: dynamics, duration: 10, output_step: 0.25}}}}
outputs: {{x: P.x, y: P.y}}
"""


def past_anchor(x, y, v, k, c, free):
    """Where the mass is after 10 s, by classical Runge-Kutta steps of a fiftieth of its way to the anchor."""
    def rate(s):
        length = math.hypot(s[0], s[1])
        pull = (k * (length - free) + c * (s[0] * s[2] + s[1] * s[3]) / length) / length
        return (s[2], s[3], -pull * s[0], -pull * s[1])

    t, s = 0.0, (x, y, v, 0.0)
    while t < 10:
        h = min(10 - t, 5e-3, math.hypot(s[0], s[1]) / (50 * max(math.hypot(s[2], s[3]), 1e-3)))
        a = rate(s)
        b = rate([p + h / 2 * q for p, q in zip(s, a)])
        d = rate([p + h / 2 * q for p, q in zip(s, b)])
        e = rate([p + h * q for p, q in zip(s, d)])
        s = tuple(p + h / 6 * (q + 2 * r + 2 * u + w) for p, q, r, u, w in zip(s, a, b, d, e))
        t += h
    return s


def impulse(force, s):
    return force * s * math.sqrt(math.pi)


class Pulses(harness.MotionTest):
    def end_of(self, speed, force, integrator, status=0):
        run = self.scratch.run(self.scratch.model(MASS.format(speed=speed, force=force, integrator=integrator)))
        self.assertEqual(run.status, status, run.story())
        return run, run.table()["v"][-1]

    def test_cases(self):
        run = self.good(harness.SOURCE / "tests/models/data/pulse_missed.yaml")
        self.assertAlmostEqual(run.table()["v"][-1], impulse(1000, 5e-4), delta=1e-6)
        run = self.good(harness.SOURCE / "tests/models/data/missed_pulse.yaml")
        self.assertAlmostEqual(run.table()["vx"][-1], impulse(10, 0.05), delta=1e-6)
        self.assertAlmostEqual(run.table()["x"][-1], 5 * impulse(10, 0.05), delta=1e-5)

    def test_in_time(self):
        for s in (5e-4, 0.02, 0.3):
            for place in (2.13, 6.789):
                for method in METHODS:
                    run, v = self.end_of(0, f"10*exp(-((t - {place})/{s})^2)", method)
                    self.assertAlmostEqual(v, impulse(10, s), delta=1e-4 * max(1, impulse(10, s)), msg=method)
                    if s < 1e-3:
                        self.assertGreater(run.analysis()["counters"]["steps_taken_again"], 0)

    def test_in_place(self):
        for s in (5e-4, 0.02, 0.3):
            for place in (2.13, 6.789):
                for method in METHODS:
                    _, v = self.end_of(1, f"10*exp(-((P.x/(1 m) - {place})/{s})^2)", method)
                    exact = math.sqrt(1 + 2 * impulse(10, s))
                    self.assertAlmostEqual(v, exact, delta=1e-4 * exact, msg=method)

    def test_tight(self):
        for s in (5e-4, 0.05):
            _, v = self.end_of(0, f"10*exp(-((t - 7.31)/{s})^2)", "tolerances: {relative: 1e-11}")
            self.assertAlmostEqual(v, impulse(10, s), delta=1e-8)
            _, v = self.end_of(1, f"10*exp(-((P.x/(1 m) - 7.31)/{s})^2)", "tolerances: {relative: 1e-11}")
            self.assertAlmostEqual(v, math.sqrt(1 + 2 * impulse(10, s)), delta=1e-8)

    def test_over_what_moves(self):
        """A tenth as high as what goes on anyway, and of other shapes than a bell."""
        s = 2e-3
        shapes = ((f"exp(-((t - 4.567)/{s})^2)", s * math.sqrt(math.pi)),
                  (f"1/(1 + ((t - 4.567)/{s})^2)^2", s * math.pi / 2),
                  (f"1/cosh((t - 4.567)/{s})^2", 2 * s))
        for shape, area in shapes:
            for method in ("", "method: runge_kutta, order: 5"):
                _, v = self.end_of(0, f"10*sin(3*t) + {shape}", method)
                self.assertAlmostEqual(v, 10 / 3 * (1 - math.cos(30)) + area, delta=1e-5, msg=(shape, method))

    def test_two_at_once(self):
        """One in time, one in place, near each other."""
        _, v = self.end_of(1, "10*exp(-((t - 4)/0.002)^2) + 10*exp(-((P.x/(1 m) - 4.01)/0.002)^2)", "")
        before = 1 + impulse(10, 0.002)
        self.assertAlmostEqual(v, math.sqrt(before**2 + 2 * impulse(10, 0.002)), delta=1e-5)

    def test_two_edges(self):
        """A step up and one down, also where the middle of a step lies between them by chance: force over
        the way 2 times the distance of the edges, whatever their width."""
        for k in range(60):
            at, width = 1.05 + 0.1483 * k, (1e-3, 3e-3, 3e-4)[k % 3]
            force = f"8*(tanh((P.x/(1 m) - {at})/{width}) - tanh((P.x/(1 m) - {at + 3 * width})/{width}))"
            _, v = self.end_of(1, force, "")
            self.assertAlmostEqual(v, math.sqrt(1 + 2 * 8 * 2 * 3 * width), delta=1e-5, msg=force)

    def test_other_methods(self):
        """Error control of methods of order two."""
        for method in DAMPED:
            _, v = self.end_of(0, "10*exp(-((t - 6.2)/0.01)^2)", method)
            self.assertAlmostEqual(v, impulse(10, 0.01), delta=1e-3, msg=method)

    def test_law_of_motion(self):
        """A jerk of a driven slide that lasts a thousandth of the run moves what hangs on it."""
        s = 5e-3
        for kind in ("dynamics", "kinematics"):
            text = f"""mbs: 1
space: planar
gravity: [0, 0]
bodies: {{B: {{type: rigid, mass: 1, inertia: 1, initial: {{position: [0, 0]}}}}}}
joints: {{slide: {{type: prismatic, marker_i: ground, marker_j: B}}}}
motions: {{m: {{joint: slide, law: "0.1*exp(-((t - 6.3)/{s})^2)"}}}}
analyses: {{run: {{type: {kind}, duration: 10, output_step: 0.1}}}}
outputs: {{x: B.x, v: B.vx}}
checks: {{top: {{max: B.x, equals: 0.1, within: 1e-6}}}}
"""
            run = self.scratch.run(self.scratch.model(text))
            self.assertEqual(run.status, 0, run.story())
            self.assertGreater(run.analysis()["counters"]["steps_taken_again"], 0)
            row = run.table()
            at = min(range(len(row["t"])), key=lambda k: abs(row["t"][k] - 6.3))
            self.assertAlmostEqual(row["x"][at], 0.1, delta=1e-6)

    def test_bump_of_a_curve(self):
        """Two hundredths of a metre high, passed in a thousandth of the run: the same motion as by steps
        that cannot miss it."""
        for place in (2.47, 6.3):
            text = f"""mbs: 1
space: planar
gravity: [0, -10]
bodies: {{P: {{type: point_mass, mass: 1, initial: {{position: [0, 0], velocity: [1, 0]}}}}}}
joints: {{rail: {{type: point_on_curve, marker_i: ground, marker_j: P, y: "0.02*exp(-((x/(1 m) - {place})/0.005)^2)"}}}}
analyses: {{run: {{type: dynamics, duration: 10, output_step: 0.25}}}}
outputs: {{x: P.x}}
"""
            path = self.scratch.model(text)
            far = self.good(path).table()["x"][-1]
            fine = self.good(path, "--set", "analyses.run.integrator={max_step: 0.002}").table()["x"][-1]
            self.assertLess(fine, 9.998)
            self.assertAlmostEqual(far, fine, delta=1e-5)

    def test_where_nothing_can_hide(self):
        """Weights, springs and dampers alone: steps are as long as the tolerances allow, and right beside an anchor."""
        run = self.good(harness.SOURCE / "models/examples/sliding_block.yaml")
        self.assertLess(run.analysis("slide")["steps"], 10)
        run = self.good(harness.SOURCE / "tests/models/data/ida_at_rest.yaml")  # ida keeps the bound
        self.assertLess(run.analysis()["steps"], 60)
        for x, y, v, k, c, free in ((-5, 0.01, 1, 0.02, 0, 1), (-30, 0.05, 6, 0.003, 0, 5), (-9, 0.3, 2, 1e-9, 0.15, 1),
                                    (-300, 1e-3, 60, 1e-3, 0, 20), (-8, 0.02, 4, 0.01, 0.4, 2)):
            run = self.good(self.scratch.model(SPRING.format(x=x, y=y, v=v, k=k, c=c, free=free)))
            end, table = past_anchor(x, y, v, k, c, free), run.table()
            for i, name in enumerate(("x", "y")):
                self.assertAlmostEqual(table[name][-1], end[i], delta=2e-6 * abs(x), msg=str((x, y, name)))

    def test_fixed_steps_are_told(self):
        """They cannot be taken again: the audit contradicts the result."""
        run, v = self.end_of(0, "1000*exp(-((t - 5.003)/0.001)^2)", "method: newmark, step: 0.01", status=10)
        self.assertLess(abs(v), 0.1)
        self.assertIn("velocity change missed between steps", run.err)

    def test_nothing_is_taken_again_without_need(self):
        for force in ("10*sin(3*t)", "(1 N)*(sin(P.x/(1 m))^2 - sin(P.x/(1 m))*cos(P.x/(1 m)) + 2*sin(P.x/(1 m)))",
                      "10/(1 + t)", "(1 N)*P.vx/(1 m/s)*cos(t)", "10*exp(-t)", "10*sin(100*pi*t)"):
            for method in METHODS:
                run, _ = self.end_of(1, force, method)
                self.assertEqual(run.analysis()["counters"]["steps_taken_again"], 0, (force, method))


if __name__ == "__main__":
    harness.main()
