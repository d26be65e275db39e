// SPDX-License-Identifier: BSD-3-Clause
// home.c: looks through all tables of the language for a key (see home.h).
#include "spec/home.h"

#include <string.h>

#include "base/text.h"
#include "spec/words.h"

// The places that have a key: one map, or types of one collection.
typedef struct Homes {
  const char *key;
  bool found, several;    // several: places of different names
  const char *into;       // name of the map; NULL: an element itself
  const KindTable *table; // in elements of this collection; NULL: none, or several
  const Kind *kind;       // of this type; NULL: of several
} Homes;

static bool same_name(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static void add(Homes *it, const char *into, const KindTable *table, const Kind *kind) {
  if (!it->found) {
    *it = (Homes){it->key, true, false, into, table, kind};
    return;
  }
  it->several = it->several || !same_name(into, it->into) || (into == NULL && table != it->table);
  it->kind = it->kind != NULL && table == it->table && strcmp(kind->type, it->kind->type) == 0
                 ? it->kind
                 : NULL;
  it->table = table == it->table ? table : NULL;
}

// The maps inside a table. Templates repeat what the collections have.
static void look_below(Homes *it, const Field *fields, const KindTable *table, const Kind *kind) {
  for (const Field *field = fields; field->name != NULL; field++) {
    if (field->fields != NULL && field->type != FIELD_NUMBERS &&
        strcmp(field->name, "templates") != 0) {
      if (language_row(field->fields, it->key) != NULL) {
        add(it, field->name, table, kind);
      }
      look_below(it, field->fields, table, kind);
    }
  }
}

static void look(Homes *it, const Language *language) {
  look_below(it, language->top, NULL, NULL);
  for (int k = 0; k < language->table_count; k++) {
    const KindTable *table = &language->tables[k];
    for (int j = 0; j < table->count; j++) {
      if (language_row(table->kinds[j].fields, it->key) != NULL) {
        add(it, NULL, table, &table->kinds[j]);
      }
      look_below(it, table->kinds[j].fields, table, &table->kinds[j]);
    }
  }
}

// The types of a collection that have the key.
static const char *types_with(const Homes *it, Arena *arena) {
  const char **types = arena_array(arena, const char *, it->table->count);
  int count = 0;
  for (int j = 0; j < it->table->count && types != NULL; j++) {
    const Kind *kind = &it->table->kinds[j];
    if (language_row(kind->fields, it->key) != NULL && !words_contain(types, count, kind->type)) {
      types[count++] = kind->type;
    }
  }
  return types != NULL ? words_join(types, count, "and", arena) : NULL;
}

// The dotted path of the first map inside a table that has the key; NULL when none has.
static const char *path_below(const Field *fields, const char *key, Arena *arena) {
  for (const Field *field = fields; field->name != NULL; field++) {
    if (field->fields == NULL || field->type == FIELD_NUMBERS) {
      continue;
    }
    if (language_row(field->fields, key) != NULL) {
      return field->name;
    }
    const char *rest = path_below(field->fields, key, arena);
    if (rest != NULL) {
      return text_print(arena, "%s.%s", field->name, rest);
    }
  }
  return NULL;
}

// Whether the key stands in a map of this name already, in an element of this collection.
static bool stands_in(const Node *child, const char *into, const KindTable *table) {
  const Node *map = child->parent;
  if (map == NULL || into == NULL || !same_name(map->key, into)) {
    return false;
  }
  while (table != NULL && map != NULL && !same_name(map->key, table->collection)) {
    map = map->parent;
  }
  return map != NULL;
}

const char *home_of_key(const Language *language, const Field *near, const Node *child,
                        Arena *arena) {
  const char *key = child->key;
  const char *path = near != language->top ? path_below(near, key, arena) : NULL;
  if (path != NULL && strcmp(key, "type") != 0) {
    return text_print(arena, "belongs in \"%s\"", path);
  }
  if (language_row(language->top, key) != NULL) {
    return "belongs to the top level of the model";
  }
  Homes it = {.key = key};
  look(&it, language);
  if (!it.found || it.several || strcmp(key, "type") == 0) { // "type" is no help anywhere
    return NULL;
  }
  if (it.kind == NULL && stands_in(child, it.into, it.table)) {
    return NULL;
  }
  if (it.into != NULL) {
    const char *item = it.table != NULL ? it.table->item : "";
    return it.kind != NULL ? text_print(arena, "belongs in \"%s\" of %s type \"%s\"", it.into, item,
                                        it.kind->type)
           : it.table != NULL
               ? text_print(arena, "belongs in \"%s\" under \"%s\"", it.into, it.table->collection)
               : text_print(arena, "belongs in \"%s\"", it.into);
  }
  if (it.kind != NULL) {
    return text_print(arena, "belongs to %s type \"%s\"", it.table->item, it.kind->type);
  }
  const char *types = types_with(&it, arena);
  return types != NULL ? text_print(arena, "belongs to the %s types %s", it.table->item, types)
                       : NULL;
}
