// SPDX-License-Identifier: BSD-3-Clause
// watch_bounds.c: the switching functions of a mechanism within bounds (see watch_bounds.h).
#include "analysis/events/watch_bounds.h"

#include <float.h>
#include <math.h>

#include "analysis/events/watch_lines.h"
#include "expr/enclosures/levels.h"

#define ONE_TURN 6.283185307179586476925286766559

// ---- opening ----

static const Program *when_of(const Watches *watches, int event) {
  const Model *model = watches->state->system->model;
  return &model->numbers[model->events[event].when].program;
}

// The bodies whose motion the functions read.
static void mark_bodies(const Watches *watches, bool *bodies) {
  const State *state = watches->state;
  const Model *model = state->system->model;
  for (int k = 0; k < watches->measure_count; k++) {
    int marker[2];
    Axis axis;
    state_measure_frames(model, &model->measures[watches->measures[k]], marker, &axis);
    bodies[model->markers[marker[0]].body] = true;
    bodies[model->markers[marker[1]].body] = true;
  }
  for (int r = 0; r < watches->relation_count; r++) {
    const SystemRelation *relation = &state->system->relations[watches->relations[r].relation];
    for (int c = relation->first; c < relation->first + relation->count; c++) {
      bodies[state->system->coordinates[c].body[0]] = true;
      bodies[state->system->coordinates[c].body[1]] = true;
    }
  }
  for (int f = 0; f < watches->force_count; f++) {
    const SystemForce *force = watches->forces[f].force;
    for (int k = 0; k < force->layout.frame_count; k++) {
      bodies[force->body[k]] = true;
    }
  }
}

bool watch_bounds_open(WatchBounds *of, Watches *watches, Arena *arena) {
  bool *bodies = arena_array(arena, bool, watches->state->system->body_count);
  *of = (WatchBounds){.watches = watches};
  if (bodies == NULL) {
    return false;
  }
  mark_bodies(watches, bodies);
  for (int b = 1; b < watches->state->system->body_count; b++) {
    of->bends = of->bends || (bodies[b] && watches->state->system->bodies[b].kind->inside != NULL);
  }
  return bounds_open(&of->bounds, watches->state, bodies, arena);
}

// ---- what may happen in a step ----

bool watch_bounds_certain(const WatchBounds *of, int which) {
  const Watch *source = &of->watches->list[which];
  if (of->bends && !source->clock) {
    return false;
  }
  if (source->kind == WATCH_FORCE) {
    return of->watches->forces[source->object].force->kind->switches->enclose != NULL;
  }
  return source->kind != WATCH_RELATION || !of->watches->relations[source->object].rolls;
}

// The axis from which a bearing is counted, behind the switches of the law.
static bool is_turn(const WatchBounds *of, const Watch *source) {
  return source->kind == WATCH_RELATION &&
         source->item >= of->watches->relations[source->object].hold.count;
}

static const Hold *hold_of(const WatchBounds *of, const Watch *source) {
  return source->kind == WATCH_NUMBER     ? &of->watches->holds[source->object]
         : source->kind == WATCH_RELATION ? &of->watches->relations[source->object].hold
         : source->kind == WATCH_EVENT    ? &of->watches->events[source->object].cuts
                                          : &of->watches->events[source->object].hold;
}

// Of a hold, which of its switches.
static int switch_of(const Watch *source) {
  return source->item - (source->kind == WATCH_EVENT);
}

static bool is_number(const Watch *source) {
  return source->kind == WATCH_EVENT && source->item == 0;
}

bool watch_bounds_ends(const WatchBounds *of, int which, int side) {
  const Watch *source = &of->watches->list[which];
  const Watches *watches = of->watches;
  if (source->clock) {
    return false;
  }
  if (source->kind == WATCH_FORCE) {
    const ForceWatch *one = &watches->forces[source->object];
    const bool below = one->branch[source->item];
    return force_switch_counts(one->force->kind, one->branch, source->item) && below == (side > 0);
  }
  if (source->kind == WATCH_SIZE) {
    return side < 0;
  }
  if ((source->kind == WATCH_EVENT || source->kind == WATCH_CONDITION) &&
      watches->events[source->object].spent) {
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

int watch_bounds_rests(WatchBounds *of, int which) {
  const Watch *source = &of->watches->list[which];
  if (watch_line_rests(of->watches, source)) {
    return 1;
  }
  if (source->kind != WATCH_FORCE || of->bends) {
    return 0;
  }
  const ForceWatch *one = &of->watches->forces[source->object];
  return watch_force_rests(one) && bounds_apart(&of->bounds, one->force->marker, one->reach)
             ? one->force->switch_count - source->item
             : 0;
}

// ---- bounds ----

static void excess_of_hold(WatchBounds *of, const Watch *source, int side, int order,
                           Enclosure *excess) {
  const Hold *hold = hold_of(of, source);
  const Switch *one = hold->list[switch_of(source)];
  const Levels levels = levels_of(one, hold->branch[switch_of(source)]);
  const int count = one->instruction + 1;
  const Enclosure *all =
      source->kind == WATCH_RELATION
          ? bounds_law(&of->bounds, of->watches->relations[source->object].relation, &hold->held,
                       count)
          : bounds_program(&of->bounds, &hold->held, count);
  *excess = levels_excess(&levels, side, &all[one->instruction], order);
  *excess = enclosure_shift(excess, -hold->slack[switch_of(source)]);
}

// A bearing is counted on within one turn.
static void excess_of_turn(WatchBounds *of, const Watch *source, int side, int order,
                           Enclosure *excess) {
  static const Levels turn = {.high = ONE_TURN, .owns_low = true, .owns_high = true};
  const Enclosure bearing =
      bounds_coordinate(&of->bounds, of->watches->relations[source->object].bearing);
  *excess = levels_excess(&turn, side, &bearing, order);
}

// A function below zero is a branch.
static void excess_of_force(WatchBounds *of, const Watch *source, int side, int order,
                            Enclosure *excess) {
  static const Switch below = {.kind = SWITCH_BELOW};
  const ForceWatch *one = &of->watches->forces[source->object];
  const Levels levels = levels_of(&below, one->branch[source->item]);
  const Enclosure *f = bounds_force(&of->bounds, one->force);
  *excess = levels_excess(&levels, side, &f[source->item], order);
  *excess = enclosure_shift(excess, -one->slack[source->item]);
}

// The side of a measure: it is left below zero.
static void excess_of_size(WatchBounds *of, const Watch *source, int order, Enclosure *excess) {
  const int measure = of->watches->sizes[source->object].measure;
  const Enclosure side = bounds_side(&of->bounds, measure, of->watches->kept[measure]);
  *excess = enclosure_negate(&side, order);
}

// Armed, g; else how far it is beyond the level at which it is armed again.
static void excess_of_event(WatchBounds *of, const Watch *source, int order, Enclosure *excess) {
  const Watches *watches = of->watches;
  const EventWatch *one = &watches->events[source->object];
  const Program *when = one->cuts.count > 0 ? &one->cuts.held : when_of(watches, source->object);
  Enclosure g = bounds_program(&of->bounds, when, when->result + 1)[when->result];
  if (one->event->direction == EVENT_FALLING) {
    g = enclosure_negate(&g, order);
  }
  if (!one->armed) {
    const double rearm = one->event->rearm >= 0 ? watches->state->values[one->event->rearm] : 0;
    g = enclosure_negate(&g, order);
    g = enclosure_shift(&g, -rearm);
    g = enclosure_shift(&g, -DBL_TRUE_MIN);
  } else {
    g = enclosure_shift(&g, -one->slack);
  }
  *excess = g;
}

void watch_bounds_excess(WatchBounds *of, int which, int side, double low, double high, int order,
                         Enclosure *excess) {
  const Watch *source = &of->watches->list[which];
  bounds_stretch(&of->bounds, low, high, order);
  if (source->kind == WATCH_FORCE) {
    excess_of_force(of, source, side, order, excess);
  } else if (source->kind == WATCH_SIZE) {
    excess_of_size(of, source, order, excess);
  } else if (is_turn(of, source)) {
    excess_of_turn(of, source, side, order, excess);
  } else if (is_number(source)) {
    excess_of_event(of, source, order, excess);
  } else {
    excess_of_hold(of, source, side, order, excess);
  }
}
