// SPDX-License-Identifier: BSD-3-Clause
// round_off.h: the residual of constraint rows that is due to round-off. No projection removes it.
//
// A row is computed from the positions r + A s of two markers in ground axes. Far from the origin
// their round-off exceeds the aim of a projection, which is a part of the length of the group
// (length.h). The same holds for angles in the plane after many turns, and for velocities.
//   position   2 eps (|r_i| + |s_i| + |r_j| + |s_j| - 10 lengths of the group), not below zero
//   velocity   eps (|v_i| + |w_i| |s_i| + |v_j| + |w_j| |s_j|)
// eps is DBL_EPSILON, and |..| is the sum of the absolute values of the components. For an angle,
// |angle| stands for |r| + |s|, 10 rad for 10 lengths, and |w| for the velocities. For a relation
// it is the sum over its coordinates, each multiplied by |f_k|, the derivative of the relation with
// respect to the coordinate.
#ifndef MBS_SYSTEM_STATE_ROUND_OFF_H
#define MBS_SYSTEM_STATE_ROUND_OFF_H

#include "system/state/state.h"

// Whether every row, divided by its unit, is at most `aim`, or is at most its round-off.
// round_off_positions is also false where no coordinate is so large that its round-off counts
// (tolerance_weights_are_far).
bool round_off_positions(const State *state, double aim);
bool round_off_velocities(const State *state, double aim);

// The round-off of a row at position or velocity level (which: 0 or ROW_RATE), in its own units.
double round_off_of_row(const State *state, int i, int which);

// The same without the 10 lengths that are subtracted above: also for bodies near the origin.
double round_off_of_value(const State *state, int i, int which);

// The largest round_off_of_row at position level, divided by the unit of the row.
double round_off_largest(const State *state);

// The accuracy to which the position of a body can be known: 2 eps |r| [m], for the body for which
// it is the largest part of the length of its group. *body: this body. Where the part is at most
// 1e-11 for every body, it returns 0, and *body is -1: projections aim at no more.
double round_off_of_places(const State *state, int *body);

#endif
