// SPDX-License-Identifier: BSD-3-Clause
// study.h: the results of `mbsrun convergence`: tables for people, JSON, CSV files.
#ifndef MBS_OUTPUT_CONVERGENCE_STUDY_H
#define MBS_OUTPUT_CONVERGENCE_STUDY_H

#include "analysis/verification/convergence.h"
#include "output/io.h"

typedef struct Study {
  const char *version; // of mbsrun
  const Model *model;
  const Convergence *list; // one per contestant
  int count;
  const Diag *diag;
  bool reproducible; // no processor times
  int exit_status;
} Study;

// "step" or "tolerance".
const char *study_ladder_word(LadderKind kind);
// Whether a rung violates the check of this name.
bool study_violates(const Rung *rung, const char *name);

// Per contestant the work-precision table and the orders of its channels; then the checks of all.
void study_people(const Study *study, Text *out);
void study_json(const Study *study, Text *out);

// Writes work_precision.csv, channels.csv, checks.csv and convergence.json into a directory, all or
// none, and makes it where it is missing.
bool study_write(const Study *study, const IoCalls *calls, const char *directory, Arena *arena,
                 Diag *diag);

#endif
