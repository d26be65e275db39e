// SPDX-License-Identifier: BSD-3-Clause
// conflict.c: joints that contradict each other, from the least residual (see conflict.h).
//
//   least |Phi(q)|^2, rows divided by their units:  J' Phi = 0
// What is left over lies in the null space of J': the constraints with a nonzero row of it are
// those that cannot hold together, and no others.
#include "system/start/conflict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/saddle/project.h"
#include "system/start/closure.h"
#include "system/state/constraint.h"

static const double PART = 1e-3; // of the largest residual: what counts
enum { LARGEST = 2000 };         // equations: larger systems are not searched

// The motion that is farthest off its law at the present pose, and by how much [m or rad]; -1: none
// is.
static int motion_off(const State *state, double *off) {
  static const double CLEARLY = 1e-6;
  const Model *model = state->system->model;
  int found = -1;
  double most = CLEARLY;
  for (int r = 0; r < model->relation_count; r++) {
    const int c = model->joint_count + r;
    const double misfit =
        model->relations[r].owner == RELATION_OF_MOTION ? constraint_misfit(state, c) : 0;
    if (misfit > most) {
      const bool turns = model->relations[r].measured == COORDINATE_ANGLE;
      most = misfit;
      found = c;
      *off = turns ? misfit : misfit * constraint_length(state, c);
    }
  }
  return found;
}

static bool tell(const State *state, int motion, double off, Arena *arena, Diag *diag) {
  const Model *model = state->system->model;
  const int count = constraint_count(model);
  const double largest = project_position_misfit(state);
  bool *open = arena_array(arena, bool, count);
  double *gap = arena_array(arena, double, count);
  if (open == NULL || gap == NULL) {
    return false;
  }
  int worst = 0;
  for (int c = 0; c < count; c++) {
    const double misfit = constraint_misfit(state, c);
    worst = misfit > constraint_misfit(state, worst) ? c : worst;
    if (misfit > PART * largest) {
      const int told = constraint_named(model, c);
      open[told] = true;
      gap[told] = fmax(gap[told], misfit * constraint_length(state, c));
    }
  }
  char gaps[400];
  constraint_names(model, open, gap, gaps, sizeof gaps);
  diag_at(
      diag, DIAG_DOF_CONFLICT, constraint_of(model, worst).origin,
      "not all joints and motions can be satisfied, wherever the bodies are placed; the closest "
      "position leaves these errors: %s (in m; angles in rad, times %.3g m)",
      gaps, state->length);
  if (motion >= 0) {
    diag_hint(
        diag,
        "check motion \"%s\" first: at the start its coordinate differs from its law by %.3g, "
        "and a law gives the coordinate itself, not its change; otherwise check lengths and "
        "marker positions",
        constraint_of(model, motion).name, off);
  } else {
    diag_hint(diag, "check the lengths and marker positions of these, or remove one of them");
  }
  return true;
}

bool conflict_told(State *state, Arena *arena, Diag *diag) {
  const System *system = state->system;
  if (system->nc > LARGEST) {
    return false;
  }
  double *weight = arena_array(arena, double, system->nv);
  if (weight == NULL) {
    return false;
  }
  for (int i = 0; i < system->nv; i++) {
    weight[i] = 1;
  }
  double off = 0;
  const int motion = motion_off(state, &off);
  const ClosureSettings settings = {.weight = weight};
  Closure *closure = closure_open(state, &settings, arena);
  if (closure == NULL) {
    return false;
  }
  const ClosureReport report = closure_pose(closure);
  closure_close(closure);
  if (report.closed || report.stopped) {
    return false;
  }
  return tell(state, motion, off, arena, diag);
}
