// SPDX-License-Identifier: BSD-3-Clause
// length.h: the lengths of a mechanism, by which lengths become pure numbers.
//
// Every group of bodies that joints hold together (groups.h) has a length of its own [m], found at
// the initial pose: the largest distance of its markers (body frames are markers) and of the places
// on the ground where joints hold points of it. Where all of them coincide (a point, a block on a
// slide) it is the distance along its slides, or that of the nearest end of a spring or another
// force that reaches to it; where there is none, or next to nothing (beside the radii of gyration,
// too), the smallest length of another group, else the distance of the nearest other body, but at
// most 1 m. So it does not depend on where a mechanism stands, nor on what else stands in the
// model.
//
// How to measure by it:
//   a position or a velocity of body b     divided by length_of_body(state, b); velocity i of any
//                                          kind by state->unit[i]
//   a row of a constraint (phi, rate)      divided by state->row_unit[row]: the length of its
//                                          group, or 1 where the row is a pure number
//   a moment beside a force                divided by length_of_body, likewise
//   something of the whole model           divided by state->length, the largest length of a group
//                                          with joints (without joints: of any group)
#ifndef MBS_SYSTEM_STATE_LENGTH_H
#define MBS_SYSTEM_STATE_LENGTH_H

#include "base/diag.h"
#include "system/mechanism/groups.h"
#include "system/state/state.h"

// Finds state->lengths and state->length at the state's present point. Distances are exact in
// groups of up to a thousand markers, beyond that the diagonal of their box. Infinite when they
// overflow.
void lengths_find(State *state);

// The length of a body's group [m]; of the ground the model's own.
static inline double length_of_body(const State *state, int body) {
  const int group = state->system->group_of[body];
  return group >= 0 ? state->lengths[group] : state->length;
}

// The same of the bodies of a part of a joint, a coordinate or a force.
static inline double length_of_pair(const State *state, const int body[2]) {
  return length_of_body(state, body[1] != 0 ? body[1] : body[0]);
}

// False with a message when some length is no finite number.
bool length_is_finite(const State *state, Diag *diag);

#endif
