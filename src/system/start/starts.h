// SPDX-License-Identifier: BSD-3-Clause
// starts.h: what joints state of their coordinates at the start, as rows between their markers.
#ifndef MBS_SYSTEM_START_STARTS_H
#define MBS_SYSTEM_START_STARTS_H

#include "base/diag.h"
#include "system/start/closure.h"

enum { START_ROWS = 12 }; // of one joint at most, at one level

typedef struct StartRow {
  ClosureRow row; // without its unit
  int number;     // that states it
  const char *what;
  bool turns;
} StartRow;

// Places or rates beside those of the joint's own coordinate. Axes are three Euler angles away from
// where these are singular, a rod is a point. Returns how many.
int starts_of_joint(const State *state, int joint, bool rates, StartRow rows[START_ROWS]);

// Where counted angles begin: those of cylinders, screws and crosses as they are stated.
void starts_expect_turns(State *state);

// False with a message when bodies stand elsewhere than joints state.
bool starts_agree(State *state, Diag *diag);

#endif
