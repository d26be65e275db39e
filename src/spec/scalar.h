// SPDX-License-Identifier: BSD-3-Clause
// scalar.h: the value of one key against its field: shape, length, words, whole numbers.
#ifndef MBS_SPEC_SCALAR_H
#define MBS_SPEC_SCALAR_H

#include <stdbool.h>

#include "base/diag.h"
#include "elements/fields/field.h"
#include "yaml/doc.h"

// Nothing, "~" or "null" without quotes: a key that has no value.
bool scalar_is_null(const Node *node);

// A number where a key is due, which has no value: {at: 0.5, 0}.
bool scalar_is_entry(const Node *node);

// Checks everything about a value but what its numbers say and what its names refer to; maps only
// for being maps. name: for messages, "\"mass\" of body \"bar\"". Appends to diag and returns false
// when something is wrong.
bool scalar_check(const Field *field, int space, const Node *node, const char *name, Diag *diag);

// Reads a whole number; the node has passed scalar_check.
long scalar_whole(const Node *node);

#endif
