// SPDX-License-Identifier: BSD-3-Clause
// document.h: what the language keeps of a model that it made: the tree, and which scalar of it is
// which number.
#ifndef MBS_LANGUAGE_EXPAND_DOCUMENT_H
#define MBS_LANGUAGE_EXPAND_DOCUMENT_H

#include "yaml/doc.h"

typedef struct NumberSource {
  Node *node;  // the scalar that it was compiled from, or NULL
  bool judged; // something in the loader depends on its value, beyond its range (judge.c)
} NumberSource;

typedef struct Document {
  const Node *root;      // files, --set, families and parts put together
  const Node *stated;    // the same before families and parts were written out, where that was
                         // asked for and there are any; or NULL
  const bool *late;      // by override: it waited until families and parts were written out
  NumberSource *numbers; // of each number of the model
} Document;

#endif
