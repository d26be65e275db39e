// SPDX-License-Identifier: BSD-3-Clause
// forces.h: applied forces, their derivatives, their energy and power.
#ifndef MBS_SYSTEM_FORCES_H
#define MBS_SYSTEM_FORCES_H

#include "math/sink.h"
#include "system/state.h"

// Emits -dQ/dq and -dQ/dv of all applied forces (without gyroscopic terms) into rows row0 + v and
// columns column_q + q, column_v + v. state_forces and state_prepare_derivatives come before.
// When the sink does not add, only the places are emitted.
void forces_emit(State *state, int row0, int column_q, int column_v, Sink *sink);

// Looks for an expression of a force that has a value at the present point and no derivative, and
// remembers it in state->fault. Whether there is one.
bool forces_blame_gradient(State *state);

// What acts most on a body at the present point: the force's number in the system, or -1 for its
// weight.
int forces_largest_on(State *state, int body);

// The numbers of forces that move, at the present point. False with the state's fault.
bool forces_numbers(State *state);

// Stored energy of gravity and of conservative forces, and the power of everything else [W]
// (positive when it feeds the mechanism), by the present numbers.
double forces_potential(State *state);
// gross: gets the sizes of the powers of single forces added.
double forces_power(State *state, double *gross);

// Of the weight of one body, and of one force (0 where it stores none) [J].
double forces_weight_energy(const State *state, int body);
double forces_energy_of(State *state, const SystemForce *force);

// Power of the wrenches of one force on its frames [W].
double forces_power_of(const SystemForce *force, const Frame frame[], const Wrench wrench[]);

// What ForceKind functions are called with, but for the reaction (see state_force_args).
ForceArgs forces_arguments(State *state, const SystemForce *force, Frame *frame);

// Adds the generalized force of one force at the present point to Q [nv].
void forces_pull_back(State *state, const SystemForce *force, double *Q);

// Wrenches of one force at the present point; of friction: for the multipliers in state->friction.
void forces_wrench(State *state, const SystemForce *force, Wrench wrench[FORCE_FRAMES]);

#endif
