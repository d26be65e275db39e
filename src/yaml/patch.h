// SPDX-License-Identifier: BSD-3-Clause
// patch.h: --set path=value.
#ifndef MBS_YAML_PATCH_H
#define MBS_YAML_PATCH_H

#include "yaml/node.h"

// Applies "path=value": value is read by the rules of a YAML scalar, list or map; the path's last
// word may be new in an existing map, the others must exist ("L=0.5" without a dot is
// parameters.L). Marks of the new nodes point into a source named "--set path".
bool patch_apply(Node *root, const char *assignment, const DocLimits *limits, Arena *arena,
                 Diag *diag);

// What an assignment has put in the place of what; NULL where there was nothing before.
typedef struct PatchChange {
  const Node *before, *value;
} PatchChange;

// The same, and tells.
bool patch_change(Node *root, const char *assignment, const DocLimits *limits, PatchChange *change,
                  Arena *arena, Diag *diag);

// Whether the second word of an assignment's path is not in the map that its first word names: it
// may be there once families of elements have their members.
bool patch_is_late(const Node *root, const char *assignment);

#endif
