// SPDX-License-Identifier: BSD-3-Clause
// recorder_open.c: opens a recorder: what outputs and checks read, channels, rows, samples.
#include <math.h>

#include "analysis/recording/recorder_inside.h"
#include "analysis/recording/track.h"
#include "base/cpu.h"
#include "elements/fields/quantity.h"
#include "model/channel_unit.h"
#include "system/state/constraint.h"

static bool list_measures(Recorder *recorder, Arena *arena) {
  const Model *model = recorder->state->system->model;
  bool *needed = arena_array(arena, bool, model->measure_count);
  int *list = arena_array(arena, int, model->measure_count);
  if (needed == NULL || list == NULL) {
    return false;
  }
  for (int o = 0; o < model->output_count; o++) {
    model_mark_measures(&model->numbers[model->outputs[o].number].program, needed);
  }
  for (int k = 0; k < recorder->checks.count; k++) {
    const int channel = recorder->checks.list[k].check->channel;
    if (channel >= 0) {
      model_mark_measures(&model->numbers[channel].program, needed);
    }
  }
  recorder->measure_count = model_list_measures(model, needed, list);
  recorder->measures = list;
  for (int k = 0; k < recorder->measure_count; k++) {
    const CheckDepth depth = checks_depth_of(model, &model->measures[list[k]]);
    recorder->depth = depth > recorder->depth ? depth : recorder->depth;
  }
  return true;
}

// Bit of Mobility's masks that decides whether a measure is determined; 0 when it always is.
static unsigned mask_of(const Measure *measure) {
  const MeasureKind *kind = measure->vector != NULL ? measure->vector : measure->kind;
  if (measure_level(kind->quantity) != LEVEL_REACTION || kind->owner == MEASURE_OF_FORCE ||
      kind->quantity == MEASURE_ROLLING_POINT) {
    return 0; // friction on a reaction that is not determined is refused
  }
  if (kind->owner != MEASURE_OF_JOINT) {
    return ~0U;
  }
  const unsigned axis =
      kind->component == MEASURE_SIZE || measure->vector != NULL ? 7U : 1U << kind->component;
  return kind->quantity == MEASURE_REACTION_FORCE    ? axis
         : kind->quantity == MEASURE_REACTION_TORQUE ? 8U * axis
                                                     : 64U;
}

static bool is_undetermined(const Model *model, const Program *program,
                            const unsigned *undetermined) {
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind != SYMBOL_MEASURE) {
      continue;
    }
    const Measure *measure = &model->measures[program->inputs[i].index];
    const unsigned mask = mask_of(measure);
    int of[CONSTRAINTS_OF_MEASURE];
    const int count = mask != 0 ? constraints_of_measure(model, measure, of) : 0;
    for (int k = 0; k < count; k++) {
      if ((undetermined[of[k]] & mask) != 0) {
        return true;
      }
    }
  }
  return false;
}

// An expression is as exact as the measures that it reads: the unit of the first that has one.
static const char *unit_of_inputs(const Model *model, const Program *program) {
  for (int k = 0; k < program->input_count; k++) {
    if (program->inputs[k].kind == SYMBOL_MEASURE) {
      const char *unit = quantity_unit(model->measures[program->inputs[k].index].kind->unit);
      if (unit[0] != '\0') {
        return unit;
      }
    }
  }
  return "";
}

static bool open_channels(Recorder *recorder, Arena *arena) {
  const Model *model = recorder->state->system->model;
  Result *result = recorder->result;
  result->channel_count = 1 + model->output_count;
  result->channels = arena_array(arena, Channel, result->channel_count);
  if (result->channels == NULL) {
    return false;
  }
  result->channels[0] = (Channel){.name = "t", .unit = "s"};
  for (int o = 0; o < model->output_count; o++) {
    const Output *output = &model->outputs[o];
    const Program *program = &model->numbers[output->number].program;
    Channel *channel = &result->channels[1 + o];
    *channel = (Channel){.name = output->name, .unit = output->unit};
    channel->unit =
        output->unit != NULL ? output->unit : channel_unit(model, output->number, arena);
    channel->like = unit_of_inputs(model, program);
  }
  return true;
}

// Outputs and checks that read reactions of the redundant set are looked at in the motion.
static bool open_determined(Recorder *recorder, const unsigned *undetermined, Arena *arena) {
  enum { LOOKS = 64 };
  const Model *model = recorder->state->system->model;
  const Checks *checks = &recorder->checks;
  int *numbers = arena_array(arena, int, model->output_count + checks->count);
  recorder->asked = arena_array(arena, int, model->output_count + checks->count);
  if (numbers == NULL || recorder->asked == NULL) {
    return false;
  }
  for (int k = -checks->count; k < model->output_count; k++) {
    const int number = k < 0 ? checks->list[-1 - k].check->channel : model->outputs[k].number;
    if (number >= 0 && is_undetermined(model, &model->numbers[number].program, undetermined)) {
      numbers[recorder->asked_count] = number;
      recorder->asked[recorder->asked_count++] = k;
    }
  }
  if (recorder->asked_count > 0) {
    recorder->determined =
        determined_open(&(DeterminedNumbers){.state = recorder->state,
                                             .observation = &recorder->observation,
                                             .lambda = recorder->lambda,
                                             .measures = recorder->measures,
                                             .measure_count = recorder->measure_count,
                                             .numbers = numbers,
                                             .count = recorder->asked_count,
                                             .every = 1 + recorder->result->row_expected / LOOKS},
                        arena);
  }
  return recorder->asked_count == 0 || recorder->determined != NULL;
}

static bool open_rows(Recorder *recorder, double output_step, Arena *arena) {
  Result *result = recorder->result;
  const double duration = recorder->duration;
  const long rows = (long)floor(duration / output_step * (1 + 1e-12) + 1e-9) + 1;
  const bool last = (double)(rows - 1) * output_step < duration * (1 - 1e-9);
  recorder->short_end = last ? output_step : 0;
  result->row_expected = result->only != NULL ? result->only->count : (int)rows + (last ? 1 : 0);
  recorder->event_rows = recorder->state->system->model->event_count > 0 ? RESULT_EVENT_ROWS : 0;
  result->rows = arena_alloc_array(arena, result->row_expected + recorder->event_rows,
                                   (size_t)result->channel_count * sizeof(double));
  recorder_next_sample(recorder);
  return result->rows != NULL && track_open(result, recorder->state->system->model,
                                            result->row_expected + recorder->event_rows, arena);
}

// Times at which later analyses start join those of the checks.
static bool add_snapshots(Recorder *recorder, Arena *arena) {
  const Result *result = recorder->result;
  Checks *checks = &recorder->checks;
  const int total = checks->time_count + result->snapshot_count;
  double *times = arena_array(arena, double, total);
  if (times == NULL) {
    return false;
  }
  int from_checks = 0, from_snapshots = 0;
  for (int k = 0; k < total; k++) {
    const bool snapshot = from_snapshots < result->snapshot_count &&
                          (from_checks >= checks->time_count ||
                           result->snapshots[from_snapshots].t < checks->times[from_checks]);
    times[k] = snapshot ? result->snapshots[from_snapshots++].t : checks->times[from_checks++];
  }
  checks->times = times;
  checks->time_count = total;
  return true;
}

static bool open_group_rates(Recorder *recorder, Arena *arena) {
  const int groups = recorder->state->system->group_count;
  recorder->group_rates = groups > 1 ? arena_array(arena, double, 2 * groups) : NULL;
  return groups <= 1 || recorder->group_rates != NULL;
}

bool recorder_open(Recorder *recorder, State *state, Result *result, const ModelReader *reader,
                   double duration, double output_step, const unsigned *undetermined, Arena *arena,
                   Diag *diag) {
  const System *system = state->system;
  *recorder = (Recorder){.state = state,
                         .result = result,
                         .duration = duration,
                         .masks = undetermined,
                         .checks = {.instant = checks_instant(duration)}};
  const double before = cpu_seconds();
  const bool opened =
      result->only != NULL ||
      checks_open(&recorder->checks, state, result->analysis, reader, duration, arena, diag);
  recorder->reading_s = cpu_seconds() - before;
  if (!opened || !add_snapshots(recorder, arena) || !list_measures(recorder, arena) ||
      !open_channels(recorder, arena) || !open_rows(recorder, output_step, arena)) {
    return false;
  }
  recorder->sources = arena_array(arena, const double *, system->model->output_count);
  if (recorder->sources == NULL || !arena_doubles(arena, system->nv, &recorder->a) ||
      !arena_doubles(arena, system->nc, &recorder->lambda) ||
      !arena_doubles(arena, result->channel_count, &recorder->outputs)) {
    return false;
  }
  for (int o = 0; o < system->model->output_count; o++) {
    recorder->sources[o] = state_source(state, system->model->outputs[o].number);
  }
  recorder->observation.a = recorder->a;
  recorder->observation.lambda = recorder->lambda;
  return equation_defect_open(&recorder->defect, state, arena) &&
         audit_scales_open(&recorder->scales, state, arena) && open_group_rates(recorder, arena) &&
         open_determined(recorder, undetermined, arena);
}
