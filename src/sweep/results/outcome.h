// SPDX-License-Identifier: BSD-3-Clause
// outcome.h: what the runs of a study came to, column by column, in memory.
#ifndef MBS_SWEEP_RESULTS_OUTCOME_H
#define MBS_SWEEP_RESULTS_OUTCOME_H

#include <string.h>

#include "sweep/plan/influence.h"
#include "sweep/runs/store.h"

enum { OUTCOME_CLASSES = 20 };

// Of one column over the runs that ended well and have it.
typedef struct OutcomeColumn {
  double *values; // of the runs that ended well, in order
  const int *order;
  long count;
  int least, largest;   // places among them
  double mean, squares; // squares: of distances from the mean
  bool varies; // an output by more than 1e-9 of the largest number of its unit: less is round-off
} OutcomeColumn;

// Runs that ended otherwise, by status and code, with the message of the first.
typedef struct OutcomeClass {
  char status[16], code[16], message[400];
  long count, first;
} OutcomeClass;

typedef struct Outcome {
  const StoreColumn *columns; // variables first
  int count, variables;
  OutcomeColumn *of;
  long *numbers; // of the runs that ended well
  int ok, capacity;
  double *failed; // of those that ended otherwise: their variables, run by run
  int failed_count, failed_capacity;
  OutcomeClass classes[OUTCOME_CLASSES];
  int class_count;
  long runs, unnamed; // ended; of further classes
  InfluencePlan plan;
  const char *title, *total; // of the study: "" without one; runs in words
} Outcome;

// Keeps 12 bytes for each number of the index: 120 MB for a million runs of ten columns. NULL after
// a message, or when memory ran out.
const Outcome *outcome_read(Store *store, Arena *arena);

// Whether there is a unit to be told.
static inline bool outcome_has_unit(const StoreColumn *column) {
  return column->unit[0] != '\0' && strcmp(column->unit, "1") != 0;
}

// The sample deviation of a column.
double outcome_deviation(const OutcomeColumn *column);

#endif
