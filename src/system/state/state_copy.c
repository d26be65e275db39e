// SPDX-License-Identifier: BSD-3-Clause
// state_copy.c: all that belongs to a state (see state_copy.h).
#include "system/state/state_copy.h"

#include <math.h>
#include <string.h>

bool state_copy_open(const State *state, StateCopy *copy, Arena *arena) {
  const System *system = state->system;
  const Model *model = system->model;
  *copy = (StateCopy){.laws_end = (double)INFINITY,
                      .turns = arena_array(arena, TurnReference, state_turn_count(system))};
  copy->memory.set = arena_array(arena, bool, model->parameter_count);
  copy->memory.spent = arena_array(arena, bool, model->event_count);
  return copy->turns != NULL && copy->memory.set != NULL && copy->memory.spent != NULL &&
         arena_doubles(arena, system->nq, &copy->q) && arena_doubles(arena, system->nv, &copy->v) &&
         arena_doubles(arena, model->parameter_count, &copy->memory.values);
}

static void copy_memory(const Model *model, const EventMemory *from, EventMemory *to) {
  const size_t parameters = (size_t)model->parameter_count;
  to->any = from->any;
  memcpy(to->set, from->set, parameters * sizeof(bool));
  memcpy(to->values, from->values, parameters * sizeof(double));
  memcpy(to->spent, from->spent, (size_t)model->event_count * sizeof(bool));
}

void state_copy_take(const State *state, StateCopy *copy) {
  const System *system = state->system;
  copy->taken = true;
  copy->t = state->t;
  copy->laws_end = state->laws_end;
  memcpy(copy->q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(copy->v, state->v, (size_t)system->nv * sizeof(double));
  memcpy(copy->turns, state->turns, (size_t)state_turn_count(system) * sizeof(TurnReference));
  copy_memory(system->model, &state->memory, &copy->memory);
}

bool state_copy_put(const StateCopy *copy, double t, State *state, Failure *failure) {
  const System *system = state->system;
  const bool refreshes = copy->memory.any || state->memory.any;
  copy_memory(system->model, &copy->memory, &state->memory);
  if (refreshes && !state_refresh(state, copy->memory.any ? copy->memory.values : NULL, failure)) {
    return false;
  }
  for (int k = 0; k < state_turn_count(system); k++) {
    state->turns[k] = copy->turns[k];
    state->turns[k].t += t - copy->t;
  }
  state->laws_end = t == copy->t ? copy->laws_end : (double)INFINITY; // laws may start again
  state_set(state, t, copy->q, copy->v);
  return true;
}

bool state_change_parameters(State *state, const double *parameters, Failure *failure) {
  const double t = state->t;
  const bool ok = state_refresh(state, parameters, failure);
  state_set(state, t, state->q, state->v);
  return ok;
}

void state_note_parameter(State *state, int parameter, double value) {
  state->memory.values[parameter] = value;
  state->memory.set[parameter] = true;
  state->memory.any = true;
}

// A parameter needs only earlier ones.
bool state_take_parameters(State *state, Failure *failure) {
  const Model *model = state->system->model;
  EventMemory *memory = &state->memory;
  for (int p = 0; p < model->parameter_count; p++) {
    double *value = &state->values[model->parameters[p].number];
    *value =
        memory->set[p] ? memory->values[p] : state_own_value(state, model->parameters[p].number);
    memory->values[p] = *value;
  }
  return state_change_parameters(state, memory->values, failure);
}

void state_forget_events(State *state) {
  const Model *model = state->system->model;
  EventMemory *memory = &state->memory;
  Failure unheard = {.code = DIAG_NONE};
  memset(memory->spent, 0, (size_t)model->event_count * sizeof(bool));
  if (memory->any) {
    (void)state_change_parameters(state, NULL, &unheard); // they were good at the start
    memset(memory->set, 0, (size_t)model->parameter_count * sizeof(bool));
    memory->any = false;
  }
}
