// SPDX-License-Identifier: BSD-3-Clause
// project.c: coordinate projection onto the position and velocity manifolds (see project.h).
#include "system/saddle/project.h"

#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "system/constraints/relation.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt.h"
#include "system/state/constraint.h"
#include "system/state/round_off.h"

// Contraction below which factors are kept: own ones, and those of another point, which are less
// good and would take too many iterations; and how often one level is tried.
static const double GOOD_CONTRACTION = 0.5, GOOD_OF_OLD = 0.1;
// Velocities that miss the aim by more are corrected before anybody asks for their round-off.
static const double NEARLY = 10;
enum { STEP_ITERATIONS = 10 };

static double larger(double worst, double size) {
  return size > worst || isnan(size) ? size : worst;
}

double project_position_misfit(const State *state) {
  double worst = 0;
  for (int c = 0; c < constraint_count(state->system->model); c++) {
    worst = larger(worst, constraint_misfit(state, c));
  }
  return worst;
}

double project_velocity_misfit(const State *state) {
  double worst = 0;
  for (int c = 0; c < constraint_count(state->system->model); c++) {
    worst = larger(worst, constraint_rate(state, c));
  }
  return worst;
}

void project_normalise(const System *system, double *q) {
  if (system->planar) {
    return;
  }
  for (int b = 1; b < system->body_count; b++) {
    if (system->bodies[b].kind->rotations != 3) {
      continue;
    }
    double *p = q + system->bodies[b].q + system->bodies[b].kind->translations;
    const double inverse = 1 / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    for (int k = 0; k < 4; k++) {
      p[k] *= inverse;
    }
  }
}

// One Newton correction of the position, for the right-hand side that stands in room; the rows are
// evaluated anew up to a level. room: nc + nv + nq numbers.
static void correct_position(State *state, PairLevel level) {
  const System *system = state->system;
  double *rhs = state->room, *dx = rhs + system->nc, *dq = dx + system->nv;
  kkt_correction(state, rhs, dx);
  if (system->nq != system->nv) { // elsewhere q' = v
    state_rate(state, dx, dq);
    dx = dq;
  }
  for (int i = 0; i < system->nq; i++) {
    state->q[i] += dx[i];
  }
  project_normalise(system, state->q);
  state_set_position(state, level);
}

// Leaves the rows at position level at least; next: that of a corrected point. factored: whether
// factors exist, before and afterwards.
static bool newton_position(State *state, double aim, int iterations, PairLevel level,
                            bool *factored) {
  bool have_factor = *factored;
  double misfit = rows_oppose(state, 0, state->room), good = GOOD_OF_OLD;
  for (int k = 0; k < iterations; k++) {
    if (misfit <= aim || round_off_positions(state, aim)) {
      return true;
    }
    if (!have_factor) {
      state_rows(state, PAIR_VELOCITY);
      if (!kkt_factor(state, KKT_EPS_PROJECTION)) {
        return false;
      }
      good = GOOD_CONTRACTION;
      *factored = true;
    }
    correct_position(state, level);
    const double next = rows_oppose(state, 0, state->room);
    const bool contracts = next <= GOOD_CONTRACTION * misfit;
    have_factor = next <= good * misfit;
    misfit = next;
    if (!isfinite(misfit)) {
      return false;
    }
    if (!contracts && good == GOOD_CONTRACTION && misfit <= PROJECT_AIM) {
      return true; // near a singular pose what is left cannot be had without wandering off
    }
  }
  // an aim below what round-off permits is missed by little
  return misfit <= larger(aim, PROJECT_AIM) || round_off_positions(state, PROJECT_AIM);
}

bool project_position(State *state, double aim, int iterations, bool have_factor) {
  const bool ok = newton_position(state, aim, iterations, PAIR_POSITION, &have_factor);
  state_rows(state, PAIR_ACCELERATION);
  return ok;
}

void project_change_velocity(State *state, const double *dv) {
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    state->v[i] += dv[i];
  }
  state_move(state);
  for (int i = 0; i < system->nc; i++) {
    double *rate = state->row + system->rows[i].at + ROW_RATE;
    *rate = row_add_times(*rate, system, state->row, i, dv);
  }
  if (system->relation_count > 0) {
    relations_change_velocity(state, dv);
  }
  state->stamp++;
  state->rows_level = PAIR_VELOCITY; // a bias that stood there belongs to other velocities
}

// What velocities can be made to satisfy: rows that depend on others agree with them only on the
// constraints, and contradict them by their misfit times the speeds beside it.
static double reachable_rate(const State *state) {
  double fastest = 0; // [1/s]
  for (int i = 0; i < state->system->nv; i++) {
    fastest = larger(fastest, fabs(state->v[i]) / state->unit[i]);
  }
  return PROJECT_AIM * (1 + fastest);
}

// Leaves the rows at velocity level.
static bool newton_velocity(State *state, double aim, bool have_factor) {
  const System *system = state->system;
  double misfit = rows_oppose(state, ROW_RATE, state->room), good = GOOD_OF_OLD;
  for (int k = 0; k < STEP_ITERATIONS; k++) {
    const bool small = k > 0 || misfit <= NEARLY * aim;
    if (misfit <= aim || (small && round_off_velocities(state, aim))) {
      return true;
    }
    if (!have_factor) {
      if (!kkt_factor(state, KKT_EPS_PROJECTION)) {
        return false;
      }
      good = GOOD_CONTRACTION;
    }
    double *rhs = state->room, *dv = rhs + system->nc;
    kkt_correction(state, rhs, dv);
    project_change_velocity(state, dv);
    const double next = rows_oppose(state, ROW_RATE, state->room);
    const bool contracts = next <= GOOD_CONTRACTION * misfit;
    have_factor = next <= good * misfit;
    misfit = next;
    if (!contracts && good == GOOD_CONTRACTION && misfit <= reachable_rate(state)) {
      return true;
    }
  }
  return misfit <= larger(aim, reachable_rate(state)) || round_off_velocities(state, PROJECT_AIM);
}

bool project_velocity(State *state, double aim, bool have_factor) {
  const bool ok = newton_velocity(state, aim, have_factor);
  state_set_velocity(state, state->v);
  return ok;
}

MBS_WHOLE bool project_point(State *state, double t, double *q, double *v, double aim,
                             bool have_factor) {
  const System *system = state->system;
  have_factor = have_factor && kkt_serves_projection(state);
  project_normalise(system, q);
  state_set_level(state, t, q, v, PAIR_POSITION);
  // velocities follow, but in space J costs more than to go over the rows once more, and the first
  // correction is often not good enough
  const PairLevel next = system->planar ? PAIR_VELOCITY : PAIR_POSITION;
  if (!newton_position(state, aim, STEP_ITERATIONS, next, &have_factor)) {
    return false;
  }
  state_rows(state, PAIR_VELOCITY);
  if (!newton_velocity(state, aim, have_factor)) {
    return false;
  }
  for (int i = 0; q != state->q && i < system->nq; i++) {
    q[i] = state->q[i];
  }
  for (int i = 0; v != state->v && i < system->nv; i++) {
    v[i] = state->v[i];
  }
  return true;
}
