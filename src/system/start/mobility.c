// SPDX-License-Identifier: BSD-3-Clause
// mobility.c: degrees of freedom by count and by rank (see mobility.h).
#include "system/start/mobility.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/constraints/relation.h"
#include "system/saddle/kkt_rows.h"
#include "system/saddle/project.h"
#include "system/start/exchange.h"
#include "system/start/mobility_inside.h"
#include "system/start/singular_branches.h"
#include "system/state/constraint.h"

// Singular values over the largest: below the first rows depend on others for good, where that is
// so nearby, too (lengths are typed with ten digits as a rule); below the second the pose is looked
// at.
static const double LASTING = 1e-9, BESIDE = 1e-3;
static const double PERTURBATION = 3e-2; // along the manifold, relative to the length scale

bool mobility_dependent(State *state, double zero, int *dependent, bool *constraint, Arena *arena) {
  Findings findings = {.zero = zero, .constraint = constraint};
  const bool ok = mobility_count(state, &findings, arena);
  *dependent = findings.redundant;
  return ok;
}

bool mobility_null_vectors(State *state, int columns, double *null, int *count, Arena *arena) {
  const ArenaMark mark = arena_mark(arena);
  Findings findings = {.zero = LASTING,
                       .constraint =
                           arena_array(arena, bool, constraint_count(state->system->model)),
                       .multipliers = null,
                       .columns = columns};
  const bool ok = findings.constraint != NULL && mobility_count(state, &findings, arena);
  arena_release(arena, mark);
  *count = findings.redundant;
  return ok;
}

// A reproducible motion along the tangent of the manifold, into state->q. Returns false when the
// manifold is not found again from there.
static bool wander(State *state, unsigned seed, double *dq) {
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    seed = seed * 1664525U + 1013904223U;
    state->v[i] = ((double)(seed >> 8) / 8388608.0 - 1) * PERTURBATION * state->unit[i];
  }
  state_set_velocity(state, state->v);
  // beside a singular pose it leaves rates of the size of sigma: where that leads, positions tell
  (void)project_velocity(state, PROJECT_AIM, false);
  state_rate(state, state->v, dq);
  for (int i = 0; i < system->nq; i++) {
    state->q[i] += dq[i];
  }
  project_normalise(system, state->q);
  state_set(state, state->t, state->q, state->v);
  return project_position(state, PROJECT_AIM, 50, false);
}

// What lasts of the dependence at a pose.
typedef struct Nearby {
  int lasting; // equations that depend on others nearby, too: those of the smallest try
  int beside;  // the least number of singular values below BESIDE there
} Nearby;

// The least redundancy after small motions along the manifold: what vanishes there belongs to a
// singular pose. The rows to leave out are chosen there.
static bool look_nearby(State *state, Nearby *nearby, Arena *arena) {
  enum { TRIES = 3 };
  const System *system = state->system;
  double *q = arena_array(arena, double, system->nq), *dq = arena_array(arena, double, system->nq);
  double *keep = arena_array(arena, double, system->nv);
  bool *found = arena_array(arena, bool, constraint_count(system->model));
  if (arena->allocator->exhausted) {
    return false;
  }
  memcpy(q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(keep, state->v, (size_t)system->nv * sizeof(double));
  bool ok = true;
  state->frozen = true; // along the manifold of this moment
  for (unsigned k = 0; ok && k < TRIES; k++) {
    Findings there = {.zero = LASTING, .also = BESIDE, .constraint = found};
    if (wander(state, 12345 + k, dq)) {
      ok = mobility_count(state, &there, arena);
      nearby->beside =
          there.also_redundant < nearby->beside ? there.also_redundant : nearby->beside;
      if (ok && there.redundant < nearby->lasting) {
        nearby->lasting = there.redundant;
        ok = kkt_rows_choose(state, nearby->lasting, arena);
      }
    }
    state_set(state, state->t, q, keep);
  }
  state->frozen = false;
  state_set(state, state->t, q, keep);
  return ok;
}

// Motions hold their coordinates elsewhere: the pose that is found from there is nearby, too.
static void move_drives(State *state, unsigned seed, double sense) {
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    seed = seed * 1664525U + 1013904223U;
    if (system->model->relations[r].owner == RELATION_OF_MOTION) {
      state->relations[r].start += sense * ((double)(seed >> 8) / 8388608.0 - 1) * PERTURBATION *
                                   state->row_unit[system->relations[r].row];
    }
  }
}

// A reaction that the pose alone determines, as that of upright cranks across them, is not
// determined when the mechanism moves: adds what null vectors move at nearby poses.
static bool add_nearby_reactions(State *state, int lasting, unsigned *undetermined, Arena *arena) {
  enum { TRIES = 2 };
  const System *system = state->system;
  const int constraints = constraint_count(system->model);
  double *q = arena_array(arena, double, system->nq), *dq = arena_array(arena, double, system->nq);
  double *keep = arena_array(arena, double, system->nv);
  bool *found = arena_array(arena, bool, constraints);
  unsigned *masks = arena_array(arena, unsigned, constraints);
  if (arena->allocator->exhausted) {
    return false;
  }
  memcpy(q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(keep, state->v, (size_t)system->nv * sizeof(double));
  bool ok = true;
  state->frozen = true;
  for (unsigned k = 0; ok && k < TRIES; k++) {
    Findings there = {.zero = LASTING, .constraint = found, .undetermined = masks};
    memset(found, 0, (size_t)constraints * sizeof *found);
    memset(masks, 0, (size_t)constraints * sizeof *masks);
    move_drives(state, 4711 + k, 1);
    const bool moved = wander(state, 54321 + k, dq);
    ok = !moved || mobility_count(state, &there, arena);
    for (int c = 0; moved && there.redundant == lasting && c < constraints; c++) {
      undetermined[c] |= masks[c];
    }
    move_drives(state, 4711 + k, -1);
    state_set(state, state->t, q, keep);
  }
  state->frozen = false;
  state_set(state, state->t, q, keep);
  return ok;
}

// The reactions of the set in the null space, at the present pose, and what may be exchanged.
static bool hint_exchange(State *state, const Findings *here, bool singular, Arena *arena,
                          Diag *diag) {
  const int constraints = constraint_count(state->system->model), redundant = here->redundant;
  Findings found = {.zero = here->zero, .columns = redundant};
  if (!singular && redundant <= EXCHANGE_MOST) {
    found.constraint = arena_array(arena, bool, constraints);
    found.reaction = arena_alloc_array(arena, constraints,
                                       sizeof(double) * (size_t)redundant * EXCHANGE_COMPONENTS);
    if (found.constraint == NULL || found.reaction == NULL ||
        !mobility_count(state, &found, arena)) {
      return false;
    }
  }
  const bool same = found.redundant == redundant;
  exchange_hint(state, here->constraint, redundant, same ? found.reaction : NULL, diag);
  return true;
}

static bool note_redundancy(State *state, const Mobility *mobility, const Findings *here,
                            Arena *arena, Diag *diag) {
  const Model *model = state->system->model;
  const bool *in_set = here->constraint;
  char names[400];
  constraint_names(model, in_set, NULL, names, sizeof names);
  diag_at(diag, DIAG_DOF_REDUNDANT, constraint_of(model, mobility->redundant_joints[0]).origin,
          "%d of %d constraint equations %s redundant, in the set of %s %s: the motion is "
          "determined, but some of these reactions are not, and their columns are left empty",
          mobility->redundant, mobility->equations, mobility->redundant == 1 ? "is" : "are",
          constraint_motions(model) + constraint_couplers(model) > 0
              ? "joints, motions and couplers"
              : "joints",
          names);
  return hint_exchange(state, here, mobility->singular, arena, diag);
}

static bool list_joints(const Model *model, const bool *in_set, Mobility *mobility, Arena *arena) {
  int *list = arena_array(arena, int, constraint_count(model));
  if (list == NULL) {
    return false;
  }
  for (int j = 0; j < constraint_count(model); j++) {
    if (in_set[j]) {
      list[mobility->redundant_joint_count++] = j;
    }
  }
  mobility->redundant_joints = list;
  return true;
}

static void tell_singular(State *state, const Mobility *mobility, Arena *arena, Diag *diag) {
  const Model *model = state->system->model;
  diag_at(diag, DIAG_DOF_SINGULAR, constraint_of(model, mobility->redundant_joints[0]).origin,
          "the initial pose is singular: %d degrees of freedom there, %d nearby; which branch "
          "the motion takes is not determined by the model",
          mobility->dof_rank, mobility->velocities - (mobility->equations - mobility->lasting));
  if (mobility->redundant == 1 && mobility->dof_rank == 2) {
    singular_branches_hint(state, arena, diag);
  }
}

// Rows are independent, but only just, and only here.
static void tell_beside(const Model *model, const bool *in_set, double sigma, Diag *diag) {
  int first = 0;
  while (first + 1 < constraint_count(model) && !in_set[first]) {
    first++;
  }
  diag_at(diag, DIAG_DOF_BESIDE, constraint_of(model, first).origin,
          "the initial pose is close to a singular one (sigma = %.2g; 0 there): the motion and its "
          "reactions are determined, but a relative change of lengths or positions of this size "
          "may take it to another branch",
          sigma);
}

// What depends on others beside the pose, at it, and nearby, too; chooses the rows to leave out. At
// the pose by the round-off of J: lengths that are typed with ten digits may leave those apart that
// depend on others for good.
static bool find_dependent(State *state, Findings *beside, Findings *here, Nearby *nearby,
                           Arena *arena) {
  *beside = (Findings){.zero = BESIDE, .constraint = beside->constraint};
  if (!mobility_count(state, beside, arena)) {
    return false;
  }
  nearby->beside = beside->redundant;
  here->nearest = 1;
  if (beside->redundant == 0) {
    return kkt_rows_choose(state, 0, arena);
  }
  here->also = LASTING;
  if (!mobility_count(state, here, arena)) {
    return false;
  }
  nearby->lasting = here->also_redundant;
  if (!kkt_rows_choose(state, nearby->lasting, arena) ||
      (nearby->beside > state->system->nc - state->system->nv &&
       !look_nearby(state, nearby, arena))) {
    return false;
  }
  if (nearby->lasting <= here->redundant) {
    return true;
  }
  here->zero = LASTING;
  return mobility_count(state, here, arena);
}

bool mobility_decide(State *state, Arena *arena) {
  bool *found = arena_array(arena, bool, constraint_count(state->system->model));
  Findings beside = {.constraint = found}, here = {.constraint = found};
  Nearby nearby = {.lasting = 0};
  return found != NULL && find_dependent(state, &beside, &here, &nearby, arena);
}

// Without the rows that hold velocities alone, each of which counts as dependent then.
static bool count_places(State *state, Mobility *mobility, Arena *arena) {
  const System *system = state->system;
  Findings found = {.zero = LASTING,
                    .constraint = arena_array(arena, bool, constraint_count(system->model))};
  mobility->dof_places = mobility->dof_rank;
  if (found.constraint == NULL || system->rate_rows == 0) {
    return found.constraint != NULL;
  }
  for (int r = 0; r < system->relation_count; r++) {
    if (system->relations[r].rates_alone) {
      relation_let_go(state, r);
    }
  }
  const bool ok = mobility_count(state, &found, arena);
  mobility->dof_places = system->nv - (system->nc - found.redundant);
  state_set(state, state->t, state->q, state->v);
  return ok;
}

bool mobility_of(State *state, Mobility *mobility, unsigned *undetermined, Arena *arena,
                 Diag *diag) {
  const System *system = state->system;
  const Model *model = system->model;
  const int rotors = model->rotor_count; // each with a velocity and an equation of its own
  *mobility = (Mobility){.coordinates = system->nq - rotors,
                         .velocities = system->nv - rotors,
                         .equations = system->nc - rotors};
  bool *found = arena_array(arena, bool, constraint_count(model));
  bool *close = arena_array(arena, bool, constraint_count(model));
  Findings beside = {.constraint = close};
  Findings here = {.constraint = found, .undetermined = undetermined};
  Nearby nearby = {.lasting = 0};
  if (found == NULL || close == NULL || !find_dependent(state, &beside, &here, &nearby, arena)) {
    return false;
  }
  constraint_fold(model, found);
  constraint_fold(model, close);
  if (!list_joints(model, found, mobility, arena)) {
    return false;
  }
  mobility->counted = true;
  mobility->redundant = here.redundant;
  mobility->lasting = nearby.lasting;
  mobility->loop_joints = beside.loop_joints;
  mobility->rank = mobility->equations - here.redundant;
  mobility->dof_count = mobility->velocities - mobility->equations;
  mobility->dof_rank = mobility->velocities - mobility->rank;
  mobility->singular = nearby.lasting < here.redundant;
  if (!count_places(state, mobility, arena)) {
    return false;
  }
  if (mobility->singular) {
    tell_singular(state, mobility, arena, diag);
  } else if (beside.redundant > nearby.beside && beside.redundant > here.redundant) {
    tell_beside(model, close, here.nearest, diag);
  }
  return nearby.lasting == 0 ||
         ((undetermined == NULL ||
           add_nearby_reactions(state, nearby.lasting, undetermined, arena)) &&
          note_redundancy(state, mobility, &here, arena, diag));
}
