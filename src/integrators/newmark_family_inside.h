// SPDX-License-Identifier: BSD-3-Clause
// newmark_family_inside.h: what the files of newmark_family.h share.
#ifndef MBS_INTEGRATORS_NEWMARK_FAMILY_INSIDE_H
#define MBS_INTEGRATORS_NEWMARK_FAMILY_INSIDE_H

#include "integrators/newmark_family.h"
#include "math/linear.h"

enum { NEWMARK_ITERATIONS = 12 };

typedef enum NewmarkOutcome {
  INDEX_3_DONE,
  INDEX_3_FAULT,     // an expression was not finite
  INDEX_3_SINGULAR,  // the matrix is
  INDEX_3_DIVERGED,  // Newton's corrections do not shrink
  INDEX_3_UNMOVED,   // the projection does not converge
  INDEX_3_INACCURATE // the error test fails
} NewmarkOutcome;

typedef struct NewmarkFamily {
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
  double *absolute, *weight; // tolerances, and weights of errors [nq + nv] (tolerance_weights.h)
  double *saddle, *saddle_lambda;
  double *change, *bend; // for the error [nv]

  Linear *linear;
  double *matrix, *correction;
  double *base, *direction;         // of a damped correction
  double matrix_step;               // the step for which the matrix was factored; 0: none is
  double norms[NEWMARK_ITERATIONS]; // of the corrections of the last step
  int norm_count, worst;            // worst: the velocity with the largest last correction

  double origin; // fixed step: the grid is origin + k step
  long taken;
  double next;         // error control: the step to try
  double before;       // the step before the last; 0: there is none
  double *change_rate; // change of a per second over the step before [nv]
} NewmarkFamily;

// Solves Psi = 0 for end, whose time is set, and projects where the file says so.
NewmarkOutcome newmark_family_newton(NewmarkFamily *it, double h);

// The same with damped corrections from the start of the step (end holds a guess), without the
// projection.
NewmarkOutcome newmark_family_damped(NewmarkFamily *it, double h);

// Factors the matrix of the present end. False when it is singular.
bool newmark_family_renew_matrix(NewmarkFamily *it, double h);

// Projects positions and velocities of a point; the state ends there.
bool newmark_family_onto_constraints(NewmarkFamily *it, Index3Point *point);

// The order of the method: 2, or 1 where gamma + alpha_m - alpha_f is not 1/2.
int newmark_family_order(const Index3Constants *constants);

// The local error of the step, weighed: above 1 it is inaccurate.
NewmarkOutcome newmark_family_error(NewmarkFamily *it, double h, double *error);
// The first step, from the accelerations at the start.
double newmark_family_first_step(NewmarkFamily *it, double room);
// What err^-1/k makes of a step of error err.
double newmark_family_factor(const NewmarkFamily *it, double error);

// Why a step was given up; false.
bool newmark_family_failure(const NewmarkFamily *it, NewmarkOutcome outcome, double h,
                            Failure *failure);

#endif
