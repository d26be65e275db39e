// SPDX-License-Identifier: BSD-3-Clause
// singular_pose.c: steps around poses that lose rank (see singular_pose.h).
#include "integrators/singular_pose.h"

#include <math.h>

// Of the widest gap: what is left free at both ends of it.
static const double MARGIN = 0.25;
// Of a step: how far from the pose it ends at least.
static const double LANDING = 0.25;
// Of the next step: how far before the pose it shall begin, relative to the middle of the gap.
static const double RUN_UP = 0.9;
// Of a step: a pose so near its start is behind it.
static const double START = 0.02;
// Slopes of the two sides of a passage agree within this factor; by this one they may differ where
// nodes lie far apart.
static const double ALIKE = 2, HARDLY = 20;

// The slope of the distance between two nodes, in units of a step.
static double slope_between(const StepNodes *nodes, const double *distance, int i, int k) {
  return (distance[nodes->stage[k]] - distance[nodes->stage[i]]) /
         (nodes->node[k] - nodes->node[i]);
}

// The distance falls to node i and rises from node i + 1 as a line through zero would.
static bool passes_between(const StepNodes *nodes, const double *distance, int i, double alike,
                           double *where) {
  const double low = distance[nodes->stage[i]], high = distance[nodes->stage[i + 1]];
  const double gap = nodes->node[i + 1] - nodes->node[i], through = (low + high) / gap;
  double slope = 0;
  if (i > 0) {
    slope = -slope_between(nodes, distance, i - 1, i);
    if (!(slope > 0)) {
      return false;
    }
  }
  if (i + 2 < nodes->count) {
    const double after = slope_between(nodes, distance, i + 1, i + 2);
    if (!(after > 0)) {
      return false;
    }
    slope = fmax(slope, after);
  }
  *where = nodes->node[i] + gap * low / (low + high);
  return through <= alike * slope;
}

bool singular_pose_seen(SingularPose *pose, const StepNodes *nodes, const double *distance,
                        double t, double h) {
  const int last = nodes->count - 1;
  if (t < pose->blind_t) {
    return false;
  }
  for (int i = 0; i < last; i++) {
    double where = 0;
    if (passes_between(nodes, distance, i, ALIKE, &where)) {
      pose->ahead = true;
      pose->t = t + where * h;
      return true;
    }
  }
  const double end = distance[nodes->stage[last]];
  const double slope = slope_between(nodes, distance, last - 1, last);
  if (slope < 0 && end < -LANDING * slope) {
    pose->ahead = true;
    pose->t = t + h * (1 - end / slope);
    return true;
  }
  return false;
}

bool singular_pose_suspected(const StepNodes *nodes, const double *distance, double *where) {
  for (int i = 0; i + 1 < nodes->count; i++) {
    if (passes_between(nodes, distance, i, HARDLY, where)) {
      return true;
    }
  }
  return false;
}

bool singular_pose_avoided(const SingularPose *pose, const StepNodes *nodes, double t, double h) {
  const double where = (pose->t - t) / h, margin = MARGIN * (nodes->gap_high - nodes->gap_low);
  return where <= START || where >= 1 + LANDING ||
         (where >= nodes->gap_low + margin && where <= nodes->gap_high - margin);
}

double singular_pose_step(const SingularPose *pose, const StepNodes *nodes, double t, double h) {
  const double middle = 0.5 * (nodes->gap_low + nodes->gap_high), rest = pose->t - t;
  if (!pose->ahead || !(rest > 0)) {
    return h;
  }
  if (rest <= middle * h) {
    return rest / middle;
  }
  return fmin(h, rest - RUN_UP * middle * h);
}

double singular_pose_step_before(const SingularPose *pose, const StepNodes *nodes, double t,
                                 double h, double stop) {
  const double middle = 0.5 * (nodes->gap_low + nodes->gap_high);
  const double margin = MARGIN * (nodes->gap_high - nodes->gap_low);
  const double rest = pose->t - t, all = stop - t;
  if (!pose->ahead || !(rest > 0) || h < all || rest > all ||
      rest <= (nodes->gap_high - margin) * all) {
    return h;
  }
  return fmin((rest - middle * all) / (1 - middle), 0.99 * rest / (1 + LANDING));
}

void singular_pose_forget(SingularPose *pose, double t) {
  pose->ahead = false;
  pose->blind_t = t;
}
