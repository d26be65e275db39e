// SPDX-License-Identifier: BSD-3-Clause
// branch_choice.c: the branches on which a motion goes on (see switching.h).
//
//   B <- branches an instant later, without accelerations where signs need none
//   repeat:  a <- accelerations under B;  B <- branches an instant later with a;  until B stays
#include "analysis/events/switching.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/events/switching_lines.h"
#include "expr/text/functions.h"
#include "system/constraints/relation.h"
#include "system/forces/forces.h"
#include "system/forces/solve.h"
#include "system/observe/measure_series.h"

// The end of a located event is known to so many roundings of the times at hand.
static const double ROUND = 4 * DBL_EPSILON;
static const double FORCE_ROUND = 16 * DBL_EPSILON; // of gaps, by the places of what touches
enum { TOLD = 4, TEXT_SIZE = 600 };

double switching_instant(const Switching *switching) {
  return ROUND * (switching->duration + fabs(switching->state->t));
}

bool switching_accelerate(Switching *switching) {
  State *state = switching->state;
  const Fault before = state->fault;
  if (!switching->accelerated) {
    state_rows(state, PAIR_ACCELERATION);
    switching->accelerated =
        solve_equations(state, switching->a, switching->lambda) == EQUATIONS_SOLVED;
    state->fault = before; // what cannot be computed here, the next step will tell
  }
  return switching->accelerated;
}

// ---- the numbers of forces ----

static bool take_later(Switching *switching, const double *a) {
  State *state = switching->state;
  const MeasureSeries course = measure_series_open(state, a, switching_instant(switching));
  bool decided = true;
  for (int h = 0; h < switching->hold_count; h++) {
    Hold *hold = &switching->holds[h];
    measure_series_gather(&course, hold->program, switching->inputs);
    decided =
        hold_take_later(hold, state->inputs, switching->inputs, switching->powers, state->work) &&
        decided;
  }
  state->held = switching->held;
  state_forget_forces(state);
  return decided;
}

// Whether a switch has changed its branch; keeps the branches for the next look.
static bool changes(double before, double now) {
  return before < now || before > now;
}

static double branch_of(const Switching *switching, int w) {
  return switching->holds[switching->list[w].object].branch[switching->list[w].item];
}

static int count_changes(Switching *switching, bool keep) {
  int count = 0;
  for (int w = 0; w < switching->number_count; w++) {
    count += changes(switching->before[w], branch_of(switching, w));
    switching->before[w] = keep ? branch_of(switching, w) : switching->before[w];
  }
  return count;
}

// Those whose branch changed last.
static bool refuse_cycle(const Switching *switching, Failure *failure) {
  char text[TEXT_SIZE] = "";
  size_t used = 0;
  int told = 0;
  const SwitchingFunction *first = NULL;
  for (int w = 0; w < switching->number_count && told < TOLD; w++) {
    const SwitchingFunction *at = &switching->list[w];
    if (changes(switching->before[w], branch_of(switching, w)) &&
        used + TEXT_SIZE / TOLD < TEXT_SIZE) {
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
              first->path, switching->state->t, text);
  return failure_hint(failure,
                      "it slides along the switch: make it smooth, for example tanh(v/v0) instead "
                      "of sign(v), or integrate across it with noevent(...)");
}

static bool hold_numbers(Switching *switching, Failure *failure) {
  for (int h = 0; h < switching->hold_count && switching->holding; h++) {
    hold_keep(&switching->holds[h]);
  }
  switching->holding = true;
  if (take_later(switching, NULL)) {
    return true;
  }
  for (int round = 0; round < 2 + switching->number_count; round++) {
    count_changes(switching, true);
    switching->accelerated = false;
    if (!switching_accelerate(switching)) {
      return true;
    }
    take_later(switching, switching->a);
    if (count_changes(switching, false) == 0) {
      return true;
    }
  }
  switching->accelerated = false;
  return refuse_cycle(switching, failure);
}

bool switching_only_centres(Switching *switching, int which) {
  static const double CUT = 3; // rad: nearer to half a turn it is the cut
  const SwitchingFunction *function = &switching->list[which];
  State *state = switching->state;
  if (function->kind == SWITCHING_FORCE || function->kind == SWITCHING_SIZE) {
    return switching_line_turns(switching, function);
  }
  const Hold *hold = function->kind == SWITCHING_NUMBER ? &switching->holds[function->object]
                     : function->kind == SWITCHING_RELATION &&
                             function->item < switching->relations[function->object].hold.count
                         ? &switching->relations[function->object].hold
                         : NULL;
  if (hold == NULL || hold->list[function->item]->kind != SWITCH_CUT) {
    return false;
  }
  const int angle = hold->list[function->item]->instruction;
  switching_measures(switching);
  state_gather(state, hold->program);
  eval_values(&hold->held, state->inputs, angle + 1, state->work);
  return fabs(state->work[angle]) < CUT;
}

const Gauge *switching_gauge(const Switching *switching, int which) {
  const SwitchingFunction *function = &switching->list[which];
  const Model *model = switching->state->system->model;
  if (function->kind != SWITCHING_NUMBER) {
    return NULL;
  }
  const Program *program = switching->holds[function->object].program;
  const Switch *one = switching->holds[function->object].list[function->item];
  const Instruction *at = &program->code[one->instruction];
  if (one->kind != SWITCH_CUT || at->op != OP_ANGLE || at->a >= program->input_count) {
    return NULL;
  }
  const Measure *measure = &model->measures[program->inputs[at->a].index];
  return measure->kind->owner == MEASURE_OF_GAUGE ? &model->gauges[measure->object] : NULL;
}

// ---- all ----

// Their rows follow.
static void hold_relations(Switching *switching) {
  if (switching->relation_count == 0) {
    return;
  }
  for (int k = 0; k < switching->relation_count; k++) {
    switching_relation_hold(&switching->relations[k], switching->state);
  }
  relations_hold_bearings(switching->state);
  state_renew_relations(switching->state);
}

static void list_present(Switching *switching) {
  State *state = switching->state;
  int count = 0;
  for (int f = 0; f < state->system->force_count; f++) {
    if (!forces_rest(state, &state->system->forces[f])) {
      switching->present[count++] = f;
    }
  }
  state->present = switching->present;
  state->present_count = count;
}

// On its surface either branch serves, since the force is zero there: it is left where round-off
// does not tell any more.
static void hold_forces(Switching *switching) {
  const double place =
      switching->force_count > 0 ? measure_series_open(switching->state, NULL, 0).place : 0;
  const double room = FORCE_ROUND * (1 + place + switching->state->length);
  for (int f = 0; f < switching->force_count; f++) {
    SwitchingForce *one = &switching->forces[f];
    double value[FORCE_SWITCHES];
    one->reach = switching_force_reach(switching, one);
    switching_force_look(switching, one, true, value);
    for (int k = 0; k < one->force->switch_count; k++) {
      const double size = fabs(value[k]);
      one->branch[k] = value[k] < 0;
      one->slack[k] = size <= room ? size + room : 0;
    }
  }
  switching->state->branches = switching->branches;
  list_present(switching);
  state_forget_forces(switching->state);
}

bool switching_hold(Switching *switching, Failure *failure) {
  switching->accelerated = false;
  switching_lines_take(switching);
  switching_measures(switching);
  hold_forces(switching);
  hold_relations(switching);
  return hold_numbers(switching, failure);
}
