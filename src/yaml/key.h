// SPDX-License-Identifier: BSD-3-Clause
// key.h: what may stand before a colon.
#ifndef MBS_YAML_KEY_H
#define MBS_YAML_KEY_H

#include "yaml/builder.h"

// Makes a node the key that waits for its value in the innermost map. A key that is refused is
// reported and will take its value with it.
void key_take(Builder *builder, Node *key, bool anchored);

// For a refused key "mass:2" of {} and its empty value: splits them where the colon is. False where
// it is another one.
bool key_unglue(Builder *builder, Node *value);

// The same as key_take for an alias, which is always refused.
void key_refuse_alias(Builder *builder, Mark mark);

#endif
