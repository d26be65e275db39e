// SPDX-License-Identifier: BSD-3-Clause
// gather.c: rows that are computed together (see gather.h).
#include "analysis/gather.h"

#include "base/hot.h"

// ---- opening ----

static bool is_point(const Measure *measure) {
  return measure->kind->owner == MEASURE_OF_FRAME && measure->kind->quantity == MEASURE_POINT;
}

static bool is_of_ledger(const Measure *measure) {
  return measure->kind->owner == MEASURE_OF_MODEL && measure->kind->quantity != MEASURE_MOMENTUM &&
         measure->kind->quantity != MEASURE_ANGULAR_MOMENTUM;
}

static int kind_of(const Measure *measure) {
  return is_point(measure) ? 0 : is_of_ledger(measure) ? 1 : 2;
}

// The recorder's measures by who gives them; points: of the batches.
static bool sort_measures(Gather *gather, BatchPoint *points, Arena *arena) {
  const Recorder *recorder = gather->recorder;
  const Model *model = recorder->state->system->model;
  int *const counts[] = {&gather->point_count, &gather->ledger_count, &gather->other_count};
  gather->measures = arena_array(arena, int, recorder->measure_count);
  int next = 0;
  for (int kind = 0; gather->measures != NULL && kind < 3; kind++) {
    for (int k = 0; k < recorder->measure_count; k++) {
      const Measure *measure = &model->measures[recorder->measures[k]];
      if (kind_of(measure) != kind) {
        continue;
      }
      if (kind == 0) {
        points[next] = (BatchPoint){measure->object, measure->kind->component};
      }
      gather->measures[next++] = recorder->measures[k];
      ++*counts[kind];
      if (measure->kind->level == LEVEL_REACTION) {
        gather->level = PAIR_POSITION;
      }
      // turns are counted from the last step on
      gather->waits = gather->waits && measure->kind->quantity != MEASURE_JOINT_ANGLE;
    }
  }
  return gather->measures != NULL;
}

static bool open_rows(Gather *gather, const System *system, Arena *arena) {
  bool ok = true;
  for (int k = 0; k < BATCH_ROWS; k++) {
    GatheredRow *row = &gather->rows[k];
    row->q = arena_array(arena, double, 2 * (system->nq + system->nv));
    ok = ok && row->q != NULL;
    row->v = ok ? row->q + system->nq : NULL;
    row->q_rate = ok ? row->v + system->nv : NULL;
    row->v_rate = ok ? row->q_rate + system->nq : NULL;
  }
  return ok;
}

bool gather_open(Gather *gather, Recorder *recorder, bool lanes, Arena *arena) {
  const State *state = recorder->state;
  *gather = (Gather){.recorder = recorder, .waits = true, .level = PAIR_NOTHING};
  if (!batch_serves(state->system) || recorder->result->snapshot_count > 0) {
    return true;
  }
  gather->active = true;
  BatchPoint *points = arena_array(arena, BatchPoint, recorder->measure_count);
  if (points == NULL || !sort_measures(gather, points, arena) ||
      !open_rows(gather, state->system, arena)) {
    return false;
  }
  gather->alone = batch_open(state, points, gather->point_count, false, arena);
  if (lanes && batch_has_lanes()) {
    gather->together = batch_open(state, points, gather->point_count, true, arena);
    return gather->alone != NULL && gather->together != NULL;
  }
  return gather->alone != NULL;
}

// ---- gathering ----

bool gather_add(Gather *gather) {
  GatheredRow *row = gather_next(gather);
  row->sample = recorder_take_sample(gather->recorder);
  row->work = gather->recorder->observation.work;
  gather->count++;
  return gather->count == BATCH_ROWS;
}

// ---- recording ----

static void spread(const double *from, int count, int lanes, int lane, double *to) {
  for (int i = 0; i < count; i++) {
    to[i * lanes + lane] = from[i];
  }
}

static void fill(const Gather *gather, Batch *batch, int lane, const GatheredRow *row) {
  const System *system = gather->recorder->state->system;
  const int lanes = batch->lanes;
  spread(row->q, system->nq, lanes, lane, batch->q);
  spread(row->v, system->nv, lanes, lane, batch->v);
  spread(row->q_rate, system->nq, lanes, lane, batch->q_rate);
  spread(row->v_rate, system->nv, lanes, lane, batch->v_rate);
  batch->aim[lane] = row->aim;
}

static bool compute(const Gather *gather, Batch *batch) {
  const Recheck *recheck = &gather->recorder->recheck;
  batch->worst_defect = recheck->defect;
  batch->worst_balance = recheck->free_body;
  return batch->compute(batch);
}

static void collect(const double *from, int count, int lanes, int lane, double *to) {
  for (int i = 0; i < count; i++) {
    to[i] = from[i * lanes + lane];
  }
}

// What only the state can tell: it goes to the row's point.
static void observe_others(const Gather *gather, const Batch *batch, int lane, GatheredRow *row) {
  Recorder *recorder = gather->recorder;
  const System *system = recorder->state->system;
  collect(batch->q, system->nq, batch->lanes, lane, row->q);
  collect(batch->v, system->nv, batch->lanes, lane, row->v);
  collect(batch->a, system->nv, batch->lanes, lane, recorder->a);
  collect(batch->lambda, system->nc, batch->lanes, lane, recorder->lambda);
  state_set_level(recorder->state, row->sample.t, row->q, row->v, gather->level);
  observe_measures(recorder->state, &recorder->observation,
                   gather->measures + gather->point_count + gather->ledger_count,
                   gather->other_count);
}

static bool record_row(const Gather *gather, const Batch *batch, int lane, GatheredRow *row) {
  Recorder *recorder = gather->recorder;
  State *state = recorder->state;
  Observation *observation = &recorder->observation;
  observation->kinetic = batch->kinetic[lane];
  observation->potential = batch->potential[lane];
  observation->position = batch->position[lane];
  observation->velocity = batch->velocity[lane];
  observation->acceleration = batch->acceleration[lane];
  observation->work = row->work;
  state->t = row->sample.t;
  for (int i = 0; i < gather->point_count; i++) {
    state->measures[gather->measures[i]] = batch->point[i * batch->lanes + lane];
  }
  observe_measures(state, observation, gather->measures + gather->point_count,
                   gather->ledger_count);
  if (gather->other_count > 0) {
    observe_others(gather, batch, lane, row);
  }
  if (batch->tells) {
    batch_recheck(batch, lane, &recorder->recheck);
  }
  return recorder_write(recorder, row->sample);
}

static GatherOutcome record_together(Gather *gather) {
  Batch *batch = gather->together;
  for (int k = 0; k < batch->lanes; k++) {
    fill(gather, batch, k, &gather->rows[k < gather->count ? k : 0]);
  }
  if (!compute(gather, batch)) {
    return GATHER_ALONE;
  }
  for (; gather->done < gather->count; gather->done++) {
    if (!record_row(gather, batch, gather->done, &gather->rows[gather->done])) {
      return GATHER_FAILED;
    }
  }
  return GATHER_DONE;
}

static GatherOutcome record_alone(Gather *gather) {
  for (; gather->done < gather->count; gather->done++) {
    GatheredRow *row = &gather->rows[gather->done];
    fill(gather, gather->alone, 0, row);
    if (!compute(gather, gather->alone)) {
      return GATHER_ALONE;
    }
    if (!record_row(gather, gather->alone, 0, row)) {
      return GATHER_FAILED;
    }
  }
  return GATHER_DONE;
}

MBS_HOT GatherOutcome gather_record(Gather *gather) {
  State *state = gather->recorder->state;
  Observation *observation = &gather->recorder->observation;
  const double t = state->t, work = observation->work;
  GatherOutcome outcome = GATHER_ALONE;
  if (gather->done == 0 && gather->together != NULL && gather->count > 0) {
    outcome = record_together(gather);
  }
  if (outcome == GATHER_ALONE) {
    outcome = record_alone(gather);
  }
  if (outcome == GATHER_DONE) {
    gather->count = gather->done = 0;
  }
  observation->work = work;
  if (gather->other_count == 0) {
    state->t = t; // its point was not touched
  }
  return outcome;
}
