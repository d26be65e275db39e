// SPDX-License-Identifier: BSD-3-Clause
// verdict_inside.h: what verdict.c and verdict_defect.c share. Nobody else looks.
#ifndef MBS_ANALYSIS_VERDICT_INSIDE_H
#define MBS_ANALYSIS_VERDICT_INSIDE_H

#include "analysis/verdict.h"

// Fills the figures of defect and free body.
void verdict_defect(const Recorder *recorder, Audit *audit);

#endif
