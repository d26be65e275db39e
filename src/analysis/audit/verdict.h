// SPDX-License-Identifier: BSD-3-Clause
// verdict.h: what the audit of a motion says of its result.
//
// Every figure of the audit is divided by its scale (system/observe/audit_scales.h):
//   energy drift   the largest of kinetic energy, change of potential energy, work exchanged
//   constraints    positions by the length scale, velocities by the largest speed
// A part of 1e-3 is a warning; one of 1e-1 makes the result inaccurate: all rows are kept, the
// status says so, and the exit status is 10 unless inaccurate results are accepted. Where all
// scales are round-off, or the mechanism stays where it is within its tolerances, there is none.
// Methods that damp by design lose energy without a fault: their drift is told as theirs.
#ifndef MBS_ANALYSIS_AUDIT_VERDICT_H
#define MBS_ANALYSIS_AUDIT_VERDICT_H

#include "analysis/recording/recorder.h"
#include "analysis/settings/settings.h"

#define VERDICT_DOUBT 1e-3
#define VERDICT_INACCURATE 1e-1

// Fills the figures of defect and free body.
void verdict_defect(const Recorder *recorder, const SchemeSettings *settings, Audit *audit);

// How far the absolute tolerances are from telling the motion of a body: 1 where it goes so many
// times as far, or would, had it what its defect leaves out; more where it goes less.
#define VERDICT_RESOLVED 1e5
double verdict_blur(const Recorder *recorder, const AbsoluteTolerances *tolerances, int body);

// Judges a motion that has ended: audit->figures, a warning, or the status and its failure.
void verdict_of(Recorder *recorder, const Settings *settings, bool accept, Result *result);

#endif
