// SPDX-License-Identifier: BSD-3-Clause
// The coefficients of the Runge-Kutta methods satisfy the conditions of their orders: one for each
// rooted tree (Butcher 1963), with all trees up to that order made here.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "integrators/runge_kutta_pair.h"

enum { NODES = 8, STAGES = 16 };

// A rooted tree as the levels of its nodes in preorder: each is preceded by its parent's branch.
typedef struct Tree {
  int count, level[NODES];
} Tree;

// The next tree of the same size in the order of Beyer and Hedetniemi (1980); false after the last.
static bool next_tree(Tree *tree) {
  int p = tree->count - 1;
  while (p > 0 && tree->level[p] == 1) {
    p--;
  }
  if (p <= 0) {
    return false;
  }
  int q = p - 1;
  while (tree->level[q] != tree->level[p] - 1) {
    q--;
  }
  for (int i = p; i < tree->count; i++) {
    tree->level[i] = tree->level[i - (p - q)];
  }
  return true;
}

static Tree first_tree(int count) {
  Tree tree = {.count = count};
  for (int i = 0; i < count; i++) {
    tree.level[i] = i;
  }
  return tree;
}

typedef struct Method {
  int stages;
  double A[STAGES][STAGES];
} Method;

static Method method_of(const RungeKuttaPair *pair) {
  Method method = {.stages = pair->stages + 1 + pair->dense_stages};
  for (int i = 0; i < method.stages; i++) {
    for (int m = 0; m < pair->sum[i].count; m++) {
      method.A[i][pair->sum[i].stage[m]] = pair->sum[i].weight[m];
    }
  }
  return method;
}

// The stage vector of the branch at a node, and its density; the size of the branch is returned.
static int weigh_branch(const Method *method, const Tree *tree, int node, double vector[STAGES],
                        double *density) {
  int size = 1;
  *density = 1;
  for (int i = 0; i < method->stages; i++) {
    vector[i] = 1;
  }
  while (node + size < tree->count && tree->level[node + size] > tree->level[node]) {
    double child[STAGES], below = 1;
    const int child_size = weigh_branch(method, tree, node + size, child, &below);
    for (int i = 0; i < method->stages; i++) {
      double sum = 0;
      for (int j = 0; j < method->stages; j++) {
        sum += method->A[i][j] * child[j];
      }
      vector[i] *= sum;
    }
    *density *= below;
    size += child_size;
  }
  *density *= size;
  return size;
}

// Largest |sum b_i Phi_i(tree) - x^order/density| over the trees of one order; target 0: without
// the second term. *trees: how many there are.
static double worst_condition(const Method *method, const double b[STAGES], int order, double x,
                              bool target, int *trees) {
  double worst = 0;
  Tree tree = first_tree(order);
  *trees = 0;
  do {
    double vector[STAGES], density = 1, sum = 0;
    weigh_branch(method, &tree, 0, vector, &density);
    for (int i = 0; i < method->stages; i++) {
      sum += b[i] * vector[i];
    }
    worst = fmax(worst, fabs(sum - (target ? pow(x, order) / density : 0)));
    ++*trees;
  } while (next_tree(&tree));
  return worst;
}

static void spread(const RungeKuttaSum *sum, double factor, double b[STAGES]) {
  for (int m = 0; m < sum->count; m++) {
    b[sum->stage[m]] += factor * sum->weight[m];
  }
}

static const double ROUND_OFF = 2e-14;
static const double NOT_SATISFIED = 1e-7;

static void test_trees(void **test) {
  (void)test;
  static const int known[NODES] = {1, 1, 2, 4, 9, 20, 48, 115};
  const Method method = method_of(runge_kutta_pair(5));
  const double b[STAGES] = {0};
  for (int order = 1; order <= NODES; order++) {
    int trees = 0;
    worst_condition(&method, b, order, 1, true, &trees);
    assert_int_equal(trees, known[order - 1]);
  }
}

// Conditions hold up to an order, and fail beyond where the number of nodes permits to look.
static void check_order(const Method *method, const double b[STAGES], int holds, bool target) {
  int trees = 0;
  for (int order = 1; order <= holds; order++) {
    const double worst = worst_condition(method, b, order, 1, target, &trees);
    printf("order %d: %.2e\n", order, worst);
    assert_true(worst <= ROUND_OFF);
  }
  if (holds < NODES) {
    assert_true(worst_condition(method, b, holds + 1, 1, target, &trees) > NOT_SATISFIED);
  }
}

static void test_steps(void **test) {
  (void)test;
  for (int order = 5; order <= 8; order += 3) {
    const RungeKuttaPair *pair = runge_kutta_pair(order);
    const Method method = method_of(pair);
    assert_int_equal(pair->order, order);
    check_order(&method, method.A[pair->stages], order, true);
  }
}

static void test_nodes(void **test) {
  (void)test;
  for (int order = 5; order <= 8; order += 3) {
    const RungeKuttaPair *pair = runge_kutta_pair(order);
    const Method method = method_of(pair);
    for (int i = 0; i < method.stages; i++) {
      double sum = -pair->node[i];
      for (int j = 0; j < method.stages; j++) {
        sum += method.A[i][j];
      }
      assert_true(fabs(sum) <= ROUND_OFF);
    }
  }
}

// The estimates are the difference of two methods: zero up to the lower order.
static void test_error_estimates(void **test) {
  (void)test;
  const RungeKuttaPair *five = runge_kutta_pair(5), *eight = runge_kutta_pair(8);
  const Method method_5 = method_of(five), method_8 = method_of(eight);
  double of_4[STAGES] = {0}, of_5[STAGES] = {0}, of_3[STAGES] = {0};
  spread(five->error, 1, of_4);
  spread(eight->error, 1, of_5);
  spread(eight->error_low, 1, of_3);
  check_order(&method_5, of_4, 4, false);
  check_order(&method_8, of_5, 5, false);
  check_order(&method_8, of_3, 3, false);
}

// Inside the step the method of order 8 has order 7, at every x.
static void test_dense_output(void **test) {
  (void)test;
  enum { DENSE_ORDER = 7, LOOKS = 21 };
  static const double SUM_OF_LARGE = 5e-13; // weights of some hundreds cancel
  const RungeKuttaPair *pair = runge_kutta_pair(8);
  const Method method = method_of(pair);
  double worst = 0, beyond = 0;
  for (int look = 0; look <= LOOKS; look++) {
    const double x = look / (double)LOOKS, rest = 1 - x;
    double b[STAGES] = {0};
    // F1 = sum b k, F2 = k_0 - F1, F3 = 2 F1 - k_0 - k_end, F4 .. F7 by their rows
    const double w1 = x, w2 = w1 * rest, w3 = w2 * x;
    spread(&pair->sum[pair->stages], w1 - w2 + 2 * w3, b);
    b[0] += w2 - w3;
    b[pair->stages] -= w3;
    double weight = w3;
    for (int d = 0; d < RUNGE_KUTTA_DENSE; d++) {
      weight *= d % 2 == 0 ? rest : x;
      spread(&pair->dense[d], weight, b);
    }
    int trees = 0;
    for (int order = 1; order <= DENSE_ORDER; order++) {
      worst = fmax(worst, worst_condition(&method, b, order, x, true, &trees));
    }
    beyond = fmax(beyond, worst_condition(&method, b, DENSE_ORDER + 1, x, true, &trees));
  }
  printf("orders 1 to 7: %.2e, order 8: %.2e\n", worst, beyond);
  assert_true(worst <= SUM_OF_LARGE);
  assert_true(beyond > NOT_SATISFIED);
}

static void test_other_orders(void **test) {
  (void)test;
  assert_null(runge_kutta_pair(4));
  assert_null(runge_kutta_pair(0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees),        cmocka_unit_test(test_steps),
      cmocka_unit_test(test_nodes),        cmocka_unit_test(test_error_estimates),
      cmocka_unit_test(test_dense_output), cmocka_unit_test(test_other_orders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
