# cart_pole.py: a pole on a cart as an environment for learning, with reset and step as Gymnasium has them.
import math
import random

import mbsrun

MODEL = """
mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {push: 0 N, L: 0.5 m}
bodies:
  cart: {type: rigid, mass: 1 kg, inertia: 1}
  pole: {type: rigid, mass: 0.1 kg, inertia: "0.1 kg*L^2/3", center_of_mass: [0, L]}
joints:
  rail: {type: prismatic, body_i: ground, body_j: cart, at: [0, 0], axis: [1, 0]}
  pivot: {type: revolute, marker_i: cart, marker_j: pole}
forces:
  motor: {type: coordinate_force, joint: rail, value: push}
analyses:
  episode: {type: dynamics, duration: 100 s, output_step: 100 s}
outputs: {x: rail.displacement, v: rail.displacement_rate, angle: pivot.angle, rate: pivot.angle_rate}
"""


class CartPole:
    """Actions 0 and 1 push to the left and to the right with 10 N for 20 ms; an episode ends where the pole falls."""

    def __init__(self, seed=None):
        self.session = mbsrun.loads(MODEL).session()
        self.random = random.Random(seed)
        self.steps = 0

    def observe(self):
        return tuple(self.session.read("x", "v", "angle", "rate"))

    def reset(self):
        self.session.reset()
        q, v = self.session.state()
        lean = self.random.uniform(-0.05, 0.05)
        # x, y, angle of the cart, then of the pole about its mass centre, 0.5 m above the pivot
        q[3], q[4], q[5] = -0.5 * math.sin(lean), 0.5 * math.cos(lean), lean
        self.session.set_state(q, v)
        self.steps = 0
        return self.observe(), {}

    def step(self, action):
        self.steps += 1
        self.session.set(push=10 if action == 1 else -10)
        self.session.advance(0.02 * self.steps)
        seen = self.observe()
        fallen = abs(seen[0]) > 2.4 or abs(seen[2]) > 0.21
        return seen, 1.0, fallen, self.steps >= 500, {}


def balance(seen):
    """The action of a linear policy, which keeps the pole up."""
    x, v, angle, rate = seen
    return 1 if 0.1 * x + 0.3 * v - 3 * angle - 0.7 * rate > 0 else 0


if __name__ == "__main__":
    world = CartPole(seed=3)
    for policy in (lambda seen: world.random.randrange(2), balance):
        seen, _ = world.reset()
        fallen = over = False
        while not (fallen or over):
            seen, _, fallen, over, _ = world.step(policy(seen))
        print(f"{world.steps} steps, angle {seen[2]:.3f} rad")
