// SPDX-License-Identifier: BSD-3-Clause
// kkt_saddle.c: the whole matrix [M J'; J -D] by KLU (see kkt.h).
#include <math.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/saddle/kkt_inside.h"

static void emit_masses(const System *system, const double (*mass)[BODY_V * BODY_V], Sink *sink) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      for (int k = 0; k < body->nv; k++) {
        if (i == k || (i >= body->apart && k >= body->apart)) {
          sink_add(sink, body->v + i, body->v + k, mass != NULL ? mass[b][i * body->nv + k] : 0);
        }
      }
    }
  }
}

void kkt_emit(const System *system, const double (*mass)[BODY_V * BODY_V], const double *row,
              const double *row_0, const double *S, double eps, Sink *sink) {
  emit_masses(system, mass, sink);
  for (int i = 0; i < system->nc; i++) {
    const int at = system->nv + i;
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      for (int k = 0; k < end->nv; k++) {
        sink_add(sink, at, end->v + k, row != NULL ? row[end->at + k] : 0);
        sink_add(sink, end->v + k, at, row != NULL ? row_0[end->at + k] : 0);
      }
    }
    sink_add(sink, at, at, S != NULL ? -eps * S[i] : 0);
  }
}

static bool factor_values(State *state, const double *added, double times) {
  const System *system = state->system;
  memset(state->kkt_values, 0, (size_t)system->kkt_pattern.nonzeros * sizeof(double));
  Sink sink = {
      .mode = SINK_ADD, .slots = (int *)(size_t)system->kkt_slots, .values = state->kkt_values};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->metric, state->row, state->row, added,
           times, &sink);
  return linear_factor(state->kkt, state->kkt_values);
}

void kkt_saddle_solve(State *state, const double *b_v, const double *b_c, double *a,
                      double *lambda) {
  const size_t nv = (size_t)state->system->nv, nc = (size_t)state->system->nc;
  double *x = state->correction;
  memcpy(x, b_v, nv * sizeof(double));
  memcpy(x + nv, b_c, nc * sizeof(double));
  linear_solve(state->kkt, x);
  memcpy(a, x, nv * sizeof(double));
  memcpy(lambda, x + nv, nc * sizeof(double));
}

// One step of inverse iteration from the direction that the factors before left: the error of the
// eigenvalue is of second order in what the direction has turned since.
static double smallest_eigenvalue(State *state) {
  const System *system = state->system;
  double *direction = state->kkt_room->direction, *b = state->kkt_room->rest;
  double *lambda = state->kkt_room->step + system->nv, before = 0, after = 0;
  memset(b, 0, (size_t)system->nv * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    const double size = state->row_dropped[i] > 0 ? 0 : state->row_scale[i];
    direction[i] = size > 0 && !(fabs(direction[i]) > 0) ? 1e-3 * sin(1 + 3 * i) : direction[i];
    before += size > 0 ? direction[i] * direction[i] : 0;
    b[system->nv + i] = sqrt(size) * direction[i];
  }
  kkt_saddle_solve(state, b, b + system->nv, state->kkt_room->step, lambda);
  for (int i = 0; i < system->nc; i++) {
    const double size = state->row_dropped[i] > 0 ? 0 : state->row_scale[i];
    direction[i] = sqrt(size) * lambda[i];
    after += direction[i] * direction[i];
  }
  for (int i = 0; i < system->nc && after > 0; i++) {
    direction[i] /= sqrt(after);
  }
  return after > 0 && isfinite(after) ? fmin(1, sqrt(before / after)) : 1;
}

bool kkt_saddle_factor(State *state, double eps) {
  if (eps > 0) {
    state->kkt_pivot = 1;
    return factor_values(state, state->row_soft, eps);
  }
  if (!factor_values(state, state->row_dropped, 1)) {
    // dependent rows: what the factors are worth, twice the precision decides
    state->kkt_pivot = LDL_ROUND_OFF;
    return factor_values(state, state->row_scale, LDL_ROUND_OFF);
  }
  state->kkt_pivot = smallest_eigenvalue(state);
  return true;
}

double kkt_saddle_rest(State *state, const double *b_v, const double *b_c, const double *a,
                       const double *lambda, double *out) {
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  double worst = 0, size = 0;
  memcpy(out, b_v, (size_t)nv * sizeof(double));
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv * body->nv; i++) {
      out[body->v + i / body->nv] -= state->metric[b][i] * a[body->v + i % body->nv];
    }
  }
  rows_add_forces(state, -1, lambda, out);
  rows_times(state, a, out + nv);
  for (int i = 0; i < nc; i++) {
    size = fmax(size, fmax(fabs(b_c[i]), fabs(out[nv + i])) * state->row_weight[i]);
    out[nv + i] = state->row_dropped[i] > 0 ? 0 : b_c[i] - out[nv + i];
    worst = fmax(worst, fabs(out[nv + i]) * state->row_weight[i]);
  }
  return worst > 0 ? worst / size : worst;
}
