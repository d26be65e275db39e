// SPDX-License-Identifier: BSD-3-Clause
// index_3_newton.c: Newton's method of one step on the position constraints, and its projection
// (see index_3_scheme.h).
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/index_3_scheme_inside.h"
#include "system/equations.h"
#include "system/kkt.h"
#include "system/project.h"

// A new matrix whose corrections grow by this factor ends the iteration.
static const double HOPELESS = 2;
// Round-off of a constraint row, in units of the numbers that it is made of.
static const double ROW_ROUND_OFF = 16 * DBL_EPSILON;
// Of a place, in units of itself.
static const double PLACE_ROUND_OFF = 2 * DBL_EPSILON;

// The numbers that the rows of a group are made of, in its units: round-off is in proportion.
static void find_sizes(const Index3Scheme *it) {
  const System *system = it->scheme.state->system;
  for (int g = 0; g < system->group_count; g++) {
    it->group_size[g] = 1;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *q = it->start.q + body->q;
    double *size = &it->group_size[system->group_of[b]];
    for (int k = 0; k < body->kind->translations; k++) {
      *size = fmax(*size, fabs(q[k]) / it->unit[body->v + k]);
    }
    if (body->kind->orientation_count == 1) { // an angle, which counts turns
      *size = fmax(*size, fabs(q[body->kind->translations]));
    }
  }
}

// What corrections of accelerations are multiplied by to be at most 1 when they have converged.
static void sharpen(const Index3Scheme *it, double h) {
  const System *system = it->scheme.state->system;
  const double beta = it->equations.constants.beta, gamma = it->equations.constants.gamma;
  const double aim = it->settings.aim;
  find_sizes(it);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double size = it->group_size[system->group_of[b]];
    const double place_aim = fmax(aim, PLACE_ROUND_OFF * size);
    const double velocity_aim = fmax(aim, ROW_ROUND_OFF * size * gamma / (beta * h));
    const double sharp = fmax(gamma * h / velocity_aim, beta * h * h / place_aim);
    for (int k = 0; k < body->nv; k++) {
      it->sharp[body->v + k] = sharp / it->unit[body->v + k];
    }
  }
}

bool index_3_renew_matrix(Index3Scheme *it, double h) {
  index_3_jacobian(&it->equations, h, &it->end, it->matrix);
  it->scheme.counters.jacobians++;
  it->scheme.counters.factorizations++;
  it->matrix_step = h;
  return linear_factor(it->linear, it->matrix);
}

// Where joints are redundant, rows that contradict each other by the square of a predictor's error
// must not make infinite multipliers: the rows give way by 1e-14 s^2 S lambda at least.
static void soften(Index3Scheme *it, double h) {
  static const double ACCELERATION = 1e-8, POSITION = 1e-14;
  if (it->settings.redundant) {
    it->equations.soft = fmax(ACCELERATION, POSITION / (it->equations.constants.beta * h * h));
  }
}

// Takes the correction; returns the largest of its accelerations, 1 where it has converged.
static double correct(Index3Scheme *it) {
  const System *system = it->scheme.state->system;
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

static Index3Outcome iterate(Index3Scheme *it, double h) {
  double before = 0;
  bool fresh = false;
  for (int k = 0; k < INDEX_3_ITERATIONS; k++) {
    index_3_move(&it->equations, h, &it->start, &it->end);
    it->scheme.counters.residuals++;
    if (!index_3_residual(&it->equations, h, &it->end, it->correction)) {
      return INDEX_3_FAULT;
    }
    const bool renewed = it->matrix_step != h;
    if (renewed && !index_3_renew_matrix(it, h)) {
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
      index_3_move(&it->equations, h, &it->start, &it->end);
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
  return INDEX_3_DIVERGED;
}

bool index_3_onto_constraints(Index3Scheme *it, Index3Point *point) {
  return project_point(it->scheme.state, point->t, point->q, point->v, it->settings.aim, false);
}

// Positions, velocities and v' onto the constraints; a keeps its distance from v'.
static Index3Outcome project(Index3Scheme *it) {
  State *state = it->scheme.state;
  Index3Point *end = &it->end;
  it->scheme.counters.projections++;
  if (!index_3_onto_constraints(it, end)) {
    return INDEX_3_UNMOVED;
  }
  state_rows(state, PAIR_ACCELERATION);
  const EquationsOutcome outcome = equations_solve(state, it->saddle_a, it->saddle_lambda);
  if (outcome != EQUATIONS_SOLVED) {
    return outcome == EQUATIONS_NOT_FINITE ? INDEX_3_FAULT : INDEX_3_SINGULAR;
  }
  for (int i = 0; i < state->system->nv; i++) {
    end->a[i] += it->saddle_a[i] - end->rate[i];
    end->rate[i] = it->saddle_a[i];
  }
  return INDEX_3_DONE;
}

static void guess(Index3Scheme *it) {
  const System *system = it->scheme.state->system;
  memcpy(it->end.a, it->start.a, (size_t)system->nv * sizeof(double));
  memcpy(it->end.lambda, it->start.lambda, (size_t)system->nc * sizeof(double));
}

// With error control a shorter step is cheaper. Beside a pose where closed loops lose rank Newton's
// method fails for another reason, and what damping finds there may lie on another branch.
static bool may_damp(const Index3Scheme *it) {
  static const double FAR = 0.2;
  State *state = it->scheme.state;
  if (!(it->settings.step > 0) || it->settings.watched < 0) {
    return it->settings.step > 0;
  }
  state_set_level(state, it->start.t, it->start.q, it->start.v, PAIR_VELOCITY);
  return kkt_factor(state, KKT_EXACT) && kkt_closeness(state) > FAR;
}

Index3Outcome index_3_newton(Index3Scheme *it, double h) {
  guess(it);
  it->norm_count = 0;
  soften(it, h);
  sharpen(it, h);
  Index3Outcome outcome = iterate(it, h);
  if (outcome == INDEX_3_DIVERGED && may_damp(it)) {
    guess(it);
    outcome = index_3_damped(it, h);
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
