// SPDX-License-Identifier: BSD-3-Clause
// singular_branches.c: tangents of the branches that cross at a simple singular pose (see
// singular_branches.h).
//
// Velocities z = a z1 + b z2 with J z = 0 are all that the rows allow at first order. With J' n =
// 0, the second derivative of n' Phi along a motion has no acceleration in it:
//   n' (J' z) z = B(z, z) = a^2 B11 + 2 a b B12 + b^2 B22 = 0
// Two real roots are two branches; none means that nothing can leave the pose.
#include "system/start/singular_branches.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"

enum { ITERATIONS = 4, BASIS = 2, SAMPLES = 4 };
static const double EPS = 1e-10;

// n with J' n = 0, by inverse iteration; in lambda [nc] of x = (0, lambda).
static bool null_vector(State *state, double *x) {
  const System *system = state->system;
  double *lambda = x + system->nv;
  if (!kkt_factor(state, EPS)) {
    return false;
  }
  for (int i = 0; i < system->nc; i++) {
    lambda[i] = 1 + 0.1 * sin(3.0 * i); // nothing regular
  }
  for (int k = 0; k < ITERATIONS; k++) {
    double largest = 0;
    memset(x, 0, (size_t)system->nv * sizeof(double));
    kkt_solve(state, x);
    for (int i = 0; i < system->nc; i++) {
      largest = fmax(largest, fabs(lambda[i]));
    }
    for (int i = 0; i < system->nc; i++) {
      lambda[i] /= largest;
    }
  }
  return true;
}

// A velocity that the rows allow, from a reproducible guess.
static bool tangent(State *state, unsigned seed, double *z) {
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    seed = seed * 1664525U + 1013904223U;
    state->v[i] = (double)(seed >> 8) / 8388608.0 - 1;
  }
  state_set_velocity(state, state->v);
  const bool ok = project_velocity(state, PROJECT_AIM, false);
  memcpy(z, state->v, (size_t)system->nv * sizeof(double));
  return ok;
}

// B(z, z).
static double curvature(State *state, const double *n, const double *z) {
  const System *system = state->system;
  double sum = 0;
  memcpy(state->v, z, (size_t)system->nv * sizeof(double));
  state_set(state, state->t, state->q, state->v);
  for (int i = 0; i < system->nc; i++) {
    sum += n[i] * row_bias(state, i);
  }
  return sum;
}

static size_t put_branch(const System *system, int number, const double *z, char *text,
                         size_t size) {
  enum { TOLD = 8 };
  double largest = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double rate = body->nv == 3 ? z[body->v + 2] : 0;
    largest = fabs(rate) > fabs(largest) ? rate : largest;
  }
  size_t used = (size_t)snprintf(text, size, "%s(%d)", number > 1 ? "; " : "", number);
  int told = 0;
  for (int b = 1; b < system->body_count && told < TOLD && used + 100 < size; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->nv == 3 && largest != 0) {
      const double rate = z[body->v + 2] / largest;
      used += (size_t)snprintf(text + used, size - used, "%s \"%.64s\" %.3g", told > 0 ? "," : "",
                               body->name, fabs(rate) < 1e-9 ? 0 : rate);
      told++;
    }
  }
  return used;
}

static void describe(State *state, Arena *arena, char *text, size_t size) {
  const System *system = state->system;
  double *x = arena_array(arena, double, system->nv + system->nc);
  double *z[BASIS + 1];
  text[0] = '\0';
  for (int k = 0; k <= BASIS; k++) {
    z[k] = arena_array(arena, double, system->nv);
    if (z[k] == NULL) {
      return;
    }
  }
  if (x == NULL || !null_vector(state, x) || !tangent(state, 1, z[0]) || !tangent(state, 7, z[1])) {
    return;
  }
  const double *n = x + system->nv;
  for (int i = 0; i < system->nv; i++) {
    z[2][i] = z[0][i] + z[1][i];
  }
  const double B11 = curvature(state, n, z[0]), B22 = curvature(state, n, z[1]);
  const double B12 = 0.5 * (curvature(state, n, z[2]) - B11 - B22), root2 = B12 * B12 - B11 * B22;
  if (!(root2 > 0)) {
    snprintf(text, size, "no motion can leave it");
    return;
  }
  // a/b of both roots; the larger one first, so that nothing cancels
  const double s = -B12 - copysign(sqrt(root2), B12);
  const double a[BASIS] = {s, B22}, b[BASIS] = {B11, s};
  size_t used = (size_t)snprintf(text, size, "branches, by rates of the angles: ");
  for (int k = 0; k < BASIS && used + 100 < size; k++) {
    for (int i = 0; i < system->nv; i++) {
      z[2][i] = a[k] * z[0][i] + b[k] * z[1][i];
    }
    used += put_branch(system, k + 1, z[2], text + used, size - used);
  }
}

// Of a velocity, lengths by the length scale.
static double square_of(const State *state, const double *z) {
  double sum = 0;
  for (int i = 0; i < state->system->nv; i++) {
    sum += z[i] / state->unit[i] * (z[i] / state->unit[i]);
  }
  return sum;
}

bool singular_branches_none_along(State *state, const double *d, Arena *arena) {
  static const double ALONG = 1e-3;
  const System *system = state->system;
  const ArenaMark mark = arena_mark(arena);
  double *x = arena_array(arena, double, system->nv + system->nc);
  double *z = arena_array(arena, double, system->nv),
         *zero = arena_array(arena, double, system->nv);
  double largest = 0, own = 0;
  if (x != NULL && z != NULL && zero != NULL && null_vector(state, x)) {
    const double *n = x + system->nv;
    for (unsigned seed = 1; seed <= SAMPLES && tangent(state, seed, z); seed++) {
      largest = fmax(largest, fabs(curvature(state, n, z)) / square_of(state, z));
    }
    own = fabs(curvature(state, n, d)) / square_of(state, d);
    state_set(state, state->t, state->q, zero);
  }
  arena_release(arena, mark);
  return own > ALONG * largest;
}

void singular_branches_hint(State *state, Arena *arena, Diag *diag) {
  const int nv = state->system->nv;
  const ArenaMark mark = arena_mark(arena);
  char text[600];
  double *keep = arena_array(arena, double, nv);
  if (keep != NULL && state->system->planar) {
    memcpy(keep, state->v, (size_t)nv * sizeof(double));
    describe(state, arena, text, sizeof text);
    state_set(state, state->t, state->q, keep);
    if (text[0] != '\0') {
      diag_hint(diag, "%s", text);
    }
  }
  arena_release(arena, mark);
}
