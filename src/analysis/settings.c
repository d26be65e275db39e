// SPDX-License-Identifier: BSD-3-Clause
// settings.c: what the integrator block of an analysis means for a mechanism (see settings.h).
#include "analysis/settings.h"

#include <math.h>

#include "analysis/bridge.h"
#include "analysis/stiffness.h"
#include "system/friction.h"
#include "system/project.h"

static const double SMALLEST_STEP = 1e-13; // relative to the duration
// ida's mean step over that of Runge-Kutta, at which they cost about the same.
static const double WORTH_LEAVING = 0.25;
// A step is next to nothing beside the largest one; so many in a row are a crawl.
static const double CRAWL = 1e-4;
enum { JUDGE_EVERY = 100, CRAWL_STEPS = 20 };

double settings_stated(const State *state, int number, double otherwise) {
  if (number < 0) {
    return otherwise;
  }
  const Number *it = &state->system->model->numbers[number];
  return it->stated ? state->values[number] : otherwise;
}

// auto at the start. Runge-Kutta was the fastest at equal accuracy wherever nothing is stiff: few
// and many bodies, redundant joints, loops that pass singular poses (src/DECISIONS.md). What is
// stiff shows within some twenty steps, which cost less than an estimate.
static void choose_method(Settings *settings, const Mobility *mobility) {
  settings->scheme.method = METHOD_RUNGE_KUTTA;
  settings->choice =
      mobility->redundant > 0
          ? "auto: runge_kutta, since nothing stiff was met; redundant joints are no obstacle"
          : "auto: runge_kutta, since nothing stiff was met";
}

// ida with the formulation left open. Closed loops may pass singular poses, which index_1 takes
// better (measured on the N-four-bar mechanisms), unless joints are redundant, which explicit does.
static Formulation choose_formulation(Settings *settings, const Mobility *mobility) {
  if (mobility->redundant > 0) {
    settings->choice = "auto: explicit, since joints are redundant";
  } else if (mobility->loop_joints > 0) {
    settings->choice = "auto: index_1, since closed loops may pass singular poses";
    return FORMULATION_INDEX_1;
  } else {
    settings->choice = settings->small ? "auto: explicit, since the system is small"
                                       : "auto: explicit, since nothing stiff was met";
  }
  return FORMULATION_EXPLICIT;
}

static void choose(Settings *settings, const Integrator *integrator, const Mobility *mobility) {
  SchemeSettings *s = &settings->scheme;
  s->method = integrator->method;
  s->formulation = integrator->formulation;
  settings->stiff = mobility->redundant > 0 ? FORMULATION_EXPLICIT : FORMULATION_INDEX_1;
  const bool open = integrator->formulation == FORMULATION_AUTO;
  if (s->method == METHOD_AUTO && open) {
    settings->chooses = true;
    choose_method(settings, mobility);
  } else if (s->method == METHOD_AUTO) {
    s->method = METHOD_IDA;
    settings->choice = "auto: ida, since a formulation is asked for";
  } else if (s->method == METHOD_IDA && open) {
    settings->chooses = true;
    s->formulation = choose_formulation(settings, mobility);
  }
}

// What a projection leaves undone is noise in the history: a hundredth of the error weights.
static void choose_aim(SchemeSettings *s, double L) {
  const double length = sizes_tolerance(&s->absolute, L) / L;
  s->aim = fmax(PROJECT_AIM_FLOOR, fmin(PROJECT_AIM, 0.01 * fmin(length, s->absolute.angle)));
}

// Near zero, a tight relative tolerance means nothing without a tight absolute one. Below the floor
// it would ask for more digits than the numbers have that meet in the rows of a closed loop: ida's
// corrections then are noise above its tolerance.
static double default_absolute(double relative) {
  static const double USUAL = 1e-9, PART = 0.01, FLOOR = 1e-13;
  return fmax(FLOOR, fmin(USUAL, PART * relative));
}

static void read_tolerances(Settings *settings, const State *state, const Integrator *integrator) {
  SchemeSettings *s = &settings->scheme;
  const bool driven = integrator->method == METHOD_KINEMATICS; // projected as far as can be
  s->relative = settings_stated(state, integrator->relative, driven ? 1e-12 : 1e-7);
  const double absolute =
      settings_stated(state, integrator->absolute, default_absolute(s->relative));
  const double length = settings_stated(state, integrator->absolute_length, 0);
  s->absolute = (AbsoluteTolerances){
      .length = length,
      .part = length > 0 ? 0 : absolute,
      .angle = settings_stated(state, integrator->absolute_angle, absolute),
      .time = settings_stated(state, integrator->absolute_time, 1),
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
    hides = kind->switch_count > 0 || kind->friction != NULL;
  }
  for (int r = 0; r < system->relation_count && !hides; r++) {
    hides = law_moves(state, &system->relations[r]);
  }
  return hides;
}

double settings_longest_step(const State *state, Method method, double duration) {
  static const double PARTS = 20;
  const bool sees = method == METHOD_RUNGE_KUTTA || method == METHOD_AUTO;
  return sees && !settings_may_hide(state) ? 0 : duration / PARTS;
}

void settings_read(Settings *settings, const State *state, const Integrator *integrator,
                   double duration, const Mobility *mobility) {
  *settings = (Settings){.choice = NULL};
  SchemeSettings *s = &settings->scheme;
  const System *system = state->system;
  read_tolerances(settings, state, integrator);
  s->origin = integrator->origin;
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
  s->driven = mobility->velocities > 0 && mobility->dof_rank == 0;
  s->watched = mobility->loop_joints > 0 ? mobility->lasting : -1;
  settings->bridge.wanted = integrator->method == METHOD_IDA;
  settings->may_hide = settings_may_hide(state);
  settings->small = system->nq + system->nv + system->nc <= LINEAR_DENSE_LIMIT;
  choose(settings, integrator, mobility);
  settings->longest = settings_longest_step(state, METHOD_IDA, duration);
  s->max_step = settings_stated(state, integrator->max_step,
                                settings_longest_step(state, s->method, duration));
}

static bool is_explicit_ida(const Settings *settings) {
  return settings->scheme.method == METHOD_IDA &&
         settings->scheme.formulation == FORMULATION_EXPLICIT;
}

static bool change(Settings *settings, Method method, Formulation formulation, const char *choice) {
  SchemeSettings *s = &settings->scheme;
  s->max_step =
      method == METHOD_IDA && s->step == 0 && s->max_step == 0 ? settings->longest : s->max_step;
  s->method = method;
  s->formulation = formulation;
  settings->choice = choice;
  return true;
}

// A singular pose can hold Runge-Kutta's steps down to next to nothing. Without loops there is
// none: short steps are then the motion's own (a comet near its sun), and ida's would be shorter.
static bool leave_crawl(Settings *settings, const Scheme *scheme, double t, Arena *arena) {
  const double step = scheme->last_step;
  settings->largest_step = fmax(settings->largest_step, step);
  settings->crawling = step < CRAWL * settings->largest_step ? settings->crawling + 1 : 0;
  if (settings->crawling < CRAWL_STEPS || scheme->lost || settings->scheme.watched < 0) {
    return false;
  }
  settings->chooses = settings->stiff == FORMULATION_EXPLICIT; // index_1 has the last word
  return change(
      settings, METHOD_IDA, settings->stiff,
      stiffness_gave_up(settings_formulation(settings->stiff), t, scheme->kind->name, arena));
}

// Runge-Kutta with steps held down by stability. A stiff motion is carried on with ida: with
// index_1, where a Newton matrix costs least, unless joints are redundant.
static bool leave_runge_kutta(Settings *settings, const Scheme *scheme, double t, long steps,
                              Arena *arena) {
  const double step = scheme->last_step, rate = scheme->stiff_rate;
  if (!(rate > 0) || (settings->kept_step > 0 && step > WORTH_LEAVING * settings->kept_step)) {
    return false;
  }
  settings->stiff_step = step;
  settings->left_steps = steps;
  return change(settings, METHOD_IDA, settings->stiff,
                stiffness_sentence(settings_formulation(settings->stiff), t, rate, step, arena));
}

// A fast oscillation without damping holds ida's steps down more than Runge-Kutta's: after some
// steps the two are compared. A step of ida costs two to six evaluations (many, few bodies), one of
// Runge-Kutta fifteen.
static bool return_to_runge_kutta(Settings *settings, double t, long steps, Arena *arena) {
  const long since = steps - settings->left_steps;
  if (settings->stiff_step == 0 || since % JUDGE_EVERY != 0) {
    return false;
  }
  const double mean = (t - settings->looked_t) / JUDGE_EVERY, before = settings->stiff_step;
  settings->looked_t = t;
  if (since == JUDGE_EVERY) {
    return false; // the start of ida, with small steps
  }
  settings->stiff_step = 0;
  if (mean >= WORTH_LEAVING * before) {
    return false;
  }
  settings->kept_step = before;
  return change(settings, METHOD_RUNGE_KUTTA, FORMULATION_AUTO,
                stiffness_returned(t, before, mean, arena));
}

static bool leave_explicit(Settings *settings, const Scheme *scheme, double t, long steps,
                           Arena *arena) {
  double rate = 0;
  if (settings->small || steps % JUDGE_EVERY != 0 || settings->stiff == FORMULATION_EXPLICIT ||
      !stiffness_estimate(scheme->state, arena, &rate, NULL) || !(rate * scheme->last_step > 1)) {
    return false;
  }
  return change(settings, METHOD_IDA, FORMULATION_INDEX_1,
                stiffness_sentence("index_1", t, rate, scheme->last_step, arena));
}

bool settings_after_step(Settings *settings, const Scheme *scheme, double t, long steps,
                         Arena *arena) {
  if (settings->bridge.stands) {
    return bridge_back(settings, scheme);
  }
  if (bridge_over(settings, scheme)) {
    return true;
  }
  if (!settings->chooses) {
    return false;
  }
  if (settings->scheme.method == METHOD_RUNGE_KUTTA) {
    return leave_runge_kutta(settings, scheme, t, steps, arena) ||
           leave_crawl(settings, scheme, t, arena);
  }
  return return_to_runge_kutta(settings, t, steps, arena) ||
         (is_explicit_ida(settings) && leave_explicit(settings, scheme, t, steps, arena));
}

// Where Runge-Kutta or explicit gives up (a very stiff force), an implicit method has its try. A
// value that is not finite is not the method's fault, and near a singular pose none does better.
bool settings_after_failure(Settings *settings, const Scheme *scheme, double t, Arena *arena) {
  const Friction *friction = scheme->state->friction;
  if (!settings->chooses || settings->bridge.stands || scheme->state->fault.set || scheme->lost ||
      (friction != NULL && friction->paradox)) {
    return false;
  }
  if (settings->scheme.method == METHOD_RUNGE_KUTTA) {
    const char *to = settings_formulation(settings->stiff);
    return change(settings, METHOD_IDA, settings->stiff,
                  stiffness_gave_up(to, t, scheme->kind->name, arena));
  }
  return is_explicit_ida(settings) && change(settings, METHOD_IDA, FORMULATION_INDEX_1,
                                             stiffness_gave_up("index_1", t, "explicit", arena));
}

bool settings_accepted(const State *state, Diag *diag) {
  static const Mobility UNKNOWN = {0};
  const Model *model = state->system->model;
  for (int k = 0; k < model->analysis_count; k++) {
    const Analysis *analysis = &model->analyses[k];
    if (analysis->kind != ANALYSIS_DYNAMICS) {
      continue;
    }
    Settings settings;
    Failure failure = {.code = DIAG_NONE};
    settings_read(&settings, state, &analysis->integrator, state->values[analysis->duration],
                  &UNKNOWN);
    const SchemeKind *kind = scheme_kind(settings.scheme.method);
    if (kind->accepts != NULL && !kind->accepts(state, &settings.scheme, &failure)) {
      failure_report(&failure, &model->origins, diag);
      return false;
    }
  }
  return true;
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
