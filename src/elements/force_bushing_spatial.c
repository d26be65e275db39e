// SPDX-License-Identifier: BSD-3-Clause
// force_bushing_spatial.c: an elastic mount between two markers, in space.
//
//   e       offset of marker_j in the axes of marker_i (bushing.h);  F = K e + C e' + p
//   phi     rotation vector of marker_j in the axes of marker_i (rotation_vector.h), phi' = L w
//           with w = A_i'(w_j - w_i), the shortest rotation: |phi| <= pi
//   T = L'(K_a phi + p_a) + C_a w
//   U = e'K e / 2 + p . e + phi'K_a phi / 2 + p_a . phi
// About one axis T = k phi + c phi' for any angle below half a turn. K, C, K_a, C_a diagonal.
//
// par: k[3], c[3], p[3], k_a[3], c_a[3], p_a[3]. Frames: 0 marker_i, 1 marker_j.
#include <stddef.h>

#include "elements/bushing.h"
#include "elements/registry.h"
#include "elements/rotation_vector.h"
#include "elements/vector.h"

enum { STIFFNESS, DAMPING = 3, PRELOAD = 6, ANGULAR = 9, PAR_COUNT = 18 };

// k x + c rate + p of three axes, with par those of translation or rotation.
static void line(const real par[], const real x[3], const real rate[3], real F[3]) {
  for (int k = 0; k < 3; k++) {
    F[k] = par[STIFFNESS + k] * x[k] + par[DAMPING + k] * rate[k] + par[PRELOAD + k];
  }
}

typedef struct Turn {
  real phi[3], w[3];
  real moment[3]; // K_a phi + p_a, conjugate to phi
} Turn;

static const real still[3] = {0, 0, 0};

// A' x of the axes of i for the difference of two vectors in ground axes.
static void seen(const real A[9], const real of_j[3], const real of_i[3], real out[3]) {
  real difference[3];
  vector_subtract(of_j, of_i, difference);
  vec_rotate_back(A, difference, out);
}

static void turn_of(const ForceArgs *in, Turn *turn) {
  rotation_vector(in->frame[0].p, in->frame[1].p, turn->phi);
  seen(in->frame[0].A, in->frame[1].w, in->frame[0].w, turn->w);
  line(in->par + ANGULAR, turn->phi, still, turn->moment);
}

static void torque_of(const ForceArgs *in, const Turn *turn, real T[3]) {
  rotation_vector_pull(turn->phi, turn->moment, T);
  for (int k = 0; k < 3; k++) {
    T[k] += in->par[ANGULAR + DAMPING + k] * turn->w[k];
  }
}

static void apply(const ForceArgs *in, Wrench wrench[]) {
  BushingOffset offset;
  Turn turn;
  real F[3];
  real T[3];
  MBS_NAME(bushing_offset)(in->frame, &offset);
  line(in->par, offset.e, offset.rate, F);
  turn_of(in, &turn);
  torque_of(in, &turn, T);
  MBS_NAME(bushing_wrench)(in->frame, F, T, wrench);
}

// dT = (dL'/dphi dphi) m + L' dm + dC w + C dw
static void torque_tangent(const ForceArgs *in, const Turn *turn, const real dpar[],
                           const Frame dframe[], real dT[3]) {
  const real *const par = in->par + ANGULAR;
  const real *const dp = dpar + ANGULAR;
  real dphi[3];
  real dmoment[3];
  real dw[3];
  real turning[3];
  rotation_vector_tangent(in->frame[0].p, in->frame[1].p, dframe[0].p, dframe[1].p, dphi);
  line(dp, turn->phi, still, dmoment);
  seen(dframe[0].A, in->frame[1].w, in->frame[0].w, turning);
  seen(in->frame[0].A, dframe[1].w, dframe[0].w, dw);
  for (int k = 0; k < 3; k++) {
    dmoment[k] += par[STIFFNESS + k] * dphi[k];
    dw[k] += turning[k];
  }
  rotation_vector_pull_tangent(turn->phi, turn->moment, dphi, dmoment, dT);
  for (int k = 0; k < 3; k++) {
    dT[k] += dp[DAMPING + k] * turn->w[k] + par[DAMPING + k] * dw[k];
  }
}

static void tangent(const ForceArgs *in, const real dpar[], const Frame dframe[],
                    Wrench dwrench[]) {
  BushingOffset offset;
  BushingOffset change;
  Turn turn;
  real F[3];
  real dF[3];
  real T[3];
  real dT[3];
  MBS_NAME(bushing_offset)(in->frame, &offset);
  MBS_NAME(bushing_offset_tangent)(in->frame, dframe, &change);
  line(in->par, offset.e, offset.rate, F);
  line(dpar, offset.e, offset.rate, dF);
  for (int k = 0; k < 3; k++) {
    dF[k] += in->par[STIFFNESS + k] * change.e[k] + in->par[DAMPING + k] * change.rate[k];
  }
  turn_of(in, &turn);
  torque_of(in, &turn, T);
  torque_tangent(in, &turn, dpar, dframe, dT);
  MBS_NAME(bushing_wrench_tangent)(in->frame, dframe, F, dF, T, dT, dwrench);
}

static real energy(const ForceArgs *in, real *rate) {
  BushingOffset offset;
  Turn turn;
  real F[3];
  real T[3];
  MBS_NAME(bushing_offset)(in->frame, &offset);
  line(in->par, offset.e, still, F);
  turn_of(in, &turn);
  rotation_vector_pull(turn.phi, turn.moment, T);
  *rate = vec_dot(F, offset.rate) + vec_dot(T, turn.w);
  real stored = 0;
  for (int k = 0; k < 3; k++) {
    stored += 0.5 * (F[k] + in->par[PRELOAD + k]) * offset.e[k] +
              0.5 * (turn.moment[k] + in->par[ANGULAR + PRELOAD + k]) * turn.phi[k];
  }
  if (in->par_rate != NULL) {
    const real *const dp = in->par_rate;
    for (int k = 0; k < 3; k++) {
      *rate += (0.5 * dp[STIFFNESS + k] * offset.e[k] + dp[PRELOAD + k]) * offset.e[k] +
               (0.5 * dp[ANGULAR + STIFFNESS + k] * turn.phi[k] + dp[ANGULAR + PRELOAD + k]) *
                   turn.phi[k];
    }
  }
  return stored;
}

#define AXES_OF_I(word, dimension, text)                                                           \
  KEY(word, VECTOR, text, .quantity = QUANTITY_##dimension, .depends = DEPENDS_ON_STATE,           \
      .fallback = "[0, 0, 0]")

static const Field fields[] = {
    KEY("marker_i", MARKER, "one side of the mount: the bushing's axes are those of this marker",
        .required = true),
    KEY("marker_j", MARKER,
        "the other side; the forces act at this marker's origin, on both bodies", .required = true),
    AXES_OF_I("stiffness", STIFFNESS,
              "force per offset of marker_j from marker_i, along x, y and z of marker_i"),
    AXES_OF_I("damping", DAMPING, "force per rate of the offset"),
    AXES_OF_I("preload", FORCE,
              "force added to the restoring one: positive pulls marker_j back, towards smaller "
              "offsets"),
    AXES_OF_I("angular_stiffness", ANGULAR_STIFFNESS,
              "torque per component of the rotation vector from marker_i to marker_j, the shortest "
              "rotation between them: it jumps where they are half a turn apart"),
    AXES_OF_I("angular_damping", ANGULAR_DAMPING,
              "torque per component of the relative angular velocity"),
    AXES_OF_I("angular_preload", TORQUE,
              "torque added to the restoring one: positive turns marker_j back"),
    {0}};

const ForceKind MBS_NAME(force_bushing_spatial) = {
    .type = "bushing",
    .summary = "an elastic mount: stiffness and damping along and about the axes of marker_i",
    .fields = fields,
    .spaces = IN_SPACE,
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
