// SPDX-License-Identifier: BSD-3-Clause
// forces.h: applied forces, their derivatives, their energy and power.
#ifndef MBS_SYSTEM_FORCES_FORCES_H
#define MBS_SYSTEM_FORCES_FORCES_H

#include "system/state/state.h"

// Whether a force rests: on its held branches the force and its energy are zero, however the bodies
// move.
bool forces_rest(const State *state, const SystemForce *force);

// The forces that do not rest are present: their number, and number k of them.
static inline int forces_present_count(const State *state) {
  return state->present != NULL ? state->present_count : state->system->force_count;
}
static inline const SystemForce *forces_present(const State *state, int k) {
  return &state->system->forces[state->present != NULL ? state->present[k] : k];
}

// -dQ/dq and -dQ/dv of one force with respect to one body. The indices are: the wrench of the
// force; a velocity of the body on which this wrench acts; a coordinate or velocity of the body by
// which Q is differentiated.
typedef struct ForceSlopes {
  ForceArgs in;
  Frame frame[FORCE_FRAMES];
  Wrench wrench[FORCE_FRAMES];
  double by_q[FORCE_FRAMES][BODY_V][BODY_Q], by_v[FORCE_FRAMES][BODY_V][BODY_V];
} ForceSlopes;

// Call forces_slopes_begin, then forces_slopes_by for each column body of the force, which fills
// by_q and by_v. state_forces and state_prepare_derivatives come before. A force that rests writes
// nothing.
void forces_slopes_begin(State *state, const SystemForce *force, ForceSlopes *slopes);
void forces_slopes_by(State *state, const SystemForce *force, int body, ForceSlopes *slopes);

// Searches for an expression of a force that has a value at the present point but no finite
// derivative. True, with state->fault set, when there is one.
bool forces_blame_gradient(State *state);

// The largest force on a body at the present point, joint friction left out: its index in the
// system; -1: the weight.
int forces_largest_on(State *state, int body);

// Evaluates the numbers of forces that depend on time or state, with the measures that they read.
// False with state->fault when a value is not finite.
bool forces_numbers(State *state);

// Energy stored by gravity and by conservative forces [J], with the present numbers.
double forces_potential(State *state);
// Power of all forces but gravity, without the rate of their stored energy [W]: positive when they
// feed the mechanism. The absolute powers of single forces are added to *gross [W].
double forces_power(State *state, double *gross);

// Energy of the weight of one body; of one force (0 where it stores none) [J].
double forces_weight_energy(const State *state, int body);
double forces_energy_of(State *state, const SystemForce *force);

// Power of the wrenches of one force on its frames [W].
double forces_power_of(const SystemForce *force, const Frame frame[], const Wrench wrench[]);

// The arguments of ForceKind functions, without the reaction (see state_force_args). frame: room
// for FORCE_FRAMES.
ForceArgs forces_arguments(State *state, const SystemForce *force, Frame *frame);

// Q [nv] += the generalized force of a wrench at the origin of a marker, on its body.
void forces_push(const State *state, int marker, const Wrench *wrench, double *Q);
// Q [nv] += the generalized force of one force at the present point.
void forces_pull_back(State *state, const SystemForce *force, double *Q);

// Wrenches of one force at the present point; of joint friction: for the multipliers in
// state->reactions.
void forces_wrench(State *state, const SystemForce *force, Wrench wrench[FORCE_FRAMES]);

// What a force reports of itself at the present point. The force has its own measures.
ForceTold forces_told(State *state, const SystemForce *force);

// Whether a force acts only while bodies touch: a contact or a stop.
bool forces_touches(const SystemForce *force);
// Whether such a force has friction beside its normal force: told.rub, at most told.limit.
bool forces_rubs(const SystemForce *force);

#endif
