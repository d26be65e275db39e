// SPDX-License-Identifier: BSD-3-Clause
// rewrite_inside.h: what the files that rewrite texts share. All functions return false when memory
// ran out.
#ifndef MBS_LANGUAGE_EXPAND_REWRITE_INSIDE_H
#define MBS_LANGUAGE_EXPAND_REWRITE_INSIDE_H

#include "language/expand/rewrite.h"

// Bytes [first, last) of the old text.
bool rewrite_put(Rewriter *rewriter, const Passage *from, int first, int last);
// A new text in the place of an old one that begins at a byte.
bool rewrite_put_new(Rewriter *rewriter, const char *text, const Passage *from, int at);
// A copy of the result in the arena, closed with the place behind the old text.
bool rewrite_keep(Rewriter *rewriter, const Passage *from, Passage *to);

#endif
