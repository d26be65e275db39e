// SPDX-License-Identifier: BSD-3-Clause
// accelerations.c: samples of a run's accelerations (see accelerations.h).
#include "analysis/verification/accelerations.h"

#include <float.h>
#include <math.h>

enum { FEW = 5, MANY = 50 };

void accelerations_open(Accelerations *it, double duration, Arena *arena) {
  *it = (Accelerations){.every = duration / MANY, .arena = arena, .why = "no row was written"};
}

static bool takes(Accelerations *it, const State *state) {
  const System *system = state->system;
  if (system->friction_count > 0) {
    it->why = "friction depends on reactions";
  } else if (system->nv > INDEPENDENT_LARGEST) {
    it->why = "too many velocities";
  } else {
    return true;
  }
  return false;
}

void accelerations_observe(Accelerations *it, const Observed *observed) {
  State *state = observed->state;
  const System *system = state->system;
  if (observed->at != OBSERVE_ROW || !takes(it, state)) {
    return;
  }
  if (it->independent.state != state || state->t == 0) {
    const int many = system->nv > INDEPENDENT_MANY ? FEW : MANY;
    it->next = 0;
    if (it->independent.state == NULL) {
      it->every *= (double)MANY / many;
    }
    if (!independent_open(&it->independent, state, observed->lasting, it->arena)) {
      return;
    }
  }
  IndependentResult result = {0};
  if (state->t < it->next || !independent_check(&it->independent, observed->a, &result)) {
    return;
  }
  it->next = state->t + it->every;
  it->instants++;
  const double ratio = result.off / fmax(result.allowed, DBL_MIN);
  if (result.determined && (ratio > it->ratio || isnan(ratio))) {
    it->ratio = ratio;
    it->off = result.off / fmax(result.size, DBL_MIN);
    it->t = state->t;
    it->body = system->bodies[result.body].name;
  }
}
