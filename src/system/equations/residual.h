// SPDX-License-Identifier: BSD-3-Clause
// residual.h: residual and Jacobian of the index-reduced equations: the heart.
//
//   y = (q, v, lambda [, mu])
//   index_1    0 = q' - T v
//              0 = M v' + h + J' lambda - Q
//              0 = J v' + c
//              (- soft S lambda where joints are redundant: the matrix would be singular)
//   baumgarte  third row + 2 alpha (J v) + beta^2 Phi
//   ggl        0 = q' - T (v - J' mu),  third row J v - eps (lambda - lambda of the step before),
//              fourth Phi - eps mu  (Gear, Gupta, Leimkuhler 1985); counted from zero, eps lambda
//              would be a velocity that the start does not have
//   explicit   0 = q' - T v,  0 = v' - a(t, q, v) with a, lambda from the saddle point; the
//              Newton matrix is that of index_1 with right-hand side (r_q, M r_v, J r_v)
//
// The matrix is dF/dy + cj dF/dy', exact, with every second-order term.
#ifndef MBS_SYSTEM_EQUATIONS_RESIDUAL_H
#define MBS_SYSTEM_EQUATIONS_RESIDUAL_H

#include <stdbool.h>

#include "system/equations/linear_form.h"

typedef struct Residual {
  State *state;
  Formulation formulation; // not auto
  double alpha, beta;      // baumgarte [1/s]
  double eps;              // ggl
  double soft;        // index_1, baumgarte: of - soft S lambda in the third row; redundant joints
  int n;              // unknowns of y
  int size;           // of the Newton matrix: nq + nv + nc (+ nc for ggl)
  double *a, *lambda; // explicit: of the last residual [nv, nc]; ggl: of the step before
  double *row;        // explicit: the rows of the last matrix (as State.row)
  double (*mass)[BODY_V * BODY_V]; // explicit: likewise, as State.mass
  Pattern pattern;
  FormMatrix matrix;
} Residual;

// Fixes unknowns and pattern; present as of linear_form_open. Returns false when memory ran out.
bool residual_open(Residual *assembly, State *state, Formulation formulation, bool present,
                   Arena *arena);

// r = F(t, y, y'). Returns false when an expression is not finite (state->fault) or the saddle
// point is singular: the integrator then tries a smaller step.
bool residual_evaluate(Residual *assembly, double t, const double *y, const double *yp, double *r);

// values[pattern.nonzeros] = dF/dy + cj dF/dy'.
bool residual_jacobian(Residual *assembly, double t, double cj, const double *y, const double *yp,
                       double *values);

// explicit: turns a residual-like vector (b_q, b_v) into the right-hand side (b_q, M b_v, J b_v) of
// the Newton matrix, with the J of that matrix: then a matrix that is some steps old still gives
// the exact correction to first order in the step.
void residual_right_hand_side(const Residual *assembly, const double *b, double *rhs);

// out[nv] = M x.
void residual_times_mass(const State *state, const double *x, double *out);
// x [nv] := the part of it that the constraints leave free, in the norm of the masses:
// x - M^-1 J' (J M^-1 J')^-1 J x with the last factors. rows [nc], part [nv]: room.
void residual_keep_free(State *state, double *x, double *rows, double *part);

#endif
