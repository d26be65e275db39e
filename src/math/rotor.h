// SPDX-License-Identifier: BSD-3-Clause
// rotor.h: a rigid body that turns freely, carried over one step by exact turns.
//
//   p' = 1/2 p w,  I w' = (I w) x w,  pi = I w in principal axes, moments A, B, C, B between A and
//   C 2 T = pi.pi / B + (1/A - 1/B) pi_A^2 + (1/C - 1/B) pi_C^2
// The first term turns the body about the fixed direction of pi and commutes with the others; each
// of these turns body and pi about one body axis. All three are done exactly, the second in two
// halves around the third. So the map is symplectic and its own inverse backwards in time, of order
// two, exact when two moments are equal, and keeps |pi| and the angular momentum in ground axes
// to round-off. (Symmetric splitting of the rotor: Dullweber, Leimkuhler, McLachlan 1997.)
#ifndef MBS_MATH_ROTOR_H
#define MBS_MATH_ROTOR_H

#include <stdbool.h>

typedef struct Rotor {
  double moment[3];                         // principal ones
  double R[9];                              // principal axes in body axes, as columns
  double p[4];                              // Euler parameters of R
  bool turned;                              // R is not 1
  int base, outer, inner;                   // which of them are B, A and C
  double rate_base, rate_outer, rate_inner; // 1/B, 1/A - 1/B, 1/C - 1/B
} Rotor;

// inertia: about the mass centre in body axes, row-major, positive definite.
void rotor_open(Rotor *rotor, const double inertia[static 9]);

// Carries Euler parameters p and angular velocity w (body axes) over a step h of either sign.
void rotor_turn(const Rotor *rotor, double h, double p[static 4], double w[static 3]);

// How the orientation at the end of that step follows a change of w: body-fixed turn = D dw,
// row-major. D is h times a matrix near 1.
void rotor_turn_rate(const Rotor *rotor, double h, const double w[static 3], double D[static 9]);

#endif
