// SPDX-License-Identifier: BSD-3-Clause
// stiffness.c: how stiff the motion is (see stiffness.h).
//
// With the linear form of the equations (linear_form.h) a direction (x, y) of (q, v) gives
//   (T y + D x,  a_q x + a_v y),  where  [M J'; J -eps S](da, .) = -(K x + C y, A x + B y).
// The radius is that of the map applied ten times to a fixed start vector, normalised each time
// (lengths and angles alike: only the ratio of two passes counts).
#include "analysis/settings/stiffness.h"

#include <math.h>
#include <string.h>

#include "integrators/methods.h"
#include "system/equations/linear_form.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"

enum { ITERATIONS = 10 };

static double norm_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i];
  }
  return sqrt(sum);
}

// One application of d(q', v')/d(q, v) to x, in place; out: room.
static void apply(const LinearForm *form, double *x, double *out) {
  State *state = form->state;
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  const double *y = x + nq;
  memset(out, 0, (size_t)nq * sizeof(double));
  memset(state->solution, 0, (size_t)(nv + system->nc) * sizeof(double));
  linear_form_times(form, FORM_T, 1, y, out);
  linear_form_times(form, FORM_D, 1, x, out);
  linear_form_times(form, FORM_K, -1, x, state->solution);
  linear_form_times(form, FORM_C, -1, y, state->solution);
  linear_form_times(form, FORM_A, -1, x, state->solution + nv);
  linear_form_times(form, FORM_B, -1, y, state->solution + nv);
  kkt_solve(state, state->solution);
  memcpy(x, out, (size_t)nq * sizeof(double));
  memcpy(x + nq, state->solution, (size_t)nv * sizeof(double));
}

// The body with the most of v' M v.
static int busiest(const State *state, const double *v) {
  const System *system = state->system;
  double most = 0;
  int found = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    double sum = 0;
    for (int i = 0; i < body->nv; i++) {
      for (int k = 0; k < body->nv; k++) {
        sum += v[body->v + i] * state->mass[b][i * body->nv + k] * v[body->v + k];
      }
    }
    if (sum > most) {
      most = sum;
      found = b;
    }
  }
  return found;
}

bool stiffness_estimate(State *state, Arena *arena, double *rate, int *body) {
  enum {
    WANTED = 1 << FORM_T | 1 << FORM_D | 1 << FORM_K | 1 << FORM_C | 1 << FORM_A | 1 << FORM_B
  };
  const System *system = state->system;
  const ArenaMark mark = arena_mark(arena);
  const int n = system->nq + system->nv;
  LinearForm form;
  double *a, *lambda, *x, *out;
  state_rows(state, PAIR_ACCELERATION);
  bool ok = arena_doubles(arena, system->nv, &a) && arena_doubles(arena, system->nc, &lambda) &&
            arena_doubles(arena, n, &x) && arena_doubles(arena, system->nq, &out) &&
            linear_form_open(&form, state, WANTED, true, true, arena) &&
            solve_equations(state, a, lambda) == EQUATIONS_SOLVED;
  if (ok) {
    linear_form_at(&form, &(FormPoint){.a = a, .lambda = lambda, .slope = state->v});
  }
  double size = 0;
  for (int i = 0; ok && i < n; i++) {
    x[i] = 1 + 0.1 * (i % 7);
  }
  for (int k = 0; ok && k < ITERATIONS; k++) {
    const double before = norm_of(x, n);
    apply(&form, x, out);
    const double after = norm_of(x, n);
    // the last two passes, averaged: a pair of imaginary eigenvalues alternates
    size = k + 2 >= ITERATIONS ? size + 0.5 * log(fmax(after / before, 1e-300)) : 0;
    for (int i = 0; i < n && after > 0; i++) {
      x[i] /= after;
    }
  }
  *rate = exp(size);
  if (ok && body != NULL) {
    *body = busiest(state, x + system->nq);
  }
  arena_release(arena, mark);
  return ok && isfinite(*rate);
}

double stiffness_of_fixed_step(State *state, const SchemeSettings *settings, Arena *arena,
                               double *rate) {
  const double stability = method_numbers(state->equations, settings).stability;
  if (settings->step <= 0 || stability == 0 || !stiffness_estimate(state, arena, rate, NULL)) {
    return 0;
  }
  return *rate * settings->step / stability;
}
