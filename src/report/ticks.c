// SPDX-License-Identifier: BSD-3-Clause
// ticks.c: where the ticks of an axis stand (see ticks.h).
#include "report/ticks.h"

#include <math.h>

#include "base/number.h"

enum { MOST_TICKS = 20 };

double ticks_step(double range, int most) {
  const double power = pow(10, floor(log10(range / most)));
  const double part = range / most / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

Ticks ticks_between(double low, double high, double step) {
  const double first = ceil(low / step - 1e-9), last = floor(high / step + 1e-9);
  return (Ticks){first, step, (int)fmin(fmax(last - first + 1, 0), MOST_TICKS)};
}

double ticks_at(const Ticks *ticks, int k) {
  return (ticks->first + k) * ticks->step;
}

void ticks_put(double value, Text *out) {
  char digits[NUMBER_TEXT_SIZE];
  (void)number_format_digits(6, value + 0.0, digits);
  text_put(out, digits);
}
