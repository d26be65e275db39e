// SPDX-License-Identifier: BSD-3-Clause
// test_slip.c: farthest points of round bodies, and velocities between bodies at a point, by the
// complex step at random states:
//   support  p_m is the derivative of p; p lies on the surface, and no point of it lies farther
//   slip     phi' = rate along the motion, bias = rate' with accelerations held at zero, and J is
//            the derivative of the rate by the velocities
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// after those four
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "derivatives/step.h"
#include "elements/frames/vector.h"
#include "elements/pairs/slip.h"

enum { MANY = 1000 };

static const char *const names[] = {"sphere", "disc", "ellipsoid", "wheel"};

static Support support_of(int shape, Random *random) {
  Support support = {.shape = (SupportShape)shape};
  for (int k = 0; k < 3; k++) {
    support.size[k] = 0.6 + 0.3 * random_number(random);
  }
  support.size[1] *= shape == SUPPORT_WHEEL ? 0.3 : 1;
  return support;
}

static void test_support_derivative(void **unused) {
  (void)unused;
  Random random = {1};
  for (int shape = 0; shape <= SUPPORT_WHEEL; shape++) {
    double worst = 0;
    for (int n = 0; n < MANY; n++) {
      const Support support = support_of(shape, &random);
      real m[3], p[3], p_m[9], moved[3], column[3], ignored[9];
      random_vector(&random, 3, m);
      support_point_complex(&support, m, p, p_m);
      for (int k = 0; k < 3; k++) {
        real unit[3] = {0}, change[3];
        unit[k] = 1;
        step_along(3, m, unit, moved);
        support_point_complex(&support, moved, change, ignored);
        vec_column(p_m, k, column);
        worst = step_worst(step_error(3, column, change), worst);
      }
      real along[3];
      vec_rotate(p_m, m, along); // homogeneous of degree 0
      worst = step_worst(step_difference(3, along, (const real[3]){0, 0, 0}), worst);
    }
    printf("%s %.2g\n", names[shape], worst);
    assert_true(worst <= EXACT * 100); // m may be near the axis of a disc: p_m goes like 1/distance
  }
}

// A point of the surface of a shape, by two angles.
static void surface(const Support *support, double a, double b, real x[3]) {
  const real *size = support->size;
  const double c = cos(b), s = sin(b);
  const real round[3] = {c * cos(a), c * sin(a), s}, flat[3] = {cos(a), sin(a), 0};
  for (int k = 0; k < 3; k++) {
    x[k] = support->shape == SUPPORT_SPHERE ? size[0] * round[k]
           : support->shape == SUPPORT_DISC ? size[0] * flat[k]
           : support->shape == SUPPORT_ELLIPSOID
               ? size[k] * round[k]
               : (size[0] - size[1]) * flat[k] + size[1] * round[k];
  }
}

static void test_nothing_lies_farther(void **unused) {
  (void)unused;
  Random random = {2};
  for (int n = 0; n < MANY; n++) {
    const Support support = support_of(n % 4, &random);
    real m[3], p[3], p_m[9];
    random_vector(&random, 3, m);
    support_point_complex(&support, m, p, p_m);
    const double far = creal(vec_dot(m, p));
    double best = -1;
    for (int k = 0; k < 200; k++) {
      real x[3];
      surface(&support, 3.15 * random_number(&random), 1.58 * random_number(&random), x);
      best = fmax(best, creal(vec_dot(m, x)));
    }
    assert_true(best <= far * (1 + 1e-12));
    assert_true(best >= 0.7 * far); // and some come near
  }
}

// A rotation by Euler parameters of any size, and how it changes along w: A' = A w~.
static void place(Random *random, SlipEnd *end) {
  real p[4];
  random_vector(random, 4, p);
  vec_of_euler(p, end->A);
  random_vector(random, 3, end->r);
  random_vector(random, 3, end->v);
  random_vector(random, 3, end->w);
  random_vector(random, 3, end->s);
  random_vector(random, 4, p);
  const real size = vec_dot(p, p) + p[3] * p[3];
  vec_of_euler(p, end->R);
  for (int k = 0; k < 9; k++) {
    end->R[k] /= size;
  }
}

// The state an instant later: r' = v, A' = A w~; velocities stay.
static void go_on(const SlipEnd *from, SlipEnd *to) {
  real turned[9];
  const real *w = from->w;
  const real W[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
  *to = *from;
  vec_product(from->A, W, turned);
  step_along(3, from->r, from->v, to->r);
  step_along(9, from->A, turned, to->A);
}

static double motion_error(const Slip *slip) {
  SlipRow row, later;
  Slip moved = *slip;
  slip_row_complex(slip, &row);
  go_on(&slip->end[0], &moved.end[0]);
  go_on(&slip->end[1], &moved.end[1]);
  slip_row_complex(&moved, &later);
  const bool gap = slip->form == SLIP_ROLLING && slip->along == slip->normal;
  double worst = step_error(1, &row.bias, &later.rate);
  return step_worst(gap ? step_error(1, &row.rate, &later.phi) : 0, worst);
}

static double jacobian_error(const Slip *slip) {
  SlipRow row, changed;
  double worst = 0;
  slip_row_complex(slip, &row);
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < 6; k++) {
      Slip moved = *slip;
      real *x = k < 3 ? &moved.end[side].v[k] : &moved.end[side].w[k - 3];
      *x += (real)I * STEP;
      slip_row_complex(&moved, &changed);
      worst = step_worst(step_error(1, &row.J[side][k], &changed.rate), worst);
    }
  }
  return worst;
}

static void test_slip(void **unused) {
  (void)unused;
  static const char *const forms[] = {"rolling", "edge", "spin"};
  Random random = {3};
  for (int form = 0; form <= SLIP_SPIN; form++) {
    double motion = 0, jacobian = 0;
    for (int n = 0; n < MANY; n++) {
      Slip slip = {.form = (SlipForm)form, .along = n % 3, .normal = 2 - n / 3 % 2};
      slip.support = support_of(n % 4, &random);
      place(&random, &slip.end[0]);
      place(&random, &slip.end[1]);
      motion = step_worst(motion_error(&slip), motion);
      jacobian = step_worst(jacobian_error(&slip), jacobian);
    }
    printf("%s: along the motion %.2g, by velocities %.2g\n", forms[form], motion, jacobian);
    assert_true(motion <= 1e3 * EXACT); // rho' of a disc that lies nearly flat is large
    assert_true(jacobian <= EXACT);
  }
}

// A wrong coefficient is seen.
static void test_wrong_bias_is_found(void **unused) {
  (void)unused;
  Random random = {4};
  Slip slip = {.form = SLIP_ROLLING, .along = 0, .normal = 2, .support = support_of(2, &random)};
  SlipRow row, later;
  Slip moved = slip;
  place(&random, &slip.end[0]);
  place(&random, &slip.end[1]);
  moved = slip;
  slip_row_complex(&slip, &row);
  go_on(&slip.end[0], &moved.end[0]);
  go_on(&slip.end[1], &moved.end[1]);
  slip_row_complex(&moved, &later);
  step_mutate(1, &row.bias);
  assert_true(step_error(1, &row.bias, &later.rate) > WRONG);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_support_derivative), cmocka_unit_test(test_nothing_lies_farther),
      cmocka_unit_test(test_slip), cmocka_unit_test(test_wrong_bias_is_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
