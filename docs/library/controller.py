# controller.py: a sampled PD controller holds an arm at 45 degrees, with a load of 9.81 N at its tip that nobody told it about.
import math

import mbsrun

MODEL = """
mbs: 1
space: planar
gravity: [0, -9.81]
parameters: {torque: 0 N*m}
bodies:
  arm: {type: rigid, mass: 2 kg, inertia: 0.1, center_of_mass: [0.25, 0], markers: {tip: {position: [0.5, 0]}}}
joints:
  shoulder: {type: revolute, marker_i: ground, marker_j: arm}
forces:
  load: {type: force, marker: arm.tip, vector: [0, -9.81]}
  motor: {type: coordinate_force, joint: shoulder, value: torque}
analyses:
  hold: {type: dynamics, duration: 5 s, output_step: 0.01 s}
outputs: {angle: shoulder.angle, rate: shoulder.angle_rate}
"""
KP, KD, PERIOD, WANTED = 200.0, 20.0, 0.005, math.pi / 4


def run():
    session = mbsrun.loads(MODEL).session()
    while not session.over:
        angle, rate = session.read("angle", "rate")
        known = 2 * 9.81 * 0.25 * math.cos(angle)  # the weight of the arm alone
        session.set(torque=KP * (WANTED - angle) - KD * rate + known)
        session.advance(session.t + PERIOD)
    return session.result().check()


if __name__ == "__main__":
    hold = run()["hold"]
    print(f"ends {hold.angle[-1] - WANTED:.5f} rad from where it should be")
