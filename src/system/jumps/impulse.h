// SPDX-License-Identifier: BSD-3-Clause
// impulse.h: jumps of the velocities under impulses.
//
//   [ M  J' ] [ dv     ]   [ f ]
//   [ J  0  ] [ Lambda ] = [ 0 ]
//
//   dv  jump of the velocities [nv]      f  generalized impulses [nv]
//   Lambda  impulses of the multipliers [nc], with the signs of reaction.h
//
// An impact with impulse P in the direction d has f = P d and the approach velocity d.v. Newton's
// law d.v+ = -e d.v- with the coefficient of restitution e gives
//   P = -(1 + e) d.v- / (d.x)
// where v- and v+ are the velocities before and after, and x is the solution dv for f = d.
#ifndef MBS_SYSTEM_JUMPS_IMPULSE_H
#define MBS_SYSTEM_JUMPS_IMPULSE_H

#include <stdbool.h>

#include "system/state/state.h"

typedef struct Impulse {
  State *state;
  double *direction;  // d [nv]
  double *dv;         // solution of the last jump [nv]
  double *lambda;     // Lambda of the last jump [nc]
  double *room, *sum; // scratch [nv + nc]
} Impulse;

// False when memory ran out.
bool impulse_open(Impulse *impulse, State *state, Arena *arena);

// direction := the generalized force of a unit impulse along n (ground axes, unit length) at the
// origin of marker_j. It acts on the body of marker_j, and the opposite impulse along the same line
// on the body of marker_i (-1: on none).
void impulse_between(Impulse *impulse, int marker_i, int marker_j, const double n[3]);
// direction := the generalized force of a unit impulse along the coordinate of a joint.
void impulse_along_joint(Impulse *impulse, int joint_number);

// d.v at the present point.
double impulse_rate(const Impulse *impulse);

// Solves for dv and lambda with f = direction. False when the equations are singular, or the masses
// do not determine dv (massless.h).
bool impulse_solve(Impulse *impulse);

// Adds scale times the last jump to the velocities of the state, and evaluates its rows again.
void impulse_apply(Impulse *impulse, double scale);

#endif
