// SPDX-License-Identifier: BSD-3-Clause
// state.h: moves the point (t, q, v), and all that follows from it.
#ifndef MBS_SYSTEM_STATE_STATE_H
#define MBS_SYSTEM_STATE_STATE_H

#include <stdbool.h>

#include "system/mechanism/point.h"

// Moves the state to (t, q, v): poses, velocities, constraint rows (phi, J, rate, bias). q and v
// may be state->q and state->v.
void state_set(State *state, double t, const double *q, const double *v);
// The same with the rows only up to a level.
void state_set_level(State *state, double t, const double *q, const double *v, PairLevel level);
// The positions in state->q were changed: poses, and rows up to a level.
void state_set_position(State *state, PairLevel level);
// The velocities in state->v were changed: the motions of the bodies, nothing else.
void state_move(State *state);
// Only the velocities change.
void state_set_velocity(State *state, const double *v);
// Rows of the present point, up to a level at least; what stands there is not computed again.
void state_rows(State *state, PairLevel level);
// Axes of parts and relations in body axes, from the markers' geometry.
void state_refresh_axes(State *state);

// Takes the present point as that of the start: what couplers keep, and where laws begin.
void state_start_relations(State *state);
// Branches of laws were chosen anew: the rows of the present point follow.
void state_renew_relations(State *state);

// Applied forces Q - h at the present point, including gravity. Returns false, with state->fault
// set, when an expression is not finite.
bool state_forces(State *state);

// dA/dq of every body, and the accelerations a [nv] in the motions: what derivatives need.
void state_prepare_derivatives(State *state, const double *a);

// qdot = T(q) v for all bodies. v may be any velocity-like vector.
void state_rate_at(const System *system, const double *q, const double *v, double *qdot);
static inline void state_rate(const State *state, const double *v, double *qdot) {
  state_rate_at(state->system, state->q, v, qdot);
}

// norm [group_count]: of the rows at velocity level of each group (all: rows_norms of rows.h).
void state_velocity_groups(const State *state, double *norm);

// What ForceKind functions are called with; frame: room for FORCE_FRAMES.
ForceArgs state_force_args(State *state, const SystemForce *force, Frame *frame);

// Takes the present point as accepted: unwrapped angles continue from here.
void state_accept(State *state);

#endif
