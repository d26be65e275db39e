#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The A01 pendulum with SciPy, in its one angle; see contestant.h for the rules and the commands.

  dop853, rk45, lsoda   scipy.integrate.solve_ivp with 1001 output times
  odeint                scipy.integrate.odeint (the compiled LSODA), 1001 output times; it does not
                        show its own steps, so its drift is that of the rows
"""
import json
import math
import sys
import time

import numpy
from scipy.integrate import odeint, solve_ivp

GRAVITY, DURATION, ROWS = 9.81, 10.0, 1001
DRIFT_LIMIT, ERROR_LIMIT = 5e-5, 3e-5
X_END, Y_END = -0.27508746257611686, -0.961419205099125064
START = (-0.5 * math.pi, 0.0)
LOOSEST, TIGHTEST = 32, 72


def rates(_, state):
    return state[1], -GRAVITY * math.sin(state[0])


def energies(angle, speed):
    return 0.5 * speed**2 - GRAVITY * numpy.cos(angle)


def solve(method, tolerance, times):
    """Angles, rates and the number of steps at the times, or at the own steps for None."""
    if method == "odeint":
        states, info = odeint(rates, START, times, tfirst=True, rtol=tolerance, atol=tolerance,
                              mxstep=100000, full_output=True)
        return states[:, 0], states[:, 1], int(info["nst"][-1])
    out = solve_ivp(rates, (0.0, DURATION), START, method=method.upper() if method != "lsoda" else "LSODA",
                    t_eval=times, rtol=tolerance, atol=tolerance)
    if not out.success:
        raise RuntimeError(out.message)
    return out.y[0], out.y[1], len(out.t) - 1


def timed(method, tolerance):
    """CPU milliseconds, and the rows: time, x, y, energy."""
    begin = time.process_time_ns()
    times = numpy.linspace(0.0, DURATION, ROWS)
    angle, speed, steps = solve(method, tolerance, times)
    rows = numpy.column_stack((times, numpy.sin(angle), -numpy.cos(angle), energies(angle, speed)))
    drift = float(numpy.abs(rows[:, 3]).max())
    return 1e-6 * (time.process_time_ns() - begin), rows, drift, steps


def outcome(method, tolerance, cpu):
    _, rows, drift, steps = timed(method, tolerance)
    at_steps = None
    if method != "odeint":
        angle, speed, steps = solve(method, tolerance, None)
        at_steps = float(numpy.abs(energies(angle, speed)).max())
    return {"method": method, "setting": tolerance, "setting_kind": "tolerance", "steps": steps,
            "rows": ROWS, "drift_rows": drift, "drift_steps": at_steps,
            "error_10s": math.hypot(rows[-1, 1] - X_END, rows[-1, 2] - Y_END), "cpu_ms": cpu}


def passes(result):
    return (max(result["drift_rows"], result["drift_steps"] or 0.0) < DRIFT_LIMIT
            and result["error_10s"] < ERROR_LIMIT)


def find(method):
    found = None
    for k in range(TIGHTEST, LOOSEST - 1, -1):
        result = outcome(method, 10.0 ** (-k / 8), [])
        if not passes(result):
            break
        found = result
    return found


def main():
    methods = ("dop853", "rk45", "lsoda", "odeint")
    if sys.argv[1:] == ["--list"]:
        print("\n".join(methods))
        return 0
    if len(sys.argv) == 3 and sys.argv[1] in methods and sys.argv[2] == "--find":
        result = find(sys.argv[1])
    elif len(sys.argv) == 5 and sys.argv[1] in methods and sys.argv[2] == "--time":
        cpu = [timed(sys.argv[1], float(sys.argv[3]))[0] for _ in range(int(sys.argv[4]))]
        result = outcome(sys.argv[1], float(sys.argv[3]), cpu)
    else:
        print("usage: scipy_a01.py METHOD --find | METHOD --time SETTING REPEATS | --list",
              file=sys.stderr)
        return 2
    if result is None:
        print(f"{sys.argv[1]}: no setting of the scan passes", file=sys.stderr)
        return 1
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
