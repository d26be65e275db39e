// SPDX-License-Identifier: BSD-3-Clause
// friction.h: joint friction: forces that depend on reactions, which depend on them.
//
//   M a + h + J' lambda = Q + sum_f D_f S_f,   J a + c = 0,   S_f = S_f(q, v, R_f(q, lambda))
// D_f: the generalized force of a unit along the coordinate of joint f, or along the velocity of
// rubbing where it leaves several free; S_f: its size (a FrictionLaw of element.h), R_f: the
// joint's reaction, linear in lambda.
//
// Accelerations and reactions: without friction they are (a_0, lambda_0); a unit of S_g changes
// them by (A_g, L_g), one more solution with the same factors. What is left are as many equations
// as joints that rub,
//   S_f - S_f(R_f(lambda_0) + sum_g S_g R_f(L_g)) = 0,
// which Newton's method solves with the exact gradient: Newton's method on (a, lambda), with all
// that is linear eliminated exactly.
//
// Unique: let B_fg be the most that a unit of S_g can change S_f (FrictionLaw.bound). When some x >
// 0 has B x < x, the equations are a contraction: they have exactly one solution. For one joint
// that rubs this is sharp: with B >= 1 they have none or several (Painleve 1895). Then the run ends
// by name.
//
// Formulations that carry lambda read it from their unknowns and carry dQ/dlambda in their matrix.
#ifndef MBS_SYSTEM_FORCES_FRICTION_H
#define MBS_SYSTEM_FORCES_FRICTION_H

#include <stdbool.h>

#include "base/failure.h"
#include "base/hot.h"
#include "system/state/state.h"

enum { FRICTION_LIMIT = 256 }; // joints that rub in one model

typedef struct Friction {
  int count;
  double *D, *response;         // [count x nv], [count x (nv + nc)]: (A_g, L_g)
  double (*reaction)[REACTION]; // R_f(lambda_0)
  double (*by)[REACTION];       // R_f(L_g), count x count
  double *S, *miss, *bound, *x, *Bx;
  double *matrix; // of Newton's method, column by column
  Pattern pattern;
  Linear *linear;
  bool paradox; // the last point had no unique solution
  // Of the last point without one: the joint that depends most on itself, when, and its B.
  int joint;
  double t, size;
} Friction;

// Returns false when memory ran out. NULL in state->friction when no joint rubs.
bool friction_open(State *state, Arena *arena);

// Completes accelerations and multipliers without friction, with the last factors. Returns false
// when there is not exactly one solution (state->friction->paradox).
MBS_APART bool friction_solve(State *state, double *a, double *lambda);

// Takes the multipliers of the present point from a formulation's unknowns; friction_add also adds
// the friction that they make to Q.
void friction_take(State *state, const double *lambda);
void friction_add(State *state, const double *lambda);

// dQ := -dQ/dlambda of the f-th joint that rubs by one of its rows, on both of its bodies.
void friction_slopes(State *state, int f, int row, double dQ[2][BODY_V]);

// Refuses a model before it runs: too many joints that rub; friction on a reaction that redundant
// joints leave undetermined (masks of mobility.h).
bool friction_accepts(const State *state, const unsigned *undetermined, Failure *failure);

// The failure of friction_solve in words. Always false.
bool friction_failure(const State *state, Failure *failure);

#endif
