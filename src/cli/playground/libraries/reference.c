// SPDX-License-Identifier: BSD-3-Clause
// reference.c: the four routines of the reference LAPACK and BLAS 3.11 that f2c cannot read, since
// they are written in Fortran 90: dlamch, dnrm2, dlassq, dlartg, after these sources (BSD),
// operation by operation, so that they give the digits of the archives that the native program
// links.
//
// Norms are sums of squares in three accumulators, of numbers that are large, medium or small, so
// that no square overflows or vanishes (Blue 1978, doi:10.1145/355769.355771; Anderson 2017,
// doi:10.1145/3061665).
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

double dlamch_(const char *what, size_t length);
double dnrm2_(const int *n, const double *x, const int *step);
void dlassq_(const int *n, const double *x, const int *step, double *scale, double *sum);
void dlartg_(const double *f, const double *g, double *c, double *s, double *r);

double dlamch_(const char *what, size_t length) {
  (void)length;
  switch (*what) {
  case 'E': // half a unit in the last place: numbers are rounded
  case 'e':
    return DBL_EPSILON / 2;
  case 'S': // 1 over the least number does not overflow
  case 's':
  case 'U':
  case 'u':
    return DBL_MIN;
  case 'B':
  case 'b':
    return FLT_RADIX;
  case 'P':
  case 'p':
    return DBL_EPSILON;
  case 'N':
  case 'n':
    return DBL_MANT_DIG;
  case 'R':
  case 'r':
    return 1;
  case 'M':
  case 'm':
    return DBL_MIN_EXP;
  case 'L':
  case 'l':
    return DBL_MAX_EXP;
  case 'O':
  case 'o':
    return DBL_MAX;
  default:
    return 0;
  }
}

// Beyond LARGE and below SMALL squares are taken of the number times LARGE_BY, SMALL_BY.
static const double SMALL = 0x1p-511, LARGE = 0x1p486, SMALL_BY = 0x1p537, LARGE_BY = 0x1p-538;

typedef struct Squares {
  double large, medium, small;
} Squares;

static Squares add_squares(int n, const double *x, int step) {
  Squares sums = {0, 0, 0};
  bool any_large = false;
  int at = step < 0 ? -(n - 1) * step : 0;
  for (int i = 0; i < n; i++, at += step) {
    const double size = fabs(x[at]);
    if (size > LARGE) {
      sums.large += (size * LARGE_BY) * (size * LARGE_BY);
      any_large = true;
    } else if (size < SMALL) {
      sums.small += any_large ? 0 : (size * SMALL_BY) * (size * SMALL_BY);
    } else {
      sums.medium += size * size;
    }
  }
  return sums;
}

// scale^2 sum is the sum of all. Not a number counts as more than zero.
static void join(Squares sums, double *scale, double *sum) {
  const bool any_medium = sums.medium > 0 || isnan(sums.medium);
  if (sums.large > 0) {
    *scale = 1 / LARGE_BY;
    *sum = any_medium ? sums.large + (sums.medium * LARGE_BY) * LARGE_BY : sums.large;
  } else if (sums.small > 0 && any_medium) {
    const double medium = sqrt(sums.medium), small = sqrt(sums.small) / SMALL_BY;
    const double least = small > medium ? medium : small, most = small > medium ? small : medium;
    *scale = 1;
    *sum = most * most * (1 + (least / most) * (least / most));
  } else if (sums.small > 0) {
    *scale = 1 / SMALL_BY;
    *sum = sums.small;
  } else {
    *scale = 1;
    *sum = sums.medium;
  }
}

double dnrm2_(const int *n, const double *x, const int *step) {
  double scale = 1, sum = 0;
  if (*n <= 0) {
    return 0;
  }
  join(add_squares(*n, x, *step), &scale, &sum);
  return scale * sqrt(sum);
}

// scale^2 sum, to which the squares of x are added.
void dlassq_(const int *n, const double *x, const int *step, double *scale, double *sum) {
  if (isnan(*scale) || isnan(*sum)) {
    return;
  }
  if (*sum == 0) {
    *scale = 1;
  }
  if (*scale == 0) {
    *scale = 1;
    *sum = 0;
  }
  if (*n <= 0) {
    return;
  }
  Squares sums = add_squares(*n, x, *step);
  if (*sum > 0) {
    const double size = *scale * sqrt(*sum);
    if (size > LARGE) {
      sums.large += (*scale * LARGE_BY) * (*scale * LARGE_BY) * *sum;
    } else if (size < SMALL) {
      sums.small += sums.large > 0 ? 0 : (*scale * SMALL_BY) * (*scale * SMALL_BY) * *sum;
    } else {
      sums.medium += *scale * *scale * *sum;
    }
  }
  join(sums, scale, sum);
}

// The plane rotation that takes (f, g) to (r, 0).
void dlartg_(const double *f, const double *g, double *c, double *s, double *r) {
  const double least = DBL_MIN, most = 1 / DBL_MIN;
  const double low = sqrt(least), high = sqrt(most / 2);
  const double f1 = fabs(*f), g1 = fabs(*g), f0 = *f, g0 = *g;
  if (g0 == 0) {
    *c = 1, *s = 0, *r = f0;
  } else if (f0 == 0) {
    *c = 0, *s = copysign(1, g0), *r = g1;
  } else if (f1 > low && f1 < high && g1 > low && g1 < high) {
    const double d = sqrt(f0 * f0 + g0 * g0);
    *c = f1 / d;
    *r = copysign(d, f0);
    *s = g0 / *r;
  } else {
    const double unit = fmin(most, fmax(least, fmax(f1, g1)));
    const double fs = f0 / unit, gs = g0 / unit;
    const double d = sqrt(fs * fs + gs * gs);
    *c = fabs(fs) / d;
    *r = copysign(d, f0);
    *s = gs / *r;
    *r *= unit;
  }
}
