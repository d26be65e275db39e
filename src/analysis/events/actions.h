// SPDX-License-Identifier: BSD-3-Clause
// actions.h: what events do to the mechanism: parameters and velocities jump.
#ifndef MBS_ANALYSIS_EVENTS_ACTIONS_H
#define MBS_ANALYSIS_EVENTS_ACTIONS_H

#include "analysis/interface/result.h"
#include "system/jumps/impulse.h"

typedef struct Actions {
  State *state;
  Impulse impulse;
  double *q, *v;           // room for a point
  double *joint_impulses;  // room for those of the first records
  int joint_room, records; // records that have room; that have taken it
} Actions;

// False when memory ran out.
bool actions_open(Actions *actions, State *state, Arena *arena);

// Carries out an event at the state's present point, whose measures are evaluated: first settings,
// then an impact, then an impulse. Fills impulse and approach of the record. alone: nothing else
// has happened at this instant, so that an impact must find the bodies approaching. *rests: an
// impact left the bodies together. False with a failure when it cannot be done.
bool actions_carry_out(Actions *actions, const Event *event, bool alone, EventRecord *record,
                       bool *rests, Failure *failure);

#endif
