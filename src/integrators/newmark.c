// SPDX-License-Identifier: BSD-3-Clause
// newmark.c: Newmark's method on the position constraints.
//
//   r  = r0 + h r0' + h^2 ((1/2 - beta) a0 + beta a)
//   r' = r0' + h ((1 - gamma) a0 + gamma a),   M a + J' lambda = Q at the end of the step
// gamma = 1/2 has order two and does not damp; above, the order is one. On position constraints the
// errors of the multipliers die away where gamma > 1/2 and beta > gamma/2; beta = (gamma + 1/2)^2/4
// damps them most. (N. M. Newmark 1959.)
#include "integrators/newmark_family.h"

static NewmarkMethod method_of(const SchemeSettings *settings) {
  const Integrator *words = settings->integrator;
  const double gamma = words != NULL ? scheme_stated(settings, words->newmark_gamma, 0.6) : 0.6;
  const double half = (gamma + 0.5) / 2, best = half * half;
  const bool second = gamma == 0.5;
  return (NewmarkMethod){
      .constants = {.beta =
                        words != NULL ? scheme_stated(settings, words->newmark_beta, best) : best,
                    .gamma = gamma},
      .numbers = {.order = second ? 2 : 1, .phase = second ? 1.0 / 12 : 0.5, .damps = gamma > 0.5},
      .undamped = "newmark with these \"beta\" and \"gamma\""};
}

INDEX_3_SCHEME(newmark)
