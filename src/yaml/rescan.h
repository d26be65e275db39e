// SPDX-License-Identifier: BSD-3-Clause
// rescan.h: where each character of a scalar stands.
#ifndef MBS_YAML_RESCAN_H
#define MBS_YAML_RESCAN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/mark.h"
#include "yaml/node.h"

// The text of a scalar with the place of each of its characters, by the rules of its style: plain,
// single or double quoted, literal or folded. NULL when memory ran out.
const Passage *rescan_passage(Node *scalar, Arena *arena);

// A text that is not the file's as a passage: all of it stands at the mark, or (runs) its
// characters from there on. False when memory ran out.
bool rescan_given(const char *text, Mark mark, bool runs, Arena *arena, Passage *passage);
// The same for a scalar whose text it becomes.
bool rescan_say(Node *scalar, const char *text, Arena *arena);

#endif
