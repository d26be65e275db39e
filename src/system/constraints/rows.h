// SPDX-License-Identifier: BSD-3-Clause
// rows.h: the constraint rows of joints and relations as one list: J x, J' lambda, phi, rate, bias.
//
//   row i:  phi_i,  rate_i = J_i v + Phi_t,  phi_i'' = J_i a + bias_i
//
// J_i [1 x nv] consists of blocks J_ib, one for each body b that row i moves: the ends of the row.
// A part of a joint has up to three rows; a motion, a coupler or a point on a curve has one.
//
// All numbers of all rows stand in one array, State.row. The rows of parts stand where pair.c
// writes them (one PairRows after the other). The rows of relations follow, where relation.c sums
// up their coordinates. SystemRow and RowEnd hold the indices, in compressed row storage:
//
//   State.row  [ PairRows of part 0 | PairRows of part 1 | .. | phi . . rate . . bias . . J J .. ]
//   rows[i]    phi: at      rate: at + ROW_RATE      bias: at + ROW_BIAS
//   ends[e]    J [nv]: ends[e].at      velocities: from v on      e: first_end .. end - 1
//
// So nothing is copied, and a function that only needs J need not distinguish joints from
// relations. A copy of the array holds the rows of another point. SystemRow names the part or the
// relation for functions that need the meaning of a row (reactions, laws, round-off).
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

// Lists all rows and their ends, once joints and relations are listed. False when memory ran out.
bool rows_compile(System *system, Arena *arena);

// Row i is the first row of a part or a relation: the number of rows of that part, or 1.
int rows_alike(const System *system, int i);

// phi, rate and bias of row i at the present point. They are valid up to State.rows_level.
static inline double row_phi(const State *state, int i) {
  return state->row[state->system->rows[i].at];
}
static inline double row_rate(const State *state, int i) {
  return state->row[state->system->rows[i].at + ROW_RATE];
}
static inline double row_bias(const State *state, int i) {
  return state->row[state->system->rows[i].at + ROW_BIAS];
}

// sum + J x of one end.
MBS_SIZED double row_add_product(double sum, const double *J, const double *x, int nv) {
  for (int k = 0; k < nv; k++) {
    sum += J[k] * x[k];
  }
  return sum;
}

// sum + J_i x. numbers: State.row, or its copy of another point. Most bodies have three or six
// velocities: with constant lengths their loops are unrolled.
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

// J_i M^-1 J_i'; the part in it of the body at one end.
double row_stiffness(const State *state, int i);
double row_share(const State *state, const RowEnd *end);

// out[nc] = J x.
void rows_times(const State *state, const double *x, double *out);
// out[nv] += factor J' lambda.
void rows_add_forces(const State *state, double factor, const double *lambda, double *out);

// to[nc] := factor times phi (which = 0), rate (ROW_RATE) or bias (ROW_BIAS) of all rows.
void rows_copy(const State *state, int which, double factor, double *to);

// to[nc] := -phi (which = 0) or -rate (ROW_RATE). Returns the largest absolute value, each divided
// by its unit (State.row_unit); NaN when one is NaN.
double rows_oppose(const State *state, int which, double *to);

// Euclidean norms of phi, rate and J a + bias over all rows, each divided by State.row_size: in
// metres or radians. part: the norm of phi divided by row_size and row_unit.
typedef struct RowNorms {
  double position, part, velocity, acceleration;
} RowNorms;

// a: accelerations [nv]; NULL: the norm of accelerations is 0.
RowNorms rows_norms(const State *state, const double *a);

#endif
