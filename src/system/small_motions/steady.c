// SPDX-License-Identifier: BSD-3-Clause
// steady.c: the frame of a steady motion and what it adds to small motions (see steady.h).
#include "system/small_motions/steady.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/principal.h"
#include "math/rotation.h"
#include "math/vec.h"

static const double SAME_MOMENT = 1e-9; // of the largest: two principal moments are equal
static const double DETERMINED = 1e-12; // of the largest eigenvalue of the normal equations
static const double SMALL_SPIN = 1e-9;  // of the fastest rate: none
static const double ROUND_OFF = 1e-13;  // likewise
static const double INEXACT = 10;       // misfits: turns that are none

bool steady_open(Steady *steady, State *state, Arena *arena) {
  const System *system = state->system;
  const int square = system->nv * system->nv;
  *steady = (Steady){.state = state, .body = -1};
  steady->q = arena_array(arena, double, system->nq);
  (void)arena_doubles(arena, system->nv, &steady->v, &steady->later_a);
  steady->spin = arena_alloc_array(arena, system->body_count, sizeof *steady->spin);
  (void)arena_doubles(arena, square, &steady->S, &steady->product);
  for (int k = 0; k < 4; k++) {
    steady->later[k] = arena_array(arena, double, k < 3 ? square : system->nv * system->nc);
  }
  return !arena->allocator->exhausted;
}

// ---- the frame ----

// Rows n . Omega = d, weighed by their scales, as normal equations.
typedef struct Normal {
  double N[9], b[3];
  const double *omega; // d counts beside what this one gives
  double misfit;
} Normal;

static void add_row(Normal *normal, const double n[3], double d) {
  const double left = d - vec_dot(n, normal->omega);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      normal->N[3 * i + k] += n[i] * n[k];
    }
    normal->b[i] += n[i] * left;
  }
  normal->misfit = fmax(normal->misfit, fabs(left));
}

// Omega x u = d on the first `rows` axes, divided by a scale.
static void add_cross(Normal *normal, const double u[3], const double d[3], int rows,
                      double scale) {
  const double n[3][3] = {{0, u[2], -u[1]}, {-u[2], 0, u[0]}, {u[1], -u[0], 0}};
  for (int k = 0; k < rows; k++) {
    const double row[3] = {n[k][0] / scale, n[k][1] / scale, n[k][2] / scale};
    add_row(normal, row, d[k] / scale);
  }
}

// The axis of equal moments of a body in space, body axes. 3: every axis is one; 1: this one; 0.
static int symmetry_of(const State *state, int b, double axis[3]) {
  double inertia[9], moments[3], R[9];
  if (state->system->bodies[b].kind->inside != NULL) {
    return 0;
  }
  for (int i = 0; i < 9; i++) {
    inertia[i] = state->mass[b][(3 + i / 3) * state->system->bodies[b].nv + 3 + i % 3];
  }
  principal_axes(inertia, moments, R);
  const double largest = fmax(moments[0], fmax(moments[1], moments[2]));
  bool same[3]; // the two moments beside the axis
  for (int k = 0; k < 3; k++) {
    same[k] = fabs(moments[(k + 1) % 3] - moments[(k + 2) % 3]) <= SAME_MOMENT * largest;
  }
  if (same[0] && same[1]) {
    return 3;
  }
  for (int k = 0; k < 3; k++) {
    if (same[k]) {
      vec_column(R, k, axis);
      return 1;
    }
  }
  return 0;
}

static void add_rotation(Normal *normal, const State *state, int b, const double *a, double rate) {
  const SystemBody *body = &state->system->bodies[b];
  const BodyMotion *motion = &state->motion[b];
  double w[3], alpha[3], axis[3], zero[3] = {0, 0, 0};
  for (int k = body->nv - body_inside(body->kind); k < body->nv; k++) { // its shape stays
    add_row(normal, zero, state->v[body->v + k] / rate);
    add_row(normal, zero, a[body->v + k] / (rate * rate));
  }
  if (body->kind->rotations == 1) { // any even spin about the one axis there is
    add_row(normal, zero, a[body->v + body->kind->translations] / (rate * rate));
  }
  if (body->kind->rotations < 3) {
    return;
  }
  vec_rotate(motion->A, motion->w, w);
  vec_rotate(motion->A, a + body->v + body->kind->translations, alpha);
  add_cross(normal, w, alpha, 3, rate * rate);
  const int symmetric = symmetry_of(state, b, axis);
  if (symmetric == 0) {
    for (int k = 0; k < 3; k++) {
      const double row[3] = {k == 0 ? 1 / rate : 0, k == 1 ? 1 / rate : 0, k == 2 ? 1 / rate : 0};
      add_row(normal, row, w[k] / rate);
    }
  } else if (symmetric == 1) { // Omega x axis = w x axis
    double on_ground[3], side[3];
    vec_rotate(motion->A, axis, on_ground);
    vec_cross(w, on_ground, side);
    add_cross(normal, on_ground, side, 3, rate);
  }
}

static void add_body(Normal *normal, const State *state, int b, int with, const double *a,
                     double rate) {
  const SystemBody *body = &state->system->bodies[b];
  const BodyMotion *motion = &state->motion[b], *other = &state->motion[with];
  const int axes = body->kind->translations;
  const double length = state->length;
  double acceleration[3] = {0, 0, 0}, apart[3], faster[3];
  for (int k = 0; k < axes; k++) {
    acceleration[k] = a[body->v + k];
  }
  add_cross(normal, motion->v, acceleration, axes, length * rate * rate);
  if (with != b) {
    for (int k = 0; k < 3; k++) {
      apart[k] = motion->r[k] - other->r[k];
      faster[k] = motion->v[k] - other->v[k];
    }
    add_cross(normal, apart, faster, axes, length * rate);
  }
  add_rotation(normal, state, b, a, rate);
}

// The fastest of the motion, in radians per second.
static double fastest(const State *state) {
  const System *system = state->system;
  double rate = 0;
  for (int b = 1; b < system->body_count; b++) {
    const BodyMotion *motion = &state->motion[b];
    rate = fmax(rate, fmax(vec_norm(motion->v) / state->length, vec_norm(motion->w)));
  }
  return rate;
}

// The least x with N x = b where N determines it; open: the projector onto where it does not.
static void solve(const Normal *normal, double x[3], double open[9]) {
  double moments[3], R[9];
  principal_axes(normal->N, moments, R);
  const double largest = fmax(moments[0], fmax(moments[1], moments[2]));
  memset(x, 0, 3 * sizeof *x);
  memset(open, 0, 9 * sizeof *open);
  for (int k = 0; k < 3; k++) {
    const bool determined = moments[k] > DETERMINED * largest;
    for (int i = 0; i < 9 && !determined; i++) {
      open[i] += R[3 * (i / 3) + k] * R[3 * (i % 3) + k];
    }
    if (determined) {
      const double along =
          (R[k] * normal->b[0] + R[3 + k] * normal->b[1] + R[6 + k] * normal->b[2]) / moments[k];
      for (int i = 0; i < 3; i++) {
        x[i] += along * R[3 * i + k];
      }
    }
  }
}

static void find_spins(Steady *steady) {
  const State *state = steady->state;
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const BodyMotion *motion = &state->motion[b];
    double turn[3];
    vec_rotate_back(motion->A, steady->omega, turn);
    for (int k = 0; k < 3; k++) {
      steady->spin[b][k] = motion->w[k] - turn[k];
    }
    if (system->bodies[b].kind->rotations < 3 ||
        vec_norm(steady->spin[b]) <= SMALL_SPIN * steady->rate) {
      memset(steady->spin[b], 0, sizeof steady->spin[b]);
    }
  }
}

bool steady_find(Steady *steady, const double *a) {
  const State *state = steady->state;
  const System *system = state->system;
  steady->t = state->t;
  memcpy(steady->q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(steady->v, state->v, (size_t)system->nv * sizeof(double));
  memset(steady->spin, 0, (size_t)system->body_count * sizeof *steady->spin);
  memset(steady->omega, 0, sizeof steady->omega);
  steady->misfit = 0;
  steady->body = -1;
  steady->rate = fastest(state);
  if (steady->rate == 0) {
    return false;
  }
  for (int pass = 0; pass < 3; pass++) { // the last one only looks
    Normal normal = {.omega = steady->omega};
    steady->misfit = 0;
    for (int b = 1; b < system->body_count; b++) {
      normal.misfit = 0;
      add_body(&normal, state, b, 1, a, steady->rate);
      if (!(normal.misfit <= steady->misfit)) {
        steady->misfit = normal.misfit;
        steady->body = b;
      }
    }
    double more[3];
    solve(&normal, more, steady->open);
    for (int k = 0; k < 3 && pass < 2; k++) {
      steady->omega[k] += more[k];
    }
  }
  const double little = fmax(ROUND_OFF, INEXACT * steady->misfit) * steady->rate;
  for (int k = 0; k < 3; k++) { // about other axes
    steady->omega[k] = fabs(steady->omega[k]) > little ? steady->omega[k] : 0;
  }
  memcpy(steady->least, steady->omega, sizeof steady->least);
  find_spins(steady);
  return steady->misfit <= STEADY_MISFIT;
}

bool steady_next(Steady *steady, int *b) {
  const State *state = steady->state;
  for (; *b < state->system->body_count; (*b)++) {
    const BodyMotion *motion = &state->motion[*b];
    double w[3], more[3], turn[3];
    vec_rotate(motion->A, motion->w, w);
    for (int k = 0; k < 3; k++) {
      more[k] = w[k] - steady->least[k];
    }
    vec_rotate(steady->open, more, turn);
    double apart = 0;
    for (int k = 0; k < 3; k++) {
      turn[k] += steady->least[k];
      apart += fabs(turn[k] - steady->omega[k]);
    }
    if (apart > SMALL_SPIN * steady->rate) {
      memcpy(steady->omega, turn, sizeof turn);
      find_spins(steady);
      return true;
    }
  }
  return false;
}

void steady_text(const Steady *steady, char text[STEADY_TEXT]) {
  const double *turn = steady->omega;
  if (vec_norm(turn) == 0) {
    snprintf(text, STEADY_TEXT, "fixed axes, with bodies that spin");
  } else {
    snprintf(text, STEADY_TEXT, "a frame that rotates at (%.6g, %.6g, %.6g) rad/s", turn[0],
             turn[1], turn[2]);
  }
}

// ---- terms ----

// out := u~ on three rows and columns of S from `first` on, or on its first two.
static void put_cross(const double u[3], int first, int axes, int nv, double *S) {
  const double cross[9] = {0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0};
  for (int i = 0; i < axes; i++) {
    for (int k = 0; k < axes; k++) {
      S[(long)(first + k) * nv + first + i] = cross[3 * i + k];
    }
  }
}

static void set_S(const Steady *steady) {
  const System *system = steady->state->system;
  const int nv = system->nv;
  memset(steady->S, 0, (size_t)nv * (size_t)nv * sizeof(double));
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *spin = steady->spin[b];
    const double back[3] = {-spin[0], -spin[1], -spin[2]};
    put_cross(steady->omega, body->v, body->kind->translations, nv, steady->S);
    if (body->kind->rotations == 3) {
      put_cross(back, body->v + body->kind->translations, 3, nv, steady->S);
    }
  }
}

// out += factor * X Y, X and out of so many rows; S is block-diagonal, so few of its entries count.
static void add_product(int rows, int n, double factor, const double *X, const double *Y,
                        double *out) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < n; k++) {
      const double y = factor * Y[(long)j * n + k];
      for (int i = 0; i < rows && y != 0; i++) {
        out[(long)j * rows + i] += X[(long)k * rows + i] * y;
      }
    }
  }
}

void steady_terms(const Steady *steady, Linearization *l, const double *M, double *C, double *K) {
  const int nv = steady->state->system->nv;
  set_S(steady);
  add_product(nv, nv, 1, C, steady->S, K);
  memset(steady->product, 0, (size_t)nv * (size_t)nv * sizeof(double));
  add_product(nv, nv, 1, M, steady->S, steady->product);
  add_product(nv, nv, 1, steady->product, steady->S, K);
  add_product(nv, nv, 2, M, steady->S, C);
  add_product(steady->state->system->nc, nv, 1, l->G, steady->S, l->L);
}
