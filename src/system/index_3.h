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
#ifndef MBS_SYSTEM_INDEX_3_H
#define MBS_SYSTEM_INDEX_3_H

#include <stdbool.h>

#include "system/linear_form.h"

typedef struct Index3Constants {
  double beta, gamma, alpha_m, alpha_f;
} Index3Constants;

// One end of a step. All but lambda [nc] and q [nq] have nv entries.
typedef struct Index3Point {
  double t;
  double *q, *v, *rate; // rate: v'
  double *a;            // the method's accelerations; those of newmark are the rate
  double *lambda;
} Index3Point;

typedef struct Index3 {
  State *state;
  Index3Constants constants;
  double soft;     // where joints are redundant: of - soft S lambda in the rows of the constraints
  int size;        // nv + nc
  Pattern pattern; // of the matrix
  // private
  FormMatrix matrix;
  double *turn; // psi of every body [3 body_count]
  double (*turn_tangent)[9];
} Index3;

// Fixes the pattern; everything is allocated here. Returns false when memory ran out.
bool index_3_open(Index3 *equations, State *state, const Index3Constants *constants, Arena *arena);

// Room for one end of a step. Returns false when memory ran out.
bool index_3_point_open(const System *system, Index3Point *point, Arena *arena);

// Newmark's formulas: q, v and rate of end from end->a, for a step of h from start. The Euler
// parameters at both ends have unit length.
void index_3_move(Index3 *equations, double h, const Index3Point *start, Index3Point *end);

// psi [nv] := Psi at end, to which index_3_move led. The state moves there. Returns false when an
// expression is not finite (state->fault).
bool index_3_residual(Index3 *equations, double h, const Index3Point *end, double *psi);

// values[pattern.nonzeros] := dPsi/d(a, lambda) at the point of the last residual.
void index_3_jacobian(Index3 *equations, double h, const Index3Point *end, double *values);

#endif
