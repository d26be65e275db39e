// SPDX-License-Identifier: BSD-3-Clause
// ticks.h: where the ticks of an axis stand: at 1, 2 or 5 times a power of ten; of degrees at parts
// of a turn.
#ifndef MBS_REPORT_DRAWING_TICKS_H
#define MBS_REPORT_DRAWING_TICKS_H

#include "base/text.h"

// At whole multiples of a step. Where many digits of all of them are the same, as in 0.5 and
// 0.500000001, labels are what is beyond `base`, which stands beside the axis.
typedef struct Ticks {
  double first, step;
  int count;
  double base; // 0: none
} Ticks;

// A step of 1, 2 or 5 times a power of ten, with at most `most` of them over a range > 0.
double ticks_step(double range, int most);
// The same of a quantity in a unit: of "deg" 15, 30, 45, 90 or 180 where that is the size, and
// whole turns beyond.
double ticks_step_in(double range, int most, const char *unit);
Ticks ticks_between(double low, double high, double step);
double ticks_at(const Ticks *ticks, int k);
// The label of a tick; "0.5 +" for the base, nothing where there is none.
void ticks_label(const Ticks *ticks, int k, Text *out);
// Where the middle of a label stands: at a place, or before it, so that the label ends at `end`.
double ticks_label_at(const Ticks *ticks, int k, double place, double end);
void ticks_put_base(const Ticks *ticks, Text *out);
// A number of 6 digits, no -0.
void ticks_put(double value, Text *out);

#endif
