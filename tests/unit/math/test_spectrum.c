// SPDX-License-Identifier: BSD-3-Clause
// test_math_spectrum.c: labels and values of linear systems whose spectrum is known on paper.
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "math/matching.h"
#include "math/spectra/spectrum.h"

typedef struct Bench {
  Allocator allocator;
  Arena arena;
  Spectrum spectrum;
} Bench;

static void bench_open(Bench *bench, int n, int nc, SpectrumForm form) {
  *bench = (Bench){0};
  arena_open(&bench->arena, &bench->allocator);
  assert_true(spectrum_open(&bench->spectrum, n, nc, form, &bench->arena));
}

static void bench_close(Bench *bench) {
  arena_close(&bench->arena);
}

static const Eigenvalue *first(const Spectrum *spectrum, EigenLabel label) {
  for (int k = 0; k < spectrum->count; k++) {
    if (spectrum->list[k].label == label) {
      return &spectrum->list[k];
    }
  }
  fail_msg("no value labelled %s", spectrum_label_word(label));
  return NULL;
}

static void near_to(double found, double wanted, double within) {
  if (!(fabs(found - wanted) <= within)) {
    print_error("%.17g, not %.17g within %g\n", found, wanted, within);
  }
  assert_true(fabs(found - wanted) <= within);
}

// The point mass of seed 004 in x, y, z with its length, hanging along -y.
static void pendulum(Spectrum *s, double tension) {
  for (int i = 0; i < 3; i++) {
    s->M[i * 3 + i] = 1;
    s->K[i * 3 + i] = i == 1 ? 0 : tension;
  }
  s->J[1] = -1;
}

static void seed_4_has_two_pairs(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, 3, 1, SPECTRUM_INDEX_3);
  Spectrum *s = &bench.spectrum;
  pendulum(s, 9.81);
  assert_true(spectrum_compute(s));
  assert_int_equal(s->count, 7);
  assert_int_equal(s->counts[EIGEN_TRUE], 4);
  assert_int_equal(s->counts[EIGEN_INFINITE], 3);
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    const double wanted = k % 2 == 0 ? 3.1320919526731650539 : -3.1320919526731650539;
    sum += pow(s->list[k].im - wanted, 2) + pow(s->list[k].re, 2);
    assert_true(s->list[k].residual < 1e-14);
    assert_true(s->list[k].angle < 1e-14);
  }
  assert_true(sqrt(sum) <= 1e-13);
  assert_true(s->agreement <= 1e-13);
  bench_close(&bench);
}

// x' + y' = l y between two masses on springs: (m s^2 + d) s + (m s^2 + c)(s - l) = 0. A third
// mass z is held beside by a place, the row of velocities stated twice; forms change nothing.
static void rows_of_velocities(void **unused) {
  (void)unused;
  static const SpectrumForm forms[] = {SPECTRUM_INDEX_3, SPECTRUM_INDEX_1, SPECTRUM_BAUMGARTE,
                                       SPECTRUM_GGL, SPECTRUM_NONE};
  const double m[2] = {2, 0}, c = 50, d = 20, l = 0.8;
  for (int k = 0; k < 10; k++) {
    Bench bench;
    bench_open(&bench, 3, 3, forms[k / 2]);
    Spectrum *s = &bench.spectrum;
    const double mass = m[k % 2]; // without: (c + d) s = c l, of which two values are infinite
    s->M[0] = s->M[4] = mass;
    s->M[8] = 7;
    s->K[0] = c;
    s->K[4] = d;
    s->J[2] = s->J[5] = s->J[0] = s->J[3] = 1; // rows 2 and 0: (1, 1, 0); row 1: z
    s->J[7] = 3;
    s->L[5] = s->L[3] = -l;
    s->rates[0] = s->rates[2] = true;
    assert_true(spectrum_compute(s));
    assert_int_equal(s->rank, 2);
    assert_int_equal(s->rate_rank, 1);
    assert_int_equal(s->counts[EIGEN_TRUE], mass > 0 ? 3 : 1);
    assert_int_equal(s->counts[EIGEN_REDUNDANT], 1);
    for (int i = 0; i < s->counts[EIGEN_TRUE]; i++) {
      const double complex z =
          s->list[i].re + s->list[i].im * (double complex)I; // not CMPLX: clang has none
      const double complex off = (mass * z * z + d) * z + (mass * z * z + c) * (z - l);
      near_to(cabs(off), 0, 1e-11 * (c + d));
    }
    assert_true(s->agreement < 1e-11);
    bench_close(&bench);
  }
}

// The pendulum's stiffness is the multiplier's alone: without it nothing pulls back.
static void without_the_multiplier_term_all_is_zero(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, 3, 1, SPECTRUM_INDEX_3);
  pendulum(&bench.spectrum, 0);
  assert_true(spectrum_compute(&bench.spectrum));
  assert_int_equal(bench.spectrum.counts[EIGEN_TRUE], 0);
  assert_int_equal(bench.spectrum.counts[EIGEN_NEUTRAL], 4);
  bench_close(&bench);
}

// Seed 004's own matrices: phi has neither mass nor stiffness, 0 / 0 and not infinite.
static void seed_4_own_matrices(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, 2, 0, SPECTRUM_INDEX_3);
  Spectrum *s = &bench.spectrum;
  s->M[0] = 1;
  s->K[0] = 9.81;
  assert_true(spectrum_compute(s));
  assert_int_equal(s->count, 4);
  assert_int_equal(s->counts[EIGEN_TRUE], 2);
  assert_int_equal(s->counts[EIGEN_INDETERMINATE], 2);
  near_to(fabs(s->list[0].im), 3.1320919526731650539, 1e-14);
  near_to(s->list[0].im + s->list[1].im, 0, 1e-15);
  bench_close(&bench);
}

static void forms_add_their_own_values(void **unused) {
  (void)unused;
  static const SpectrumForm forms[] = {SPECTRUM_INDEX_1, SPECTRUM_BAUMGARTE, SPECTRUM_GGL};
  static const int spurious[] = {2, 2, 0}, infinite[] = {1, 1, 4};
  for (int f = 0; f < 3; f++) {
    Bench bench;
    bench_open(&bench, 3, 1, forms[f]);
    Spectrum *s = &bench.spectrum;
    pendulum(s, 9.81);
    s->alpha = 3;
    s->beta = 5;
    assert_true(spectrum_compute(s));
    assert_int_equal(s->counts[EIGEN_TRUE], 4);
    assert_int_equal(s->counts[EIGEN_SPURIOUS], spurious[f]);
    assert_int_equal(s->counts[EIGEN_INFINITE], infinite[f]);
    assert_true(s->agreement < 1e-12);
    if (forms[f] == SPECTRUM_BAUMGARTE) { // s^2 + 6 s + 25 = 0
      near_to(first(s, EIGEN_SPURIOUS)->re, -3, 1e-12);
      near_to(fabs(first(s, EIGEN_SPURIOUS)->im), 4, 1e-12);
      assert_true(first(s, EIGEN_SPURIOUS)->angle > 1); // it leaves the constraint
    }
    if (forms[f] == SPECTRUM_INDEX_1) {
      near_to(first(s, EIGEN_SPURIOUS)->re, 0, 1e-7);
    }
    bench_close(&bench);
  }
}

static void the_null_space_alone(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, 3, 1, SPECTRUM_NONE);
  Spectrum *s = &bench.spectrum;
  pendulum(s, 9.81);
  s->C[0] = 0.5;
  assert_true(spectrum_compute(s));
  assert_int_equal(s->count, 4);
  assert_int_equal(s->counts[EIGEN_TRUE], 4);
  int damped = 0;
  for (int k = 0; k < 4; k++) {
    damped += s->list[k].re < -0.2 ? 1 : 0;
  }
  assert_int_equal(damped, 2);
  bench_close(&bench);
}

static void a_doubled_row_is_redundant(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, 3, 3, SPECTRUM_INDEX_3);
  Spectrum *s = &bench.spectrum;
  pendulum(s, 9.81);
  memset(s->J, 0, 9 * sizeof(double));
  for (int i = 0; i < 3; i++) {
    s->J[3 + i] = -1.0 - i; // the same row three times, in other sizes
  }
  assert_true(spectrum_compute(s));
  assert_int_equal(s->rank, 1);
  assert_int_equal(s->counts[EIGEN_TRUE], 4);
  assert_int_equal(s->counts[EIGEN_REDUNDANT], 2);
  assert_int_equal(s->count, 9);
  near_to(first(s, EIGEN_TRUE)->im, 3.1320919526731650539, 1e-14);
  bench_close(&bench);
}

// Damped oscillators: underdamped, critically damped (defective), overdamped; and a mass that
// coasts with friction (one zero) and one without (a defective double zero).
static void damping_and_defects(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, 5, 0, SPECTRUM_INDEX_3);
  Spectrum *s = &bench.spectrum;
  static const double mass[5] = {1, 2, 0.5, 3, 1}, damping[5] = {2, 8, 5, 6, 0};
  static const double stiffness[5] = {26, 8, 8, 0, 0};
  for (int i = 0; i < 5; i++) {
    s->M[i * 5 + i] = mass[i];
    s->C[i * 5 + i] = damping[i];
    s->K[i * 5 + i] = stiffness[i];
  }
  assert_true(spectrum_compute(s));
  assert_int_equal(s->counts[EIGEN_TRUE], 7);
  assert_int_equal(s->counts[EIGEN_NEUTRAL], 3);
  assert_true(s->agreement < 1e-9 * s->largest);
  static const double re[7] = {-2, -2, -2, -2, -8, -1, -1}, im[7] = {0, 0, 0, 0, 0, 5, -5};
  for (int k = 0; k < 7; k++) {
    double nearest = 1;
    for (int i = 0; i < 7; i++) {
      nearest = fmin(nearest, hypot(s->list[i].re - re[k], s->list[i].im - im[k]));
    }
    assert_true(nearest < 1e-7); // the double root: a root of the round-off
  }
  bench_close(&bench);
}

// Rotation mixes everything: two bodies, coupled by a general orthogonal change of coordinates,
// with one constraint, against the same thing without the change.
static void coordinates_do_not_matter(void **unused) {
  (void)unused;
  enum { N = 4 };
  double values[2][6];
  for (int turned = 0; turned < 2; turned++) {
    Bench bench;
    bench_open(&bench, N, 1, SPECTRUM_INDEX_3);
    Spectrum *s = &bench.spectrum;
    double R[N * N] = {0}, T[N * N], X[3][N * N] = {{0}};
    double u[N] = {0.5, -0.1, 0.7, 0.5}, J[N] = {1, -1, 0.5, 0};
    const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + u[3] * u[3];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        R[j * N + i] = (i == j ? 1 : 0) - (turned == 1 ? 2 * u[i] * u[j] / square : 0);
      }
      X[0][i * N + i] = 1 + i;
      X[1][i * N + i] = 0.3 * i;
      X[2][i * N + i] = 20.0 + 7 * i;
    }
    X[2][1] = X[2][N] = -4;
    double *const out[3] = {s->M, s->C, s->K};
    for (int k = 0; k < 3; k++) {
      eigen_multiply(false, false, N, N, N, X[k], N, R, N, T);
      eigen_multiply(true, false, N, N, N, R, N, T, N, out[k]);
    }
    eigen_multiply(false, false, 1, N, N, J, 1, R, N, s->J);
    assert_true(spectrum_compute(s));
    assert_int_equal(s->counts[EIGEN_TRUE], 6);
    assert_true(s->agreement < 1e-11);
    for (int k = 0; k < 6; k++) {
      values[turned][k] = hypot(s->list[k].re, s->list[k].im);
    }
    bench_close(&bench);
  }
  for (int k = 0; k < 6; k++) {
    near_to(values[1][k], values[0][k], 1e-12);
  }
}

// Shapes satisfy the equations: |s^2 M x + s C x + K x| has no part along the free directions.
static void shapes_are_eigenvectors(void **unused) {
  (void)unused;
  Bench bench;
  bench_open(&bench, 3, 1, SPECTRUM_INDEX_3);
  Spectrum *s = &bench.spectrum;
  static const double mass[3] = {1, 5, 2}, stiffness[3] = {30, 12, 7};
  for (int i = 0; i < 3; i++) {
    s->M[i * 3 + i] = mass[i];
    s->K[i * 3 + i] = stiffness[i];
    s->C[i * 3 + i] = i == 0 ? 0.7 : 0;
    s->J[i] = 1;
  }
  assert_true(spectrum_compute(s));
  assert_int_equal(s->counts[EIGEN_TRUE], 4);
  static const double free_direction[2][3] = {{1, -1, 0}, {0, 1, -1}};
  for (int k = 0; k < s->count; k++) {
    const Eigenvalue *value = &s->list[k];
    if (value->mode < 0) {
      continue;
    }
    const double *x = s->mode_re + 3 * value->mode, *y = s->mode_im + 3 * value->mode;
    const double square_re = value->re * value->re - value->im * value->im;
    const double square_im = 2 * value->re * value->im;
    for (int f = 0; f < 2; f++) {
      double re = 0, im = 0;
      for (int i = 0; i < 3; i++) {
        const double c = i == 0 ? 0.7 : 0;
        const double fr = square_re * mass[i] + value->re * c + stiffness[i];
        const double fi = square_im * mass[i] + value->im * c;
        re += free_direction[f][i] * (fr * x[i] - fi * y[i]);
        im += free_direction[f][i] * (fr * y[i] + fi * x[i]);
      }
      near_to(re, 0, 1e-11);
      near_to(im, 0, 1e-11);
    }
    near_to(x[0] + x[1] + x[2], 0, 1e-12);
  }
  bench_close(&bench);
}

// Every assignment of small problems, tried one by one.
static double cheapest(const double *cost, int rows, int columns, int row, unsigned used) {
  double best = row == rows ? 0 : 1e9;
  for (int j = 0; row < rows && j < columns; j++) {
    if ((used >> j & 1U) == 0) {
      best =
          fmin(best, cost[row + rows * j] + cheapest(cost, rows, columns, row + 1, used | 1U << j));
    }
  }
  return best;
}

static void assignment_is_optimal(void **unused) {
  (void)unused;
  Bench bench = {0};
  arena_open(&bench.arena, &bench.allocator);
  Matching matching;
  assert_true(matching_open(&matching, 5, 7, &bench.arena));
  unsigned seed = 1;
  for (int round = 0; round < 200; round++) {
    const int rows = 1 + round % 5, columns = rows + round % 3;
    double cost[35], sum = 0;
    int column_of[5], seen = 0;
    for (int k = 0; k < rows * columns; k++) {
      seed = seed * 1664525U + 1013904223U;
      cost[k] = (double)(seed >> 8 & 1023U);
    }
    matching_solve(&matching, rows, columns, cost, column_of);
    for (int i = 0; i < rows; i++) {
      assert_int_equal(seen & 1 << column_of[i], 0);
      seen |= 1 << column_of[i];
      sum += cost[i + rows * column_of[i]];
    }
    near_to(sum, cheapest(cost, rows, columns, 0, 0), 1e-9);
  }
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seed_4_has_two_pairs),
      cmocka_unit_test(without_the_multiplier_term_all_is_zero),
      cmocka_unit_test(seed_4_own_matrices),
      cmocka_unit_test(rows_of_velocities),
      cmocka_unit_test(forms_add_their_own_values),
      cmocka_unit_test(the_null_space_alone),
      cmocka_unit_test(a_doubled_row_is_redundant),
      cmocka_unit_test(damping_and_defects),
      cmocka_unit_test(coordinates_do_not_matter),
      cmocka_unit_test(shapes_are_eigenvectors),
      cmocka_unit_test(assignment_is_optimal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
