// SPDX-License-Identifier: BSD-3-Clause
// tree_reaction.h: the reactions of a tree as the multipliers of its joints' constraint rows.
//
//   J' lambda = -R      R: force and torque that the joint exerts on the link's body
// J are the columns of the joint's rows on that body. They are independent, and R is in their span:
// the part of R along the joint's freedoms is zero.
#ifndef MBS_SYSTEM_TREE_TREE_REACTION_H
#define MBS_SYSTEM_TREE_TREE_REACTION_H

#include "system/state/state.h"
#include "system/tree/tree.h"

// lambda [nc] of the system from the reactions rt, rf of the links (tree_react), with the state's
// rows of the same point.
void tree_multipliers(const Tree *tree, const State *state, const double *v_rate, double *lambda);

// x := the least squares solution of sum_k x_k S_k = b for n <= 6 independent columns S_k.
void tree_least_squares(const double (*S)[6], int n, const double b[6], double *x);

#endif
