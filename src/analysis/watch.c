// SPDX-License-Identifier: BSD-3-Clause
// watch.c: the switching functions of a mechanism (see watch.h).
#include "analysis/watch.h"

static const Program *program_of(const System *system, int dynamic) {
  return &system->model->numbers[system->dynamic[dynamic].number].program;
}

static int count_switches(const Program *program) {
  int count = 0;
  for (int k = 0; k < program->switch_count; k++) {
    count += program->switches[k].on_state;
  }
  return count;
}

bool watch_needed(const System *system) {
  for (int k = 0; k < system->dynamic_count; k++) {
    if (count_switches(program_of(system, k)) > 0) {
      return true;
    }
  }
  return false;
}

// ---- opening ----

static bool describe(Watches *watches, int number, const Hold *hold, Arena *arena) {
  const Number *one = &watches->state->system->model->numbers[number];
  for (int k = 0; k < hold->count; k++) {
    const Instruction *at = &one->program.code[hold->list[k]->instruction];
    watches->list[watches->count++] =
        (Watch){.path = one->path,
                .mark = mark_of_passage(&one->program.text, at->first, at->last),
                .text = arena_copy(arena, one->program.text.text + at->first,
                                   (size_t)(at->last - at->first))};
    if (watches->list[watches->count - 1].text == NULL) {
      return false;
    }
  }
  return true;
}

bool watch_open(Watches *watches, State *state, Arena *arena) {
  const System *system = state->system;
  *watches = (Watches){.state = state};
  int holds = 0, count = 0;
  for (int k = 0; k < system->dynamic_count; k++) {
    const int switches = count_switches(program_of(system, k));
    holds += switches > 0;
    count += switches;
  }
  if (count == 0) {
    return true;
  }
  watches->holds = arena_array(arena, Hold, holds);
  watches->numbers = arena_array(arena, int, holds);
  watches->held = arena_array(arena, const Hold *, system->model->number_count);
  watches->list = arena_array(arena, Watch, count);
  if (!watches->holds || !watches->numbers || !watches->held || !watches->list) {
    return false;
  }
  for (int k = 0; k < system->dynamic_count; k++) {
    if (count_switches(program_of(system, k)) == 0) {
      continue;
    }
    const int number = system->dynamic[k].number;
    Hold *hold = &watches->holds[watches->hold_count];
    if (!hold_open(hold, program_of(system, k), false, arena) ||
        !describe(watches, number, hold, arena)) {
      return false;
    }
    watches->numbers[watches->hold_count++] = number;
    watches->held[number] = hold;
  }
  return true;
}

// ---- the present point ----

static void read_measures(State *state) {
  const System *system = state->system;
  for (int k = 0; k < system->state_measure_count; k++) {
    state->measures[system->state_measures[k]] = state_measure(state, system->state_measures[k]);
  }
}

void watch_hold(Watches *watches) {
  State *state = watches->state;
  read_measures(state);
  for (int h = 0; h < watches->hold_count; h++) {
    state_gather(state, watches->holds[h].program);
    hold_take(&watches->holds[h], state->inputs, state->work);
  }
  state->held = watches->held;
}

void watch_release(Watches *watches) {
  watches->state->held = NULL;
}

void watch_look(Watches *watches, double *excess) {
  State *state = watches->state;
  read_measures(state);
  for (int h = 0; h < watches->hold_count; h++) {
    state_gather(state, watches->holds[h].program);
    hold_look(&watches->holds[h], state->inputs, excess, state->work);
    excess += watches->holds[h].count;
  }
}
