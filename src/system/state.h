// SPDX-License-Identifier: BSD-3-Clause
// state.h: the point (t, q, v) and all that follows from it.
#ifndef MBS_SYSTEM_STATE_H
#define MBS_SYSTEM_STATE_H

#include <assert.h>
#include <stdbool.h>

#include "system/system.h"

// Asserts that so much of the present point stands.
static inline void state_at_least(const State *state, Stage stage) {
  assert(state->stage >= (stage < STAGE_FORCED ? stage : STAGE_FORCED));
  assert(stage < STAGE_FACTORED || state->factored_stamp == state->pose_stamp);
}
// The branches of forces and numbers changed: Q is that of others.
static inline void state_forget_forces(State *state) {
  state->stage = state->stage > STAGE_MOVING ? STAGE_MOVING : state->stage;
}
// The caller wrote Q of the present point.
static inline void state_take_forces(State *state) {
  state_at_least(state, STAGE_MOVING);
  state->stage = STAGE_FORCED;
}

// Moves the state to (t, q, v): poses, velocities, constraint rows (phi, J, rate, bias). q and v
// may be state->q and state->v.
void state_set(State *state, double t, const double *q, const double *v);
// The same with the rows only up to a level.
void state_set_level(State *state, double t, const double *q, const double *v, PairLevel level);
// The positions in state->q were changed: poses, and rows up to a level.
void state_set_position(State *state, PairLevel level);
// The velocities in state->v were changed: the motions of the bodies, nothing else.
void state_move(State *state);
// One end of a primitive: a marker of a body, with its axis in body axes (e).
PairSide state_side(const State *state, int body, int marker, Axis axis, const double *e);
// Only the velocities change.
void state_set_velocity(State *state, const double *v);
// Rows of the present point, up to a level at least; what stands there is not computed again.
void state_rows(State *state, PairLevel level);

// A marker's frame at the present point; computed once per point.
const Frame *state_frame(State *state, int marker);

// Applied forces Q - h at the present point, including gravity. Returns false, with state->fault
// set, when an expression is not finite.
bool state_forces(State *state);

// dA/dq of every body, and the accelerations a [nv] in the motions: what derivatives need.
void state_prepare_derivatives(State *state, const double *a);

// qdot = T(q) v for all bodies. v may be any velocity-like vector.
void state_rate(const State *state, const double *v, double *qdot);

// norm [group_count]: of the rows at velocity level of each group (all: rows_norms of rows.h).
void state_velocity_groups(const State *state, double *norm);

// Value of a measure of level POSITION or VELOCITY at the present point.
double state_measure(State *state, int index);

// Value of a number at the present point; parameters from state->values, measures of state level
// from state->measures. gradient (or NULL): one entry per input of its program.
double state_number(State *state, int number, double *gradient);

// Remembers the first value that was not finite (number -1: the forces themselves). Always false.
bool state_blame(State *state, int number, bool gradient);
// The same of a force of the system (-1: the weight or the sum of all) on a body. Always false.
bool state_blame_force(State *state, int force, int body);

// Where the value of a number stands that is one measure or a constant; NULL for any other.
const double *state_source(const State *state, int number);

// Gathers the inputs of a number's program into state->inputs.
void state_gather(State *state, const Program *program);

// Coordinate of a joint (angle without turns in space, displacement) at the present point.
double state_joint_coordinate(State *state, int joint);
// Smallest product of the axes that must not turn over; 1 when the joint has none.
double state_branch(State *state, int joint);

// What ForceKind functions are called with; frame: room for FORCE_FRAMES.
ForceArgs state_force_args(State *state, const SystemForce *force, Frame *frame);

// The two frames of a measure and the axis of its joint.
void state_measure_frames(const State *state, const Measure *measure, int marker[2], Axis *axis);

// Takes the present point as accepted: unwrapped angles continue from here.
void state_accept(State *state);

#endif
