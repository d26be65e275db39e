// SPDX-License-Identifier: BSD-3-Clause
// verdict.h: judges the result of a motion by the figures of its audit.
//
// Every figure is divided by its scale (system/observe/audit_scales.h):
//   energy drift   the largest of kinetic energy, change of potential energy, work exchanged
//   constraints    positions by the length scale, velocities by the largest speed
// A part of 1e-3 gives a warning. A part of 1e-1 makes the result inaccurate: all rows are kept,
// the status is RUN_INACCURATE, and the exit status is 10 unless inaccurate results are accepted. A
// figure does not count where its scale is round-off, or where the mechanism stays at rest within
// its tolerances. A method that damps by design loses energy without a fault: its drift is reported
// as allowed.
#ifndef MBS_ANALYSIS_AUDIT_VERDICT_H
#define MBS_ANALYSIS_AUDIT_VERDICT_H

#include "analysis/recording/recorder.h"
#include "analysis/settings/settings.h"

#define VERDICT_DOUBT 1e-3
#define VERDICT_INACCURATE 1e-1

// Fills the figures AUDIT_DEFECT and AUDIT_FREE_BODY: how far the equations of motion are missed.
void verdict_defect(const Recorder *recorder, const SchemeSettings *settings, Audit *audit);

// The factor by which the absolute tolerances blur the motion of a body. It is 1 for a body that
// moves by at least VERDICT_RESOLVED times its tolerances, or that would move noticeably if its
// defect acted on it. For smaller motions it grows in inverse proportion, up to VERDICT_RESOLVED.
#define VERDICT_RESOLVED 1e5
double verdict_blur(const Recorder *recorder, const AbsoluteTolerances *tolerances, int body);

// Judges a motion that has ended. Fills audit.figures of the result; adds a warning, or sets the
// status RUN_INACCURATE with a failure (with a warning, if `accept`).
void verdict_of(Recorder *recorder, const Settings *settings, bool accept, Result *result);

#endif
