// SPDX-License-Identifier: BSD-3-Clause
// witness_motion.c: smooth stretches once more (see witness.h).
//
// n and 2n steps of the classical method, which differ by 15 times the error of the finer, until
// that is a tenth of what is allowed; where that takes too many the stretch is passed over.
#include <math.h>
#include <string.h>

#include "analysis/verification/witness_inside.h"

enum { MANY = 60, FEW = 5, SMALL = 40, LARGEST = 300, MOST_STEPS = 64 };
static const double ENOUGH = 0.1;                              // of what is allowed
static const double OF_THE_LARGEST = 0.1, OF_THE_OTHER = 0.01; // the least scale of a number
static const double AT_REST = 1e-6;    // what is smaller is held against this
static const double ROUND_OFF = 2e-11; // of a number: that of places, magnified

static int count_of(const State *state) {
  return state->system->nq + state->system->nv;
}

// ---- scales ----

// Places, angles and Euler parameters, velocities, rates.
enum { CLASSES = 4 };

static void fill_classes(Witness *it, const System *system) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    for (int k = 0; k < body->nq; k++) {
      it->class[body->q + k] = k >= t ? 1 : 0;
      it->body[body->q + k] = b;
    }
    for (int k = 0; k < body->nv; k++) {
      it->class[system->nq + body->v + k] = k >= t ? 3 : 2;
      it->body[system->nq + body->v + k] = b;
    }
  }
}

// What every number is measured by, into scale [n]: its own span so far, but at least a tenth of
// the largest of its kind, a hundredth of what the other kind of the level makes of it at the
// length of the mechanism, and 1e-6 of that length, of a radian, and per second. (A body that a
// joint keeps from turning has a span of round-off, and at rest all have.)
static void scales_of(const Witness *it, double *scale) {
  const double length = it->state->length;
  double largest[CLASSES] = {0};
  for (int i = 0; i < count_of(it->state); i++) {
    const double span = fmax(it->high[i] - it->low[i], 0);
    largest[it->class[i]] = fmax(largest[it->class[i]], span);
  }
  for (int i = 0; i < count_of(it->state); i++) {
    const int class = it->class[i];
    const double other = class % 2 == 0 ? length * largest[class + 1] : largest[class - 1] / length;
    const double span = fmax(it->high[i] - it->low[i], OF_THE_LARGEST * largest[class]);
    const double least = AT_REST * (class % 2 == 0 ? length : 1);
    scale[i] = fmax(span, fmax(OF_THE_OTHER * other, least));
  }
}

bool witness_motion_open(Witness *it, const Look *look) {
  const System *system = look->state->system;
  const int n = count_of(look->state);
  it->retraces = system->friction_count == 0 && system->nv <= LARGEST;
  if (!arena_doubles(it->arena, n + 1, &it->from, &it->y, &it->stage, &it->slope, &it->sum,
                     &it->before, &it->off, &it->off_t, &it->low, &it->high, &it->here,
                     &it->scale)) {
    return false;
  }
  for (int i = 0; i < n; i++) {
    it->low[i] = HUGE_VAL;
    it->high[i] = -HUGE_VAL;
  }
  it->next = 0;
  it->class = arena_array(it->arena, int, n + 1);
  it->body = arena_array(it->arena, int, n + 1);
  if (it->class == NULL || it->body == NULL) {
    return false;
  }
  fill_classes(it, system);
  return independent_open(&it->independent, look->state, look->lasting, it->arena);
}

// ---- steps ----

static bool slope_at(Witness *it, double t, const double *y) {
  State *state = it->independent.state;
  const int nq = state->system->nq;
  IndependentResult result = {0};
  state_set(state, t, y, y + nq);
  if (!independent_accelerations(&it->independent, it->slope + nq, &result) || !result.determined) {
    state->fault.set = false;
    return false;
  }
  it->independent.keeps_choice = true;
  state_rate(state, state->v, it->slope);
  return true;
}

// y := the point after n steps from it->from.
static bool march(Witness *it, double to, int n) {
  static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const int count = count_of(it->state);
  const double h = (to - it->from_t) / n;
  memcpy(it->y, it->from, (size_t)count * sizeof(double));
  for (int step = 0; step < n; step++) {
    const double t = it->from_t + step * h;
    memset(it->sum, 0, (size_t)count * sizeof(double));
    for (int s = 0; s < 4; s++) {
      for (int i = 0; i < count; i++) {
        it->stage[i] = it->y[i] + (s > 0 ? node[s] * h * it->slope[i] : 0);
      }
      const double at = step + 1 == n && s == 3 ? to : t + node[s] * h;
      if (!slope_at(it, at, it->stage)) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        it->sum[i] += weight[s] * it->slope[i];
      }
    }
    for (int i = 0; i < count; i++) {
      it->y[i] += h * it->sum[i];
    }
  }
  return true;
}

// y := the point at `to`. False where it cannot be had with so many steps.
static bool retrace(Witness *it, double to, const double *scale) {
  const int count = count_of(it->state);
  for (int n = 2; n <= MOST_STEPS; n *= 2) {
    double worst = n > 2 ? 0 : HUGE_VAL;
    if (!march(it, to, n)) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      const double found = it->y[i], off = n > 2 ? (found - it->before[i]) / 15 : 0;
      const double part = fabs(off) / fmax(scale[i], 1e-300);
      worst = part > worst || isnan(part) ? part : worst;
      it->before[i] = found;
      it->y[i] = found + off;
    }
    if (worst <= ENOUGH * it->part) {
      return true;
    }
  }
  return false;
}

// ---- looks ----

static void compare(Witness *it, double t, const double *q, const double *v, const double *scale) {
  const System *system = it->state->system;
  for (int i = 0; i < count_of(it->state); i++) {
    const double off = fabs(it->y[i] - (i < system->nq ? q[i] : v[i - system->nq]));
    if (off / fmax(scale[i], 1e-300) > it->off[i] / fmax(scale[i], 1e-300)) {
      it->off[i] = off;
      it->off_t[i] = t;
    }
  }
  it->of[WITNESS_MOTION].instants++;
}

static void keep(Witness *it, const State *state) {
  const int nq = state->system->nq, nv = state->system->nv;
  memcpy(it->from, state->q, (size_t)nq * sizeof(double));
  memcpy(it->from + nq, state->v, (size_t)nv * sizeof(double));
  it->from_t = state->t;
  for (int i = 0; i < nq + nv; i++) {
    it->low[i] = fmin(it->low[i], it->from[i]);
    it->high[i] = fmax(it->high[i], it->from[i]);
  }
}

void witness_motion(Witness *it, const Look *look) {
  State *state = look->state;
  const int nq = state->system->nq;
  if (!it->retraces || look->at == LOOK_BEFORE || look->at == LOOK_AFTER) {
    return;
  }
  const bool smooth = !it->fresh && look->at != LOOK_START && state->t > it->from_t;
  const double t = state->t, from_t = it->from_t;
  if (!smooth || t < it->next) {
    keep(it, state);
    return;
  }
  double *here = it->here, *scale = it->scale;
  memcpy(here, it->from, (size_t)count_of(state) * sizeof(double));
  keep(it, state); // the spans know this point, too
  for (int i = 0; i < count_of(state); i++) {
    const double now = it->from[i];
    it->from[i] = here[i];
    here[i] = now;
  }
  it->from_t = from_t;
  scales_of(it, scale);
  if (retrace(it, t, scale)) {
    compare(it, t, here, here + nq, scale);
  }
  it->independent.keeps_choice = false;
  state_set(state, t, here, here + nq);
  state_forces(state);
  keep(it, state);
  it->next = t + it->duration / (state->system->nv > SMALL ? FEW : MANY);
}

void witness_motion_end(Witness *it) {
  const System *system = it->state->system;
  if (!it->retraces) {
    return;
  }
  scales_of(it, it->y);
  for (int i = 0; i < count_of(it->state); i++) {
    const double size = fmax(fabs(it->low[i]), fabs(it->high[i]));
    const double allowed = it->part * it->y[i] + ROUND_OFF * size;
    witness_find(it, WITNESS_MOTION, it->off[i] / allowed, it->off_t[i],
                 system->bodies[it->body[i]].name);
  }
}
