// SPDX-License-Identifier: BSD-3-Clause
// check.h: a map of the file against a table of fields; all errors in one pass.
#ifndef MBS_SPEC_CHECK_H
#define MBS_SPEC_CHECK_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "spec/item.h"
#include "spec/language.h"

typedef struct Checker {
  const Language *language;
  int space;    // IN_PLANE or IN_SPACE; IN_BOTH while the model does not say
  bool partial; // families or parts with errors were left out: collections may be empty or missing
  Arena *arena;
  Diag *diag;
} Checker;

// Checks a map with the keys of a table. Messages go to the diag; item->values is set even when
// something was wrong, so that what is right can be looked at further. False only when memory ran
// out. `what` names the map; `place` is where unsupported.def looks its keys up ("joint key").
bool check_map(const Checker *checker, Node *node, const Field *fields, const char *what,
               const char *place, Item *item);

// Checks one element of a collection: its type, then its map. *kind is NULL when the type is
// missing or wrong; then there are no values.
bool check_element(const Checker *checker, const KindTable *table, Node *node, const char *what,
                   const Kind **kind, Item *item);

#endif
