// SPDX-License-Identifier: BSD-3-Clause
// verdict_inside.h: what verdict.c and verdict_defect.c share. Nobody else looks.
#ifndef MBS_ANALYSIS_VERDICT_INSIDE_H
#define MBS_ANALYSIS_VERDICT_INSIDE_H

#include "analysis/verdict.h"

// Fills the figures of defect and free body.
void verdict_defect(const Recorder *recorder, const SchemeSettings *settings, Audit *audit);

// How far the absolute tolerances are from telling the motion of a body: 1 where it goes so many
// times as far, or would, had it what its defect leaves out; more where it goes less.
#define VERDICT_RESOLVED 1e5
double verdict_blur(const Recorder *recorder, const AbsoluteTolerances *tolerances, int body);

#endif
