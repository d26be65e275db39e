// SPDX-License-Identifier: BSD-3-Clause
// parameter_inside.h: what only the files that implement parameter.h share.
#ifndef MBS_SYSTEM_PARAMETERS_PARAMETER_INSIDE_H
#define MBS_SYSTEM_PARAMETERS_PARAMETER_INSIDE_H

#include "elements/pairs/pair_ends.h"
#include "system/parameters/parameter.h"

// Writes the derivatives of all rows into slope->row.
void parameter_rows(State *state, ParameterSlope *slope);
// Writes those of the rows of relations (relation.h), from d phi to d J.
void parameter_relations(State *state, ParameterSlope *slope);

// Writes the changes of point and axis on a pair of markers. axis: for each marker a column of its
// R, or none.
void parameter_ends(const ParameterSlope *slope, const int marker[2], const Axis axis[2],
                    PairEnd end[2]);

#endif
