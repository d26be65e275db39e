#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Many contacts in space: none is missed, however many are far apart; what creeps is told; an impact against an
integration of its own. Against closed forms."""

import math

import harness

G = 9.81
TIGHT = "integrator: {tolerances: {relative: 1e-10, absolute: 1e-12}}"
TIGHTER = "integrator: {tolerances: {relative: 1e-12, absolute: 1e-14}}"
ROUND = "type: rigid, mass: 1, inertia: {xx: 4e-3, yy: 4e-3, zz: 4e-3}"
HEAVY = "type: rigid, mass: 1e6, inertia: {xx: 1e6, yy: 1e6, zz: 1e6}"
BALL = "shapes: {s: {type: sphere, radius: 0.1}}"


def of(names):
    return "{members: [" + ", ".join(names) + "]}"


def model(bodies, groups, pairs, outputs, duration, integrator=TIGHT, gravity=None, head=""):
    return ("mbs: 1\nspace: spatial\n" + (f"gravity: {gravity}\n" if gravity else "") + head + "accept: [loose_bodies]\n" * 0
            + "bodies:\n" + "\n".join(bodies) + "\n" + f"groups: {groups}\ncontact_pairs: {pairs}\n"
            f"analyses: {{run: {{type: dynamics, duration: {duration!r}, output_step: {duration / 20!r}, {integrator}}}}}\n"
            f"outputs: {outputs}\n")


def at(name, position, more="", kind=ROUND, shapes=BALL):
    return f"  {name}: {{{kind}, initial: {{position: {list(position)}{more}}}, {shapes}}}"


class TestNoneIsMissed(harness.MotionTest):
    def run_of(self, text, *arguments):
        return self.good(self.scratch.model(text), *arguments)

    def located(self, run):
        """[(time, force)] of all switches."""
        return [(one["t"], one["of"].split(".")[1]) for one in run.analysis()["events"]["located"]]

    def test_a_row(self):
        """One ball strikes a row of thirty-nine, apart by 0.05 m: one after the other takes its speed over, T/2 later than
        the way alone says, T the time of an impact by Hertz."""
        count, k = 40, 1e6
        bodies = [at(f"b_{n}", (0.25 * n, 0, 0), ", velocity: [1, 0, 0]" if n == 0 else "") for n in range(count)]
        run = self.run_of(model(bodies, "{balls: " + of(f"b_{n}.s" for n in range(count)) + "}",
                                f"{{hit: {{between: [balls, balls], stiffness: {k}}}}}",
                                f"{{first: b_0.vx, last: b_{count - 1}.vx}}", 2.2, TIGHTER))
        lasts = 2.94327518347748 * (5 * 0.5 / (4 * k)) ** 0.4
        found = self.located(run)
        self.assertEqual(len(found), 2 * (count - 1))
        off = 0
        for n in range(1, count):
            begins = 0.05 * n + lasts / 2 * (n - 1)
            for (t, force), true in zip(found[2 * n - 2:2 * n], (begins, begins + lasts)):
                self.assertEqual(force, f"hit_b_{n - 1}_b_{n}")
                off = max(off, abs(t - true))
        print(f"{count * (count - 1) // 2} pairs, {len(found)} switches, off by at most {off:.2g} s; {run.analysis()['steps']} steps")
        self.assertLess(off, 1e-8)
        self.assertAlmostEqual(run.table()["last"][-1], 1, delta=1e-8)

    def test_a_narrow_lane(self):
        """A ball flies 20 m between two rows that leave it 10 um on each side, in steps as long as they may be; one of sixty
        stands 20 um in its way: that one alone it touches, for as long as the circle is inside."""
        count, inwards = 30, 20e-6
        bodies = [at("flier", (-1, 0, 0), ", velocity: [20, 0, 0]")]
        for n in range(count):
            for side in (-1, 1):
                y = 0.2 + 10e-6 - (inwards if (n, side) == (17, 1) else 0)
                bodies.append(at(f"{'low' if side < 0 else 'high'}_{n}", (0.6 * n, side * y, 0), kind=HEAVY))
        names = [f"{row}_{n}.s" for row in ("low", "high") for n in range(count)]
        run = self.run_of(model(bodies, f"{{rows: {of(names)}, one: {of(['flier.s'])}}}",
                                "{touch: {between: [one, rows], stiffness: 1e-6}}", "{y: flier.y}", 1))
        found = self.located(run)
        self.assertEqual([force for _, force in found], ["touch_flier_high_17"] * 2)
        half = math.sqrt(0.04 - (0.2 + 10e-6 - inwards) ** 2)
        for (t, _), x in zip(found, (0.6 * 17 - half, 0.6 * 17 + half)):
            self.assertAlmostEqual(t, (1 + x) / 20, delta=1e-9)
        self.assertLess(run.analysis()["steps"], 60)

    def test_on_arms(self):
        """Shapes off the middle of bodies that turn: a ball at the end of an arm, and a long capsule, reach others when their
        circle says so, and pass those out of reach."""
        turn = ", angular_velocity: [0, 0, 2]"
        fist = "shapes: {fist: {type: sphere, radius: 0.1, at: [1, 0, 0]}}"
        rod = "shapes: {rod: {type: capsule, radius: 0.05, length: 2, orientation: {axis_angle: {axis: [0, 1, 0], angle: 90 deg}}}}"
        for kind, shapes, name, first in (("arm", fist, "fist", 2 - 2 * math.asin(0.1)), ("bar", rod, "rod", 2 - math.asin(0.15))):
            bodies = [at(kind, (0, 0, 0), turn, HEAVY, shapes), at("near", (math.cos(2), math.sin(2), 0))]
            # around it, nearer than the sum of the bounding balls, and out of reach
            bodies += [at(f"far_{n}", (1.25 * math.cos(n), 1.25 * math.sin(n), 0)) for n in range(6)]
            bodies += [at(f"up_{n}", (math.cos(n), math.sin(n), 0.25)) for n in range(6)]
            others = ["near.s"] + [f"{row}_{n}.s" for row in ("far", "up") for n in range(6)]
            run = self.run_of(model(bodies, f"{{turning: {of([f'{kind}.{name}'])}, others: {of(others)}}}",
                                    "{hit: {between: [turning, others], stiffness: 1e5}}", "{x: near.x}", 1.05))
            found = self.located(run)
            self.assertEqual(found[0][1], f"hit_{kind}_near")
            self.assertAlmostEqual(found[0][0], first / 2, delta=1e-9)
            self.assertEqual({force for t, force in found if t < 1}, {f"hit_{kind}_near"})

    def test_start_in_touch_and_parameter(self):
        """What touches at the start does so; a radius by a parameter counts as it is."""
        bodies = [at(f"b_{n}", (0.3 * n, 0, 0), shapes="shapes: {s: {type: sphere, radius: r}}") for n in range(12)]
        text = model(bodies, "{balls: " + of(f"b_{n}.s" for n in range(12)) + "}", "{hit: {between: [balls, balls], stiffness: 1e5}}",
                     "{f: hit_b_4_b_5.force, g: hit_b_4_b_6.force}", 1e-3, head="parameters: {r: 0.1}\n")
        self.assertEqual(max(self.run_of(text).table()["f"]), 0)
        rows = self.run_of(text, "--set", "r=0.16").table()
        self.assertAlmostEqual(rows["f"][0], 1e5 * 0.02 ** 1.5, delta=1e-6)
        self.assertEqual(max(rows["g"]), 0)

    def test_groups_that_overlap(self):
        """What is in both groups meets each other member once: a ball that leans on another, at rest by one contact."""
        bodies = [at("a", (0, 0, 0)), at("b", (0.19, 0, 0))]
        base = model(bodies, f"{{one: {of(['a.s', 'b.s'])}, two: {of(['b.s', 'a.s'])}}}", "{hit: {between: [one, PAIR], stiffness: 1e5}}",
                     "{v: b.vx}", 1e-3)
        same = [self.run_of(base.replace("PAIR", word)).table()["v"] for word in ("one", "two")]
        self.assertEqual(*same)


class TestCreep(harness.MotionTest):
    """What contacts creep is told, and bounds what they differ by from friction that holds."""

    def run_of(self, body, outputs, gravity, law):
        text = (f"mbs: 1\nspace: spatial\ngravity: {gravity}\nbodies: {{a: {body}}}\nforces: {{floor: {{type: contact, marker_i: ground, "
                f"marker_j: a, {law}}}}}\nanalyses: {{run: {{type: dynamics, duration: 1, output_step: 0.01, {TIGHT}}}}}\noutputs: {outputs}\n")
        run = self.good(self.scratch.model(text))
        told = run.analysis()["creep"]
        self.assertEqual([one["force"] for one in told], ["floor"])
        return run, told[0]

    def test_sliding_to_rolling(self):
        """K1: on a level floor it creeps while it passes from sliding to rolling. s' = -7/2 mu g s/sqrt(s^2 + v^2), so that
        the way from 99 % of the friction to 10 % is that of sqrt(s^2 + v^2) over s, divided by 7/2 mu g."""
        v, mu, r, k, speed = 3, 0.2, 0.1, 1e6, 1e-4
        rest = r - (G / k) ** (2 / 3)
        run, creep = self.run_of(f"{{{ROUND}, initial: {{position: [0, 0, {rest!r}], velocity: [{v}, 0, 0]}}}}".replace("4e-3", "0.004"),
                                 "{x: a.x, v: a.vx}", "[0, 0, -9.81]",
                                 f"radius_j: {r}, stiffness: {k}, friction: {mu}, transition_speed: {speed!r}")

        def way(s):  # integral of sqrt(s^2 + v^2)
            return speed ** 2 * (s * math.hypot(1, s) + math.asinh(s)) / 2 / (3.5 * mu * G)
        true = way(0.99 / math.sqrt(1 - 0.99 ** 2)) - way(0.1 / math.sqrt(1 - 0.01))
        off = run.table()["x"][-1] - (1.12338513387006 + 15 / 7 * (1 - 0.436871996505024))
        print(f"K1 off by {off:.3g} m, creep told {creep['path']:.3g} m of {true:.3g}")
        self.assertLess(abs(off), creep["path"])
        self.assertLess(creep["path"], 1.05 * true)  # steps at either end are not counted
        self.assertGreater(creep["path"], 0.7 * true)
        # x' = 15/7 + 2/7 s: what it slides further than with friction that holds
        further = 2 / 7 * (way(v / speed) - v * v / 2 / (3.5 * mu * G))
        self.assertAlmostEqual(off / further, 1, delta=0.02)
        self.assertNotIn("creeps", run.out + run.err)  # not for most of the run

    def test_block_across_a_slope(self):
        """K7: it stops, and creeps from there: within what is told, at the speed of the closed form."""
        angle, mu, speed, k = math.radians(20), 0.5, 1e-4, 1e7
        rest = -(G * math.cos(angle) / k) ** (2 / 3)
        run, creep = self.run_of(f"{{type: point_mass, mass: 1, initial: {{position: [0, 0, {rest!r}], velocity: [0, 1, 0]}}}}",
                                 "{x: a.x, y: a.y}", f"[{G * math.sin(angle)!r}, 0, {-G * math.cos(angle)!r}]",
                                 f"stiffness: {k}, friction: {mu}, transition_speed: {speed!r}")
        load = math.tan(angle) / mu
        rows = run.table()
        off = math.hypot(rows["x"][-1] - 0.0839882094512796, rows["y"][-1] - 0.125043995607103)
        print(f"K7 off by {off:.3g} m, creep told {creep['path']:.3g} m")
        self.assertLess(off, creep["path"])
        self.assertLess(creep["path"], 1.2 * off)
        self.assertAlmostEqual(creep["load"], load, delta=1e-6)
        self.assertAlmostEqual(creep["rate"] / (speed * load / math.sqrt(1 - load * load)), 1, delta=1e-5)
        self.assertAlmostEqual(creep["time"], 1 - 0.461511417935589, delta=2e-3)
        self.assertIn("floor creeps at 0.000106 m/s with 72.8 % of its friction", run.out + run.err)

    def test_foot(self):
        """The foot on its slope: four corners as one contact."""
        run = self.good(harness.SOURCE / "models/examples/biped_foot.yaml")
        creep = run.analysis()["creep"][0]
        load = math.tan(math.radians(5)) / 0.8
        true = 1e-3 * load / math.sqrt(1 - load * load)
        print("foot", creep, creep["rate"] - true)
        self.assertAlmostEqual(creep["rate"], true, delta=1e-8)
        self.assertAlmostEqual(creep["load"], load, delta=1e-6)


class TestBounce(harness.MotionTest):
    def test_bouncing_ball(self):
        """The shipped ball against Runge and Kutta's rule through the impact, and free flight before and behind it."""
        m, r, h, u, e, mu, k, v_s = 0.5, 0.1, 1, 8, 0.8, 0.2, 1e8, 1e-3
        v = math.sqrt(2 * G * h)
        low, high = (1 - e) / e, 1 / e
        for _ in range(200):
            x = (low + high) / 2
            low, high = (x, high) if x - math.log1p(x) + e * x + (math.log1p(-e * x) if e * x < 1 else -math.inf) > 0 else (low, x)
        damping = low / v

        def slope(y):
            z, vz, _, vx, w = y
            depth = max(r - z, 0)
            load = k * depth ** 1.5 * max(1 - damping * vz, 0)
            slip = vx - r * w
            rub = -mu * load * slip / math.hypot(slip, v_s)
            return [vz, load / m - G, vx, rub / m, -rub * r / (0.4 * m * r * r)]

        y, t, step = [r, -v, u * v / G, u, 0.0], v / G, 2e-7
        while y[0] <= r or y[1] <= 0:
            before = y
            a = slope(y)
            b = slope([p + step / 2 * q for p, q in zip(y, a)])
            c = slope([p + step / 2 * q for p, q in zip(y, b)])
            d = slope([p + step * q for p, q in zip(y, c)])
            y = [p + step / 6 * (q + 2 * s + 2 * o + n) for p, q, s, o, n in zip(y, a, b, c, d)]
            t += step
        self.assertLess(before[0] - r, 1e-5)
        run = self.good(harness.SOURCE / "models/examples/bouncing_ball_in_space.yaml")
        rows = run.table()
        off = [0] * 5
        for n, now in enumerate(rows["t"]):
            if t < now < t + 0.5:
                s = now - t
                true = [y[0] + y[1] * s - G * s * s / 2, y[2] + y[3] * s, y[3], y[4]]
                for j, name in enumerate(("z", "x", "vx", "spin")):
                    off[j] = max(off[j], abs(rows[name][n] - true[j]))
        print("bounce: z, x, vx, spin off by", off[:4])
        for value, limit in zip(off, (1e-6, 1e-6, 1e-6, 1e-4)):
            self.assertLess(value, limit)


if __name__ == "__main__":
    harness.main()
