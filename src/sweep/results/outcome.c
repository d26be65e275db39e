// SPDX-License-Identifier: BSD-3-Clause
// outcome.c: the columns of a study and its failures by class (see outcome.h).
#include "sweep/results/outcome.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sweep/plan/influence.h"

static void note_failure(Outcome *outcome, const StoreRow *row) {
  const char *code = row->code == NULL ? "" : row->code;
  for (int k = 0; k < outcome->class_count; k++) {
    OutcomeClass *class = &outcome->classes[k];
    if (strcmp(class->status, row->status) == 0 && strcmp(class->code, code) == 0) {
      class->count++;
      return;
    }
  }
  if (outcome->class_count == OUTCOME_CLASSES) {
    outcome->unnamed++;
    return;
  }
  OutcomeClass *class = &outcome->classes[outcome->class_count++];
  *class = (OutcomeClass){.count = 1, .first = row->run};
  (void)snprintf(class->status, sizeof class->status, "%s", row->status);
  (void)snprintf(class->code, sizeof class->code, "%s", code);
  (void)snprintf(class->message, sizeof class->message, "%s",
                 row->message == NULL ? "" : row->message);
}

static void note_place(Outcome *outcome, const StoreRow *row) {
  if (outcome->failed_count < outcome->failed_capacity) {
    double *to = outcome->failed + (long)outcome->failed_count++ * outcome->variables;
    memcpy(to, row->values, (size_t)outcome->variables * sizeof *to);
  }
}

// Welford's update.
static void note_value(OutcomeColumn *column, int place, double value) {
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
  Outcome *outcome = context;
  outcome->runs++;
  if (strcmp(row->status, "ok") != 0) {
    note_failure(outcome, row);
    note_place(outcome, row);
    return true;
  }
  if (outcome->ok == outcome->capacity) {
    return true; // came while we read
  }
  outcome->numbers[outcome->ok] = row->run;
  for (int k = 0; k < outcome->count; k++) {
    note_value(&outcome->of[k], outcome->ok, row->values[k]);
  }
  outcome->ok++;
  return true;
}

static bool make_room(Outcome *outcome, Store *store, Arena *arena) {
  long counts[SWEEP_STATUS_COUNT];
  outcome->count = store_columns(store, &outcome->columns);
  for (int k = 0; k < outcome->count; k++) {
    outcome->variables += strcmp(outcome->columns[k].kind, "variable") == 0 ? 1 : 0;
  }
  if (outcome->count < 0 || !store_counts(store, counts) || counts[SWEEP_OK] > 1000000000) {
    return false;
  }
  long failed = 0;
  for (int k = 0; k < SWEEP_STATUS_COUNT; k++) {
    failed += k != SWEEP_OK ? counts[k] : 0;
  }
  outcome->capacity = (int)counts[SWEEP_OK];
  outcome->failed_capacity = (int)(failed < 1000000000 ? failed : 0);
  outcome->of = arena_array(arena, OutcomeColumn, outcome->count);
  outcome->numbers = arena_array(arena, long, outcome->capacity);
  outcome->failed = arena_alloc_array(arena, outcome->failed_capacity,
                                      (size_t)outcome->variables * sizeof(double));
  bool good = outcome->of != NULL && outcome->numbers != NULL && outcome->failed != NULL;
  for (int k = 0; good && k < outcome->count; k++) {
    outcome->of[k].values = arena_array(arena, double, outcome->capacity);
    good = outcome->of[k].values != NULL;
  }
  return good;
}

static bool put_in_order(const Outcome *outcome, Arena *arena) {
  bool good = true;
  for (int k = 0; good && k < outcome->count; k++) {
    outcome->of[k].order = influence_order(outcome->of[k].values, outcome->ok, arena);
    good = outcome->of[k].order != NULL;
  }
  return good;
}

// Numbers of one unit have one scale: a displacement of 1e-17 m beside a rod of 1 m is none. What
// was stated has no round-off: a variable varies where it takes two values.
static void find_what_varies(Outcome *outcome) {
  for (int k = 0; k < outcome->count; k++) {
    OutcomeColumn *column = &outcome->of[k];
    const double round_off = k < outcome->variables ? 0 : 1e-9;
    double scale = 0;
    for (int other = 0; other < outcome->count; other++) {
      const OutcomeColumn *of = &outcome->of[other];
      const bool alike = outcome_has_unit(&outcome->columns[k]) &&
                         strcmp(outcome->columns[other].unit, outcome->columns[k].unit) == 0;
      if (of->count > 0 && (other == k || alike)) {
        scale = fmax(scale, fmax(fabs(of->values[of->least]), fabs(of->values[of->largest])));
      }
    }
    column->varies =
        column->count > 0 &&
        column->values[column->largest] - column->values[column->least] > round_off * scale;
  }
}

static InfluencePlan plan_of(const Outcome *outcome, const char *plan) {
  int varying = 0;
  for (int v = 0; v < outcome->variables; v++) {
    varying += outcome->of[v].varies;
  }
  const bool whole = outcome->ok > 0 && outcome->ok == strtol(outcome->total, NULL, 10);
  const bool groups = strncmp(plan, "morris", 6) == 0 || strncmp(plan, "sobol_indices", 13) == 0;
  return groups                                   ? INFLUENCE_GROUPS
         : varying == 1                           ? INFLUENCE_ALONE
         : whole && strncmp(plan, "grid", 4) == 0 ? INFLUENCE_CROSSED
                                                  : INFLUENCE_SPREAD;
}

double outcome_deviation(const OutcomeColumn *column) {
  return column->count > 1 ? sqrt(column->squares / (double)(column->count - 1)) : 0;
}

const Outcome *outcome_read(Store *store, Arena *arena) {
  Outcome *outcome = arena_new(arena, Outcome);
  if (outcome == NULL) {
    return NULL;
  }
  outcome->title = store_value(store, "title");
  outcome->total = store_value(store, "runs");
  const char *plan = store_value(store, "plan");
  if (outcome->title == NULL || outcome->total == NULL || plan == NULL ||
      !make_room(outcome, store, arena) || !store_visit(store, take_row, outcome) ||
      !put_in_order(outcome, arena)) {
    return NULL;
  }
  find_what_varies(outcome);
  outcome->plan = plan_of(outcome, plan);
  return outcome;
}
