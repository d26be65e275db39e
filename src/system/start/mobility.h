// SPDX-License-Identifier: BSD-3-Clause
// mobility.h: degrees of freedom by count and by rank; redundant equations; determined reactions.
//
// Rows of J are made dimensionless (lengths are divided by the length of their group) and of unit
// norm. The columns of N span the null space of J'. A joint with a nonzero row in N belongs to the
// redundant set. A component r = R lambda of a reaction is determined when R N = 0. The rank is
// found for each group of joints that share loops, by dense singular values or, for more than 24
// rows, by a sparse factorization where that leaves no doubt. Open trees have full rank by their
// structure.
#ifndef MBS_SYSTEM_START_MOBILITY_H
#define MBS_SYSTEM_START_MOBILITY_H

#include <stdbool.h>

#include "system/state/state.h"

// Degrees of freedom and redundancy of the mechanism at its initial pose.
typedef struct Mobility {
  bool counted;                           // false: no pose was found, all else is unknown
  int coordinates, velocities, equations; // nq, nv, constraint rows
  int rank;                               // of the scaled constraint Jacobian at the initial pose
  int dof_count;                          // nv - equations
  int dof_rank;                           // nv - rank: degrees of freedom of velocities
  int dof_places;                         // of positions: more where rows hold only velocities
  int redundant;                          // equations - rank
  const int *redundant_joints; // joints and relations (constraint.h) in the null space of J'
  int redundant_joint_count;
  int loop_joints; // joints that lie on closed loops
  bool singular;   // rank at the pose is smaller than at nearby poses on the manifold
  int lasting;     // redundant equations at nearby poses
} Mobility;

// Analyses the state's present pose, which is assembled. undetermined: receives a bit mask for each
// joint and relation, in which bit k stands for component k of reaction_components and bit 6 for
// the multipliers; NULL: not wanted. Redundancy and a singular pose are reported in diag. The state
// is left where it was. Returns false when memory ran out.
bool mobility_of(State *state, Mobility *mobility, unsigned *undetermined, Arena *arena,
                 Diag *diag);

// Decides which rows are left out permanently, by the pose alone (kkt_rows.h). To be called before
// velocities or accelerations are computed. Returns false when memory ran out.
bool mobility_decide(State *state, Arena *arena);

// Writes null vectors of J' at the state's present point into null [columns][nc], as many as it
// has room for; *count: how many there are. Returns false when memory ran out.
bool mobility_null_vectors(State *state, int columns, double *null, int *count, Arena *arena);

// Writes how many equations of closed loops depend on others at the state's present point, where
// singular values below `zero` times the largest count as zero. Sets the marks of the joints and
// relations (constraint.h) that take part, and clears none. Returns false when memory ran out.
bool mobility_dependent(State *state, double zero, int *dependent, bool *constraint, Arena *arena);

#endif
