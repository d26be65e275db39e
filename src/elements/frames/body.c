// SPDX-License-Identifier: BSD-3-Clause
// body.c: coordinates and inertia of bodies (see body.h).
#include "elements/frames/body.h"

#include "elements/frames/vector.h"

enum { V = 6 }; // velocities of a body that gyrates

// dA/dp.
static void turn_axes(const real p[], real dA[BODY_ORIENTATION][9]) {
  const real *const e = p + 1;
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

// A and dA/d(angle) of a turn about z.
static void turn_about_z(real angle, BodyMotion *motion, real dA[BODY_ORIENTATION][9]) {
  real *const A = motion->A;
  vec_about_z(angle, A);
  if (dA != NULL) {
    vector_zero(9, dA[0]);
    dA[0][0] = dA[0][4] = A[1];
    dA[0][1] = -A[0];
    dA[0][3] = A[0];
  }
}

void MBS_NAME(body_pose)(const BodyKind *kind, const real q[], BodyMotion *motion,
                         real dA[BODY_ORIENTATION][9]) {
  const int count = kind->translations;
  const real *const turn = q + count;
  motion->r[0] = count > 0 ? q[0] : 0;
  motion->r[1] = count > 0 ? q[1] : 0;
  motion->r[2] = count > 2 ? q[2] : 0;
  motion->angle = kind->rotations == 1 ? turn[0] : 0;
  if (kind->rotations == 3) {
    vector_copy(4, turn, motion->p);
    vec_of_euler(turn, motion->A);
    if (dA != NULL) {
      turn_axes(turn, dA);
    }
    return;
  }
  vector_zero(4, motion->p);
  motion->p[0] = 1;
  if (kind->rotations == 1) {
    turn_about_z(turn[0], motion, dA);
  } else {
    vec_identity(motion->A);
  }
}

void MBS_NAME(body_rate)(const BodyKind *kind, const real q[], const real v[], real qdot[]) {
  const int count = kind->translations;
  if (kind->rotations != 3) {
    vector_copy(body_nv(kind), v, qdot);
    return;
  }
  const real *const p = q + count;
  const real *const w = v + count;
  vector_copy(count, v, qdot);
  qdot[count] = 0.5 * (-p[1] * w[0] - p[2] * w[1] - p[3] * w[2]);
  qdot[count + 1] = 0.5 * (p[0] * w[0] - p[3] * w[1] + p[2] * w[2]);
  qdot[count + 2] = 0.5 * (p[3] * w[0] + p[0] * w[1] - p[1] * w[2]);
  qdot[count + 3] = 0.5 * (-p[2] * w[0] + p[1] * w[1] + p[0] * w[2]);
  vector_copy(body_inside(kind), w + 3, qdot + count + 4);
}

void MBS_NAME(body_rate_parts)(const BodyKind *kind, const real q[], const real v[], real T[],
                               real D[]) {
  const int count = kind->translations, nq = body_nq(kind), nv = body_nv(kind);
  const real *const p = q + count;
  const real *const w = v + count;
  vector_zero(nq * nv, T);
  vector_zero(nq * nq, D);
  for (int i = 0; i < nv; i++) { // those behind the Euler parameters stand one further down
    T[(i < count ? i : i + nq - nv) * nv + i] = 1;
  }
  if (kind->rotations != 3) {
    return;
  }
  // 1/2 G', and the same product read as a matrix in w times p.
  const real G[4][3] = {
      {-p[1], -p[2], -p[3]}, {p[0], -p[3], p[2]}, {p[3], p[0], -p[1]}, {-p[2], p[1], p[0]}};
  const real none = 0;
  const real W[4][4] = {{none, -w[0], -w[1], -w[2]},
                        {w[0], none, w[2], -w[1]},
                        {w[1], -w[2], none, w[0]},
                        {w[2], w[1], -w[0], none}};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      T[(count + i) * nv + count + k] = 0.5 * G[i][k];
    }
    for (int k = 0; k < 4; k++) {
      D[(count + i) * nq + count + k] = 0.5 * W[i][k];
    }
  }
}

void MBS_NAME(body_mass)(const BodyKind *kind, const real par[], real M[]) {
  const int count = kind->translations, nv = body_nv(kind);
  const int axis = kind->rotations == 1 ? 2 : 0;
  real J[9];
  vector_zero(nv * nv, M);
  for (int i = 0; i < count; i++) {
    M[i * nv + i] = par[0];
  }
  if (kind->rotations > 0) {
    kind->inertia(par, J);
  }
  for (int i = 0; i < kind->rotations; i++) {
    for (int k = 0; k < kind->rotations; k++) {
      M[(count + i) * nv + count + k] = J[3 * (axis + i) + axis + k];
    }
  }
}

void MBS_NAME(body_gyroscopic)(const real M[], const real v[], real h[], real h_v[]) {
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
