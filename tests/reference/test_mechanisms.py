#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Holds the mechanisms' motions of reference/ against published values and a second method."""
import math
import unittest

import test_reference_data as data


class A02(data.Case):
    # Computed with 30 digits by another program (mpmath) for the project's benchmark notes.
    TABLE = {2: {0.5: (0.69528663316440051, 0.71873256343574162),
                 1: (-0.19502030194943509, -0.98079920566217383),
                 2: (0.057815795768011432, 0.99832726786345548),
                 5: (-0.81131046100510741, -0.58461554534897555),
                 10: (0.32845811154081538, 0.94451853817860096)},
             40: {0.5: (0.68792597079077263, 0.72578086135663087),
                  1: (-0.1153568806321099, -0.99332411130045019),
                  2: (0.034466307300407162, 0.99940586032956296),
                  5: (-0.54019005067552627, -0.8415430524644431),
                  10: (0.18051222668672839, 0.98357274058231157)}}

    def test_published_values(self):
        for windows, table in self.TABLE.items():
            rows = data.load(f"iftomm/a02_n{windows}")
            for t, (x, y) in table.items():
                self.assertNear(data.at(rows, t)["b0_x"], x, 3e-16, t)
                self.assertNear(data.at(rows, t)["b0_y"], y, 3e-16, t)

    def test_second_method(self):
        """The angle's equation by Runge and Kutta."""
        for windows in (2, 40):
            rows = data.load(f"iftomm/a02_n{windows}")
            pull = 9.81 * ((windows + 1) / 2 + windows) / ((windows + 1) / 3 + windows)
            times = [row["t"] for row in rows]
            states = data.runge_kutta(lambda _, y: [y[1], pull * math.sin(y[0])], [0.0, 1.0], times, 40)
            points = [(math.sin(phi), math.cos(phi)) for phi, _ in states]
            self.assertSameMotion(rows, ("b0_x", "b0_y"), points, 2e-8)


class A03(data.Case):
    """Andrews' squeezer has one degree of freedom and keeps T + V - torque beta, so that its rate is
    a function of beta alone and time an integral: nothing is integrated as a differential equation."""

    A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
    TORQUE, STIFFNESS, FREE = 0.033, 4530.0, 0.07785
    STEP = 1e-3  # of beta, for differences of the eighth order

    @staticmethod
    def meet(p, r, q, s, side):
        """Where the circles about p and q meet, to the left (side 1) or right of the way from p to q."""
        dx, dy = q[0] - p[0], q[1] - p[1]
        square = dx * dx + dy * dy
        k = (1 + (r * r - s * s) / square) / 2
        w = side * math.sqrt(r * r / square - k * k)
        return (p[0] + k * dx - w * dy, p[1] + k * dy + w * dx)

    @staticmethod
    def on(p, q, along, across=0.0):
        """The point of a body whose x axis goes from p to q."""
        length = math.hypot(q[0] - p[0], q[1] - p[1])
        x, y = (q[0] - p[0]) / length, (q[1] - p[1]) / length
        return (p[0] + along * x - across * y, p[1] + along * y + across * x)

    def pose(self, beta):
        """Mass centres and angles of the seven bodies, and the point D."""
        f = (0.007 * math.cos(beta), 0.007 * math.sin(beta))
        e = self.meet(f, 0.028, self.B, 0.035, 1)
        g = self.meet(e, 0.020, self.A, 0.040, -1)
        h = self.meet(e, 0.020, self.A, 0.040, 1)
        # the plate: its -y axis goes from B to E, so that x there is y here
        bodies = [((0.0, 0.0), f, 0.00092, 0.0), (f, e, 0.0115, 0.0),
                  (self.B, e, 0.01874, 0.01043), (e, g, 0.01421, 0.0),
                  (self.A, g, 0.02308, 0.00916), (e, h, 0.01421, 0.0), (self.A, h, 0.01228, 0.00449)]
        angles = [math.atan2(q[1] - p[1], q[0] - p[0]) for p, q, _, _ in bodies]
        return [self.on(*body) for body in bodies], angles, self.on(self.B, e, 0.018, 0.020)

    def spring(self, beta):
        d = self.pose(beta)[2]
        stretch = math.hypot(d[0] - self.C[0], d[1] - self.C[1]) - self.FREE
        return 0.5 * self.STIFFNESS * stretch * stretch

    def inertia(self, beta):
        """Twice the kinetic energy at unit rate."""
        weights = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
        pairs = [(w / self.STEP, self.pose(beta + (k + 1) * self.STEP),
                  self.pose(beta - (k + 1) * self.STEP)) for k, w in enumerate(weights)]
        masses = (0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498)
        moments = (2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5)
        total = 0.0
        for b, (m, moment) in enumerate(zip(masses, moments)):
            vx, vy = (sum(w * (up[0][b][k] - down[0][b][k]) for w, up, down in pairs) for k in (0, 1))
            turn = sum(w * math.remainder(up[1][b] - down[1][b], 2 * math.pi) for w, up, down in pairs)
            total += m * (vx * vx + vy * vy) + moment * turn * turn
        return total

    def rate(self, beta, start):
        work = self.TORQUE * (beta - start) - self.spring(beta) + self.spring(start)
        return math.sqrt(2 * work / self.inertia(beta))

    def test_start_is_the_benchmarks(self):
        centres, _, d = self.pose(-0.0620)
        self.assertNear(math.hypot(d[0] - self.C[0], d[1] - self.C[1]), 0.052672516296769584, 1e-14)
        self.assertNear(self.spring(-0.0620), 1.4357963779438716, 1e-12)
        self.assertNear(d[0], -0.010472393940882, 1e-14)
        self.assertEqual(len(centres), 7)

    def test_rates_follow_from_energy_and_times_from_rates(self):
        rows = data.load("iftomm/a03")
        start = rows[0]["beta"]
        for row in rows[1::3]:
            self.assertNear(self.rate(row["beta"], start) / row["beta_rate"], 1, 3e-9, row["t"])
        # five points of Gauss between rows, which stand 0.0005 s apart
        points = ((0.0, 128 / 225),
                  (math.sqrt(5 - 2 * math.sqrt(10 / 7)) / 3, (322 + 13 * math.sqrt(70)) / 900),
                  (math.sqrt(5 + 2 * math.sqrt(10 / 7)) / 3, (322 - 13 * math.sqrt(70)) / 900))
        for before, after in list(zip(rows, rows[1:]))[20::8]:
            half, parts = (after["beta"] - before["beta"]) / 2, 4
            time = 0.0
            for part in range(parts):
                middle = before["beta"] + half / parts * (2 * part + 1)
                for x, weight in points:
                    for sign in (-1, 1) if x else (1,):
                        time += weight * half / parts / self.rate(middle + sign * x * half / parts, start)
            self.assertNear(time, after["t"] - before["t"], 1e-10, before["t"])

    def test_crank_pin_stands_on_its_circle(self):
        for row in data.load("iftomm/a03"):
            self.assertNear(row["f_x"], 0.007 * math.cos(row["beta"]), 1e-14)
            self.assertNear(row["f_y"], 0.007 * math.sin(row["beta"]), 1e-14)

    def test_agrees_with_the_published_end(self):
        end = data.load("iftomm/a03")[-1]
        self.assertNear(end["beta"], 33.81534072136, 1e-10)
        self.assertNear(end["f_x"], -0.00515898525019, 1e-13)
        self.assertNear(end["f_y"], 0.00473126528408, 1e-13)


if __name__ == "__main__":
    unittest.main()
