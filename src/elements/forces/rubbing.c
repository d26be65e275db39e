// SPDX-License-Identifier: BSD-3-Clause
// rubbing.c: pads of joints that rub (see rubbing.h).
#include "elements/forces/rubbing.h"

#include "elements/frames/vector.h"

enum { FORCE_X, FORCE_Y, FORCE_Z, TORQUE_X, TORQUE_Y, TORQUE_Z };
enum { PADS = 3 };
#define TWO_BY_PI 0.63661977236758134307553505349005745

// The vectors whose sizes add up to the normal force; linear in the reaction.
typedef struct Pads {
  real part[PADS][3];
} Pads;

static int pads_of_place(const ForceArgs *in) {
  return in->planar ? 2 : PADS;
}

static bool is_slide(const ForceArgs *in) {
  return in->planar ? in->coordinate == COORDINATE_DISPLACEMENT : in->rubs == RUBS_SLIDE;
}

// The number that is the distance of the two pads, b.
static int span_of(const ForceArgs *in) {
  return is_slide(in) ? FRICTION_OVERLAP : FRICTION_BEARING;
}

// Bearings of a pin, a shaft, a slide.
static bool has_bearings(const ForceArgs *in) {
  return in->rubs == RUBS_PIN || in->rubs == RUBS_SHAFT || in->rubs == RUBS_SLIDE;
}

static real inverse(real x) {
  return re(x) == 0 ? 0 : 1 / x;
}

static real inverse_tangent(real x, real dx) {
  return -inverse(x) * inverse(x) * dx;
}

// ---- in the plane ----

static void pads_in_plane(const ForceArgs *in, const real reaction[REACTION], Pads *pads) {
  if (!is_slide(in)) {
    pads->part[0][0] = reaction[FORCE_X];
    pads->part[0][1] = reaction[FORCE_Y];
    return;
  }
  const real span = in->par[FRICTION_OVERLAP];
  if (re(span) == 0) {
    pads->part[0][0] = reaction[FORCE_Y];
    return;
  }
  pads->part[0][0] = 0.5 * reaction[FORCE_Y] + reaction[TORQUE_Z] / span;
  pads->part[1][0] = 0.5 * reaction[FORCE_Y] - reaction[TORQUE_Z] / span;
}

static void pads_in_plane_by_numbers(const ForceArgs *in, const real dpar[], Pads *pads) {
  if (is_slide(in)) {
    const real change = inverse_tangent(in->par[FRICTION_OVERLAP], dpar[FRICTION_OVERLAP]);
    pads->part[0][0] += in->reaction[TORQUE_Z] * change;
    pads->part[1][0] -= in->reaction[TORQUE_Z] * change;
  }
}

// by: the gradients of the pads' sizes.
static void gradient_in_plane(const ForceArgs *in, const Pads *by, real factor,
                              real out[REACTION]) {
  const real span = in->par[FRICTION_OVERLAP];
  vector_zero(REACTION, out);
  if (!is_slide(in)) {
    out[FORCE_X] = factor * by->part[0][0];
    out[FORCE_Y] = factor * by->part[0][1];
  } else if (re(span) == 0) {
    out[FORCE_Y] = factor * by->part[0][0];
  } else {
    out[FORCE_Y] = factor * 0.5 * (by->part[0][0] + by->part[1][0]);
    out[TORQUE_Z] = factor * (by->part[0][0] - by->part[1][0]) / span;
  }
}

// ---- in space ----

// The joint's axis in the axes of marker_i.
static void axis_of(const ForceArgs *in, real c[3]) {
  real along[3];
  vector_zero(3, c);
  if (!in->on_j) {
    c[(int)in->axis - (int)AXIS_X] = 1;
    return;
  }
  vec_column(in->frame[1].A, (int)in->axis - (int)AXIS_X, along);
  vec_rotate_back(in->frame[0].A, along, c);
}

static void axis_change(const ForceArgs *in, const Frame dframe[2], real dc[3]) {
  real along[3], turned[3];
  vector_zero(3, dc);
  if (!in->on_j) {
    return;
  }
  const int column = (int)in->axis - (int)AXIS_X;
  vec_column(dframe[1].A, column, along);
  vec_rotate_back(in->frame[0].A, along, dc);
  vec_column(in->frame[1].A, column, along);
  vec_rotate_back(dframe[0].A, along, turned);
  for (int k = 0; k < 3; k++) {
    dc[k] += turned[k];
  }
}

// What turns the force along the axis of a pin, or the torque about that of a slide, into a third
// pad's.
static real share_of(const ForceArgs *in) {
  const real *const par = in->par;
  return is_slide(in) ? inverse(par[FRICTION_KEY]) : par[FRICTION_SHOULDER] / par[FRICTION_RADIUS];
}

static real share_tangent(const ForceArgs *in, const real dpar[]) {
  const real *const par = in->par;
  return is_slide(in) ? inverse_tangent(par[FRICTION_KEY], dpar[FRICTION_KEY])
                      : (dpar[FRICTION_SHOULDER] - share_of(in) * dpar[FRICTION_RADIUS]) /
                            par[FRICTION_RADIUS];
}

// Two bearings along c, and what lies in the third pad.
static void bearings(const ForceArgs *in, const real reaction[REACTION], Pads *pads) {
  const real span = in->par[span_of(in)];
  const real *const rest = is_slide(in) ? reaction + TORQUE_X : reaction;
  real c[3], turned[3];
  axis_of(in, c);
  vec_cross(reaction + TORQUE_X, c, turned);
  const real along = vec_dot(c, reaction);
  for (int k = 0; k < 3; k++) {
    const real across = reaction[k] - c[k] * along;
    if (re(span) == 0) {
      pads->part[0][k] = across;
    } else {
      pads->part[0][k] = 0.5 * across + turned[k] / span;
      pads->part[1][k] = 0.5 * across - turned[k] / span;
    }
  }
  if (in->rubs == RUBS_SHAFT) {
    pads->part[2][0] = reaction[FORCE_Z];
    pads->part[2][1] = reaction[TORQUE_Z] / in->par[FRICTION_RADIUS];
  } else {
    pads->part[2][0] = share_of(in) * vec_dot(c, rest);
  }
}

static void bearings_change(const ForceArgs *in, const ForceChange *change, Pads *pads) {
  const real *const R = in->reaction, *const T = in->reaction + TORQUE_X;
  const real *const rest = is_slide(in) ? T : R, *const dpar = change->par;
  const int place = span_of(in);
  const real span = in->par[place], by_span = inverse_tangent(span, dpar[place]);
  real c[3], dc[3], turned[3], dturned[3];
  axis_of(in, c);
  axis_change(in, change->frame, dc);
  vec_cross(T, c, turned);
  vec_cross(T, dc, dturned);
  for (int k = 0; k < 3; k++) {
    const real across = -dc[k] * vec_dot(c, R) - c[k] * vec_dot(dc, R);
    const real bent = turned[k] * by_span + dturned[k] * inverse(span);
    const real half = re(span) == 0 ? 1 : 0.5;
    pads->part[0][k] += half * across + bent;
    pads->part[1][k] += re(span) == 0 ? 0 : half * across - bent;
  }
  if (in->rubs == RUBS_SHAFT) {
    const real r = in->par[FRICTION_RADIUS];
    pads->part[2][1] += T[2] * inverse_tangent(r, dpar[FRICTION_RADIUS]);
  } else {
    pads->part[2][0] +=
        share_tangent(in, dpar) * vec_dot(c, rest) + share_of(in) * vec_dot(dc, rest);
  }
}

// Of a plate by an even force and by the largest of the linear share.
static void ring(const ForceArgs *in, const real reaction[REACTION], Pads *pads) {
  const real tilt = 4 * inverse(in->par[FRICTION_BEARING]);
  pads->part[0][0] = reaction[FORCE_Z];
  pads->part[0][1] = tilt * reaction[TORQUE_X];
  pads->part[0][2] = tilt * reaction[TORQUE_Y];
}

static void ring_change(const ForceArgs *in, const real dpar[], Pads *pads) {
  const real change = 4 * inverse_tangent(in->par[FRICTION_BEARING], dpar[FRICTION_BEARING]);
  pads->part[0][1] += change * in->reaction[TORQUE_X];
  pads->part[0][2] += change * in->reaction[TORQUE_Y];
}

static void pads_of(const ForceArgs *in, const real reaction[REACTION], Pads *pads) {
  memset(pads, 0, sizeof *pads);
  if (in->planar) {
    pads_in_plane(in, reaction, pads);
  } else if (has_bearings(in)) {
    bearings(in, reaction, pads);
  } else if (in->rubs == RUBS_PLATE) {
    ring(in, reaction, pads);
  } else if (in->rubs == RUBS_BALL) {
    vector_copy(3, reaction, pads->part[0]);
  } else {
    pads->part[0][0] = reaction[FORCE_Z];
  }
}

// ---- sizes ----

// The sum of |p| over the ring, and its gradient; zero where nothing is borne.
static real ring_size(const real x[3], real gradient[3]) {
  const real even = real_abs(x[0]), linear = sqrt(x[1] * x[1] + x[2] * x[2]);
  const double sign = re(x[0]) < 0 ? -1 : 1;
  vector_zero(3, gradient);
  if (re(linear) <= re(even)) {
    gradient[0] = re(even) > 0 ? sign : 0;
    return even;
  }
  const real root = sqrt(linear * linear - even * even), angle = asin(even / linear);
  gradient[0] = TWO_BY_PI * angle * sign;
  for (int k = 1; k < 3; k++) {
    gradient[k] = TWO_BY_PI * root * x[k] / (linear * linear);
  }
  return TWO_BY_PI * (root + even * angle);
}

// The square of a pad's size, and half its gradient.
static real square_of(const ForceArgs *in, const real x[3], real half[3]) {
  if (in->planar || in->rubs != RUBS_PLATE) {
    vector_copy(3, x, half);
    return vec_dot(x, x);
  }
  const real size = ring_size(x, half);
  for (int k = 0; k < 3; k++) {
    half[k] *= size;
  }
  return size * size;
}

// sqrt(size^2 + s^2), the size of a pad's force before s is taken off.
static real root_of(const ForceArgs *in, const real x[3], real smoothing) {
  real ignored[3];
  const bool round = in->planar || in->rubs != RUBS_PLATE;
  return sqrt((round ? vec_dot(x, x) : square_of(in, x, ignored)) + smoothing * smoothing);
}

// The same with its gradient.
static real root_with(const ForceArgs *in, const real x[3], real smoothing, real gradient[3]) {
  const real root = sqrt(square_of(in, x, gradient) + smoothing * smoothing);
  for (int k = 0; k < 3; k++) {
    gradient[k] = re(root) != 0 ? gradient[k] / root : 0;
  }
  return root;
}

real MBS_NAME(rubbing_normal)(const ForceArgs *in) {
  Pads pads;
  pads_of(in, in->reaction, &pads);
  const real s = in->par[FRICTION_SMOOTHING];
  real sum = in->par[FRICTION_PRELOAD] - pads_of_place(in) * s;
  for (int k = 0; k < pads_of_place(in); k++) {
    sum += root_of(in, pads.part[k], s);
  }
  return sum;
}

void MBS_NAME(rubbing_gradient)(const ForceArgs *in, real factor, real out[REACTION]) {
  Pads pads, by;
  pads_of(in, in->reaction, &pads);
  for (int k = 0; k < pads_of_place(in); k++) {
    (void)root_with(in, pads.part[k], in->par[FRICTION_SMOOTHING], by.part[k]);
  }
  if (in->planar) {
    gradient_in_plane(in, &by, factor, out);
    return;
  }
  for (int m = 0; m < REACTION; m++) {
    real unit[REACTION] = {0};
    Pads change;
    out[m] = 0;
    unit[m] = 1;
    pads_of(in, unit, &change);
    for (int k = 0; k < PADS; k++) {
      out[m] += factor * vec_dot(by.part[k], change.part[k]);
    }
  }
}

real MBS_NAME(rubbing_tangent)(const ForceArgs *in, const ForceChange *change) {
  static const real nothing[REACTION] = {0};
  const real s = in->par[FRICTION_SMOOTHING], ds = change->par[FRICTION_SMOOTHING];
  Pads pads, dpads;
  pads_of(in, in->reaction, &pads);
  pads_of(in, change->reaction != NULL ? change->reaction : nothing, &dpads);
  if (in->planar) {
    pads_in_plane_by_numbers(in, change->par, &dpads);
  } else if (has_bearings(in)) {
    bearings_change(in, change, &dpads);
  } else if (in->rubs == RUBS_PLATE) {
    ring_change(in, change->par, &dpads);
  }
  real sum = change->par[FRICTION_PRELOAD] - pads_of_place(in) * ds;
  for (int k = 0; k < pads_of_place(in); k++) {
    real by[3];
    const real root = root_with(in, pads.part[k], s, by);
    sum += vec_dot(by, dpads.part[k]) + (re(root) != 0 ? s * ds / root : 0);
  }
  return sum;
}

real MBS_NAME(rubbing_bound)(const ForceArgs *in, const real dreaction[REACTION]) {
  Pads change;
  real sum = 0;
  pads_of(in, dreaction, &change);
  for (int k = 0; k < pads_of_place(in); k++) {
    sum += root_of(in, change.part[k], 0);
  }
  return sum;
}
