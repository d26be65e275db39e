// SPDX-License-Identifier: BSD-3-Clause
// parameter.h: the derivative of a mechanism along numbers of its file.
//
// A direction d gives rates to numbers of the model: parameters, masses, places, stiffnesses. Along
// it, with (t, q, v) held,
//   values       dx_n = sum_p x_n,p dx_p                       gradients of expressions
//   geometry     ds, dR of every marker                        placement_slope.h
//   masses       dM, dM g                                      linear in the numbers of a body
//   rows         d phi, d rate, d bias, d J                    pair_ends.h, law_slope.h
//   forces       d(Q - h) = T'(dwrench) + dT' wrench - h(dM)   ForceKind.apply with a change
//   initial      dq from d Phi = 0, nearest to that of the stated pose in the norm of the masses;
//                dv likewise where all velocities are stated
// all exact to round-off. What the saddle point needs is d(Q - h) - dM a - (dJ)' lambda and
// -(d bias + dJ a). Branches (of expressions, contacts, Euler parameters) are those of the present
// point. Bodies with internal coordinates have none.
#ifndef MBS_SYSTEM_PARAMETERS_PARAMETER_H
#define MBS_SYSTEM_PARAMETERS_PARAMETER_H

#include <stdbool.h>

#include "system/parameters/placement_slope.h"
#include "system/state/state.h"

typedef struct ParameterSlope {
  double *values;                  // of every number
  MarkerSlope *geometry;           // of every marker
  bool *moved;                     // of every marker: it does
  double (*mass)[BODY_V * BODY_V]; // of every body
  double *body_mass;
  double gravity[3];
  double *weight; // [nv]
  double *row;    // of all rows, at the places of State.row (rows.h)
  double *Q;      // d(Q - h) [nv], joint friction at the reactions of the present point included
  double *q;      // of the initial coordinates [nq]
  double *v;      // of the initial velocities [nv], where all are stated; else zero
  double *start;  // of what relations hold from the start (State.relations)
  double potential;

  PlacementSlope placement;
  PairRows *terms;                    // of every coordinate of relations
  double *room, *inputs, *correction; // of law_slope.h; 4 x largest_inputs; nv + nc
} ParameterSlope;

// Memory for it. Returns false when that ran out.
bool parameter_open(const State *state, ParameterSlope *slope, Arena *arena);

// Everything that state_refresh makes: values, geometry, masses. direction: numbers without time
// and state, and their rates; what is computed from them follows. The state is refreshed. start
// becomes zero.
void parameter_refresh(State *state, NumberValues direction, ParameterSlope *slope);

// Rows, forces and potential energy at the present point, after state_set and state_forces. False
// when a derivative is not finite, where a body has internal coordinates, and after the start where
// a law is one of rates.
bool parameter_point(State *state, ParameterSlope *slope);

// The initial coordinates and velocities, at the initial point; fills start. The state ends there
// with the factors of a projection. False when these cannot be had.
bool parameter_initial(State *state, ParameterSlope *slope);

#endif
