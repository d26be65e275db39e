// SPDX-License-Identifier: BSD-3-Clause
// relation.h: the constraint rows that are relations of coordinates and time.
//
//   phi   = sum w_k c_k + s F(t, c) - start        f_k = w_k + s F_k
//   rate  = f_t + sum f_k c_k'
//   phi'' = J a + bias,  J = sum f_k J_k,  bias = the rest of phi'' at a = 0
//
// Coordinates c_k are primitives on pairs of markers: their rows, J_k and derivatives come from
// elements/pairs/pair.c; their derivatives by positions and velocities from row_slopes.h.
// Of a relation of rates alone phi is 0, rate = F(t, c, u), f_k = F_u_k, bias = F' at a = 0.
// A relation may touch any number of bodies, and one body through several coordinates. The rows
// stand behind those of the joints; everything here does nothing for a mechanism without relations.
// What drives (f_t is not zero) exerts -lambda f_k along c_k and feeds in lambda f_t.
#ifndef MBS_SYSTEM_CONSTRAINTS_RELATION_H
#define MBS_SYSTEM_CONSTRAINTS_RELATION_H

#include "base/hot.h"
#include "system/mechanism/point.h"

// ---- the compiled side ----

// Lays out relations behind the rows of the joints. Returns false when memory ran out.
bool relations_compile(System *system, Arena *arena);
bool relations_open(State *state, Arena *arena);
// Axes in body axes, from the markers' geometry.
void relations_refresh(State *state);

// ---- the point ----

// Rows of the present point from the level that they have up to another one.
MBS_APART void relations_rows(State *state, PairLevel have, PairLevel level);

// The start (state_start_relations): laws begin at the present time; then, with rows, what couplers
// keep is what they hold.
void relations_begin(State *state);
void relations_keep(State *state);

// Laws' integrals, and the turns of bearings, continue from the present point.
void relations_accept(State *state);
// The same of bearings alone, from their first turn on.
void relations_hold_bearings(State *state);

// False, with state->fault set, when a law or one of its derivatives is not finite.
bool relations_finite(State *state);

// Rates of all coordinates: += J dv.
void relations_change_velocity(State *state, const double *dv);

// Relation r holds nothing at the present point: phi and J are zero.
void relation_let_go(State *state, int r);

// The part of phi_t in the rate: the rate that is left when nothing moves.
double relation_by_time(const State *state, int r);

// ---- forces ----

// What coordinate c exerts on the body of its marker_j, at that marker's origin, ground axes; on
// the other body it exerts the opposite at the same place.
Wrench relation_wrench(const State *state, int c, double multiplier);

// Power of what drives [W], positive when it feeds the mechanism.
double relations_power(const State *state, const double *lambda);

#endif
