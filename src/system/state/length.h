// SPDX-License-Identifier: BSD-3-Clause
// length.h: the characteristic lengths of a mechanism, which make lengths dimensionless.
//
// Every group of bodies that joints hold together (groups.h) has a length [m]. It is found at the
// initial pose, from the first of these that is not zero:
//   - the largest distance between its markers (body frames are markers) and the points on the
//     ground where joints hold it; markers along slides count up to 10 of these lengths away
//   - where all of them coincide (a point, a block on a slide): the distance of the markers along
//     its slides, or of the nearest end of a spring or another force that reaches to it
//   - where there is none, or where it is less than 1e-6 of the length below and of the radii of
//     gyration: the smallest length of another group; without one the distance of the nearest other
//     body, but at most 1 m
// So the length does not depend on the position of the mechanism, and it depends on other groups in
// the last case only.
//
// How quantities are made dimensionless:
//   a position or a velocity of body b     divided by length_of_body(state, b); velocity i of any
//                                          kind by state->unit[i]
//   a row of a constraint (phi, rate)      divided by state->row_unit[row]: the length of its
//                                          group, or 1 where the row is a pure number
//   a moment, compared with a force        divided by length_of_body
//   a quantity of the whole model          divided by state->length, the largest length of a group
//                                          with joints (without joints: of any group)
#ifndef MBS_SYSTEM_STATE_LENGTH_H
#define MBS_SYSTEM_STATE_LENGTH_H

#include "base/diag.h"
#include "system/mechanism/groups.h"

// Finds state->lengths, state->length and state->unit at the state's present point. In groups of
// more than 1000 markers the diagonal of their bounding box stands for the largest distance. A
// length is infinite when it overflows.
void lengths_find(State *state);

// The length of a body's group [m]; for the ground the length of the model.
static inline double length_of_body(const State *state, int body) {
  const int group = state->system->group_of[body];
  return group >= 0 ? state->lengths[group] : state->length;
}

// The same for the two bodies of a part of a joint, of a coordinate or of a force: that of the
// second body, unless it is the ground.
static inline double length_of_pair(const State *state, const int body[2]) {
  return length_of_body(state, body[1] != 0 ? body[1] : body[0]);
}

// Whether all lengths are finite. False with a message when one is not.
bool length_is_finite(const State *state, Diag *diag);

#endif
