// SPDX-License-Identifier: BSD-3-Clause
// generalized_alpha.c: the generalized-alpha method on the position constraints.
//
//   (1 - alpha_m) a + alpha_m a0 = (1 - alpha_f) v' + alpha_f v0',  M v' + J' lambda = Q at the end
//   alpha_m = (2 rho - 1)/(rho + 1),  alpha_f = rho/(rho + 1),  rho: the spectral radius
//   gamma = 1/2 + alpha_f - alpha_m,  beta = (gamma + 1/2)^2/4
// with Newmark's formulas for a (J. Chung, G. M. Hulbert 1993; on position constraints and
// rotations O. Bruls, A. Cardona, M. Arnold 2012). Order two.
#include "integrators/newmark_family.h"

static NewmarkMethod method_of(const SchemeSettings *settings) {
  const Integrator *words = settings->integrator;
  const double rho = words != NULL ? scheme_stated(settings, words->spectral_radius, 0.8) : 0.8;
  const double alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1);
  const double gamma = 0.5 + alpha_f - alpha_m, half = (gamma + 0.5) / 2;
  return (NewmarkMethod){
      .constants = {.beta = half * half, .gamma = gamma, .alpha_m = alpha_m, .alpha_f = alpha_f},
      .numbers = {.order = 2, .phase = 1.0 / 12, .damps = rho < 1},
      .undamped = "generalized_alpha with \"spectral_radius: 1\""};
}

INDEX_3_SCHEME(generalized_alpha)
