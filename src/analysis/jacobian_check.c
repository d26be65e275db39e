// SPDX-License-Identifier: BSD-3-Clause
// jacobian_check.c: the model's own Jacobian against differences (see jacobian_check.h).
//
//   dF/dy + cj dF/dy' along unit k  ~  (4 D(h) - D(2h)) / 3,
//   D(h) = [F(y + h e, y' + cj h e) - F(y - h e, y' - cj h e)] / 2h
#include "analysis/jacobian_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/assemble.h"
#include "system/initial.h"
#include "system/kkt.h"

static const double CJ = 10; // any value shows both parts

typedef struct Probe {
  Assembly assembly;
  double t;
  double *y, *yp, *moved, *moved_rate, *plus, *minus, *column, *values;
} Probe;

static bool open_probe(Probe *probe, State *state, Arena *arena) {
  if (!assemble_open(&probe->assembly, state, FORMULATION_INDEX_1, arena)) {
    return false;
  }
  const int n = probe->assembly.n;
  double *room = arena_array(arena, double, 7 * n);
  probe->values = arena_array(arena, double, probe->assembly.pattern.nonzeros);
  if (room == NULL || probe->values == NULL) {
    return false;
  }
  double **const part[] = {&probe->y,    &probe->yp,    &probe->moved, &probe->moved_rate,
                           &probe->plus, &probe->minus, &probe->column};
  for (int k = 0; k < 7; k++) {
    *part[k] = room + (long)k * n;
  }
  return true;
}

// y, y' at the present point, with a little motion added so that no term is zero by rest.
static bool set_point(Probe *probe, State *state) {
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  probe->t = state->t;
  memcpy(probe->y, state->q, (size_t)nq * sizeof(double));
  for (int i = 0; i < nv; i++) {
    probe->y[nq + i] = state->v[i] + 0.1 * (1 + i % 3);
  }
  state_set(state, probe->t, probe->y, probe->y + nq);
  if (!state_forces(state) || !kkt_factor(state, KKT_EPS)) {
    return false;
  }
  kkt_accelerations(state, probe->yp + nq, probe->y + nq + nv);
  state_rate(state, state->v, probe->yp);
  return true;
}

static bool residual_at(Probe *probe, int k, double h, double *r) {
  const size_t size = (size_t)probe->assembly.n * sizeof(double);
  memcpy(probe->moved, probe->y, size);
  memcpy(probe->moved_rate, probe->yp, size);
  probe->moved[k] += h;
  probe->moved_rate[k] += CJ * h;
  return assemble_residual(&probe->assembly, probe->t, probe->moved, probe->moved_rate, r);
}

// Adds factor x central difference at distance h to the column.
static bool add_difference(Probe *probe, int k, double h, double factor) {
  if (!residual_at(probe, k, h, probe->plus) || !residual_at(probe, k, -h, probe->minus)) {
    return false;
  }
  for (int i = 0; i < probe->assembly.n; i++) {
    probe->column[i] += factor * (probe->plus[i] - probe->minus[i]) / (2 * h);
  }
  return true;
}

static double entry(const Probe *probe, int row, int column) {
  const Pattern *pattern = &probe->assembly.pattern;
  if (pattern->dense) {
    return probe->values[(long)column * pattern->n + row];
  }
  for (int k = pattern->column_start[column]; k < pattern->column_start[column + 1]; k++) {
    if (pattern->row[k] == row) {
      return probe->values[k];
    }
  }
  return 0;
}

static const char *element_of(const System *system, int i) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int v = i - system->nq;
    if ((i >= body->q && i < body->q + body->nq) || (v >= body->v && v < body->v + body->nv)) {
      return body->name;
    }
  }
  const Joint *joint = initial_joint_of_row(system, i - system->nq - system->nv);
  return joint != NULL ? joint->name : "?";
}

static const char *pair_in_words(const System *system, int row, int column, Arena *arena) {
  char text[200];
  snprintf(text, sizeof text, "equation of \"%s\", unknown of \"%s\"", element_of(system, row),
           element_of(system, column));
  return arena_copy(arena, text, strlen(text));
}

// Largest entry of each row, for a relative error that a zero entry does not blow up.
static void row_sizes(const Probe *probe, double *size) {
  for (int row = 0; row < probe->assembly.n; row++) {
    size[row] = 1e-300;
    for (int column = 0; column < probe->assembly.n; column++) {
      size[row] = fmax(size[row], fabs(entry(probe, row, column)));
    }
  }
}

bool jacobian_check(State *state, CheckReport *report, Arena *arena) {
  enum { LARGEST = 600 }; // unknowns up to which every column is compared; beyond, every k-th
  Probe probe;
  memset(&probe, 0, sizeof probe);
  if (!open_probe(&probe, state, arena)) {
    return false;
  }
  const int n = probe.assembly.n, stride = 1 + n / LARGEST;
  double *size = arena_array(arena, double, n);
  if (size == NULL) {
    return false;
  }
  report->unknowns = n;
  report->nonzeros = probe.assembly.pattern.nonzeros;
  if (!set_point(&probe, state) ||
      !assemble_jacobian(&probe.assembly, probe.t, CJ, probe.y, probe.yp, probe.values)) {
    report->jacobian_error = (double)NAN;
    return true;
  }
  row_sizes(&probe, size);
  int worst_row = 0, worst_column = 0;
  for (int k = 0; k < n; k += stride) {
    const double h = 1e-4 * fmax(1e-3, fmin(fabs(probe.y[k]) + 0.1, 10));
    memset(probe.column, 0, (size_t)n * sizeof(double));
    if (!add_difference(&probe, k, h, 4.0 / 3) || !add_difference(&probe, k, 2 * h, -1.0 / 3)) {
      continue;
    }
    for (int row = 0; row < n; row++) {
      const double error = fabs(entry(&probe, row, k) - probe.column[row]) / size[row];
      if (error > report->jacobian_error) {
        report->jacobian_error = error;
        worst_row = row;
        worst_column = k;
      }
    }
  }
  report->jacobian_worst = pair_in_words(state->system, worst_row, worst_column, arena);
  return report->jacobian_worst != NULL;
}
