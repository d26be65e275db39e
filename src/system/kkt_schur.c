// SPDX-License-Identifier: BSD-3-Clause
// kkt_schur.c: larger systems: the Schur complement, sparse.
//
//   (J M^-1 J' + eps S) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)
// M is block diagonal, so that W = J M^-1 has the pattern of J, and two rows meet where their
// joints share a body. Nothing here grows faster than the number of such meetings and the fill of
// L.
#include <math.h>
#include <string.h>

#include "system/kkt_inside.h"

static double dot(const double *a, const double *b, int n) {
  double sum = a[0] * b[0];
  for (int k = 1; k < n; k++) {
    sum += a[k] * b[k];
  }
  return sum;
}

void kkt_schur_emit(const System *system, const double *W, const PairRows *rows,
                    const double *softness, Sink *sink) {
  const KktSchur *schur = &system->schur;
  const bool adding = sink->mode == SINK_ADD;
  for (int p = 0; p < schur->pair_count; p++) {
    const SchurPair *pair = &schur->pairs[p];
    for (int r = 0; r < pair->rows[0]; r++) {
      const int end = pair->same ? r + 1 : pair->rows[1];
      for (int s = 0; s < end; s++) {
        const int row = pair->row[0] + r, column = pair->row[1] + s;
        const double product = adding ? dot(W + pair->w + r * pair->stride,
                                            rows[pair->part].J[s][pair->side], pair->nv)
                                      : 0;
        sink_add(sink, row, column, row == column && !pair->same ? 2 * product : product);
      }
    }
  }
  for (int i = 0; i < system->nc; i++) {
    sink_add(sink, i, i, adding ? softness[i] : 0);
  }
}

// W = J M^-1.
static void divide_rows(State *state) {
  const System *system = state->system;
  double *W = state->schur_W;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      for (int side = 0; side < 2; side++) {
        const int b = part->body[side];
        const int t = system->bodies[b].kind->translations, nv = system->bodies[b].nv;
        const double *J = state->rows[p].J[r][side], *inverse = state->mass_inverse[b];
        for (int k = 0; k < t; k++) {
          W[k] = J[k] * inverse[k * nv + k];
        }
        for (int k = t; k < nv; k++) {
          W[k] = dot(J + t, inverse + k * nv + t, nv - t); // M is symmetric
        }
        W += nv;
      }
    }
  }
}

// Without eps rows that depend on one another leave no pivot: then all of them get it.
static bool assemble_and_factor(State *state, const double *softness) {
  const System *system = state->system;
  const LdlPlan *ldl = &system->schur.ldl;
  memset(state->schur_L, 0, (size_t)(ldl->nonzeros + ldl->n) * sizeof(double));
  Sink sink = {
      .mode = SINK_ADD, .slots = (int *)(size_t)system->schur.slots, .values = state->schur_L};
  kkt_schur_emit(system, state->schur_W, state->rows, softness, &sink);
  return ldl_factor(ldl, state->schur_L, state->schur_work);
}

bool kkt_schur_factor(State *state, double eps) {
  const int nc = state->system->nc;
  double *softness = state->correction;
  divide_rows(state);
  for (int i = 0; i < nc; i++) {
    softness[i] = eps * state->row_soft[i];
  }
  return assemble_and_factor(state, softness);
}

static void solve_multipliers(const State *state, double *lambda) {
  ldl_solve(&state->system->schur.ldl, state->schur_L, lambda, state->schur_work);
}

// out := W b + sign c for every row, c: nc numbers.
static void times_w(const State *state, const double *b, double sign, const double *c,
                    double *out) {
  const System *system = state->system;
  const double *W = state->schur_W;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    const SystemBody *body[2] = {&system->bodies[part->body[0]], &system->bodies[part->body[1]]};
    for (int r = 0; r < part->primitive->row_count; r++) {
      double sum = sign * c[part->row + r];
      for (int side = 0; side < 2; side++) {
        for (int k = 0; k < body[side]->nv; k++) {
          sum += *W++ * b[body[side]->v + k];
        }
      }
      out[part->row + r] = sum;
    }
  }
}

// x += factor W' lambda
static void add_reactions(const State *state, double factor, const double *lambda, double *x) {
  const System *system = state->system;
  const double *W = state->schur_W;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    const SystemBody *body[2] = {&system->bodies[part->body[0]], &system->bodies[part->body[1]]};
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double scaled = factor * lambda[part->row + r];
      for (int side = 0; side < 2; side++) {
        for (int k = 0; k < body[side]->nv; k++) {
          x[body[side]->v + k] += *W++ * scaled;
        }
      }
    }
  }
}

void kkt_schur_solve(State *state, double *x) {
  double *lambda = x + state->system->nv;
  times_w(state, x, -1, lambda, lambda);
  solve_multipliers(state, lambda);
  kkt_divide_by_mass(state, x, x);
  add_reactions(state, -1, lambda, x);
}

void kkt_schur_correction(State *state, const double *rhs, double *x) {
  double *lambda = state->solution;
  memcpy(lambda, rhs, (size_t)state->system->nc * sizeof(double));
  solve_multipliers(state, lambda);
  memset(x, 0, (size_t)state->system->nv * sizeof(double));
  add_reactions(state, 1, lambda, x);
}

// Takes the influence of eps out of lambda.
static void refine(State *state, double *lambda) {
  const int nc = state->system->nc;
  double *last = state->correction;
  memcpy(last, lambda, (size_t)nc * sizeof(double));
  double size = kkt_largest(last, nc);
  for (int pass = 0; pass < KKT_PASSES; pass++) {
    for (int i = 0; i < nc; i++) {
      last[i] *= KKT_EPS * state->row_soft[i];
    }
    solve_multipliers(state, last);
    for (int i = 0; i < nc; i++) {
      lambda[i] += last[i];
    }
    const double next = kkt_largest(last, nc);
    if (next <= KKT_ENOUGH * size) {
      break;
    }
    size = next;
  }
}

void kkt_schur_accelerations(State *state, double *a, double *lambda) {
  const System *system = state->system;
  for (int p = 0; p < system->part_count; p++) {
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      state->solution[system->parts[p].row + r] = state->rows[p].bias[r];
    }
  }
  times_w(state, state->Q, 1, state->solution, lambda);
  solve_multipliers(state, lambda);
  if (state->soft) {
    refine(state, lambda);
  }
  kkt_divide_by_mass(state, state->Q, a);
  add_reactions(state, -1, lambda, a);
}
