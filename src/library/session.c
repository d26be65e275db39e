// SPDX-License-Identifier: BSD-3-Clause
// session.c: motions step by step.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"
#include "language/expand/files.h"
#include "library/session_inside.h"
#include "output/run_messages.h"

// ---- opening and closing ----

static const Model *model_of(const mbs_session *session) {
  return session->result->run.model;
}

static Dynamics *motion_of(const mbs_session *session) {
  return session->stepping.motion;
}

mbs_status session_status(const mbs_session *session) {
  const mbs_result *result = session->result;
  if (result->allocator.exhausted) {
    return MBS_MEMORY;
  }
  int status = session->opened ? 0 : diag_exit_status(&result->of_model);
  for (int k = 0; session->opened && k < result->run.result_count; k++) {
    const Result *one = &result->run.results[k];
    if (one->failure.code != DIAG_NONE) {
      status = diag_worse_status(run_status_code(one), status);
    }
  }
  const bool usable = session->opened && session->stepping.motion != NULL;
  return status > 0 ? (mbs_status)status : usable ? MBS_OK : MBS_BUG;
}

static bool open_room(mbs_session *session) {
  Arena *arena = &session->result->arena;
  const int parameters = session->result->model->model->parameter_count;
  session->changed = arena_array(arena, int, parameters);
  session->values = arena_array(arena, double, parameters);
  return session->changed != NULL && session->values != NULL;
}

static bool open_motion(mbs_session *session) {
  mbs_result *result = session->result;
  return stepping_open(&session->stepping, result->model->system, &session->reader,
                       &session->options, &result->run, &result->arena, &result->of_model);
}

void mbs_session_free(mbs_session *session) {
  if (session != NULL) {
    if (session->result != NULL) {
      stepping_close(&session->stepping);
      arena_close(&session->room);
      arena_close(&session->words);
      mbs_result_free(session->result);
    }
    free(session);
  }
}

// The name of the analysis, or NULL.
static const char *analysis_of(const mbs_model *model, const char *name) {
  for (int k = 0; k < model->model->analysis_count; k++) {
    const Analysis *analysis = &model->model->analyses[k];
    if (analysis->kind == ANALYSIS_DYNAMICS &&
        (name == NULL || strcmp(name, analysis->name) == 0)) {
      return analysis->name;
    }
  }
  return NULL;
}

mbs_status mbs_session_open(const mbs_model *model, const char *analysis, mbs_session **session) {
  if (session == NULL) {
    return MBS_USAGE;
  }
  *session = NULL;
  const char *wanted = model == NULL || model->system == NULL ? NULL : analysis_of(model, analysis);
  if (wanted == NULL) {
    return MBS_USAGE;
  }
  mbs_session *mine = calloc(1, sizeof *mine);
  if (mine == NULL || (mine->result = handles_open_result(model)) == NULL) {
    free(mine);
    return MBS_MEMORY;
  }
  arena_open(&mine->room, &mine->result->allocator);
  arena_open(&mine->words, &mine->result->allocator);
  mine->reader = files_reader(&model->load);
  mine->options = (RunOptions){.only_analysis = wanted};
  mine->opened = !mine->result->allocator.exhausted && open_room(mine) && open_motion(mine);
  if (mine->result->allocator.exhausted) {
    mbs_session_free(mine);
    return MBS_MEMORY;
  }
  *session = mine;
  return session_status(mine);
}

bool session_is_open(const mbs_session *session) {
  return session != NULL && session->result != NULL && session->opened &&
         session->stepping.motion != NULL;
}

const mbs_messages *mbs_session_messages(mbs_session *session) {
  if (session == NULL || session->result == NULL) {
    return NULL;
  }
  mbs_result *result = session->result;
  Diag *diag = &session->messages.diag;
  arena_close(&session->words); // those of the call before
  diag_open(diag, &session->words);
  diag_copy_all(&result->of_model, diag);
  diag_copy_all(&session->stepping.said, diag);
  if (session->opened) {
    run_messages(&result->run, diag);
  }
  (void)handles_render(&session->messages);
  return &session->messages;
}

// ---- time ----

mbs_status mbs_session_reset(mbs_session *session) {
  if (!session_is_open(session)) {
    return MBS_USAGE;
  }
  session->changed_count = 0;
  session->opened = stepping_reset(&session->stepping);
  return session_status(session);
}

double mbs_session_time(const mbs_session *session) {
  return session_is_open(session) ? dynamics_time(motion_of(session)) : 0;
}

double mbs_session_end(const mbs_session *session) {
  return session_is_open(session) ? session->stepping.result->duration : 0;
}

bool mbs_session_over(const mbs_session *session) {
  return !session_is_open(session) || dynamics_over(motion_of(session));
}

// The motion goes on with the inputs.
static bool take_inputs(mbs_session *session) {
  const int count = session->changed_count;
  session->changed_count = 0;
  const bool changed = count > 0 || session->rebound;
  session->rebound = false;
  return !changed || dynamics_set(motion_of(session), session->changed, session->values, count);
}

State *session_stand(mbs_session *session) {
  if (!take_inputs(session)) {
    return NULL;
  }
  (void)dynamics_stand(motion_of(session));
  return session->stepping.session.state;
}

mbs_status mbs_input_set(mbs_session *session, size_t parameter, double value) {
  if (!session_is_open(session) || !isfinite(value) ||
      parameter >= (size_t)model_of(session)->parameter_count ||
      model_of(session)->parameters[parameter].structural) {
    return MBS_USAGE;
  }
  const State *state = session->stepping.session.state;
  int k = 0;
  while (k < session->changed_count && session->changed[k] != (int)parameter) {
    k++;
  }
  const bool same = state->values[model_of(session)->parameters[parameter].number] == value;
  if (k == session->changed_count && same) {
    return MBS_OK;
  }
  session->changed[k] = (int)parameter;
  session->values[k] = value;
  session->changed_count += k == session->changed_count ? 1 : 0;
  return MBS_OK;
}

mbs_status mbs_advance(mbs_session *session, double to, double *reached) {
  if (!session_is_open(session) || !(to >= mbs_session_time(session)) || isinf(to)) {
    return MBS_USAGE;
  }
  if (take_inputs(session)) {
    (void)dynamics_advance_to(motion_of(session), to);
  }
  if (reached != NULL) {
    *reached = mbs_session_time(session);
  }
  return session_status(session);
}

mbs_status mbs_output_read(mbs_session *session, const size_t *outputs, size_t count,
                           double *values) {
  if (!session_is_open(session) || (count > 0 && values == NULL)) {
    return MBS_USAGE;
  }
  const Model *model = model_of(session);
  const size_t all = (size_t)model->output_count;
  for (size_t k = 0; k < count; k++) {
    if ((outputs != NULL ? outputs[k] : k) >= all) {
      return MBS_USAGE;
    }
  }
  const double *found = take_inputs(session) ? dynamics_outputs(motion_of(session)) : NULL;
  for (size_t k = 0; found != NULL && k < count; k++) {
    const size_t index = outputs != NULL ? outputs[k] : k;
    values[k] = output_written(&model->outputs[index], found[index]);
  }
  return session_status(session);
}

// ---- the end ----

mbs_status mbs_session_result(mbs_session *session, mbs_result **result) {
  if (result == NULL) {
    return MBS_USAGE;
  }
  *result = NULL;
  if (!session_is_open(session) || session->stepping.changed) {
    return MBS_USAGE;
  }
  mbs_result *mine = session->result;
  (void)take_inputs(session); // the result tells of a failure
  const bool finished = stepping_finish(&session->stepping);
  arena_close(&session->room);
  arena_close(&session->words);
  session->result = NULL;
  mine->status = (mbs_status)mine->run.exit_status;
  if (!finished || !handles_tell(mine, true) || mine->allocator.exhausted) {
    mbs_result_free(mine);
    return MBS_MEMORY;
  }
  *result = mine;
  return mine->status;
}
