// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h: one analysis of type equilibrium: a pose at which all forces are in balance.
//
//   J(q)' lambda = Q(0, q, 0),  Phi(q) = 0
//
// with coordinates q, applied forces Q(t, q, v), constraints Phi, their Jacobian J and multipliers
// lambda. The pose is found by Newton's method with a line search (KINSOL), or by relaxation where
// that fails. A few plain Newton steps then reduce the residual to round-off. The eigenvalues at
// the pose determine whether it is stable.
#ifndef MBS_ANALYSIS_EQUILIBRIUM_EQUILIBRIUM_H
#define MBS_ANALYSIS_EQUILIBRIUM_EQUILIBRIUM_H

#include <stdbool.h>

#include "analysis/interface/input.h"

// Runs the analysis that result->analysis names from the state's present pose and leaves the state
// at the equilibrium. Fills the result (one row, at t = 0), also with a failure of the solution.
// Returns false only when memory ran out or a file of a check cannot be read (diag).
bool equilibrium_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag);

#endif
