// SPDX-License-Identifier: BSD-3-Clause
// forces.h: applied forces, their derivatives, their energy and power.
#ifndef MBS_SYSTEM_FORCES_FORCES_H
#define MBS_SYSTEM_FORCES_FORCES_H

#include "system/state/state.h"

// Whether nothing is left of a force on the branches that are held: it is zero, with its energy,
// however it moves.
bool forces_rest(const State *state, const SystemForce *force);

// The others: how many, and number k of them.
static inline int forces_present_count(const State *state) {
  return state->present != NULL ? state->present_count : state->system->force_count;
}
static inline const SystemForce *forces_present(const State *state, int k) {
  return &state->system->forces[state->present != NULL ? state->present[k] : k];
}

// -dQ/dq and -dQ/dv of one force: [its wrench][velocity of the body there][coordinate or velocity
// of the body by which].
typedef struct ForceSlopes {
  ForceArgs in;
  Frame frame[FORCE_FRAMES];
  Wrench wrench[FORCE_FRAMES];
  double by_q[FORCE_FRAMES][BODY_V][BODY_Q], by_v[FORCE_FRAMES][BODY_V][BODY_V];
} ForceSlopes;

// forces_slopes_begin, then forces_slopes_by for each of its column bodies. state_forces and
// state_prepare_derivatives come before.
void forces_slopes_begin(State *state, const SystemForce *force, ForceSlopes *slopes);
void forces_slopes_by(State *state, const SystemForce *force, int body, ForceSlopes *slopes);

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

// Adds the generalized force of a wrench at the origin of a marker, on its body, to Q [nv]; that of
// one force at the present point.
void forces_push(const State *state, int marker, const Wrench *wrench, double *Q);
void forces_pull_back(State *state, const SystemForce *force, double *Q);

// Wrenches of one force at the present point; of friction: for the multipliers in state->friction.
void forces_wrench(State *state, const SystemForce *force, Wrench wrench[FORCE_FRAMES]);

// What a force tells of itself at the present point.
ForceTold forces_told(State *state, const SystemForce *force);

// Whether it acts only while something touches: a contact or a stop. Whether it rubs there, beside
// what it pushes with: told.rub of at most told.limit.
bool forces_touches(const SystemForce *force);
bool forces_rubs(const SystemForce *force);

#endif
