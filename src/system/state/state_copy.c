// SPDX-License-Identifier: BSD-3-Clause
// state_copy.c: all that belongs to a state (see state_copy.h).
#include "system/state/state_copy.h"

#include <string.h>

static int turn_count(const System *system) {
  return 2 * system->model->joint_count + system->coordinate_count;
}

bool state_copy_open(const State *state, StateCopy *copy, Arena *arena) {
  const System *system = state->system;
  const int parameters = system->model->parameter_count;
  *copy = (StateCopy){.turns = arena_array(arena, TurnReference, turn_count(system))};
  copy->changed.is = arena_array(arena, bool, parameters);
  return copy->turns != NULL && copy->changed.is != NULL &&
         arena_doubles(arena, system->nq, &copy->q) && arena_doubles(arena, system->nv, &copy->v) &&
         arena_doubles(arena, parameters, &copy->changed.values);
}

static void copy_changed(const State *state, const ChangedParameters *from, ChangedParameters *to) {
  const size_t count = (size_t)state->system->model->parameter_count;
  to->any = from->any;
  memcpy(to->is, from->is, count * sizeof(bool));
  memcpy(to->values, from->values, count * sizeof(double));
}

void state_copy_take(const State *state, StateCopy *copy) {
  const System *system = state->system;
  copy->taken = true;
  copy->t = state->t;
  memcpy(copy->q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(copy->v, state->v, (size_t)system->nv * sizeof(double));
  memcpy(copy->turns, state->turns, (size_t)turn_count(system) * sizeof(TurnReference));
  copy_changed(state, &state->changed, &copy->changed);
}

bool state_copy_put(const StateCopy *copy, double t, State *state, Failure *failure) {
  const System *system = state->system;
  const bool refreshed = copy->changed.any || state->changed.any;
  copy_changed(state, &copy->changed, &state->changed);
  if (refreshed &&
      !state_refresh(state, copy->changed.any ? copy->changed.values : NULL, failure)) {
    return false;
  }
  for (int k = 0; k < turn_count(system); k++) {
    state->turns[k] = copy->turns[k];
    state->turns[k].t += t - copy->t;
  }
  state_set(state, t, copy->q, copy->v);
  return true;
}

bool state_change_parameters(State *state, const double *parameters, Failure *failure) {
  const double t = state->t;
  const bool ok = state_refresh(state, parameters, failure);
  state_set(state, t, state->q, state->v);
  return ok;
}

void state_restore_parameters(State *state) {
  Failure unheard = {.code = DIAG_NONE};
  if (state->changed.any) {
    (void)state_change_parameters(state, NULL, &unheard); // they were good at the start
    state->changed.any = false;
    memset(state->changed.is, 0, (size_t)state->system->model->parameter_count * sizeof(bool));
  }
}
