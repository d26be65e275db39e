// SPDX-License-Identifier: BSD-3-Clause
// test_math_bordered.c: evaluations of bordered pencils against closed forms.
//
// At z (1 + 1e-9) beside a simple root, 1/t is the way back, and psi/|t| what rounding of the
// entries may move the root by: half a unit of the square of the root for each of its two entries,
// whatever else stands in the matrix and however it is scaled.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// after those four
#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "math/spectra/bordered.h"
#include "support/random.h"

enum { LARGEST = 12, ROUNDS = 200 };
static const double BESIDE = 1e-9;

typedef struct World {
  Allocator allocator;
  Arena arena;
  Bordered it;
} World;

static void open_world(World *world, int m) {
  *world = (World){0};
  arena_open(&world->arena, &world->allocator);
  assert_true(bordered_open(&world->it, m, &world->arena));
}

static void close_world(World *world) {
  arena_close(&world->arena);
  assert_int_equal(world->allocator.used, 0);
}

static void set(Bordered *it, int power, int i, int j, double value) {
  const long k = (long)j * it->m + i;
  it->P[power][k] = value;
  it->size[power][k] = fabs(value);
}

// A root of which two entries tell: 1/t leads to it, and the forced error is that of a root.
static void check_root(Bordered *it, double complex root) {
  const double complex z = root * (1 + BESIDE);
  const BorderedAt at = bordered_at(it, z);
  assert_false(at.singular);
  const double off = cabs(1 / at.t - BESIDE * root) / (BESIDE * cabs(root));
  const double forced = at.psi / cabs(at.t) / cabs(root);
  assert_true(off < 1e-6);
  assert_true(forced > 0.4 * DBL_EPSILON && forced < 1.2 * DBL_EPSILON);
}

// Oscillators side by side, over 48 orders; rows and columns in any units.
static void test_graded(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    World world;
    const int m = 1 + (int)random_between(0, LARGEST - 1);
    double mass[LARGEST], stiffness[LARGEST];
    open_world(&world, m);
    for (int i = 0; i < m; i++) {
      const double unit = pow(10, random_between(-6, 6));
      mass[i] = pow(10, random_between(-12, 12));
      stiffness[i] = pow(10, random_between(-12, 12));
      set(&world.it, 2, i, (i + round) % m, mass[i] * unit);
      set(&world.it, 0, i, (i + round) % m, stiffness[i] * unit);
    }
    for (int i = 0; i < m; i++) {
      check_root(&world.it, (double complex)I * sqrt(stiffness[i] / mass[i]));
    }
    assert_true(bordered_at(&world.it, 0).psi < 1e-12);
    close_world(&world);
  }
}

// A bar on a hinge: x - l sin = 0, y + l cos = 0 about the lowest pose; s^2 = -m g l/(J + m l^2).
static void test_pendulum(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    const double m = pow(10, random_between(-6, 6)), l = pow(10, random_between(-6, 6)),
                 g = pow(10, random_between(-3, 3));
    const double J = m * l * l * pow(10, random_between(-12, 3));
    World world;
    open_world(&world, 5);
    set(&world.it, 2, 0, 0, m);
    set(&world.it, 2, 1, 1, m);
    set(&world.it, 2, 2, 2, J);
    set(&world.it, 0, 2, 2, m * g * l);
    set(&world.it, 0, 0, 3, 1); // J': the first row holds x - l theta
    set(&world.it, 0, 2, 3, -l);
    set(&world.it, 0, 3, 0, 1);
    set(&world.it, 0, 3, 2, -l);
    set(&world.it, 0, 1, 4, 1); // the second one y
    set(&world.it, 0, 4, 1, 1);
    const double complex root = (double complex)I * sqrt(m * g * l / (J + m * l * l)),
                         z = root * (1 + BESIDE);
    const BorderedAt at = bordered_at(&world.it, z);
    assert_true(cabs(1 / at.t - BESIDE * root) < 1e-6 * BESIDE * cabs(root));
    assert_true(at.psi / cabs(at.t) < 4 * DBL_EPSILON * cabs(root));
    close_world(&world);
  }
}

// A chain that nothing holds is singular at 0 to the rounding of its entries, one that a spring
// holds is not, if only the spring is more than that.
static void test_zero(void **unused) {
  (void)unused;
  static const double holds[] = {0, 1e-18, 1e-10, 1};
  for (int k = 0; k < 4; k++) {
    World world;
    open_world(&world, 3);
    for (int i = 0; i < 3; i++) {
      set(&world.it, 2, i, i, 1 + i);
      set(&world.it, 0, i, i, (i == 1 ? 2 : 1) + (i == 0 ? holds[k] : 0));
      if (i > 0) {
        set(&world.it, 0, i, i - 1, -1);
        set(&world.it, 0, i - 1, i, -1);
      }
    }
    const BorderedAt at = bordered_at(&world.it, 0);
    assert_true((at.psi >= 1) == (holds[k] < 1e-15));
    close_world(&world);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_graded),
      cmocka_unit_test(test_pendulum),
      cmocka_unit_test(test_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
