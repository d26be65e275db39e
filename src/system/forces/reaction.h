// SPDX-License-Identifier: BSD-3-Clause
// reaction.h: forces and torques of joints.
//
// A reaction is the force and torque that the joint exerts on body_j, reduced to the origin of
// marker_j, in the axes of marker_i (docs/conventions.md, signs). With M v' + J' lambda = Q it is
// the wrench of -lambda.
#ifndef MBS_SYSTEM_FORCES_REACTION_H
#define MBS_SYSTEM_FORCES_REACTION_H

#include "system/state/state.h"

// The reaction of a joint, but in ground axes.
Wrench reaction_on_ground_axes(const State *state, int joint, const double *lambda);
// out := the reaction of a joint in the axes of marker_i: force x y z [N], torque x y z [N m].
void reaction_components(const State *state, int joint, const double *lambda, double out[6]);

// The same for a multiplier of 1 in one constraint row of the joint and 0 in all others.
void reaction_of_row(State *state, int joint, int row, double out[6]);
// Change of the reaction in the axes of marker_i when the frames of marker_i and marker_j change by
// dframe and lambda stays.
void reaction_tangent(State *state, int joint, const double *lambda, const Frame dframe[2],
                      double out[6]);

#endif
