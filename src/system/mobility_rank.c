// SPDX-License-Identifier: BSD-3-Clause
// mobility_rank.c: singular values of the rows of closed loops, group by group (see mobility.h).
#include <math.h>
#include <string.h>

#include "math/rank.h"
#include "math/rank_sparse.h"
#include "system/constraint.h"
#include "system/kkt.h"
#include "system/length.h"
#include "system/mobility_inside.h"
#include "system/reaction.h"
#include "system/relation.h"

// Rows of a group: up to the first singular values alone, up to the second where there is doubt.
enum { DENSE_ROWS = 24, MOST_DENSE_ROWS = 400 };

// The joints of one connected group of loops with the relations between them, and the rows and
// columns that they cover.
typedef struct Group {
  int *parts, part_count;
  int *relations, relation_count;
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

// Row r of a part, dimensionless and of unit norm, behind the rows that A has already. Returns what
// it was divided by.
static double add_row(const State *state, const Group *group, int p, int r, SparseRows *A) {
  const System *system = state->system;
  const SystemPart *part = &system->parts[p];
  int end = A->start[A->rows];
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    const SystemBody *body = &system->bodies[part->body[side]];
    const double length = length_of_pair(state, part->body);
    for (int k = 0; k < body->nv; k++, end++) {
      const double unit = k < body->kind->translations ? length : 1;
      A->column[end] = group->column[body->v + k];
      A->value[end] = state->rows[p].J[r][side][k] * unit / state->row_unit[part->row + r];
      sum += A->value[end] * A->value[end];
    }
  }
  return close_row(A, end, sum);
}

// The row of a relation likewise; J: room for nv numbers.
static double add_relation(const State *state, const Group *group, int r, double *J,
                           SparseRows *A) {
  const System *system = state->system;
  const double row_unit = state->row_unit[system->relations[r].row];
  int end = A->start[A->rows];
  double sum = 0;
  relation_row(state, r, J);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      if (J[body->v + k] != 0 && group->column[body->v + k] >= 0) {
        const double unit = k < body->kind->translations ? length_of_body(state, b) : 1;
        A->column[end] = group->column[body->v + k];
        A->value[end] = J[body->v + k] * unit / row_unit;
        sum += A->value[end] * A->value[end];
        end++;
      }
    }
  }
  return close_row(A, end, sum);
}

// The rows of a group; norm receives what each was divided by.
static bool scaled_rows(const State *state, const Group *group, SparseRows *A, double *norm,
                        Arena *arena) {
  const System *system = state->system;
  const int rows = group->row_count;
  const int entries = 2 * BODY_V * rows + 2 * BODY_V * system->coordinate_count;
  double *J = arena_array(arena, double, system->nv);
  *A = (SparseRows){.columns = group->column_count,
                    .start = arena_array(arena, int, rows + 1),
                    .column = arena_array(arena, int, entries),
                    .value = arena_array(arena, double, entries)};
  if (J == NULL || A->start == NULL || A->column == NULL || A->value == NULL) {
    return false;
  }
  for (int g = 0; g < group->part_count; g++) {
    const int p = group->parts[g];
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      const int row = A->rows;
      norm[row] = add_row(state, group, p, r, A);
    }
  }
  for (int g = 0; g < group->relation_count; g++) {
    const int row = A->rows;
    norm[row] = add_relation(state, group, group->relations[g], J, A);
  }
  return true;
}

// Root of a body in the forest of merged groups.
static int root_of(int *parent, int b) {
  while (parent[b] != b) {
    parent[b] = parent[parent[b]];
    b = parent[b];
  }
  return b;
}

// The parts of loops, group by group: next[p] is the part after p in its group or -1, first[b] the
// first one of the group whose root is body b (ground separates groups).
static void chain_parts(const State *state, int *parent, int *first, int *next) {
  const System *system = state->system;
  for (int b = 0; b < system->body_count; b++) {
    first[b] = -1;
  }
  for (int p = system->part_count - 1; p >= 0; p--) {
    const SystemPart *part = &system->parts[p];
    if (system->in_loop[part->joint]) {
      const int root = root_of(parent, part->body[0] != 0 ? part->body[0] : part->body[1]);
      next[p] = first[root];
      first[root] = p;
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

static int first_body(const System *system, const SystemRelation *relation) {
  for (int k = 0; k < 2 * relation->count; k++) {
    const int b = system->coordinates[relation->first + k / 2].body[k % 2];
    if (b != 0) {
      return b;
    }
  }
  return 0;
}

static void fill_relations(const State *state, int *parent, int root, Group *group) {
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    const SystemRelation *relation = &system->relations[r];
    if (root_of(parent, first_body(system, relation)) != root) {
      continue;
    }
    group->relations[group->relation_count++] = r;
    group->row_count++;
    for (int k = 0; k < 2 * relation->count; k++) {
      cover_body(system, system->coordinates[relation->first + k / 2].body[k % 2], group);
    }
  }
}

// Fills the group of a root body, whose first part is given; all columns are -1 before.
static void fill_group(const State *state, int *parent, int root, int first, const int *next,
                       Group *group) {
  const System *system = state->system;
  group->part_count = group->row_count = group->column_count = group->relation_count = 0;
  for (int p = first; p >= 0; p = next[p]) {
    const SystemPart *part = &system->parts[p];
    group->parts[group->part_count++] = p;
    group->row_count += part->primitive->row_count;
    cover_body(system, part->body[0], group);
    cover_body(system, part->body[1], group);
  }
  fill_relations(state, parent, root, group);
}

// Multipliers of one null vector, in the scale of the equations of motion; then what they move.
static void read_null_vector(State *state, const Group *group, const double *N, const double *norm,
                             double *lambda, Findings *findings) {
  const System *system = state->system;
  memset(lambda, 0, (size_t)system->nc * sizeof(double));
  int row = 0;
  double largest = 0;
  for (int g = 0; g < group->part_count; g++) {
    const SystemPart *part = &system->parts[group->parts[g]];
    for (int r = 0; r < part->primitive->row_count; r++, row++) {
      const double unit = state->row_unit[part->row + r];
      lambda[part->row + r] = N[row] / (norm[row] * unit) * length_of_pair(state, part->body);
      largest = fmax(largest, fabs(N[row]));
      if (fabs(N[row]) > 1e-7) {
        findings->constraint[part->joint] = true;
      }
    }
  }
  for (int g = 0; g < group->relation_count; g++, row++) {
    const int relation = group->relations[g], at = system->relations[relation].row;
    lambda[at] = N[row] / (norm[row] * state->row_unit[at]) *
                 constraint_length(state, system->model->joint_count + relation);
    largest = fmax(largest, fabs(N[row]));
    if (fabs(N[row]) > 1e-7) {
      const int index = system->model->joint_count + relation;
      findings->constraint[index] = true;
      if (findings->undetermined != NULL) {
        findings->undetermined[index] = ~0U;
      }
    }
  }
  for (int g = 0; g < group->part_count && findings->undetermined != NULL; g++) {
    const int joint = system->parts[group->parts[g]].joint;
    double component[6];
    if (!findings->constraint[joint]) {
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
  findings->redundant += rank.null_count;
  findings->also_redundant += rows - count_above(&rank, findings->also);
  for (int k = 0; k < rank.null_count; k++) {
    read_null_vector(state, group, rank.null_space + (long)k * rows, norm, lambda, findings);
  }
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
  findings->redundant += rank.null_count;
  findings->also_redundant += rank.null_count;
  int from = 0;
  for (int k = 0; k < rank.null_count; k++) {
    rank_sparse_null(&rank, &from, N);
    read_null_vector(state, group, N, norm, lambda, findings);
  }
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
    const int a = model->markers[model->joints[j].marker_i].body;
    const int b = model->markers[model->joints[j].marker_j].body;
    loop_joints += system->in_loop[j] ? 1 : 0;
    if (system->in_loop[j] && a != 0 && b != 0) {
      parent[root_of(parent, a)] = root_of(parent, b);
    }
  }
  for (int r = 0; r < system->relation_count; r++) {
    const SystemRelation *relation = &system->relations[r];
    const int first = first_body(system, relation);
    for (int k = 0; k < 2 * relation->count; k++) {
      const int b = system->coordinates[relation->first + k / 2].body[k % 2];
      if (b != 0) {
        parent[root_of(parent, b)] = root_of(parent, first);
      }
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
  int *next = arena_array(arena, int, system->part_count);
  Group group = {.parts = arena_array(arena, int, system->part_count),
                 .relations = arena_array(arena, int, system->relation_count),
                 .column = arena_array(arena, int, system->nv)};
  bool ok = parent != NULL && first != NULL && next != NULL && group.parts != NULL &&
            group.relations != NULL && group.column != NULL;
  if (ok) {
    findings->loop_joints = merge_bodies(system, parent);
    chain_parts(state, parent, first, next);
    for (int i = 0; i < system->nv; i++) {
      group.column[i] = -1;
    }
  }
  for (int b = 0; ok && b < system->body_count; b++) {
    if (first[b] >= 0 || (b != 0 && parent[b] == b && system->relation_count > 0)) {
      fill_group(state, parent, b, first[b], next, &group);
      ok = group.row_count == 0 || analyse_group(state, &group, findings, arena);
    }
  }
  arena_release(arena, mark);
  return ok;
}
