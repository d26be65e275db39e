// SPDX-License-Identifier: BSD-3-Clause
// report.c: what the results of a study say (see report.h).
#include "sweep/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/influence.h"
#include "sweep/sensitivity_write.h"

enum { CLASSES = 20, NAME_SIZE = 80, SHOWN_VARIABLES = 8 };

// Of one column over the runs that ended well and have it.
typedef struct Column {
  double *values; // of the runs that ended well, in order
  const int *order;
  long count;
  int least, largest;   // places among them
  double mean, squares; // squares: of distances from the mean
} Column;

typedef struct Class {
  char status[16], code[16], message[400];
  long count, first;
} Class;

typedef struct Report {
  const StoreColumn *columns;
  int count, variables;
  Column *of;
  long *numbers; // of the runs that ended well
  int ok, capacity;
  Class classes[CLASSES];
  int class_count;
  long runs, unnamed;
} Report;

// ---- reading ----

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
static void note_value(Column *column, int place, double value) {
  column->values[place] = value;
  if (isnan(value)) {
    return;
  }
  if (column->count == 0 || value < column->values[column->least]) {
    column->least = place;
  }
  if (column->count == 0 || value > column->values[column->largest]) {
    column->largest = place;
  }
  column->count++;
  const double before = value - column->mean;
  column->mean += before / (double)column->count;
  column->squares += before * (value - column->mean);
}

static bool take_row(void *context, const StoreRow *row) {
  Report *report = context;
  report->runs++;
  if (strcmp(row->status, "ok") != 0) {
    note_failure(report, row);
    return true;
  }
  if (report->ok == report->capacity) {
    return true; // came while we read
  }
  report->numbers[report->ok] = row->run;
  for (int k = 0; k < report->count; k++) {
    note_value(&report->of[k], report->ok, row->values[k]);
  }
  report->ok++;
  return true;
}

static bool make_room(Report *report, Store *store, Arena *arena) {
  long counts[SWEEP_STATUS_COUNT];
  report->count = store_columns(store, &report->columns);
  for (int k = 0; k < report->count; k++) {
    report->variables += strcmp(report->columns[k].kind, "variable") == 0 ? 1 : 0;
  }
  if (report->count < 0 || !store_counts(store, counts) || counts[SWEEP_OK] > 1000000000) {
    return false;
  }
  report->capacity = (int)counts[SWEEP_OK];
  report->of = arena_array(arena, Column, report->count);
  report->numbers = arena_array(arena, long, report->capacity);
  bool good = report->of != NULL && report->numbers != NULL;
  for (int k = 0; good && k < report->count; k++) {
    report->of[k].values = arena_array(arena, double, report->capacity);
    good = report->of[k].values != NULL;
  }
  return good;
}

static bool put_in_order(const Report *report, Arena *arena) {
  bool good = true;
  for (int k = 0; good && k < report->count; k++) {
    report->of[k].order = influence_order(report->of[k].values, report->ok, arena);
    good = report->of[k].order != NULL;
  }
  return good;
}

// ---- words ----

static bool has_unit(const StoreColumn *column) {
  return column->unit[0] != '\0' && strcmp(column->unit, "1") != 0;
}

static void name_column(const StoreColumn *column, char name[static NAME_SIZE]) {
  const bool unit = has_unit(column);
  (void)snprintf(name, NAME_SIZE, "%s%s%s%s", column->name, unit ? " [" : "",
                 unit ? column->unit : "", unit ? "]" : "");
}

static void put_outputs(const Report *report, Text *out) {
  text_printf(out, "\n%-24s %13s %8s %13s %8s %13s %13s\n", "output", "least", "in run", "largest",
              "in run", "mean", "deviation");
  for (int k = report->variables; k < report->count; k++) {
    const Column *column = &report->of[k];
    char name[NAME_SIZE];
    name_column(&report->columns[k], name);
    if (column->count == 0) {
      text_printf(out, "%-24s no run has it\n", name);
      continue;
    }
    const double deviation =
        column->count > 1 ? sqrt(column->squares / (double)(column->count - 1)) : 0;
    text_printf(out, "%-24s %13.6g %8ld %13.6g %8ld %13.6g %13.6g\n", name,
                column->values[column->least], report->numbers[column->least],
                column->values[column->largest], report->numbers[column->largest], column->mean,
                deviation);
  }
}

static void put_run(const Report *report, const char *what, int place, Text *out) {
  text_printf(out, "  %-8s run %ld:", what, report->numbers[place]);
  for (int v = 0; v < report->variables && v < SHOWN_VARIABLES; v++) {
    const StoreColumn *variable = &report->columns[v];
    text_printf(out, "%s %s = %.6g%s%s", v > 0 ? "," : "", variable->name,
                report->of[v].values[place], has_unit(variable) ? " " : "",
                has_unit(variable) ? variable->unit : "");
  }
  text_put(out, report->variables > SHOWN_VARIABLES ? ", ...\n" : "\n");
}

static void put_extremes(const Report *report, Text *out) {
  text_put(out, "\nruns with the least and the largest value\n");
  for (int k = report->variables; k < report->count; k++) {
    const Column *column = &report->of[k];
    if (column->count > 0 && column->values[column->least] < column->values[column->largest]) {
      text_printf(out, "%s\n", report->columns[k].name);
      put_run(report, "least", column->least, out);
      put_run(report, "largest", column->largest, out);
    }
  }
}

static void put_figure(double value, const char *format, Text *out) {
  char text[32] = "-";
  if (!isnan(value)) {
    (void)snprintf(text, sizeof text, strcmp(format, "part") == 0 ? "%.1f %%" : "%.3f",
                   strcmp(format, "part") == 0 ? 100 * value : value);
  }
  text_printf(out, " %12s", text);
}

static bool put_influence(const Report *report, Arena *arena, Text *out) {
  double *room = arena_array(arena, double, 2 * report->ok);
  if (room == NULL) {
    return false;
  }
  text_printf(out, "\n%-24s %-24s %12s %12s %12s\n", "output", "variable", "correlation",
              "of ranks", "main effect");
  for (int k = report->variables; k < report->count; k++) {
    for (int v = 0; v < report->variables; v++) {
      const InfluenceColumn x = {report->of[v].values, report->of[v].order};
      const InfluenceColumn y = {report->of[k].values, report->of[k].order};
      const Influence found = influence_find(&x, &y, report->ok, room);
      text_printf(out, "%-24s %-24s", report->columns[k].name, report->columns[v].name);
      if (found.count < 2 || isnan(found.correlation)) {
        text_put(out, "   one of them does not vary\n");
        continue;
      }
      put_figure(found.correlation, "", out);
      put_figure(found.rank, "", out);
      put_figure(found.main_effect, "part", out);
      text_put(out, "\n");
    }
  }
  text_put(out,
           "correlation: Pearson's; of ranks: Spearman's; main effect: part of the variance that "
           "the means over\nthe values of the variable make up (more than 20: over bins of equal "
           "count), less what chance gives\n");
  return true;
}

static void put_failures(const Report *report, Text *out) {
  if (report->class_count == 0) {
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
  Sensitivity sensitivity;
  const char *title = store_value(store, "title"), *total = store_value(store, "runs");
  if (report == NULL || title == NULL || total == NULL || !make_room(report, store, arena) ||
      !store_visit(store, take_row, report) || !put_in_order(report, arena) ||
      !sensitivity_find(store, &sensitivity, arena)) {
    return false;
  }
  text_printf(out, "%s%s%ld of %s runs have ended, %d well\n", title, title[0] != '\0' ? ": " : "",
              report->runs, total, report->ok);
  put_outputs(report, out);
  put_extremes(report, out);
  const bool good = put_influence(report, arena, out);
  if (sensitivity.method != PLAN_GRID) {
    sensitivity_text(&sensitivity, out);
  }
  put_failures(report, out);
  return good;
}
