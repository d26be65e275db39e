// SPDX-License-Identifier: BSD-3-Clause
// result.c: running a model, and its results.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/recording/track.h"
#include "language/expand/files.h"
#include "library/handles.h"
#include "output/results.h"
#include "output/run_messages.h"

static const double LARGEST_OUTPUT = 1024.0 * 1024 * 1024; // as of the program
static const double LARGEST_TRACK = 256.0 * 1024 * 1024;

// ---- running ----

// What the caller's progress is told, and what it answers.
typedef struct Watcher {
  const mbs_run_options *options;
  volatile sig_atomic_t stopped;
} Watcher;

static void watch(void *context, const char *analysis, double t, double end, double step) {
  Watcher *watcher = context;
  (void)step;
  if (!watcher->options->progress(watcher->options->user, analysis, t, end)) {
    watcher->stopped = 1;
  }
}

mbs_result *handles_open_result(const mbs_model *model) {
  mbs_result *result = calloc(1, sizeof *result);
  if (result != NULL) {
    result->model = handles_hold(model);
    result->allocator.limit = model->allocator.limit;
    arena_open(&result->arena, &result->allocator);
    diag_open(&result->of_model, &result->arena);
    diag_open(&result->messages.diag, &result->arena);
    diag_copy_all(&model->messages.diag, &result->of_model);
  }
  return result;
}

void mbs_result_free(mbs_result *result) {
  if (result != NULL) {
    mbs_model *model = (mbs_model *)(size_t)result->model;
    arena_close(&result->arena);
    free(result);
    mbs_model_free(model);
  }
}

// Runs the model. False when it was refused before any analysis ran, or memory ran out.
static bool solve(mbs_result *result, const mbs_run_options *options) {
  const mbs_model *model = result->model;
  const ModelReader reader = files_reader(&model->load);
  Watcher watcher = {.options = options};
  const RunOptions run = {.time_limit = options->time_limit,
                          .max_steps = (long)options->max_steps,
                          .track_bytes = options->motion ? LARGEST_TRACK : 0,
                          .track_forces = options->forces,
                          .only_analysis = options->analysis,
                          .interrupted = &watcher.stopped,
                          .progress = options->progress != NULL ? watch : NULL,
                          .progress_context = &watcher};
  return run_system(model->system, &reader, &run, &result->run, &result->arena, &result->of_model);
}

static Summary summary_of(mbs_result *result) {
  return (Summary){.version = MBS_VERSION,
                   .run = &result->run,
                   .diag = &result->of_model,
                   .format = "csv",
                   .files = arena_array(&result->arena, ResultFile, 2 * result->run.result_count),
                   .exit_status = (int)result->status};
}

bool handles_tell(mbs_result *result, bool ran) {
  if (ran) {
    const Summary summary = summary_of(result);
    Text text = text_open(&result->allocator);
    if (summary.files != NULL) {
      summary_write(&summary, &text);
    }
    result->summary = text_keep(&text, &result->arena);
  }
  diag_copy_all(&result->of_model, &result->messages.diag);
  if (ran) {
    run_messages(&result->run, &result->messages.diag);
  }
  return handles_render(&result->messages) && (!ran || result->summary != NULL);
}

static mbs_status run_into(mbs_result *result, const mbs_run_options *options, mbs_result **out) {
  if (result == NULL) {
    return MBS_MEMORY;
  }
  const bool ran =
      !result->allocator.exhausted && result->model->system != NULL && solve(result, options);
  const int said = diag_exit_status(&result->of_model);
  result->status = (mbs_status)(ran ? result->run.exit_status : said > 0 ? said : MBS_BUG);
  if (!handles_tell(result, ran) || result->allocator.exhausted) {
    mbs_result_free(result);
    return MBS_MEMORY;
  }
  *out = result;
  return result->status;
}

mbs_status mbs_run(const mbs_model *model, const mbs_run_options *options, mbs_result **result) {
  mbs_run_options mine = MBS_RUN_OPTIONS;
  if (result == NULL) {
    return MBS_USAGE;
  }
  *result = NULL;
  if (model == NULL || (options != NULL && !handles_take(&mine, sizeof mine, options)) ||
      (mine.analysis != NULL && mbs_find(model, MBS_ANALYSIS, mine.analysis) < 0)) {
    return MBS_USAGE;
  }
  return run_into(handles_open_result(model), &mine, result);
}

// ---- what a result has ----

mbs_status mbs_result_status(const mbs_result *result) {
  return result == NULL ? MBS_USAGE : result->status;
}

const mbs_messages *mbs_result_messages(const mbs_result *result) {
  return result == NULL ? NULL : &result->messages;
}

const char *mbs_result_summary(const mbs_result *result) {
  return result == NULL || result->summary == NULL ? "{}" : result->summary;
}

size_t mbs_result_count(const mbs_result *result) {
  return result == NULL ? 0 : (size_t)result->run.result_count;
}

// The index-th analysis, or NULL.
static const Result *result_at(const mbs_result *result, size_t index) {
  return index < mbs_result_count(result) ? &result->run.results[index] : NULL;
}

const char *mbs_result_name(const mbs_result *result, size_t index) {
  const Result *found = result_at(result, index);
  return found == NULL ? NULL : found->analysis->name;
}

ptrdiff_t mbs_result_find(const mbs_result *result, const char *name) {
  const size_t count = name == NULL ? 0 : mbs_result_count(result);
  for (size_t k = 0; k < count; k++) {
    if (strcmp(mbs_result_name(result, k), name) == 0) {
      return (ptrdiff_t)k;
    }
  }
  return -1;
}

size_t mbs_column_count(const mbs_result *result, size_t analysis) {
  const Result *found = result_at(result, analysis);
  return found == NULL || found->rows == NULL ? 0 : (size_t)found->channel_count;
}

mbs_status mbs_column_get(const mbs_result *result, size_t analysis, size_t index,
                          mbs_column *column) {
  if (column == NULL || index >= mbs_column_count(result, analysis)) {
    return MBS_USAGE;
  }
  const Result *from = result_at(result, analysis);
  const Channel *channel = &from->channels[index];
  const mbs_column mine = {.name = channel->name,
                           .unit = channel->unit != NULL ? channel->unit : "",
                           .reason = channel->undetermined ? channel->reason : NULL,
                           .values = from->rows + index,
                           .count = (size_t)from->row_count,
                           .stride = (size_t)from->channel_count};
  return handles_give(&mine, sizeof mine, column) ? MBS_OK : MBS_USAGE;
}

mbs_status mbs_poses(const mbs_result *result, size_t analysis, mbs_motion *motion) {
  const Result *from = result_at(result, analysis);
  if (motion == NULL || from == NULL || from->track == NULL) {
    return MBS_USAGE;
  }
  const Model *model = result->run.model;
  const mbs_motion mine = {.values = from->track + 1, // behind the time
                           .count = (size_t)from->row_count,
                           .stride = (size_t)track_columns(model, from->track_forces),
                           .bodies = (size_t)model->body_count - 1,
                           .per_body = (size_t)track_per_body(model)};
  return handles_give(&mine, sizeof mine, motion) ? MBS_OK : MBS_USAGE;
}

// ---- writing ----

mbs_status handles_said(mbs_result *result, bool written) {
  if (!handles_render(&result->trouble)) {
    return MBS_MEMORY;
  }
  const int status = diag_exit_status(&result->trouble.diag);
  return written ? MBS_OK : status > 0 ? (mbs_status)status : MBS_BUG;
}

static const Writer *writer_of(const char *format) {
  return writer_find(format != NULL ? format : writer_table[0].name);
}

mbs_status mbs_result_write(mbs_result *result, const char *directory, const char *format,
                            bool replace, const mbs_messages **messages) {
  const mbs_messages *unheard;
  const mbs_messages **said = messages != NULL ? messages : &unheard;
  *said = NULL;
  if (result == NULL || directory == NULL || result->run.results == NULL ||
      writer_of(format) == NULL) {
    return MBS_USAGE;
  }
  Diag *trouble = &result->trouble.diag;
  diag_open(trouble, &result->arena);
  *said = &result->trouble;
  ResultsJob job = {.calls = &io_kernel_calls,
                    .writer = writer_of(format),
                    .max_bytes = LARGEST_OUTPUT,
                    .summary = summary_of(result)};
  job.directory = results_claim(result->run.model, directory, replace, &result->arena, trouble);
  const bool written = job.directory != NULL && results_write(&job, &result->arena, trouble);
  return handles_said(result, written);
}
