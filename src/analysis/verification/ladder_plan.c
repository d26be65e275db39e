// SPDX-License-Identifier: BSD-3-Clause
// ladder_plan.c: the sizes of a ladder (see ladder_plan.h).
#include "analysis/verification/ladder_plan.h"

#include <math.h>
#include <stdio.h>

#include "analysis/settings/settings.h"
#include "base/number.h"
#include "system/mechanism/system.h"

static const double FINEST_TOLERANCE = 1e-13, LARGEST_TOLERANCE = 0.1;
enum { LEAST_STEPS = 1000 };

bool ladder_base(const Model *model, const Analysis *analysis, LadderBase *base, Arena *arena,
                 Diag *diag) {
  const ArenaMark mark = arena_mark(arena);
  const System *system = system_compile(model, arena);
  State *state = system != NULL ? state_open(system, arena) : NULL;
  Failure failure = {.code = DIAG_NONE};
  const bool ok = state != NULL && state_refresh(state, NULL, &failure);
  if (ok) {
    base->duration = state->values[analysis->duration];
    base->output_step = state_stated(state, analysis->output_step, base->duration / LEAST_STEPS);
    base->step = state_stated(state, analysis->integrator.step, 0);
    base->relative = state_stated(state, analysis->integrator.relative, 1e-7);
  } else if (failure.code != DIAG_NONE) {
    failure_report(&failure, &model->origins, diag);
  }
  state_close(state);
  arena_release(arena, mark);
  return ok;
}

// What a method's steps follow, the natural choice first; none: nothing of it can be chosen.
typedef struct MethodLadders {
  LadderKind natural, other;
} MethodLadders;

static const MethodLadders *ladders_of(Method method) {
  static const MethodLadders CONTROLLED = {LADDER_TOLERANCE, LADDER_TOLERANCE},
                             CONTROLLED_OR_FIXED = {LADDER_TOLERANCE, LADDER_STEP},
                             FIXED_OR_CONTROLLED = {LADDER_STEP, LADDER_TOLERANCE},
                             FIXED = {LADDER_STEP, LADDER_STEP};
  static const MethodLadders *const rows[] = {
      &CONTROLLED, // auto
#define METHOD(word, symbol, steps, summary) &(steps),
#include "model/methods.def"
#undef METHOD
  };
  return method == METHOD_KINEMATICS ? NULL : rows[method];
}

bool ladder_suits(Method method, LadderKind kind) {
  const MethodLadders *ladders = ladders_of(method);
  return ladders != NULL && (ladders->natural == kind || ladders->other == kind);
}

LadderKind ladder_natural(Method method) {
  const MethodLadders *ladders = ladders_of(method);
  return ladders == NULL ? LADDER_TOLERANCE : ladders->natural;
}

static double coarsest_step(const LadderBase *base, double ratio, int count) {
  if (base->step > 0) {
    return base->step * pow(ratio, floor(count / 2.0));
  }
  double step = base->output_step;
  while (step * LEAST_STEPS > base->duration * (1 + 1e-9)) {
    step /= 2;
  }
  return step;
}

static double coarsest_tolerance(const LadderBase *base, double ratio, int count) {
  const double finest =
      fmax(base->relative * pow(ratio, -floor((count - 1) / 2.0)), FINEST_TOLERANCE);
  return fmin(finest * pow(ratio, count - 1), LARGEST_TOLERANCE);
}

double ladder_rounded(double value) {
  char text[40];
  const int length = snprintf(text, sizeof text, "%.12g", value);
  double rounded = value;
  return number_parse(text, length, &rounded, NULL) == NUMBER_OK ? rounded : value;
}

void ladder_default_sizes(const LadderBase *base, LadderKind kind, double ratio, double *sizes,
                          int count) {
  const double first = kind == LADDER_STEP ? coarsest_step(base, ratio, count)
                                           : coarsest_tolerance(base, ratio, count);
  for (int k = 0; k < count; k++) {
    sizes[k] = ladder_rounded(first * pow(ratio, -k));
  }
}
