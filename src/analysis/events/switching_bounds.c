// SPDX-License-Identifier: BSD-3-Clause
// switching_bounds.c: the switching functions of a mechanism within bounds (see
// switching_bounds.h).
#include "analysis/events/switching_bounds.h"

#include <float.h>
#include <math.h>

#include "analysis/events/switching_lines.h"
#include "expr/enclosures/levels.h"

#define ONE_TURN 6.283185307179586476925286766559

// ---- opening ----

static const Program *when_of(const Switching *switching, int event) {
  const Model *model = switching->state->system->model;
  return &model->numbers[model->events[event].when].program;
}

// The bodies whose motion the functions read.
static void mark_bodies(const Switching *switching, bool *bodies) {
  const State *state = switching->state;
  const Model *model = state->system->model;
  for (int k = 0; k < switching->measure_count; k++) {
    int marker[2];
    Axis axis;
    state_measure_frames(model, &model->measures[switching->measures[k]], marker, &axis);
    bodies[model->markers[marker[0]].body] = true;
    bodies[model->markers[marker[1]].body] = true;
  }
  for (int r = 0; r < switching->relation_count; r++) {
    const SystemRelation *relation = &state->system->relations[switching->relations[r].relation];
    for (int c = relation->first; c < relation->first + relation->count; c++) {
      bodies[state->system->coordinates[c].body[0]] = true;
      bodies[state->system->coordinates[c].body[1]] = true;
    }
  }
  for (int f = 0; f < switching->force_count; f++) {
    const SystemForce *force = switching->forces[f].force;
    for (int k = 0; k < force->layout.frame_count; k++) {
      bodies[force->body[k]] = true;
    }
  }
}

bool switching_bounds_open(SwitchingBounds *of, Switching *switching, Arena *arena) {
  bool *bodies = arena_array(arena, bool, switching->state->system->body_count);
  *of = (SwitchingBounds){.switching = switching};
  if (bodies == NULL) {
    return false;
  }
  mark_bodies(switching, bodies);
  for (int b = 1; b < switching->state->system->body_count; b++) {
    of->bends =
        of->bends || (bodies[b] && switching->state->system->bodies[b].kind->inside != NULL);
  }
  return bounds_open(&of->bounds, switching->state, bodies, arena);
}

// ---- what may happen in a step ----

bool switching_bounds_certain(const SwitchingBounds *of, int which) {
  const SwitchingFunction *source = &of->switching->list[which];
  if (of->bends && !source->clock) {
    return false;
  }
  if (source->kind == SWITCHING_FORCE) {
    return of->switching->forces[source->object].force->kind->switches->enclose != NULL;
  }
  return source->kind != SWITCHING_RELATION || !of->switching->relations[source->object].rolls;
}

// The axis from which a bearing is counted, behind the switches of the law.
static bool is_turn(const SwitchingBounds *of, const SwitchingFunction *source) {
  return source->kind == SWITCHING_RELATION &&
         source->item >= of->switching->relations[source->object].hold.count;
}

static const Hold *hold_of(const SwitchingBounds *of, const SwitchingFunction *source) {
  return source->kind == SWITCHING_NUMBER     ? &of->switching->holds[source->object]
         : source->kind == SWITCHING_RELATION ? &of->switching->relations[source->object].hold
         : source->kind == SWITCHING_EVENT    ? &of->switching->events[source->object].cuts
                                              : &of->switching->events[source->object].hold;
}

// Of a hold, which of its switches.
static int switch_of(const SwitchingFunction *source) {
  return source->item - (source->kind == SWITCHING_EVENT);
}

static bool is_number(const SwitchingFunction *source) {
  return source->kind == SWITCHING_EVENT && source->item == 0;
}

bool switching_bounds_ends(const SwitchingBounds *of, int which, int side) {
  const SwitchingFunction *source = &of->switching->list[which];
  const Switching *switching = of->switching;
  if (source->clock) {
    return false;
  }
  if (source->kind == SWITCHING_FORCE) {
    const SwitchingForce *one = &switching->forces[source->object];
    const bool below = one->branch[source->item];
    return force_switch_counts(one->force->kind, one->branch, source->item) && below == (side > 0);
  }
  if (source->kind == SWITCHING_SIZE) {
    return side < 0;
  }
  if ((source->kind == SWITCHING_EVENT || source->kind == SWITCHING_CONDITION) &&
      switching->events[source->object].spent) {
    return false;
  }
  if (is_number(source)) {
    return side > 0;
  }
  if (is_turn(of, source)) {
    return true;
  }
  const Hold *hold = hold_of(of, source);
  const double branch = hold->branch[switch_of(source)];
  const Levels levels = levels_of(hold->list[switch_of(source)], branch);
  return !isnan(branch) && levels_end(&levels, side);
}

int switching_bounds_rests(SwitchingBounds *of, int which) {
  const SwitchingFunction *source = &of->switching->list[which];
  if (switching_line_rests(of->switching, source)) {
    return 1;
  }
  if (source->kind != SWITCHING_FORCE || of->bends) {
    return 0;
  }
  const SwitchingForce *one = &of->switching->forces[source->object];
  return switching_force_rests(one) && bounds_apart(&of->bounds, one->force->marker, one->reach)
             ? one->force->switch_count - source->item
             : 0;
}

// ---- bounds ----

static void excess_of_hold(SwitchingBounds *of, const SwitchingFunction *source, int side,
                           int order, Enclosure *excess) {
  const Hold *hold = hold_of(of, source);
  const Switch *one = hold->list[switch_of(source)];
  const Levels levels = levels_of(one, hold->branch[switch_of(source)]);
  const int count = one->instruction + 1;
  const Enclosure *all =
      source->kind == SWITCHING_RELATION
          ? bounds_law(&of->bounds, of->switching->relations[source->object].relation, &hold->held,
                       count)
          : bounds_program(&of->bounds, &hold->held, count);
  *excess = levels_excess(&levels, side, &all[one->instruction], order);
  *excess = enclosure_shift(excess, -hold->slack[switch_of(source)]);
}

// A bearing is counted on within one turn.
static void excess_of_turn(SwitchingBounds *of, const SwitchingFunction *source, int side,
                           int order, Enclosure *excess) {
  static const Levels turn = {.high = ONE_TURN, .owns_low = true, .owns_high = true};
  const Enclosure bearing =
      bounds_coordinate(&of->bounds, of->switching->relations[source->object].bearing);
  *excess = levels_excess(&turn, side, &bearing, order);
}

// A function below zero is a branch.
static void excess_of_force(SwitchingBounds *of, const SwitchingFunction *source, int side,
                            int order, Enclosure *excess) {
  static const Switch below = {.kind = SWITCH_BELOW};
  const SwitchingForce *one = &of->switching->forces[source->object];
  const Levels levels = levels_of(&below, one->branch[source->item]);
  const Enclosure *f = bounds_force(&of->bounds, one->force);
  *excess = levels_excess(&levels, side, &f[source->item], order);
  *excess = enclosure_shift(excess, -one->slack[source->item]);
}

// The side of a measure: it is left below zero.
static void excess_of_size(SwitchingBounds *of, const SwitchingFunction *source, int order,
                           Enclosure *excess) {
  const int measure = of->switching->sizes[source->object].measure;
  const Enclosure side = bounds_side(&of->bounds, measure, of->switching->kept[measure]);
  *excess = enclosure_negate(&side, order);
}

// Armed, g; else how far it is beyond the level at which it is armed again.
static void excess_of_event(SwitchingBounds *of, const SwitchingFunction *source, int order,
                            Enclosure *excess) {
  const Switching *switching = of->switching;
  const SwitchingEvent *one = &switching->events[source->object];
  const Program *when = one->cuts.count > 0 ? &one->cuts.held : when_of(switching, source->object);
  Enclosure g = bounds_program(&of->bounds, when, when->result + 1)[when->result];
  if (one->event->direction == EVENT_FALLING) {
    g = enclosure_negate(&g, order);
  }
  if (!one->armed) {
    const double rearm = one->event->rearm >= 0 ? switching->state->values[one->event->rearm] : 0;
    g = enclosure_negate(&g, order);
    g = enclosure_shift(&g, -rearm);
    g = enclosure_shift(&g, -DBL_TRUE_MIN);
  } else {
    g = enclosure_shift(&g, -one->slack);
  }
  *excess = g;
}

void switching_bounds_excess(SwitchingBounds *of, int which, int side, double low, double high,
                             int order, Enclosure *excess) {
  const SwitchingFunction *source = &of->switching->list[which];
  bounds_stretch(&of->bounds, low, high, order);
  if (source->kind == SWITCHING_FORCE) {
    excess_of_force(of, source, side, order, excess);
  } else if (source->kind == SWITCHING_SIZE) {
    excess_of_size(of, source, order, excess);
  } else if (is_turn(of, source)) {
    excess_of_turn(of, source, side, order, excess);
  } else if (is_number(source)) {
    excess_of_event(of, source, order, excess);
  } else {
    excess_of_hold(of, source, side, order, excess);
  }
}
