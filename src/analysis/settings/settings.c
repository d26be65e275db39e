// SPDX-License-Identifier: BSD-3-Clause
// settings.c: what the integrator block of an analysis means for a mechanism (see settings.h).
#include "analysis/settings/settings.h"

#include <math.h>

#include "analysis/events/switching.h"
#include "integrators/methods.h"
#include "system/equations/mechanism_equations.h"
#include "system/saddle/project.h"

static const double SMALLEST_STEP = 1e-13; // relative to the duration

// What a projection leaves undone is noise in the history: a hundredth of the error weights.
static void choose_aim(SchemeSettings *s, double L) {
  const double length = tolerance_weights_absolute(&s->absolute, L) / L;
  s->aim = fmax(PROJECT_AIM_FLOOR, fmin(PROJECT_AIM, 0.01 * fmin(length, s->absolute.angle)));
}

// Near zero, a tight relative tolerance means nothing without a tight absolute one. Below the floor
// it would ask for more digits than the numbers have that meet in the rows of a closed loop: ida's
// corrections then are noise above its tolerance.
static double default_absolute(double relative) {
  static const double USUAL = 1e-9, PART = 0.01, FLOOR = 1e-13;
  return fmax(FLOOR, fmin(USUAL, PART * relative));
}

static bool has(Method method, unsigned trait) {
  return method != METHOD_AUTO && (method_scheme(method)->traits & trait) != 0;
}

static void read_tolerances(Settings *settings, const State *state, const Integrator *integrator) {
  SchemeSettings *s = &settings->scheme;
  const bool places = has(integrator->method, SCHEME_PLACES);
  s->relative = state_stated(state, integrator->relative, places ? 1e-12 : 1e-7);
  const double absolute = state_stated(state, integrator->absolute, default_absolute(s->relative));
  const double length = state_stated(state, integrator->absolute_length, 0);
  s->absolute = (AbsoluteTolerances){
      .length = length,
      .part = length > 0 ? 0 : absolute,
      .angle = state_stated(state, integrator->absolute_angle, absolute),
      .time = state_stated(state, integrator->absolute_time, 1),
  };
  choose_aim(s, state->length);
  settings->absolute = absolute;
}

// Whether a law of a joint or coupler is more than a constant.
static bool law_moves(const State *state, const SystemRelation *relation) {
  const Program *program =
      relation->law >= 0 ? &state->system->model->numbers[relation->law].program : NULL;
  return relation->rolls || relation->polar ||
         (program != NULL && (program->uses_time || program->uses_state));
}

// Springs, dampers, weights and joints leave traces of themselves all over a step. Expressions,
// curves, friction and contact may be quiet but for a moment.
bool settings_may_hide(const State *state) {
  const System *system = state->system;
  bool hides = system->dynamic_count > 0;
  for (int f = 0; f < system->force_count && !hides; f++) {
    const ForceKind *kind = system->forces[f].kind;
    hides = (kind->switches != NULL && kind->switches->in_twos) || kind->friction != NULL;
  }
  for (int r = 0; r < system->relation_count && !hides; r++) {
    hides = law_moves(state, &system->relations[r]);
  }
  return hides;
}

double settings_longest_step(const State *state, Method method, double duration) {
  static const double PARTS = 20;
  const bool sees = method == METHOD_AUTO || has(method, SCHEME_SEES);
  return sees && !settings_may_hide(state) ? 0 : duration / PARTS;
}

void settings_read(Settings *settings, const State *state, const Integrator *integrator,
                   double duration, const Mobility *mobility) {
  *settings = (Settings){.choice = NULL};
  SchemeSettings *s = &settings->scheme;
  const System *system = state->system;
  read_tolerances(settings, state, integrator);
  s->origin = integrator->origin;
  s->initial_step = state_stated(state, integrator->initial_step, 0);
  s->min_step = SMALLEST_STEP * duration;
  s->step = state_stated(state, integrator->step, 0);
  s->method = integrator->method;
  s->formulation = integrator->formulation;
  s->order = (int)integrator->order;
  s->integrator = integrator;
  s->model = system->model;
  s->values = state->values;
  s->redundant = mobility->redundant > 0;
  s->driven = mobility->velocities > 0 && mobility->dof_rank == 0;
  s->switches = switching_needed(system);
  s->watched = mobility->loop_joints > 0 ? mobility->lasting : -1;
  s->rank = s->watched >= 0 ? &cartesian_rank : NULL;
  settings->may_hide = settings_may_hide(state);
  settings->small = system->nq + system->nv + system->nc <= LINEAR_DENSE_LIMIT;
}

void settings_control(Settings *settings, const StepControl *control, double duration,
                      const State *state) {
  SchemeSettings *s = &settings->scheme;
  if (control->step > 0) {
    s->step = control->step;
    s->max_step = s->initial_step = 0;
  } else if (control->relative > 0) {
    double factor = control->relative / s->relative;
    // in proportion, but not below the least default
    if (factor < 1 && settings->absolute * factor < default_absolute(0)) {
      factor = default_absolute(0) / settings->absolute;
    }
    s->step = 0;
    s->relative = control->relative;
    s->absolute.length *= factor;
    s->absolute.part *= factor;
    s->absolute.angle *= factor;
    settings->absolute *= factor;
    choose_aim(s, state->length);
    if (control->longest > 0) {
      const double longest = control->longest * duration;
      s->max_step = s->max_step > 0 ? fmin(s->max_step, longest) : longest;
    }
  }
}

const char *settings_formulation(Formulation formulation) {
  static const char *const words[] = {[FORMULATION_AUTO] = "auto",
                                      [FORMULATION_EXPLICIT] = "explicit",
                                      [FORMULATION_INDEX_1] = "index_1",
                                      [FORMULATION_BAUMGARTE] = "baumgarte",
                                      [FORMULATION_GGL] = "ggl"};
  return words[formulation];
}
