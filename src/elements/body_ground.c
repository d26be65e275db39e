// SPDX-License-Identifier: BSD-3-Clause
// body_ground.c: the body that does not move. No coordinates: x = 0, A = I always.
#include "elements/body_fields.h"
#include "elements/registry.h"
#include "elements/vector.h"

static void pose(const real q[], BodyMotion *motion) {
  (void)q;
  for (int i = 0; i < 3; i++) {
    motion->r[i] = 0;
  }
  vec_identity(motion->A);
  motion->angle = 0;
  for (int i = 0; i < 4; i++) {
    motion->p[i] = i == 0;
  }
}

static void pose_q(const real q[], real dA[BODY_ORIENTATION][9]) {
  (void)q;
  (void)dA;
}

static void rate(const real q[], const real v[], real qdot[]) {
  (void)q;
  (void)v;
  (void)qdot;
}

static void rate_parts(const real q[], const real v[], real T[], real D[]) {
  (void)q;
  (void)v;
  (void)T;
  (void)D;
}

static void mass(const real par[], real M[]) {
  (void)par;
  (void)M;
}

static void gyroscopic(const real M[], const real v[], real h[], real h_v[]) {
  (void)M;
  (void)v;
  (void)h;
  (void)h_v;
}

static const Field fields[] = {
    {.name = "markers",
     .type = FIELD_COLLECTION,
     .fields = body_fields_marker,
     .summary = "named points and axes fixed in the ground, used as ground.NAME"},
    {0}};

const BodyKind MBS_NAME(body_ground) = {
    .type = "ground",
    .summary = "the body that does not move; as a marker it is the origin",
    .fields = fields,
    .spaces = IN_BOTH,
    .translations = 0,
    .rotations = 0,
    .orientation_count = 0,
    .pose = pose,
    .pose_q = pose_q,
    .rate = rate,
    .rate_parts = rate_parts,
    .mass = mass,
    .gyroscopic = gyroscopic,
};
