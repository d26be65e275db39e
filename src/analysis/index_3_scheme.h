// SPDX-License-Identifier: BSD-3-Clause
// index_3_scheme.h: what newmark, hht and generalized_alpha share: one family of implicit steps on
// the position constraints (system/index_3.h), told apart by four constants.
//
// A step solves Psi(a, lambda) = 0 by Newton's method, from the accelerations and multipliers of
// the step before. The matrix stays, also from step to step, until it would need more than three
// further corrections. Newton ends when what is
// left is less than the projection's aim: gamma h da per length and second, beta h^2 da per length
// (angles count as they are); for velocities not below the round-off of positions divided by the
// step, which no method on the position constraints can beat.
//
// At the start, and after every switch, accelerations and multipliers come from the saddle point
//   [M J'; J 0] [a; lambda] = [Q - h; gamma].
// With "projection: velocity" positions, velocities and v' are put onto the constraints after every
// step.
//
// Steps by error control: with a(t + D h), D = alpha_m - alpha_f, standing for the method's a,
// Taylor's series of Newmark's formulas give the local errors
//   e_q = (1/6 - beta - D/2) h^3 a',
//   e_v = (1/2 - gamma - D) h^2 a' + (1/6 - (1 - gamma) D^2/2 - gamma (1 + D)^2/2) h^3 a''
// with h a' from the change of a over the step and a'' from that of two (for D = 0 e_q is the
// estimate of O. C. Zienkiewicz and Y. M. Xie 1991). Only what the constraints leave free of a' and
// a'' is taken: along the constraints' normals a holds errors of past velocities divided by the
// step, which no smaller step would mend. Both errors are weighed by the tolerances. When the step
// changes by a factor, so does the distance D h of a from v'.
#ifndef MBS_ANALYSIS_INDEX_3_SCHEME_H
#define MBS_ANALYSIS_INDEX_3_SCHEME_H

#include "analysis/scheme.h"
#include "system/index_3.h"

// Whether a method of this family with these constants can take a mechanism: on position
// constraints what is infinitely fast must die away. False with the failure otherwise. undamped:
// the constants without damping in the words of the file ("gamma: 0.5").
bool index_3_accepts(const State *state, const SchemeSettings *settings,
                     const Index3Constants *constants, const char *undamped, Failure *failure);

// Largest modulus of what a step leaves of a multiplier's error: the roots z of
//   beta z^2 + (1/2 - 2 beta + gamma) z + (1/2 + beta - gamma) = 0,
// from eliminating velocities in Newmark's formulas where positions are prescribed.
double index_3_constraint_radius(const Index3Constants *constants);

Scheme *index_3_scheme_open(const SchemeKind *kind, State *state, const SchemeSettings *settings,
                            const Index3Constants *constants, Arena *arena);
void index_3_scheme_close(Scheme *scheme);
bool index_3_scheme_start(Scheme *scheme, double t, const double *q, const double *v,
                          Failure *failure);
bool index_3_scheme_step(Scheme *scheme, double stop, double *t, Failure *failure);
bool index_3_scheme_again(Scheme *scheme, double longest, Failure *failure);
void index_3_scheme_fix(Scheme *scheme);
void index_3_scheme_multipliers(Scheme *scheme, double t, double *lambda);
void index_3_scheme_count(const Scheme *scheme, Counters *counters);

#endif
