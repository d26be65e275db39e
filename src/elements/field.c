// SPDX-License-Identifier: BSD-3-Clause
// field.c: what a row of a field table takes (see field.h).
#include "elements/field.h"

enum { MATRIX_NUMBERS = 9, SPACE_NUMBERS = 3 };

int field_numbers(const Field *field) {
  switch (field->type) {
  case FIELD_NUMBER:
    return 1;
  case FIELD_VECTOR:
    return field->size == 0 ? SPACE_NUMBERS : field->size;
  case FIELD_MATRIX:
    return MATRIX_NUMBERS;
  case FIELD_LIST:
  case FIELD_MARKER:
  case FIELD_BODY:
  case FIELD_JOINT:
  case FIELD_FRAME:
  case FIELD_ANALYSIS:
  case FIELD_WORD:
  case FIELD_WORDS:
  case FIELD_BOOLEAN:
  case FIELD_INTEGER:
  case FIELD_TEXT:
  case FIELD_FILE:
  case FIELD_FILES:
  case FIELD_CHANNEL:
  case FIELD_MAP:
  case FIELD_COLLECTION:
  case FIELD_NUMBERS:
  case FIELD_ELEMENTS:
    break;
  }
  return 0;
}
