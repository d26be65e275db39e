// SPDX-License-Identifier: BSD-3-Clause
// pair_ends.h: the change of a primitive's rows when its ends are moved in their bodies.
//
// m = (x_i, a_i, x_j, a_j), m' = N v and m'' = N a + n as in pair.h. ds and de are the changes of
// the point s and of the axis e of an end, in body axes. They rotate with the body, so that
//   dm = A (ds, de),   dm' = A (w x ds, w x de),   dn = A (w x (w x ds), w x (w x de))
//   d phi = phi_m dm                     d rate = (H m') dm + phi_m dm'
//   d bias = (d(m'H m')/dm + H n) dm + 2 (H m') dm' + phi_m dn
//   d J = (H dm) N + phi_m dN            H: Hessian of phi; N: [1, -A s~] as in pair.c
// The bodies must keep their shape.
#ifndef MBS_ELEMENTS_PAIRS_PAIR_ENDS_H
#define MBS_ELEMENTS_PAIRS_PAIR_ENDS_H

#include "elements/pairs/pair.h"

// The changes ds and de of one end.
typedef struct PairEnd {
  real s[3], e[3];
} PairEnd;

// Writes the changes of phi, rate, bias, J, gradient and m into *change, for the changes by[2] of
// both ends. Entries of J beyond a body's own velocities are not written.
void MBS_NAME(pair_change_ends)(const PrimitiveKind *primitive, const PairSide side[2],
                                const PairEnd by[2], PairRows *change);

#endif
