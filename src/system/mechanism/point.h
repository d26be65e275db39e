// SPDX-License-Identifier: BSD-3-Clause
// point.h: what is read at the present point (t, q, v): frames, measures, numbers. Whoever moves it
// asks state.h; rows and relations, which move with it, ask here.
#ifndef MBS_SYSTEM_MECHANISM_POINT_H
#define MBS_SYSTEM_MECHANISM_POINT_H

#include <assert.h>

#include "system/mechanism/system.h"

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

// A marker's frame at the present point; computed once per point.
const Frame *state_frame(State *state, int marker);
// One end of a primitive: a marker of a body, with its axis in body axes (e).
PairSide state_side(const State *state, int body, int marker, Axis axis, const double *e);

// Angle in space brought to the turn nearest to its reference (State.turns); turn is what was
// added. Of a joint the number is its own, of the second angle of a universal joint
// state_second_turn.
double state_turn(const State *state, int turns, double raw_angle);
static inline int state_second_turn(const State *state, int joint) {
  return state->system->model->joint_count + joint;
}

// Whose turns a measure counts, or -1: it counts none.
int state_turns_of(const State *state, const Measure *measure);

// Unwrapped angles of joints in space continue from the present point.
void state_take_turns(State *state);
// How many there are.
static inline int state_turn_count(const System *system) {
  const Model *model = system->model;
  return 2 * model->joint_count + system->coordinate_count +
         (model->counts ? model->measure_count : 0);
}

// How fast a marker's frame moves: its own rates, but for those of its velocities.
Frame state_frame_rate(State *state, int marker);

// The two frames of a measure (the ground's where it has none) and the axis of its joint.
void state_measure_frames(const Model *model, const Measure *measure, int marker[2], Axis *axis);

// The sign with which a measure counts that is a size, on its held side (State.size_sides).
double state_side_of(State *state, int index);
// Value of a measure of level POSITION or VELOCITY at the present point.
double state_measure(State *state, int index);
double state_measure_of(State *state, const Measure *measure);

// Value of a number at the present point; parameters from state->values, measures of state level
// from state->measures. gradient (or NULL): one entry per input of its program.
double state_number(State *state, int number, double *gradient);

// Remembers the first value that was not finite (number -1: the forces themselves). Always false.
bool state_blame(State *state, int number, bool gradient);
// The same of a force of the system (-1: the weight or the sum of all) on a body. Always false.
bool state_blame_force(State *state, int force, int body);

// A number of the model where the file states it, else the default.
double state_stated(const State *state, int number, double otherwise);

// Where the value of a number stands that is one measure or a constant; NULL for any other.
const double *state_source(const State *state, int number);

// Gathers the inputs of a number's program into state->inputs.
void state_gather(State *state, const Program *program);

// Coordinate of a joint (angle without turns in space, displacement) at the present point.
double state_joint_coordinate(State *state, int joint);
// Smallest product of the axes that must not turn over; 1 when the joint has none.
double state_branch(State *state, int joint);

#endif
