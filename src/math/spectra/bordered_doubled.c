// SPDX-License-Identifier: BSD-3-Clause
// bordered_doubled.c: the same in twice the precision of doubles (see bordered.h).
//
// Elimination in doubles is not always as good as the rounding of entries: where laws are rows and
// masses are small beside them, it may lose values that stand in what it subtracts. 106 bits lose
// them, too, where |z| is below some 1e-16 of the stiffest rate, but then the first order of what
// is wrong with t, tr(X (1 - B X) B') with the inverse X that was found, says so, and psi is
// infinite.
#include <math.h>
#include <string.h>

#include "math/spectra/bordered.h"

static const double DOUBTFUL = 1e-2; // of t

static double size_of(Doubled x) {
  return fmax(fabs(x.re.hi), fabs(x.im.hi));
}

static Doubled subtract(Doubled x, Doubled y) {
  return (Doubled){extended_subtract(x.re, y.re), extended_subtract(x.im, y.im)};
}

static Doubled multiply(Doubled x, Doubled y) {
  return (Doubled){extended_subtract(extended_multiply(x.re, y.re), extended_multiply(x.im, y.im)),
                   extended_add(extended_multiply(x.re, y.im), extended_multiply(x.im, y.re))};
}

static Doubled divide(Doubled x, Doubled y) {
  const Doubled turned = {y.re, {-y.im.hi, -y.im.lo}};
  const Extended square =
      extended_add(extended_multiply(y.re, y.re), extended_multiply(y.im, y.im));
  const Doubled product = multiply(x, turned);
  return (Doubled){extended_divide(product.re, square), extended_divide(product.im, square)};
}

static Extended sum_of(double a, Extended b, double times) {
  return extended_add((Extended){a, 0}, extended_scale(b, times));
}

static Doubled squared(double complex z) {
  const double x = creal(z), y = cimag(z);
  const Extended cross = extended_product(x, y);
  return (Doubled){extended_subtract(extended_product(x, x), extended_product(y, y)),
                   extended_add(cross, cross)};
}

// Entry k of B at z with a unit; square: z^2.
static Doubled entry(const Bordered *it, long k, double unit, double complex z, Doubled square) {
  const Extended x = {creal(z), 0}, y = {cimag(z), 0};
  const double a = unit * it->P[0][k], b = unit * it->P[1][k], c = unit * it->P[2][k];
  return (Doubled){extended_add(sum_of(a, x, b), extended_scale(square.re, c)),
                   extended_add(extended_scale(y, b), extended_scale(square.im, c))};
}

// B at z, equilibrated.
static void fill(Bordered *it, double complex z) {
  const int m = it->m;
  const Doubled square = squared(z);
  bordered_fill(it, z);
  for (int i = 0; i < m; i++) {
    it->order[i] = i;
  }
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < m; i++) {
      const long k = (long)j * m + i;
      it->twice[k] = entry(it, k, it->row[i] * it->column[j], z, square);
      it->turned[k] = (Doubled){{i == j ? 1 : 0, 0}, {0, 0}};
    }
  }
}

static void swap(Doubled *a, Doubled *b) {
  const Doubled c = *a;
  *a = *b;
  *b = c;
}

// The largest entry of what is left to the diagonal. False where all of it is 0.
static bool pivot(Bordered *it, int k) {
  const int m = it->m;
  double largest = 0;
  int row = k, column = k;
  for (int j = k; j < m; j++) {
    for (int i = k; i < m; i++) {
      const double size = size_of(it->twice[(long)j * m + i]);
      if (size > largest) {
        largest = size;
        row = i;
        column = j;
      }
    }
  }
  for (int j = 0; j < m; j++) {
    swap(&it->twice[(long)j * m + k], &it->twice[(long)j * m + row]);
    swap(&it->turned[(long)j * m + k], &it->turned[(long)j * m + row]);
  }
  for (int i = 0; i < m; i++) {
    swap(&it->twice[(long)k * m + i], &it->twice[(long)column * m + i]);
  }
  const int other = it->order[k];
  it->order[k] = it->order[column];
  it->order[column] = other;
  return largest > 0 && isfinite(largest);
}

// Column j of X less what the pivot's row takes from it; the pivot stands in column k of `twice`.
static void take(const Bordered *it, int k, Doubled *x) {
  const int m = it->m;
  const Doubled *factor = it->twice + (long)k * m;
  if (size_of(x[k]) == 0) {
    return;
  }
  x[k] = divide(x[k], factor[k]);
  for (int i = 0; i < m; i++) {
    if (i != k && size_of(factor[i]) != 0) {
      x[i] = subtract(x[i], multiply(factor[i], x[k]));
    }
  }
}

// tr(B^-1 B'), B' with the units of rows and columns.
static double complex trace(const Bordered *it, double complex z) {
  const int m = it->m;
  const Extended x = {creal(z), 0}, y = {cimag(z), 0};
  Doubled sum = {{0, 0}, {0, 0}};
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < m; i++) {
      const long k = (long)j * m + i;
      const double unit = it->row[i] * it->column[j];
      const double b = unit * it->P[1][k], c = unit * it->P[2][k];
      if (b != 0 || c != 0) {
        const Doubled slope = {sum_of(b, x, 2 * c), extended_scale(y, 2 * c)};
        const Doubled part = multiply(slope, it->turned[(long)i * m + it->row_of[j]]);
        sum.re = extended_add(sum.re, part.re);
        sum.im = extended_add(sum.im, part.im);
      }
    }
  }
  return sum.re.hi + (double complex)I * sum.im.hi;
}

// What is wrong with t to first order: tr(X (1 - B X) B'), X the inverse that was found.
static double complex error_of(Bordered *it, double complex z) {
  const int m = it->m;
  const Doubled square = squared(z);
  Doubled *row = it->twice; // of B
  double complex error = 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++) {
      row[j] = entry(it, (long)j * m + i, it->row[i] * it->column[j], z, square);
    }
    for (int j = 0; j < m; j++) {
      Doubled off = {{i == j ? 1 : 0, 0}, {0, 0}};
      for (int k = 0; k < m; k++) {
        if (size_of(row[k]) != 0) {
          off = subtract(off, multiply(row[k], it->turned[(long)j * m + it->row_of[k]]));
        }
      }
      double complex back = 0; // of B' X
      for (int k = 0; k < m; k++) {
        const long at = (long)k * m + j;
        const double unit = it->row[j] * it->column[k];
        back +=
            unit * (it->P[1][at] + 2 * z * it->P[2][at]) * it->inverse[(long)i * m + it->row_of[k]];
      }
      error += (off.re.hi + (double complex)I * off.im.hi) * back;
    }
  }
  return error;
}

BorderedAt bordered_at_twice(Bordered *it, double complex z) {
  const int m = it->m;
  fill(it, z);
  for (int k = 0; k < m; k++) {
    if (!pivot(it, k)) {
      return (BorderedAt){.singular = true, .psi = HUGE_VAL};
    }
    for (int j = k + 1; j < m; j++) {
      take(it, k, it->twice + (long)j * m);
    }
    for (int j = 0; j < m; j++) {
      take(it, k, it->turned + (long)j * m);
    }
  }
  for (int k = 0; k < m * m; k++) {
    it->inverse[k] = it->turned[k].re.hi + (double complex)I * it->turned[k].im.hi;
  }
  for (int k = 0; k < m; k++) {
    it->row_of[it->order[k]] = k;
  }
  BorderedAt at = {.t = trace(it, z), .psi = bordered_psi(it)};
  at.psi = cabs(error_of(it, z)) < DOUBTFUL * cabs(at.t) ? at.psi : HUGE_VAL;
  return at;
}

// ---- a last step ----

// Adds (re + i im) x.
static void add_times(Doubled *sum, Extended re, Extended im, double complex x) {
  sum->re = extended_add(sum->re, extended_scale(re, creal(x)));
  sum->re = extended_subtract(sum->re, extended_scale(im, cimag(x)));
  sum->im = extended_add(sum->im, extended_scale(re, cimag(x)));
  sum->im = extended_add(sum->im, extended_scale(im, creal(x)));
}

// Row i of B(z) times x; square: z^2.
static Doubled row_times(const Bordered *it, int i, double complex z, Doubled square,
                         const double complex *x) {
  Doubled sum = {{0, 0}, {0, 0}};
  for (int j = 0; j < it->m; j++) {
    const long k = (long)j * it->m + i;
    const double a = it->P[0][k], b = it->P[1][k], c = it->P[2][k];
    Extended re = {a, 0}, im = {0, 0};
    if (b != 0) {
      re = extended_add(re, extended_product(creal(z), b));
      im = extended_product(cimag(z), b);
    }
    if (c != 0) {
      re = extended_add(re, extended_scale(square.re, c));
      im = extended_add(im, extended_scale(square.im, c));
    }
    if (re.hi != 0 || im.hi != 0) {
      add_times(&sum, re, im, x[j]);
    }
  }
  return sum;
}

// The row of the inverse with the largest entry, as a left vector: y'B(z) = 0, nearly.
static void left_vector(const Bordered *it, double complex *y) {
  const int m = it->m;
  double largest = -1;
  int best = 0;
  for (int i = 0; i < m; i++) {
    double size = 0;
    for (int j = 0; j < m; j++) {
      size += creal(it->inverse[(long)j * m + i] * conj(it->inverse[(long)j * m + i]));
    }
    if (size > largest) {
      largest = size;
      best = i;
    }
  }
  for (int j = 0; j < m; j++) {
    y[j] = it->row[j] * it->inverse[(long)j * m + best];
  }
}

double complex bordered_step(Bordered *it, double complex z) {
  const int m = it->m;
  const Doubled z_squared = squared(z);
  bordered_vector(it, it->right);
  left_vector(it, it->left);
  Doubled sum = {{0, 0}, {0, 0}};
  double complex slope = 0;
  for (int i = 0; i < m; i++) {
    const Doubled r = row_times(it, i, z, z_squared, it->right);
    add_times(&sum, r.re, r.im, it->left[i]);
    double complex own = 0;
    for (int j = 0; j < m; j++) {
      const long k = (long)j * m + i;
      own += (it->P[1][k] + 2 * z * it->P[2][k]) * it->right[j];
    }
    slope += it->left[i] * own;
  }
  const double complex step = -(sum.re.hi + (double complex)I * sum.im.hi) / slope;
  return isfinite(creal(step)) && isfinite(cimag(step)) ? step : 0;
}

// left := B x for x in `right`. Returns the largest part of W |x| that it is, over the rows.
static double residual(Bordered *it, double complex z) {
  const int m = it->m;
  const double size = cabs(z);
  const Doubled square = squared(z);
  double largest = 0;
  for (int i = 0; i < m; i++) {
    const Doubled r = row_times(it, i, z, square, it->right);
    double whole = 0;
    for (int j = 0; j < m; j++) {
      const long k = (long)j * m + i;
      const double W = it->size[0][k] + size * (it->size[1][k] + size * it->size[2][k]);
      whole += W * cabs(it->right[j]);
    }
    it->left[i] = r.re.hi + (double complex)I * r.im.hi;
    const double off = cabs(it->left[i]);
    largest = off == 0 ? largest : off <= largest * whole ? largest : off / whole;
  }
  return largest;
}

double bordered_backward(Bordered *it, double complex z) {
  const int m = it->m;
  const int best = bordered_vector(it, it->right);
  const double first = residual(it, z);
  for (int j = 0; j < m; j++) { // B x is that column of the unit matrix: what it is not, taken out
    double complex more = 0;
    for (int i = 0; i < m; i++) {
      const double complex off = (i == best ? 1 : 0) - it->row[i] * it->left[i];
      more += it->inverse[(long)i * m + it->row_of[j]] * off;
    }
    it->right[j] += it->column[j] * more;
  }
  return fmin(first, residual(it, z));
}
