// SPDX-License-Identifier: BSD-3-Clause
// conflict.c: joints that contradict each other, from the least residual (see conflict.h).
//
//   least |Phi(q)|^2, rows divided by their units:  J' Phi = 0
// What is left over lies in the null space of J': the constraints with a nonzero row of it are
// those that cannot hold together, and no others.
#include "system/conflict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/closure.h"
#include "system/constraint.h"
#include "system/project.h"

static const double PART = 1e-3; // of the largest residual: what counts
enum { LARGEST = 2000 };         // equations: larger systems are not searched

// "\"a\" by 0.01, \"b\" by 0.02 and 3 more".
static void list_gaps(const State *state, double largest, char *text, size_t size) {
  const Model *model = state->system->model;
  const int count = constraint_count(model);
  size_t used = 0;
  int left = 0;
  for (int c = 0; c < count; c++) {
    left += constraint_misfit(state, c) > PART * largest ? 1 : 0;
  }
  for (int c = 0; c < count && left > 0; c++) {
    const double misfit = constraint_misfit(state, c);
    if (!(misfit > PART * largest)) {
      continue;
    }
    const char *name = constraint_of(model, c).name;
    if (used + strlen(name) + 64 > size) {
      snprintf(text + used, size - used, " and %d more", left);
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s\"%s\" by %.3g", used > 0 ? ", " : "",
                             name, misfit * constraint_length(state, c));
    left--;
  }
}

static void tell(const State *state, Diag *diag) {
  const Model *model = state->system->model;
  const double largest = project_position_misfit(state);
  int worst = 0;
  for (int c = 1; c < constraint_count(model); c++) {
    worst = constraint_misfit(state, c) > constraint_misfit(state, worst) ? c : worst;
  }
  char gaps[400] = "";
  list_gaps(state, largest, gaps, sizeof gaps);
  diag_at(
      diag, DIAG_DOF_CONFLICT, constraint_of(model, worst).origin,
      "these cannot hold together, wherever the bodies are placed; the least residual leaves open "
      "%s m (or rad, times %.3g m)",
      gaps, state->length);
  diag_hint(diag, "check the lengths and marker positions of these, or take one of them away");
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
  tell(state, diag);
  return true;
}
