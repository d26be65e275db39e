// SPDX-License-Identifier: BSD-3-Clause
// scope.h: what the names in the expressions of a model mean.
#ifndef MBS_LANGUAGE_NUMBERS_SCOPE_H
#define MBS_LANGUAGE_NUMBERS_SCOPE_H

#include "language/numbers/loader.h"

typedef struct ScopeContext {
  Loader *loader;
  const NumberUse *use;
  int inside; // signals, in each other, in whose texts the names stand
} ScopeContext;

// The scope of an expression of that use: parameters always, signals, t and measures as far as
// it may depend on them. In the text of a signal names have no argument and no axes of the field.
Scope scope_make(ScopeContext *context);

#endif
