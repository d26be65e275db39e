// SPDX-License-Identifier: BSD-3-Clause
// Gradient, Hessian times vector and rate of curvature of every primitive in the registry, against
// the complex step of the level before.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/step.h"
#include "elements/registry.h"

enum { M = 12, LEVELS = 4 };

static double gradient_error(const PrimitiveKind *kind, const real m[M]) {
  real phi[PRIMITIVE_ROWS];
  real gradient[PRIMITIVE_ROWS][M];
  real ignored[PRIMITIVE_ROWS][M];
  double worst = 0;
  kind->rows(m, phi, gradient);
  for (int k = 0; k < M; k++) {
    real unit[M] = {0};
    real moved[M];
    real column[PRIMITIVE_ROWS];
    unit[k] = 1;
    step_along(M, m, unit, moved);
    kind->rows(moved, phi, ignored);
    for (int r = 0; r < kind->row_count; r++) {
      column[r] = gradient[r][k];
    }
    worst = step_worst(step_error(kind->row_count, column, phi), worst);
  }
  return worst;
}

static double curve_error(const PrimitiveKind *kind, const real m[M], const real u[M]) {
  real phi[PRIMITIVE_ROWS];
  real moved[M];
  real gradient[PRIMITIVE_ROWS][M];
  real curved[PRIMITIVE_ROWS][M];
  step_along(M, m, u, moved);
  kind->rows(moved, phi, gradient);
  primitive_curve(kind, m, u, curved, NULL);
  double worst = 0;
  for (int r = 0; r < kind->row_count; r++) {
    worst = step_worst(step_error(M, curved[r], gradient[r]), worst);
  }
  return worst;
}

static double curve_rate_error(const PrimitiveKind *kind, const real m[M], const real u[M]) {
  real rate[PRIMITIVE_ROWS][M];
  real unused[PRIMITIVE_ROWS][M];
  double worst = 0;
  primitive_curve(kind, m, u, unused, rate);
  for (int k = 0; k < M; k++) {
    real unit[M] = {0};
    real moved[M];
    real curved[PRIMITIVE_ROWS][M];
    unit[k] = 1;
    step_along(M, m, unit, moved);
    primitive_curve(kind, moved, u, curved, NULL);
    for (int r = 0; r < kind->row_count; r++) {
      real bent = 0;
      for (int i = 0; i < M; i++) {
        bent += u[i] * curved[r][i];
      }
      worst = step_worst(step_error(1, &rate[r][k], &bent), worst);
    }
  }
  return worst;
}

// u'H u against the gradient's change along u; rows without it must be linear.
static double swing_error(const PrimitiveKind *kind, const real m[M], const real u[M]) {
  real phi[PRIMITIVE_ROWS];
  real moved[M];
  real gradient[PRIMITIVE_ROWS][M];
  real stepped[PRIMITIVE_ROWS][M];
  real swing[PRIMITIVE_ROWS] = {0};
  real bent[PRIMITIVE_ROWS];
  step_along(M, m, u, moved);
  kind->rows(m, phi, gradient);
  kind->rows(moved, phi, stepped);
  if (kind->swing != NULL) {
    kind->swing(m, (const real(*)[M])gradient, u, swing);
  }
  for (int r = 0; r < kind->row_count; r++) {
    bent[r] = 0;
    for (int i = 0; i < M; i++) {
      bent[r] += u[i] * stepped[r][i];
    }
  }
  return step_error(kind->row_count, swing, bent);
}

// Errors of the levels over random states.
static void errors_of(const PrimitiveKind *kind, double error[LEVELS]) {
  Random random = {1};
  memset(error, 0, LEVELS * sizeof(double));
  for (int n = 0; n < STATES; n++) {
    real m[M];
    real u[M];
    random_vector(&random, M, m);
    random_vector(&random, M, u);
    error[0] = step_worst(gradient_error(kind, m), error[0]);
    error[1] = step_worst(curve_error(kind, m, u), error[1]);
    error[2] = step_worst(curve_rate_error(kind, m, u), error[2]);
    error[3] = step_worst(swing_error(kind, m, u), error[3]);
  }
}

static void test_every_level_is_exact(void **state) {
  (void)state;
  for (int i = 0; i < MBS_NAME(registry_primitive_count)(); i++) {
    const PrimitiveKind *const kind = MBS_NAME(primitive_kinds)[i];
    double error[LEVELS];
    errors_of(kind, error);
    print_message("%-16s gradient %.1e, curve %.1e, curve rate %.1e, swing %.1e\n", kind->name,
                  error[0], error[1], error[2], error[3]);
    for (int k = 0; k < LEVELS; k++) {
      assert_true(error[k] < EXACT);
    }
  }
}

// Copies of a primitive with one wrong coefficient.
static const PrimitiveKind *original;

static void wrong_rows(const real m[M], real phi[], real G[][M]) {
  original->rows(m, phi, G);
  step_mutate(M, G[0]);
}

static void wrong_curve(const real m[M], const real u[M], real HU[][M], real D[][M]) {
  primitive_curve(original, m, u, HU, D);
  step_mutate(M, HU[0]);
}

static void wrong_curve_rate(const real m[M], const real u[M], real HU[][M], real D[][M]) {
  primitive_curve(original, m, u, HU, D);
  if (D != NULL) {
    step_mutate(M, D[0]);
  }
}

static void wrong_swing(const real m[M], const real G[][M], const real u[M], real c[]) {
  c[0] = 0;
  if (original->swing != NULL) {
    original->swing(m, G, u, c);
  }
  step_mutate(1, c);
}

static void test_a_wrong_coefficient_is_caught(void **state) {
  (void)state;
  for (int i = 0; i < MBS_NAME(registry_primitive_count)(); i++) {
    original = MBS_NAME(primitive_kinds)[i];
    PrimitiveKind wrong[LEVELS] = {*original, *original, *original, *original};
    wrong[0].rows = wrong_rows;
    wrong[1].curve = wrong_curve;
    wrong[2].curve = wrong_curve_rate;
    wrong[3].swing = wrong_swing;
    for (int k = 0; k < LEVELS; k++) {
      double error[LEVELS];
      errors_of(&wrong[k], error);
      assert_true(error[k] > WRONG);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_level_is_exact),
      cmocka_unit_test(test_a_wrong_coefficient_is_caught),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
