// SPDX-License-Identifier: BSD-3-Clause
// singular_passages.c: the monitor that notes which singular poses a motion passed, and which
// joints lost rank there: of steps that went over one it finds the rank at the pose on the
// interpolant, and the joints of the lost equations, for the result, whose warnings tell of them in
// the end.
#include "analysis/monitors/monitor.h"

#include <stdio.h>
#include <string.h>

#include "analysis/settings/settings.h"
#include "integrators/singular_passage.h"
#include "system/saddle/kkt.h"
#include "system/start/mobility.h"
#include "system/state/constraint.h"

// Relative singular value at a pose that is known to 1e-9 of a step.
static const double ZERO = 1e-6;
enum { TOLD = 4 };

// Rows are projected with the last factors: those of the end of the step, not of the pose.
static void return_to_end(Scheme *scheme, double t) {
  State *state = scheme->equations->self;
  state_set_level(state, t, scheme->q, scheme->v, PAIR_VELOCITY);
  kkt_factor(state, KKT_EXACT);
}

typedef struct SingularPassages {
  Result *result;
  const Model *model;
  int watched;
  double *y; // room
  Arena *arena;
} SingularPassages;

static MonitorVerdict note_passage(void *self, const MonitorStep *step, Failure *failure) {
  const SingularPassages *it = self;
  Scheme *scheme = step->scheme;
  Result *result = it->result;
  const double pose_t = scheme->pose_t, t = step->t;
  (void)failure;
  if (!scheme->passed_pose) {
    return MONITOR_PASSES;
  }
  if (pose_t > t) { // an event ended the step before
    return_to_end(scheme, t);
    return MONITOR_PASSES;
  }
  int dependent = 0;
  (void)singular_passage_distance(scheme, pose_t, it->y);
  if (!mobility_dependent(scheme->equations->self, ZERO + scheme->pose_blur, &dependent,
                          result->pose_constraint, it->arena)) {
    return MONITOR_FAILS;
  }
  constraint_fold(it->model, result->pose_constraint);
  return_to_end(scheme, t);
  if (dependent <= it->watched) {
    return MONITOR_PASSES; // branches only come near
  }
  if (result->pose_count < SINGULAR_POSES) {
    result->poses[result->pose_count] = (PoseNote){pose_t, dependent - it->watched};
  }
  result->pose_count++;
  return MONITOR_PASSES;
}

// The times, as many as are told: "0.714354, 1.22816 and 8 more".
static void list_times(const Result *result, char *text, size_t size) {
  size_t used = 0;
  for (int k = 0; k < result->pose_count && k < TOLD; k++) {
    used +=
        (size_t)snprintf(text + used, size - used, "%s%.6g", k > 0 ? ", " : "", result->poses[k].t);
  }
  if (result->pose_count > TOLD) {
    snprintf(text + used, size - used, " and %d more", result->pose_count - TOLD);
  }
}

static MonitorVerdict warn(void *self, const MonitorStep *step, Failure *failure) {
  const SingularPassages *it = self;
  const Model *model = it->model;
  Result *result = it->result;
  (void)step, (void)failure;
  if (result->pose_count == 0) {
    return MONITOR_PASSES;
  }
  int lost = 0, first = 0;
  for (int k = 0; k < result->pose_count && k < SINGULAR_POSES; k++) {
    lost = result->poses[k].lost > lost ? result->poses[k].lost : lost;
  }
  while (first + 1 < constraint_count(model) && !result->pose_constraint[first]) {
    first++;
  }
  char times[120] = "", names[200] = "";
  list_times(result, times, sizeof times);
  constraint_names(model, result->pose_constraint, NULL, names, sizeof names);
  diag_at(&result->warnings, DIAG_SINGULAR_PASSED, constraint_of(model, first).origin,
          "the motion passes through singular poses at t = %s s: up to %d of the equations of %s "
          "depend on the others there, and other branches cross; the motion continued smoothly on "
          "its branch",
          times, lost, names);
  diag_hint(&result->warnings, "near such poses the reactions may grow without bound, and a small "
                               "change of lengths can lead the real mechanism to another branch");
  return MONITOR_PASSES;
}

bool singular_passages_monitor(const MonitoredRun *run) {
  const System *system = run->state->system;
  Result *result = run->result;
  if (run->settings->scheme.watched < 0) {
    return true;
  }
  SingularPassages *it = arena_new(run->arena, SingularPassages);
  if (it == NULL) {
    return false;
  }
  *it = (SingularPassages){.result = result,
                           .model = system->model,
                           .watched = run->settings->scheme.watched,
                           .y = arena_array(run->arena, double, system->nq + system->nv),
                           .arena = run->arena};
  result->poses = arena_array(run->arena, PoseNote, SINGULAR_POSES);
  result->pose_constraint = arena_array(run->arena, bool, constraint_count(system->model));
  monitors_add(run, "passages", MONITOR_ACCEPTED, note_passage, it);
  monitors_add(run, "passages", MONITOR_ENDED, warn, it);
  return it->y != NULL && result->poses != NULL && result->pose_constraint != NULL;
}
