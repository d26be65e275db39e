// SPDX-License-Identifier: BSD-3-Clause
// methods.c: the integrators (see methods.h).
#include "integrators/methods.h"

#include <assert.h>

typedef struct Row {
  Method method;
  const char *name;
  const SchemeKind *kind;
} Row;

static const Row *row_of(Method method) {
  static const Row rows[] = {
#define METHOD(word, symbol, steps, summary) {METHOD_##symbol, #word, &word##_scheme},
#include "model/methods.def"
#undef METHOD
      {METHOD_KINEMATICS, "kinematics", &kinematics_scheme}};
  int k = 0;
  while (rows[k].method != method) {
    k++;
    assert(k < (int)(sizeof rows / sizeof *rows));
  }
  return &rows[k];
}

const SchemeKind *method_scheme(Method method) {
  return row_of(method)->kind;
}

const char *method_name(Method method) {
  return row_of(method)->name;
}

MethodNumbers method_numbers(const Equations *equations, const SchemeSettings *settings) {
  MethodNumbers numbers = {.order = 2, .phase = 1.0 / 12};
  const SchemeKind *kind = method_scheme(settings->method);
  Failure failure = {.code = DIAG_NONE};
  if (kind->accepts != NULL) {
    (void)kind->accepts(equations, settings, &numbers, &failure);
  }
  return numbers;
}

static bool open_shown(Scheme *scheme, Arena *arena) {
  const Equations *it = scheme->equations;
  const int shown = it->shown_q + it->shown_v;
  return it->shown == NULL || (dense_open(&scheme->shown, it->shown_q, it->shown_v, shown, arena) &&
                               arena_doubles(arena, 2 * (it->ny + 2 * shown), &scheme->room));
}

Scheme *method_open(Equations *equations, const SchemeSettings *settings, Arena *arena,
                    Failure *failure) {
  const Row *row = row_of(settings->method);
  Scheme *scheme = row->kind->open(equations, settings, arena, failure);
  if (scheme == NULL) {
    return NULL;
  }
  scheme->kind = row->kind;
  scheme->equations = equations;
  scheme->rank = settings->rank;
  scheme->name = row->name;
  if (!dense_open(&scheme->dense, equations->nq, equations->nv, equations->ny, arena) ||
      !open_shown(scheme, arena)) {
    scheme_close(scheme);
    return NULL;
  }
  if (scheme->node_count == 0) {
    scheme->nodes[1] = 1;
    scheme->node_count = 2;
  }
  return scheme;
}
