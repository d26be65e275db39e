// SPDX-License-Identifier: BSD-3-Clause
// hht.c: the method of Hilber, Hughes and Taylor on the position constraints.
//
//   M a/(1 + alpha) + (J' lambda - Q) - alpha/(1 + alpha) (J' lambda - Q)_0 = 0,  alpha = -1/3 .. 0
//   gamma = (1 - 2 alpha)/2,  beta = (1 - alpha)^2/4
// with Newmark's formulas for a; index 0: the start of the step (D. Negrut, R. Rampalli, G.
// Ottarsson, A. Sajdlowski 2007). With v' = M^-1 (Q - J' lambda) this is a = (1 + alpha) v' -
// alpha v0', the form of index_3.h with alpha_m = 0 and alpha_f = -alpha. Order two.
#include "analysis/index_3_scheme.h"

static Index3Constants constants_of(const SchemeSettings *settings) {
  const double alpha = settings->hht_alpha;
  return (Index3Constants){
      .beta = (1 - alpha) * (1 - alpha) / 4, .gamma = 0.5 - alpha, .alpha_f = -alpha};
}

static bool accepts(const State *state, const SchemeSettings *settings, Failure *failure) {
  const Index3Constants constants = constants_of(settings);
  return index_3_accepts(state, settings, &constants, "hht with \"alpha: 0\"", failure);
}

static Scheme *open(State *state, const SchemeSettings *settings, Arena *arena, Failure *failure) {
  const Index3Constants constants = constants_of(settings);
  return accepts(state, settings, failure)
             ? index_3_scheme_open(&hht_scheme, state, settings, &constants, arena)
             : NULL;
}

const SchemeKind hht_scheme = {.method = METHOD_HHT,
                               .name = "hht",
                               .far_from_saddle = true,
                               .blind_to_poses = true,
                               .accepts = accepts,
                               .open = open,
                               .close = index_3_scheme_close,
                               .start = index_3_scheme_start,
                               .step = index_3_scheme_step,
                               .again = index_3_scheme_again,
                               .fix = index_3_scheme_fix,
                               .multipliers = index_3_scheme_multipliers,
                               .count = index_3_scheme_count};
