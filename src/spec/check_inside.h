// SPDX-License-Identifier: BSD-3-Clause
// check_inside.h: what the files of check.h share: a map under check, and what its keys say of each
// other.
#ifndef MBS_SPEC_CHECK_INSIDE_H
#define MBS_SPEC_CHECK_INSIDE_H

#include "spec/check.h"

// One map under check: the rows of its table are values [first, last).
typedef struct Map {
  const Checker *checker;
  Item *item;
  Node *node;
  const Field *fields;
  int first, last, parent;
  const char *what, *place;
  const char *skip;         // a key that is not the table's, or NULL
  const KindTable *guessed; // the element's type is a guess among these kinds; NULL: it is not
} Map;

// How an element's type was found.
typedef struct CheckTyped {
  const Kind *kind;
  const char *key;          // under which it stands
  const KindTable *guessed; // not NULL: it is only likely, so that nothing is asked for
} CheckTyped;

// Checks the keys and values of a map by a table. typed: of an element, else NULL. False when
// memory ran out.
bool check_table(const Checker *checker, Node *node, const Field *fields, const char *what,
                 const char *place, const CheckTyped *typed, Item *item);

// Whether an element of any type of the collection may have such a key.
bool check_any_kind_has(const KindTable *table, const char *key);

// Looks at a collection of named elements whose names are missing or stand elsewhere; after a
// message it is as it was meant. name: of the value, for messages.
void check_names(const Map *map, Value *value, const char *name);
// Whether a child of another word can be read as this collection.
bool check_adopts(const Map *map, const Value *value, const Node *child);

static inline bool check_is_stated(const Value *value) {
  return value->node != NULL || value->excused;
}

// Whether a condition of Field.with, "file" or "formulation: baumgarte", speaks of the value.
bool check_is_named(const Value *value, const char *condition);
// Whether one of the conditions is a word that the file states wrongly: then it may be meant, and
// nothing is asked for that goes with it.
bool check_is_doubtful(const Map *map, const char *const *conditions);
// What the keys of a group are, for the hint that one is missing; NULL when memory ran out.
const char *check_tell_group(const Map *map, int group);
// "; write final: a, equals: ..., within: ...": the stated key of a key's group with what it needs.
// Empty where that is nothing, NULL when memory ran out.
const char *check_partners(const Map *map, const char *key, Arena *arena);
// Whether what a key goes with is there; whether it must stand.
bool check_has_company(const Map *map, const Field *field);
bool check_is_required(const Map *map, const Field *field);

#endif
