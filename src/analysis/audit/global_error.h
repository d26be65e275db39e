// SPDX-License-Identifier: BSD-3-Clause
// global_error.h: how far a whole motion is off, by running it once more where it may be wrong.
//
// Neither error control nor a fixed step bounds the error of the whole motion, and no other figure
// of the audit sees it: energy and equations hold for a wrong motion as well.
//
// Under error control the motion is suspect where
//   rtol e sqrt(n) M > 2e-4
//   rtol  relative tolerance            e  largest error estimate of a step, divided by rtol
//   n     number of steps               M  how often an error of a step is magnified: the larger of
//         the growth of small differences (perturbation_growth.h) and of the radians that a body
//         turns, or its path divided by its reach
// With a fixed step h it is suspect where small differences grow a thousandfold, or where the phase
// of the fastest oscillation w may be lost:
//   C (w h)^p w T > 1e-4                p, C  order and error constant of the method
//   T     duration [s]
//
// A suspect analysis runs again, with tolerances 100 times as loose, or with n steps in one: n = 8
// where p is 1 or 2; n = 2 where p is higher, or where n = 8 leaves a doubt. Let d be the largest
// difference of a place between both runs, divided by what the bodies move. The motion is then off
// by about d/100 (d/10 is told), or by d/(n^p - 1). Where that would be doubted the analysis runs
// once more with a tenth of the tolerances, or half the step: it is off by d, or by
// d 2^p/(2^p - 1). Places are compared at 32 rows and at the last one; nothing else is recorded.
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
