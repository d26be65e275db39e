// SPDX-License-Identifier: BSD-3-Clause
// state_copy.h: a copy of everything in a state that does not follow from the file.
//
//   t, q, v              the point
//   turns                references of the angles in space that are counted over turns
//   memory               parameters that events have set, and events that have happened for good
//
// The copy does not contain what follows from these. An analysis determines the phases that
// couplers keep, and the held branches, from the point at its start.
#ifndef MBS_SYSTEM_STATE_STATE_COPY_H
#define MBS_SYSTEM_STATE_STATE_COPY_H

#include "system/state/state.h"

typedef struct StateCopy {
  bool taken; // false: the copy is empty
  double t, laws_end;
  double *q, *v;
  TurnReference *turns;
  EventMemory memory;
} StateCopy;

// Allocates a copy, which is empty. False when memory ran out.
bool state_copy_open(const State *state, StateCopy *copy, Arena *arena);

// Copies the state at its present point.
void state_copy_take(const State *state, StateCopy *copy);

// Moves the state to the copied point, but at the time t; turns are counted on from the copied
// references. Returns false with the failure when a number leaves its range with the parameters
// that events had set.
bool state_copy_put(const StateCopy *copy, double t, State *state, Failure *failure);

// Undoes what events have changed: parameters have the values of the file again, and no event
// counts as happened. The point (t, q, v) is kept.
void state_forget_events(State *state);

// Gives the parameters these values (NULL: those of the file) and computes what follows from them.
// The point (t, q, v) is kept. Returns false with the failure as state_refresh.
bool state_change_parameters(State *state, const double *parameters, Failure *failure);

// Notes a value that a parameter gets during the motion.
void state_note_parameter(State *state, int parameter, double value);
// Takes the noted values: other parameters follow from them. As state_change_parameters.
bool state_take_parameters(State *state, Failure *failure);

#endif
