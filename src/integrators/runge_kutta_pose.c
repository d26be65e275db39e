// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_pose.c: Runge-Kutta steps near poses that lose rank (see singular_pose.h).
#include <math.h>
#include <string.h>

#include "integrators/runge_kutta_inside.h"
#include "integrators/singular_passage.h"

// A projection that moves the positions by more than this many times what the tolerances allow is a
// rejected step: it also blocks a silent change of branch.
static const double LARGEST_MOVE = 10;
// Steps are projected this much finer than rows: what is left adds up from step to step.
static const double STEP_AIM = 0.01;
// Distance from a singular pose below which they are projected finer still.
static const double NEAR = 0.3;
// Distance below which rows are nearly dependent, whatever is ahead: stages stand on the
// constraints there.
static const double CLOSE = 0.02;
// Scaled misfit of the pose itself: what is left beside round-off keeps branches apart.
static const double EXACT = 1e-13;
// Distance at which a motion starts at a pose, and from which on that is behind it.
static const double AT_POSE = 0.02, BEHIND = 0.1;
// Distance w at which 2e-16 on the rows, over w^2, moves velocities by 1e-5 of their size: whoever
// steps there on the way to it, not over it, follows round-off.
static const double BLURRED = 5e-6;

static double larger(double a, double b) {
  return a > b ? a : b;
}

// ---- norms ----

// The mean square of the scaled errors with no coordinate taken for less than the model's own size:
// a singular pose magnifies round-off of the rows, and for what stands still the absolute tolerance
// alone would judge it.
double runge_kutta_square_near_pose(const RungeKutta *rk, const double *x) {
  double sum = 0;
  for (int i = 0; i < rk->n; i++) {
    const double own = rk->settings.relative * rk->unit[i] + rk->absolute[i];
    const double scaled = x[i] / larger(larger(rk->weight[i], rk->end_weight[i]), own);
    sum += scaled * scaled;
  }
  return sum / rk->n;
}

bool runge_kutta_near_pose(const RungeKutta *rk, double h) {
  return rk->watches && rk->pose.ahead && rk->pose.t > rk->t && rk->pose.t < rk->t + 2 * h;
}

// Units as in the projection inside IDA: what the tolerances allow a coordinate of the model's own
// size. Only positions count: a change of branch shows there, while a singular pose magnifies the
// move of the velocities however small the step.
// allowed_at_least: in the model's own size.
static bool positions_near(const RungeKutta *rk, const double *before, const double *after,
                           double allowed_at_least) {
  for (int i = 0; i < rk->scheme.equations->nq; i++) {
    const double own = rk->settings.relative * rk->unit[i] + rk->absolute[i];
    const double allowed = LARGEST_MOVE * larger(larger(rk->weight[i], rk->end_weight[i]), own);
    if (!(fabs(after[i] - before[i]) <= larger(allowed, allowed_at_least * rk->unit[i]))) {
      return false;
    }
  }
  return true;
}

bool runge_kutta_moves_little(const RungeKutta *rk, const double *before, const double *after) {
  return positions_near(rk, before, after, 0);
}

bool runge_kutta_is_close(const RungeKutta *rk, double h) {
  return rk->watches && (rk->distance[0] < CLOSE || runge_kutta_near_pose(rk, h));
}

// ---- the projection ----

// How far a projection goes: near a singular pose a row satisfied to c leaves velocities off by c
// over the square of the distance. Beside the pose at which the motion started a projection does
// more harm than good: it places what the rows do not tell by their round-off over the distance,
// while the steps have left the constraints by next to nothing.
double runge_kutta_aim(const RungeKutta *rk) {
  if (rk->leaves) {
    return rk->settings.aim;
  }
  const double aim = STEP_AIM * rk->settings.aim;
  if (!rk->watches) {
    return aim;
  }
  const double near = rk->distance[rk->pair->stages - 1] / NEAR;
  return near < 1 ? aim * near * near : aim;
}

// ---- passages ----

bool runge_kutta_passes_pose(const RungeKutta *rk, double h) {
  return rk->watches && rk->pose.ahead && rk->pose.t > rk->t && rk->pose.t <= rk->t + h;
}

// A step over a singular pose: the dense output at the pose lies on the constraints as near as the
// tolerances ask. If it does not, branches that seem to cross there stay apart, and a step over it
// would change from one to the other; smaller steps shall show.
bool runge_kutta_keeps_branch(RungeKutta *rk, double h) {
  Equations *equations = rk->scheme.equations;
  const EquationsRank *rank = rk->settings.rank;
  double *before = rk->stage, *after = rk->scratch;
  runge_kutta_dense_fix(rk, h);
  rk->pose.t = singular_passage_locate(&rk->scheme, rk->pose.t, 0.05 * h, before);
  dense_at(&rk->scheme.dense, rk->pose.t, before, before + equations->nq, NULL, NULL);
  memcpy(after, before, (size_t)(equations->nq + equations->nv) * sizeof(double));
  const bool keeps =
      rank->meet(equations, rk->pose.t, after, EXACT) &&
      positions_near(rk, before, after, sqrt(2 * (EXACT + rank->round_off(equations))));
  if (!keeps) {
    runge_kutta_lose_pose(rk, rk->pose.t + h);
    runge_kutta_dense_point(rk);
  }
  return keeps;
}

// There the rows say nothing of the accelerations that lead off the branch: those of the one point
// are wrong, and the first steps must be small, which near a pose that is watched they may not be.
bool runge_kutta_stands_at_pose(const RungeKutta *rk) {
  return rk->watches && rk->distance[0] < AT_POSE;
}

// A coarse step may go over a pose without seeing it: its dense output tells.
static bool went_over(RungeKutta *rk, double t, double *pose_t) {
  double where = 0;
  if (rk->pose.ahead || !singular_pose_suspected(&rk->pair->nodes, rk->distance, &where)) {
    return false;
  }
  const double h = t - rk->scheme.dense.t;
  *pose_t =
      singular_passage_locate(&rk->scheme, rk->scheme.dense.t + where * h, 0.05 * h, rk->stage);
  return *pose_t <= t &&
         singular_passage_near(&rk->scheme, *pose_t, rk->settings.watched, rk->stage);
}

void runge_kutta_pose_accepted(RungeKutta *rk, double t) {
  rk->scheme.passed_pose = rk->pose.ahead && rk->pose.t <= t;
  rk->scheme.pose_t = rk->pose.t;
  if (rk->watches && !rk->scheme.passed_pose) {
    rk->scheme.passed_pose = went_over(rk, t, &rk->scheme.pose_t);
  }
  if (rk->leaves) {
    rk->scheme.passed_pose =
        singular_leave_passes(&rk->leave, &rk->scheme, t, rk->stage, &rk->scheme.pose_t);
    rk->leaves = !(rk->distance[rk->pair->stages] > BEHIND);
    rk->watches = !rk->leaves;
  }
  rk->pose.ahead = rk->pose.ahead && rk->pose.t > t;
  rk->jumps = rk->pose.ahead ? rk->jumps : 0;
  rk->lost = rk->lost && (t <= rk->pose.blind_t || rk->distance[rk->pair->stages] < CLOSE);
  rk->crawled = rk->lost ? rk->crawled + 1 : 0;
  rk->scheme.lost = rk->lost;
}

void runge_kutta_lose_pose(RungeKutta *rk, double t) {
  singular_pose_forget(&rk->pose, t);
  rk->lost = true;
  rk->jumps = 0;
  rk->crawled = 0;
}

bool runge_kutta_is_blurred(const RungeKutta *rk) {
  const bool looks = rk->watches || rk->leaves;
  return looks && rk->distance[0] < BLURRED && rk->distance[0] < rk->distance_before;
}

bool runge_kutta_pose_failure(const RungeKutta *rk, Failure *failure) {
  failure_set(failure, DIAG_SINGULAR_BRANCH, origin_none(),
              "a singular pose at about t = %.9g s cannot be passed: from t = %.9g s on, branches "
              "of the motion that meet there cannot be distinguished",
              rk->leaves ? rk->t : rk->pose.t, rk->t);
  if (rk->settings.rank->round_off(rk->scheme.equations) > EXACT) {
    return failure_hint(failure, "so far from the origin of the ground, positions are not accurate "
                                 "enough for such poses: move the model closer to the origin, or "
                                 "use looser tolerances, which step farther over them");
  }
  return failure_hint(failure,
                      "looser tolerances step farther over such poses; lengths that agree only "
                      "approximately make branches that nearly meet: give them exactly");
}
