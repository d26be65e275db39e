// SPDX-License-Identifier: BSD-3-Clause
// ticks.h: where the ticks of an axis stand: at 1, 2 or 5 times a power of ten.
#ifndef MBS_REPORT_TICKS_H
#define MBS_REPORT_TICKS_H

#include "base/text.h"

// At whole multiples of a step.
typedef struct Ticks {
  double first, step;
  int count;
} Ticks;

// A step of 1, 2 or 5 times a power of ten, with at most `most` of them over a range > 0.
double ticks_step(double range, int most);
Ticks ticks_between(double low, double high, double step);
double ticks_at(const Ticks *ticks, int k);
// A label: 6 digits, no -0.
void ticks_put(double value, Text *out);

#endif
