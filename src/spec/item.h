// SPDX-License-Identifier: BSD-3-Clause
// item.h: a checked map: what the file says for each row of a table.
//
// Flat: one Value per row in table order, each FIELD_MAP followed by the rows of its own table. So
// the numbers of an element stand in the order of its kind's fields (model.h): a number takes 1
// place, a vector of size 0 always 3, one of size n takes n, a matrix of n rows n^2, a map its
// children's, whether the file states them or not.
#ifndef MBS_SPEC_ITEM_H
#define MBS_SPEC_ITEM_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/mark.h"
#include "elements/fields/field.h"
#include "yaml/doc.h"

// What the file says for one row of a table, or that it says nothing.
typedef struct Value {
  const Field *field;
  Node *node;       // well-formed for the field; NULL: unstated (or refused)
  Mark mark;        // of the value; of the element when unstated
  int parent;       // the Value of the FIELD_MAP around it, or -1
  int next;         // the Value behind it and all that is nested in it
  int number;       // its first number, counted from the item's first
  int number_count; // places that it takes
  const char *text; // words, names, files, text: as stated, else a word's default, else NULL
  bool flag;        // FIELD_BOOLEAN: stated or default
  long whole;       // FIELD_INTEGER: stated, or 0
  bool excused;     // stated wrongly, or under a misspelt key: it is not missing
} Value;

// One checked map.
typedef struct Item {
  Node *node;
  Mark mark;        // of the element: its name, or the map itself
  const char *what; // for messages: "body \"bar\""
  Value *values;
  int count;
  int number_count;
  bool good; // nothing was wrong with it
} Item;

// Lays out a table with nothing stated. False when memory ran out.
bool item_open(Item *item, Node *node, const Field *fields, const char *what, Arena *arena);

// The value at a dotted path of keys ("initial.position"), or NULL when the table has no such row.
// Of alternatives the stated one, else the first.
const Value *item_find(const Item *item, const char *path);

// The same, or NULL where the file says nothing.
const Value *item_stated(const Item *item, const char *path);
// Whether a truth value is there and true.
bool item_flag(const Item *item, const char *path);

// The scalar of component k of a number, vector or matrix; NULL where the file says nothing.
Node *item_number_node(const Value *value, int k);

// Component k of the default ("0", "[0, -9.81]") as bytes [*first, *last) of field->fallback; false
// when there is none.
bool item_default(const Field *field, int k, int *first, int *last);

// The dotted path of a value's keys inside its item; NULL when memory ran out.
const char *item_path(const Item *item, const Value *value, Arena *arena);
// The name of a value for messages: "\"initial.angle\" of body \"bar\"", or "\"gravity\"" at the
// top level, whose item is called ITEM_TOP. NULL when memory ran out.
#define ITEM_TOP "the model"
const char *item_name(const Item *item, const Value *value, Arena *arena);

#endif
