// SPDX-License-Identifier: BSD-3-Clause
// mobility_rank.c: singular values of the rows of closed loops, group by group (see mobility.h).
#include <math.h>
#include <string.h>

#include "math/rank.h"
#include "math/rank_sparse.h"
#include "system/constraints/rows.h"
#include "system/forces/reaction.h"
#include "system/saddle/kkt.h"
#include "system/start/mobility_inside.h"
#include "system/state/constraint.h"
#include "system/state/length.h"

// Rows of a group: up to the first singular values alone, up to the second where there is doubt.
enum { DENSE_ROWS = 24, MOST_DENSE_ROWS = 400 };

// The rows of one connected group of loops with the relations between them, and the columns that
// they cover.
typedef struct Group {
  int *rows;   // ascending
  int *column; // of each velocity: its column in the group, or -1
  int row_count, column_count;
} Group;

// Brings the row that ends before `end` to unit norm; sum: of its squares. Returns the norm.
static double close_row(SparseRows *A, int end, double sum) {
  const double norm = sum > 0 ? sqrt(sum) : 1;
  for (int k = A->start[A->rows]; k < end; k++) {
    A->value[k] /= norm;
  }
  A->start[++A->rows] = end;
  return norm;
}

// Row i, dimensionless and of unit norm, behind the rows that A has already. Returns what it was
// divided by.
static double add_row(const State *state, const Group *group, int i, SparseRows *A) {
  const System *system = state->system;
  const SystemRow *row = &system->rows[i];
  int end = A->start[A->rows];
  double sum = 0;
  for (int e = row->first_end; e < row->end; e++) {
    const RowEnd *at = &system->ends[e];
    const double length =
        row->part >= 0 ? length_of_pair(state, row->pair) : length_of_body(state, at->body);
    for (int k = 0; k < at->nv; k++, end++) {
      const double unit = k < system->bodies[at->body].kind->translations ? length : 1;
      A->column[end] = group->column[at->v + k];
      A->value[end] = state->row[at->at + k] * unit / state->row_unit[i];
      sum += A->value[end] * A->value[end];
    }
  }
  return close_row(A, end, sum);
}

// The rows of a group; norm receives what each was divided by.
static bool scaled_rows(const State *state, const Group *group, SparseRows *A, double *norm,
                        Arena *arena) {
  const System *system = state->system;
  const int rows = group->row_count;
  int entries = 0;
  for (int g = 0; g < rows; g++) {
    const SystemRow *row = &system->rows[group->rows[g]];
    for (int e = row->first_end; e < row->end; e++) {
      entries += system->ends[e].nv;
    }
  }
  *A = (SparseRows){.columns = group->column_count,
                    .start = arena_array(arena, int, rows + 1),
                    .column = arena_array(arena, int, entries),
                    .value = arena_array(arena, double, entries)};
  if (arena->allocator->exhausted) {
    return false;
  }
  for (int g = 0; g < rows; g++) {
    norm[g] = add_row(state, group, group->rows[g], A);
  }
  return true;
}

// A body that a row moves.
static int body_of_row(const System *system, int i) {
  const SystemRow *row = &system->rows[i];
  return row->first_end < row->end ? system->ends[row->first_end].body : 0;
}

// The rows of loops and of relations, group by group: next[i] is the row after row i in its group
// or -1, first[b] the first one of the group whose root is body b (ground separates groups).
static void chain_rows(const System *system, int *parent, int *first, int *next) {
  for (int b = 0; b < system->body_count; b++) {
    first[b] = -1;
  }
  for (int i = system->nc - 1; i >= 0; i--) {
    const SystemRow *row = &system->rows[i];
    if (row->part >= 0 ? system->in_loop[row->constraint] : !row->rotor) {
      const int root = groups_root(parent, body_of_row(system, i));
      next[i] = first[root];
      first[root] = i;
    }
  }
}

// Gives the velocities of a body columns.
static void cover_body(const System *system, int b, Group *group) {
  const SystemBody *at = &system->bodies[b];
  for (int k = 0; k < at->nv; k++) {
    if (group->column[at->v + k] < 0) {
      group->column[at->v + k] = group->column_count++;
    }
  }
}

// Fills the group of the first row; all columns are -1 before.
static void fill_group(const System *system, int first, const int *next, Group *group) {
  group->row_count = group->column_count = 0;
  for (int i = first; i >= 0; i = next[i]) {
    group->rows[group->row_count++] = i;
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      cover_body(system, system->ends[e].body, group);
    }
  }
}

// Which components of the reactions of the group's joints a null vector moves.
static void tell_reactions(const State *state, const Group *group, const double *lambda,
                           double largest, Findings *findings) {
  const System *system = state->system;
  for (int g = 0; g < group->row_count; g++) {
    const SystemRow *row = &system->rows[group->rows[g]];
    const int joint = row->constraint;
    double component[6];
    if (row->part < 0 || !findings->constraint[joint]) {
      continue;
    }
    findings->undetermined[joint] |= 64U;
    reaction_components(state, joint, lambda, component);
    for (int k = 0; k < 6; k++) {
      const double unit = k < 3 ? 1 : constraint_length(state, joint);
      if (fabs(component[k]) > 1e-7 * unit * largest) {
        findings->undetermined[joint] |= 1U << k;
      }
    }
  }
}

// The reactions of the group's joints in the null vector of a column.
static void keep_reactions(const State *state, const Group *group, const double *lambda,
                           double size, int column, Findings *findings) {
  const System *system = state->system;
  for (int g = 0; g < group->row_count; g++) {
    const SystemRow *row = &system->rows[group->rows[g]];
    const int joint = row->constraint;
    if (row->part >= 0 && column < findings->columns) {
      double *to = findings->reaction + 6 * ((long)joint * findings->columns + column);
      reaction_components(state, joint, lambda, to);
      for (int k = 0; k < 6; k++) {
        to[k] /= k < 3 ? size : size * constraint_length(state, joint);
      }
    }
  }
}

// Multipliers of one null vector, in the scale of the equations of motion; then what they move.
static void read_null_vector(State *state, const Group *group, const double *N, const double *norm,
                             double *lambda, int column, Findings *findings) {
  const System *system = state->system;
  memset(lambda, 0, (size_t)system->nc * sizeof(double));
  double largest = 0, sum = 0;
  for (int g = 0; g < group->row_count; g++) {
    const int i = group->rows[g];
    const SystemRow *row = &system->rows[i];
    lambda[i] = N[g] / (norm[g] * state->row_unit[i]) * length_of_pair(state, row->pair);
    largest = fmax(largest, fabs(N[g]));
    sum += N[g] * N[g];
    if (fabs(N[g]) > 1e-7) {
      findings->constraint[row->constraint] = true;
      if (row->part < 0 && findings->undetermined != NULL) {
        findings->undetermined[row->constraint] = ~0U;
      }
    }
  }
  if (findings->undetermined != NULL) {
    tell_reactions(state, group, lambda, largest, findings);
  }
  if (findings->multipliers != NULL && column < findings->columns) {
    memcpy(findings->multipliers + (long)column * system->nc, lambda,
           (size_t)system->nc * sizeof(double));
  }
  if (findings->reaction != NULL) {
    keep_reactions(state, group, lambda, sqrt(sum), column, findings);
  }
}

static int count_above(const Rank *rank, double part) {
  int count = 0;
  while (count < rank->count && rank->singular[count] > part * rank->largest) {
    count++;
  }
  return count;
}

// Rank by singular values.
static bool analyse_dense(State *state, const Group *group, const SparseRows *sparse,
                          const double *norm, double *lambda, Findings *findings, Arena *arena) {
  const int rows = sparse->rows, columns = sparse->columns;
  double *A = arena_alloc_array(arena, rows, (size_t)columns * sizeof(double));
  Rank rank;
  if (A == NULL) {
    return false;
  }
  for (int row = 0; row < rows; row++) {
    for (int k = sparse->start[row]; k < sparse->start[row + 1]; k++) {
      A[(long)row * columns + sparse->column[k]] = sparse->value[k];
    }
  }
  const double zero = findings->zero > 0 ? findings->zero : kkt_sigma_zero(rows);
  if (!rank_of(A, rows, columns, zero, &rank, arena)) {
    return false;
  }
  if (rank.rank > 0) {
    findings->nearest = fmin(findings->nearest, rank.smallest_kept / rank.largest);
  }
  for (int k = 0; k < rank.null_count; k++) {
    read_null_vector(state, group, rank.null_space + (long)k * rows, norm, lambda,
                     findings->redundant + k, findings);
  }
  findings->redundant += rank.null_count;
  findings->also_redundant += rows - count_above(&rank, findings->also);
  return true;
}

// Whether |N' A| <= zero for all null vectors that were found: squares in doubles do not tell a
// dependent row from one that is 1e-8 off. N, x: room for rows and columns.
static bool are_null(const SparseRows *A, const SparseRank *rank, double zero, double *N,
                     double *x) {
  int from = 0;
  for (int k = 0; k < rank->null_count; k++) {
    double sum = 0;
    rank_sparse_null(rank, &from, N);
    memset(x, 0, (size_t)A->columns * sizeof(double));
    for (int row = 0; row < A->rows; row++) {
      for (int e = A->start[row]; e < A->start[row + 1]; e++) {
        x[A->column[e]] += N[row] * A->value[e];
      }
    }
    for (int c = 0; c < A->columns; c++) {
      sum += x[c] * x[c];
    }
    if (!(sum <= zero * zero)) {
      return false;
    }
  }
  return true;
}

// Whether the rows that were kept have no singular value near `zero` times the largest, whose
// square is at most the largest sum of a row's entries times that of a column's. x: room for
// columns.
static bool are_apart(const SparseRows *A, const SparseRank *rank, double zero, double *x) {
  static const double MARGIN = 10;
  double widest = 0, tallest = 0;
  memset(x, 0, (size_t)A->columns * sizeof(double));
  for (int row = 0; row < A->rows; row++) {
    double sum = 0;
    for (int e = A->start[row]; e < A->start[row + 1]; e++) {
      sum += fabs(A->value[e]);
      x[A->column[e]] += fabs(A->value[e]);
    }
    widest = fmax(widest, sum);
  }
  for (int c = 0; c < A->columns; c++) {
    tallest = fmax(tallest, x[c]);
  }
  return rank->smallest > MARGIN * zero * zero * widest * tallest;
}

// Whether singular values would say the same: to round-off, or where more counts as zero, to a part
// of that.
static bool says_the_same(const SparseRows *A, const SparseRank *rank, double zero, double *N,
                          double *x) {
  static const double ZERO = 1e-12, PART = 0.01;
  return are_null(A, rank, ZERO, N, x) ||
         (are_null(A, rank, PART * zero, N, x) && are_apart(A, rank, zero, x));
}

// Large groups: sparse where that leaves no doubt.
static bool analyse_rows(State *state, const Group *group, const SparseRows *A, const double *norm,
                         double *lambda, Findings *findings, Arena *arena) {
  SparseRank rank = {.clear = false};
  double *N = arena_array(arena, double, A->rows), *x = arena_array(arena, double, A->columns);
  if (N == NULL || x == NULL || (A->rows > DENSE_ROWS && !rank_sparse(A, &rank, arena))) {
    return false;
  }
  const double also = findings->also > 0 ? findings->also : findings->zero;
  const bool certain =
      rank.clear && (A->rows > MOST_DENSE_ROWS || (says_the_same(A, &rank, findings->zero, N, x) &&
                                                   says_the_same(A, &rank, also, N, x)));
  if (!certain) {
    return analyse_dense(state, group, A, norm, lambda, findings, arena);
  }
  int from = 0;
  for (int k = 0; k < rank.null_count; k++) {
    rank_sparse_null(&rank, &from, N);
    read_null_vector(state, group, N, norm, lambda, findings->redundant + k, findings);
  }
  findings->redundant += rank.null_count;
  findings->also_redundant += rank.null_count;
  return true;
}

static bool analyse_group(State *state, const Group *group, Findings *findings, Arena *arena) {
  const ArenaMark mark = arena_mark(arena);
  double *norm = arena_array(arena, double, group->row_count);
  double *lambda = arena_array(arena, double, state->system->nc);
  SparseRows A;
  const bool ok = norm != NULL && lambda != NULL && scaled_rows(state, group, &A, norm, arena) &&
                  analyse_rows(state, group, &A, norm, lambda, findings, arena);
  arena_release(arena, mark);
  return ok;
}

// Merges the bodies that joints of loops hold together. Returns the number of those joints.
static int merge_bodies(const System *system, int *parent) {
  const Model *model = system->model;
  int loop_joints = 0;
  for (int b = 0; b < system->body_count; b++) {
    parent[b] = b;
  }
  for (int j = 0; j < model->joint_count; j++) {
    loop_joints += system->in_loop[j] ? 1 : 0;
    if (system->in_loop[j]) {
      groups_join(parent, model->markers[model->joints[j].marker_i].body,
                  model->markers[model->joints[j].marker_j].body);
    }
  }
  for (int i = system->relation_row; i < system->nc; i++) {
    for (int e = system->rows[i].first_end; e < system->rows[i].end && !system->rows[i].rotor;
         e++) {
      groups_join(parent, body_of_row(system, i), system->ends[e].body);
    }
  }
  return loop_joints;
}

bool mobility_count(State *state, Findings *findings, Arena *arena) {
  findings->redundant = findings->also_redundant = 0;
  findings->nearest = 1;
  const System *system = state->system;
  const ArenaMark mark = arena_mark(arena);
  int *parent = arena_array(arena, int, system->body_count);
  int *first = arena_array(arena, int, system->body_count);
  int *next = arena_array(arena, int, system->nc);
  Group group = {.rows = arena_array(arena, int, system->nc),
                 .column = arena_array(arena, int, system->nv)};
  bool ok =
      parent != NULL && first != NULL && next != NULL && group.rows != NULL && group.column != NULL;
  if (ok) {
    findings->loop_joints = merge_bodies(system, parent);
    chain_rows(system, parent, first, next);
    for (int i = 0; i < system->nv; i++) {
      group.column[i] = -1;
    }
  }
  for (int b = 0; ok && b < system->body_count; b++) {
    if (first[b] >= 0) {
      fill_group(system, first[b], next, &group);
      ok = analyse_group(state, &group, findings, arena);
    }
  }
  arena_release(arena, mark);
  return ok;
}
