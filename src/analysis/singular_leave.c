// SPDX-License-Identifier: BSD-3-Clause
// singular_leave.c: passages beside the start, by the sign of the distance (see singular_leave.h).
#include "analysis/singular_leave.h"

#include <math.h>
#include <string.h>

#include "system/kkt.h"
#include "system/rows.h"

enum { ITERATIONS = 3, HALVINGS = 50 };

bool singular_leave_open(SingularLeave *leave, const System *system, Arena *arena) {
  leave->n = arena_array(arena, double, system->nc);
  leave->u = arena_array(arena, double, system->nv + system->nc);
  leave->rows = arena_array(arena, double, system->nc);
  return leave->n != NULL && leave->u != NULL && leave->rows != NULL;
}

static double distance_here(const SingularLeave *leave, const State *state) {
  double w = 0;
  rows_times(state, leave->u, leave->rows);
  for (int i = 0; i < state->system->nc; i++) {
    w += leave->n[i] * leave->rows[i];
  }
  return w;
}

// n by inverse iteration with G = J M^-1 J', and u = M^-1 J' n; rows in units of the root of S.
void singular_leave_start(SingularLeave *leave, State *state) {
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  double *x = leave->u, *lambda = x + nv;
  for (int i = 0; i < nc; i++) {
    leave->n[i] = sin(1 + 3.0 * i) / sqrt(state->row_scale[i]);
  }
  for (int k = 0; k < ITERATIONS; k++) {
    double size = 0;
    memset(x, 0, (size_t)nv * sizeof(double));
    for (int i = 0; i < nc; i++) {
      lambda[i] = leave->n[i] * state->row_scale[i];
    }
    kkt_solve(state, x);
    for (int i = 0; i < nc; i++) {
      size += lambda[i] * lambda[i] * state->row_scale[i];
    }
    for (int i = 0; i < nc && size > 0; i++) {
      leave->n[i] = lambda[i] / sqrt(size);
    }
    for (int i = 0; i < nv && size > 0; i++) {
      x[i] /= sqrt(size);
    }
  }
  leave->w = distance_here(leave, state);
}

static double distance_at(const SingularLeave *leave, Scheme *scheme, double t, double *q,
                          double *v) {
  dense_at(&scheme->dense, t, q, v, NULL, NULL);
  state_set_level(scheme->state, t, q, v, PAIR_VELOCITY);
  return distance_here(leave, scheme->state);
}

bool singular_leave_passes(SingularLeave *leave, Scheme *scheme, double t, double *q, double *v,
                           double *pose_t) {
  const double before = leave->w;
  double early = scheme->dense.t, late = t;
  leave->w = distance_at(leave, scheme, t, q, v);
  if (!(before * leave->w < 0)) {
    return false;
  }
  for (int k = 0; k < HALVINGS; k++) {
    const double middle = 0.5 * (early + late);
    if (distance_at(leave, scheme, middle, q, v) * before > 0) {
      early = middle;
    } else {
      late = middle;
    }
  }
  *pose_t = 0.5 * (early + late);
  return true;
}
