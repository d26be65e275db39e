// SPDX-License-Identifier: BSD-3-Clause
// contact_law.c: the damping that lets two surfaces part with a share of their speed (see
// contact_law.h).
//
//   F(x) = x - ln(1 + x) + e x + ln(1 - e x) = x^2 sum_n x^(n-2) ((-1)^n - e^n)/n,  n = 2, 3, ..
//   F' = x (1 + e) (1 - e - e x)/((1 + x) (1 - e x)),   dx/de = e x (1 + x)/((1 + e) (1 - e - e x))
// The root lies between the summit (1 - e)/e and 1/e, of which it is exp(-1/e) parts short: for
// the least e it is 1/e to round-off.
#include "elements/forces/contact_law.h"

#include <float.h>
#include <math.h>

enum { TERMS = 16, ROUNDS = 200 };
static const double SMALL = 0.1;  // below that the series
static const double LEAST = 1e-3; // exp(-1/e) is nothing

static double value_at(double e, double x) {
  if (x >= SMALL) {
    return x - log1p(x) + e * x + log1p(-e * x);
  }
  double sum = (1 - e) * (1 + e) / 2, power = e * e, place = 1;
  for (int n = 3; n < TERMS; n++) {
    power *= e;
    place *= x;
    sum += place * ((n % 2 == 0 ? 1 : -1) - power) / n;
  }
  return x * x * sum;
}

double contact_rebound_of(double restitution, double *slope) {
  const double e = restitution;
  double low = (1 - e) / e, high = 1 / e, x = 1.5 * (1 - e) / (0.5 + 0.5 * e);
  *slope = -1.5;
  if (e == 1) {
    return 0;
  }
  if (e < LEAST) {
    *slope = -high / e;
    return high;
  }
  for (int k = 0; k < ROUNDS && high - low > DBL_EPSILON * high; k++) {
    if (!(x > low && x < high)) {
      x = low + (high - low) / 2;
    }
    const double value = value_at(e, x);
    const double rise = x * (1 + e) * (1 - e - e * x) / ((1 + x) * (1 - e * x));
    *(value > 0 ? &low : &high) = x;
    const double next = x - value / rise;
    if (fabs(next - x) <= DBL_EPSILON * x) {
      break;
    }
    x = next;
  }
  *slope = e * x * (1 + x) / ((1 + e) * (1 - e - e * x));
  return x;
}
