// SPDX-License-Identifier: BSD-3-Clause
// force_torsional_spring_damper.c: a spring and damper at a revolute joint.
//
//   T = k (angle - angle0) + c rate + p      +T z acts on i, -T z on j, z = z axis of marker_i
//   U = k (angle - angle0)^2 / 2 + p (angle - angle0),  U' = (k (angle - angle0) + p) rate
//   angle, rate: the joint's own coordinate (measure.c), counted over turns
//
// par: stiffness k, damping c, free angle angle0, preload p. Frames: 0 marker_i, 1 marker_j.
#include "elements/registry.h"
#include "elements/vector.h"

enum { STIFFNESS, DAMPING, FREE_ANGLE, PRELOAD, PAR_COUNT };
enum { Z = 2 };

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

static void stamp(const real torque[3], Wrench wrench[]) {
  for (int i = 0; i < 3; i++) {
    wrench[0].t[i] = torque[i];
    wrench[1].t[i] = -torque[i];
  }
  vector_zero(3, wrench[0].f);
  vector_zero(3, wrench[1].f);
}

static void apply(const ForceArgs *in, Wrench wrench[]) {
  const real T = restoring(in);
  real torque[3];
  vec_column(in->frame[0].A, Z, torque);
  for (int i = 0; i < 3; i++) {
    torque[i] *= T;
  }
  stamp(torque, wrench);
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  const real *const par = in->par;
  const real dangle =
      MBS_NAME(measure_tangent)(MEASURE_JOINT_ANGLE, 0, AXIS_Z, in->planar, in->frame, dframe);
  const real drate =
      MBS_NAME(measure_tangent)(MEASURE_JOINT_ANGLE_RATE, 0, AXIS_Z, in->planar, in->frame, dframe);
  const real T = restoring(in);
  const real dT = dpar[STIFFNESS] * (angle_of(in) - par[FREE_ANGLE]) +
                  par[STIFFNESS] * (dangle - dpar[FREE_ANGLE]) + dpar[DAMPING] * rate_of(in) +
                  par[DAMPING] * drate + dpar[PRELOAD];
  real axis[3];
  real daxis[3];
  vec_column(in->frame[0].A, Z, axis);
  vec_column(dframe[0].A, Z, daxis);
  real torque[3];
  for (int i = 0; i < 3; i++) {
    torque[i] = dT * axis[i] + T * daxis[i];
  }
  stamp(torque, dwrench);
}

static real energy(const ForceArgs *in, real *rate) {
  const real *const par = in->par;
  const real twist = angle_of(in) - par[FREE_ANGLE];
  const real elastic = par[STIFFNESS] * twist + par[PRELOAD];
  *rate = elastic * rate_of(in);
  if (in->par_rate != NULL) {
    const real *const dpar = in->par_rate;
    *rate += (0.5 * dpar[STIFFNESS] * twist + dpar[PRELOAD]) * twist - elastic * dpar[FREE_ANGLE];
  }
  return 0.5 * par[STIFFNESS] * twist * twist + par[PRELOAD] * twist;
}

static const Field fields[] = {
    KEY("joint", JOINT, "the revolute joint whose angle the spring follows", .required = true),
    KEY_NUMBER("stiffness", ANGULAR_STIFFNESS, ANY, "torque per angle", .depends = DEPENDS_ON_STATE,
               .fallback = "0"),
    KEY_NUMBER("damping", ANGULAR_DAMPING, ANY, "torque per rate of the angle",
               .depends = DEPENDS_ON_STATE, .fallback = "0"),
    KEY_NUMBER("free_angle", ANGLE, ANY,
               "joint angle at which the stiffness gives no torque; turns count",
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
    .par_count = PAR_COUNT,
    .frame_count = 2,
    .wrench_count = 2,
    .apply = apply,
    .tangent = tangent,
    .energy = energy,
};
