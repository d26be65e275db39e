// SPDX-License-Identifier: BSD-3-Clause
// choice.h: what auto takes, at the start and on the way.
#ifndef MBS_ANALYSIS_MONITORS_CHOICE_H
#define MBS_ANALYSIS_MONITORS_CHOICE_H

#include "analysis/monitors/monitor.h"
#include "analysis/settings/settings.h"

// Reads the integrator block for a motion of a duration [s], and fills in what it leaves open.
void choice_read(Settings *settings, const State *state, const Integrator *integrator,
                 double duration, const Mobility *mobility);

// Whether the methods of all analyses can take the mechanism. False after a message.
bool choice_accepted(const State *state, Diag *diag);

#endif
