// SPDX-License-Identifier: BSD-3-Clause
// index_3.h: the nonlinear equations of one implicit step on the position constraints themselves.
//
// Unknowns are the step's accelerations a and its multipliers lambda:
//   Psi(a, lambda) = [ M v' + J'(q) lambda - Q(t, q, v)       ]   = 0
//                    [ Phi(q) / (beta h^2) - soft S lambda    ]
// with Newmark's formulas (N. M. Newmark 1959); index 0: the point at which the step starts,
//   r   = r0 + h r0' + h^2 ((1/2 - beta) a0 + beta a)       likewise angles in the plane
//   p   = p0 exp(psi/2),  psi = h w0 + h^2 ((1/2 - beta) alpha0 + beta alpha)    w in body axes
//   v   = v0 + h ((1 - gamma) a0 + gamma a)
//   v'  = ((1 - alpha_m) a + alpha_m a0 - alpha_f v0') / (1 - alpha_f)
// so that orientations are moved on the group of rotations by the rotation vector psi, and M stays
// constant (O. Bruls, A. Cardona, M. Arnold 2012). Newmark's method has alpha_m = alpha_f = 0 and
// a = v'.
//
// The matrix, exact, with psi's tangent operator E = I - (1 - cos s)/s^2 psi~ + (s - sin s)/s^3
// psi~^2, s = |psi| (I for all but rotations in space), N = beta h^2 T(q) E = dq/da:
//   dPsi/d(a, lambda) = [ (1 - alpha_m)/(1 - alpha_f) M + (J' lambda - Q)_q N - gamma h Q_v   J' ]
//                       [ J E                                                        -soft S     ]
// Scaled so, its entries have the size of M and J whatever the step (D. Negrut and others 2007).
#ifndef MBS_SYSTEM_EQUATIONS_INDEX_3_H
#define MBS_SYSTEM_EQUATIONS_INDEX_3_H

#include "integrators/equations.h"
#include "system/state/state.h"

// The equations of such steps of a state; everything is allocated here. NULL when memory ran out.
Index3 *index_3_open(State *state, const Index3Constants *constants, Arena *arena);

#endif
