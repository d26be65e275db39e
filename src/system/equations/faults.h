// SPDX-License-Identifier: BSD-3-Clause
// faults.h: failures that explain why the equations have no solution at a point: an expression or
// force without a finite value, friction that leaves reactions without a unique value, a joint that
// has turned over.
#ifndef MBS_SYSTEM_EQUATIONS_FAULTS_H
#define MBS_SYSTEM_EQUATIONS_FAULTS_H

#include "integrators/equations.h"
#include "system/state/state.h"

// Sets the failure for an expression or a force that was not finite (state->fault). Always false.
bool faults_tell(const State *state, Failure *failure);
// Sets the failure for singular equations. Always false.
bool faults_tell_singular(State *state, Failure *failure);

extern const EquationsWords faults_words; // for equations whose `self` is a State

#endif
