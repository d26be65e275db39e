// SPDX-License-Identifier: BSD-3-Clause
// builder.h: what the files that turn events into a tree share.
#ifndef MBS_YAML_BUILDER_H
#define MBS_YAML_BUILDER_H

#include <stdbool.h>
#include <yaml.h>

#include "base/dictionary.h"
#include "yaml/frame.h"
#include "yaml/node.h"
#include "yaml/place.h"

typedef struct Anchor {
  Node *node;
  Mark mark;
  bool open; // its collection has not ended
} Anchor;

typedef struct Builder {
  const SourceText *source;
  const DocLimits *limits;
  Arena *arena;
  Arena scratch; // frames, names and anchors
  Diag *diag;
  yaml_parser_t parser;
  size_t index, offset; // a character, as libyaml counts, and its byte
  Place end;            // of a source without a last line break; line 0 until asked for
  Frame *top;           // the innermost open collection, or NULL
  Node *root;
  int depth, nodes;
  Dictionary anchors;
  const Node *last; // the scalar that came last, or NULL
  size_t fed;       // bytes that libyaml was given (builder.c)
  size_t skipped;   // of these, no text of a value starts before here
  bool in_comment;  // at skipped
  bool too_long;    // libyaml was stopped inside an endless text
  bool refused;     // there is no tree to go on with
  bool done;        // the end, a limit or a shortage of memory
} Builder;

// Ends the reading without a tree.
void builder_stop(Builder *builder);

// The place of a libyaml mark.
Place builder_place(Builder *builder, const yaml_mark_t *mark);

// A node that counts towards the limit. NULL after builder_stop.
Node *builder_node(Builder *builder, NodeKind kind, Mark mark);

// Where the value of a node's event starts, behind anchor and tag; a tag is refused. empty: it
// has no text.
Place builder_value(Builder *builder, const yaml_event_t *event, bool empty);

// The anchor of a node's event, or NULL.
const char *builder_anchor_name(const yaml_event_t *event);
// Remembers the node under it. NULL without one, or when it is refused.
Anchor *builder_anchor(Builder *builder, const yaml_event_t *event, Node *node);

#endif
