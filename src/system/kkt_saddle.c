// SPDX-License-Identifier: BSD-3-Clause
// kkt_saddle.c: the whole matrix [M J'; J -eps S] by KLU (see kkt.h).
#include <string.h>

#include "system/kkt_inside.h"
#include "system/relation.h"

static void emit_part(const System *system, const SystemPart *part, const PairRows *rows,
                      const PairRows *rows_0, const double *S, double eps, Sink *sink) {
  for (int r = 0; r < part->primitive->row_count; r++) {
    const int row = system->nv + part->row + r;
    for (int side = 0; side < 2; side++) {
      const SystemBody *body = &system->bodies[part->body[side]];
      for (int k = 0; k < body->nv; k++) {
        sink_add(sink, row, body->v + k, rows != NULL ? rows->J[r][side][k] : 0);
        sink_add(sink, body->v + k, row, rows != NULL ? rows_0->J[r][side][k] : 0);
      }
    }
    sink_add(sink, row, row, S != NULL ? -eps * S[part->row + r] : 0);
  }
}

void kkt_emit(const System *system, const double (*mass)[BODY_V * BODY_V], const PairRows *rows,
              const double *S, double eps, Sink *sink) {
  kkt_emit_between(system, mass, rows, rows, S, eps, sink);
}

void kkt_emit_between(const System *system, const double (*mass)[BODY_V * BODY_V],
                      const PairRows *rows, const PairRows *rows_0, const double *S, double eps,
                      Sink *sink) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      for (int k = 0; k < body->nv; k++) {
        if (i == k || (i >= body->kind->translations && k >= body->kind->translations)) {
          sink_add(sink, body->v + i, body->v + k, mass != NULL ? mass[b][i * body->nv + k] : 0);
        }
      }
    }
  }
  for (int p = 0; p < system->part_count; p++) {
    emit_part(system, &system->parts[p], rows != NULL ? &rows[p] : NULL,
              rows != NULL ? &rows_0[p] : NULL, S, eps, sink);
  }
}

bool kkt_saddle_factor(State *state, double eps) {
  const System *system = state->system;
  memset(state->kkt_values, 0, (size_t)system->kkt_pattern.nonzeros * sizeof(double));
  Sink sink = {
      .mode = SINK_ADD, .slots = (int *)(size_t)system->kkt_slots, .values = state->kkt_values};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->mass, state->rows, state->row_soft,
           eps, &sink);
  relations_emit(system, state->terms, state->row_soft, eps, system->nv, 0, &sink);
  return linear_factor(state->kkt, state->kkt_values);
}

void kkt_saddle_accelerations(State *state, double *a, double *lambda) {
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  double *x = state->solution, *correction = state->correction;
  memcpy(x, state->Q, (size_t)nv * sizeof(double));
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      x[nv + part->row + r] = -state->rows[p].bias[r];
    }
  }
  for (int r = 0; r < system->relation_count; r++) {
    x[nv + system->relations[r].row] = -state->relations[r].bias;
  }
  linear_solve(state->kkt, x);
  const double *last = x + nv;
  double size = kkt_largest(last, nc);
  for (int pass = 0; pass < KKT_PASSES && state->soft; pass++) {
    for (int i = 0; i < nc; i++) {
      correction[nv + i] = -state->kkt_eps * state->row_soft[i] * last[i];
    }
    memset(correction, 0, (size_t)nv * sizeof(double));
    linear_solve(state->kkt, correction);
    for (int i = 0; i < nv + nc; i++) {
      x[i] += correction[i];
    }
    last = correction + nv;
    const double next = kkt_largest(last, nc);
    if (kkt_is_refined(pass, size, next)) {
      break;
    }
    size = next;
  }
  memcpy(a, x, (size_t)nv * sizeof(double));
  memcpy(lambda, x + nv, (size_t)nc * sizeof(double));
}

void kkt_saddle_correction(State *state, const double *rhs, double *x) {
  const System *system = state->system;
  double *solution = state->solution;
  memset(solution, 0, (size_t)system->nv * sizeof(double));
  memcpy(solution + system->nv, rhs, (size_t)system->nc * sizeof(double));
  linear_solve(state->kkt, solution);
  memcpy(x, solution, (size_t)system->nv * sizeof(double));
}
