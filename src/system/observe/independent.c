// SPDX-License-Identifier: BSD-3-Clause
// independent.c: accelerations by a QR of the constraint rows (see independent.h).
#include "system/observe/independent.h"
#include "elements/frames/body.h"
#include "system/constraints/rows.h"
#include "system/forces/forces.h"
#include "system/mechanism/inertia.h"
#include "system/mechanism/massless.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Times what rounding makes: right solutions are within 0.8, with redundant joints within 12.
static const double ALLOWED = 32;
static const double ZERO = 64; // times rows times eps: a row that depends on others

bool independent_open(Independent *it, State *state, int lasting, Arena *arena) {
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc, n = state->massless->count;
  *it = (Independent){.state = state, .lasting = lasting, .directions = n};
  it->A = arena_alloc_array(arena, nv * nc + 1, sizeof *it->A);
  it->L = arena_alloc_array(arena, system->body_count * BODY_V * BODY_V, sizeof *it->L);
  it->f = arena_alloc_array(arena, nv + 1, sizeof *it->f);
  it->y = arena_alloc_array(arena, nv + 1, sizeof *it->y);
  it->lambda = arena_alloc_array(arena, nc + 1, sizeof *it->lambda);
  it->gamma = arena_alloc_array(arena, nc + 1, sizeof *it->gamma);
  it->head = arena_alloc_array(arena, nc + 1, sizeof *it->head);
  it->unit = arena_alloc_array(arena, nc + 1, sizeof *it->unit);
  it->order = arena_array(arena, int, nc + 1);
  it->X = arena_alloc_array(arena, n * nv + 1, sizeof *it->X);
  it->C = arena_alloc_array(arena, n * (n + 1) + 1, sizeof *it->C);
  it->loads = arena_array(arena, double, nv + 1);
  return !arena->allocator->exhausted;
}

// ---- masses ----

// Cholesky's factor of every body, lower triangle, row-major with the body's own count.
static void factor_masses(Independent *it) {
  const State *state = it->state;
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const int n = system->bodies[b].nv;
    long double *L = it->L + (long)b * BODY_V * BODY_V;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k <= i; k++) {
        long double sum = (long double)state->metric[b][i * n + k];
        for (int j = 0; j < k; j++) {
          sum -= L[i * n + j] * L[k * n + j];
        }
        L[i * n + k] = i == k ? sqrtl(sum) : sum / L[k * n + k];
      }
    }
  }
}

// x := L^-1 x, or L^-T x, of all bodies.
static void divide(const Independent *it, bool transposed, long double *x) {
  const System *system = it->state->system;
  for (int b = 1; b < system->body_count; b++) {
    const int n = system->bodies[b].nv;
    const long double *L = it->L + (long)b * BODY_V * BODY_V;
    long double *u = x + system->bodies[b].v;
    for (int s = 0; s < n; s++) {
      const int i = transposed ? n - 1 - s : s;
      for (int k = transposed ? i + 1 : 0; k < (transposed ? n : i); k++) {
        u[i] -= (transposed ? L[k * n + i] : L[i * n + k]) * u[k];
      }
      u[i] /= L[i * n + i];
    }
  }
}

// |L' x| and the body that takes most of it.
static double size_of(const Independent *it, const long double *x, int *body) {
  const System *system = it->state->system;
  long double sum = 0, most = -1;
  for (int b = 1; b < system->body_count; b++) {
    const int n = system->bodies[b].nv;
    const long double *L = it->L + (long)b * BODY_V * BODY_V;
    const long double *u = x + system->bodies[b].v;
    long double own = 0;
    for (int i = 0; i < n; i++) {
      long double part = 0;
      for (int k = i; k < n; k++) {
        part += L[k * n + i] * u[k];
      }
      own += part * part;
    }
    sum += own;
    if (own > most) {
      most = own;
      *body = b;
    }
  }
  return (double)sqrtl(sum);
}

// ---- rows ----

static void gather(Independent *it) {
  const State *state = it->state;
  const System *system = state->system;
  const int nv = system->nv;
  memset(it->A, 0, (size_t)nv * (size_t)system->nc * sizeof *it->A);
  for (int i = 0; i < system->nc; i++) {
    long double *column = it->A + (long)i * nv;
    it->gamma[i] = -(long double)row_bias(state, i);
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      for (int k = 0; k < end->nv; k++) {
        column[end->v + k] = (long double)state->row[end->at + k];
      }
    }
  }
}

// Columns L^-1 J' of unit length, gamma with them.
static void scale(Independent *it) {
  const int nv = it->state->system->nv, nc = it->state->system->nc;
  for (int j = 0; j < nc; j++) {
    long double *column = it->A + (long)j * nv, sum = 0;
    divide(it, false, column);
    for (int i = 0; i < nv; i++) {
      sum += column[i] * column[i];
    }
    it->unit[j] = sum > 0 ? sqrtl(sum) : 1;
    for (int i = 0; i < nv; i++) {
      column[i] /= it->unit[j];
    }
    it->gamma[j] /= it->unit[j];
    it->order[j] = it->keeps_choice ? it->order[j] : j;
  }
}

// ---- QR ----

static long double length_below(const long double *column, int from, int nv) {
  long double sum = 0;
  for (int i = from; i < nv; i++) {
    sum += column[i] * column[i];
  }
  return sqrtl(sum);
}

// x := (I - 2 u u'/u'u) x with u = column[k ..], whose first number is `head`.
static void reflect(const long double *column, long double head, int k, int nv, long double *x) {
  long double square = head * head, sum = head * x[k];
  for (int i = k + 1; i < nv; i++) {
    square += column[i] * column[i];
    sum += column[i] * x[i];
  }
  if (square > 0) {
    const long double factor = 2 * sum / square;
    x[k] -= factor * head;
    for (int i = k + 1; i < nv; i++) {
      x[i] -= factor * column[i];
    }
  }
}

// Column order[k] holds R above and on its place k, and the rest of its reflection below; head[k]
// its first number. Returns the smallest |R_kk| of the wanted rank over the largest.
static double factor(Independent *it, int rank) {
  const int nv = it->state->system->nv, nc = it->state->system->nc;
  double largest = 0, smallest = 1;
  for (int k = 0; k < rank; k++) {
    int best = k;
    long double length = -1;
    for (int j = k; j < (it->keeps_choice ? k + 1 : nc); j++) {
      const long double own = length_below(it->A + (long)it->order[j] * nv, k, nv);
      if (own > length) {
        length = own;
        best = j;
      }
    }
    const int column = it->order[best];
    it->order[best] = it->order[k];
    it->order[k] = column;
    long double *u = it->A + (long)column * nv;
    const long double diagonal = u[k] > 0 ? -length : length;
    it->head[k] = u[k] - diagonal;
    for (int j = k + 1; j < nc; j++) {
      reflect(u, it->head[k], k, nv, it->A + (long)it->order[j] * nv);
    }
    u[k] = diagonal;
    largest = fmax(largest, (double)length);
    smallest = fmin(smallest, (double)length);
  }
  return rank == 0 ? 1 : largest > 0 ? smallest / largest : 0;
}

static const long double *column_of(const Independent *it, int k) {
  return it->A + (long)it->order[k] * it->state->system->nv;
}

// y1 = R^-T gamma into it->y, and lambda = R^-1 (c1 - y1), c1 in it->f.
static void solve(Independent *it, int rank) {
  for (int k = 0; k < rank; k++) {
    long double sum = it->gamma[it->order[k]];
    for (int i = 0; i < k; i++) {
      sum -= column_of(it, k)[i] * it->y[i];
    }
    it->y[k] = sum / column_of(it, k)[k];
  }
  for (int k = rank - 1; k >= 0; k--) {
    long double sum = it->f[k] - it->y[k];
    for (int j = k + 1; j < rank; j++) {
      sum -= column_of(it, j)[k] * it->lambda[j];
    }
    it->lambda[k] = sum / column_of(it, k)[k];
  }
}

// What rows that were left out miss with y, relative to their unit length.
static double missed(const Independent *it, int rank) {
  const int nc = it->state->system->nc;
  double largest = 0;
  for (int k = rank; k < nc; k++) {
    long double sum = -it->gamma[it->order[k]];
    for (int i = 0; i < rank; i++) {
      sum += column_of(it, k)[i] * it->y[i];
    }
    largest = fmax(largest, (double)fabsl(sum));
  }
  return largest;
}

// The size of a generalized force [nv], of unit mass.
static double size_of_force(Independent *it, const double *force) {
  const int nv = it->state->system->nv;
  for (int i = 0; i < nv; i++) {
    it->y[i] = (long double)force[i];
  }
  divide(it, false, it->y);
  return (double)length_below(it->y, 0, nv);
}

// -w x J w of bodies that turn about all axes, and what else velocities make, on top of f. Returns
// the size of the terms of w x J w: in a sphere they cancel.
static double gather_velocities(Independent *it) {
  const State *state = it->state;
  const System *system = state->system;
  memset(it->loads, 0, (size_t)system->nv * sizeof *it->loads);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations, n = body->nv;
    long double w[3] = {0}, momentum[3] = {0};
    for (int k = 0; k < n && body->kind->inside != NULL; k++) {
      it->f[body->v + k] -= (long double)state->inertia->h[b][k];
    }
    if (!body_gyrates(body->kind)) {
      continue;
    }
    for (int k = 0; k < 3; k++) {
      w[k] = (long double)state->v[body->v + t + k];
    }
    for (int k = 0; k < 9; k++) {
      momentum[k / 3] += (long double)state->mass[b][(t + k / 3) * n + t + k % 3] * w[k % 3];
    }
    for (int k = 0; k < 3; k++) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      it->f[body->v + t + k] -= w[i] * momentum[j] - w[j] * momentum[i];
      it->loads[body->v + t + k] = (double)(fabsl(w[i] * momentum[j]) + fabsl(w[j] * momentum[i]));
    }
  }
  return size_of_force(it, it->loads);
}

// f = weights + loads - h. Returns the sum of the sizes of its terms, which may be in balance.
static double gather_forces(Independent *it) {
  State *state = it->state;
  const System *system = state->system;
  double sizes = size_of_force(it, state->weight);
  for (int i = 0; i < system->nv; i++) {
    it->f[i] = (long double)state->weight[i];
  }
  for (int f = 0; f < system->force_count; f++) {
    if (system->forces[f].kind->friction == NULL) {
      memset(it->loads, 0, (size_t)system->nv * sizeof *it->loads);
      forces_pull_back(state, &system->forces[f], it->loads);
      sizes += size_of_force(it, it->loads);
      for (int i = 0; i < system->nv; i++) {
        it->f[i] += (long double)it->loads[i];
      }
    }
  }
  return sizes + gather_velocities(it);
}

// ---- directions without mass ----

static long double along(const MasslessDirection *direction, const long double *a) {
  long double sum = 0;
  for (int i = 0; i < direction->count; i++) {
    sum += (long double)direction->u[i] * a[direction->v + i];
  }
  return sum;
}

// x_k, into it->X.
static void answer(Independent *it, int k, int rank) {
  const MasslessDirection *own = &it->state->massless->direction[k];
  const int nv = it->state->system->nv;
  long double *x = it->X + (long)k * nv;
  memset(x, 0, (size_t)nv * sizeof *x);
  for (int i = 0; i < own->count; i++) {
    x[own->v + i] = (long double)own->u[i];
  }
  divide(it, false, x);
  for (int i = 0; i < rank; i++) {
    reflect(column_of(it, i), it->head[i], i, nv, x);
  }
  memset(x, 0, (size_t)rank * sizeof *x);
  for (int i = rank - 1; i >= 0; i--) {
    reflect(column_of(it, i), it->head[i], i, nv, x);
  }
  divide(it, true, x);
}

// s of C s = right-hand side, its last column, into that. Returns the smallest pivot.
static double eliminate(long double *C, int n) {
  const int width = n + 1;
  long double least = 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      best = fabsl(C[i * width + k]) > fabsl(C[best * width + k]) ? i : best;
    }
    for (int j = 0; j < width; j++) {
      const long double keep = C[k * width + j];
      C[k * width + j] = C[best * width + j];
      C[best * width + j] = keep;
    }
    least = fminl(least, fabsl(C[k * width + k]));
    for (int i = 0; i < n; i++) {
      const long double l = i == k ? 0 : C[i * width + k] / C[k * width + k];
      for (int j = k; j < width && l != 0; j++) {
        C[i * width + j] -= l * C[k * width + j];
      }
    }
  }
  for (int k = 0; k < n; k++) {
    C[k * width + n] /= C[k * width + k];
  }
  return (double)least;
}

// it->y with the masses as they are. Returns the smallest pivot: by so much less it is known.
static double take_out(Independent *it, int rank) {
  const Massless *massless = it->state->massless;
  const int n = massless->count, nv = it->state->system->nv;
  for (int k = 0; k < n; k++) {
    answer(it, k, rank);
    for (int i = 0; i < n; i++) {
      it->C[i * (n + 1) + k] =
          (long double)(i == k) - along(&massless->direction[i], it->X + (long)k * nv);
    }
    it->C[k * (n + 1) + n] = along(&massless->direction[k], it->y);
  }
  const double least = eliminate(it->C, n);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < nv; i++) {
      it->y[i] += it->C[k * (n + 1) + n] * it->X[(long)k * nv + i];
    }
  }
  return least;
}

// The accelerations at the state's present point, into it->y.
static bool find(Independent *it, IndependentResult *result) {
  State *state = it->state;
  const System *system = state->system;
  const int nv = system->nv, rank = system->nc - it->lasting;
  state_rows(state, PAIR_ACCELERATION);
  if (!state_forces(state) || state->massless->count > it->directions) {
    return false;
  }
  factor_masses(it);
  gather(it);
  scale(it);
  result->sigma = factor(it, rank);
  result->determined = result->sigma > ZERO * (system->nc + 1) * DBL_EPSILON;
  const double sizes = gather_forces(it);
  divide(it, false, it->f);
  const double force = fmax((double)length_below(it->f, 0, nv), sizes);
  for (int k = 0; k < rank; k++) {
    reflect(column_of(it, k), it->head[k], k, nv, it->f);
  }
  memcpy(it->y, it->f, (size_t)nv * sizeof *it->y);
  solve(it, rank);
  const double misfit = missed(it, rank);
  double terms = force;
  for (int k = 0; k < rank; k++) { // columns have unit length
    terms += (double)fabsl(it->lambda[k]);
  }
  for (int k = rank - 1; k >= 0; k--) {
    reflect(column_of(it, k), it->head[k], k, nv, it->y);
  }
  divide(it, true, it->y);
  const double known = result->sigma * take_out(it, rank);
  result->size = size_of(it, it->y, &result->body);
  result->allowed = ALLOWED * (DBL_EPSILON * (result->size + terms) + misfit) / known;
  return true;
}

bool independent_accelerations(Independent *it, double *a, IndependentResult *result) {
  const int nv = it->state->system->nv;
  if (!find(it, result)) {
    return false;
  }
  for (int i = 0; i < nv; i++) {
    a[i] = (double)it->y[i];
  }
  return true;
}

double independent_size(const Independent *it, const double *x, int *body) {
  for (int i = 0; i < it->state->system->nv; i++) {
    it->f[i] = (long double)x[i];
  }
  return size_of(it, it->f, body);
}

bool independent_check(Independent *it, const double *a, IndependentResult *result) {
  const int nv = it->state->system->nv;
  if (!find(it, result)) {
    return false;
  }
  for (int i = 0; i < nv; i++) {
    it->f[i] = it->y[i] - (long double)a[i];
  }
  result->off = size_of(it, it->f, &result->body);
  return true;
}
