// SPDX-License-Identifier: BSD-3-Clause
// check_element.c: an element, whose keys depend on its type.
//
// Where the type is missing or wrong, the check goes on with the type that was meant, so that all
// errors of the element are reported at once: with the one that the message suggests, unless
// another type of the collection fits the keys better; else with the one that has most of the keys.
// Of a guess by keys nothing is asked for, and no key is refused that any type of the collection
// has.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "spec/check_inside.h"
#include "spec/keys.h"
#include "spec/scalar.h"
#include "spec/words.h"

enum { NAME_SIZE = 256 };

bool check_any_kind_has(const KindTable *table, const char *key) {
  for (int k = 0; k < table->count; k++) {
    if (language_row(table->kinds[k].fields, key) != NULL) {
      return true;
    }
  }
  return false;
}

// A key that is meant to be "type": a slip of the pen or another tool's word, and no key of any
// type of the collection.
static const Node *find_mistyped_type(const KindTable *table, const Node *node) {
  static const char *const words[] = {"type"};
  for (const Node *child = node->first; child != NULL; child = child->next) {
    if (!check_any_kind_has(table, child->key) && (text_nearest(child->key, words, 1) != NULL ||
                                                   words_foreign(child->key, words, 1) != NULL)) {
      return child;
    }
  }
  return NULL;
}

// A type is missing. Returns the key that was meant to be "type", or NULL.
static const Node *refuse_untyped(const Checker *checker, const KindTable *table,
                                  const Item *item) {
  static const Field only_type[] = {{.name = "type", .type = FIELD_WORD}, {0}};
  const Node *mistyped = find_mistyped_type(table, item->node);
  if (mistyped != NULL) {
    const Language nothing = {.top = only_type};
    (void)keys_refuse_key(&nothing, checker->space, mistyped, only_type, item->what, "",
                          checker->diag);
    return mistyped;
  }
  const char *const *types = NULL;
  const int count = language_types(table, checker->space, &types, checker->arena);
  diag_add(checker->diag, DIAG_SCHEMA_MISSING, item->mark, "%s needs \"type\"", item->what);
  const char *list = count < 0 ? NULL : words_join(types, count, "or", checker->arena);
  diag_hint(checker->diag, "the type is %s", list == NULL ? "" : list);
  return NULL;
}

// How many keys of an element a kind has, perhaps under another word; *all: every one.
static int count_known(const Checker *checker, const Kind *kind, const Node *node, bool *all) {
  int count = 0, keys = 0;
  const char *const *own = NULL;
  const int own_count = language_keys(kind->fields, checker->space, &own, checker->arena);
  for (const Node *child = node->first; child != NULL; child = child->next) {
    count += language_row(kind->fields, child->key) != NULL ||
             (own_count > 0 && words_foreign(child->key, own, own_count) != NULL);
    keys++;
  }
  *all = count == keys;
  return count;
}

// The kind with most of an element's keys: the meant one, where it has as many. NULL: none has any.
// *certain: it is the meant one, or the only one that has all.
static const Kind *likely_kind(const Checker *checker, const KindTable *table, const Node *node,
                               const Kind *meant, bool *certain) {
  bool all = false;
  const Kind *best = meant;
  int most = meant != NULL ? count_known(checker, meant, node, &all) : 0, whole = 0;
  for (int k = 0; k < table->count; k++) {
    const Kind *kind = &table->kinds[k];
    const int count =
        (kind->spaces & checker->space) != 0 ? count_known(checker, kind, node, &all) : 0;
    whole += count > 0 && all;
    if (count > most) {
      most = count;
      best = kind;
    }
  }
  *certain = best == meant || (whole == 1 && meant == NULL);
  return best;
}

// The kind of an element: as it says, or after a message as it was probably meant.
static CheckTyped find_kind(const Checker *checker, const KindTable *table, Item *item) {
  static const Field type_field = {.name = "type", .type = FIELD_TEXT};
  const Node *type = node_child(item->node, "type");
  const Kind *meant = NULL;
  item->good = false;
  if (type == NULL) {
    type = refuse_untyped(checker, table, item);
    const bool word = type != NULL && type->kind == NODE_SCALAR;
    meant = word ? language_kind(table, type->text, checker->space) : NULL;
  } else {
    char name[NAME_SIZE];
    (void)snprintf(name, sizeof name, "\"type\" of %s", item->what);
    if (scalar_check(&type_field, checker->space, type, name, checker->diag)) {
      meant = language_kind(table, type->text, checker->space);
      item->good = meant != NULL;
      if (meant == NULL) {
        const char *word = keys_refuse_type(checker->language, table, checker->space, type,
                                            item->what, checker->diag);
        meant = word != NULL ? language_kind(table, word, checker->space) : NULL;
      }
    }
  }
  CheckTyped typed = {.kind = meant, .key = type != NULL ? type->key : NULL};
  const bool few = item->node->count <= KEYS_OF_AN_ELEMENT;
  if (!item->good && few && (meant != NULL || type == NULL)) {
    bool certain = false;
    typed.kind = likely_kind(checker, table, item->node, meant, &certain);
    typed.guessed = certain ? NULL : table;
  }
  return typed;
}

bool check_element(const Checker *checker, const KindTable *table, Node *node, const char *what,
                   const Kind **kind, Item *item) {
  static const Field nothing[] = {{0}};
  *kind = NULL;
  if (node->kind != NODE_MAP) {
    return check_table(checker, node, nothing, what, "", NULL, item);
  }
  if (!item_open(item, node, nothing, what, checker->arena)) {
    return false;
  }
  const CheckTyped typed = find_kind(checker, table, item);
  const bool good = item->good;
  if (typed.kind == NULL) {
    return true;
  }
  char place[NAME_SIZE];
  (void)snprintf(place, sizeof place, "%s key", table->item);
  *kind = typed.guessed == NULL ? typed.kind : NULL;
  const bool done = check_table(checker, node, typed.kind->fields, what, place, &typed, item);
  item->good = item->good && good;
  return done;
}
