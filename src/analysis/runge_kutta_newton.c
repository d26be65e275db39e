// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_newton.c: divided differences with nodes that repeat (see runge_kutta_newton.h).
//
//   d[i..i+k] = (d[i+1..i+k] - d[i..i+k-1]) / (x_{i+k} - x_i),   q^(k)/k! where all nodes are one
#include "analysis/runge_kutta_newton.h"

#include <math.h>
#include <string.h>

enum { TIMES = NEWTON_TERMS / NEWTON_NODES };

bool newton_open(Newton *newton, int size, Arena *arena) {
  *newton = (Newton){.size = size};
  bool ok = true;
  for (int k = 0; k < NEWTON_NODES; k++) {
    NewtonNode *node = &newton->node[k];
    node->q = arena_array(arena, double, size + 1); // in whole pairs
    node->rate = arena_array(arena, double, size + 1);
    node->bend = arena_array(arena, double, size + 1);
    ok = ok && node->q != NULL && node->rate != NULL && node->bend != NULL;
  }
  for (int k = 0; k < NEWTON_TERMS; k++) {
    newton->term[k] = arena_array(arena, double, size + 1);
    ok = ok && newton->term[k] != NULL;
  }
  return ok;
}

void newton_add(Newton *newton, double t, const double *q, const double *rate, const double *bend) {
  const NewtonNode oldest = newton->node[0];
  for (int k = 1; k < NEWTON_NODES; k++) {
    newton->node[k - 1] = newton->node[k];
  }
  NewtonNode *node = &newton->node[NEWTON_NODES - 1];
  *node = oldest;
  node->t = t;
  for (int i = 0; i < newton->size; i++) {
    node->q[i] = q[i];
    node->rate[i] = rate[i];
    node->bend[i] = bend[i];
  }
  newton->count += newton->count < NEWTON_NODES;
}

// Round-off is magnified by about the third power of the ratio of steps: where steps grew sixfold
// sliding_block's rows lost three digits.
static bool alike(const Newton *newton) {
  static const double LEAST_RATIO = 0.2;
  double least = (double)INFINITY, most = 0;
  for (int k = 1; k < NEWTON_NODES; k++) {
    const double step = newton->node[k].t - newton->node[k - 1].t;
    least = step < least ? step : least;
    most = step > most ? step : most;
  }
  return least >= LEAST_RATIO * most;
}

// Two numbers of q, in a vector register wherever there are any.
typedef double Pair __attribute__((vector_size(2 * sizeof(double))));

static inline Pair pair_at(const double *from) {
  Pair pair;
  memcpy(&pair, from, sizeof pair);
  return pair;
}

// All differences of two numbers from i on; what stands in d is d[..j]. The loops are of fixed
// size: unrolled, d stays in registers.
static void fix_pair(const Newton *newton, int i, double inverse[NEWTON_NODES][NEWTON_NODES]) {
  Pair d[NEWTON_TERMS], same[NEWTON_NODES][2];
#pragma GCC unroll 4
  for (int k = 0; k < NEWTON_NODES; k++) {
    const NewtonNode *node = &newton->node[k];
    d[TIMES * k] = d[TIMES * k + 1] = d[TIMES * k + 2] = pair_at(node->q + i);
    same[k][0] = newton->h * pair_at(node->rate + i);
    same[k][1] = (newton->h * newton->h / 2) * pair_at(node->bend + i);
  }
#pragma GCC unroll 12
  for (int k = 1; k < NEWTON_TERMS; k++) {
#pragma GCC unroll 12
    for (int j = NEWTON_TERMS - 1; j >= k; j--) {
      const int high = j / TIMES, low = (j - k) / TIMES;
      d[j] = high != low ? (d[j] - d[j - 1]) * inverse[high][low] : same[high][k - 1];
    }
  }
#pragma GCC unroll 12
  for (int j = 0; j < NEWTON_TERMS; j++) {
    memcpy(newton->term[j] + i, &d[j], sizeof d[j]);
  }
}

bool newton_fix(Newton *newton) {
  if (newton->count < NEWTON_NODES || !alike(newton)) {
    return false;
  }
  const NewtonNode *node = newton->node;
  double inverse[NEWTON_NODES][NEWTON_NODES];
  newton->t = node[1].t;
  newton->h = node[2].t - node[1].t;
  const double per_step = 1 / newton->h;
  for (int k = 0; k < NEWTON_NODES; k++) {
    const double place = (node[k].t - newton->t) * per_step;
    for (int m = 0; m < TIMES; m++) {
      newton->place[TIMES * k + m] = place;
    }
    for (int m = 0; m < k; m++) {
      inverse[k][m] = newton->h / (node[k].t - node[m].t);
    }
  }
  for (int i = 0; i < newton->size; i += 2) {
    fix_pair(newton, i, inverse);
  }
  return true;
}
