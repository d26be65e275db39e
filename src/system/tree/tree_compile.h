// SPDX-License-Identifier: BSD-3-Clause
// tree_compile.h: a mechanism as a tree, and what keeps one from being one.
#ifndef MBS_SYSTEM_TREE_TREE_COMPILE_H
#define MBS_SYSTEM_TREE_TREE_COMPILE_H

#include "integrators/equations.h"
#include "system/state/state.h"
#include "system/tree/tree.h"

// Why joint coordinates do not hold this mechanism, and the element that is the reason; NULL: they
// do. Every body then hangs on at most one joint, and every joint leaves a sequence of elementary
// freedoms.
const char *tree_obstacle(const State *state, Owner *at);

// Lists the links of a mechanism without an obstacle: what hangs on the ground first, breadth
// first, in the order of the file. A body that no joint ties to the ground floats, and carries what
// hangs on it. NULL when memory ran out.
Tree *tree_compile(const System *system, Arena *arena);
// Copies the geometry and the masses of the state, which depend on parameters.
void tree_refresh(Tree *tree, const State *state);

#endif
