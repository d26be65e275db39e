#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""What is read of one marker relative to another, against what follows from both markers' own
positions, quaternions and velocities; Euler angles put together again to the rotation."""

import itertools
import math

import harness

SEQUENCES = [a + b + c for a, b, c in itertools.product("xyz", repeat=3) if a != b and b != c]
EXAMPLE = "docs/examples/gauges_spatial.yaml"


def product(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(3)) for c in range(3)] for r in range(3)]


def transposed(a):
    return [list(row) for row in zip(*a)]


def times(a, v):
    return [sum(x * y for x, y in zip(row, v)) for row in a]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def about(axis, angle):
    """The rotation about an axis, columns are the turned axes."""
    k = "xyz".index(axis)
    first, second = (k + 1) % 3, (k + 2) % 3
    turned = [[float(r == c) for c in range(3)] for r in range(3)]
    turned[first][first] = turned[second][second] = math.cos(angle)
    turned[second][first] = math.sin(angle)
    turned[first][second] = -math.sin(angle)
    return turned


def of_quaternion(w, x, y, z):
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def wrapped(angle):
    return math.remainder(angle, 2 * math.pi)


class TestSpatial(harness.MotionTest):
    @classmethod
    def setUpClass(cls):
        frame = "x y z vx vy vz ax ay az qw qx qy qz wx wy wz".split()
        lines = [f"  {who}_{word}: {name}.{word}\n" for who, name in (("i", "ship.mast"), ("j", "probe.nose"))
                 for word in frame]
        cls.text = (harness.SOURCE / EXAMPLE).read_text() + "".join(lines)

    def setUp(self):
        super().setUp()
        table = self.good(self.scratch.model(self.text)).table()
        self.rows = [dict(zip(table, row)) for row in zip(*table.values())]
        self.assertEqual(len(self.rows), 21)

    @staticmethod
    def frame(row, who):
        """Place, velocity, axes as columns, angular velocity in the ground."""
        axes = of_quaternion(*(row[f"{who}_q{k}"] for k in "wxyz"))
        return ([row[f"{who}_{k}"] for k in "xyz"], [row[f"{who}_v{k}"] for k in "xyz"], axes,
                times(axes, [row[f"{who}_w{k}"] for k in "xyz"]))

    def near(self, a, b):
        self.worst = max(self.worst, abs(a - b))
        self.assertLess(abs(a - b), 1e-12)

    def test_places_velocities_and_turns(self):
        self.worst = 0
        for row in self.rows:
            (x_i, v_i, axes, w_i), (x_j, v_j, axes_j, w_j) = self.frame(row, "i"), self.frame(row, "j")
            back = transposed(axes)
            apart, together = minus(x_j, x_i), minus(v_j, v_i)
            seen = times(back, minus(together, cross(w_i, apart)))
            spin = times(back, minus(w_j, w_i))
            relative = product(back, axes_j)
            for k, word in enumerate("xyz"):
                self.near(row[f"sight.{word}"], times(back, apart)[k])
                self.near(row[f"sight.v{word}"], seen[k])
                self.near(row[f"sight.w{word}"], spin[k])
                first, second = (k + 1) % 3, (k + 2) % 3
                self.near(row[f"sight.angle_{word}"],
                          math.atan2(relative[second][first], relative[first][first]))
            self.near(row["sight.distance"], math.hypot(*apart))
            self.near(row["sight.distance_rate"],
                      sum(map(float.__mul__, apart, together)) / math.hypot(*apart))
            self.near(row["speed"], math.hypot(*seen))
            self.near(row["nose_speed"], 3.6 * math.hypot(*v_j))
            self.near(row["spin"], math.hypot(*spin))
            self.near(row["nose_spin"], math.hypot(*w_j))
            self.near(row["nose_acceleration"], math.hypot(*(row[f"j_a{k}"] for k in "xyz")))
            self.assertGreater(row["nose_acceleration"], 1e-3)
        print(f"largest difference {self.worst:.2g}")

    def test_euler_angles_of_all_sequences_make_the_rotation(self):
        self.worst = 0
        self.assertEqual(len(SEQUENCES), 12)
        for row in self.rows:
            relative = product(transposed(self.frame(row, "i")[2]), self.frame(row, "j")[2])
            for sequence in SEQUENCES:
                angles = [row[f"{sequence}_{k}"] for k in (1, 2, 3)]
                made = about(sequence[0], angles[0])
                for axis, angle in zip(sequence[1:], angles[1:]):
                    made = product(made, about(axis, angle))
                for a, b in zip(sum(made, []), sum(relative, [])):
                    self.near(a, b)
                low, high = (0, math.pi) if sequence[0] == sequence[2] else (-math.pi / 2, math.pi / 2)
                self.assertTrue(low <= angles[1] <= high)
            made = product(product(about("z", math.radians(row["yaw"])), about("y", math.radians(row["pitch"]))),
                           about("x", math.radians(row["roll"])))
            for a, b in zip(sum(made, []), sum(self.frame(row, "j")[2], [])):
                self.near(a, b)  # nose has the axes of the probe
        print(f"largest difference {self.worst:.2g}")


class TestAxes(harness.MotionTest):
    """Vectors along the axes of another marker."""

    def test_spatial_vectors(self):
        """Every kind of vector, from the axes in which it is told to those of a marker."""
        vectors = ["crank.{}", "crank.v{}", "crank.a{}", "crank.w{}", "crank.w{}_rate", "axle.reaction.{}",
                   "axle.reaction.t{}", "momentum.{}", "angular_momentum.{}", "look.{}", "look.v{}", "look.w{}",
                   "mount.force.{}", "mount.torque.{}", "push.force.{}", "twist.torque.{}"]
        lines = "".join(
            f"  p{k}{word}: {name.format(word)}\n"
            f"  r{k}{word}: {{value: {name.format(word)}, resolve_in: free.eye}}\n"
            for k, name in enumerate(vectors) for word in "xyz")
        frames = "".join(f"  {who}_q{word}: {name}.q{word}\n" for who, name in
                         (("eye", "free.eye"), ("crank", "crank")) for word in "wxyz")
        model = self.scratch.model("""mbs: 1
space: spatial
gravity: [0, 0, -9.81]
ground: {markers: {base: {position: [0, 0, 0], orientation: {euler: [20 deg, 30 deg, 40 deg], sequence: xyz}}}}
bodies:
  crank: {type: rigid, mass: 2, inertia: {xx: 0.2, yy: 0.3, zz: 0.4}, initial: {position: [0.3, 0.2, 0.1]},
          markers: {hub: {position: [-0.3, -0.2, -0.1], orientation: {euler: [20 deg, 30 deg, 40 deg], sequence: xyz}}}}
  free:
    type: rigid
    mass: 1
    inertia: {xx: 0.1, yy: 0.2, zz: 0.25}
    markers: {eye: {position: [0.1, 0, 0], orientation: {euler: [70 deg, -20 deg, 10 deg], sequence: zxz}}}
    initial: {position: [2, 0, 0], angular_velocity: [1, 2, 3]}
joints:
  axle: {type: revolute, marker_i: ground.base, marker_j: crank.hub}
gauges:
  look: {marker_i: crank, marker_j: free.eye}
forces:
  mount: {type: bushing, marker_i: ground.base, marker_j: free, stiffness: [40, 60, 50], damping: [1, 1, 1], angular_stiffness: [5, 4, 3]}
  push: {type: force, marker: crank, vector: [1, 2, 3]}
  twist: {type: torque, marker: free, vector: [0.1, 0.2, -0.3]}
analyses:
  go: {type: dynamics, duration: 1, output_step: 0.1}
outputs:
  joint_x: axle.reaction.x
""" + lines + frames)
        table = self.good(model).table()
        turns = [about(axis, math.radians(angle)) for axis, angle in zip("xyz", (20, 30, 40))]
        base = product(product(*turns[:2]), turns[2])
        worst, largest = 0, {}
        for row in (dict(zip(table, values)) for values in zip(*table.values())):
            axes = {who: of_quaternion(*(row[f"{who}_q{word}"] for word in "wxyz")) for who in ("eye", "crank")}
            for k, name in enumerate(vectors):
                plain, resolved = ([row[f"{kind}{k}{word}"] for word in "xyz"] for kind in "pr")
                if name.startswith(("crank.w", "look")):
                    plain = times(axes["crank"], plain)
                elif name.startswith(("mount", "axle")):
                    plain = times(base, plain)
                largest[name] = max(largest.get(name, 0), math.hypot(*plain))
                for a, b in zip(resolved, times(transposed(axes["eye"]), plain)):
                    worst = max(worst, abs(a - b) / max(1, abs(b)))
        print(f"largest difference {worst:.2g} of {len(largest)} vectors")
        self.assertLess(worst, 1e-12)
        self.assertGreater(min(largest.values()), 0.1, largest)

    def test_pendulum(self):
        """Along the rod its pull is m (g cos(angle) + L rate^2), across it nothing but the weight's part."""
        model = self.scratch.model("""mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  bob: {type: rigid, mass: 2, inertia: 1e-9, initial: {position: [0, -1.5], angle: 90 deg, velocity: [3, 0], angle_rate: 2}}
ground: {markers: {tilted: {angle: 30 deg}}}
joints:
  pin: {type: revolute, body_i: ground, body_j: bob, at: [0, 0]}
analyses:
  swing: {type: dynamics, duration: 1, output_step: 0.05, integrator: {tolerances: {relative: 1e-11}}}
outputs:
  angle: bob.angle
  rate: bob.angle_rate
  along: {value: pin.reaction.x, resolve_in: bob}
  across: {value: pin.reaction.y, resolve_in: bob}
  tilted: {value: pin.reaction.x, resolve_in: ground.tilted}
  felt: {value: pin, resolve_in: bob}
  size: pin.reaction.force
  speed: {value: bob.vy, resolve_in: bob, unit: mm/s}
  own: {value: bob.vx*0, resolve_in: bob}
  x: pin.reaction.x
  y: pin.reaction.y
checks:
  pull: {max: along, equals: 2*9.81 + 2*1.5*2^2, within: 1e-6}
""")
        table = self.good(model).table()
        for row in (dict(zip(table, values)) for values in zip(*table.values())):
            swing = row["angle"] - math.pi / 2  # from hanging
            pull = 2 * (9.81 * math.cos(swing) + 1.5 * row["rate"] ** 2)
            wanted = {"along": pull, "across": 0, "size": pull, "felt.reaction.x": pull, "felt.reaction.y": 0,
                      "felt.angle_rate": row["rate"], "own": 0, "speed": -1500 * row["rate"],
                      "tilted": math.cos(math.pi / 6) * row["x"] + math.sin(math.pi / 6) * row["y"]}
            for name, value in wanted.items():
                self.assertAlmostEqual(row[name], value, delta=1e-6 * max(1, abs(value)), msg=name)

    def test_what_is_not_determined_stays_so(self):
        """Of a redundant joint no component along other axes is determined either."""
        model = self.scratch.model("""mbs: 1
space: planar
bodies:
  beam: {type: rigid, mass: 1, inertia: 1, markers: {left: {position: [-1, 0]}, right: {position: [1, 0]}}}
ground: {markers: {l: {position: [-1, 0]}, r: {position: [1, 0]}, tilted: {angle: 0.3}}}
joints:
  a: {type: revolute, marker_i: ground.l, marker_j: beam.left}
  b: {type: revolute, marker_i: ground.r, marker_j: beam.right}
analyses:
  rest: {type: dynamics, duration: 0.1, output_step: 0.05}
outputs:
  x: a.reaction.x
  y: a.reaction.y
  turned: {value: a.reaction.y, resolve_in: ground.tilted}
  size: a.reaction.force
gravity: [0, -9.81]
""")
        table = self.good(model).table()
        self.assertEqual(table["x"], [None] * 3)
        self.assertAlmostEqual(table["y"][0], 9.81 / 2)
        self.assertEqual(table["turned"], [None] * 3)
        self.assertEqual(table["size"], [None] * 3)


class TestReading(harness.MotionTest):
    def test_events_and_forces_read_gauges(self):
        """A spring made of a gauge swings as a spring does; an event comes when the distance is so."""
        model = self.scratch.model("""mbs: 1
space: spatial
gravity: [0, 0, 0]
accept: [loose_bodies]
bodies:
  a: {type: point_mass, mass: 2}
  b: {type: point_mass, mass: 2, initial: {position: [1, 2, 2.3]}}
  c: {type: point_mass, mass: 1, initial: {position: [5, 0, 0], velocity: [-1, 2, 0]}}
gauges:
  apart: {marker_i: a, marker_j: b}
  fly: {marker_j: c}
forces:
  pull: {type: line_force, marker_i: a, marker_j: b, value: 9*(apart.distance - 3)}
events:
  near: {when: fly.distance - 4.6, direction: falling, stop: true}
analyses:
  swing: {type: dynamics, duration: 3, output_step: 0.1, integrator: {tolerances: {relative: 1e-11}}}
outputs: {d: apart.distance, v: apart.distance_rate, c: fly.distance}
""")
        run = self.good(model)
        table = run.table()
        start = math.sqrt(1 + 4 + 2.3**2) - 3
        for t, d, v in zip(table["t"], table["d"], table["v"]):
            self.assertAlmostEqual(d, 3 + start * math.cos(3 * t), delta=1e-9)  # reduced mass 1
            self.assertAlmostEqual(v, -3 * start * math.sin(3 * t), delta=1e-8)
        # |(5 - t, 2 t)| = 4.6
        ends = (10 - math.sqrt(100 - 4 * 5 * (25 - 4.6**2))) / 10
        self.assertEqual(run.analysis()["status"], "ok")
        self.assertAlmostEqual(table["t"][-1], ends, delta=1e-9)
        self.assertAlmostEqual(table["c"][-1], 4.6, delta=1e-9)


class TestPlanar(harness.MotionTest):
    def test_two_links(self):
        """Angles count over turns; the velocity is what marker_i sees; a reaction's size."""
        model = self.scratch.model("""mbs: 1
space: planar
gravity: [0, -9.81]
bodies:
  upper: {type: rigid, mass: 2, inertia: 0.2, initial: {position: [0.5, 0], velocity: [0, 4], angle_rate: 8}, markers: {top: {position: [-0.5, 0]}, end: {position: [0.5, 0], angle: 30 deg}}}
  lower: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [1.5, 0], velocity: [0, -2], angle_rate: -20}, markers: {top: {position: [-0.5, 0]}, end: {position: [0.5, 0]}}}
joints:
  shoulder: {type: revolute, marker_i: ground, marker_j: upper.top}
  elbow: {type: revolute, marker_i: upper.end, marker_j: lower.top}
gauges:
  span: {marker_j: lower.end}
  bend: {marker_i: upper.end, marker_j: lower.end}
analyses:
  swing: {type: dynamics, duration: 2, output_step: 0.01, initial: project}
outputs:
  span: span
  bend: bend
  bend_speed: bend.speed
  elbow: elbow
  shoulder: shoulder
  size: elbow.reaction.force
  torque: elbow.reaction.torque
  end: lower.end
  end_speed: lower.end.speed
""")
        table = self.good(model).table()
        rows = [dict(zip(table, row)) for row in zip(*table.values())]
        self.assertGreater(max(abs(row["bend.angle"]) for row in rows), 2 * math.pi)
        for row in rows:
            alpha = row["shoulder.angle"]
            beta = alpha + math.radians(30) + row["bend.angle"]
            near = {
                "span.x": math.cos(alpha) + math.cos(beta), "span.y": math.sin(alpha) + math.sin(beta),
                "span.distance": 2 * abs(math.cos((beta - alpha) / 2)), "span.angle": beta,
                "bend.angle": row["elbow.angle"], "bend.angle_rate": row["elbow.angle_rate"],
                "bend.distance": 1, "bend.distance_rate": 0,
                "bend.x": math.cos(row["bend.angle"]), "bend.y": math.sin(row["bend.angle"]),
                "bend.vx": -math.sin(row["bend.angle"]) * row["bend.angle_rate"],
                "bend.vy": math.cos(row["bend.angle"]) * row["bend.angle_rate"],
                "bend_speed": abs(row["bend.angle_rate"]),
                "size": math.hypot(row["elbow.reaction.x"], row["elbow.reaction.y"]),
                "torque": abs(row["elbow.reaction.tz"]),
                "end_speed": math.hypot(row["end.vx"], row["end.vy"]),
                "span.vx": row["end.vx"], "span.vy": row["end.vy"]}
            for name, wanted in near.items():
                self.assertAlmostEqual(row[name], wanted, delta=1e-8 * max(1, abs(wanted)), msg=name)


if __name__ == "__main__":
    harness.main()
