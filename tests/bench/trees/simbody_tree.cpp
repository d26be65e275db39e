// SPDX-License-Identifier: BSD-3-Clause
// simbody_tree.cpp: the tree of N rods in space (trees.py) with Simbody, in its hinge angles (Pin),
// by Runge-Kutta-Merson with Simbody's own steps; 101 places of the tip over 1 s, as it
// interpolates them.
//
// simbody_tree N ACCURACY: CPU time from the first step to the last row; one line of JSON.
#include <Simbody.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

using SimTK::Rotation;
using SimTK::Transform;
using SimTK::Vec3;

namespace {

constexpr int kRows = 100;

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

int run(int count, double accuracy) {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter(system);
  SimTK::GeneralForceSubsystem forces(system);
  SimTK::Force::Gravity gravity(forces, matter, Vec3(0, 0, -9.81));
  const Vec3 middle(0, 0, -0.5);
  const SimTK::UnitInertia about_middle(0.0833, 0.0833, 0.001);
  SimTK::Body::Rigid body(
      SimTK::MassProperties(1.0, middle, about_middle.shiftFromCentroid(middle)));
  const Rotation about_x(SimTK::Pi / 2, SimTK::YAxis); // a Pin turns about its frame's z
  const Rotation about_y(-SimTK::Pi / 2, SimTK::XAxis);
  SimTK::MobilizedBody before = matter.Ground();
  std::vector<SimTK::MobilizedBody::Pin> pins;
  for (int k = 0; k < count; k++) {
    const Rotation &axis = k % 2 == 0 ? about_x : about_y;
    const SimTK::MobilizedBody::Pin pin(before, Transform(axis, Vec3(0, 0, k == 0 ? 0 : -1)), body,
                                        Transform(axis, Vec3(0)));
    pins.push_back(pin);
    before = pin;
  }
  SimTK::State state = system.realizeTopology();
  for (auto &pin : pins) {
    pin.setAngle(state, 0.3);
  }
  SimTK::RungeKuttaMersonIntegrator integrator(system);
  integrator.setAccuracy(accuracy);
  const double begin = cpu_seconds();
  integrator.initialize(state);
  Vec3 tip(0);
  for (int row = 0; row <= kRows; row++) {
    integrator.stepTo(static_cast<double>(row) / kRows);
    const SimTK::State &here = integrator.getState();
    system.realize(here, SimTK::Stage::Position);
    tip = before.findStationLocationInGround(here, Vec3(0, 0, -1));
  }
  const double cpu = cpu_seconds() - begin;
  std::printf(
      "{\"rods\": %d, \"setting\": %.17g, \"steps\": %d, \"cpu_s\": %.9f, \"tip_x\": %.12f, "
      "\"tip_y\": %.12f, \"tip_z\": %.12f}\n",
      count, accuracy, integrator.getNumStepsTaken(), cpu, tip[0], tip[1], tip[2]);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const int count = argc == 3 ? std::atoi(argv[1]) : 0;
  const double accuracy = argc == 3 ? std::atof(argv[2]) : 0.0;
  if (count < 1 || !(accuracy > 0.0)) {
    std::fputs("usage: simbody_tree N ACCURACY\n", stderr);
    return 2;
  }
  try {
    return run(count, accuracy);
  } catch (const std::exception &trouble) {
    std::fprintf(stderr, "simbody_tree: %s\n", trouble.what());
    return 1;
  }
}
