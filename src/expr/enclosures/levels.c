// SPDX-License-Identifier: BSD-3-Clause
// levels.c: between which values of its switching function a branch holds (see levels.h).
#include "expr/enclosures/levels.h"

#define FAR ((double)INFINITY)

static Levels of_sign(double branch) {
  if (branch == 0) {
    return (Levels){.owns_low = true, .owns_high = true};
  }
  return branch < 0 ? (Levels){.low = -FAR} : (Levels){.high = FAR};
}

// A held atan2 is left at its cut, and well before it would come to one on the other side.
static Levels of_cut(double branch) {
  static const double HALF_TURN = 3.14159265358979323846;
  return branch < 0 ? (Levels){.low = -HALF_TURN, .high = HALF_TURN / 4}
                    : (Levels){.low = -HALF_TURN / 4, .high = HALF_TURN, .owns_high = true};
}

Levels levels_of(const Switch *one, double branch) {
  switch (one->kind) {
  case SWITCH_BELOW:
    return branch != 0 ? (Levels){.low = -FAR} : (Levels){.high = FAR, .owns_low = true};
  case SWITCH_NOT_ABOVE:
    return branch != 0 ? (Levels){.low = -FAR, .owns_high = true} : (Levels){.high = FAR};
  case SWITCH_ZERO:
    return of_sign(branch);
  case SWITCH_FLOOR:
  case SWITCH_TURNS:
    return (Levels){.low = branch, .high = branch + 1, .owns_low = true};
  case SWITCH_CEIL:
    return (Levels){.low = branch - 1, .high = branch, .owns_high = true};
  case SWITCH_KNOT: {
    const double low = curve_next_jump(one->curve, branch, false);
    return (Levels){.low = low < FAR ? low : -FAR,
                    .high = curve_next_jump(one->curve, branch, true),
                    .owns_low = true,
                    .owns_high = true};
  }
  case SWITCH_CUT:
    return of_cut(branch);
  }
  return (Levels){.low = -FAR, .high = FAR};
}

Enclosure levels_excess(const Levels *levels, int side, const Enclosure *f, int order) {
  const bool owns = side > 0 ? levels->owns_high : levels->owns_low;
  Enclosure excess = enclosure_shift(f, -(side > 0 ? levels->high : levels->low));
  if (side < 0) {
    excess = enclosure_negate(&excess, order);
  }
  return owns ? enclosure_shift(&excess, -DBL_TRUE_MIN) : excess;
}
