// SPDX-License-Identifier: BSD-3-Clause
// rotors.h: rotors follow what they are tied to (elements/pairs/rotor.h).
//
//   row of a rotor:  J_c x + J_r x_r = 0,   so that   x_r = G x,   G = -J_c / J_r
// Their velocities stand behind those of all bodies, their rows behind all others, in one order.
#ifndef MBS_SYSTEM_STATE_ROTORS_H
#define MBS_SYSTEM_STATE_ROTORS_H

#include "math/spectra/spectrum.h"
#include "system/state/state.h"

// Velocities, or small motions, x [nv]: the rotors' from the others. Reads the rows' J.
void rotors_follow(const State *state, double *x);

// Small motions without rotors: M, C, K := P' (M, C, K) P with P = (1; G), J and L without the rows
// and columns of rotors. Shrinks n and nc.
void rotors_condense(const State *state, Spectrum *spectrum);

#endif
