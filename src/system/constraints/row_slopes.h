// SPDX-License-Identifier: BSD-3-Clause
// row_slopes.h: derivatives of constraint rows by positions and velocities, whosever they are.
//
//   phi_q,  (J v + Phi_t)_q,  (J a + c)_q,  (J a + c)_v   [1 x coordinates of one body]
//   (J' lambda)_q                                          [velocities of one x coordinates of
//   another]
//
// Those of a part come from pair.c, those of a relation from its coordinates c_k (relation.h), with
// f' and f'' the time derivatives of the gradient f along the motion:
//   phi_q     = sum f_k c_k,q               (J v + f_t)_q = sum f_k' c_k,q + f_k (c_k')_q
//   (phi'')_q = sum f_k'' c_k,q + 2 f_k' (c_k')_q + f_k (c_k'')_q
//   (phi'')_v = sum 2 f_k' J_k + f_k (c_k'')_v
//   (J' lambda)_q = lambda (sum f_k (J_k')_q + sum f_kl J_k' c_l,q)
// Of a relation of rates alone, F(t, c, u) linear in u, with f = F_u and everything a level lower:
//   phi_q = 0,  (J v + F_t)_q = sum f_k (u_k)_q + F_l c_l,q
//   (F')_q = sum f_k (u_k')_q + f_k' (u_k)_q + F_l (c_l')_q + F_l' c_l,q
//   (F')_v = sum f_k (u_k')_v + f_k' J_k + F_l J_l
// Both stand in the same arrays: [row][side][..] and [side][velocity][side][coordinate], where the
// sides of a part are its two markers and those of a relation its ends (RowEnd.side). The matrices
// of all formulations and of small motions are sums of them, in one walk.
#ifndef MBS_SYSTEM_CONSTRAINTS_ROW_SLOPES_H
#define MBS_SYSTEM_CONSTRAINTS_ROW_SLOPES_H

#include "system/constraints/rows.h"

typedef struct RowSlopes {
  int sides;
  const double *phi_q, *rate_q, *second_q; // [rows][sides][BODY_Q]
  const double *second_v;                  // [rows][sides][BODY_V]
  const double *force_q;                   // [sides][BODY_V][sides][BODY_Q]
  PairDerivatives pair;                    // of a part
} RowSlopes;

// Of row i and those alike (rows_alike), at the point where state_prepare_derivatives put the
// accelerations. lambda: of all rows, or NULL: all zero, where only places are wanted. The numbers
// of a relation stand in the state until the next call.
void row_slopes(State *state, int i, const double *lambda, RowSlopes *out);

// Likewise force_q alone; all others are not written.
void row_slopes_of_force(State *state, int i, const double *lambda, RowSlopes *out);

// BODY_Q numbers of row r (counted from i) at an end: of phi_q, rate_q or second_q.
static inline const double *row_slopes_q(const RowSlopes *slopes, const double *of, int r,
                                         const RowEnd *end) {
  return of + (r * slopes->sides + end->side) * BODY_Q;
}
static inline const double *row_slopes_v(const RowSlopes *slopes, int r, const RowEnd *end) {
  return slopes->second_v + (r * slopes->sides + end->side) * BODY_V;
}
// BODY_Q numbers of velocity k of the body at one end by the coordinates of that at another.
static inline const double *row_slopes_force(const RowSlopes *slopes, const RowEnd *on, int k,
                                             const RowEnd *by) {
  return slopes->force_q + ((on->side * BODY_V + k) * slopes->sides + by->side) * BODY_Q;
}

// Room for the relation with the most ends. Returns false when memory ran out.
bool row_slopes_open(State *state, Arena *arena);

#endif
