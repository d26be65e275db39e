// SPDX-License-Identifier: BSD-3-Clause
// patch.h: --set path=value.
#ifndef MBS_YAML_PATCH_H
#define MBS_YAML_PATCH_H

#include "yaml/doc.h"

// Same promises as doc_set.
bool patch_apply(Node *root, const char *assignment, const DocLimits *limits, Arena *arena,
                 Diag *diag);

// Same promise as doc_set_is_late.
bool patch_is_late(const Node *root, const char *assignment);

#endif
