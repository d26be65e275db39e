// SPDX-License-Identifier: BSD-3-Clause
// length.c: the length scale of a mechanism (see length.h).
#include "system/length.h"

#include <math.h>

#include "math/vec.h"

enum { SCALE_EXACT_LIMIT = 1000 };

static void point_of_marker(const State *state, int marker, double x[3]) {
  const int body = state->system->model->markers[marker].body;
  vec_rotate(state->motion[body].A, state->geometry[marker].s, x);
  for (int k = 0; k < 3; k++) {
    x[k] += state->motion[body].r[k];
  }
}

double length_scale(const State *state) {
  const int count = state->system->model->marker_count;
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double square = 0;
  for (int m = 0; m < count; m++) {
    double x[3], y[3];
    point_of_marker(state, m, x);
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], x[k]);
      high[k] = fmax(high[k], x[k]);
    }
    for (int n = 0; n < m && count <= SCALE_EXACT_LIMIT; n++) {
      point_of_marker(state, n, y);
      const double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
      square = fmax(square, vec_dot(d, d));
    }
  }
  if (count > SCALE_EXACT_LIMIT) {
    const double d[3] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
    square = vec_dot(d, d);
  }
  return square > 0 ? sqrt(square) : 1;
}

bool length_is_finite(const State *state, Diag *diag) {
  if (isfinite(state->length)) {
    return true;
  }
  diag_add(diag, DIAG_IC_POSITION, mark_none(),
           "bodies and markers start so far apart that their distances are no finite numbers");
  diag_hint(diag, "check the sizes of initial positions and of markers' positions");
  return false;
}
