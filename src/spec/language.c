// SPDX-License-Identifier: BSD-3-Clause
// language.c: looking things up in the tables of the language.
#include "spec/language.h"

#include <string.h>

#include "base/text.h"
#include "spec/words.h"

bool language_visible(const Field *field, int space) {
  return field->spaces == 0 || (field->spaces & space) != 0;
}

// Whether "file" or "formulation: baumgarte" can hold.
static bool can_hold(const Field *fields, const char *condition) {
  const char *colon = strchr(condition, ':');
  const size_t length = colon == NULL ? strlen(condition) : (size_t)(colon - condition);
  for (const Field *field = fields; field->name != NULL; field++) {
    if (strncmp(field->name, condition, length) != 0 || field->name[length] != '\0') {
      continue;
    }
    for (int k = 0; colon != NULL && field->choices != NULL && field->choices[k] != NULL; k++) {
      if (strcmp(field->choices[k], colon + 2) == 0) {
        return true;
      }
    }
    return colon == NULL || (field_says_number(condition) && field->type == FIELD_NUMBER);
  }
  return false;
}

bool language_reachable(const Field *fields, const Field *field) {
  bool reachable = field->with == NULL;
  for (int k = 0; !reachable && field->with[k] != NULL; k++) {
    reachable = can_hold(fields, field->with[k]);
  }
  return reachable;
}

const KindTable *language_table(const Language *language, const char *collection) {
  for (int k = 0; k < language->table_count; k++) {
    if (strcmp(language->tables[k].collection, collection) == 0) {
      return &language->tables[k];
    }
  }
  return NULL;
}

const Kind *language_kind(const KindTable *table, const char *type, int space) {
  for (int k = 0; k < table->count; k++) {
    const Kind *kind = &table->kinds[k];
    if ((kind->spaces & space) != 0 && strcmp(kind->type, type) == 0) {
      return kind;
    }
  }
  return NULL;
}

int language_keys(const Field *fields, int space, const char *const **names, Arena *arena) {
  int rows = 0;
  while (fields[rows].name != NULL) {
    rows++;
  }
  const char **list = arena_array(arena, const char *, rows);
  if (list == NULL) {
    return -1;
  }
  int count = 0;
  for (int k = 0; k < rows; k++) {
    if (language_visible(&fields[k], space) && !words_contain(list, count, fields[k].name)) {
      list[count++] = fields[k].name;
    }
  }
  *names = list;
  return count;
}

int language_types(const KindTable *table, int space, const char *const **names, Arena *arena) {
  const char **list = arena_array(arena, const char *, table->count);
  if (list == NULL) {
    return -1;
  }
  int count = 0;
  for (int k = 0; k < table->count; k++) {
    const Kind *kind = &table->kinds[k];
    if ((kind->spaces & space) != 0 && !words_contain(list, count, kind->type)) {
      list[count++] = kind->type;
    }
  }
  *names = list;
  return count;
}

const Field *language_row(const Field *fields, const char *name) {
  while (fields != NULL && fields->name != NULL && strcmp(fields->name, name) != 0) {
    fields++;
  }
  return fields == NULL || fields->name == NULL ? NULL : fields;
}
