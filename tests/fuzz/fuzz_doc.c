// SPDX-License-Identifier: BSD-3-Clause
// fuzz_doc.c: any bytes become a tree or messages.
//
// Held against each other: our decoding of every scalar and libyaml's; every node's line and
// column and a walk from the start of the text to its byte; a refusal and its messages. A line
// "#set path=value" at the start is applied to the tree.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "yaml/doc.h"
#include "yaml/patch.h"
#include "yaml/place.h"
#include "yaml/rescan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) {
    abort();
  }
}

static void check_mark(const Mark *mark) {
  check(mark->line == 0 || (mark->column >= 1 && mark->end_column > mark->column));
}

// line and column of a node are those of its first byte.
static void check_place(const Node *node) {
  Place place = place_start(node->mark.source);
  while (place.offset < (size_t)node->begin) {
    place = place_next(node->mark.source, place);
  }
  check(place.offset == (size_t)node->begin);
  check(place.line == node->mark.line && place.column == node->mark.column);
  check(node->begin <= node->end && (size_t)node->end <= node->mark.source->length);
}

static void check_scalar(Node *node, Arena *arena) {
  check(strlen(node->text) == (size_t)node->length);
  const Passage *passage = rescan_passage(node, arena);
  check(passage != NULL && passage->length == node->length && passage->text == node->text);
  int line = node->mark.line;
  for (int k = 0; k <= node->length; k++) {
    check(passage->line[k] >= line);
    line = passage->line[k];
    const Mark mark = mark_of_passage(passage, k, k + 1);
    check_mark(&mark);
  }
}

static void check_tree(Node *root, Arena *arena, bool with_places) {
  Node *node = root;
  int count = 0;
  while (node != NULL) {
    check_mark(&node->mark);
    check_mark(&node->key_mark);
    if (with_places && count++ < 200) {
      check_place(node);
    }
    if (node->kind == NODE_SCALAR) {
      check_scalar(node, arena);
    }
    int children = 0;
    for (const Node *child = node->first; child != NULL; child = child->next) {
      check(child->parent == node && (child->next != NULL || node->last == child));
      check((node->kind == NODE_MAP) == (child->key != NULL));
      children++;
    }
    check(children == node->count);
    if (node->first != NULL) {
      node = node->first;
      continue;
    }
    while (node != NULL && node->next == NULL) {
      node = node->parent;
    }
    node = node != NULL ? node->next : NULL;
  }
}

// Applies the option in a first line "#set path=value".
static void apply_option(const char *bytes, size_t size, Node *root, const DocLimits *limits,
                         Arena *arena, Diag *diag) {
  const char *end = size > 5 && memcmp(bytes, "#set ", 5) == 0 ? memchr(bytes, '\n', size) : NULL;
  if (end != NULL) {
    const char *option = arena_copy(arena, bytes + 5, (size_t)(end - bytes - 5));
    const int errors = diag->error_count;
    PatchChange change;
    check(patch_apply(root, option, limits, &change, arena, diag) == (diag->error_count == errors));
  }
}

static void render(Diag *diag, Allocator *allocator) {
  Text text = text_open(allocator);
  diag_render(diag, true, &text);
  diag_render_json(diag, &text);
  check(!text.failed);
  text_close(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Allocator allocator = {.limit = (size_t)256 * 1024 * 1024};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  DocLimits limits = doc_default_limits();
  limits.nodes = 2000; // keeps an input fast, and the limit within reach
  limits.scalar_bytes = 4096;
  const char *bytes = arena_copy(&arena, (const char *)data, size);
  const SourceText source = {.name = "fuzz", .text = bytes, .length = size};
  Node *root = doc_parse(&source, &limits, &arena, &diag);
  check(!allocator.exhausted);
  check(root != NULL || diag.error_count > 0);
  if (root != NULL) {
    check_tree(root, &arena, true);
    apply_option(bytes, size, root, &limits, &arena, &diag);
    check_tree(root, &arena, false);
  }
  render(&diag, &allocator);
  arena_close(&arena);
  check(allocator.used == 0);
  return 0;
}
