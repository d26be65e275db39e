// SPDX-License-Identifier: BSD-3-Clause
// order.c: orders of convergence (see order.h).
#include "analysis/verification/order.h"

#include <math.h>

static const double LARGEST_ORDER = 20;

// log of (h0^p - h1^p)/(h1^p - h2^p), which rises with p; p = 0 by its limit.
static double log_ratio(double h0, double h1, double h2, double p) {
  const double a = log(h0 / h1), b = log(h1 / h2);
  if (p * fmax(a, b) < 1e-8) {
    return log(a / b);
  }
  // (h0^p - h1^p)/(h1^p - h2^p) = (e^(p a) - 1)/(1 - e^(-p b))
  return log(expm1(p * a)) - log(-expm1(-p * b));
}

double order_between(double h0, double h1, double h2, double d01, double d12) {
  if (!(h0 > h1 && h1 > h2 && h2 > 0 && d01 > 0 && d12 > 0) || isinf(d01) || isinf(d12)) {
    return (double)NAN;
  }
  const double wanted = log(d01 / d12);
  double low = 0, high = LARGEST_ORDER;
  if (!(log_ratio(h0, h1, h2, low) < wanted && wanted < log_ratio(h0, h1, h2, high))) {
    return (double)NAN;
  }
  for (int k = 0; k < 60; k++) {
    const double middle = low + (high - low) / 2;
    if (log_ratio(h0, h1, h2, middle) < wanted) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low + (high - low) / 2;
}

double order_fit(const double *h, const double *error, int count, double least) {
  double n = 0, x_sum = 0, y_sum = 0, xx_sum = 0, xy_sum = 0;
  for (int k = 0; k < count; k++) {
    if (error[k] > least && isfinite(error[k])) {
      const double x = log(h[k]), y = log(error[k]);
      n += 1;
      x_sum += x;
      y_sum += y;
      xx_sum += x * x;
      xy_sum += x * y;
    }
  }
  const double spread = n * xx_sum - x_sum * x_sum;
  return n >= 2 && spread > 1e-12 * n * xx_sum ? (n * xy_sum - x_sum * y_sum) / spread
                                               : (double)NAN;
}

double order_visible_part(double h, double h_fine, double order) {
  return -expm1(order * log(h_fine / h));
}
