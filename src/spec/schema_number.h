// SPDX-License-Identifier: BSD-3-Clause
// schema_number.h: the schema of a number, by its range.
#ifndef MBS_SPEC_SCHEMA_NUMBER_H
#define MBS_SPEC_SCHEMA_NUMBER_H

#include "elements/field.h"

// The definition that a number of this range refers to.
const char *schema_number_reference(Range range);

#endif
