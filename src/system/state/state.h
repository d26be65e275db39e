// SPDX-License-Identifier: BSD-3-Clause
// state.h: moves the present point (t, q, v) of a mechanism, and computes what follows from it.
#ifndef MBS_SYSTEM_STATE_STATE_H
#define MBS_SYSTEM_STATE_STATE_H

#include <stdbool.h>

#include "system/mechanism/point.h"

// Moves the state to (t, q, v): poses, velocities, constraint rows (phi, J, rate, bias). q and v
// may be state->q and state->v.
void state_set(State *state, double t, const double *q, const double *v);
// The same, with the rows only up to a level.
void state_set_level(State *state, double t, const double *q, const double *v, PairLevel level);
// The same as far as the equations that move the state need it: with all rows, or with none where
// they are in joint coordinates (State.moved).
void state_stand(State *state, double t, const double *q, const double *v);
// To be called after the caller changed state->q: computes poses, and rows up to a level.
void state_set_position(State *state, PairLevel level);
// To be called after the caller changed state->v: computes the motions of the bodies, but no rows.
void state_move(State *state);
// Moves the state to other velocities at the same t and q, with all rows.
void state_set_velocity(State *state, const double *v);
// Computes the rows of the present point at least up to a level. Rows that are valid already are
// not computed again.
void state_rows(State *state, PairLevel level);
// Computes the axes of parts and relations in body axes, from the markers' geometry.
void state_refresh_axes(State *state);

// Makes the present point the start of the relations: couplers keep their present phases, and laws
// of rates are integrated from the present time.
void state_start_relations(State *state);
// To be called after branches of laws were chosen again: computes the rows of the present point.
void state_renew_relations(State *state);

// Computes the applied forces Q - h at the present point, including gravity, into state->Q. Returns
// false, with state->fault set, when an expression is not finite.
bool state_forces(State *state);

// Prepares what derivatives need: dA/dq of every body, and the accelerations a [nv] in the motions
// of the bodies.
void state_prepare_derivatives(State *state, const double *a);

// Writes qdot [nq] = T(q) v for all bodies. v may be any vector of the kind of velocities.
void state_rate_at(const System *system, const double *q, const double *v, double *qdot);
static inline void state_rate(const State *state, const double *v, double *qdot) {
  state_rate_at(state->system, state->q, v, qdot);
}

// Writes norm [group_count]: for each group the norm of its rows at velocity level. (rows_norms of
// rows.h: the norm of all rows.)
void state_velocity_groups(const State *state, double *norm);

// Returns the arguments of the functions of ForceKind at the present point. frame: room for
// FORCE_FRAMES frames, to which the arguments point.
ForceArgs state_force_args(State *state, const SystemForce *force, Frame *frame);

// Accepts the present point: angles that are counted over turns, integrals of laws, and feet of
// rollers continue from here.
void state_accept(State *state);

#endif
