// SPDX-License-Identifier: BSD-3-Clause
// ticks.c: where the ticks of an axis stand (see ticks.h).
#include "report/drawing/ticks.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

enum { MOST_TICKS = 20 };

static const double SAME = 1e-4; // a step that is less of the values leaves labels too long

double ticks_step(double range, int most) {
  const double power = pow(10, floor(log10(range / most)));
  const double part = range / most / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

double ticks_step_in(double range, int most, const char *unit) {
  static const double parts[] = {15, 30, 45, 90, 180};
  const double least = range / most;
  if (strcmp(unit, "deg") != 0 || least <= 10) {
    return ticks_step(range, most);
  }
  for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
    if (least <= parts[k]) {
      return parts[k];
    }
  }
  return 360 * ticks_step(range / 360, most);
}

Ticks ticks_between(double low, double high, double step) {
  const double first = ceil(low / step - 1e-9), last = floor(high / step + 1e-9);
  const double size = fmax(fabs(low), fabs(high));
  double base = 0;
  if (step < SAME * size) {
    const double place = ceil(log10(high - low)), unit = pow(10, fabs(place));
    const double middle = 0.5 * (low + high);
    base = place < 0 ? rint(middle * unit) / unit : rint(middle / unit) * unit;
  }
  return (Ticks){first, step, (int)fmin(fmax(last - first + 1, 0), MOST_TICKS), base};
}

double ticks_at(const Ticks *ticks, int k) {
  return (ticks->first + k) * ticks->step;
}

static double label_of(const Ticks *ticks, int k) {
  return (ticks->first + k - rint(ticks->base / ticks->step)) * ticks->step;
}

void ticks_label(const Ticks *ticks, int k, Text *out) {
  ticks_put(label_of(ticks, k), out);
}

double ticks_label_at(const Ticks *ticks, int k, double place, double end) {
  static const double DIGIT = 7;
  char digits[NUMBER_TEXT_SIZE];
  (void)number_format_digits(6, label_of(ticks, k) + 0.0, digits);
  return fmin(place, end - DIGIT * (double)strlen(digits) / 2);
}

void ticks_put_base(const Ticks *ticks, Text *out) {
  if (ticks->base != 0) {
    text_number(out, ticks->base);
    text_put(out, " +");
  }
}

void ticks_put(double value, Text *out) {
  char digits[NUMBER_TEXT_SIZE];
  (void)number_format_digits(6, value + 0.0, digits);
  text_put(out, digits);
}
