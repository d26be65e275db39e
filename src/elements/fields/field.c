// SPDX-License-Identifier: BSD-3-Clause
// field.c: what a row of a field table takes (see field.h).
#include "elements/fields/field.h"

#include <math.h>
#include <string.h>

enum { SPACE_NUMBERS = 3 };

static const FieldTypeRow types[] = {
#define TYPE(symbol, shape, expected, page, brief) {SHAPE_##shape, expected, page, brief},
#include "elements/fields/field_types.def"
#undef TYPE
};

static const RangeRow ranges[] = {
#define RANGE(symbol, least, open, greatest, schema, word, must, page, brief)                      \
  {least, open, greatest, schema, word, must, page, brief},
#include "elements/fields/ranges.def"
#undef RANGE
};

const FieldTypeRow *field_type_row(FieldType type) {
  return &types[type];
}

const RangeRow *field_range_row(Range range) {
  return &ranges[range];
}

bool field_in_range(double value, Range range) {
  const RangeRow *row = &ranges[range];
  return (row->open ? value > row->least : value >= row->least) && value <= row->greatest;
}

bool field_says_number(const char *statement) {
  const char *colon = strchr(statement, ':');
  return colon != NULL && strcmp(colon, ": a number") == 0;
}

int field_numbers(const Field *field) {
  if (field->type == FIELD_VECTOR) {
    return field->size == 0 ? SPACE_NUMBERS : field->size;
  }
  if (field->type == FIELD_MATRIX) {
    return field_rows(field) * field_rows(field);
  }
  return field->type == FIELD_NUMBER ? 1 : 0;
}

int field_rows(const Field *field) {
  return field->size == 0 ? SPACE_NUMBERS : field->size;
}

Quantity field_quantity(const Field *field, int k) {
  if (field->blocks == NULL) {
    return field->quantity;
  }
  const int rows = field_rows(field), half = rows / 2;
  return field->blocks[(k / rows >= half) + (k % rows >= half)];
}
