// SPDX-License-Identifier: BSD-3-Clause
// stepping.c: a motion in the hands of its caller (see stepping.h).
#include "analysis/stepping.h"

#include <string.h>

#include "analysis/dynamics/handover.h"
#include "analysis/run.h"

// What a motion fills in; the rest is as before.
static void clear_result(Result *result) {
  *result = (Result){.analysis = result->analysis,
                     .track_bytes = result->track_bytes,
                     .track_forces = result->track_forces,
                     .warnings = result->warnings};
}

static bool open_motion(Stepping *stepping) {
  RunSession *session = &stepping->session;
  Result *result = stepping->result;
  diag_open(&stepping->said, session->arena);
  stepping->said.origins = &session->model->origins;
  if (!snapshots_open(session->state, result, session->arena)) {
    return false;
  }
  stepping->motion = dynamics_open(&stepping->input, result, session->arena, &stepping->said);
  return stepping->motion != NULL;
}

// The analysis that is wanted comes last in the results.
bool stepping_open(Stepping *stepping, const System *system, const ModelReader *reader,
                   const RunOptions *options, Run *run, Arena *arena, Diag *diag) {
  RunSession *session = &stepping->session;
  bool skipped = false;
  *stepping = (Stepping){.motion = NULL};
  *run = (Run){.model = system->model};
  bool ok = run_session_open(session, system, options->values, arena, diag) &&
            run_session_results(session, reader, options, run);
  for (int k = 0; ok && k + 1 < run->result_count; k++) {
    ok = run_session_analysis(session, &run->results[k]);
  }
  if (!ok) {
    return false;
  }
  stepping->result = &run->results[run->result_count - 1];
  ok = run_session_begin(session, stepping->result, &stepping->input, &skipped) &&
       state_copy_open(session->state, &stepping->start, arena) &&
       state_copy_open(session->state, &stepping->copy, arena);
  if (!ok || skipped) {
    return ok;
  }
  state_copy_take(session->state, &stepping->start);
  stepping->mark = arena_mark(arena);
  return open_motion(stepping);
}

bool stepping_reset(Stepping *stepping) {
  RunSession *session = &stepping->session;
  State *state = session->state;
  if (stepping->motion == NULL) {
    return true; // it cannot start, as before
  }
  dynamics_drop(stepping->motion);
  stepping->motion = NULL;
  arena_release(session->arena, stepping->mark);
  clear_result(stepping->result);
  diag_open(&stepping->result->warnings, session->arena);
  stepping->result->warnings.origins = &session->model->origins;
  stepping->changed = false;
  state_forget_events(state);
  if (!state_copy_put(&stepping->start, stepping->start.t, state, &stepping->result->failure)) {
    return false; // its numbers were good at the start
  }
  state_accept(state);
  return open_motion(stepping);
}

bool stepping_finish(Stepping *stepping) {
  const bool ok = stepping->motion == NULL || dynamics_close(stepping->motion);
  Run *run = stepping->session.run;
  diag_copy_all(&stepping->said, stepping->session.diag);
  stepping->motion = NULL;
  stepping_close(stepping);
  for (int k = 0; ok && k < run->result_count; k++) {
    run->exit_status = diag_worse_status(run_status_code(&run->results[k]), run->exit_status);
  }
  return ok && !stepping->session.arena->allocator->exhausted;
}

void stepping_close(Stepping *stepping) {
  if (stepping->motion != NULL) {
    dynamics_drop(stepping->motion);
    stepping->motion = NULL;
  }
  state_close(stepping->session.state);
  stepping->session.state = NULL;
}
