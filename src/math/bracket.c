// SPDX-License-Identifier: BSD-3-Clause
// bracket.c: see bracket.h.
#include "math/bracket.h"

#include <math.h>

enum { PATIENCE = 4 };

bool bracket_next(Bracket *bracket, double width, double *at) {
  const double low = bracket->low, high = bracket->high;
  if (!(high - low > width)) {
    return false;
  }
  const double chord =
      high - bracket->at_high * (high - low) / (bracket->at_high - bracket->at_low);
  *at = fmin(fmax(chord, low + 0.4 * width), high - 0.4 * width);
  if (bracket->points == 0 || high - low <= bracket->before / 2) {
    bracket->points = 0;
    bracket->before = high - low;
  }
  if (++bracket->points > PATIENCE || !isfinite(chord)) {
    *at = low + (high - low) / 2;
    bracket->before = (high - low) / 2;
    bracket->points = PATIENCE - 1; // one chord before the next middle
  }
  return *at > low && *at < high;
}

// What scales the value at the end that stays.
static double scale_of(double value, double before) {
  const double scale = 1 - value / before;
  return scale > 0 && scale <= 1 ? scale : 0.5;
}

void bracket_move(Bracket *bracket, double at, double value, bool beyond) {
  if (beyond) {
    bracket->at_low *= bracket->moved > 0 ? scale_of(value, bracket->at_high) : 1;
    bracket->high = at;
    bracket->at_high = value;
    bracket->moved = 1;
  } else {
    bracket->at_high *= bracket->moved < 0 ? scale_of(value, bracket->at_low) : 1;
    bracket->low = at;
    bracket->at_low = value;
    bracket->moved = -1;
  }
}
