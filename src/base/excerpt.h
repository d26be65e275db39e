// SPDX-License-Identifier: BSD-3-Clause
// excerpt.h: the line of the source that a mark points at, with a caret below the marked word.
//
//      14 |     lenght: 1.0
//         |     ^~~~~~
#ifndef MBS_BASE_EXCERPT_H
#define MBS_BASE_EXCERPT_H

#include <stdbool.h>

#include "base/mark.h"
#include "base/text.h"

// Appends the two lines; nothing when the mark has no place in its source. A long line is cut
// around the word; what a terminal cannot show stands as \x1b. color: ANSI. width: of the
// terminal in cells, 0: unknown.
void excerpt_render(const Mark *mark, bool color, int width, Text *out);

#endif
