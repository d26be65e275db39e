// SPDX-License-Identifier: BSD-3-Clause
// study_terminal.c: the tables of `mbsrun convergence`.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/convergence/study.h"
#include "output/summary.h"
#include "output/table.h"

enum { LISTED_CHANNELS = 24, CELL = 200 };

const char *study_ladder_word(LadderKind kind) {
  return kind == LADDER_STEP ? "step" : "tolerance";
}

bool study_violates(const Rung *rung, const char *name) {
  for (int k = 0; k < rung->check_count; k++) {
    const CheckResult *check = &rung->checks[k];
    if (strcmp(check->check->name, name) == 0 && check->evaluated && !check->passed) {
      return true;
    }
  }
  return false;
}

// ---- work and precision ----

static const char *channel_name(const Convergence *it, int channel) {
  return channel >= 0 ? it->channels[channel].name : "-";
}

static void put_work_row(const Study *study, const Convergence *it, int k, Table *table) {
  const Rung *rung = &it->ladder->rungs[k];
  if (rung->status != RUN_OK) {
    table_row(table, "6ssssss", rung->size, run_status_word(rung->status), "-", "-", "-", "-", "-");
    return;
  }
  table_row(table, "6l333s3", rung->size, rung->counters.steps,
            study->reproducible ? (double)NAN : 1e3 * rung->cpu_s, rung->energy_drift, it->error[k],
            channel_name(it, it->error_channel[k]), it->truth[k]);
}

static void put_work(const Study *study, const Convergence *it, Text *out) {
  const char *size = it->ladder->kind == LADDER_STEP ? "step [s]" : "tolerance";
  const char *const heads[] = {size,          "steps",    "cpu [ms]",        "energy drift [J]",
                               "error/scale", "worst in", "true error/scale"};
  Table table;
  table_open(&table, "rrrrrlr", heads, out->allocator);
  for (int k = 0; k < it->rung_count; k++) {
    put_work_row(study, it, k, &table);
  }
  table_print(&table, 2, out);
}

static void put_failures(const Convergence *it, Text *out) {
  for (int k = 0; k < it->rung_count; k++) {
    const Rung *rung = &it->ladder->rungs[k];
    if (rung_status(rung) != RUN_OK) {
      text_printf(out, "  %s %.6g: %s", study_ladder_word(it->ladder->kind), rung->size,
                  rung->inaccurate ? "inaccurate: " : "");
      text_visible(out, rung->failure.text, strlen(rung->failure.text));
      text_put(out, "\n");
    }
  }
}

// ---- orders ----

// "2.00 1.98 -": between rungs 1 to 3, 2 to 4, ...
static void join_orders(const double *order, int count, char cell[static CELL]) {
  int used = 0;
  cell[0] = '\0';
  for (int k = 0; k < count && used < CELL - 32; k++) {
    used += isnan(order[k])
                ? snprintf(cell + used, CELL - (size_t)used, "%s-", k > 0 ? " " : "")
                : snprintf(cell + used, CELL - (size_t)used, "%s%.2f", k > 0 ? " " : "", order[k]);
  }
}

static void put_channel(const Convergence *it, const ChannelConvergence *channel, Table *table) {
  char cell[CELL], fit[CELL];
  join_orders(&channel->fit, 1, fit);
  join_orders(channel->order, it->rung_count > 2 ? it->rung_count - 2 : 0, cell);
  table_row(table, "ss3ss33", channel->name, channel->unit, channel->scale, fit, cell,
            channel->error[it->finest], channel->truth[it->finest]);
}

static double badness(const Convergence *it, int channel) {
  const ChannelConvergence *c = &it->channels[channel];
  return isnan(c->error[it->finest]) ? 0 : c->error[it->finest] / c->scale;
}

// Whether fewer than LISTED_CHANNELS others are worse.
static bool is_listed(const Convergence *it, int channel) {
  int worse = 0;
  for (int k = 0; k < it->channel_count && it->channel_count > LISTED_CHANNELS; k++) {
    const double other = badness(it, k), own = badness(it, channel);
    worse += other > own || (other == own && k < channel);
  }
  return worse < LISTED_CHANNELS;
}

static void put_channels(const Convergence *it, Text *out) {
  const bool steps = it->ladder->kind == LADDER_STEP;
  const char *const heads[] = {
      "channel",       "unit",
      "scale",         steps ? "order" : "slope",
      "between rungs", steps ? "error at the smallest step" : "error at the smallest tolerance",
      "true error"};
  Table table;
  table_open(&table, "llrrlrr", heads, out->allocator);
  for (int k = 0; k < it->channel_count; k++) {
    if (is_listed(it, k)) {
      put_channel(it, &it->channels[k], &table);
    }
  }
  table_print(&table, 2, out);
  if (it->channel_count > LISTED_CHANNELS) {
    text_printf(out, "  and %d channels with smaller errors, see --json or -o\n",
                it->channel_count - LISTED_CHANNELS);
  }
}

// ---- exceptions ----

static void put_exceptions(const Convergence *it, Text *out) {
  enum { LISTED = 3 };
  int shown = 0;
  text_printf(out, "  monotone: %d of %d pairs of rungs%s", it->pairs - it->exceptions, it->pairs,
              it->exceptions > 0 ? "; not " : "");
  for (int c = 0; c < it->channel_count; c++) {
    for (int k = 0; k < it->rung_count && shown < LISTED; k++) {
      const int next = convergence_next(it->ladder, k);
      bool exception = false;
      if (next >= 0 && it->ladder->rungs[k].status == RUN_OK &&
          convergence_pair(&it->channels[c], k, next, &exception) && exception) {
        text_put(out, shown++ > 0 ? ", " : "");
        text_visible(out, it->channels[c].name, strlen(it->channels[c].name));
        text_printf(out, " from %.3g to %.3g", it->ladder->rungs[k].size,
                    it->ladder->rungs[next].size);
      }
    }
  }
  text_put(out, it->exceptions > LISTED ? ", ...\n" : "\n");
}

static void put_contestant(const Study *study, const Convergence *it, Text *out) {
  const Ladder *ladder = it->ladder;
  text_put(out, "\n");
  text_visible(out, ladder->label, strlen(ladder->label));
  text_printf(out, ", analysis %s", ladder->analysis);
  if (it->finest >= 0) {
    const Rung *rung = &ladder->rungs[it->finest];
    text_printf(out, " (%s%s%s)", rung->integrator, rung->formulation != NULL ? ", " : "",
                rung->formulation != NULL ? rung->formulation : "");
  }
  text_put(out, "\n");
  put_work(study, it, out);
  put_failures(it, out);
  if (it->finest > 0 && it->channel_count > 0) {
    text_put(out, "\n");
    put_channels(it, out);
    put_exceptions(it, out);
  }
}

// ---- checks ----

static void put_check(const Convergence *it, const CheckConvergence *check, Table *table) {
  char at[CELL], limit[CELL], ratio[CELL] = "-", orders[CELL] = "";
  const double found = check->found[it->finest], target = check->target;
  snprintf(at, sizeof at, "%s %.6g", study_ladder_word(it->ladder->kind),
           it->ladder->rungs[it->finest].size);
  snprintf(limit, sizeof limit, "< %.3g", check->limit);
  if (target != 0 && !isnan(found / target)) {
    snprintf(ratio, sizeof ratio, "%.6f", found / target);
  }
  if (isnan(target)) {
    table_row(table, "sss4s", check->name, it->ladder->label, at, found, limit);
  } else {
    join_orders(check->order, it->rung_count > 1 ? it->rung_count - 1 : 0, orders);
    table_row(table, "ssscc", check->name, it->ladder->label, at, found, target);
  }
  table_row(table, "s3ss", ratio, check->error[it->finest], orders,
            study_violates(&it->ladder->rungs[it->finest], check->name) ? "violated" : "passed");
}

static const CheckConvergence *find_check(const Convergence *it, const char *name) {
  for (int k = 0; k < it->check_count; k++) {
    if (strcmp(it->checks[k].name, name) == 0) {
      return &it->checks[k];
    }
  }
  return NULL;
}

// Check by check, all contestants below each other.
static void put_checks(const Study *study, Text *out) {
  static const char *const heads[] = {
      "check", "method", "at", "value", "target", "ratio", "error", "order between rungs", ""};
  const Model *model = study->model;
  Table table;
  table_open(&table, "lllrrrrll", heads, out->allocator);
  int rows = 0;
  for (int c = 0; c < model->check_count; c++) {
    for (int k = 0; k < study->count; k++) {
      const CheckConvergence *check = find_check(&study->list[k], model->checks[c].name);
      if (check != NULL) {
        put_check(&study->list[k], check, &table);
        rows++;
      }
    }
  }
  if (rows > 0) {
    text_put(out, "\nchecks, on the finest rung\n");
  } else {
    table.count = 0;
  }
  table_print(&table, 2, out);
}

void study_people(const Study *study, Text *out) {
  const char *slash = strrchr(study->model->file, '/');
  const char *name = slash != NULL ? slash + 1 : study->model->file;
  name = strcmp(name, "-") == 0 ? "standard input" : name;
  text_visible(out, name, strlen(name));
  text_put(out, ": errors are the largest over the rows; estimates by Richardson extrapolation "
                "from the finest rung\n");
  for (int k = 0; k < study->count; k++) {
    put_contestant(study, &study->list[k], out);
  }
  put_checks(study, out);
}
