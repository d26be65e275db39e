// SPDX-License-Identifier: BSD-3-Clause
// test_model_inertia.c: principal moments against matrices built from known ones, and the verdict
// on bodies whose moments are known: a body of point masses exists whatever its axes.
#include "language/bodies/inertia.h"
#include "unit/model_support.h"

typedef struct Random {
  unsigned long state;
} Random;

// A linear congruential generator is random enough here and the same everywhere.
static double uniform(Random *random) {
  random->state = random->state * 6364136223846793005UL + 1442695040888963407UL;
  return (double)(random->state >> 33) / 2147483648.0;
}

// A rotation from a random quaternion, rows first.
static void rotation(Random *random, double r[3][3]) {
  double q[4];
  double square = 0;
  for (int k = 0; k < 4; k++) {
    q[k] = 2 * uniform(random) - 1;
    square += q[k] * q[k];
  }
  for (int k = 0; k < 4; k++) {
    q[k] /= sqrt(square);
  }
  const double w = q[0];
  const double x = q[1];
  const double y = q[2];
  const double z = q[3];
  const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  memcpy(r, rows, sizeof rows);
}

static void known_moments_come_back(void **state) {
  (void)state;
  Random random = {1};
  for (int n = 0; n < 1000; n++) {
    double known[3] = {uniform(&random), 1 + uniform(&random), 2 + uniform(&random)};
    double r[3][3];
    double m[3][3] = {{0}};
    rotation(&random, r);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
          m[i][j] += r[i][k] * known[k] * r[j][k];
        }
      }
    }
    const double elements[6] = {m[0][0], m[1][1], m[2][2], m[0][1], m[1][2], m[2][0]};
    double moments[3];
    inertia_principal(elements, moments);
    for (int k = 0; k < 3; k++) {
      assert_true(fabs(moments[k] - known[k]) < 1e-14 * 10);
    }
  }
}

// The verdict on a body with these elements; points about the mass centre.
static bool accepted(const double e[6]) {
  char text[1024];
  (void)snprintf(text, sizeof text,
                 SPATIAL "bodies:\n  bar: {type: rigid, mass: 2, inertia: {xx: %.17g, yy: %.17g, "
                         "zz: %.17g, xy: %.17g, yz: %.17g, zx: %.17g}}\n" HINGE,
                 e[0], e[1], e[2], e[3], e[4], e[5]);
  Loaded loaded;
  loaded_open(&loaded, text, NULL, 0);
  const bool good = loaded.model != NULL;
  assert_true(good || loaded_says(&loaded, DIAG_PHYSICS_INERTIA, 0, 0));
  loaded_close(&loaded);
  return good;
}

static void a_cloud_of_points_exists(void **state) {
  (void)state;
  Random random = {2};
  for (int n = 0; n < 200; n++) {
    double e[6] = {0};
    for (int k = 0; k < 5; k++) {
      const double x = uniform(&random) - 0.5;
      const double y = uniform(&random) - 0.5;
      const double z = uniform(&random) - 0.5;
      e[0] += y * y + z * z;
      e[1] += x * x + z * z;
      e[2] += x * x + y * y;
      e[3] -= x * y;
      e[4] -= y * z;
      e[5] -= z * x;
    }
    assert_true(accepted(e));
    // Ten times the largest element: no cloud of points has such a moment.
    e[n % 3] *= 10;
    assert_false(accepted(e));
  }
}

static void a_plate_is_on_the_border(void **state) {
  (void)state;
  const double plate[6] = {0.1, 0.2, 0.1 + 0.2, 0, 0, 0};
  assert_true(accepted(plate));
  const double within_slack[6] = {0.1, 0.2, 0.3 * (1 + 5e-10), 0, 0, 0};
  assert_true(accepted(within_slack));
  const double beyond[6] = {0.1, 0.2, 0.3 * (1 + 5e-9), 0, 0, 0};
  assert_false(accepted(beyond));
}

// A point of mass 2 at distance 1 from the marker adds 2 to two of the moments about it.
static void about_a_marker(void **state) {
  (void)state;
  static const char *const form =
      SPATIAL "bodies:\n  bar:\n    type: rigid\n    mass: 2\n    center_of_mass: [0, 0, 0.5]\n"
              "    inertia: {xx: %s, yy: 2.1, zz: 0.1, about: tip}\n"
              "    markers: {tip: {position: [0, 0, 1.5]}}\n" HINGE;
  char text[1024];
  Loaded loaded;
  (void)snprintf(text, sizeof text, form, "2.1");
  loaded_open(&loaded, text, NULL, 0);
  assert_non_null(loaded_model(&loaded));
  loaded_close(&loaded);
  (void)snprintf(text, sizeof text, form, "1.99"); // -0.01 about the mass centre
  loaded_open(&loaded, text, NULL, 0);
  assert_true(loaded_says(&loaded, DIAG_PHYSICS_INERTIA, 9, 14));
  loaded_close(&loaded);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_moments_come_back),
      cmocka_unit_test(a_cloud_of_points_exists),
      cmocka_unit_test(a_plate_is_on_the_border),
      cmocka_unit_test(about_a_marker),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
