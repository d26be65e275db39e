// SPDX-License-Identifier: BSD-3-Clause
// dump.h: the resolved model, as a model file again or as JSON.
//
// Includes, overrides, families and parts are put together; keys stand in the order of the field
// tables, items in the order of the model. Defaults are written on demand. The text is a model that
// gives the same results.
#ifndef MBS_LANGUAGE_DUMP_DUMP_H
#define MBS_LANGUAGE_DUMP_DUMP_H

#include "base/text.h"
#include "language/expand/document.h"
#include "language/expand/options.h"
#include "spec/language.h"

// Data files become values in the file itself.
typedef struct Inlined {
  const Node *item; // that named the file
  double *values;   // row by row
  int width, rows;
} Inlined;

// How the files of a model are written: as they are named (count 0), or inline.
typedef struct Inlining {
  Inlined *items;
  int count;
} Inlining;

// As YAML, or as JSON.
void dump_model(const Model *model, const Language *language, const Inlining *inlining, bool json,
                Text *out);

// Writes the defaults of all that the model leaves unsaid into its document, which the functions
// above then print. What unsaid means something else than any value stays so. False when memory ran
// out.
bool dump_defaults(const Model *model, const Language *language, Arena *arena);

// Values that the text will hold: what --max-nodes must allow.
long dump_values(const Model *model, const Inlining *inlining);

// Reads all files that the model names, each of which must be a table of numbers. False after a
// message, or when memory ran out.
bool dump_gather(const Model *model, const Language *language, const LoadOptions *options,
                 Inlining *inlining, Arena *arena, Diag *diag);

#endif
