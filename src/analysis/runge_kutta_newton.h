// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_newton.h: the motion between the ends of the last three steps.
//
// Through q, q' and q'' at four ends in a row goes one polynomial of degree 11, in Newton's form
// with every node three times. Between the two in the middle it is as exact as the steps are, and
// takes no stages of its own; so rows that can wait for the next step are read from it.
#ifndef MBS_ANALYSIS_RUNGE_KUTTA_NEWTON_H
#define MBS_ANALYSIS_RUNGE_KUTTA_NEWTON_H

#include <stdbool.h>

#include "base/arena.h"

enum { NEWTON_NODES = 4, NEWTON_TERMS = 12 };

// Ends of steps, the newest last.
typedef struct NewtonNode {
  double t;
  double *q, *rate, *bend; // q, q', q''
} NewtonNode;

typedef struct Newton {
  int size;  // of q
  int count; // nodes that stand
  NewtonNode node[NEWTON_NODES];
  double t, h;                // the step in the middle, x = (time - t)/h
  double place[NEWTON_TERMS]; // the nodes in x
  double *term[NEWTON_TERMS]; // divided differences by x [size]
} Newton;

// False when memory ran out.
bool newton_open(Newton *newton, int size, Arena *arena);

static inline void newton_forget(Newton *newton) {
  newton->count = 0;
}

// The end of a step (or the start of the first).
void newton_add(Newton *newton, double t, const double *q, const double *rate, const double *bend);

// Fixes the polynomial of the step in the middle. False when there are not four nodes, or steps
// between them differ so much that round-off would be magnified.
bool newton_fix(Newton *newton);

#endif
