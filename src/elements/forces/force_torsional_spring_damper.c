// SPDX-License-Identifier: BSD-3-Clause
// force_torsional_spring_damper.c: a spring and damper at a revolute joint.
//
//   T = k (angle - angle0) + c rate + p      +T z acts on i, -T z on j, z = z axis of marker_i
//   U = k (angle - angle0)^2 / 2 + p (angle - angle0),  U' = (k (angle - angle0) + p) rate
//   angle, rate: the joint's own coordinate (measure.c), counted over turns
//
// par: stiffness k, damping c, free angle angle0, preload p. Frames: 0 marker_i, 1 marker_j.
#include "elements/frames/coordinate.h"

enum { STIFFNESS, DAMPING, FREE_ANGLE, PRELOAD, PAR_COUNT };

static real angle_of(const ForceArgs *in) {
  return MBS_NAME(measure_value)(MEASURE_JOINT_ANGLE, 0, AXIS_Z, in->planar, in->frame, in->turn);
}

static real rate_of(const ForceArgs *in) {
  return MBS_NAME(measure_value)(MEASURE_JOINT_ANGLE_RATE, 0, AXIS_Z, in->planar, in->frame,
                                 in->turn);
}

static real restoring(const ForceArgs *in) {
  const real *const par = in->par;
  return par[STIFFNESS] * (angle_of(in) - par[FREE_ANGLE]) + par[DAMPING] * rate_of(in) +
         par[PRELOAD];
}

static real restoring_tangent(const ForceArgs *in, const ForceChange *change) {
  const real *const par = in->par, *const dpar = change->par;
  const real dangle = MBS_NAME(measure_tangent)(MEASURE_JOINT_ANGLE, 0, AXIS_Z, in->planar,
                                                in->frame, change->frame);
  const real drate = MBS_NAME(measure_tangent)(MEASURE_JOINT_ANGLE_RATE, 0, AXIS_Z, in->planar,
                                               in->frame, change->frame);
  return dpar[STIFFNESS] * (angle_of(in) - par[FREE_ANGLE]) +
         par[STIFFNESS] * (dangle - dpar[FREE_ANGLE]) + dpar[DAMPING] * rate_of(in) +
         par[DAMPING] * drate + dpar[PRELOAD];
}

static void apply(const ForceArgs *in, const ForceChange *change, Wrench wrench[]) {
  ForceArgs about = *in;
  about.coordinate = COORDINATE_ANGLE;
  about.axis = AXIS_Z;
  coordinate_wrench(&about, change, -restoring(in),
                    change == NULL ? 0 : -restoring_tangent(in, change), wrench);
}

static void tell(const ForceArgs *in, const Wrench wrench[], ForceTold *told) {
  const real *const par = in->par;
  const real twist = angle_of(in) - par[FREE_ANGLE];
  const real elastic = par[STIFFNESS] * twist + par[PRELOAD];
  (void)wrench;
  told->energy_rate = elastic * rate_of(in);
  if (in->par_rate != NULL) {
    const real *const dpar = in->par_rate;
    told->energy_rate +=
        (0.5 * dpar[STIFFNESS] * twist + dpar[PRELOAD]) * twist - elastic * dpar[FREE_ANGLE];
  }
  told->energy = 0.5 * par[STIFFNESS] * twist * twist + par[PRELOAD] * twist;
}

static const Field fields[] = {
    KEY("joint", JOINT, "the revolute joint whose angle the spring follows", .required = true),
    KEY_NUMBER("stiffness", ANGULAR_STIFFNESS, ANY, "torque per angle", .depends = DEPENDS_ON_STATE,
               .fallback = "0"),
    KEY_NUMBER("damping", ANGULAR_DAMPING, ANY, "torque per rate of the angle",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    KEY_NUMBER("free_angle", ANGLE, ANY,
               "joint angle at which the stiffness exerts no torque, counted over full turns",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    KEY_NUMBER("preload", TORQUE, ANY,
               "torque added to the restoring one: positive turns marker_j towards smaller angles, "
               "like a stretched spring",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    {0}};

const ForceKind MBS_NAME(force_torsional_spring_damper) = {
    .type = "torsional_spring_damper",
    .summary = "a spring and damper at a revolute joint: torque -(stiffness*(angle - free_angle) "
               "+ damping*rate + preload) about z of marker_i on the body of marker_j",
    .fields = fields,
    .spaces = IN_BOTH,
    .apply = apply,
    .tell = tell,
};
