// SPDX-License-Identifier: BSD-3-Clause
// gather.c: rows that are computed together (see gather.h).
#include "analysis/gather.h"

#include "base/hot.h"

// What the model's ledger holds, from this quantity on.
enum {
  FIRST_OF_LEDGER = MEASURE_KINETIC,
  LEDGER = MEASURE_CONSTRAINT_ACCELERATION - MEASURE_KINETIC + 1
};

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
  gather->ledger = arena_array(arena, int, recorder->measure_count);
  int next = 0;
  for (int kind = 0; gather->measures != NULL && gather->ledger != NULL && kind < 3; kind++) {
    for (int k = 0; k < recorder->measure_count; k++) {
      const Measure *measure = &model->measures[recorder->measures[k]];
      if (kind_of(measure) != kind) {
        continue;
      }
      if (kind == 0) {
        points[next] = (BatchPoint){measure->object, measure->kind->component};
      }
      if (kind == 1) {
        gather->ledger[gather->ledger_count] = (int)measure->kind->quantity - FIRST_OF_LEDGER;
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
  return gather->measures != NULL && gather->ledger != NULL;
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

// q, v and their rates stand in one piece, in rows as in batches.
static int numbers_of(const Gather *gather) {
  const System *system = gather->recorder->state->system;
  return 2 * (system->nq + system->nv);
}

static void fill_lanes(const Gather *gather, Batch *batch) {
  const int count = numbers_of(gather);
  const double *from[BATCH_ROWS];
  for (int k = 0; k < BATCH_ROWS; k++) { // lanes without a row of their own take the first
    const GatheredRow *row = &gather->rows[k < gather->count ? k : 0];
    from[k] = row->q;
    batch->aim[k] = row->aim;
  }
  double *to = batch->q;
  for (int i = 0; i < count; i++, to += BATCH_ROWS) {
    to[0] = from[0][i];
    to[1] = from[1][i];
    to[2] = from[2][i];
    to[3] = from[3][i];
  }
}

static void fill_one(const Gather *gather, Batch *batch, const GatheredRow *row) {
  const int count = numbers_of(gather);
  for (int i = 0; i < count; i++) {
    batch->q[i] = row->q[i];
  }
  batch->aim[0] = row->aim;
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

// Brings what a batch says of a row into the observation and the measures.
MBS_SIZED void take_row(const Gather *gather, const Batch *batch, const int lanes, int lane) {
  const Recorder *recorder = gather->recorder;
  Observation *o = &gather->recorder->observation;
  double *measures = recorder->state->measures;
  o->kinetic = batch->kinetic[lane];
  o->potential = batch->potential[lane];
  o->position = batch->position[lane];
  o->velocity = batch->velocity[lane];
  o->acceleration = batch->acceleration[lane];
  const double total = o->kinetic + o->potential;
  const double ledger[LEDGER] = {
      [MEASURE_KINETIC - FIRST_OF_LEDGER] = o->kinetic,
      [MEASURE_POTENTIAL - FIRST_OF_LEDGER] = o->potential,
      [MEASURE_TOTAL - FIRST_OF_LEDGER] = total,
      [MEASURE_WORK - FIRST_OF_LEDGER] = o->work,
      [MEASURE_DRIFT - FIRST_OF_LEDGER] = total - o->energy_start - o->work,
      [MEASURE_CONSTRAINT_POSITION - FIRST_OF_LEDGER] = o->position,
      [MEASURE_CONSTRAINT_VELOCITY - FIRST_OF_LEDGER] = o->velocity,
      [MEASURE_CONSTRAINT_ACCELERATION - FIRST_OF_LEDGER] = o->acceleration};
  const int *number = gather->measures;
  for (int i = 0; i < gather->point_count; i++) {
    measures[number[i]] = batch->point[i * lanes + lane];
  }
  number += gather->point_count;
  for (int i = 0; i < gather->ledger_count; i++) {
    measures[number[i]] = ledger[gather->ledger[i]];
  }
}

static bool record_row(const Gather *gather, const Batch *batch, int lane, GatheredRow *row) {
  Recorder *recorder = gather->recorder;
  recorder->observation.work = row->work;
  recorder->state->t = row->sample.t;
  if (batch->lanes == 1) {
    take_row(gather, batch, 1, 0);
  } else {
    take_row(gather, batch, BATCH_ROWS, lane);
  }
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
  fill_lanes(gather, batch);
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
    fill_one(gather, gather->alone, row);
    if (!compute(gather, gather->alone)) {
      return GATHER_ALONE;
    }
    if (!record_row(gather, gather->alone, 0, row)) {
      return GATHER_FAILED;
    }
  }
  return GATHER_DONE;
}

GatherOutcome gather_record(Gather *gather) {
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
