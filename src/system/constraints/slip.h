// SPDX-License-Identifier: BSD-3-Clause
// slip.h: velocities between bodies at a point as what relations hold (elements/pairs/slip.h).
//
// Derivatives by coordinates, velocities and numbers of the file are those of the very same
// formulas over complex numbers (base/real.h): exact to the last bits.
#ifndef MBS_SYSTEM_CONSTRAINTS_SLIP_H
#define MBS_SYSTEM_CONSTRAINTS_SLIP_H

#include "system/constraints/slip_slope.h"
#include "system/mechanism/point.h"

// Of coordinate c at the present point: into its term, up to a level.
void slip_rows(State *state, int c, PairLevel level);

// As pair_derivatives for its row with a multiplier.
void slip_derivatives(const State *state, int c, double multiplier, PairDerivatives *out);

// The place of contact, ground axes.
void slip_point(const State *state, int c, double point[3]);

// Changes of the markers (s, R of both) and of the sizes of the shape do this to phi, rate, bias
// and J.
void slip_change(const State *state, int c, const SlipMarkers *by, PairRows *change);

#endif
