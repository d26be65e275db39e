// SPDX-License-Identifier: BSD-3-Clause
// watch.c: the switching functions of a mechanism (see watch.h).
#include "analysis/events/watch.h"

#include <float.h>
#include <math.h>

#include "base/text.h"
#include "system/constraints/relation.h"

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

// Their number at most: whether the axis of a curve in polar form counts is not known yet.
static int most_functions(const System *system) {
  const Model *model = system->model;
  int most = 0;
  for (int k = 0; k < system->dynamic_count; k++) {
    most += count_switches(program_of(system, k));
  }
  for (int f = 0; f < system->force_count; f++) {
    most += system->forces[f].switch_count;
  }
  most += watch_lines_sizes(system);
  for (int r = 0; r < system->relation_count; r++) {
    const int law = system->relations[r].law;
    if (watch_relation_needed(system, r)) {
      most += 2 + (law >= 0 ? count_switches(&model->numbers[law].program) : 0);
    }
  }
  for (int e = 0; e < model->event_count; e++) {
    most += 1 + model->numbers[model->events[e].when].program.switch_count;
  }
  return most;
}

bool watch_needed(const System *system) {
  int lines = watch_lines_sizes(system);
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    lines += force->switch_count > 0 && force->kind->switches->notes == NOTES_LINE;
  }
  return most_functions(system) > lines;
}

// ---- opening ----

// as: what the function is, but for its words.
static bool describe(Watches *watches, int number, int instruction, Watch as, Arena *arena) {
  const Number *one = &watches->state->system->model->numbers[number];
  const Instruction *at = &one->program.code[instruction];
  as.path = one->path;
  as.origin = (Origin){one->origin.id, at->first, at->last};
  as.text = arena_copy(arena, one->program.text.text + at->first, (size_t)(at->last - at->first));
  watches->list[watches->count++] = as;
  return as.text != NULL;
}

// first: the item that its first switch is.
static bool describe_hold(Watches *watches, int number, const Hold *hold, int first, Watch as,
                          Arena *arena) {
  bool ok = true;
  for (int k = 0; k < hold->count && ok; k++) {
    as.item = first + k;
    as.clock = !hold->list[k]->on_state;
    ok = describe(watches, number, hold->list[k]->instruction, as, arena);
  }
  return ok;
}

// The number of an event, and behind it where its angles start anew.
static bool describe_number(Watches *watches, EventWatch *one, Watch as, Arena *arena) {
  const int when = one->event->when;
  const Program *program = one->hold.program;
  return hold_open_cuts(&one->cuts, program, arena) &&
         describe(watches, when, program->result, as, arena) &&
         describe_hold(watches, when, &one->cuts, 1, as, arena);
}

static bool open_numbers(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  for (int k = 0; k < system->dynamic_count; k++) {
    if (count_switches(program_of(system, k)) == 0) {
      continue;
    }
    const int number = system->dynamic[k].number;
    const Watch as = {.kind = WATCH_NUMBER, .object = watches->hold_count, .event = -1};
    Hold *hold = &watches->holds[watches->hold_count++];
    if (!hold_open(hold, program_of(system, k), false, arena) ||
        !describe_hold(watches, number, hold, 0, as, arena)) {
      return false;
    }
    watches->held[number] = hold;
  }
  watches->number_count = watches->count;
  return true;
}

// Forces that switch by themselves; room for them is there.
static bool open_forces(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    const Force *source = &system->model->forces[force->force];
    if (force->switch_count == 0) {
      continue;
    }
    ForceWatch *one = &watches->forces[watches->force_count++];
    *one = (ForceWatch){.force = force};
    watches->branches[force->force] = one->branch;
    const char *path = text_print(arena, "forces.%s", source->name);
    if (path == NULL) {
      return false;
    }
    for (int k = 0; k < force->switch_count; k++) {
      watches->list[watches->count++] = (Watch){.path = path,
                                                .origin = source->origin,
                                                .text = force->kind->type,
                                                .event = -1,
                                                .kind = WATCH_FORCE,
                                                .object = watches->force_count - 1,
                                                .item = k};
    }
  }
  return true;
}

// Sizes that pass zero, each as the first number that reads it has it.
static bool open_sizes(Watches *watches, Arena *arena) {
  const System *system = watches->state->system;
  if (!watch_lines_open(watches, arena)) {
    return false;
  }
  for (int s = 0; s < watches->size_count; s++) {
    Watch *own = &watches->list[watches->count++];
    *own = (Watch){.kind = WATCH_SIZE, .object = s, .event = -1};
    for (int k = 0; k < system->dynamic_count && own->path == NULL; k++) {
      const Number *number = &system->model->numbers[system->dynamic[k].number];
      for (int i = 0; i < number->program.input_count && own->path == NULL; i++) {
        const Symbol *symbol = &number->program.inputs[i];
        if (symbol->kind == SYMBOL_MEASURE && symbol->index == watches->sizes[s].measure) {
          own->path = number->path;
          own->origin = number->origin;
          own->text =
              arena_copy(arena, number->program.text.text, (size_t)number->program.text.length);
        }
      }
    }
    if (own->text == NULL) {
      return false;
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
    Watch as = {.kind = WATCH_RELATION, .object = watches->relation_count, .event = -1};
    if (!watch_relation_open(one, state, r, arena) ||
        !describe_hold(watches, number, &one->hold, 0, as, arena)) {
      return false;
    }
    for (as.item = one->hold.count; as.item < watch_relation_count(one); as.item++) {
      const bool turns = one->watches_turn && as.item == one->hold.count;
      const Number *law = &system->model->numbers[turns ? number : system->relations[r].offset];
      as.path = law->path;
      as.origin = law->origin;
      as.text = turns ? "angle" : "offset";
      watches->list[watches->count++] = as;
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
    const Watch as = {.kind = event->condition ? WATCH_CONDITION : WATCH_EVENT,
                      .object = e,
                      .event = e,
                      .clock = !when->uses_state};
    if (!hold_open(&one->hold, when, true, arena) ||
        !(event->condition ? describe_hold(watches, event->when, &one->hold, 0, as, arena)
                           : describe_number(watches, one, as, arena))) {
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
  return watches->germs != NULL && watches->inputs != NULL &&
         arena_doubles(arena, watches->count, &watches->before) &&
         arena_doubles(arena, system->nv, &watches->a) &&
         arena_doubles(arena, system->nc, &watches->lambda);
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
    model_mark_measures(&model->numbers[event->when].program, read);
    for (int k = 0; k < event->setting_count; k++) {
      model_mark_measures(&model->numbers[event->settings[k].number].program, read);
    }
    for (int k = 0; event->impulse >= 0 && k < 3; k++) {
      model_mark_measures(&model->numbers[event->impulse + k].program, read);
    }
    for (int k = 0; event->velocity >= 0 && k < (event->velocity_marker >= 0 ? 3 : 1); k++) {
      model_mark_measures(&model->numbers[event->velocity + k].program, read);
    }
  }
  watches->measure_count = model_list_measures(model, read, list);
  watches->measures = list;
  return true;
}

bool watch_open(Watches *watches, State *state, double duration, double relative, Arena *arena) {
  static const double BALL = 1e-9; // at least: what is missed by less, nobody can tell
  const System *system = state->system;
  const Model *model = system->model;
  *watches = (Watches){.state = state, .duration = duration, .ball = fmax(BALL, relative)};
  const int most = most_functions(system);
  if (most == 0) {
    return true;
  }
  watches->holds = arena_array(arena, Hold, system->dynamic_count);
  watches->held = arena_array(arena, const Hold *, model->number_count);
  watches->list = arena_array(arena, Watch, most);
  watches->forces = arena_array(arena, ForceWatch, system->force_count);
  watches->branches = arena_array(arena, const bool *, model->force_count);
  watches->present = arena_array(arena, int, model->force_count);
  watches->relations = arena_array(arena, RelationWatch, system->relation_count);
  return watches->holds != NULL && watches->held != NULL && watches->forces != NULL &&
         watches->branches != NULL && watches->present != NULL && watches->list != NULL &&
         watches->relations != NULL && open_numbers(watches, arena) &&
         open_forces(watches, arena) && open_sizes(watches, arena) &&
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

double watch_force_reach(const Watches *watches, const ForceWatch *one) {
  static const double ROOM = 1e-6; // of the reach: nearer, round-off tells nothing
  const SystemForce *force = one->force;
  double (*reach)(const double *par) = force->kind->switches->reach;
  return reach == NULL || force->dynamic_count > 0
             ? HUGE_VAL
             : (1 + ROOM) * reach(watches->state->values + force->first_number);
}

bool watch_force_rests(const ForceWatch *one) {
  return isfinite(one->reach) &&
         force_rests(one->force->kind, one->force->switch_count, one->branch);
}

// What two frames are farther apart than the reach.
static double spare_of(const Watches *watches, const ForceWatch *one) {
  const double *i = state_frame(watches->state, one->force->marker[0])->x;
  const double *j = state_frame(watches->state, one->force->marker[1])->x;
  const double x = j[0] - i[0], y = j[1] - i[1], z = j[2] - i[2];
  return sqrt(x * x + y * y + z * z) - one->reach;
}

void watch_force_look(const Watches *watches, const ForceWatch *one, bool bound, double *value) {
  Frame frame[FORCE_FRAMES];
  const double spare = bound && watch_force_rests(one) ? spare_of(watches, one) : 0;
  if (spare > 0) {
    for (int k = 0; k < one->force->switch_count; k++) {
      value[k] = spare;
    }
    return;
  }
  const ForceArgs in = state_force_args(watches->state, one->force, frame);
  one->force->kind->switches->values(&in, value);
}

void watch_release(Watches *watches) {
  watches->state->held = NULL;
  watches->state->branches = NULL;
  watches->state->size_sides = NULL;
  watches->state->present = NULL;
  state_forget_forces(watches->state);
}

static void look_at_number(const Watches *watches, int h, double *excess) {
  State *state = watches->state;
  state_gather(state, watches->holds[h].program);
  hold_look(&watches->holds[h], state->inputs, excess, state->work);
}

static void look_at_force(const Watches *watches, const ForceWatch *one, bool bound,
                          double *excess) {
  watch_force_look(watches, one, bound, excess);
  for (int k = 0; k < one->force->switch_count; k++) {
    const bool below = excess[k] < 0, held = one->branch[k];
    const double beyond = held ? excess[k] : -excess[k];
    excess[k] = one->slack[k] > 0 ? beyond - one->slack[k]
                : below != held   ? fmax(beyond, DBL_MIN)
                                  : fmin(beyond, 0);
    if (!force_switch_counts(one->force->kind, one->branch, k)) {
      excess[k] = -1;
    }
  }
}

void watch_look(Watches *watches, double *excess) {
  watch_measures(watches);
  for (int h = 0; h < watches->hold_count; h++) {
    look_at_number(watches, h, excess);
    excess += watches->holds[h].count;
  }
  for (int f = 0; f < watches->force_count; f++) {
    look_at_force(watches, &watches->forces[f], true, excess);
    excess += watches->forces[f].force->switch_count;
  }
  for (int k = 0; k < watches->size_count; k++) {
    *excess++ = -watch_line_side(watches, &watches->sizes[k]);
  }
  for (int k = 0; k < watches->relation_count; k++) {
    watch_relation_look(&watches->relations[k], watches->state, excess);
    excess += watch_relation_count(&watches->relations[k]);
  }
  for (int e = 0; e < watches->event_count; e++) {
    EventWatch *one = &watches->events[e];
    watch_event_look(watches, one, excess);
    excess += one->event->condition ? one->hold.count : 1 + one->cuts.count;
  }
}

double watch_look_at(Watches *watches, int which, double *room) {
  const Watch *source = &watches->list[which];
  watch_measures(watches);
  switch (source->kind) {
  case WATCH_NUMBER:
    look_at_number(watches, source->object, room);
    break;
  case WATCH_FORCE:
    look_at_force(watches, &watches->forces[source->object], false, room);
    break;
  case WATCH_SIZE:
    *room = -watch_line_side(watches, &watches->sizes[source->object]);
    break;
  case WATCH_RELATION:
    watch_relation_look(&watches->relations[source->object], watches->state, room);
    break;
  case WATCH_CONDITION:
  case WATCH_EVENT:
    watch_event_look(watches, &watches->events[source->object], room);
    break;
  }
  return room[source->item];
}
