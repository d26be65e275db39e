// SPDX-License-Identifier: BSD-3-Clause
// hermite.h: what programs that show rows between their own steps share.
#ifndef MBS_BENCH_HERMITE_H
#define MBS_BENCH_HERMITE_H

// The polynomial of degree 5 with value, rate and second rate of both ends of a step h, at the
// fraction s of it.
static inline double hermite(double h, double s, const double left[3], const double right[3]) {
  const double a = left[0], b = h * left[1], c = 0.5 * h * h * left[2];
  const double p = right[0] - a - b - c;
  const double q = h * right[1] - b - 2.0 * c;
  const double r = 0.5 * (h * h * right[2]) - c;
  return a +
         s * (b +
              s * (c + s * (10.0 * p - 4.0 * q + r +
                            s * (-15.0 * p + 7.0 * q - 2.0 * r + s * (6.0 * p - 3.0 * q + r)))));
}

#endif
