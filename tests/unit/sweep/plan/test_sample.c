// SPDX-License-Identifier: BSD-3-Clause
// Points by their number: Sobol's against published ones and those of SciPy; strata, nets,
// discrepancies, trajectories.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sweep/plan/sample.h"

enum { PUBLISHED = 10, MANY = 10000 };

// The first ten points in ten dimensions as S. Joe and F. Y. Kuo print them beside their
// generator, which walks through the points in Gray-code order by another recursion.
static const double POINTS[PUBLISHED][PUBLISHED] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
    {0.75, 0.25, 0.25, 0.25, 0.75, 0.75, 0.25, 0.75, 0.75, 0.75},
    {0.25, 0.75, 0.75, 0.75, 0.25, 0.25, 0.75, 0.25, 0.25, 0.25},
    {0.375, 0.375, 0.625, 0.875, 0.375, 0.125, 0.375, 0.875, 0.875, 0.625},
    {0.875, 0.875, 0.125, 0.375, 0.875, 0.625, 0.875, 0.375, 0.375, 0.125},
    {0.625, 0.125, 0.875, 0.625, 0.625, 0.875, 0.125, 0.125, 0.125, 0.375},
    {0.125, 0.625, 0.375, 0.125, 0.125, 0.375, 0.625, 0.625, 0.625, 0.875},
    {0.1875, 0.3125, 0.9375, 0.4375, 0.5625, 0.3125, 0.4375, 0.9375, 0.9375, 0.3125},
    {0.6875, 0.8125, 0.4375, 0.9375, 0.0625, 0.8125, 0.9375, 0.4375, 0.4375, 0.8125}};

static void published_points(void **state) {
  (void)state;
  for (int i = 0; i < PUBLISHED; i++) {
    for (int j = 0; j < PUBLISHED; j++) {
      assert_true(sample_sobol(7, j, i, false) == POINTS[i][j]);
    }
  }
}

// scipy.stats.qmc.Sobol(100, scramble=False, bits=32) of SciPy 1.10.1: points and coordinates by
// their numbers from 0, up to the last of our table.
enum { CHOSEN_POINTS = 12, CHOSEN_COORDINATES = 14 };
static const long CHOSEN[CHOSEN_POINTS] = {1,    2,    3,    5,    17,   100,
                                           1023, 1024, 2047, 3001, 4095, 123456789};
static const int COORDINATES[CHOSEN_COORDINATES] = {0,  1,  2,  7,  14, 29, 30,
                                                    36, 52, 53, 63, 80, 98, 99};
static const double SCIPY[CHOSEN_POINTS][CHOSEN_COORDINATES] = {
    {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
    {0.75, 0.25, 0.25, 0.75, 0.75, 0.75, 0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75},
    {0.25, 0.75, 0.75, 0.25, 0.25, 0.25, 0.75, 0.75, 0.25, 0.75, 0.25, 0.25, 0.75, 0.25},
    {0.875, 0.875, 0.125, 0.375, 0.875, 0.625, 0.875, 0.125, 0.625, 0.875, 0.625, 0.625, 0.875,
     0.375},
    {0.59375, 0.96875, 0.96875, 0.34375, 0.84375, 0.84375, 0.90625, 0.78125, 0.53125, 0.21875,
     0.59375, 0.96875, 0.03125, 0.53125},
    {0.4140625, 0.2578125, 0.7734375, 0.4765625, 0.3203125, 0.7265625, 0.7109375, 0.9765625,
     0.0703125, 0.8359375, 0.6484375, 0.0859375, 0.8671875, 0.8828125},
    {0.0009765625, 0.7529296875, 0.6123046875, 0.6181640625, 0.3623046875, 0.4345703125,
     0.9287109375, 0.9423828125, 0.6591796875, 0.4072265625, 0.0400390625, 0.0146484375,
     0.9716796875, 0.5302734375},
    {0.00146484375, 0.37646484375, 0.44775390625, 0.58740234375, 0.13232421875, 0.04345703125,
     0.99462890625, 0.84814453125, 0.17529296875, 0.92236328125, 0.96630859375, 0.72705078125,
     0.45654296875, 0.35791015625},
    {0.00048828125, 0.62744140625, 0.93115234375, 0.03173828125, 0.48876953125, 0.39208984375,
     0.07568359375, 0.15771484375, 0.51611328125, 0.51708984375, 0.98876953125, 0.72607421875,
     0.54736328125, 0.86083984375},
    {0.650146484375, 0.838134765625, 0.082763671875, 0.892333984375, 0.761474609375, 0.093017578125,
     0.906982421875, 0.201904296875, 0.643798828125, 0.157958984375, 0.409423828125, 0.417724609375,
     0.034423828125, 0.764892578125},
    {0.000244140625, 0.941162109375, 0.334228515625, 0.390869140625, 0.551025390625, 0.855224609375,
     0.361572265625, 0.580322265625, 0.680419921875, 0.993408203125, 0.553466796875, 0.792236328125,
     0.961669921875, 0.962646484375},
    {0.9758977368474007, 0.792431928217411, 0.006405912339687347, 0.6922742202877998,
     0.9723524525761604, 0.13767021149396896, 0.7768340036273003, 0.2739148512482643,
     0.40996555238962173, 0.5871780440211296, 0.2532354071736336, 0.840405784547329,
     0.6920671090483665, 0.6261719837784767}};

static void points_of_scipy(void **state) {
  (void)state;
  for (int i = 0; i < CHOSEN_POINTS; i++) {
    for (int j = 0; j < CHOSEN_COORDINATES; j++) {
      assert_true(sample_sobol(1, COORDINATES[j], CHOSEN[i], false) == SCIPY[i][j]);
    }
  }
}

// Of count points every interval [k/count, (k+1)/count) holds one.
static void check_strata(double (*value)(int dimension, long point, long count), int dimension,
                         long count) {
  unsigned char *seen = calloc((size_t)count, 1);
  assert_non_null(seen);
  for (long i = 0; i < count; i++) {
    const double u = value(dimension, i, count);
    assert_true(u >= 0 && u < 1);
    const long stratum = (long)(u * (double)count);
    assert_int_equal(seen[stratum], 0);
    seen[stratum] = 1;
  }
  free(seen);
}

static double plain(int dimension, long point, long count) {
  (void)count;
  return sample_sobol(0, dimension, point, false);
}

static double scrambled(int dimension, long point, long count) {
  (void)count;
  return sample_sobol(11, dimension, point, true);
}

static double latin(int dimension, long point, long count) {
  return sample_latin_hypercube(5, dimension, point, count);
}

static void strata(void **state) {
  (void)state;
  static const long counts[] = {1, 2, 3, 7, 100, 1000, 4097};
  for (int j = 0; j < SAMPLE_SOBOL_DIMENSIONS; j++) {
    check_strata(plain, j, 1024);
    check_strata(scrambled, j, 1024);
  }
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    for (int j = 0; j < 40; j++) {
      check_strata(latin, j, counts[k]);
    }
  }
}

// The first pair of dimensions is a (0, m, 2)-net: of 2^m points every box of sides 2^-a and
// 2^-(m - a) holds one, whatever a; scrambled or not.
static void net_of_two_dimensions(void **state) {
  (void)state;
  enum { M = 10, COUNT = 1 << M };
  for (int scramble = 0; scramble < 2; scramble++) {
    for (int a = 0; a <= M; a++) {
      unsigned char seen[COUNT] = {0};
      for (long i = 0; i < COUNT; i++) {
        const int x = (int)(sample_sobol(3, 0, i, scramble != 0) * (1 << a));
        const int y = (int)(sample_sobol(3, 1, i, scramble != 0) * (1 << (M - a)));
        const int box = x << (M - a) | y;
        assert_int_equal(seen[box], 0);
        seen[box] = 1;
      }
    }
  }
}

// The first s coordinates make a (t, m, s)-net, with t the sum of the polynomials' degrees less one
// (I. M. Sobol, 1967): every box of volume 2^(t - m) with sides that are powers of two holds 2^t of
// 2^m points. Owen's scrambling keeps that.
typedef struct Net {
  int coordinates, t, m;
} Net;

enum { NET_COORDINATES = 5 }; // at most

// All boxes with sides 2^-side[0], 2^-side[1] ...
static void check_boxes(const Net *net, const int *side, bool scramble) {
  enum { MOST = 1 << 10 };
  static int held[MOST];
  memset(held, 0, sizeof held);
  for (long i = 0; i < 1L << net->m; i++) {
    int box = 0;
    for (int j = 0; j < net->coordinates; j++) {
      box = box << side[j] | (int)(sample_sobol(77, j, i, scramble) * (double)(1 << side[j]));
    }
    held[box]++;
  }
  for (int box = 0; box < 1 << (net->m - net->t); box++) {
    assert_int_equal(held[box], 1 << net->t);
  }
}

// All ways to share `left` halvings among the coordinates from `from` on.
static int share(const Net *net, int *side, int from, int left, bool scramble) {
  if (from >= net->coordinates - 1 || from >= NET_COORDINATES - 1) {
    side[from] = left;
    check_boxes(net, side, scramble);
    return 1;
  }
  int count = 0;
  for (int k = 0; k <= left; k++) {
    side[from] = k;
    count += share(net, side, from + 1, left - k, scramble);
  }
  return count;
}

static void nets(void **state) {
  (void)state;
  static const Net list[] = {{3, 1, 9}, {4, 3, 9}, {5, 5, 10}};
  int side[NET_COORDINATES] = {0}, count = 0;
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    for (int scramble = 0; scramble < 2; scramble++) {
      count += share(&list[k], side, 0, list[k].m - list[k].t, scramble != 0);
    }
  }
  assert_int_equal(count, 2 * (45 + 84 + 126));
}

// Square of the centred L2 discrepancy (F. J. Hickernell, Math. Comp. 67, 299-322, 1998).
static double discrepancy(int points, int coordinates, double (*u)(int coordinate, long point)) {
  double single = 0, pairs = 0;
  for (long i = 0; i < points; i++) {
    double product = 1;
    for (int j = 0; j < coordinates; j++) {
      const double x = fabs(u(j, i) - 0.5);
      product *= 1 + x / 2 - x * x / 2;
    }
    single += product;
    for (long k = 0; k < points; k++) {
      product = 1;
      for (int j = 0; j < coordinates; j++) {
        const double x = u(j, i), y = u(j, k);
        product *= 1 + (fabs(x - 0.5) + fabs(y - 0.5) - fabs(x - y)) / 2;
      }
      pairs += product;
    }
  }
  const double n = points;
  return pow(13.0 / 12, coordinates) - 2 * single / n + pairs / (n * n);
}

static double sobol_point(int coordinate, long point) {
  return sample_sobol(0, coordinate, point, false);
}

static double scrambled_point(int coordinate, long point) {
  return sample_sobol(3, coordinate, point, true);
}

static double random_point(int coordinate, long point) {
  return sample_uniform(3, coordinate, point);
}

// Of the unscrambled points as qmc.discrepancy of SciPy 1.10.1 finds it. Independent points have
// ((5/4)^s - (13/12)^s)/n on the average.
static void discrepancies(void **state) {
  (void)state;
  enum { COUNT = 256, USED = 6 };
  const double sobol = discrepancy(COUNT, USED, sobol_point);
  const double scrambled = discrepancy(COUNT, USED, scrambled_point);
  const double random = discrepancy(COUNT, USED, random_point);
  const double expected = (pow(1.25, 6) - pow(13.0 / 12, 6)) / COUNT;
  print_message("squares of discrepancies: sobol %.6g scrambled %.6g random %.6g, expected %.6g\n",
                sobol, scrambled, random, expected);
  assert_true(fabs(sobol / 0.000581712960157077 - 1) < 1e-10);
  assert_true(scrambled < expected / 5);
  assert_true(random > expected / 2 && random < expected * 2);
}

// Every trajectory moves every coordinate once, by half of the levels, within the grid; starts and
// orders are even (chi-square at 1 %).
static void trajectories(void **state) {
  (void)state;
  enum { COUNT = 3, GRID = 4, TRAJECTORIES = 6000 };
  long starts[COUNT][GRID] = {{0}}, orders[COUNT][COUNT] = {{0}};
  for (long t = 0; t < TRAJECTORIES; t++) {
    bool moved[COUNT] = {false};
    for (int p = 0; p < COUNT; p++) {
      const int which = sample_morris_moved(5, COUNT, t, p);
      assert_false(moved[which]);
      moved[which] = true;
      orders[which][p]++;
      for (int j = 0; j < COUNT; j++) {
        const double from = sample_morris(5, j, COUNT, GRID, t, p);
        const double to = sample_morris(5, j, COUNT, GRID, t, p + 1);
        assert_true(from >= 0 && from <= 1 && to >= 0 && to <= 1);
        assert_true(fabs(fabs(to - from) - (j == which ? 2.0 / 3 : 0)) < 1e-15);
        starts[j][(int)lround(3 * from)] += p == 0 ? 1 : 0;
      }
    }
  }
  for (int j = 0; j < COUNT; j++) {
    double start = 0, order = 0;
    for (int k = 0; k < GRID; k++) {
      start += pow((double)starts[j][k] - 1500, 2) / 1500;
    }
    for (int p = 0; p < COUNT; p++) {
      order += pow((double)orders[j][p] - 2000, 2) / 2000;
    }
    print_message("coordinate %d: starts %.2f of 11.34, order %.2f of 9.21\n", j, start, order);
    assert_true(start < 11.34 && order < 9.21);
  }
}

static void seeds_differ(void **state) {
  (void)state;
  assert_true(sample_uniform(1, 0, 0) != sample_uniform(2, 0, 0));
  assert_true(sample_uniform(1, 0, 0) != sample_uniform(1, 1, 0));
  assert_true(sample_sobol(1, 0, 5, true) != sample_sobol(2, 0, 5, true));
  assert_true(sample_latin_hypercube(1, 0, 5, 100) != sample_latin_hypercube(2, 0, 5, 100));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(published_points),
                                     cmocka_unit_test(points_of_scipy),
                                     cmocka_unit_test(nets),
                                     cmocka_unit_test(discrepancies),
                                     cmocka_unit_test(trajectories),
                                     cmocka_unit_test(strata),
                                     cmocka_unit_test(net_of_two_dimensions),
                                     cmocka_unit_test(seeds_differ)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
