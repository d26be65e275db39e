// SPDX-License-Identifier: BSD-3-Clause
// report.h: what the results of a study say, for people.
#ifndef MBS_SWEEP_RESULTS_REPORT_H
#define MBS_SWEEP_RESULTS_REPORT_H

#include "base/text.h"
#include "sweep/runs/store.h"

// For each output its least and largest value, mean and deviation, and the runs with the least and
// the largest; how each output goes with each variable (influence.h); sensitivity where the plan is
// made for it (sensitivity.h); failures by class, each with the diagnosis of its first run. Keeps
// 12 bytes for each number of the index: 120 MB for a million runs of ten columns. False after a
// message.
bool report_write(Store *store, Arena *arena, Text *out);

#endif
