// SPDX-License-Identifier: BSD-3-Clause
// singular_leave.c: passages beside the start, by the sign of the distance (see singular_leave.h).
#include "integrators/singular_leave.h"

enum { HALVINGS = 50 };

bool singular_leave_open(SingularLeave *leave, const Equations *equations,
                         const EquationsRank *rank, Arena *arena) {
  leave->rank = rank;
  return arena_doubles(arena, equations->nc, &leave->n) &&
         arena_doubles(arena, equations->nv + equations->nc, &leave->u);
}

void singular_leave_start(SingularLeave *leave, Equations *equations) {
  leave->rank->weakest(equations, leave->n, leave->u);
  leave->w = leave->rank->product(equations, 0, NULL, leave->n, leave->u);
}

static double distance_at(const SingularLeave *leave, Scheme *scheme, double t, double *y) {
  Equations *equations = scheme->equations;
  dense_at(&scheme->dense, t, y, y + equations->nq, NULL, NULL);
  return leave->rank->product(equations, t, y, leave->n, leave->u);
}

bool singular_leave_passes(SingularLeave *leave, Scheme *scheme, double t, double *y,
                           double *pose_t) {
  const double before = leave->w;
  double early = scheme->dense.t, late = t;
  leave->w = distance_at(leave, scheme, t, y);
  if (!(before * leave->w < 0)) {
    return false;
  }
  for (int k = 0; k < HALVINGS; k++) {
    const double middle = 0.5 * (early + late);
    if (distance_at(leave, scheme, middle, y) * before > 0) {
      early = middle;
    } else {
      late = middle;
    }
  }
  *pose_t = 0.5 * (early + late);
  return true;
}
