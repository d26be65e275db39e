// SPDX-License-Identifier: BSD-3-Clause
// hht.c: the method of Hilber, Hughes and Taylor on the position constraints.
//
//   M a/(1 + alpha) + (J' lambda - Q) - alpha/(1 + alpha) (J' lambda - Q)_0 = 0,  alpha = -1/3 .. 0
//   gamma = (1 - 2 alpha)/2,  beta = (1 - alpha)^2/4
// with Newmark's formulas for a; index 0: the start of the step (D. Negrut, R. Rampalli, G.
// Ottarsson, A. Sajdlowski 2007). With v' = M^-1 (Q - J' lambda) this is a = (1 + alpha) v' -
// alpha v0', the form of index_3.h with alpha_m = 0 and alpha_f = -alpha. Order two.
#include "integrators/newmark_family.h"

static NewmarkMethod method_of(const SchemeSettings *settings) {
  const Integrator *words = settings->integrator;
  const double alpha = words != NULL ? scheme_stated(settings, words->hht_alpha, -0.1) : -0.1;
  return (NewmarkMethod){
      .constants = {.beta = (1 - alpha) * (1 - alpha) / 4, .gamma = 0.5 - alpha, .alpha_f = -alpha},
      .numbers = {.order = 2, .phase = 1.0 / 12, .damps = alpha < 0},
      .undamped = "hht with \"alpha: 0\""};
}

INDEX_3_SCHEME(hht)
