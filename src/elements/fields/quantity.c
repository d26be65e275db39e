// SPDX-License-Identifier: BSD-3-Clause
// quantity.c: the table of quantities, expanded.
#include "elements/fields/quantity.h"

enum { UNKNOWN_EXPONENT = 99 };

typedef struct QuantityRow {
  const char *unit;
  int length, mass, time;
} QuantityRow;

static const QuantityRow rows[QUANTITY_COUNT] = {
#define QUANTITY(symbol, length, mass, time, unit) {unit, length, mass, time},
#include "elements/fields/quantities.def"
#undef QUANTITY
};

const char *quantity_unit(Quantity quantity) {
  return rows[quantity].unit;
}

Dimension quantity_dimension(Quantity quantity) {
  const QuantityRow *row = &rows[quantity];
  if (row->length == UNKNOWN_EXPONENT) {
    return dimension_unknown();
  }
  return dimension_make(row->length, row->mass, row->time);
}
