// SPDX-License-Identifier: BSD-3-Clause
// touch_slope.c: changes of a contact in space, by complex numbers (see touch_slope.h).
#undef MBS_COMPLEX_STEP
#define MBS_COMPLEX_STEP
#include "elements/forces/touch_slope.h"

#include "elements/forces/touch.h"

_Static_assert((int)TOUCH_SLOPE_NUMBERS == (int)TOUCH_NUMBERS, "the same numbers");

static void step_all(const double *x, const double *change, int count, real *out) {
  for (int k = 0; k < count; k++) {
    out[k] = real_stepped(x[k], change[k]);
  }
}

void touch_slope(const TouchPoint *at, TouchChange *change) {
  real par[TOUCH_NUMBERS] = {0};
  Frame frames[2];
  const Touch touch = {.par = par,
                       .frame = frames,
                       .branch = {at->branch[0], at->branch[1]},
                       .point = at->point,
                       .kept = at->kept};
  TouchForce out;
  step_all(at->par, at->dpar, at->count, par);
  for (int side = 0; side < 2; side++) {
    const double *x = at->frame[side], *dx = at->dframe[side];
    Frame *frame = &frames[side];
    step_all(x, dx, 3, frame->x);
    step_all(x + 3, dx + 3, 9, frame->A);
    step_all(x + 12, dx + 12, 3, frame->v);
    step_all(x + 15, dx + 15, 3, frame->w);
  }
  MBS_NAME(touch_force)(&touch, &out);
  change->gap = real_change(out.gap);
  for (int k = 0; k < 3; k++) {
    change->f[k] = real_change(out.f[k]);
    change->t[0][k] = real_change(out.t[0][k]);
    change->t[1][k] = real_change(out.t[1][k]);
  }
}
