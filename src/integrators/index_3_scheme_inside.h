// SPDX-License-Identifier: BSD-3-Clause
// index_3_scheme_inside.h: what the files of index_3_scheme.h share.
#ifndef MBS_INTEGRATORS_INDEX_3_SCHEME_INSIDE_H
#define MBS_INTEGRATORS_INDEX_3_SCHEME_INSIDE_H

#include "integrators/index_3_scheme.h"
#include "math/linear.h"

enum { INDEX_3_ITERATIONS = 12 };

typedef enum Index3Outcome {
  INDEX_3_DONE,
  INDEX_3_FAULT,     // an expression was not finite
  INDEX_3_SINGULAR,  // the matrix is
  INDEX_3_DIVERGED,  // Newton's corrections do not shrink
  INDEX_3_UNMOVED,   // the projection does not converge
  INDEX_3_INACCURATE // the error test fails
} Index3Outcome;

typedef struct Index3Scheme {
  Scheme scheme;
  SchemeSettings settings;
  bool projects; // "projection: velocity"
  Index3 *steps;
  Index3Point start, end;          // of the last step
  double *start_slope, *end_slope; // q' there [nq]
  double *size;                    // of the numbers of y by themselves [nq + nv], and of these
  double *unit;              // of every velocity times 1 s: the length of its group, or 1 [nv]
  double *sharp;             // corrections of accelerations, times this, are 1 when converged [nv]
  double *magnitude;         // the numbers that the rows on a velocity are made of [nv]
  double *absolute, *weight; // tolerances, and weights of errors [nq + nv] (sizes.h)
  double *saddle, *saddle_lambda;
  double *change, *bend; // for the error [nv]

  Linear *linear;
  double *matrix, *correction;
  double *base, *direction;         // of a damped correction
  double matrix_step;               // the step for which the matrix was factored; 0: none is
  double norms[INDEX_3_ITERATIONS]; // of the corrections of the last step
  int norm_count, worst;            // worst: the velocity with the largest last correction

  double origin; // fixed step: the grid is origin + k step
  long taken;
  double next;         // error control: the step to try
  double before;       // the step before the last; 0: there is none
  double *change_rate; // change of a per second over the step before [nv]
} Index3Scheme;

// Solves Psi = 0 for end, whose time is set, and projects where the file says so.
Index3Outcome index_3_newton(Index3Scheme *it, double h);

// The same with damped corrections from the start of the step (end holds a guess), without the
// projection.
Index3Outcome index_3_damped(Index3Scheme *it, double h);

// Factors the matrix of the present end. False when it is singular.
bool index_3_renew_matrix(Index3Scheme *it, double h);

// Projects positions and velocities of a point; the state ends there.
bool index_3_onto_constraints(Index3Scheme *it, Index3Point *point);

// The order of the method: 2, or 1 where gamma + alpha_m - alpha_f is not 1/2.
int index_3_order(const Index3Constants *constants);

// The local error of the step, weighed: above 1 it is inaccurate.
Index3Outcome index_3_error(Index3Scheme *it, double h, double *error);
// The first step, from the accelerations at the start.
double index_3_first_step(Index3Scheme *it, double room);
// What err^-1/k makes of a step of error err.
double index_3_factor(const Index3Scheme *it, double error);

// Why a step was given up; false.
bool index_3_failure(const Index3Scheme *it, Index3Outcome outcome, double h, Failure *failure);

#endif
