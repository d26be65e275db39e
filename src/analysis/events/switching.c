// SPDX-License-Identifier: BSD-3-Clause
// switching.c: the switching functions of a mechanism (see switching.h).
#include "analysis/events/switching.h"

#include <float.h>
#include <math.h>

#include "base/text.h"
#include "system/constraints/relation.h"

static const Program *program_of(const System *system, int dynamic) {
  return &system->model->numbers[system->dynamic[dynamic]].program;
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
  most += switching_lines_sizes(system);
  for (int r = 0; r < system->relation_count; r++) {
    const int law = system->relations[r].law;
    if (switching_relation_needed(system, r)) {
      most += 2 + (law >= 0 ? count_switches(&model->numbers[law].program) : 0);
    }
  }
  for (int e = 0; e < model->event_count; e++) {
    most += 1 + model->numbers[model->events[e].when].program.switch_count;
  }
  return most;
}

bool switching_needed(const System *system) {
  int lines = switching_lines_sizes(system);
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    lines += force->switch_count > 0 && force->kind->switches->notes == NOTES_LINE;
  }
  return most_functions(system) > lines;
}

// ---- opening ----

// as: what the function is, but for its words.
static bool describe(Switching *switching, int number, int instruction, SwitchingFunction as,
                     Arena *arena) {
  const Number *one = &switching->state->system->model->numbers[number];
  const Instruction *at = &one->program.code[instruction];
  as.path = one->path;
  as.origin = (Origin){one->origin.id, at->first, at->last};
  as.text = arena_copy(arena, one->program.text.text + at->first, (size_t)(at->last - at->first));
  switching->list[switching->count++] = as;
  return as.text != NULL;
}

// first: the item that its first switch is.
static bool describe_hold(Switching *switching, int number, const Hold *hold, int first,
                          SwitchingFunction as, Arena *arena) {
  bool ok = true;
  for (int k = 0; k < hold->count && ok; k++) {
    as.item = first + k;
    as.clock = !hold->list[k]->on_state;
    ok = describe(switching, number, hold->list[k]->instruction, as, arena);
  }
  return ok;
}

// The number of an event, and behind it where its angles start anew.
static bool describe_number(Switching *switching, SwitchingEvent *one, SwitchingFunction as,
                            Arena *arena) {
  const int when = one->event->when;
  const Program *program = one->hold.program;
  return hold_open_cuts(&one->cuts, program, arena) &&
         describe(switching, when, program->result, as, arena) &&
         describe_hold(switching, when, &one->cuts, 1, as, arena);
}

static bool open_numbers(Switching *switching, Arena *arena) {
  const System *system = switching->state->system;
  for (int k = 0; k < system->dynamic_count; k++) {
    if (count_switches(program_of(system, k)) == 0) {
      continue;
    }
    const int number = system->dynamic[k];
    const SwitchingFunction as = {
        .kind = SWITCHING_NUMBER, .object = switching->hold_count, .event = -1};
    Hold *hold = &switching->holds[switching->hold_count++];
    if (!hold_open(hold, program_of(system, k), false, arena) ||
        !describe_hold(switching, number, hold, 0, as, arena)) {
      return false;
    }
    switching->held[number] = hold;
  }
  switching->number_count = switching->count;
  return true;
}

// Forces that switch by themselves; room for them is there.
static bool open_forces(Switching *switching, Arena *arena) {
  const System *system = switching->state->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    const Force *source = &system->model->forces[force->force];
    if (force->switch_count == 0) {
      continue;
    }
    SwitchingForce *one = &switching->forces[switching->force_count++];
    *one = (SwitchingForce){.force = force};
    switching->branches[force->force] = one->branch;
    const char *path = text_print(arena, "forces.%s", source->name);
    if (path == NULL) {
      return false;
    }
    for (int k = 0; k < force->switch_count; k++) {
      switching->list[switching->count++] =
          (SwitchingFunction){.path = path,
                              .origin = source->origin,
                              .text = force->kind->type,
                              .event = -1,
                              .kind = SWITCHING_FORCE,
                              .object = switching->force_count - 1,
                              .item = k};
    }
  }
  return true;
}

// Sizes that pass zero, each as the first number that reads it has it.
static bool open_sizes(Switching *switching, Arena *arena) {
  const System *system = switching->state->system;
  if (!switching_lines_open(switching, arena)) {
    return false;
  }
  for (int s = 0; s < switching->size_count; s++) {
    SwitchingFunction *own = &switching->list[switching->count++];
    *own = (SwitchingFunction){.kind = SWITCHING_SIZE, .object = s, .event = -1};
    for (int k = 0; k < system->dynamic_count && own->path == NULL; k++) {
      const Number *number = &system->model->numbers[system->dynamic[k]];
      for (int i = 0; i < number->program.input_count && own->path == NULL; i++) {
        const Symbol *symbol = &number->program.inputs[i];
        if (symbol->kind == SYMBOL_MEASURE && symbol->index == switching->sizes[s].measure) {
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
static bool open_relations(Switching *switching, Arena *arena) {
  State *state = switching->state;
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    if (!switching_relation_needed(system, r)) {
      continue;
    }
    SwitchingRelation *one = &switching->relations[switching->relation_count];
    const int number = system->relations[r].law;
    SwitchingFunction as = {
        .kind = SWITCHING_RELATION, .object = switching->relation_count, .event = -1};
    if (!switching_relation_open(one, state, r, arena) ||
        !describe_hold(switching, number, &one->hold, 0, as, arena)) {
      return false;
    }
    for (as.item = one->hold.count; as.item < switching_relation_count(one); as.item++) {
      const bool turns = one->watches_turn && as.item == one->hold.count;
      const Number *law = &system->model->numbers[turns ? number : system->relations[r].offset];
      as.path = law->path;
      as.origin = law->origin;
      as.text = turns ? "angle" : "offset";
      switching->list[switching->count++] = as;
    }
    if (one->hold.code != NULL) {
      switching->held[number] = &one->hold;
    }
    switching->relation_count += switching_relation_count(one) > 0;
  }
  return true;
}

static bool open_events(Switching *switching, Arena *arena) {
  const Model *model = switching->state->system->model;
  switching->events = arena_array(arena, SwitchingEvent, model->event_count);
  for (int e = 0; switching->events != NULL && e < model->event_count; e++) {
    const Event *event = &model->events[e];
    const Program *when = &model->numbers[event->when].program;
    SwitchingEvent *one = &switching->events[e];
    *one = (SwitchingEvent){.event = event};
    const SwitchingFunction as = {.kind = event->condition ? SWITCHING_CONDITION : SWITCHING_EVENT,
                                  .object = e,
                                  .event = e,
                                  .clock = !when->uses_state};
    if (!hold_open(&one->hold, when, true, arena) ||
        !(event->condition ? describe_hold(switching, event->when, &one->hold, 0, as, arena)
                           : describe_number(switching, one, as, arena))) {
      return false;
    }
    switching->event_count++;
  }
  return switching->events != NULL;
}

// Room for what is looked at an instant later.
static bool open_later(Switching *switching, Arena *arena) {
  const System *system = switching->state->system;
  switching->powers = arena_array(arena, Powers, system->largest_program);
  switching->inputs = arena_array(arena, Powers, system->largest_inputs);
  return switching->powers != NULL && switching->inputs != NULL &&
         arena_doubles(arena, switching->count, &switching->before) &&
         arena_doubles(arena, system->nv, &switching->a) &&
         arena_doubles(arena, system->nc, &switching->lambda);
}

// Those of the running numbers and of all that events read.
static bool list_measures(Switching *switching, Arena *arena) {
  const System *system = switching->state->system;
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
  switching->measure_count = model_list_measures(model, read, list);
  switching->measures = list;
  return true;
}

bool switching_open(Switching *switching, State *state, double duration, double relative,
                    Arena *arena) {
  static const double BALL = 1e-9; // at least: what is missed by less, nobody can tell
  const System *system = state->system;
  const Model *model = system->model;
  *switching = (Switching){.state = state, .duration = duration, .ball = fmax(BALL, relative)};
  const int most = most_functions(system);
  if (most == 0) {
    return true;
  }
  switching->holds = arena_array(arena, Hold, system->dynamic_count);
  switching->held = arena_array(arena, const Hold *, model->number_count);
  switching->list = arena_array(arena, SwitchingFunction, most);
  switching->forces = arena_array(arena, SwitchingForce, system->force_count);
  switching->branches = arena_array(arena, const bool *, model->force_count);
  switching->present = arena_array(arena, int, model->force_count);
  switching->relations = arena_array(arena, SwitchingRelation, system->relation_count);
  return switching->holds != NULL && switching->held != NULL && switching->forces != NULL &&
         switching->branches != NULL && switching->present != NULL && switching->list != NULL &&
         switching->relations != NULL && open_numbers(switching, arena) &&
         open_forces(switching, arena) && open_sizes(switching, arena) &&
         open_relations(switching, arena) && open_events(switching, arena) &&
         list_measures(switching, arena) && open_later(switching, arena);
}

// ---- the present point ----

void switching_measures(Switching *switching) {
  State *state = switching->state;
  for (int k = 0; k < switching->measure_count; k++) {
    state->measures[switching->measures[k]] = state_measure(state, switching->measures[k]);
  }
}

double switching_force_reach(const Switching *switching, const SwitchingForce *one) {
  static const double ROOM = 1e-6; // of the reach: nearer, round-off tells nothing
  const SystemForce *force = one->force;
  double (*reach)(const double *par) = force->kind->switches->reach;
  return reach == NULL || force->dynamic_count > 0
             ? HUGE_VAL
             : (1 + ROOM) * reach(switching->state->values + force->first_number);
}

bool switching_force_rests(const SwitchingForce *one) {
  return isfinite(one->reach) &&
         force_rests(one->force->kind, one->force->switch_count, one->branch);
}

// What two frames are farther apart than the reach.
static double spare_of(const Switching *switching, const SwitchingForce *one) {
  const double *i = state_frame(switching->state, one->force->marker[0])->x;
  const double *j = state_frame(switching->state, one->force->marker[1])->x;
  const double x = j[0] - i[0], y = j[1] - i[1], z = j[2] - i[2];
  return sqrt(x * x + y * y + z * z) - one->reach;
}

void switching_force_look(const Switching *switching, const SwitchingForce *one, bool bound,
                          double *value) {
  Frame frame[FORCE_FRAMES];
  const double spare = bound && switching_force_rests(one) ? spare_of(switching, one) : 0;
  if (spare > 0) {
    for (int k = 0; k < one->force->switch_count; k++) {
      value[k] = spare;
    }
    return;
  }
  const ForceArgs in = state_force_args(switching->state, one->force, frame);
  one->force->kind->switches->values(&in, value);
}

void switching_release(Switching *switching) {
  switching->state->held = NULL;
  switching->state->branches = NULL;
  switching->state->size_sides = NULL;
  switching->state->present = NULL;
  state_forget_forces(switching->state);
}

static void look_at_number(const Switching *switching, int h, double *excess) {
  State *state = switching->state;
  state_gather(state, switching->holds[h].program);
  hold_look(&switching->holds[h], state->inputs, excess, state->work);
}

static void look_at_force(const Switching *switching, const SwitchingForce *one, bool bound,
                          double *excess) {
  switching_force_look(switching, one, bound, excess);
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

void switching_look(Switching *switching, double *excess) {
  switching_measures(switching);
  for (int h = 0; h < switching->hold_count; h++) {
    look_at_number(switching, h, excess);
    excess += switching->holds[h].count;
  }
  for (int f = 0; f < switching->force_count; f++) {
    look_at_force(switching, &switching->forces[f], true, excess);
    excess += switching->forces[f].force->switch_count;
  }
  for (int k = 0; k < switching->size_count; k++) {
    *excess++ = -switching_line_side(switching, &switching->sizes[k]);
  }
  for (int k = 0; k < switching->relation_count; k++) {
    switching_relation_look(&switching->relations[k], switching->state, excess);
    excess += switching_relation_count(&switching->relations[k]);
  }
  for (int e = 0; e < switching->event_count; e++) {
    SwitchingEvent *one = &switching->events[e];
    switching_event_look(switching, one, excess);
    excess += one->event->condition ? one->hold.count : 1 + one->cuts.count;
  }
}

double switching_look_at(Switching *switching, int which, double *room) {
  const SwitchingFunction *source = &switching->list[which];
  switching_measures(switching);
  switch (source->kind) {
  case SWITCHING_NUMBER:
    look_at_number(switching, source->object, room);
    break;
  case SWITCHING_FORCE:
    look_at_force(switching, &switching->forces[source->object], false, room);
    break;
  case SWITCHING_SIZE:
    *room = -switching_line_side(switching, &switching->sizes[source->object]);
    break;
  case SWITCHING_RELATION:
    switching_relation_look(&switching->relations[source->object], switching->state, room);
    break;
  case SWITCHING_CONDITION:
  case SWITCHING_EVENT:
    switching_event_look(switching, &switching->events[source->object], room);
    break;
  }
  return room[source->item];
}
