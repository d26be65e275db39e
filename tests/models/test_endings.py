#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A run always ends, soon, with the right exit status, and says where it went wrong.

Exit statuses: 0 solved, 3 refused, 4 the solution failed, 9 a budget was reached.
"""

import pathlib

import harness
import kinds

POINT = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  P: {{type: point_mass, mass: 1, initial: {{position: [1, 0], velocity: [0, 0]}}}}
{joints}
forces:
  push:
    type: force
    marker: P
    vector:
      - "{force}"
      - "{other}"
analyses:
  run: {{type: dynamics, duration: 1, output_step: 0.01{integrator}}}
outputs: {{x: P.x, y: P.y, vx: P.vx, drift: energy.drift}}
"""
ROD = "joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: 1}}"
FORCE_LINE = 12
FORCE_COLUMN = 10  # of the first character inside the quotes


def point(force, other="0", rod=True, integrator=""):
    return POINT.format(force=force, other=other, joints=ROD if rod else "", integrator=integrator)


class TestNotFinite(harness.MotionTest):
    """NaN and infinity in a force end the run at once, with the place inside the expression."""

    METHOD = "auto"

    def run_of(self, model):
        return self.scratch.run(self.scratch.model(model), "--set",
                                f"analyses.run.integrator={{method: {self.METHOD}}}")

    def ends_soon(self, run):
        """Without trying again and again: at most 1650 evaluations were seen."""
        self.assertLess(run.analysis()["counters"]["residuals"], 5000, run.story())

    def ends(self, force, bad, after, at=0.5, **options):
        """bad: the part of the expression at which the message must point."""
        run = self.run_of(point(force, **options))
        print(run.err)
        self.assertEqual(run.status, 4, run.story())
        self.ends_soon(run)
        first = run.err.splitlines()[0]
        path, line, column, rest = first.split(":", 3)
        self.assertEqual(pathlib.Path(path).name, "model.yaml")
        self.assertEqual(int(line), FORCE_LINE)
        begin = FORCE_COLUMN + force.index(bad)
        self.assertIn(int(column), range(begin, begin + len(bad)), first)
        self.assertIn("error[E-NUM-001]", rest)
        analysis = run.analysis()
        self.assertEqual(analysis["status"], "failed")
        self.assertEqual(run.summary["status"], "failed")
        self.assertEqual(run.summary["exit_status"], 4)
        failure = analysis["failure"]
        self.assertEqual((failure["code"], failure["line"], failure["column"]),
                         ("E-NUM-001", int(line), int(column)))
        if analysis["rows"] == 0:
            self.assertIsNone(after)
            return
        self.assertEqual(run.files, ["run.partial.csv", "run.partial.motion.bin", "summary.json"])
        table = run.table(partial=True)
        self.assertEqual(len(table["t"]), analysis["rows"])
        for column in table.values():
            self.assertNotIn(None, column)
        if after is not None:
            self.assertAlmostEqual(table["t"][-1], at, delta=0.02)
            self.assertAlmostEqual(analysis["t_reached"], at, delta=1e-3)

    def test_root_of_a_negative_number(self):
        self.ends("sqrt(0.5 - t)", "sqrt(0.5 - t)", 0.5)

    def test_root_inside(self):
        self.ends("3 + 2*sqrt(0.5 - t)*P.y", "sqrt(0.5 - t)", 0.5)

    def test_logarithm(self):
        self.ends("log(0.5 - t)", "log(0.5 - t)", 0.5)

    def test_arc_sine_of_the_state(self):
        """acos of a height that the falling point leaves: y = -g t^2/2 < -1 after 0.4515 s."""
        self.ends("0.001*acos(P.y/(1 m))", "acos(P.y/(1 m))", 0.4515, at=0.4515, rod=False)

    def test_at_the_start(self):
        """At t = 0: at once."""
        self.ends("1/t", "1/t", None)
        self.ends("sqrt(-1 - t)", "sqrt(-1 - t)", None)

    def test_power(self):
        self.ends("(0.5 - t)^0.3", "(0.5 - t)^0.3", 0.5)

    def test_overflow(self):
        self.ends("1e-300*exp(2000*t)", "exp(2000*t)", 0.3549, at=0.3549)

    def test_pole(self):
        """1/(t - 0.5) is finite wherever it is looked at, but no step leads past it. Where the
        run stalls, the message names the body, and says when and how small."""
        run = self.run_of(point("1/(t - 0.5)"))
        print(run.err)
        self.assertEqual(run.status, 4, run.story())
        self.assertRegex(run.err.splitlines()[0],
                         r'model.yaml:5:3: error\[E-INT-00[123]\]: .* t = 0\.5 s.*body "P"')
        self.ends_soon(run)
        self.assertEqual(run.analysis()["status"], "failed")
        self.assertAlmostEqual(run.analysis()["t_reached"], 0.5, delta=1e-3)
        self.assertEqual(run.files, ["run.partial.csv", "run.partial.motion.bin", "summary.json"])

    def test_in_an_output(self):
        """No row ever holds what is not a number: the run ends before it."""
        model = point("0").replace("drift: energy.drift", "bad: sqrt(0.5 - t)")
        run = self.run_of(model)
        print(run.err)
        self.assertEqual(run.status, 4, run.story())
        self.assertIn("model.yaml:16:42: error[E-NUM-001]", run.err)
        table = run.table(partial=True)
        self.assertEqual(table["t"][-1], 0.5)
        self.assertNotIn(None, table["bad"])

    def test_in_a_motion(self):
        """Beside a body that moves freely on, in the plane and in space."""
        for space, weight, inertia, origin, axis in (("planar", "[0, -9.81]", "0.1", "[0, 0]", ""),
                                                     ("spatial", "[0, 0, -9.81]", "{xx: 0.1, yy: 0.1, zz: 0.1}", "[0, 0, 0]", ", axis: [0, 1, 0]")):
            places = [origin.replace("0", f"{x}", 1) for x in (0.5, 1, 1.5)]
            for law in ("sqrt(0.5 - t) - sqrt(0.5)", "log(0.5 - t) - log(0.5)", "0*sqrt(0.5 - t)"):
                with self.subTest(space=space, law=law):
                    run = self.run_of(f"""mbs: 1
space: {space}
gravity: {weight}
bodies:
  a: {{type: rigid, mass: 1, inertia: {inertia}, initial: {{position: {places[0]}}}}}
  b: {{type: rigid, mass: 1, inertia: {inertia}, initial: {{position: {places[2]}}}}}
joints:
  turn: {{type: revolute, body_i: ground, body_j: a, at: {origin}{axis}}}
  swing: {{type: revolute, body_i: a, body_j: b, at: {places[1]}{axis}}}
motions:
  drive: {{joint: turn, law: "{law}"}}
analyses: {{run: {{type: dynamics, duration: 1, output_step: 0.05, integrator: {{}}}}}}
outputs: {{angle: swing.angle}}
""")
                    print(run.err)
                    self.assertEqual(run.status, 4, run.story())
                    self.assertRegex(run.err, r"model.yaml:11:\d+: error\[E-NUM-001\]: .*\bt = 0\.(5|4999)")

    def test_in_a_check(self):
        """What is not a number is neither small nor large: no check may pass over it."""
        for check in ("max_abs: CHANNEL, below: 1e9", "min: CHANNEL, equals: 0, within: 1e9",
                      "max: CHANNEL, equals: 0, within: 1e9", "mean: CHANNEL, equals: 0, within: 1e9",
                      "rms: CHANNEL, equals: 0, within: 1e9", "final: CHANNEL, equals: 0, within: 1e9",
                      "value: CHANNEL, at: 0.75, equals: 0, within: 1e9",
                      "period: CHANNEL, cycles: 1, equals: 0, within: 1e9"):
            with self.subTest(check=check):
                text = check.replace("CHANNEL", "sqrt(0.5 - t)")
                run = self.run_of(point("0") + f"checks:\n  bad: {{{text}}}\n")
                self.assertEqual(run.status, 4, run.story())
                self.assertRegex(run.err, r'error\[E-NUM-001\]: "sqrt\(0\.5 - t\)" in checks\.bad\.')


class TestNotFiniteByRungeKutta(TestNotFinite):
    METHOD = "runge_kutta"


class TestNotFiniteByIda(TestNotFinite):
    METHOD = "ida"


SPRING = """mbs: 1
space: planar
bodies:
  P: {{type: point_mass, mass: 1, initial: {{position: {position}, velocity: {velocity}}}}}
forces:
  s: {{type: spring_damper, marker_i: ground, marker_j: P, stiffness: {stiffness}, damping: {damping}, free_length: {free}}}
analyses:
  run: {{type: dynamics, duration: {duration}, output_step: 0.01{integrator}}}
outputs: {{x: P.x, y: P.y, drift: energy.drift}}
"""


def spring(stiffness, damping=0, free=1, position="[1.1, 0]", velocity="[0, 0]", duration=1,
           integrator=""):
    return SPRING.format(stiffness=stiffness, damping=damping, free=free, position=position,
                         velocity=velocity, duration=duration, integrator=integrator)


BODY = """mbs: 1
space: spatial
bodies:
  B: {{type: rigid, mass: 1, inertia: {{xx: {xx}, yy: {yy}, zz: {zz}}}, initial: {{position: [0, 0, 0],
      velocity: [0, 0, 0], angular_velocity: {rate}}}}}
{more}
analyses:
  run: {{type: dynamics, duration: {duration}, output_step: 0.01}}
outputs: {{qw: B.qw, wx: B.wx, drift: energy.drift}}
"""


def body(rate, xx=1, yy=2, zz=2.5, more="", duration=1):
    return BODY.format(rate=rate, xx=xx, yy=yy, zz=zz, more=more, duration=duration)


SLIDER = """mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  crank: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: [0.5, 0], angle: 0, velocity: [0, 0.5], angle_rate: 1}},
          markers: {{a: {{position: [-0.5, 0]}}, p: {{position: [0.5, 0]}}}}}}
  rod: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: {middle}, angle: {angle}}},
        markers: {{p: {{position: [-0.5, 0]}}, q: {{position: [0.5, 0]}}}}}}
  block: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: {end}}}}}
joints:
  A: {{type: revolute, marker_i: ground, marker_j: crank.a}}
  P: {{type: revolute, marker_i: crank.p, marker_j: rod.p}}
  Q: {{type: revolute, marker_i: rod.q, marker_j: block}}
  S: {{type: prismatic, marker_i: ground, marker_j: block}}
analyses:
  run: {{type: dynamics, duration: 1, output_step: 0.01}}
outputs: {{x: block.x, drift: energy.drift}}
"""

# What a run may not get away with: name, model, statuses that are right, and why.
SOLVED, FAILED, BUDGET = 0, 4, 9
STEPS = ", integrator: {max_steps: 20000}"
PATHOLOGICAL = [
    ("fast_sine", point("sin(1e9*t)*1e6"), {BUDGET, FAILED},
     "1e9 rad/s would need 1e9 steps or more: budget or failure, never an answer"),
    ("fast_sine_small", point("1e-3*sin(1e7*t)"), {SOLVED, BUDGET},
     "too fast and too weak to matter, or out of budget"),
    ("friction_by_sign", point("-(1 N)*sign(P.vx)", rod=False, other="9.81"), {SOLVED, FAILED, BUDGET},
     "sticks at once: chatters"),
    ("friction_by_sign_moving", point("-(100 N)*sign(P.vx - 1)", rod=False), {FAILED, BUDGET, SOLVED},
     "reaches the belt's speed after 0.01 s and chatters there"),
    ("switch_each_microsecond", point("if(mod(t, 2e-6) < 1e-6, 1, -1)"), {BUDGET, FAILED},
     "500,000 switches: no answer without looking at each"),
    ("switch_on_state", point("if(P.y < -0.5, 10, -10)"), {SOLVED}, "one jump is integrated across"),
    ("stiff_spring_1e20", spring("1e20"), {BUDGET, FAILED}, "1e10 rad/s"),
    ("stiff_spring_at_rest", spring("1e20", position="[1, 0]"), {SOLVED},
     "a stiff spring that nothing disturbs"),
    ("stiff_spring_damped", spring("1e8", damping="1e6"), {SOLVED}, "overdamped: stiff, not fast"),
    ("damper_1e12", spring("0", damping="1e12", velocity="[1, 0]"), {SOLVED}, "stops at once"),
    ("spring_to_zero_length", spring("100", free=1, position="[2.1, 0]"), {SOLVED, FAILED},
     "straight through the other end, where a spring has no direction"),
    ("spring_past_zero_length", spring("100", free=1, position="[2.1, 1e-9]"), {SOLVED, FAILED},
     "past the end at a distance of nothing"),
    ("spring_at_zero_length", spring("100", free=1, position="[0, 0]"), {3, FAILED},
     "a force without direction at the start"),
    ("spring_smooth_at_zero", spring("100", free=0, position="[0.1, 0]"), {SOLVED},
     "with free length 0 the end is harmless"),
    ("soft_spring_1e-300", spring("1e-300"), {SOLVED}, "as good as none"),
    ("tangent", point("tan(t*pi)"), {FAILED}, "a pole at 0.5 s that no step passes"),
    ("tangent_of_state", point("tan(P.x*pi/2)", rod=False), {FAILED, SOLVED}, "starts on a pole"),
    ("explosion_cubic", point("50*P.x^3", rod=False), {FAILED}, "infinite after about 0.3 s"),
    ("explosion_square_rate", point("30*(1 + P.vx^2)", rod=False), {FAILED}, "tan(30 t)"),
    ("explosion_exponential", point("exp(20*P.x)", rod=False), {FAILED}, "infinite at once"),
    ("collapse", point("-1/P.x^2", rod=False), {FAILED, SOLVED, BUDGET}, "falls into a point mass"),
    ("huge_force", point("0", other="1e300"), {3, FAILED}, "overflows when squared"),
    ("huge_pull", point("1e300"), {3, FAILED, SOLVED}, "along the rod: all but an equilibrium"),
    ("tiny_force", point("1e-320"), {SOLVED}, "denormal"),
    ("huge_gravity", point("0").replace("-9.81", "-1e12"), {BUDGET, FAILED}, "1e6 rad/s for 1 s"),
    ("spin_1e6", body("[1e6, 1e3, 0]"), {SOLVED, BUDGET, FAILED}, "tumbles 1e6 times a radian per second"),
    ("spin_1e6_steady", body("[1e6, 0, 0]"), {SOLVED, BUDGET}, "pure spin"),
    ("needle", body("[0, 10, 10]", xx="1e-12", yy=1, zz=1, duration=1), {SOLVED, BUDGET},
     "hardly any inertia along the axis"),
    ("negative_damping", spring("100", damping="-200"), {FAILED, SOLVED, BUDGET},
     "grows by exp(100 t) into overflow or a huge orbit"),
    ("noise_of_state", point("1e3*sin(1e12*P.x)"), {FAILED, BUDGET, SOLVED},
     "rougher than any step"),
    ("floor_of_time", point("floor(1e3*t)"), {SOLVED, BUDGET}, "a thousand stop times"),
    ("slider_at_dead_centre", SLIDER.format(middle="[1.5, 0]", angle="0", end="[2, 0]"),
     {SOLVED, FAILED, 3}, "starts stretched out: a singular pose"),
    ("slider_folded", SLIDER.format(middle="[0.5, 0]", angle="180 deg", end="[0, 0]"),
     {SOLVED, FAILED, 3}, "starts folded on itself: the block on the crank's pivot"),
    ("long_run", point("0").replace("duration: 1,", "duration: 1e9,").replace("0.01", "1e6"),
     {BUDGET, FAILED}, "a thousand million seconds"),
    ("many_rows", point("0").replace("output_step: 0.01", "output_step: 1e-12"), {3, BUDGET},
     "1e12 rows are refused before the start"),
]
LIMIT = 1  # s of processor time that the runs are given
MOST = 5  # s, start and writing included


@kinds.machinery
class TestPathological(harness.MotionTest):
    METHOD = "auto"

    def ends(self, name, words, right, why):
        model = self.scratch.model(words, f"{name}.yaml")
        run = self.scratch.run(model, "--time-limit", str(LIMIT), "--set",
                               f"analyses.run.integrator={{method: {self.METHOD}}}", seconds=60)
        first = run.err.strip().splitlines()[0] if run.err.strip() else ""
        print(f"{name}: exit status {run.status}, {run.cpu:.2f} s, {first[first.find(': ') + 2:]}")
        self.assertIn(run.status, right, f"{why}\n{run.story()}")
        self.assertLess(run.cpu, MOST, run.story())
        if run.status == 3:
            self.assertEqual(run.files, [])
            return
        status = {0: "ok", 4: "failed", 9: "budget"}[run.status]
        self.assertEqual(run.analysis()["status"], status, run.story())
        if run.status != 0:
            self.assertRegex(run.err, r"error\[E-(NUM|INT|LIM|EVENT)-\d{3}\]")
            self.assertIsNotNone(run.analysis()["failure"])
        if run.files != ["summary.json"]:  # refused for its size: no rows at all
            self.no_holes(run, run.table(partial=run.status != 0))

    def no_holes(self, run, table):
        times = table["t"]
        self.assertEqual(times, sorted(set(times)), run.story())
        self.assertLessEqual(times[-1], run.analysis()["duration"])
        for column in table.values():
            self.assertNotIn(None, column, run.story())

    def test_enough(self):
        self.assertGreaterEqual(len(PATHOLOGICAL), 30)


def add_tests():
    for name, *rest in PATHOLOGICAL:
        def test(self, name=name, rest=rest):
            self.ends(name, *rest)
        test.__doc__ = rest[-1]
        setattr(TestPathological, f"test_{name.replace('-', '_')}", test)


class TestPathologicalByIda(TestPathological):
    METHOD = "ida"


add_tests()


class TestDirections(harness.MotionTest):
    """Friction as people write it first, -mu N v/|v|, has no value where the block stops at v/(mu g): the run ends there,
    soon, with the expression and what to write; so written it comes to rest."""

    BLOCK = """mbs: 1
space: planar
bodies: {m: {type: point_mass, mass: 1, initial: {position: [0, 0], velocity: [1, 0.5]}}}
forces: {f: {type: force, marker: m, vector: ["-0.3*9.81*%s", "-0.3*9.81*%s"]}}
analyses: {go: {type: dynamics, duration: 1, output_step: 0.1, integrator: {%s}}}
outputs: {x: m.x, y: m.y, v: m.speed}
"""
    STOP = 1.25**0.5 / (0.3 * 9.81)  # s

    def test_it_ends_where_the_block_stops(self):
        for words in ("method: auto", "method: ida", "method: runge_kutta, order: 5", "method: hht"):
            for along, across in (("m.vx/m.speed", "m.vy/m.speed"), ("m.vx/sqrt(m.vx^2 + m.vy^2)", "m.vy/sqrt(m.vx^2 + m.vy^2)")):
                run = self.scratch.run(self.scratch.model(self.BLOCK % (along, across, words)))
                self.assertEqual(run.status, 4, run.story())
                analysis = run.analysis()
                self.assertEqual(analysis["failure"]["code"], "E-EVENT-002", run.story())
                self.assertIn(along, analysis["failure"]["message"])
                self.assertIn("sqrt(v^2 + v0^2)", run.err)
                self.assertAlmostEqual(analysis["t_reached"], self.STOP, delta=1e-4)
                self.assertLess(analysis["steps"], 3000)

    def test_rounded_off_it_rests(self):
        direction = "%s/sqrt(m.speed^2 + (1 mm/s)^2)"
        rows = self.good(self.scratch.model(self.BLOCK % (direction % "m.vx", direction % "m.vy", "method: auto"))).table()
        self.assertAlmostEqual(rows["x"][-1], 1.25**0.5 / (2 * 0.3 * 9.81), delta=1e-3)
        self.assertLess(rows["v"][-1], 1e-4)

    def test_long_runs_of_other_forces_go_on(self):
        """What takes many steps without such a force ends by its budget, as before."""
        stiff = self.BLOCK.replace('"-0.3*9.81*%s"', '"%s"') % ("-(1e18 N/m)*m.x - (1 N*s/m)*m.vx", "-(1e18 N/m)*m.y - (1 N*s/m)*m.vy", "method: auto")
        run = self.scratch.run(self.scratch.model(stiff), "--max-steps", "3000")
        self.assertEqual(run.status, 9, run.story())


class TestNoSlopeAtTheStart(harness.MotionTest):
    """A relation whose slope is not finite where the mechanism starts is told as that, not as one that is off by nothing."""

    def test_roots_and_quotients(self):
        for relation in ("sqrt(g.x)", "abs(g.x)^0.5 + g.y", "g.x^2/g.x", "log(1 + sqrt(g.y))"):
            run = self.scratch.run(self.scratch.model(
                "mbs: 1\nspace: spatial\nbodies: {a: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}\ngauges: {g: {marker_i: ground, marker_j: a}}\n"
                f"couplers: {{c: {{type: coordinate, relation: \"{relation}\"}}}}\nanalyses: {{run: {{type: dynamics, duration: 1, output_step: 0.1}}}}\n"))
            self.assertIn(run.status, (3, 4), run.story())
            self.assertIn('coupler "c"', run.err)
            self.assertIn("not finite", run.err)
            self.assertNotIn("by 0", run.err)

    def test_squares(self):
        for relation in ("g.x^2", "1 - cos(g.x/(1 m))", "g.x*g.y"):
            run = self.scratch.run(self.scratch.model(
                "mbs: 1\nspace: spatial\nbodies: {a: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}\ngauges: {g: {marker_i: ground, marker_j: a}}\n"
                f"couplers: {{c: {{type: coordinate, relation: \"{relation}\"}}}}\nanalyses: {{run: {{type: dynamics, duration: 1, output_step: 0.1}}}}\n"))
            self.assertEqual(run.status, 3, run.story())
            self.assertIn(":5:12: error[E-IC-007]", run.err)
            self.assertIn('coupler "c"', run.err)


if __name__ == "__main__":
    harness.main()
