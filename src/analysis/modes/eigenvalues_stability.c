// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues_stability.c: what eigenvalues and their errors tell of small motions.
//
// A motion grows where re > error, and dies out where re < -error. One on the imaginary axis by
// symmetry goes on, and where dampers alone take energy what swings does not grow
// (spectrum_mirror.c). Of all others nothing is known, and with one of them there is no verdict,
// unless another one grows.
#include <math.h>

#include "analysis/modes/eigenvalues.h"
#include "analysis/modes/eigenvalues_inside.h"
#include "system/observe/balance.h"
#include "system/state/rotors.h"

static const double GROWS = 1e-9; // of the largest |s|, where errors were not examined

typedef enum Tendency { DIES, GOES_ON, GROWING, OPEN } Tendency;

static Tendency tendency_of(const Spectrum *s, const Eigenvalue *value) {
  const double error = isnan(value->error) ? GROWS * fmax(1, s->largest) : value->error;
  if (value->re > error) {
    return GROWING;
  }
  if (value->re < -error) {
    return DIES;
  }
  const bool known = isnan(value->error) || value->goes_on;
  return known ? GOES_ON : OPEN;
}

Stability linear_stability(const Spectrum *s, int *growing) {
  int count[OPEN + 1] = {0};
  for (int k = 0; k < s->counts[EIGEN_TRUE]; k++) {
    count[tendency_of(s, &s->list[k])]++;
  }
  *growing = count[GROWING];
  return *growing > 0                                           ? STABILITY_UNSTABLE
         : count[OPEN] > 0 || s->counts[EIGEN_UNDETERMINED] > 0 ? STABILITY_UNDETERMINED
         : s->counts[EIGEN_NEUTRAL] > 0                         ? STABILITY_NEUTRAL
         : count[GOES_ON] > 0                                   ? STABILITY_STABLE
                                                                : STABILITY_DAMPED;
}

const char *eigenvalues_stability_word(Stability stability) {
  switch (stability) {
  case STABILITY_UNKNOWN:
    return "not examined";
  case STABILITY_DAMPED:
    return "asymptotically stable";
  case STABILITY_STABLE:
    return "stable, some modes undamped";
  case STABILITY_NEUTRAL:
    return "neutral";
  case STABILITY_UNSTABLE:
    return "unstable";
  case STABILITY_UNDETERMINED:
    return "stability not determined";
  }
  return "";
}

double linear_unbalanced(State *state, const double *a) {
  const Balance balance = balance_of(state, a);
  return balance.largest > 0 ? fmin(1, balance.unbalanced / balance.largest) : 0;
}

bool eigenvalues_stability(State *state, Stability *stability, int *growing, Arena *arena) {
  const System *system = state->system;
  const ArenaMark mark = arena_mark(arena);
  *stability = STABILITY_UNKNOWN;
  *growing = 0;
  if (spectrum_size(system->nv, system->nc, SPECTRUM_NONE) > SPECTRUM_LARGEST) {
    return true;
  }
  Linearization linearization;
  Laws laws;
  Spectrum s;
  const bool ok = linearize_open(&linearization, state, arena) && laws_open(&laws, state, arena) &&
                  spectrum_open(&s, system->nv, system->nc, SPECTRUM_NONE, arena);
  if (ok && linearize_at(&linearization, s.M, s.C, s.K, s.J)) {
    laws_take(&laws, &linearization, &s);
    s.unbalanced = linear_unbalanced(state, linearization.a);
    rotors_condense(state, &s);
    if (spectrum_compute(&s)) {
      (void)spectrum_bound(&s);
      *stability = linear_stability(&s, growing);
    }
  }
  arena_release(arena, mark);
  return ok;
}
