// SPDX-License-Identifier: BSD-3-Clause
// contradiction.c: motions and joints that ask for different things, from some time on.
//
// Where no pose satisfies all rows, the least misfits phi, with weights W, have J' W phi = 0. If
// that holds with J of the last pose that satisfies them, too, the rows that miss something depend
// on each other wherever the mechanism is: they ask for one thing twice, and not for the same. At
// the end of a reach they depend on each other only there (locked.c).
#include <math.h>
#include <string.h>

#include "analysis/monitors/locked.h"
#include "analysis/settings/settings.h"
#include "system/constraints/rows.h"
#include "system/saddle/project.h"
#include "system/state/constraint.h"

typedef struct Contradiction {
  State *state;
  const SchemeSettings *settings;
  double later;                    // [s], where steps are not fixed
  double *q, *v, *misfit, *pulled; // room [nq], [nv], [nc], [nv]
  double t, *good_q, *good_v;      // the end of the last step that was accepted
} Contradiction;

// The misfits of rows that may depend on others, each by what it weighs in the least of them
// (kkt.h), of places or else of rates, where the projection has left the state: one that found no
// place has no rates.
static void take_misfits(const Contradiction *it) {
  const State *state = it->state;
  const int nc = state->system->nc, levels = state->rows_level >= PAIR_VELOCITY ? 2 : 1;
  for (int which = 0, tries = 0; tries < levels; which = ROW_RATE, tries++) {
    double largest = 0;
    rows_copy(state, which, 1, it->misfit);
    for (int i = 0; i < nc; i++) {
      largest = fmax(largest, fabs(it->misfit[i]) / state->row_unit[i]);
      it->misfit[i] = state->row_soft[i] > 0 ? it->misfit[i] / state->row_soft[i] : 0;
    }
    if (largest > PROJECT_AIM) {
      return;
    }
  }
}

// Whether rows with these misfits depend on each other where the state stands. A law without a
// value has none.
static bool depend(const Contradiction *it) {
  static const double SQUARE = 1e-3;
  const State *state = it->state;
  const System *system = state->system;
  double size = 0, pull = 0, finite = 0;
  memset(it->pulled, 0, (size_t)system->nv * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    const double part = it->misfit[i];
    finite += part * 0; // stays zero as long as all are
    row_add_forces(state, i, part, it->pulled);
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      for (int k = 0; k < end->nv; k++) {
        size = fmax(size, fabs(state->row[end->at + k] * part) * state->unit[end->v + k]);
      }
    }
  }
  for (int i = 0; i < system->nv; i++) {
    pull = fmax(pull, fabs(it->pulled[i]) * state->unit[i]);
  }
  return finite == 0 && size > 0 && isfinite(size) && pull <= SQUARE * size;
}

static MonitorVerdict tell(const Contradiction *it, Failure *failure) {
  char names[LOCKED_NAMES];
  for (int i = 0; i < it->state->system->nc; i++) {
    it->misfit[i] *= it->state->row_unit[i];
  }
  const Origin origin = locked_names(it->state, it->misfit, names);
  *failure = (Failure){.code = DIAG_NONE};
  failure_set(
      failure, DIAG_KIN_CONTRADICTION, origin,
      "from t = %.9g s on these contradict each other, and no motion satisfies all of them: %s",
      it->state->t, names);
  failure_hint(failure,
               "they prescribe the same motion: make their laws agree, or leave one of them out");
  return MONITOR_PASSES;
}

// What numbers meet where nothing satisfies the constraints. An expression that has no value is
// told as such: a law without one leaves no misfits, and forces do not come in here.
static bool may_be_its_fault(DiagCode code) {
  switch ((int)code) {
  case DIAG_INT_PROJECTION:
  case DIAG_INT_CONVERGENCE:
  case DIAG_INT_ERROR_TEST:
  case DIAG_INT_STALLED:
  case DIAG_INT_LIBRARY:
  case DIAG_INT_SINGULAR:
  case DIAG_KIN_LOCKED:
  case DIAG_SINGULAR_BRANCH:
  case DIAG_NUM_STATE:
  case DIAG_NUM_NOT_FINITE:
    return true;
  default:
    return false;
  }
}

// A scheme that gave up may stand at no numbers.
static MonitorVerdict keep(void *self, const MonitorStep *step, Failure *failure) {
  Contradiction *it = self;
  const System *system = it->state->system;
  (void)failure;
  it->t = step->t;
  memcpy(it->good_q, step->scheme->q, (size_t)system->nq * sizeof(double));
  memcpy(it->good_v, step->scheme->v, (size_t)system->nv * sizeof(double));
  return MONITOR_PASSES;
}

// Looks a little later, and later still, since some begin gently.
static MonitorVerdict look_later(void *self, const MonitorStep *step, Failure *failure) {
  enum { LOOKS = 4 };
  Contradiction *it = self;
  State *state = it->state;
  const System *system = state->system;
  double later = fmax(it->later, 2 * it->settings->step);
  (void)step;
  if (!may_be_its_fault(failure->code)) {
    return MONITOR_PASSES;
  }
  for (int k = 0; k < LOOKS; k++) {
    memcpy(it->q, it->good_q, (size_t)system->nq * sizeof(double));
    memcpy(it->v, it->good_v, (size_t)system->nv * sizeof(double));
    const bool found = project_point(state, it->t + later, it->q, it->v, it->settings->aim, false);
    if (!found) {
      take_misfits(it);
    }
    state_set(state, it->t, it->good_q, it->good_v);
    if (!found && depend(it)) {
      return tell(it, failure);
    }
    later *= 10;
  }
  return MONITOR_PASSES;
}

bool contradiction_monitor(const MonitoredRun *run) {
  static const double LATER = 1e-4; // of the duration
  const System *system = run->state->system;
  if (constraint_motions(system->model) == 0) {
    return true;
  }
  Contradiction *it = arena_new(run->arena, Contradiction);
  if (it == NULL) {
    return false;
  }
  *it = (Contradiction){.state = run->state,
                        .settings = &run->settings->scheme,
                        .later = LATER * run->result->duration};
  monitors_add(run, "contradiction", MONITOR_ACCEPTED, keep, it);
  monitors_add(run, "contradiction", MONITOR_ENDED, look_later, it);
  if (!arena_doubles(run->arena, system->nq, &it->q, &it->good_q) ||
      !arena_doubles(run->arena, system->nv, &it->v, &it->pulled, &it->good_v) ||
      !arena_doubles(run->arena, system->nc, &it->misfit)) {
    return false;
  }
  memcpy(it->good_q, run->state->q, (size_t)system->nq * sizeof(double));
  memcpy(it->good_v, run->state->v, (size_t)system->nv * sizeof(double));
  it->t = run->state->t;
  return true;
}
