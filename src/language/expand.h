// SPDX-License-Identifier: BSD-3-Clause
// expand.h: a document with families of elements becomes one in which every element is written out.
//
//   link_(i): {repeat: {index: i, from: 1, to: N}, type: revolute,
//              marker_i: crank_(i-1).tip, marker_j: crank_(i).base}
//
// becomes link_1 ... link_N. It works on the tree, before anything is held against the tables, so
// that a member is checked like an element that somebody typed. Its marks stay those of the family;
// messages end with the value of the index (base/mark.h, Occasion).
#ifndef MBS_LANGUAGE_EXPAND_H
#define MBS_LANGUAGE_EXPAND_H

#include <stdbool.h>

#include "language/constants.h"
#include "language/rewrite.h"
#include "spec/check.h"
#include "yaml/doc.h"

typedef struct Expansion {
  Node *root;
  const DocLimits *limits;
  const Checker *checker;
  Constants constants;
  Rewriter rewriter;
  Names taken; // names that no index may have: the keys of the top-level collections
  long nodes;  // that were added
  int parts;   // that were made, each with a frame
  bool over;   // the budget is used up, and it was said
} Expansion;

// Counts a part, and the path that all names in it begin with: of every part and element the loader
// keeps some numbers with names for messages. False after a message, once there are too many.
bool expand_spend_part(Expansion *expansion, const Node *part, const char *path);
// Counts the path of an element of a part.
void expand_spend_path(Expansion *expansion, const char *path);

// Counts nodes that are added, for the sake of an item. False after a message, once there are too
// many of them or of their texts.
bool expand_spend(Expansion *expansion, const Node *item, long nodes);

// Whether a document has families, parts or indexed names.
bool expand_has_work(const Node *root);

// Replaces the families of one collection by their members.
void expand_collection(Expansion *expansion, const Field *field, Node *collection);

// Puts parts in the place of templates, expands the families of the whole document and puts values
// into indexed names everywhere. What is refused is left out, with its message. False only when
// memory ran out.
bool expand_document(Expansion *expansion, Node *root, const DocLimits *limits,
                     const Checker *checker);

#endif
