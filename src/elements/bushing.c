// SPDX-License-Identifier: BSD-3-Clause
// bushing.c: the translational half of a bushing (see bushing.h).
//
//   de = dA' d + A' dd,  u = v_j - v_i - w_i x d,  de' = dA' u + A' du
//   g = A F:  dg = dA F + A dF,  moment d x g:  dd x g + d x dg
#include "elements/bushing.h"

#include "elements/couple.h"

// Velocity of x_j as seen from the body of i, ground axes.
static void relative_velocity(const Frame frame[2], const real d[3], real u[3]) {
  real carried[3];
  vec_cross(frame[0].w, d, carried);
  vector_subtract(frame[1].v, frame[0].v, u);
  vector_subtract(u, carried, u);
}

void MBS_NAME(bushing_offset)(const Frame frame[2], BushingOffset *offset) {
  real d[3];
  real u[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  relative_velocity(frame, d, u);
  vec_rotate_back(frame[0].A, d, offset->e);
  vec_rotate_back(frame[0].A, u, offset->rate);
}

// sum := A' x + B' y
static void rotate_back_both(const real A[9], const real x[3], const real B[9], const real y[3],
                             real sum[3]) {
  real other[3];
  vec_rotate_back(A, x, sum);
  vec_rotate_back(B, y, other);
  for (int k = 0; k < 3; k++) {
    sum[k] += other[k];
  }
}

void MBS_NAME(bushing_offset_tangent)(const Frame frame[2], const Frame dframe[2],
                                      BushingOffset *change) {
  real d[3];
  real dd[3];
  real u[3];
  real du[3];
  real turning[3];
  vector_subtract(frame[1].x, frame[0].x, d);
  vector_subtract(dframe[1].x, dframe[0].x, dd);
  relative_velocity(frame, d, u);
  vec_cross(dframe[0].w, d, turning);
  vector_subtract(dframe[1].v, dframe[0].v, du);
  vector_subtract(du, turning, du);
  vec_cross(frame[0].w, dd, turning);
  vector_subtract(du, turning, du);
  rotate_back_both(dframe[0].A, d, frame[0].A, dd, change->e);
  rotate_back_both(dframe[0].A, u, frame[0].A, du, change->rate);
}

void MBS_NAME(bushing_wrench)(const Frame frame[2], const real F[3], const real T[3],
                              Wrench wrench[2]) {
  real force[3];
  real torque[3];
  vec_rotate(frame[0].A, F, force);
  vec_rotate(frame[0].A, T, torque);
  for (int k = 0; k < 3; k++) {
    force[k] = -force[k];
  }
  couple_force(&frame[1], &frame[0], force, &wrench[1], &wrench[0]);
  for (int k = 0; k < 3; k++) {
    wrench[0].t[k] += torque[k];
    wrench[1].t[k] -= torque[k];
  }
}

// A x and its change dA x + A dx.
static void rotate_both(const real A[9], const real dA[9], const real x[3], const real dx[3],
                        real y[3], real dy[3]) {
  real turned[3];
  vec_rotate(A, x, y);
  vec_rotate(dA, x, turned);
  vec_rotate(A, dx, dy);
  for (int k = 0; k < 3; k++) {
    dy[k] += turned[k];
  }
}

void MBS_NAME(bushing_wrench_tangent)(const Frame frame[2], const Frame dframe[2], const real F[3],
                                      const real dF[3], const real T[3], const real dT[3],
                                      Wrench dwrench[2]) {
  const Frame swapped[2] = {frame[1], frame[0]};
  const Frame change[2] = {dframe[1], dframe[0]};
  Wrench d[2];
  real f[3];
  real df[3];
  real t[3];
  real dt[3];
  rotate_both(frame[0].A, dframe[0].A, F, dF, f, df);
  rotate_both(frame[0].A, dframe[0].A, T, dT, t, dt);
  for (int k = 0; k < 3; k++) {
    f[k] = -f[k];
    df[k] = -df[k];
  }
  couple_force_tangent(swapped, change, f, df, d);
  dwrench[0] = d[1];
  dwrench[1] = d[0];
  for (int k = 0; k < 3; k++) {
    dwrench[0].t[k] += dt[k];
    dwrench[1].t[k] -= dt[k];
  }
}

void MBS_NAME(bushing_report)(const ForceArgs *in, const Wrench wrench[], real out[FORCE_REPORTS]) {
  vec_rotate_back(in->frame[0].A, wrench[1].f, out);
  vec_rotate_back(in->frame[0].A, wrench[1].t, out + 3);
}
