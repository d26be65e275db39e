// SPDX-License-Identifier: BSD-3-Clause
// mobility.h: degrees of freedom by count and by rank; redundant equations; what is determined.
//
// Rows of J are made dimensionless (lengths by the length scale) and of unit norm. N = null(J')
// holds the redundancy: every joint with a nonzero row in N belongs to the redundant set, and a
// reaction component r = R lambda is determined when R N = 0. Dense singular values per group of
// joints that share loops; open trees have full rank by structure.
#ifndef MBS_SYSTEM_START_MOBILITY_H
#define MBS_SYSTEM_START_MOBILITY_H

#include <stdbool.h>

#include "system/state/state.h"

// What is known of the mechanism before it moves.
typedef struct Mobility {
  bool counted;                           // else nothing is known: no pose was found
  int coordinates, velocities, equations; // nq, nv, constraint rows
  int rank;                               // of the scaled constraint Jacobian at the initial pose
  int dof_count;                          // nv - equations
  int dof_rank;                           // nv - rank: of velocities
  int dof_places;                         // of positions: more where rows hold velocities alone
  int redundant;                          // equations - rank
  const int *redundant_joints;
  int redundant_joint_count; // joints in the null space of J'
  int loop_joints;           // joints that lie on closed loops
  bool singular;             // rank at the pose is smaller than at nearby poses on the manifold
  int lasting;               // redundant equations at nearby poses
} Mobility;

// Analyses the state's present (assembled) pose. undetermined (or NULL): for each joint a bit mask,
// bit k for component k of reaction_components and bit 6 for its raw multipliers. A note about
// redundancy or a singular pose is added to diag. The state is left where it was.
bool mobility_of(State *state, Mobility *mobility, unsigned *undetermined, Arena *arena,
                 Diag *diag);

// Which rows are left out for good, by the pose alone (kkt_rows.h): before accelerations or
// velocities are asked for. Returns false when memory ran out.
bool mobility_decide(State *state, Arena *arena);

// How many equations of closed loops depend on others at the state's present point, where singular
// values below `zero` times the largest count as zero. Marks the joints and relations
// (constraint.h) that take part; marks that
// stand there stay. Returns false when memory ran out.
bool mobility_dependent(State *state, double zero, int *dependent, bool *constraint, Arena *arena);

#endif
