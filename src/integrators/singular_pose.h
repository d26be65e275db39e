// SPDX-License-Identifier: BSD-3-Clause
// singular_pose.h: how the steps of an integrator pass poses in which closed loops lose rank.
//
// Near such a pose the constraints are u w = 0: w, the distance to the pose along the motion, and
// u, a deviation towards another branch that crosses there. A row that is satisfied to c leaves u =
// c/w, and accelerations 2 c w'^2/w^3. The motion itself is smooth; only evaluating it near w = 0
// is noise. And a method that shortens its step before the pose goes on to halve its distance to it
// for ever, since its stages leave the constraints by the error of the step, which becomes an
// acceleration of 2 u' w'/w. So a step shall end far from the pose, measured by its own length, and
// the one that passes it shall have the pose in the middle of the widest gap between its nodes.
#ifndef MBS_INTEGRATORS_SINGULAR_POSE_H
#define MBS_INTEGRATORS_SINGULAR_POSE_H

#include <stdbool.h>

// Nodes of a method: where in a step it evaluates the motion, ascending from 0 to 1.
typedef struct StepNodes {
  const double *node;
  const int *stage; // that stands at this node
  int count;
  double gap_low, gap_high; // the widest gap
} StepNodes;

typedef struct SingularPose {
  bool ahead;     // one was seen,
  double t;       // at about this time
  double blind_t; // up to there nothing is looked for: a pose that proved not to be singular
} SingularPose;

// What the distances at the nodes of a step from t to t + h say: true, with pose->t, when the
// motion goes through a pose without rank within it or soon after.
bool singular_pose_seen(SingularPose *pose, const StepNodes *nodes, const double *distance,
                        double t, double h);

// Whether a motion may have gone through one unseen, the nodes being far apart; *where: about
// there, in units of the step.
bool singular_pose_suspected(const StepNodes *nodes, const double *distance, double *where);

// Whether a step from t to t + h keeps its nodes and its end away from the pose.
bool singular_pose_avoided(const SingularPose *pose, const StepNodes *nodes, double t, double h);

// The step to take from t, at most h.
double singular_pose_step(const SingularPose *pose, const StepNodes *nodes, double t, double h);

// The step where one of length h would be cut at `stop`, behind the pose but too near to it: first
// one that brings the pose into the middle of the gap of the last.
double singular_pose_step_before(const SingularPose *pose, const StepNodes *nodes, double t,
                                 double h, double stop);

// No pose is looked for up to t: what was seen proved not to be singular, or cannot be avoided.
void singular_pose_forget(SingularPose *pose, double t);

#endif
