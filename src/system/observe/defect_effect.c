// SPDX-License-Identifier: BSD-3-Clause
// defect_effect.c: what a difference in the equations of motion does (see defect_effect.h).
#include "system/observe/defect_effect.h"

#include <math.h>
#include <string.h>

static bool get_ready(DefectEffect *effect, State *state) {
  Arena *arena = &effect->arena;
  Residual *assembly = &effect->assembly;
  if (effect->linear != NULL && linear_form_covers(&assembly->matrix.form)) {
    return true;
  }
  linear_close(effect->linear);
  effect->linear = NULL;
  arena_close(arena); // what was laid out for other contacts, or a request that failed left
  if (!residual_open(assembly, state, FORMULATION_EXPLICIT, true, arena)) {
    return false;
  }
  effect->values = arena_array(arena, double, assembly->pattern.nonzeros);
  effect->y = arena_array(arena, double, 2 * assembly->n);
  effect->r = arena_array(arena, double, assembly->n);
  effect->x = arena_array(arena, double, assembly->size);
  if (arena->allocator->exhausted) {
    return false;
  }
  effect->linear = linear_open(&assembly->pattern, arena);
  return effect->linear != NULL;
}

void defect_effect_open(DefectEffect *effect, Allocator *allocator) {
  *effect = (DefectEffect){.linear = NULL};
  arena_open(&effect->arena, allocator);
}

void defect_effect_close(DefectEffect *effect) {
  linear_close(effect->linear);
  arena_close(&effect->arena);
  effect->linear = NULL;
}

const double *defect_effect(DefectEffect *effect, State *state, double step, const double *r_q,
                            const double *r_v) {
  const size_t nq = (size_t)state->system->nq, nv = (size_t)state->system->nv;
  if (!get_ready(effect, state)) {
    return NULL;
  }
  Residual *assembly = &effect->assembly;
  double *y = effect->y, *r = effect->r, *x = effect->x;
  memcpy(y, state->q, nq * sizeof(double));
  memcpy(y + nq, state->v, nv * sizeof(double));
  memcpy(r, r_q, nq * sizeof(double));
  memcpy(r + nq, r_v, nv * sizeof(double));
  if (!residual_jacobian(assembly, state->t, 1 / step, y, y + assembly->n, effect->values) ||
      !linear_factor(effect->linear, effect->values)) {
    return NULL;
  }
  residual_right_hand_side(assembly, r, x);
  linear_solve(effect->linear, x);
  for (int i = 0; i < assembly->n; i++) {
    if (!isfinite(x[i])) {
      return NULL;
    }
  }
  return x;
}
