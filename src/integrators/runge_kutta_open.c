// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_open.c: memory, weights and ways of a Runge-Kutta scheme.
#include "integrators/runge_kutta_inside.h"

enum { DEFAULT_ORDER = 8 };

static int in_blocks(int count) {
  return (count + DENSE_BLOCK - 1) / DENSE_BLOCK * DENSE_BLOCK;
}

static void fill_weights(RungeKutta *rk) {
  for (int i = 0; i < rk->error_room; i++) { // of the filling
    rk->absolute[i] = rk->unit[i] = rk->weight[i] = rk->end_weight[i] = 1;
  }
  const Equations *equations = rk->scheme.equations;
  equations->kind->numbers->tolerances(equations, &rk->settings.absolute, rk->absolute, rk->unit);
}

// What is shown of y, and errors there.
static bool open_shown(RungeKutta *rk, Arena *arena) {
  return rk->scheme.equations->shown == NULL ||
         arena_doubles(arena, rk->error_room, &rk->shown, &rk->end_shown, &rk->spread,
                       &rk->spread_2, &rk->zero);
}

static bool open_arrays(RungeKutta *rk, Arena *arena) {
  const int slopes = rk->pair->stages + 1 + rk->pair->dense_stages;
  const int scratch = 2 * rk->room > rk->error_room ? 2 * rk->room : rk->error_room;
  const bool ok = arena_doubles(arena, rk->room, &rk->y, &rk->end, &rk->stage) &&
                  arena_doubles(arena, rk->error_room, &rk->absolute, &rk->unit, &rk->weight,
                                &rk->end_weight) &&
                  open_shown(rk, arena) &&
                  (rk->settings.watched < 0 ||
                   singular_leave_open(&rk->leave, rk->scheme.equations, rk->settings.rank, arena));
  rk->k = arena_alloc_array(arena, slopes, (size_t)rk->room * sizeof(double));
  return ok && rk->k != NULL && arena_doubles(arena, scratch, &rk->scratch) &&
         arena_doubles(arena, rk->scheme.equations->nc, &rk->lambda);
}

// Nodes of the stages with a weight in the end or in an error estimate, each once, and the end.
static void list_nodes(RungeKutta *rk) {
  const RungeKuttaPair *pair = rk->pair;
  const RungeKuttaSum *const sums[] = {&pair->sum[pair->stages], pair->error, pair->error_low};
  bool counts[RUNGE_KUTTA_STAGES] = {false};
  Scheme *scheme = &rk->scheme;
  for (int s = 0; s < 3; s++) {
    for (int m = 0; sums[s] != NULL && m < sums[s]->count; m++) {
      counts[sums[s]->stage[m]] = true;
    }
  }
  for (int k = 0; k < pair->nodes.count; k++) {
    const double x = pair->nodes.node[k];
    const bool known = scheme->node_count > 0 && scheme->nodes[scheme->node_count - 1] >= x;
    if (counts[pair->nodes.stage[k]] && !known && x < 1) {
      scheme->nodes[scheme->node_count++] = x;
    }
  }
  scheme->nodes[scheme->node_count++] = 1;
}

bool runge_kutta_accepts(const Equations *equations, const SchemeSettings *settings,
                         MethodNumbers *numbers, Failure *failure) {
  const int order = settings->order == 5 ? 5 : DEFAULT_ORDER;
  (void)equations, (void)failure;
  *numbers = (MethodNumbers){.order = order,
                             .phase = order == 5 ? 5e-4 : 1e-6,
                             .stability = runge_kutta_pair(order)->stability};
  return true;
}

Scheme *runge_kutta_open(Equations *equations, const SchemeSettings *settings, Arena *arena,
                         Failure *failure) {
  RungeKutta *rk = arena_new(arena, RungeKutta);
  if (rk == NULL) {
    return NULL;
  }
  rk->scheme = (Scheme){.equations = equations};
  rk->settings = *settings;
  rk->pair = runge_kutta_pair(settings->order == 0 ? DEFAULT_ORDER : settings->order);
  if (rk->pair == NULL) {
    failure_set(failure, DIAG_SCHEMA_UNSUPPORTED, settings->origin,
                "runge_kutta has no method of order %d", settings->order);
    failure_hint(failure, "write \"order: 5\" or \"order: 8\"");
    return NULL;
  }
  rk->scheme.counters.order_largest = rk->pair->order;
  rk->alone = equations->plain && settings->watched < 0;
  rk->n = equations->ny;
  rk->room = in_blocks(rk->n);
  rk->errors = equations->shown == NULL ? rk->n : equations->shown_q + equations->shown_v;
  rk->error_room = in_blocks(rk->errors);
  if (!open_arrays(rk, arena)) {
    return NULL;
  }
  fill_weights(rk);
  list_nodes(rk);
  runge_kutta_stand(rk);
  return &rk->scheme;
}
