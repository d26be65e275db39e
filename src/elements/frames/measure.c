// SPDX-License-Identifier: BSD-3-Clause
// measure.c: measures of positions and rates, with their directional derivatives.
//
// With a, b, c the axes of marker_i (c the coordinate's axis, a and b the two after it in cyclic
// order) and d = x_j - x_i:
//   joint angle          in the plane angle_j - angle_i
//                        in space atan2(b_i . a_j, a_i . a_j) + turn
//   its rate             c_i . (w_j - w_i)
//   angles of the pins   atan2(z_i . y_j, y_i . y_j) and atan2(x_i . z_j, x_i . x_j)
//                        of a universal joint, R_ij = R_x(first) R_y(second)
//   their rates          x_i . (w_j - w_i) and y_j . (w_j - w_i)
//   displacement         c_i . d
//   its rate             c_i . (v_j - v_i) + (w_i x c_i) . d
//   bearing              atan2(b . d, a . d) in [0, 2 pi), a and b being x and y of marker_i
//   distance, its rate   l = |d|, d . (v_j - v_i) / l   (at l = 0: |v_j - v_i|, the rate to come)
//   relative rate, speed rates of the displacements along x, y, z of marker_i, and their norm
//   Euler angles         euler.h
#include "elements/frames/measure.h"

#include <assert.h>
#include <string.h>

#include "elements/frames/euler.h"
#include "elements/frames/vector.h"

MeasureLevel MBS_NAME(measure_level)(MeasureQuantity quantity) {
  static const MeasureLevel level[] = {[MEASURE_POINT_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_ANGLE_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_BODY_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_JOINT_ANGLE_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_JOINT_DISPLACEMENT_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_PIN_ANGLE_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_DISTANCE_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_POINT_SPEED] = LEVEL_VELOCITY,
                                       [MEASURE_RELATIVE_RATE] = LEVEL_VELOCITY,
                                       [MEASURE_RELATIVE_SPEED] = LEVEL_VELOCITY,
                                       [MEASURE_RELATIVE_SPIN] = LEVEL_VELOCITY,
                                       [MEASURE_SPIN] = LEVEL_VELOCITY,
                                       [MEASURE_EULER] = LEVEL_POSITION,
                                       [MEASURE_POINT_ACCELERATION] = LEVEL_ACCELERATION,
                                       [MEASURE_ANGLE_ACCELERATION] = LEVEL_ACCELERATION,
                                       [MEASURE_BODY_ACCELERATION] = LEVEL_ACCELERATION};
  return quantity >= MEASURE_FORCE_VALUE      ? LEVEL_LEDGER
         : quantity >= MEASURE_REACTION_FORCE ? LEVEL_REACTION
                                              : level[quantity]; // unstated: POSITION
}

bool MBS_NAME(measure_in_group)(const MeasureKind *kind) {
  const MeasureQuantity quantity = kind->quantity;
  switch ((int)MBS_NAME(measure_level)(quantity)) {
  case LEVEL_POSITION:
  case LEVEL_VELOCITY:
    return quantity != MEASURE_EULER && quantity != MEASURE_POINT_SPEED &&
           quantity != MEASURE_RELATIVE_SPEED && quantity != MEASURE_SPIN;
  case LEVEL_ACCELERATION:
    return false;
  case LEVEL_REACTION:
    return quantity != MEASURE_MULTIPLIER && quantity != MEASURE_METHOD_MULTIPLIER &&
           quantity != MEASURE_RELATION_MULTIPLIER && quantity != MEASURE_RELATION_POWER &&
           quantity != MEASURE_ROLLING_FRICTION &&
           ((quantity != MEASURE_REACTION_FORCE && quantity != MEASURE_REACTION_TORQUE) ||
            kind->component != MEASURE_SIZE);
  default:
    return quantity == MEASURE_FORCE_VALUE || quantity == MEASURE_FORCE_REPORT ||
           quantity == MEASURE_PAIR_REPORT || quantity == MEASURE_JOINT_FORCE ||
           quantity == MEASURE_JOINT_TORQUE;
  }
}

bool MBS_NAME(measure_wraps)(const MeasureKind *kind) {
  return kind->quantity == MEASURE_TURN ||
         (kind->quantity == MEASURE_EULER && kind->component % 3 != 1);
}

int MBS_NAME(measure_axis)(const MeasureKind *kind) {
  const char *dot = strrchr(kind->name, '.');
  switch ((int)kind->quantity) {
  case MEASURE_POINT:
  case MEASURE_POINT_RATE:
  case MEASURE_BODY_RATE:
  case MEASURE_BODY_ACCELERATION:
  case MEASURE_JOINT_POINT:
  case MEASURE_RELATIVE_RATE:
  case MEASURE_RELATIVE_SPIN:
  case MEASURE_MOMENTUM:
  case MEASURE_ANGULAR_MOMENTUM:
    return kind->component;
  case MEASURE_POINT_ACCELERATION:
  case MEASURE_REACTION_FORCE:
  case MEASURE_REACTION_TORQUE:
    return kind->component == MEASURE_SIZE ? -1 : kind->component;
  case MEASURE_FORCE_REPORT: // "force.x", "torque.z"
  case MEASURE_PAIR_REPORT:
    return dot == NULL ? -1 : dot[1] - 'x';
  default:
    return -1;
  }
}

MeasureAxes MBS_NAME(measure_axes)(const MeasureKind *kind) {
  switch ((int)kind->quantity) {
  case MEASURE_BODY_RATE:
  case MEASURE_BODY_ACCELERATION:
    return AXES_OF_MARKER_J;
  case MEASURE_JOINT_POINT:
  case MEASURE_RELATIVE_RATE:
  case MEASURE_RELATIVE_SPIN:
  case MEASURE_REACTION_FORCE:
  case MEASURE_REACTION_TORQUE:
  case MEASURE_PAIR_REPORT:
    return AXES_OF_MARKER_I;
  default:
    return AXES_OF_GROUND;
  }
}

JointCoordinate MBS_NAME(measure_coordinate)(MeasureQuantity quantity) {
  switch ((int)quantity) {
  case MEASURE_JOINT_ANGLE:
  case MEASURE_JOINT_ANGLE_RATE:
  case MEASURE_JOINT_TORQUE:
  case MEASURE_DRIVING_TORQUE:
    return COORDINATE_ANGLE;
  case MEASURE_JOINT_DISPLACEMENT:
  case MEASURE_JOINT_DISPLACEMENT_RATE:
  case MEASURE_JOINT_FORCE:
  case MEASURE_DRIVING_FORCE:
    return COORDINATE_DISPLACEMENT;
  default:
    return COORDINATE_NONE;
  }
}

enum { COSINE, SINE };

static int axis_index(Axis axis) {
  assert(axis != AXIS_NONE);
  return (int)axis - (int)AXIS_X;
}

// The axes of marker_i and marker_j whose products are the cosine and the sine of an angle.
typedef struct Circle {
  int cosine[2], sine[2];
} Circle;

// About an axis of marker_i.
static Circle circle_about(Axis axis) {
  const int first = (axis_index(axis) + 1) % 3, second = (axis_index(axis) + 2) % 3;
  return (Circle){{first, first}, {second, first}};
}

// About a pin of a universal joint: the first is x of marker_i, about which y of marker_j turns;
// the second y of marker_j, about which x of marker_i turns backwards.
static Circle circle_of_pin(int pin) {
  return pin == 0 ? circle_about(AXIS_X) : (Circle){{0, 0}, {0, 2}};
}

static real product(const int column[2], const Frame *on_i, const Frame *on_j) {
  real a_i[3], a_j[3];
  vec_column(on_i->A, column[0], a_i);
  vec_column(on_j->A, column[1], a_j);
  return vec_dot(a_i, a_j);
}

static void point_on(Circle circle, const Frame *on_i, const Frame *on_j, real point[2]) {
  point[COSINE] = product(circle.cosine, on_i, on_j);
  point[SINE] = product(circle.sine, on_i, on_j);
}

static real angle_on(Circle circle, const Frame frame[2]) {
  real point[2];
  point_on(circle, &frame[0], &frame[1], point);
  return real_atan2(point[SINE], point[COSINE]);
}

static real angle_on_tangent(Circle circle, const Frame frame[2], const Frame dframe[2]) {
  real point[2], by_i[2], by_j[2];
  point_on(circle, &frame[0], &frame[1], point);
  point_on(circle, &dframe[0], &frame[1], by_i);
  point_on(circle, &frame[0], &dframe[1], by_j);
  const real square = point[COSINE] * point[COSINE] + point[SINE] * point[SINE];
  return (point[COSINE] * (by_i[SINE] + by_j[SINE]) - point[SINE] * (by_i[COSINE] + by_j[COSINE])) /
         square;
}

// ---- Euler angles ----

static real entry_of(EulerEntry entry, const Frame *on_i, const Frame *on_j) {
  const int column[2] = {entry.row, entry.column};
  return entry.sign * product(column, on_i, on_j);
}

static real entries_of(const EulerEntry entries[2], const Frame frame[2]) {
  const real first = entry_of(entries[0], &frame[0], &frame[1]);
  if (entries[1].sign == 0) {
    return first;
  }
  const real second = entry_of(entries[1], &frame[0], &frame[1]);
  return sqrt(first * first + second * second);
}

static real entries_tangent(const EulerEntry entries[2], const Frame frame[2],
                            const Frame dframe[2]) {
  real value[2], change[2];
  for (int k = 0; k < 2; k++) {
    value[k] = entry_of(entries[k], &frame[0], &frame[1]);
    change[k] =
        entry_of(entries[k], &dframe[0], &frame[1]) + entry_of(entries[k], &frame[0], &dframe[1]);
  }
  return entries[1].sign == 0 ? change[0]
                              : (value[0] * change[0] + value[1] * change[1]) /
                                    sqrt(value[0] * value[0] + value[1] * value[1]);
}

static real euler_angle(int component, const Frame frame[2]) {
  const EulerForm euler = euler_form(component);
  return real_atan2(entries_of(euler.sine, frame), entries_of(euler.cosine, frame));
}

static real euler_tangent(int component, const Frame frame[2], const Frame dframe[2]) {
  const EulerForm euler = euler_form(component);
  const real sine = entries_of(euler.sine, frame), cosine = entries_of(euler.cosine, frame);
  const real dsine = entries_tangent(euler.sine, frame, dframe);
  const real dcosine = entries_tangent(euler.cosine, frame, dframe);
  return (cosine * dsine - sine * dcosine) / (sine * sine + cosine * cosine);
}

// Rate of an angle about a column of these axes; linear in them and in the rates.
static real turning_about(int column, const Frame *axes, const Frame frame[2]) {
  real c[3];
  real relative[3];
  vec_column(axes->A, column, c);
  vector_subtract(frame[1].w, frame[0].w, relative);
  return vec_dot(c, relative);
}

static real displacement(Axis axis, const Frame *axes, const Frame frame[2]) {
  real c[3];
  real d[3];
  vec_column(axes->A, axis_index(axis), c);
  vector_subtract(frame[1].x, frame[0].x, d);
  return vec_dot(c, d);
}

// c . (v_j - v_i) + (w x c) . d, linear in each of: the axes, w, and the points with their rates.
static real displacement_rate(Axis axis, const Frame *axes, const real w[3], const Frame frame[2]) {
  real c[3];
  real d[3];
  real relative[3];
  real turning[3];
  vec_column(axes->A, axis_index(axis), c);
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(frame[1].v, frame[0].v, relative);
  vec_cross(w, c, turning);
  return vec_dot(c, relative) + vec_dot(turning, d);
}

static real displacement_rate_tangent(Axis axis, const Frame frame[2], const Frame dframe[2]) {
  real c[3];
  real d[3];
  real turning[3];
  vec_column(frame[0].A, axis_index(axis), c);
  vector_subtract(frame[1].x, frame[0].x, d);
  vec_cross(dframe[0].w, c, turning);
  return displacement_rate(axis, &dframe[0], frame[0].w, frame) +
         displacement_rate(axis, &frame[0], frame[0].w, dframe) + vec_dot(turning, d);
}

// Direction of the origin of marker_j from that of marker_i, in the plane.
static real bearing(const Frame frame[2]) {
  const real angle =
      real_atan2(displacement(AXIS_Y, &frame[0], frame), displacement(AXIS_X, &frame[0], frame));
  return re(angle) < 0 ? angle + 6.283185307179586476925286766559 : angle;
}

static real bearing_tangent(const Frame frame[2], const Frame dframe[2]) {
  real place[2];
  real change[2];
  for (int k = 0; k < 2; k++) {
    const Axis axis = (Axis)(AXIS_X + k);
    place[k] = displacement(axis, &frame[0], frame);
    change[k] = displacement(axis, &dframe[0], frame) + displacement(axis, &frame[0], dframe);
  }
  return (place[0] * change[1] - place[1] * change[0]) /
         (place[0] * place[0] + place[1] * place[1]);
}

static real distance(const Frame frame[2]) {
  real d[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  return vec_norm(d);
}

static real distance_tangent(const Frame frame[2], const Frame dframe[2]) {
  real d[3];
  real dd[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(dframe[1].x, dframe[0].x, dd);
  return vec_dot(d, dd) / vec_norm(d);
}

static real distance_rate(const Frame frame[2]) {
  real d[3];
  real relative[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(frame[1].v, frame[0].v, relative);
  const real l = vec_norm(d);
  return re(l) == 0 ? vec_norm(relative) : vec_dot(d, relative) / l;
}

static real distance_rate_tangent(const Frame frame[2], const Frame dframe[2]) {
  real d[3];
  real dd[3];
  real relative[3];
  real drelative[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(dframe[1].x, dframe[0].x, dd);
  vector_subtract(frame[1].v, frame[0].v, relative);
  vector_subtract(dframe[1].v, dframe[0].v, drelative);
  const real l = vec_norm(d);
  const real rate = vec_dot(d, relative) / l;
  const real dl = vec_dot(d, dd) / l;
  return (vec_dot(dd, relative) + vec_dot(d, drelative) - rate * dl) / l;
}

static real spin(const Frame frame[2]) {
  real relative[3];
  vector_subtract(frame[1].w, frame[0].w, relative);
  return vec_norm(relative);
}

static real spin_tangent(const Frame frame[2], const Frame dframe[2]) {
  real relative[3], change[3];
  vector_subtract(frame[1].w, frame[0].w, relative);
  vector_subtract(dframe[1].w, dframe[0].w, change);
  return vec_dot(relative, change) / vec_norm(relative);
}

static real relative_speed(const Frame frame[2]) {
  real rate[3];
  for (int k = 0; k < 3; k++) {
    rate[k] = displacement_rate((Axis)(AXIS_X + k), &frame[0], frame[0].w, frame);
  }
  return vec_norm(rate);
}

static real relative_speed_tangent(const Frame frame[2], const Frame dframe[2]) {
  real sum = 0;
  for (int k = 0; k < 3; k++) {
    const Axis axis = (Axis)(AXIS_X + k);
    sum += displacement_rate(axis, &frame[0], frame[0].w, frame) *
           displacement_rate_tangent(axis, frame, dframe);
  }
  return sum / relative_speed(frame);
}

void MBS_NAME(measure_vector)(MeasureQuantity quantity, const Frame frame[2], real d[3]) {
  if (quantity == MEASURE_POINT_SPEED) {
    vector_copy(3, frame[1].v, d);
  } else if (quantity == MEASURE_RELATIVE_SPEED) {
    for (int k = 0; k < 3; k++) {
      d[k] = displacement_rate((Axis)(AXIS_X + k), &frame[0], frame[0].w, frame);
    }
  } else if (quantity == MEASURE_SPIN) {
    real relative[3];
    vector_subtract(frame[1].w, frame[0].w, relative);
    vec_rotate_back(frame[0].A, relative, d);
  } else {
    vector_subtract(frame[1].x, frame[0].x, d);
  }
}

// Component of an angular velocity along an axis of a frame.
static real along_axis(const Frame *axes, const real w[3], int component) {
  real axis[3];
  vec_column(axes->A, component, axis);
  return vec_dot(axis, w);
}

real MBS_NAME(measure_value)(MeasureQuantity quantity, int component, Axis axis, bool planar,
                             const Frame frame[2], double turn) {
  switch ((int)quantity) {
  case MEASURE_POINT:
    return frame[1].x[component];
  case MEASURE_POINT_RATE:
    return frame[1].v[component];
  case MEASURE_ANGLE:
    return frame[1].angle;
  case MEASURE_ANGLE_RATE:
    return frame[1].w[2];
  case MEASURE_QUATERNION:
    return frame[1].p[component];
  case MEASURE_BODY_RATE:
    return along_axis(&frame[1], frame[1].w, component);
  case MEASURE_JOINT_ANGLE:
    return (planar ? frame[1].angle - frame[0].angle : angle_on(circle_about(axis), frame)) + turn;
  case MEASURE_JOINT_ANGLE_RATE:
    return turning_about(axis_index(axis), &frame[0], frame);
  case MEASURE_JOINT_DISPLACEMENT:
    return displacement(axis, &frame[0], frame);
  case MEASURE_JOINT_DISPLACEMENT_RATE:
    return displacement_rate(axis, &frame[0], frame[0].w, frame);
  case MEASURE_JOINT_POINT:
    return displacement((Axis)(AXIS_X + component), &frame[0], frame);
  case MEASURE_BEARING:
    return bearing(frame);
  case MEASURE_PIN_ANGLE:
    return angle_on(circle_of_pin(component), frame);
  case MEASURE_PIN_ANGLE_RATE:
    return turning_about(component, &frame[component], frame);
  case MEASURE_DISTANCE:
    return distance(frame);
  case MEASURE_DISTANCE_RATE:
    return distance_rate(frame);
  case MEASURE_POINT_SPEED:
    return vec_norm(frame[1].v);
  case MEASURE_RELATIVE_RATE:
    return displacement_rate((Axis)(AXIS_X + component), &frame[0], frame[0].w, frame);
  case MEASURE_RELATIVE_SPEED:
    return relative_speed(frame);
  case MEASURE_RELATIVE_SPIN:
    return turning_about(component, &frame[0], frame);
  case MEASURE_SPIN:
    return spin(frame);
  case MEASURE_TURN:
    return angle_on(circle_about((Axis)(AXIS_X + component)), frame);
  case MEASURE_EULER:
    return euler_angle(component, frame);
  default:
    assert(false); // measures of higher levels belong to the system floor
    return 0;
  }
}

real MBS_NAME(measure_tangent)(MeasureQuantity quantity, int component, Axis axis, bool planar,
                               const Frame frame[2], const Frame dframe[2]) {
  switch ((int)quantity) {
  case MEASURE_POINT:
    return dframe[1].x[component];
  case MEASURE_POINT_RATE:
    return dframe[1].v[component];
  case MEASURE_ANGLE:
    return dframe[1].angle;
  case MEASURE_ANGLE_RATE:
    return dframe[1].w[2];
  case MEASURE_QUATERNION:
    return dframe[1].p[component];
  case MEASURE_BODY_RATE:
    return along_axis(&dframe[1], frame[1].w, component) +
           along_axis(&frame[1], dframe[1].w, component);
  case MEASURE_JOINT_ANGLE:
    return planar ? dframe[1].angle - dframe[0].angle
                  : angle_on_tangent(circle_about(axis), frame, dframe);
  case MEASURE_JOINT_ANGLE_RATE:
    return turning_about(axis_index(axis), &dframe[0], frame) +
           turning_about(axis_index(axis), &frame[0], dframe);
  case MEASURE_JOINT_DISPLACEMENT:
    return displacement(axis, &dframe[0], frame) + displacement(axis, &frame[0], dframe);
  case MEASURE_JOINT_DISPLACEMENT_RATE:
    return displacement_rate_tangent(axis, frame, dframe);
  case MEASURE_JOINT_POINT:
    return displacement((Axis)(AXIS_X + component), &dframe[0], frame) +
           displacement((Axis)(AXIS_X + component), &frame[0], dframe);
  case MEASURE_BEARING:
    return bearing_tangent(frame, dframe);
  case MEASURE_PIN_ANGLE:
    return angle_on_tangent(circle_of_pin(component), frame, dframe);
  case MEASURE_PIN_ANGLE_RATE:
    return turning_about(component, &dframe[component], frame) +
           turning_about(component, &frame[component], dframe);
  case MEASURE_DISTANCE:
    return distance_tangent(frame, dframe);
  case MEASURE_DISTANCE_RATE:
    return distance_rate_tangent(frame, dframe);
  case MEASURE_POINT_SPEED:
    return vec_dot(frame[1].v, dframe[1].v) / vec_norm(frame[1].v);
  case MEASURE_RELATIVE_RATE:
    return displacement_rate_tangent((Axis)(AXIS_X + component), frame, dframe);
  case MEASURE_RELATIVE_SPEED:
    return relative_speed_tangent(frame, dframe);
  case MEASURE_RELATIVE_SPIN:
    return turning_about(component, &dframe[0], frame) +
           turning_about(component, &frame[0], dframe);
  case MEASURE_SPIN:
    return spin_tangent(frame, dframe);
  case MEASURE_TURN:
    return angle_on_tangent(circle_about((Axis)(AXIS_X + component)), frame, dframe);
  case MEASURE_EULER:
    return euler_tangent(component, frame, dframe);
  default:
    assert(false); // measures of higher levels belong to the system floor
    return 0;
  }
}
