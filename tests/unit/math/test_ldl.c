// SPDX-License-Identifier: BSD-3-Clause
// test_math_ldl.c: the sparse L D L' against LAPACK's Cholesky on chains, trees, loops, grids and
// random patterns; what it costs; what is not positive definite; what happens when memory runs out.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <SuiteSparse_config.h>
#include <cmocka.h>

#include "math/ldl_extended.h"
#include "support/failing_allocator.h"

void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
            const int *ldb, int *info, size_t uplo_length);

enum { LARGEST = 120, EDGES = 4000 };

// A symmetric matrix as a graph: A = sum over edges of w (e_i - e_j)(e_i - e_j)' + the diagonal.
typedef struct Graph {
  int n, count;
  int edge[EDGES][2];
} Graph;

typedef struct Solver {
  FailingAllocator failing;
  Arena arena;
  Pattern pattern;
  LdlPlan plan;
  double *values, *work;
} Solver;

static void solver_close(Solver *solver) {
  arena_close(&solver->arena);
  failing_close(&solver->failing);
}

static unsigned seed;

static double next_number(void) {
  seed = seed * 1664525U + 1013904223U;
  return (double)(seed >> 8) / 16777216.0;
}

static void add_edge(Graph *graph, int i, int j) {
  assert_true(graph->count < EDGES);
  graph->edge[graph->count][0] = i;
  graph->edge[graph->count++][1] = j;
}

static void make_chain(Graph *graph) {
  for (int i = 1; i < graph->n; i++) {
    add_edge(graph, i - 1, i);
  }
}

static void make_ring(Graph *graph) {
  make_chain(graph);
  add_edge(graph, graph->n - 1, 0);
}

static void make_tree(Graph *graph) {
  for (int i = 1; i < graph->n; i++) {
    add_edge(graph, i, (int)(next_number() * i));
  }
}

static void make_star(Graph *graph) {
  for (int i = 1; i < graph->n; i++) {
    add_edge(graph, 0, i);
  }
}

static void make_grid(Graph *graph) {
  for (int i = 0; i < graph->n; i++) {
    if (i % 10 != 9 && i + 1 < graph->n) {
      add_edge(graph, i, i + 1);
    }
    if (i + 10 < graph->n) {
      add_edge(graph, i + 10, i); // upper and lower triangle mixed
    }
  }
}

static void make_random(Graph *graph) {
  for (int k = 0; k < 3 * graph->n; k++) {
    add_edge(graph, (int)(next_number() * graph->n), (int)(next_number() * graph->n));
  }
}

static void make_full(Graph *graph) {
  for (int i = 0; i < graph->n && i < 60; i++) {
    for (int j = 0; j < i; j++) {
      add_edge(graph, i, j);
    }
  }
}

static bool solver_open(Solver *solver, const Graph *graph, long fail_at) {
  failing_open(&solver->failing, fail_at, FAILING_ONCE);
  arena_open(&solver->arena, &solver->failing.allocator);
  pattern_open(&solver->pattern, graph->n, false, &solver->arena);
  for (int k = 0; k < graph->count; k++) {
    pattern_add(&solver->pattern, graph->edge[k][0], graph->edge[k][1]);
  }
  return pattern_close(&solver->pattern) &&
         ldl_order(&solver->plan, &solver->pattern, &solver->arena) &&
         ldl_lay_out(&solver->plan, &solver->pattern, &solver->arena);
}

// Adds one number at an entry that was announced as (row, column).
static void add(Solver *solver, int row, int column, double value) {
  solver->values[solver->plan.entry[pattern_slot(&solver->pattern, row, column)]] += value;
}

// Values for the sparse solver, and the same as a full matrix.
static void fill(Solver *solver, const Graph *graph, double *full) {
  const int n = graph->n, count = solver->plan.nonzeros + n;
  solver->values = arena_array(&solver->arena, double, count);
  solver->work = arena_array(&solver->arena, double, n);
  memset(full, 0, (size_t)n * (size_t)n * sizeof(double));
  for (int i = 0; i < n; i++) {
    const double value = 0.01 + next_number();
    add(solver, i, i, value);
    full[i * n + i] += value;
  }
  for (int k = 0; k < graph->count; k++) {
    const int i = graph->edge[k][0], j = graph->edge[k][1];
    const double w = 0.1 + 10 * next_number();
    if (i == j) {
      continue;
    }
    add(solver, i, i, w);
    add(solver, j, j, w);
    add(solver, i, j, -w);
    full[i * n + i] += w;
    full[j * n + j] += w;
    full[i * n + j] -= w;
    full[j * n + i] -= w;
  }
}

static void check_graph(Graph *graph) {
  static double full[LARGEST * LARGEST];
  Solver solver = {0};
  double x[LARGEST], expected[LARGEST], largest = 0;
  assert_true(solver_open(&solver, graph, 0));
  fill(&solver, graph, full);
  for (int i = 0; i < graph->n; i++) {
    x[i] = expected[i] = next_number() - 0.5;
  }
  const int one = 1;
  int info = 0;
  dposv_("L", &graph->n, &one, full, &graph->n, expected, &graph->n, &info, 1);
  assert_int_equal(info, 0);
  assert_true(ldl_factor(&solver.plan, solver.values, solver.work) > 0);
  ldl_solve(&solver.plan, solver.values, x, solver.work);
  for (int i = 0; i < graph->n; i++) {
    largest = fmax(largest, fabs(expected[i]));
  }
  for (int i = 0; i < graph->n; i++) {
    assert_true(fabs(x[i] - expected[i]) <= 1e-11 * largest);
  }
  solver_close(&solver);
}

static void agrees_with_lapack(void **unused) {
  (void)unused;
  void (*const make[])(Graph *) = {make_chain, make_ring,   make_tree, make_star,
                                   make_grid,  make_random, make_full};
  static const int sizes[] = {1, 2, 3, 7, 40, LARGEST};
  for (size_t m = 0; m < sizeof make / sizeof make[0]; m++) {
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
      for (unsigned k = 1; k <= 5; k++) {
        static Graph graph;
        graph = (Graph){.n = sizes[s]};
        seed = 100 * k + (unsigned)(m + 10 * s);
        make[m](&graph);
        check_graph(&graph);
      }
    }
  }
}

// Trees fill nothing: L has one entry per edge, whatever their shape; a full matrix has them all.
static void costs_what_it_must(void **unused) {
  (void)unused;
  void (*const make[])(Graph *) = {make_chain, make_tree, make_star};
  for (size_t m = 0; m < sizeof make / sizeof make[0]; m++) {
    static Graph graph;
    Solver solver = {0};
    graph = (Graph){.n = LARGEST};
    seed = 5;
    make[m](&graph);
    assert_true(solver_open(&solver, &graph, 0));
    assert_int_equal(solver.plan.nonzeros, LARGEST - 1);
    assert_float_equal(solver.plan.operations, 2.0 * (LARGEST - 1), 0);
    solver_close(&solver);
  }
  static Graph full;
  Solver solver = {0};
  full = (Graph){.n = 50};
  make_full(&full);
  assert_true(solver_open(&solver, &full, 0));
  assert_int_equal(solver.plan.nonzeros, 50 * 49 / 2);
  solver_close(&solver);
}

// A pivot that is noise counts as noise; numbers that are none are told.
static void floors_small_pivots(void **unused) {
  (void)unused;
  static const double diagonals[][3] = {{1, 1, (double)NAN}, {0, 1, 1}};
  static Graph graph;
  graph = (Graph){.n = 3};
  make_chain(&graph);
  Solver solver = {0};
  assert_true(solver_open(&solver, &graph, 0));
  solver.values = arena_array(&solver.arena, double, solver.plan.nonzeros + 3);
  solver.work = arena_array(&solver.arena, double, 3);
  for (size_t k = 0; k < sizeof diagonals / sizeof diagonals[0]; k++) {
    memset(solver.values, 0, (size_t)(solver.plan.nonzeros + 3) * sizeof(double));
    for (int i = 0; i < 3; i++) {
      add(&solver, i, i, diagonals[k][i]);
    }
    assert_true(ldl_factor(&solver.plan, solver.values, solver.work) <= 0);
  }
  // two rows that are the same but for round-off, and two that are not quite
  static const double more[] = {1e-17, 1e-6};
  for (int k = 0; k < 2; k++) {
    memset(solver.values, 0, (size_t)(solver.plan.nonzeros + 3) * sizeof(double));
    add(&solver, 0, 0, 1);
    add(&solver, 0, 1, 1 / 3.0);
    add(&solver, 1, 1, 1 / 9.0 + more[k]);
    add(&solver, 2, 2, 1);
    const double p = ldl_factor(&solver.plan, solver.values, solver.work);
    assert_true(k == 1 || p <= LDL_ROUND_OFF);
    assert_true(k == 0 || (p > 8.9e-6 && p < 9.1e-6));
  }
  solver_close(&solver);
}

// G = B B' with the rows (1, 2, 0), (1, 2, 2^-30) and (0, 1, 1): entries need up to 61 bits, and
// the second row is 2e-10 of its length from the span of the others.
static void twice_the_precision(void **unused) {
  (void)unused;
  const double e = 1.0 / (1 << 30), B[3][3] = {{1, 2, 0}, {1, 2, e}, {0, 1, 1}};
  static const double expected[3] = {3, -7, 11};
  static Graph graph;
  graph = (Graph){.n = 3};
  make_full(&graph);
  Solver solver = {0};
  assert_true(solver_open(&solver, &graph, 0));
  const LdlPlan *plan = &solver.plan;
  Extended values[6] = {{0, 0}}, x[3], work[3];
  for (int i = 0; i < 3; i++) {
    x[i] = (Extended){0, 0};
    for (int k = 0; k < 3; k++) {
      Extended sum = {0, 0};
      for (int m = 0; m < 3; m++) {
        sum = extended_add(sum, extended_product(B[i][m], B[k][m]));
      }
      x[i] = extended_add(x[i], extended_scale(sum, expected[k]));
      if (k <= i) {
        values[ldl_slot(plan, i, k)] = sum;
      }
    }
  }
  const double p = ldl_extended_factor(plan, values, work, 1e-28);
  assert_true(p > 1e-20 && p < 1e-17);
  ldl_extended_solve(plan, values, x, work);
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(x[i].hi - expected[i]) <= 1e-11);
  }
  solver_close(&solver);
}

// What is zero but for round-off is dropped, and its unknown with it.
static void drops_dependent_rows(void **unused) {
  (void)unused;
  static Graph graph;
  graph = (Graph){.n = 3};
  make_full(&graph);
  Solver solver = {0};
  assert_true(solver_open(&solver, &graph, 0));
  Extended values[6], work[3], x[3] = {{1, 0}, {1, 0}, {1, 0}};
  for (int k = 0; k < 6; k++) {
    values[k] = (Extended){1, 0}; // the same row three times
  }
  assert_true(ldl_extended_factor(&solver.plan, values, work, 1e-28) >= 1);
  ldl_extended_solve(&solver.plan, values, x, work);
  assert_true(fabs(x[0].hi + x[1].hi + x[2].hi - 1) <= 0);
  assert_true(fmax(fmax(x[0].hi, x[1].hi), x[2].hi) >= 1);
  solver_close(&solver);
}

// Sums and products lose nothing: (1 + 2^-60)^2 and a quotient times its divisor.
static void extended_numbers(void **unused) {
  (void)unused;
  const double e = ldexp(1, -60);
  const Extended one = extended_sum(1, e), square = extended_multiply(one, one);
  assert_true(fabs(square.hi - 1) <= 0);
  assert_true(fabs(square.lo - 2 * e) <= 1e-33);
  const Extended third = extended_divide((Extended){1, 0}, (Extended){3, 0});
  const Extended back = extended_subtract(extended_scale(third, 3), (Extended){1, 0});
  assert_true(third.lo != 0 && fabs(back.hi) < 1e-31);
  const double a = 134217729.0 / 3, b = 1e17 / 7;
  const Extended product = extended_product(a, b);
  const long double exact = (long double)a * (long double)b;
  assert_true(fabsl((long double)product.hi + (long double)product.lo - exact) <= 1e-19L * exact);
}

static void survives_without_memory(void **unused) {
  (void)unused;
  static Graph graph;
  graph = (Graph){.n = LARGEST};
  make_grid(&graph);
  for (long n = 1;; n++) {
    Solver solver = {0};
    const bool done = solver_open(&solver, &graph, n);
    const bool failed = solver.failing.has_failed;
    assert_true(done != failed);
    solver_close(&solver);
    if (!failed) {
      assert_true(n > 1);
      break;
    }
  }
}

static void *no_memory(size_t size) {
  (void)size;
  return NULL;
}

// The ordering asks for memory of its own.
static void tells_that_the_library_has_none(void **unused) {
  (void)unused;
  static Graph graph;
  graph = (Graph){.n = 30};
  make_grid(&graph);
  Solver solver = {0};
  void *(*const usual)(size_t) = SuiteSparse_config.malloc_func;
  SuiteSparse_config.malloc_func = no_memory;
  assert_false(solver_open(&solver, &graph, 0));
  SuiteSparse_config.malloc_func = usual;
  assert_true(solver.failing.allocator.exhausted);
  arena_close(&solver.arena);
  assert_int_equal(solver.failing.allocator.used, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_lapack),      cmocka_unit_test(costs_what_it_must),
      cmocka_unit_test(floors_small_pivots),     cmocka_unit_test(twice_the_precision),
      cmocka_unit_test(drops_dependent_rows),    cmocka_unit_test(extended_numbers),
      cmocka_unit_test(survives_without_memory), cmocka_unit_test(tells_that_the_library_has_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
