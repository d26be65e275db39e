// SPDX-License-Identifier: BSD-3-Clause
// growth.c: by how much a motion magnifies small differences (see growth.h).
#include "analysis/growth.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "system/forces.h"
#include "system/kkt.h"
#include "system/project.h"
#include "system/sizes.h"

static const double NEAR = 1e-6, FAR = 1e-4, NEXT = 1e-8; // distances: at first, at most, at least
static const double TURN = 0.5, MEMORY = 0.9;             // of a difference in a look
static const double LEAP = 2.5;                           // in a look: not resolved
enum { FIRST = 64, LEAPS = 3, PROJECT_EVERY = 8 };

bool growth_open(Growth *growth, State *state, const double *unit, Arena *arena) {
  const int nq = state->system->nq, nv = state->system->nv;
  *growth = (Growth){.state = state, .unit = unit, .active = true};
  double **arrays[] = {&growth->q,      &growth->v,     &growth->dq,   &growth->dv,
                       &growth->rate,   &growth->there, &growth->da,   &growth->near,
                       &growth->lambda, &growth->size,  &growth->from, &growth->da_before};
  const int counts[] = {nq, nv, nq, nv, nq, nq, nv, nv, state->system->nc, nq + nv, nv, nv};
  for (int k = 0; k < 12; k++) {
    *arrays[k] = arena_array(arena, double, counts[k]);
  }
  return !arena->allocator->exhausted;
}

// Root mean square over the sizes, which are the largest so far.
static double distance_of(const Growth *growth, const double *dq, const double *dv) {
  const System *system = growth->state->system;
  double sum = 0;
  for (int i = 0; i < system->nq; i++) {
    sum += dq[i] / growth->size[i] * (dq[i] / growth->size[i]);
  }
  for (int i = 0; i < system->nv; i++) {
    const double part = dv[i] / growth->size[system->nq + i];
    sum += part * part;
  }
  return sqrt(sum / (system->nq + system->nv));
}

static void take_sizes(Growth *growth, const double *q, const double *v) {
  const System *system = growth->state->system;
  for (int i = 0; i < system->nq + system->nv; i++) {
    const double here = fabs(i < system->nq ? q[i] : v[i - system->nq]);
    growth->size[i] = fmax(fmax(growth->size[i], here), 1e-3 * growth->unit[i]);
  }
}

static void scale(Growth *growth, double factor) {
  for (int i = 0; i < growth->state->system->nq; i++) {
    growth->dq[i] *= factor;
  }
  for (int i = 0; i < growth->state->system->nv; i++) {
    growth->dv[i] *= factor;
    growth->da[i] *= factor;
    growth->da_before[i] *= factor;
  }
}

static double speed_square(const Growth *growth, const double *v) {
  const System *system = growth->state->system;
  double sum = 0;
  for (int i = 0; i < system->nv; i++) {
    const double part = v[i] / growth->size[system->nq + i];
    sum += part * part;
  }
  return sum;
}

static bool accelerations_here(Growth *growth, double *a) {
  State *state = growth->state;
  if (state_forces(state) && kkt_factor(state, KKT_EXACT) &&
      kkt_accelerations(state, a, growth->lambda)) {
    return true;
  }
  state->fault.set = false;
  return false;
}

// Puts the state at the neighbour of (q, v); projected, its differences follow.
static bool go_near(Growth *growth, double t, const double *q, const double *v, bool projected) {
  State *state = growth->state;
  const int nq = state->system->nq, nv = state->system->nv;
  for (int i = 0; i < nq; i++) {
    growth->q[i] = q[i] + growth->dq[i];
  }
  for (int i = 0; i < nv; i++) {
    growth->v[i] = v[i] + growth->dv[i];
  }
  if (!projected || state->system->nc == 0) {
    state_set(state, t, growth->q, growth->v);
    return true;
  }
  if (!project_point(state, t, growth->q, growth->v, PROJECT_AIM, false)) {
    return false;
  }
  state_rows(state, PAIR_ACCELERATION);
  for (int i = 0; i < nq; i++) {
    growth->dq[i] = growth->q[i] - q[i];
  }
  for (int i = 0; i < nv; i++) {
    growth->dv[i] = growth->v[i] - v[i];
  }
  return true;
}

static bool begin(Growth *growth, double t, const double *q, const double *v) {
  const System *system = growth->state->system;
  take_sizes(growth, q, v);
  for (int i = 0; i < system->nq; i++) {
    growth->dq[i] = NEAR * growth->size[i] * (1 + 0.1 * (i % 7));
  }
  for (int i = 0; i < system->nv; i++) {
    growth->dv[i] = NEAR * growth->size[system->nq + i] * (1 - 0.1 * (i % 5));
  }
  growth->t = t;
  growth->level = growth->least = growth->most = 0;
  if (!go_near(growth, t, q, v, true)) {
    return false;
  }
  const double distance = distance_of(growth, growth->dq, growth->dv);
  if (!(distance > 0) || !isfinite(distance)) {
    return false;
  }
  scale(growth, NEAR / distance);
  return true;
}

// dq += h d(T v), at the end of the step.
static void drift(Growth *growth, double t, const double *q, const double *v, double h) {
  State *state = growth->state;
  const int nq = state->system->nq;
  state_set(state, t, q, v);
  state_rate(state, v, growth->rate);
  (void)go_near(growth, t, q, v, false);
  state_rate(state, growth->v, growth->there);
  for (int i = 0; i < nq; i++) {
    growth->dq[i] += h * (growth->there[i] - growth->rate[i]);
  }
}

// da at the end of the step. False where there are no accelerations.
static bool differ(Growth *growth, double t, const double *q, const double *v, const double *a) {
  State *state = growth->state;
  if (a == NULL) {
    state_set(state, t, q, v);
    if (!accelerations_here(growth, growth->near)) {
      return false;
    }
    a = growth->near;
  }
  if (!go_near(growth, t, q, v, growth->looks % PROJECT_EVERY == 0) ||
      !accelerations_here(growth, growth->da)) {
    return false;
  }
  for (int i = 0; i < state->system->nv; i++) {
    growth->da[i] -= a[i];
  }
  return true;
}

// By the trapezoidal rule, with the difference of velocities at the end foretold for what depends
// on it, and half of the change before for the places.
static bool leap(Growth *growth, double t, const double *q, const double *v, const double *a,
                 double h) {
  const int nv = growth->state->system->nv;
  double *dv = growth->dv, *from = growth->from, *da = growth->da, *before = growth->da_before;
  const double ratio = growth->looks > 1 ? h / growth->h : 0;
  memcpy(from, dv, (size_t)nv * sizeof(double));
  for (int i = 0; i < nv; i++) {
    dv[i] = from[i] + 0.5 * h * da[i];
  }
  drift(growth, t, q, v, h);
  for (int i = 0; i < nv; i++) {
    dv[i] = from[i] + h * (da[i] + 0.5 * ratio * (da[i] - before[i]));
  }
  memcpy(before, da, (size_t)nv * sizeof(double));
  if (!differ(growth, t, q, v, a)) {
    return false;
  }
  for (int i = 0; i < nv; i++) {
    dv[i] = from[i] + 0.5 * h * (before[i] + da[i]);
  }
  growth->h = h;
  return true;
}

// Takes note of the distance behind a leap that began at `before`, and takes the neighbour back.
static bool judge(Growth *growth, double before) {
  const double distance = distance_of(growth, growth->dq, growth->dv);
  if (!(distance > 0) || !isfinite(distance)) {
    return false;
  }
  const double ratio = distance / before;
  growth->leaps = ratio > LEAP ? growth->leaps + 1 : 0;
  growth->level += log(ratio);
  growth->least = fmin(growth->least, growth->level);
  growth->most = fmax(growth->most, growth->level - growth->least);
  if (distance > FAR || distance < NEXT) {
    scale(growth, NEAR / distance);
  }
  return growth->leaps < LEAPS;
}

void growth_step(Growth *growth, double t, const double *q, const double *v, const double *a) {
  if (!growth->active || ++growth->steps < FIRST) {
    return;
  }
  if (growth->steps == FIRST) {
    growth->active = begin(growth, t, q, v) && differ(growth, t, q, v, a);
    return;
  }
  const double h = t - growth->t;
  if (h < growth->wait) {
    return;
  }
  take_sizes(growth, q, v);
  const double before = distance_of(growth, growth->dq, growth->dv);
  growth->looks++;
  if (!leap(growth, t, q, v, a, h) || !judge(growth, before)) {
    growth->active = false;
    growth->most = growth->leaps >= LEAPS ? HUGE_VAL : 0;
    return;
  }
  // the frequency at which the difference turns, over some looks
  const double scale = before * before;
  growth->turning = MEMORY * growth->turning + speed_square(growth, growth->da) / scale;
  growth->moving = MEMORY * growth->moving + speed_square(growth, growth->dv) / scale;
  growth->wait = TURN * sqrt(growth->moving / fmax(growth->turning, DBL_MIN));
  growth->t = t;
}

double growth_found(const Growth *growth) {
  return exp(growth->most);
}
