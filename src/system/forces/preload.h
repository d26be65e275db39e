// SPDX-License-Identifier: BSD-3-Clause
// preload.h: a torsional spring whose free angle is not stated is free at the angle 0. Where its
// joint is made of markers, the start is seldom there, and it pulls with k times the angle at once.
#ifndef MBS_SYSTEM_FORCES_PRELOAD_H
#define MBS_SYSTEM_FORCES_PRELOAD_H

#include "system/state/state.h"

// Notes every such spring at the present point, the start.
void preload_note(State *state, Diag *diag);

#endif
