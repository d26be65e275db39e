#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Points that attract each other: Kepler's orbits of one and of two bodies, a fall into each other."""

import math

import harness


def kepler(mean, e):
    """Eccentric anomaly by Newton's method."""
    x = mean
    for _ in range(50):
        x -= (x - e * math.sin(x) - mean) / (1 - e * math.cos(x))
    return x


class TestOrbits(harness.MotionTest):
    def test_orbit_in_space(self):
        """Half axis 2, eccentricity 0.6, a plane of its own, from the perihelion, three turns; in metres and far away."""
        a, e, mu, tilt = 2.0, 0.6, 3.0, 0.7
        period = 2 * math.pi * math.sqrt(a ** 3 / mu)
        r, v = a * (1 - e), math.sqrt(mu / a * (1 + e) / (1 - e))
        c, s = math.cos(tilt), math.sin(tilt)
        for place in (0, 1e5):
            text = f"""mbs: 1
space: spatial
gravity: [0, 0, 0]
ground: {{markers: {{sun: {{position: [{place!r}, 0, 0]}}}}}}
bodies: {{it: {{type: point_mass, mass: 0.5, initial: {{position: [{place + r!r}, 0, 0], velocity: [0, {v * c!r}, {v * s!r}]}}}}}}
forces: {{pull: {{type: gravitation, marker_i: ground.sun, marker_j: it, mass_i: {mu}, mass_j: 0.5, constant: 1}}}}
analyses: {{run: {{type: dynamics, duration: {3 * period!r}, output_step: {period / 40!r}, integrator: {{tolerances: {{relative: 1e-11, absolute: 1e-12}}}}}}}}
outputs: {{x: it.x - {place!r}, y: it.y, z: it.z, f: pull.force, e: pull.energy, drift: energy.drift}}
"""
            rows = self.good(self.scratch.model(text)).table()
            worst = 0
            for t, x, y, z, f, energy, _ in zip(*rows.values()):
                u = kepler(2 * math.pi * t / period, e)
                along, across = a * (math.cos(u) - e), a * math.sqrt(1 - e * e) * math.sin(u)
                worst = max(worst, math.dist((x, y, z), (along, across * c, across * s)))
                distance = a * (1 - e * math.cos(u))
                self.assertAlmostEqual(f * distance ** 2, mu * 0.5, delta=1e-6)
                self.assertAlmostEqual(energy * distance, -mu * 0.5, delta=1e-6)
            print(place, worst, max(abs(d) for d in rows["drift"]))
            self.assertLessEqual(worst, 1e-8 if place == 0 else 1e-6)

    def test_two_bodies_with_the_constant_of_nature(self):
        """Earth and Moon as points on circles about their mass centre: a month and back."""
        G, m, n, d = 6.67430e-11, 5.9722e24, 7.346e22, 3.844e8
        rate = math.sqrt(G * (m + n) / d ** 3)
        text = f"""mbs: 1
space: planar
gravity: [0, 0]
bodies:
  earth: {{type: point_mass, mass: {m}, initial: {{position: [{-d * n / (m + n)!r}, 0], velocity: [0, {-rate * d * n / (m + n)!r}]}}}}
  moon: {{type: point_mass, mass: {n}, initial: {{position: [{d * m / (m + n)!r}, 0], velocity: [0, {rate * d * m / (m + n)!r}]}}}}
forces: {{pull: {{type: gravitation, marker_i: earth, marker_j: moon, mass_i: {m}, mass_j: {n}}}}}
analyses: {{run: {{type: dynamics, duration: {2 * math.pi / rate!r}, output_step: {math.pi / rate / 10!r}, integrator: {{tolerances: {{relative: 1e-10}}}}}}}}
outputs: {{x: moon.x, y: moon.y}}
accept: [loose_bodies]
"""
        rows = self.good(self.scratch.model(text)).table()
        radius = d * m / (m + n)
        worst = max(math.dist((x, y), (radius * math.cos(rate * t), radius * math.sin(rate * t)))
                    for t, x, y in zip(*rows.values()))
        print("off by", worst, "of", radius)
        self.assertLessEqual(worst, 1e-8 * radius)

    def test_collision_ends_by_name(self):
        text = """mbs: 1
space: planar
gravity: [0, 0]
bodies:
  a: {type: point_mass, mass: 1, initial: {position: [0, 0], velocity: [0, 0]}}
  b: {type: point_mass, mass: 1, initial: {position: [1, 0], velocity: [0, 0]}}
forces: {pull: {type: gravitation, marker_i: a, marker_j: b, mass_i: 1, mass_j: 1, constant: 1}}
analyses: {run: {type: dynamics, duration: 5, output_step: 0.1}}
outputs: {x: a.x}
accept: [loose_bodies]
"""
        run = self.scratch.run(self.scratch.model(text))
        self.assertIn(run.status, (4, 10), run.story())


if __name__ == "__main__":
    harness.main()
