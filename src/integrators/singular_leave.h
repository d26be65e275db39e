// SPDX-License-Identifier: BSD-3-Clause
// singular_leave.h: the singular pose that a motion passes right after a start beside it.
//
// Steps look for poses by how the distance of the rows from dependence falls and rises again. A
// motion that starts next to a pose has no such past. Its first point has a combination n of rows
// and a direction u of the bodies with J u nearly zero along n; w(t) = n' J(t) u is that distance
// with a sign, and changes it where the motion passes the pose.
#ifndef MBS_INTEGRATORS_SINGULAR_LEAVE_H
#define MBS_INTEGRATORS_SINGULAR_LEAVE_H

#include "integrators/scheme.h"

typedef struct SingularLeave {
  const EquationsRank *rank;
  double *n, *u; // nc, nv and room
  double w;      // at the last point
} SingularLeave;

// Returns false when memory ran out.
bool singular_leave_open(SingularLeave *leave, const Equations *equations,
                         const EquationsRank *rank, Arena *arena);

// At the point of the last rates.
void singular_leave_start(SingularLeave *leave, Equations *equations);

// After a step of the scheme that ended at t: whether w changed its sign, and when. y: room.
bool singular_leave_passes(SingularLeave *leave, Scheme *scheme, double t, double *y,
                           double *pose_t);

#endif
