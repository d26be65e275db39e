// SPDX-License-Identifier: BSD-3-Clause
// enclosed_measure.c: measures of positions and rates on enclosures; the formulas are those of
// measure.c.
#include <assert.h>

#include "elements/forces/enclosed.h"
#include "elements/frames/euler.h"

#define ONE_TURN 6.283185307179586476925286766559
#define HALF_TURN 3.141592653589793238462643383280

typedef const EnclosedFrame *Pair; // marker_i and marker_j

static int order_of(Pair frame) {
  return frame[1].body->order;
}

static int axis_index(Axis axis) {
  assert(axis != AXIS_NONE);
  return (int)axis - (int)AXIS_X;
}

// x_j - x_i, and v_j - v_i.
static void apart(Pair frame, Enclosure d[3]) {
  for (int k = 0; k < 3; k++) {
    const Enclosure i = enclosed_point(&frame[0], k), j = enclosed_point(&frame[1], k);
    d[k] = enclosure_subtract(&j, &i, order_of(frame));
  }
}

static void apart_rate(Pair frame, Enclosure d[3]) {
  for (int k = 0; k < 3; k++) {
    const Enclosure i = enclosed_point_rate(&frame[0], k), j = enclosed_point_rate(&frame[1], k);
    d[k] = enclosure_subtract(&j, &i, order_of(frame));
  }
}

static Enclosure along(Pair frame, int side_axes, int column, const Enclosure u[3]) {
  Enclosure axis[3];
  enclosed_axis(&frame[side_axes], column, axis);
  return enclosed_dot(axis, u, order_of(frame));
}

// ---- angles ----

// The angle of (c, s) on the turn next to `near` (infinite: that of its middle): from that of the
// middles on, so that no cut is met within a half turn of it.
static Enclosure counted(const Enclosure *s, const Enclosure *c, double near, int order) {
  const double y = interval_middle(s->c[0]), x = interval_middle(c->c[0]);
  const double raw = atan2(y, x), length = hypot(x, y);
  if (!(length > 0) || !isfinite(length)) {
    return enclosure_jump(interval_line());
  }
  const Enclosure sx = enclosure_scale(s, x / length, order);
  const Enclosure cy = enclosure_scale(c, y / length, order);
  const Enclosure cx = enclosure_scale(c, x / length, order);
  const Enclosure sy = enclosure_scale(s, y / length, order);
  const Enclosure sine = enclosure_subtract(&sx, &cy, order);
  const Enclosure cosine = enclosure_add(&cx, &sy, order);
  if (!(cosine.c[0].lo > 0 || interval_has_zero(sine.c[0]) == false)) {
    return enclosure_jump(interval_line());
  }
  Enclosure angle = enclosure_atan2(&sine, &cosine, order);
  // the angle of the middles is rounded
  angle.c[0] = interval_add(angle.c[0], interval_outward(raw, raw, INTERVAL_LIBM, 0));
  return isinf(near) ? angle : enclosure_shift(&angle, ONE_TURN * round((near - raw) / ONE_TURN));
}

// Cosine and sine of the angle of marker_j about an axis of marker_i.
static void circle(Axis axis, Pair frame, Enclosure point[2]) {
  const int first = (axis_index(axis) + 1) % 3, second = (axis_index(axis) + 2) % 3;
  Enclosure a_j[3];
  enclosed_axis(&frame[1], first, a_j);
  point[0] = along(frame, 0, first, a_j);
  point[1] = along(frame, 0, second, a_j);
}

static Enclosure joint_angle(Axis axis, bool planar, Pair frame, double near) {
  const int order = order_of(frame);
  if (planar) {
    const Enclosure turned =
        enclosure_subtract(&frame[1].body->angle, &frame[0].body->angle, order);
    return enclosure_shift(&turned, frame[1].geometry->angle - frame[0].geometry->angle);
  }
  Enclosure point[2];
  circle(axis, frame, point);
  return counted(&point[1], &point[0], near, order);
}

// Between -pi and pi where it is not counted.
static Enclosure angle_of(const Enclosure *sine, const Enclosure *cosine, double near, int order) {
  return isnan(near) ? enclosure_atan2(sine, cosine, order) : counted(sine, cosine, near, order);
}

static Enclosure turn(Axis axis, Pair frame, double near) {
  Enclosure point[2];
  circle(axis, frame, point);
  return angle_of(&point[1], &point[0], near, order_of(frame));
}

static Enclosure pin_angle(int pin, Pair frame, double near) {
  Enclosure fixed_j[3], other_j[3];
  enclosed_axis(&frame[1], pin == 0 ? 1 : 0, fixed_j);
  enclosed_axis(&frame[1], pin == 0 ? 1 : 2, other_j);
  const Enclosure cosine = along(frame, 0, pin == 0 ? 1 : 0, fixed_j);
  const Enclosure sine = along(frame, 0, pin == 0 ? 2 : 0, other_j);
  return angle_of(&sine, &cosine, near, order_of(frame));
}

// In [0, 2 pi): half a turn on from the direction back; or counted on.
static Enclosure bearing(Pair frame, double near) {
  const int order = order_of(frame);
  Enclosure d[3];
  apart(frame, d);
  Enclosure x = along(frame, 0, 0, d), y = along(frame, 0, 1, d);
  if (!isnan(near)) {
    return counted(&y, &x, near, order);
  }
  x = enclosure_negate(&x, order);
  y = enclosure_negate(&y, order);
  Enclosure angle = enclosure_atan2(&y, &x, order);
  angle.c[0] = interval_add(angle.c[0], (Interval){HALF_TURN - 1e-15, HALF_TURN + 1e-15});
  return angle;
}

// R' w, in the frame's own axes.
static Enclosure own_spin(const EnclosedFrame *frame, int component) {
  const int order = frame->body->order;
  const real *R = frame->geometry->R;
  Enclosure sum = enclosure_constant(interval_point(0));
  for (int k = 0; k < 3; k++) {
    const Enclosure term = enclosure_scale(&frame->body->w[k], R[3 * k + component], order);
    sum = enclosure_add(&sum, &term, order);
  }
  return sum;
}

// Component of the angular velocity of marker_j relative to marker_i, along an axis of one of them:
// its own part is linear in w, and has no rotation to be enclosed.
static Enclosure relative_spin(Pair frame, int side_axes, int column) {
  Enclosure spin[3];
  enclosed_spin(&frame[1 - side_axes], spin);
  const Enclosure other = along(frame, side_axes, column, spin);
  const Enclosure own = own_spin(&frame[side_axes], column);
  return side_axes == 0 ? enclosure_subtract(&other, &own, order_of(frame))
                        : enclosure_subtract(&own, &other, order_of(frame));
}

// The same about an axis that the joint's constraints keep common to both: each part is linear in
// its own w. Beside the constraints it is another number, by their misfit times w.
static Enclosure common_spin(Pair frame, int column) {
  const Enclosure i = own_spin(&frame[0], column), j = own_spin(&frame[1], column);
  return enclosure_subtract(&j, &i, order_of(frame));
}

Enclosure enclosed_quaternion(const EnclosedFrame *frame, int component) {
  static const int partner[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  static const double sign[4][4] = {{1, -1, -1, -1}, {1, 1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}};
  const int order = frame->body->order;
  const Enclosure *p = frame->body->p;
  const real *s = frame->geometry->p;
  Enclosure sum = enclosure_constant(interval_point(0)), length = sum;
  for (int k = 0; k < 4; k++) {
    const Enclosure term =
        enclosure_scale(&p[k], sign[component][k] * s[partner[component][k]], order);
    const Enclosure square = enclosure_square(&p[k], order);
    sum = enclosure_add(&sum, &term, order);
    length = enclosure_add(&length, &square, order);
  }
  length = enclosure_sqrt(&length, order);
  return enclosure_divide(&sum, &length, order);
}

// ---- lengths ----

static Enclosure displacement(int column, Pair frame) {
  Enclosure d[3];
  apart(frame, d);
  return along(frame, 0, column, d);
}

// c . (v_j - v_i) + (w_i x c) . d
static Enclosure displacement_rate(int column, Pair frame) {
  const int order = order_of(frame);
  Enclosure d[3], relative[3], w[3], c[3], turning[3];
  apart(frame, d);
  apart_rate(frame, relative);
  enclosed_spin(&frame[0], w);
  enclosed_axis(&frame[0], column, c);
  for (int k = 0; k < 3; k++) {
    const Enclosure a = enclosure_multiply(&w[(k + 1) % 3], &c[(k + 2) % 3], order);
    const Enclosure b = enclosure_multiply(&w[(k + 2) % 3], &c[(k + 1) % 3], order);
    turning[k] = enclosure_subtract(&a, &b, order);
  }
  const Enclosure along_axis = enclosed_dot(c, relative, order);
  const Enclosure by_turning = enclosed_dot(turning, d, order);
  return enclosure_add(&along_axis, &by_turning, order);
}

static Enclosure distance_of(const Enclosure d[3], int order) {
  if (interval_is_zero(d[2].c[0])) {
    return enclosure_hypot(&d[0], &d[1], order);
  }
  Enclosure sum = enclosure_square(&d[0], order);
  for (int k = 1; k < 3; k++) {
    const Enclosure square = enclosure_square(&d[k], order);
    sum = enclosure_add(&sum, &square, order);
  }
  return enclosure_sqrt(&sum, order);
}

static Enclosure distance_rate(Pair frame) {
  const int order = order_of(frame);
  Enclosure d[3], relative[3];
  apart(frame, d);
  apart_rate(frame, relative);
  const Enclosure l = distance_of(d, order), power = enclosed_dot(d, relative, order);
  Enclosure rate = enclosure_divide(&power, &l, order);
  const Enclosure speed = distance_of(relative, order); // bounds it, at l = 0 too
  rate.c[0] = interval_meet(rate.c[0], (Interval){-speed.c[0].hi, speed.c[0].hi});
  return rate;
}

static Enclosure spin(Pair frame) {
  Enclosure along_i[3];
  for (int k = 0; k < 3; k++) {
    along_i[k] = relative_spin(frame, 0, k);
  }
  return distance_of(along_i, order_of(frame));
}

static Enclosure relative_speed(Pair frame) {
  Enclosure rate[3];
  for (int k = 0; k < 3; k++) {
    rate[k] = displacement_rate(k, frame);
  }
  return distance_of(rate, order_of(frame));
}

static Enclosure euler_entry(EulerEntry entry, Pair frame) {
  Enclosure axis[3];
  enclosed_axis(&frame[1], entry.column, axis);
  const Enclosure value = along(frame, 0, entry.row, axis);
  return enclosure_scale(&value, entry.sign, order_of(frame));
}

static Enclosure euler_entries(const EulerEntry entries[2], Pair frame) {
  const Enclosure first = euler_entry(entries[0], frame);
  if (entries[1].sign == 0) {
    return first;
  }
  const Enclosure second = euler_entry(entries[1], frame);
  return enclosure_hypot(&first, &second, order_of(frame));
}

static Enclosure euler_angle(int component, Pair frame, double near) {
  const EulerForm euler = euler_form(component);
  const Enclosure sine = euler_entries(euler.sine, frame);
  const Enclosure cosine = euler_entries(euler.cosine, frame);
  return angle_of(&sine, &cosine, component % 3 == 1 ? (double)NAN : near, order_of(frame));
}

Enclosure enclosed_measure(const MeasureKind *kind, Axis axis, bool planar,
                           const EnclosedFrame frame[2], double near) {
  const int component = kind->component;
  Enclosure d[3];
  switch ((int)kind->quantity) {
  case MEASURE_POINT:
    return enclosed_point(&frame[1], component);
  case MEASURE_POINT_RATE:
    return enclosed_point_rate(&frame[1], component);
  case MEASURE_ANGLE:
    return enclosure_shift(&frame[1].body->angle, frame[1].geometry->angle);
  case MEASURE_ANGLE_RATE:
    return frame[1].body->w[2];
  case MEASURE_QUATERNION:
    return enclosed_quaternion(&frame[1], component);
  case MEASURE_BODY_RATE:
    return own_spin(&frame[1], component);
  case MEASURE_JOINT_ANGLE:
    return joint_angle(axis, planar, frame, near);
  case MEASURE_JOINT_ANGLE_RATE:
    return kind->owner == MEASURE_OF_JOINT ? common_spin(frame, axis_index(axis))
                                           : relative_spin(frame, 0, axis_index(axis));
  case MEASURE_JOINT_DISPLACEMENT:
    return displacement(axis_index(axis), frame);
  case MEASURE_JOINT_DISPLACEMENT_RATE:
    return displacement_rate(axis_index(axis), frame);
  case MEASURE_JOINT_POINT:
    return displacement(component, frame);
  case MEASURE_BEARING:
    return bearing(frame, near);
  case MEASURE_PIN_ANGLE:
    return pin_angle(component, frame, near);
  case MEASURE_PIN_ANGLE_RATE:
    return relative_spin(frame, component, component);
  case MEASURE_DISTANCE:
    apart(frame, d);
    return distance_of(d, order_of(frame));
  case MEASURE_DISTANCE_RATE:
    return distance_rate(frame);
  case MEASURE_POINT_SPEED:
    for (int k = 0; k < 3; k++) {
      d[k] = enclosed_point_rate(&frame[1], k);
    }
    return distance_of(d, order_of(frame));
  case MEASURE_RELATIVE_RATE:
    return displacement_rate(component, frame);
  case MEASURE_RELATIVE_SPEED:
    return relative_speed(frame);
  case MEASURE_RELATIVE_SPIN:
    return relative_spin(frame, 0, component);
  case MEASURE_SPIN:
    return spin(frame);
  case MEASURE_TURN:
    return turn((Axis)(AXIS_X + component), frame, near);
  case MEASURE_EULER:
    return euler_angle(component, frame, near);
  default: // higher levels are not read while a step runs
    return enclosure_jump(interval_line());
  }
}

void enclosed_vector(const MeasureKind *kind, const EnclosedFrame frame[2], Enclosure d[3]) {
  const MeasureQuantity quantity = kind->quantity;
  if (quantity == MEASURE_DISTANCE || quantity == MEASURE_DISTANCE_RATE) {
    apart(frame, d);
    return;
  }
  for (int k = 0; k < 3; k++) {
    d[k] = quantity == MEASURE_POINT_SPEED      ? enclosed_point_rate(&frame[1], k)
           : quantity == MEASURE_RELATIVE_SPEED ? displacement_rate(k, frame)
                                                : relative_spin(frame, 0, k);
  }
}
