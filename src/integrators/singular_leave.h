// SPDX-License-Identifier: BSD-3-Clause
// singular_leave.h: the singular pose that a motion passes right after a start near it.
//
// Steps find a pose where the distance of the constraint rows from dependence falls and rises
// again. A motion that starts near a pose has not seen the distance fall. At its first point there
// is a combination n of the rows, and a direction u of the velocities, for which n' J u is nearly
// zero, J being the Jacobian of the constraints. w(t) = n' J(t) u is the distance with a sign. The
// sign changes where the motion passes the pose.
#ifndef MBS_INTEGRATORS_SINGULAR_LEAVE_H
#define MBS_INTEGRATORS_SINGULAR_LEAVE_H

#include "integrators/scheme.h"

typedef struct SingularLeave {
  const EquationsRank *rank;
  double *n, *u; // the rows' combination [nc]; the direction [nv], with room for nc numbers more
  double w;      // w at the end of the last step
} SingularLeave;

// Allocates n and u. False when memory ran out.
bool singular_leave_open(SingularLeave *leave, const Equations *equations,
                         const EquationsRank *rank, Arena *arena);

// Finds n, u and w at the point of the last rates.
void singular_leave_start(SingularLeave *leave, Equations *equations);

// Whether w changed its sign in the last step of the scheme, which ended at t [s]. *pose_t: when
// [s]. y [ny]: room.
bool singular_leave_passes(SingularLeave *leave, Scheme *scheme, double t, double *y,
                           double *pose_t);

#endif
