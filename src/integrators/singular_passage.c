// SPDX-License-Identifier: BSD-3-Clause
// singular_passage.c: singular poses inside a step (see singular_passage.h).
#include "integrators/singular_passage.h"

#include <math.h>

static const double NEAR = 1e-2;
enum { ROUNDS = 3 };

double singular_passage_distance(Scheme *scheme, double t, double *y) {
  Equations *equations = scheme->equations;
  dense_at(scheme_dense(scheme), t, y, y + equations->nq, NULL, NULL);
  return scheme->rank->distance(equations, t, y);
}

bool singular_passage_near(Scheme *scheme, double t, int watched, double *y) {
  return watched >= 0 && singular_passage_distance(scheme, t, y) < NEAR;
}

// The distance falls and rises along lines through zero: two of its values say where that is.
double singular_passage_locate(Scheme *scheme, double t, double span, double *y) {
  for (int k = 0; k < ROUNDS; k++) {
    const double before = singular_passage_distance(scheme, t - span, y);
    const double after = singular_passage_distance(scheme, t + span, y);
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
