// SPDX-License-Identifier: BSD-3-Clause
// report.c: what the results of a study say (see report.h).
#include "sweep/results/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sweep/plan/influence.h"
#include "sweep/results/outcome.h"
#include "sweep/results/sensitivity_write.h"

enum { NAME_SIZE = 80, SHOWN_VARIABLES = 8 };

// ---- words ----

static void name_column(const StoreColumn *column, char name[static NAME_SIZE]) {
  const bool unit = outcome_has_unit(column);
  (void)snprintf(name, NAME_SIZE, "%s%s%s%s", column->name, unit ? " [" : "",
                 unit ? column->unit : "", unit ? "]" : "");
}

static void put_outputs(const Outcome *report, Text *out) {
  text_printf(out, "\n%-24s %13s %8s %13s %8s %13s %13s\n", "output", "least", "in run", "largest",
              "in run", "mean", "deviation");
  for (int k = report->variables; k < report->count; k++) {
    const OutcomeColumn *column = &report->of[k];
    char name[NAME_SIZE];
    name_column(&report->columns[k], name);
    if (column->count == 0) {
      text_printf(out, "%-24s no run has a value\n", name);
      continue;
    }
    if (!column->varies) {
      text_printf(out, "%-24s %13.6g does not vary\n", name, column->mean);
      continue;
    }
    const double deviation = outcome_deviation(column);
    text_printf(out, "%-24s %13.6g %8ld %13.6g %8ld %13.6g %13.6g\n", name,
                column->values[column->least], report->numbers[column->least],
                column->values[column->largest], report->numbers[column->largest], column->mean,
                deviation);
  }
}

static void put_run(const Outcome *report, const char *what, int place, Text *out) {
  text_printf(out, "  %-8s run %ld:", what, report->numbers[place]);
  for (int v = 0; v < report->variables && v < SHOWN_VARIABLES; v++) {
    const StoreColumn *variable = &report->columns[v];
    text_printf(out, "%s %s = %.6g%s%s", v > 0 ? "," : "", variable->name,
                report->of[v].values[place], outcome_has_unit(variable) ? " " : "",
                outcome_has_unit(variable) ? variable->unit : "");
  }
  text_put(out, report->variables > SHOWN_VARIABLES ? ", ...\n" : "\n");
}

static void put_extremes(const Outcome *report, Text *out) {
  text_put(out, "\nruns with the least and the largest value\n");
  for (int k = report->variables; k < report->count; k++) {
    const OutcomeColumn *column = &report->of[k];
    if (column->varies) {
      text_printf(out, "%s\n", report->columns[k].name);
      put_run(report, "least", column->least, out);
      put_run(report, "largest", column->largest, out);
    }
  }
}

static void put_correlation(double value, Text *out) {
  if (isnan(value)) {
    text_printf(out, " %12s", "-");
  } else {
    text_printf(out, " %12.3f", value);
  }
}

static void put_effect(const Influence *found, Text *out) {
  if (found->told == INFLUENCE_TOLD) {
    text_printf(out, "      %5.1f %%", 100 * found->main_effect);
    if (found->error > 0) {
      text_printf(out, " +- %.1f", 100 * found->error);
    }
    text_put(out, "\n");
    return;
  }
  text_put(out, found->told == INFLUENCE_TOO_FEW ? "      too few runs\n" : "      see below\n");
}

static bool put_influence(const Outcome *report, Arena *arena, Text *out) {
  double *room = arena_alloc_array(arena, report->ok, INFLUENCE_ROOM * sizeof *room);
  if (room == NULL) {
    return false;
  }
  text_printf(out, "\n%-24s %-24s %12s %12s %12s\n", "output", "variable", "correlation",
              "of ranks", "main effect");
  for (int k = report->variables; k < report->count; k++) {
    for (int v = 0; v < report->variables; v++) {
      const InfluenceColumn x = {report->of[v].values, report->of[v].order};
      const InfluenceColumn y = {report->of[k].values, report->of[k].order};
      text_printf(out, "%-24s %-24s", report->columns[k].name, report->columns[v].name);
      if (!report->of[k].varies || !report->of[v].varies) {
        text_printf(out, "   the %s does not vary\n", report->of[k].varies ? "variable" : "output");
        continue;
      }
      const Influence found = influence_find(&x, &y, report->ok, report->plan, room);
      put_correlation(found.correlation, out);
      put_correlation(found.rank, out);
      put_effect(&found, out);
    }
  }
  text_put(out, "correlation: Pearson's; of ranks: Spearman's; main effect: share of the variance "
                "of the output that its mean,\ngiven the variable, explains (first Sobol index)\n");
  return true;
}

static void put_failures(const Outcome *report, Text *out) {
  if (report->class_count == 0) {
    return;
  }
  text_put(out, "\nfailures\n");
  for (int k = 0; k < report->class_count; k++) {
    const OutcomeClass *class = &report->classes[k];
    text_printf(out, "  %ld %s, %s, first run %ld: %s\n", class->count, class->status, class->code,
                class->first, class->message);
  }
  if (report->unnamed > 0) {
    text_printf(out, "  %ld of other classes\n", report->unnamed);
  }
}

bool report_write(Store *store, Arena *arena, Text *out) {
  const Outcome *report = outcome_read(store, arena);
  Sensitivity sensitivity;
  if (report == NULL || !sensitivity_find(store, &sensitivity, arena)) {
    return false;
  }
  text_printf(out, "%s%s%ld of %s runs finished, %d ok\n", report->title,
              report->title[0] != '\0' ? ": " : "", report->runs, report->total, report->ok);
  put_outputs(report, out);
  put_extremes(report, out);
  const bool good = put_influence(report, arena, out);
  if (sensitivity.method != PLAN_GRID) {
    sensitivity_text(&sensitivity, out);
  }
  put_failures(report, out);
  return good;
}
