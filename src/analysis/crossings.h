// SPDX-License-Identifier: BSD-3-Clause
// crossings.h: where the channel of a period check crosses zero upwards.
#ifndef MBS_ANALYSIS_CROSSINGS_H
#define MBS_ANALYSIS_CROSSINGS_H

#include "analysis/recorder.h"
#include "analysis/root.h"

// The channels at the state's present point, where the motion starts. False when one is not finite:
// the fault is the state's.
bool crossings_start(Recorder *recorder);

// A crossing within the last step, told by the signs at its ends, if there is one: it goes to the
// check. The state stands at the end t, and afterwards anywhere inside. False when the channel is
// not finite at t.
bool crossings_find(Recorder *recorder, CheckState *check, const RootStep *inside, double t);

#endif
