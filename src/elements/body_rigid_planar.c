// SPDX-License-Identifier: BSD-3-Clause
// body_rigid_planar.c: a rigid body in the plane.
//
//   q = (x, y, angle), v = q', M = diag(m, m, J) about the mass centre, no gyroscopic force
//   A = [c -s 0; s c 0; 0 0 1], c = cos(angle), s = sin(angle)
//
// par: mass, inertia J about the mass centre, then numbers that only the start needs.
#include "elements/body_fields.h"
#include "elements/body_plain.h"
#include "elements/registry.h"

enum { N = 3 };

static void pose(const real q[], BodyMotion *motion, real dA[BODY_ORIENTATION][9]) {
  plain_pose_turned(q, motion, dA);
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
  vector_zero(N * N, M);
  M[0] = par[0];
  M[4] = par[0];
  M[8] = par[1];
}

static const Field initial_fields[] = {
    KEY("position", VECTOR,
        "origin of the body frame at the start, ground axes; unstated: the ground origin",
        .quantity = QUANTITY_LENGTH),
    KEY_NUMBER("angle", ANGLE, ANY,
               "angle from the ground's x axis to the body's at the start, counterclockwise, any "
               "number of turns; unstated: 0"),
    KEY("velocity", VECTOR,
        "velocity of the body frame's origin at the start, ground axes; unstated: the smallest "
        "motion, weighted by mass, that joints and stated velocities allow",
        .quantity = QUANTITY_VELOCITY),
    KEY_NUMBER("angle_rate", ANGULAR_VELOCITY, ANY,
               "rate of the angle at the start; unstated: as with \"velocity\""),
    KEY("relative_to", FRAME,
        "reference frame in whose axes, and from whose origin, all of this is given",
        .fallback = "ground"),
    {0}};

static const Field fields[] = {
    KEY_NUMBER("mass", MASS, POSITIVE, "mass of the body", .required = true),
    KEY_NUMBER("inertia", INERTIA, POSITIVE, "moment of inertia about the mass centre, along z",
               .required = true),
    KEY("center_of_mass", VECTOR, "mass centre in the body frame; unstated: the frame's origin",
        .quantity = QUANTITY_LENGTH),
    KEY("initial", MAP, "pose and motion at the start", .fields = initial_fields),
    KEY("markers", COLLECTION, "named points and axes fixed in the body, used as BODY.NAME",
        .fields = body_fields_marker),
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
    .rate = rate,
    .rate_parts = rate_parts,
    .mass = mass,
};
