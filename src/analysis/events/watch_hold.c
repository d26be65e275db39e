// SPDX-License-Identifier: BSD-3-Clause
// watch_hold.c: the branches on which a motion goes on (see watch.h).
//
//   B <- branches an instant later, without accelerations where signs need none
//   repeat:  a <- accelerations under B;  B <- branches an instant later with a;  until B stays
#include "analysis/events/watch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/events/watch_lines.h"
#include "expr/text/functions.h"
#include "system/constraints/relation.h"
#include "system/forces/forces.h"
#include "system/forces/solve.h"
#include "system/observe/course.h"

// The end of a located event is known to so many roundings of the times at hand.
static const double ROUND = 4 * DBL_EPSILON;
static const double FORCE_ROUND = 16 * DBL_EPSILON; // of gaps, by the places of what touches
enum { TOLD = 4, TEXT_SIZE = 600 };

double watch_instant(const Watches *watches) {
  return ROUND * (watches->duration + fabs(watches->state->t));
}

bool watch_accelerate(Watches *watches) {
  State *state = watches->state;
  const Fault before = state->fault;
  if (!watches->accelerated) {
    state_rows(state, PAIR_ACCELERATION);
    watches->accelerated = solve_equations(state, watches->a, watches->lambda) == EQUATIONS_SOLVED;
    state->fault = before; // what cannot be computed here, the next step will tell
  }
  return watches->accelerated;
}

// ---- the numbers of forces ----

static bool take_later(Watches *watches, const double *a) {
  State *state = watches->state;
  const Course course = course_open(state, a, watch_instant(watches));
  bool decided = true;
  for (int h = 0; h < watches->hold_count; h++) {
    Hold *hold = &watches->holds[h];
    course_gather(&course, hold->program, watches->inputs);
    decided = hold_take_later(hold, state->inputs, watches->inputs, watches->germs, state->work) &&
              decided;
  }
  state->held = watches->held;
  state_forget_forces(state);
  return decided;
}

// Whether a switch has changed its branch; keeps the branches for the next look.
static bool changes(double before, double now) {
  return before < now || before > now;
}

static double branch_of(const Watches *watches, int w) {
  return watches->holds[watches->list[w].object].branch[watches->list[w].item];
}

static int count_changes(Watches *watches, bool keep) {
  int count = 0;
  for (int w = 0; w < watches->number_count; w++) {
    count += changes(watches->before[w], branch_of(watches, w));
    watches->before[w] = keep ? branch_of(watches, w) : watches->before[w];
  }
  return count;
}

// Those whose branch changed last.
static bool refuse_cycle(const Watches *watches, Failure *failure) {
  char text[TEXT_SIZE] = "";
  size_t used = 0;
  int told = 0;
  const Watch *first = NULL;
  for (int w = 0; w < watches->number_count && told < TOLD; w++) {
    const Watch *at = &watches->list[w];
    if (changes(watches->before[w], branch_of(watches, w)) && used + TEXT_SIZE / TOLD < TEXT_SIZE) {
      first = first == NULL ? at : first;
      used += (size_t)snprintf(text + used, TEXT_SIZE - used, "%s\"%.80s\" of %.40s",
                               told++ > 0 ? ", " : "", at->text, at->path);
    }
  }
  if (first == NULL) {
    return true;
  }
  failure_set(failure, DIAG_EVENT_CHATTER, first->origin,
              "%s switches without end: at t = %.12g s each branch drives the motion to another "
              "one, across the zero of %s",
              first->path, watches->state->t, text);
  return failure_hint(failure,
                      "it slides along the switch: make it smooth, for example tanh(v/v0) instead "
                      "of sign(v), or integrate across it with noevent(...)");
}

static bool hold_numbers(Watches *watches, Failure *failure) {
  for (int h = 0; h < watches->hold_count && watches->holding; h++) {
    hold_keep(&watches->holds[h]);
  }
  watches->holding = true;
  if (take_later(watches, NULL)) {
    return true;
  }
  for (int round = 0; round < 2 + watches->number_count; round++) {
    count_changes(watches, true);
    watches->accelerated = false;
    if (!watch_accelerate(watches)) {
      return true;
    }
    take_later(watches, watches->a);
    if (count_changes(watches, false) == 0) {
      return true;
    }
  }
  watches->accelerated = false;
  return refuse_cycle(watches, failure);
}

bool watch_only_centres(Watches *watches, int which) {
  static const double CUT = 3; // rad: nearer to half a turn it is the cut
  const Watch *watch = &watches->list[which];
  State *state = watches->state;
  if (watch->kind == WATCH_FORCE || watch->kind == WATCH_SIZE) {
    return watch_line_turns(watches, watch);
  }
  const Hold *hold =
      watch->kind == WATCH_NUMBER ? &watches->holds[watch->object]
      : watch->kind == WATCH_RELATION && watch->item < watches->relations[watch->object].hold.count
          ? &watches->relations[watch->object].hold
          : NULL;
  if (hold == NULL || hold->list[watch->item]->kind != SWITCH_CUT) {
    return false;
  }
  const int angle = hold->list[watch->item]->instruction;
  watch_measures(watches);
  state_gather(state, hold->program);
  eval_values(&hold->held, state->inputs, angle + 1, state->work);
  return fabs(state->work[angle]) < CUT;
}

const Gauge *watch_gauge(const Watches *watches, int which) {
  const Watch *watch = &watches->list[which];
  const Model *model = watches->state->system->model;
  if (watch->kind != WATCH_NUMBER) {
    return NULL;
  }
  const Program *program = watches->holds[watch->object].program;
  const Switch *one = watches->holds[watch->object].list[watch->item];
  const Instruction *at = &program->code[one->instruction];
  if (one->kind != SWITCH_CUT || at->op != OP_ANGLE || at->a >= program->input_count) {
    return NULL;
  }
  const Measure *measure = &model->measures[program->inputs[at->a].index];
  return measure->kind->owner == MEASURE_OF_GAUGE ? &model->gauges[measure->object] : NULL;
}

// ---- all ----

// Their rows follow.
static void hold_relations(Watches *watches) {
  if (watches->relation_count == 0) {
    return;
  }
  for (int k = 0; k < watches->relation_count; k++) {
    watch_relation_hold(&watches->relations[k], watches->state);
  }
  relations_hold_bearings(watches->state);
  state_renew_relations(watches->state);
}

static void list_present(Watches *watches) {
  State *state = watches->state;
  int count = 0;
  for (int f = 0; f < state->system->force_count; f++) {
    if (!forces_rest(state, &state->system->forces[f])) {
      watches->present[count++] = f;
    }
  }
  state->present = watches->present;
  state->present_count = count;
}

// On its surface either branch serves, since the force is zero there: it is left where round-off
// does not tell any more.
static void hold_forces(Watches *watches) {
  const double place = watches->force_count > 0 ? course_open(watches->state, NULL, 0).place : 0;
  const double room = FORCE_ROUND * (1 + place + watches->state->length);
  for (int f = 0; f < watches->force_count; f++) {
    ForceWatch *one = &watches->forces[f];
    double value[FORCE_SWITCHES];
    one->reach = watch_force_reach(watches, one);
    watch_force_look(watches, one, true, value);
    for (int k = 0; k < one->force->switch_count; k++) {
      const double size = fabs(value[k]);
      one->branch[k] = value[k] < 0;
      one->slack[k] = size <= room ? size + room : 0;
    }
  }
  watches->state->branches = watches->branches;
  list_present(watches);
  state_forget_forces(watches->state);
}

bool watch_hold(Watches *watches, Failure *failure) {
  watches->accelerated = false;
  watch_lines_take(watches);
  watch_measures(watches);
  hold_forces(watches);
  hold_relations(watches);
  return hold_numbers(watches, failure);
}
