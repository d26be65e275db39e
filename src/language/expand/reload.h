// SPDX-License-Identifier: BSD-3-Clause
// reload.h: a model from a document that is put together already.
#ifndef MBS_LANGUAGE_EXPAND_RELOAD_H
#define MBS_LANGUAGE_EXPAND_RELOAD_H

#include "language/expand/options.h"

// Loads a document that is made from like->document->root: without includes, --set and families; or
// from like->document->stated, with families and the overrides of their members. NULL after
// messages, or when memory ran out.
const Model *model_reload_stated(const Model *like, Node *document, const LoadOptions *options,
                                 Arena *arena, Diag *diag);
const Model *model_reload(const Model *like, Node *document, const LoadOptions *options,
                          Arena *arena, Diag *diag);

#endif
