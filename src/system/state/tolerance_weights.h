// SPDX-License-Identifier: BSD-3-Clause
// tolerance_weights.h: sizes of coordinates and velocities for relative tolerances.
//
//   weight_i = relative size_i(y) + absolute_i + round-off                   y = (q, v)
// Sizes are measured from what a body is joined to, never from the origin of the ground. So the
// accuracy does not depend on the position of a mechanism, nor on other parts of the model.
// Sizes of the position r of a body's mass centre; of its velocity v:
//   held to the ground by joints    |r - o| by component, at most ten lengths of the group
//                                   (length.h), o: the point where the first joint holds the group;
//                                   |v|
//   several bodies that float       the length of the group; the largest |v - velocity of the mass
//                                   centre of the group|
//   a single body that floats       with forces to other bodies: the distance from the nearest of
//                                   them, at least the length of the group; the velocity relative
//                                   to that body. With a spring to the ground: |r - o| by
//                                   component, o: its point on the ground; |v|. With both: the
//                                   smaller one. With neither: |r - r at the start|; |v|
// The size of an angle in the plane counts from the whole turns at the start, and is at most one
// turn: the error of an orientation does not shrink with the number of turns. Angular velocities
// and Euler parameters have their own magnitudes as sizes.
//
// The round-off of a position is 1e-15 |r|. That of angles and velocities is 1e-15 of their
// magnitude and, where joints or forces tie the body to something, a part in proportion to the
// round-off of positions divided by the length of the group.
#ifndef MBS_SYSTEM_STATE_TOLERANCE_WEIGHTS_H
#define MBS_SYSTEM_STATE_TOLERANCE_WEIGHTS_H

#include "integrators/equations.h"
#include "system/state/state.h"

// The absolute tolerance of a position [m] in a group of this length [m].
static inline double tolerance_weights_absolute(const AbsoluteTolerances *tolerances,
                                                double length) {
  return tolerances->length + tolerances->part * length;
}

// Allocates what the functions below need. False when memory ran out.
bool tolerance_weights_open(State *state, Arena *arena);
// Makes the state's present pose the initial one. To be called after lengths_find.
void tolerance_weights_start(State *state);

// Writes size [nq + nv] of coordinates and velocities.
void tolerance_weights_of(const State *state, const double *q, const double *v, double *size);

// Whether some coordinate of the present point exceeds 20 lengths of its group or 20 rad, so that
// its round-off counts.
bool tolerance_weights_are_far(const State *state);

// Writes the absolute tolerances absolute [nq + nv] and, where it is not NULL, unit [nq + nv]: the
// length of the group or 1 rad, for velocities per second.
void tolerance_weights_tolerances(const State *state, const AbsoluteTolerances *tolerances,
                                  double *absolute, double *unit);

// Writes weight [nq + nv], see above.
void tolerance_weights_weigh(const State *state, double relative, const double *absolute,
                             const double *q, const double *v, double *weight);

#endif
