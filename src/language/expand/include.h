// SPDX-License-Identifier: BSD-3-Clause
// include.h: a model out of several files.
//
// An included file is a part of a model: its collections are put before those of the file that
// includes it, item by item, its other keys stand beside those. A name or key that two files state
// is refused with both places (mbs and space may be stated again, alike). Paths are relative to the
// file in which they are written, and none leaves the folders that the model may read. A file that
// is included on two ways is read once.
#ifndef MBS_LANGUAGE_EXPAND_INCLUDE_H
#define MBS_LANGUAGE_EXPAND_INCLUDE_H

#include <stdbool.h>

#include "base/sha256.h"
#include "language/expand/options.h"
#include "spec/check.h"

// Replaces *root by the document with all files that it includes; it stays what it is when there
// are none. model->sha256 then covers them all, model->includes lists them. False after messages
// (the document is not complete then), or when memory ran out.
bool include_files(Model *model, Node **root, const LoadOptions *options, const Checker *checker);

#endif
