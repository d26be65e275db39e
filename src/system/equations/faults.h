// SPDX-License-Identifier: BSD-3-Clause
// faults.h: why the equations have no solution at a point, in words: the expression or force
// without a value, friction that leaves reactions without one, a joint that turned over.
#ifndef MBS_SYSTEM_EQUATIONS_FAULTS_H
#define MBS_SYSTEM_EQUATIONS_FAULTS_H

#include "integrators/equations.h"
#include "system/state/state.h"

// Each sets the failure and returns false: an expression or a force that was not finite
// (state->fault tells which); singular equations.
bool faults_tell(const State *state, Failure *failure);
bool faults_tell_singular(State *state, Failure *failure);

extern const EquationsWords faults_words; // of equations whose self is a State

#endif
