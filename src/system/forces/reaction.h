// SPDX-License-Identifier: BSD-3-Clause
// reaction.h: forces and torques of joints.
//
// Force and torque that the joint exerts on body_j, reduced to marker_j's origin, in the axes of
// marker_i (docs/conventions.md, signs): with M v' + J' lambda = Q it is the wrench of -lambda.
#ifndef MBS_SYSTEM_FORCES_REACTION_H
#define MBS_SYSTEM_FORCES_REACTION_H

#include "system/state/state.h"

// In ground axes.
Wrench reaction_on_ground_axes(const State *state, int joint, const double *lambda);
// In the axes of marker_i: force x y z, torque x y z.
void reaction_components(const State *state, int joint, const double *lambda, double out[6]);

// That of a unit of one constraint row of the joint, in the axes of marker_i.
void reaction_of_row(State *state, int joint, int row, double out[6]);
// Change of these components when marker_i and marker_j change by dframe and lambda stays.
void reaction_tangent(State *state, int joint, const double *lambda, const Frame dframe[2],
                      double out[6]);

#endif
