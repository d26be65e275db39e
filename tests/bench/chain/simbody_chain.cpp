// SPDX-License-Identifier: BSD-3-Clause
// simbody_chain.cpp: the falling chain of N rods with Simbody, in its joint angles (Pin), by
// Runge-Kutta-Merson with Simbody's own steps.
//
// simbody_chain N ACCURACY: CPU time from the first step to the last, tip at 1 s; one line of JSON.
#include <Simbody.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

using SimTK::Transform;
using SimTK::Vec3;

namespace {

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

int run(int count, double accuracy) {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter(system);
  SimTK::GeneralForceSubsystem forces(system);
  SimTK::Force::Gravity gravity(forces, matter, Vec3(0, -9.81, 0));
  // 1/12 kg m^2 about z; about x and y what a rod in space must have at least
  const SimTK::Inertia inertia(1e-4, 1.0 / 12.0 + 1e-4, 1.0 / 12.0);
  SimTK::Body::Rigid body(SimTK::MassProperties(1.0, Vec3(0), inertia));
  SimTK::MobilizedBody before = matter.Ground();
  Vec3 place(0);
  for (int k = 0; k < count; k++) {
    SimTK::MobilizedBody::Pin pin(before, Transform(place), body, Transform(Vec3(-0.5, 0, 0)));
    before = pin;
    place = Vec3(0.5, 0, 0);
  }
  SimTK::State state = system.realizeTopology();
  SimTK::RungeKuttaMersonIntegrator integrator(system);
  integrator.setAccuracy(accuracy);
  integrator.setReturnEveryInternalStep(true);
  const double begin = cpu_seconds();
  integrator.initialize(state);
  while (integrator.getTime() < 1.0) {
    integrator.stepTo(1.0);
  }
  const double cpu = cpu_seconds() - begin;
  const SimTK::State &last = integrator.getState();
  system.realize(last, SimTK::Stage::Position);
  const Vec3 tip = before.findStationLocationInGround(last, Vec3(0.5, 0, 0));
  std::printf(
      "{\"rods\": %d, \"setting\": %.17g, \"steps\": %d, \"cpu_s\": %.9f, \"tip_x\": %.12f, "
      "\"tip_y\": %.12f}\n",
      count, accuracy, integrator.getNumStepsTaken(), cpu, tip[0], tip[1]);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const int count = argc == 3 ? std::atoi(argv[1]) : 0;
  const double accuracy = argc == 3 ? std::atof(argv[2]) : 0.0;
  if (count < 1 || !(accuracy > 0.0)) {
    std::fputs("usage: simbody_chain N ACCURACY\n", stderr);
    return 2;
  }
  try {
    return run(count, accuracy);
  } catch (const std::exception &trouble) {
    std::fprintf(stderr, "simbody_chain: %s\n", trouble.what());
    return 1;
  }
}
