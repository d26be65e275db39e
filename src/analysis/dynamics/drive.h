// SPDX-License-Identifier: BSD-3-Clause
// drive.h: what laws of time ask of an analysis: where they may jump, where they begin.
#ifndef MBS_ANALYSIS_DYNAMICS_DRIVE_H
#define MBS_ANALYSIS_DYNAMICS_DRIVE_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/failure.h"
#include "system/constraints/relation.h"

// Looks at every law before anything runs: none may jump, nor may its rate unless the motion says
// "impulse: true". False after a message.
bool drive_accepted(State *state, Diag *diag);

// Whether the power of what acts on the mechanism depends on reactions: of motions, of friction.
static inline bool drive_needs_reactions(const State *state) {
  return state->system->has_motions || state->friction != NULL;
}

// Power of all motions [W], positive when it feeds the mechanism.
static inline double drive_power(const State *state, const double *lambda) {
  return state->system->has_motions ? relations_power(state, lambda) : 0;
}

// A motion whose rate may jump did so at time t: (q, v) given in place get the velocities that the
// impulse of the driver gives them. *work grows by what the impulse did. False with the failure
// when no velocities are found, or when a coupler or curve changed with the clock so that it asks
// for others (law_kink.h). Does nothing for a mechanism without such motions, couplers and curves.
bool drive_cross(State *state, double t, double *q, double *v, double aim, double *work,
                 Failure *failure);

// The state was put at the end of an earlier analysis, where laws begin anew. Velocities are
// projected where they were at rest or nearly right. False with the failure when a law does not
// begin where the mechanism stands.
bool drive_begin(State *state, const Analysis *analysis, Failure *failure);

#endif
