// SPDX-License-Identifier: BSD-3-Clause
// quantity.h: what the rows of quantities.def mean.
#ifndef MBS_ELEMENTS_FIELDS_QUANTITY_H
#define MBS_ELEMENTS_FIELDS_QUANTITY_H

#include "elements/fields/field.h"
#include "expr/text/dimension.h"

const char *quantity_unit(Quantity quantity);    // "kg m^2"; "" for any quantity
Dimension quantity_dimension(Quantity quantity); // unknown for any quantity

#endif
