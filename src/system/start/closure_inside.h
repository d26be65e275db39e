// SPDX-License-Identifier: BSD-3-Clause
// closure_inside.h: what the files that implement closure.h share.
#ifndef MBS_SYSTEM_START_CLOSURE_INSIDE_H
#define MBS_SYSTEM_START_CLOSURE_INSIDE_H

#include "math/linear.h"
#include "system/start/closure.h"

// Pose of a body's frame in ground axes.
typedef struct FramePose {
  double x[3], A[9], angle;
} FramePose;

struct Closure {
  bool of_rates; // the search is for velocities, not for a pose
  State *state;
  ClosureSettings settings;
  int n;                        // nv + nc + prescribed rows
  FramePose *guess, *home;      // of every body: moves count from `guess`; `home` is the guess
  double *q, *v;                // the guess
  double (*H)[BODY_V * BODY_V]; // of every body
  double (*C)[2][BODY_V];       // of every prescribed row
  double *S;                    // of the joints' rows
  double *phi;                  // all rows at the present point, prescribed ones last
  double *gradient;             // F_q T [nv]
  double *x;                    // [n]: the step
  double *base, *best;          // [nq]: where the step begins; the pose with the least gaps
  double move, gaps;            // 2 F; sum of (row / unit)^2, prescribed rows times 1000
  double largest;               // the largest row, divided by its unit
  long steps;
  Pattern pattern;
  Linear *linear;
  int *slots;
  double *values;
};

// Moves the state to the pose q, with Euler parameters scaled to unit length, and computes all
// rows, F, H and the gradient there.
void closure_stand(Closure *closure, const double *q);

// From now on, moves count from the present pose, or again from the guess.
void closure_count_from_here(Closure *closure);
void closure_count_from_guess(Closure *closure);

// Solves the equations of closure.h for the step x. move: false leaves out F_q. Returns false when
// the matrix is singular or the step is not finite.
bool closure_step(Closure *closure, double delta, bool move);

#endif
