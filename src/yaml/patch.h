// SPDX-License-Identifier: BSD-3-Clause
// patch.h: --set path=value.
#ifndef MBS_YAML_PATCH_H
#define MBS_YAML_PATCH_H

#include "yaml/node.h"

// A value, and what was there before it, or NULL.
typedef struct PatchChange {
  const Node *before, *value;
} PatchChange;

// Applies "path=value": value is read by the rules of a YAML scalar, list or map; the path's last
// word may be new in an existing map, the others must exist ("L=0.5" without a dot is
// parameters.L). Marks of the new nodes point into a source named "--set path". change: what was
// put in the place of what.
bool patch_apply(Node *root, const char *assignment, const DocLimits *limits, PatchChange *change,
                 Arena *arena, Diag *diag);

// Whether the second word of an assignment's path is not in the map that its first word names: it
// may be there once families of elements have their members.
bool patch_is_late(const Node *root, const char *assignment);

#endif
