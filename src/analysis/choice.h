// SPDX-License-Identifier: BSD-3-Clause
// choice.h: what auto takes, at the start and on the way.
#ifndef MBS_ANALYSIS_CHOICE_H
#define MBS_ANALYSIS_CHOICE_H

#include "analysis/settings.h"

// Reads the integrator block for a motion of a duration [s], and fills in what it leaves open.
void choice_read(Settings *settings, const State *state, const Integrator *integrator,
                 double duration, const Mobility *mobility);

// Whether the methods of all analyses can take the mechanism. False after a message.
bool choice_accepted(const State *state, Diag *diag);

// What auto makes of an accepted step (steps: how many there were): true when it chose another
// method or formulation, which stands in the settings with its reason; choice is NULL when memory
// ran out.
bool choice_after_step(Settings *settings, const Scheme *scheme, double t, long steps,
                       Arena *arena);
// Likewise when the scheme gave up.
bool choice_after_failure(Settings *settings, const Scheme *scheme, double t, Arena *arena);

#endif
