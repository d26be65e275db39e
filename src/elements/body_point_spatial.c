// SPDX-License-Identifier: BSD-3-Clause
// body_point_spatial.c: a point mass in space.
//
//   q = (x, y, z), v = q', M = m I, no gyroscopic force; its axes stay parallel to the ground's.
#include "elements/body_fields.h"
#include "elements/body_plain.h"
#include "elements/registry.h"

enum { N = 3 };

static void pose(const real q[], BodyMotion *motion, real dA[BODY_ORIENTATION][9]) {
  (void)dA; // no orientation coordinate
  plain_pose(N, q, motion);
}

static void rate(const real q[], const real v[], real qdot[]) {
  (void)q;
  vector_copy(N, v, qdot);
}

static void rate_parts(const real q[], const real v[], real T[], real D[]) {
  (void)q;
  (void)v;
  plain_rate_parts(N, T, D);
}

static void mass(const real par[], real M[]) {
  for (int i = 0; i < N * N; i++) {
    M[i] = i % (N + 1) == 0 ? par[0] : 0;
  }
}

const BodyKind MBS_NAME(body_point_spatial) = {
    .type = "point_mass",
    .summary = "a mass without extent: it has a position and does not turn; joints hold its place, "
               "never a direction of it",
    .fields = body_fields_point_mass,
    .spaces = IN_SPACE,
    .translations = N,
    .rotations = 0,
    .orientation_count = 0,
    .pose = pose,
    .rate = rate,
    .rate_parts = rate_parts,
    .mass = mass,
};
