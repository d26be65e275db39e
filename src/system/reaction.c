// SPDX-License-Identifier: BSD-3-Clause
// reaction.c: forces and torques of joints (see reaction.h).
//
// The virtual work of a row is lambda (g_x . dx_j + g_a . da_j) with da_j = dtheta x a_j, so the
// joint's wrench on body j is f = -lambda g_x, t = -lambda a_j x g_a.
#include "system/reaction.h"

#include <string.h>

#include "math/vec.h"

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
  return wrench;
}

void reaction_components(const State *state, int joint, const double *lambda, double out[6]) {
  const Model *model = state->system->model;
  const Wrench wrench = reaction_on_ground_axes(state, joint, lambda);
  const int marker = model->joints[joint].marker_i;
  double axes[9];
  vec_product(state->motion[model->markers[marker].body].A, state->geometry[marker].R, axes);
  vec_rotate_back(axes, wrench.f, out);
  vec_rotate_back(axes, wrench.t, out + 3);
}
