// SPDX-License-Identifier: BSD-3-Clause
// steady.h: steady motions: constant as seen from a frame that turns at a constant rate.
//
// Examples are a conical pendulum, a governor at constant speed, a sleeping or a precessing top.
// Every body moves as if it were fixed in a frame that turns with a constant angular velocity Omega
// and translates along its axis. Bodies may have an additional constant spin sigma about an axis of
// symmetric inertia. Then
//
//   Omega x v = a,   v_b - v_c = Omega x (r_b - r_c)        mass centres of bodies b, c
//   Omega x w = w',  w = Omega, or Omega + sigma where the inertia is symmetric about sigma
//
// with w and w' in ground axes. These equations are linear in Omega. The smallest solution is
// taken. Where they leave a part of Omega open (every moving body turns about one axis and lies on
// it), the angular velocities of the bodies are tried as well.
//
// A variation x (linearize.h) is y as seen from that frame: x = R(t) y, R' = R S, where S is Omega~
// on translations and -sigma~ on rotations (body axes). Its equations have constant coefficients,
//
//   M y'' + (C + 2 M S) y' + (K + C S + M S S) y + J' mu = 0,   J y = 0,   J y' + (L + J S) y = 0
//
// with M, C, K, J, L of linearize.h for O = 0. The mechanism itself must also look the same later:
// gravity is parallel to the axis, and joints and forces do not depend on the spin. This is
// checked: the motion is continued by the turn, and all matrices are computed there again.
#ifndef MBS_SYSTEM_SMALL_MOTIONS_STEADY_H
#define MBS_SYSTEM_SMALL_MOTIONS_STEADY_H

#include <stdbool.h>

#include "system/small_motions/linearize.h"

// Largest misfit that counts as steady: the error of a run with default tolerances.
#define STEADY_MISFIT 1e-6

typedef struct Steady {
  State *state;
  double t, *q, *v;  // the point of steady_find
  double omega[3];   // angular velocity of the frame, ground axes [rad/s]
  double (*spin)[3]; // sigma of every body, body axes [rad/s]
  double least[3];   // the smallest Omega that satisfies the equations [rad/s]
  double open[9];    // projector onto the part of Omega that the equations leave open
  double rate;       // largest angular speed, or speed over the length of the model [1/s]
  double misfit;     // largest residual of the equations above, made dimensionless with `rate`
  int body;          // the body with this residual
  const char *other; // what differs at a later time; NULL: nothing
  // scratch
  double *S, *product, *later_a, *later[4];
} Steady;

// False when memory ran out.
bool steady_open(Steady *steady, State *state, Arena *arena);

// Finds omega and spin at the present point, whose accelerations are a [nv]. False when the motion
// is not steady (see misfit and body), or when nothing moves.
bool steady_find(Steady *steady, const double *a);

// Sets omega and spin to another solution of the same equations, by the angular velocity of the
// next body, from *b on, that leads to another one. False when there is none.
bool steady_next(Steady *steady, int *b);

// "a frame that turns at (0, 0, 3.58) rad/s" or "axes that stand still, with bodies that spin".
enum { STEADY_TEXT = 120 };
void steady_text(const Steady *steady, char text[STEADY_TEXT]);

// C += 2 M S, K += C S + M S S (with C before), column-major [nv x nv]. L of the linearization
// += J S.
void steady_terms(const Steady *steady, Linearization *l, const double *M, double *C, double *K);

// M, C, K, J and L after linearize_at and steady_terms.
typedef struct SteadyTerms {
  const double *M, *C, *K, *J, *L;
} SteadyTerms;

// Whether the accelerations and these matrices, on the directions that J leaves free, are the same
// at two later times. terms->L must be a copy, since L of the linearization is overwritten. The
// state is set back to the point of steady_find. False with steady->other set, or when memory ran
// out.
bool steady_holds(Steady *steady, Linearization *l, const SteadyTerms *terms, Arena *arena);

#endif
