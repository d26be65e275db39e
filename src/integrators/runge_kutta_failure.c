// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_failure.c: why a Runge-Kutta method gave up, in words.
#include <math.h>

#include "integrators/runge_kutta_inside.h"

// What owns the largest error of the last attempt.
static Owner largest_error(const RungeKutta *rk, double h) {
  double size = -1;
  int worst = 0;
  runge_kutta_add(rk, rk->pair->error, NULL, h, rk->scratch);
  const double *error = runge_kutta_errors(rk, rk->scratch, rk->spread);
  for (int i = 0; i < rk->errors; i++) {
    const double other = fabs(error[i]) / fmax(rk->weight[i], rk->end_weight[i]);
    if (other > size || !isfinite(other)) {
      size = other;
      worst = i;
    }
  }
  return equations_owner(rk->scheme.equations, worst);
}

bool runge_kutta_fails(RungeKutta *rk, RungeKuttaOutcome outcome, double h, Failure *failure) {
  Equations *equations = rk->scheme.equations;
  rk->scheme.lost = rk->lost;
  switch (outcome) {
  case NOT_FINITE:
  case SINGULAR:
    return equations->kind->words->unsolved(equations, (EquationsOutcome)outcome, failure);
  case MOVED:
    if (rk->lost) {
      return runge_kutta_pose_failure(rk, failure);
    }
    if (equations->kind->words->known(equations, rk->t, rk->y, failure)) {
      return false;
    }
    failure_set(failure, DIAG_INT_PROJECTION, origin_none(),
                "the constraints cannot be satisfied at t = %.9g s, %s a step of %.3g s", rk->t,
                rk->settings.step > 0 ? "with" : "even with", h);
    return failure_hint(failure, rk->settings.step > 0
                                     ? "choose a smaller step"
                                     : "likely causes: a singular pose, or redundant joints in "
                                       "conflict; try \"method: ida\"");
  case TURNED:
    failure_set(failure, DIAG_INT_TURNS, origin_none(),
                "turns cannot be counted over a step of %.3g s at t = %.9g s: the angular velocity "
                "of a body changes by at least %.3g rad/s in it",
                h, rk->t, runge_kutta_change_of_spin(rk));
    return failure_hint(failure, "choose a shorter step");
  case DONE:
  case INACCURATE:
  case AIMLESS:
    break;
  }
  if (rk->lost) {
    return runge_kutta_pose_failure(rk, failure);
  }
  if (equations->kind->words->known(equations, rk->t, rk->y, failure)) {
    return false;
  }
  const Owner owner = largest_error(rk, h);
  failure_set(failure, DIAG_INT_ERROR_TEST, owner.origin,
              "the error test fails at t = %.9g s even with a step of %.3g s; the largest error is "
              "in %s \"%s\"",
              rk->t, h, owner.kind, owner.name);
  return failure_hint(failure,
                      "likely causes: a force that jumps with the state, a motion that grows "
                      "without bound, a very stiff spring, or tolerances near round-off");
}
