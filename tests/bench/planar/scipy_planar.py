#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A planar mechanism (the file of planar_model.py) with SciPy, as an engineer writes it: places, angles and
rates of all bodies, accelerations from the equations of index 1 by NumPy.

  scipy_planar.py METHOD FILE TOLERANCE     one run; one line of JSON

  dop853   scipy.integrate.solve_ivp
  odeint   scipy.integrate.odeint, the compiled LSODA
"""
import json
import sys
import time

import numpy
from scipy.integrate import odeint, solve_ivp


class Mechanism:
    def __init__(self, path):
        found = {}
        with open(path, encoding="utf-8") as file:
            for line in file:
                word, *numbers = line.split()
                found.setdefault(word, []).append([float(number) for number in numbers])
        self.gravity, self.duration = numpy.array(found["gravity"][0]), found["duration"][0][0]
        self.rows, self.tip = int(found["rows"][0][0]), found["tip"][0]
        self.bodies, pins = numpy.array(found["body"]), numpy.array(found["pin"])
        self.count, self.pins = len(self.bodies), len(pins)
        ends = [(k, int(pins[k, side]) - 1, sign) for k in range(self.pins)
                for side, sign in ((0, 1.0), (1, -1.0)) if pins[k, side] > 0]
        self.pin, self.body = (numpy.array(column) for column in list(zip(*ends))[:2])
        self.sign = numpy.array([end[2] for end in ends])
        apart, angle = pins[self.pin, 2:] - self.bodies[self.body, 2:4], self.bodies[self.body, 4]
        c, s = numpy.cos(angle), numpy.sin(angle)
        self.at = numpy.column_stack((c * apart[:, 0] + s * apart[:, 1], -s * apart[:, 0] + c * apart[:, 1]))
        self.weight = 1.0 / self.bodies[:, [0, 0, 1]].ravel()
        self.free = numpy.tile([*self.gravity, 0.0], self.count)
        self.jacobian = numpy.zeros((2 * self.pins, 3 * self.count))
        for side in (0, 1):
            self.jacobian[2 * self.pin + side, 3 * self.body + side] = self.sign

    def start(self):
        return numpy.concatenate((self.bodies[:, 2:5].ravel(), numpy.zeros(3 * self.count)))

    def rates(self, _, state):
        half = 3 * self.count
        angle, speed = state[2:half:3][self.body], state[half + 2::3][self.body]
        c, s = numpy.cos(angle), numpy.sin(angle)
        x, y = c * self.at[:, 0] - s * self.at[:, 1], s * self.at[:, 0] + c * self.at[:, 1]
        jacobian = self.jacobian
        jacobian[2 * self.pin, 3 * self.body + 2] = -self.sign * y
        jacobian[2 * self.pin + 1, 3 * self.body + 2] = self.sign * x
        gamma = numpy.zeros(2 * self.pins)
        numpy.add.at(gamma, 2 * self.pin, self.sign * speed**2 * x)
        numpy.add.at(gamma, 2 * self.pin + 1, self.sign * speed**2 * y)
        weighted = jacobian * self.weight
        force = numpy.linalg.solve(weighted @ jacobian.T, gamma - jacobian @ self.free)
        return numpy.concatenate((state[half:], self.free + weighted.T @ force))

    def places_of_tip(self, states):
        body, x, y = int(self.tip[0]) - 1, *self.tip[1:]
        c, s = numpy.cos(states[:, 3 * body + 2]), numpy.sin(states[:, 3 * body + 2])
        return numpy.column_stack((states[:, 3 * body] + c * x - s * y, states[:, 3 * body + 1] + s * x + c * y))


def solve(mechanism, method, tolerance):
    """The state at the rows, and the number of steps."""
    times = numpy.linspace(0.0, mechanism.duration, mechanism.rows)
    if method == "odeint":
        states, info = odeint(mechanism.rates, mechanism.start(), times, tfirst=True, rtol=tolerance,
                              atol=tolerance, mxstep=100000, full_output=True)
        return states, int(info["nst"][-1])
    out = solve_ivp(mechanism.rates, (0.0, mechanism.duration), mechanism.start(), method="DOP853",
                    t_eval=times, rtol=tolerance, atol=tolerance)
    if not out.success:
        raise RuntimeError(out.message)
    return out.y.T, None


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("dop853", "odeint"):
        print("usage: scipy_planar.py dop853|odeint FILE TOLERANCE", file=sys.stderr)
        return 2
    mechanism = Mechanism(sys.argv[2])
    begin = time.process_time_ns()
    states, steps = solve(mechanism, sys.argv[1], float(sys.argv[3]))
    tip = mechanism.places_of_tip(states)[-1]
    cpu = 1e-9 * (time.process_time_ns() - begin)
    print(json.dumps({"setting": float(sys.argv[3]), "steps": steps, "cpu_s": cpu, "tip_x": tip[0], "tip_y": tip[1]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
