// SPDX-License-Identifier: BSD-3-Clause
// friction.h: joint friction: its forces depend on reactions, which in turn depend on the forces.
//
//   M a + h + J' lambda = Q + sum_f D_f S_f,   J a + c = 0,   S_f = S_f(q, v, R_f(q, lambda))
//
//   S_f  force of friction in joint f: a number, from a FrictionLaw (element.h)
//   D_f  generalized force of S_f = 1: along the joint's coordinate, or along the sliding velocity
//        where the joint leaves several coordinates free
//   R_f  reaction of the joint, linear in lambda
//
// Without friction the accelerations and multipliers are (a_0, lambda_0). S_g = 1 changes them by
// (A_g, L_g), which is one more solution with the same factors. What remains is one equation for
// each joint with friction:
//   S_f - S_f(R_f(lambda_0) + sum_g S_g R_f(L_g)) = 0
// Newton's method solves them with the exact gradient. It is Newton's method on (a, lambda) with
// all linear unknowns eliminated exactly.
//
// Uniqueness: let B_fg be the largest change of S_f that a unit of S_g can make
// (FrictionLaw.bound). If some x > 0 has B x < x, the equations are a contraction and have exactly
// one solution. For a single joint with friction this condition is sharp: with B >= 1 there is no
// solution, or there are several (Painleve 1895). The run then ends with a failure that names the
// joint.
//
// Formulations with lambda among their unknowns read it there, and have dQ/dlambda in their matrix.
#ifndef MBS_SYSTEM_FORCES_FRICTION_H
#define MBS_SYSTEM_FORCES_FRICTION_H

#include <stdbool.h>

#include "base/failure.h"
#include "base/hot.h"
#include "system/state/state.h"

enum { FRICTION_LIMIT = 256 }; // largest number of joints with friction in one model

typedef struct Friction {
  int count;
  double *D, *response;         // D_f [count x nv]; (A_g, L_g) [count x (nv + nc)]
  double (*reaction)[REACTION]; // R_f(lambda_0) [count]
  double (*by)[REACTION];       // R_f(L_g) [count x count]
  double *S, *miss, *bound, *x, *Bx;
  double *matrix; // of Newton's method, column-major
  Pattern pattern;
  Linear *linear;
  bool paradox; // the last point had no unique solution
  // Of the last point without a unique solution: the joint whose friction depends most on itself,
  // the time [s], and B_ff of that joint.
  int joint;
  double t, size;
} Friction;

// False when memory ran out. Without joint friction state->friction stays NULL.
bool friction_open(State *state, Arena *arena);

// a [nv], lambda [nc]: in, the solution without friction, by the last factors; out, the solution
// with friction. False when there is not exactly one (state->friction->paradox), or with
// state->fault when a value is not finite.
MBS_APART bool friction_solve(State *state, double *a, double *lambda);

// Takes the multipliers of the present point from a formulation's unknowns. friction_add also adds
// their friction to Q.
void friction_take(State *state, const double *lambda);
void friction_add(State *state, const double *lambda);

// dQ := -dQ/dlambda_row of friction force f, on both bodies of its joint.
void friction_slopes(State *state, int f, int row, double dQ[2][BODY_V]);

// False with a failure when a model cannot run: it has too many joints with friction, or friction
// depends on a reaction that redundant joints leave undetermined (masks of mobility.h).
bool friction_accepts(const State *state, const unsigned *undetermined, Failure *failure);

// Sets the failure that explains why friction_solve found no unique solution. Always false.
bool friction_failure(const State *state, Failure *failure);

#endif
