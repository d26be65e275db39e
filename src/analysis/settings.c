// SPDX-License-Identifier: BSD-3-Clause
// settings.c: what the integrator block of an analysis means for a mechanism (see settings.h).
#include "analysis/settings.h"

#include <math.h>

#include "system/project.h"

static const double SMALLEST_STEP = 1e-13; // relative to the duration

double settings_stated(const State *state, int number, double otherwise) {
  if (number < 0) {
    return otherwise;
  }
  const Number *it = &state->system->model->numbers[number];
  return it->stated ? state->values[number] : otherwise;
}

// auto at the start. Closed loops may pass singular poses, which index_1 takes better (measured on
// the N-four-bar mechanisms), unless joints are redundant, which explicit does.
static Formulation first_choice(Settings *settings, const State *state, const Mobility *mobility) {
  if (mobility->redundant > 0) {
    settings->choice = "auto: explicit, since joints are redundant";
  } else if (mobility->loop_joints > 0) {
    settings->choice = "auto: index_1, since closed loops may pass singular poses";
    return FORMULATION_INDEX_1;
  } else {
    settings->choice = settings->small ? "auto: explicit, since the system is small"
                                       : "auto: explicit, since nothing stiff was met";
  }
  (void)state;
  return FORMULATION_EXPLICIT;
}

static void read_tolerances(Settings *settings, const State *state, const Integrator *integrator) {
  SchemeSettings *s = &settings->scheme;
  const double L = state->length;
  s->relative = settings_stated(state, integrator->relative, 1e-7);
  // near zero, a tight relative tolerance means nothing without a tight absolute one
  const double absolute =
      settings_stated(state, integrator->absolute, fmin(1e-9, 0.01 * s->relative));
  s->length = settings_stated(state, integrator->absolute_length, absolute * L);
  s->angle = settings_stated(state, integrator->absolute_angle, absolute);
  const double time = settings_stated(state, integrator->absolute_time, 1);
  // What a projection leaves undone is noise in the history: a hundredth of the error weights.
  s->aim = fmax(PROJECT_AIM_FLOOR, fmin(PROJECT_AIM, 0.01 * fmin(s->length / L, s->angle)));
  s->velocity = s->length / time;
  s->rate = s->angle / time;
  settings->absolute = absolute;
}

void settings_read(Settings *settings, const State *state, const Integrator *integrator,
                   double duration, const Mobility *mobility) {
  *settings = (Settings){.choice = NULL};
  SchemeSettings *s = &settings->scheme;
  const System *system = state->system;
  read_tolerances(settings, state, integrator);
  s->mark = integrator->mark;
  s->max_step = settings_stated(state, integrator->max_step, 0);
  s->initial_step = settings_stated(state, integrator->initial_step, 0);
  s->min_step = SMALLEST_STEP * duration;
  s->step = settings_stated(state, integrator->step, 0);
  s->alpha = settings_stated(state, integrator->alpha, 5);
  s->beta = settings_stated(state, integrator->beta, 5);
  s->order = (int)integrator->order;
  s->newmark_beta = settings_stated(state, integrator->newmark_beta, (double)NAN);
  s->newmark_gamma = settings_stated(state, integrator->newmark_gamma, 0.6);
  s->hht_alpha = settings_stated(state, integrator->hht_alpha, -0.1);
  s->spectral_radius = settings_stated(state, integrator->spectral_radius, 0.8);
  s->project_velocity = integrator->project_velocity;
  s->allow_undamped = integrator->allow_undamped;
  s->redundant = mobility->redundant > 0;
  settings->small = system->nq + system->nv + system->nc <= LINEAR_DENSE_LIMIT;
  s->method = integrator->method == METHOD_AUTO ? METHOD_IDA : integrator->method;
  s->formulation = integrator->formulation;
  if (s->method == METHOD_IDA && integrator->formulation == FORMULATION_AUTO) {
    settings->chooses = true;
    s->formulation = first_choice(settings, state, mobility);
  }
}

const char *settings_formulation(Formulation formulation) {
  switch (formulation) {
  case FORMULATION_AUTO:
    return "auto";
  case FORMULATION_EXPLICIT:
    return "explicit";
  case FORMULATION_INDEX_1:
    return "index_1";
  case FORMULATION_BAUMGARTE:
    return "baumgarte";
  case FORMULATION_GGL:
    return "ggl";
  }
  return "";
}
