// SPDX-License-Identifier: BSD-3-Clause
// newmark_family_newton.c: Newton's method of one step on the position constraints, and its
// projection (see newmark_family.h).
#include <float.h>
#include <math.h>
#include <string.h>

#include "integrators/newmark_family_inside.h"

// Round-off of rows that corrections may be, in units of what they converge to: beyond, as beside
// poses where loops lose rank, it says nothing any more.
static const double MAGNIFIED = 1e5;
// A new matrix whose corrections grow by this factor ends the iteration.
static const double HOPELESS = 2;
// Round-off of a constraint row, in units of the numbers that it is made of.
static const double ROW_ROUND_OFF = 16 * DBL_EPSILON;
// Of a place, in units of itself.
static const double PLACE_ROUND_OFF = 2 * DBL_EPSILON;

// What corrections of accelerations are multiplied by to be at most 1 when they have converged.
static void sharpen(const NewmarkFamily *it, double h) {
  const double beta = it->steps->constants.beta, gamma = it->steps->constants.gamma;
  const double aim = it->settings.aim;
  it->steps->kind->magnitudes(it->steps, it->start.q, it->unit, it->magnitude);
  for (int i = 0; i < it->scheme.equations->nv; i++) {
    const double size = it->magnitude[i];
    const double place_aim = fmax(aim, PLACE_ROUND_OFF * size);
    const double velocity_aim = fmax(aim, ROW_ROUND_OFF * size * gamma / (beta * h));
    it->sharp[i] = fmax(gamma * h / velocity_aim, beta * h * h / place_aim) / it->unit[i];
  }
}

bool newmark_family_renew_matrix(NewmarkFamily *it, double h) {
  it->steps->kind->matrix(it->steps, h, &it->end, it->matrix);
  it->scheme.counters.jacobians++;
  it->scheme.counters.factorizations++;
  it->matrix_step = h;
  return linear_factor(it->linear, it->matrix);
}

// Where joints are redundant, rows that contradict each other by the square of a predictor's error
// must not make infinite multipliers: the rows give way by 1e-14 s^2 S lambda at least.
static void soften(NewmarkFamily *it, double h) {
  static const double ACCELERATION = 1e-8, POSITION = 1e-14;
  if (it->settings.redundant) {
    it->steps->soft = fmax(ACCELERATION, POSITION / (it->steps->constants.beta * h * h));
  }
}

// Takes the correction; returns the largest of its accelerations, 1 where it has converged.
static double correct(NewmarkFamily *it) {
  const Equations *system = it->scheme.equations;
  const int nv = system->nv, nc = system->nc;
  double largest = 0, squares = 0;
  for (int i = 0; i < nv; i++) {
    const double size = fabs(it->correction[i]) * it->sharp[i];
    if (!(size <= largest)) {
      largest = size;
      it->worst = i;
    }
    it->end.a[i] -= it->correction[i];
    squares += it->correction[i] * it->correction[i];
  }
  for (int i = 0; i < nc; i++) {
    it->end.lambda[i] -= it->correction[nv + i];
    squares += it->correction[nv + i] * it->correction[nv + i];
  }
  it->norms[it->norm_count++] = sqrt(squares);
  return largest;
}

// Whether what is left of the last correction is what round-off of the rows makes through the
// matrix: gears and screws magnify it, so that no corrections are smaller. Of several draws of
// signs, each a solution with the factors that stand.
static bool is_round_off(NewmarkFamily *it, double h) {
  enum { DRAWS = 4, LIKELY = 4 };
  const int nv = it->scheme.equations->nv;
  double *made = it->bend;
  memset(made, 0, (size_t)nv * sizeof(double));
  memcpy(it->change, it->correction, (size_t)nv * sizeof(double));
  for (unsigned draw = 1; draw <= DRAWS; draw++) {
    it->steps->kind->round_off(it->steps, h, draw, it->correction);
    linear_solve(it->linear, it->correction);
    for (int i = 0; i < nv; i++) {
      made[i] = fmax(made[i], fabs(it->correction[i]));
    }
  }
  for (int i = 0; i < nv; i++) {
    const double left = fabs(it->change[i]), size = left * it->sharp[i];
    if (!(size <= 1 || (size <= MAGNIFIED && left <= LIKELY * made[i]))) {
      return false;
    }
  }
  return true;
}

static NewmarkOutcome iterate(NewmarkFamily *it, double h) {
  double before = 0;
  bool fresh = false;
  for (int k = 0; k < NEWMARK_ITERATIONS; k++) {
    it->steps->kind->move(it->steps, h, &it->start, &it->end);
    it->scheme.counters.residuals++;
    if (!it->steps->kind->residual(it->steps, h, &it->end, it->correction)) {
      return INDEX_3_FAULT;
    }
    const bool renewed = it->matrix_step != h;
    if (renewed && !newmark_family_renew_matrix(it, h)) {
      it->matrix_step = 0;
      return INDEX_3_SINGULAR;
    }
    fresh = fresh || renewed;
    linear_solve(it->linear, it->correction);
    it->scheme.counters.iterations++;
    const double norm = correct(it);
    if (!isfinite(norm)) {
      return INDEX_3_DIVERGED;
    }
    const double rate = k > 0 && before > 0 ? norm / before : 0;
    if (norm <= 1 || (k > 0 && rate < 1 && norm * rate / (1 - rate) <= 1)) {
      it->steps->kind->move(it->steps, h, &it->start, &it->end);
      return INDEX_3_DONE;
    }
    if (k > 0 && norm * rate * rate * rate > 1) { // more than three corrections to come
      if (fresh && rate > HOPELESS) {
        break;
      }
      it->matrix_step = 0;
    }
    before = norm;
  }
  if (is_round_off(it, h)) {
    it->steps->kind->move(it->steps, h, &it->start, &it->end);
    return INDEX_3_DONE;
  }
  return INDEX_3_DIVERGED;
}

bool newmark_family_onto_constraints(NewmarkFamily *it, Index3Point *point) {
  return equations_project(it->scheme.equations, point->t, point->q, it->settings.aim, false);
}

// Positions, velocities and v' onto the constraints; a keeps its distance from v'.
static NewmarkOutcome project(NewmarkFamily *it) {
  Equations *equations = it->scheme.equations;
  const double *a = it->saddle + equations->nq;
  Index3Point *end = &it->end;
  it->scheme.counters.projections++;
  if (!newmark_family_onto_constraints(it, end)) {
    return INDEX_3_UNMOVED;
  }
  const EquationsOutcome outcome =
      equations->kind->rates(equations, end->t, NULL, it->saddle, it->saddle_lambda);
  if (outcome != EQUATIONS_SOLVED) {
    return outcome == EQUATIONS_NOT_FINITE ? INDEX_3_FAULT : INDEX_3_SINGULAR;
  }
  for (int i = 0; i < equations->nv; i++) {
    end->a[i] += a[i] - end->rate[i];
    end->rate[i] = a[i];
  }
  return INDEX_3_DONE;
}

static void guess(NewmarkFamily *it) {
  const Equations *system = it->scheme.equations;
  memcpy(it->end.a, it->start.a, (size_t)system->nv * sizeof(double));
  memcpy(it->end.lambda, it->start.lambda, (size_t)system->nc * sizeof(double));
}

// With error control a shorter step is cheaper. Beside a pose where closed loops lose rank Newton's
// method fails for another reason, and what damping finds there may lie on another branch.
static bool may_damp(const NewmarkFamily *it) {
  static const double FAR = 0.2;
  if (!(it->settings.step > 0) || it->settings.watched < 0) {
    return it->settings.step > 0;
  }
  return it->settings.rank->distance(it->scheme.equations, it->start.t, it->start.q) > FAR;
}

NewmarkOutcome newmark_family_newton(NewmarkFamily *it, double h) {
  guess(it);
  it->norm_count = 0;
  soften(it, h);
  sharpen(it, h);
  NewmarkOutcome outcome = iterate(it, h);
  if (outcome == INDEX_3_DIVERGED && may_damp(it)) {
    guess(it);
    outcome = newmark_family_damped(it, h);
  }
  const SchemeTrace *trace = &it->settings.trace;
  if (trace->corrections != NULL) {
    trace->corrections(trace->context, it->end.t, h, it->norms, it->norm_count,
                       outcome == INDEX_3_DONE);
  }
  if (outcome != INDEX_3_DONE) {
    it->scheme.counters.convergence_failures++;
    return outcome;
  }
  return it->projects ? project(it) : INDEX_3_DONE;
}
