// SPDX-License-Identifier: BSD-3-Clause
// relation.h: the constraint rows that are relations of coordinates and time.
//
//   phi   = sum w_k c_k + s F(t, c) - start        f_k = w_k + s F_k
//   rate  = f_t + sum f_k c_k'
//   phi'' = J a + bias,  J = sum f_k J_k,  bias = phi'' at a = 0
//
//   c_k  coordinate       w_k  its weight       F  law, s its sign       start  initial sum
//   F_k  = dF/dc_k        f_k  = dphi/dc_k      f_t  = s dF/dt           J_k  Jacobian of c_k
//
// Coordinates c_k are primitives on pairs of markers, angles (angle.h) or velocities (slip.h). The
// rows of a primitive come from elements/pairs/pair.c, and derivatives with respect to positions
// and velocities from row_slopes.h. A relation of rates alone has phi = 0, rate = F(t, c, u),
// f_k = dF/du_k and bias = F' at a = 0, where the u_k are rates of coordinates, or velocities.
//
// A relation may move any number of bodies, and one body through several coordinates. Its row
// stands behind those of the joints. Without relations all functions here do nothing. A relation
// exerts the force -lambda f_k along c_k. Where it drives (f_t is not zero), it feeds in the power
// lambda f_t.
#ifndef MBS_SYSTEM_CONSTRAINTS_RELATION_H
#define MBS_SYSTEM_CONSTRAINTS_RELATION_H

#include "base/hot.h"
#include "system/mechanism/point.h"

// ---- the compiled side ----

// Lists relations and coordinates; their rows follow those of the joints. False when memory ran
// out, as relations_open, which allocates their part of a state.
bool relations_compile(System *system, Arena *arena);
bool relations_open(State *state, Arena *arena);
// Computes the axes of coordinates in body axes, from the geometry of the markers.
void relations_refresh(State *state);

// ---- the point ----

// Evaluates the rows at the present point from level `have` up to `level`.
MBS_APART void relations_rows(State *state, PairLevel have, PairLevel level);

// The start (state_start_relations). relations_begin: integrals of laws begin at the present time.
// relations_keep, once the rows are evaluated: couplers keep the present value of their sum.
void relations_begin(State *state);
void relations_keep(State *state);

// Accepts the present point: integrals of laws, turns of angles and bearings, and feet of rollers
// continue from here.
void relations_accept(State *state);
// Bearings, and the feet of rollers on cams, continue from the present point in their first turn.
void relations_hold_bearings(State *state);

// False, with state->fault set, when a law or one of its derivatives is not finite.
bool relations_finite(State *state);

// Rates of all coordinates: += J dv.
void relations_change_velocity(State *state, const double *dv);

// Releases relation r at the present point: sets its phi and J to zero.
void relation_let_go(State *state, int r);

// f_t of relation r: its rate at velocities of zero.
double relation_by_time(const State *state, int r);

// ---- forces ----

// The wrench that coordinate c exerts on the body of its marker_j, at the origin of that marker, in
// ground axes. The opposite wrench acts on the other body, at the same point. multiplier: lambda
// f_k.
Wrench relation_wrench(const State *state, int c, double multiplier);

// Power of all relations that drive [W]: positive when they feed the mechanism.
double relations_power(const State *state, const double *lambda);

#endif
