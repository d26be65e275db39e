// SPDX-License-Identifier: BSD-3-Clause
// comparison_report.c: comparisons for people and for programs (see comparison_report.h).
#include "output/comparison_report.h"

#include <math.h>
#include <string.h>

#include "output/table.h"

enum { LISTED_CHANNELS = 24 };

static bool is_listed(const Comparison *comparison, int number) {
  int worse = 0;
  for (int k = 0; k < comparison->channel_count && comparison->channel_count > LISTED_CHANNELS;
       k++) {
    const double other = comparison_badness(&comparison->channels[k]);
    const double own = comparison_badness(&comparison->channels[number]);
    worse += other > own || (other == own && k < number);
  }
  return worse < LISTED_CHANNELS;
}

// ---- two motions ----

static void put_channel(const ChannelComparison *channel, Table *table) {
  const double nothing = (double)NAN;
  const bool empty = isinf(channel->difference.largest); // on one side
  table_row(table, "ss363333s", channel->name, channel->unit,
            empty ? nothing : channel->difference.largest, channel->difference.t,
            empty ? nothing : channel->difference.rms, channel->scale, channel->estimate,
            channel->limit,
            channel->same ? "same"
            : empty       ? "empty on one side"
                          : "differs");
}

static void put_table(const Comparison *comparison, Text *out) {
  static const char *const heads[] = {"channel", "unit",           "difference", "at t [s]", "rms",
                                      "scale",   "error estimate", "allowed",    ""};
  Table table;
  table_open(&table, "llrrrrrrl", heads, out->allocator);
  for (int k = 0; k < comparison->channel_count; k++) {
    if (is_listed(comparison, k)) {
      put_channel(&comparison->channels[k], &table);
    }
  }
  table_print(&table, 2, out);
  if (comparison->channel_count > LISTED_CHANNELS) {
    text_printf(out, "  and %d channels with smaller differences, see --json\n",
                comparison->channel_count - LISTED_CHANNELS);
  }
}

void comparison_people(const Comparison *comparison, Text *out) {
  text_visible(out, comparison->name, strlen(comparison->name));
  text_put(out, ": ");
  text_visible(out, comparison->label_a, strlen(comparison->label_a));
  text_put(out, " and ");
  text_visible(out, comparison->label_b, strlen(comparison->label_b));
  text_printf(out, ", %d common times", comparison->rows);
  if (comparison->rows < comparison->rows_a || comparison->rows < comparison->rows_b) {
    text_printf(out, " of %d and %d rows", comparison->rows_a, comparison->rows_b);
  }
  text_put(out, comparison->same ? ": same\n" : ": different\n");
  put_table(comparison, out);
}

void comparison_json(Json *json, const char *key, const Comparison *comparison) {
  json_begin_object(json, key);
  json_put(json,
           "name: %s, a: %s, b: %s, same: %b, rows_a: %d, rows_b: %d, common_rows: %d, channels: [",
           comparison->name, comparison->label_a, comparison->label_b, comparison->same,
           comparison->rows_a, comparison->rows_b, comparison->rows);
  for (int k = 0; k < comparison->channel_count; k++) {
    const ChannelComparison *channel = &comparison->channels[k];
    json_put(json,
             "<name: %s, unit: %s, same: %b, difference: %g, t: %g, rms: %g, scale: %g, "
             "estimate: %g, limit: %g>",
             channel->name, channel->unit[0] != '\0' ? channel->unit : NULL, channel->same,
             channel->difference.largest, channel->difference.t, channel->difference.rms,
             channel->scale, channel->estimate, channel->limit);
  }
  json_put(json, "], only_a: [%w], only_b: [%w]}", comparison->only_a, comparison->only_a_count,
           comparison->only_b, comparison->only_b_count);
}

// ---- one analysis by several methods ----

static void put_method(const CrossCheck *check, int k, Table *table) {
  const Ladder *ladder = &check->ladders[k];
  const Rung *rung = ladder->rung_count > 0 ? &ladder->rungs[0] : NULL;
  const Comparison *comparison = k > 0 ? &check->comparisons[k - 1] : NULL;
  const ChannelComparison *worst = comparison != NULL ? comparison_worst(comparison) : NULL;
  const double nothing = (double)NAN;
  if (rung == NULL || rung->status != RUN_OK) {
    table_row(table, "ss", ladder->label, rung == NULL ? "not run" : run_status_word(rung->status));
  } else {
    table_row(table, "sl", ladder->label, rung->counters.steps);
  }
  table_row(table, "s33s", worst != NULL ? worst->name : "",
            worst != NULL ? worst->difference.largest : nothing,
            worst != NULL ? worst->limit : nothing,
            worst == NULL      ? ""
            : comparison->same ? "same"
                               : "differs");
}

static const char *const witness_words[WITNESS_KINDS] = {
    [WITNESS_MOTION] = "motion", [WITNESS_ROWS] = "rows",       [WITNESS_LEDGER] = "ledger",
    [WITNESS_EVENTS] = "events", [WITNESS_IMPACTS] = "impacts", [WITNESS_BALANCE] = "balance",
    [WITNESS_MODES] = "modes",   [WITNESS_CLOSURE] = "closure"};

static void put_witness(const Witness *witness, Text *out) {
  bool any = false;
  for (int k = 0; k < WITNESS_KINDS; k++) {
    const WitnessFinding *of = &witness->of[k];
    if (of->instants > 0) {
      text_printf(out, "%s%s %.2g%s",
                  any ? ", " : "  independent checks, relative to their limits: ", witness_words[k],
                  of->ratio, of->ratio > 1 ? " WRONG" : "");
      any = true;
    }
  }
  text_put(out, any ? "\n" : "");
}

// What may be looked at in an analysis and was not, and why.
static void put_left_out(const CrossCheck *check, const Analysis *analysis, Text *out) {
  const WitnessFinding *of = check->witness.of;
  const bool moves = analysis_moves(analysis->kind), rests = analysis->kind == ANALYSIS_EQUILIBRIUM;
  const bool linear = analysis->kind == ANALYSIS_LINEARIZE;
  const struct {
    bool left;
    const char *words;
  } parts[] = {{moves && of[WITNESS_MOTION].instants == 0, "the motion between rows"},
               {moves && check->accelerations.instants == 0, "accelerations"},
               {(rests || linear) && of[WITNESS_BALANCE].instants == 0, "the balance of forces"},
               {linear && of[WITNESS_MODES].instants == 0, "modes"},
               {analysis->kind == ANALYSIS_ASSEMBLE && of[WITNESS_CLOSURE].instants == 0,
                "the closure of joints"}};
  bool any = false;
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    if (parts[k].left) {
      text_printf(out, "%s%s", any ? ", " : "  not checked: ", parts[k].words);
      any = true;
    }
  }
  const char *own = check->accelerations.instants == 0 ? check->accelerations.why : NULL;
  const char *why = check->witness.why != NULL ? check->witness.why : own;
  if (any) {
    text_printf(out, "%s%s%s\n", why != NULL ? " (" : "", why != NULL ? why : "",
                why != NULL ? ")" : "");
  }
}

void cross_check_people(const CrossCheck *check, const Analysis *analysis, Text *out) {
  static const char *const heads[] = {"method",     "steps",   "worst channel",
                                      "difference", "allowed", ""};
  if (check->ladder_count == 0 && analysis->kind == ANALYSIS_DYNAMICS) {
    return;
  }
  Table table;
  text_put(out, "cross-check of ");
  text_visible(out, analysis->name, strlen(analysis->name));
  if (check->ladder_count == 0) {
    text_put(out, ": no other method, independent checks only\n");
    put_witness(&check->witness, out);
    put_left_out(check, analysis, out);
    return;
  }
  text_printf(out, " at relative tolerance %.0e: %s\n", check->tolerance,
              check->compared == 0 ? "nothing to compare"
              : check->same        ? "same motion"
                                   : "different motions");
  table_open(&table, "lrlrrl", heads, out->allocator);
  for (int k = 0; k < check->ladder_count; k++) {
    put_method(check, k, &table);
  }
  table_print(&table, 2, out);
  double largest = 0;
  const ChannelComparison *worst = NULL;
  for (int k = 0; k < check->run.channel_count; k++) {
    const ChannelComparison *channel = &check->run.channels[k];
    if (channel->difference.largest / channel->scale >= largest) {
      largest = channel->difference.largest / channel->scale;
      worst = channel;
    }
  }
  const Accelerations *a = &check->accelerations;
  if (a->instants > 0) {
    text_printf(out, "  accelerations at %d instants: %.2g of the rounding limit%s\n", a->instants,
                a->ratio, a->ratio > 1 ? ", WRONG" : "");
  }
  put_witness(&check->witness, out);
  put_left_out(check, analysis, out);
  if (worst != NULL) {
    text_put(out, "  the run itself is off by up to ");
    text_printf(out, "%.3g of the scale, in ", largest);
    text_visible(out, worst->name, strlen(worst->name));
    text_put(out, "\n");
  }
}

void cross_check_json(Json *json, const char *key, const CrossCheck *check, bool reproducible) {
  const Accelerations *a = &check->accelerations;
  json_begin_object(json, key);
  json_put(json, "relative_tolerance: %g, compared: %d, same: %b", check->tolerance,
           check->compared, check->same);
  json_put(json, "accelerations: <instants: %d, of_allowed: %g, off: %g, t: %g>, looks: [",
           a->instants, a->ratio, a->off, a->t);
  for (int k = 0; k < WITNESS_KINDS; k++) {
    const WitnessFinding *of = &check->witness.of[k];
    json_put(json, "<at: %s, instants: %d, of_allowed: %g, t: %g>", witness_words[k], of->instants,
             of->ratio, of->t);
  }
  json_put(json, "], methods: [");
  for (int k = 0; k < check->ladder_count; k++) {
    const Ladder *ladder = &check->ladders[k];
    const Rung *rung = ladder->rung_count > 0 ? &ladder->rungs[0] : NULL;
    json_put(json, "<method: %s, status: %s, failure: %s,", ladder->label,
             rung != NULL ? run_status_word(rung_status(rung)) : "not_run",
             rung != NULL && rung->failure.code != DIAG_NONE ? rung->failure.text : NULL);
    if (rung != NULL && rung->status == RUN_OK) {
      json_integer(json, "steps", rung->counters.steps);
      if (!reproducible) {
        json_number(json, "cpu_s", rung->cpu_s);
      }
    }
    json_end_object(json);
  }
  json_put(json, "], comparisons: [");
  for (int k = 0; k + 1 < check->ladder_count; k++) {
    if (check->comparisons[k].channel_count > 0) {
      comparison_json(json, NULL, &check->comparisons[k]);
    }
  }
  json_put(json, "], error_of_the_run: [");
  for (int k = 0; k < check->run.channel_count; k++) {
    const ChannelComparison *channel = &check->run.channels[k];
    json_put(json, "<name: %s, difference: %g, t: %g, scale: %g>", channel->name,
             channel->difference.largest, channel->difference.t, channel->scale);
  }
  json_put(json, "]}");
}
