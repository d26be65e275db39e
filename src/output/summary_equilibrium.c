// SPDX-License-Identifier: BSD-3-Clause
// summary_equilibrium.c: what summary.json says of equilibria and linearizations.
#include "output/summary_equilibrium.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "analysis/eigenvalues.h"
#include "base/number.h"
#include "output/eigenvalues.h"
#include "system/steady.h"

// ---- equilibrium ----

// Coordinates of a body's mass centre and its orientation: an angle, or Euler parameters.
static void put_pose(Json *json, const Body *body, const double *q) {
  static const char *const place[] = {"x", "y", "z"};
  static const char *const parameter[] = {"qw", "qx", "qy", "qz"};
  assert(body->kind->translations <= 3 && body->kind->orientation_count <= BODY_ORIENTATION);
  json_begin_short_object(json, NULL);
  json_text(json, "body", body->name);
  for (int k = 0; k < body->kind->translations; k++) {
    json_number(json, place[k], q[k]);
  }
  for (int k = 0; k < body->kind->orientation_count; k++) {
    json_number(json, body->kind->orientation_count == 1 ? "angle" : parameter[k],
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
  json_begin_object(json, "equilibrium");
  json_text(json, "method", it->method);
  json_integer(json, "iterations", it->iterations);
  json_integer(json, "relaxation_steps", it->relaxation_steps);
  json_number(json, "unbalanced_force", it->unbalanced);
  json_number(json, "largest_force", it->largest_force);
  json_text(json, "unbalanced_body", it->unbalanced_body);
  json_text(json, "stability", eigenvalues_stability_word(it->stability));
  json_integer(json, "growing_motions", it->growing);
  json_number(json, "travel", it->travel);
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
  json_begin_short_object(json, NULL);
  json_number(json, "re", value->re);
  json_number(json, "im", isfinite(value->re) ? value->im : (double)NAN);
  json_text(json, "label", spectrum_label_word(value->label));
  if (!isfinite(value->re)) {
    json_text(json, "reason", reason_of(value));
  }
  json_text(json, "cause", value->cause);
  json_number(json, "natural_frequency", frequency.natural);
  json_number(json, "frequency", frequency.damped);
  json_number(json, "damping_ratio", frequency.damping_ratio);
  json_number(json, "residual", value->residual);
  json_number(json, "constraint_angle", value->angle);
  json_end_object(json);
}

static void put_components(Json *json, const char *key, const double *x, int count) {
  json_begin_short_list(json, key);
  for (int k = 0; k < count; k++) {
    json_number(json, NULL, x[k]);
  }
  json_end_list(json);
}

static void put_shape(Json *json, const Model *model, const Spectrum *spectrum,
                      const ModeShape *shape) {
  const Eigenvalue *value = &spectrum->list[shape->value];
  const EigenFrequency frequency = eigenvalues_frequency(value);
  json_begin_object(json, NULL);
  json_integer(json, "eigenvalue", shape->value);
  json_number(json, "re", value->re);
  json_number(json, "im", value->im);
  json_number(json, "frequency", frequency.damped);
  json_number(json, "damping_ratio", frequency.damping_ratio);
  json_begin_list(json, "markers");
  for (int m = 0; m < model->marker_count; m++) {
    if (model->markers[m].body == 0) {
      continue; // the ground stands still
    }
    json_begin_short_object(json, NULL);
    json_text(json, "marker", model->markers[m].name);
    put_components(json, "displacement_re", shape->re + 6L * m, 3);
    put_components(json, "displacement_im", shape->im + 6L * m, 3);
    put_components(json, "rotation_re", shape->re + 6L * m + 3, 3);
    put_components(json, "rotation_im", shape->im + 6L * m + 3, 3);
    json_end_object(json);
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
  json_begin_short_object(json, "steady");
  put_components(json, "angular_velocity", it->steady->omega, 3);
  json_number(json, "misfit", it->steady->misfit);
  json_end_object(json);
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
  json_begin_object(json, "linearize");
  json_number(json, "t", it->t);
  json_text(json, "pencil", form_words[spectrum->form]);
  json_text(json, "unknowns", "rotation-vector variations q, velocities v, multipliers lambda");
  put_state(json, it);
  json_number(json, "unbalanced", it->unbalanced);
  json_text(json, "stability", eigenvalues_stability_word(it->stability));
  json_integer(json, "degrees_of_freedom", it->degrees_of_freedom);
  json_integer(json, "rank", spectrum->rank);
  put_counts(json, spectrum);
  json_number(json, "agreement", spectrum->agreement);
  json_number(json, "largest", spectrum->largest);
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
