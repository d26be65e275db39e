// SPDX-License-Identifier: BSD-3-Clause
// stiffness.h: how stiff the motion is: the spectral radius of d(v, a)/d(q, v).
#ifndef MBS_ANALYSIS_STIFFNESS_H
#define MBS_ANALYSIS_STIFFNESS_H

#include <stdbool.h>

#include "system/state.h"

// Ten power iterations at the state's present point with the exact derivatives of the index-1
// matrix; *rate in 1/s. The state stays where it is. Returns false when memory ran out or the
// equations are singular.
bool stiffness_estimate(State *state, Arena *arena, double *rate);

// "auto: index_1 from t = ... s on, since ..."; NULL when memory ran out.
const char *stiffness_sentence(double t, double rate, double step, Arena *arena);
// "auto: index_1 from t = ... s on, since explicit gave up there".
const char *stiffness_gave_up(double t, Arena *arena);

#endif
