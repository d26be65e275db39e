// SPDX-License-Identifier: BSD-3-Clause
// compare_side.c: operands of `mbsrun compare` (see compare_side.h).
#include "cli/compare_side.h"

#include <string.h>
#include <sys/stat.h>

#include "analysis/cross_check.h"
#include "analysis/ladder_plan.h"
#include "cli/loading.h"
#include "output/results_read.h"

static const double DEFAULT_OUTPUT = 1024.0 * 1024 * 1024;

// ---- files ----

static bool take_stored(const Session *session, const StoredResults *results, CompareSide *side) {
  const char *wanted = session->options->analysis;
  side->list = arena_array(session->arena, NamedSide, results->count);
  if (side->list == NULL) {
    return false;
  }
  for (int k = 0; k < results->count; k++) {
    const StoredMotion *stored = &results->list[k];
    if (wanted == NULL || results->count == 1 || strcmp(wanted, stored->name) == 0) {
      side->list[side->count++] = (NamedSide){
          .name = stored->name,
          .side = {.label = side->label, .motion = stored->motion, .floor = stored->floor}};
    }
  }
  return side->count > 0 || diag_add(session->diag, DIAG_USAGE, mark_none(),
                                     "\"%s\" holds no analysis \"%s\"", side->label, wanted);
}

// ---- models ----

static bool is_chosen(const Session *session, const Analysis *analysis) {
  const char *wanted = session->options->analysis;
  return analysis->kind == ANALYSIS_DYNAMICS &&
         (wanted == NULL || strcmp(analysis->name, wanted) == 0);
}

// One rung, or two to estimate the error.
static bool open_ladder(const Session *session, const Model *model, const Analysis *analysis,
                        Ladder *ladder) {
  const bool as_is = session->options->within >= 0 || session->options->relative >= 0;
  LadderBase base;
  double *sizes = arena_array(session->arena, double, 2);
  if (sizes == NULL || !ladder_base(model, analysis, &base, session->arena, session->diag)) {
    return false;
  }
  const bool fixed = base.step > 0;
  *ladder = (Ladder){.label = analysis->name,
                     .model = model,
                     .analysis = analysis->name,
                     .kind = fixed ? LADDER_STEP : LADDER_TOLERANCE,
                     .sizes = sizes,
                     .size_count = as_is ? 1 : 2};
  sizes[0] = fixed ? base.step : as_is ? base.relative : CROSS_CHECK_TOLERANCE;
  sizes[1] = sizes[0] / (fixed ? 2 : 10);
  return true;
}

static bool run_analysis(const Session *session, const Model *model, const Analysis *analysis,
                         const LoadOptions *load, CompareSide *side) {
  const RunOptions options = loading_run_options(session);
  const ModelReader reader = files_reader(load);
  Ladder ladder;
  if (!open_ladder(session, model, analysis, &ladder) ||
      !ladder_climb(&ladder, &reader, &options, session->arena, session->diag)) {
    return false;
  }
  for (int k = 0; k < ladder.rung_count; k++) {
    failure_report(&ladder.rungs[k].failure, &model->origins, session->diag);
    if (ladder.rungs[k].status != RUN_OK) {
      return false;
    }
  }
  NamedSide *named = &side->list[side->count++];
  *named = (NamedSide){.name = analysis->name, .side = cross_check_side(&ladder)};
  named->side.label = side->label;
  return true;
}

static bool run_model_side(const Session *session, CompareSide *side) {
  const LoadOptions load = loading_options(session->options);
  const Model *loaded = loading_file(session, side->label, &load);
  Model *model = arena_new(session->arena, Model);
  if (loaded == NULL || model == NULL || !loading_has_analysis(session, loaded)) {
    return false;
  }
  *model = *loaded;
  model->check_count = 0; // what it says of itself is another question
  side->list = arena_array(session->arena, NamedSide, model->analysis_count);
  bool good = side->list != NULL;
  for (int k = 0; good && k < model->analysis_count; k++) {
    if (is_chosen(session, &model->analyses[k])) {
      good = run_analysis(session, model, &model->analyses[k], &load, side);
    }
  }
  return good && (side->count > 0 ||
                  diag_add(session->diag, DIAG_COMPARE_NOTHING, (Mark){.source = model->source},
                           "there is no analysis of type dynamics to run"));
}

// ---- all ----

static bool is_table(const char *operand) {
  const size_t length = strlen(operand);
  return length > 4 && strcmp(operand + length - 4, ".csv") == 0;
}

bool compare_side_open(const Session *session, const char *operand, CompareSide *side) {
  const double most =
      session->options->max_output > 0 ? session->options->max_output : DEFAULT_OUTPUT;
  struct stat status;
  StoredResults results;
  *side = (CompareSide){.label = operand};
  if (stat(operand, &status) == 0 && S_ISDIR(status.st_mode)) {
    return results_read_directory(operand, most, &results, session->arena, session->diag) &&
           take_stored(session, &results, side);
  }
  if (is_table(operand)) {
    return results_read_file(operand, most, &results, session->arena, session->diag) &&
           take_stored(session, &results, side);
  }
  return run_model_side(session, side);
}
