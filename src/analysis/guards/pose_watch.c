// SPDX-License-Identifier: BSD-3-Clause
// pose_watch.c: singular poses on the way of methods whose steps do not see them: all fixed steps,
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
//
// The distance from a pose falls and rises along two lines that meet at zero. Whether it did so
// within a step of length h is what its slope before the step says: d0 + d1 = slope h if it did,
// and d0 - d1 = slope h if the pose is still ahead.
#include "analysis/guards/guard.h"
#include "analysis/settings/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/singular_passage.h"
#include "system/saddle/kkt.h"

static const double REACH = 2;     // steps before and after a pose that belong to it
static const double GROWTH = 5;    // of J: what no smooth passage does
static const double COARSE = 0.1;  // J that tells nothing any more
static const double FLOOR = 1e-6;  // J that does no harm
static const double BLUR = 1e-3;   // of singular values on the interpolant of a coarse step
static const double BESIDE = 0.05; // distance at which a failure is blamed on the pose

static const char AROUND[] = "\"method: auto\" and \"method: ida\" place their steps around such "
                             "poses; otherwise try another "
                             "step, or tolerances instead of a fixed one";

// ---- one point ----

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
  PosePoint point[POSE_WATCH_POINTS]; // the newest first
  int points;                         // that are known
  bool near;                          // a pose is some steps ahead or behind,
  bool passed;                        // behind
  double pose_t;                      // about there
  double usual, worst;                // J before it came near, and the largest since
  double *y, *v;                      // room
} PoseWatch;

static double distance_here(State *state) {
  return kkt_factor(state, KKT_EXACT) ? kkt_closeness(state) : 0;
}

// x'Mx, for x = v - extrapolation of the points before (NULL: v itself).
static double energy_of(const PoseWatch *watch, const State *state, const double *v,
                        const PosePoint *one, const PosePoint *two, double ratio) {
  const System *system = state->system;
  double sum = 0, *x = watch->v;
  for (int i = 0; i < system->nv; i++) {
    x[i] = one == NULL ? v[i] : v[i] - one->v[i] - ratio * (one->v[i] - two->v[i]);
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      for (int k = 0; k < body->nv; k++) {
        sum += x[body->v + i] * state->mass[b][i * body->nv + k] * x[body->v + k];
      }
    }
  }
  return sum;
}

// J of the newest point.
static double jump_of(const PoseWatch *watch, const State *state) {
  const PosePoint *now = &watch->point[0], *one = &watch->point[1], *two = &watch->point[2];
  if (watch->points < POSE_WATCH_POINTS) {
    return 0;
  }
  double size = 0;
  for (int k = 0; k < POSE_WATCH_POINTS; k++) {
    size = fmax(size, energy_of(watch, state, watch->point[k].v, NULL, NULL, 0));
  }
  const double ratio = (now->t - one->t) / (one->t - two->t);
  return size > 0 ? sqrt(energy_of(watch, state, now->v, one, two, ratio) / size) : 0;
}

static void take_point(PoseWatch *watch, State *state, double t) {
  const PosePoint oldest = watch->point[POSE_WATCH_POINTS - 1];
  memmove(&watch->point[1], &watch->point[0], (POSE_WATCH_POINTS - 1) * sizeof(PosePoint));
  PosePoint *now = &watch->point[0];
  *now = (PosePoint){.t = t, .v = oldest.v};
  memcpy(now->v, state->v, (size_t)state->system->nv * sizeof(double));
  now->distance = distance_here(state);
  watch->points += watch->points < POSE_WATCH_POINTS ? 1 : 0;
  now->jump = jump_of(watch, state);
}

// ---- poses ----

// How fast the distance changed from the older to the newer point [1/s].
static double slope_between(const PosePoint *older, const PosePoint *newer) {
  return (newer->distance - older->distance) / (newer->t - older->t);
}

// Whether the newest step went through a pose; *t: about where.
static bool passes(const PoseWatch *watch, double *t) {
  const PosePoint *now = &watch->point[0], *one = &watch->point[1], *two = &watch->point[2];
  if (watch->points < POSE_WATCH_POINTS || watch->passed) {
    return false;
  }
  const double h = now->t - one->t, way = -slope_between(two, one) * h;
  const double through = one->distance + now->distance, before = one->distance - now->distance;
  *t = one->t + (through > 0 ? h * one->distance / through : 0);
  return way > 0 && fabs(through - way) < fabs(before - way);
}

// Within some steps of a pose, where the distance changes as it does now.
static bool in_reach(const PosePoint *now, const PosePoint *one) {
  return now->distance < REACH * fabs(now->distance - one->distance);
}

static void come_near(PoseWatch *watch) {
  watch->near = true;
  watch->usual = fmax(watch->point[1].jump, watch->point[2].jump);
  watch->worst = 0;
}

// Steps to a pose, over it, and away from it. True: the newest one went over it.
static bool follow(PoseWatch *watch) {
  const PosePoint *now = &watch->point[0], *one = &watch->point[1];
  const double slope = slope_between(one, now);
  double t = 0;
  const bool through = passes(watch, &t);
  if (!watch->near && (through || (slope < 0 && in_reach(now, one)))) {
    come_near(watch);
  }
  if (!watch->near) {
    return false;
  }
  watch->worst = fmax(watch->worst, now->jump);
  if (through) {
    watch->passed = true;
    watch->pose_t = t;
  } else if (!watch->passed) {
    watch->near = slope < 0; // or it turned round
    watch->pose_t = watch->near ? now->t - now->distance / slope : watch->pose_t;
  }
  return through;
}

static void leave(PoseWatch *watch) {
  const PosePoint *now = &watch->point[0], *one = &watch->point[1];
  if (watch->passed && now->distance > one->distance && !in_reach(now, one)) {
    watch->near = watch->passed = false;
  }
}

static bool jumps(const PoseWatch *watch, const Scheme *scheme, double t, Failure *failure) {
  const double usual = watch->usual > 0 ? watch->usual : COARSE;
  if (watch->worst <= fmin(COARSE, fmax(FLOOR, GROWTH * usual))) {
    return false;
  }
  failure_set(failure, DIAG_SINGULAR_BRANCH, origin_none(),
              "%s does not pass the singular pose at about t = %.6g s smoothly: up to t = %.9g s "
              "its velocities jump by %.2g of their size in one step, so that the motion behind "
              "may belong to another branch",
              scheme->name, watch->pose_t, t, watch->worst);
  failure_hint(failure, "%s", AROUND);
  return true;
}

// Notes in the scheme a pose that the step passed. Fails when the velocities jumped there.
static GuardVerdict follow_step(void *self, const GuardStep *step, Failure *failure) {
  PoseWatch *watch = self;
  Scheme *scheme = step->scheme;
  const double t = step->t;
  scheme->passed_pose = false;
  take_point(watch, scheme->equations->self, t);
  if (watch->points < 2) {
    return GUARD_PASSES;
  }
  if (follow(watch)) {
    const double span = 0.05 * (t - watch->point[1].t);
    // a step that ends beside the pose may end before or behind it
    watch->pose_t = fmin(t, singular_passage_locate(scheme, watch->pose_t, span, watch->y));
    scheme->pose_t = watch->pose_t;
    scheme->pose_blur = BLUR;
    scheme->passed_pose = true;
  }
  const bool smooth = !watch->passed || !jumps(watch, scheme, t, failure);
  leave(watch);
  return smooth ? GUARD_PASSES : GUARD_FAILS;
}

static GuardVerdict restart(void *self, const GuardStep *step, Failure *failure) {
  PoseWatch *watch = self;
  (void)step, (void)failure;
  watch->points = 0;
  watch->near = watch->passed = false;
  return GUARD_PASSES;
}

// ---- failures ----

static bool may_be_its_fault(DiagCode code) {
  return code == DIAG_INT_CONVERGENCE || code == DIAG_INT_ERROR_TEST ||
         code == DIAG_INT_PROJECTION || code == DIAG_INT_SINGULAR || code == DIAG_INT_STALLED;
}

// About when the pose is beside which the last point lies; NaN: none is.
static double pose_beside(const PoseWatch *watch) {
  const PosePoint *now = &watch->point[0], *one = &watch->point[1];
  if (watch->points < 2) {
    return (double)NAN;
  }
  const double slope = slope_between(one, now);
  if (watch->near || (now->distance < BESIDE && slope > 0)) {
    return watch->pose_t;
  }
  return now->distance < BESIDE && slope < 0 ? now->t - now->distance / slope : (double)NAN;
}

static void blame_pose(const Scheme *scheme, const char *when, Failure *failure) {
  const Failure own = *failure;
  *failure = (Failure){.code = DIAG_NONE};
  failure_set(
      failure, DIAG_SINGULAR_BRANCH, origin_none(),
      "%s does not pass the singular pose at about t = %s s, where closed loops lose rank and "
      "branches of the motion meet: %s",
      scheme->name, when, own.text);
}

// What a method says that fails beside a singular pose, with the pose.
static GuardVerdict explain(void *self, const GuardStep *step, Failure *failure) {
  const PoseWatch *watch = self;
  Scheme *scheme = step->scheme;
  char when[32];
  if (!may_be_its_fault(failure->code)) {
    return GUARD_PASSES;
  }
  if (watch->active) {
    const double pose_t = pose_beside(watch);
    snprintf(when, sizeof when, "%.6g", pose_t);
    if (!isnan(pose_t)) {
      blame_pose(scheme, when, failure);
      failure_hint(failure, "%s", AROUND);
    }
    return GUARD_PASSES;
  }
  State *state = scheme->equations->self;
  state_set_level(state, step->t, scheme->q, scheme->v, PAIR_VELOCITY);
  snprintf(when, sizeof when, "%.6g", step->t);
  if (distance_here(state) < BESIDE) {
    blame_pose(scheme, when, failure);
    failure_hint(failure,
                 "looser tolerances step farther over such poses, and an absolute one as large "
                 "as the relative one asks for no more digits than the pose leaves");
  }
  return GUARD_PASSES;
}

// Where closed loops may lose rank and the scheme does not look for that itself; of the others a
// pose is told beside which they fail.
bool pose_watch(const Watched *run) {
  const SchemeSettings *settings = &run->settings->scheme;
  const System *system = run->state->system;
  if (settings->watched < 0) {
    return true;
  }
  PoseWatch *watch = arena_new(run->arena, PoseWatch);
  if (watch == NULL) {
    return false;
  }
  *watch =
      (PoseWatch){.pose_t = (double)NAN,
                  .active = settings->step > 0 || scheme_has(run->scheme, SCHEME_BLIND_TO_POSES)};
  guards_add(run, "fails beside a pose", GUARD_ENDED, explain, watch);
  if (!watch->active) {
    return true;
  }
  guards_add(run, "poses", GUARD_ACCEPTED, follow_step, watch);
  guards_add(run, "poses", GUARD_BREAKS, restart, watch);
  return arena_doubles(run->arena, system->nq + system->nv, &watch->y) &&
         arena_doubles(run->arena, system->nv, &watch->v, &watch->point[0].v, &watch->point[1].v,
                       &watch->point[2].v);
}
