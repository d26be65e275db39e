// SPDX-License-Identifier: BSD-3-Clause
// global_error.c: how far a whole motion is off (see global_error.h).
#include "analysis/audit/global_error.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/audit/verdict.h"
#include "analysis/settings/stiffness.h"
#include "integrators/methods.h"
#include "system/state/length.h"

enum { LOW_ORDER = 2 };                  // up to this order the longest steps are tried first
static const int STEP_RATIOS[] = {8, 2}; // of a longer step to the fixed step of the run
static const double SUSPECT = 2e-4;      // tolerance times growth
static const double LOOSER = 100, LOOSE_PART = 0.1, LOOSEST = 1e-2;
static const double AT_REST = 1e-6;  // of the length
static const double PHASE = 1e-4;    // lost
static const double LONG = 1.0 / 32; // of the duration: a step
static const double GROWN = 1e3;     // by fixed steps
static const double TENTH = 0.1;     // of the largest way: the least scale of a body
static const double FINEST = 1e-13;  // a relative tolerance

// ---- whether to look ----

static bool loses_phase(const AnalysisInput *input, const Settings *settings, Arena *arena,
                        double duration) {
  const SchemeSettings *scheme = &settings->scheme;
  const MethodNumbers numbers = method_numbers(input->state->equations, scheme);
  double rate = 0;
  return stiffness_estimate(input->state, arena, &rate, NULL) &&
         numbers.phase * pow(rate * scheme->step, numbers.order) * rate * duration > PHASE;
}

// The most that a body goes round: radians turned, or its way over its reach. What a rate is off by
// becomes so many times that of an angle or a place in the end.
static double rounds_of(const Recorder *recorder) {
  const State *state = recorder->state;
  const AuditScales *scales = &recorder->scales;
  double most = 1;
  for (int b = 1; b < state->system->model->body_count; b++) {
    const double length = length_of_body(state, b), travel = scales->travel[b];
    const bool alone = state->system->groups[state->system->group_of[b]].body_count == 1;
    most = fmax(most, scales->turned[b]);
    if (travel > AT_REST * length) {
      most = fmax(most, scales->way[b] / (alone ? travel : fmin(travel, length)));
    }
  }
  return most;
}

// Error control bounds the error of a step: by how many times it the motion may be off.
static double magnified(const Recorder *recorder, double growth, const Result *result) {
  return fmax(growth, rounds_of(recorder)) * sqrt((double)result->counters.steps);
}

// ---- looking ----

// The largest distance of two poses of a body: places [m], angles [rad].
static double apart(const SystemBody *body, const double *a, const double *b, bool turns) {
  double sum = 0, sign = 0;
  if (!turns) {
    for (int i = 0; i < body->kind->translations; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
  }
  const int first = body->kind->translations, last = first + body_orientations(body->kind);
  for (int i = first; i < last; i++) {
    sign += a[i] * b[i];
  }
  const bool euler = body->kind->rotations > 1;
  for (int i = first; i < body->nq; i++) { // Euler parameters p and -p are the same
    const double change = a[i] - (euler && sign < 0 && i < last ? -b[i] : b[i]);
    sum += change * change;
  }
  return (euler ? 2 : 1) * sqrt(sum);
}

// What differences of each body are measured by; at least a tenth of the largest.
typedef struct Ways {
  double way, angle; // of the model
} Ways;

static double scale_of(const Recorder *recorder, const SchemeSettings *settings, const Ways *ways,
                       int b, bool turns) {
  const AuditScales *scales = &recorder->scales;
  const double own = turns ? fmin(scales->turned[b], 1) : scales->travel[b];
  const double least = fmax(TENTH * (turns ? ways->angle : ways->way),
                            AT_REST * (turns ? 1 : length_of_body(recorder->state, b)));
  return fmax(own, least) * verdict_blur(recorder, &settings->absolute, b);
}

static Ways ways_of(const Recorder *recorder) {
  Ways ways = {.way = 0};
  for (int b = 1; b < recorder->state->system->model->body_count; b++) {
    ways.way = fmax(ways.way, recorder->scales.travel[b]);
    const double reach = recorder->scales.travel[b] / length_of_body(recorder->state, b);
    ways.angle = fmax(ways.angle, fmin(fmax(recorder->scales.turned[b], reach), 1));
  }
  return ways;
}

static int first_of_group(const System *system, int body) {
  int first = 1;
  while (system->group_of[first] != system->group_of[body]) {
    first++;
  }
  return first;
}

// How far the places of a body from that of the first body of its group are apart [m].
static double apart_in_group(const System *system, int b, const double *one, const double *other) {
  const int first = system->bodies[first_of_group(system, b)].q, own = system->bodies[b].q;
  double sum = 0;
  for (int i = 0; i < system->bodies[b].kind->translations; i++) {
    const double d = one[own + i] - one[first + i] - (other[own + i] - other[first + i]);
    sum += d * d;
  }
  return sqrt(sum);
}

// How two motions differ: places of a body, those from the first body of its group, its angles.
typedef enum Form { FORM_PLACE, FORM_IN_GROUP, FORM_ANGLE, FORMS } Form;

static double difference(const Recorder *recorder, const Places *one, const Places *other, int k,
                         int b, Form form) {
  const System *system = recorder->state->system;
  const double *p = one->q + (long)k * one->nq, *q = other->q + (long)k * other->nq;
  const SystemBody *body = &system->bodies[b];
  return form == FORM_IN_GROUP ? apart_in_group(system, b, p, q)
                               : apart(body, p + body->q, q + body->q, form == FORM_ANGLE);
}

static double scale_of_form(const Recorder *recorder, const SchemeSettings *settings,
                            const Ways *ways, int b, Form form) {
  const double scale = scale_of(recorder, settings, ways, b, form == FORM_ANGLE);
  return form == FORM_IN_GROUP ? fmin(scale, length_of_body(recorder->state, b)) : scale;
}

static bool comparable(const Places *one, const Places *other, int k) {
  return k < one->count && k < other->count && one->t[k] == other->t[k];
}

// Whether the difference rose like an exponential: the last tenfold, up to a third of the most (of
// its scale, where it lost all phase), in less than half of the time. What adds up does not: t^2
// takes two thirds of the time for that.
static bool shoots_up(const Recorder *recorder, const Places *one, const Places *other, int b,
                      Form form, double most) {
  double low = (double)NAN;
  for (int k = 0; comparable(one, other, k); k++) {
    const double value = difference(recorder, one, other, k, b, form);
    if (isnan(low) && value > most / 30) {
      low = one->t[k];
    }
    if (value > most / 3) {
      return one->t[k] - low < 0.5 * one->t[k];
    }
  }
  return false;
}

// The largest difference of the places of two motions over its scale, times a factor. What a group
// of bodies does in itself is measured by its length, however far it goes.
static AuditFigure compare(const Recorder *recorder, const SchemeSettings *settings,
                           const Places *one, const Places *other, double factor) {
  static const char *const of[FORMS] = {
      "the distance from the start", "the length of the mechanism", "the rotation (at most 1 rad)"};
  const System *system = recorder->state->system;
  const Ways ways = ways_of(recorder);
  AuditFigure worst = {.what = "error of the whole motion", .unit = "m", .scale = 1};
  int body = 0;
  Form form = FORM_PLACE;
  for (int k = 0; comparable(one, other, k); k++) {
    for (int b = 1; b < system->body_count; b++) {
      for (Form f = FORM_PLACE; f < FORMS; f++) {
        const double scale = scale_of_form(recorder, settings, &ways, b, f);
        const double value = factor * difference(recorder, one, other, k, b, f);
        if (scale > 0 && value * worst.scale > worst.value * scale) {
          worst.value = value;
          worst.scale = scale;
          worst.t = one->t[k];
          body = b;
          form = f;
        }
      }
    }
  }
  if (body > 0) {
    worst.body = system->bodies[body].name;
    worst.of = of[form];
    worst.unit = form == FORM_ANGLE ? "rad" : "m";
    worst.shoots_up =
        shoots_up(recorder, one, other, body, form, fmin(worst.value, worst.scale) / factor);
  }
  return worst;
}

// The analysis once more; false where that does not reach its end.
static bool run_again(const AnalysisInput *input, const StepControl *control,
                      const Recorder *recorder, const SchemeSettings *settings, double factor,
                      const Result *result, AuditFigure *figure, Arena *arena) {
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  const Places *other = input->run_again(input, result, control, &scratch);
  if (other != NULL) {
    *figure = compare(recorder, settings, &result->places, other, factor);
  }
  arena_close(&scratch);
  return other != NULL;
}

// The longest steps first: where they have lost all phase, their difference, twice what bodies
// move, is still a doubt (2/(8^2 - 1) of it), and then the double step says more.
static void look_at_step(const AnalysisInput *input, const Recorder *recorder,
                         const Settings *settings, Result *result, Arena *arena) {
  const SchemeSettings *scheme = &settings->scheme;
  const int order = method_numbers(input->state->equations, scheme).order;
  const double enough = order > 1 ? VERDICT_DOUBT : VERDICT_INACCURATE;
  AuditFigure *figure = &result->audit.figures[AUDIT_WHOLE], finer;
  for (int k = order > LOW_ORDER ? 1 : 0; k < 2; k++) {
    const int ratio = STEP_RATIOS[k];
    const StepControl longer = {.step = ratio * scheme->step};
    const bool fits = ratio == STEP_RATIOS[1] || longer.step < LONG * result->duration;
    const double factor = 1 / (pow(ratio, order) - 1); // Richardson
    if (fits && run_again(input, &longer, recorder, scheme, factor, result, figure, arena) &&
        audit_part(figure) < enough) {
      return;
    }
  }
  const StepControl shorter = {.step = 0.5 * scheme->step};
  const double power = exp2(order);
  if (run_again(input, &shorter, recorder, scheme, power / (power - 1), result, &finer, arena)) {
    *figure = finer;
  }
}

static void look_at_tolerance(const AnalysisInput *input, const Recorder *recorder,
                              const Settings *settings, Result *result, Arena *arena) {
  const SchemeSettings *scheme = &settings->scheme;
  AuditFigure *figure = &result->audit.figures[AUDIT_WHOLE], finer;
  const StepControl loose = {.relative = fmin(LOOSEST, LOOSER * scheme->relative)};
  const StepControl tight = {.relative = fmax(FINEST, 0.1 * scheme->relative)};
  if (loose.relative > scheme->relative &&
      run_again(input, &loose, recorder, scheme, LOOSE_PART, result, figure, arena) &&
      audit_part(figure) < VERDICT_DOUBT) {
    return;
  }
  if (run_again(input, &tight, recorder, scheme, 1, result, &finer, arena)) {
    *figure = finer;
  }
}

bool global_error(const AnalysisInput *input, Recorder *recorder, const Settings *settings,
                  const PerturbationGrowth *found, Result *result, Arena *arena) {
  const SchemeSettings *scheme = &settings->scheme;
  const double growth = perturbation_growth_found(found),
               error = found->error > 0 ? found->error : 1;
  const StepControl *control = &input->options->control;
  const bool again = control->step > 0 || control->relative > 0 || control->longest > 0;
  if (result->status != RUN_OK || again || result->row_count == 0 || input->run_again == NULL) {
    return true;
  }
  if (scheme->step > 0) {
    if (growth > GROWN || loses_phase(input, settings, arena, result->duration)) {
      look_at_step(input, recorder, settings, result, arena);
    }
  } else if (magnified(recorder, growth, result) * error * scheme->relative > SUSPECT) {
    look_at_tolerance(input, recorder, settings, result, arena);
  }
  return !arena->allocator->exhausted;
}
