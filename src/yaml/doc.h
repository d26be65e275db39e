// SPDX-License-Identifier: BSD-3-Clause
// doc.h: a YAML text as a tree in which every node knows where it was written.
//
// Built from libyaml's event interface, with our own limits and the strict subset of YAML: one
// document, UTF-8, no tags, no merge keys, no duplicate keys, plain words as keys, aliases under a
// budget (an alias is expanded into a copy whose marks stay those of the anchor).
#ifndef MBS_YAML_DOC_H
#define MBS_YAML_DOC_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/mark.h"

// Limits of rules.md section 4; options may raise them, a model may not.
typedef struct DocLimits {
  long file_bytes;  // 16 MiB
  int depth;        // 64
  int nodes;        // 100,000 after expansion of aliases
  int scalar_bytes; // 64 KiB
  int expanded;     // 1,000,000 nodes that families and templates add
} DocLimits;
DocLimits doc_default_limits(void);

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
  Passage passage;           // a scalar's text; decoded lazily: use doc_passage
  const char *text;          // a scalar's text, NUL-terminated
  int length;                // its bytes
  long begin, end;           // byte range of the value in the source
};

// Parses a source. Faults are appended to diag. A local one (a duplicate key, a tag, a key that is
// no plain word, an expression split by a comma ...) leaves a tree without the part at fault, so
// that the checks behind go on and one run shows all errors: ask diag->error_count. NULL when
// there is no tree to go on with.
Node *doc_parse(const SourceText *source, const DocLimits *limits, Arena *arena, Diag *diag);

// The child with this key, or NULL.
Node *doc_child(const Node *map, const char *key);

// Where each character of a scalar stands (our own re-scan of the source for plain, quoted and
// block scalars). NULL when memory ran out.
const Passage *doc_passage(Node *scalar, Arena *arena);

// Applies "path=value": value is read by the rules of a YAML scalar, list or map; the path's last
// word may be new in an existing map, the others must exist ("L=0.5" without a dot is
// parameters.L). Marks of the new nodes point into a source named "--set path".
bool doc_set(Node *root, const char *assignment, const DocLimits *limits, Arena *arena, Diag *diag);

// Whether the second word of an assignment's path is not in the map that its first word names: it
// may be there once families of elements have their members.
bool doc_set_is_late(const Node *root, const char *assignment);

#endif
