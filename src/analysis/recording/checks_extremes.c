// SPDX-License-Identifier: BSD-3-Clause
// checks_extremes.c: which checks look between rows, and at what; extremes found there (see
// checks.h).
#include <math.h>

#include "analysis/recording/checks.h"

// Joint friction follows from the reactions.
static CheckDepth depth_of_force(const Model *model, const Measure *measure) {
  return model->forces[measure->object].kind->friction != NULL ? CHECK_DEEP : CHECK_FORCES;
}

CheckDepth checks_depth_of(const Model *model, const Measure *measure) {
  const MeasureKind *kind = measure->vector != NULL ? measure->vector : measure->kind;
  if (measure_level(kind->quantity) <= LEVEL_VELOCITY) {
    return CHECK_SHALLOW;
  }
  switch ((int)kind->quantity) {
  case MEASURE_MOMENTUM:
  case MEASURE_ANGULAR_MOMENTUM:
    return CHECK_SHALLOW;
  case MEASURE_KINETIC:
  case MEASURE_POTENTIAL:
  case MEASURE_TOTAL:
  case MEASURE_WORK:
  case MEASURE_DRIFT:
  case MEASURE_CONSTRAINT_POSITION:
  case MEASURE_CONSTRAINT_VELOCITY:
    return CHECK_ENERGIES;
  case MEASURE_FORCE_VALUE:
  case MEASURE_FORCE_ENERGY:
  case MEASURE_FORCE_REPORT:
  case MEASURE_PAIR_REPORT:
  case MEASURE_JOINT_FORCE:
  case MEASURE_JOINT_TORQUE:
  case MEASURE_FORCE_POWER:
    return depth_of_force(model, measure);
  }
  return CHECK_DEEP;
}

CheckDepth checks_depth_of_channel(const Model *model, int number) {
  const Program *program = &model->numbers[number].program;
  CheckDepth depth = CHECK_SHALLOW;
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      const CheckDepth one = checks_depth_of(model, &model->measures[program->inputs[i].index]);
      depth = one > depth ? one : depth;
    }
  }
  return depth;
}

// Whether a channel means something between rows. Norms of constraints, work and drift are
// the audit's: they have no meaning of their own there.
static bool has_meaning(const Model *model, const Check *check) {
  const Program *program = &model->numbers[check->channel].program;
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind != SYMBOL_MEASURE) {
      continue;
    }
    switch ((int)model->measures[program->inputs[i].index].kind->quantity) {
    case MEASURE_WORK:
    case MEASURE_DRIFT:
    case MEASURE_CONSTRAINT_POSITION:
    case MEASURE_CONSTRAINT_VELOCITY:
    case MEASURE_CONSTRAINT_ACCELERATION:
      return false;
    }
  }
  return true;
}

void checks_open_between(CheckState *one, const Model *model, const Analysis *analysis) {
  const CheckForm form = one->check->form;
  const bool moves = analysis_moves(analysis->kind);
  if (form == CHECK_MEAN || form == CHECK_RMS || form == CHECK_INTEGRAL) {
    one->integrates = moves && has_meaning(model, one->check);
    return;
  }
  const bool extreme = form == CHECK_MAX || form == CHECK_MIN || form == CHECK_MAX_ABS;
  one->between =
      moves && (checks_seeks_crossings(one->check) || (extreme && has_meaning(model, one->check)));
  one->depth = one->between ? checks_depth_of_channel(model, one->check->channel) : CHECK_SHALLOW;
}

double checks_next_switch(State *state, const CheckState *one, double from, double to) {
  const Program *program = &state->system->model->numbers[one->check->channel].program;
  if (program->switch_count == 0) {
    return to;
  }
  state_gather(state, program);
  return fmin(to, program_next_switch(program, state->inputs, from, to, state->work));
}

void checks_extreme(CheckState *one, double value) {
  const CheckForm form = one->check->form;
  const double size = form == CHECK_MAX_ABS ? fabs(value) : value;
  if (form == CHECK_MIN ? size < one->value : size > one->value) {
    one->value = size;
  }
}

double checks_known(const CheckState *one, double sign) {
  if (checks_seeks_crossings(one->check)) {
    return 0;
  }
  return sign > 0 || one->check->form == CHECK_MAX_ABS ? one->value : -one->value;
}

double checks_limit(const State *state, const CheckState *one) {
  const Check *check = one->check;
  const double *values = state->values;
  return check->below >= 0    ? fabs(values[check->below])
         : check->within < 0  ? 0
         : !check->relative   ? values[check->within]
         : check->equals >= 0 ? values[check->within] * fabs(values[check->equals])
                              : 0;
}

void checks_unseen(CheckState *one, double beyond, double from, double to) {
  one->unseen_from = one->unseen > 0 ? fmin(one->unseen_from, from) : from;
  one->unseen_to = fmax(one->unseen_to, to);
  one->unseen = fmax(one->unseen, beyond);
}
