// SPDX-License-Identifier: BSD-3-Clause
// gather.c: rows that are computed together (see gather.h).
#include "analysis/gather.h"

#include <string.h>

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

// q, v and their rates stand in one piece.
static int numbers_of(const Gather *gather) {
  const System *system = gather->recorder->state->system;
  return 2 * (system->nq + system->nv);
}

static bool open_rows(Gather *gather, Arena *arena) {
  const System *system = gather->recorder->state->system;
  gather->numbers = batch_numbers(numbers_of(gather) * gather->room, arena);
  gather->q = arena_array(arena, double, numbers_of(gather));
  if (gather->numbers == NULL || gather->q == NULL) {
    return false;
  }
  gather->v = gather->q + system->nq;
  gather->q_rate = gather->v + system->nv;
  gather->v_rate = gather->q_rate + system->nq;
  return true;
}

// Where a batch has the ledger's quantities, in the order of measure.h.
static const double *ledger_of(const Batch *batch, int quantity) {
  const double *const ledger[LEDGER] = {
      [MEASURE_KINETIC - FIRST_OF_LEDGER] = batch->kinetic,
      [MEASURE_POTENTIAL - FIRST_OF_LEDGER] = batch->potential,
      [MEASURE_TOTAL - FIRST_OF_LEDGER] = batch->total,
      [MEASURE_WORK - FIRST_OF_LEDGER] = batch->work,
      [MEASURE_DRIFT - FIRST_OF_LEDGER] = batch->drift,
      [MEASURE_CONSTRAINT_POSITION - FIRST_OF_LEDGER] = batch->position,
      [MEASURE_CONSTRAINT_VELOCITY - FIRST_OF_LEDGER] = batch->velocity,
      [MEASURE_CONSTRAINT_ACCELERATION - FIRST_OF_LEDGER] = batch->acceleration};
  return ledger[quantity];
}

// A batch, with where it has every measure that it gives.
static GatherBatch *open_batch(const Gather *gather, const BatchPoint *points, int lanes,
                               Arena *arena) {
  const State *state = gather->recorder->state;
  GatherBatch *open = arena_new(arena, GatherBatch);
  const double **measure = arena_array(arena, const double *, state->system->model->measure_count);
  Batch *batch = batch_open(state, points, gather->point_count, lanes, arena);
  if (open == NULL || measure == NULL || batch == NULL) {
    return NULL;
  }
  const int *number = gather->measures;
  for (int i = 0; i < gather->point_count; i++) {
    measure[number[i]] = batch->point + (size_t)i * (size_t)batch->lanes;
  }
  number += gather->point_count;
  for (int i = 0; i < gather->ledger_count; i++) {
    measure[number[i]] = ledger_of(batch, gather->ledger[i]);
  }
  *open = (GatherBatch){.batch = batch, .measure = measure};
  return open;
}

bool gather_open(Gather *gather, Recorder *recorder, bool lanes, Arena *arena) {
  const State *state = recorder->state;
  *gather = (Gather){.recorder = recorder, .waits = true, .level = PAIR_NOTHING};
  if (!batch_serves(state->system) || recorder->result->snapshot_count > 0) {
    return true;
  }
  gather->active = true;
  gather->room = lanes ? batch_lanes() : 1;
  BatchPoint *points = arena_array(arena, BatchPoint, recorder->measure_count);
  if (points == NULL || !sort_measures(gather, points, arena) || !open_rows(gather, arena)) {
    return false;
  }
  gather->blocks = gather->other_count == 0 && recorder_takes_blocks(recorder);
  gather->alone = open_batch(gather, points, 1, arena);
  if (gather->room > 1) {
    gather->together = open_batch(gather, points, gather->room, arena);
    return gather->alone != NULL && gather->together != NULL;
  }
  return gather->alone != NULL;
}

// ---- gathering ----

int gather_take(Gather *gather, double reached) {
  Recorder *recorder = gather->recorder;
  const int first = gather->count;
  while (gather->count < gather->room && recorder->sample.t <= reached) {
    gather->t[gather->count] = recorder->sample.t;
    gather->rows[gather->count++] =
        (GatheredRow){.sample = recorder_take_sample(recorder), .work = recorder->observation.work};
  }
  return gather->count - first;
}

void gather_put(Gather *gather, int lane, const double *numbers) {
  double *to = gather->numbers + lane;
  for (int i = 0; i < numbers_of(gather); i++, to += gather->room) {
    *to = numbers[i];
  }
}

static void collect(const double *from, int count, int lanes, int lane, double *to) {
  for (int i = 0; i < count; i++) {
    to[i] = from[i * lanes + lane];
  }
}

void gather_get(Gather *gather, int lane) {
  collect(gather->numbers, numbers_of(gather), gather->room, lane, gather->q);
}

// ---- recording ----

// Lanes without a row of their own take the first.
static void fill_lanes(const Gather *gather, Batch *batch) {
  const int lanes = batch->lanes, numbers = numbers_of(gather) * lanes;
  memcpy(batch->q, gather->numbers, (size_t)numbers * sizeof(double));
  for (int k = 0; k < lanes; k++) {
    const GatheredRow *row = &gather->rows[k < gather->count ? k : 0];
    batch->aim[k] = row->aim;
    batch->work[k] = row->work;
  }
  for (int k = gather->count; k < lanes; k++) {
    for (int i = 0; i < numbers; i += lanes) {
      batch->q[i + k] = batch->q[i];
    }
  }
}

static void fill_one(const Gather *gather, Batch *batch, int lane) {
  collect(gather->numbers, numbers_of(gather), gather->room, lane, batch->q);
  batch->aim[0] = gather->rows[lane].aim;
  batch->work[0] = gather->rows[lane].work;
}

static bool compute(const Gather *gather, Batch *batch) {
  const Recorder *recorder = gather->recorder;
  batch->energy_start = recorder->observation.energy_start;
  batch->worst_defect = recorder->recheck.defect;
  batch->worst_balance = recorder->recheck.free_body;
  return batch->compute(batch);
}

// Rows that outputs and checks read as they stand in the batch. False when one needs more.
static bool record_block(Gather *gather, const GatherBatch *from, int count) {
  for (int k = 0; k < count; k++) {
    if (!gather->rows[gather->done + k].sample.row) {
      return false;
    }
  }
  const RowBlock block = {.count = count, .t = gather->t + gather->done, .measure = from->measure};
  if (!recorder_write_block(gather->recorder, &block)) {
    return false;
  }
  from->batch->keep(from->batch);
  for (int k = 0; k < count && from->batch->tells; k++) {
    batch_recheck(from->batch, k, &gather->recorder->recheck);
  }
  gather->done += count;
  return true;
}

// What only the state can tell: it goes to the row's point.
static void observe_others(const Gather *gather, const Batch *batch, int lane, double t) {
  Recorder *recorder = gather->recorder;
  const System *system = recorder->state->system;
  collect(batch->q, system->nq, batch->lanes, lane, gather->q);
  collect(batch->v, system->nv, batch->lanes, lane, gather->v);
  collect(batch->a, system->nv, batch->lanes, lane, recorder->a);
  collect(batch->lambda, system->nc, batch->lanes, lane, recorder->lambda);
  state_set_level(recorder->state, t, gather->q, gather->v, gather->level);
  observe_measures(recorder->state, &recorder->observation,
                   gather->measures + gather->point_count + gather->ledger_count,
                   gather->other_count);
}

// Brings what a batch says of a row into the observation and the measures.
static void take_row(const Gather *gather, const GatherBatch *from, int lane) {
  const Batch *batch = from->batch;
  Observation *o = &gather->recorder->observation;
  double *measures = gather->recorder->state->measures;
  o->kinetic = batch->kinetic[lane];
  o->potential = batch->potential[lane];
  o->position = batch->position[lane];
  o->velocity = batch->velocity[lane];
  o->acceleration = batch->acceleration[lane];
  const int *number = gather->measures;
  for (int i = 0; i < gather->point_count + gather->ledger_count; i++) {
    measures[number[i]] = from->measure[number[i]][lane];
  }
}

static bool record_row(const Gather *gather, const GatherBatch *from, int lane) {
  Recorder *recorder = gather->recorder;
  const GatheredRow *row = &gather->rows[gather->done];
  recorder->observation.work = row->work;
  recorder->state->t = row->sample.t;
  take_row(gather, from, lane);
  if (gather->other_count > 0) {
    observe_others(gather, from->batch, lane, row->sample.t);
  }
  if (from->batch->tells) {
    batch_recheck(from->batch, lane, &recorder->recheck);
  }
  return recorder_write(recorder, row->sample);
}

static GatherOutcome record_together(Gather *gather) {
  const GatherBatch *together = gather->together;
  fill_lanes(gather, together->batch);
  if (!compute(gather, together->batch)) {
    return GATHER_ALONE;
  }
  if (gather->blocks && record_block(gather, together, gather->count)) {
    return GATHER_DONE;
  }
  for (; gather->done < gather->count; gather->done++) {
    if (!record_row(gather, together, gather->done)) {
      return GATHER_FAILED;
    }
  }
  return GATHER_DONE;
}

static GatherOutcome record_alone(Gather *gather) {
  const GatherBatch *alone = gather->alone;
  while (gather->done < gather->count) {
    fill_one(gather, alone->batch, gather->done);
    if (!compute(gather, alone->batch)) {
      return GATHER_ALONE;
    }
    if (gather->blocks && record_block(gather, alone, 1)) {
      continue;
    }
    if (!record_row(gather, alone, 0)) {
      return GATHER_FAILED;
    }
    gather->done++;
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

void gather_finish(const Gather *gather) {
  const GatherBatch *const both[] = {gather->together, gather->alone};
  for (int b = 0; b < 2; b++) {
    const Batch *batch = both[b] != NULL ? both[b]->batch : NULL;
    for (int k = 0; batch != NULL && k < batch->lanes; k++) {
      const double *kept = batch->kept + k;
      const Observation largest = {.kinetic = kept[(size_t)KEPT_KINETIC * (size_t)batch->lanes],
                                   .position = kept[(size_t)KEPT_POSITION * (size_t)batch->lanes],
                                   .velocity = kept[(size_t)KEPT_VELOCITY * (size_t)batch->lanes],
                                   .acceleration =
                                       kept[(size_t)KEPT_ACCELERATION * (size_t)batch->lanes]};
      recorder_keep(gather->recorder, &largest, kept[(size_t)KEPT_DRIFT * (size_t)batch->lanes]);
    }
  }
}
