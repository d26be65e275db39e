#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Assembling from rough guesses: closed forms on the right branch, the least move against a search of
one's own, random guesses, what cannot be closed, singular and redundant chains, velocities."""

import cmath
import math
import random
import re

import harness

BAR = ("  {name}: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: [{x!r}, {y!r}], "
       "angle: {angle!r}}}, markers: {{end: {{position: [{length}, 0]}}{more}}}}}\n")


def chain(ground, bars, joints, analyses, guess, more=None, extra="", outputs=None):
    """A mechanism of revolute joints. guess: {bar: (x, y, angle)}."""
    text = "mbs: 1\nspace: planar\ngravity: [0, 0]\nground:\n  markers:\n"
    for name, (x, y) in ground.items():
        text += f"    {name}: {{position: [{x}, {y}]}}\n"
    text += "bodies:\n"
    for name, length in bars.items():
        x, y, angle = guess[name]
        text += BAR.format(name=name, x=x, y=y, angle=angle, length=length,
                           more=(more or {}).get(name, ""))
    text += "joints:\n"
    for name, (first, second) in joints.items():
        text += f"  {name}: {{type: revolute, marker_i: {first}, marker_j: {second}}}\n"
    text += extra + "analyses:\n" + analyses + "outputs:\n"
    for name in bars:
        text += f"  {name}_x: {name}.x\n  {name}_y: {name}.y\n  {name}: {name}.angle\n"
        text += f"  {name}_rate: {name}.angle_rate\n"
    return text + "".join(f"  {name}: {what}\n" for name, what in (outputs or {}).items())


# a four-bar: crank a, coupler b, rocker c, ground d along x
BARS = {"crank": 1.0, "coupler": 4.0, "rocker": 2.5}
GROUND = {"c": (4.0, 0.0)}
JOINTS = {"o": ("ground", "crank"), "a": ("crank.end", "coupler"),
          "b": ("coupler.end", "rocker.end"), "c": ("ground.c", "rocker")}


def four_bar(crank, branch):
    """Angles of coupler and rocker: intersection of two circles. branch +1: b left of the line from
    the crank's end to c."""
    a, b, c, d = BARS["crank"], BARS["coupler"], BARS["rocker"], GROUND["c"][0]
    end = a * cmath.exp(1j * crank)
    line = d - end
    reach = abs(line)
    along = (reach**2 + b**2 - c**2) / (2 * reach)
    place = end + line / reach * (along + branch * 1j * math.sqrt(b**2 - along**2))
    return cmath.phase(place - end), cmath.phase(place - d)


def poses(crank, branch):
    coupler, rocker = four_bar(crank, branch)
    end = cmath.exp(1j * crank)
    return {"crank": (0, 0, crank), "coupler": (end.real, end.imag, coupler),
            "rocker": (4, 0, rocker)}


def wrapped(angle):
    return math.remainder(angle, 2 * math.pi)


class TestFourBar(harness.MotionTest):
    def test_closed_form_on_the_right_branch(self):
        """From guesses that are off by up to 0.4 m and 25 degrees, with the crank's angle fixed."""
        random.seed(11)
        worst = 0.0
        for k in range(12):
            crank, branch = -2.9 + 0.5 * k, 1 if k % 3 else -1
            exact = poses(crank, branch)
            guess = {name: (x + random.uniform(-0.4, 0.4), y + random.uniform(-0.4, 0.4),
                            angle + random.uniform(-0.4, 0.4))
                     for name, (x, y, angle) in exact.items()}
            text = chain(GROUND, BARS, JOINTS,
                         f"  close: {{type: assemble, fixed: {{crank.angle: {crank!r}}}}}\n", guess)
            run = self.good(self.scratch.model(text))
            row = run.table()
            for name, (x, y, angle) in exact.items():
                worst = max(worst, abs(row[name + "_x"][0] - x), abs(row[name + "_y"][0] - y),
                            abs(wrapped(row[name][0] - angle)))
            self.assertEqual(row["crank"][0], crank)
            bends = {corner["joint"]: corner["bend"]
                     for corner in run.analysis()["assembly"]["loops"][0]}
            self.assertLess(bends["b"] * branch, 0)  # the chain turns right at b on the left branch
            self.assertLess(run.analysis()["assembly"]["misfit"], 1e-14)
        print(f"largest error {worst:.3g}")
        self.assertLess(worst, 2e-14)

    def test_the_least_move(self):
        """Nothing fixed: of all closed poses (one parameter, two branches) the cost is least, at
        least locally, and where the guess is near it is the global least."""
        random.seed(5)
        slopes, global_ones = 0.0, 0
        for k in range(10):
            near = poses(random.uniform(-3, 3), random.choice((1, -1)))
            off = 0.3 if k < 7 else 2.0
            guess = {name: (x + random.uniform(-off, off), y + random.uniform(-off, off),
                            angle + random.uniform(-off, off))
                     for name, (x, y, angle) in near.items()}
            text = chain(GROUND, BARS, JOINTS, "  close: {type: assemble}\n", guess)
            run = self.good(self.scratch.model(text))
            row = run.table()
            scale = run.analysis()["scale_length"] if "scale_length" in run.analysis() else None
            markers = [(0, 0), (4, 0)] + [(x, y) for x, y, _ in guess.values()]
            markers += [(x + BARS[n] * math.cos(t), y + BARS[n] * math.sin(t))
                        for n, (x, y, t) in guess.items()]
            length = max(math.dist(p, q) for p in markers for q in markers)
            self.assertTrue(scale is None or abs(scale - length) < 1e-12)

            def cost(crank, branch):
                total = 0.0
                for name, (x, y, angle) in poses(crank, branch).items():
                    gx, gy, ga = guess[name]
                    total += ((x - gx)**2 + (y - gy)**2) / length**2 + wrapped(angle - ga)**2
                return total

            found = sum(((row[n + "_x"][0] - x)**2 + (row[n + "_y"][0] - y)**2) / length**2
                        + (row[n][0] - a)**2 for n, (x, y, a) in guess.items())
            crank = row["crank"][0]
            branch = min((1, -1), key=lambda b: abs(wrapped(four_bar(crank, b)[0]
                                                            - row["coupler"][0])))
            h = 1e-4
            slopes = max(slopes, abs(cost(crank + h, branch) - cost(crank - h, branch)) / (2 * h))
            least = min(cost(-math.pi + i * 2 * math.pi / 2000, b)
                        for i in range(2000) for b in (1, -1))
            global_ones += found <= least + 1e-5
            self.assertTrue(k >= 7 or found <= least + 1e-5, (k, found, least))
        print(f"largest slope of the cost at the pose found {slopes:.3g}; least of all in "
              f"{global_ones} of 10")
        self.assertLess(slopes, 1e-7)

    def test_another_direction_and_unit(self):
        """Turned about the ground's origin, and a thousand times as large: the same pose."""
        guess = {name: (x + 0.3, y - 0.2, angle + 0.25)
                 for name, (x, y, angle) in poses(1.0, 1).items()}
        angles = []
        for turn, size in ((0.0, 1.0), (0.9, 1.0), (0.0, 1000.0)):
            def placed(x, y):
                z = size * complex(x, y) * cmath.exp(1j * turn)
                return z.real, z.imag
            text = chain({"c": placed(*GROUND["c"])},
                         {name: size * length for name, length in BARS.items()}, JOINTS,
                         "  close: {type: assemble}\n",
                         {name: (*placed(x, y), angle + turn)
                          for name, (x, y, angle) in guess.items()})
            row = self.good(self.scratch.model(text)).table()
            angles.append([row[name][0] - turn for name in BARS])
        off = [max(abs(a - b) for a, b in zip(angles[0], other)) for other in angles[1:]]
        print(f"turned {off[0]:.3g} rad, in millimetres {off[1]:.3g} rad")
        self.assertLess(max(off), 1e-12)

    def test_weights(self):
        """Weights decide who moves: a dear body stays, a cheap one goes."""
        guess = {name: (x, y + 0.2, angle + 0.1)
                 for name, (x, y, angle) in poses(1.0, 1).items()}
        moved = {}
        for weights in ("{}", "{crank.angle: 1e8}", "{coupler: 1e8}"):
            text = chain(GROUND, BARS, JOINTS,
                         f"  close: {{type: assemble, weights: {weights}}}\n", guess)
            run = self.good(self.scratch.model(text))
            moved[weights] = {move["body"]: move
                              for move in run.analysis()["assembly"]["moves"]}
        markers = [(0, 0), (4, 0)] + [(x, y) for x, y, _ in guess.values()]
        markers += [(x + BARS[n] * math.cos(t), y + BARS[n] * math.sin(t))
                    for n, (x, y, t) in guess.items()]
        length = max(math.dist(p, q) for p in markers for q in markers)
        self.assertGreater(abs(moved["{}"]["crank"]["rotation"]), 1e-3)
        self.assertLess(abs(moved["{crank.angle: 1e8}"]["crank"]["rotation"]), 1e-6)
        cost = {weights: (bodies["coupler"]["translation"] / length)**2
                + bodies["coupler"]["rotation"]**2 for weights, bodies in moved.items()}
        print(f"cost of the coupler's move: {cost}")
        self.assertLess(cost["{coupler: 1e8}"], 0.9 * cost["{}"])

    def test_velocities(self):
        """A fixed rate, against the derivative of the closed form; stated ones that fit are kept, ones
        that do not are changed and told."""
        crank, h = 0.8, 1e-5
        rates = [(x - y) / (2 * h) for x, y in zip(four_bar(crank + h, 1), four_bar(crank - h, 1))]
        guess = {name: (x, y, angle + 0.1) for name, (x, y, angle) in poses(crank, 1).items()}
        text = chain(GROUND, BARS, JOINTS,
                     f"  close: {{type: assemble, fixed: {{crank.angle: {crank!r}, "
                     f"crank.angle_rate: 2.5}}}}\n", guess)
        row = self.good(self.scratch.model(text)).table()
        self.assertLess(abs(row["crank_rate"][0] - 2.5), 1e-14)
        self.assertLess(abs(row["coupler_rate"][0] - 2.5 * rates[0]), 1e-8)
        self.assertLess(abs(row["rocker_rate"][0] - 2.5 * rates[1]), 1e-8)
        stated = text.replace(", crank.angle_rate: 2.5", "").replace(
            f"angle: {guess['crank'][2]!r}}}", f"angle: {guess['crank'][2]!r}, angle_rate: -1.5}}")
        run = self.good(self.scratch.model(stated))
        self.assertLess(abs(run.table()["crank_rate"][0] + 1.5), 1e-14)
        self.assertLess(max(move["angular_velocity"]
                            for move in run.analysis()["assembly"]["moves"]), 1e-14)
        both = stated.replace(f"angle: {guess['rocker'][2]!r}}}",
                              f"angle: {guess['rocker'][2]!r}, angle_rate: 0}}")
        run = self.good(self.scratch.model(both))
        row = run.table()
        # least (w_a - 1.5)^2 + (w_c - 0)^2 with w_c = r w_a
        expected = -1.5 / (1 + rates[1]**2)
        self.assertLess(abs(row["crank_rate"][0] - expected), 1e-7)
        changed = {move["body"]: move["angular_velocity"]
                   for move in run.analysis()["assembly"]["moves"]}
        self.assertLess(abs(changed["crank"] - (expected + 1.5)), 1e-7)
        self.assertLess(abs(changed["rocker"] - abs(rates[1] * expected)), 1e-7)

    def test_joint_values_are_kept(self):
        """`initial` of a joint is a statement about the assembled mechanism; `fixed` as a list keeps
        the guess."""
        guess = {name: (x, y, angle + 0.1) for name, (x, y, angle) in poses(0.8, 1).items()}
        text = chain(GROUND, BARS, JOINTS, "  close: {type: assemble}\n", guess).replace(
            "marker_j: crank}", "marker_j: crank, initial: {angle: 0.7, rate: 3}}")
        row = self.good(self.scratch.model(text)).table()
        self.assertLess(abs(row["crank"][0] - 0.7), 1e-15)
        self.assertLess(abs(row["crank_rate"][0] - 3), 1e-14)
        kept = chain(GROUND, BARS, JOINTS, "  close: {type: assemble, fixed: [rocker.angle]}\n",
                     guess)
        row = self.good(self.scratch.model(kept)).table()
        self.assertEqual(row["rocker"][0], guess["rocker"][2])

    def test_who_starts_where(self):
        """An analysis behind assemble that says nothing starts there, as with `from`; the step before
        is made when it alone is asked for, and by `check`."""
        guess = {name: (x, y, angle + 0.2) for name, (x, y, angle) in poses(0.8, 1).items()}
        analyses = ("  close: {type: assemble}\n"
                    "  move: {type: dynamics, duration: 0.2, output_step: 0.1WHERE}\n")
        tables = []
        for where, arguments in (("", []), (", from: close", []), ("", ["--analysis", "move"])):
            text = chain(GROUND, BARS, JOINTS, analyses.replace("WHERE", where), guess)
            run = self.good(self.scratch.model(text), *arguments)
            tables.append(run.table("move"))
            self.assertEqual(run.table("move")["coupler"][0], run.table("close")["coupler"][0])
        self.assertEqual(tables[0], tables[1])
        self.assertEqual(tables[0], tables[2])
        checked = harness.execute([str(harness.BINARY), "check",
                                   str(self.scratch.model(text))], self.scratch.path)
        self.assertEqual(checked.status, 0, checked.story())


class TestRandomGuesses(harness.MotionTest):
    """Positions anywhere in a box, angles anywhere: all are closed to round-off. Longer campaigns gave
    100 of 100 for each of these; Andrews' mechanism 83 % at the first try and all by further ones."""
    TRIES = 6

    def closes(self, name, text):
        run = self.good(self.scratch.model(text))
        found = run.analysis()["assembly"]
        self.assertLess(found["misfit"], 1e-14, name)
        self.assertLess(max(run.table()["position"]), 1e-12)
        return found["disturbed_guesses"]

    def test_revolute_chains(self):
        six = {"link": 3.0, "out": 2.0}
        ends = {"e": ("link.end", "out.end"), "f": ("ground.f", "out")}
        mechanisms = {
            "four_bar": (GROUND, BARS, JOINTS, {}),
            "watt": ({**GROUND, "f": (7, 1)}, {**BARS, **six},
                     {**JOINTS, "d": ("rocker.k", "link"), **ends},
                     {"rocker": ", k: {position: [2, 1.2]}"}),
            "stephenson": ({**GROUND, "f": (2, 4)}, {**BARS, **six},
                           {**JOINTS, "d": ("coupler.k", "link"), **ends},
                           {"coupler": ", k: {position: [2, 1.2]}"})}
        random.seed(3)
        for name, (ground, bars, joints, more) in mechanisms.items():
            for _ in range(self.TRIES):
                guess = {bar: (random.uniform(-3, 3), random.uniform(-3, 3),
                               random.uniform(-math.pi, math.pi)) for bar in bars}
                text = chain(ground, bars, joints, "  close: {type: assemble}\n", guess, more,
                             outputs={"position": "constraints.position"})
                self.assertEqual(self.closes(name, text), 0)

    def test_slider_crank(self):
        random.seed(4)
        for _ in range(self.TRIES):
            place = [repr(random.uniform(-3, 3)) for _ in range(9)]
            text = f"""mbs: 1
space: planar
gravity: [0, 0]
bodies:
  crank: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: [{place[0]}, {place[1]}], angle: {place[2]}}}, markers: {{end: {{position: [1, 0]}}}}}}
  rod: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: [{place[3]}, {place[4]}], angle: {place[5]}}}, markers: {{end: {{position: [3, 0]}}}}}}
  slide: {{type: rigid, mass: 1, inertia: 0.1, initial: {{position: [{place[6]}, {place[7]}], angle: {place[8]}}}}}
joints:
  o: {{type: revolute, marker_i: ground, marker_j: crank}}
  a: {{type: revolute, marker_i: crank.end, marker_j: rod}}
  b: {{type: revolute, marker_i: rod.end, marker_j: slide}}
  guide: {{type: prismatic, marker_i: ground, marker_j: slide}}
analyses: {{close: {{type: assemble, fixed: {{crank.angle: 0.6}}}}}}
outputs: {{x: slide.x, angle: slide.angle, position: constraints.position}}
"""
            path = self.scratch.model(text)
            self.closes("slider", text)
            row = self.good(path).table()
            ends = [math.cos(0.6) + s * math.sqrt(9 - math.sin(0.6)**2) for s in (1, -1)]
            self.assertLess(min(abs(row["x"][0] - end) for end in ends), 1e-14)
            self.assertLess(abs(wrapped(row["angle"][0])), 1e-14)  # never the mirrored joint

    def test_andrews(self):
        path = harness.SOURCE / "models" / "iftomm" / "a03_andrews.yaml"
        words = path.read_text(encoding="utf-8")
        words = words[:words.index("\nanalyses:")]
        random.seed(6)
        for _ in range(self.TRIES):
            text = re.sub(r"initial: \{position: \[.*?\], angle: [^}]*\}",
                          lambda _: f"initial: {{position: [{random.uniform(-.05, .05)!r}, "
                                    f"{random.uniform(-.05, .05)!r}], "
                                    f"angle: {random.uniform(-3.1, 3.1)!r}}}", words)
            self.assertNotEqual(text, words)
            self.closes("andrews", text + "\nanalyses: {close: {type: assemble}}\n"
                        "outputs: {position: constraints.position}\n")

    def test_space(self):
        """A ring of spatial joints: revolute, spherical, spherical, revolute; guesses off by up to
        0.4 m and 0.8 rad."""
        random.seed(7)
        for _ in range(3):
            def pose(x, y, z):
                p = [v + random.uniform(-0.4, 0.4) for v in (x, y, z)]
                axis = [random.uniform(-1, 1) for _ in range(3)]
                return (f"initial: {{position: [{p[0]!r}, {p[1]!r}, {p[2]!r}], orientation: "
                        f"{{axis_angle: {{axis: [{axis[0]!r}, {axis[1]!r}, {axis[2]!r}], angle: "
                        f"{random.uniform(-0.8, 0.8)!r}}}}}}}")
            text = f"""mbs: 1
space: spatial
gravity: [0, 0, 0]
ground: {{markers: {{c: {{position: [3, 0, 1], orientation: {{euler: [0.3, 0.2, 0.1], sequence: xyz}}}}}}}}
bodies:
  crank: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}, {pose(0, 0, 0)}, markers: {{end: {{position: [1, 0, 0]}}}}}}
  rod: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}, {pose(1, 0, 0)}, markers: {{end: {{position: [3, 0, 0]}}}}}}
  rocker: {{type: rigid, mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}, {pose(3, 0, 1)}, markers: {{end: {{position: [2, 0, 0]}}}}}}
joints:
  o: {{type: revolute, marker_i: ground, marker_j: crank}}
  a: {{type: spherical, marker_i: crank.end, marker_j: rod}}
  b: {{type: spherical, marker_i: rod.end, marker_j: rocker.end}}
  c: {{type: revolute, marker_i: ground.c, marker_j: rocker}}
analyses: {{close: {{type: assemble, fixed: {{o.angle: 0.4, o.angle_rate: 1.5}}}}}}
outputs: {{angle: o.angle, rate: o.angle_rate, position: constraints.position}}
"""
            self.closes("rssr", text)
            row = self.good(self.scratch.model(text)).table()
            self.assertLess(abs(row["angle"][0] - 0.4), 1e-14)
            self.assertLess(abs(row["rate"][0] - 1.5), 1e-13)


class TestWhatCannotBeClosed(harness.MotionTest):
    def test_links_too_short(self):
        """With the crank at 60 degrees its end is sqrt(13) m from c; coupler and rocker together reach
        1.5 m. The gaps of the joints lie on one line and add up to what is missing."""
        short = {"crank": 1.0, "coupler": 1.0, "rocker": 0.5}
        guess = {"crank": (0, 0, 1.0), "coupler": (0.5, 0.8, -0.3), "rocker": (4, 0, 2.9)}
        text = chain(GROUND, short, JOINTS,
                     "  close: {type: assemble, fixed: {crank.angle: 60 deg}}\n"
                     "  move: {type: dynamics, duration: 1, output_step: 0.1}\n", guess)
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        analysis = run.analysis("close")
        self.assertEqual(analysis["failure"]["code"], "E-IC-009")
        self.assertEqual(run.analysis("move")["status"], "skipped")
        gaps = analysis["assembly"]["gaps"]
        self.assertEqual({gap["name"] for gap in gaps if gap["of"] == "joint"}, set("oabc"))
        total = sum(gap["length"] for gap in gaps)
        print(f"missing {math.sqrt(13) - 1.5:.6f} m, gaps {total:.6f} m")
        self.assertLess(abs(total - (math.sqrt(13) - 1.5)), 2e-3)
        for name in "oabc":
            self.assertIn(f'joint "{name}"', analysis["failure"]["message"])
        self.assertIsNone(run.summary["mobility"])  # of no pose
        self.assertNotIn("freedom", run.err)

    def test_rates_that_contradict(self):
        guess = poses(0.8, 1)
        text = chain(GROUND, BARS, JOINTS, "  close: {type: assemble, fixed: {crank.angle_rate: 1, "
                     "rocker.angle_rate: 1}}\n", guess)
        run = self.scratch.run(self.scratch.model(text))
        self.assertEqual(run.status, 4, run.story())
        self.assertEqual(run.analysis()["failure"]["code"], "E-IC-010")


class TestSpecialPoses(harness.MotionTest):
    PARALLEL = {"crank": 1.0, "coupler": 3.0, "rocker": 1.0}
    PLACE = {"c": (3.0, 0.0)}

    def test_flat(self):
        """A parallelogram guessed flat: closed, and told that branches meet there."""
        guess = {"crank": (0.01, 0, 0.0), "coupler": (1.02, 0.0, 0.0), "rocker": (3, 0, 0.0)}
        text = chain(self.PLACE, self.PARALLEL, JOINTS,
                     "  close: {type: assemble, fixed: {crank.angle: 0}}\n", guess)
        run = self.good(self.scratch.model(text))
        self.assertLess(run.analysis()["assembly"]["misfit"], 1e-14)
        self.assertIn("W-DOF-003", [w["code"] for w in run.summary["warnings"]])
        self.assertIn("branches meet", run.out + run.err)

    def test_three_cranks(self):
        """A redundant row more than needed: closed all the same."""
        bars = {**self.PARALLEL, "middle": 1.0}
        ground = {**self.PLACE, "m": (1.5, 0.0)}
        joints = {**JOINTS, "m": ("ground.m", "middle"), "n": ("middle.end", "coupler.half")}
        random.seed(8)
        for _ in range(4):
            guess = {"crank": (0, 0, 1.0), "coupler": (0.5, 0.8, 0.1), "rocker": (3, 0, 1.0),
                     "middle": (1.5, 0, 1.0)}
            guess = {name: tuple(v + random.uniform(-0.3, 0.3) for v in pose)
                     for name, pose in guess.items()}
            text = chain(ground, bars, joints, "  close: {type: assemble, fixed: "
                         "{crank.angle: 55 deg}}\n", guess, {"coupler": ", half: {position: [1.5, 0]}"})
            run = self.good(self.scratch.model(text))
            row = run.table()
            self.assertLess(max(abs(row[name][0] - math.radians(55))
                                for name in ("crank", "rocker", "middle")), 1e-12)
            self.assertLess(abs(row["coupler"][0]), 1e-12)
            self.assertEqual(run.summary["mobility"]["redundant_equations"], 1)

    def test_nothing_guessed(self):
        """All bodies at the origin with angle 0: closed by itself or by a disturbed guess, which is
        told."""
        guess = {name: (0, 0, 0.0) for name in BARS}
        text = chain(GROUND, BARS, JOINTS, "  close: {type: assemble}\n", guess)
        run = self.good(self.scratch.model(text))
        analysis = run.analysis()
        self.assertLess(analysis["assembly"]["misfit"], 1e-14)
        told = "W-IC-011" in [w["code"] for w in analysis["warnings"]]
        self.assertEqual(told, analysis["assembly"]["disturbed_guesses"] > 0)


if __name__ == "__main__":
    harness.main()
