// SPDX-License-Identifier: BSD-3-Clause
// body_rigid_planar.c: a rigid body in the plane.
//
//   q = (x, y, angle), v = q', M = diag(m, m, J) about the mass centre, no gyroscopic force
//   A = [c -s 0; s c 0; 0 0 1], c = cos(angle), s = sin(angle)
//
// par: mass, inertia J about the mass centre, then numbers that only the start needs.
#include "elements/body_fields.h"
#include "elements/registry.h"
#include "elements/vector.h"

enum { N = 3 };

static void pose(const real q[], BodyMotion *motion) {
  vec_about_z(q[2], motion->A);
  motion->r[0] = q[0];
  motion->r[1] = q[1];
  motion->r[2] = 0;
  motion->angle = q[2];
  for (int i = 0; i < 4; i++) {
    motion->p[i] = i == 0;
  }
}

static void pose_q(const real q[], real dA[BODY_ORIENTATION][9]) {
  const real c = cos(q[2]);
  const real s = sin(q[2]);
  const real none = 0;
  const real d[9] = {-s, -c, none, c, -s, none, none, none, none};
  for (int i = 0; i < 9; i++) {
    dA[0][i] = d[i];
  }
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
  vector_zero(N * N, M);
  M[0] = par[0];
  M[4] = par[0];
  M[8] = par[1];
}

static void gyroscopic(const real M[], const real v[], real h[], real h_v[]) {
  (void)M;
  (void)v;
  vector_zero(N, h);
  if (h_v) {
    vector_zero(N * N, h_v);
  }
}

static const Field initial_fields[] = {
    {.name = "position",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_LENGTH,
     .summary = "origin of the body frame at the start, ground axes; unstated: the ground origin"},
    {.name = "angle",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGLE,
     .summary = "angle from the ground's x axis to the body's at the start, counterclockwise, any "
                "number of turns; unstated: 0"},
    {.name = "velocity",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_VELOCITY,
     .summary = "velocity of the body frame's origin at the start, ground axes; unstated: the "
                "smallest motion, weighted by mass, that joints and stated velocities allow"},
    {.name = "angle_rate",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_ANGULAR_VELOCITY,
     .summary = "rate of the angle at the start; unstated: as with \"velocity\""},
    {.name = "relative_to",
     .type = FIELD_FRAME,
     .fallback = "ground",
     .summary = "reference frame in whose axes, and from whose origin, all of this is given"},
    {0}};

static const Field fields[] = {
    {.name = "mass",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_MASS,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "mass of the body"},
    {.name = "inertia",
     .type = FIELD_NUMBER,
     .quantity = QUANTITY_INERTIA,
     .range = RANGE_POSITIVE,
     .required = true,
     .summary = "moment of inertia about the mass centre, along z"},
    {.name = "center_of_mass",
     .type = FIELD_VECTOR,
     .quantity = QUANTITY_LENGTH,
     .summary = "mass centre in the body frame; unstated: the frame's origin"},
    {.name = "initial",
     .type = FIELD_MAP,
     .fields = initial_fields,
     .summary = "pose and motion at the start"},
    {.name = "markers",
     .type = FIELD_COLLECTION,
     .fields = body_fields_marker,
     .summary = "named points and axes fixed in the body, used as BODY.NAME"},
    {0}};

const BodyKind MBS_NAME(body_rigid_planar) = {
    .type = "rigid",
    .summary = "a rigid body: in the plane with position and angle, in space with position and "
               "orientation",
    .fields = fields,
    .spaces = IN_PLANE,
    .translations = 2,
    .rotations = 1,
    .orientation_count = 1,
    .pose = pose,
    .pose_q = pose_q,
    .rate = rate,
    .rate_parts = rate_parts,
    .mass = mass,
    .gyroscopic = gyroscopic,
};
