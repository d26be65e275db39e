// SPDX-License-Identifier: BSD-3-Clause
// newmark.c: Newmark's method on the position constraints.
//
//   r  = r0 + h r0' + h^2 ((1/2 - beta) a0 + beta a)
//   r' = r0' + h ((1 - gamma) a0 + gamma a),   M a + J' lambda = Q at the end of the step
// gamma = 1/2 has order two and does not damp; above, the order is one. On position constraints the
// errors of the multipliers die away where gamma > 1/2 and beta > gamma/2; beta = (gamma + 1/2)^2/4
// damps them most. (N. M. Newmark 1959.)
#include <math.h>

#include "analysis/index_3_scheme.h"

static Index3Constants constants_of(const SchemeSettings *settings) {
  const double gamma = settings->newmark_gamma, half = (gamma + 0.5) / 2;
  const double beta = isnan(settings->newmark_beta) ? half * half : settings->newmark_beta;
  return (Index3Constants){.beta = beta, .gamma = gamma};
}

static bool accepts(const State *state, const SchemeSettings *settings, Failure *failure) {
  const Index3Constants constants = constants_of(settings);
  return index_3_accepts(state, settings, &constants, "newmark with these \"beta\" and \"gamma\"",
                         failure);
}

static Scheme *open(State *state, const SchemeSettings *settings, Arena *arena, Failure *failure) {
  const Index3Constants constants = constants_of(settings);
  return accepts(state, settings, failure)
             ? index_3_scheme_open(&newmark_scheme, state, settings, &constants, arena)
             : NULL;
}

const SchemeKind newmark_scheme = {.method = METHOD_NEWMARK,
                                   .name = "newmark",
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
