// SPDX-License-Identifier: BSD-3-Clause
// The free rotor: what its map keeps, that it goes back, its order, and its derivative.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "math/principal.h"
#include "math/rotor.h"
#include "math/vec.h"

static const double SKEW[9] = {1.3, 0.2, 0.1, 0.2, 2.1, -0.3, 0.1, -0.3, 2.9};
static const double PLAIN[9] = {2, 0, 0, 0, 1, 0, 0, 0, 2.5};
static const double DISC[9] = {1, 0, 0, 0, 2, 0, 0, 0, 1};

typedef struct Pose {
  double p[4], w[3];
} Pose;

static const Pose START = {.p = {0.5, -0.5, 0.1, 0.7}, .w = {1.1, -2.3, 0.7}};

static Pose turned(const double inertia[9], double h, int steps) {
  Rotor rotor;
  rotor_open(&rotor, inertia);
  Pose pose = START;
  for (int k = 0; k < steps; k++) {
    rotor_turn(&rotor, h, pose.p, pose.w);
  }
  return pose;
}

static double distance(const Pose *a, const Pose *b) {
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    sum += fabs(a->p[k] - b->p[k]);
  }
  for (int k = 0; k < 3; k++) {
    sum += fabs(a->w[k] - b->w[k]);
  }
  return sum;
}

// Angular momentum in ground axes, and twice the energy behind it.
static void invariants(const double inertia[9], const Pose *pose, double out[4]) {
  double A[9], momentum[3];
  vec_of_euler(pose->p, A);
  vec_rotate(inertia, pose->w, momentum);
  vec_rotate(A, momentum, out);
  out[3] = vec_dot(pose->w, momentum);
}

static void axes(void **unused) {
  (void)unused;
  double moments[3], R[9], half[9], back[9];
  principal_axes(SKEW, moments, R);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      half[3 * i + k] = moments[i] * R[3 * k + i]; // diag R'
    }
  }
  vec_product(R, half, back);
  for (int i = 0; i < 9; i++) {
    assert_true(fabs(back[i] - SKEW[i]) < 1e-14);
  }
  double product[9], cross[3], column[3][3];
  vec_product_back(R, R, product);
  for (int k = 0; k < 3; k++) {
    vec_column(R, k, column[k]);
    assert_true(fabs(product[4 * k] - 1) < 1e-15);
  }
  vec_cross(column[0], column[1], cross);
  assert_true(fabs(vec_dot(cross, column[2]) - 1) < 1e-15);
}

static void keeps_momentum(void **unused) {
  (void)unused;
  const double *all[] = {SKEW, PLAIN, DISC};
  for (int k = 0; k < 3; k++) {
    double before[4], after[4], least = 0;
    const Pose end = turned(all[k], 0.05, 10000);
    invariants(all[k], &START, before);
    invariants(all[k], &end, after);
    for (int i = 0; i < 3; i++) {
      least = fmax(least, fabs(after[i] - before[i]));
    }
    assert_true(least < 2e-11);
    assert_true(fabs(after[3] - before[3]) < (k < 2 ? 2e-3 : 1e-12)); // exact for the disc
  }
}

static void goes_back(void **unused) {
  (void)unused;
  Rotor rotor;
  rotor_open(&rotor, SKEW);
  Pose pose = START;
  for (int k = 0; k < 200; k++) {
    rotor_turn(&rotor, 0.3, pose.p, pose.w);
  }
  for (int k = 0; k < 200; k++) {
    rotor_turn(&rotor, -0.3, pose.p, pose.w);
  }
  assert_true(distance(&pose, &START) < 2e-12);
}

// Against Euler's equations p' = 1/2 p w, I w' = (I w) x w by the classical Runge-Kutta method.
static void slope(const double inertia[9], const double inverse[9], const Pose *at, Pose *out) {
  const double wide[4] = {0, at->w[0], at->w[1], at->w[2]};
  double momentum[3], torque[3];
  vec_euler_product(at->p, wide, out->p);
  for (int k = 0; k < 4; k++) {
    out->p[k] *= 0.5;
  }
  vec_rotate(inertia, at->w, momentum);
  vec_cross(momentum, at->w, torque);
  vec_rotate(inverse, torque, out->w);
}

static Pose moved(const Pose *from, double h, const Pose *slope) {
  Pose to = *from;
  for (int k = 0; k < 4; k++) {
    to.p[k] += h * slope->p[k];
  }
  for (int k = 0; k < 3; k++) {
    to.w[k] += h * slope->w[k];
  }
  return to;
}

static Pose exact(const double inertia[9], double duration) {
  enum { STEPS = 20000 };
  double moments[3], R[9], inverse[9];
  principal_axes(inertia, moments, R);
  for (int i = 0; i < 9; i++) {
    inverse[i] = 0;
    for (int k = 0; k < 3; k++) {
      inverse[i] += R[3 * (i / 3) + k] * R[3 * (i % 3) + k] / moments[k];
    }
  }
  const double h = duration / STEPS;
  Pose y = START;
  for (int n = 0; n < STEPS; n++) {
    Pose a, b, c, d;
    slope(inertia, inverse, &y, &a);
    Pose at = moved(&y, h / 2, &a);
    slope(inertia, inverse, &at, &b);
    at = moved(&y, h / 2, &b);
    slope(inertia, inverse, &at, &c);
    at = moved(&y, h, &c);
    slope(inertia, inverse, &at, &d);
    y = moved(&y, h / 6, &a);
    y = moved(&y, h / 3, &b);
    y = moved(&y, h / 3, &c);
    y = moved(&y, h / 6, &d);
  }
  return y;
}

static void order(void **unused) {
  (void)unused;
  const Pose truth = exact(SKEW, 2), coarse = turned(SKEW, 0.01, 200),
             fine = turned(SKEW, 0.005, 400);
  const double ratio = distance(&coarse, &truth) / distance(&fine, &truth);
  assert_true(fabs(log2(ratio) - 2) < 0.01);
  // two equal moments: exact, however long the step
  const Pose disc = exact(DISC, 2), leap = turned(DISC, 2, 1);
  assert_true(distance(&disc, &leap) < 1e-12);
}

static void derivative(void **unused) {
  (void)unused;
  const double *all[] = {SKEW, PLAIN, DISC};
  const double steps[] = {0.9, -0.4, 1e-3};
  for (int k = 0; k < 9; k++) {
    const double *inertia = all[k / 3], h = steps[k % 3], small = 1e-5;
    Rotor rotor;
    double D[9];
    rotor_open(&rotor, inertia);
    rotor_turn_rate(&rotor, h, START.w, D);
    Pose middle = START;
    rotor_turn(&rotor, h, middle.p, middle.w);
    const double back[4] = {middle.p[0], -middle.p[1], -middle.p[2], -middle.p[3]};
    for (int column = 0; column < 3; column++) {
      Pose side[2] = {START, START};
      double turn[2][4];
      for (int s = 0; s < 2; s++) {
        side[s].w[column] += s == 0 ? small : -small;
        rotor_turn(&rotor, h, side[s].p, side[s].w);
        vec_euler_product(back, side[s].p, turn[s]); // (|p|^2, half the turn |p|^2)
      }
      for (int i = 0; i < 3; i++) {
        const double found = (turn[0][1 + i] - turn[1][1 + i]) / small;
        assert_true(fabs(found - D[3 * i + column]) < 2e-9);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(axes),  cmocka_unit_test(keeps_momentum), cmocka_unit_test(goes_back),
      cmocka_unit_test(order), cmocka_unit_test(derivative),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
