// SPDX-License-Identifier: BSD-3-Clause
// handover.c: what one analysis hands to those that start from it (see handover.h).
#include "analysis/dynamics/handover.h"

#include "analysis/dynamics/drive.h"

bool snapshots_open(const State *state, Result *result, Arena *arena) {
  const Model *model = state->system->model;
  const int index = (int)(result->analysis - model->analyses);
  result->snapshots = arena_array(arena, Snapshot, model->analysis_count);
  for (int k = index + 1; result->snapshots != NULL && k < model->analysis_count; k++) {
    const Analysis *later = &model->analyses[k];
    if (later->from != index || later->at < 0) {
      continue;
    }
    Snapshot new = {.t = state->values[later->at]};
    if (!state_copy_open(state, &new.copy, arena)) {
      return false;
    }
    int place = result->snapshot_count++;
    while (place > 0 && result->snapshots[place - 1].t > new.t) {
      result->snapshots[place] = result->snapshots[place - 1];
      place--;
    }
    result->snapshots[place] = new;
  }
  return !arena->allocator->exhausted;
}

// A point of an earlier motion. NULL when the motion did not get there.
static const Snapshot *find_snapshot(const Result *results, int count, const Analysis *motion,
                                     double t) {
  for (int k = 0; k < count; k++) {
    const Result *result = &results[k];
    for (int i = 0; result->analysis == motion && i < result->snapshot_count; i++) {
      if (result->snapshots[i].copy.taken && result->snapshots[i].t == t) {
        return &result->snapshots[i];
      }
    }
  }
  return NULL;
}

bool handover_take(State *state, const StateCopy *ends, const Result *results, int count,
                   Result *result) {
  const Model *model = state->system->model;
  const Analysis *analysis = result->analysis;
  const StateCopy *start = &ends[analysis->from];
  double moment = start->t;
  if (!start->taken) {
    result->status = RUN_SKIPPED;
    return false;
  }
  if (analysis->at >= 0) {
    const double t = state->values[analysis->at];
    const Snapshot *snapshot = find_snapshot(results, count, &model->analyses[analysis->from], t);
    if (snapshot == NULL) {
      result->status = RUN_FAILED;
      return failure_set(&result->failure, DIAG_VALUE_RANGE, analysis->origin,
                         "analysis \"%s\" has no time t = %.9g s",
                         model->analyses[analysis->from].name, t);
    }
    start = &snapshot->copy;
    moment = t;
  }
  const bool goes_on = analysis->kind == ANALYSIS_LINEARIZE; // a moment of the motion before
  if (!state_copy_put(start, goes_on ? moment : 0, state, &result->failure)) {
    result->status = RUN_FAILED;
    return false;
  }
  const bool rests = analysis->kind == ANALYSIS_EQUILIBRIUM ||
                     (analysis->kind == ANALYSIS_LINEARIZE &&
                      model->analyses[analysis->from].kind == ANALYSIS_EQUILIBRIUM);
  state->frozen = rests;
  if (!drive_begin(state, analysis, &result->failure)) {
    result->status = RUN_FAILED;
    return false;
  }
  state_accept(state);
  return true;
}
