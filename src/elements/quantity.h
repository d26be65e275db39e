// SPDX-License-Identifier: BSD-3-Clause
// quantity.h: what the rows of quantities.def mean.
#ifndef MBS_ELEMENTS_QUANTITY_H
#define MBS_ELEMENTS_QUANTITY_H

#include "elements/field.h"
#include "expr/dimension.h"

const char *quantity_unit(Quantity quantity);    // "kg m^2"; "" for any quantity
Dimension quantity_dimension(Quantity quantity); // unknown for any quantity

#endif
