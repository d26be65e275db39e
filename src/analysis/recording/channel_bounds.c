// SPDX-License-Identifier: BSD-3-Clause
// channel_bounds.c: enclosures of channels along a step (see channel_bounds.h).
#include "analysis/recording/channel_bounds.h"

#include "expr/enclosures/calm.h"
#include "expr/enclosures/isolate.h"

enum { ALLOWED_FIRST = 50000, ALLOWED_PER_STEP = 200 };

static const Program *program_of(const ChannelBounds *of, const CheckState *one) {
  return &of->recorder->state->system->model->numbers[one->check->channel].program;
}

bool channel_bounds_open(ChannelBounds *of, Recorder *recorder, const StepMotion *inside,
                         Arena *arena) {
  State *state = recorder->state;
  Checks *checks = &recorder->checks;
  bool *bodies = arena_array(arena, bool, state->system->body_count);
  *of = (ChannelBounds){.recorder = recorder, .allowed = ALLOWED_FIRST};
  for (int k = 0; bodies != NULL && k < checks->count; k++) {
    CheckState *one = &checks->list[k];
    one->bounded = (one->between || one->integrates) && !calm_always(program_of(of, one)) &&
                   bounds_bodies(state, program_of(of, one), bodies);
    of->active = of->active || one->bounded;
  }
  return bodies != NULL && (!of->active || (bounds_open(&of->bounds, state, bodies, arena) &&
                                            step_moves_open(&of->moves, state, inside, arena)));
}

// Whether a channel may hold more than points show, by plain ranges over the step.
static bool find_uncalm(ChannelBounds *of, double from, double end) {
  const double low = channel_bounds_x(of, from), high = channel_bounds_x(of, end);
  Checks *checks = &of->recorder->checks;
  bool found = false;
  for (int k = 0; k < checks->count; k++) {
    CheckState *one = &checks->list[k];
    if (one->bounded) {
      const Program *program = program_of(of, one);
      bounds_stretch(&of->bounds, low, high, 0);
      one->searched = !calm_there(program, bounds_program(&of->bounds, program, program->count));
      found = found || one->searched;
    }
  }
  return found;
}

void channel_bounds_step(ChannelBounds *of, double from, double end) {
  of->certain = false;
  if (!of->active || !(end > from)) {
    return;
  }
  BoundsStep step = step_moves_none(&of->moves);
  bounds_step(&of->bounds, &step);
  if (find_uncalm(of, from, end) && step_moves_bounds(&of->moves, from, end, &step)) {
    of->certain = true;
    of->allowed += ALLOWED_PER_STEP;
    bounds_step(&of->bounds, &step);
  }
}

double channel_bounds_x(const ChannelBounds *of, double t) {
  return (t - of->bounds.step.t) / of->bounds.step.h;
}

double channel_bounds_t(const ChannelBounds *of, double x) {
  return of->bounds.step.t + x * of->bounds.step.h;
}

void channel_bounds_enclose(void *context, double low, double high, int order, Enclosure *f) {
  const ChannelLook *look = context;
  const Program *program = program_of(look->of, look->one);
  bounds_stretch(&look->of->bounds, low, high, order);
  *f = bounds_program(&look->of->bounds, program, program->result + 1)[program->result];
  if (look->sign < 0) {
    *f = enclosure_negate(f, order);
  }
  *f = enclosure_shift(f, -look->shift);
}

long channel_bounds_budget(const ChannelBounds *of) {
  const long left = of->allowed - of->segments;
  return left < 0 ? 0 : left < ISOLATE_BUDGET ? left : ISOLATE_BUDGET;
}
