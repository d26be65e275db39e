// SPDX-License-Identifier: BSD-3-Clause
// global_error.h: how far a whole motion is off, by running it once more where it may be wrong.
//
// Neither error control nor a fixed step bounds the error of the whole motion, and no figure of the
// audit sees it: energy and equations hold for the wrong motion as well. It may be wrong where
//   error control   tolerance x estimate of steps over it x sqrt(steps) x M > 2e-4, with M the
//                   larger of the growth of small differences (perturbation_growth.h) and of the
//                   radians that a body turns, or its way over its reach
//   fixed step h    they grow a thousandfold, or the phase of the fastest oscillation w is lost:
//                   C (w h)^p w T > 1e-4, with p and C of the method, T the duration
// Then the analysis runs again, with hundredfold tolerances or n times the step: eight times where
// p is 1 or 2, and twice where p is more or eight leaves a doubt. With d, the largest difference of
// a place over what the bodies move, it is off by about d/100 (d/10 is taken), or by d/(n^p - 1).
// What would be doubted runs once more with a tenth of the tolerances, or half the step: off by d,
// d 2^p/(2^p - 1). Places are compared at 32 rows and the last, and nothing else is recorded.
#ifndef MBS_ANALYSIS_AUDIT_GLOBAL_ERROR_H
#define MBS_ANALYSIS_AUDIT_GLOBAL_ERROR_H

#include "analysis/interface/input.h"
#include "analysis/monitors/perturbation_growth.h"
#include "analysis/recording/recorder.h"
#include "analysis/settings/settings.h"

// Behind the end of a motion that reached it: fills the figure of the audit. The state may be
// moved. False when memory ran out.
bool global_error(const AnalysisInput *input, Recorder *recorder, const Settings *settings,
                  const PerturbationGrowth *growth, Result *result, Arena *arena);

#endif
