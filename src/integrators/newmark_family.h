// SPDX-License-Identifier: BSD-3-Clause
// newmark_family.h: what newmark, hht and generalized_alpha share: one family of implicit steps on
// the position constraints (system/equations/index_3.h), told apart by four constants.
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
#ifndef MBS_INTEGRATORS_NEWMARK_FAMILY_H
#define MBS_INTEGRATORS_NEWMARK_FAMILY_H

#include "integrators/scheme.h"

// One of the family: its constants, as the file has them.
typedef struct NewmarkMethod {
  Index3Constants constants;
  MethodNumbers numbers;
  const char *undamped; // the constants without damping in the words of the file ("gamma: 0.5")
} NewmarkMethod;

// Whether such a method can take a mechanism: on position constraints what is infinitely fast must
// die away. False with the failure otherwise.
bool newmark_family_accepts(const Equations *equations, const SchemeSettings *settings,
                            const NewmarkMethod *method, Failure *failure);
// As those of SchemeKind.
Scheme *newmark_family_open(Equations *equations, const SchemeSettings *settings,
                            const NewmarkMethod *method, Arena *arena, Failure *failure);
void newmark_family_close(Scheme *scheme);
bool newmark_family_start(Scheme *scheme, double t, const double *y, Failure *failure);
bool newmark_family_step(Scheme *scheme, double stop, double *t, Failure *failure);
bool newmark_family_again(Scheme *scheme, double longest, Failure *failure);
void newmark_family_fix(Scheme *scheme);

// The scheme `word` of a file that says by method_of(settings) which of the family it is.
// clang-format off
#define INDEX_3_SCHEME(word)                                                                       \
  static bool accepts(const Equations *equations, const SchemeSettings *settings,                  \
                      MethodNumbers *numbers, Failure *failure) {                                  \
    const NewmarkMethod method = method_of(settings);                                               \
    *numbers = method.numbers;                                                                     \
    return newmark_family_accepts(equations, settings, &method, failure);                                     \
  }                                                                                                \
  static Scheme *open(Equations *equations, const SchemeSettings *settings, Arena *arena,          \
                      Failure *failure) {                                                          \
    const NewmarkMethod method = method_of(settings);                                               \
    return newmark_family_open(equations, settings, &method, arena, failure);                          \
  }                                                                                                \
  const SchemeKind word##_scheme = {SCHEME_FAR_FROM_SADDLE | SCHEME_BLIND_TO_POSES,                \
                                    accepts,                                                       \
                                    open,                                                          \
                                    newmark_family_close,                                          \
                                    newmark_family_start,                                          \
                                    newmark_family_step,                                           \
                                    newmark_family_again,                                          \
                                    newmark_family_fix};
// clang-format on

#endif
