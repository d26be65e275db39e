// SPDX-License-Identifier: BSD-3-Clause
// body_ground.c: the body that does not move. No coordinates: x = 0, A = I always.
#include "elements/body_fields.h"
#include "elements/body_plain.h"
#include "elements/registry.h"

static void pose(const real q[], BodyMotion *motion, real dA[BODY_ORIENTATION][9]) {
  (void)dA;
  plain_pose(0, q, motion);
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

static const Field fields[] = {KEY("markers", COLLECTION,
                                   "named points and axes fixed in the ground, used as ground.NAME",
                                   .fields = body_fields_marker),
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
    .rate = rate,
    .rate_parts = rate_parts,
    .mass = mass,
};
