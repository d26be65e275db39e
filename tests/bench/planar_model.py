# SPDX-License-Identifier: BSD-3-Clause
"""Planar mechanisms of rods on pins, each written once: as a model of mbsrun, and as the plain file that
the programs of tests/bench/planar read.

Such a file has a word and its numbers on each line, in this order:

  gravity X Y
  duration T            s
  rows N                output points over the duration, both ends counted
  body MASS INERTIA X Y ANGLE     of body 1, 2, ...: about and at its middle, at rest
  pin I J X Y           between the bodies I and J (0: ground) at this point of the ground's axes; a pin
                        whose J hangs on no earlier pin carries J, any other one closes a loop
  tip BODY X Y          the point that is looked at, in the body's own axes
"""
import math

GRAVITY, ROWS = (0.0, -9.81), 101
WITHIN = 1e-6  # m

# The tip at the end, in metres. Each is known from two programs that share nothing and agree to 1e-9
# or better: mbsrun at relative 1e-12, and
#   double pendulum   Lagrange's two equations in the angles of the rods, SciPy's DOP853 at 1e-13
#   chains            MuJoCo in its hinge angles, 8000 equal steps
#   four-bar          one equation in the angle of the crank, SciPy's DOP853 at 1e-13
TIP = {"double_pendulum": (0.31352477645, -1.91474661756), "chain_10": (7.52722901556, -4.90626231972),
       "chain_40": (38.65190468030, -4.905), "four_bar": (0.60961043651, -0.26889882563)}


class Mechanism:
    """bodies: (mass, inertia, x, y, angle); pins: (i, j, x, y); tip: (body, x, y)."""

    def __init__(self, title, duration):
        self.title, self.duration = title, duration
        self.bodies, self.pins, self.tip = [], [], None

    def rod(self, start, end, mass):
        """A slender rod from start to end; returns its number."""
        length = math.dist(start, end)
        self.bodies.append((mass, mass * length**2 / 12, 0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1]),
                            math.atan2(end[1] - start[1], end[0] - start[0])))
        self.tip = (len(self.bodies), 0.5 * length, 0.0)
        return len(self.bodies)

    def pin(self, i, j, at):
        self.pins.append((i, j, *at))


def chain(count, duration):
    """Rods of 1 m and 1 kg in a line, let go from the horizontal; the first hangs on the ground."""
    one = Mechanism(f"A chain of {count} rods", duration)
    for k in range(count):
        one.pin(k, one.rod((float(k), 0.0), (k + 1.0, 0.0), 1.0), (float(k), 0.0))
    return one


CRANK, COUPLER, ROCKER, GROUND, AT_START = 0.5, 0.9, 0.7, 0.8, 0.25 * math.pi  # m, and rad


def four_bar():
    """A crank that could go round (0.5 + 0.9 < 0.8 + 0.7), let go at 45 degrees: no pose of it is
    singular. A rod has 1 kg a metre."""
    one = Mechanism("A four-bar", 2.0)
    left, right = (0.0, 0.0), (GROUND, 0.0)
    low = (CRANK * math.cos(AT_START), CRANK * math.sin(AT_START))
    across = math.dist(low, right)
    along = (COUPLER**2 - ROCKER**2 + across**2) / (2 * across)
    aside = -math.sqrt(COUPLER**2 - along**2)  # the rocker hangs
    unit = ((right[0] - low[0]) / across, (right[1] - low[1]) / across)
    far = (low[0] + along * unit[0] - aside * unit[1], low[1] + along * unit[1] + aside * unit[0])
    rocker, crank = one.rod(right, far, ROCKER), one.rod(left, low, CRANK)
    coupler = one.rod(low, far, COUPLER)
    one.tip = (coupler, 0.0, 0.0)
    one.pin(0, crank, left)
    one.pin(crank, coupler, low)
    one.pin(0, rocker, right)
    one.pin(rocker, coupler, far)
    return one


MECHANISMS = {"double_pendulum": chain(2, 2.0), "chain_10": chain(10, 1.0), "chain_40": chain(40, 1.0),
              "four_bar": four_bar()}


def plain_text(one):
    """The file that the programs of tests/bench/planar read."""
    lines = [("gravity", *GRAVITY), ("duration", one.duration), ("rows", ROWS),
             *(("body", *body) for body in one.bodies), *(("pin", *pin) for pin in one.pins),
             ("tip", *one.tip)]
    return "".join(" ".join([line[0], *map(repr, line[1:])]) + "\n" for line in lines)


def model_text(one, relative):
    """The model of mbsrun; relative: the tolerance, or None for the default."""
    shown, x, y = one.tip
    bodies = "".join(
        f"  b{k}: {{type: rigid, mass: {mass!r}, inertia: {inertia!r}, "
        f"initial: {{position: [{at_x!r}, {at_y!r}], angle: {angle!r}}}"
        + (f", markers: {{tip: {{position: [{x!r}, {y!r}]}}}}" if k == shown else "") + "}\n"
        for k, (mass, inertia, at_x, at_y, angle) in enumerate(one.bodies, 1))
    joints = "".join(
        f"  j{k}: {{type: revolute, body_i: {f'b{i}' if i else 'ground'}, body_j: b{j}, at: [{at_x!r}, {at_y!r}]}}\n"
        for k, (i, j, at_x, at_y) in enumerate(one.pins, 1))
    tolerances = "" if relative is None else f", integrator: {{tolerances: {{relative: {relative:.6e}}}}}"
    return (f"mbs: 1\ntitle: {one.title}\nspace: planar\ngravity: {list(GRAVITY)!r}\nbodies:\n{bodies}joints:\n{joints}"
            f"outputs: {{tip_x: b{shown}.tip.x, tip_y: b{shown}.tip.y}}\nanalyses:\n"
            f"  fall: {{type: dynamics, duration: {one.duration!r}, "
            f"output_step: {one.duration / (ROWS - 1)!r}{tolerances}}}\n")


def write_model(path, name, relative):
    path.write_text(model_text(MECHANISMS[name], relative), encoding="utf-8")
