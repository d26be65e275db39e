// SPDX-License-Identifier: BSD-3-Clause
// singular_kick.c: singular poses on the way of methods whose steps do not see them: all fixed
// steps, and newmark, hht, generalized_alpha and symplectic.
//
// Runge-Kutta under error control places its steps around such poses, and carries ida over them
// (singular_pose.h, singular_bridge.h). The others step over them as their steps happen to fall.
// What is left on the rows is then magnified by 1/distance^2 and kicks the velocities, or the
// motion goes on along another branch; neither is a failure to the method. Both are a jump of the
// velocities:
//   J = |v2 - v1 - (t2 - t1)/(t1 - t0) (v1 - v0)| / |v|   in the norm of the masses
// is of second order in the step where the motion is smooth. Measured on nine mechanisms with ten
// methods: at poses that were passed J stays within 1.7 of what it was before them, kicks made it 8
// to 150 times as large. A pose that was passed smoothly is noted, else the run ends by name.
//
// The distance from a pose falls and rises along two lines that meet at zero. Whether it did so
// within a step of length h is what its slope before the step says: d0 + d1 = slope h if it did,
// and d0 - d1 = slope h if the pose is still ahead.
#include "analysis/monitors/monitor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/settings/settings.h"
#include "integrators/singular_passage.h"
#include "system/saddle/kkt.h"

static const double REACH = 2;     // steps before and after a pose that belong to it
static const double GROWTH = 5;    // of J: what no smooth passage does
static const double COARSE = 0.1;  // J that tells nothing any more
static const double FLOOR = 1e-6;  // J that does no harm
static const double BLUR = 1e-3;   // of singular values on the interpolant of a coarse step
static const double BESIDE = 0.05; // distance at which a failure is blamed on the pose

static const char AROUND[] =
    "\"method: auto\" and \"method: ida\" place their steps around such poses; otherwise try "
    "another step, or tolerances instead of a fixed step";

// ---- one point ----

enum { KICK_POINTS = 3 };

// What stands at an accepted point.
typedef struct PosePoint {
  double t;
  double distance; // from a pose without rank (kkt_closeness)
  double jump;     // J there; 0: not known
  double *v;
} PosePoint;

typedef struct SingularKick {
  bool active;
  PosePoint point[KICK_POINTS]; // the newest first
  int points;                   // that are known
  bool near;                    // a pose is some steps ahead or behind,
  bool passed;                  // behind
  double pose_t;                // about there
  double usual, worst;          // J before it came near, and the largest since
  double *y, *v;                // room
} SingularKick;

static double distance_here(State *state) {
  return kkt_factor(state, KKT_EXACT) ? kkt_closeness(state) : 0;
}

// x'Mx, for x = v - extrapolation of the points before (NULL: v itself).
static double energy_of(const SingularKick *kick, const State *state, const double *v,
                        const PosePoint *one, const PosePoint *two, double ratio) {
  const System *system = state->system;
  double sum = 0, *x = kick->v;
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
static double jump_of(const SingularKick *kick, const State *state) {
  const PosePoint *now = &kick->point[0], *one = &kick->point[1], *two = &kick->point[2];
  if (kick->points < KICK_POINTS) {
    return 0;
  }
  double size = 0;
  for (int k = 0; k < KICK_POINTS; k++) {
    size = fmax(size, energy_of(kick, state, kick->point[k].v, NULL, NULL, 0));
  }
  const double ratio = (now->t - one->t) / (one->t - two->t);
  return size > 0 ? sqrt(energy_of(kick, state, now->v, one, two, ratio) / size) : 0;
}

static void take_point(SingularKick *kick, State *state, double t) {
  const PosePoint oldest = kick->point[KICK_POINTS - 1];
  memmove(&kick->point[1], &kick->point[0], (KICK_POINTS - 1) * sizeof(PosePoint));
  PosePoint *now = &kick->point[0];
  *now = (PosePoint){.t = t, .v = oldest.v};
  memcpy(now->v, state->v, (size_t)state->system->nv * sizeof(double));
  now->distance = distance_here(state);
  kick->points += kick->points < KICK_POINTS ? 1 : 0;
  now->jump = jump_of(kick, state);
}

// ---- poses ----

// How fast the distance changed from the older to the newer point [1/s].
static double slope_between(const PosePoint *older, const PosePoint *newer) {
  return (newer->distance - older->distance) / (newer->t - older->t);
}

// Whether the newest step went through a pose; *t: about where.
static bool passes(const SingularKick *kick, double *t) {
  const PosePoint *now = &kick->point[0], *one = &kick->point[1], *two = &kick->point[2];
  if (kick->points < KICK_POINTS || kick->passed) {
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

static void come_near(SingularKick *kick) {
  kick->near = true;
  kick->usual = fmax(kick->point[1].jump, kick->point[2].jump);
  kick->worst = 0;
}

// Steps to a pose, over it, and away from it. True: the newest one went over it.
static bool follow(SingularKick *kick) {
  const PosePoint *now = &kick->point[0], *one = &kick->point[1];
  const double slope = slope_between(one, now);
  double t = 0;
  const bool through = passes(kick, &t);
  if (!kick->near && (through || (slope < 0 && in_reach(now, one)))) {
    come_near(kick);
  }
  if (!kick->near) {
    return false;
  }
  kick->worst = fmax(kick->worst, now->jump);
  if (through) {
    kick->passed = true;
    kick->pose_t = t;
  } else if (!kick->passed) {
    kick->near = slope < 0; // or it turned round
    kick->pose_t = kick->near ? now->t - now->distance / slope : kick->pose_t;
  }
  return through;
}

static void leave(SingularKick *kick) {
  const PosePoint *now = &kick->point[0], *one = &kick->point[1];
  if (kick->passed && now->distance > one->distance && !in_reach(now, one)) {
    kick->near = kick->passed = false;
  }
}

static bool jumps(const SingularKick *kick, const Scheme *scheme, double t, Failure *failure) {
  const double usual = kick->usual > 0 ? kick->usual : COARSE;
  if (kick->worst <= fmin(COARSE, fmax(FLOOR, GROWTH * usual))) {
    return false;
  }
  failure_set(failure, DIAG_SINGULAR_BRANCH, origin_none(),
              "%s does not pass the singular pose at about t = %.6g s smoothly: up to t = %.9g s "
              "its velocities jump by %.2g of their magnitude in one step, so the motion after it "
              "may belong to another branch",
              scheme->name, kick->pose_t, t, kick->worst);
  failure_hint(failure, "%s", AROUND);
  return true;
}

// Notes in the scheme a pose that the step passed. Fails when the velocities jumped there.
static MonitorVerdict follow_step(void *self, const MonitorStep *step, Failure *failure) {
  SingularKick *kick = self;
  Scheme *scheme = step->scheme;
  const double t = step->t;
  scheme->passed_pose = false;
  take_point(kick, scheme->equations->self, t);
  if (kick->points < 2) {
    return MONITOR_PASSES;
  }
  if (follow(kick)) {
    const double span = 0.05 * (t - kick->point[1].t);
    // a step that ends beside the pose may end before or behind it
    kick->pose_t = fmin(t, singular_passage_locate(scheme, kick->pose_t, span, kick->y));
    scheme->pose_t = kick->pose_t;
    scheme->pose_blur = BLUR;
    scheme->passed_pose = true;
  }
  const bool smooth = !kick->passed || !jumps(kick, scheme, t, failure);
  leave(kick);
  return smooth ? MONITOR_PASSES : MONITOR_FAILS;
}

static MonitorVerdict restart(void *self, const MonitorStep *step, Failure *failure) {
  SingularKick *kick = self;
  (void)step, (void)failure;
  kick->points = 0;
  kick->near = kick->passed = false;
  return MONITOR_PASSES;
}

// ---- failures ----

static bool may_be_its_fault(DiagCode code) {
  return code == DIAG_INT_CONVERGENCE || code == DIAG_INT_ERROR_TEST ||
         code == DIAG_INT_PROJECTION || code == DIAG_INT_SINGULAR || code == DIAG_INT_STALLED;
}

// About when the pose is beside which the last point lies; NaN: none is.
static double pose_beside(const SingularKick *kick) {
  const PosePoint *now = &kick->point[0], *one = &kick->point[1];
  if (kick->points < 2) {
    return (double)NAN;
  }
  const double slope = slope_between(one, now);
  if (kick->near || (now->distance < BESIDE && slope > 0)) {
    return kick->pose_t;
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
static MonitorVerdict explain(void *self, const MonitorStep *step, Failure *failure) {
  const SingularKick *kick = self;
  Scheme *scheme = step->scheme;
  char when[32];
  if (!may_be_its_fault(failure->code)) {
    return MONITOR_PASSES;
  }
  if (kick->active) {
    const double pose_t = pose_beside(kick);
    snprintf(when, sizeof when, "%.6g", pose_t);
    if (!isnan(pose_t)) {
      blame_pose(scheme, when, failure);
      failure_hint(failure, "%s", AROUND);
    }
    return MONITOR_PASSES;
  }
  State *state = scheme->equations->self;
  state_set_level(state, step->t, scheme->q, scheme->v, PAIR_VELOCITY);
  snprintf(when, sizeof when, "%.6g", step->t);
  if (distance_here(state) < BESIDE) {
    blame_pose(scheme, when, failure);
    failure_hint(failure,
                 "looser tolerances step farther over such poses, and an absolute tolerance as "
                 "large as the relative one asks for no more digits than the pose allows");
  }
  return MONITOR_PASSES;
}

// Where closed loops may lose rank and the scheme does not look for that itself; of the others a
// pose is told beside which they fail.
bool singular_kick_monitor(const MonitoredRun *run) {
  const SchemeSettings *settings = &run->settings->scheme;
  const System *system = run->state->system;
  if (settings->watched < 0) {
    return true;
  }
  SingularKick *kick = arena_new(run->arena, SingularKick);
  if (kick == NULL) {
    return false;
  }
  *kick = (SingularKick){.pose_t = (double)NAN,
                         .active =
                             settings->step > 0 || scheme_has(run->scheme, SCHEME_BLIND_TO_POSES)};
  monitors_add(run, "fails beside a pose", MONITOR_ENDED, explain, kick);
  if (!kick->active) {
    return true;
  }
  monitors_add(run, "poses", MONITOR_ACCEPTED, follow_step, kick);
  monitors_add(run, "poses", MONITOR_BREAKS, restart, kick);
  return arena_doubles(run->arena, system->nq + system->nv, &kick->y) &&
         arena_doubles(run->arena, system->nv, &kick->v, &kick->point[0].v, &kick->point[1].v,
                       &kick->point[2].v);
}
