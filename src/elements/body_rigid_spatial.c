// SPDX-License-Identifier: BSD-3-Clause
// body_rigid_spatial.c: a rigid body in space.
//
//   q = (x, y, z, e0, e1, e2, e3), v = (x', y', z', w), w in body axes
//   E = [-e  e~ + e0 I],  G = [-e  -e~ + e0 I]          (3 x 4, e = (e1, e2, e3), e~ u = e x u)
//   A = E G' = 2 e e' + (e0^2 - e.e) I + 2 e0 e~        homogeneous of degree 2 in p
//   p' = 1/2 G' w
//   M = diag(m I, J), h = (0, w x J w), dh/dw = w~ J - (J w)~
//
// Off the unit norm A is |p|^2 times a rotation; since p.G'w = 0 the norm is kept by the flow, so
// that A' = A w~ holds for every p and Jacobians by way of T are exact there too. (The form with
// 2 e0^2 - 1 on the diagonal lacks this.)
//
// par: mass; inertia xx yy zz xy yz zx about the mass centre, matrix elements in body axes; then
// numbers that only the start needs.
#include "elements/body_fields.h"
#include "elements/registry.h"
#include "elements/vector.h"

enum { Q = 7, V = 6 };

// dA/dp.
static void turn_axes(const real q[], real dA[BODY_ORIENTATION][9]) {
  const real *const p = q + 3;
  const real *const e = q + 4;
  const real none = 0;
  const real cross[9] = {none, -e[2], e[1], e[2], none, -e[0], -e[1], e[0], none};
  for (int i = 0; i < 9; i++) {
    dA[0][i] = 2 * (i % 4 == 0 ? p[0] : none) + 2 * cross[i];
  }
  for (int k = 0; k < 3; k++) {
    // d/de_k: 2 (u e' + e u') - 2 e_k I + 2 e0 u~, u the k-th unit vector
    real *const d = dA[1 + k];
    for (int i = 0; i < 9; i++) {
      d[i] = i % 4 == 0 ? -2 * e[k] : none;
    }
    for (int i = 0; i < 3; i++) {
      d[3 * k + i] += 2 * e[i];
      d[3 * i + k] += 2 * e[i];
    }
    const int next = (k + 1) % 3;
    const int last = (k + 2) % 3;
    d[3 * last + next] += 2 * p[0];
    d[3 * next + last] -= 2 * p[0];
  }
}

static void pose(const real q[], BodyMotion *motion, real dA[BODY_ORIENTATION][9]) {
  for (int i = 0; i < 3; i++) {
    motion->r[i] = q[i];
  }
  for (int i = 0; i < 4; i++) {
    motion->p[i] = q[3 + i];
  }
  vec_of_euler(motion->p, motion->A);
  motion->angle = 0;
  if (dA != NULL) {
    turn_axes(q, dA);
  }
}

static void rate(const real q[], const real v[], real qdot[]) {
  const real *const p = q + 3;
  const real *const w = v + 3;
  for (int i = 0; i < 3; i++) {
    qdot[i] = v[i];
  }
  qdot[3] = 0.5 * (-p[1] * w[0] - p[2] * w[1] - p[3] * w[2]);
  qdot[4] = 0.5 * (p[0] * w[0] - p[3] * w[1] + p[2] * w[2]);
  qdot[5] = 0.5 * (p[3] * w[0] + p[0] * w[1] - p[1] * w[2]);
  qdot[6] = 0.5 * (-p[2] * w[0] + p[1] * w[1] + p[0] * w[2]);
}

static void rate_parts(const real q[], const real v[], real T[], real D[]) {
  const real *const p = q + 3;
  const real *const w = v + 3;
  // 1/2 G', and the same product read as a matrix in w times p.
  const real G[4][3] = {
      {-p[1], -p[2], -p[3]}, {p[0], -p[3], p[2]}, {p[3], p[0], -p[1]}, {-p[2], p[1], p[0]}};
  const real none = 0;
  const real W[4][4] = {{none, -w[0], -w[1], -w[2]},
                        {w[0], none, w[2], -w[1]},
                        {w[1], -w[2], none, w[0]},
                        {w[2], w[1], -w[0], none}};
  vector_zero(Q * V, T);
  vector_zero(Q * Q, D);
  for (int i = 0; i < 3; i++) {
    T[i * V + i] = 1;
  }
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      T[(3 + i) * V + 3 + k] = 0.5 * G[i][k];
    }
    for (int k = 0; k < 4; k++) {
      D[(3 + i) * Q + 3 + k] = 0.5 * W[i][k];
    }
  }
}

static void mass(const real par[], real M[]) {
  const real *const I3 = par + 1; // xx yy zz xy yz zx
  const real J[3][3] = {{I3[0], I3[3], I3[5]}, {I3[3], I3[1], I3[4]}, {I3[5], I3[4], I3[2]}};
  vector_zero(V * V, M);
  for (int i = 0; i < 3; i++) {
    M[i * V + i] = par[0];
    for (int k = 0; k < 3; k++) {
      M[(3 + i) * V + 3 + k] = J[i][k];
    }
  }
}

static void gyroscopic(const real M[], const real v[], real h[], real h_v[]) {
  const real *const w = v + 3;
  real J[9];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      J[3 * i + k] = M[(3 + i) * V + 3 + k];
    }
  }
  real momentum[3];
  vec_rotate(J, w, momentum);
  vector_zero(3, h);
  vec_cross(w, momentum, h + 3);
  if (!h_v) {
    return;
  }
  vector_zero(V * V, h_v);
  for (int k = 0; k < 3; k++) {
    // column k: w x (J u) + u x (J w), u the k-th unit vector
    const real unit[3] = {k == 0, k == 1, k == 2};
    real column[3];
    real first[3];
    real second[3];
    vec_column(J, k, column);
    vec_cross(w, column, first);
    vec_cross(unit, momentum, second);
    for (int i = 0; i < 3; i++) {
      h_v[(3 + i) * V + 3 + k] = first[i] + second[i];
    }
  }
}

static const Field inertia_fields[] = {
    KEY_NUMBER("xx", INERTIA, POSITIVE, "matrix element: moment of inertia about the body's x axis",
               .required = true),
    KEY_NUMBER("yy", INERTIA, POSITIVE, "matrix element: moment of inertia about the body's y axis",
               .required = true),
    KEY_NUMBER("zz", INERTIA, POSITIVE, "matrix element: moment of inertia about the body's z axis",
               .required = true),
    KEY_NUMBER("xy", INERTIA, ANY,
               "matrix element, that is minus the integral of x y dm (CAD programs often give the "
               "integral itself)",
               .fallback = "0"),
    KEY_NUMBER("yz", INERTIA, ANY, "matrix element, that is minus the integral of y z dm",
               .fallback = "0"),
    KEY_NUMBER("zx", INERTIA, ANY, "matrix element, that is minus the integral of z x dm",
               .fallback = "0"),
    KEY("about", MARKER,
        "marker of this body about whose origin the elements are given, still in body axes; "
        "unstated: the mass centre"),
    {0}};

static const Field initial_fields[] = {
    KEY("position", VECTOR,
        "origin of the body frame at the start, ground axes; unstated: the ground origin",
        .quantity = QUANTITY_LENGTH),
    KEY("orientation", MAP, "body axes at the start, in ground axes; unstated: the ground's axes",
        .fields = body_fields_orientation),
    KEY("velocity", VECTOR,
        "velocity of the body frame's origin at the start, ground axes; unstated: the smallest "
        "motion, weighted by mass, that joints and stated velocities allow",
        .quantity = QUANTITY_VELOCITY),
    KEY("angular_velocity", VECTOR,
        "angular velocity at the start, in the axes of \"resolve_in\"; unstated: as with "
        "\"velocity\"",
        .quantity = QUANTITY_ANGULAR_VELOCITY),
    KEY_WORD("resolve_in", ONE_OF("ground", "body"),
             "axes in which \"angular_velocity\" is given: ground or body", .fallback = "ground"),
    KEY("relative_to", FRAME,
        "reference frame in whose axes, and from whose origin, all of this is given",
        .fallback = "ground"),
    {0}};

static const Field fields[] = {
    KEY_NUMBER("mass", MASS, POSITIVE, "mass of the body", .required = true),
    KEY("inertia", MAP,
        "elements of the inertia matrix in body axes, about the mass centre unless \"about\" names "
        "a marker",
        .fields = inertia_fields, .required = true),
    KEY("center_of_mass", VECTOR, "mass centre in the body frame; unstated: the frame's origin",
        .quantity = QUANTITY_LENGTH),
    KEY("initial", MAP, "pose and motion at the start", .fields = initial_fields),
    KEY("markers", COLLECTION, "named points and axes fixed in the body, used as BODY.NAME",
        .fields = body_fields_marker),
    {0}};

const BodyKind MBS_NAME(body_rigid_spatial) = {
    .type = "rigid",
    .summary = "a rigid body: in the plane with position and angle, in space with position and "
               "orientation",
    .fields = fields,
    .spaces = IN_SPACE,
    .translations = 3,
    .rotations = 3,
    .orientation_count = 4,
    .pose = pose,
    .rate = rate,
    .rate_parts = rate_parts,
    .mass = mass,
    .gyroscopic = gyroscopic,
};
