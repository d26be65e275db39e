// SPDX-License-Identifier: BSD-3-Clause
// remarks.c: remarks on what numbers mean together, and on markers (see remarks.h).
#include "language/remarks.h"

#include <math.h>
#include <string.h>

#include "language/forces/mounts.h"
#include "language/numbers/functions.h"
#include "language/numbers/numbers.h"
#include "language/numbers/parameters.h"
#include "language/results/signals.h"

static bool is_coefficient(Quantity quantity) {
  return quantity == QUANTITY_STIFFNESS || quantity == QUANTITY_DAMPING ||
         quantity == QUANTITY_ANGULAR_STIFFNESS || quantity == QUANTITY_ANGULAR_DAMPING ||
         quantity == QUANTITY_QUADRATIC_DRAG;
}

static void remark_signs(const Loader *loader) {
  const Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  for (int k = 0; k < model->number_count; k++) {
    const Number *number = &model->numbers[k];
    double value = 0;
    if (number->stated && number->component < 0 && is_coefficient(number->quantity) &&
        strncmp(number->path, "forces.", 7) == 0 && numbers_value_of(loader, k, &value) &&
        value < 0) {
      diag_at(diag, DIAG_NOTE_SIGN, number->origin,
              "\"%s\" is negative: it drives the motion instead of %s it", number->path,
              strstr(number->path, "stiffness") != NULL ? "holding" : "damping");
      diag_hint(diag, "if this is intended: \"accept: [coefficient_signs]\"");
    }
  }
}

static void remark_friction(const Loader *loader, int force) {
  const Item *item = &loader->forces.elements[force].item;
  const Value *high = item_find(item, "static"), *low = item_find(item, "kinetic");
  if (high == NULL || low == NULL || high->node == NULL || low->node == NULL) {
    return;
  }
  const int first = loader->model->forces[force].first_number;
  double values[2];
  if (numbers_value_of(loader, first + high->number, &values[0]) &&
      numbers_value_of(loader, first + low->number, &values[1]) && values[0] < values[1]) {
    Diag *diag = loader_diag(loader);
    diag_add(diag, DIAG_NOTE_SIGN, high->mark,
             "the static coefficient of friction, %.6g, is below the kinetic one, %.6g", values[0],
             values[1]);
    diag_hint(diag, "if this is intended: \"accept: [coefficient_signs]\"");
  }
}

static void remark_mount(const Loader *loader, int force) {
  mounts_remark(loader, &loader->forces.elements[force], loader->model->forces[force].first_number);
}

// ---- events ----

// A controller that samples is not in an equilibrium, nor among eigenvalues: both take the
// parameters that its events set as they are.
static void remark_events(const Loader *loader) {
  const Model *model = loader->model;
  const Event *found = NULL;
  int setting = 0;
  for (int e = 0; e < model->event_count && found == NULL; e++) {
    for (int k = 0; k < model->events[e].setting_count && found == NULL; k++) {
      const Number *number = &model->numbers[model->events[e].settings[k].number];
      found = number->program.uses_state ? &model->events[e] : NULL;
      setting = model->events[e].settings[k].parameter;
    }
  }
  for (int k = 0; k < model->analysis_count && found != NULL; k++) {
    const Analysis *analysis = &model->analyses[k];
    if (analysis->kind == ANALYSIS_EQUILIBRIUM || analysis->kind == ANALYSIS_LINEARIZE) {
      Diag *diag = loader_diag(loader);
      diag_at(diag, DIAG_EVENT_IDLE, analysis->origin,
              "events do not act in analysis \"%s\": \"%s\", which event \"%s\" sets from the "
              "motion, keeps its value there",
              analysis->name, model->parameters[setting].name, found->name);
      diag_hint(diag, "for an equilibrium or eigenvalues of the controlled mechanism write the "
                      "control into the force itself");
      return;
    }
  }
}

// ---- markers ----

static void remark_markers(const Loader *loader) {
  const Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  for (int k = model->body_count; k < model->marker_count; k++) {
    const Marker *marker = &model->markers[k];
    const Name *name = names_find(&loader->markers, marker->name);
    if (name != NULL && name->index == k && !marker->used) {
      diag_at(diag, DIAG_NAME_UNUSED, marker->origin, "nothing uses the marker \"%s\"",
              marker->name);
      diag_hint(diag, "if this is intended: \"accept: [unused_markers]\"");
    }
  }
}

void remarks_add(const Loader *loader) {
  parameters_report_unused(loader);
  functions_report_unused(loader);
  signals_report_unused(loader);
  if (loader->model->gravity < 0) {
    diag_add(loader_diag(loader), DIAG_PHYSICS_GRAVITY, loader->top.mark,
             "the model has no gravity");
  }
  remarks_bodies(loader);
  remark_events(loader);
  loader->model->accepts_inertias = remarks_accepted(loader, "inertias");
  loader->model->accepts_loaded_stops = remarks_accepted(loader, "loaded_stops");
  if (!remarks_accepted(loader, "coefficient_signs")) {
    remark_signs(loader);
    for (int k = 0; k < loader->model->force_count; k++) {
      remark_friction(loader, k);
      remark_mount(loader, k);
    }
  }
  if (!remarks_accepted(loader, "unused_markers")) {
    remark_markers(loader);
  }
}
