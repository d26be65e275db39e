// SPDX-License-Identifier: BSD-3-Clause
// quantity.h: units and dimensions of the rows of quantities.def.
#ifndef MBS_ELEMENTS_FIELDS_QUANTITY_H
#define MBS_ELEMENTS_FIELDS_QUANTITY_H

#include "elements/fields/field.h"
#include "expr/text/dimension.h"

const char *quantity_unit(Quantity quantity);    // such as "kg m^2"; "" for QUANTITY_ANY
Dimension quantity_dimension(Quantity quantity); // dimension_unknown() for QUANTITY_ANY

#endif
