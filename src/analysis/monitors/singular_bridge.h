// SPDX-License-Identifier: BSD-3-Clause
// singular_bridge.h: takes a motion of ida past singular poses by steps of Runge-Kutta.
//
// ida cannot step over a singular pose: its history has points near the pose, where round-off of
// the rows is magnified. Where closed loops come near to losing rank, Runge-Kutta therefore
// continues from the last point of ida. It passes the pose on the branch on which the motion came,
// or not at all (singular_pose.h). Behind the pose ida restarts. The two methods thus stay
// independent everywhere except in a few steps.
#ifndef MBS_ANALYSIS_MONITORS_SINGULAR_BRIDGE_H
#define MBS_ANALYSIS_MONITORS_SINGULAR_BRIDGE_H

#include "analysis/monitors/monitor.h"
#include "analysis/settings/settings.h"

// Prepares a motion that starts at the state's present point. If this is close to a singular pose,
// and the file asks for ida, the settings then name Runge-Kutta.
void singular_bridge_start(Settings *settings, State *state);

#endif
