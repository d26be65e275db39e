// SPDX-License-Identifier: BSD-3-Clause
// dense.c: the motion inside a step (see dense.h).
#include "integrators/dense.h"

#include <string.h>

#include "integrators/pair_of_numbers.h"

static int room_of(const Dense *dense) {
  return (dense->ny + DENSE_BLOCK - 1) / DENSE_BLOCK * DENSE_BLOCK;
}

bool dense_open(Dense *dense, int nq, int nv, int ny, Arena *arena) {
  *dense = (Dense){.h = 1, .nq = nq, .nv = nv, .ny = ny};
  bool ok = true;
  for (int k = 0; k < POLYNOMIAL_TERMS; k++) {
    dense->term[k] = arena_array(arena, double, room_of(dense));
    ok = ok && dense->term[k] != NULL;
  }
  return ok;
}

// ---- reading ----

// Horner's scheme for the value and its derivative by x of two numbers.
static inline Pair horner(const Dense *dense, const int degree, int i, double x, Pair *slope) {
  Pair value = pair_at(dense->term[degree] + i);
  *slope = (Pair){0, 0};
  for (int k = degree - 1; k >= 0; k--) {
    *slope = *slope * x + value;
    value = value * x + pair_at(dense->term[k] + i);
  }
  return value;
}

// Numbers [first, last) of the polynomials; with a constant degree the compiler unrolls. rate may
// be NULL.
static inline void evaluate(const Dense *dense, const int degree, double x, int first, int last,
                            double *out, double *rate) {
  const double inverse = 1 / dense->h;
  int i = first;
  for (; i + 1 < last; i += 2) {
    Pair slope;
    put_pair(horner(dense, degree, i, x, &slope), out + (i - first));
    if (rate != NULL) {
      put_pair(slope * inverse, rate + (i - first));
    }
  }
  if (i < last) { // a block's number behind it is not wanted
    double c[POLYNOMIAL_TERMS];
    for (int k = 0; k <= degree; k++) {
      c[k] = dense->term[k][i];
    }
    out[i - first] = polynomial_value(c, degree, x);
    if (rate != NULL) {
      rate[i - first] = polynomial_slope(c, degree, x) * inverse;
    }
  }
}

static void part_at(const Dense *dense, double x, int first, int last, double *out, double *rate) {
  switch (dense->degree) {
  case 3:
    evaluate(dense, 3, x, first, last, out, rate);
    return;
  case 5:
    evaluate(dense, 5, x, first, last, out, rate);
    return;
  case 7:
    evaluate(dense, 7, x, first, last, out, rate);
    return;
  default:
    evaluate(dense, dense->degree, x, first, last, out, rate);
  }
}

void dense_at(const Dense *dense, double t, double *q, double *v, double *q_rate, double *v_rate) {
  const double x = (t - dense->t) / dense->h;
  const int nq = dense->nq, n = nq + dense->nv;
  if (v == q + nq && (q_rate == NULL || v_rate == q_rate + nq)) {
    part_at(dense, x, 0, n, q, q_rate); // they stand as in the terms
    return;
  }
  part_at(dense, x, 0, nq, q, q_rate);
  part_at(dense, x, nq, n, v, v_rate);
}

int dense_number(const Dense *dense, int i, double c[POLYNOMIAL_TERMS]) {
  int degree = 0;
  for (int k = 0; k <= dense->degree; k++) {
    c[k] = dense->term[k][i];
    degree = c[k] != 0 ? k : degree;
  }
  return degree;
}

// ---- fixing ----

static void set_zero(Dense *dense, int from, int first, int count) {
  for (int k = from; k < POLYNOMIAL_TERMS; k++) {
    memset(dense->term[k] + first, 0, (size_t)count * sizeof(double));
  }
}

// The difference of the ends is small, and what it is multiplied with, too.
void dense_cubic(Dense *dense, int first, int count, const DenseEnd *from, const DenseEnd *to) {
  double *const *c = dense->term;
  const double h = dense->h;
  for (int k = 0, i = first; k < count; k++, i++) {
    const double change = to->value[k] - from->value[k];
    const double before = h * from->rate[k], after = h * to->rate[k];
    c[0][i] = from->value[k];
    c[1][i] = before;
    c[2][i] = 3 * change - 2 * before - after;
    c[3][i] = before + after - 2 * change;
  }
  set_zero(dense, 4, first, count);
}

void dense_quintic(Dense *dense, int first, int count, const DenseEnd *from, const DenseEnd *to) {
  double *const *c = dense->term;
  const double h = dense->h, half = h * h / 2;
  for (int k = 0, i = first; k < count; k++, i++) {
    const double change = to->value[k] - from->value[k];
    const double before = h * from->rate[k], after = h * to->rate[k];
    const double bend = half * from->second[k], end = half * to->second[k];
    c[0][i] = from->value[k];
    c[1][i] = before;
    c[2][i] = bend;
    c[3][i] = 10 * change - 6 * before - 4 * after - 3 * bend + end;
    c[4][i] = -15 * change + 8 * before + 7 * after + 3 * bend - 2 * end;
    c[5][i] = 6 * change - 3 * before - 3 * after - bend + end;
  }
  set_zero(dense, 6, first, count);
}

// (1 - cos(pi k/7))/2
const double DENSE_NODE[POLYNOMIAL_TERMS] = {0,
                                             0.049515566048790427,
                                             0.1882550990706332,
                                             0.38873953302184278,
                                             0.61126046697815717,
                                             0.81174490092936669,
                                             0.95048443395120952,
                                             1};

// Newton's divided differences, then term by term from the innermost out.
void dense_fit(Dense *dense) {
  const double *x = DENSE_NODE;
  dense->degree = POLYNOMIAL_DEGREE;
  for (int i = 0; i < dense->ny; i++) {
    double d[POLYNOMIAL_TERMS], c[POLYNOMIAL_TERMS] = {0};
    for (int k = 0; k < POLYNOMIAL_TERMS; k++) {
      d[k] = dense->term[k][i];
    }
    for (int j = 1; j < POLYNOMIAL_TERMS; j++) {
      for (int k = POLYNOMIAL_DEGREE; k >= j; k--) {
        d[k] = (d[k] - d[k - 1]) / (x[k] - x[k - j]);
      }
    }
    for (int k = POLYNOMIAL_DEGREE; k >= 0; k--) {
      for (int j = POLYNOMIAL_DEGREE; j > 0; j--) {
        c[j] = c[j - 1] - x[k] * c[j];
      }
      c[0] = d[k] - x[k] * c[0];
    }
    for (int k = 0; k < POLYNOMIAL_TERMS; k++) {
      dense->term[k][i] = c[k];
    }
  }
}

void dense_point(Dense *dense, double t, const double *y, const double *slope) {
  const int n = dense->ny;
  dense->t = t;
  dense->h = 1;
  dense->degree = 1;
  set_zero(dense, 2, 0, n);
  memcpy(dense->term[0], y, (size_t)n * sizeof(double));
  memcpy(dense->term[1], slope, (size_t)n * sizeof(double));
}
