// SPDX-License-Identifier: BSD-3-Clause
// linearize.c: the matrices of small motions, from the exact derivatives of the elements.
#include "system/small_motions/linearize.h"
#include "system/forces/solve.h"

#include <string.h>

#include "math/eigen.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt.h"

bool linearize_open(Linearization *l, State *state, Arena *arena) {
  enum {
    WANTED = 1 << FORM_M | 1 << FORM_C | 1 << FORM_K | 1 << FORM_J | 1 << FORM_R | 1 << FORM_B |
             1 << FORM_G | 1 << FORM_H
  };
  const int nv = state->system->nv, nc = state->system->nc;
  *l = (Linearization){.state = state};
  l->a = arena_array(arena, double, nv);
  (void)arena_doubles(arena, nc, &l->lambda, &l->right);
  (void)arena_doubles(arena, nc * nv, &l->J_rate, &l->L, &l->G);
  (void)arena_doubles(arena, nv * nv, &l->O, &l->product, &l->twice);
  return !arena->allocator->exhausted &&
         linear_form_open(&l->form, state, WANTED, false, false, arena) &&
         linear_form_mark(&l->form, arena);
}

// X := X (w~ on the rotations of every body in space), added to out, both of so many rows.
static void add_crossed(const State *state, int rows, const double *X, bool accelerations,
                        double *out) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations < 3) {
      continue; // about one fixed axis w x theta is zero
    }
    const double *w = accelerations ? state->motion[b].alpha : state->motion[b].w;
    const double W[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
    const long first = (long)(body->v + body->kind->translations) * rows;
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < 3; i++) {
        for (int row = 0; row < rows && W[3 * i + k] != 0; row++) {
          out[first + (long)k * rows + row] += X[first + (long)i * rows + row] * W[3 * i + k];
        }
      }
    }
  }
}

// x with J x = rhs, least in the masses: the regularised correction and two refinements.
static void correction(Linearization *l, const double *J, const double *rhs, double *x) {
  const int nv = l->state->system->nv, nc = l->state->system->nc;
  double *left = l->right, *step = l->state->correction;
  memset(x, 0, (size_t)nv * sizeof(double));
  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < nc; i++) {
      left[i] = rhs[i];
      for (int j = 0; j < nv; j++) {
        left[i] -= J[(long)j * nc + i] * x[j];
      }
    }
    kkt_correction(l->state, left, step);
    for (int j = 0; j < nv; j++) {
      x[j] += step[j];
    }
  }
}

// out += X O, or out -= O' X O with the product X O.
static void add_carried(Linearization *l, const double *X, bool squared, double *out) {
  const int nv = l->state->system->nv;
  eigen_multiply(false, false, nv, nv, nv, X, nv, l->O, nv, l->product);
  if (squared) {
    eigen_multiply(true, false, nv, nv, nv, l->O, nv, l->product, nv, l->twice);
  }
  for (int i = 0; i < nv * nv; i++) {
    out[i] += squared ? -l->twice[i] : l->product[i];
  }
}

// What a moving frame adds (see linearize.h).
static void add_motion(Linearization *l, const double *M, double *C, double *K, const double *J) {
  State *state = l->state;
  const int nv = state->system->nv, nc = state->system->nc;
  add_crossed(state, nv, M, true, K);  // M W'
  add_crossed(state, nv, C, false, K); // C_v W
  add_crossed(state, nv, M, false, C); // C_v + M W
  add_crossed(state, nc, l->G, false, l->L);
  if (!l->moving || l->frozen_frame || nc == 0) {
    return;
  }
  for (int k = 0; k < nv; k++) {
    double *rhs = l->J_rate + (long)k * nc;
    correction(l, J, rhs, l->O + (long)k * nv);
    for (int i = 0; i < nv; i++) {
      l->O[(long)k * nv + i] = -l->O[(long)k * nv + i];
    }
  }
  add_carried(l, C, false, K);
  add_carried(l, M, true, K);
  for (long k = 0; k < (long)nc * nv; k++) {
    l->L[k] -= state->system->rows[k % nc].rates_alone ? l->J_rate[k] : 0; // G O
  }
}

// What the regularisation leaves of J a + c (about its square) is taken out once more: the
// eigenvalues inherit every digit of lambda.
static void refine(Linearization *l) {
  State *state = l->state;
  const System *system = state->system;
  const int nv = system->nv;
  double *x = state->correction;
  memset(x, 0, (size_t)nv * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    x[nv + i] = -row_add_times(row_bias(state, i), system, state->row, i, l->a);
  }
  kkt_solve(state, x);
  for (int i = 0; i < nv; i++) {
    l->a[i] += x[i];
  }
  for (int i = 0; i < system->nc; i++) {
    l->lambda[i] += x[nv + i];
  }
}

bool linearize_at(Linearization *l, double *M, double *C, double *K, double *J) {
  State *state = l->state;
  const System *system = state->system;
  const size_t square = (size_t)system->nv * (size_t)system->nv * sizeof(double);
  const size_t wide = (size_t)system->nv * (size_t)system->nc * sizeof(double);
  state_rows(state, PAIR_ACCELERATION);
  if (solve_saddle_point(state, l->a, l->lambda) != EQUATIONS_SOLVED) {
    return false;
  }
  refine(l);
  memset(M, 0, square);
  memset(C, 0, square);
  memset(K, 0, square);
  memset(J, 0, wide);
  memset(l->J_rate, 0, wide);
  memset(l->L, 0, wide);
  memset(l->G, 0, wide);
  memset(l->O, 0, square);
  l->moving = false;
  for (int k = 0; k < system->nv; k++) {
    l->moving = l->moving || state->v[k] != 0;
  }
  const int nv = system->nv, nc = system->nc;
  linear_form_at(&l->form, &(FormPoint){.a = l->a, .lambda = l->lambda});
  linear_form_add(&l->form, FORM_M, 1, nv, M);
  linear_form_add(&l->form, FORM_C, 1, nv, C);
  linear_form_add(&l->form, FORM_K, 1, nv, K);
  linear_form_add(&l->form, FORM_J, 1, nc, J);
  linear_form_add(&l->form, FORM_G, 1, nc, l->G);
  linear_form_add(&l->form, FORM_H, 1, nc, l->L);
  linear_form_add(&l->form, FORM_R, -1, nc, l->J_rate);
  linear_form_add(&l->form, FORM_B, 1, nc, l->J_rate);
  add_motion(l, M, C, K, J);
  return true;
}
