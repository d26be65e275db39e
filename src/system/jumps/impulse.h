// SPDX-License-Identifier: BSD-3-Clause
// impulse.h: jumps of the velocities under forces of no duration.
//
//   [ M  J' ] [ dv     ]   [ f ]
//   [ J  0  ] [ Lambda ] = [ 0 ]
//
// f: generalized impulses; Lambda: impulses of the joints, reactions in the sense of reaction.h.
// With f = P d and the velocity d.v of approach, Newton's law d.v+ = -e d.v- gives
//   P = -(1 + e) d.v- / (d.x),   x the answer dv to f = d.
#ifndef MBS_SYSTEM_JUMPS_IMPULSE_H
#define MBS_SYSTEM_JUMPS_IMPULSE_H

#include <stdbool.h>

#include "system/state/state.h"

// Room for one jump.
typedef struct Impulse {
  State *state;
  double *direction;  // d [nv]
  double *dv;         // of the last jump [nv]
  double *lambda;     // Lambda of the last jump [nc]
  double *room, *sum; // nv + nc
} Impulse;

// False when memory ran out.
bool impulse_open(Impulse *impulse, State *state, Arena *arena);

// d of a unit impulse along n (ground axes, unit length) at the origin of marker_j, on its body and
// backwards on that of marker_i (-1: on nothing).
void impulse_between(Impulse *impulse, int marker_i, int marker_j, const double n[3]);
// d of the coordinate of a joint.
void impulse_along_joint(Impulse *impulse, int joint_number);

// d.v at the present point.
double impulse_rate(const Impulse *impulse);

// Fills dv and lambda for f = direction. False when the equations are singular.
bool impulse_solve(Impulse *impulse);

// Adds scale times the last jump to the velocities of the state, whose rows follow.
void impulse_apply(Impulse *impulse, double scale);

#endif
