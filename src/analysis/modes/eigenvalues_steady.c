// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues_steady.c: small motions about a motion that is steady seen from a turning frame
// (system/small_motions/steady.h): which frame, and what is said where there is none.
#include <string.h>

#include "analysis/modes/eigenvalues_inside.h"

static const double INEXACT = 10; // misfits of a steady motion

void linear_take_rates(Linear *run) {
  Spectrum *s = run->spectrum;
  memcpy(s->L, run->linearization.L, (size_t)s->nc * (size_t)s->n * sizeof(double));
  for (int i = 0; i < s->nc; i++) {
    s->rates[i] = run->state->system->rows[i].rates_alone;
  }
}

// M, C, K, J of small motions.
typedef struct Terms {
  double *M, *C, *K, *J;
} Terms;

// Whether the mechanism looks the same later from the least turn that its motion has, or from
// another one: then the terms are seen from there.
static bool looks_steady(Linear *run, const Terms *to) {
  Steady *steady = run->steady;
  Linearization *l = &run->linearization;
  int body = 1;
  do {
    steady_terms(steady, l, to->M, to->C, to->K);
    linear_take_rates(run);
    const SteadyTerms terms = {to->M, to->C, to->K, to->J, run->spectrum->L};
    if (steady_holds(steady, l, &terms, run->arena)) {
      return true;
    }
  } while (steady_next(steady, &body) && linearize_at(l, to->M, to->C, to->K, to->J));
  return false;
}

bool linear_go_along(Linear *run) {
  Spectrum *s = run->spectrum;
  Steady *steady = run->steady;
  Failure *failure = &run->result->failure;
  const Origin origin = run->result->analysis->origin;
  char frame[STEADY_TEXT];
  const bool found = steady_find(steady, run->linearization.a);
  steady_text(steady, frame);
  if (steady->rate == 0) {
    return true;
  }
  if (!found) {
    failure_set(failure, DIAG_LINEAR_STEADY, origin,
                "the motion is not steady: seen from %s, the motion of body \"%s\" differs from a "
                "steady one by %.3g of its velocities",
                frame, run->state->system->bodies[steady->body].name, steady->misfit);
    return failure_hint(failure,
                        "start from a steady motion; without \"about\" the eigenvalues are those "
                        "of coefficients frozen at this moment");
  }
  if (!looks_steady(run, &(Terms){s->M, s->C, s->K, s->J})) {
    failure_set(failure, DIAG_LINEAR_STEADY, origin,
                "seen from %s the mechanism does not stay the same: its %s change", frame,
                steady->other != NULL ? steady->other : "joints");
    return failure_hint(failure,
                        "gravity, joints and forces must stay the same as seen from the turning "
                        "frame; without \"about\" the eigenvalues are those of this moment");
  }
  run->out->steady = steady;
  s->noise = INEXACT * steady->misfit; // neutral is what a motion as inexact as this one tells
  return true;
}

bool linear_would_be_steady(Linear *run) {
  const Spectrum *s = run->spectrum;
  Linearization *l = &run->linearization;
  const ArenaMark mark = arena_mark(run->arena);
  const int square = s->n * s->n, rows = s->n * s->nc;
  Terms to;
  double *L;
  bool steady = arena_doubles(run->arena, square, &to.M, &to.C, &to.K) &&
                arena_doubles(run->arena, rows, &to.J, &L) && steady_find(run->steady, l->a);
  if (steady) {
    memcpy(L, s->L, (size_t)rows * sizeof(double));
    l->frozen_frame = true;
    steady = linearize_at(l, to.M, to.C, to.K, to.J) && looks_steady(run, &to);
    l->frozen_frame = false;
    memcpy(s->L, L, (size_t)rows * sizeof(double));
    (void)linearize_at(l, to.M, to.C, to.K, to.J);
  }
  arena_release(run->arena, mark);
  return steady;
}
