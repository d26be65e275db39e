// SPDX-License-Identifier: BSD-3-Clause
// checks_inside.h: what checks.c and checks_rows.c share. Nobody else looks.
#ifndef MBS_ANALYSIS_CHECKS_INSIDE_H
#define MBS_ANALYSIS_CHECKS_INSIDE_H

#include "analysis/checks.h"

// Values of outputs at one time: outputs[o], or columns[o][row] where there are columns.
typedef struct CheckValues {
  const double *outputs;
  const double *const *columns;
  int row;
} CheckValues;

void checks_compare_with_file(CheckState *one, double t, const CheckValues *values);

// Whether a sample at a stands for the time b.
bool checks_same_time(double a, double b);

// One more row: only what the form of the check asks for.
void checks_accumulate(CheckState *one, double t, double value);

#endif
