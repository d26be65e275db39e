// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues_inside.h: what the files of an analysis of type linearize share. Nobody else looks.
#ifndef MBS_ANALYSIS_MODES_EIGENVALUES_INSIDE_H
#define MBS_ANALYSIS_MODES_EIGENVALUES_INSIDE_H

#include "analysis/modes/eigenvalues.h"
#include "system/observe/balance.h"
#include "system/small_motions/laws.h"
#include "system/small_motions/linearize.h"
#include "system/small_motions/steady.h"

typedef struct Linear {
  const AnalysisInput *input;
  State *state;
  Result *result;
  LinearResult *out;
  Arena *arena;
  Linearization linearization;
  Laws laws;
  Balance *group; // of every group
  bool *heavy;    // the group has a weight
  bool looks;     // at how well the values are known, too
  bool bounded;   // all of them are
  Spectrum *spectrum;
  Steady *steady;
  double *q, *v;
} Linear;

// Rows that hold velocities, into the spectrum: which they are, and what they are by positions.
void linear_take_rates(Linear *run);

// The terms of the spectrum seen from the frame of a steady motion, in place of axes that stand
// still; at rest there is nothing to go along with. False with the result's failure.
bool linear_go_along(Linear *run);

// What the values and their errors tell. *growing: how many grow.
Stability linear_stability(const Spectrum *spectrum, int *growing);

// What is unbalanced, of the largest force.
double linear_unbalanced(State *state, const double *a);

// Whether "about: {steady: true}" would linearize there; the linearization stays as it is.
bool linear_would_be_steady(Linear *run);

#endif
