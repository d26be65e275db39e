// SPDX-License-Identifier: BSD-3-Clause
// load.h: from a file to a model.
#ifndef MBS_LANGUAGE_LOAD_H
#define MBS_LANGUAGE_LOAD_H

#include "language/expand/document.h"
#include "language/expand/files.h"

// Reads, checks and resolves a model file. All errors of the file are appended to diag in one
// pass; returns NULL when there is one (or memory ran out).
const Model *model_load(const char *path, const LoadOptions *options, Arena *arena, Diag *diag);

// The same for a text in memory; path says where it would stand.
const Model *model_load_text(const SourceText *source, const char *path, const LoadOptions *options,
                             Arena *arena, Diag *diag);

#endif
