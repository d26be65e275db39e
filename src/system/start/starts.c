// SPDX-License-Identifier: BSD-3-Clause
// starts.c: coordinates of joints at the start (see starts.h).
//
//   axes  R of marker_j in marker_i: Euler angles xyz, singular at |R_xz| = 1, else zxz, at |R_zz|
//   = 1
#include "system/start/starts.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "elements/frames/joint_start.h"
#include "math/vec.h"
#include "system/mechanism/placement.h"
#include "system/mechanism/point.h"
#include "system/state/constraint.h"

static const double CLOSE = 1e-6;
enum { EULER_XYZ = 0, EULER_ZXZ = 10 };

static bool is_stated(const State *state, int number) {
  return number >= 0 && state->system->model->numbers[number].stated;
}

static StartRow *next_row(const Joint *joint, int number, const char *what, int *count,
                          StartRow rows[]) {
  StartRow *row = &rows[(*count)++];
  *row = (StartRow){
      .row = {.marker = {joint->marker_i, joint->marker_j}}, .number = number, .what = what};
  return row;
}

static void add_axes(const State *state, const Joint *joint, int *count, StartRow rows[]) {
  Placement own;
  Frame frame[2];
  placement_of(state->values, -1, &joint->start.axes, &own);
  memset(frame, 0, sizeof frame);
  vec_identity(frame[0].A);
  memcpy(frame[1].A, own.R, sizeof own.R);
  const int sequence = fabs(own.R[2]) < 0.9 ? EULER_XYZ : EULER_ZXZ;
  for (int k = 0; k < 3; k++) {
    StartRow *row = next_row(joint, joint->start.axes.number, "orientation", count, rows);
    row->row.quantity = MEASURE_EULER;
    row->row.component = 3 * sequence + k;
    row->row.value = measure_value(MEASURE_EULER, row->row.component, AXIS_NONE, false, frame, 0);
    row->turns = true;
  }
}

static void add_rod(const State *state, const Joint *joint, int *count, StartRow rows[]) {
  const double *direction = state->values + joint->start.direction;
  const double factor = state->values[joint->start.length] / vec_norm(direction);
  for (int k = 0; k < 3; k++) {
    StartRow *row = next_row(joint, joint->start.direction, "direction", count, rows);
    row->row.quantity = MEASURE_JOINT_POINT;
    row->row.component = k;
    row->row.value = factor * direction[k];
  }
}

static void add_spin(const State *state, const Joint *joint, int *count, StartRow rows[]) {
  for (int k = 0; k < 3; k++) {
    StartRow *row = next_row(joint, joint->start.spin + k, "angular_velocity", count, rows);
    row->row.quantity = MEASURE_RELATIVE_SPIN;
    row->row.component = k;
    row->row.value = state->values[joint->start.spin + k];
    row->row.rate = row->turns = true;
  }
}

int starts_of_joint(const State *state, int joint, bool rates, StartRow rows[START_ROWS]) {
  const Joint *it = &state->system->model->joints[joint];
  int count = 0;
  for (int k = 0; k < JOINT_STARTS; k++) {
    const JointStartKind *kind = &joint_starts[k];
    const int number = rates ? it->start.rate[k] : it->start.place[k];
    if (is_stated(state, number)) {
      const char *path = rates ? kind->rate : kind->place;
      StartRow *row = next_row(it, number, strchr(path, '.') + 1, &count, rows);
      row->row.quantity = rates ? kind->rate_quantity : kind->quantity;
      row->row.component = kind->component;
      row->row.axis = k == START_ANGLE ? it->kind->turn : AXIS_NONE;
      row->row.value = state->values[number];
      row->row.rate = rates;
      row->turns = kind->turns;
    }
  }
  if (!rates && it->start.axes.form != ORIENTATION_NONE) {
    add_axes(state, it, &count, rows);
  }
  if (!rates && is_stated(state, it->start.direction)) {
    add_rod(state, it, &count, rows);
  }
  if (rates && is_stated(state, it->start.spin)) {
    add_spin(state, it, &count, rows);
  }
  return count;
}

void starts_expect_turns(State *state) {
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    const int *place = model->joints[j].start.place;
    const int first = is_stated(state, place[START_ANGLE]) ? START_ANGLE : START_PIN_1;
    if (is_stated(state, place[first])) {
      state->turns[j].angle = state->values[place[first]];
    }
    if (is_stated(state, place[START_PIN_2])) {
      state->turns[state_second_turn(state, j)].angle = state->values[place[START_PIN_2]];
    }
  }
}

bool starts_agree(State *state, Diag *diag) {
  const Model *model = state->system->model;
  bool ok = true;
  for (int j = 0; j < model->joint_count; j++) {
    StartRow rows[START_ROWS];
    const int count = starts_of_joint(state, j, false, rows);
    bool agrees = true;
    for (int r = 0; r < count && agrees; r++) {
      const double off = fabs(closure_row_misfit(state, &rows[r].row));
      if (!(off <= CLOSE * (rows[r].turns ? 1 : constraint_length(state, j)))) {
        char told[NUMBER_TEXT_SIZE];
        number_format_digits(3, off, told);
        agrees = ok =
            diag_at(diag, DIAG_IC_CONFLICT, model->numbers[rows[r].number].origin,
                    "joint \"%s\" has an initial %s from which its bodies are %s %s away",
                    model->joints[j].name, rows[r].what, told, rows[r].turns ? "rad" : "m");
        diag_hint(diag, "correct one of the two; nothing is moved silently");
      }
    }
  }
  return ok;
}
