// SPDX-License-Identifier: BSD-3-Clause
// tolerance_weights.h: how large coordinates and velocities are, for relative tolerances: measured
// from what a body is joined to, never from the origin of the ground.
//
//   weight_i = relative size_i(y) + absolute_i + round-off                   y = (q, v)
// Round-off: 1e-15 |r| of a place; of angles and velocities 1e-15 of themselves and, where joints
// or forces tie the body to something, in proportion to that of places over the length of the
// group. Places r of a body's mass centre, and velocities:
//   held to the ground by joints    |r - o| by component, o where the first joint holds a point of
//                                   the group, but at most ten lengths of the group (length.h); |v|
//   several bodies that float       the length of the group; the largest |v - velocity of its
//                                   centre|
//   a single body that floats       with forces between it and other bodies: the distance from the
//                                   nearest of them, at least the length of the group; the velocity
//                                   relative to that one. With a spring to the ground |r - o| by
//                                   component, o where that is held; else |r - r at the start|; |v|
// Angles in the plane count from the start's whole turns, and one turn at most: what an orientation
// is off by does not become less with the turns. Angular velocities and Euler parameters are taken
// as they are. So accuracy does not depend on where a mechanism stands, nor on what else
// stands in the model.
#ifndef MBS_SYSTEM_STATE_TOLERANCE_WEIGHTS_H
#define MBS_SYSTEM_STATE_TOLERANCE_WEIGHTS_H

#include "integrators/equations.h"
#include "system/state/state.h"

// That of a place in a group of a certain length [m].
static inline double sizes_tolerance(const AbsoluteTolerances *tolerances, double length) {
  return tolerances->length + tolerances->part * length;
}

// Room for what follows; false when memory ran out.
bool tolerance_weights_open(State *state, Arena *arena);
// Takes the state's present pose as the initial one; lengths are found (lengths_find).
void tolerance_weights_start(State *state);

// size[nq + nv] of coordinates and velocities.
void tolerance_weights_of(const State *state, const double *q, const double *v, double *size);

// Whether some coordinate of the present point is so large, twenty lengths of its group or 20 rad,
// that its round-off counts.
bool tolerance_weights_are_far(const State *state);

// absolute[nq + nv] and, where it is not NULL, unit[nq + nv]: the size that the model has by
// itself: the length of the group, 1 rad, and that per second.
void tolerance_weights_tolerances(const State *state, const AbsoluteTolerances *tolerances,
                                  double *absolute, double *unit);

// weight[nq + nv], see above.
void tolerance_weights_weigh(const State *state, double relative, const double *absolute,
                             const double *q, const double *v, double *weight);

#endif
