// SPDX-License-Identifier: BSD-3-Clause
// test_bordered_roots.c: five hundred graded pencils against arithmetic of 600 bits.
//
// pencils.txt (written by pencils.py): entries over up to 24 orders of magnitude, symmetric and
// not, gyroscopic, circulatory, chains, without mass, linkages, follower forces, multiplicities 2
// to 6. Of every pencil M, C, K, J as doubles; its eigenvalues by the exact characteristic
// polynomial of these doubles; and what a change of the entries by half a unit in the last place
// forces of each.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// after those four
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/spectra/bordered_roots.h"

enum { VALUES = 24, NAME = 32, TIMES = 1000, PENCILS_THERE = 500 };

typedef struct Pencil {
  char name[NAME];
  int n, r, zeros, infinite, count;
  Bordered it;
  double complex z[VALUES];
  double forced[VALUES];
  double range[2]; // of sizes that the diagonals announce
} Pencil;

typedef struct Tally {
  int pencils, values, open;
  double worst, widest; // error and bound, over what is forced
} Tally;

static double number(FILE *file) {
  double x = 0;
  assert_int_equal(fscanf(file, "%lf", &x), 1); // NOLINT(cert-err34-c): the file is ours
  return x;
}

static void put(Bordered *it, int power, int i, int j, double value) {
  const long k = (long)j * it->m + i;
  it->P[power][k] = value;
  it->size[power][k] = fabs(value);
}

static void announce(Pencil *pencil, double size) {
  if (size > 0 && size < HUGE_VAL) {
    pencil->range[0] = fmin(pencil->range[0], size);
    pencil->range[1] = fmax(pencil->range[1], size);
  }
}

static bool read_pencil(FILE *file, Pencil *pencil, Arena *arena) {
  // NOLINTNEXTLINE(cert-err34-c): the file is ours
  if (fscanf(file, "%31s %d %d %d %d %d", pencil->name, &pencil->n, &pencil->r, &pencil->zeros,
             &pencil->infinite, &pencil->count) != 6) {
    return false;
  }
  const int n = pencil->n, r = pencil->r;
  Bordered *it = &pencil->it;
  assert_true(bordered_open(it, n + r, arena));
  for (int k = 0; k < BORDERED_POWERS * n * n; k++) {
    put(it, BORDERED_POWERS - 1 - k / (n * n), k % (n * n) / n, k % n, number(file));
  }
  for (int k = 0; k < r * n; k++) {
    const double J = number(file);
    put(it, 0, n + k / n, k % n, J);
    put(it, 0, k % n, n + k / n, J);
  }
  for (int k = 0; k < pencil->count; k++) {
    const double re = number(file), im = number(file);
    pencil->z[k] = re + (double complex)I * im;
    pencil->forced[k] = fmax(number(file), DBL_EPSILON * cabs(pencil->z[k]));
  }
  pencil->range[0] = HUGE_VAL;
  pencil->range[1] = 0;
  for (int i = 0; i < n; i++) {
    const long k = (long)i * it->m + i;
    const double M = it->size[2][k], C = it->size[1][k], K = it->size[0][k];
    announce(pencil, sqrt(K / M));
    announce(pencil, K / C);
    announce(pencil, C / M);
  }
  if (pencil->range[1] == 0) { // nothing but zeros
    pencil->range[0] = pencil->range[1] = 1;
  }
  return true;
}

// The exact value nearest to a root that no other one has, by ratios.
static int nearest(const Pencil *pencil, const bool *taken, double complex z) {
  double least = HUGE_VAL;
  int best = -1;
  for (int k = 0; k < pencil->count; k++) {
    const double size = fmax(cabs(pencil->z[k]), cabs(z));
    const double off = size > 0 ? cabs(pencil->z[k] - z) / size : 0;
    if (!taken[k] && off < least) {
      least = off;
      best = k;
    }
  }
  return best;
}

// Zeros take what is nearest to 0, beyond those that are 0.
static void check_zeros(const Pencil *pencil, const Roots *roots, bool *taken) {
  assert_true(roots->zeros >= pencil->zeros);
  for (int k = pencil->zeros; k < roots->zeros; k++) {
    int least = -1;
    for (int j = 0; j < pencil->count; j++) {
      if (!taken[j] && (least < 0 || cabs(pencil->z[j]) < cabs(pencil->z[least]))) {
        least = j;
      }
    }
    assert_true(least >= 0);
    taken[least] = true; // rounding makes it zero, too
    const double size = cabs(pencil->z[least]);
    assert_true(size <= roots->list[0].error || size <= pencil->forced[least]);
  }
}

static void check(const Pencil *pencil, const Roots *roots, Tally *tally) {
  bool taken[VALUES] = {false};
  assert_int_equal(roots->infinite, pencil->infinite);
  check_zeros(pencil, roots, taken);
  tally->open += roots->zeros - pencil->zeros;
  for (int k = 0; k < roots->count; k++) {
    const Root *root = &roots->list[k];
    if (root->kind != ROOT_FINITE) {
      continue;
    }
    const int own = nearest(pencil, taken, root->z);
    assert_true(own >= 0);
    taken[own] = true;
    const double error = cabs(root->z - pencil->z[own]), forced = pencil->forced[own];
    assert_true(error <= root->error);
    if (!root->sure) {
      tally->open++;
      continue;
    }
    assert_true(cabs(pencil->z[own]) > root->error - error); // it is not 0
    tally->worst = fmax(tally->worst, error / forced);
    tally->widest = fmax(tally->widest, root->error / forced);
    if (error > TIMES * forced || root->error > TIMES * forced) {
      print_error("%s: %g %+g i is off by %g, stated %g, forced %g\n", pencil->name, creal(root->z),
                  cimag(root->z), error, root->error, forced);
    }
    assert_true(error <= TIMES * forced && root->error <= TIMES * forced);
  }
}

// Each of the two clusters of a multiple value is named.
static void check_clusters(const Pencil *pencil, const Roots *roots) {
  if (strcmp(pencil->name, "semi-simple") != 0 && strcmp(pencil->name, "defective") != 0) {
    return;
  }
  for (int k = 0; k < roots->count; k++) {
    int same = 0;
    for (int j = 0; j < pencil->count; j++) {
      same += cabs(pencil->z[j] - roots->list[k].z) <= roots->list[k].error ? 1 : 0;
    }
    assert_true(roots->list[k].sure);
    assert_int_equal(roots->list[k].together, same);
    assert_true(same > 1);
  }
}

static void graded_pencils(void **unused) {
  (void)unused;
  FILE *file = fopen(PENCILS, "r");
  assert_non_null(file);
  Tally tally = {0};
  bool more = true;
  while (more) {
    Allocator allocator = {0};
    Arena arena;
    arena_open(&arena, &allocator);
    Pencil pencil = {.n = 0};
    more = read_pencil(file, &pencil, &arena);
    if (more) {
      Root list[VALUES];
      memset(list, 0, sizeof list); // nothing is known
      Roots roots = {.of = &pencil.it,
                     .list = list,
                     .count = 2 * (pencil.n - pencil.r),
                     .most = VALUES,
                     .low = pencil.range[0] * 0x1p-70,
                     .high = pencil.range[1] * 0x1p70};
      bordered_roots(&roots);
      check(&pencil, &roots, &tally);
      check_clusters(&pencil, &roots);
      tally.pencils++;
      tally.values += roots.count;
    }
    arena_close(&arena);
    assert_int_equal(allocator.used, 0);
  }
  assert_int_equal(fclose(file), 0);
  print_message("%d pencils, %d values: error up to %.3g, bound up to %.3g of what is forced, "
                "%d not determined\n",
                tally.pencils, tally.values, tally.worst, tally.widest, tally.open);
  assert_true(tally.pencils >= PENCILS_THERE);
  assert_true(tally.open * 40 < tally.values); // free chains, assembled, and soft behind stiff
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(graded_pencils)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
