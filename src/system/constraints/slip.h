// SPDX-License-Identifier: BSD-3-Clause
// slip.h: velocities between bodies at a point (elements/pairs/slip.h) as coordinates of relations.
//
// Derivatives with respect to coordinates, velocities and numbers of the file come from the same
// formulas over complex numbers (base/real.h). They are exact to the last bits.
#ifndef MBS_SYSTEM_CONSTRAINTS_SLIP_H
#define MBS_SYSTEM_CONSTRAINTS_SLIP_H

#include "system/constraints/slip_slope.h"
#include "system/mechanism/point.h"

// Evaluates the row of coordinate c at the present point up to a level, in its RelationTerm.
void slip_rows(State *state, int c, PairLevel level);

// The derivatives of this row, as pair_derivatives; multiplier: of the row.
void slip_derivatives(const State *state, int c, double multiplier, PairDerivatives *out);

// The point of contact [m], ground axes.
void slip_point(const State *state, int c, double point[3]);

// Changes of phi, rate, bias and J with changes of both markers (s, R) and of the sizes of the
// shape.
void slip_change(const State *state, int c, const SlipMarkers *by, PairRows *change);

#endif
