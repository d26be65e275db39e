// SPDX-License-Identifier: BSD-3-Clause
// simbody_machines.cpp: the wishbone, the rolling disc and the ten balls of machines.py with
// Simbody, by Runge-Kutta-Merson with its own steps; 101 rows over 1 s, as it interpolates them.
//
// The wishbone is a tree (arms on pins, the upright on a ball) that a ball and a rod close. The
// disc goes on massless frames: along the plane and round (at the point of contact), leaning, then
// the disc on its axle; two relations of speeds keep the point of contact from slipping.
//
// simbody_machines NAME ACCURACY: CPU time from the first step to the last row; one line of JSON.
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using SimTK::MobilizedBody;
using SimTK::Rotation;
using SimTK::Transform;
using SimTK::UnitInertia;
using SimTK::UnitVec3;
using SimTK::Vec3;

namespace {

constexpr int kRows = 100;

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// What all of them are: a system with weight along -z.
struct World {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  SimTK::Force::Gravity gravity{forces, matter, Vec3(0, 0, -9.81)};
};

SimTK::Body::Rigid solid(double mass, const Vec3 &centre, double xx, double yy, double zz) {
  const UnitInertia about(xx / mass, yy / mass, zz / mass);
  return SimTK::Body::Rigid(SimTK::MassProperties(mass, centre, about.shiftFromCentroid(centre)));
}

int run(World &world, SimTK::State &state, const MobilizedBody &shown, const Vec3 &station,
        double accuracy) {
  SimTK::RungeKuttaMersonIntegrator integrator(world.system);
  integrator.setAccuracy(accuracy);
  integrator.setConstraintTolerance(accuracy);
  const double begin = cpu_seconds();
  integrator.initialize(state);
  Vec3 tip(0);
  for (int row = 0; row <= kRows; row++) {
    integrator.stepTo(static_cast<double>(row) / kRows);
    const SimTK::State &here = integrator.getState();
    world.system.realize(here, SimTK::Stage::Position);
    tip = shown.findStationLocationInGround(here, station);
  }
  const double cpu = cpu_seconds() - begin;
  std::printf("{\"setting\": %.17g, \"steps\": %d, \"cpu_s\": %.9f, \"tip_x\": %.12f, \"tip_y\": "
              "%.12f, \"tip_z\": %.12f}\n",
              accuracy, integrator.getNumStepsTaken(), cpu, tip[0], tip[1], tip[2]);
  return 0;
}

int wishbone(double accuracy) {
  World world;
  const Rotation along_x(SimTK::Pi / 2, SimTK::YAxis); // a Pin turns about its frame's z
  const Vec3 low(0, 0.3, 0.2), high(0, 0.38, 0.45), low_ball(0, 0.7, 0.18),
      high_ball(0, 0.66, 0.47), wheel(0, 0.78, 0.32), tie(-0.12, 0.7, 0.24),
      rack(-0.12, 0.35, 0.25), seat(0, 0.55, 0.19), tower(0, 0.42, 0.65);
  const Vec3 low_middle(0, 0.5, 0.19), high_middle(0, 0.52, 0.46);
  MobilizedBody::Pin lower(world.matter.Ground(), Transform(along_x, low),
                           solid(3, low_middle - low, 0.05, 0.02, 0.06), Transform(along_x));
  MobilizedBody::Pin upper(world.matter.Ground(), Transform(along_x, high),
                           solid(1.5, high_middle - high, 0.015, 0.008, 0.02), Transform(along_x));
  MobilizedBody::Ball upright(lower, Transform(low_ball - low),
                              solid(25, wheel - low_ball, 0.6, 1.0, 0.65), Transform());
  SimTK::Constraint::Ball top(upper, high_ball - high, upright, high_ball - low_ball);
  SimTK::Constraint::Rod rod(world.matter.Ground(), rack, upright, tie - low_ball,
                             (tie - rack).norm());
  SimTK::Force::TwoPointLinearSpring spring(world.forces, world.matter.Ground(), tower, lower,
                                            seat - low, 2.5e4, 0.55);
  SimTK::Force::TwoPointLinearDamper damper(world.forces, world.matter.Ground(), tower, lower,
                                            seat - low, 800);
  SimTK::State state = world.system.realizeTopology();
  return run(world, state, upright, wheel - low_ball, accuracy);
}

// The speed of the point of contact along x (or y) less that of a wheel rolling in the direction of
// the turn: of (speed, spin; turn).
class Rolls : public SimTK::Function {
public:
  Rolls(double radius, bool along_y) : radius_(radius), along_y_(along_y) {}
  double calcValue(const SimTK::Vector &x) const override {
    return x[0] - radius_ * x[1] * (along_y_ ? std::sin(x[2]) : std::cos(x[2]));
  }
  double calcDerivative(const SimTK::Array_<int> &by, const SimTK::Vector &x) const override {
    int spins = 0, turns = 0;
    for (const int k : by) {
      spins += k == 1;
      turns += k == 2;
    }
    if (static_cast<int>(by.size()) > spins + turns) {
      return by.size() == 1 ? 1 : 0;
    }
    const double shift = (along_y_ ? 0 : SimTK::Pi / 2) + turns * SimTK::Pi / 2;
    return spins > 1 ? 0 : -radius_ * (spins == 1 ? 1 : x[1]) * std::sin(x[2] + shift);
  }
  int getArgumentSize() const override { return 3; }
  int getMaxDerivativeOrder() const override { return 1000; }

private:
  double radius_;
  bool along_y_;
};

int disc(double accuracy) {
  World world;
  const double r = 0.25, lean = 0.15, mass = 2;
  const SimTK::Body::Massless frame;
  MobilizedBody::Planar place(world.matter.Ground(), Transform(), frame, Transform());
  // leaning about x of the way
  MobilizedBody::Pin leaning(place, Transform(Rotation(SimTK::Pi / 2, SimTK::YAxis)), frame,
                             Transform(Rotation(SimTK::Pi / 2, SimTK::YAxis)));
  // the axle is y of the leaning frame
  const Rotation along_y(-SimTK::Pi / 2, SimTK::XAxis);
  const double across = 0.25 * mass * r * r;
  MobilizedBody::Pin wheel(leaning, Transform(along_y, Vec3(0, 0, r)),
                           solid(mass, Vec3(0), across, 2 * across, across), Transform(along_y));
  // Simbody's own no-slip rows take the point for one that stays on the bodies.
  for (const bool along_y : {false, true}) {
    std::vector<SimTK::MobilizedBodyIndex> speeds = {place, wheel}, turned = {place};
    std::vector<SimTK::MobilizerUIndex> of_speed = {SimTK::MobilizerUIndex(along_y ? 2 : 1),
                                                    SimTK::MobilizerUIndex(0)};
    std::vector<SimTK::MobilizerQIndex> of_turn = {SimTK::MobilizerQIndex(0)};
    SimTK::Constraint::SpeedCoupler(world.matter, new Rolls(r, along_y), speeds, of_speed, turned,
                                    of_turn);
  }
  SimTK::State state = world.system.realizeTopology();
  place.setOneQ(state, 2, r * std::sin(lean));
  leaning.setAngle(state, lean);
  wheel.setRate(state, 10);
  place.setOneU(state, 1, 10 * r); // along x; the first of Planar is the turn
  return run(world, state, wheel, Vec3(0), accuracy);
}

int balls(double accuracy) {
  World world;
  SimTK::GeneralContactSubsystem contacts(world.system);
  const SimTK::ContactSetIndex set = contacts.createContactSet();
  contacts.addBody(set, world.matter.updGround(), SimTK::ContactGeometry::HalfSpace(),
                   Transform(Rotation(SimTK::Pi / 2, SimTK::YAxis)));
  SimTK::HuntCrossleyForce law(world.forces, contacts, set);
  law.setTransitionVelocity(0.01);
  law.setBodyParameters(SimTK::ContactSurfaceIndex(0), 1e7, 0.2, 0.3, 0.3, 0);
  std::vector<MobilizedBody::Free> all;
  for (int k = 0; k < 10; k++) {
    MobilizedBody::Free ball(world.matter.Ground(), Transform(),
                             solid(1, Vec3(0), 4e-3, 4e-3, 4e-3), Transform());
    contacts.addBody(set, ball, SimTK::ContactGeometry::Sphere(0.1), Transform());
    law.setBodyParameters(SimTK::ContactSurfaceIndex(k + 1), 1e7, 0.2, 0.3, 0.3, 0);
    all.push_back(ball);
  }
  SimTK::State state = world.system.realizeTopology();
  for (int k = 0; k < 10; k++) {
    all[k].setQToFitTranslation(state, Vec3(0.5 * k, 0, 0.15 + 0.02 * k));
    all[k].setUToFitLinearVelocity(state, Vec3(1, 0.1 * k, 0));
  }
  return run(world, state, all[0], Vec3(0), accuracy);
}

} // namespace

int main(int argc, char **argv) {
  const double accuracy = argc == 3 ? std::atof(argv[2]) : 0.0;
  if (!(accuracy > 0.0)) {
    std::fputs("usage: simbody_machines wishbone|disc|balls ACCURACY\n", stderr);
    return 2;
  }
  try {
    return std::strcmp(argv[1], "wishbone") == 0 ? wishbone(accuracy)
           : std::strcmp(argv[1], "disc") == 0   ? disc(accuracy)
                                                 : balls(accuracy);
  } catch (const std::exception &trouble) {
    std::fprintf(stderr, "simbody_machines: %s\n", trouble.what());
    return 1;
  }
}
