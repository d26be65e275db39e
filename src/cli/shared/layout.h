// SPDX-License-Identifier: BSD-3-Clause
// layout.h: texts in lines and columns.
#ifndef MBS_CLI_SHARED_LAYOUT_H
#define MBS_CLI_SHARED_LAYOUT_H

#include "base/text.h"

// "  left     right, wrapped below itself".
void layout_two_columns(const char *left, const char *right, Text *out);
// Words of a text in lines that end before column `width`; each line but the first is indented.
void layout_wrap(const char *text, int column, int indent, int width, Text *out);

#endif
