// SPDX-License-Identifier: BSD-3-Clause
// singular_pose.h: how the steps of an integrator pass poses in which closed loops lose rank.
//
// Near such a pose the constraint is u w = 0: w is the distance to the pose along the motion, and u
// a deviation towards another branch that crosses there. A row with a misfit c leaves u = c/w and
// an acceleration 2 c w'^2/w^3. The motion itself is smooth, but its evaluation near w = 0 gives
// only noise. Shorter steps do not help: the stages of a step leave the constraints by the error of
// the step, which causes an acceleration of 2 u' w'/w, so that a method that shortens its steps
// before the pose halves its distance to it again and again. Therefore a step has to end far from
// the pose, in units of its own length, and the step that passes the pose has it in the middle of
// the widest gap between its nodes.
#ifndef MBS_INTEGRATORS_SINGULAR_POSE_H
#define MBS_INTEGRATORS_SINGULAR_POSE_H

#include <stdbool.h>

// The nodes of a method: where in a step it evaluates the motion, as parts of the step.
typedef struct StepNodes {
  const double *node;       // ascending from 0 to 1 [count]
  const int *stage;         // the stage at each node [count]
  int count;                // number of nodes
  double gap_low, gap_high; // the ends of the widest gap between two nodes
} StepNodes;

typedef struct SingularPose {
  bool ahead;     // a pose was found that is not passed yet
  double t;       // its time, about [s]
  double blind_t; // no pose is looked for before this time [s] (singular_pose_forget)
} SingularPose;

// Whether the motion passes a singular pose in a step from t to t + h [s] or soon after it, by the
// distances from the loss of rank at the stages of the step. Sets pose->ahead and pose->t if so.
// `distance` is indexed by the stage.
bool singular_pose_seen(SingularPose *pose, const StepNodes *nodes, const double *distance,
                        double t, double h);

// Whether the motion may have passed a pose that singular_pose_seen has missed, since the nodes are
// far apart. *where: about the position of the pose in the step, 0 to 1.
bool singular_pose_suspected(const StepNodes *nodes, const double *distance, double *where);

// Whether a step from t to t + h [s] keeps its nodes and its end away from the pose.
bool singular_pose_avoided(const SingularPose *pose, const StepNodes *nodes, double t, double h);

// The length of the step from t [s] with regard to the pose: h [s], or shorter.
double singular_pose_step(const SingularPose *pose, const StepNodes *nodes, double t, double h);

// The length of the step from t where h [s] reaches `stop`, and `stop` lies behind the pose but too
// near to it: a shorter step comes first, so that the step to `stop` has the pose in the middle of
// its widest gap. Else h.
double singular_pose_step_before(const SingularPose *pose, const StepNodes *nodes, double t,
                                 double h, double stop);

// Forgets the pose and looks for none up to t [s]: it is not singular, or cannot be avoided.
void singular_pose_forget(SingularPose *pose, double t);

#endif
