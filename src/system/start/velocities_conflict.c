// SPDX-License-Identifier: BSD-3-Clause
// velocities_conflict.c: initial velocities that contradict each other, by name (see
// velocities_inside.h).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/start/velocities_inside.h"
#include "system/state/constraint.h"

enum { NAMES_SIZE = 400 };

double velocities_times(const State *state, const Row *row, const double *x) {
  if (row->row >= 0) {
    return row_times(state, row->row, x);
  }
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    const SystemBody *body = &state->system->bodies[row->body[side]];
    sum = row_add_product(sum, row->C[side], x + body->v, body->nv);
  }
  return sum;
}

double velocities_residual(const State *state, const Row *row) {
  return row->d - velocities_times(state, row, state->v);
}

// Constraints whose rows are left open by a good part of the largest, "motion "m", joint "h"".
static const char *name_open(const State *state, const Rows *rows, double size, char *text) {
  static const double PART = 0.05;
  size_t used = 0;
  int before = -1;
  text[0] = '\0';
  for (int r = 0; r < rows->count; r++) {
    const Row *row = &rows->row[r];
    const double left = fabs(velocities_residual(state, row)) / row->unit;
    if (row->constraint < 0 || row->constraint == before || left < PART * size) {
      continue;
    }
    const Constraint it = constraint_of(state->system->model, row->constraint);
    if (used + strlen(it.name) + 40 > NAMES_SIZE) {
      (void)snprintf(text + used, NAMES_SIZE - used, " and more");
      return text;
    }
    used += (size_t)snprintf(text + used, NAMES_SIZE - used, "%s%s \"%s\"", used > 0 ? ", " : "",
                             it.what, it.name);
    before = row->constraint;
  }
  return text;
}

static bool refuse_conflict(const State *state, const Rows *rows, const Row *worst, double size,
                            Diag *diag) {
  const bool stated = rows->count > state->system->nc;
  if (worst->stated != NULL) {
    diag_at(diag, DIAG_IC_CONFLICT, worst->stated->origin,
            "the initial %s given here contradicts the joints%s or other given velocities: no "
            "motion comes closer than %.3g",
            worst->what, state->system->has_motions ? ", motions" : "", size * worst->unit);
  } else {
    char names[NAMES_SIZE];
    const Constraint constraint = constraint_of(state->system->model, worst->constraint);
    diag_at(diag, DIAG_IC_CONFLICT, constraint.origin, "%s%s%s: no motion comes closer than %.3g",
            stated ? "initial velocities contradict " : "", name_open(state, rows, size, names),
            stated ? "" : " require velocities that contradict each other", size * worst->unit);
  }
  return diag_hint(diag, stated ? "give fewer velocities: those left out follow from the joints"
                                : "make the laws agree, or remove one of these");
}

// A law whose rate is infinite at the start, or NULL.
static const Row *infinite_law(const State *state, const Rows *rows) {
  const Model *model = state->system->model;
  for (int r = 0; r < rows->count; r++) {
    const int relation = rows->row[r].constraint - model->joint_count;
    if (!isfinite(rows->row[r].d) && relation >= 0 && model->relations[relation].law >= 0) {
      return &rows->row[r];
    }
  }
  return NULL;
}

bool velocities_refuse(const State *state, const Rows *rows, Diag *diag) {
  const Model *model = state->system->model;
  const Row *row = infinite_law(state, rows);
  if (row != NULL) {
    const Constraint it = constraint_of(model, row->constraint);
    const int law = model->relations[row->constraint - model->joint_count].law;
    diag_at(diag, DIAG_IC_VELOCITY, model->numbers[law].origin,
            "the rate of %s \"%s\" is infinite at t = %.6g s", it.what, it.name, state->t);
    return diag_hint(diag,
                     "use a law with a finite slope there, as sqrt(t + 1e-3 s) or step5(t, ...)");
  }
  diag_at(diag, DIAG_IC_VELOCITY, origin_none(),
          "no initial velocities were found that satisfy the joints: the numbers become infinite");
  return diag_hint(diag, "check the magnitudes of given velocities, of laws and of masses");
}

bool velocities_agree(const State *state, const Rows *rows, Diag *diag) {
  const Row *worst = NULL;
  double size = 0;
  for (int r = 0; r < rows->count; r++) {
    const double left = fabs(velocities_residual(state, &rows->row[r])) / rows->row[r].unit;
    if (!isfinite(left)) {
      return velocities_refuse(state, rows, diag);
    }
    const bool prefer = rows->row[r].stated != NULL && left > 0.999 * size;
    if (left > size || prefer) {
      size = fmax(left, size);
      worst = &rows->row[r];
    }
  }
  if (worst == NULL || size <= VELOCITIES_CLOSE) {
    return true;
  }
  return refuse_conflict(state, rows, worst, size, diag);
}
