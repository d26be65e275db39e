// SPDX-License-Identifier: BSD-3-Clause
// singular_start.c: starts at rest at a singular pose (see singular_start.h).
#include "analysis/dynamics/singular_start.h"

#include <math.h>

#include "system/forces/solve.h"
#include "system/saddle/kkt.h"
#include "system/start/singular_branches.h"
#include "system/state/constraint.h"

static const double PUSHES = 1e-6; // of the accelerations of free bodies

static double largest_of(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    largest = fmax(largest, fabs(x[i]));
  }
  return largest;
}

// Accelerations into a, at rest; false when nothing pushes.
static bool pushed(State *state, double *a, Arena *arena) {
  const System *system = state->system;
  double *lambda, *alone;
  if (!arena_doubles(arena, system->nc, &lambda) || !arena_doubles(arena, system->nv, &alone) ||
      largest_of(state->v, system->nv) > 0) {
    return false;
  }
  state_rows(state, PAIR_ACCELERATION);
  if (!state_forces(state) || !kkt_factor(state, KKT_EXACT)) {
    return false;
  }
  solve_accelerations(state, a, lambda);
  kkt_divide_by_mass(state, state->Q, alone);
  return largest_of(a, system->nv) > PUSHES * largest_of(alone, system->nv);
}

bool singular_start_fails(State *state, const Mobility *mobility, Arena *arena, Failure *failure) {
  if (!mobility->singular || mobility->redundant != 1 || !state->system->planar) {
    return false;
  }
  double *a = arena_array(arena, double, state->system->nv);
  if (a == NULL || !pushed(state, a, arena) || !singular_branches_none_along(state, a, arena)) {
    return false;
  }
  failure_set(failure, DIAG_SINGULAR_BRANCH,
              constraint_of(state->system->model, mobility->redundant_joints[0]).origin,
              "the mechanism starts at rest at a singular pose, and the loads push it along none "
              "of the motions that leave this pose: no finite reactions hold it, and its motion is "
              "not determined");
  failure_hint(failure,
               "start next to the pose, or with a velocity along one of those motions; if no "
               "motion leaves the pose, choose lengths that give the mechanism some play");
  return true;
}
