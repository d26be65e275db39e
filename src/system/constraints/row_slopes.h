// SPDX-License-Identifier: BSD-3-Clause
// row_slopes.h: derivatives of constraint rows with respect to positions and velocities.
//
//   phi_q,  (J v + Phi_t)_q,  (J a + c)_q   [1 x coordinates of a body]
//   (J a + c)_v                             [1 x velocities of a body]
//   (J' lambda)_q                           [velocities of a body x coordinates of a body]
//
// The derivatives of a part come from pair.c. Those of a relation come from its coordinates c_k
// (relation.h): f_k and f_kl are the first and second derivatives of phi with respect to the c_k,
// f' and f'' are time derivatives along the motion, and a subscript q after a comma is a derivative
// with respect to q.
//   phi_q     = sum f_k c_k,q               (J v + f_t)_q = sum f_k' c_k,q + f_k (c_k')_q
//   (phi'')_q = sum f_k'' c_k,q + 2 f_k' (c_k')_q + f_k (c_k'')_q
//   (phi'')_v = sum 2 f_k' J_k + f_k (c_k'')_v
//   (J' lambda)_q = lambda (sum f_k (J_k')_q + sum f_kl J_k' c_l,q)
// A relation of rates alone has F(t, c, u), linear in u, with f_k = dF/du_k and F_l = dF/dc_l. All
// its rows are one level lower:
//   phi_q = 0,  (J v + F_t)_q = sum f_k (u_k)_q + F_l c_l,q
//   (F')_q = sum f_k (u_k')_q + f_k' (u_k)_q + F_l (c_l')_q + F_l' c_l,q
//   (F')_v = sum f_k (u_k')_v + f_k' J_k + F_l J_l
// Parts and relations use the same arrays: [row][side][..] and [side][velocity][side][coordinate].
// The sides of a part are its two markers; those of a relation are its ends (RowEnd.side). The
// matrices of all formulations and of small motions are sums of these derivatives (linear_form.h).
#ifndef MBS_SYSTEM_CONSTRAINTS_ROW_SLOPES_H
#define MBS_SYSTEM_CONSTRAINTS_ROW_SLOPES_H

#include "system/constraints/rows.h"

typedef struct RowSlopes {
  int sides;
  const double *phi_q, *rate_q, *second_q; // [rows][sides][BODY_Q]
  const double *second_v;                  // [rows][sides][BODY_V]
  const double *force_q;                   // [sides][BODY_V][sides][BODY_Q]
  PairDerivatives pair;                    // memory of these numbers for a part
} RowSlopes;

// The derivatives of row i and the rows that follow with the same ends (rows_alike), after
// state_prepare_derivatives. lambda [nc]; NULL: all zero, where only the positions of entries are
// wanted. The numbers of a relation stand in the state, and are valid until the next call.
void row_slopes(State *state, int i, const double *lambda, RowSlopes *out);

// The same, but only force_q is written.
void row_slopes_of_force(State *state, int i, const double *lambda, RowSlopes *out);

// The BODY_Q numbers of row i + r at an end. of: phi_q, rate_q or second_q.
static inline const double *row_slopes_q(const RowSlopes *slopes, const double *of, int r,
                                         const RowEnd *end) {
  return of + (r * slopes->sides + end->side) * BODY_Q;
}
// The BODY_V numbers of row i + r at an end: of second_v.
static inline const double *row_slopes_v(const RowSlopes *slopes, int r, const RowEnd *end) {
  return slopes->second_v + (r * slopes->sides + end->side) * BODY_V;
}
// The BODY_Q numbers of force_q: velocity k of the body at end `on`, with respect to the
// coordinates of the body at end `by`.
static inline const double *row_slopes_force(const RowSlopes *slopes, const RowEnd *on, int k,
                                             const RowEnd *by) {
  return slopes->force_q + ((on->side * BODY_V + k) * slopes->sides + by->side) * BODY_Q;
}

// Allocates memory for the relation with the most ends. False when memory ran out.
bool row_slopes_open(State *state, Arena *arena);

#endif
