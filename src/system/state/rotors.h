// SPDX-License-Identifier: BSD-3-Clause
// rotors.h: the motion of rotors from the motion of the other bodies (elements/pairs/rotor.h).
//
//   row of a rotor:  J_c x + J_r x_r = 0,   so that   x_r = G x,   G = -J_c / J_r
// x: velocities of the other bodies, x_r: velocity of the rotor, J_c and J_r: their entries in its
// row. Velocities of rotors stand behind those of all bodies, rows of rotors behind all other rows,
// both in the same order.
#ifndef MBS_SYSTEM_STATE_ROTORS_H
#define MBS_SYSTEM_STATE_ROTORS_H

#include "math/spectra/spectrum.h"
#include "system/state/state.h"

// Computes the rotors' entries of x [nv], velocities or small motions, from the others. J of the
// rows must be computed.
void rotors_follow(const State *state, double *x);

// Eliminates the rotors from the linear equations of small motions: M, C, K := P' (M, C, K) P with
// P = (1; G). The other matrices and the laws of the spectrum are transformed alike. J and L lose
// the rows and columns of the rotors. n and nc decrease by the number of rotors.
void rotors_condense(const State *state, Spectrum *spectrum);

#endif
