// SPDX-License-Identifier: BSD-3-Clause
// check_named.c: named elements that are written otherwise: as a list, as one element without a
// name, or under another word for the collection. After one message the tree is as it was meant, so
// that what is inside is checked as well.
#include <string.h>

#include "base/text.h"
#include "spec/check_inside.h"
#include "spec/words.h"

static bool is_collection(const Field *field) {
  return field->type == FIELD_ELEMENTS || field->type == FIELD_COLLECTION;
}

static bool has_key(const Map *map, const Field *field, const char *key) {
  const KindTable *table =
      field->type == FIELD_ELEMENTS ? language_table(map->checker->language, field->name) : NULL;
  if (table != NULL) {
    return strcmp(key, "type") == 0 || check_any_kind_has(table, key);
  }
  return field->fields != NULL && language_row(field->fields, key) != NULL;
}

// "joint" of "joints", "body" of "bodies".
static const char *member_word(const Map *map, const Field *field) {
  const KindTable *table = language_table(map->checker->language, field->name);
  return table != NULL
             ? table->item
             : text_print(map->checker->arena, "%.*s", (int)strlen(field->name) - 1, field->name);
}

// A name that nobody has given: "joint_2".
static const char *invent(const Map *map, const Field *field, int k) {
  const char *word = member_word(map, field);
  return word == NULL ? NULL
         : strcmp(field->name, "analyses") == 0 && k == 1
             ? "run"
             : text_print(map->checker->arena, "%s_%d", word, k);
}

// ---- a list ----

static bool is_list_of_maps(const Node *list) {
  const Node *entry = list->kind == NODE_LIST ? list->first : NULL;
  while (entry != NULL && entry->kind == NODE_MAP && node_child(entry, "repeat") == NULL) {
    entry = entry->next;
  }
  return list->kind == NODE_LIST && list->count > 0 && entry == NULL;
}

// Gives each entry the name that it states as its key, or one of ours. *named: all state one.
static bool name_entries(const Map *map, const Field *field, Node *list, bool *named) {
  int k = 0;
  *named = true;
  for (Node *entry = list->first; entry != NULL; entry = entry->next) {
    const Node *name = has_key(map, field, "name") ? NULL : node_child(entry, "name");
    const bool given = name != NULL && name->kind == NODE_SCALAR && name->length > 0;
    entry->key = given ? name->text : invent(map, field, ++k);
    entry->key_mark = given ? name->mark : entry->mark;
    *named = *named && given;
    if (given) {
      node_remove(entry, name);
    }
    if (entry->key == NULL) {
      return false;
    }
  }
  list->kind = NODE_MAP;
  return true;
}

// ---- an element without a name ----

// Some keys of an element that are no maps, and no map that is no key of one. What a study varies
// may be called like a key.
static bool is_element(const Map *map, const Field *field, const Node *node) {
  bool any = false;
  for (const Node *child = node->first; child != NULL; child = child->next) {
    const bool known = has_key(map, field, child->key);
    if (!known && child->kind == NODE_MAP) {
      return false;
    }
    any = any || (known && child->kind != NODE_MAP);
  }
  return any && node->kind == NODE_MAP && map->checker->language->table_count > 0;
}

// The word of ours for the type that somebody wrote.
static const char *type_word(const Map *map, const Field *field, const Node *type) {
  const KindTable *table = language_table(map->checker->language, field->name);
  const char *const *types = NULL;
  const int count =
      table == NULL ? 0 : language_types(table, map->checker->space, &types, map->checker->arena);
  const char *ours = count > 0 ? words_foreign(type->text, types, count) : NULL;
  return ours != NULL ? ours : type->text;
}

static void refuse_nameless(const Map *map, const Field *field, const Node *node,
                            const char *name) {
  Diag *diag = map->checker->diag;
  const char *word = member_word(map, field);
  const char *own = invent(map, field, 1);
  const Node *type = node_child(node, "type");
  diag_add(diag, DIAG_SCHEMA_SHAPE, node->first->key_mark, "%s: the %s here has no name", name,
           word == NULL ? "" : word);
  if (type != NULL && type->kind == NODE_SCALAR) {
    diag_hint(diag, "write the name as a key: %s: {%s: {type: %s, ...}}", field->name,
              own == NULL ? "" : own, type_word(map, field, type));
  } else {
    diag_hint(diag, "write the name as a key: %s: {%s: {%s: ...}}", field->name,
              own == NULL ? "" : own, node->first->key);
  }
}

// Puts the element into a map, under a name of ours. False when memory ran out.
static bool wrap(const Map *map, const Field *field, Node *node) {
  Node *element = node_twin(node, map->checker->arena);
  const char *name = invent(map, field, 1);
  if (element == NULL || name == NULL) {
    return false;
  }
  element->key = name;
  element->key_mark = node->key_mark;
  node_cut(node, NULL);
  node_append(node, element);
  return true;
}

void check_names(const Map *map, Value *value, const char *name) {
  const Field *field = value->field;
  Node *node = value->node;
  Diag *diag = map->checker->diag;
  if (!is_collection(field)) {
    return;
  }
  if (is_list_of_maps(node)) {
    bool named = true;
    diag_add(diag, DIAG_SCHEMA_SHAPE, node->mark,
             "%s must be a map of named elements, found a list", name);
    diag_hint(diag, "write \"NAME: {...}\" for each, without \"-\": the name is the key");
    map->item->good = false;
    if (name_entries(map, field, node, &named)) {
      value->excused = !named;
    }
  } else if (is_element(map, field, node)) {
    refuse_nameless(map, field, node, name);
    map->item->good = false;
    value->excused = wrap(map, field, node);
  }
}

// ---- another word ----

bool check_adopts(const Map *map, const Value *value, const Node *child) {
  return map->parent < 0 && is_collection(value->field) && value->node == NULL &&
         node_child(map->node, value->field->name) == NULL &&
         strcmp(value->field->name, "parts") != 0 &&
         (child->kind == NODE_MAP || child->kind == NODE_LIST) &&
         node_child(child, "repeat") == NULL;
}
