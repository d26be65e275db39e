// SPDX-License-Identifier: BSD-3-Clause
// session.c: motions step by step.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"
#include "analysis/stepping.h"
#include "language/expand/files.h"
#include "library/handles.h"
#include "output/run_messages.h"

struct mbs_session {
  mbs_result *result; // what it is to become: has the arena; NULL once it was given away
  ModelReader reader;
  RunOptions options;
  Stepping stepping;
  StateCopy copy;    // room for a point
  int *changed;      // parameters with a new value
  double *values;    // and these values
  int changed_count; // that the motion does not have yet
  bool opened;       // the motion could start
  mbs_messages messages;
};

// ---- opening and closing ----

static const Model *model_of(const mbs_session *session) {
  return session->result->run.model;
}

static Dynamics *motion_of(const mbs_session *session) {
  return session->stepping.motion;
}

// What a call returns that a motion may have failed in.
static mbs_status status_of(const mbs_session *session) {
  const mbs_result *result = session->result;
  if (result->allocator.exhausted) {
    return MBS_MEMORY;
  }
  if (session->opened && session->stepping.result->failure.code == DIAG_NONE) {
    return MBS_OK;
  }
  const int said = session->opened ? run_status_code(session->stepping.result)
                                   : diag_exit_status(&result->of_model);
  return said > 0 ? (mbs_status)said : MBS_BUG;
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
  Stepping *stepping = &session->stepping;
  const bool opened =
      stepping_open(stepping, result->model->system, &session->reader, &session->options,
                    &result->run, &result->arena, &result->of_model);
  return opened && (stepping->motion == NULL ||
                    state_copy_open(stepping->session.state, &session->copy, &result->arena));
}

void mbs_session_free(mbs_session *session) {
  if (session != NULL) {
    if (session->result != NULL) {
      stepping_close(&session->stepping);
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
  mine->reader = files_reader(&model->load);
  mine->options = (RunOptions){.only_analysis = wanted};
  mine->opened = !mine->result->allocator.exhausted && open_room(mine) && open_motion(mine);
  if (mine->result->allocator.exhausted) {
    mbs_session_free(mine);
    return MBS_MEMORY;
  }
  *session = mine;
  return status_of(mine);
}

// A session that can be used; one whose motion could not start, or was ended, is none.
static bool is_open(const mbs_session *session) {
  return session != NULL && session->result != NULL && session->opened &&
         session->stepping.motion != NULL;
}

const mbs_messages *mbs_session_messages(mbs_session *session) {
  if (session == NULL || session->result == NULL) {
    return NULL;
  }
  mbs_result *result = session->result;
  Diag *diag = &session->messages.diag;
  diag_open(diag, &result->arena);
  diag_copy_all(&result->of_model, diag);
  if (session->opened) {
    run_messages(&result->run, diag);
  }
  (void)handles_render(&session->messages);
  return &session->messages;
}

// ---- time ----

mbs_status mbs_session_reset(mbs_session *session) {
  if (!is_open(session)) {
    return MBS_USAGE;
  }
  session->changed_count = 0;
  session->opened = stepping_reset(&session->stepping);
  return status_of(session);
}

double mbs_session_time(const mbs_session *session) {
  return is_open(session) ? dynamics_time(motion_of(session)) : 0;
}

double mbs_session_end(const mbs_session *session) {
  return is_open(session) ? session->stepping.result->duration : 0;
}

bool mbs_session_over(const mbs_session *session) {
  return !is_open(session) || dynamics_over(motion_of(session));
}

// The motion goes on with the inputs.
static bool take_inputs(mbs_session *session) {
  const int count = session->changed_count;
  session->changed_count = 0;
  return count == 0 || dynamics_set(motion_of(session), session->changed, session->values, count);
}

mbs_status mbs_input_set(mbs_session *session, size_t parameter, double value) {
  if (!is_open(session) || !isfinite(value) ||
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
  if (!is_open(session) || !(to >= mbs_session_time(session)) || isinf(to)) {
    return MBS_USAGE;
  }
  if (take_inputs(session)) {
    (void)dynamics_advance_to(motion_of(session), to);
  }
  if (reached != NULL) {
    *reached = mbs_session_time(session);
  }
  return status_of(session);
}

mbs_status mbs_output_read(mbs_session *session, const size_t *outputs, size_t count,
                           double *values) {
  if (!is_open(session) || (count > 0 && values == NULL)) {
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
  return status_of(session);
}

// ---- state ----

mbs_status mbs_state_size(const mbs_session *session, size_t *q, size_t *v, size_t *rows) {
  if (!is_open(session)) {
    return MBS_USAGE;
  }
  const System *system = session->result->model->system;
  size_t unheard;
  *(q != NULL ? q : &unheard) = (size_t)system->nq;
  *(v != NULL ? v : &unheard) = (size_t)system->nv;
  *(rows != NULL ? rows : &unheard) = (size_t)system->nc;
  return MBS_OK;
}

// The state at the time reached, with the inputs; NULL after a failure.
static State *stand(mbs_session *session) {
  if (!take_inputs(session)) {
    return NULL;
  }
  (void)dynamics_stand(motion_of(session));
  return session->stepping.session.state;
}

mbs_status mbs_state_get(mbs_session *session, double *q, double *v) {
  if (!is_open(session)) {
    return MBS_USAGE;
  }
  const State *state = stand(session);
  if (state != NULL && q != NULL) {
    memcpy(q, state->q, (size_t)state->system->nq * sizeof *q);
  }
  if (state != NULL && v != NULL) {
    memcpy(v, state->v, (size_t)state->system->nv * sizeof *v);
  }
  return status_of(session);
}

static bool are_finite(const double *numbers, int count) {
  bool finite = true;
  for (int k = 0; finite && k < count; k++) {
    finite = isfinite(numbers[k]);
  }
  return finite;
}

// What came as bytes may be anything.
static bool is_sound(const mbs_session *session) {
  const System *system = session->result->model->system;
  const StateCopy *copy = &session->copy;
  const EventMemory *memory = &copy->memory;
  return copy->t >= 0 && copy->t <= mbs_session_end(session) && are_finite(copy->q, system->nq) &&
         are_finite(copy->v, system->nv) &&
         are_finite(memory->values, system->model->parameter_count);
}

// Whether bytes are truth values.
static bool are_truths(const void *bytes, size_t count) {
  const unsigned char *byte = bytes;
  bool good = true;
  for (size_t k = 0; good && k < count; k++) {
    good = byte[k] <= 1;
  }
  return good;
}

static mbs_status go_on_from_copy(mbs_session *session) {
  session->stepping.changed = true;
  session->changed_count = 0;
  (void)dynamics_put(motion_of(session), &session->copy);
  return status_of(session);
}

mbs_status mbs_state_set(mbs_session *session, double t, const double *q, const double *v) {
  if (!is_open(session) || q == NULL || v == NULL) {
    return MBS_USAGE;
  }
  const System *system = session->result->model->system;
  State *state = stand(session);
  if (state == NULL) {
    return status_of(session);
  }
  StateCopy *copy = &session->copy;
  state_copy_take(state, copy);
  copy->t = t;
  memcpy(copy->q, q, (size_t)system->nq * sizeof *q);
  memcpy(copy->v, v, (size_t)system->nv * sizeof *v);
  return is_sound(session) ? go_on_from_copy(session) : MBS_USAGE;
}

// ---- snapshots ----

// A snapshot is a row of these pieces. Its mark tells the model and the layout.
typedef struct Piece {
  void *bytes;
  size_t size;
} Piece;

enum { PIECES = 9 };
static const char SNAPSHOT[] = "mbsrun snapshot 1";

static void list_pieces(const mbs_session *session, Piece pieces[PIECES]) {
  const System *system = session->result->model->system;
  const Model *model = system->model;
  const StateCopy *copy = &session->copy;
  const size_t parameters = (size_t)model->parameter_count;
  const Piece all[PIECES] = {
      {(void *)(size_t)SNAPSHOT, sizeof SNAPSHOT},
      {(void *)(size_t)model->sha256, sizeof model->sha256},
      {(void *)(size_t)&copy->t, sizeof copy->t},
      {copy->q, (size_t)system->nq * sizeof *copy->q},
      {copy->v, (size_t)system->nv * sizeof *copy->v},
      {copy->turns, (size_t)state_turn_count(system) * sizeof *copy->turns},
      {copy->memory.set, parameters * sizeof *copy->memory.set},
      {copy->memory.values, parameters * sizeof *copy->memory.values},
      {copy->memory.spent, (size_t)model->event_count * sizeof *copy->memory.spent},
  };
  memcpy(pieces, all, sizeof all);
}

size_t mbs_snapshot_size(const mbs_session *session) {
  Piece pieces[PIECES];
  size_t size = 0;
  if (is_open(session)) {
    list_pieces(session, pieces);
    for (int k = 0; k < PIECES; k++) {
      size += pieces[k].size;
    }
  }
  return size;
}

mbs_status mbs_snapshot_take(mbs_session *session, void *bytes) {
  Piece pieces[PIECES];
  if (!is_open(session) || bytes == NULL) {
    return MBS_USAGE;
  }
  const State *state = stand(session);
  if (state == NULL) {
    return status_of(session);
  }
  state_copy_take(state, &session->copy);
  list_pieces(session, pieces);
  char *at = bytes;
  for (int k = 0; k < PIECES; k++) {
    if (pieces[k].size > 0) {
      memcpy(at, pieces[k].bytes, pieces[k].size);
    }
    at += pieces[k].size;
  }
  return MBS_OK;
}

mbs_status mbs_snapshot_put(mbs_session *session, const void *bytes, size_t size) {
  enum { MARKS = 2, SET = 6, SPENT = 8 };
  Piece pieces[PIECES];
  if (!is_open(session) || bytes == NULL || size != mbs_snapshot_size(session)) {
    return MBS_USAGE;
  }
  list_pieces(session, pieces);
  const char *at = bytes;
  for (int k = 0; k < PIECES; k++) {
    if ((k < MARKS && memcmp(pieces[k].bytes, at, pieces[k].size) != 0) ||
        ((k == SET || k == SPENT) && !are_truths(at, pieces[k].size))) {
      return MBS_USAGE;
    }
    if (k >= MARKS && pieces[k].size > 0) {
      memcpy(pieces[k].bytes, at, pieces[k].size);
    }
    at += pieces[k].size;
  }
  StateCopy *copy = &session->copy;
  copy->taken = copy->memory.any = true;
  return is_sound(session) ? go_on_from_copy(session) : MBS_USAGE;
}

// ---- the end ----

mbs_status mbs_session_result(mbs_session *session, mbs_result **result) {
  if (result == NULL) {
    return MBS_USAGE;
  }
  *result = NULL;
  if (!is_open(session) || session->stepping.changed) {
    return MBS_USAGE;
  }
  mbs_result *mine = session->result;
  (void)take_inputs(session); // the result tells of a failure
  const bool finished = stepping_finish(&session->stepping);
  session->result = NULL;
  mine->status = (mbs_status)mine->run.exit_status;
  if (!finished || !handles_tell(mine, true) || mine->allocator.exhausted) {
    mbs_result_free(mine);
    return MBS_MEMORY;
  }
  *result = mine;
  return mine->status;
}
