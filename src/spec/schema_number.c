// SPDX-License-Identifier: BSD-3-Clause
// schema_number.c: the schema of a number, by its range.
#include "spec/schema_number.h"

const char *schema_number_reference(Range range) {
  switch (range) {
  case RANGE_POSITIVE:
    return "#/definitions/positive_number";
  case RANGE_NOT_NEGATIVE:
    return "#/definitions/not_negative_number";
  case RANGE_TOLERANCE:
    return "#/definitions/tolerance";
  case RANGE_AT_LEAST_ONE:
    return "#/definitions/number_from_one";
  case RANGE_AT_LEAST_HALF:
    return "#/definitions/number_from_half";
  case RANGE_ZERO_TO_ONE:
    return "#/definitions/number_from_zero_to_one";
  case RANGE_MINUS_THIRD_TO_ZERO:
    return "#/definitions/number_from_minus_third_to_zero";
  case RANGE_ANY:
    break;
  }
  return "#/definitions/number";
}
