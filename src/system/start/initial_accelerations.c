// SPDX-License-Identifier: BSD-3-Clause
// initial_accelerations.c: whether accelerations and multipliers exist at the start (see
// initial.h).
#include <float.h>
#include <math.h>

#include "system/constraints/rows.h"
#include "system/forces/forces.h"
#include "system/forces/friction.h"
#include "system/forces/solve.h"
#include "system/mechanism/massless.h"
#include "system/saddle/kkt.h"
#include "system/saddle/light_bodies.h"
#include "system/start/initial.h"
#include "system/state/constraint.h"

// A row that nothing moves at the start; -1: there is none.
static int row_without_slope(const State *state) {
  const System *system = state->system;
  for (int row = 0; row < system->nc; row++) {
    double slope = 0;
    for (int e = system->rows[row].first_end; e < system->rows[row].end; e++) {
      for (int k = 0; k < system->ends[e].nv; k++) {
        slope = fmax(slope, fabs(state->row[system->ends[e].at + k]));
      }
    }
    if (slope == 0) {
      return row;
    }
  }
  return -1;
}

// The body or the joint whose entries are no finite numbers, or a row without a slope.
static bool tell_singular(const State *state, Diag *diag) {
  const System *system = state->system;
  if (!kkt_determined(state)) {
    Failure failure = {.code = DIAG_NONE};
    massless_failure(state, true, &failure);
    failure_report(&failure, diag->origins, diag);
    return false;
  }
  for (int b = 1; b < system->body_count; b++) {
    const int nv = system->bodies[b].nv;
    for (int i = 0; i < nv * nv; i++) {
      if (!isfinite(state->mass[b][i]) || !isfinite(state->mass_inverse[b][i])) {
        diag_at(diag, DIAG_IC_ACCELERATION, system->model->bodies[b].origin,
                "the initial accelerations are not determined: the mass or inertia of body \"%s\" "
                "is too small or too large to be inverted",
                system->bodies[b].name);
        return false;
      }
    }
  }
  for (int i = 0; i < system->nc; i++) {
    if (!isfinite(row_bias(state, i))) {
      const Constraint it = constraint_of_row(system, i);
      diag_at(diag, DIAG_IC_ACCELERATION, it.origin,
              "the initial accelerations are not determined: what %s \"%s\" requires of them is "
              "not finite",
              it.what, it.name);
      return false;
    }
  }
  const int row = row_without_slope(state);
  if (row >= 0) {
    const Constraint it = constraint_of_row(system, row);
    diag_at(diag, DIAG_IC_ACCELERATION, it.origin,
            "the initial accelerations are not determined: at the start no motion changes what %s "
            "\"%s\" constrains",
            it.what, it.name);
    return diag_hint(diag, "x^2 or 1 - cos(x) have zero slope where they are zero: constrain x "
                           "itself, or start away from zero");
  }
  return diag_at(diag, DIAG_IC_ACCELERATION, origin_none(),
                 "the initial accelerations are not determined: the equations of motion are "
                 "singular");
}

// Norms and error estimates take products of accelerations, which must be finite.
static bool are_moderate(State *state, const double *a, Diag *diag) {
  static const double LARGEST = 1e100;
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    for (int k = 0; k < system->bodies[b].nv; k++) {
      const double size = fabs(a[system->bodies[b].v + k]);
      if (!(size > LARGEST)) {
        continue;
      }
      const int f = forces_largest_on(state, b);
      const Force *force = f >= 0 ? &system->model->forces[system->forces[f].force] : NULL;
      diag_at(diag, DIAG_IC_ACCELERATION,
              force != NULL ? force->origin : system->model->bodies[b].origin,
              "the initial acceleration of body \"%s\" is %.3g: above 1e100 nothing can be "
              "computed with it; the largest effect on it comes from %s%s%s",
              system->bodies[b].name, size, force != NULL ? "force \"" : "its weight",
              force != NULL ? force->name : "", force != NULL ? "\"" : "");
      return diag_hint(diag, "check the units of masses, gravity and forces");
    }
  }
  return true;
}

// What may be left over, of the accelerations; and what loads and reactions leave of theirs by
// round-off, so that it is no more than that.
static const double PART = 1e-6;
static const double ROUND_OFF = 64 * DBL_EPSILON / 1e-6;

// Sizes of all that acts along each velocity.
static void measure_pushes(const State *state, const double *lambda, double *push) {
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    push[i] = fabs(state->Q[i]);
  }
  for (int row = 0; row < system->nc; row++) {
    for (int e = system->rows[row].first_end; e < system->rows[row].end; e++) {
      const RowEnd *end = &system->ends[e];
      for (int k = 0; k < end->nv; k++) {
        push[end->v + k] += fabs(state->row[end->at + k] * lambda[row]);
      }
    }
  }
}

// Largest |a| of each group beside its length [1/s^2].
static void measure_groups(const State *state, const double *a, const double *push, double *size) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const int g = system->group_of[b], i = body->v + k;
      const double pushed = push[i] * state->mass_inverse[b][k * body->nv + k];
      size[g] = fmax(size[g], fmax(fabs(a[i]), ROUND_OFF * pushed) / state->unit[i]);
    }
  }
}

// What the accelerations of the groups that a row holds are, beside their lengths.
static double size_at(const System *system, int row, const double *size) {
  double most = 0;
  for (int e = system->rows[row].first_end; e < system->rows[row].end; e++) {
    const int g = system->group_of[system->ends[e].body];
    most = g >= 0 ? fmax(most, size[g]) : most;
  }
  return most;
}

// J a + bias of every row, by the length and the accelerations of what it holds.
static bool satisfy_rows(State *state, const double *a, const double *lambda, Arena *arena,
                         Diag *diag) {
  const System *system = state->system;
  double *left = arena_array(arena, double, system->nc);
  double *size = arena_array(arena, double, system->group_count);
  double *push = arena_array(arena, double, system->nv);
  if (left == NULL || size == NULL || push == NULL) {
    return false;
  }
  measure_pushes(state, lambda, push);
  measure_groups(state, a, push, size);
  rows_times(state, a, left);
  for (int row = 0; row < system->nc; row++) {
    left[row] += row_bias(state, row);
    const double part = fabs(left[row]) / state->row_unit[row];
    if (!(part <= PART) && !(part <= PART * (1 + size_at(system, row, size)))) {
      const Constraint it = constraint_of_row(system, row);
      diag_at(diag, DIAG_IC_ACCELERATION, it.origin,
              "no initial acceleration satisfies all joints: a residual of %.3g remains in %s "
              "\"%s\", in m/s^2 or rad/s^2",
              fabs(left[row]), it.what, it.name);
      return diag_hint(
          diag, "the cause is joints that contradict each other at the start, or a singular pose");
    }
  }
  return true;
}

bool initial_accelerations(State *state, Arena *arena, Diag *diag) {
  const System *system = state->system;
  double *a = arena_array(arena, double, system->nv);
  double *lambda = arena_array(arena, double, system->nc);
  if (a == NULL || lambda == NULL) {
    return false;
  }
  if (!state_forces(state)) {
    return true; // the run names the expression
  }
  if (!kkt_factor(state, KKT_EXACT)) {
    return tell_singular(state, diag);
  }
  if (!light_bodies_told(state, diag)) {
    return false;
  }
  if (!solve_accelerations(state, a, lambda)) {
    if (state->fault.set) {
      return true; // the run names what has no value
    }
    Failure failure = {.code = DIAG_NONE};
    friction_failure(state, &failure);
    failure_report(&failure, diag->origins, diag);
    return false;
  }
  return are_moderate(state, a, diag) && satisfy_rows(state, a, lambda, arena, diag);
}
