// SPDX-License-Identifier: BSD-3-Clause
// steady_later.c: whether a mechanism looks the same, from the frame of its motion, a while later
// (see steady.h).
//
//   r(tau) = r + A v,  v(tau) = R v,  p(tau) = p(R) p p(U),  w(tau) = U' w (body axes)
//
// with R the turn by Omega tau, A the integral of the turns up to it, U the body's own spin. There
// M, C, K, the directions that are free and the accelerations must be those of the first moment,
// turned.
#include <math.h>
#include <string.h>

#include "math/eigen.h"
#include "math/rank.h"
#include "math/rotation.h"
#include "math/vec.h"
#include "system/constraints/rows.h"
#include "system/small_motions/steady.h"

static const double SAME_LATER = 1e-9;    // of the largest entry
static const double LATER[] = {0.7, 2.3}; // radians of the fastest turn

// The turn by u tau, and the way that a velocity turning with it covers meanwhile: R, and A with
// r(tau) = r + A v,  A = tau (I + (1 - cos)/x u~ + (x - sin)/x u~ u~), x = |u tau|, |u~| = 1.
static void turn_by(const double u[3], double tau, double R[9], double A[9]) {
  const double size = vec_norm(u), x = size * tau;
  for (int i = 0; i < 9; i++) {
    R[i] = i % 4 == 0;
    A[i] = i % 4 == 0 ? tau : 0;
  }
  if (size == 0) {
    return;
  }
  rotation_of_axis_angle(u, x, R);
  const double e[3] = {u[0] / size, u[1] / size, u[2] / size};
  const double cross[9] = {0, -e[2], e[1], e[2], 0, -e[0], -e[1], e[0], 0};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      const double square = e[i] * e[k] - (i == k);
      A[3 * i + k] += tau * ((1 - cos(x)) / x * cross[3 * i + k] + (x - sin(x)) / x * square);
    }
  }
}

// Where body b is a time tau later, from its place at the first moment.
static void carry_body(const Steady *steady, int b, double tau, double *q, double *v) {
  const SystemBody *body = &steady->state->system->bodies[b];
  const int axes = body->kind->translations;
  double R[9], A[9], U[9], unused[9], r[3] = {0, 0, 0}, way[3], turned[3];
  turn_by(steady->omega, tau, R, A);
  turn_by(steady->spin[b], tau, U, unused);
  memcpy(r, steady->v + body->v, (size_t)axes * sizeof(double));
  vec_rotate(A, r, way);
  vec_rotate(R, r, turned);
  for (int k = 0; k < axes; k++) {
    q[body->q + k] = steady->q[body->q + k] + way[k];
    v[body->v + k] = turned[k];
  }
  if (body->kind->rotations == 1) {
    q[body->q + axes] = steady->q[body->q + axes] + tau * steady->v[body->v + axes];
    v[body->v + axes] = steady->v[body->v + axes];
  } else if (body->kind->rotations == 3) {
    double turn[4], spin[4], half[4];
    rotation_to_quaternion(R, turn);
    rotation_to_quaternion(U, spin);
    vec_euler_product(turn, steady->q + body->q + axes, half);
    vec_euler_product(half, spin, q + body->q + axes);
    vec_rotate_back(U, steady->v + body->v + axes, v + body->v + axes);
  }
}

// x := R' x for a velocity-like vector of a time tau later.
static void carry_back(const Steady *steady, double tau, double *x) {
  const System *system = steady->state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int axes = body->kind->translations;
    double R[9], U[9], unused[9], u[3] = {0, 0, 0}, back[3];
    turn_by(steady->omega, tau, R, unused);
    turn_by(steady->spin[b], tau, U, unused);
    memcpy(u, x + body->v, (size_t)axes * sizeof(double));
    vec_rotate_back(R, u, back);
    memcpy(x + body->v, back, (size_t)axes * sizeof(double));
    if (body->kind->rotations == 3) {
      vec_rotate(U, x + body->v + axes, back);
      memcpy(x + body->v + axes, back, sizeof back);
    }
  }
}

// X := R' X R, by columns, then by rows.
static void carry_matrix_back(const Steady *steady, double tau, double *X) {
  const int nv = steady->state->system->nv;
  double *T = steady->product;
  for (int pass = 0; pass < 2; pass++) {
    for (int j = 0; j < nv; j++) {
      carry_back(steady, tau, X + (long)j * nv);
    }
    eigen_transpose(nv, nv, X, T);
    memcpy(X, T, (size_t)nv * (size_t)nv * sizeof(double));
  }
}

// X := X R for rows X [nc x nv].
static void carry_rows_back(const Steady *steady, double tau, double *X) {
  const int nv = steady->state->system->nv, nc = steady->state->system->nc;
  double *row = steady->product;
  for (int i = 0; i < nc; i++) {
    for (int j = 0; j < nv; j++) {
      row[j] = X[(long)j * nc + i];
    }
    carry_back(steady, tau, row);
    for (int j = 0; j < nv; j++) {
      X[(long)j * nc + i] = row[j];
    }
  }
}

// What the first moment leaves free: Z of x' with x given, P of x, and N of (x', x) in P, where
// rows that hold velocities are J x' + L x.
typedef struct Free {
  Rank Z, P, N;
  double *pair; // rate J P and L P beside each other, (2 columns of P) x nc, row-major
} Free;

static double times(int n, int stride, const double *row, const double *z) {
  double sum = 0;
  for (int j = 0; j < n; j++) {
    sum += row[(long)j * stride] * z[j];
  }
  return sum;
}

// Rows that hold velocities, on P. Returns the largest entry.
static double fill_pair(const Steady *steady, const double *J, const double *L, Free *free) {
  const System *system = steady->state->system;
  const int nv = system->nv, nc = system->nc, d = free->P.null_count;
  double largest = 0;
  memset(free->pair, 0, 2 * (size_t)d * (size_t)nc * sizeof(double));
  for (int i = 0; i < nc; i++) {
    for (int c = 0; c < d && system->rows[i].rates_alone; c++) {
      const double *p = free->P.null_space + (long)c * nv;
      const double rate = steady->rate * times(nv, nc, J + i, p), slope = times(nv, nc, L + i, p);
      free->pair[(long)c * nc + i] = rate;
      free->pair[(long)(d + c) * nc + i] = slope;
      largest = fmax(largest, fmax(fabs(rate), fabs(slope)));
    }
  }
  return largest;
}

static bool find_free(const Steady *steady, const SteadyTerms *terms, Free *free, Arena *arena) {
  const System *system = steady->state->system;
  const int nv = system->nv, nc = system->nc;
  double *J = arena_array(arena, double, nv *nc);
  if (J == NULL || !rank_of(terms->J, nv, nc, SAME_LATER, &free->Z, arena)) {
    return false;
  }
  for (long k = 0; k < (long)nv * nc; k++) {
    J[k] = system->rows[k % nc].rates_alone ? 0 : terms->J[k];
  }
  if (!rank_of(J, nv, nc, SAME_LATER, &free->P, arena)) {
    return false;
  }
  free->pair = arena_array(arena, double, 2 * free->P.null_count * nc);
  if (free->pair == NULL) {
    return false;
  }
  (void)fill_pair(steady, terms->J, terms->L, free);
  return rank_of(free->pair, 2 * free->P.null_count, nc, SAME_LATER, &free->N, arena);
}

// Whether the rows of a later moment leave the same free; turns them back.
static bool frees_alike(Steady *steady, Linearization *l, double tau, double *J, Free *free) {
  const System *system = steady->state->system;
  const int nv = system->nv, nc = system->nc, wide = 2 * free->P.null_count;
  double size = 0, off = 0;
  carry_rows_back(steady, tau, J);
  carry_rows_back(steady, tau, l->L);
  for (int i = 0; i < nc; i++) {
    for (int c = 0; c < free->P.null_count && !system->rows[i].rates_alone; c++) {
      off = fmax(off, fabs(times(nv, nc, J + i, free->P.null_space + (long)c * nv)));
    }
  }
  for (long k = 0; k < (long)nv * nc; k++) {
    size = fmax(size, fabs(J[k]));
  }
  if (!(off <= SAME_LATER * size)) {
    steady->other = "joints";
    return false;
  }
  size = fill_pair(steady, J, l->L, free);
  off = 0;
  for (int i = 0; i < nc; i++) {
    for (int c = 0; c < free->N.null_count; c++) {
      off = fmax(off, fabs(times(wide, nc, free->pair + i, free->N.null_space + (long)c * wide)));
    }
  }
  if (!(off <= SAME_LATER * size)) {
    steady->other = "held velocities";
    return false;
  }
  return true;
}

// Largest |Z'(X - Y) P|, and of |Z'X P| in *size.
static double apart(int n, const Free *all, const double *X, const double *Y, double *size) {
  const Rank *free = &all->Z;
  double largest = 0;
  *size = 0;
  for (int c = 0; c < all->P.null_count; c++) {
    const double *z = all->P.null_space + (long)c * n;
    for (int r = 0; r < free->null_count; r++) {
      const double *y = free->null_space + (long)r * n;
      double difference = 0, whole = 0;
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < n && z[j] != 0; i++) {
          const long place = (long)j * n + i;
          whole += y[i] * X[place] * z[j];
          difference += y[i] * (X[place] - Y[place]) * z[j];
        }
      }
      largest = fmax(largest, fabs(difference));
      *size = fmax(*size, fabs(whole));
    }
  }
  return largest;
}

static bool accelerates_alike(const Steady *steady, const double *a, double tau) {
  const System *system = steady->state->system;
  double *later = steady->product;
  memcpy(later, a, (size_t)system->nv * sizeof(double));
  carry_back(steady, tau, later);
  const double scale = steady->rate * steady->rate;
  for (int i = 0; i < system->nv; i++) {
    const double own = scale * steady->state->unit[i] + fabs(steady->later_a[i]);
    if (!(fabs(later[i] - steady->later_a[i]) <= SAME_LATER * own)) {
      return false;
    }
  }
  return true;
}

static bool looks_alike(Steady *steady, Linearization *l, double tau, const double *const wanted[3],
                        Free *free) {
  static const char *const names[] = {"masses", "damping", "stiffness"};
  State *state = steady->state;
  const int nv = state->system->nv;
  double **found = steady->later;
  for (int b = 1; b < state->system->body_count; b++) {
    carry_body(steady, b, tau, state->q, state->v);
  }
  state_set(state, steady->t + tau, state->q, state->v);
  if (!(rows_norms(state, NULL).position <= SAME_LATER * state->length) ||
      !linearize_at(l, found[0], found[1], found[2], found[3])) {
    steady->other = "joints";
    return false;
  }
  if (!accelerates_alike(steady, l->a, tau)) {
    steady->other = "accelerations";
    return false;
  }
  steady_terms(steady, l, found[0], found[1], found[2]);
  if (!frees_alike(steady, l, tau, found[3], free)) {
    return false;
  }
  double unit = 0; // of the matrix before, times the rate
  for (int k = 0; k < 3; k++) {
    double size;
    carry_matrix_back(steady, tau, found[k]);
    const double off = apart(nv, free, wanted[k], found[k], &size);
    unit = fmax(unit * steady->rate, size);
    if (!(off <= SAME_LATER * unit)) {
      steady->other = names[k];
      return false;
    }
  }
  return true;
}

bool steady_holds(Steady *steady, Linearization *l, const SteadyTerms *terms, Arena *arena) {
  State *state = steady->state;
  const System *system = state->system;
  const ArenaMark mark = arena_mark(arena);
  const double *const wanted[] = {terms->M, terms->C, terms->K};
  Free free;
  memcpy(steady->later_a, l->a, (size_t)system->nv * sizeof(double));
  bool good = find_free(steady, terms, &free, arena);
  steady->other = NULL;
  for (int k = 0; good && k < 2; k++) {
    good = looks_alike(steady, l, LATER[k] / steady->rate, wanted, &free);
  }
  arena_release(arena, mark);
  state_set(state, steady->t, steady->q, steady->v);
  return good;
}
