// SPDX-License-Identifier: BSD-3-Clause
// law_kink.c: velocities behind a corner of a relation (see law_kink.h).
#include "system/jumps/law_kink.h"

#include <math.h>
#include <string.h>

#include "expr/enclosures/hold.h"
#include "system/constraints/law.h"
#include "system/constraints/relation.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/state/constraint.h"

// What a law may miss its other side by, divided by its unit: round-off of where it was found.
static const double MEETS = 1e-9;
// Of the answer of free bodies: below, the rows leave nothing across the crease.
static const double BLOCKED = 1e-12;
// Of the speeds: what one corner may leave of the rates of all relations.
static const double LEFT = 1e-9;

bool law_kink_open(LawKink *corner, State *state, Arena *arena) {
  const System *system = state->system;
  *corner = (LawKink){.f = arena_array(arena, double, system->coordinate_count),
                      .behind = arena_array(arena, double, system->nv),
                      .work = arena_array(arena, double, system->nv)};
  return corner->f != NULL && corner->behind != NULL && corner->work != NULL &&
         impulse_open(&corner->impulse, state, arena);
}

// ---- what is amiss ----

static bool refuse(const State *state, int r, const char *fate, Failure *failure) {
  const Relation *relation = &state->system->model->relations[r];
  return failure_set(failure, DIAG_MOTION_CORNER, relation->origin, "%s \"%s\" at t = %.12g s: %s",
                     relation->what, relation->name, state->t, fate);
}

static bool refuse_jump(const State *state, int r, Failure *failure) {
  const Relation *relation = &state->system->model->relations[r];
  if (state->system->relations[r].rolls) {
    refuse(state, r, "its roller is at a corner of the curve, which it cannot pass", failure);
    return failure_hint(failure, "round the corner, for example by a table with \"interpolation: "
                                 "cubic\", with a concave radius larger than the roller");
  }
  failure_set(failure, DIAG_MOTION_CORNER, relation->origin,
              "the law of %s \"%s\" jumps by %.6g at t = %.12g s: nothing can follow it",
              relation->what, relation->name, row_phi(state, state->system->relations[r].row),
              state->t);
  return failure_hint(failure, "make the two sides of the law have the same value where they meet");
}

// Size of what the rate of a relation is made of.
static double speed_of(const State *state, int r) {
  const SystemRelation *relation = &state->system->relations[r];
  double sum = fabs(relation_by_time(state, r));
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    sum += fabs(state->terms[c].f * state->terms[c].rows.rate[0]);
  }
  return sum;
}

// Whether the present velocities break the rate of a relation.
static bool breaks_rate(const State *state, int r) {
  const int index = state->system->model->joint_count + r;
  return constraint_rate(state, index) > PROJECT_AIM &&
         fabs(row_rate(state, state->system->relations[r].row)) > LEFT * speed_of(state, r);
}

static bool misses(const State *state, int r) {
  return !(constraint_misfit(state, state->system->model->joint_count + r) <= MEETS);
}

// The rows under the held branches (or NULL: the live ones).
static void choose(State *state, const struct Hold *const *held) {
  state->held = held;
  state_renew_relations(state);
}

// ---- across ----

// direction := f+ - f- of the coordinates of relation r, through their J.
static void take_direction(LawKink *corner, int r) {
  const State *state = corner->impulse.state;
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  memset(corner->impulse.direction, 0, (size_t)system->nv * sizeof(double));
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const double jump = state->terms[c].f - corner->f[c];
    for (int side = 0; side < 2; side++) {
      const SystemBody *body = &system->bodies[system->coordinates[c].body[side]];
      for (int k = 0; k < body->nv; k++) {
        corner->impulse.direction[body->v + k] += jump * state->terms[c].rows.J[0][side][k];
      }
    }
  }
}

// D^2 of the present rows, 0 where they leave nothing; the answer stands in impulse.dv.
static double answer(LawKink *corner) {
  State *state = corner->impulse.state;
  const int nv = state->system->nv;
  if (!impulse_solve(&corner->impulse)) {
    return (double)NAN;
  }
  kkt_divide_by_mass(state, corner->impulse.direction, corner->work);
  const double all = row_add_product(0, corner->impulse.direction, corner->work, nv);
  const double square = row_add_product(0, corner->impulse.direction, corner->impulse.dv, nv);
  return square > BLOCKED * all ? square : 0;
}

// Relation r bends; the rows are the live ones. They are so again at the end.
static bool cross(LawKink *corner, int r, const struct Hold *const *held, Failure *failure) {
  State *state = corner->impulse.state;
  const int nv = state->system->nv;
  const double rate = row_rate(state, state->system->relations[r].row);
  take_direction(corner, r);
  const double behind = answer(corner);
  memcpy(corner->behind, corner->impulse.dv, (size_t)nv * sizeof(double));
  choose(state, held);
  const double before = answer(corner);
  choose(state, NULL);
  if (isnan(behind) || isnan(before)) {
    return refuse(state, r,
                  "the velocities after its corner are not determined, the equations of the joints "
                  "are singular",
                  failure);
  }
  if (before == 0 && behind == 0) { // the drives decide
    return project_velocity(state, PROJECT_AIM, false) ||
           refuse(state, r, "no velocities satisfy it after its corner", failure);
  }
  if (before == 0 || behind == 0) {
    refuse(state, r, "after its corner the mechanism is locked against it", failure);
    return failure_hint(failure, "make the law continue, or end the analysis earlier");
  }
  const double root = sqrt(before * behind);
  for (int k = 0; k < nv; k++) {
    corner->work[k] =
        state->v[k] + rate * (corner->behind[k] / root - corner->impulse.dv[k] / before);
  }
  state_set_velocity(state, corner->work);
  return true;
}

// The relation whose rate the present velocities break the most, or -1.
static int worst_of(const State *state, const struct Hold *const *held) {
  const System *system = state->system;
  int worst = -1;
  double largest = 0;
  for (int r = 0; r < system->relation_count; r++) {
    const int law = system->relations[r].law;
    const double rate = constraint_rate(state, system->model->joint_count + r);
    if (law >= 0 && held[law] != NULL && breaks_rate(state, r) && rate > largest) {
      largest = rate;
      worst = r;
    }
  }
  return worst;
}

static bool pass_live(LawKink *corner, const struct Hold *const *held, Failure *failure) {
  State *state = corner->impulse.state;
  const System *system = state->system;
  if (!relations_finite(state)) {
    return false;
  }
  for (int r = 0; r < system->relation_count; r++) {
    const int law = system->relations[r].law;
    if (law >= 0 && held[law] != NULL && misses(state, r)) {
      return refuse_jump(state, r, failure);
    }
  }
  const int worst = worst_of(state, held);
  if (worst < 0) {
    return true;
  }
  if (!cross(corner, worst, held, failure)) {
    return false;
  }
  for (int r = 0; r < system->relation_count; r++) {
    if (breaks_rate(state, r)) {
      refuse(state, r,
             "the mechanism meets several corners at once, and what follows depends on "
             "which comes first",
             failure);
      return failure_hint(failure, "move the corners apart");
    }
  }
  return project_velocity(state, PROJECT_AIM, false) ||
         refuse(state, worst, "no velocities satisfy it after its corner", failure);
}

// A roller that no longer fits its curve.
static bool rollers_fit(State *state, Failure *failure) {
  static const double ROUND_OFF = 1e-6;
  state_rows(state, PAIR_POSITION);
  for (int r = 0; r < state->system->relation_count; r++) {
    double radius = 0;
    if (!state->system->relations[r].rolls ||
        law_margin(state, r, &radius) > LAW_MARGIN * (1 + ROUND_OFF)) {
      continue;
    }
    const Relation *relation = &state->system->model->relations[r];
    failure_set(
        failure, DIAG_MOTION_CORNER, relation->origin,
        "the roller of %s \"%s\" no longer fits the curve at t = %.12g s: at the contact the "
        "radius of curvature is %.6g m, and beyond it the path of its centre would turn back",
        relation->what, relation->name, state->t, fabs(radius));
    return failure_hint(failure, "use a smaller \"offset\", or a curve with larger radii");
  }
  return true;
}

bool law_kink_pass(LawKink *corner, Failure *failure) {
  State *state = corner->impulse.state;
  const struct Hold *const *held = state->held;
  if (held == NULL) {
    return true;
  }
  if (!rollers_fit(state, failure)) {
    return false;
  }
  state_renew_relations(state);
  for (int c = 0; c < state->system->coordinate_count; c++) {
    corner->f[c] = state->terms[c].f;
  }
  choose(state, NULL);
  const bool ok = pass_live(corner, held, failure);
  choose(state, held);
  return ok;
}

static bool reads_clock(const System *system, int r) {
  const int law = system->relations[r].law;
  const Program *program = law < 0 ? NULL : &system->model->numbers[law].program;
  return program != NULL && program->uses_state && program->uses_time;
}

bool law_kink_has_clock(const System *system) {
  bool any = false;
  for (int r = 0; r < system->relation_count; r++) {
    any = any || reads_clock(system, r);
  }
  return any;
}

bool law_kink_clock(State *state, Failure *failure) {
  const System *system = state->system;
  if (!relations_finite(state)) {
    return false;
  }
  for (int r = 0; r < system->relation_count; r++) {
    if (!reads_clock(system, r)) {
      continue;
    }
    if (misses(state, r)) {
      return refuse_jump(state, r, failure);
    }
    if (breaks_rate(state, r)) {
      refuse(state, r, "the velocities would have to jump at this time", failure);
      return failure_hint(failure, "make the law change smoothly, as with step5, or use a force to "
                                   "bring the bodies together");
    }
  }
  return true;
}
