// SPDX-License-Identifier: BSD-3-Clause
// tree.h: from libyaml's events to a tree of nodes.
#ifndef MBS_YAML_TREE_H
#define MBS_YAML_TREE_H

#include "yaml/node.h"

// Parses a source whose bytes were checked (bytes.h). Same promises as doc_parse.
Node *tree_build(const SourceText *source, const DocLimits *limits, Arena *arena, Diag *diag);

#endif
