// SPDX-License-Identifier: BSD-3-Clause
// tree_equations.h: the Equations of an open mechanism in joint coordinates.
//
//   y = (q, v) of the joints (tree.h):  q' = T(q) v,  v' from articulated bodies; no constraints
// Everybody else reads the coordinates of the bodies (EquationsKind.show), so that measures,
// forces, events, energies and results do not know which form of the equations moves them. Errors
// are measured there, too: as what an error of y moves all bodies by, against their own tolerances.
// A tolerance of the angles themselves would be another promise: the angle of the first hinge moves
// a tip that is far away.
#ifndef MBS_SYSTEM_TREE_TREE_EQUATIONS_H
#define MBS_SYSTEM_TREE_TREE_EQUATIONS_H

#include "integrators/equations.h"
#include "system/state/state.h"

// The equations of a state's mechanism without an obstacle (tree_compile.h). NULL when memory ran
// out.
Equations *tree_equations_open(State *state, Arena *arena);

#endif
