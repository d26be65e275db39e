// SPDX-License-Identifier: BSD-3-Clause
// output_groups.h: outputs that are many columns: the measures of an element, or of all.
#ifndef MBS_LANGUAGE_RESULTS_OUTPUT_GROUPS_H
#define MBS_LANGUAGE_RESULTS_OUTPUT_GROUPS_H

#include "language/numbers/loader.h"

// Whether a value is a group: the bare name of an element, a frame or a marker, or "*".
bool output_groups_is(const Loader *loader, const char *value);

// Takes a column of a group: its name and the measure that it shows. False ends the walk.
typedef bool (*OutputGroupTake)(void *context, const char *name, const char *measure);

// Walks the columns of the group `value` under `key`. False when a take ended it, or when memory
// ran out.
bool output_groups_each(const Loader *loader, const char *key, const char *value,
                        OutputGroupTake take, void *context);

// Tells what is wrong with the group of a node, which has the key; `value` is its scalar; resolved:
// its vectors are taken along the axes of a marker.
void output_groups_check(const Loader *loader, const Node *node, const Node *value, bool resolved);

#endif
