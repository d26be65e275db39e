// SPDX-License-Identifier: BSD-3-Clause
// jacobian_relation.c: what relations add to the matrix of jacobian.c. The same entries as those of
// a joint's row, but over the ends of all its coordinates, and between any two of them.
#include <string.h>

#include "system/assemble.h"
#include "system/relation.h"

// see jacobian.c
static const double SOFT = 1e-11;

// Columns q and v of the row through one end, and J' in its column.
static void emit_end(const Assembly *assembly, double cj, int row, const RelationColumns *at,
                     Sink *sink) {
  const System *system = assembly->state->system;
  const bool ggl = assembly->formulation == FORMULATION_GGL;
  const bool baumgarte = assembly->formulation == FORMULATION_BAUMGARTE;
  const double alpha = baumgarte ? 2 * assembly->alpha : 0;
  const double beta = baumgarte ? assembly->beta * assembly->beta : 0;
  const int v0 = system->nq;
  for (int i = 0; i < at->body->nq; i++) {
    const double stabilised = at->second_q[i] + alpha * at->rate_q[i] + beta * at->phi_q[i];
    if (ggl) {
      sink_add(sink, row + system->nc, at->body->q + i, at->phi_q[i]);
    }
    sink_add(sink, row, at->body->q + i, ggl ? at->rate_q[i] : stabilised);
  }
  for (int i = 0; i < at->body->nv; i++) {
    const double stabilised = (cj + alpha) * at->J[i] + at->second_v[i];
    sink_add(sink, row, v0 + at->body->v + i, ggl ? at->J[i] : stabilised);
    sink_add(sink, v0 + at->body->v + i, row, at->J[i]);
  }
}

// (J' lambda)_q between two ends; with slip instead T (J' mu)_q in the rows of q'.
static void emit_block(const State *state, const RelationColumns *on, const RelationColumns *by,
                       const double block[BODY_V][BODY_Q], bool slip, Sink *sink) {
  const int v0 = state->system->nq;
  for (int column = 0; column < by->body->nq; column++) {
    double x[BODY_V] = {0}, product[BODY_Q] = {0};
    for (int i = 0; i < on->body->nv; i++) {
      x[i] = block[i][column];
      if (!slip) {
        sink_add(sink, v0 + on->body->v + i, by->body->q + column, x[i]);
      }
    }
    if (slip) {
      on->body->kind->rate(state->q + on->body->q, x, product);
    }
    for (int i = 0; i < on->body->nq && slip; i++) {
      sink_add(sink, on->body->q + i, by->body->q + column, product[i]);
    }
  }
}

static void emit_blocks(State *state, int r, double lambda, bool slip, Sink *sink) {
  const int ends = 2 * state->system->relations[r].count;
  for (int k = 0; k < ends; k++) {
    const RelationEnd on = {k / 2, k % 2};
    RelationColumns rows;
    relation_columns(state, r, on, &rows);
    for (int l = 0; l < ends; l++) {
      const RelationEnd by = {l / 2, l % 2};
      RelationColumns columns;
      double block[BODY_V][BODY_Q] = {{0}};
      relation_columns(state, r, by, &columns);
      if (sink->mode == SINK_ADD) {
        relation_force_q(state, r, lambda, on, by, block);
      }
      emit_block(state, &rows, &columns, (const double(*)[BODY_Q])block, slip, sink);
    }
  }
}

// ggl: T J' in the column of mu.
static void emit_slip_direction(const State *state, int column, const RelationColumns *at,
                                Sink *sink) {
  double product[BODY_Q] = {0};
  at->body->kind->rate(state->q + at->body->q, at->J, product);
  for (int i = 0; i < at->body->nq; i++) {
    sink_add(sink, at->body->q + i, column, product[i]);
  }
}

void assemble_relation(const Assembly *assembly, double cj, int r, double lambda, double mu,
                       Sink *sink) {
  State *state = assembly->state;
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const int row = system->nq + system->nv + relation->row;
  const bool ggl = assembly->formulation == FORMULATION_GGL, adding = sink->mode == SINK_ADD;
  if (adding) {
    relation_derive(state, r, lambda);
  }
  for (int k = 0; k < 2 * relation->count; k++) {
    RelationColumns at;
    relation_columns(state, r, (RelationEnd){k / 2, k % 2}, &at);
    emit_end(assembly, cj, row, &at, sink);
    if (ggl) {
      emit_slip_direction(state, row + system->nc, &at, sink);
    }
  }
  emit_blocks(state, r, lambda, false, sink);
  if (ggl && adding) {
    relation_derive(state, r, mu);
  }
  if (ggl) {
    emit_blocks(state, r, mu, true, sink);
  }
  const double relative = assembly->formulation == FORMULATION_EXPLICIT ? SOFT : assembly->soft;
  sink_add(sink, row, row, -(ggl ? assembly->eps : relative * state->row_scale[relation->row]));
  if (ggl) {
    sink_add(sink, row + system->nc, row + system->nc, -assembly->eps);
  }
}
