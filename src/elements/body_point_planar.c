// SPDX-License-Identifier: BSD-3-Clause
// body_point_planar.c: a point mass in the plane.
//
//   q = (x, y), v = q', M = m I, no gyroscopic force; its axes stay parallel to the ground's.
#include "elements/body_fields.h"
#include "elements/registry.h"
#include "elements/vector.h"

enum { N = 2 };

static void pose(const real q[], BodyMotion *motion) {
  for (int i = 0; i < 3; i++) {
    motion->r[i] = i < N ? q[i] : 0;
  }
  vec_identity(motion->A);
  motion->angle = 0;
  for (int i = 0; i < 4; i++) {
    motion->p[i] = i == 0;
  }
}

static void pose_q(const real q[], real dA[BODY_ORIENTATION][9]) {
  (void)q;
  (void)dA; // no orientation coordinate
}

static void rate(const real q[], const real v[], real qdot[]) {
  (void)q;
  for (int i = 0; i < N; i++) {
    qdot[i] = v[i];
  }
}

static void rate_parts(const real q[], const real v[], real T[], real D[]) {
  (void)q;
  (void)v;
  for (int i = 0; i < N * N; i++) {
    T[i] = i % (N + 1) == 0;
    D[i] = 0;
  }
}

static void mass(const real par[], real M[]) {
  for (int i = 0; i < N * N; i++) {
    M[i] = i % (N + 1) == 0 ? par[0] : 0;
  }
}

static void gyroscopic(const real M[], const real v[], real h[], real h_v[]) {
  (void)M;
  (void)v;
  vector_zero(N, h);
  if (h_v) {
    vector_zero(N * N, h_v);
  }
}

const BodyKind MBS_NAME(body_point_planar) = {
    .type = "point_mass",
    .summary = "a mass without extent: it has a position and does not turn; joints hold its place, "
               "never a direction of it",
    .fields = body_fields_point_mass,
    .spaces = IN_PLANE,
    .translations = N,
    .rotations = 0,
    .orientation_count = 0,
    .pose = pose,
    .pose_q = pose_q,
    .rate = rate,
    .rate_parts = rate_parts,
    .mass = mass,
    .gyroscopic = gyroscopic,
};
