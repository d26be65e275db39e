// SPDX-License-Identifier: BSD-3-Clause
// rotors.c: rotors follow what they are tied to (see rotors.h).
#include "system/state/rotors.h"

#include <math.h>

#include "system/constraints/rows.h"

void rotors_follow(const State *state, double *x) {
  const System *system = state->system;
  for (int i = system->nc - system->model->rotor_count; i < system->nc; i++) {
    const RowEnd *own = &system->ends[system->rows[i].end - 1];
    x[own->v] = 0;
    x[own->v] = -row_times(state, i, x) / state->row[own->at];
  }
}

// X := X P, then P' X of one rotor, whose G is -J / J_r.
static void fold(double *X, int n, int nv, int rotor, const double *J, int nc, bool sizes) {
  const double own = J[(long)rotor * nc];
  for (int k = 0; k < n; k++) {
    const double ratio = -J[(long)k * nc] / own, G = sizes ? fabs(ratio) : ratio;
    for (int i = 0; i < nv && G != 0; i++) {
      X[(long)k * nv + i] += X[(long)rotor * nv + i] * G;
    }
  }
  for (int k = 0; k < n; k++) {
    const double ratio = -J[(long)k * nc] / own, G = sizes ? fabs(ratio) : ratio;
    for (int i = 0; i < nv && G != 0; i++) {
      X[(long)i * nv + k] += G * X[(long)i * nv + rotor];
    }
  }
}

static void fold_vector(double *x, int n, int rotor, const double *J, int nc, bool sizes) {
  const double own = J[(long)rotor * nc];
  for (int k = 0; k < n; k++) {
    const double G = -J[(long)k * nc] / own;
    x[k] += G != 0 ? x[rotor] * (sizes ? fabs(G) : G) : 0;
  }
}

// The first rows and columns of X, that has so many rows, close up.
static void close_up(double *X, int rows, int columns, int stride) {
  for (int k = 1; k < columns; k++) {
    for (int i = 0; i < rows; i++) {
      X[(long)k * rows + i] = X[(long)k * stride + i];
    }
  }
}

void rotors_condense(const State *state, Spectrum *s) {
  const int rotors = state->system->model->rotor_count;
  const int nv = s->n, nc = s->nc, n = nv - rotors;
  double *const square[] = {s->M,       s->C,        s->K,        s->rest[0],
                            s->rest[1], s->sizes[0], s->sizes[1], s->sizes[2]};
  for (int m = 0; m < 8 && rotors > 0; m++) {
    for (int r = 0; r < rotors; r++) {
      fold(square[m], n, nv, n + r, s->J + nc - rotors + r, nc, m >= 5);
    }
    close_up(square[m], n, n, nv);
  }
  for (int k = 0; k < s->law_count; k++) {
    for (int r = 0; r < rotors; r++) {
      const double *J = s->J + nc - rotors + r;
      fold_vector(s->laws[k].on, n, n + r, J, nc, false);
      fold_vector(s->laws[k].by, n, n + r, J, nc, false);
      fold_vector(s->laws[k].on_size, n, n + r, J, nc, true);
      fold_vector(s->laws[k].by_size, n, n + r, J, nc, true);
    }
  }
  if (rotors > 0) {
    close_up(s->J, nc - rotors, n, nc);
    close_up(s->L, nc - rotors, n, nc);
  }
  s->n = n;
  s->nc = nc - rotors;
}
