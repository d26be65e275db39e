// SPDX-License-Identifier: BSD-3-Clause
// override.h: --set of a parameter that says more than its value.
#ifndef MBS_LANGUAGE_EXPAND_OVERRIDE_H
#define MBS_LANGUAGE_EXPAND_OVERRIDE_H

#include "base/arena.h"
#include "yaml/doc.h"

// The assignment that an option means. "L=2" of a parameter {value: 1500, unit: mm, range: ...}
// changes its value and leaves the rest: it becomes "parameters.L.value=2". As everywhere 2 is in
// SI, so that the unit moves to the numbers that stay ("1000 (mm)") and *unit is its node (else
// NULL). Others stay as they are. NULL when memory ran out.
const char *override_assignment(Node *root, const char *assignment, const Node **unit,
                                Arena *arena);

#endif
