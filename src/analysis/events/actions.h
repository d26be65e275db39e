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
  double sign;             // of the last impact: a coordinate meets its stop from either side
  double *joint_impulses;  // room for those of the first records
  int joint_room, records; // records that have room; that have taken it
  Arena *arena;
  int setting_room; // how many more doubles are kept of parameters that are set
} Actions;

// What else happens at the instant of an event.
typedef enum Company {
  COMPANY_NONE,   // nothing before: an impact must find the bodies approaching
  COMPANY_OTHERS, // others have acted
  COMPANY_SELF    // this one, too: only its impact acts again
} Company;

// False when memory ran out.
bool actions_open(Actions *actions, State *state, Arena *arena);

// Carries out an event at the state's present point, whose measures are evaluated: first settings,
// then an impact, then an impulse. Fills the record but for energies. *rests: an impact left the
// bodies together. False with a failure when it cannot be done.
bool actions_carry_out(Actions *actions, const Event *event, Company company, EventRecord *record,
                       bool *rests, Failure *failure);

#endif
