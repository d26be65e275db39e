// SPDX-License-Identifier: BSD-3-Clause
// stiffness.h: how stiff the motion is: the spectral radius of d(v, a)/d(q, v).
#ifndef MBS_ANALYSIS_SETTINGS_STIFFNESS_H
#define MBS_ANALYSIS_SETTINGS_STIFFNESS_H

#include <stdbool.h>

#include "integrators/scheme.h"
#include "system/state/state.h"

// Ten power iterations at the state's present point with the exact derivatives of the index-1
// matrix; *rate in 1/s; *body (or NULL): that moves most in it, by v' M v. The state stays where it
// is. Returns false when memory ran out or the equations are singular.
bool stiffness_estimate(State *state, Arena *arena, double *rate, int *body);

// A fixed step of an explicit method: how much of what its stability allows the motion takes at the
// state's present point, rate times step over the bound; above 1 errors grow. 0: the settings have
// no such step, or it is not known. *rate: of the motion [1/s].
double stiffness_of_fixed_step(State *state, const SchemeSettings *settings, Arena *arena,
                               double *rate);

#endif
