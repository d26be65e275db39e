// SPDX-License-Identifier: BSD-3-Clause
// generalized_alpha.c: the generalized-alpha method on the position constraints.
//
//   (1 - alpha_m) a + alpha_m a0 = (1 - alpha_f) v' + alpha_f v0',  M v' + J' lambda = Q at the end
//   alpha_m = (2 rho - 1)/(rho + 1),  alpha_f = rho/(rho + 1),  rho: the spectral radius
//   gamma = 1/2 + alpha_f - alpha_m,  beta = (gamma + 1/2)^2/4
// with Newmark's formulas for a (J. Chung, G. M. Hulbert 1993; on position constraints and
// rotations O. Bruls, A. Cardona, M. Arnold 2012). Order two.
#include "analysis/index_3_scheme.h"

static Index3Constants constants_of(const SchemeSettings *settings) {
  const double rho = settings->spectral_radius;
  const double alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1);
  const double gamma = 0.5 + alpha_f - alpha_m, half = (gamma + 0.5) / 2;
  return (Index3Constants){
      .beta = half * half, .gamma = gamma, .alpha_m = alpha_m, .alpha_f = alpha_f};
}

static bool accepts(const State *state, const SchemeSettings *settings, Failure *failure) {
  const Index3Constants constants = constants_of(settings);
  return index_3_accepts(state, settings, &constants,
                         "generalized_alpha with \"spectral_radius: 1\"", failure);
}

static Scheme *open(State *state, const SchemeSettings *settings, Arena *arena, Failure *failure) {
  const Index3Constants constants = constants_of(settings);
  return accepts(state, settings, failure)
             ? index_3_scheme_open(&generalized_alpha_scheme, state, settings, &constants, arena)
             : NULL;
}

const SchemeKind generalized_alpha_scheme = {.method = METHOD_GENERALIZED_ALPHA,
                                             .name = "generalized_alpha",
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
