// SPDX-License-Identifier: BSD-3-Clause
// copy.h: copies of parts of the tree, as one member of a family or one part reads them.
//
// Every function returns false (or NULL) after a message, or when memory ran out.
#ifndef MBS_LANGUAGE_EXPAND_COPY_H
#define MBS_LANGUAGE_EXPAND_COPY_H

#include <stdbool.h>

#include "language/expand/expansion.h"

// Where a node stands in the tables.
typedef struct Place {
  const Field *fields; // the rows of the map that it is, or NULL: not known
  const Field *field;  // its own row, or NULL
  bool item;           // it is an item of the collection `field`
  bool single;         // an item that is a number: a family of such gives it as "value"
  bool unknown;        // a key that its map does not have, or one below it: refused as such later
  int space;           // IN_PLANE or IN_SPACE, whose rows an element has; 0: not known
} Place;

// Where a child stands, given where its parent does. The top level stands at {.fields = top,
// .space}.
Place copy_place(const Language *language, const Place *place, const Node *parent,
                 const Node *child);

// The row of a key, or NULL.
const Field *copy_row(const Field *fields, const Node *node);

// Whether the children of a map are the items of a collection.
bool copy_holds_items(const Place *place);

// A copy of an item with the indices of the families around it; use: the template that it comes
// from, or NULL.
Node *copy_item(Expansion *expansion, Node *item, const Place *place, const Occasion *use);

// Whether anything in a subtree must be written out or given values.
bool copy_is_needed(const Node *node);

// Replaces the families of one collection by their members.
void copy_families(Expansion *expansion, const Field *field, Node *collection);

#endif
