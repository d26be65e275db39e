// SPDX-License-Identifier: BSD-3-Clause
// verdict.c: what the audit of a motion says of its result (see verdict.h).
#include "analysis/audit/verdict.h"

#include "integrators/methods.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "system/state/length.h"

// Of what cancels, this part counts.
static const double BALANCED = 0.01;
// Round-off of a sum of energies, by their sizes.
static const double ROUND_OFF = 64 * DBL_EPSILON;

// ---- scales ----

// Of the body whose motion the absolute tolerances tell best.
static double blur_of(const Recorder *recorder, const AbsoluteTolerances *tolerances) {
  double least = VERDICT_RESOLVED;
  for (int b = 1; b < recorder->state->system->body_count; b++) {
    least = fmin(least, verdict_blur(recorder, tolerances, b));
  }
  return least;
}

static void take_larger(AuditFigure *figure, double scale, const char *of) {
  if (scale > figure->scale) {
    figure->scale = scale;
    figure->of = of;
  }
}

// What no energy tells: the round-off of its parts, that of the places where forces stand, and what
// forces do along the misfit that projections leave between joints.
static double drift_of_nothing(const Recorder *recorder, const Audit *audit, double aim,
                               double scale) {
  const State *state = recorder->state;
  const double misfit = fmax(audit->constraint_position, audit->constraint_position_steps);
  double energy = ROUND_OFF * (recorder->scales.gross + scale);
  for (int b = 1; b < state->system->body_count; b++) {
    const double length = length_of_body(state, b), *r = state->motion[b].r;
    const double place = ROUND_OFF * (length + fabs(r[0]) + fabs(r[1]) + fabs(r[2]));
    energy += recorder->defect.of[b].force.largest * (place + fmin(misfit, 4 * aim * length));
  }
  return energy;
}

static void judge_drift(Recorder *recorder, const SchemeSettings *settings, Audit *audit) {
  AuditScales *scales = &recorder->scales;
  AuditFigure *figure = &audit->figures[AUDIT_DRIFT];
  *figure = (AuditFigure){.what = "energy drift",
                          .unit = "J",
                          .value = fmax(audit->energy_drift, audit->energy_drift_steps)};
  const double stored = audit_scales_stored(scales, recorder->state);
  take_larger(figure, fmax(scales->kinetic, audit->energy_scale), "the largest kinetic energy");
  take_larger(figure, scales->highest - scales->lowest, "the change of potential energy");
  take_larger(figure, audit_scales_work(scales), "the work exchanged");
  take_larger(figure, BALANCED * stored,
              "a hundredth of the energy that weights and springs exchange");
  figure->scale *= blur_of(recorder, &settings->absolute);
  if (figure->scale <= ROUND_OFF * scales->gross ||
      figure->value <= drift_of_nothing(recorder, audit, settings->aim, figure->scale)) {
    figure->silent = true;
  }
}

// By the largest speed of an island, or by the length of a group of it in the duration.
static void judge_speed(const Recorder *recorder, int island, double length, AuditFigure *figure) {
  const double fastest = audit_scales_fastest(&recorder->scales, recorder->state, island);
  const double least = length / recorder->duration;
  figure->scale = fmax(fastest, least);
  figure->of =
      fastest > least ? "the largest speed" : "the length of the mechanism divided by the duration";
}

// With several groups of bodies that joints hold together, of the one that is worst.
static void judge_velocity(const Recorder *recorder, const Audit *audit, AuditFigure *figure) {
  const System *system = recorder->state->system;
  *figure = (AuditFigure){
      .what = "velocity misfit of the joints",
      .unit = "m/s",
      .value = fmax(audit->constraint_velocity, audit->constraint_velocity_steps),
  };
  judge_speed(recorder, recorder->scales.island[1], recorder->state->length, figure);
  double worst = -1;
  for (int b = 1; recorder->group_rates != NULL && b < system->body_count; b++) {
    const int g = system->group_of[b];
    if (!(recorder->group_rates[g] > 0)) {
      continue;
    }
    AuditFigure own = *figure;
    own.value = recorder->group_rates[g];
    judge_speed(recorder, recorder->scales.island[b], recorder->state->lengths[g], &own);
    if (own.value > worst * own.scale) {
      worst = own.value / own.scale;
      *figure = own;
    }
  }
}

static void judge_constraints(const Recorder *recorder, Audit *audit) {
  // with several groups, of the one that is worst by its length
  const double misfit = fmax(audit->constraint_position, audit->constraint_position_steps);
  const double part = recorder->position_part;
  audit->figures[AUDIT_POSITION] =
      (AuditFigure){.what = "position misfit of the joints",
                    .unit = "m",
                    .value = misfit,
                    .scale = part > 0 ? misfit / part : recorder->state->length,
                    .of = "the length of the mechanism"};
  judge_velocity(recorder, audit, &audit->figures[AUDIT_VELOCITY]);
}

// What pulses do that fixed steps did not see.
static void judge_missed(const Recorder *recorder, Audit *audit) {
  const System *system = recorder->state->system;
  int body = 1;
  while (body + 1 < system->body_count && system->bodies[body].name != audit->missed_body) {
    body++;
  }
  AuditFigure *figure = &audit->figures[AUDIT_MISSED];
  *figure = (AuditFigure){.what = "velocity change missed between steps",
                          .unit = "m/s",
                          .value = audit->missed,
                          .body = audit->missed_body,
                          .t = audit->missed_t};
  judge_speed(recorder, recorder->scales.island[body], length_of_body(recorder->state, body),
              figure);
}

// ---- words ----

static double part_of(const AuditFigure *figure) {
  if (figure->silent || figure->allowed) {
    return 0;
  }
  return isfinite(figure->value) ? figure->value / fmax(figure->scale, DBL_MIN) : HUGE_VAL;
}

static const AuditFigure *worst_of(const Audit *audit) {
  const AuditFigure *worst = &audit->figures[0];
  for (int k = 1; k < AUDIT_FIGURES; k++) {
    worst = part_of(&audit->figures[k]) > part_of(worst) ? &audit->figures[k] : worst;
  }
  return worst;
}

// "energy drift 1.88 J is 98 % of the largest kinetic energy; ...": those from a part on.
static void tell_figures(const Audit *audit, double from, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int k = 0; k < AUDIT_FIGURES && used < size; k++) {
    const AuditFigure *figure = &audit->figures[k];
    if (part_of(figure) < from) {
      continue;
    }
    const double part = part_of(figure);
    char figure_part[32];
    (void)snprintf(figure_part, sizeof figure_part, part >= 1e-3 ? "%.3g %%" : "%.2g",
                   part >= 1e-3 ? 100 * part : part);
    const int length = snprintf(
        text + used, size - used, "%s%s %.3g%s%s is %s of %s", used > 0 ? "; " : "", figure->what,
        figure->value, figure->unit[0] != '\0' ? " " : "", figure->unit, figure_part, figure->of);
    used += length > 0 ? (size_t)length : 0;
    if (figure->body != NULL && used < size) {
      const int more = snprintf(text + used, size - used, " of \"%s\", largest at t = %.6g s",
                                figure->body, figure->t);
      used += more > 0 ? (size_t)more : 0;
    }
  }
}

static void advise_whole(const Settings *settings, const Result *result, const AuditFigure *whole,
                         char *text, size_t size) {
  const double relative = settings->scheme.relative;
  if (whole->shoots_up) {
    (void)snprintf(text, size,
                   "the motion magnifies small differences so much that a relative tolerance of "
                   "%.2g does not determine it: tighten the tolerances, or shorten the duration",
                   relative);
  } else {
    (void)snprintf(text, size,
                   "the errors of %ld steps add up (the motion does not magnify them): tighten the "
                   "tolerances (relative is %.2g)",
                   result->counters.steps, relative);
  }
}

static const char *what_to_do(const Settings *settings, const Result *result,
                              const AuditFigure *worst, char *text, size_t size) {
  const double step = settings->scheme.step;
  if (step == 0 && worst == &result->audit.figures[AUDIT_WHOLE]) {
    advise_whole(settings, result, worst, text, size);
  } else if (step > 0) {
    (void)snprintf(text, size,
                   "use a step shorter than %.3g s, or error control (\"method: auto\")", step);
  } else if (worst->unit[0] == 'm') {
    (void)snprintf(
        text, size,
        "tighten the tolerances, or use \"method: auto\", which projects onto the constraints");
  } else {
    (void)snprintf(text, size,
                   "tighten the tolerances, \"integrator: {tolerances: {relative: %.0e}}\" (now "
                   "%.2g), or limit the steps with \"max_step\" if something happens quickly",
                   settings->scheme.relative / 100, settings->scheme.relative);
  }
  return text;
}

static void warn(DiagCode code, const char *sentence, const char *advice, Result *result) {
  diag_at(&result->warnings, code, result->analysis->origin, "%s", sentence);
  diag_hint(&result->warnings, "%s", advice);
}

void verdict_of(Recorder *recorder, const Settings *settings, bool accept, Result *result) {
  Audit *audit = &result->audit;
  if (result->row_count == 0) {
    return;
  }
  judge_drift(recorder, &settings->scheme, audit);
  verdict_defect(recorder, &settings->scheme, audit);
  judge_constraints(recorder, audit);
  judge_missed(recorder, audit);
  const MethodNumbers numbers = method_numbers(recorder->state->equations, &settings->scheme);
  audit->damps = numbers.damps;
  audit->figures[AUDIT_DRIFT].allowed = audit->damps;
  // with damping, order one: who takes it is told of errors that are no more than its order
  audit->figures[AUDIT_WHOLE].allowed =
      numbers.damps && numbers.order == 1 &&
      audit_part(&audit->figures[AUDIT_WHOLE]) < VERDICT_INACCURATE;
  const AuditFigure *worst = worst_of(audit);
  const double part = part_of(worst);
  if (!(part >= VERDICT_DOUBT) || result->status != RUN_OK) {
    return;
  }
  char sentence[900], figures[700], advice[300];
  const bool inaccurate = part >= VERDICT_INACCURATE;
  tell_figures(audit, VERDICT_DOUBT, figures, sizeof figures);
  (void)snprintf(sentence, sizeof sentence, "the audit %s analysis \"%s\": %s",
                 inaccurate ? "contradicts" : "doubts", result->analysis->name, figures);
  what_to_do(settings, result, worst, advice, sizeof advice);
  if (!inaccurate) {
    warn(DIAG_AUDIT_DOUBT, sentence, advice, result);
    return;
  }
  result->status = RUN_INACCURATE;
  if (accept) {
    warn(DIAG_AUDIT_ACCEPTED, sentence, advice, result);
    return;
  }
  failure_set(&result->failure, DIAG_AUDIT_INACCURATE, result->analysis->origin, "%s", sentence);
  failure_hint(&result->failure, "%s; --accept-inaccurate accepts the result as it is", advice);
}
