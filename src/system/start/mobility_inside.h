// SPDX-License-Identifier: BSD-3-Clause
// mobility_inside.h: the rank of the rows of closed loops at one pose, for mobility.c.
#ifndef MBS_SYSTEM_START_MOBILITY_INSIDE_H
#define MBS_SYSTEM_START_MOBILITY_INSIDE_H

#include "system/state/state.h"

// The result of one pass over all groups of joints that share loops. Singular values are divided by
// the largest of their group.
typedef struct Findings {
  double zero; // singular values up to this one count as zero; 0: the round-off of J decides
  double also; // a second, larger limit, for which dependent rows are only counted; or 0
  int loop_joints;
  int redundant, also_redundant; // dependent rows by `zero`, by `also`
  double nearest;         // the smallest singular value that is not zero; 1 where there is none
  bool *constraint;       // marks those in the null space (constraint.h)
  unsigned *undetermined; // as in mobility_of, or NULL
  double *reaction;       // [constraint][columns][6] of zeros: receives the reactions of joints in
                          // null vectors of norm 1, torques divided by the joint's length; or NULL
  double *multipliers;    // [columns][nc]: receives null vectors themselves; or NULL
  int columns;            // of both
} Findings;

// Counts at the state's present pose. The caller sets zero, also, constraint and undetermined.
// Returns false when memory ran out.
bool mobility_count(State *state, Findings *findings, Arena *arena);

#endif
