// SPDX-License-Identifier: BSD-3-Clause
// ladder.c: runs with smaller and smaller steps or tolerances (see ladder.h).
#include "analysis/verification/ladder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SHORT_RUN = 0.02; // s, of all repetitions together
enum { REPETITIONS = 5 };

// ---- one rung ----

static const Result *wanted_result(const Ladder *ladder, const Run *run) {
  for (int k = 0; k < run->result_count; k++) {
    if (strcmp(run->results[k].analysis->name, ladder->analysis) == 0) {
      return &run->results[k];
    }
  }
  return NULL;
}

// The first analysis before the wanted one that did not reach its end, or the wanted one.
static const Result *decisive_result(const Run *run, const Result *wanted) {
  for (int k = 0; k < run->result_count; k++) {
    if (!run_finished(run->results[k].status) && wanted->status == RUN_SKIPPED &&
        run->results[k].status != RUN_SKIPPED) {
      return &run->results[k];
    }
  }
  return wanted;
}

static int exit_status_of(const Result *result) {
  const int status = diag_code_exit_status(result->failure.code);
  if (run_finished(result->status)) {
    return status;
  }
  return result->status == RUN_BUDGET ? 9 : status > 0 ? status : 4;
}

static bool copy_checks(const Result *result, Rung *rung, Arena *arena) {
  CheckResult *checks = arena_array(arena, CheckResult, result->check_count);
  rung->check_count = checks != NULL && run_finished(result->status) ? result->check_count : 0;
  rung->checks = checks;
  for (int k = 0; k < rung->check_count; k++) {
    checks[k] = result->checks[k];
    checks[k].text = NULL; // lives as long as the run
    const int count = checks[k].channel_error != NULL ? checks[k].check->channel_count : 0;
    double *error = arena_array(arena, double, count);
    if (error == NULL) {
      return false;
    }
    for (int c = 0; c < count; c++) {
      error[c] = result->checks[k].channel_error[c];
    }
    checks[k].channel_error = count > 0 ? error : NULL;
  }
  return checks != NULL;
}

static bool keep(const Run *run, const Result *result, Rung *rung, Arena *arena) {
  const Result *decisive = decisive_result(run, result);
  const Trajectory motion = trajectory_of_result(result);
  rung->inaccurate = decisive->status == RUN_INACCURATE;
  rung->status = rung->inaccurate ? RUN_OK : decisive->status;
  rung->failure = decisive->failure;
  rung->exit_status = exit_status_of(decisive);
  rung->motion = trajectory_copy(&motion, arena);
  rung->integrator = result->integrator;
  rung->formulation = result->formulation;
  rung->counters = result->counters;
  rung->cpu_s = result->cpu_s;
  rung->energy_drift = fmax(result->audit.energy_drift, result->audit.energy_drift_steps);
  rung->floor = (ScaleFloor){.length = result->scale_length,
                             .energy = result->audit.energy_scale,
                             .known = result->known_to};
  return copy_checks(result, rung, arena);
}

// What the analysis says beside its end, with the rung that it is about where methods are compared.
static void tell_warnings(const Ladder *ladder, const Rung *rung, const Result *result,
                          Diag *diag) {
  for (int k = 0; k < result->warnings.count; k++) {
    DiagMessage message = result->warnings.messages[k];
    const char *text = !ladder->timed
                           ? NULL
                           : text_print(diag->arena, "%s, %s %.6g: %s", ladder->label,
                                        ladder->kind == LADDER_STEP ? "step" : "tolerance",
                                        rung->size, message.text);
    message.text = text != NULL ? text : message.text;
    diag_copy(diag, &message);
  }
}

static bool run_once(const Ladder *ladder, const ModelReader *reader, const RunOptions *options,
                     Rung *rung, bool first, Arena *arena, Diag *diag) {
  Arena scratch;
  Run run;
  arena_open(&scratch, arena->allocator);
  bool ok = run_model(ladder->model, reader, options, &run, &scratch, diag);
  const Result *result = ok ? wanted_result(ladder, &run) : NULL;
  ok = result != NULL;
  if (ok && first) {
    tell_warnings(ladder, rung, result, diag);
    ok = keep(&run, result, rung, arena);
  } else if (ok && run_finished(result->status)) {
    rung->cpu_s = fmin(rung->cpu_s, result->cpu_s);
  }
  arena_close(&scratch);
  return ok;
}

// Progress of one rung, under its own name.
typedef struct RungProgress {
  const RunOptions *outer;
  char label[128];
} RungProgress;

static void show_progress(void *context, const char *analysis, double t, double end, double step) {
  const RungProgress *progress = context;
  (void)analysis;
  progress->outer->progress(progress->outer->progress_context, progress->label, t, end, step);
}

static bool run_rung(const Ladder *ladder, const ModelReader *reader, const RunOptions *options,
                     Rung *rung, Arena *arena, Diag *diag) {
  RunOptions own = *options;
  RungProgress progress = {.outer = options};
  (void)snprintf(progress.label, sizeof progress.label, "%d of %d, %.80s", ladder->rung_count,
                 ladder->size_count, ladder->label);
  own.progress = options->progress != NULL ? show_progress : NULL;
  own.progress_context = &progress;
  own.only_analysis = ladder->analysis;
  own.control.step = ladder->kind == LADDER_STEP ? rung->size : 0;
  own.control.relative = ladder->kind == LADDER_TOLERANCE ? rung->size : 0;
  own.control.longest = ladder->longest;
  own.control.sides = ladder->sides > 0             ? ladder->sides
                      : ladder->kind == LADDER_STEP ? 1
                                                    : ladder->sizes[0];
  bool ok = run_once(ladder, reader, &own, rung, true, arena, diag);
  double spent = rung->cpu_s;
  for (int k = 1; ok && ladder->timed && rung->status == RUN_OK && k < REPETITIONS &&
                  spent + rung->cpu_s < SHORT_RUN;
       k++) {
    ok = run_once(ladder, reader, &own, rung, false, arena, diag);
    spent += rung->cpu_s;
  }
  return ok && !arena->allocator->exhausted;
}

// ---- all ----

bool ladder_climb(Ladder *ladder, const ModelReader *reader, const RunOptions *options,
                  Arena *arena, Diag *diag) {
  ladder->rung_count = 0;
  ladder->rungs = arena_array(arena, Rung, ladder->size_count);
  if (ladder->rungs == NULL) {
    return false;
  }
  for (int k = 0; k < ladder->size_count; k++) {
    Rung *rung = &ladder->rungs[ladder->rung_count++];
    rung->size = ladder->sizes[k];
    if (!run_rung(ladder, reader, options, rung, arena, diag)) {
      return false;
    }
    const bool refused = rung->status == RUN_FAILED && rung->motion.row_count == 0;
    if (refused || rung->status == RUN_INTERRUPTED) {
      break;
    }
  }
  return true;
}
