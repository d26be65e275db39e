// SPDX-License-Identifier: BSD-3-Clause
// watch.c: the switching functions of a mechanism (see watch.h).
#include "analysis/watch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/relation.h"

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
  for (int f = 0; f < system->force_count; f++) {
    if (system->forces[f].kind->switch_count > 0) {
      return true;
    }
  }
  for (int r = 0; r < system->relation_count; r++) {
    if (watch_relation_needed(system, r)) {
      return true;
    }
  }
  return system->model->event_count > 0;
}

// ---- opening ----

static bool describe(Watches *watches, int number, int instruction, int event, Arena *arena) {
  const Number *one = &watches->state->system->model->numbers[number];
  const Instruction *at = &one->program.code[instruction];
  const char *text =
      arena_copy(arena, one->program.text.text + at->first, (size_t)(at->last - at->first));
  watches->list[watches->count++] = (Watch){.path = one->path,
                                            .origin = {one->origin.id, at->first, at->last},
                                            .text = text,
                                            .event = event};
  return text != NULL;
}

static bool describe_hold(Watches *watches, int number, const Hold *hold, int event, Arena *arena) {
  for (int k = 0; k < hold->count; k++) {
    if (!describe(watches, number, hold->list[k]->instruction, event, arena)) {
      return false;
    }
  }
  return true;
}

static bool open_numbers(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  for (int k = 0; k < system->dynamic_count; k++) {
    if (count_switches(program_of(system, k)) == 0) {
      continue;
    }
    const int number = system->dynamic[k].number;
    Hold *hold = &watches->holds[watches->hold_count++];
    if (!hold_open(hold, program_of(system, k), false, arena) ||
        !describe_hold(watches, number, hold, -1, arena)) {
      return false;
    }
    watches->held[number] = hold;
  }
  return true;
}

static const char *path_of(const Force *force, Arena *arena) {
  static const char PREFIX[] = "forces.";
  const size_t length = sizeof PREFIX + strlen(force->name);
  char *path = arena_alloc(arena, length);
  if (path != NULL) {
    (void)snprintf(path, length, "%s%s", PREFIX, force->name);
  }
  return path;
}

// Forces that switch by themselves; room for them is there.
static bool open_forces(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    const Force *source = &system->model->forces[force->force];
    if (force->kind->switch_count == 0) {
      continue;
    }
    ForceWatch *one = &watches->forces[watches->force_count++];
    *one = (ForceWatch){.force = force};
    watches->branches[force->force] = one->branch;
    const char *path = path_of(source, arena);
    if (path == NULL) {
      return false;
    }
    for (int k = 0; k < force->kind->switch_count; k++) {
      watches->list[watches->count++] =
          (Watch){.path = path, .origin = source->origin, .text = force->kind->type, .event = -1};
    }
  }
  return true;
}

// Likewise relations.
static bool open_relations(Watches *watches, Arena *arena) {
  State *state = watches->state;
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    if (!watch_relation_needed(system, r)) {
      continue;
    }
    RelationWatch *one = &watches->relations[watches->relation_count];
    const int number = system->relations[r].law;
    if (!watch_relation_open(one, state, r, arena) ||
        !describe_hold(watches, number, &one->hold, -1, arena)) {
      return false;
    }
    if (one->watches_turn) {
      const Number *law = &system->model->numbers[number];
      watches->list[watches->count++] =
          (Watch){.path = law->path, .origin = law->origin, .text = "angle", .event = -1};
    }
    if (one->rolls) {
      const Number *law = &system->model->numbers[system->relations[r].offset];
      watches->list[watches->count++] =
          (Watch){.path = law->path, .origin = law->origin, .text = "offset", .event = -1};
    }
    if (one->hold.code != NULL) {
      watches->held[number] = &one->hold;
    }
    watches->relation_count += watch_relation_count(one) > 0;
  }
  return true;
}

static bool open_events(Watches *watches, Arena *arena) {
  const Model *model = watches->state->system->model;
  watches->events = arena_array(arena, EventWatch, model->event_count);
  for (int e = 0; watches->events != NULL && e < model->event_count; e++) {
    const Event *event = &model->events[e];
    const Program *when = &model->numbers[event->when].program;
    EventWatch *one = &watches->events[e];
    *one = (EventWatch){.event = event};
    if (!hold_open(&one->hold, when, true, arena) ||
        !(event->condition ? describe_hold(watches, event->when, &one->hold, e, arena)
                           : describe(watches, event->when, when->result, e, arena))) {
      return false;
    }
    watches->event_count++;
  }
  return watches->events != NULL;
}

// Room for what is looked at an instant later.
static bool open_later(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  watches->germs = arena_array(arena, Germ, system->largest_program);
  watches->inputs = arena_array(arena, Germ, system->largest_inputs);
  watches->before = arena_array(arena, double, watches->count);
  watches->a = arena_array(arena, double, system->nv);
  watches->lambda = arena_array(arena, double, system->nc);
  return watches->germs != NULL && watches->inputs != NULL && watches->before != NULL &&
         watches->a != NULL && watches->lambda != NULL;
}

static void mark_measures(const Program *program, bool *read) {
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      read[program->inputs[i].index] = true;
    }
  }
}

// Those of the running numbers and of all that events read.
static bool list_measures(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  const Model *model = system->model;
  bool *read = arena_array(arena, bool, model->measure_count);
  int *list = arena_array(arena, int, model->measure_count);
  if (read == NULL || list == NULL) {
    return false;
  }
  for (int k = 0; k < system->state_measure_count; k++) {
    read[system->state_measures[k]] = true;
  }
  for (int e = 0; e < model->event_count; e++) {
    const Event *event = &model->events[e];
    mark_measures(&model->numbers[event->when].program, read);
    for (int k = 0; k < event->setting_count; k++) {
      mark_measures(&model->numbers[event->settings[k].number].program, read);
    }
    for (int k = 0; event->impulse >= 0 && k < 3; k++) {
      mark_measures(&model->numbers[event->impulse + k].program, read);
    }
    for (int k = 0; event->velocity >= 0 && k < (event->velocity_marker >= 0 ? 3 : 1); k++) {
      mark_measures(&model->numbers[event->velocity + k].program, read);
    }
  }
  for (int m = 0; m < model->measure_count; m++) {
    if (read[m]) {
      list[watches->measure_count++] = m;
    }
  }
  watches->measures = list;
  return true;
}

bool watch_open(Watches *watches, State *state, double duration, Arena *arena) {
  const System *system = state->system;
  const Model *model = system->model;
  *watches = (Watches){.state = state, .duration = duration};
  int holds = 0, count = 0;
  for (int k = 0; k < system->dynamic_count; k++) {
    const int switches = count_switches(program_of(system, k));
    holds += switches > 0;
    count += switches;
  }
  int forces = 0;
  for (int f = 0; f < system->force_count; f++) {
    const int switches = system->forces[f].kind->switch_count;
    forces += switches > 0;
    count += switches;
  }
  int relations = 0;
  for (int r = 0; r < system->relation_count; r++) {
    const int law = system->relations[r].law;
    if (watch_relation_needed(system, r)) {
      const int switches = count_switches(&model->numbers[law].program);
      relations++;
      count += switches + (watch_relation_turns(state, r) ? 1 : 0);
      count += system->relations[r].rolls ? 1 : 0;
    }
  }
  for (int e = 0; e < model->event_count; e++) {
    count +=
        model->events[e].condition ? model->numbers[model->events[e].when].program.switch_count : 1;
  }
  if (count == 0) {
    return true;
  }
  watches->holds = arena_array(arena, Hold, holds);
  watches->held = arena_array(arena, const Hold *, model->number_count);
  watches->list = arena_array(arena, Watch, count);
  watches->forces = arena_array(arena, ForceWatch, forces);
  watches->branches = arena_array(arena, const bool *, model->force_count);
  watches->relations = arena_array(arena, RelationWatch, relations);
  return watches->holds != NULL && watches->held != NULL && watches->forces != NULL &&
         watches->branches != NULL && watches->list != NULL && watches->relations != NULL &&
         open_numbers(watches, arena) && open_forces(watches, arena) &&
         open_relations(watches, arena) && open_events(watches, arena) &&
         list_measures(watches, arena) && open_later(watches, arena);
}

// ---- the present point ----

void watch_measures(Watches *watches) {
  State *state = watches->state;
  for (int k = 0; k < watches->measure_count; k++) {
    state->measures[watches->measures[k]] = state_measure(state, watches->measures[k]);
  }
}

void watch_force_look(const Watches *watches, const ForceWatch *one, double *value) {
  Frame frame[FORCE_FRAMES];
  const ForceArgs in = state_force_args(watches->state, one->force, frame);
  one->force->kind->switches(&in, value);
}

void watch_release(Watches *watches) {
  watches->state->held = NULL;
  watches->state->branches = NULL;
  state_forget_forces(watches->state);
}

void watch_look(Watches *watches, double *excess) {
  State *state = watches->state;
  watch_measures(watches);
  for (int h = 0; h < watches->hold_count; h++) {
    state_gather(state, watches->holds[h].program);
    hold_look(&watches->holds[h], state->inputs, excess, state->work);
    excess += watches->holds[h].count;
  }
  for (int f = 0; f < watches->force_count; f++) {
    const ForceWatch *one = &watches->forces[f];
    watch_force_look(watches, one, excess);
    for (int k = 0; k < one->force->kind->switch_count; k++) {
      const bool below = excess[k] < 0, held = one->branch[k];
      const double beyond = held ? excess[k] : -excess[k];
      excess[k] = one->slack[k] > 0 ? beyond - one->slack[k]
                  : below != held   ? fmax(beyond, DBL_MIN)
                                    : fmin(beyond, 0);
    }
    excess += one->force->kind->switch_count;
  }
  for (int k = 0; k < watches->relation_count; k++) {
    watch_relation_look(&watches->relations[k], state, excess);
    excess += watch_relation_count(&watches->relations[k]);
  }
  for (int e = 0; e < watches->event_count; e++) {
    EventWatch *one = &watches->events[e];
    watch_event_look(watches, one, excess);
    excess += one->event->condition ? one->hold.count : 1;
  }
}
