// SPDX-License-Identifier: BSD-3-Clause
// pairs.h: contacts of every member of one group with every member of another, written out.
//
//   groups: {balls: {members: [a.skin, b.skin]}, tray: {members: [ground.floor]}}
//   contact_pairs: {rest: {between: [balls, tray], stiffness: 1e5}}
//
// become the forces rest_a_ground and rest_b_ground. Like families it works on the tree.
#ifndef MBS_LANGUAGE_EXPAND_PAIRS_H
#define MBS_LANGUAGE_EXPAND_PAIRS_H

#include "language/expand/expansion.h"

// Puts forces in the place of all pairs. What is refused is left out, with its message.
void pairs_expand(Expansion *expansion);

#endif
