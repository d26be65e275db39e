// SPDX-License-Identifier: BSD-3-Clause
// singular_bridge.h: singular poses on the way of ida, which cannot step over them: its history
// holds points near the pose, where round-off of the rows is magnified.
//
// Where closed loops come near to losing rank, Runge-Kutta's steps go on from its last
// point, over the pose, on the branch on which the motion came or not at all (singular_pose.h).
// Behind, ida starts anew. Two independent methods then agree everywhere but on a few steps.
#ifndef MBS_ANALYSIS_MONITORS_SINGULAR_BRIDGE_H
#define MBS_ANALYSIS_MONITORS_SINGULAR_BRIDGE_H

#include "analysis/monitors/monitor.h"
#include "analysis/settings/settings.h"

// A motion that starts beside a singular pose, at the state's present point: the settings then hold
// Runge-Kutta. Only for a file that asks for ida.
void singular_bridge_start(Settings *settings, State *state);

#endif
