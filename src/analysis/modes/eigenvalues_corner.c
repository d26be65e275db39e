// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues_corner.c: is the state of a linearization on a corner of a force?
//
// A force that bends at the state, as min(limit, k*x) does at the limit, has a slope on each side,
// and the eigenvalues are those of one of them. C and K are evaluated beside the state,
//   q + h T d,  v + h e   and   q - h T d,  v - h e,   h = 1e-9 and 1e-10 of the lengths,
// for arbitrary directions d and e: a corner has the two points on different sides. It shows where
// an entry differs by more than a millionth of its row, and as much with the shorter h; what is
// smooth differs by a tenth then. The accelerations there tell a jump alike. Mechanisms without
// switches have no corners.
#include <math.h>
#include <string.h>

#include "analysis/events/switching.h"
#include "analysis/modes/eigenvalues_inside.h"
#include "system/saddle/project.h"

enum { SIDES = 4 };
static const double BESIDE[SIDES] = {1e-9, -1e-9, 1e-10, -1e-10};
static const double BENT = 1e-6, SAME = 0.5;
static const double NOISE = 1e-9; // of the largest entry

// Matrices and accelerations of one side.
typedef struct Side {
  double *C, *K, *a;
} Side;

static bool look(Linear *run, const double *direction, double h, double *dq, const Spectrum *room,
                 Side *side) {
  State *state = run->state;
  const System *system = state->system;
  const int nv = system->nv;
  for (int i = 0; i < nv; i++) {
    state->v[i] = h * direction[i] * state->unit[i];
  }
  state_set_velocity(state, state->v);
  state_rate(state, state->v, dq);
  for (int i = 0; i < system->nq; i++) {
    state->q[i] = run->q[i] + dq[i];
  }
  for (int i = 0; i < nv; i++) {
    state->v[i] = run->v[i] + h * direction[nv + i] * state->unit[i];
  }
  project_normalise(system, state->q);
  state_set(state, run->out->t, state->q, state->v);
  if (!linearize_at(&run->linearization, room->M, side->C, side->K, room->J)) {
    return false;
  }
  memcpy(side->a, run->linearization.a, (size_t)nv * sizeof(double));
  return true;
}

// The largest difference between two matrices in row i (nv x columns, column-major); *size: the
// largest entry of either.
static double apart_in_row(const State *state, int columns, const double *A, const double *B, int i,
                           double *size) {
  const int nv = state->system->nv;
  double apart = 0;
  *size = 0;
  for (int j = 0; j < columns; j++) {
    const double a = A[(long)j * nv + i] * state->unit[j];
    const double b = B[(long)j * nv + i] * state->unit[j];
    *size = fmax(*size, fmax(fabs(a), fabs(b)));
    apart = fmax(apart, fabs(a - b));
  }
  return apart;
}

// The first row that bends, or -1. A: the matrix on each side.
static int bent_row(const State *state, int columns, const double *const A[SIDES]) {
  double largest = 0, size;
  for (int i = 0; i < state->system->nv; i++) {
    (void)apart_in_row(state, columns, A[0], A[1], i, &size);
    largest = fmax(largest, size);
  }
  for (int i = 0; i < state->system->nv; i++) {
    const double near = apart_in_row(state, columns, A[2], A[3], i, &size);
    const double far = apart_in_row(state, columns, A[0], A[1], i, &size);
    if (near > BENT * size && near > NOISE * largest && near > SAME * far) {
      return i;
    }
  }
  return -1;
}

static void tell(Linear *run, int row) {
  const System *system = run->state->system;
  int body = 0;
  while (row < system->bodies[body].v || row >= system->bodies[body].v + system->bodies[body].nv) {
    body++;
  }
  Diag *warnings = &run->result->warnings;
  diag_at(warnings, DIAG_LINEAR_CORNER, run->result->analysis->origin,
          "a force on body \"%s\" has a kink or a jump at this state: the eigenvalues are valid on "
          "one side of it only",
          system->bodies[body].name);
  diag_hint(warnings, "linearize at a state slightly to one side, or make the force smooth there; "
                      "kinks come from min, max, abs, if, a table with linear interpolation, a "
                      "stop or a contact that is just touching");
}

// Fills the sides. False when memory ran out; *found: all of them could be evaluated.
static bool look_around(Linear *run, Side sides[SIDES], bool *found) {
  const System *system = run->state->system;
  const int nv = system->nv, square = nv * nv;
  Spectrum room;
  double *direction, *dq;
  unsigned seed = 2718;
  if (!arena_doubles(run->arena, square, &room.M) ||
      !arena_doubles(run->arena, nv * system->nc, &room.J) ||
      !arena_doubles(run->arena, 2 * nv, &direction) ||
      !arena_doubles(run->arena, system->nq, &dq)) {
    return false;
  }
  for (int i = 0; i < 2 * nv; i++) {
    seed = seed * 1664525U + 1013904223U;
    direction[i] = (double)(seed >> 8) / 8388608.0 - 1;
  }
  *found = true;
  for (int k = 0; *found && k < SIDES; k++) {
    if (!arena_doubles(run->arena, square, &sides[k].C, &sides[k].K) ||
        !arena_doubles(run->arena, nv, &sides[k].a)) {
      return false;
    }
    *found = look(run, direction, BESIDE[k], dq, &room, &sides[k]);
  }
  return true;
}

bool linear_look_for_corners(Linear *run) {
  State *state = run->state;
  if (!switching_needed(state->system)) {
    return true;
  }
  const ArenaMark mark = arena_mark(run->arena);
  Side sides[SIDES];
  bool found = false;
  int row = -1;
  const bool ok = look_around(run, sides, &found);
  if (ok && found) {
    const double *const K[SIDES] = {sides[0].K, sides[1].K, sides[2].K, sides[3].K};
    const double *const C[SIDES] = {sides[0].C, sides[1].C, sides[2].C, sides[3].C};
    const double *const a[SIDES] = {sides[0].a, sides[1].a, sides[2].a, sides[3].a};
    const int nv = state->system->nv;
    row = bent_row(state, nv, K);
    row = row >= 0 ? row : bent_row(state, nv, C);
    row = row >= 0 ? row : bent_row(state, 1, a);
  }
  state_set(state, run->out->t, run->q, run->v);
  arena_release(run->arena, mark); // before words, which stay
  if (row >= 0) {
    tell(run, row);
  }
  return ok;
}
