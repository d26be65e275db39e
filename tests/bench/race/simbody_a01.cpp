// SPDX-License-Identifier: BSD-3-Clause
// simbody_a01.cpp: the A01 pendulum with Simbody, in its one joint angle (Pin) and as a point mass
// with a rod constraint.
//
//   pin_rows       Runge-Kutta-Merson, 1001 rows interpolated by Simbody
//   pin_hermite    Runge-Kutta-Merson, 1001 rows by Hermite's polynomial between Simbody's own
//   steps pin_steps      Runge-Kutta-Merson, no rows pin_adams      CPodes with Adams' methods,
//   rows as pin_hermite rod_steps      point mass and Constraint::Rod, Runge-Kutta-Merson, no rows
#include <Simbody.h>

#include <memory>

#include "race/contestant.h"

namespace {

using SimTK::Integrator;
using SimTK::State;
using SimTK::Transform;
using SimTK::Vec3;

// Topology, and what has to live as long as it.
struct Pendulum {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  SimTK::Force::Gravity gravity{forces, matter, Vec3(0, -GRAVITY, 0)};
  SimTK::Body::Rigid body{SimTK::MassProperties(1.0, Vec3(0), SimTK::UnitInertia(0))};
  SimTK::MobilizedBody mass;
  std::unique_ptr<SimTK::Constraint::Rod> rod;
  State state;

  explicit Pendulum(bool with_rod) {
    if (with_rod) {
      SimTK::MobilizedBody::Translation point(matter.Ground(), Transform(), body, Transform());
      mass = point;
      rod = std::make_unique<SimTK::Constraint::Rod>(matter.Ground(), Vec3(0), point, Vec3(0), 1.0);
      state = system.realizeTopology();
      point.setMobilizerTranslation(state, Vec3(-1, 0, 0));
    } else {
      SimTK::MobilizedBody::Pin pin(matter.Ground(), Transform(), body, Transform(Vec3(1, 0, 0)));
      mass = pin;
      state = system.realizeTopology();
    }
  }
};

// The angle of Pin is counted from (-1, 0): x = -cos q, y = -sin q.
void angle_of(const State &state, double out[3]) {
  out[0] = state.getQ()[0];
  out[1] = state.getU()[0];
  out[2] = state.getUDot()[0];
}

double energy_now(const Pendulum &pendulum, const State &state) {
  pendulum.system.realize(state, SimTK::Stage::Velocity);
  const Vec3 place = pendulum.mass.getBodyOriginLocation(state);
  const Vec3 velocity = pendulum.mass.getBodyOriginVelocity(state);
  return 0.5 * velocity.normSqr() + GRAVITY * place[1];
}

void place_end(const Pendulum &pendulum, const State &state, Outcome *outcome) {
  pendulum.system.realize(state, SimTK::Stage::Position);
  const Vec3 place = pendulum.mass.getBodyOriginLocation(state);
  outcome->x_end = place[0];
  outcome->y_end = place[1];
}

bool interpolated_rows(const Pendulum &pendulum, Integrator &integrator, Row *rows,
                       Outcome *outcome) {
  integrator.initialize(pendulum.state);
  for (int k = 0; k < ROWS; k++) {
    const double t = DURATION * k / (ROWS - 1);
    while (integrator.getTime() < t) {
      integrator.stepTo(t);
    }
    const State &state = integrator.getState();
    const double q = state.getQ()[0];
    take_row(&rows[k], outcome, t, -std::cos(q), -std::sin(q), state.getU()[0]);
  }
  outcome->x_end = rows[ROWS - 1].x;
  outcome->y_end = rows[ROWS - 1].y;
  outcome->steps = integrator.getNumStepsTaken();
  return true;
}

bool own_steps(const Pendulum &pendulum, Integrator &integrator, Outcome *outcome) {
  integrator.setReturnEveryInternalStep(true);
  integrator.initialize(pendulum.state);
  while (integrator.getTime() < DURATION) {
    integrator.stepTo(DURATION);
    take_step(outcome, energy_now(pendulum, integrator.getState()));
  }
  place_end(pendulum, integrator.getState(), outcome);
  outcome->steps = integrator.getNumStepsTaken();
  return true;
}

bool hermite_rows(const Pendulum &pendulum, Integrator &integrator, Row *rows, Outcome *outcome) {
  integrator.setReturnEveryInternalStep(true);
  integrator.initialize(pendulum.state);
  pendulum.system.realize(integrator.getState(), SimTK::Stage::Acceleration);
  double left[3];
  double right[3];
  angle_of(integrator.getState(), left);
  double begin = 0.0;
  int next = 0;
  while (integrator.getTime() < DURATION) {
    integrator.stepTo(DURATION);
    const State &state = integrator.getState();
    pendulum.system.realize(state, SimTK::Stage::Acceleration);
    angle_of(state, right);
    const double end = state.getTime();
    take_step(outcome, energy_of(-std::sin(right[0]), right[1]));
    for (; next < ROWS && (end >= DURATION || DURATION * next / (ROWS - 1) <= end); next++) {
      const double t = DURATION * next / (ROWS - 1);
      double q = right[0];
      double u = right[1];
      if (end > begin) {
        hermite(end - begin, (t - begin) / (end - begin), left, right, &q, &u);
      }
      take_row(&rows[next], outcome, t, -std::cos(q), -std::sin(q), u);
    }
    std::copy(right, right + 3, left);
    begin = end;
  }
  outcome->x_end = rows[ROWS - 1].x;
  outcome->y_end = rows[ROWS - 1].y;
  outcome->steps = integrator.getNumStepsTaken();
  return true;
}

template <typename Work> void guarded(Outcome *outcome, Work work) {
  try {
    outcome->complete = work();
  } catch (const std::exception &trouble) {
    std::fprintf(stderr, "simbody: %s\n", trouble.what());
    outcome->complete = false;
  }
}

void run_pin_rows(double accuracy, bool watch, Row *rows, Outcome *outcome) {
  guarded(outcome, [&] {
    const Pendulum pendulum(false);
    SimTK::RungeKuttaMersonIntegrator integrator(pendulum.system);
    integrator.setAccuracy(accuracy);
    bool good = interpolated_rows(pendulum, integrator, rows, outcome);
    if (watch) {
      Outcome steps = {};
      SimTK::RungeKuttaMersonIntegrator again(pendulum.system);
      again.setAccuracy(accuracy);
      good = good && own_steps(pendulum, again, &steps);
      outcome->drift_steps = steps.drift_steps;
    }
    return good;
  });
}

void run_pin_hermite(double accuracy, bool, Row *rows, Outcome *outcome) {
  guarded(outcome, [&] {
    const Pendulum pendulum(false);
    SimTK::RungeKuttaMersonIntegrator integrator(pendulum.system);
    integrator.setAccuracy(accuracy);
    return hermite_rows(pendulum, integrator, rows, outcome);
  });
}

void run_pin_adams(double accuracy, bool, Row *rows, Outcome *outcome) {
  guarded(outcome, [&] {
    const Pendulum pendulum(false);
    SimTK::CPodesIntegrator integrator(pendulum.system, SimTK::CPodes::Adams,
                                       SimTK::CPodes::Functional);
    integrator.setAccuracy(accuracy);
    return hermite_rows(pendulum, integrator, rows, outcome);
  });
}

void run_steps(double accuracy, bool with_rod, Outcome *outcome) {
  guarded(outcome, [&] {
    const Pendulum pendulum(with_rod);
    SimTK::RungeKuttaMersonIntegrator integrator(pendulum.system);
    integrator.setAccuracy(accuracy);
    return own_steps(pendulum, integrator, outcome);
  });
}

void run_pin_steps(double accuracy, bool, Row *, Outcome *outcome) {
  run_steps(accuracy, false, outcome);
}

void run_rod_steps(double accuracy, bool, Row *, Outcome *outcome) {
  run_steps(accuracy, true, outcome);
}

} // namespace

int main(int argc, char **argv) {
  static const Method methods[] = {
      {"pin_rows", true, TOLERANCE, 32, 72, run_pin_rows},
      {"pin_hermite", true, TOLERANCE, 32, 72, run_pin_hermite},
      {"pin_steps", false, TOLERANCE, 32, 72, run_pin_steps},
      {"pin_adams", true, TOLERANCE, 32, 72, run_pin_adams},
      {"rod_steps", false, TOLERANCE, 32, 72, run_rod_steps},
  };
  return contestant_main(argc, argv, methods, static_cast<int>(sizeof methods / sizeof methods[0]));
}
