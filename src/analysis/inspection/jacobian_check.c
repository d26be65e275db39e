// SPDX-License-Identifier: BSD-3-Clause
// jacobian_check.c: the model's own Jacobian against differences (see jacobian_check.h).
//
//   dF/dy + cj dF/dy' along unit k  ~  (4 D(h) - D(2h)) / 3,
//   D(h) = [F(y + h e, y' + cj h e) - F(y - h e, y' - cj h e)] / 2h
//
// Columns whose patterns share no row are moved together (Curtis, Powell, Reid 1974): a chain of
// any length needs the residuals of some twenty columns. An entry that the pattern misses stays
// visible: its row then differs from what the column that owns the row, or none, should give.
#include "analysis/inspection/jacobian_check.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "system/equations/residual.h"
#include "system/forces/solve.h"

static const double CJ = 10; // any value shows both parts

enum { GROUPS = 600, OPEN = -2 }; // columns beyond so many groups are not compared

typedef struct Probe {
  Residual assembly;
  double t;
  double *y, *yp, *moved, *moved_rate, *plus, *minus, *difference, *size, *values;
  int *next;  // of each column: the next one of its group, -1 at the end, OPEN before
  int *owner; // of each row: the column of the present group that has an entry there, or -1
  int worst_row, worst_column;
  double worst;
} Probe;

static bool open_probe(Probe *probe, State *state, Arena *arena) {
  if (!residual_open(&probe->assembly, state, FORMULATION_INDEX_1, false, arena)) {
    return false;
  }
  const int n = probe->assembly.n;
  probe->next = arena_array(arena, int, n);
  probe->owner = arena_array(arena, int, n);
  return probe->next != NULL && probe->owner != NULL &&
         arena_doubles(arena, probe->assembly.pattern.nonzeros, &probe->values) &&
         arena_doubles(arena, n, &probe->y, &probe->yp, &probe->moved, &probe->moved_rate,
                       &probe->plus, &probe->minus, &probe->difference, &probe->size);
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
  if (solve_equations(state, probe->yp + nq, probe->y + nq + nv) != EQUATIONS_SOLVED) {
    return false;
  }
  state_rate(state, state->v, probe->yp);
  return true;
}

static double distance_of(const Probe *probe, int column) {
  return 1e-4 * fmax(1e-3, fmin(fabs(probe->y[column]) + 0.1, 10));
}

// The residual with the columns from `first` on moved by factor x their distances.
static bool residual_at(Probe *probe, int first, double factor, double *r) {
  const size_t size = (size_t)probe->assembly.n * sizeof(double);
  memcpy(probe->moved, probe->y, size);
  memcpy(probe->moved_rate, probe->yp, size);
  for (int k = first; k >= 0; k = probe->next[k]) {
    const double h = factor * distance_of(probe, k);
    probe->moved[k] += h;
    probe->moved_rate[k] += CJ * h;
  }
  return residual_evaluate(&probe->assembly, probe->t, probe->moved, probe->moved_rate, r);
}

// Adds weight x central differences at factor x the distances, not yet divided by these.
static bool add_difference(Probe *probe, int first, double factor, double weight) {
  if (!residual_at(probe, first, factor, probe->plus) ||
      !residual_at(probe, first, -factor, probe->minus)) {
    return false;
  }
  for (int i = 0; i < probe->assembly.n; i++) {
    probe->difference[i] += weight * (probe->plus[i] - probe->minus[i]) / (2 * factor);
  }
  return true;
}

// Rows and places of the entries of a column: the places follow one another.
static int entry_count(const Pattern *pattern, int column) {
  return pattern->dense ? pattern->n
                        : pattern->column_start[column + 1] - pattern->column_start[column];
}

static int entry_place(const Pattern *pattern, int column, int k) {
  return pattern->dense ? column * pattern->n + k : pattern->column_start[column] + k;
}

static int entry_row(const Pattern *pattern, int column, int k) {
  return pattern->dense ? k : pattern->row[pattern->column_start[column] + k];
}

// Compares the columns from `first` on with their differences. Returns false when the residual
// cannot be had.
static bool compare_group(Probe *probe, int first) {
  const Pattern *pattern = &probe->assembly.pattern;
  const int n = probe->assembly.n;
  memset(probe->difference, 0, (size_t)n * sizeof(double));
  if (!add_difference(probe, first, 1, 4.0 / 3) || !add_difference(probe, first, 2, -1.0 / 3)) {
    return false;
  }
  for (int row = 0; row < n; row++) {
    probe->owner[row] = first;
    probe->plus[row] = 0;
  }
  for (int k = first; k >= 0; k = probe->next[k]) {
    for (int e = 0; e < entry_count(pattern, k); e++) {
      probe->owner[entry_row(pattern, k, e)] = k;
      probe->plus[entry_row(pattern, k, e)] = probe->values[entry_place(pattern, k, e)];
    }
  }
  for (int row = 0; row < n; row++) {
    const double found = probe->difference[row] / distance_of(probe, probe->owner[row]);
    const double error = fabs(probe->plus[row] - found) / probe->size[row];
    if (error > probe->worst) {
      probe->worst = error;
      probe->worst_row = row;
      probe->worst_column = probe->owner[row];
    }
  }
  return true;
}

// Chains columns that share no row, starting with the first one that is still open; the rows taken
// carry the group's number in owner. Returns that column, or -1 when none is open.
static int next_group(Probe *probe, int *first_open) {
  const Pattern *pattern = &probe->assembly.pattern;
  const int n = probe->assembly.n;
  while (*first_open < n && probe->next[*first_open] != OPEN) {
    ++*first_open;
  }
  if (*first_open == n) {
    return -1;
  }
  for (int row = 0; row < n; row++) {
    probe->owner[row] = -1;
  }
  int last = -1;
  for (int k = *first_open; k < n; k++) {
    const int count = probe->next[k] == OPEN ? entry_count(pattern, k) : 0;
    int e = 0;
    while (e < count && probe->owner[entry_row(pattern, k, e)] < 0) {
      e++;
    }
    if (probe->next[k] != OPEN || e < count) {
      continue;
    }
    for (e = 0; e < count; e++) {
      probe->owner[entry_row(pattern, k, e)] = k;
    }
    probe->next[k] = -1;
    if (last >= 0) {
      probe->next[last] = k;
    }
    last = k;
  }
  return *first_open;
}

// A group whose residual fails is compared column by column.
static void compare_all(Probe *probe) {
  for (int k = 0; k < probe->assembly.n; k++) {
    probe->next[k] = OPEN;
  }
  int open = 0;
  for (int g = 0; g < GROUPS; g++) {
    const int first = next_group(probe, &open);
    if (first < 0) {
      return;
    }
    if (compare_group(probe, first)) {
      continue;
    }
    for (int k = first; k >= 0;) {
      const int next = probe->next[k];
      probe->next[k] = -1;
      (void)compare_group(probe, k);
      k = next;
    }
  }
}

static const char *pair_in_words(const Equations *it, int row, int column, Arena *arena) {
  return text_print(arena, "equation of \"%s\", unknown of \"%s\"", equations_owner(it, row).name,
                    equations_owner(it, column).name);
}

// Largest entry of each row, for a relative error that a zero entry does not blow up.
static void row_sizes(Probe *probe) {
  const Pattern *pattern = &probe->assembly.pattern;
  for (int row = 0; row < probe->assembly.n; row++) {
    probe->size[row] = 1e-300;
  }
  for (int column = 0; column < probe->assembly.n; column++) {
    for (int e = 0; e < entry_count(pattern, column); e++) {
      double *size = &probe->size[entry_row(pattern, column, e)];
      *size = fmax(*size, fabs(probe->values[entry_place(pattern, column, e)]));
    }
  }
}

bool jacobian_check(State *state, CheckReport *report, Arena *arena) {
  Probe probe;
  memset(&probe, 0, sizeof probe);
  if (!open_probe(&probe, state, arena)) {
    return false;
  }
  report->unknowns = probe.assembly.n;
  report->nonzeros = probe.assembly.pattern.nonzeros;
  if (!set_point(&probe, state) ||
      !residual_jacobian(&probe.assembly, probe.t, CJ, probe.y, probe.yp, probe.values)) {
    report->jacobian_error = (double)NAN;
    return true;
  }
  row_sizes(&probe);
  compare_all(&probe);
  report->jacobian_error = probe.worst;
  report->jacobian_worst =
      pair_in_words(state->equations, probe.worst_row, probe.worst_column, arena);
  return report->jacobian_worst != NULL;
}
