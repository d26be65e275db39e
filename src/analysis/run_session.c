// SPDX-License-Identifier: BSD-3-Clause
// run_session.c: opening a run and beginning its analyses (see run_session.h).
#include "analysis/run_session.h"

#include <string.h>

#include "analysis/dynamics/drive.h"
#include "analysis/dynamics/handover.h"
#include "analysis/monitors/choice.h"
#include "base/cpu.h"
#include "system/forces/friction.h"
#include "system/mechanism/gears.h"
#include "system/start/initial.h"
#include "system/start/mobility.h"
#include "system/state/constraint.h"

bool run_session_open(RunSession *session, const System *system, const NumberValues *values,
                      Arena *arena, Diag *diag) {
  const Model *model = system->model;
  *session = (RunSession){.model = model, .system = system, .arena = arena, .diag = diag};
  diag->origins = &model->origins;
  session->state = state_open(session->system, arena);
  session->undetermined = arena_array(arena, unsigned, constraint_count(model));
  if (session->state == NULL || session->undetermined == NULL) {
    return false;
  }
  Failure failure = {.code = DIAG_NONE};
  if (values != NULL) {
    session->state->given = *values;
  }
  if (!state_refresh(session->state, NULL, &failure)) {
    failure_report(&failure, diag->origins, diag);
    return false;
  }
  gears_tell(session->state, diag);
  return choice_accepted(session->state, diag) && drive_accepted(session->state, diag);
}

static bool friction_determined(const RunSession *session) {
  Failure failure = {.code = DIAG_NONE};
  if (!friction_accepts(session->state, session->undetermined, &failure)) {
    failure_report(&failure, session->diag->origins, session->diag);
    return false;
  }
  return true;
}

bool run_session_start(RunSession *session, bool project, Mobility *mobility) {
  return initial_conditions(session->state, project, &session->initial, session->arena,
                            session->diag) &&
         mobility_of(session->state, mobility, session->undetermined, session->arena,
                     session->diag) &&
         friction_determined(session);
}

// The largest move of each kind: of a position, else of a direction, a velocity, a turn.
static void tell_moves(const RunSession *session, Result *result) {
  static const char *const UNIT[] = {"m", "rad", "m/s", "rad/s"};
  enum { KINDS = sizeof UNIT / sizeof UNIT[0] };
  const InitialReport *initial = &session->initial;
  result->moves = initial->moves;
  result->move_count = initial->move_count;
  if (!initial->moved) {
    return;
  }
  double largest[KINDS] = {0};
  const char *body[KINDS] = {NULL};
  for (int b = 0; b < initial->move_count; b++) {
    const BodyMove *move = &initial->moves[b];
    const double size[KINDS] = {move->position, move->angle, move->velocity,
                                move->angular_velocity};
    for (int k = 0; k < KINDS; k++) {
      if (size[k] > largest[k]) {
        largest[k] = size[k];
        body[k] = move->body;
      }
    }
  }
  for (int k = 0; k < KINDS; k++) {
    if (body[k] != NULL) {
      diag_at(&result->warnings, DIAG_IC_MOVED, result->analysis->origin,
              "the initial values were projected onto the joints: the largest change is %.3g %s, "
              "of body \"%s\"",
              largest[k], UNIT[k], body[k]);
      return;
    }
  }
}

// Whether the analysis runs: it is the only one asked for, or all are.
static bool is_wanted(const Model *model, int index, const char *only) {
  if (only == NULL || strcmp(model->analyses[index].name, only) == 0) {
    return true;
  }
  // those that the wanted one starts from run, too
  for (int k = 0; k < model->analysis_count; k++) {
    if (strcmp(model->analyses[k].name, only) == 0) {
      for (int from = model->analyses[k].from; from >= 0; from = model->analyses[from].from) {
        if (from == index) {
          return true;
        }
      }
    }
  }
  return false;
}

static bool open_results(RunSession *session) {
  const Model *model = session->model;
  const RunOptions *options = session->options;
  Run *run = session->run;
  run->results = arena_array(session->arena, Result, model->analysis_count);
  if (run->results == NULL) {
    return false;
  }
  bool found = options->only_analysis == NULL;
  for (int k = 0; k < model->analysis_count; k++) {
    if (is_wanted(model, k, options->only_analysis)) {
      run->results[run->result_count++] = (Result){.analysis = &model->analyses[k],
                                                   .track_bytes = options->track_bytes,
                                                   .track_forces = options->track_forces};
    }
    found = found || strcmp(model->analyses[k].name, options->only_analysis) == 0;
  }
  return found || diag_at(session->diag, DIAG_NAME_UNKNOWN, origin_none(),
                          "--analysis: the model has no analysis \"%s\"", options->only_analysis);
}

bool run_session_results(RunSession *session, const ModelReader *reader, const RunOptions *options,
                         Run *run) {
  const int count = session->model->analysis_count;
  session->reader = reader;
  session->options = options;
  session->run = run;
  session->ends = open_results(session) ? arena_array(session->arena, StateCopy, count) : NULL;
  bool ok = session->ends != NULL;
  for (int k = 0; ok && k < count; k++) {
    ok = state_copy_open(session->state, &session->ends[k], session->arena);
  }
  return ok;
}

// The point from which the analysis starts: the initial one, or the end of another analysis.
static bool bring_state(RunSession *session, Result *result, bool *skipped) {
  Run *run = session->run;
  const Analysis *analysis = result->analysis;
  state_forget_events(session->state); // or remembers those of the analysis before
  if (analysis->from >= 0) {
    *skipped =
        !handover_take(session->state, session->ends, run->results, run->result_count, result);
    return true;
  }
  if (analysis->kind == ANALYSIS_ASSEMBLE) {
    return true; // it makes the initial state
  }
  if (!run_session_start(session, analysis->project, &run->mobility)) {
    return false;
  }
  tell_moves(session, result);
  return true;
}

bool run_session_begin(RunSession *session, Result *result, AnalysisInput *input, bool *skipped) {
  const RunOptions *options = session->options;
  const double cpu_start = cpu_seconds();
  diag_open(&result->warnings, session->arena);
  result->warnings.origins = &session->model->origins;
  *skipped = false;
  *input =
      (AnalysisInput){.state = session->state,
                      .reader = session->reader,
                      .options = options,
                      .end = &session->ends[result->analysis - session->model->analyses],
                      .mobility = &session->run->mobility,
                      .undetermined = session->undetermined,
                      .cpu_start = cpu_start,
                      .cpu_limit = options->time_limit > 0 ? cpu_start + options->time_limit : 0};
  return bring_state(session, result, skipped);
}
