// SPDX-License-Identifier: BSD-3-Clause
// singular_leave.h: the singular pose that a motion passes right after a start beside it.
//
// Steps look for poses by how the distance of the rows from dependence falls and rises again. A
// motion that starts next to a pose has no such past. Its first point has a combination n of rows
// and a direction u of the bodies with J u nearly zero along n; w(t) = n' J(t) u is that distance
// with a sign, and changes it where the motion passes the pose.
#ifndef MBS_ANALYSIS_SINGULAR_LEAVE_H
#define MBS_ANALYSIS_SINGULAR_LEAVE_H

#include "analysis/scheme.h"

typedef struct SingularLeave {
  double *n, *u, *rows; // nc, nv, nc (room)
  double w;             // at the last point
} SingularLeave;

// Returns false when memory ran out.
bool singular_leave_open(SingularLeave *leave, const System *system, Arena *arena);

// At the state's present point, with its exact factors.
void singular_leave_start(SingularLeave *leave, State *state);

// After a step of the scheme that ended at t: whether w changed its sign, and when. The state is
// moved. q, v: room.
bool singular_leave_passes(SingularLeave *leave, Scheme *scheme, double t, double *q, double *v,
                           double *pose_t);

#endif
