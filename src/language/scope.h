// SPDX-License-Identifier: BSD-3-Clause
// scope.h: what the names in the expressions of a model mean.
#ifndef MBS_LANGUAGE_SCOPE_H
#define MBS_LANGUAGE_SCOPE_H

#include "expr/program.h"
#include "language/loader.h"

typedef struct ScopeContext {
  Loader *loader;
  const NumberUse *use;
} ScopeContext;

// The scope of an expression of that use: parameters always, t and measures as far as it may
// depend on them.
Scope scope_make(ScopeContext *context);

#endif
