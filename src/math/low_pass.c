// SPDX-License-Identifier: BSD-3-Clause
// low_pass.c: Butterworth's filter, forwards and backwards (see low_pass.h).
//
// One pass is
//   y_k = b (x_k + 2 x_(k-1) + x_(k-2)) - a1 y_(k-1) - a2 y_(k-2),
// the bilinear transform of 1/(1 + sqrt(2) s + s^2) with s = z/K, K = tan(pi part) / (sqrt(2) -
// 1)^(1/4), so that two passes leave 1/sqrt(2) at the cutoff. It begins at rest at its first value.
#include "math/low_pass.h"

#include <math.h>

static void pass(double *x, int count, double part) {
  const double K = tan(acos(-1.0) * part) / sqrt(sqrt(sqrt(2) - 1)), damp = sqrt(2) * K;
  const double norm = 1 / (1 + damp + K * K);
  const double b = K * K * norm, a1 = 2 * (K * K - 1) * norm, a2 = (1 - damp + K * K) * norm;
  double x1 = x[0], x2 = x[0], y1 = x[0], y2 = x[0];
  for (int k = 0; k < count; k++) {
    const double y = b * (x[k] + 2 * x1 + x2) - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x[k];
    y2 = y1;
    y1 = y;
    x[k] = y;
  }
}

static void reverse(double *x, int count) {
  for (int k = 0; 2 * k + 1 < count; k++) {
    const double keep = x[k];
    x[k] = x[count - 1 - k];
    x[count - 1 - k] = keep;
  }
}

int low_pass_room(int count, double part) {
  // three periods of the cutoff: e^(-2 pi 3 / sqrt(2)) of the start is left behind them
  const double periods = ceil(3 / part);
  return periods < count - 1 ? (int)periods : count - 1;
}

void low_pass(double *y, int count, double part, double *room) {
  const int beside = low_pass_room(count, part), last = count - 1;
  double *x = room + beside;
  for (int k = 0; k < count; k++) {
    x[k] = y[k];
  }
  for (int k = 1; k <= beside; k++) {
    x[-k] = 2 * y[0] - y[k];
    x[last + k] = 2 * y[last] - y[last - k];
  }
  const int whole = count + 2 * beside;
  for (int way = 0; way < 2; way++) {
    pass(room, whole, part);
    reverse(room, whole);
  }
  for (int k = 0; k < count; k++) {
    y[k] = x[k];
  }
}
