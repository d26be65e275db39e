// SPDX-License-Identifier: BSD-3-Clause
// inverse_dynamics.c: drives that share (see inverse_dynamics.h).
//
// Forces of motions and reactions lambda that move a mechanism as its motions say solve
//   J' lambda = Q - M a,
// and with one solution all lambda + N y are others, N being the null space of J' (kkt_rows.h).
// Taken is the one with the least
//   sum of (l_i lambda_i)^2 over the motions i,
// l_i: the length of the group for a displacement, 1 for an angle, so that torques and forces of
// one machine are told by one measure. The reactions of joints in such a set stay undetermined.
// Source: Nakamura 1991, Advanced Robotics: Redundancy and Optimization (least norm).
#include "analysis/dynamics/inverse_dynamics.h"

#include <string.h>

#include "system/state/constraint.h"

static bool tell(const AnalysisInput *input, const bool *shares, int first, Diag *diag) {
  const Model *model = input->state->system->model;
  char names[400];
  constraint_names(model, shares, NULL, names, sizeof names);
  diag_at(diag, DIAG_KIN_SHARED, constraint_of(model, first).origin,
          "motions %s drive more than the free coordinates: of all driving forces that produce "
          "this motion, those with the least sum of squares are reported",
          names);
  diag_hint(diag, "how real drives share the load depends on their compliance or their control");
  return true;
}

bool inverse_dynamics_begin(AnalysisInput *input, Arena *arena, Diag *diag) {
  State *state = input->state;
  const System *system = state->system;
  const Model *model = system->model;
  const int joints = model->joint_count, all = constraint_count(model);
  bool *shares = arena_array(arena, bool, all);
  unsigned *undetermined = arena_array(arena, unsigned, all);
  double *weight = arena_array(arena, double, system->nc);
  if (shares == NULL || undetermined == NULL || weight == NULL) {
    return false;
  }
  memcpy(undetermined, input->undetermined, (size_t)all * sizeof(unsigned));
  int first = -1;
  for (int k = joints; k < all; k++) {
    if (model->relations[k - joints].owner == RELATION_OF_MOTION && undetermined[k] != 0) {
      shares[k] = true;
      undetermined[k] = 0;
      first = first < 0 ? k : first;
    }
  }
  if (first < 0) {
    return true;
  }
  for (int i = 0; i < system->nc; i++) {
    const int k = system->rows[i].constraint;
    const bool drive = k >= joints && model->relations[k - joints].owner == RELATION_OF_MOTION;
    weight[i] = drive ? state->row_unit[i] * state->row_unit[i] : 0;
  }
  state->row_least = weight;
  input->undetermined = undetermined;
  return tell(input, shares, first, diag);
}

void inverse_dynamics_end(const AnalysisInput *input) {
  input->state->row_least = NULL;
}
