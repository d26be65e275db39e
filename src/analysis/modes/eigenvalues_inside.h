// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues_inside.h: declarations shared by the files of the analysis of type linearize only.
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
  Balance *group; // for each group
  bool *heavy;    // the group has a weight
  bool looks;     // the errors of the eigenvalues are examined, too
  bool bounded;   // the errors of all eigenvalues are bounded
  Spectrum *spectrum;
  Steady *steady;
  double *q, *v; // the point [nq], [nv]
} Linear;

// Copies the rows that hold velocities into the spectrum: which rows they are, and their
// derivatives with respect to positions.
void linear_take_rates(Linear *run);

// Transforms the matrices of the spectrum from axes that stand still to the turning frame in which
// the motion is steady. Nothing changes for a state of rest. False with the result's failure when
// the motion is not steady.
bool linear_go_along(Linear *run);

// The stability that follows from the eigenvalues and their errors. *growing: how many grow.
Stability linear_stability(const Spectrum *spectrum, int *growing);

// The largest unbalanced force, divided by the largest force of the model, at most 1; 0 where no
// force acts. a: accelerations of the state's present point [nv].
double linear_unbalanced(State *state, const double *a);

// Warns where a force bends or jumps at the state, so that the eigenvalues are those of one side
// (eigenvalues_corner.c). False when memory ran out.
bool linear_look_for_corners(Linear *run);

// Whether "about: {steady: true}" could linearize this motion. The linearization and the spectrum
// keep their values.
bool linear_would_be_steady(Linear *run);

#endif
