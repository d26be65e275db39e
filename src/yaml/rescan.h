// SPDX-License-Identifier: BSD-3-Clause
// rescan.h: decodes a scalar once more, remembering where each character stood.
#ifndef MBS_YAML_RESCAN_H
#define MBS_YAML_RESCAN_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/mark.h"
#include "yaml/node.h"

// Decodes the source from node->begin to node->end by the rules of its style: plain, single or
// double quoted, literal or folded. passage->text is what was decoded; it equals node->text, and
// tests and fuzzing hold the two against each other. False when memory ran out.
bool rescan_scalar(const Node *node, Arena *arena, Passage *passage);

// Where each character of a scalar stands. NULL when memory ran out.
const Passage *rescan_passage(Node *scalar, Arena *arena);

#endif
