// SPDX-License-Identifier: BSD-3-Clause
// initial_accelerations.c: whether accelerations and multipliers exist at the start (see
// initial.h).
#include <math.h>

#include "system/friction.h"
#include "system/initial.h"
#include "system/kkt.h"
#include "system/light.h"

bool initial_accelerations(State *state, Arena *arena, Diag *diag) {
  const System *system = state->system;
  double *a = arena_array(arena, double, system->nv);
  double *lambda = arena_array(arena, double, system->nc);
  if (a == NULL || lambda == NULL) {
    return false;
  }
  if (!state_forces(state)) {
    return true; // the run names the expression
  }
  if (!kkt_factor(state, KKT_EXACT)) {
    return diag_add(diag, DIAG_IC_ACCELERATION, mark_none(),
                    "the initial accelerations are not determined: the equations of motion are "
                    "singular");
  }
  if (!light_bodies_told(state, diag)) {
    return false;
  }
  if (!kkt_accelerations(state, a, lambda)) {
    Failure failure = {.code = DIAG_NONE};
    friction_failure(state, &failure);
    failure_report(&failure, diag);
    return false;
  }
  double size = 0;
  for (int i = 0; i < system->nv; i++) {
    size = fmax(size, fabs(a[i]));
  }
  const double left = state_acceleration_norm(state, a);
  if (!(left <= 1e-6 * (state->length + size))) {
    diag_add(diag, DIAG_IC_ACCELERATION, mark_none(),
             "no initial acceleration satisfies all joints: %.3g m/s^2 is left over", left);
    diag_hint(diag, "joints that contradict each other at the start, or a singular pose");
    return false;
  }
  return true;
}
