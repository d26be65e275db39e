// SPDX-License-Identifier: BSD-3-Clause
// kkt_closeness.c: how far the rows are from losing rank, from pivots that stand there already.
//
// A pivot of J M^-1 J' is the square of the distance of a row J_i from the span of the rows before
// it, in the norm of the masses. Where a motion passes a singular pose that distance goes through
// zero linearly in time, and so does the root of the smallest pivot, apart from its sign.
#include <math.h>

#include "system/kkt_inside.h"

double kkt_closeness(const State *state) {
  const System *system = state->system;
  const int nc = system->nc;
  double largest = 0; // of S_i / pivot_i
  if (system->kkt_method == KKT_SADDLE) {
    return state->soft ? sqrt(state->kkt_pivot) : HUGE_VAL;
  }
  for (int i = 0; i < nc; i++) {
    const double size =
        kkt_schur_inverse_pivot(state, i) * state->row_soft[i]; // zero for rows of open trees
    largest = size > largest ? size : largest;
  }
  return largest > 0 ? 1 / sqrt(largest) : HUGE_VAL;
}
