// SPDX-License-Identifier: BSD-3-Clause
// round_off.h: what round-off leaves of constraint rows, which no projection can take away.
//
// A row is made of places r + A s of two markers, in the ground's axes: far from the origin their
// round-off is more than the aim of a projection, which is a part of the length of the group
// (length.h). Likewise angles in the plane that count many turns, and velocities.
//   position   2 eps (|r_i| + |s_i| + |r_j| + |s_j| - 10 lengths of the group), not below zero
//   velocity   eps (|v_i| + |w_i| |s_i| + |v_j| + |w_j| |s_j|)
// Of a relation: the sum over its coordinates, times |f_k|.
#ifndef MBS_SYSTEM_STATE_ROUND_OFF_H
#define MBS_SYSTEM_STATE_ROUND_OFF_H

#include "system/state/state.h"

// Whether every row, divided by its unit, is at most `aim` or nothing but round-off. Of positions
// false, too, where no body is far enough away for that to be more than any aim.
bool round_off_positions(const State *state, double aim);
bool round_off_velocities(const State *state, double aim);

// Round-off of a row at position or velocity level (which: 0 or ROW_RATE).
double round_off_of_row(const State *state, int i, int which);

// The same of the row's value wherever it is: near the origin, too.
double round_off_of_value(const State *state, int i, int which);

// The largest of them at position level, divided by the units of the rows.
double round_off_largest(const State *state);

// How well the place of a body is known: 2 eps |r| [m], of the one for which that is the largest
// part of the length of its group; 0 where it is less than what projections aim at anyhow, 1e-11.
double round_off_of_places(const State *state, int *body);

#endif
