// SPDX-License-Identifier: BSD-3-Clause
// newmark_family_inside.h: what the files of newmark_family.h share.
#ifndef MBS_INTEGRATORS_NEWMARK_FAMILY_INSIDE_H
#define MBS_INTEGRATORS_NEWMARK_FAMILY_INSIDE_H

#include "integrators/newmark_family.h"
#include "math/linear.h"

enum { NEWMARK_ITERATIONS = 12 }; // corrections of one attempt, at most

typedef enum NewmarkOutcome {
  INDEX_3_DONE,
  INDEX_3_FAULT,     // an expression is not finite
  INDEX_3_SINGULAR,  // the matrix is singular
  INDEX_3_DIVERGED,  // Newton's method does not converge
  INDEX_3_UNMOVED,   // the projection does not converge
  INDEX_3_INACCURATE // the error test fails
} NewmarkOutcome;

typedef struct NewmarkFamily {
  Scheme scheme;
  SchemeSettings settings;
  bool projects; // "projection: velocity"
  Index3 *steps;
  Index3Point start, end;          // both ends of the last step
  double *start_slope, *end_slope; // q' at both ends [nq]
  double *size;      // the size that each number of y has by itself [nq + nv] (EquationsNumbers)
  double *unit;      // the part of size for velocities: the length of the group, or 1 [nv]
  double *sharp;     // factors: a correction of a, times this, is at most 1 when converged [nv]
  double *magnitude; // Index3Kind.magnitudes [nv]
  double *absolute, *weight; // tolerances, and weights of errors [nq + nv] (tolerance_weights.h)
  double *saddle, *saddle_lambda; // the rates y' and lambda of the last saddle point
  double *change, *bend;          // h^2 a' and h^3 a'' of the error estimate [nv]

  Linear *linear;
  double *matrix, *correction;      // values [nonzeros]; residual, then correction [nv + nc]
  double *base, *direction;         // damped corrections: from base along -direction [nv + nc]
  double matrix_step;               // step for which the matrix was factored [s]; 0: none is valid
  double norms[NEWMARK_ITERATIONS]; // norms of the corrections of the last step
  int norm_count, worst;            // their number; the velocity with the largest last correction

  double origin;       // fixed step: the grid of times is origin + k step [s]
  long taken;          // steps since the start
  double next;         // error control: length of the next step to try [s]
  double before;       // length of the last accepted step [s]; 0: there is none to compare with
  double *change_rate; // change of a over that step, per second [nv]
} NewmarkFamily;

// Solves Psi = 0 for it->end, whose time is set, by a step of h [s]. Then projects, if the file
// demands it.
NewmarkOutcome newmark_family_newton(NewmarkFamily *it, double h);

// Solves Psi = 0 by damped corrections, from the guess in it->end, without a projection.
NewmarkOutcome newmark_family_damped(NewmarkFamily *it, double h);

// Computes and factors the matrix at it->end for a step of h [s]. False when it is singular.
bool newmark_family_renew_matrix(NewmarkFamily *it, double h);

// Projects positions and velocities of a point onto the constraints. The point becomes the present
// point of the equations. False when the iteration does not converge.
bool newmark_family_onto_constraints(NewmarkFamily *it, Index3Point *point);

// The order of the method: 2, or 1 where gamma + alpha_m - alpha_f is not 1/2.
int newmark_family_order(const Index3Constants *constants);

// The largest weighed local error of the step of h [s]: above 1 the step is inaccurate.
// INDEX_3_SINGULAR where the constraints are singular.
NewmarkOutcome newmark_family_error(NewmarkFamily *it, double h, double *error);
// Length of the first step [s], from the accelerations at the start; at most 0.01 room [s].
double newmark_family_first_step(NewmarkFamily *it, double room);
// Factor for the next step after one of this error: 0.9 error^(-1/(order + 1)).
double newmark_family_factor(const NewmarkFamily *it, double error);

// Sets the failure for a step of h [s] that was given up. Always false.
bool newmark_family_failure(const NewmarkFamily *it, NewmarkOutcome outcome, double h,
                            Failure *failure);

#endif
