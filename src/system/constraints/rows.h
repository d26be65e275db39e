// SPDX-License-Identifier: BSD-3-Clause
// rows.h: the constraint rows as one list, whosever they are: J x, J' lambda, phi, rate, bias.
//
//   row i:  phi_i,  rate_i = J_i v + Phi_t,  phi_i'' = J_i a + bias_i,   J_i = (.. J_ib ..)  [1 x
//   nv]
//
// A part of a joint has up to three rows, a motion, a coupler or a point on a curve one. All their
// numbers stand in one array, State.row: those of parts where pair.c leaves them (PairRows one
// after another), those of relations behind them, where relation.c sums up its coordinates. A
// SystemRow says where, and its ends are the bodies that move with it, each once, in CSR form:
//
//   State.row   [ PairRows of part 0 | PairRows of part 1 | .. | phi . . rate . . bias . . J J .. |
//   .. ] rows[i]       at -> phi, at + ROW_RATE -> rate, at + ROW_BIAS -> bias ends[e]       e =
//   rows[i].first_end .. rows[i].end:  J [nv] at ends[e].at, for velocities from v on
//
// so that nothing is copied, and nobody who only needs J asks whose row it is. A copy of the array
// is the rows of another point. Who asks what a row means (reactions, laws, round-off) finds its
// part or its relation in SystemRow.
#ifndef MBS_SYSTEM_CONSTRAINTS_ROWS_H
#define MBS_SYSTEM_CONSTRAINTS_ROWS_H

#include <stddef.h>

#include "base/hot.h"
#include "system/mechanism/point.h"

enum {
  ROW_RATE = offsetof(PairRows, rate) / sizeof(double),
  ROW_BIAS = offsetof(PairRows, bias) / sizeof(double),
  ROW_J = offsetof(PairRows, J) / sizeof(double),
  ROW_STRIDE = 2 * BODY_V, // from J of a part's row to that of its next one
  ROW_PART = sizeof(PairRows) / sizeof(double)
};

// Lists all rows and their ends, behind joints and relations. Returns false when memory ran out.
bool rows_compile(System *system, Arena *arena);

// Row i is the first of so many with the same ends: those of a part, or one.
int rows_alike(const System *system, int i);

// Of row i at the present point, as far as rows_level goes.
static inline double row_phi(const State *state, int i) {
  return state->row[state->system->rows[i].at];
}
static inline double row_rate(const State *state, int i) {
  return state->row[state->system->rows[i].at + ROW_RATE];
}
static inline double row_bias(const State *state, int i) {
  return state->row[state->system->rows[i].at + ROW_BIAS];
}

// sum + J x of one end; bodies have two, three or six velocities.
MBS_SIZED double row_add_product(double sum, const double *J, const double *x, int nv) {
  for (int k = 0; k < nv; k++) {
    sum += J[k] * x[k];
  }
  return sum;
}

// sum + J_i x; numbers: State.row, or a copy of those of another point.
static inline double row_add_times(double sum, const System *system, const double *numbers, int i,
                                   const double *x) {
  const RowEnd *end = system->ends + system->rows[i].first_end;
  for (const RowEnd *last = system->ends + system->rows[i].end; end < last; end++) {
    sum = end->nv == 3   ? row_add_product(sum, numbers + end->at, x + end->v, 3)
          : end->nv == 6 ? row_add_product(sum, numbers + end->at, x + end->v, 6)
                         : row_add_product(sum, numbers + end->at, x + end->v, end->nv);
  }
  return sum;
}

// J_i x at the present point.
static inline double row_times(const State *state, int i, const double *x) {
  return row_add_times(0, state->system, state->row, i, x);
}

// out[nv] += factor J_i'.
void row_add_forces(const State *state, int i, double factor, double *out);

// J_i M^-1 J_i', and the share in it of the body at one end.
double row_stiffness(const State *state, int i);
double row_share(const State *state, const RowEnd *end);

// out[nc] = J x.
void rows_times(const State *state, const double *x, double *out);
// out[nv] += factor J' lambda.
void rows_add_forces(const State *state, double factor, const double *lambda, double *out);

// to[nc] := factor times phi, rate or bias of all rows; which: 0, ROW_RATE, ROW_BIAS.
void rows_copy(const State *state, int which, double factor, double *to);

// to[nc] := minus phi or rate (which: 0 or ROW_RATE). Returns the largest of them in its unit
// (State.row_weight), not a number when one is not.
double rows_oppose(const State *state, int which, double *to);

// Norms of all rows at the present point, in metres or radians (of relations: of the coordinate
// that counts most at the start); part: with each row by the length of its group.
typedef struct RowNorms {
  double position, part, velocity, acceleration;
} RowNorms;

// a: accelerations, or NULL when those of the rows do not count.
RowNorms rows_norms(const State *state, const double *a);

#endif
