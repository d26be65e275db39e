// SPDX-License-Identifier: BSD-3-Clause
// format.h: the canonical layout of a file: two blanks for each level, no blanks at the ends of
// lines, at most one empty line in a row, LF. Order, comments, quotes and everything inside a line
// stay.
#ifndef MBS_YAML_FORMAT_H
#define MBS_YAML_FORMAT_H

#include <stdbool.h>

#include "base/text.h"
#include "yaml/doc.h"

// Appends the laid out text. It is read again and held against the original: where the two would
// not be the same document, it is refused. False after a message, or when memory ran out.
bool format_source(const SourceText *source, const DocLimits *limits, Text *out, Arena *arena,
                   Diag *diag);

#endif
