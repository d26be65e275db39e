// SPDX-License-Identifier: BSD-3-Clause
// command_compare.c: mbsrun compare A B.
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/verification/comparison.h"
#include "analysis/verification/cross_check.h"
#include "analysis/verification/ladder_plan.h"
#include "base/number.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/sizes.h"
#include "cli/shared/versions.h"
#include "output/comparison_report.h"
#include "output/results_read.h"
#include "output/summary.h"

// ---- operands of `mbsrun compare` ----

typedef struct NamedSide {
  const char *name; // of the analysis or file
  Side side;
} NamedSide;

typedef struct CompareSide {
  const char *label; // the operand as given
  NamedSide *list;
  int count;
} CompareSide;

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
                                     "\"%s\" contains no analysis \"%s\"", side->label, wanted);
}

// ---- models ----

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
    if (loading_is_chosen(session, &model->analyses[k])) {
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

// A directory holds results, what ends in .csv is a table, all else is a model, which is run: as
// its file says with --within or --relative; without them at relative tolerance 1e-10 and at 1e-11
// (at its step and half of it), to estimate its error. False after a message (a run that did not
// reach its end, too), or when memory ran out.
static bool compare_side_open(const Session *session, const char *operand, CompareSide *side) {
  const double most =
      session->options->max_output > 0 ? session->options->max_output : DEFAULT_OUTPUT;
  struct stat status;
  StoredResults results;
  *side = (CompareSide){.label = operand};
  if (stat(operand, &status) == 0 && S_ISDIR(status.st_mode)) {
    return results_read_directory(operand, most, true, &results, session->arena, session->diag) &&
           take_stored(session, &results, side);
  }
  if (is_table(operand)) {
    return results_read_file(operand, most, &results, session->arena, session->diag) &&
           take_stored(session, &results, side);
  }
  return run_model_side(session, side);
}

enum { COMPARE_FORMAT = 1 };

typedef struct Comparing {
  const Session *session;
  Allowance allowance;
  ChannelNames names;
  Comparison *list;
  int count;
  bool same;
} Comparing;

// ---- one pair ----

static void list_names(const char *const *names, int count, Text *text) {
  enum { LISTED = 5 };
  for (int k = 0; k < count && k < LISTED; k++) {
    text_printf(text, "%s\"%s\"", k > 0 ? ", " : "", names[k]);
  }
  text_put(text, count > LISTED ? ", ..." : "");
}

static void tell_missing(const Session *session, const Comparison *it, const char *label,
                         const char *const *names, int count) {
  Text text = text_open(session->arena->allocator);
  list_names(names, count, &text);
  if (count > 0 && !text.failed) {
    diag_add(session->diag, DIAG_COMPARE_PART, mark_none(),
             "%s: only %s has %d %s, not compared: %s", it->name, label, count,
             count == 1 ? "channel" : "channels", text.bytes);
  }
  text_close(&text);
}

// The side on which a channel has no value at a time.
static const char *empty_side(const ChannelComparison *channel, const Side *a, const Side *b) {
  const int column = trajectory_channel(&a->motion, channel->name);
  for (int row = 0; column >= 0 && row < a->motion.row_count; row++) {
    const double *values = a->motion.rows + (long)row * a->motion.channel_count;
    if (fabs(values[0] - channel->difference.t) <= 1e-9 * fabs(values[0])) {
      return isnan(values[column]) ? a->label : b->label;
    }
  }
  return b->label;
}

static void tell_difference(const Session *session, const Comparison *it, const Side *a,
                            const Side *b) {
  for (int k = 0; k < it->channel_count; k++) {
    const ChannelComparison *channel = &it->channels[k];
    if (!channel->same && isinf(channel->difference.largest)) {
      diag_add(session->diag, DIAG_COMPARE_DIFFERS, mark_none(),
               "%s: \"%s\" is empty in %s at t = %.6g s", it->name, channel->name,
               empty_side(channel, a, b), channel->difference.t);
      return;
    }
    if (!channel->same) {
      char told[2][NUMBER_TEXT_SIZE];
      number_format_apart(3, 2, (const double[]){channel->difference.largest, channel->limit},
                          told);
      diag_add(session->diag, DIAG_COMPARE_DIFFERS, mark_none(),
               "%s: \"%s\" differs by %s%s%s at t = %.6g s, allowed %s", it->name, channel->name,
               told[0], channel->unit[0] != '\0' ? " " : "", channel->unit, channel->difference.t,
               told[1]);
      return; // the table has the others
    }
  }
}

static bool is_compared(const Comparison *it, const char *name) {
  for (int k = 0; k < it->channel_count; k++) {
    if (strcmp(it->channels[k].name, name) == 0 && it->channels[k].difference.rows > 0) {
      return true;
    }
  }
  return false;
}

// Channels without a row that has values on both sides.
static void tell_empty(const Session *session, const Comparison *it) {
  for (int k = 0; k < it->channel_count; k++) {
    if (it->channels[k].difference.rows == 0) {
      diag_add(session->diag, DIAG_COMPARE_PART, mark_none(), "%s: \"%s\" has no values to compare",
               it->name, it->channels[k].name);
    }
  }
}

// Whether a channel was compared that --channels names; if not, why.
static bool was_compared(const Session *session, const Comparison *it, const char *name,
                         const Side *a, const Side *b) {
  const bool in_a = trajectory_channel(&a->motion, name) > 0,
             in_b = trajectory_channel(&b->motion, name) > 0;
  const char *where = in_a == in_b ? "" : in_a ? b->label : a->label;
  return is_compared(it, name) || diag_add(session->diag, DIAG_COMPARE_ASKED, mark_none(),
                                           "%s: \"%s\" was not compared: %s%s", it->name, name,
                                           in_a && in_b   ? "it has no values"
                                           : in_a || in_b ? "it is missing in "
                                                          : "neither side has it",
                                           where);
}

// Whether all was compared that was asked for.
static bool tell_uncompared(const Comparing *comparing, const Comparison *it, const Side *a,
                            const Side *b) {
  const ChannelNames *names = &comparing->names;
  bool all = true;
  if (names->list == NULL) {
    tell_empty(comparing->session, it);
    return true;
  }
  for (int k = 0; k < names->count; k++) {
    all = was_compared(comparing->session, it, names->list[k], a, b) && all;
  }
  return all;
}

// Common channels at more than the common start.
static bool is_possible(const Comparing *comparing, const Comparison *it, const Side *a,
                        const Side *b) {
  const Session *session = comparing->session;
  const bool longer = a->motion.row_count > 1 && b->motion.row_count > 1;
  if (it->rows < (longer ? 2 : 1)) {
    diag_add(session->diag, DIAG_COMPARE_NOTHING, mark_none(),
             "%s: the rows of %s and %s are at different times", it->name, a->label, b->label);
    return diag_hint(session->diag, "rows are not interpolated: give both the same output_step");
  }
  if (it->channel_count == 0 && comparing->names.list == NULL) {
    diag_add(session->diag, DIAG_COMPARE_NOTHING, mark_none(),
             "%s: %s and %s have no channel of the same name", it->name, a->label, b->label);
    return false;
  }
  return true;
}

static bool compare_pair(Comparing *comparing, const NamedSide *a, const NamedSide *b) {
  const Session *session = comparing->session;
  Comparison *it = &comparing->list[comparing->count++];
  Side other = b->side; // in the units of a
  if (!trajectory_take_units(&a->side.motion, &other.motion, session->arena) ||
      !trajectory_take_units(&a->side.motion, &other.finer, session->arena) ||
      !trajectory_take_units(&a->side.motion, &other.coarser, session->arena) ||
      !comparison_of(&a->side, &other, &comparing->allowance, comparing->names.list,
                     comparing->names.count, it, session->arena)) {
    return false;
  }
  it->name = a->name;
  if (!is_possible(comparing, it, &a->side, &b->side)) {
    return false;
  }
  if (it->rows < it->rows_a || it->rows < it->rows_b) {
    diag_add(session->diag, DIAG_COMPARE_PART, mark_none(),
             "%s: %d common times of %d and %d rows are compared", it->name, it->rows, it->rows_a,
             it->rows_b);
  }
  if (comparing->names.list == NULL) {
    tell_missing(session, it, a->side.label, it->only_a, it->only_a_count);
    tell_missing(session, it, b->side.label, it->only_b, it->only_b_count);
  }
  it->same = tell_uncompared(comparing, it, &a->side, &other) && it->same;
  tell_difference(session, it, &a->side, &other);
  comparing->same = comparing->same && it->same;
  return true;
}

// ---- all pairs ----

static const NamedSide *find(const CompareSide *side, const char *name) {
  for (int k = 0; k < side->count; k++) {
    if (strcmp(side->list[k].name, name) == 0) {
      return &side->list[k];
    }
  }
  return NULL;
}

static void tell_alone(const Session *session, const CompareSide *from, const CompareSide *other) {
  for (int k = 0; k < from->count; k++) {
    if (find(other, from->list[k].name) == NULL) {
      diag_add(session->diag, DIAG_COMPARE_PART, mark_none(), "only %s has \"%s\", not compared",
               from->label, from->list[k].name);
    }
  }
}

// Motions of the same name; where each side has one, these two whatever their names.
static bool compare_all(Comparing *comparing, const CompareSide *a, const CompareSide *b) {
  const Session *session = comparing->session;
  comparing->list = arena_array(session->arena, Comparison, a->count);
  if (comparing->list == NULL) {
    return false;
  }
  if (a->count == 1 && b->count == 1) {
    return compare_pair(comparing, &a->list[0], &b->list[0]);
  }
  for (int k = 0; k < a->count; k++) {
    const NamedSide *other = find(b, a->list[k].name);
    if (other != NULL && !compare_pair(comparing, &a->list[k], other)) {
      return false;
    }
  }
  tell_alone(session, a, b);
  tell_alone(session, b, a);
  return comparing->count > 0 ||
         diag_add(session->diag, DIAG_COMPARE_NOTHING, mark_none(),
                  "%s and %s have no analysis of the same name", a->label, b->label);
}

// ---- report ----

static void put_json(const Comparing *comparing, Text *out) {
  Json json = json_open(out);
  json_put(&json, "{compare: %d, mbsrun: %s, same: %b, comparisons: [", COMPARE_FORMAT,
           versions_program(), comparing->same);
  for (int k = 0; k < comparing->count; k++) {
    comparison_json(&json, NULL, &comparing->list[k]);
  }
  json_put(&json, "]");
  summary_messages(&json, "messages", comparing->session->diag);
  json_put(&json, "}");
}

static int report(const Comparing *comparing) {
  const Session *session = comparing->session;
  Text text = text_open(session->arena->allocator);
  if (session->options->json) {
    put_json(comparing, &text);
  } else {
    for (int k = 0; k < comparing->count && !session->options->quiet; k++) {
      comparison_people(&comparing->list[k], &text);
    }
    messages_show(session, session->diag);
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
  return diag_exit_status(session->diag);
}

int command_compare(const Session *session) {
  const Options *options = session->options;
  Comparing comparing = {.session = session,
                         .allowance = {.absolute = options->within, .relative = options->relative},
                         .same = true};
  CompareSide a, b;
  session->catch_signals();
  terminal_start_progress(session->terminal);
  const bool good = sizes_channels(session, &comparing.names) &&
                    compare_side_open(session, options->operand, &a) &&
                    compare_side_open(session, options->second, &b);
  terminal_end_progress(session->terminal);
  if (good && compare_all(&comparing, &a, &b) && !session->arena->allocator->exhausted) {
    return report(&comparing);
  }
  messages_show(session, session->diag);
  return *session->interrupted != 0 ? EXIT_SIGNAL + (int)*session->interrupted
                                    : loading_status(session);
}
