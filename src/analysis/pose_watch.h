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

#include "analysis/scheme.h"

enum { POSE_WATCH_POINTS = 3 };

// What stands at an accepted point.
typedef struct PosePoint {
  double t;
  double distance; // from a pose without rank (kkt_closeness)
  double jump;     // J there; 0: not known
  double *v;
} PosePoint;

typedef struct PoseWatch {
  bool active;
  int redundant;                      // equations that always depend on others
  PosePoint point[POSE_WATCH_POINTS]; // the newest first
  int points;                         // that are known
  bool near;                          // a pose is some steps ahead or behind,
  bool passed;                        // behind
  double pose_t;                      // about there
  double usual, worst;                // J before it came near, and the largest since
  double *q, *v;                      // room
} PoseWatch;

// Opens the watch for a scheme: active where closed loops may lose rank and the scheme does not
// look for that itself. Returns false when memory ran out.
bool pose_watch_open(PoseWatch *watch, const Scheme *scheme, const SchemeSettings *settings,
                     Arena *arena);

// The motion begins anew (a switch, an event): what was before tells nothing.
void pose_watch_restart(PoseWatch *watch);

// After a step that was accepted up to t, where the state stands: notes in the scheme a pose that
// it passed (passed_pose, pose_t). The state may be moved. False with a failure when the velocities
// jumped there.
bool pose_watch_step(PoseWatch *watch, Scheme *scheme, double t, Failure *failure);

// What a method says that fails beside a singular pose, with the pose. t: of its last point. The
// state may be moved.
void pose_watch_explain(const PoseWatch *watch, Scheme *scheme, double t, Failure *failure);

#endif
