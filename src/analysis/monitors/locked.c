// SPDX-License-Identifier: BSD-3-Clause
// locked.c: why a driven mechanism does not move, or moves freely (see locked.h).
#include "analysis/monitors/locked.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/settings/settings.h"
#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/state/constraint.h"
#include "system/state/length.h"

enum { TRIES = 3 };
static const double MOVES = 1e-6; // of the largest free velocity

// Appends a name in quotes; false when the text is full.
static bool put_name(char *text, size_t *used, const char *what, const char *name) {
  if (*used + strlen(name) + 40 > LOCKED_NAMES) {
    *used += (size_t)snprintf(text + *used, LOCKED_NAMES - *used, " and more");
    return false;
  }
  *used += (size_t)snprintf(text + *used, LOCKED_NAMES - *used, "%s%s%s\"%s\"",
                            *used > 0 ? ", " : "", what, what[0] != '\0' ? " " : "", name);
  return true;
}

// ---- locked ----

Origin locked_names(const State *state, const double *part, char names[LOCKED_NAMES]) {
  static const double HOLDS = 0.05; // of the largest
  const System *system = state->system;
  size_t used = 0;
  double largest = 0;
  for (int i = 0; i < system->nc; i++) {
    largest = fmax(largest, fabs(part[i]));
  }
  Constraint before = {.name = NULL};
  Origin origin = origin_none();
  bool motion = false;
  names[0] = '\0';
  for (int i = 0; i < system->nc; i++) {
    const Constraint it = constraint_of_row(system, i);
    if (!(fabs(part[i]) >= HOLDS * largest) || it.name == before.name) {
      continue;
    }
    const bool drives = strcmp(it.what, "motion") == 0;
    origin = before.name == NULL || (drives && !motion) ? it.origin : origin;
    motion = motion || drives;
    before = it;
    if (!put_name(names, &used, it.what, it.name)) {
      break;
    }
  }
  return origin;
}

// The joints and motions that hold against each other are those with the largest multipliers near
// the singular pose where the state stands. lambda: room for nc.
static void tell_locked(State *state, double *lambda, double *a, Failure *failure) {
  char names[LOCKED_NAMES];
  state_rows(state, PAIR_ACCELERATION);
  if (state_forces(state) && kkt_factor(state, KKT_EXACT)) {
    solve_accelerations(state, a, lambda);
  }
  for (int i = 0; i < state->system->nc; i++) {
    lambda[i] *= state->row_unit[i];
  }
  const Origin origin = locked_names(state, lambda, names);
  failure_set(failure, DIAG_KIN_LOCKED, origin,
              "at t = %.9g s the mechanism is at a dead point or at the end of its reach: no pose "
              "is found one step later, and %s contradict each other",
              state->t, names);
  failure_hint(failure,
               "change the motion's law or the lengths, or end the analysis before that time");
}

typedef struct DeadPoint {
  State *state;
  const SchemeSettings *settings;
  double later;           // [s], where steps are not fixed
  double *q, *v, *lambda; // room
} DeadPoint;

// A law that has no value later is no dead point. The row where it stands; -1: all have values.
static int row_without_value(const State *state) {
  int row = state->system->nc - 1;
  while (row >= 0 && isfinite(row_phi(state, row))) {
    row--;
  }
  return row;
}

static void tell_no_value(const State *state, int row, double t, Failure *failure) {
  const Constraint it = constraint_of_row(state->system, row);
  *failure = (Failure){.code = DIAG_NONE};
  failure_set(failure, DIAG_NUM_NOT_FINITE, it.origin,
              "%s \"%s\" has no finite value shortly after t = %.9g s", it.what, it.name, t);
  failure_hint(failure, "keep the arguments of sqrt, log, division and powers inside their domain, "
                        "or end the analysis before that time");
}

// What is driven and finds no pose a little later is at a dead point: that is what to tell,
// whatever the method met.
static MonitorVerdict tell_dead_point(void *self, const MonitorStep *step, Failure *failure) {
  DeadPoint *it = self;
  State *state = it->state;
  const System *system = state->system;
  const double *q = step->scheme->q, *v = step->scheme->v;
  const double later = step->t + fmax(it->later, 2 * it->settings->step);
  if (state->fault.set) {
    return MONITOR_PASSES;
  }
  memcpy(it->q, q, (size_t)system->nq * sizeof(double));
  memcpy(it->v, v, (size_t)system->nv * sizeof(double));
  const bool places = scheme_has(step->scheme, SCHEME_PLACES);
  const bool found = project_point(state, later, it->q, it->v, it->settings->aim, false);
  const int row = found ? -1 : row_without_value(state);
  if (row >= 0) {
    tell_no_value(state, row, step->t, failure);
  } else if (!found || places) {
    state_set(state, step->t, q, v);
    *failure = (Failure){.code = DIAG_NONE};
    tell_locked(state, it->lambda, it->v, failure);
  }
  return MONITOR_PASSES;
}

bool locked_monitor(const MonitoredRun *run) {
  static const double LATER = 1e-4; // of the duration
  const System *system = run->state->system;
  if (constraint_motions(system->model) == 0) {
    return true;
  }
  DeadPoint *it = arena_new(run->arena, DeadPoint);
  if (it == NULL) {
    return false;
  }
  *it = (DeadPoint){.state = run->state,
                    .settings = &run->settings->scheme,
                    .later = LATER * run->result->duration};
  monitors_add(run, "dead point", MONITOR_GAVE_UP, tell_dead_point, it);
  return arena_doubles(run->arena, system->nq, &it->q) &&
         arena_doubles(run->arena, system->nv, &it->v) &&
         arena_doubles(run->arena, system->nc, &it->lambda);
}

// ---- free ----

// A velocity that the joints and motions allow, into v: a reproducible one, less what they forbid.
static bool free_velocity(State *state, unsigned seed, double *v, double *rate, double *change) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      seed = seed * 1664525U + 1013904223U;
      const double unit = k < body->kind->translations ? length_of_body(state, b) : 1;
      v[body->v + k] = ((double)(seed >> 8) / 8388608.0 - 1) * unit;
    }
  }
  if (!kkt_factor(state, KKT_EPS_PROJECTION)) {
    return false;
  }
  for (int pass = 0; pass < TRIES; pass++) {
    rows_times(state, v, rate);
    for (int i = 0; i < system->nc; i++) {
      rate[i] = -rate[i];
    }
    kkt_correction(state, rate, change);
    for (int i = 0; i < system->nv; i++) {
      v[i] += change[i];
    }
  }
  return true;
}

bool locked_tell_free(State *state, const Mobility *mobility, Result *result, Arena *arena) {
  const System *system = state->system;
  double *v, *change, *rate;
  bool *moves = arena_array(arena, bool, system->body_count);
  if (moves == NULL || !arena_doubles(arena, system->nv, &v, &change) ||
      !arena_doubles(arena, system->nc, &rate)) {
    return false;
  }
  state_rows(state, PAIR_VELOCITY);
  for (unsigned k = 0; k < TRIES && free_velocity(state, 12345U + k, v, rate, change); k++) {
    for (int b = 1; b < system->body_count; b++) {
      const SystemBody *body = &system->bodies[b];
      for (int i = 0; i < body->nv; i++) {
        const double unit = i < body->kind->translations ? length_of_body(state, b) : 1;
        moves[b] = moves[b] || fabs(v[body->v + i]) > MOVES * unit;
      }
    }
  }
  char names[LOCKED_NAMES] = "";
  size_t used = 0;
  for (int b = 1; b < system->model->body_count; b++) {
    if (moves[b] && !put_name(names, &used, "", system->bodies[b].name)) {
      break;
    }
  }
  result->status = RUN_FAILED;
  failure_set(&result->failure, DIAG_KIN_FREE, result->analysis->origin,
              "%d %s left free by joints and motions, so geometry alone does not determine the "
              "motion; bodies that can still move: %s",
              mobility->dof_rank,
              mobility->dof_rank == 1 ? "degree of freedom is" : "degrees of freedom are", names);
  failure_hint(&result->failure, mobility->singular
                                     ? "the pose at the start is singular: start next to it"
                                     : "drive it by a motion, or use \"type: dynamics\"");
  return true;
}
