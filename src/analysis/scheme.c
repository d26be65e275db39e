// SPDX-License-Identifier: BSD-3-Clause
// scheme.c: the integrators (see scheme.h).
#include "analysis/scheme.h"

#include <assert.h>

#include "analysis/kinematics.h"

const SchemeKind *scheme_kind(Method method) {
  static const SchemeKind *const kinds[] = {
#define METHOD(word, symbol, steps, summary) &word##_scheme,
#include "model/methods.def"
#undef METHOD
      &kinematics_scheme, NULL};
  int k = 0;
  while (kinds[k] != NULL && kinds[k]->method != method) {
    k++;
  }
  assert(kinds[k] != NULL);
  return kinds[k];
}

Scheme *scheme_open(const SchemeKind *kind, State *state, const SchemeSettings *settings,
                    Arena *arena, Failure *failure) {
  Scheme *scheme = kind->open(state, settings, arena, failure);
  if (scheme != NULL && !dense_open(&scheme->dense, state->system, arena)) {
    scheme_close(scheme);
    return NULL;
  }
  if (scheme != NULL && scheme->node_count == 0) {
    scheme->nodes[1] = 1;
    scheme->node_count = 2;
  }
  return scheme;
}
