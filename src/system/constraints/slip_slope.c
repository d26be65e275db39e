// SPDX-License-Identifier: BSD-3-Clause
// slip_slope.c: derivatives of velocities at a point, by complex numbers (see slip_slope.h).
#define MBS_COMPLEX_STEP
#include "system/constraints/slip_slope.h"

#include <string.h>

#include "elements/pairs/slip.h"

// What changes beside the markers: of one body.
typedef struct SlipStep {
  int side; // -1: of none
  double r[3], A[9], v[3], w[3];
} SlipStep;

static void step_all(const double *x, const double *change, int count, real *out) {
  for (int k = 0; k < count; k++) {
    out[k] = change != NULL ? real_stepped(x[k], change[k]) : x[k];
  }
}

static void row_along(const SlipPoint *at, const SlipStep *step, const SlipMarkers *by,
                      SlipRow *row) {
  Slip slip = {.form = (SlipForm)at->form, .along = at->along, .normal = at->normal};
  slip.support.shape = (SupportShape)at->shape;
  step_all(at->markers.size, by != NULL ? by->size : NULL, 3, slip.support.size);
  for (int side = 0; side < 2; side++) {
    const struct SlipPointEnd *from = &at->end[side];
    const SlipStep *own = step != NULL && step->side == side ? step : NULL;
    SlipEnd *end = &slip.end[side];
    step_all(from->r, own != NULL ? own->r : NULL, 3, end->r);
    step_all(from->A, own != NULL ? own->A : NULL, 9, end->A);
    step_all(from->v, own != NULL ? own->v : NULL, 3, end->v);
    step_all(from->w, own != NULL ? own->w : NULL, 3, end->w);
    step_all(at->markers.s[side], by != NULL ? by->s[side] : NULL, 3, end->s);
    step_all(at->markers.R[side], by != NULL ? by->R[side] : NULL, 9, end->R);
  }
  MBS_NAME(slip_row)(&slip, row);
}

static int velocities_of(const BodyKind *kind) {
  return kind->translations + kind->rotations;
}

// J a + bias, with the accelerations that stand in the motions.
static double second_change(const SlipPoint *at, const SlipRow *row) {
  double sum = real_change(row->bias);
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < 3; k++) {
      sum += real_change(row->J[side][k]) * at->end[side].a[k] +
             real_change(row->J[side][3 + k]) * at->end[side].alpha[k];
    }
  }
  return sum;
}

static void by_coordinate(const SlipPoint *at, int side, int k, SlipSlopes *out) {
  const BodyKind *kind = at->kind[side];
  SlipStep step = {.side = side};
  SlipRow row;
  if (k < kind->translations) {
    step.r[k] = 1;
  } else {
    memcpy(step.A, at->end[side].dA[k - kind->translations], sizeof step.A);
  }
  row_along(at, &step, NULL, &row);
  out->phi_q[side][k] = real_change(row.phi);
  out->rate_q[side][k] = real_change(row.rate);
  out->second_q[side][k] = second_change(at, &row);
  for (int on = 0; on < 2; on++) {
    for (int i = 0; i < velocities_of(at->kind[on]); i++) {
      out->force_q[on][i][side][k] = real_change(row.J[on][slip_place(at->kind[on], i)]);
    }
  }
}

static void by_velocity(const SlipPoint *at, int side, int k, SlipSlopes *out) {
  const int place = slip_place(at->kind[side], k);
  SlipStep step = {.side = side};
  SlipRow row;
  *(place < 3 ? &step.v[place] : &step.w[place - 3]) = 1;
  row_along(at, &step, NULL, &row);
  out->second_v[side][k] = real_change(row.bias);
}

void slip_slopes(const SlipPoint *at, SlipSlopes *out) {
  memset(out, 0, sizeof *out);
  for (int side = 0; side < 2; side++) {
    const BodyKind *kind = at->kind[side];
    for (int k = 0; k < kind->translations + body_orientations(kind); k++) {
      by_coordinate(at, side, k, out);
    }
    for (int k = 0; k < velocities_of(kind); k++) {
      by_velocity(at, side, k, out);
    }
  }
}

void slip_row_change(const SlipPoint *at, const SlipMarkers *by, SlipRowChange *change) {
  SlipRow row;
  memset(change, 0, sizeof *change);
  row_along(at, NULL, by, &row);
  change->phi = real_change(row.phi);
  change->rate = real_change(row.rate);
  change->bias = real_change(row.bias);
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < velocities_of(at->kind[side]); k++) {
      change->J[side][k] = real_change(row.J[side][slip_place(at->kind[side], k)]);
    }
  }
}
