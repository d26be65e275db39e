// SPDX-License-Identifier: BSD-3-Clause
// node.h: hanging nodes into a tree, and copying one for an alias.
#ifndef MBS_YAML_NODE_H
#define MBS_YAML_NODE_H

#include "yaml/doc.h"

// Makes child the last child of parent.
void node_append(Node *parent, Node *child);

// Drops all children behind last (all of them when last is NULL).
void node_cut(Node *parent, Node *last);

// Takes a child out.
void node_remove(Node *parent, const Node *child);

// Puts fresh into the place of old among its siblings, with old's key.
void node_replace(Node *old, Node *fresh);

typedef enum NodeCopy { NODE_COPIED, NODE_TOO_MANY, NODE_TOO_DEEP, NODE_NO_MEMORY } NodeCopy;

// Copies a subtree, without its key. depth: collections that will enclose the copy; *count, the
// nodes of the document so far, grows by those copied. The limits hold for both.
NodeCopy node_copy(const Node *original, const DocLimits *limits, int depth, int *count,
                   Arena *arena, Node **copy);

#endif
