// SPDX-License-Identifier: BSD-3-Clause
// summary_equilibrium.c: what summary.json says of equilibria and linearizations.
#include "output/summary_inside.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "analysis/modes/eigenvalues.h"
#include "base/number.h"
#include "output/eigenvalues.h"
#include "system/small_motions/steady.h"

// ---- equilibrium ----

// Coordinates of a body's mass centre and its orientation: an angle, or Euler parameters.
static void put_pose(Json *json, const Body *body, const double *q) {
  static const char *const place[] = {"x", "y", "z"};
  static const char *const parameter[] = {"qw", "qx", "qy", "qz"};
  assert(body->kind->translations <= 3 && body_orientations(body->kind) <= BODY_ORIENTATION);
  json_begin_short_object(json, NULL);
  json_text(json, "body", body->name);
  for (int k = 0; k < body->kind->translations; k++) {
    json_number(json, place[k], q[k]);
  }
  for (int k = 0; k < body_orientations(body->kind); k++) {
    json_number(json, body->kind->rotations == 1 ? "angle" : parameter[k],
                q[body->kind->translations + k]);
  }
  json_end_object(json);
}

void summary_equilibrium(Json *json, const Model *model, const Result *result) {
  const EquilibriumResult *it = result->equilibrium;
  if (it == NULL) {
    json_null(json, "equilibrium");
    return;
  }
  json_put(json,
           "equilibrium: {method: %s, iterations: %l, relaxation_steps: %l, unbalanced_force: %g, "
           "largest_force: %g, unbalanced_body: %s, stability: %s, growing_motions: %d, travel: %g",
           it->method, it->iterations, it->relaxation_steps, it->unbalanced, it->largest_force,
           it->unbalanced_body, eigenvalues_stability_word(it->stability), it->growing, it->travel);
  json_begin_list(json, "mass_centers");
  const double *q = it->q;
  for (int b = 1; b < model->body_count; b++) {
    const BodyKind *kind = model->bodies[b].kind;
    put_pose(json, &model->bodies[b], q);
    q += body_nq(kind);
  }
  json_end_list(json);
  json_end_object(json);
}

// ---- linearize ----

static void put_counts(Json *json, const Spectrum *spectrum) {
  json_begin_short_object(json, "counts");
  for (int label = 0; label <= (int)EIGEN_REDUNDANT; label++) {
    json_integer(json, spectrum_label_word((EigenLabel)label), spectrum->counts[label]);
  }
  json_end_object(json);
}

static const char *reason_of(const Eigenvalue *value) {
  return value->label == EIGEN_INFINITE ? "infinite" : value->cause;
}

static void put_value(Json *json, const Eigenvalue *value) {
  const EigenFrequency frequency = eigenvalues_frequency(value);
  json_put(json, "<re: %g, im: %g, label: %s,", value->re,
           isfinite(value->re) ? value->im : (double)NAN, spectrum_label_word(value->label));
  if (!isfinite(value->re)) {
    json_text(json, "reason", reason_of(value));
  }
  json_put(json, "error: %g, together: %d,", value->error, value->together);
  json_put(json,
           "cause: %s, natural_frequency: %g, frequency: %g, damping_ratio: %g, residual: %g, "
           "constraint_angle: %g>",
           value->cause, frequency.natural, frequency.damped, frequency.damping_ratio,
           value->residual, value->angle);
}

static void put_shape(Json *json, const Model *model, const Spectrum *spectrum,
                      const ModeShape *shape) {
  const Eigenvalue *value = &spectrum->list[shape->value];
  const EigenFrequency frequency = eigenvalues_frequency(value);
  json_put(json, "{eigenvalue: %d, re: %g, im: %g, frequency: %g, damping_ratio: %g,", shape->value,
           value->re, value->im, frequency.damped, frequency.damping_ratio);
  json_begin_list(json, "markers");
  for (int m = 0; m < model->marker_count; m++) {
    if (model->markers[m].body == 0) {
      continue; // the ground stands still
    }
    const double *re = shape->re + 6L * m, *im = shape->im + 6L * m;
    json_put(json,
             "<marker: %s, displacement_re: [%v], displacement_im: [%v], rotation_re: [%v], "
             "rotation_im: [%v]>",
             model->markers[m].name, re, 3, im, 3, re + 3, 3, im + 3, 3);
  }
  json_end_list(json);
  json_end_object(json);
}

static const char *const form_words[] = {
    [SPECTRUM_NONE] = "",           [SPECTRUM_INDEX_3] = "index_3",
    [SPECTRUM_INDEX_1] = "index_1", [SPECTRUM_BAUMGARTE] = "baumgarte",
    [SPECTRUM_GGL] = "ggl",
};

// Whether the coefficients are those of an equilibrium, or of one moment.
static void put_state(Json *json, const LinearResult *it) {
  char text[80];
  char time[NUMBER_TEXT_SIZE];
  number_format(it->t, time);
  snprintf(text, sizeof text, "frozen at t = %s s", time);
  json_boolean(json, "frozen", it->frozen);
  json_text(json, "state",
            it->frozen           ? text
            : it->steady != NULL ? "steady motion in a turning frame"
                                 : "equilibrium");
  if (it->steady == NULL) {
    json_null(json, "steady");
    return;
  }
  json_put(json, "steady: <angular_velocity: [%v], misfit: %g>", it->steady->omega, 3,
           it->steady->misfit);
}

static void put_repeat(Json *json, const LinearResult *it, bool times) {
  if (it->repeats == 0) {
    json_null(json, "repeat");
    return;
  }
  json_begin_short_object(json, "repeat");
  json_integer(json, "executions", it->repeats);
  if (times) {
    json_number(json, "cpu_s", it->repeat_cpu_s);
  }
  json_end_object(json);
}

void summary_linearize(Json *json, const Model *model, const Result *result, bool times) {
  const LinearResult *it = result->linear;
  if (it == NULL) {
    json_null(json, "linearize");
    return;
  }
  const Spectrum *spectrum = it->spectrum;
  json_put(json, "linearize: {t: %g, pencil: %s, unknowns: %s,", it->t, form_words[spectrum->form],
           "rotation-vector variations q, velocities v, multipliers lambda");
  put_state(json, it);
  json_put(json, "unbalanced: %g, stability: %s, degrees_of_freedom: %d, rank: %d", it->unbalanced,
           eigenvalues_stability_word(it->stability), it->degrees_of_freedom, spectrum->rank);
  put_counts(json, spectrum);
  json_put(json, "agreement: %g, largest: %g", spectrum->agreement, spectrum->largest);
  put_repeat(json, it, times);
  json_begin_list(json, "eigenvalues");
  for (int k = 0; k < spectrum->count; k++) {
    put_value(json, &spectrum->list[k]);
  }
  json_end_list(json);
  json_begin_list(json, "modes");
  for (int k = 0; k < it->mode_count; k++) {
    put_shape(json, model, spectrum, &it->modes[k]);
  }
  json_end_list(json);
  json_end_object(json);
}
