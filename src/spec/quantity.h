// SPDX-License-Identifier: BSD-3-Clause
// quantity.h: what the rows of quantities.def mean.
#ifndef MBS_SPEC_QUANTITY_H
#define MBS_SPEC_QUANTITY_H

#include "expr/dimension.h"
#include "spec/field.h"

const char *quantity_word(Quantity quantity);    // "a moment of inertia"
const char *quantity_unit(Quantity quantity);    // "kg m^2"; "" for any quantity
Dimension quantity_dimension(Quantity quantity); // unknown for any quantity

#endif
