// SPDX-License-Identifier: BSD-3-Clause
// events_clock.c: events of the clock (see events_clock.h).
#include "analysis/events/events_clock.h"

#include <math.h>

static bool is_clock(const Program *program) {
  for (int k = 0; k < program->switch_count; k++) {
    if (!program->switches[k].on_state) {
      return true;
    }
  }
  return false;
}

// Armed: where g >= 0; else where it is armed, beyond the level for that.
static double next_of_number(Switching *switching, SwitchingEvent *one, const Program *program,
                             double t, double end) {
  State *state = switching->state;
  const int sign = one->event->direction == EVENT_FALLING ? -1 : 1;
  const double rearm = one->event->rearm >= 0 ? state->values[one->event->rearm] : 0;
  const Reach happens = {.sign = sign}, arms = {.sign = -sign, .level = rearm, .beyond = true};
  return program_next_reach(program, state->inputs, t, end, one->armed ? &happens : &arms,
                            state->work);
}

double events_clock_next(Events *events, double t, double end) {
  Switching *switching = &events->switching;
  State *state = switching->state;
  double next = (double)INFINITY;
  for (int e = 0; events->active && e < switching->event_count; e++) {
    SwitchingEvent *one = &switching->events[e];
    const Program *program = &state->system->model->numbers[one->event->when].program;
    const double until = fmin(next, end);
    double at = (double)INFINITY;
    if (one->spent) {
      continue;
    }
    state_gather(state, program);
    if (!one->event->condition && !program->uses_state) {
      const bool held = one->cuts.count > 0;
      at = next_of_number(switching, one, held ? &one->cuts.held : program, t, until);
    }
    if (is_clock(program) && (one->event->condition || one->cuts.count > 0)) {
      at = fmin(at, program_next_switch(program, state->inputs, t, fmin(at, until), state->work));
    }
    next = at <= until ? at : next;
  }
  return next;
}

bool events_clock_happens(Events *events) {
  Switching *switching = &events->switching;
  bool happens = false;
  switching_measures(switching);
  for (int w = 0; w < switching->count; w++) {
    if (switching->list[w].event >= 0 && !happens) {
      events->which = w;
      happens = !events_is_quiet(events);
    }
  }
  return happens;
}

// ---- switches ----

static double next_switch_of(State *state, int number, double t, double end, double next) {
  const Program *program = &state->system->model->numbers[number].program;
  if (program->switch_count == 0) {
    return next;
  }
  state_gather(state, program);
  const double at = program_next_switch(program, state->inputs, t, fmin(next, end), state->work);
  return at <= end ? fmin(at, next) : next;
}

double events_clock_switch(State *state, double t, double end) {
  const System *system = state->system;
  double next = (double)INFINITY;
  for (int k = 0; k < system->dynamic_count; k++) {
    next = next_switch_of(state, system->dynamic[k], t, end, next);
  }
  for (int r = 0; r < system->relation_count; r++) {
    if (system->relations[r].law >= 0) {
      next = next_switch_of(state, system->relations[r].law, t, end, next);
    }
  }
  return next;
}

static double start_of(State *state, int number, int order, double end) {
  const Program *program = &state->system->model->numbers[number].program;
  if (!is_clock(program)) {
    return 0;
  }
  state_gather(state, program);
  return program_jumps_at(program, state->inputs, 0, end, order, state->work);
}

double events_clock_start(State *state, double end) {
  enum { OF_LAW = 2 }; // accelerations follow from the second derivative of a law
  const System *system = state->system;
  double start = 0;
  for (int k = 0; k < system->dynamic_count; k++) {
    start = fmax(start, start_of(state, system->dynamic[k], 0, end));
  }
  for (int r = 0; r < system->relation_count; r++) {
    if (system->relations[r].law >= 0) {
      start = fmax(start, start_of(state, system->relations[r].law, OF_LAW, end));
    }
  }
  return start;
}
