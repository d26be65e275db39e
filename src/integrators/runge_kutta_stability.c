// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_stability.c: steps that stability or turning bodies hold down, and steps beyond.
//
// The idea is Hairer's and Wanner's (their codes dopri5 and dop853 have it): the end of a step and
// its last stage Y, both at the same time, differ by errors alone, and the slopes
// there tell the rate at which these change: times h against the bound of stability.
//
// A mechanism at rest has no errors: its steps grow until they magnify round-off, and within one of
// them by so much that nothing between its ends is right, whatever the estimate at its end. Such a
// step is refused as an inaccurate one.
//
// The angle of a joint that spins up evenly is a parabola, which a step of any length follows. What
// is shown of it is not:
//   polynomials of degree seven through eight points of a step h miss cos(w t) by 2 (w h/4)^8/8!
//     (Chebyshev nodes);
//   turns are counted on by the rate at one end, which errs by no more than the integral of
//     |w - w0|, and by half of |w1 - w0| h where w changes evenly. Two bodies may do so against
//     each other, and half a turn must remain.
#include <math.h>

#include "integrators/runge_kutta_inside.h"

static const double MAGNIFIES = 1.25; // times the bound of stability
static const double TOLD = 1e-3;      // of what is allowed: less is round-off, and tells no rate
static const double EVEN = 4;    // an error so much larger, where w is larger than at the start
static const double COUNTED = 2; // |w - w0| h [rad]
enum { STIFF_HITS = 15, EASY_HITS = 6 };

// The end of a step and its last stage, and their slopes: of y, or of what is shown, where the
// differences stand in end and here, and the others are zero.
typedef struct Differences {
  const double *end, *stage, *here, *there;
} Differences;

static Differences differences_of(RungeKutta *rk) {
  const double *here = rk->k + (long)rk->pair->stages * rk->room, *there = here - rk->room;
  if (rk->spread == NULL || rk->spread_2 == NULL) {
    return (Differences){rk->end, rk->stage, here, there};
  }
  for (int i = 0; i < rk->n; i++) {
    rk->scratch[i] = rk->end[i] - rk->stage[i];
  }
  (void)runge_kutta_errors(rk, rk->scratch, rk->spread);
  for (int i = 0; i < rk->n; i++) {
    rk->scratch[i] = here[i] - there[i];
  }
  (void)runge_kutta_errors(rk, rk->scratch, rk->spread_2);
  return (Differences){rk->spread, rk->zero, rk->spread_2, rk->zero};
}

// The rate of the fastest motion that round-off and errors of the step tell, from what the end of
// the step and its last stage Y, which stands in `stage`, differ by: |x''|/|x'| or the root of
// |x''|/|x|, whichever is less, since a difference may be of one of them alone. It depends on no
// unit of time, as |f(end) - f(Y)|/|end - Y| does where places and speeds stand in y.
static double rate_of_differences(const RungeKutta *rk, const Differences *of) {
  const Equations *it = rk->scheme.equations;
  const int nq = rk->shown != NULL ? it->shown_q : it->nq;
  double place = 0, speed = 0, push = 0;
  for (int i = 0; i < rk->errors; i++) {
    const double way = (of->end[i] - of->stage[i]) / rk->unit[i];
    if (i < nq) {
      place += way * way;
    } else {
      const double slope = (of->here[i] - of->there[i]) / rk->unit[i];
      speed += way * way;
      push += slope * slope;
    }
  }
  if (push == 0 || (place == 0 && speed == 0)) {
    return 0;
  }
  return fmin(sqrt(push / speed), sqrt(sqrt(push / place)));
}

// Hits in a row mean that stability holds the step down, not the error.
static void look_for_stiffness(RungeKutta *rk, double rate, double h) {
  if (rate * h > rk->pair->stability) {
    rk->easy_hits = 0;
    if (++rk->stiff_hits == STIFF_HITS) {
      rk->scheme.stiff_rate = rate;
    }
  } else if (++rk->easy_hits == EASY_HITS) {
    rk->stiff_hits = 0;
    rk->scheme.stiff_rate = 0;
  }
}

// What the end of the step and the stage differ by, over what is allowed.
static double difference(const RungeKutta *rk, const Differences *of) {
  double sum = 0;
  for (int i = 0; i < rk->errors; i++) {
    const double scaled = (of->end[i] - of->stage[i]) / fmax(rk->weight[i], rk->end_weight[i]);
    sum += scaled * scaled;
  }
  return sqrt(sum / rk->errors);
}

bool runge_kutta_magnifies(RungeKutta *rk, double h, double *error) {
  const Differences of = differences_of(rk);
  const double rate = rate_of_differences(rk, &of), beyond = rate * h / rk->pair->stability;
  const bool magnifies = beyond > MAGNIFIES && difference(rk, &of) > TOLD;
  look_for_stiffness(rk, rate, h);
  if (magnifies) {
    *error = 1;
    for (int k = 0; k < rk->pair->order; k++) { // exact on every machine, unlike powers
      *error *= beyond;
    }
  }
  return magnifies;
}

// ---- turning ----

static double power_8(double x) {
  const double two = x * x, four = two * two;
  return four * four;
}

double runge_kutta_turn(const RungeKutta *rk) {
  return 4 * sqrt(sqrt(sqrt(20160 * rk->settings.relative)));
}

double runge_kutta_turned(const RungeKutta *rk, double h) {
  const Equations *it = rk->scheme.equations;
  double fastest, changed;
  it->shown->spun(it, &fastest, &changed);
  return fmax(power_8(fastest * h / runge_kutta_turn(rk)) / EVEN, power_8(changed * h / COUNTED));
}

double runge_kutta_change_of_spin(const RungeKutta *rk) {
  const Equations *it = rk->scheme.equations;
  double fastest, changed;
  it->shown->spun(it, &fastest, &changed);
  return changed;
}

bool runge_kutta_loses_turns(const RungeKutta *rk, double h) {
  return runge_kutta_change_of_spin(rk) * h > COUNTED;
}
