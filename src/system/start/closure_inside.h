// SPDX-License-Identifier: BSD-3-Clause
// closure_inside.h: what the files of closure.h share.
#ifndef MBS_SYSTEM_START_CLOSURE_INSIDE_H
#define MBS_SYSTEM_START_CLOSURE_INSIDE_H

#include "math/linear.h"
#include "system/start/closure.h"

typedef struct FramePose {
  double x[3], A[9], angle;
} FramePose;

struct Closure {
  bool of_rates; // velocities are sought, not a pose
  State *state;
  ClosureSettings settings;
  int n; // nv + nc + prescribed rows
  FramePose *guess,
      *home;     // of every body's frame: moves count from the first; the second is the guess
  double *q, *v; // the guess
  double (*H)[BODY_V * BODY_V]; // of every body
  double (*C)[2][BODY_V];       // of every prescribed row
  double *S;                    // of the joints' rows
  double *phi;                  // all rows at the present point
  double *gradient;             // F_q along T [nv]
  double *x;                    // n: the step
  double *base, *best;          // nq: poses
  double move, gaps;            // 2 F, and the sum of squared rows by their units
  double largest;               // row by its unit
  long steps;
  Pattern pattern;
  Linear *linear;
  int *slots;
  double *values;
};

// Puts the state at a pose (Euler parameters to unit length), with rows, F and its gradient.
void closure_stand(Closure *closure, const double *q);

// Moves count from the present pose, or again from the guess.
void closure_count_from_here(Closure *closure);
void closure_count_from_guess(Closure *closure);

// The step of the matrix above into x. move: whether F counts. False when it is singular.
bool closure_step(Closure *closure, double delta, bool move);

#endif
