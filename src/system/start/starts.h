// SPDX-License-Identifier: BSD-3-Clause
// starts.h: the initial coordinates that joints state, as rows between their markers.
#ifndef MBS_SYSTEM_START_STARTS_H
#define MBS_SYSTEM_START_STARTS_H

#include "base/diag.h"
#include "system/start/closure.h"

enum { START_ROWS = 12 }; // of one joint at most, at one level

typedef struct StartRow {
  ClosureRow row;   // its unit is not set
  int number;       // of the model, which states the value
  const char *what; // name for messages
  bool turns;       // an angle or its rate
} StartRow;

// Writes the rows of a joint's stated coordinates (rates: of their rates), without the joint's own
// coordinate (Joint.initial_coordinate). Stated axes become three Euler angles, of a sequence that
// is not singular there. The stated direction of a rod becomes the position of its end. Returns the
// number of rows.
int starts_of_joint(const State *state, int joint, bool rates, StartRow rows[START_ROWS]);

// Sets the references of angles that are counted over turns (State.turns) to the stated values, for
// the stated angle of a joint and both angles of a universal joint.
void starts_expect_turns(State *state);

// Whether the poses of the bodies agree with the coordinates that joints state. False with
// messages.
bool starts_agree(State *state, Diag *diag);

#endif
