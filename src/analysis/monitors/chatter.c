// SPDX-License-Identifier: BSD-3-Clause
// chatter.c: forces that only the direction of a velocity tells, where that is zero.
//
// Friction written as -mu N v/|v| jumps at rest, and no switch of the expression tells where: an
// integrator follows it there and back by steps without end. An expression f of the file is one of
// these where f(v/2) = f(v) for its velocities v, and f(0) is another or none, while it changes by
// half of itself from step to step. Looked for only where more than a million steps are ahead, over
// a few of them.
#include "analysis/monitors/monitor.h"

#include <math.h>
#include <string.h>

#include "elements/frames/measure.h"
#include "system/mechanism/point.h"

enum { FIRST = 512, LOOKS = 64, ENOUGH = 16 };
static const double MANY = 1e6, ALIKE = 1e-9;

// An expression that reads velocities.
typedef struct Suspect {
  int number, jumps;
  double before;
} Suspect;

typedef struct Chatter {
  State *state;
  Result *result;
  Suspect *list;
  int count;
  double half_t; // when half as many steps had been taken
  int left;      // steps still to be looked at
} Chatter;

static bool reads_velocity(const Model *model, const Program *program, int input) {
  const Symbol *symbol = &program->inputs[input];
  return symbol->kind == SYMBOL_MEASURE &&
         measure_level(model->measures[symbol->index].kind->quantity) == LEVEL_VELOCITY;
}

// The value with all velocities times a factor; the inputs of the program stand in the state.
static double value_at(State *state, const Program *program, double factor) {
  for (int i = 0; i < program->input_count; i++) {
    state->inputs[i] *= reads_velocity(state->system->model, program, i) ? factor : 1;
  }
  return program_value(program, state->inputs, state->work);
}

// Whether the value is the same at half the speed, and another, or none, at rest.
static bool by_direction_alone(State *state, const Program *program, double value) {
  const double half = value_at(state, program, 0.5), rest = value_at(state, program, 0);
  return fabs(half - value) <= ALIKE * fabs(value) && !(fabs(rest - value) <= fabs(value) / 2);
}

static void look_at(const Chatter *it, Suspect *one) {
  const Program *program = &it->state->system->model->numbers[one->number].program;
  const double value = state_number(it->state, one->number, NULL), before = one->before;
  one->before = value;
  if (fabs(value - before) > fmax(fabs(value), fabs(before)) / 2) {
    state_gather(it->state, program);
    one->jumps += by_direction_alone(it->state, program, value);
  }
}

static MonitorVerdict refuse(const Chatter *it, const Suspect *one, double t, Failure *failure) {
  const Number *number = &it->state->system->model->numbers[one->number];
  failure_set(failure, DIAG_EVENT_CHATTER, number->origin,
              "\"%.*s\" in %s jumps without end before t = %.9g s: it depends on the direction of "
              "a velocity that is zero there",
              number->program.text.length, number->program.text.text, number->path, t);
  failure_hint(failure, "v/|v| has no value at rest: smooth it, as in v/sqrt(v^2 + v0^2) with a "
                        "small speed v0, or use \"friction\" of a contact or of a joint");
  return MONITOR_FAILS;
}

// Whether so many steps are ahead that it is worth a look.
static bool takes_long(Chatter *it, const MonitorStep *step) {
  const long steps = step->steps;
  if (steps < FIRST / 2 || (steps & (steps - 1)) != 0) {
    return false;
  }
  const double mean = (step->t - it->half_t) / ((double)steps / 2);
  it->half_t = step->t;
  return steps >= FIRST && (it->result->duration - step->t) > MANY * mean;
}

static MonitorVerdict look(void *self, const MonitorStep *step, Failure *failure) {
  Chatter *it = self;
  if (takes_long(it, step)) {
    it->left = LOOKS;
  }
  if (it->left == 0) {
    return MONITOR_PASSES;
  }
  for (int k = 0; k < it->count; k++) {
    Suspect *one = &it->list[k];
    one->jumps = it->left == LOOKS ? 0 : one->jumps;
    look_at(it, one);
    if (it->left == 1 && one->jumps >= ENOUGH) {
      return refuse(it, one, step->t, failure);
    }
  }
  it->left--;
  return MONITOR_PASSES;
}

bool chatter_monitor(const MonitoredRun *run) {
  const Model *model = run->state->system->model;
  Chatter *it = arena_new(run->arena, Chatter);
  Suspect *list = arena_array(run->arena, Suspect, model->number_count);
  if (it == NULL || list == NULL) {
    return false;
  }
  *it = (Chatter){.state = run->state, .result = run->result, .list = list};
  for (int n = 0; n < model->number_count; n++) {
    const Program *program = &model->numbers[n].program;
    bool reads = false; // what is only told may jump as it likes
    const char *path = model->numbers[n].path;
    const bool pushes = path != NULL && strncmp(path, "forces.", strlen("forces.")) == 0;
    for (int i = 0; i < program->input_count && pushes && !program->constant; i++) {
      reads = reads || reads_velocity(model, program, i);
    }
    if (reads) {
      list[it->count++].number = n;
    }
  }
  if (it->count > 0) {
    monitors_add(run, "chatter", MONITOR_ACCEPTED, look, it);
  }
  return true;
}
