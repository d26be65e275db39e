// SPDX-License-Identifier: BSD-3-Clause
// preload.c: springs that start wound up though nobody said so (see preload.h).
#include "system/forces/preload.h"

#include <math.h>
#include <string.h>

static const double WOUND = 1e-6; // rad

// The number of a field of a force whose fields are words and single numbers; -1: it has none.
static int number_of(const Force *force, const char *word) {
  int number = force->first_number;
  for (const Field *field = force->kind->fields; field->name != NULL; field++) {
    if (strcmp(field->name, word) == 0) {
      return number;
    }
    number += field_numbers(field);
  }
  return -1;
}

void preload_note(State *state, Diag *diag) {
  const Model *model = state->system->model;
  for (int f = 0; f < model->force_count; f++) {
    const Force *force = &model->forces[f];
    const int free_angle = force->joint < 0 ? -1 : number_of(force, "free_angle");
    const int stiffness = free_angle < 0 ? -1 : number_of(force, "stiffness");
    if (free_angle < 0 || stiffness < 0 || model->numbers[free_angle].stated) {
      continue;
    }
    const double raw = state_joint_coordinate(state, force->joint);
    const double turns = state->system->planar ? 0 : state_turn(state, force->joint, raw);
    const double angle = raw + turns - state->values[free_angle];
    if (fabs(angle) > WOUND && state->values[stiffness] != 0) {
      diag_at(diag, DIAG_NOTE_PRELOAD, force->origin,
              "force \"%s\" starts wound up by %.6g rad: that is the angle of joint \"%s\", and no "
              "free angle is given",
              force->name, angle, model->joints[force->joint].name);
      diag_hint(diag,
                "give \"free_angle: %.6g\" for a spring that is free at the start, or "
                "\"free_angle: 0\" if this is intended",
                angle);
    }
  }
}
