// SPDX-License-Identifier: BSD-3-Clause
// state_copy.h: all that belongs to a state beyond what the file says, kept for later.
//
//   t, q, v              the point
//   turns                how often angles in space have gone round, and where they lead
//   memory               what events have left
//
// What follows from these is not in it: what couplers keep and where held branches stand is taken
// anew from the point when an analysis starts.
#ifndef MBS_SYSTEM_STATE_STATE_COPY_H
#define MBS_SYSTEM_STATE_STATE_COPY_H

#include "system/state/state.h"

typedef struct StateCopy {
  bool taken;
  double t;
  double *q, *v;
  TurnReference *turns;
  EventMemory memory;
} StateCopy;

// Room for one; nothing is taken yet. False when memory ran out.
bool state_copy_open(const State *state, StateCopy *copy, Arena *arena);

// Takes the state as it stands at its present point.
void state_copy_take(const State *state, StateCopy *copy);

// Puts the state where the copy was taken, at the time t: turns are counted on from there. False
// with the failure when a number leaves its range with the parameters that were set.
bool state_copy_put(const StateCopy *copy, double t, State *state, Failure *failure);

// Forgets what events have left: parameters have the values of the file again; the point stays.
void state_forget_events(State *state);

// Changes what follows from the parameters to these values (NULL: those of the file); the point
// stays. False with the failure as state_refresh.
bool state_change_parameters(State *state, const double *parameters, Failure *failure);

#endif
