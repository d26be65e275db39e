// SPDX-License-Identifier: BSD-3-Clause
// point.h: frames, measures and numbers at the present point (t, q, v).
//
// The functions of this header read the point; those of state.h move it. Rows and relations are
// evaluated while it moves, so that their files may include only this header.
#ifndef MBS_SYSTEM_MECHANISM_POINT_H
#define MBS_SYSTEM_MECHANISM_POINT_H

#include <assert.h>

#include "system/mechanism/system.h"

// Asserts that the present point is computed up to a stage.
static inline void state_at_least(const State *state, Stage stage) {
  assert(state->stage >= (stage < STAGE_FORCED ? stage : STAGE_FORCED));
  assert(stage < STAGE_FACTORED || state->factored_stamp == state->pose_stamp);
}
// To be called when branches of forces or numbers changed, so that Q is no longer valid.
static inline void state_forget_forces(State *state) {
  state->stage = state->stage > STAGE_MOVING ? STAGE_MOVING : state->stage;
}
// To be called when the caller has written Q of the present point.
static inline void state_take_forces(State *state) {
  state_at_least(state, STAGE_MOVING);
  state->stage = STAGE_FORCED;
}

// A marker's frame at the present point; computed once per point.
const Frame *state_frame(State *state, int marker);
// One end of a primitive: a marker on a body, and one of its axes, in body axes e.
PairSide state_side(const State *state, int body, int marker, Axis axis, const double *e);

// The multiple of 2 pi that brings an angle in space nearest to the value that its reference
// predicts for the present time (State.turns). turns: index of the reference; for the angle of a
// joint the index of the joint, for the second angle of a universal joint state_second_turn.
double state_turn(const State *state, int turns, double raw_angle);
static inline int state_second_turn(const State *state, int joint) {
  return state->system->model->joint_count + joint;
}

// The reference by which a measure counts turns (index in State.turns); -1: it counts none.
int state_turns_of(const State *state, const Measure *measure);

// Unwrapped angles of joints and gauges in space continue from the present point.
void state_take_turns(State *state);
// The number of references in State.turns.
static inline int state_turn_count(const System *system) {
  const Model *model = system->model;
  return 2 * model->joint_count + system->coordinate_count +
         (model->counts ? model->measure_count : 0);
}

// Time derivatives of the position members of a marker's frame (x, A, angle, p). Those of its
// velocities v and w are zero.
Frame state_frame_rate(State *state, int marker);

// The two markers of a measure (0, the ground's, where it has none) and the axis of its joint.
void state_measure_frames(const Model *model, const Measure *measure, int marker[2], Axis *axis);

// A measure that is the size of a vector changes its sign beyond zero while a side is held
// (State.size_sides): this sign, 1 or -1. 1 for all other measures.
double state_side_of(State *state, int index);
// Value of a measure of level POSITION or VELOCITY at the present point, with this sign.
double state_measure(State *state, int index);
// The same without this sign.
double state_measure_of(State *state, const Measure *measure);

// Value of a number at the present point. Parameters are read from state->values, and measures from
// state->measures. gradient: receives one partial derivative for each input of its program; NULL:
// not wanted.
double state_number(State *state, int number, double *gradient);

// Records the first value that was not finite in state->fault (number -1: a force or a row itself;
// gradient: a derivative, not the value). Later ones are ignored. Always false.
bool state_blame(State *state, int number, bool gradient);
// The same for a force of the system (-1: the weight, or the sum of all) on a body. Always false.
bool state_blame_force(State *state, int force, int body);

// The value of a number where the file gives it, else `otherwise`.
double state_stated(const State *state, int number, double otherwise);

// A pointer to the value of a number that is a single measure or a constant; NULL for all others.
const double *state_source(const State *state, int number);

// Copies the present inputs of a program into state->inputs.
void state_gather(State *state, const Program *program);

// Coordinate of a joint at the present point: its displacement [m], else its angle [rad], which in
// space does not count turns.
double state_joint_coordinate(State *state, int joint);
// Smallest product of two axes of a joint that must stay positive, or the joint has turned over to
// its mirrored branch; 1 when it has no such axes.
double state_branch(State *state, int joint);

#endif
