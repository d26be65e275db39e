// SPDX-License-Identifier: BSD-3-Clause
// switching_relation.c: switching functions of relations (see switching_relation.h).
#include "analysis/events/switching_relation.h"

#include <float.h>
#include <math.h>

#include "elements/kinds.h"
#include "elements/pairs/roller.h"
#include "system/constraints/law.h"

#define ONE_TURN 6.283185307179586476925286766559

static const Program *program_of(const System *system, int r) {
  const int law = system->relations[r].law;
  return law < 0 ? NULL : &system->model->numbers[law].program;
}

static int bearing_of(const System *system, int r) {
  const SystemRelation *relation = &system->relations[r];
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    if (system->coordinates[c].primitive == &primitive_bearing &&
        system->coordinates[c].input >= 0) {
      return c;
    }
  }
  return -1;
}

static bool switches(const System *system, int r) {
  const Program *program = program_of(system, r);
  for (int k = 0; program != NULL && k < program->switch_count; k++) {
    if (program->switches[k].on_state) {
      return true;
    }
  }
  return false;
}

bool switching_relation_needed(const System *system, int r) {
  return switches(system, r) || bearing_of(system, r) >= 0 || system->relations[r].rolls;
}

// Value and two derivatives by the bearing.
static void jet_at(State *state, int r, int input, double bearing, double jet[3]) {
  const Program *program = program_of(state->system, r);
  double *first = state->law_room, *second = first + state->system->largest_inputs;
  for (int i = 0; i < program->input_count; i++) {
    first[i] = i == input ? 1 : 0;
    second[i] = 0;
  }
  state->inputs[input] = bearing;
  program_jet(program, state->inputs, first, second, jet, state->work);
}

// The input of the law that is an angle of a whole turn, or -1.
static int angle_of(const System *system, int r) {
  const int c = bearing_of(system, r);
  if (system->relations[r].rolls) {
    return system->relations[r].polar ? system->relations[r].argument : -1;
  }
  return c < 0 ? -1 : system->coordinates[c].input;
}

bool switching_relation_turns(State *state, int r) {
  static const double ALIKE = 1e-9;
  const System *system = state->system;
  const int input = angle_of(system, r);
  if (input < 0) {
    return false;
  }
  if (switches(system, r)) {
    return true;
  }
  double here[3], around[3];
  state_rows(state, PAIR_POSITION);
  law_inputs(state, r);
  jet_at(state, r, input, 0, here);
  jet_at(state, r, input, ONE_TURN, around);
  for (int k = 0; k < 3; k++) {
    if (!(fabs(here[k] - around[k]) <= ALIKE * (fabs(here[0]) + fabs(here[k])))) {
      return true;
    }
  }
  return false;
}

bool switching_relation_open(SwitchingRelation *switching, State *state, int r, Arena *arena) {
  const System *system = state->system;
  *switching = (SwitchingRelation){.relation = r,
                                   .bearing = bearing_of(system, r),
                                   .rolls = system->relations[r].rolls,
                                   .watches_turn = switching_relation_turns(state, r)};
  const Program *program = program_of(system, r);
  return switching->watches_turn ? hold_open_beyond(&switching->hold, program, arena)
                                 : hold_open(&switching->hold, program, false, arena);
}

void switching_relation_hold(SwitchingRelation *switching, State *state) {
  if (switching->hold.code != NULL) {
    state_rows(state, PAIR_POSITION);
    law_inputs(state, switching->relation);
    hold_take(&switching->hold, state->inputs, state->work);
  }
}

// Past the axis where angles begin: how far beyond. counted: over turns.
static double beyond_turn(double raw, double counted) {
  const double rest = ONE_TURN - raw, turned = counted - raw;
  if (fabs(turned) < 1) {
    return -fmin(raw, rest);
  }
  return fmax(turned > 0 ? raw : rest, DBL_MIN);
}

void switching_relation_look(const SwitchingRelation *switching, State *state, double *excess) {
  int next = switching->hold.count;
  state_rows(state, PAIR_POSITION);
  law_inputs(state, switching->relation);
  if (switching->watches_turn && switching->rolls) {
    const double foot = state->relations[switching->relation].foot;
    excess[next++] = beyond_turn(roller_wrapped(foot), foot);
  } else if (switching->watches_turn) {
    const RelationTerm *term = &state->terms[switching->bearing];
    excess[next++] = beyond_turn(term->rows.phi[0], law_bearing(term));
  }
  if (switching->hold.count > 0) {
    hold_look(&switching->hold, state->inputs, excess, state->work);
  }
  if (switching->rolls) {
    double radius;
    excess[next] = LAW_MARGIN - law_margin(state, switching->relation, &radius);
  }
}
