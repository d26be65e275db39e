// SPDX-License-Identifier: BSD-3-Clause
// assembly_inside.h: what the files of assembly.h share.
#ifndef MBS_ANALYSIS_ASSEMBLY_ASSEMBLY_INSIDE_H
#define MBS_ANALYSIS_ASSEMBLY_ASSEMBLY_INSIDE_H

#include "analysis/assembly/assembly.h"
#include "system/start/closure.h"

typedef struct Assembling {
  const AnalysisInput *input;
  State *state;
  Result *result;
  AssemblyResult *out;
  Arena *arena;
  ClosureRow *positions, *rates;
  const char **position_names, **rate_names;
  int position_count, rate_count;
  double *weight;
  bool *stated; // nv: velocities with a guess
  double *guess;
} Assembling;

// Prescribed rows, weights and which velocities are stated, from the analysis; the state stands at
// the guess. False when memory ran out.
bool assembly_collect(Assembling *a);
bool assembly_is_angle(MeasureQuantity quantity);

// Whether time is left; what to say when it is not.
bool assembly_goes_on(void *context);
void assembly_tell_stopped(Assembling *a);
// Gaps and the failure that names them. False when memory ran out.
bool assembly_tell_open(Assembling *a, const ClosureReport *report);
void assembly_tell_rates(Assembling *a);

#endif
