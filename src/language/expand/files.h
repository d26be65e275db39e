// SPDX-License-Identifier: BSD-3-Clause
// files.h: which files a model may read, and reading them.
//
// A path is relative and does not climb. It is looked up below the model's directory; for a model
// in a folder "models", at any depth, also below the folder "reference" beside that folder; and
// below the directories that the user allows. What a link leads to must lie below the same place.
// The model of a study follows the same rule, with "studies" and "models" for these two folders.
#ifndef MBS_LANGUAGE_EXPAND_FILES_H
#define MBS_LANGUAGE_EXPAND_FILES_H

#include <stdbool.h>

#include "language/expand/options.h"

// The absolute path of the file, or NULL: after a message when the model may not read it, without
// one (and *missing true) when there is none.
const char *files_resolve(const char *directory, const LoadOptions *options, const char *path,
                          Mark mark, bool *missing, Arena *arena, Diag *diag);

// The path of a study's model from where we stand; else as files_resolve.
const char *files_resolve_model(const char *directory, const LoadOptions *options, const char *path,
                                Mark mark, bool *missing, Arena *arena, Diag *diag);

// The directory of a file, as written; "." for a bare name. NULL when memory ran out.
const char *files_directory(const char *file, Arena *arena);

// Opens a data file that the model names (rules: below the model's directory, or the `reference`
// folder beside the folder `models`; regular files only). Reads it whole into *text. *missing
// tells a file that does not exist from one that may not be read.
bool model_read_file(const Model *model, const LoadOptions *options, const char *path, Mark mark,
                     SourceText *text, bool *missing, Arena *arena, Diag *diag);
// The same for who runs the model; the options must stay.
ModelReader files_reader(const LoadOptions *options);

#endif
