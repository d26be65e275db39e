// SPDX-License-Identifier: BSD-3-Clause
// stiffness.h: the stiffness of a motion: the spectral radius of d(q', a)/d(q, v).
#ifndef MBS_ANALYSIS_SETTINGS_STIFFNESS_H
#define MBS_ANALYSIS_SETTINGS_STIFFNESS_H

#include <stdbool.h>

#include "integrators/scheme.h"
#include "system/state/state.h"

// Estimates the radius at the state's present point by ten power iterations, with the exact
// derivatives of the index-1 formulation. *rate: the radius [1/s]; *body (body may be NULL): the
// body that moves most in the direction found, by v' M v. The state stays at its point. Returns
// false when memory ran out or the equations are singular.
bool stiffness_estimate(State *state, Arena *arena, double *rate, int *body);

// For a fixed step of an explicit method: rate times step, divided by the stability bound of the
// method, at the state's present point. Above 1 errors grow. 0: the settings have no such step, or
// the rate is not known. *rate: of the motion [1/s].
double stiffness_of_fixed_step(State *state, const SchemeSettings *settings, Arena *arena,
                               double *rate);

#endif
