// SPDX-License-Identifier: BSD-3-Clause
// impulse.c: jumps of the velocities under forces of no duration (see impulse.h).
#include "system/jumps/impulse.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/forces/forces.h"
#include "system/saddle/kkt.h"

// What the regularisation of the saddle point leaves, refinements take away.
enum { REFINEMENTS = 6 };

bool impulse_open(Impulse *impulse, State *state, Arena *arena) {
  const System *system = state->system;
  *impulse = (Impulse){.state = state,
                       .direction = arena_array(arena, double, system->nv),
                       .dv = arena_array(arena, double, system->nv),
                       .lambda = arena_array(arena, double, system->nc),
                       .room = arena_array(arena, double, system->nv + system->nc),
                       .sum = arena_array(arena, double, system->nv + system->nc)};
  return !arena->allocator->exhausted;
}

// ---- directions ----

static void clear(const Impulse *impulse) {
  memset(impulse->direction, 0, (size_t)impulse->state->system->nv * sizeof(double));
}

void impulse_between(Impulse *impulse, int marker_i, int marker_j, const double n[3]) {
  clear(impulse);
  Wrench on_j = {{n[0], n[1], n[2]}, {0, 0, 0}};
  forces_push(impulse->state, marker_j, &on_j, impulse->direction);
  if (marker_i < 0) {
    return;
  }
  // the same line of action: reduced to the origin of marker_i
  const Frame i = *state_frame(impulse->state, marker_i);
  const Frame j = *state_frame(impulse->state, marker_j);
  Wrench on_i = {{-n[0], -n[1], -n[2]}, {0, 0, 0}};
  const double arm[3] = {j.x[0] - i.x[0], j.x[1] - i.x[1], j.x[2] - i.x[2]};
  vec_cross(arm, on_i.f, on_i.t);
  forces_push(impulse->state, marker_i, &on_i, impulse->direction);
}

void impulse_along_joint(Impulse *impulse, int joint_number) {
  const Joint *joint = &impulse->state->system->model->joints[joint_number];
  const Frame i = *state_frame(impulse->state, joint->marker_i);
  double axis[3];
  vec_column(i.A, (int)joint_first_axis(joint->kind) - 1, axis);
  if (joint_coordinate(joint->kind) == COORDINATE_DISPLACEMENT) {
    impulse_between(impulse, joint->marker_i, joint->marker_j, axis);
    return;
  }
  clear(impulse);
  const Wrench on_j = {{0, 0, 0}, {axis[0], axis[1], axis[2]}};
  const Wrench on_i = {{0, 0, 0}, {-axis[0], -axis[1], -axis[2]}};
  forces_push(impulse->state, joint->marker_j, &on_j, impulse->direction);
  forces_push(impulse->state, joint->marker_i, &on_i, impulse->direction);
}

double impulse_rate(const Impulse *impulse) {
  const State *state = impulse->state;
  return row_add_product(0, impulse->direction, state->v, state->system->nv);
}

// ---- the jump ----

// room := (direction - M dv - J' lambda, -J dv).
static void residual(const Impulse *impulse) {
  const State *state = impulse->state;
  const int nv = state->system->nv, nc = state->system->nc;
  double *r = impulse->room, *forces = impulse->sum;
  residual_times_mass(state, impulse->dv, r);
  memset(forces, 0, (size_t)nv * sizeof(double));
  rows_add_forces(state, 1, impulse->lambda, forces);
  for (int k = 0; k < nv; k++) {
    r[k] = impulse->direction[k] - r[k] - forces[k];
  }
  rows_times(state, impulse->dv, r + nv);
  for (int k = 0; k < nc; k++) {
    r[nv + k] = -r[nv + k];
  }
}

bool impulse_solve(Impulse *impulse) {
  State *state = impulse->state;
  const int nv = state->system->nv, nc = state->system->nc;
  memset(impulse->dv, 0, (size_t)nv * sizeof(double));
  memset(impulse->lambda, 0, (size_t)nc * sizeof(double));
  state_rows(state, PAIR_ACCELERATION);
  if (!kkt_factor(state, KKT_EPS_PROJECTION)) {
    return false;
  }
  for (int pass = 0; pass <= REFINEMENTS; pass++) {
    residual(impulse);
    kkt_solve(state, impulse->room);
    for (int k = 0; k < nv; k++) {
      impulse->dv[k] += impulse->room[k];
    }
    for (int k = 0; k < nc; k++) {
      impulse->lambda[k] += impulse->room[nv + k];
    }
  }
  for (int k = 0; k < nv; k++) {
    if (!isfinite(impulse->dv[k]) || !kkt_determined(state)) {
      return false;
    }
  }
  return true;
}

void impulse_apply(Impulse *impulse, double scale) {
  State *state = impulse->state;
  const int nv = state->system->nv;
  double *v = impulse->sum;
  for (int k = 0; k < nv; k++) {
    v[k] = state->v[k] + scale * impulse->dv[k];
  }
  state_set_velocity(state, v);
}
