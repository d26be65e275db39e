// SPDX-License-Identifier: BSD-3-Clause
// singular_passage.c: singular poses on the way, by time, rank and names (see singular_passage.h).
#include "analysis/singular_passage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/constraint.h"
#include "system/kkt.h"
#include "system/mobility.h"

static const double ZERO =
    1e-6; // relative singular value at a pose that is known to 1e-9 of a step
static const double NEAR = 1e-2;
enum { ROUNDS = 3, TOLD = 4 };

bool singular_passage_open(const State *state, int watched, Result *result, Arena *arena) {
  if (watched < 0) {
    return true;
  }
  const int count = constraint_count(state->system->model);
  result->poses = arena_array(arena, PoseNote, SINGULAR_POSES);
  result->pose_constraint = arena_array(arena, bool, count);
  return result->poses != NULL && result->pose_constraint != NULL;
}

// Distance from the loss of rank at a time inside the last step.
static double distance_at(Scheme *scheme, double t, double *q, double *v) {
  State *state = scheme->state;
  dense_at(scheme_dense(scheme), t, q, v, NULL, NULL);
  state_set_level(state, t, q, v, PAIR_VELOCITY);
  return kkt_factor(state, KKT_EXACT) ? kkt_closeness(state) : 0;
}

bool singular_passage_near(Scheme *scheme, double t, int watched, double *q, double *v) {
  return watched >= 0 && distance_at(scheme, t, q, v) < NEAR;
}

// The distance falls and rises along lines through zero: two of its values say where that is.
double singular_passage_locate(Scheme *scheme, double t, double span, double *q, double *v) {
  for (int k = 0; k < ROUNDS; k++) {
    const double before = distance_at(scheme, t - span, q, v);
    const double after = distance_at(scheme, t + span, q, v);
    if (before + after > 0 && isfinite(before + after)) {
      t += span * (before - after) / (before + after);
    }
    span *= 0.05;
  }
  return t;
}

// Rows are projected with the last factors: those of the end of the step, not of the pose.
static void return_to_end(Scheme *scheme, double t) {
  State *state = scheme->state;
  state_set_level(state, t, scheme->q, scheme->v, PAIR_VELOCITY);
  kkt_factor(state, KKT_EXACT);
}

bool singular_passage_note(Scheme *scheme, double t, int watched, double *q, double *v,
                           Result *result, Arena *arena) {
  const double pose_t = scheme->pose_t;
  if (!scheme->passed_pose) {
    return true;
  }
  if (pose_t > t) { // an event ended the step before
    return_to_end(scheme, t);
    return true;
  }
  int dependent = 0;
  distance_at(scheme, pose_t, q, v);
  if (!mobility_dependent(scheme->state, ZERO + scheme->pose_blur, &dependent,
                          result->pose_constraint, arena)) {
    return false;
  }
  return_to_end(scheme, t);
  if (dependent <= watched) {
    return true; // branches only come near
  }
  if (result->pose_count < SINGULAR_POSES) {
    result->poses[result->pose_count] = (PoseNote){pose_t, dependent - watched};
  }
  result->pose_count++;
  return true;
}

double singular_passage_aim(const Scheme *scheme, double t, double aim) {
  if (!scheme->passed_pose) {
    return aim;
  }
  const double distance = 2 * (t - scheme->pose_t) / scheme->last_step;
  return aim * fmin(1, distance * distance);
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

static void list_names(const Model *model, const bool *in_set, char *text, size_t size) {
  const int count = constraint_count(model);
  size_t used = 0;
  int left = 0;
  for (int k = 0; k < count; k++) {
    left += in_set[k] ? 1 : 0;
  }
  for (int k = 0; k < count && left > 0; k++) {
    if (!in_set[k]) {
      continue;
    }
    const char *name = constraint_of(model, k).name;
    if (used + strlen(name) + 32 > size) {
      snprintf(text + used, size - used, " and %d more", left);
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", used > 0 ? ", " : "", name);
    left--;
  }
}

void singular_passage_warn(const Model *model, Result *result) {
  if (result->pose_count == 0) {
    return;
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
  list_names(model, result->pose_constraint, names, sizeof names);
  diag_at(
      &result->warnings, DIAG_SINGULAR_PASSED, constraint_of(model, first).origin,
      "the motion passes singular poses at t = %s s: up to %d of the equations of %s "
      "depend on the others there, and other branches cross; it went on smoothly, on the branch "
      "on which it came",
      times, lost, names);
  diag_hint(&result->warnings, "near such poses their reactions may grow beyond all bounds, "
                               "and a small change of lengths takes the real mechanism elsewhere");
}
