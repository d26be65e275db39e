// SPDX-License-Identifier: BSD-3-Clause
// rotation.c: rotations in the forms that people give them (see rotation.h).
#include "math/rotation.h"

#include <string.h>

#include "math/vec.h"

// Components of a direction that differ by less count as equal, so that a reference frame about
// [0, 0, 1] or [1, 1, 1] turns smoothly with the direction.
static const double NEAR = 1e-3;

void MBS_NAME(rotation_of_quaternion)(const real p[static 4], real R[static 9]) {
  const real norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  const real unit[4] = {p[0] / norm, p[1] / norm, p[2] / norm, p[3] / norm};
  vec_of_euler(unit, R);
}

void MBS_NAME(rotation_of_axis_angle)(const real axis[static 3], real angle, real R[static 9]) {
  const real norm = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const real s = sin(angle / 2) / norm;
  const real unit[4] = {cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]};
  vec_of_euler(unit, R);
}

void MBS_NAME(rotation_of_euler)(const char *sequence, const real angles[static 3],
                                 real R[static 9]) {
  vec_identity(R);
  for (int k = 0; k < 3; k++) {
    real axis[3] = {0, 0, 0}, turn[9], product[9];
    axis[sequence[k] - 'x'] = 1;
    MBS_NAME(rotation_of_axis_angle)(axis, angles[k], turn);
    vec_product(R, turn, product);
    memcpy(R, product, sizeof product);
  }
}

void MBS_NAME(rotation_with_axis)(const real direction[static 3], int which, real R[static 9]) {
  const real norm = vec_norm(direction);
  real first[3], second[3], third[3], reference[3] = {0, 0, 0};
  int least = 0;
  for (int i = 0; i < 3; i++) {
    first[i] = direction[i] / norm;
    if (fabs(re(first[i])) < fabs(re(first[least])) - NEAR) {
      least = i;
    }
  }
  reference[least] = 1;
  vec_cross(reference, first, third);
  const real size = vec_norm(third);
  for (int i = 0; i < 3; i++) {
    third[i] /= size;
  }
  vec_cross(third, first, second);
  // columns which, which + 1, which + 2 (cyclic) are right-handed: first, second, third
  const real *const column[3] = {first, second, third};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      R[3 * i + (which + k) % 3] = column[k][i];
    }
  }
}

void MBS_NAME(rotation_with_two_axes)(const real x[static 3], const real y[static 3],
                                      real R[static 9]) {
  const real length = sqrt(vec_dot(x, x));
  real e[3][3];
  for (int i = 0; i < 3; i++) {
    e[0][i] = x[i] / length;
  }
  const real along = vec_dot(e[0], y);
  for (int i = 0; i < 3; i++) {
    e[1][i] = y[i] - along * e[0][i];
  }
  const real rest = sqrt(vec_dot(e[1], e[1]));
  for (int i = 0; i < 3; i++) {
    e[1][i] /= rest;
  }
  vec_cross(e[0], e[1], e[2]);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      R[3 * i + k] = e[k][i];
    }
  }
}

void MBS_NAME(rotation_to_quaternion)(const real R[static 9], real p[static 4]) {
  const real trace = R[0] + R[4] + R[8];
  const real square[4] = {trace, R[0], R[4], R[8]};
  int best = 0;
  for (int k = 1; k < 4; k++) {
    if (re(square[k]) > re(square[best])) {
      best = k;
    }
  }
  if (best == 0) {
    p[0] = 1 + trace;
    p[1] = R[7] - R[5];
    p[2] = R[2] - R[6];
    p[3] = R[3] - R[1];
  } else {
    const int i = best - 1, j = (i + 1) % 3, k = (i + 2) % 3;
    p[0] = R[3 * k + j] - R[3 * j + k];
    p[1 + i] = 1 + 2 * R[4 * i] - trace;
    p[1 + j] = R[3 * i + j] + R[3 * j + i];
    p[1 + k] = R[3 * i + k] + R[3 * k + i];
  }
  const real norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  const real sign = re(p[0]) < 0 ? -1 / norm : 1 / norm;
  for (int k = 0; k < 4; k++) {
    p[k] *= sign;
  }
}
