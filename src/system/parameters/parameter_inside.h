// SPDX-License-Identifier: BSD-3-Clause
// parameter_inside.h: what the files of parameter.h share. Nobody else looks.
#ifndef MBS_SYSTEM_PARAMETERS_PARAMETER_INSIDE_H
#define MBS_SYSTEM_PARAMETERS_PARAMETER_INSIDE_H

#include "elements/pairs/pair_ends.h"
#include "system/parameters/parameter.h"

// All rows into slope->row.
void parameter_rows(State *state, ParameterSlope *slope);
// Rows of relations (relation.h) into slope->row: d phi .. d J.
void parameter_relations(State *state, ParameterSlope *slope);

// Change of the ends of a pair of markers; axis: of each, a column of its R.
void parameter_ends(const ParameterSlope *slope, const int marker[2], const Axis axis[2],
                    PairEnd end[2]);

#endif
