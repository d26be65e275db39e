// SPDX-License-Identifier: BSD-3-Clause
// channel_unit.c: the unit of what an expression writes (see channel_unit.h).
//
// kg m^2/s^2 is a joule or a newton metre: an expression is in the unit of the first measure in it
// that has the dimensions of the whole.
#include "model/channel_unit.h"

#include <string.h>

#include "elements/fields/quantity.h"

static Quantity quantity_of(const Model *model, const Symbol *symbol) {
  return symbol->kind == SYMBOL_MEASURE ? model->measures[symbol->index].kind->unit : QUANTITY_ANY;
}

const char *channel_unit(const Model *model, int number, Arena *arena) {
  const Program *program = &model->numbers[number].program;
  const Dimension whole = program->dimension;
  char text[64];
  if (program->count == 1 && program->input_count == 1) {
    const char *own = quantity_unit(quantity_of(model, &program->inputs[0]));
    if (own[0] != '\0') {
      return own;
    }
  }
  if (!whole.known) {
    return "";
  }
  const bool pure = dimension_equal(whole, dimension_make(0, 0, 0));
  for (int k = 0; k < program->input_count && !pure; k++) {
    const Quantity quantity = quantity_of(model, &program->inputs[k]);
    const Dimension dimension = quantity_dimension(quantity);
    if (dimension.known && dimension_equal(dimension, whole)) {
      return quantity_unit(quantity);
    }
  }
  dimension_text(whole, text, sizeof text);
  const char *copy = arena_copy(arena, text, strlen(text));
  return copy == NULL ? "" : copy;
}
