// SPDX-License-Identifier: BSD-3-Clause
// assembly_inside.h: declarations shared by the files of assembly.h.
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
  ClosureRow *positions, *rates;             // prescribed coordinates and rates
  const char **position_names, **rate_names; // what each row prescribes
  int position_count, rate_count;
  double *weight; // weights of moves [nv]
  bool *stated;   // whether the file gives this velocity [nv]
  double *guess;  // coordinates of the guess [nq]
} Assembling;

// Collects prescribed rows, weights and given velocities from the analysis. The state is at the
// guess. False when memory ran out.
bool assembly_collect(Assembling *a);
// Whether a measure is an angle or its rate [rad], [rad/s]; else it is a length or its rate.
bool assembly_is_angle(MeasureQuantity quantity);

// Whether the search may continue. False after an interrupt, or when the time budget is used up.
// context: Assembling.
bool assembly_goes_on(void *context);
// Sets the failure and the status of a search that assembly_goes_on ended.
void assembly_tell_stopped(Assembling *a);
// Lists the gaps of joints that stay open, and sets the failure that names them. False when memory
// ran out.
bool assembly_tell_open(Assembling *a, const ClosureReport *report);
// Sets the failure of fixed rates that contradict the joints or one another.
void assembly_tell_rates(Assembling *a);

#endif
