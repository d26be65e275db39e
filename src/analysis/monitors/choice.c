// SPDX-License-Identifier: BSD-3-Clause
// choice.c: what auto takes, at the start and on the way (see choice.h).
#include "analysis/monitors/choice.h"

#include <math.h>

#include "analysis/settings/stiffness.h"
#include "base/text.h"
#include "integrators/methods.h"
#include "system/forces/friction.h"
#include "system/tree/tree_compile.h"

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
          ? "auto: runge_kutta, since no stiffness was found; it accepts redundant joints"
          : "auto: runge_kutta, since no stiffness was found";
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
                                       : "auto: explicit, since no stiffness was found";
  }
  return FORMULATION_EXPLICIT;
}

bool choice_moves_any(const Integrator *integrator) {
  if (integrator->method == METHOD_AUTO) { // a formulation is one of ida
    return integrator->formulation == FORMULATION_AUTO ||
           integrator->coordinates == COORDINATES_JOINT;
  }
  return (method_scheme(integrator->method)->traits & SCHEME_ANY_COORDINATES) != 0;
}

// What is gained are the constraints, what is lost is the inertia that all freedoms of a link
// share, and the rates of balls that turn with the links before them: with balls alone, which leave
// half of the velocities free, a motion takes about the same time, one that spins up to twice as
// much (src/DECISIONS.md).
bool choice_is_joint(const State *state, const Integrator *integrator) {
  const System *system = state->system;
  Owner at;
  return choice_moves_any(integrator) &&
         (integrator->coordinates == COORDINATES_JOINT ||
          (integrator->coordinates == COORDINATES_AUTO && system->nc < system->nv &&
           2 * system->nc > system->nv && tree_obstacle(state, &at) == NULL));
}

static void choose(Settings *settings, const Integrator *integrator, const Mobility *mobility) {
  SchemeSettings *s = &settings->scheme;
  settings->stiff = mobility->redundant > 0 ? FORMULATION_EXPLICIT : FORMULATION_INDEX_1;
  const bool open = integrator->formulation == FORMULATION_AUTO;
  if (s->method == METHOD_AUTO && integrator->coordinates == COORDINATES_JOINT) {
    settings->chooses = true;
    s->method = METHOD_RUNGE_KUTTA;
    settings->choice = "auto: runge_kutta, since it moves joint coordinates";
  } else if (s->method == METHOD_AUTO && open) {
    settings->chooses = true;
    choose_method(settings, mobility);
  } else if (s->method == METHOD_AUTO) {
    s->method = METHOD_IDA;
    settings->choice = "auto: ida, since a formulation is given";
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
  settings->joint = choice_is_joint(state, integrator);
  if (settings->joint) { // rows of a tree are independent in every pose, with its motions
    s->watched = -1;
    s->rank = NULL;
  }
  choose(settings, integrator, mobility);
  settings->longest = settings_longest_step(state, METHOD_IDA, duration);
  s->max_step =
      state_stated(state, integrator->max_step, settings_longest_step(state, s->method, duration));
}

// Whether the coordinates that an analysis asks for hold the mechanism. False with a failure.
static bool coordinates_fit(const State *state, const Analysis *analysis, Failure *failure) {
  Owner at;
  const char *why =
      analysis->integrator.coordinates == COORDINATES_JOINT ? tree_obstacle(state, &at) : NULL;
  if (why == NULL) {
    return true;
  }
  failure_set(failure, DIAG_SCHEMA_UNSUPPORTED, analysis->integrator.coordinates_origin,
              "joint coordinates cannot describe this mechanism: %s \"%s\" %s", at.kind, at.name,
              why);
  return failure_hint(failure,
                      "leave out \"coordinates: joint\": absolute coordinates describe every "
                      "mechanism, and auto takes them here");
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
    if (!coordinates_fit(state, analysis, &failure) ||
        (kind->accepts != NULL &&
         !kind->accepts(state->equations, &settings.scheme, &numbers, &failure))) {
      failure_report(&failure, &model->origins, diag);
      return false;
    }
  }
  return true;
}

// ---- on the way ----

// What makes auto go on with another method or formulation, which then stands in the settings with
// its reason (NULL when memory ran out).

typedef struct Choice {
  Settings *settings;
  Arena *arena;
  // Where Runge-Kutta was left for ida: its step there, and when ida was looked at last.
  double stiff_step, looked_t;
  long left_steps;
  double largest_step; // of Runge-Kutta so far,
  int crawling;        // and how many in a row were next to nothing beside it
  double kept_step;    // Runge-Kutta's step where it proved cheaper than ida in spite of stiffness
} Choice;

// NULL when memory ran out.
static const char *since_stiff(const char *formulation, double t, double rate, double step,
                               Arena *arena) {
  return text_print(
      arena,
      "auto: ida (%s) from t = %.6g s on, since rates of %.3g 1/s are too fast for steps of %.3g s",
      formulation, t, rate, step);
}

static const char *since_it_gave_up(const char *formulation, double t, const char *before,
                                    Arena *arena) {
  return text_print(arena, "auto: ida (%s) from t = %.6g s on, since %s failed there", formulation,
                    t, before);
}

static const char *since_cheaper(double t, double step, double other, Arena *arena) {
  return text_print(
      arena,
      "auto: runge_kutta from t = %.6g s on, since its steps of %.3g s cost less than those of "
      "ida, %.3g s",
      t, step, other);
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
static bool leave_crawl(Choice *it, const MonitorStep *at) {
  Settings *settings = it->settings;
  const Scheme *scheme = at->scheme;
  const double step = scheme->last_step;
  it->largest_step = fmax(it->largest_step, step);
  it->crawling = step < CRAWL * it->largest_step ? it->crawling + 1 : 0;
  if (it->crawling < CRAWL_STEPS || scheme->lost || settings->scheme.watched < 0) {
    return false;
  }
  settings->chooses = settings->stiff == FORMULATION_EXPLICIT; // index_1 has the last word
  return change(
      settings, METHOD_IDA, settings->stiff,
      since_it_gave_up(settings_formulation(settings->stiff), at->t, scheme->name, it->arena));
}

// Runge-Kutta with steps held down by stability. A stiff motion is carried on with ida: with
// index_1, where a Newton matrix costs least, unless joints are redundant.
static bool leave_runge_kutta(Choice *it, const MonitorStep *at) {
  Settings *settings = it->settings;
  const Scheme *scheme = at->scheme;
  const double step = scheme->last_step, rate = scheme->stiff_rate;
  if (!(rate > 0) || (it->kept_step > 0 && step > WORTH_LEAVING * it->kept_step)) {
    return false;
  }
  it->stiff_step = step;
  it->left_steps = at->steps;
  return change(settings, METHOD_IDA, settings->stiff,
                since_stiff(settings_formulation(settings->stiff), at->t, rate, step, it->arena));
}

// A fast oscillation without damping holds ida's steps down more than Runge-Kutta's: after some
// steps the two are compared. A step of ida costs two to six evaluations (many, few bodies), one of
// Runge-Kutta fifteen.
static bool return_to_runge_kutta(Choice *it, const MonitorStep *at) {
  Settings *settings = it->settings;
  const long since = at->steps - it->left_steps;
  if (it->stiff_step == 0 || since % JUDGE_EVERY != 0) {
    return false;
  }
  const double mean = (at->t - it->looked_t) / JUDGE_EVERY, before = it->stiff_step;
  it->looked_t = at->t;
  if (since == JUDGE_EVERY) {
    return false; // the start of ida, with small steps
  }
  it->stiff_step = 0;
  if (mean >= WORTH_LEAVING * before) {
    return false;
  }
  it->kept_step = before;
  return change(settings, METHOD_RUNGE_KUTTA, FORMULATION_AUTO,
                since_cheaper(at->t, before, mean, it->arena));
}

static bool leave_explicit(Choice *it, const MonitorStep *at) {
  Settings *settings = it->settings;
  const Scheme *scheme = at->scheme;
  double rate = 0;
  if (settings->small || at->steps % JUDGE_EVERY != 0 || settings->stiff == FORMULATION_EXPLICIT ||
      !stiffness_estimate(scheme->equations->self, it->arena, &rate, NULL) ||
      !(rate * scheme->last_step > 1)) {
    return false;
  }
  return change(settings, METHOD_IDA, FORMULATION_INDEX_1,
                since_stiff("index_1", at->t, rate, scheme->last_step, it->arena));
}

static MonitorVerdict judge(void *self, const MonitorStep *at, Failure *failure) {
  Choice *it = self;
  const Settings *settings = it->settings;
  bool changes = false;
  (void)failure;
  if (!settings->chooses || settings->bridge.stands) {
    return MONITOR_PASSES;
  }
  if (settings->scheme.method == METHOD_RUNGE_KUTTA) {
    changes = leave_runge_kutta(it, at) || leave_crawl(it, at);
  } else {
    changes =
        return_to_runge_kutta(it, at) || (is_explicit_ida(settings) && leave_explicit(it, at));
  }
  return changes ? MONITOR_CHANGES : MONITOR_PASSES;
}

// Where Runge-Kutta or explicit gives up (a very stiff force), an implicit method has its try. A
// value that is not finite is not the method's fault, and near a singular pose none does better.
static MonitorVerdict try_another(void *self, const MonitorStep *at, Failure *failure) {
  Choice *it = self;
  Settings *settings = it->settings;
  const Scheme *scheme = at->scheme;
  const State *state = scheme->equations->self;
  const Friction *friction = state->friction;
  (void)failure;
  if (!settings->chooses || settings->bridge.stands || state->fault.set || scheme->lost ||
      (friction != NULL && friction->paradox)) {
    return MONITOR_PASSES;
  }
  if (settings->scheme.method == METHOD_RUNGE_KUTTA) {
    const char *to = settings_formulation(settings->stiff);
    change(settings, METHOD_IDA, settings->stiff,
           since_it_gave_up(to, at->t, scheme->name, it->arena));
    return MONITOR_CHANGES;
  }
  if (is_explicit_ida(settings)) {
    change(settings, METHOD_IDA, FORMULATION_INDEX_1,
           since_it_gave_up("index_1", at->t, "explicit", it->arena));
    return MONITOR_CHANGES;
  }
  return MONITOR_PASSES;
}

bool choice_monitor(const MonitoredRun *run) {
  if (!run->settings->chooses) {
    return true;
  }
  Choice *it = arena_new(run->arena, Choice);
  if (it == NULL) {
    return false;
  }
  *it = (Choice){.settings = run->settings, .arena = run->arena};
  monitors_add(run, "auto", MONITOR_DONE, judge, it);
  monitors_add(run, "auto", MONITOR_GAVE_UP, try_another, it);
  return true;
}
