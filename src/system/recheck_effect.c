// SPDX-License-Identifier: BSD-3-Clause
// recheck_effect.c: what a difference in the equations of motion does (see recheck_effect.h).
#include "system/recheck_effect.h"

#include <math.h>
#include <string.h>

#include "math/linear.h"
#include "system/assemble.h"

static bool solve(Assembly *assembly, double step, const double *y, const double *r, double *x,
                  Arena *arena) {
  double *values = arena_array(arena, double, assembly->pattern.nonzeros);
  Linear *linear = linear_open(&assembly->pattern, arena);
  bool ok = values != NULL && linear != NULL &&
            assemble_jacobian(assembly, assembly->state->t, 1 / step, y, y + assembly->n, values) &&
            linear_factor(linear, values);
  if (ok) {
    assemble_right_hand_side(assembly, r, x);
    linear_solve(linear, x);
  }
  for (int i = 0; ok && i < assembly->n; i++) {
    ok = isfinite(x[i]);
  }
  if (linear != NULL) {
    linear_close(linear);
  }
  return ok;
}

bool recheck_effect(State *state, double step, const double *r_q, const double *r_v, double *effect,
                    Arena *arena) {
  const System *system = state->system;
  const int n = system->nq + system->nv;
  const ArenaMark mark = arena_mark(arena);
  Assembly assembly;
  bool ok = assemble_open(&assembly, state, FORMULATION_EXPLICIT, arena);
  double *y = arena_array(arena, double, 2 * n), *r = arena_array(arena, double, n);
  double *x = ok ? arena_array(arena, double, assembly.size) : NULL;
  ok = ok && y != NULL && r != NULL && x != NULL;
  if (ok) {
    memcpy(y, state->q, (size_t)system->nq * sizeof(double));
    memcpy(y + system->nq, state->v, (size_t)system->nv * sizeof(double));
    memcpy(r, r_q, (size_t)system->nq * sizeof(double));
    memcpy(r + system->nq, r_v, (size_t)system->nv * sizeof(double));
    ok = solve(&assembly, step, y, r, x, arena);
  }
  if (ok) {
    memcpy(effect, x, (size_t)n * sizeof(double));
  }
  arena_release(arena, mark);
  return ok;
}
