// SPDX-License-Identifier: BSD-3-Clause
// preload.h: finds torsional springs that are loaded at the start by accident.
//
// A torsional spring whose free angle the file does not give is free at the angle 0. Where its
// joint is defined by markers, the angle at the start is seldom 0. The spring then starts with the
// torque k times that angle, where k is its stiffness.
#ifndef MBS_SYSTEM_FORCES_PRELOAD_H
#define MBS_SYSTEM_FORCES_PRELOAD_H

#include "system/state/state.h"

// Adds a note for every such spring. The state's present point is the start.
void preload_note(State *state, Diag *diag);

#endif
