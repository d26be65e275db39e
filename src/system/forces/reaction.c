// SPDX-License-Identifier: BSD-3-Clause
// reaction.c: forces and torques of joints (see reaction.h).
//
// The virtual work of a row is lambda (g_x . dx_j + g_a . da_j) with da_j = dtheta x a_j, so the
// joint's wrench on body j is f = -lambda g_x, t = -lambda a_j x g_a. When the markers move, g
// changes by the row's Hessian times the change of its points and axes. A thread's is constant in
// the axes of marker_i: force and torque along z.
#include "system/forces/reaction.h"

#include <string.h>

#include "math/vec.h"
#include "system/constraints/relation.h"

static void add_torque(const State *state, const SystemPart *part, const double *gradient,
                       double multiplier, double t[3]) {
  double own[3], a[3], turn[3];
  vec_column(state->geometry[part->marker[1]].R, (int)part->axis[1] - 1, own);
  vec_rotate(state->motion[part->body[1]].A, own, a);
  vec_cross(a, gradient + 9, turn);
  for (int k = 0; k < 3; k++) {
    t[k] -= multiplier * turn[k];
  }
}

// A thread: a force along z of marker_i at marker_j and a torque about it, by the weights of
// displacement and angle; or their change when z changes.
static void add_thread(const State *state, int joint, double multiplier, const double z[3],
                       Wrench *wrench) {
  const int r = state->system->model->joints[joint].relation;
  const int first = state->system->relations[r].first;
  for (int k = 0; k < 3; k++) {
    wrench->f[k] -= multiplier * state->terms[first].f * z[k];
    wrench->t[k] -= multiplier * state->terms[first + 1].f * z[k];
  }
}

static void axis_of_thread(const State *state, int joint, double z[3]) {
  const Model *model = state->system->model;
  const int marker = model->joints[joint].marker_i;
  double own[3];
  vec_column(state->geometry[marker].R, 2, own);
  vec_rotate(state->motion[model->markers[marker].body].A, own, z);
}

static bool has_thread(const State *state, int joint) {
  const Joint *it = &state->system->model->joints[joint];
  return it->relation >= 0 && joint_lead(it->kind) != NULL;
}

// A point on a curve: all coordinates lie between the joint's own markers.
static void add_relation(const State *state, const SystemRelation *relation, const double *lambda,
                         Wrench *wrench) {
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const Wrench part = relation_wrench(state, c, lambda[relation->row] * state->terms[c].f);
    for (int k = 0; k < 3; k++) {
      wrench->f[k] += part.f[k];
      wrench->t[k] += part.t[k];
    }
  }
}

Wrench reaction_on_ground_axes(const State *state, int joint, const double *lambda) {
  const System *system = state->system;
  Wrench wrench = {{0, 0, 0}, {0, 0, 0}};
  for (int p = system->joint_first_part[joint]; p < system->joint_first_part[joint + 1]; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double *gradient = state->rows[p].gradient[r];
      const double multiplier = lambda[part->row + r];
      for (int k = 0; k < 3; k++) {
        wrench.f[k] -= multiplier * gradient[6 + k];
      }
      if (part->axis[1] != AXIS_NONE) {
        add_torque(state, part, gradient, multiplier, wrench.t);
      }
    }
  }
  const int relation = system->model->joints[joint].relation;
  if (has_thread(state, joint)) {
    double z[3];
    axis_of_thread(state, joint, z);
    add_thread(state, joint, lambda[system->relations[relation].row], z, &wrench);
  } else if (relation >= 0) {
    add_relation(state, &system->relations[relation], lambda, &wrench);
  }
  return wrench;
}

static void into_axes(const double A[9], const Wrench *wrench, double out[6]) {
  vec_rotate_back(A, wrench->f, out);
  vec_rotate_back(A, wrench->t, out + 3);
}

void reaction_components(const State *state, int joint, const double *lambda, double out[6]) {
  const Model *model = state->system->model;
  const Wrench wrench = reaction_on_ground_axes(state, joint, lambda);
  const int marker = model->joints[joint].marker_i;
  double axes[9];
  vec_product(state->motion[model->markers[marker].body].A, state->geometry[marker].R, axes);
  into_axes(axes, &wrench, out);
}

// dm = (dx_i, da_i, dx_j, da_j) of a part whose markers change by dframe.
static void part_change(const SystemPart *part, const Frame dframe[2], double u[12]) {
  for (int side = 0; side < 2; side++) {
    memcpy(u + 6 * side, dframe[side].x, 3 * sizeof(double));
    memset(u + 6 * side + 3, 0, 3 * sizeof(double));
    if (part->axis[side] != AXIS_NONE) {
      vec_column(dframe[side].A, (int)part->axis[side] - 1, u + 6 * side + 3);
    }
  }
}

// df -= lambda dg_x,  dt -= lambda (da x g_a + a x dg_a),  dg = H dm
static void add_part_change(const State *state, int p, const double *lambda, const Frame dframe[2],
                            Wrench *change) {
  const SystemPart *part = &state->system->parts[p];
  const PairRows *rows = &state->rows[p];
  double u[12], HU[PRIMITIVE_ROWS][12];
  part_change(part, dframe, u);
  primitive_curve(part->primitive, rows->m, u, HU, NULL);
  for (int r = 0; r < part->primitive->row_count; r++) {
    const double *gradient = rows->gradient[r];
    const double multiplier = lambda[part->row + r];
    double turned[3], bent[3];
    vec_cross(u + 9, gradient + 9, turned);
    vec_cross(rows->m + 9, HU[r] + 9, bent);
    for (int k = 0; k < 3; k++) {
      change->f[k] -= multiplier * HU[r][6 + k];
      if (part->axis[1] != AXIS_NONE) {
        change->t[k] -= multiplier * (turned[k] + bent[k]);
      }
    }
  }
}

void reaction_of_row(State *state, int joint, int row, double out[6]) {
  const System *system = state->system;
  const Frame *on_i = state_frame(state, system->model->joints[joint].marker_i);
  Wrench wrench = {{0, 0, 0}, {0, 0, 0}};
  int p = system->joint_first_part[joint];
  if (has_thread(state, joint) && system->rows[row].part < 0) {
    double z[3];
    axis_of_thread(state, joint, z);
    add_thread(state, joint, 1, z, &wrench);
    into_axes(on_i->A, &wrench, out);
    return;
  }
  while (row >= system->parts[p].row + system->parts[p].primitive->row_count) {
    p++;
  }
  const SystemPart *part = &system->parts[p];
  const double *gradient = state->rows[p].gradient[row - part->row];
  for (int k = 0; k < 3; k++) {
    wrench.f[k] = -gradient[6 + k];
  }
  if (part->axis[1] != AXIS_NONE) {
    add_torque(state, part, gradient, 1, wrench.t);
  }
  into_axes(on_i->A, &wrench, out);
}

void reaction_tangent(State *state, int joint, const double *lambda, const Frame dframe[2],
                      double out[6]) {
  const System *system = state->system;
  const Frame *on_i = state_frame(state, system->model->joints[joint].marker_i);
  const Wrench wrench = reaction_on_ground_axes(state, joint, lambda);
  Wrench change = {{0, 0, 0}, {0, 0, 0}};
  for (int p = system->joint_first_part[joint]; p < system->joint_first_part[joint + 1]; p++) {
    add_part_change(state, p, lambda, dframe, &change);
  }
  if (has_thread(state, joint)) {
    const int row = system->relations[system->model->joints[joint].relation].row;
    double dz[3];
    vec_column(dframe[0].A, 2, dz);
    add_thread(state, joint, lambda[row], dz, &change);
  }
  double turned[6];
  into_axes(on_i->A, &change, out);
  into_axes(dframe[0].A, &wrench, turned);
  for (int k = 0; k < 6; k++) {
    out[k] += turned[k];
  }
}
