// SPDX-License-Identifier: BSD-3-Clause
// report.c: what the results of a study say (see report.h).
//
// Two passes over the rows: the first finds ranges and sums, the second fills bins. With n_k runs
// of mean m_k in bin k and the mean m of all, the main effect is sum n_k (m_k - m)^2 over
// sum (y - m)^2. Correlations are Pearson's.
#include "sweep/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/sensitivity_write.h"

enum { BINS = 10, CLASSES = 20 };

// Of one column over the runs that ended well and have it.
typedef struct Column {
  long count, least_run, largest_run;
  double least, largest, mean, squares; // squares: of distances from the mean
} Column;

// Of a variable and an output.
typedef struct Pair {
  long count;
  double mean_x, mean_y, xx, yy, xy; // sums of products of distances from the means
  long bin_count[BINS];
  double bin_sum[BINS];
} Pair;

typedef struct Class {
  char status[16], code[16], message[160];
  long count, first;
} Class;

typedef struct Report {
  const StoreColumn *columns;
  int count, variables;
  Column *of;
  Pair *pairs; // variable-major
  Class classes[CLASSES];
  int class_count;
  long runs, ok, unnamed;
} Report;

// ---- first pass ----

static void note_failure(Report *report, const StoreRow *row) {
  const char *code = row->code == NULL ? "" : row->code;
  for (int k = 0; k < report->class_count; k++) {
    Class *class = &report->classes[k];
    if (strcmp(class->status, row->status) == 0 && strcmp(class->code, code) == 0) {
      class->count++;
      return;
    }
  }
  if (report->class_count == CLASSES) {
    report->unnamed++;
    return;
  }
  Class *class = &report->classes[report->class_count++];
  *class = (Class){.count = 1, .first = row->run};
  (void)snprintf(class->status, sizeof class->status, "%s", row->status);
  (void)snprintf(class->code, sizeof class->code, "%s", code);
  (void)snprintf(class->message, sizeof class->message, "%s",
                 row->message == NULL ? "" : row->message);
}

// Welford's update.
static void note_value(Column *column, long run, double value) {
  if (isnan(value)) {
    return;
  }
  if (column->count == 0 || value < column->least) {
    column->least = value;
    column->least_run = run;
  }
  if (column->count == 0 || value > column->largest) {
    column->largest = value;
    column->largest_run = run;
  }
  column->count++;
  const double before = value - column->mean;
  column->mean += before / (double)column->count;
  column->squares += before * (value - column->mean);
}

static void note_pair(Pair *pair, double x, double y) {
  if (isnan(x) || isnan(y)) {
    return;
  }
  pair->count++;
  const double n = (double)pair->count, dx = x - pair->mean_x, dy = y - pair->mean_y;
  pair->mean_x += dx / n;
  pair->mean_y += dy / n;
  pair->xx += dx * (x - pair->mean_x);
  pair->yy += dy * (y - pair->mean_y);
  pair->xy += dx * (y - pair->mean_y);
}

static bool first_pass(void *context, const StoreRow *row) {
  Report *report = context;
  report->runs++;
  if (strcmp(row->status, "ok") != 0) {
    note_failure(report, row);
    return true;
  }
  report->ok++;
  const int outputs = report->count - report->variables;
  for (int k = 0; k < report->count; k++) {
    note_value(&report->of[k], row->run, row->values[k]);
  }
  for (int v = 0; v < report->variables; v++) {
    for (int k = 0; k < outputs; k++) {
      note_pair(&report->pairs[v * outputs + k], row->values[v],
                row->values[report->variables + k]);
    }
  }
  return true;
}

// ---- second pass ----

static bool second_pass(void *context, const StoreRow *row) {
  Report *report = context;
  const int outputs = report->count - report->variables;
  if (strcmp(row->status, "ok") != 0) {
    return true;
  }
  for (int v = 0; v < report->variables; v++) {
    const Column *column = &report->of[v];
    const double width = column->largest - column->least;
    if (!(width > 0) || isnan(row->values[v])) {
      continue;
    }
    const int place = (int)(BINS * (row->values[v] - column->least) / width);
    const int bin = place < BINS ? place : BINS - 1;
    for (int k = 0; k < outputs; k++) {
      const double y = row->values[report->variables + k];
      if (!isnan(y)) {
        report->pairs[v * outputs + k].bin_count[bin]++;
        report->pairs[v * outputs + k].bin_sum[bin] += y;
      }
    }
  }
  return true;
}

static double main_effect(const Pair *pair) {
  double sum = 0;
  for (int b = 0; b < BINS; b++) {
    if (pair->bin_count[b] > 0) {
      const double distance = pair->bin_sum[b] / (double)pair->bin_count[b] - pair->mean_y;
      sum += (double)pair->bin_count[b] * distance * distance;
    }
  }
  return sum / pair->yy;
}

// ---- words ----

static void put_outputs(const Report *report, Text *out) {
  text_printf(out, "\n%-24s %13s %8s %13s %8s %13s %13s\n", "output", "least", "in run", "largest",
              "in run", "mean", "deviation");
  for (int k = report->variables; k < report->count; k++) {
    const Column *column = &report->of[k];
    const StoreColumn *about = &report->columns[k];
    char name[80];
    (void)snprintf(name, sizeof name, "%s%s%s%s", about->name, about->unit[0] != '\0' ? " [" : "",
                   about->unit, about->unit[0] != '\0' ? "]" : "");
    if (column->count == 0) {
      text_printf(out, "%-24s no run has it\n", name);
      continue;
    }
    const double deviation =
        column->count > 1 ? sqrt(column->squares / (double)(column->count - 1)) : 0;
    text_printf(out, "%-24s %13.6g %8ld %13.6g %8ld %13.6g %13.6g\n", name, column->least,
                column->least_run, column->largest, column->largest_run, column->mean, deviation);
  }
}

static void put_influence(const Report *report, Text *out) {
  const int outputs = report->count - report->variables;
  text_printf(out, "\n%-24s %-24s %12s %12s\n", "output", "variable", "correlation", "main effect");
  for (int k = 0; k < outputs; k++) {
    for (int v = 0; v < report->variables; v++) {
      const Pair *pair = &report->pairs[v * outputs + k];
      text_printf(out, "%-24s %-24s ", report->columns[report->variables + k].name,
                  report->columns[v].name);
      if (pair->count < 2 || !(pair->xx > 0) || !(pair->yy > 0)) {
        text_put(out, "  one of them does not vary\n");
      } else {
        text_printf(out, "%12.3f %10.1f %%\n", pair->xy / sqrt(pair->xx * pair->yy),
                    100 * main_effect(pair));
      }
    }
  }
}

static void put_failures(const Report *report, Text *out) {
  if (report->runs == report->ok) {
    return;
  }
  text_put(out, "\nfailures\n");
  for (int k = 0; k < report->class_count; k++) {
    const Class *class = &report->classes[k];
    text_printf(out, "  %ld %s, %s, first run %ld: %s\n", class->count, class->status, class->code,
                class->first, class->message);
  }
  if (report->unnamed > 0) {
    text_printf(out, "  %ld of further classes\n", report->unnamed);
  }
}

bool report_write(Store *store, Arena *arena, Text *out) {
  Report *report = arena_new(arena, Report);
  const char *title = store_value(store, "title"), *total = store_value(store, "runs");
  if (report == NULL || title == NULL || total == NULL) {
    return false;
  }
  report->count = store_columns(store, &report->columns);
  for (int k = 0; k < report->count; k++) {
    report->variables += strcmp(report->columns[k].kind, "variable") == 0 ? 1 : 0;
  }
  report->of = arena_array(arena, Column, report->count);
  report->pairs = arena_array(arena, Pair, report->variables * (report->count - report->variables));
  if (report->count < 0 || report->of == NULL || report->pairs == NULL ||
      !store_visit(store, first_pass, report) || !store_visit(store, second_pass, report)) {
    return false;
  }
  text_printf(out, "%s%s%ld of %s runs have ended, %ld well\n", title, title[0] != '\0' ? ": " : "",
              report->runs, total, report->ok);
  put_outputs(report, out);
  put_influence(report, out);
  Sensitivity sensitivity;
  if (!sensitivity_find(store, &sensitivity, arena)) {
    return false;
  }
  if (sensitivity.method != PLAN_GRID) {
    sensitivity_text(&sensitivity, out);
  }
  put_failures(report, out);
  return true;
}
