// SPDX-License-Identifier: BSD-3-Clause
// preload.c: springs that start wound up though nobody said so (see preload.h).
#include "system/preload.h"

#include <math.h>
#include <string.h>

static const double WOUND = 1e-6; // rad

// The number of a force by the last word of its path, or -1.
static int number_of(const Model *model, const Force *force, const char *word) {
  const int last = model->number_count;
  for (int k = force->first_number; k < last && model->numbers[k].path != NULL; k++) {
    const char *dot = strrchr(model->numbers[k].path, '.');
    if (strncmp(model->numbers[k].path, "forces.", 7) != 0) {
      break;
    }
    if (dot != NULL && strcmp(dot + 1, word) == 0) {
      return k;
    }
  }
  return -1;
}

static bool has_field(const ForceKind *kind, const char *word) {
  for (const Field *field = kind->fields; field->name != NULL; field++) {
    if (strcmp(field->name, word) == 0) {
      return true;
    }
  }
  return false;
}

void preload_note(State *state, Diag *diag) {
  const Model *model = state->system->model;
  for (int f = 0; f < model->force_count; f++) {
    const Force *force = &model->forces[f];
    if (force->joint < 0 || !has_field(force->kind, "free_angle")) {
      continue;
    }
    const int free_angle = number_of(model, force, "free_angle");
    const int stiffness = number_of(model, force, "stiffness");
    if (free_angle < 0 || stiffness < 0 || model->numbers[free_angle].stated) {
      continue;
    }
    const double angle = state_joint_coordinate(state, force->joint) - state->values[free_angle];
    if (fabs(angle) > WOUND && state->values[stiffness] != 0) {
      diag_add(
          diag, DIAG_NOTE_PRELOAD, force->mark,
          "force \"%s\" starts wound up by %.6g rad: joint \"%s\" stands there, and no free angle "
          "is stated",
          force->name, angle, model->joints[force->joint].name);
      diag_hint(diag,
                "state \"free_angle: %.6g\" for a spring that is free at the start, or "
                "\"free_angle: 0\" where this is meant",
                angle);
    }
  }
}
