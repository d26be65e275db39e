// SPDX-License-Identifier: BSD-3-Clause
// steady.h: a motion that looks the same at every moment from a frame that turns evenly.
//
// A conical pendulum, a governor at its speed, a sleeping or a precessing top: every body moves as
// if it were fixed in a frame that turns at a constant Omega and glides along its axis, but for
// even spins sigma about axes of symmetric inertia. At such a moment
//
//   Omega x v = a,   v_b - v_c = Omega x (r_b - r_c)                       of mass centres
//   Omega x w = w',  w = Omega, or Omega + sigma where the inertia is symmetric about sigma
//
// (w, w' in ground axes): linear in Omega, the least one that satisfies all is taken, and where
// that leaves part of it open (all that moves turns about one axis, on it) the turns of the bodies,
// too. A variation x (linearize.h) seen from that frame is y, x = R(t) y, R' = R S, S = Omega~ on
// translations and -sigma~ on rotations (body axes), and its equations have constant coefficients,
//
//   M y'' + (C + 2 M S) y' + (K + C S + M S S) y + J' mu = 0,   J y = 0,   J y' + (L + J S) y = 0
//
// with M, C, K, J, L of linearize.h in axes that stand still (O = 0). That the mechanism itself
// looks the same a while later (gravity along the axis, joints and forces that do not care for the
// spin) is tried: the motion is carried on by the turn, and everything is computed there again.
#ifndef MBS_SYSTEM_SMALL_MOTIONS_STEADY_H
#define MBS_SYSTEM_SMALL_MOTIONS_STEADY_H

#include <stdbool.h>

#include "system/small_motions/linearize.h"

// Largest misfit of rates, relative to the square of `rate`, that counts as steady: what a run at
// default tolerances leaves.
#define STEADY_MISFIT 1e-6

typedef struct Steady {
  State *state;
  double t, *q, *v;  // the moment
  double omega[3];   // of the frame, ground axes [rad/s]
  double (*spin)[3]; // of every body, beside the frame's turn, body axes [rad/s]
  double least[3];   // the least such turn,
  double open[9];    // and the projector onto what it leaves open
  double rate;       // the fastest of the motion [1/s]
  double misfit;     // of the equations above, largest, dimensionless,
  int body;          // and of which body
  const char *other; // what does not look the same later; NULL: nothing found
  // scratch
  double *S, *product, *later_a, *later[4];
} Steady;

// Returns false when memory ran out.
bool steady_open(Steady *steady, State *state, Arena *arena);

// Finds the frame at the present point, whose accelerations are a [nv]. False when there is none:
// misfit and body say why.
bool steady_find(Steady *steady, const double *a);

// Another turn that satisfies the same equations: that of the next body from *b on whose own turn
// is still another one. False when there is none.
bool steady_next(Steady *steady, int *b);

// "a frame that turns at (0, 0, 3.58) rad/s" or "axes that stand still, with bodies that spin".
enum { STEADY_TEXT = 120 };
void steady_text(const Steady *steady, char text[STEADY_TEXT]);

// C += 2 M S, K += C S + M S S (with the old C), column-major nv x nv; L += J S in the
// linearization.
void steady_terms(const Steady *steady, Linearization *l, const double *M, double *C, double *K);

// M, C, K, J and L as linearize_at and steady_terms leave them.
typedef struct SteadyTerms {
  const double *M, *C, *K, *J, *L;
} SteadyTerms;

// Whether they (on the directions that J leaves free) and a are the same at two later moments. L is
// a copy: that of the linearization becomes that of the last moment. Leaves the state at the first
// moment. False with `other`, or when memory ran out.
bool steady_holds(Steady *steady, Linearization *l, const SteadyTerms *terms, Arena *arena);

#endif
