// SPDX-License-Identifier: BSD-3-Clause
// inertia.c: M and h of bodies (see inertia.h).
#include "system/mechanism/inertia.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "math/vec.h"
#include "system/mechanism/massless.h"

static const double SHIFT_ROUND_OFF = 1e-14; // of what is shifted

static const BodyInside *inside_of(const State *state, int body) {
  return state->system->bodies[body].kind->inside;
}

static const double *numbers_of(const State *state, int body) {
  return state->values + state->system->model->bodies[body].first_number;
}

bool inertia_open(State *state, Arena *arena) {
  const Model *model = state->system->model;
  struct Inertia *it = state->system->inside ? arena_new(arena, struct Inertia) : NULL;
  state->inertia = it;
  if (it == NULL) {
    return !state->system->inside;
  }
  it->rest = arena_array(arena, FrameGeometry, model->marker_count);
  it->shape = arena_array(arena, FrameShape, model->marker_count);
  it->h = arena_alloc_array(arena, model->body_count, sizeof *it->h);
  it->energy = arena_array(arena, double, model->body_count);
  for (int m = 0; it->shape != NULL && m < model->marker_count; m++) {
    if (inside_of(state, model->markers[m].body) != NULL) {
      state->geometry[m].shape = &it->shape[m];
    }
  }
  return !arena->allocator->exhausted;
}

// ---- constant masses ----

// Inertia about a marker, moved to the mass centre: J_c = J - m (|d|^2 I - d d'). What is left of
// an element by round-off alone is nothing: it would decide whether the body has an inertia.
static void move_inertia(const State *state, const Body *body, double par[7]) {
  const double *d = state->geometry[body->inertia_about].s;
  const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], m = par[0];
  const double largest = fmax(fmax(fabs(par[1]), fabs(par[2])), fmax(fabs(par[3]), m * square));
  for (int k = 0; k < 3; k++) {
    par[1 + k] -= m * (square - d[k] * d[k]);
    par[4 + k] += m * d[k] * d[(k + 1) % 3];
  }
  for (int k = 1; k < 7; k++) {
    par[k] = fabs(par[k]) <= SHIFT_ROUND_OFF * largest ? 0 : par[k];
  }
}

// Inverse of the rotational block of a mass matrix, by its size (0, 1 or 3).
static void invert_mass(const BodyKind *kind, int nv, const double *M, double *inverse) {
  const int t = kind->translations;
  memset(inverse, 0, BODY_V * BODY_V * sizeof(double));
  for (int k = 0; k < t; k++) {
    inverse[k * nv + k] = 1 / M[k * nv + k];
  }
  if (kind->rotations == 1) {
    inverse[t * nv + t] = 1 / M[t * nv + t];
  } else if (kind->rotations == 3) {
    double J[3][3], minor[3][3];
    for (int i = 0; i < 9; i++) {
      J[i / 3][i % 3] = M[(t + i / 3) * nv + t + i % 3];
    }
    for (int i = 0; i < 3; i++) {
      vec_cross(J[(i + 1) % 3], J[(i + 2) % 3], minor[i]);
    }
    const double determinant = vec_dot(J[0], minor[0]);
    for (int i = 0; i < 9; i++) {
      inverse[(t + i / 3) * nv + t + i % 3] = minor[i / 3][i % 3] / determinant;
    }
  }
}

// ---- of bodies with internal coordinates ----

// X := X^-1 for a positive definite matrix [n x n], by Gauss and Jordan.
static void invert(int n, double *X) {
  for (int p = 0; p < n; p++) {
    const double pivot = 1 / X[p * n + p];
    X[p * n + p] = 1;
    for (int k = 0; k < n; k++) {
      X[p * n + k] *= pivot;
    }
    for (int i = 0; i < n; i++) {
      const double factor = X[i * n + p];
      if (i == p) {
        continue;
      }
      X[i * n + p] = 0;
      for (int k = 0; k < n; k++) {
        X[i * n + k] -= factor * X[p * n + k];
      }
    }
  }
}

static void take_inertia(State *state, int b, const double *q, const double *v) {
  const int nv = state->system->bodies[b].nv;
  assert(state->inertia != NULL); // some body has internal coordinates
  inside_of(state, b)->inertia(numbers_of(state, b), state->gravity, q, v, state->mass[b],
                               state->inertia->h[b], &state->inertia->energy[b]);
  const size_t bytes = (size_t)(nv * nv) * sizeof(double);
  if (state->metric != state->mass) {
    memcpy(state->metric[b], state->mass[b], bytes);
  }
  memcpy(state->mass_inverse[b], state->mass[b], bytes);
  invert(nv, state->mass_inverse[b]);
}

// ---- from parameters ----

static void take_masses(State *state, int b) {
  const Body *body = &state->system->model->bodies[b];
  double par[7];
  memcpy(par, numbers_of(state, b), sizeof par);
  state->body_mass[b] = body_is_rotor(body->kind) ? 0 : par[0];
  if (body->kind->inside != NULL) { // at z = 0, at rest
    double q[BODY_Q] = {0}, v[BODY_V] = {0};
    q[body->kind->translations] = body->kind->rotations == 3;
    take_inertia(state, b, q, v);
    return;
  }
  if (body->inertia_about >= 0) {
    move_inertia(state, body, par);
  }
  body_mass(body->kind, par, state->mass[b]);
}

static void weigh(State *state, int b) {
  const SystemBody *body = &state->system->bodies[b];
  for (int k = 0; k < body->nv; k++) {
    const bool falls = k < body->kind->translations && body->kind->inside == NULL;
    state->weight[body->v + k] = falls ? state->body_mass[b] * state->gravity[k] : 0;
  }
}

bool inertia_refresh(State *state, Failure *failure) {
  const System *system = state->system;
  if (state->inertia != NULL) {
    memcpy(state->inertia->rest, state->geometry,
           (size_t)system->model->marker_count * sizeof *state->geometry);
  }
  for (int b = 1; b < system->body_count; b++) {
    take_masses(state, b);
    weigh(state, b);
  }
  if (!massless_refresh(state, failure)) {
    return false;
  }
  for (int b = 1; b < system->body_count; b++) {
    const Body *body = &system->model->bodies[b];
    if (body->kind->inside == NULL) {
      invert_mass(body->kind, system->bodies[b].nv, state->metric[b], state->mass_inverse[b]);
    }
    for (int k = 0; k < system->bodies[b].nv; k++) {
      if (!(state->mass_inverse[b][k * system->bodies[b].nv + k] > 0)) {
        return failure_set(failure, DIAG_PHYSICS_INERTIA, body->origin,
                           "the inertia of body \"%s\" about its centre of mass is not positive",
                           body->name);
      }
    }
  }
  return true;
}

// ---- at the present point ----

void inertia_place(State *state) {
  const System *system = state->system;
  for (int m = 0; m < system->model->marker_count; m++) {
    const int b = system->model->markers[m].body;
    const BodyInside *inside = inside_of(state, b);
    if (inside != NULL) {
      const SystemBody *body = &system->bodies[b];
      inside->shape(numbers_of(state, b), state->q + body->q + body->nq - inside->count,
                    state->motion[b].z_rate, &state->inertia->rest[m], &state->geometry[m],
                    &state->inertia->shape[m]);
    }
  }
  for (int b = 1; b < system->body_count; b++) {
    if (inside_of(state, b) != NULL) {
      take_inertia(state, b, state->q + system->bodies[b].q, state->v + system->bodies[b].v);
    }
  }
}

void inertia_add_forces(State *state) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    for (int k = 0; k < system->bodies[b].nv && inside_of(state, b) != NULL; k++) {
      state->Q[system->bodies[b].v + k] -= state->inertia->h[b][k];
    }
  }
}

bool inertia_slopes(const State *state, int b, double *F_q, double *F_v) {
  const SystemBody *body = &state->system->bodies[b];
  const BodyKind *kind = body->kind;
  const BodyMotion *motion = &state->motion[b];
  double a[BODY_V], h[BODY_V];
  if (kind->inside == NULL) {
    memset(F_v, 0, (size_t)(body->nv * body->nv) * sizeof(double));
    if (body_gyrates(kind)) {
      body_gyroscopic(state->mass[b], state->v + body->v, h, F_v);
    }
    return false;
  }
  memcpy(a, motion->a, (size_t)kind->translations * sizeof(double));
  memcpy(a + kind->translations, motion->alpha + frame_first_axis(kind),
         (size_t)kind->rotations * sizeof(double));
  memcpy(a + kind->translations + kind->rotations, motion->z_second,
         (size_t)kind->inside->count * sizeof(double));
  kind->inside->slopes(numbers_of(state, b), state->gravity, state->q + body->q, state->v + body->v,
                       a, F_q, F_v);
  return true;
}
