// SPDX-License-Identifier: BSD-3-Clause
// stiffness.h: how stiff the motion is: the spectral radius of d(v, a)/d(q, v).
#ifndef MBS_ANALYSIS_STIFFNESS_H
#define MBS_ANALYSIS_STIFFNESS_H

#include <stdbool.h>

#include "analysis/scheme.h"

// Ten power iterations at the state's present point with the exact derivatives of the index-1
// matrix; *rate in 1/s; *body (or NULL): that moves most in it, by v' M v. The state stays where it
// is. Returns false when memory ran out or the equations are singular.
bool stiffness_estimate(State *state, Arena *arena, double *rate, int *body);

// "auto: ida (index_1) from t = ... s on, since ..."; NULL when memory ran out.
const char *stiffness_sentence(const char *formulation, double t, double rate, double step,
                               Arena *arena);
// "auto: ida (index_1) from t = ... s on, since runge_kutta gave up there".
const char *stiffness_gave_up(const char *formulation, double t, const char *before, Arena *arena);
// "auto: runge_kutta from t = ... s on, since ida's steps ...".
const char *stiffness_returned(double t, double step, double other, Arena *arena);

// A fixed step of an explicit method: how much of what its stability allows the motion takes at the
// state's present point, rate times step over the bound; above 1 errors grow. 0: the settings have
// no such step, or it is not known. *rate: of the motion [1/s].
double stiffness_of_fixed_step(State *state, const SchemeSettings *settings, Arena *arena,
                               double *rate);

#endif
