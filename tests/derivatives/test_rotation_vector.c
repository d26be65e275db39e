// SPDX-License-Identifier: BSD-3-Clause
// The rotation vector of a bushing from nearly nothing to nearly half a turn, and held beyond that:
// its value against the axis and angle that made it, its derivative and that of the pulled-back
// moment against the complex step, and phi' = L u against the motion.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/frames.h"
#include "derivatives/step.h"
#include "elements/frames/rotation_vector.h"

static const double angles[] = {0,    1e-12, 1e-6, 1e-3, 0.1, 0.19, 0.21, 0.49,
                                0.51, 1,     2,    3,    3.1, 3.2,  4,    5};

// p arbitrary; q = p turned by `angle` about a random axis of the frame of p, either sign.
static void random_pair(Random *random, double angle, real p[4], real q[4], real phi[3]) {
  real axis[3];
  real turn[4];
  random_vector(random, 4, p);
  frames_unit(p);
  random_vector(random, 3, axis);
  const real norm = vec_norm(axis);
  turn[0] = cos(angle / 2);
  for (int k = 0; k < 3; k++) {
    phi[k] = axis[k] / norm * angle;
    turn[1 + k] = axis[k] / norm * sin(angle / 2);
  }
  vec_euler_product(p, turn, q);
  if (random_number(random) > 0) {
    for (int k = 0; k < 4; k++) {
      q[k] = -q[k];
    }
  }
}

static double sign_of(const real p[4], const real q[4], double angle) {
  real r[4];
  rotation_vector_between(p, q, r);
  return (re(r[0]) < 0) == (cos(angle / 2) < 0) ? 1 : -1;
}

// The half on which the pair is held beyond half a turn; below that the shortest is this one.
static int half_of(const real p[4], const real q[4], double angle) {
  return angle < 3.14 ? 0 : (int)sign_of(p, q, angle);
}

static void check_value(Random *random, double angle) {
  real p[4];
  real q[4];
  real made[3];
  real found[3];
  random_pair(random, angle, p, q, made);
  rotation_vector(p, q, half_of(p, q, angle), found);
  assert_true(step_difference(3, made, found) < EXACT);
}

static void check_tangents(Random *random, double angle) {
  real p[4];
  real q[4];
  real phi[3];
  real d[14];
  real moved[14];
  real start[14];
  real analytic[3];
  real stepped[3];
  random_pair(random, angle, p, q, phi);
  random_vector(random, 14, d);
  memcpy(start, p, sizeof p);
  memcpy(start + 4, q, sizeof q);
  memcpy(start + 8, phi, sizeof phi);
  random_vector(random, 3, start + 11);
  step_along(14, start, d, moved);
  const int half = half_of(p, q, angle);
  rotation_vector_tangent(p, q, d, d + 4, half, analytic);
  rotation_vector(moved, moved + 4, half, stepped);
  assert_true(step_error(3, analytic, stepped) < EXACT);
  rotation_vector_pull_tangent(phi, start + 11, d + 8, d + 11, analytic);
  rotation_vector_pull(moved + 8, moved + 11, stepped);
  assert_true(step_error(3, analytic, stepped) < EXACT);
}

// m . phi' = (L' m) . u for every m: here m the rate itself. u in the axes of p, which rests.
static void check_rate(Random *random, double angle) {
  real p[4];
  real q[4];
  real phi[3];
  real u[3];
  real turning[4] = {0};
  real dq[4];
  real relative[4];
  real own[4];
  real rate[3];
  real m[3];
  real pulled[3];
  const real rest[4] = {0};
  random_pair(random, angle, p, q, phi);
  random_vector(random, 3, u);
  for (int k = 0; k < 3; k++) {
    turning[1 + k] = 0.5 * u[k];
  }
  rotation_vector_between(p, q, relative);
  vec_euler_product(turning, relative, own); // u in the axes of p: r' = (0, u/2) r
  vec_euler_product(p, own, dq);
  rotation_vector_tangent(p, q, rest, dq, half_of(p, q, angle), rate);
  random_vector(random, 3, m);
  rotation_vector_pull(phi, m, pulled);
  const real left = vec_dot(m, rate);
  const real right = vec_dot(pulled, u);
  assert_true(step_difference(1, &left, &right) < EXACT);
}

static void test_at_every_size(void **state) {
  (void)state;
  Random random = {21};
  for (int a = 0; a < (int)(sizeof angles / sizeof *angles); a++) {
    for (int n = 0; n < STATES; n++) {
      check_value(&random, angles[a]);
      check_tangents(&random, angles[a]);
      check_rate(&random, angles[a]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_at_every_size)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
