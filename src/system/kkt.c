// SPDX-License-Identifier: BSD-3-Clause
// kkt.c: the regularised saddle-point system of accelerations and multipliers (see kkt.h).
#include "system/kkt.h"

#include <math.h>
#include <string.h>

static void emit_part(const System *system, const SystemPart *part, const PairRows *rows,
                      const double *S, Sink *sink) {
  for (int r = 0; r < part->primitive->row_count; r++) {
    const int row = system->nv + part->row + r;
    for (int side = 0; side < 2; side++) {
      const SystemBody *body = &system->bodies[part->body[side]];
      for (int k = 0; k < body->nv; k++) {
        sink_add(sink, row, body->v + k, rows->J[r][side][k]);
        sink_add(sink, body->v + k, row, rows->J[r][side][k]);
      }
    }
    sink_add(sink, row, row, -KKT_EPS * S[part->row + r]);
  }
}

void kkt_emit(const System *system, const double (*mass)[BODY_V * BODY_V], const PairRows *rows,
              const double *S, Sink *sink) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      for (int k = 0; k < body->nv; k++) {
        if (i == k || (i >= body->kind->translations && k >= body->kind->translations)) {
          sink_add(sink, body->v + i, body->v + k, mass[b][i * body->nv + k]);
        }
      }
    }
  }
  for (int p = 0; p < system->part_count; p++) {
    emit_part(system, &system->parts[p], &rows[p], S, sink);
  }
}

bool kkt_factor(State *state) {
  const System *system = state->system;
  memset(state->kkt_values, 0, (size_t)system->kkt_pattern.nonzeros * sizeof(double));
  Sink sink = {
      .mode = SINK_ADD, .slots = (int *)(size_t)system->kkt_slots, .values = state->kkt_values};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->mass, state->rows, state->row_scale,
           &sink);
  state->factorizations++;
  return linear_factor(state->kkt, state->kkt_values);
}

static double largest_of(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    const double size = fabs(x[i]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

// Removes the influence of eps from the last solution. Each pass shrinks what is left by the same
// factor as the one before, so a second one is needed only where the square of it counts.
static void refine(State *state) {
  static const double ENOUGH = 3e-7;
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  const double *last = state->solution + nv;
  double size = largest_of(last, nc);
  for (int pass = 0; pass < 2 && nc > 0; pass++) {
    double *correction = state->correction;
    for (int i = 0; i < nv; i++) {
      correction[i] = 0;
    }
    for (int i = 0; i < nc; i++) {
      correction[nv + i] = -KKT_EPS * state->row_scale[i] * last[i];
    }
    linear_solve(state->kkt, correction);
    for (int i = 0; i < nv + nc; i++) {
      state->solution[i] += correction[i];
    }
    last = correction + nv;
    const double next = largest_of(last, nc);
    if (next <= ENOUGH * size) {
      break;
    }
    size = next;
  }
}

void kkt_accelerations(State *state, double *a, double *lambda) {
  const System *system = state->system;
  memcpy(state->solution, state->Q, (size_t)system->nv * sizeof(double));
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      state->solution[system->nv + part->row + r] = -state->rows[p].bias[r];
    }
  }
  linear_solve(state->kkt, state->solution);
  refine(state);
  if (a != NULL) {
    memcpy(a, state->solution, (size_t)system->nv * sizeof(double));
  }
  if (lambda != NULL) {
    memcpy(lambda, state->solution + system->nv, (size_t)system->nc * sizeof(double));
  }
}

void kkt_correction(State *state, const double *rhs, double *x) {
  const System *system = state->system;
  memset(state->solution, 0, (size_t)system->nv * sizeof(double));
  memcpy(state->solution + system->nv, rhs, (size_t)system->nc * sizeof(double));
  linear_solve(state->kkt, state->solution);
  memcpy(x, state->solution, (size_t)system->nv * sizeof(double));
}
