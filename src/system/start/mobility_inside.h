// SPDX-License-Identifier: BSD-3-Clause
// mobility_inside.h: rank of the rows of closed loops at one pose, for mobility.c.
#ifndef MBS_SYSTEM_START_MOBILITY_INSIDE_H
#define MBS_SYSTEM_START_MOBILITY_INSIDE_H

#include "system/state/state.h"

// What one pass over all groups of joints that share loops finds.
typedef struct Findings {
  double zero; // singular value, over the largest, that counts as zero; 0: the round-off of J
  double also; // a larger one, of which only the number is asked; or 0
  int loop_joints;
  int redundant, also_redundant;
  double nearest;         // the smallest that does not, over the largest; 1 where there is none
  bool *constraint;       // in the null space (constraint.h)
  unsigned *undetermined; // or NULL
} Findings;

// Counts at the state's present pose. Returns false when memory ran out.
bool mobility_count(State *state, Findings *findings, Arena *arena);

#endif
