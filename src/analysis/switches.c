// SPDX-License-Identifier: BSD-3-Clause
// switches.c: times at which a force switches because of the clock (see switches.h).
#include "analysis/switches.h"

// A nonlinear switching function of time is sampled this many times over the run.
static const double SAMPLES = 20000;

double switches_next(State *state, double t, double end) {
  const System *system = state->system;
  double next = end;
  for (int k = 0; k < system->dynamic_count; k++) {
    const Program *program = &system->model->numbers[system->dynamic[k].number].program;
    if (program->switch_count == 0) {
      continue;
    }
    state_gather(state, program);
    const double at =
        program_next_switch(program, state->inputs, t, next, end / SAMPLES, state->work);
    next = at < next ? at : next;
  }
  return next;
}
