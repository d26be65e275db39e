// SPDX-License-Identifier: BSD-3-Clause
// session_inside.h: what the files of a session share.
#ifndef MBS_LIBRARY_SESSION_INSIDE_H
#define MBS_LIBRARY_SESSION_INSIDE_H

#include "analysis/stepping.h"
#include "library/handles.h"
#include "system/small_motions/state_space.h"

struct mbs_session {
  mbs_result *result; // what it is to become: has the arena; NULL once it was given away
  ModelReader reader;
  RunOptions options;
  Stepping stepping;
  int *changed;      // parameters with a new value
  double *values;    // and these values
  int changed_count; // that the motion does not have yet
  bool rebound;      // a law was bound that the motion does not have yet
  bool opened;       // the motion could start
  mbs_messages messages;
  Arena words;       // of the messages
  Arena room;        // of what is opened when it is asked for
  StateSpace *space; // NULL: not yet
  BoundLaw *laws;    // of each number of the model; NULL: none was bound
};

// Whether a session can be used: one whose motion could not start, or was ended, cannot.
bool session_is_open(const mbs_session *session);

// The state at the time reached, with the inputs; NULL after a failure of the motion.
State *session_stand(mbs_session *session);

// What a call returns that the motion may have failed in.
mbs_status session_status(const mbs_session *session);

#endif
