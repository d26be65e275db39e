// SPDX-License-Identifier: BSD-3-Clause
// singular_passage.c: singular poses inside a step (see singular_passage.h).
#include "analysis/singular_passage.h"

#include <math.h>

#include "system/kkt.h"

static const double NEAR = 1e-2;
enum { ROUNDS = 3 };

double singular_passage_distance(Scheme *scheme, double t, double *q, double *v) {
  State *state = scheme->state;
  dense_at(scheme_dense(scheme), t, q, v, NULL, NULL);
  state_set_level(state, t, q, v, PAIR_VELOCITY);
  return kkt_factor(state, KKT_EXACT) ? kkt_closeness(state) : 0;
}

bool singular_passage_near(Scheme *scheme, double t, int watched, double *q, double *v) {
  return watched >= 0 && singular_passage_distance(scheme, t, q, v) < NEAR;
}

// The distance falls and rises along lines through zero: two of its values say where that is.
double singular_passage_locate(Scheme *scheme, double t, double span, double *q, double *v) {
  for (int k = 0; k < ROUNDS; k++) {
    const double before = singular_passage_distance(scheme, t - span, q, v);
    const double after = singular_passage_distance(scheme, t + span, q, v);
    if (before + after > 0 && isfinite(before + after)) {
      t += span * (before - after) / (before + after);
    }
    span *= 0.05;
  }
  return t;
}

double singular_passage_aim(const Scheme *scheme, double t, double aim) {
  if (!scheme->passed_pose) {
    return aim;
  }
  const double distance = 2 * (t - scheme->pose_t) / scheme->last_step;
  return aim * fmin(1, distance * distance);
}
