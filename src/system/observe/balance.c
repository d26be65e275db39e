// SPDX-License-Identifier: BSD-3-Clause
// balance.c: how far forces are from holding each other: M a of every body against Q and J' lambda.
#include "system/observe/balance.h"

#include <math.h>

#include "system/mechanism/inertia.h"
#include "system/state/length.h"

// |force| and |torque| / length of one body, the larger of the two.
static double size_of(const SystemBody *body, const double *x, double length) {
  double force = 0, torque = 0;
  for (int k = 0; k < body->nv; k++) {
    if (k < body->kind->translations) {
      force += x[k] * x[k];
    } else {
      torque += x[k] * x[k];
    }
  }
  return fmax(sqrt(force), sqrt(torque) / length);
}

// What a body adds to a balance.
static void add_body(const State *state, const double *a, int b, Balance *balance) {
  const SystemBody *body = &state->system->bodies[b];
  const double length = length_of_body(state, b);
  double left[BODY_V], constraint[BODY_V];
  inertia_times(body->nv, body->apart, state->mass[b], a + body->v, left);
  for (int i = 0; i < body->nv; i++) {
    constraint[i] = state->Q[body->v + i] - left[i];
  }
  const double size = size_of(body, left, length);
  if (size > balance->unbalanced || isnan(size)) {
    balance->unbalanced = size;
    balance->body = b;
  }
  // the weight counts by itself: where springs carry it already, Q is nothing but round-off
  const double *own[] = {state->Q + body->v, state->weight + body->v, constraint};
  for (int k = 0; k < 3; k++) {
    balance->largest = fmax(balance->largest, size_of(body, own[k], length));
  }
}

Balance balance_of(const State *state, const double *a) {
  Balance balance = {.body = -1};
  for (int b = 1; b < state->system->body_count; b++) {
    add_body(state, a, b, &balance);
  }
  return balance;
}

void balance_of_groups(const State *state, const double *a, Balance *of, bool *heavy) {
  const System *system = state->system;
  for (int g = 0; g < system->group_count; g++) {
    of[g] = (Balance){.body = -1};
    heavy[g] = false;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int group = system->group_of[b];
    add_body(state, a, b, &of[group]);
    heavy[group] = heavy[group] || size_of(body, state->weight + body->v, 1) > 0;
  }
}
