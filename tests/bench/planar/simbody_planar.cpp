// SPDX-License-Identifier: BSD-3-Clause
// simbody_planar.cpp: a planar mechanism (mechanism.h) with Simbody, in the angles of the hinges
// that carry its bodies (Pin). A hinge that closes a loop is two PointInPlane. Simbody takes its
// own steps; rows between them by Hermite's polynomial of degree 5 in the place of the tip, which
// costs far less than Simbody's own interpolation.
//
//   merson     RungeKuttaMersonIntegrator
//   fehlberg   RungeKuttaFeldbergIntegrator
//
// CPodesIntegrator is left out: it is behind both on open trees and gives up on loops.
// CPU time from the first step to the last row.
#include <Simbody.h>

#include <memory>

#include "hermite.h"
#include "planar/mechanism.h"

using SimTK::Transform;
using SimTK::Vec3;

namespace {

struct Assembly {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  std::vector<SimTK::MobilizedBody> bodies;
};

Vec3 place_in(const Mechanism &all, int body, const Hinge &pin) {
  double point[2];
  in_body(&all.body[body], pin.x, pin.y, point);
  return Vec3(point[0], point[1], 0);
}

void add_pin(Assembly &assembly, const Mechanism &all, const Hinge &pin) {
  SimTK::MobilizedBody &before = assembly.bodies[pin.i], &own = assembly.bodies[pin.j];
  const Vec3 there = place_in(all, pin.i, pin), here = place_in(all, pin.j, pin);
  if (pin.closes) {
    for (const SimTK::CoordinateAxis &axis :
         {SimTK::CoordinateAxis(SimTK::XAxis), SimTK::CoordinateAxis(SimTK::YAxis)}) {
      SimTK::Constraint::PointInPlane(before, SimTK::UnitVec3(axis), there[axis], own, here);
    }
    return;
  }
  const Rod &rod = all.body[pin.j];
  // about z as stated; about x and y as much as a rod in space must have at least
  const SimTK::Body::Rigid body(SimTK::MassProperties(
      rod.mass, Vec3(0), SimTK::Inertia(rod.inertia, rod.inertia, rod.inertia)));
  own = SimTK::MobilizedBody::Pin(before, Transform(there), body, Transform(here));
}

std::unique_ptr<SimTK::Integrator> integrator_of(const Assembly &assembly, const char *method) {
  if (std::strcmp(method, "merson") == 0) {
    return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(assembly.system);
  }
  return std::make_unique<SimTK::RungeKuttaFeldbergIntegrator>(assembly.system);
}

// The tip's place, velocity and acceleration, each for x and y.
struct End {
  double t, tip[2][3];
};

End end_of(const Assembly &assembly, const Mechanism &all, const SimTK::State &state) {
  assembly.system.realize(state, SimTK::Stage::Acceleration);
  const Vec3 point(all.tip[0], all.tip[1], 0);
  const SimTK::MobilizedBody &body = assembly.bodies[all.tip_body];
  const Vec3 place = body.findStationLocationInGround(state, point);
  const Vec3 velocity = body.findStationVelocityInGround(state, point);
  const Vec3 acceleration = body.findStationAccelerationInGround(state, point);
  return {state.getTime(),
          {{place[0], velocity[0], acceleration[0]}, {place[1], velocity[1], acceleration[1]}}};
}

int run(const Mechanism &all, const char *method, double accuracy) {
  Assembly assembly;
  SimTK::Force::Gravity gravity(assembly.forces, assembly.matter,
                                Vec3(all.gravity[0], all.gravity[1], 0));
  assembly.bodies.resize(all.bodies + 1);
  assembly.bodies[0] = assembly.matter.Ground();
  for (int k = 0; k < all.pins; k++) {
    add_pin(assembly, all, all.pin[k]);
  }
  SimTK::State state = assembly.system.realizeTopology();
  for (int k = 0; k < all.pins; k++) {
    if (!all.pin[k].closes) {
      assembly.bodies[all.pin[k].j].setOneQ(
          state, 0, all.body[all.pin[k].j].angle - all.body[all.pin[k].i].angle);
    }
  }
  const auto integrator = integrator_of(assembly, method);
  integrator->setAccuracy(accuracy);
  integrator->setReturnEveryInternalStep(true);
  integrator->setFinalTime(all.duration);
  const double begin = cpu_seconds(), apart = all.duration / (all.rows - 1);
  integrator->initialize(state);
  End left, right = end_of(assembly, all, integrator->getState());
  double shown[2] = {right.tip[0][0], right.tip[1][0]};
  for (int row = 1; row < all.rows;) {
    integrator->stepTo(all.duration);
    left = right;
    right = end_of(assembly, all, integrator->getState());
    const double h = right.t - left.t;
    const bool last = right.t >= all.duration;
    for (; h > 0 && row < all.rows && (last || apart * row <= right.t); row++) {
      for (int k = 0; k < 2; k++) {
        shown[k] = hermite(h, (apart * row - left.t) / h, left.tip[k], right.tip[k]);
      }
    }
  }
  const double cpu = cpu_seconds() - begin;
  show_run(accuracy, integrator->getNumStepsTaken(), cpu, shown[0], shown[1]);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  static Mechanism all;
  const double accuracy = argc == 4 ? std::atof(argv[3]) : 0.0;
  if (!(accuracy > 0.0) || !read_mechanism(argv[2], &all)) {
    std::fputs("usage: simbody_planar merson|fehlberg FILE ACCURACY\n", stderr);
    return 2;
  }
  try {
    return run(all, argv[1], accuracy);
  } catch (const std::exception &trouble) {
    std::fprintf(stderr, "simbody_planar: %s\n", trouble.what());
    return 1;
  }
}
