// SPDX-License-Identifier: BSD-3-Clause
// actions.h: the actions of events on the mechanism: jumps of parameters and velocities.
#ifndef MBS_ANALYSIS_EVENTS_ACTIONS_H
#define MBS_ANALYSIS_EVENTS_ACTIONS_H

#include "analysis/interface/result.h"
#include "system/jumps/impulse.h"

typedef struct Actions {
  State *state;
  Impulse impulse;
  double *v;               // scratch for velocities
  double sign;             // of the last impact: -1 for a joint whose coordinate increased; else 1
  double *joint_impulses;  // room for the joint impulses of the first records
  int joint_room, records; // records for which there is room; records that use it
  Arena *arena;
  int setting_room; // how many more values of parameters are kept in records
} Actions;

// The events that have acted before at the instant of an event.
typedef enum Company {
  COMPANY_NONE,   // none: at an impact the bodies have to approach each other
  COMPANY_OTHERS, // other events
  COMPANY_SELF    // this event, too: only its impact acts again
} Company;

// False when memory ran out.
bool actions_open(Actions *actions, State *state, Arena *arena);

// After parameters have changed at the state's present point: projects it where joints depend on
// them. before: the larger misfit of positions and velocities before the change, which a method of
// integration may leave. False with a failure that begins with `what` and the time, where they pull
// the joints apart.
bool actions_follow(State *state, double before, const char *what, Origin origin, Failure *failure);
double actions_misfit(const State *state);

// Carries out an event at the state's present point, whose measures are evaluated: first settings
// of parameters, then an impact, then an impulse or a given velocity. Fills the record except its
// energies. *rests: an impact left the bodies in contact. False with a failure when an action is
// not possible.
bool actions_carry_out(Actions *actions, const Event *event, Company company, EventRecord *record,
                       bool *rests, Failure *failure);

#endif
