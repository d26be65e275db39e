// SPDX-License-Identifier: BSD-3-Clause
// law_slope.c: expressions along the motion with complex numbers (see law_slope.h).
#define MBS_COMPLEX_STEP
#include "system/parameters/law_slope.h"

#include "elements/pairs/roller.h"
#include "expr/programs/eval.h"

// The inputs up to a derivative, one after the other; returns the room behind them.
static real *take(const LawInputs *at, int derivatives) {
  const int n = at->program->input_count;
  real *const out = (real *)(void *)at->room;
  for (int k = 0; k < derivatives; k++) {
    for (int i = 0; i < n; i++) {
      out[k * n + i] = real_stepped(at->x[k][i], at->change[k][i]);
    }
  }
  return out + (long)derivatives * n;
}

void law_slope_jet(const LawInputs *at, double change[static 3]) {
  const int n = at->program->input_count;
  const real *x = (const real *)(const void *)at->room;
  real *work = take(at, 3), result[3];
  MBS_NAME(program_jet)(at->program, x, x + n, x + 2L * n, result, work);
  for (int k = 0; k < 3; k++) {
    change[k] = real_change(result[k]);
  }
}

void law_slope_gradient(const LawInputs *at, double *change) {
  const int n = at->program->input_count;
  real *gradient = take(at, 1);
  MBS_NAME(program_gradient)
  (at->program, (const real *)(const void *)at->room, gradient, gradient + n);
  for (int i = 0; i < n; i++) {
    change[i] = real_change(gradient[i]);
  }
}

void law_slope_roller(const LawRoller *at, double distance[static 3], double normal[static 2]) {
  const int n = at->curve.program->input_count;
  real *room = take(&at->curve, 1);
  const Roller roller = {.program = at->curve.program,
                         .argument = at->argument,
                         .time = at->time,
                         .polar = at->polar,
                         .wraps = at->wraps,
                         .inputs = (real *)(void *)at->curve.room,
                         .room = room,
                         .work = room + 5L * n};
  Jet P[2];
  real place[2];
  RollerPoint point;
  for (int k = 0; k < 2; k++) {
    P[k] = (Jet){real_stepped(at->P[k][0], at->dP[k][0]), real_stepped(at->P[k][1], at->dP[k][1]),
                 real_stepped(at->P[k][2], at->dP[k][2])};
    place[k] = P[k].value;
  }
  // Newton's correction of a foot that stands already is its change
  const real foot = MBS_NAME(roller_foot)(&roller, place, at->foot);
  MBS_NAME(roller_at)(&roller, foot, P, at->moves, ROLLER_MOTION, &point);
  distance[0] = real_change(point.distance.value);
  distance[1] = real_change(point.distance.first);
  distance[2] = real_change(point.distance.second);
  for (int k = 0; k < 2; k++) {
    normal[k] = real_change(point.n[k].value);
  }
}
