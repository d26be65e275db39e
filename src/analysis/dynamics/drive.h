// SPDX-License-Identifier: BSD-3-Clause
// drive.h: laws of time at the start of an analysis and at their jumps.
#ifndef MBS_ANALYSIS_DYNAMICS_DRIVE_H
#define MBS_ANALYSIS_DYNAMICS_DRIVE_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/failure.h"
#include "system/constraints/relation.h"

// Whether the laws of time are acceptable; asked before any analysis runs. No law may jump, and its
// rate may jump only where the motion has "impulse: true". False after a message.
bool drive_accepted(State *state, Diag *diag);

// Whether the power that acts on the mechanism depends on reactions: of motions or of friction.
static inline bool drive_needs_reactions(const State *state) {
  return state->system->has_motions || state->friction != NULL;
}

// Power of all motions [W], positive when it flows into the mechanism. lambda: multipliers [nc].
static inline double drive_power(const State *state, const double *lambda) {
  return state->system->has_motions ? relations_power(state, lambda) : 0;
}

// Passes a time t [s] at which the rate of a law may jump. The driver's impulse changes the
// velocities: (q, v) are projected in place onto the constraints at t, up to `aim`, and the work of
// the impulse is added to *work [J]. False with a failure when there are no such velocities, or
// when a coupler or curve jumps with time so that it needs other velocities (law_kink.h). Nothing
// happens for a mechanism without such motions, couplers and curves.
bool drive_cross(State *state, double t, double *q, double *v, double aim, double *work,
                 Failure *failure);

// Starts the laws at t = 0 again, where the state stands at the end of an earlier analysis.
// Velocities are projected where they came from a state of rest or are nearly right. False with a
// failure when a law does not agree with the state.
bool drive_begin(State *state, const Analysis *analysis, Failure *failure);

#endif
