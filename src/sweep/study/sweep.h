// SPDX-License-Identifier: BSD-3-Clause
// sweep.h: a study: which model, what varies, by which plan, what is wanted of each run.
#ifndef MBS_SWEEP_STUDY_SWEEP_H
#define MBS_SWEEP_STUDY_SWEEP_H

#include <stdbool.h>

#include "analysis/interface/result.h"
#include "language/load.h"
#include "spec/language.h"
#include "sweep/plan/plan.h"
#include "system/mechanism/system.h"

typedef enum OutputKind {
  OUTPUT_FIGURE,    // a channel's, by the model's figures
  OUTPUT_AUDIT,     // of the last analysis that moves, or of the named one
  OUTPUT_COUNTER,   // likewise
  OUTPUT_CHECK,     // 1 when a check of the model passes, else 0
  OUTPUT_EIGENVALUE // of linearize: the k-th true one with im >= 0, by im, then re
} OutputKind;

typedef struct SweepOutput {
  const char *name;
  Mark mark;
  OutputKind kind;
  const char *form, *subject; // as written: "max", "P1.x"; "audit", "energy_drift"
  const char *unit;           // SI; "" when not known
  int check;                  // of the model: figure or check
  int which;                  // row of the audit or counter words; number of the eigenvalue
  bool imaginary;             // eigenvalue
  Node *analysis_node;        // or NULL: the last analysis that has it
  int analysis;               // its number, or -1
} SweepOutput;

typedef enum KeepSeries { KEEP_NONE, KEEP_FAILED, KEEP_ALL } KeepSeries;

typedef struct Sweep {
  const char *title; // as stated, or made of its model and variables
  const Model *model;
  const System *system;
  Plan plan;
  SweepOutput *outputs;
  int output_count;
  const int *wanted; // of the checks that the file and the figures make, those of the model
  bool judged;       // values may be refused by more than their ranges: every run asks the loader
  bool rebuilt; // something varies that is fixed in a compiled model: every run compiles its own
  bool shaped;  // a variable shapes the model (shape.h)
  const SweepOutput *asked; // the outputs before their names were looked up
  KeepSeries keep;
  long keep_every; // further: every so many runs; 0: none
  LoadOptions load;
} Sweep;

// Words of audit figures and counters, ending with NULL.
extern const char *const sweep_audit_words[];
extern const char *const sweep_counter_words[];
double sweep_audit_value(const Result *result, int which);
double sweep_counter_value(const Result *result, int which);

// The language of study files, for the schema and the checker. NULL when memory ran out.
const Language *sweep_language(Arena *arena);
// The keys of the items of one of its collections.
const Field *sweep_fields(const Language *language, const char *collection);

#endif
