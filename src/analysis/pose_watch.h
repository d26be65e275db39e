// SPDX-License-Identifier: BSD-3-Clause
// pose_watch.h: singular poses on the way of methods whose steps do not see them: all fixed steps,
// and newmark, hht, generalized_alpha and symplectic.
//
// Runge-Kutta under error control places its steps around such poses, and carries ida over them
// (singular_pose.h, bridge.h). The others step over them as their steps happen to fall. What is
// left on the rows is then magnified by 1/distance^2 and kicks the velocities, or the motion goes
// on along another branch; neither is a failure to the method. Both are a jump of the velocities:
//   J = |v2 - v1 - (t2 - t1)/(t1 - t0) (v1 - v0)| / |v|   in the norm of the masses
// is of second order in the step where the motion is smooth. Measured on nine mechanisms with ten
// methods: at poses that were passed J stays within 1.7 of what it was before them, kicks made it 8
// to 150 times as large. A pose that was passed smoothly is noted, else the run ends by name.
#ifndef MBS_ANALYSIS_POSE_WATCH_H
#define MBS_ANALYSIS_POSE_WATCH_H

#include "analysis/guard.h"

// Watches where closed loops may lose rank and the scheme does not look for that itself; of the
// others it tells a pose beside which they fail. False when memory ran out.
bool pose_watch(const Watched *run);

#endif
