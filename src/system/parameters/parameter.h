// SPDX-License-Identifier: BSD-3-Clause
// parameter.h: the derivative of a mechanism with respect to numbers of its file.
//
// A direction d gives rates to numbers of the model: parameters, masses, positions, stiffnesses.
// The derivatives along d, with (t, q, v) held fixed, are
//   values       dx_n = sum_p x_n,p dx_p                       gradients of expressions
//   geometry     ds, dR of every marker                        placement_slope.h
//   masses       dM, dM g                                      linear in the numbers of a body
//   rows         d phi, d rate, d bias, d J                    pair_ends.h, law_slope.h
//   forces       d(Q - h) = T'(dwrench) + dT' wrench - h(dM)   ForceKind.apply with a change
//   initial      dq with d Phi = 0, nearest to the change of the stated pose in the norm of the
//                masses; dv likewise where all velocities are stated
// x_n,p: derivative of number n by number p; T' wrench: generalized force of a wrench (frame.h);
// h(dM): gyroscopic force of dM. All are exact to round-off. The derivative of accelerations and
// multipliers has the right-hand sides d(Q - h) - dM a - (dJ)' lambda and -(d bias + dJ a) in the
// saddle-point system. Branches (of expressions, contacts, Euler parameters) are those of the
// present point. There are no derivatives for mechanisms with internal coordinates.
#ifndef MBS_SYSTEM_PARAMETERS_PARAMETER_H
#define MBS_SYSTEM_PARAMETERS_PARAMETER_H

#include <stdbool.h>

#include "system/parameters/placement_slope.h"
#include "system/state/state.h"

// The derivatives along d.
typedef struct ParameterSlope {
  double *values;                  // of every number
  MarkerSlope *geometry;           // of every marker
  bool *moved;                     // of every marker: its geometry changes
  double (*mass)[BODY_V * BODY_V]; // M of every body
  double *body_mass;               // of every body
  double gravity[3];
  double *weight;   // generalized force of gravity [nv]
  double *row;      // of all rows, at the places of State.row (rows.h)
  double *Q;        // d(Q - h) [nv], joint friction at the reactions of the present point included
  double *q;        // of the initial coordinates [nq]
  double *v;        // of the initial velocities [nv], where all are stated; else zero
  double *start;    // of the value that relations keep from the start (State.relations)
  double potential; // energy

  PlacementSlope placement;
  PairRows *terms;                    // of every coordinate of relations
  double *room, *inputs, *correction; // of law_slope.h; 4 x largest_inputs; nv + nc
} ParameterSlope;

// Allocates the slope. Returns false when memory ran out.
bool parameter_open(const State *state, ParameterSlope *slope, Arena *arena);

// Computes the derivatives of everything that state_refresh computes: values, geometry, masses.
// direction: numbers that depend neither on time nor on state, with their rates; numbers computed
// from them follow. The state must be refreshed before. Sets start to zero.
void parameter_refresh(State *state, NumberValues direction, ParameterSlope *slope);

// Computes the derivatives of rows, forces and potential energy at the present point. To be called
// after parameter_refresh, state_set and state_forces. Returns false when a derivative is not
// finite, when a body has internal coordinates, and at t > 0 when a law is given as a rate.
bool parameter_point(State *state, ParameterSlope *slope);

// Computes the derivatives of the initial coordinates and velocities, at the initial point, and
// start. Afterwards the state holds the factors of a projection. Returns false when the matrix
// cannot be factored, or when a body has internal coordinates.
bool parameter_initial(State *state, ParameterSlope *slope);

#endif
