// SPDX-License-Identifier: BSD-3-Clause
// distribution.c: inverse distribution functions (see distribution.h).
#include "sweep/plan/distribution.h"

#include <math.h>

static const double ROOT_HALF = 0.70710678118654752440, ROOT_TWO_PI = 2.50662827463100050242;

// x with erfc(-x / sqrt 2) / 2 = u for u <= 1/2, by Halley's method from the leading terms of the
// tail's expansion (or of the series at the middle).
static double lower_normal(double u) {
  const double r = sqrt(-2 * log(2 * u));
  double x = u > 0.1 ? -ROOT_TWO_PI * (0.5 - u) : -r;
  for (int k = 0; k < 60; k++) {
    const double error = erfc(-x * ROOT_HALF) / 2 - u;
    const double step = error * ROOT_TWO_PI * exp(x * x / 2);
    const double move = step / (1 + x * step / 2);
    x -= move;
    if (fabs(move) <= 1e-15 * fabs(x)) {
      break;
    }
  }
  return x;
}

static double normal(double u) {
  if (u <= 0) {
    u = 0x1p-33; // the first point of a Sobol sequence: half a cell above zero
  }
  return u <= 0.5 ? lower_normal(u) : -lower_normal(1 - u);
}

static double triangular(const Distribution *d, double u) {
  const double width = d->c - d->a, left = d->b - d->a, right = d->c - d->b;
  return u * width <= left ? d->a + sqrt(u * width * left) : d->c - sqrt((1 - u) * width * right);
}

// Rounding does not lead out of the bounds.
static double within(double value, double least, double largest) {
  return value < least ? least : value > largest ? largest : value;
}

double distribution_value(const Distribution *distribution, double u) {
  const double a = distribution->a, b = distribution->b;
  switch (distribution->kind) {
  case DISTRIBUTION_UNIFORM:
    return within(a + u * (b - a), a, b);
  case DISTRIBUTION_LOG_UNIFORM: // b/a may overflow
    return within(exp((1 - u) * log(a) + u * log(b)), a, b);
  case DISTRIBUTION_NORMAL:
    return a + b * normal(u);
  case DISTRIBUTION_TRIANGULAR:
    return within(triangular(distribution, u), a, distribution->c);
  }
  return a;
}
