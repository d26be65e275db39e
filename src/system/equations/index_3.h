// SPDX-License-Identifier: BSD-3-Clause
// index_3.h: the nonlinear equations of one implicit step on the position constraints (index 3).
//
// The unknowns are the accelerations a [nv] and multipliers lambda [nc] of the step:
//   Psi(a, lambda) = [ M v' + J'(q) lambda - Q(t, q, v)       ]   = 0
//                    [ Phi(q) / (beta h^2) - soft S lambda    ]
// h is the length of the step, S = State.row_scale, and soft > 0 only where joints are redundant.
// The end of the step follows from Newmark's formulas (N. M. Newmark 1959). The index 0 means its
// start:
//   r   = r0 + h r0' + h^2 ((1/2 - beta) a0 + beta a)       also for angles in the plane
//   p   = p0 exp(psi/2),  psi = h w0 + h^2 ((1/2 - beta) alpha0 + beta alpha)    w in body axes
//   v   = v0 + h ((1 - gamma) a0 + gamma a)
//   v'  = ((1 - alpha_m) a + alpha_m a0 - alpha_f v0') / (1 - alpha_f)
// Orientations move on the group of rotations, by the rotation vector psi, so that M is constant
// (O. Bruls, A. Cardona, M. Arnold 2012). Newmark's method has alpha_m = alpha_f = 0 and a = v'. A
// row that holds a velocity stands in Psi as its rate over gamma h.
//
// The matrix is exact. E is the tangent operator of psi (I except for rotations in space):
//   E = I - (1 - cos s)/s^2 psi~ + (s - sin s)/s^3 psi~^2,  s = |psi|
//   N = beta h^2 T(q) E = dq/da
//   dPsi/d(a, lambda) = [ (1 - alpha_m)/(1 - alpha_f) M + (J' lambda - Q)_q N - gamma h Q_v   J' ]
//                       [ J E                                                        -soft S     ]
// With this scaling its entries have the size of M and J at any h (D. Negrut and others 2007).
#ifndef MBS_SYSTEM_EQUATIONS_INDEX_3_H
#define MBS_SYSTEM_EQUATIONS_INDEX_3_H

#include "integrators/equations.h"
#include "system/state/state.h"

// Opens the equations of such steps for a state; all memory is allocated here. NULL when memory ran
// out.
Index3 *index_3_open(State *state, const Index3Constants *constants, Arena *arena);

#endif
