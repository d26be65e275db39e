// SPDX-License-Identifier: BSD-3-Clause
// expansion.h: what those share who write out families and parts.
#ifndef MBS_LANGUAGE_EXPAND_EXPANSION_H
#define MBS_LANGUAGE_EXPAND_EXPANSION_H

#include <stdbool.h>

#include "language/expand/constants.h"
#include "language/expand/rewrite.h"
#include "spec/check.h"

enum { ELEMENT_LIMIT = 20000 }; // bodies, joints, forces, frames, parts: each

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

// Knows the document's names and parameters. False when memory ran out.
bool expansion_open(Expansion *expansion, Node *root, const DocLimits *limits,
                    const Checker *checker);

// Counts a part, and the path that all names in it begin with: of every part and element the loader
// keeps some numbers with names for messages. False after a message, once there are too many.
bool expansion_spend_part(Expansion *expansion, const Node *part, const char *path);
// Counts the path of an element of a part.
void expansion_spend_path(Expansion *expansion, const char *path);

// Counts nodes that are added, for the sake of an item. False after a message, once there are too
// many of them or of their texts.
bool expansion_spend(Expansion *expansion, const Node *item, long nodes);

#endif
