// SPDX-License-Identifier: BSD-3-Clause
// residual.h: residual F(t, y, y') and Jacobian of the index-reduced equations of motion.
//
//   y = (q, v, lambda [, mu])
//   index_1    0 = q' - T v
//              0 = M v' + h + J' lambda - Q
//              0 = J v' + c
//              Where joints are redundant the third row has - soft S lambda in addition, since the
//              matrix would be singular.
//   baumgarte  The third row has + 2 alpha (J v + Phi_t) + beta^2 Phi in addition.
//   ggl        0 = q' - T (v - J' mu). The third row is J v + Phi_t - eps (lambda - lambda_0) with
//              lambda_0 from the step before. With lambda_0 = 0 the term eps lambda would be a
//              velocity error that the start does not have. The fourth row is Phi - eps mu (Gear,
//              Gupta, Leimkuhler 1985).
//   explicit   y = (q, v): 0 = q' - T v,  0 = v' - a(t, q, v), with a and lambda from the saddle
//              point. The Newton matrix is that of index_1, with the right-hand side
//              (r_q, M r_v, J r_v).
//
// The matrix dF/dy + cj dF/dy' is exact and contains all second-order terms.
#ifndef MBS_SYSTEM_EQUATIONS_RESIDUAL_H
#define MBS_SYSTEM_EQUATIONS_RESIDUAL_H

#include <stdbool.h>

#include "system/equations/linear_form.h"

typedef struct Residual {
  State *state;
  Formulation formulation; // not FORMULATION_AUTO
  double alpha, beta;      // baumgarte [1/s]
  double eps;              // ggl
  double soft; // index_1, baumgarte: factor of - soft S lambda; not 0 where joints are redundant
  int n;       // length of y
  int size;    // rows of the Newton matrix: nq + nv + nc (+ nc for ggl)
  double *a, *lambda; // explicit: solution of the last saddle point [nv], [nc]; ggl: lambda_0
  double *row;        // explicit: rows at the point of the last matrix (as State.row)
  double (*mass)[BODY_V * BODY_V]; // explicit: masses at that point (as State.mass)
  Pattern pattern;
  FormMatrix matrix;
} Residual;

// Opens the residual with its unknowns and its pattern. present: as in linear_form_open. False when
// memory ran out.
bool residual_open(Residual *assembly, State *state, Formulation formulation, bool present,
                   Arena *arena);

// r [n] = F(t, y, y'). False when an expression is not finite (state->fault) or the saddle point is
// singular; the integrator then tries a smaller step.
bool residual_evaluate(Residual *assembly, double t, const double *y, const double *yp, double *r);

// values [pattern.nonzeros] = dF/dy + cj dF/dy'. False as residual_evaluate.
bool residual_jacobian(Residual *assembly, double t, double cj, const double *y, const double *yp,
                       double *values);

// explicit: rhs [size] := (b_q, M b_v, J b_v), the right-hand side of the Newton matrix for a
// residual b = (b_q, b_v). M and J are those of the last matrix, so that a matrix that is some
// steps old still gives the exact correction to first order in the step.
void residual_right_hand_side(const Residual *assembly, const double *b, double *rhs);

// out [nv] = M x.
void residual_times_mass(const State *state, const double *x, double *out);
// x [nv] := x - M^-1 J' (J M^-1 J')^-1 J x, its part that the constraints leave free, in the norm
// of the masses, with the last factors. rows [nc], part [nv]: scratch.
void residual_keep_free(State *state, double *x, double *rows, double *part);

#endif
