// SPDX-License-Identifier: BSD-3-Clause
// second_look.c: how far a whole motion is off (see second_look.h).
#include "analysis/second_look.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/cpu.h"
#include "analysis/run.h"
#include "analysis/stiffness.h"
#include "analysis/verdict.h"
#include "analysis/verdict_inside.h"

enum { PLACES = 32, LOW_ORDER = 2, LONGEST = 8 }; // times a fixed step
static const double SUSPECT = 1e-3;               // tolerance times growth
static const double LOOSER = 100, LOOSE_PART = 1.0 / 30, LOOSEST = 1e-2;
static const double PHASE = 1e-4;    // lost
static const double LONG = 1.0 / 32; // of the duration: a step
static const double GROWN = 1e3;     // by fixed steps
static const double TENTH = 0.1;     // of the largest way: the least scale of a body
static const double FINEST = 1e-13;  // a relative tolerance

// ---- places ----

bool second_look_open(Result *result, const System *system, double rows, Arena *arena) {
  const long every = (long)(rows / PLACES);
  const bool all = result->only != NULL;
  result->places = (Places){.every = every > 1 && !all ? every : 1, .nq = system->nq};
  result->places.q = arena_array(arena, double, (PLACES + 2) * system->nq);
  result->places.t = arena_array(arena, double, PLACES + 2);
  return result->places.q != NULL && result->places.t != NULL;
}

static void put_place(Places *places, const State *state) {
  memcpy(places->q + (long)places->count * places->nq, state->q,
         (size_t)places->nq * sizeof(double));
  places->t[places->count++] = state->t;
}

void second_look_row(Result *result, const State *state) {
  Places *places = &result->places;
  if (places->rows++ % places->every == 0 && places->count < PLACES + 2) {
    put_place(places, state);
  }
}

// ---- whether to look ----

// The order of the method, and the part C of (w h)^p by which an oscillation w is too slow.
static int order_of(const SchemeSettings *settings, double *part) {
  *part = 1.0 / 12;
  switch ((int)settings->method) {
  case METHOD_RUNGE_KUTTA:
    *part = settings->order == 5 ? 5e-4 : 1e-6;
    return settings->order == 5 ? 5 : 8;
  case METHOD_SYMPLECTIC:
    *part = settings->order == 4 ? 1e-2 : 1.0 / 24;
    return settings->order == 4 ? 4 : 2;
  case METHOD_NEWMARK:
    *part = settings->newmark_gamma == 0.5 ? *part : 0.5;
    return settings->newmark_gamma == 0.5 ? 2 : 1;
  default:
    return 2;
  }
}

static bool loses_phase(const DynamicsInput *input, const Settings *settings, Arena *arena,
                        double duration) {
  const SchemeSettings *scheme = &settings->scheme;
  double part = 0, rate = 0;
  const int order = order_of(scheme, &part);
  return stiffness_estimate(input->state, arena, &rate, NULL) &&
         part * pow(rate * scheme->step, order) * rate * duration > PHASE;
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
  const int first = body->kind->translations;
  for (int i = first; i < body->nq; i++) {
    sign += a[i] * b[i];
  }
  const bool euler = body->kind->orientation_count > 1;
  for (int i = first; i < body->nq; i++) { // Euler parameters p and -p are the same
    const double change = a[i] - (euler && sign < 0 ? -b[i] : b[i]);
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
  const Scales *scales = &recorder->scales;
  const double own = turns ? fmin(scales->turned[b], 1) : scales->travel[b];
  const double least = TENTH * (turns ? ways->angle : ways->way);
  return fmax(own, least) * verdict_blur(recorder, &settings->absolute, b);
}

static Ways ways_of(const Recorder *recorder) {
  Ways ways = {.way = 0};
  for (int b = 1; b < recorder->state->system->body_count; b++) {
    ways.way = fmax(ways.way, recorder->scales.travel[b]);
    ways.angle = fmax(ways.angle, fmin(recorder->scales.turned[b], 1));
  }
  return ways;
}

// The largest difference of the places of two motions over its scale, times a factor.
static AuditFigure compare(const Recorder *recorder, const SchemeSettings *settings,
                           const Places *one, const Places *other, double factor) {
  const System *system = recorder->state->system;
  const Ways ways = ways_of(recorder);
  AuditFigure worst = {.what = "error of the whole motion", .unit = "m", .scale = 1};
  for (int k = 0; k < one->count && k < other->count && one->t[k] == other->t[k]; k++) {
    for (int b = 1; b < system->body_count; b++) {
      const SystemBody *body = &system->bodies[b];
      const double *p = one->q + (long)k * one->nq + body->q;
      const double *q = other->q + (long)k * other->nq + body->q;
      for (int turns = 0; turns < 2; turns++) {
        const double off = factor * apart(body, p, q, turns > 0);
        const double scale = scale_of(recorder, settings, &ways, b, turns > 0);
        if (scale > 0 && off * worst.scale > worst.value * scale) {
          worst.value = off;
          worst.scale = scale;
          worst.unit = turns > 0 ? "rad" : "m";
          worst.of = turns > 0 ? "the angle turned (at most 1 rad)" : "the way from the start";
          worst.body = body->name;
          worst.t = one->t[k];
        }
      }
    }
  }
  return worst;
}

// The analysis once more; false where that does not reach its end.
static bool run_again(const DynamicsInput *input, const StepControl *control,
                      const Recorder *recorder, const SchemeSettings *settings, double factor,
                      Result *result, AuditFigure *figure, Arena *arena) {
  Arena scratch;
  Diag unheard;
  Run run;
  RunOptions options = {.time_limit = input->cpu_limit > 0 ? input->cpu_limit - cpu_seconds() : 0,
                        .max_steps = input->options->max_steps,
                        .max_output_bytes = input->options->max_output_bytes,
                        .accept_inaccurate = true,
                        .only_analysis = result->analysis->name,
                        .control = *control,
                        .places = &result->places,
                        .values = input->options->values,
                        .interrupted = input->options->interrupted};
  if (input->cpu_limit > 0 && !(options.time_limit > 0)) {
    return false;
  }
  arena_open(&scratch, arena->allocator);
  diag_open(&unheard, &scratch);
  bool found = false;
  if (run_system(input->state->system, input->reader, &options, &run, &scratch, &unheard)) {
    for (int k = 0; k < run.result_count; k++) {
      const Result *other = &run.results[k];
      if (other->analysis == result->analysis && run_finished(other->status)) {
        *figure = compare(recorder, settings, &result->places, &other->places, factor);
        found = true;
      }
    }
  }
  arena_close(&scratch);
  return found;
}

// The longest steps first: where they have lost all phase, their difference, twice what bodies
// move, is still a doubt (2/(8^2 - 1) of it), and then the double step says more.
static void look_at_step(const DynamicsInput *input, const Recorder *recorder,
                         const Settings *settings, Result *result, Arena *arena) {
  const SchemeSettings *scheme = &settings->scheme;
  double part = 0;
  const int order = order_of(scheme, &part);
  const double enough = order > 1 ? VERDICT_DOUBT : VERDICT_INACCURATE;
  AuditFigure *figure = &result->audit.figures[AUDIT_WHOLE], finer;
  for (int times = order > LOW_ORDER ? 2 : LONGEST; times >= 2; times /= 4) {
    const StepControl longer = {.step = times * scheme->step};
    if ((times == 2 || longer.step < LONG * result->duration) &&
        run_again(input, &longer, recorder, scheme, 1 / (pow(times, order) - 1), result, figure,
                  arena) &&
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

static void look_at_tolerance(const DynamicsInput *input, const Recorder *recorder,
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

bool second_look(const DynamicsInput *input, Recorder *recorder, const Settings *settings,
                 double growth, Result *result, Arena *arena) {
  const SchemeSettings *scheme = &settings->scheme;
  const StepControl *control = &input->options->control;
  const bool again = control->step > 0 || control->relative > 0 || control->longest > 0;
  if (result->status != RUN_OK || again || result->row_count == 0) {
    return true;
  }
  if (scheme->step > 0) {
    if (growth > GROWN || loses_phase(input, settings, arena, result->duration)) {
      look_at_step(input, recorder, settings, result, arena);
    }
  } else if (growth * scheme->relative > SUSPECT) {
    look_at_tolerance(input, recorder, settings, result, arena);
  }
  return !arena->allocator->exhausted;
}
