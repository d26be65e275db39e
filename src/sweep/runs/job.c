// SPDX-License-Identifier: BSD-3-Clause
// job.c: one run of a study (see job.h).
#include "sweep/runs/job.h"
#include "language/expand/files.h"
#include "language/judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/cpu.h"
#include "output/results.h"
#include "sweep/study/outputs.h"

const char *sweep_status_word(SweepStatus status) {
  static const char *const words[SWEEP_STATUS_COUNT] = {
      "ok", "refused", "failed", "budget", "inaccurate", "memory", "crashed", "timeout"};
  return status < SWEEP_STATUS_COUNT ? words[status] : "";
}

bool job_open_record(const Sweep *sweep, SweepRecord *record, Arena *arena) {
  *record = (SweepRecord){.values = arena_array(arena, double, sweep->plan.variable_count),
                          .outputs = arena_array(arena, double, sweep->output_count)};
  return record->values != NULL && record->outputs != NULL;
}

static double wall_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- what went wrong ----

static void tell(SweepRecord *record, SweepStatus status, DiagCode code, Mark mark,
                 const char *text) {
  record->status = status;
  (void)snprintf(record->code, sizeof record->code, "%s", diag_code_name(code));
  if (mark.line > 0 && mark.source != NULL) {
    (void)snprintf(record->message, sizeof record->message, "%s:%d:%d: %s", mark.source->name,
                   mark.line, mark.column, text);
  } else {
    (void)snprintf(record->message, sizeof record->message, "%s", text);
  }
}

// The first message of the file, as it is shown.
static void tell_refusal(SweepRecord *record, Diag *diag) {
  diag_sort(diag);
  for (int k = 0; k < diag->count; k++) {
    const DiagMessage *message = &diag->messages[k];
    if (diag_code_severity(message->code) == DIAG_ERROR) {
      tell(record, SWEEP_REFUSED, message->code, message->mark, message->text);
      return;
    }
  }
  tell(record, SWEEP_REFUSED, DIAG_NONE, mark_none(), "refused");
}

// The first analysis that ended so; false: none.
static bool tell_first(SweepRecord *record, const Run *run, RunStatus wanted, SweepStatus status) {
  for (int k = 0; k < run->result_count; k++) {
    const Result *result = &run->results[k];
    const Failure *failure = &result->failure;
    if (result->status == wanted && failure->code != DIAG_NONE) {
      tell(record, status, failure->code, origin_mark(&run->model->origins, failure->origin),
           failure->text);
      return true;
    }
  }
  return false;
}

// A result that was accepted although the audit contradicts it: the run is well, with a word.
static void tell_accepted(SweepRecord *record, const Run *run) {
  for (int k = 0; k < run->result_count; k++) {
    const Diag *warnings = &run->results[k].warnings;
    for (int w = 0; run->results[k].status == RUN_INACCURATE && w < warnings->count; w++) {
      const DiagMessage *message = &warnings->messages[w];
      if (message->code == DIAG_AUDIT_ACCEPTED) {
        tell(record, SWEEP_OK, message->code, message->mark, message->text);
        return;
      }
    }
  }
}

// What did not get to its end, before what did and is not right.
static void tell_failure(SweepRecord *record, const Run *run) {
  if (!tell_first(record, run, RUN_FAILED, SWEEP_FAILED) &&
      !tell_first(record, run, RUN_BUDGET, SWEEP_BUDGET) &&
      !tell_first(record, run, RUN_INACCURATE, SWEEP_INACCURATE)) {
    tell_accepted(record, run);
  }
}

// ---- keeping ----

static bool is_kept(const Sweep *sweep, const JobOptions *options, const SweepRecord *record) {
  if (options->directory == NULL) {
    return false;
  }
  return sweep->keep == KEEP_ALL || (sweep->keep == KEEP_FAILED && record->status != SWEEP_OK) ||
         (sweep->keep_every > 0 && record->run % sweep->keep_every == 0);
}

// What cannot be written is the run's failure.
static void keep(const JobOptions *options, const Run *run, const Diag *diag, Arena *arena,
                 SweepRecord *record) {
  char path[4096];
  Diag trouble;
  diag_open(&trouble, arena);
  const int length = snprintf(path, sizeof path, "%s/runs/%06ld", options->directory, record->run);
  ResultsJob job = {
      .calls = &io_kernel_calls,
      .directory = path,
      .writer = &writer_table[0],
      .summary = {
          .version = options->version, .run = run, .diag = diag, .exit_status = run->exit_status}};
  if (length < 0 || length >= (int)sizeof path || !results_write(&job, arena, &trouble)) {
    const char *text =
        trouble.count > 0 ? trouble.messages[0].text : "the results of the run cannot be stored";
    tell(record, SWEEP_FAILED, DIAG_IO_WRITE, mark_none(), text);
  }
}

// ---- figures ----

static void take_figures(const Sweep *sweep, const Run *run, SweepRecord *record) {
  for (int k = 0; k < run->result_count; k++) {
    record->steps += run->results[k].counters.steps;
  }
  const bool finished = record->status == SWEEP_OK || record->status == SWEEP_INACCURATE;
  for (int k = 0; finished && k < sweep->output_count; k++) {
    const double value = outputs_value(&sweep->outputs[k], sweep->model, run);
    record->outputs[k] = isfinite(value) ? value : (double)NAN;
  }
}

// ---- values ----

// Where the document states what varies, with the values of this run. NULL when memory ran out.
static const NodeValue *stated_values(const Sweep *sweep, const SweepRecord *record, int *count,
                                      Arena *arena) {
  NodeValue *values = arena_array(arena, NodeValue, sweep->plan.variable_count);
  *count = 0;
  for (int v = 0; values != NULL && v < sweep->plan.variable_count; v++) {
    const Variable *variable = &sweep->plan.variables[v];
    if (!variable->shapes) {
      values[(*count)++] = (NodeValue){.node = variable->node, .value = record->values[v]};
    }
  }
  return values;
}

// What the loader says of a file with these values. False after its diagnosis, which goes to the
// record.
static bool judge(const Sweep *sweep, Arena *arena, SweepRecord *record) {
  Arena scratch;
  Diag diag;
  arena_open(&scratch, arena->allocator);
  diag_open(&diag, &scratch);
  LoadOptions load = sweep->load;
  load.figures = NULL;
  load.figure_count = 0;
  int count = 0;
  const NodeValue *values = stated_values(sweep, record, &count, &scratch);
  const bool good = values != NULL &&
                    model_with_values(sweep->model, &load, values, count, &scratch, &diag) != NULL;
  if (!good && !arena->allocator->exhausted) {
    tell_refusal(record, &diag);
  }
  arena_close(&scratch);
  return good;
}

// A study of its own for this run, whose model states the values. False after the loader's
// diagnosis, or when memory ran out.
static bool rebuild(const Sweep *sweep, Sweep *own, Arena *arena, SweepRecord *record) {
  Diag diag;
  diag_open(&diag, arena);
  int count = 0;
  const NodeValue *values = stated_values(sweep, record, &count, arena);
  const Model *model =
      values == NULL ? NULL
                     : model_with_values(sweep->model, &sweep->load, values, count, arena, &diag);
  if (model == NULL) {
    if (!arena->allocator->exhausted) {
      tell_refusal(record, &diag);
    }
    return false;
  }
  *own = *sweep;
  own->model = outputs_follow(sweep, model, arena);
  own->system = own->model == NULL ? NULL : system_compile(own->model, arena);
  return own->system != NULL;
}

// ---- running ----

// Refused by the first refresh or the initial conditions: where the file would have been refused,
// too, by that message, else by ours.
static void tell_unfit(const Sweep *sweep, Diag *diag, Arena *arena, SweepRecord *record) {
  if (sweep->judged || sweep->rebuilt || judge(sweep, arena, record)) {
    tell_refusal(record, diag);
  }
}

static bool run_values(const Sweep *sweep, const JobOptions *options, Run *run, Arena *arena,
                       Diag *diag, SweepRecord *record) {
  const Plan *plan = &sweep->plan;
  NumberValue *list = arena_array(arena, NumberValue, plan->variable_count);
  if (list == NULL) {
    return false;
  }
  int count = 0;
  for (int v = 0; v < plan->variable_count; v++) {
    if (!plan->variables[v].shapes) {
      list[count++] =
          (NumberValue){.number = plan->variables[v].number, .value = record->values[v]};
    }
  }
  const NumberValues values = {.list = list, .count = count};
  const RunOptions run_options = {.time_limit = options->time_limit,
                                  .max_steps = options->max_steps,
                                  .accept_inaccurate = options->accept_inaccurate,
                                  .only_analysis = options->only_analysis,
                                  .values = sweep->rebuilt ? NULL : &values};
  const ModelReader reader = files_reader(&sweep->load);
  const bool good = run_system(sweep->system, &reader, &run_options, run, arena, diag);
  if (!good && !arena->allocator->exhausted) {
    tell_unfit(sweep, diag, arena, record);
  }
  return good;
}

// The study with the model that the run shares with others. NULL after a diagnosis, or when memory
// ran out.
static const Sweep *take_shape(const Sweep *sweep, Shape *shape, SweepRecord *record) {
  if (!sweep->shaped) {
    return sweep;
  }
  Arena arena;
  Diag diag;
  arena_open(&arena, shape->arena.allocator);
  diag_open(&diag, &arena);
  const Sweep *shaped = shape_take(shape, sweep, record->values, &diag);
  if (shaped == NULL && !arena.allocator->exhausted) {
    tell_refusal(record, &diag);
  }
  arena_close(&arena);
  return shaped;
}

static void run_in(const Sweep *whole, const JobOptions *options, Shape *shape, Arena *arena,
                   SweepRecord *record) {
  Diag diag;
  Run run;
  Sweep own;
  diag_open(&diag, arena);
  const Sweep *sweep = take_shape(whole, shape, record);
  const Sweep *used = sweep != NULL && sweep->rebuilt ? &own : sweep;
  const bool accepted = sweep == NULL    ? false
                        : sweep->rebuilt ? rebuild(sweep, &own, arena, record)
                        : sweep->judged  ? judge(sweep, arena, record)
                                         : true;
  if (accepted && run_values(used, options, &run, arena, &diag, record)) {
    tell_failure(record, &run);
    take_figures(used, &run, record);
    if (is_kept(sweep, options, record)) {
      keep(options, &run, &diag, arena, record);
    }
  }
  if (arena->allocator->exhausted) {
    tell(record, SWEEP_MEMORY, DIAG_OUT_OF_MEMORY, mark_none(), "out of memory");
  }
}

void job_run(const Sweep *sweep, const JobOptions *options, Shape *shape, Allocator *allocator,
             SweepRecord *record) {
  const double cpu = cpu_seconds(), wall = wall_seconds();
  Arena arena;
  arena_open(&arena, allocator);
  record->status = SWEEP_OK;
  record->steps = 0;
  record->code[0] = record->message[0] = '\0';
  for (int k = 0; k < sweep->output_count; k++) {
    record->outputs[k] = (double)NAN;
  }
  plan_values(&sweep->plan, record->run, record->values);
  if (options->before != NULL) {
    options->before(options->context, record->run);
  }
  run_in(sweep, options, shape, &arena, record);
  arena_close(&arena);
  allocator->exhausted = false; // the next run starts with all of it again
  record->cpu_s = cpu_seconds() - cpu;
  record->wall_s = wall_seconds() - wall;
}

void job_lose(const Sweep *sweep, SweepStatus status, const char *message, SweepRecord *record) {
  record->steps = 0;
  record->cpu_s = 0;
  record->wall_s = 0;
  plan_values(&sweep->plan, record->run, record->values);
  for (int k = 0; k < sweep->output_count; k++) {
    record->outputs[k] = (double)NAN;
  }
  const DiagCode code = status == SWEEP_TIMEOUT  ? DIAG_LIMIT_TIME
                        : status == SWEEP_MEMORY ? DIAG_OUT_OF_MEMORY
                                                 : DIAG_STUDY_CRASHED;
  tell(record, status, code, mark_none(), message);
}
