// SPDX-License-Identifier: BSD-3-Clause
// report.h: what the results of a study say, for people.
#ifndef MBS_SWEEP_REPORT_H
#define MBS_SWEEP_REPORT_H

#include "base/text.h"
#include "sweep/store.h"

// For each output the runs with its least and largest value, mean and deviation; for each variable
// its correlation with each output and its main effect: the part of the output's variance that the
// means over levels (or ten bins) of the variable make up. Then failures by class, with the first
// run of each. Memory does not grow with the runs. False after a message.
bool report_write(Store *store, Arena *arena, Text *out);

#endif
