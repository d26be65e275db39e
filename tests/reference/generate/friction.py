# SPDX-License-Identifier: BSD-3-Clause
"""Dry friction by one equation of motion each: a block on a pulled spring, a pendulum with a pin.

The coefficient of friction at the sliding speed u is
    mu(u) = (mu_k + (mu_s - mu_k) exp(-(u/u_s)^2)) tanh(u/u_t).
"""
from precise import grid, integrate, number

GRAVITY = number("9.81")


def coefficient(tape, u, static, kinetic, stribeck, transition):
    ratio = u * (1 / number(stribeck))
    level = tape.exp(-(ratio * ratio)) * (number(static) - number(kinetic)) + number(kinetic)
    return level * tape.tanh(u * (1 / number(transition)))


# 1 kg on a rough plane, pulled by 50 N/m whose far end runs away at 0.1 m/s.
STIFFNESS, SPEED = 50, number("0.1")
THRESHOLD = number("0.02")  # a sliding speed that tells slip from stick
STICK_SLIP_END = "4"


def block_equations(tape, t, y):
    x, v = y
    mu = coefficient(tape, v, "0.5", "0.3", "0.05", "0.005")
    return [v, (t * SPEED - x) * STIFFNESS - mu * GRAVITY]


def stick_slip_motion():
    return integrate(block_equations, [0, 0], grid(STICK_SLIP_END, "0.01"), level=(1, THRESHOLD))


def stick_slip():
    rows, _ = stick_slip_motion()
    times = grid(STICK_SLIP_END, "0.01")
    return ["t", "x", "v"], [[t, x, v] for t, (x, v) in zip(times, rows)]


# A bar of 2 kg, 0.2 kg m^2 about its mass centre, 0.5 m from a pin of 50 mm radius.
MASS, ARM, RADIUS = 2, number("0.5"), number("0.05")
INERTIA = number("0.2") + MASS * ARM**2


def pin_acceleration(tape, angle, rate):
    """I alpha = A - B |R(alpha)|, R = m (acceleration of the mass centre - gravity).

    |R|^2 = m^2 (l^2 alpha^2 + 2 g l cos(angle) alpha + D) makes it a quadratic equation; of its two
    solutions the one that is smooth where B passes zero.
    """
    sine, cosine = tape.sin_cos(angle)
    square = rate * rate
    B = coefficient(tape, rate * RADIUS, "0.5", "0.3", "0.02", "0.005") * RADIUS
    A = cosine * (-MASS * GRAVITY * ARM)
    b = B * B * MASS**2
    D = square * square * ARM**2 - square * sine * (2 * GRAVITY * ARM) + GRAVITY**2
    gc = cosine * (GRAVITY * ARM)
    root = tape.sqrt(D * INERTIA**2 + A * A * ARM**2 + A * gc * (2 * INERTIA)
                     + b * (gc * gc - D * ARM**2))
    return (A * INERTIA + b * gc - B * root * MASS) / (INERTIA**2 - b * ARM**2)


def pin_equations(tape, t, y):
    angle, rate = y
    return [rate, pin_acceleration(tape, angle, rate)]


def pin_friction():
    times = grid("4", "0.01")
    rows = integrate(pin_equations, [0, 0], times)
    return ["t", "angle", "rate"], [[t, angle, rate] for t, (angle, rate) in zip(times, rows)]


# Quarter car: 300 kg on 20 kN/m and 1.5 kN s/m, a wheel of 40 kg on a tyre of 180 kN/m, a road of
# 20 mm (1 - cos(4 pi t)); heights above rest.
def car_equations(tape, t, y):
    from precise import PI
    body, wheel, body_rate, wheel_rate = y
    road = (1 - tape.sin_cos(t * (4 * PI))[1]) * number("0.02")
    push = (wheel - body) * 20000 + (wheel_rate - body_rate) * 1500
    return [body_rate, wheel_rate, push * (1 / number(300)),
            ((road - wheel) * 180000 - push) * (1 / number(40))]


def quarter_car():
    times = grid("3", "0.01")
    rows = integrate(car_equations, [0, 0, 0, 0], times)
    return (["t", "body", "wheel", "body_rate", "wheel_rate"],
            [[t] + list(row) for t, row in zip(times, rows)])


if __name__ == "__main__":  # the transitions, for reference/README.md and the model
    from precise import text
    for when in stick_slip_motion()[1]:
        print(text(when))
