// SPDX-License-Identifier: BSD-3-Clause
// choice.c: what auto takes, at the start and on the way (see choice.h).
#include "analysis/choice.h"

#include <math.h>

#include "analysis/bridge.h"
#include "analysis/methods.h"
#include "analysis/stiffness.h"
#include "system/friction.h"

// ida's mean step over that of Runge-Kutta, at which they cost about the same.
static const double WORTH_LEAVING = 0.25;
// A step is next to nothing beside the largest one; so many in a row are a crawl.
static const double CRAWL = 1e-4;
enum { JUDGE_EVERY = 100, CRAWL_STEPS = 20 };

// ---- at the start ----

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

void choice_read(Settings *settings, const State *state, const Integrator *integrator,
                 double duration, const Mobility *mobility) {
  SchemeSettings *s = &settings->scheme;
  settings_read(settings, state, integrator, duration, mobility);
  settings->bridge.method = s->method;
  settings->bridge.wanted = s->method == METHOD_IDA;
  choose(settings, integrator, mobility);
  settings->longest = settings_longest_step(state, METHOD_IDA, duration);
  s->max_step =
      scheme_stated(state, integrator->max_step, settings_longest_step(state, s->method, duration));
}

bool choice_accepted(const State *state, Diag *diag) {
  static const Mobility UNKNOWN = {0};
  const Model *model = state->system->model;
  for (int k = 0; k < model->analysis_count; k++) {
    const Analysis *analysis = &model->analyses[k];
    if (analysis->kind != ANALYSIS_DYNAMICS) {
      continue;
    }
    Settings settings;
    Failure failure = {.code = DIAG_NONE};
    choice_read(&settings, state, &analysis->integrator, state->values[analysis->duration],
                &UNKNOWN);
    MethodNumbers numbers;
    const SchemeKind *kind = method_scheme(settings.scheme.method);
    if (kind->accepts != NULL && !kind->accepts(state, &settings.scheme, &numbers, &failure)) {
      failure_report(&failure, &model->origins, diag);
      return false;
    }
  }
  return true;
}

// ---- on the way ----

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
  return change(settings, METHOD_IDA, settings->stiff,
                stiffness_gave_up(settings_formulation(settings->stiff), t, scheme->name, arena));
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

bool choice_after_step(Settings *settings, const Scheme *scheme, double t, long steps,
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
bool choice_after_failure(Settings *settings, const Scheme *scheme, double t, Arena *arena) {
  const Friction *friction = scheme->state->friction;
  if (!settings->chooses || settings->bridge.stands || scheme->state->fault.set || scheme->lost ||
      (friction != NULL && friction->paradox)) {
    return false;
  }
  if (settings->scheme.method == METHOD_RUNGE_KUTTA) {
    const char *to = settings_formulation(settings->stiff);
    return change(settings, METHOD_IDA, settings->stiff,
                  stiffness_gave_up(to, t, scheme->name, arena));
  }
  return is_explicit_ida(settings) && change(settings, METHOD_IDA, FORMULATION_INDEX_1,
                                             stiffness_gave_up("index_1", t, "explicit", arena));
}
