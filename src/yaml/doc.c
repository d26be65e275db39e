// SPDX-License-Identifier: BSD-3-Clause
// doc.c: the floor's front. Bytes are checked in bytes.c, events become nodes in tree.c.
#include "yaml/doc.h"

#include "yaml/bytes.h"
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
