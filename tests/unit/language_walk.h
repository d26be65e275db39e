// SPDX-License-Identifier: BSD-3-Clause
// language_walk.h: every field of a language, its tables and their fields below.
#ifndef MBS_TESTS_UNIT_LANGUAGE_WALK_H
#define MBS_TESTS_UNIT_LANGUAGE_WALK_H

#include <stddef.h>

#include "spec/words.h"

typedef void Visit(const Field *fields, const Field *field, void *context);

static inline void walk(const Field *fields, Visit *visit, void *context) {
  for (const Field *field = fields; field->name != NULL; field++) {
    visit(fields, field, context);
    if (field->fields != NULL) {
      walk(field->fields, visit, context);
    }
  }
}

static inline void walk_all(const Language *language, Visit *visit, void *context) {
  walk(language->top, visit, context);
  walk(language->every_item, visit, context);
  for (int t = 0; t < language->table_count; t++) {
    for (int k = 0; k < language->tables[t].count; k++) {
      walk(language->tables[t].kinds[k].fields, visit, context);
    }
  }
}

#endif
