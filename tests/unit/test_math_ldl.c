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

#include "math/ldl.h"
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
  assert_true(ldl_factor(&solver.plan, solver.values, solver.work));
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

static void refuses_what_is_not_positive(void **unused) {
  (void)unused;
  static const double diagonals[][3] = {{1, 1, 0}, {1, -1, 2}, {1, 1, (double)NAN}, {0, 1, 1}};
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
    assert_false(ldl_factor(&solver.plan, solver.values, solver.work));
  }
  // two rows that are the same but for round-off
  memset(solver.values, 0, (size_t)(solver.plan.nonzeros + 3) * sizeof(double));
  add(&solver, 0, 0, 1);
  add(&solver, 0, 1, 1 / 3.0);
  add(&solver, 1, 1, 1 / 9.0 + 1e-17);
  add(&solver, 2, 2, 1);
  assert_false(ldl_factor(&solver.plan, solver.values, solver.work));
  solver_close(&solver);
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
      cmocka_unit_test(agrees_with_lapack),
      cmocka_unit_test(costs_what_it_must),
      cmocka_unit_test(refuses_what_is_not_positive),
      cmocka_unit_test(survives_without_memory),
      cmocka_unit_test(tells_that_the_library_has_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
