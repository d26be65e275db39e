// SPDX-License-Identifier: BSD-3-Clause
// pair_ends.h: how the rows of a primitive change with where its ends are fixed in their bodies.
//
// With m = (x_i, a_i, x_j, a_j), m' = N v and m'' = N a + n as in pair.h, and the change of the
// point s and the axis e of each end, which turns like them:
//   dm = A (ds, de),   dm' = A (w x ds, w x de),   dn = A (w x (w x ds), w x (w x de))
//   d phi = phi_m dm                     d rate = (H m') dm + phi_m dm'
//   d bias = (d(m'H m')/dm + H n) dm + 2 (H m') dm' + phi_m dn
//   d J = (H dm) N + phi_m dN            N: [1, -A s~] as in pair.c
// Bodies keep their shape.
#ifndef MBS_ELEMENTS_PAIRS_PAIR_ENDS_H
#define MBS_ELEMENTS_PAIRS_PAIR_ENDS_H

#include "elements/pairs/pair.h"

// Change of the point and of the axis of one end, body axes.
typedef struct PairEnd {
  real s[3], e[3];
} PairEnd;

// Fills phi, rate, bias, J, gradient and m of *change; entries of J beyond a body's own velocities
// are not written.
void MBS_NAME(pair_change_ends)(const PrimitiveKind *primitive, const PairSide side[2],
                                const PairEnd by[2], PairRows *change);

#endif
