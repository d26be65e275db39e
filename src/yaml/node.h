// SPDX-License-Identifier: BSD-3-Clause
// node.h: the tree: its nodes, hanging them into it, and copying one for an alias.
#ifndef MBS_YAML_NODE_H
#define MBS_YAML_NODE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/mark.h"

// Limits, as in README.md; options may raise them, a model may not.
typedef struct DocLimits {
  long file_bytes;  // 16 MiB
  int depth;        // 64
  int nodes;        // 100,000 after expansion of aliases
  int scalar_bytes; // 64 KiB
  int expanded;     // 1,000,000 nodes that families and templates add
} DocLimits;

typedef enum NodeKind { NODE_SCALAR, NODE_LIST, NODE_MAP } NodeKind;

typedef struct Node Node;
struct Node {
  NodeKind kind;
  bool plain;                // a scalar written without quotes and not as a block
  bool given;                // its value is not the file's, and in SI
  Mark mark;                 // the value: a scalar's word, a collection's first character
  Mark key_mark;             // its key, when it stands in a map; else line 0
  const char *key;           // or NULL
  Node *parent;              // NULL at the root
  Node *first, *last, *next; // children in file order; next sibling
  int count;                 // children
  Passage passage;           // a scalar's text; decoded lazily: use rescan_passage
  const char *text;          // a scalar's text, NUL-terminated
  int length;                // its bytes
  long begin, end;           // byte range of the value in the source
};

// The child with this key, or NULL.
Node *node_child(const Node *map, const char *key);

// The key of a map nearest to a word (text_nearest), or NULL.
const char *node_nearest(const Node *map, const char *word);

// Makes child the last child of parent.
void node_append(Node *parent, Node *child);

// Drops all children behind last (all of them when last is NULL).
void node_cut(Node *parent, Node *last);

// A node like another, with the same children, hung into nothing. NULL when memory ran out.
Node *node_twin(const Node *node, Arena *arena);

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
