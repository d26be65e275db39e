// SPDX-License-Identifier: BSD-3-Clause
// compare_side.h: one operand of `mbsrun compare`: a model, a results directory, or a CSV file.
#ifndef MBS_CLI_COMPARE_SIDE_H
#define MBS_CLI_COMPARE_SIDE_H

#include "analysis/comparison.h"
#include "cli/command.h"

typedef struct NamedSide {
  const char *name; // of the analysis or file
  Side side;
} NamedSide;

typedef struct CompareSide {
  const char *label; // the operand as given
  NamedSide *list;
  int count;
} CompareSide;

// A directory holds results, what ends in .csv is a table, all else is a model, which is run: as
// its file says with --within or --relative; without them at relative tolerance 1e-10 and at 1e-11
// (at its step and half of it), to estimate its error. False after a message (a run that did not
// reach its end, too), or when memory ran out.
bool compare_side_open(const Session *session, const char *operand, CompareSide *side);

#endif
