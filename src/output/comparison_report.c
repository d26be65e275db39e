// SPDX-License-Identifier: BSD-3-Clause
// comparison_report.c: comparisons for people and for programs (see comparison_report.h).
#include "output/comparison_report.h"

#include <math.h>
#include <string.h>

#include "output/table.h"

enum { LISTED_CHANNELS = 24 };

// How near a channel is to its limit; above 1 it differs.
static double badness(const ChannelComparison *channel) {
  return channel->limit > 0 ? channel->difference.largest / channel->limit
         : channel->same    ? 0
                            : HUGE_VAL;
}

static const ChannelComparison *worst_of(const Comparison *comparison) {
  const ChannelComparison *worst = NULL;
  for (int k = 0; k < comparison->channel_count; k++) {
    const ChannelComparison *channel = &comparison->channels[k];
    worst = worst == NULL || badness(channel) > badness(worst) ? channel : worst;
  }
  return worst;
}

static bool is_listed(const Comparison *comparison, int number) {
  int worse = 0;
  for (int k = 0; k < comparison->channel_count && comparison->channel_count > LISTED_CHANNELS;
       k++) {
    const double other = badness(&comparison->channels[k]);
    const double own = badness(&comparison->channels[number]);
    worse += other > own || (other == own && k < number);
  }
  return worse < LISTED_CHANNELS;
}

// ---- two motions ----

static void put_channel(const ChannelComparison *channel, Table *table) {
  table_text(table, channel->name);
  table_text(table, channel->unit);
  table_number(table, channel->difference.largest, 3);
  table_number(table, channel->difference.t, 6);
  table_number(table, channel->difference.rms, 3);
  table_number(table, channel->scale, 3);
  table_number(table, channel->estimate, 3);
  table_number(table, channel->limit, 3);
  table_text(table, channel->same ? "same" : "differs");
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
    text_printf(out, "  and %d channels nearer together, see --json\n",
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

static void put_names(Json *json, const char *key, const char *const *names, int count) {
  json_begin_short_list(json, key);
  for (int k = 0; k < count; k++) {
    json_text(json, NULL, names[k]);
  }
  json_end_list(json);
}

void comparison_json(Json *json, const char *key, const Comparison *comparison) {
  json_begin_object(json, key);
  json_text(json, "name", comparison->name);
  json_text(json, "a", comparison->label_a);
  json_text(json, "b", comparison->label_b);
  json_boolean(json, "same", comparison->same);
  json_integer(json, "rows_a", comparison->rows_a);
  json_integer(json, "rows_b", comparison->rows_b);
  json_integer(json, "common_rows", comparison->rows);
  json_begin_list(json, "channels");
  for (int k = 0; k < comparison->channel_count; k++) {
    const ChannelComparison *channel = &comparison->channels[k];
    json_begin_short_object(json, NULL);
    json_text(json, "name", channel->name);
    json_text(json, "unit", channel->unit[0] != '\0' ? channel->unit : NULL);
    json_boolean(json, "same", channel->same);
    json_number(json, "difference", channel->difference.largest);
    json_number(json, "t", channel->difference.t);
    json_number(json, "rms", channel->difference.rms);
    json_number(json, "scale", channel->scale);
    json_number(json, "estimate", channel->estimate);
    json_number(json, "limit", channel->limit);
    json_end_object(json);
  }
  json_end_list(json);
  put_names(json, "only_a", comparison->only_a, comparison->only_a_count);
  put_names(json, "only_b", comparison->only_b, comparison->only_b_count);
  json_end_object(json);
}

// ---- one analysis by several methods ----

static void put_method(const CrossCheck *check, int k, Table *table) {
  const Ladder *ladder = &check->ladders[k];
  const Rung *rung = ladder->rung_count > 0 ? &ladder->rungs[0] : NULL;
  const Comparison *comparison = k > 0 ? &check->comparisons[k - 1] : NULL;
  const ChannelComparison *worst = comparison != NULL ? worst_of(comparison) : NULL;
  table_text(table, ladder->label);
  if (rung == NULL || rung->status != RUN_OK) {
    table_text(table, rung == NULL ? "not run" : run_status_word(rung->status));
  } else {
    table_integer(table, rung->counters.steps);
  }
  table_text(table, worst != NULL ? worst->name : "");
  table_number(table, worst != NULL ? worst->difference.largest : (double)NAN, 3);
  table_number(table, worst != NULL ? worst->limit : (double)NAN, 3);
  table_text(table, worst == NULL ? "" : comparison->same ? "same" : "differs");
}

static const char *const witness_words[WITNESS_KINDS] = {[WITNESS_MOTION] = "motion",
                                                         [WITNESS_ROWS] = "rows",
                                                         [WITNESS_LEDGER] = "ledger",
                                                         [WITNESS_EVENTS] = "events",
                                                         [WITNESS_IMPACTS] = "impacts"};

static void put_witness(const Witness *witness, Text *out) {
  bool any = false;
  for (int k = 0; k < WITNESS_KINDS; k++) {
    const WitnessFinding *of = &witness->of[k];
    if (of->instants > 0) {
      text_printf(out, "%s%s %.2g%s",
                  any ? ", " : "  independent looks, of what is allowed: ", witness_words[k],
                  of->ratio, of->ratio > 1 ? " WRONG" : "");
      any = true;
    }
  }
  text_put(out, any ? "\n" : "");
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
    text_put(out, ": none; only motions are compared\n");
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
    text_printf(out, "  accelerations at %d instants: %.2g of what rounding allows%s\n",
                a->instants, a->ratio, a->ratio > 1 ? ", WRONG" : "");
  } else if (a->why != NULL) {
    text_printf(out, "  accelerations were not held against a factorization of their own: %s\n",
                a->why);
  }
  put_witness(&check->witness, out);
  if (worst != NULL) {
    text_put(out, "  the run itself is off by up to ");
    text_printf(out, "%.3g of the scale, in ", largest);
    text_visible(out, worst->name, strlen(worst->name));
    text_put(out, "\n");
  }
}

void cross_check_json(Json *json, const char *key, const CrossCheck *check, bool reproducible) {
  json_begin_object(json, key);
  json_number(json, "relative_tolerance", check->tolerance);
  json_integer(json, "compared", check->compared);
  json_boolean(json, "same", check->same);
  json_begin_short_object(json, "accelerations");
  json_integer(json, "instants", check->accelerations.instants);
  json_number(json, "of_allowed", check->accelerations.ratio);
  json_number(json, "off", check->accelerations.off);
  json_number(json, "t", check->accelerations.t);
  json_end_object(json);
  json_begin_list(json, "looks");
  for (int k = 0; k < WITNESS_KINDS; k++) {
    json_begin_short_object(json, NULL);
    json_text(json, "at", witness_words[k]);
    json_integer(json, "instants", check->witness.of[k].instants);
    json_number(json, "of_allowed", check->witness.of[k].ratio);
    json_number(json, "t", check->witness.of[k].t);
    json_end_object(json);
  }
  json_end_list(json);
  json_begin_list(json, "methods");
  for (int k = 0; k < check->ladder_count; k++) {
    const Ladder *ladder = &check->ladders[k];
    const Rung *rung = ladder->rung_count > 0 ? &ladder->rungs[0] : NULL;
    json_begin_short_object(json, NULL);
    json_text(json, "method", ladder->label);
    json_text(json, "status", rung != NULL ? run_status_word(rung_status(rung)) : "not_run");
    json_text(json, "failure",
              rung != NULL && rung->failure.code != DIAG_NONE ? rung->failure.text : NULL);
    if (rung != NULL && rung->status == RUN_OK) {
      json_integer(json, "steps", rung->counters.steps);
      if (!reproducible) {
        json_number(json, "cpu_s", rung->cpu_s);
      }
    }
    json_end_object(json);
  }
  json_end_list(json);
  json_begin_list(json, "comparisons");
  for (int k = 0; k + 1 < check->ladder_count; k++) {
    if (check->comparisons[k].channel_count > 0) {
      comparison_json(json, NULL, &check->comparisons[k]);
    }
  }
  json_end_list(json);
  json_begin_list(json, "error_of_the_run");
  for (int k = 0; k < check->run.channel_count; k++) {
    const ChannelComparison *channel = &check->run.channels[k];
    json_begin_short_object(json, NULL);
    json_text(json, "name", channel->name);
    json_number(json, "difference", channel->difference.largest);
    json_number(json, "t", channel->difference.t);
    json_number(json, "scale", channel->scale);
    json_end_object(json);
  }
  json_end_list(json);
  json_end_object(json);
}
