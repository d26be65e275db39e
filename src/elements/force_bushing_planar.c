// SPDX-License-Identifier: BSD-3-Clause
// force_bushing_planar.c: an elastic mount between two markers, in the plane.
//
//   x = (e_x, e_y, a)     offset of marker_j in the axes of marker_i, and a = angle_j - angle_i
//   F = K x + C x' + p    the restoring force and torque (bushing.h says where they act)
//   U = x'K x / 2 + p . x,  U' = (K x + p) . x'
//   K = [k_x k_xy k_xa; k_xy k_y k_ya; k_xa k_ya k_a] symmetric, C = diag(c_x, c_y, c_a)
//
// par: k[3], c[3], p[3] (entry 2 of each unused in the plane), k_xy, k_xa, k_ya, k_a, c_a, p_a.
// Frames: 0 marker_i, 1 marker_j.
#include <stddef.h>

#include "elements/bushing.h"
#include "elements/registry.h"
#include "elements/vector.h"

enum {
  STIFFNESS,
  DAMPING = 3,
  PRELOAD = 6,
  COUPLING_XY = 9,
  COUPLING_X_ANGLE,
  COUPLING_Y_ANGLE,
  ANGULAR_STIFFNESS,
  ANGULAR_DAMPING,
  ANGULAR_PRELOAD,
  PAR_COUNT
};
enum { X, Y, ANGLE, AXES };

// Elastic part K x of the restoring force.
static void elastic(const real par[], const real x[AXES], real F[AXES]) {
  F[X] = par[STIFFNESS + X] * x[X] + par[COUPLING_XY] * x[Y] + par[COUPLING_X_ANGLE] * x[ANGLE];
  F[Y] = par[COUPLING_XY] * x[X] + par[STIFFNESS + Y] * x[Y] + par[COUPLING_Y_ANGLE] * x[ANGLE];
  F[ANGLE] = par[COUPLING_X_ANGLE] * x[X] + par[COUPLING_Y_ANGLE] * x[Y] +
             par[ANGULAR_STIFFNESS] * x[ANGLE];
}

static void viscous(const real par[], const real rate[AXES], real F[AXES]) {
  F[X] = par[DAMPING + X] * rate[X];
  F[Y] = par[DAMPING + Y] * rate[Y];
  F[ANGLE] = par[ANGULAR_DAMPING] * rate[ANGLE];
}

static void preload(const real par[], real F[AXES]) {
  F[X] = par[PRELOAD + X];
  F[Y] = par[PRELOAD + Y];
  F[ANGLE] = par[ANGULAR_PRELOAD];
}

static void take(const Frame frame[2], const BushingOffset *offset, real x[AXES], real rate[AXES]) {
  for (int k = X; k <= Y; k++) {
    x[k] = offset->e[k];
    rate[k] = offset->rate[k];
  }
  x[ANGLE] = frame[1].angle - frame[0].angle;
  rate[ANGLE] = frame[1].w[2] - frame[0].w[2];
}

static void coordinates(const Frame frame[2], real x[AXES], real rate[AXES]) {
  BushingOffset offset;
  MBS_NAME(bushing_offset)(frame, &offset);
  take(frame, &offset, x, rate);
}

static void restoring(const real par[], const real x[AXES], const real rate[AXES], real F[AXES]) {
  real damping[AXES];
  real constant[AXES];
  elastic(par, x, F);
  viscous(par, rate, damping);
  preload(par, constant);
  for (int k = 0; k < AXES; k++) {
    F[k] += damping[k] + constant[k];
  }
}

static void apply(const ForceArgs *in, Wrench wrench[]) {
  real x[AXES];
  real rate[AXES];
  real F[AXES];
  coordinates(in->frame, x, rate);
  restoring(in->par, x, rate, F);
  const real force[3] = {F[X], F[Y], 0};
  const real torque[3] = {0, 0, F[ANGLE]};
  MBS_NAME(bushing_wrench)(in->frame, force, torque, wrench);
}

// dF = dK x + dC x' + dp + K dx + C dx'
static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  real x[AXES];
  real rate[AXES];
  real dx[AXES];
  real drate[AXES];
  real F[AXES];
  real dF[AXES];
  real by_x[AXES];
  real by_rate[AXES];
  BushingOffset change;
  coordinates(in->frame, x, rate);
  MBS_NAME(bushing_offset_tangent)(in->frame, dframe, &change);
  take(dframe, &change, dx, drate);
  restoring(in->par, x, rate, F);
  restoring(dpar, x, rate, dF);
  elastic(in->par, dx, by_x);
  viscous(in->par, drate, by_rate);
  for (int k = 0; k < AXES; k++) {
    dF[k] += by_x[k] + by_rate[k];
  }
  const real force[3] = {F[X], F[Y], 0};
  const real dforce[3] = {dF[X], dF[Y], 0};
  const real torque[3] = {0, 0, F[ANGLE]};
  const real dtorque[3] = {0, 0, dF[ANGLE]};
  MBS_NAME(bushing_wrench_tangent)(in->frame, dframe, force, dforce, torque, dtorque, dwrench);
}

static real energy(const ForceArgs *in, real *rate_of_energy) {
  real x[AXES];
  real rate[AXES];
  real F[AXES];
  real p[AXES];
  real stored = 0;
  coordinates(in->frame, x, rate);
  elastic(in->par, x, F);
  preload(in->par, p);
  *rate_of_energy = 0;
  for (int k = 0; k < AXES; k++) {
    stored += (0.5 * F[k] + p[k]) * x[k];
    *rate_of_energy += (F[k] + p[k]) * rate[k];
  }
  if (in->par_rate != NULL) {
    elastic(in->par_rate, x, F);
    preload(in->par_rate, p);
    for (int k = 0; k < AXES; k++) {
      *rate_of_energy += (0.5 * F[k] + p[k]) * x[k];
    }
  }
  return stored;
}

#define NUMBER(word, dimension, text)                                                              \
  KEY_NUMBER(word, dimension, ANY, text, .depends = DEPENDS_ON_STATE, .fallback = "0")
#define AXES_OF_I(word, dimension, text)                                                           \
  KEY(word, VECTOR, text, .quantity = QUANTITY_##dimension, .depends = DEPENDS_ON_STATE,           \
      .fallback = "[0, 0, 0]")

static const Field fields[] = {
    KEY("marker_i", MARKER, "one side of the mount: the bushing's axes are those of this marker",
        .required = true),
    KEY("marker_j", MARKER,
        "the other side; the forces act at this marker's origin, on both bodies", .required = true),
    AXES_OF_I("stiffness", STIFFNESS,
              "force per offset of marker_j from marker_i, along x and y of marker_i"),
    AXES_OF_I("damping", DAMPING, "force per rate of the offset"),
    AXES_OF_I("preload", FORCE,
              "force added to the restoring one: positive pulls marker_j back, towards smaller "
              "offsets"),
    NUMBER("stiffness_xy", STIFFNESS, "coupling: force along x per offset along y"),
    NUMBER("stiffness_x_angle", FORCE,
           "coupling: force along x per angle, and torque per offset along x"),
    NUMBER("stiffness_y_angle", FORCE,
           "coupling: force along y per angle, and torque per offset along y"),
    NUMBER("angular_stiffness", ANGULAR_STIFFNESS,
           "torque per angle from marker_i to marker_j; turns count"),
    NUMBER("angular_damping", ANGULAR_DAMPING, "torque per rate of the angle"),
    NUMBER("angular_preload", TORQUE,
           "torque added to the restoring one: positive turns marker_j towards smaller angles"),
    {0}};

const ForceKind MBS_NAME(force_bushing_planar) = {
    .type = "bushing",
    .summary = "an elastic mount: stiffness and damping along and about the axes of marker_i",
    .fields = fields,
    .spaces = IN_PLANE,
    .par_count = PAR_COUNT,
    .frame_count = 2,
    .wrench_count = 2,
    .span = SPAN_ALL,
    .arm_frame = 1,
    .apply = apply,
    .tangent = tangent,
    .energy = energy,
    .report = MBS_NAME(bushing_report),
};
