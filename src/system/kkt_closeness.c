// SPDX-License-Identifier: BSD-3-Clause
// kkt_closeness.c: how far the rows are from losing rank, from pivots that stand there already.
//
// A pivot of J M^-1 J' is the square of the distance of a row J_i from the span of the rows before
// it, in the norm of the masses. Where a motion passes a singular pose that distance goes through
// zero linearly in time, and so does the root of the smallest pivot, apart from its sign.
#include <math.h>

#include "system/kkt_inside.h"

enum { MOST_REDUNDANT = 15 };

double kkt_closeness(const State *state, int redundant) {
  const System *system = state->system;
  const LdlPlan *ldl = &system->schur.ldl;
  const int nc = system->nc;
  double largest[MOST_REDUNDANT + 1] = {0}; // of S_i / pivot_i, descending
  if (system->kkt_method == KKT_SADDLE || redundant > MOST_REDUNDANT) {
    return HUGE_VAL;
  }
  for (int i = 0; i < nc; i++) {
    const double inverse = system->kkt_method == KKT_DENSE
                               ? state->schur_L[i * nc + i]
                               : state->schur_L[ldl->nonzeros + ldl->place[i]];
    const double size = inverse * state->row_soft[i]; // zero for rows of open trees
    int k = redundant;
    if (!(size > largest[k])) {
      continue;
    }
    for (; k > 0 && size > largest[k - 1]; k--) {
      largest[k] = largest[k - 1];
    }
    largest[k] = size;
  }
  return largest[redundant] > 0 ? 1 / sqrt(largest[redundant]) : HUGE_VAL;
}
