// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_rows.c: the nested interpolant of runge_kutta_dense.c at several times at once, in
// the lanes of vector registers. The order of operations is the same, and so are the bits.
#include "analysis/runge_kutta_rows.h"

#include <string.h>

#include "base/lanes.h"

#ifdef MBS_LANES

static const double lane_numbers[RUNGE_KUTTA_LANES] = {0, 1, 2, 3, 4, 5, 6, 7};

void MBS_NAME(runge_kutta_rows)(double *const *F, int count, const RungeKuttaPlaces *places,
                                double *to) {
  real t, lane;
  memcpy(&t, places->times, sizeof t);
  memcpy(&lane, lane_numbers, sizeof lane);
  const Truth own = TRUTH(lane >= places->first) & TRUTH(lane < places->first + places->count);
  const real x = (t - places->t) / places->h;
  const double inverse = 1 / places->h;
  const real rest = 1 - x;
  for (int i = 0; i < count; i++) {
    real slope = real_of(F[RUNGE_KUTTA_NESTED - 1][i]);
    real sum = F[RUNGE_KUTTA_NESTED - 2][i] + x * slope;
    for (int k = RUNGE_KUTTA_NESTED - 3; k > 0; k -= 2) {
      slope = rest * slope - sum;
      sum = F[k][i] + rest * sum;
      slope = sum + x * slope;
      sum = F[k - 1][i] + x * sum;
    }
    slope *= inverse;
    real value, rate;
    double *values = to + i * REAL_LANES, *rates = to + (count + i) * REAL_LANES;
    memcpy(&value, values, sizeof value);
    memcpy(&rate, rates, sizeof rate);
    value = real_choose(own, sum, value);
    rate = real_choose(own, slope, rate);
    memcpy(values, &value, sizeof value);
    memcpy(rates, &rate, sizeof rate);
  }
}

#endif
