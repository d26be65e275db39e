// SPDX-License-Identifier: BSD-3-Clause
// newmark_family.h: the implicit methods newmark, hht and generalized_alpha.
//
// They are one family of steps on the position constraints (system/equations/index_3.h), with four
// constants beta, gamma, alpha_m and alpha_f. A step of length h solves Psi(a, lambda) = 0 by
// Newton's method. It begins with the accelerations a and the multipliers lambda of the step
// before. The factored matrix is kept, also from step to step of the same h, until more than three
// further corrections would be needed. The iteration ends when the correction da that is still to
// come is small: the change gamma h da of velocities and the change beta h^2 da of positions must
// both be below the aim of the projection. Lengths are divided by that of the group, angles are
// not. For velocities the aim is not below the round-off of positions divided by h: no method on
// the position constraints can be more exact.
//
// At the start, and after every switch, accelerations and multipliers come from the saddle point of
// kkt.h (where h and gamma are not those of this file):
//   [M J'; J 0] [a; lambda] = [Q - h; gamma]
// With "projection: velocity" positions, velocities and v' are projected onto the constraints after
// every step.
//
// Error control. The method's a stands for the acceleration at t + D h, D = alpha_m - alpha_f. With
// this the Taylor series of Newmark's formulas give the local errors of q and v:
//   e_q = (1/6 - beta - D/2) h^3 a',
//   e_v = (1/2 - gamma - D) h^2 a' + (1/6 - (1 - gamma) D^2/2 - gamma (1 + D)^2/2) h^3 a''
// h a' is the change of a over the step; a'' comes from its change over two steps. For D = 0 e_q is
// the estimate of O. C. Zienkiewicz and Y. M. Xie (1991). Only the part of a' and a'' that the
// constraints leave free is used: along the normals of the constraints a contains the errors of
// past velocities divided by h, which a smaller step does not reduce. Both errors are divided by
// the weights of the tolerances. When h changes by a factor, the difference of a and v' is
// multiplied by it, since it spans the time D h.
#ifndef MBS_INTEGRATORS_NEWMARK_FAMILY_H
#define MBS_INTEGRATORS_NEWMARK_FAMILY_H

#include "integrators/scheme.h"

// One method of the family, with the constants of the model file.
typedef struct NewmarkMethod {
  Index3Constants constants;
  MethodNumbers numbers; // what follows from them: order and damping
  const char *undamped;  // in words, for the refusal: "hht with \"alpha: 0\""
} NewmarkMethod;

// Whether the method can integrate a mechanism. With constraints it must damp infinitely fast
// motions, unless the file says "projection: velocity" or "allow_undamped: true". With error
// control some coordinate must be free. False with a failure.
bool newmark_family_accepts(const Equations *equations, const SchemeSettings *settings,
                            const NewmarkMethod *method, Failure *failure);
// The functions of SchemeKind.
Scheme *newmark_family_open(Equations *equations, const SchemeSettings *settings,
                            const NewmarkMethod *method, Arena *arena, Failure *failure);
void newmark_family_close(Scheme *scheme);
bool newmark_family_start(Scheme *scheme, double t, const double *y, Failure *failure);
bool newmark_family_step(Scheme *scheme, double stop, double *t, Failure *failure);
bool newmark_family_again(Scheme *scheme, double longest, Failure *failure);
void newmark_family_fix(Scheme *scheme);

// Defines the scheme `word` in a file whose function method_of(settings) gives the NewmarkMethod.
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
