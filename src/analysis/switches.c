// SPDX-License-Identifier: BSD-3-Clause
// switches.c: times at which a force or a law switches because of the clock (see switches.h).
#include "analysis/switches.h"

static double next_of(State *state, int number, double t, double next) {
  const Program *program = &state->system->model->numbers[number].program;
  if (program->switch_count == 0) {
    return next;
  }
  state_gather(state, program);
  const double at = program_next_switch(program, state->inputs, t, next, state->work);
  return at < next ? at : next;
}

double switches_next(State *state, double t, double end) {
  const System *system = state->system;
  double next = end;
  for (int k = 0; k < system->dynamic_count; k++) {
    next = next_of(state, system->dynamic[k].number, t, next);
  }
  for (int r = 0; r < system->relation_count; r++) {
    if (system->relations[r].law >= 0) {
      next = next_of(state, system->relations[r].law, t, next);
    }
  }
  return next;
}
