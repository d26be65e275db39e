// SPDX-License-Identifier: BSD-3-Clause
// stiffness.c: how stiff the motion is (see stiffness.h).
//
// With the index-1 matrix G at cj = 0 a direction (x, y) of (q, v) gives
//   (T y + (T v)_q x,  a_q x + a_v y),  where  [M J'; J -eps S](da, .) = -G_{v,c}(x, y).
// The radius is that of the map applied ten times to a fixed start vector, normalised each time
// (lengths and angles alike: only the ratio of two passes counts).
#include "analysis/stiffness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/methods.h"
#include "system/assemble.h"
#include "system/kkt.h"

enum { ITERATIONS = 10 };

// out = G x for the columns q and v only.
static void multiply(const Assembly *assembly, const double *values, const double *x, double *out) {
  const Pattern *pattern = &assembly->pattern;
  const System *system = assembly->state->system;
  memset(out, 0, (size_t)pattern->n * sizeof(double));
  for (int column = 0; column < system->nq + system->nv; column++) {
    if (pattern->dense) {
      for (int row = 0; row < pattern->n; row++) {
        out[row] += values[(long)column * pattern->n + row] * x[column];
      }
    } else {
      for (int k = pattern->column_start[column]; k < pattern->column_start[column + 1]; k++) {
        out[pattern->row[k]] += values[k] * x[column];
      }
    }
  }
}

static double norm_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i];
  }
  return sqrt(sum);
}

// One application of d(q', v')/d(q, v) to x, in place.
static void apply(State *state, const Assembly *assembly, const double *values, double *x,
                  double *out) {
  const System *system = state->system;
  multiply(assembly, values, x, out);
  for (int i = 0; i < system->nq; i++) {
    x[i] = -out[i];
  }
  for (int i = 0; i < system->nv + system->nc; i++) {
    state->solution[i] = -out[system->nq + i];
  }
  kkt_solve(state, state->solution);
  memcpy(x + system->nq, state->solution, (size_t)system->nv * sizeof(double));
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
  const System *system = state->system;
  const ArenaMark mark = arena_mark(arena);
  Assembly assembly;
  bool ok = assemble_open(&assembly, state, FORMULATION_EXPLICIT, arena);
  const int n = system->nq + system->nv;
  double *values = ok ? arena_array(arena, double, assembly.pattern.nonzeros) : NULL;
  double *y = arena_array(arena, double, 2 * n), *x = arena_array(arena, double, n);
  double *out = arena_array(arena, double, n + system->nc);
  ok = ok && values != NULL && y != NULL && x != NULL && out != NULL;
  if (ok) {
    memcpy(y, state->q, (size_t)system->nq * sizeof(double));
    memcpy(y + system->nq, state->v, (size_t)system->nv * sizeof(double));
    ok =
        assemble_jacobian(&assembly, state->t, 0, y, y + n, values) && kkt_factor(state, KKT_EXACT);
  }
  double size = 0;
  for (int i = 0; ok && i < n; i++) {
    x[i] = 1 + 0.1 * (i % 7);
  }
  for (int k = 0; ok && k < ITERATIONS; k++) {
    const double before = norm_of(x, n);
    apply(state, &assembly, values, x, out);
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
  const double stability = method_numbers(state, settings).stability;
  if (settings->step <= 0 || stability == 0 || !stiffness_estimate(state, arena, rate, NULL)) {
    return 0;
  }
  return *rate * settings->step / stability;
}

const char *stiffness_sentence(const char *formulation, double t, double rate, double step,
                               Arena *arena) {
  char text[200];
  snprintf(text, sizeof text,
           "auto: ida (%s) from t = %.6g s on, since rates of %.3g 1/s meet steps of %.3g s",
           formulation, t, rate, step);
  return arena_copy(arena, text, strlen(text));
}

const char *stiffness_gave_up(const char *formulation, double t, const char *before, Arena *arena) {
  char text[160];
  snprintf(text, sizeof text, "auto: ida (%s) from t = %.6g s on, since %s gave up there",
           formulation, t, before);
  return arena_copy(arena, text, strlen(text));
}

const char *stiffness_returned(double t, double step, double other, Arena *arena) {
  char text[160];
  snprintf(
      text, sizeof text,
      "auto: runge_kutta from t = %.6g s on, since its steps of %.3g s cost less than those of "
      "ida, %.3g s",
      t, step, other);
  return arena_copy(arena, text, strlen(text));
}
