// SPDX-License-Identifier: BSD-3-Clause
// yaml_support.h: parses a text of a test, and holds what came of it.
#ifndef MBS_UNIT_YAML_SUPPORT_H
#define MBS_UNIT_YAML_SUPPORT_H

#include <stdio.h>
#include <string.h>

#include "yaml/doc.h"

typedef struct Parsed {
  Allocator allocator;
  Arena arena;
  Diag diag;
  SourceText source;
  DocLimits limits;
  Node *root;
} Parsed;

// The structure must stay where it is until parsed_close.
static inline void parsed_open_bytes(Parsed *parsed, const char *bytes, size_t length) {
  *parsed = (Parsed){.limits = doc_default_limits()};
  arena_open(&parsed->arena, &parsed->allocator);
  diag_open(&parsed->diag, &parsed->arena);
  parsed->source = (SourceText){
      .name = "m.yaml", .text = arena_copy(&parsed->arena, bytes, length), .length = length};
  parsed->root = doc_parse(&parsed->source, &parsed->limits, &parsed->arena, &parsed->diag);
  diag_sort(&parsed->diag);
}

static inline void parsed_open(Parsed *parsed, const char *text) {
  parsed_open_bytes(parsed, text, strlen(text));
}

static inline void parsed_close(Parsed *parsed) {
  arena_close(&parsed->arena);
}

// The node at a path of keys and list indices from 0: "bodies.bar.position.1".
static inline Node *parsed_at(const Parsed *parsed, const char *path) {
  Node *node = parsed->root;
  while (node != NULL && *path != '\0') {
    const size_t length = strcspn(path, ".");
    Node *child = node->first;
    int index = 0;
    for (; child != NULL; child = child->next, index++) {
      char number[16];
      snprintf(number, sizeof number, "%d", index);
      const char *name = node->kind == NODE_LIST ? number : child->key;
      if (strlen(name) == length && strncmp(name, path, length) == 0) {
        break;
      }
    }
    node = child;
    path += length + (path[length] == '.');
  }
  return node;
}

#endif
