// SPDX-License-Identifier: BSD-3-Clause
// levels.h: between which values of its switching function a branch holds.
#ifndef MBS_EXPR_ENCLOSURES_LEVELS_H
#define MBS_EXPR_ENCLOSURES_LEVELS_H

#include "expr/enclosures/enclosure.h"
#include "expr/programs/program.h"

// The branch is where low < f < high; infinite: it does not end there. At a level that is its own
// it still holds.
typedef struct Levels {
  double low, high;
  bool owns_low, owns_high;
} Levels;

Levels levels_of(const Switch *one, double branch);

// How far f is beyond a level: side 1 above high, -1 below low. Below zero on the branch; a level
// of its own counts as below.
Enclosure levels_excess(const Levels *levels, int side, const Enclosure *f, int order);

static inline bool levels_end(const Levels *levels, int side) {
  return isfinite(side > 0 ? levels->high : levels->low);
}

#endif
