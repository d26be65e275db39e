// SPDX-License-Identifier: BSD-3-Clause
// home.h: where a key belongs that stands where it does not.
#ifndef MBS_SPEC_HOME_H
#define MBS_SPEC_HOME_H

#include "spec/language.h"
#include "yaml/node.h"

// Told as the end of a sentence that starts with the key ("belongs into \"initial\""). The maps
// inside `near` count first, then the top level, then all others where only one of them has such a
// key: "law" belongs into motions, "value" to too many. NULL: no such place, or no memory. Nor is
// the map a place in which the key stands, where only its type is another one.
const char *home_of_key(const Language *language, const Field *near, const Node *child,
                        Arena *arena);

#endif
