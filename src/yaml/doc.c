// SPDX-License-Identifier: BSD-3-Clause
// doc.c: the floor's front. Bytes are checked in bytes.c, events become nodes in tree.c, scalars
// get their positions in rescan.c, --set is applied in patch.c.
#include "yaml/doc.h"

#include <string.h>

#include "yaml/bytes.h"
#include "yaml/patch.h"
#include "yaml/rescan.h"
#include "yaml/tree.h"

DocLimits doc_default_limits(void) {
  return (DocLimits){.file_bytes = 16L * 1024 * 1024,
                     .depth = 64,
                     .nodes = 100000,
                     .scalar_bytes = 64 * 1024,
                     .expanded = 1000000};
}

Node *doc_parse(const SourceText *source, const DocLimits *limits, Arena *arena, Diag *diag) {
  if (!bytes_check(source, diag)) {
    return NULL;
  }
  return tree_build(source, limits, arena, diag);
}

Node *doc_child(const Node *map, const char *key) {
  for (Node *child = map->first; child != NULL; child = child->next) {
    if (child->key != NULL && strcmp(child->key, key) == 0) {
      return child;
    }
  }
  return NULL;
}

// Every character at the start of the scalar: should the two decoders ever differ, a message
// still names the right value.
static bool place_at_start(const Node *scalar, Arena *arena, Passage *passage) {
  int *line = arena_array(arena, int, scalar->length + 1);
  int *column = arena_array(arena, int, scalar->length + 1);
  if (line == NULL || column == NULL) {
    return false;
  }
  for (int k = 0; k <= scalar->length; k++) {
    line[k] = scalar->mark.line;
    column[k] = scalar->mark.column;
  }
  passage->line = line;
  passage->column = column;
  return true;
}

const Passage *doc_passage(Node *scalar, Arena *arena) {
  if (scalar->passage.source != NULL) {
    return &scalar->passage;
  }
  Passage passage;
  if (!rescan_scalar(scalar, arena, &passage)) {
    return NULL;
  }
  const bool same = passage.length == scalar->length &&
                    memcmp(passage.text, scalar->text, (size_t)scalar->length) == 0;
  if (!same && !place_at_start(scalar, arena, &passage)) {
    return NULL;
  }
  passage.text = scalar->text;
  passage.length = scalar->length;
  scalar->passage = passage;
  return &scalar->passage;
}

bool doc_set(Node *root, const char *assignment, const DocLimits *limits, Arena *arena,
             Diag *diag) {
  return patch_apply(root, assignment, limits, arena, diag);
}

bool doc_set_is_late(const Node *root, const char *assignment) {
  return patch_is_late(root, assignment);
}
